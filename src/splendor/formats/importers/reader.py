"""`Reader`: what a reader of other programs' files is, and `Reading`, what it makes of a game.

A new reader is a module that names one `Reader` and stands in `READERS` of
`splendor.formats.importers.readers`; docs/how-to/reader.md shows how. It never opens, splits or
parses anything: it is handed JSON values that know where they stand, and raises UnreadableError
through them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import attrs

from splendor.errors import InvalidValueError, UnreadableError
from splendor.formats.importers.values import Value, document
from splendor.formats.lines import at_line, first_line, parse_line, split_lines
from splendor.formats.record import Record
from splendor.model.state import State


@attrs.frozen
class Reading:
    """A game, or a position, as another program wrote it down, and what had to be assumed.

    `players` are the names by seat, empty where there are none. `assumptions` are sentences, one
    for each thing that the source leaves out; a record repeats them in its meta.
    """

    game: Record | State
    players: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()


@attrs.frozen
class Reader:
    """One kind of file: how it is recognised, and how its games are read.

    `what` names it in messages, with its article. `recognises` is given the JSON value of a
    document, or of the first line of several: it looks at the content, never at a name, and raises
    nothing. `interpret` turns values into readings in their order, and raises UnreadableError for
    what it cannot read. The values are documents, which stand alone or one on each line; with
    `by_line` they are all lines of a text, since one game is written on many.
    """

    what: str
    recognises: Callable[[object], bool]
    interpret: Callable[[Iterable[Value]], Iterator[Reading]]
    by_line: bool = False

    def read(self, data: str | bytes, *, source: str = "") -> tuple[Reading, ...]:
        """Read all games of a text: a document, or lines of them; `source` names it in errors."""
        if self.by_line or first_line(data) is not None:
            lines = split_lines(data) if data and isinstance(data, (str, bytes)) else [data]
            return tuple(self.interpret(line_values(lines, source)))
        return tuple(self.interpret([document(data, "", source)]))


def line_values(lines: Iterable[str | bytes], source: str) -> Iterator[Value]:
    """Yield the JSON value of each line; UnreadableError at the first that is none."""
    for number, line in enumerate(lines, start=1):
        try:
            yield Value(parse_line(line, number), f"line {number}, $", source)
        except UnreadableError as error:
            raise at_line(error, number, source) from None


def build(at: Value, **fields: Any) -> Record:
    """Return a Record; UnreadableError at a place for what no record can hold."""
    try:
        return Record(**fields)
    except InvalidValueError as error:
        at.fail(str(error))
