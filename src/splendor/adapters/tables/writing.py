"""`write_tables`: the two tables as Parquet files, written as a stream."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Final, Self

import attrs
import pyarrow as pa
import pyarrow.parquet as pq

from splendor.adapters.tables.columns import NAMES
from splendor.adapters.tables.rows import Row, game_row
from splendor.verification import Finding

GROUP: Final = {"games": 2**11, "events": 2**14}
"""How many rows are held until they are written."""


def write_tables(findings: Iterable[Finding], folder: str | os.PathLike[str]) -> int:
    """Write what `verify_many` gives to `games.parquet` and `events.parquet` in a folder.

    They are a row for each thing that was found, files that are unreadable or skipped too, in its
    order, and a row for each event of each game; the number of the first is returned. The games
    need their records: call `verify_many` with `keep_records=True`. Memory is bounded, whatever the
    number of games. The folder is made if it is not there, and files that are there are replaced
    when all is written, the events first; until then, and if anything fails, they stay as they are.

    Raises InvalidValueError, with the place, for a game without its record, or with one longer than
    8 MiB as JSON, OSError for what cannot be written or if another run is writing there (one that
    was killed leaves files that end in .part), and whatever `findings` raises.
    """
    home = Path(folder)
    home.mkdir(parents=True, exist_ok=True)
    parts = {name: home / f"{name}.parquet.part" for name in NAMES}
    number = 0
    with ExitStack() as stack:
        tables = {name: stack.enter_context(_Table(parts[name], name)) for name in NAMES}
        for number, finding in enumerate(findings, start=1):
            game, events = game_row(finding, number - 1)
            tables["games"].add(game)
            for event in events:
                tables["events"].add(event)
        for table in tables.values():
            table.finish()
        for name, part in reversed(parts.items()):
            part.replace(home / f"{name}.parquet")
    return number


@attrs.define
class _Table:
    """A Parquet file that is written, and the rows that wait for it, by column."""

    path: Path
    name: str
    _open: ExitStack = attrs.field(factory=ExitStack, init=False)
    _writer: pq.ParquetWriter = attrs.field(init=False)
    _rows: list[Row] = attrs.field(factory=list, init=False)

    def __enter__(self) -> Self:
        # opened here: PyArrow would take some paths for addresses, or the home of the user
        file = self._open.enter_context(self.path.open("xb"))
        writer = pq.ParquetWriter(file, NAMES[self.name], compression="zstd")
        self._writer = self._open.enter_context(writer)
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file, and remove it unless it is in its place by now."""
        try:
            self._open.close()
        finally:
            self.path.unlink(missing_ok=True)

    def add(self, row: Row) -> None:
        self._rows.append(row)
        if len(self._rows) == GROUP[self.name]:
            self._write()

    def finish(self) -> None:
        """Write what is left, and close the file."""
        self._write()
        self._open.close()

    def _write(self) -> None:
        schema = NAMES[self.name]
        arrays = [
            pa.array([row.get(field.name) for row in self._rows], field.type) for field in schema
        ]
        self._rows.clear()
        self._writer.write_table(pa.Table.from_arrays(arrays, schema=schema))
