"""The types of the tables of games."""

from collections.abc import Iterator
from pathlib import Path
from typing import assert_type

from duckdb import DuckDBPyConnection

from splendor import Finding
from splendor.adapters.tables import open_database, read_tables, write_tables


def tables(findings: list[Finding], folder: Path, connection: DuckDBPyConnection) -> None:
    assert_type(write_tables(findings, folder), int)
    assert_type(write_tables(iter(findings), "folder"), int)
    assert_type(read_tables(folder), Iterator[Finding])
    assert_type(read_tables(connection), Iterator[Finding])
    assert_type(open_database(folder), DuckDBPyConnection)
    assert_type(open_database("folder", folder / "games.duckdb"), DuckDBPyConnection)
