"""What a text holds: a record or position in any of their forms, or another program's file.

`content_of` looks only as far as it must to tell; `one_reading` and `all_readings` read it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, Literal, TypeAlias

import attrs

from splendor.errors import UnreadableError
from splendor.formats.importers.bga import is_bga_log, is_bga_table
from splendor.formats.importers.reader import Reader, Reading
from splendor.formats.importers.readers import READERS, reader_for
from splendor.formats.json import RECORD_FORMAT, STATE_FORMAT, from_data
from splendor.formats.lines import first_line
from splendor.formats.notation import parse_position
from splendor.formats.record import Record
from splendor.formats.strict import MAX_BYTES, parse, text_of
from splendor.formats.text import is_text_record, parse_records
from splendor.model.state import State

Kind: TypeAlias = Literal[
    "record", "state", "table", "log", "text", "position", "foreign", "other", "words"
]

NAMES: Final[dict[Kind, str]] = {
    "record": f"a {RECORD_FORMAT}",
    "state": f"a {STATE_FORMAT}",
    "table": "a Board Game Arena table (gamedatas)",
    "log": "a Board Game Arena log (g_gamelogs)",
    "text": f"{RECORD_FORMAT}s as text",
    "position": "a position of one line",
    "other": "JSON of another kind",
    "words": "text of another kind",
}
POSITIONS: Final = frozenset[Kind]({"state", "position"})
GAME: Final = (
    f"a game ({NAMES['record']}, {', '.join(reader.what for reader in READERS)}, "
    f"or {NAMES['table']} and its log)"
)
"""What is expected, for errors."""
_POSITION: Final = re.compile(rb"[ \t]*\d+/\d")
"""How a position of one line begins: with the bank. No JSON does."""
_TEXT: Final = re.compile(rb"\s*[\[;]")
"""How a record as text begins: with a tag or a comment."""


@attrs.frozen
class Content:
    """What a text holds: its kind, the value parsed of it, and the reader of a foreign one.

    With `lines` the value is only that of the first of several lines.
    """

    kind: Kind
    value: Any = attrs.field(default=None, repr=False)
    reader: Reader | None = None
    lines: bool = False

    @property
    def what(self) -> str:
        """What it is, with its article."""
        return NAMES[self.kind] if self.reader is None else self.reader.what

    @property
    def line_by_line(self) -> bool:
        """Whether each line is a document of its own."""
        return self.lines and not (self.reader is not None and self.reader.by_line)


def content_of(data: bytes, size: int) -> Content:
    """Return what a text of so many bytes holds; UnreadableError with the place if it is unknown.

    `data` may be only the beginning of a text that is longer than a document may be: that can only
    be JSON Lines.
    """
    line = first_line(data)
    if line is not None:
        return _content(line, lines=True)
    if size > MAX_BYTES:
        message = f"expected at most {MAX_BYTES} bytes, not {size}"
        raise UnreadableError(message)
    if _POSITION.match(data):
        return Content("position")
    if _TEXT.match(data) and is_text_record(data.decode(errors="replace")):
        return Content("text")
    return _content(parse(data))


def one_reading(data: bytes, content: Content, source: str) -> Reading:
    """Return the game or position that a document or a line is."""
    if content.kind == "record":
        return reading_of(from_data(content.value, Record))
    if content.kind == "state":
        return Reading(from_data(content.value, State))
    if content.kind == "position":
        return Reading(parse_position(text_of(data).removesuffix("\n")))
    readings = all_readings(data, content, source)
    first = next(readings, None)
    if first is None or next(readings, None) is not None:
        message = (
            "expected one game, not none" if first is None else "expected one game, not several"
        )
        raise UnreadableError(message)
    return first


def all_readings(data: bytes, content: Content, source: str) -> Iterator[Reading]:
    """Yield the games of a text that may hold several."""
    if content.kind == "text":
        yield from map(reading_of, parse_records(data))
    elif content.reader is not None:
        yield from content.reader.read(data, source=source)
    else:
        message = f"expected {GAME}, not {content.what}"
        raise UnreadableError(message, path="$")


def reading_of(record: Record) -> Reading:
    """Return a record with what it says in its meta was assumed of it."""
    assumed = record.meta.get("assumptions")
    assumptions = tuple(map(str, assumed)) if isinstance(assumed, tuple) else ()
    return Reading(record, record.players, assumptions)


def _content(value: Any, *, lines: bool = False) -> Content:
    kind = _kind(value)
    reader = reader_for(value) if kind == "other" else None
    return Content("foreign" if reader else kind, value, reader, lines)


def _kind(value: Any) -> Kind:
    name = value.get("format") if isinstance(value, dict) else None
    if name == RECORD_FORMAT:
        return "record"
    if name == STATE_FORMAT:
        return "state"
    if is_bga_table(value):
        return "table"
    return "log" if is_bga_log(value) else "other"
