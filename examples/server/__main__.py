"""Serve tables of Splendor: `python -m examples.server --database tables.db`."""

from __future__ import annotations

import argparse
import sqlite3
from pathlib import Path

import uvicorn

from .app import create_app
from .store import AnotherVersionError, Store


def main(arguments: list[str] | None = None) -> None:
    """Serve until it is interrupted."""
    parser = argparse.ArgumentParser(prog="python -m examples.server", description=__doc__)
    parser.add_argument("--database", type=Path, default=Path("tables.db"), metavar="FILE")
    parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 to be reached from outside")
    parser.add_argument("--port", type=int, default=8000)
    options = parser.parse_args(arguments)
    try:
        Store(options.database).close()
    except (sqlite3.Error, AnotherVersionError) as error:
        parser.error(f"{options.database}: {error}")
    address = f"http://{options.host}:{options.port}"
    print(f"Serving on {address}, tables in {options.database}", flush=True)
    # One process: a second one would not tell its clients what happens in the first.
    uvicorn.run(
        create_app(options.database),
        host=options.host,
        port=options.port,
        log_level="warning",
        timeout_graceful_shutdown=2,
        ws_per_message_deflate=False,  # a few bytes would unpack to megabytes
    )


if __name__ == "__main__":
    main()
