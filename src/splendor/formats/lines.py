"""JSON Lines: one document a line, for as many games as one likes, read as a stream.

A line ends with a line feed and with nothing else: other programs leave U+2028 and the like inside
their strings. Each line is a document by itself, of at most 8 MiB, and a blank one is none; so the
memory that reading takes is that of one line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from splendor.errors import SplendorError, UnreadableError
from splendor.formats.json import from_data, to_json
from splendor.formats.record import Record
from splendor.formats.strict import parse


def write_lines(records: Iterable[Record]) -> Iterator[str]:
    """Yield the line of each record: its canonical JSON and a line feed.

    >>> from splendor import record_game, setup
    >>> games = [record_game(setup(2, seed=seed), []) for seed in (1, 2)]
    >>> list(parse_lines(write_lines(games))) == games
    True
    """
    for record in records:
        yield to_json(record) + "\n"


def parse_lines(
    lines: Iterable[str | bytes],
    *,
    source: str = "",
    on_error: Callable[[UnreadableError], object] | None = None,
) -> Iterator[Record]:
    """Yield the record of each line, one at a time.

    `lines` is anything that gives one line after the other, such as a file open for reading, each
    with or without its line feed. A line that holds no record raises UnreadableError with `source`,
    the number of the line from 1, and the path inside it; with `on_error`, that is called with the
    error instead, and the stream goes on.
    """
    for number, line in enumerate(lines, start=1):
        try:
            record = from_data(parse_line(line, number), Record)
        except UnreadableError as error:
            refusal = at_line(error, number, source)
            if on_error is None:
                raise refusal from None
            on_error(refusal)
        else:
            yield record


def split_lines(text: str | bytes) -> Iterator[str | bytes]:
    """Yield the lines of a text, which only line feeds end, without them."""
    found: Any = text  # one kind or the other, and both cut alike
    feed: Any = "\n" if isinstance(text, str) else b"\n"
    start = 0
    while start < len(found):
        end = found.find(feed, start)
        end = len(found) if end < 0 else end
        yield found[start:end]
        start = end + 1


def first_line(text: str | bytes) -> dict[str, Any] | None:
    """Return the object on the first line if others follow; None if a text is not JSON Lines."""
    if not isinstance(text, (str, bytes)):
        return None
    line = next(split_lines(text), text)
    if len(line) == len(text) or text[len(line) :].isspace():
        return None
    try:
        content = parse(line)
    except UnreadableError:
        return None
    return content if isinstance(content, dict) else None


def parse_line(line: str | bytes, number: int) -> Any:
    """Parse the JSON of a line; UnreadableError, with the number of the line, if it is none."""
    try:
        return parse(line)
    except UnreadableError as error:
        raise at_line(error, number) from None


def at_line(error: SplendorError, number: int, source: str = "") -> UnreadableError:
    """Return the error of a line with its number, from 1, as part of the place.

    An error that is none of reading, such as a position that breaks invariants, becomes one.
    """
    if not isinstance(error, UnreadableError):
        return UnreadableError(str(error), path=f"line {number}", source=source)
    inner = re.sub(r"^line \d+(, )?", "", error.path)
    place = ", ".join(filter(None, (f"line {number}", inner)))
    return type(error)(error.message, path=place, source=error.source or source)
