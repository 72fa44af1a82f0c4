"""Games and what they come to as two tables, a row a game and a row an event, for databases.

They are Parquet files, which DuckDB, Polars, pandas and others read; docs/reference/tables.md
describes their columns. The extra `tables` brings what is needed.
"""

try:
    from splendor.adapters.tables.database import open_database
    from splendor.adapters.tables.reading import read_tables
    from splendor.adapters.tables.writing import write_tables
except ModuleNotFoundError as _error:
    _error.add_note(
        'splendor.adapters.tables needs DuckDB and PyArrow: pip install "splendor-rules[tables]"'
    )
    raise

__all__ = ["open_database", "read_tables", "write_tables"]
