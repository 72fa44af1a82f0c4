"""Tables of Splendor over HTTP and WebSockets, kept in SQLite."""
