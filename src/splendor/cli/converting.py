"""`splendor convert`: games and positions from any file that can be read, in a form of ours."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path

from splendor.cli.batch import ConversionError, Place, put_in_place, refuse_same
from splendor.cli.forms import SUFFIX, Form
from splendor.cli.streams import write
from splendor.formats.files import FoundGame, games_of
from splendor.formats.importers.reader import Reading
from splendor.formats.json import to_json
from splendor.formats.notation import format_position
from splendor.formats.record import Record
from splendor.formats.text import format_record
from splendor.render.foreign import clean


def convert_file(source: Path, target: Path | None, form: Form) -> None:
    """Write all games and positions of a file to another, or to standard output for None.

    The other file is put in its place when all is done, and left alone if something fails; nothing
    goes to standard output before that. What was assumed is told on standard error. Raises
    ConversionError, and what reading raises.
    """
    games = games_of(source)
    if target is None:
        write("".join(_texts(games, None, form)), sys.stdout)
        return
    put_in_place(target, _texts(games, target, form))


def convert_to(form: Form | None, source: Path, place: Place) -> Iterator[Path]:
    """Write all games and positions of a file to the place for it, and yield that.

    Without a form it is JSON for one, JSON Lines for several. Raises as `convert_file` does.
    """
    games = games_of(source)
    ahead = list(islice(games, 2))
    form = form or ("json" if len(ahead) == 1 else "jsonl")
    target = place(SUFFIX[form], ahead[0].beside if ahead else None)
    put_in_place(target, _texts(chain(ahead, games), target, form, of=f"{source}: "))
    yield target


def _texts(
    games: Iterable[FoundGame], target: Path | None, form: Form, *, of: str = ""
) -> Iterator[str]:
    """Yield the text of each game in turn, once it may be written."""
    first: Reading | None = None
    for place, game in enumerate(games):
        if target is not None:
            for path in filter(None, (game.path, game.beside)):
                refuse_same(path, target)
        reading = game.reading()
        if first is not None:
            _refuse_several((first, reading), form)
        first = first or reading
        _tell(game, reading, of)
        separator = "\n" if form == "text" and place else ""
        yield separator + text_of(reading.game, form)


def text_of(game: object, form: Form) -> str:
    """Return a record or a position in a form, with a line feed at the end."""
    if form != "text":
        return f"{to_json(game)}\n"  # type: ignore[arg-type]
    return format_record(game) if isinstance(game, Record) else f"{format_position(game)}\n"  # type: ignore[arg-type]


def _refuse_several(readings: tuple[Reading, Reading], form: Form) -> None:
    if form == "json":
        message = "there are several games, which only JSON Lines and text hold (--to jsonl)"
        raise ConversionError(message)
    if form == "text" and not all(isinstance(reading.game, Record) for reading in readings):
        message = "there are several positions, which only JSON Lines hold (--to jsonl)"
        raise ConversionError(message)


def _tell(game: FoundGame, reading: Reading, of: str) -> None:
    which = "" if game.number is None else f"game {game.number}: "
    for assumption in reading.assumptions:
        write(f"{clean(of)}assumed: {which}{clean(assumption)}\n", sys.stderr)
