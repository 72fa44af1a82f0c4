"""`read_tables`: what was found, from the two tables."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from splendor.adapters.tables.columns import NAMES, VERSION
from splendor.adapters.tables.rows import ERRORS, SKIPPED, UNREADABLE, UNVERIFIED, Row, game_row
from splendor.engine.scoring import outcome, score
from splendor.engine.violation import Violation
from splendor.errors import (
    SplendorError,
    UnreadableError,
    UnsupportedVersionError,
    brief,
    printable,
)
from splendor.formats.json import from_json
from splendor.formats.record import Record
from splendor.formats.search import SkippedFile, UnreadableFile
from splendor.formats.strict import parse
from splendor.model.rule_ids import RuleId
from splendor.model.state import State
from splendor.verification import (
    CheckedGame,
    Finding,
    Problem,
    Report,
    Unnamed,
    UnverifiedGame,
    Verdict,
)

ORDER: Final = {"games": "game", "events": "game, event"}
MAX_SHOWN: Final = 60
MAX_WHY: Final = 200
BATCH: Final = 2**12
"""How many rows are held at a time."""


def read_tables(
    source: str | os.PathLike[str] | duckdb.DuckDBPyConnection,
) -> Iterator[Finding]:
    """Yield again what `write_tables` was given, in its order, from a folder or from DuckDB.

    Equal are games, with their records and reports, and the words of errors; a name of a file that
    is no text comes back spelled out. What was found is not judged again, but that each row agrees
    with its record, and with the events of the game, is checked. Raises UnreadableError, with the
    table and the number of the game, for tables that are damaged or of another kind, when what is
    before that was given, and UnsupportedVersionError for those of a newer version.
    """
    events = _rows(source, "events")
    ahead = next(events, None)
    number = -1
    for number, row in enumerate(_rows(source, "games")):
        own: list[Row] = []
        while ahead is not None and ahead.get("game") == number:
            own.append(ahead)
            ahead = next(events, None)
        yield _finding(number, row, own)
    if ahead is not None:
        message = f"expected events of the games 0 to {number}, not of {ahead.get('game')}"
        raise UnreadableError(message, source="events")


def _rows(source: str | os.PathLike[str] | duckdb.DuckDBPyConnection, name: str) -> Iterator[Row]:
    """Yield the rows of a table without what is null."""
    schema = NAMES[name]
    try:
        with ExitStack() as stack:
            there, batches = _opened(source, name, stack)
            if there.names != schema.names:
                message = f"expected the columns {', '.join(schema.names)}"
                raise UnreadableError(message, source=name)
            for batch in batches:
                for row in pa.Table.from_batches([batch]).cast(schema).to_pylist():
                    yield {key: value for key, value in row.items() if value is not None}
    except (pa.ArrowException, duckdb.Error, OSError, UnicodeError) as error:
        message = f"expected a table that can be read: {error}"
        raise UnreadableError(message, source=name) from None


def _opened(
    source: str | os.PathLike[str] | duckdb.DuckDBPyConnection, name: str, stack: ExitStack
) -> tuple[Any, Iterator[Any]]:  # PyArrow has no types
    """Return what columns a table has, and its rows in batches."""
    if isinstance(source, duckdb.DuckDBPyConnection):
        # a cursor: two results are read side by side
        query = f"SELECT * FROM {name} ORDER BY {ORDER[name]}"  # noqa: S608 - words of ours
        reader = source.cursor().sql(query).to_arrow_reader(BATCH)
        return reader.schema, iter(reader)
    raw = stack.enter_context((Path(source) / f"{name}.parquet").open("rb"))
    file = stack.enter_context(pq.ParquetFile(raw))
    return file.schema_arrow, file.iter_batches(BATCH)


def _finding(number: int, row: Row, events: list[Row]) -> Finding:
    """Return what a row and those of its events say, if they all agree."""
    if row.get("version", 0) > VERSION:
        message = f"version {row['version']} of the tables is newer than {VERSION}"
        raise UnsupportedVersionError(message, path=f"game {number}", source="games")
    try:
        finding = _made_of(row, events)
        expected = game_row(finding, number)
    except (SplendorError, ValueError, KeyError, TypeError, AttributeError) as error:
        why = printable(str(error), MAX_WHY)
        message = f"expected a row that write_tables has written: {why}"
        raise UnreadableError(message, path=f"game {number}", source="games") from None
    for name, rows, made in (("games", [row], [expected[0]]), ("events", events, expected[1])):
        for read, wrote in zip_longest(rows, map(_as_read, made), fillvalue=Row()):
            for column in NAMES[name].names:
                if read.get(column) != wrote.get(column):
                    place = f"game {number}, {column}"
                    message = (
                        f"expected {_shown(wrote.get(column))}, not {_shown(read.get(column))}"
                    )
                    raise UnreadableError(message, path=place, source=name)
    return finding


def _shown(value: object) -> str:
    return printable(repr(value), MAX_SHOWN)


def _as_read(row: Row) -> Row:
    """Return a row as it is when it was read."""
    return {key: value for key, value in row.items() if value is not None}


def _made_of(row: Row, events: list[Row]) -> Finding:
    path = Path(row["file"]) if "file" in row else None
    number, verdict = row.get("number"), row["verdict"]
    if verdict == UNVERIFIED:
        return UnverifiedGame(path, number, row["error"])
    if verdict in {SKIPPED, UNREADABLE}:
        file = Path(row["file"])
        if verdict == SKIPPED:
            return SkippedFile(file, row["error"])
        kind = ERRORS[row["error_kind"]]
        error = kind(row["error"], path=row["error_path"], source=row["error_source"])
        return UnreadableFile(file, error, number)
    record = from_json(_document(row["record"], events), Record)
    if ("rule" in row) != (verdict == Verdict.INVALID.value):
        message = f"the verdict {printable(verdict, MAX_SHOWN)} does not go with the rule"
        raise ValueError(message)
    good = sum(event.get("legal") is True for event in events)
    if row["good_events"] != good:
        message = f"{row['good_events']} good_events, but {good} are legal"
        raise ValueError(message)
    return CheckedGame(
        path,
        number,
        row["origin"],
        record.players,
        record.ending,
        tuple(row["assumptions"]),
        _report(row, record),
        record,
    )


def _document(record: str, events: list[Row]) -> str:
    """Put the events of a record back into it."""
    inside = ",".join(event["record"] for event in events)
    return f'{record.removesuffix("}")},"events":[{inside}]}}'


def _report(row: Row, record: Record) -> Report:
    final = State.parse(row["final"]) if "final" in row else None
    turns = 0 if final is None else final.turn
    if row["turns"] != turns:
        message = f"{row['turns']} turns, but {turns} in final"
        raise ValueError(message)
    return Report(
        verdict=Verdict(row["verdict"]),
        problem=_problem(row) if "rule" in row else None,
        complete=row["complete"],
        events=row["good_events"],
        turns=row["turns"],
        scores=() if final is None else score(final),
        outcome=None if final is None else outcome(final),
        claimed=record.result,
        unnamed=tuple(map(_unnamed, row["unnamed"])),
        missing_refill=row["missing_refill"],
        commitment=row.get("commitment"),
        final=final,
    )


def _problem(row: Row) -> Problem:
    parameters = tuple(map(_parameter, parse(row["parameters"])))
    return Problem(
        Violation(RuleId(row["rule"]), parameters, row["sentence"]),
        row.get("problem_event"),
        row.get("problem_turn"),
        row.get("problem_player"),
    )


def _parameter(pair: Any) -> tuple[str, str | int]:  # noqa: ANN401 - whatever JSON holds
    name, value = pair
    if type(name) is not str or type(value) not in (str, int):
        message = f"expected the name of a parameter and a text or an int, not {brief(pair)}"
        raise ValueError(message)
    return name, value


def _unnamed(text: str) -> Unnamed:
    card, _, seat = text.partition(" ")
    return Unnamed(int(card.removeprefix("#")), int(seat) if seat else None)
