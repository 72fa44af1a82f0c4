"""Games as people look at them: pictures, pages and words."""
