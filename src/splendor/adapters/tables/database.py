"""`open_database`: the two tables in DuckDB."""

from __future__ import annotations

import os
import re
from pathlib import Path

import duckdb

from splendor.adapters.tables.columns import NAMES


def open_database(
    folder: str | os.PathLike[str], database: str | os.PathLike[str] | None = None
) -> duckdb.DuckDBPyConnection:
    """Return a connection to DuckDB with the tables `games` and `events` of a folder.

    They are views, which read the Parquet files when they are asked. With `database`, the path of a
    file that is made if it is not there, they are tables in it, in place of those that are there if
    both can be read, and need the folder no more. Close the connection, or use it in a `with`
    block. Raises the errors of DuckDB for what it cannot read or write.
    """
    connection = duckdb.connect(":memory:" if database is None else os.fspath(database))
    try:
        connection.begin()
        for name in NAMES:
            path = re.sub(r"([*?\[])", r"[\1]", str(Path(folder).absolute() / f"{name}.parquet"))
            parquet = connection.read_parquet(path)
            if database is None:
                parquet.create_view(name)
            else:
                connection.execute(f"DROP TABLE IF EXISTS {name}")
                parquet.create(name)
        connection.commit()
    except BaseException:
        connection.close()
        raise
    return connection
