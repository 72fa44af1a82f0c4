"""`splendor convert`: games and positions from any file that can be read, in a form of ours."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

from splendor.cli.output import write
from splendor.errors import SplendorError
from splendor.formats.files import Game, games_of
from splendor.formats.importers.reader import Reading
from splendor.formats.json import to_json
from splendor.formats.notation import format_position
from splendor.formats.record import Record
from splendor.formats.text import format_record
from splendor.render.foreign import clean

Form: TypeAlias = Literal["json", "jsonl", "text"]

FORMS: Final[tuple[Form, ...]] = get_args(Form)
BY_SUFFIX: Final[dict[str, Form]] = {
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".splendor": "text",
    ".txt": "text",
}
"""The form that the end of a file's name asks for."""


class ConversionError(SplendorError):
    """A conversion that cannot be: into the file it is from, or of several games into one."""


def convert_file(source: Path, target: Path | None, form: Form) -> None:
    """Write all games and positions of a file to another, or to standard output for None.

    The other file is put in its place when all is done, and left alone if something fails; nothing
    goes to standard output before that. What was assumed is told on standard error. Raises
    ConversionError, and what reading raises.
    """
    games = games_of(source)
    texts = _texts(games, target, form)
    if target is None:
        write("".join(texts), sys.stdout)
        return
    target = Path(os.path.realpath(target))
    if target.exists() and not target.is_file():
        message = f"{clean(str(target))} is no file that could be written"
        raise ConversionError(message)
    part = target.with_name(f"{target.name}.part")
    try:
        file = part.open("x", encoding="utf-8", newline="\n")
    except FileExistsError:
        message = f"{clean(part.name)} is in the way: another conversion, or one that was cut off"
        raise ConversionError(message) from None
    except OSError as error:
        message = f"{clean(str(target))} cannot be written: {error.strerror}"
        raise ConversionError(message) from None
    try:
        with file:
            file.writelines(texts)
        part.replace(target)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise


def _texts(games: Iterator[Game], target: Path | None, form: Form) -> Iterator[str]:
    """Yield the text of each game in turn, once it may be written."""
    first: Reading | None = None
    for place, game in enumerate(games):
        if target is not None:
            for path in filter(None, (game.path, game.beside)):
                _refuse_same(path, target)
        reading = game.reading()
        if first is not None:
            _refuse_several((first, reading), form)
        first = first or reading
        _tell(game, reading)
        separator = "\n" if form == "text" and place else ""
        yield separator + text_of(reading.game, form)


def text_of(game: object, form: Form) -> str:
    """Return a record or a position in a form, with a line feed at the end."""
    if form != "text":
        return f"{to_json(game)}\n"  # type: ignore[arg-type]
    return format_record(game) if isinstance(game, Record) else f"{format_position(game)}\n"  # type: ignore[arg-type]


def _refuse_same(path: Path, target: Path) -> None:
    with suppress(OSError):
        if path.samefile(target):
            message = f"{clean(str(target))} is what is read; nothing is written over it"
            raise ConversionError(message)


def _refuse_several(readings: tuple[Reading, Reading], form: Form) -> None:
    if form == "json":
        message = "there are several games, which only JSON Lines and text hold (--to jsonl)"
        raise ConversionError(message)
    if form == "text" and not all(isinstance(reading.game, Record) for reading in readings):
        message = "there are several positions, which only JSON Lines hold (--to jsonl)"
        raise ConversionError(message)


def _tell(game: Game, reading: Reading) -> None:
    which = "" if game.number is None else f"game {game.number}: "
    for assumption in reading.assumptions:
        write(f"assumed: {which}{clean(assumption)}\n", sys.stderr)
