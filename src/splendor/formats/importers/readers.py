"""The readers of other programs' files, and which of them a text is for."""

from __future__ import annotations

from typing import Final

from splendor.errors import UnreadableError
from splendor.formats.importers.ai_splendor import AI_SPLENDOR
from splendor.formats.importers.reader import Reader, Reading
from splendor.formats.importers.spendee import SPENDEE_READER
from splendor.formats.importers.traces import TRACES
from splendor.formats.lines import first_line
from splendor.formats.strict import parse

READERS: Final[tuple[Reader, ...]] = (AI_SPLENDOR, SPENDEE_READER, TRACES)
"""All readers, by name; `read_bga` is none of them, since it takes two files for a game."""


def reader_for(content: object) -> Reader | None:
    """Return the reader that recognises a JSON value, a document or a first line; None if none."""
    return next((reader for reader in READERS if reader.recognises(content)), None)


def import_games(data: str | bytes, *, source: str = "") -> tuple[Reading, ...]:
    """Read the games in a text of another program, whichever of the readers it is for.

    It is told by its content: JSON, or JSON Lines. `source` names it in errors. Raises
    UnreadableError if no reader knows it, saying what all of them read, and else as that one does.
    """
    try:
        first = first_line(data)
        reader = reader_for(parse(data) if first is None else first)
    except UnreadableError as error:
        raise UnreadableError(error.message, path=error.path, source=source) from None
    if reader is None:
        expected = ", ".join(reader.what for reader in READERS)
        message = f"expected one of: {expected}"
        raise UnreadableError(message, path="$", source=source)
    return reader.read(data, source=source)
