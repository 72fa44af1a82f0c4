"""Games in files: records, positions, and other programs' files, told by their content.

A file is never judged by its name. It may hold one document, one on each line (JSON Lines), or
several games of text, and be compressed with gzip or zstd. A Board Game Arena game is two files
side by side, the table (`NAME.gamedatas.json`) and the log (`NAME.g_gamelogs.json`); either may be
named, and the other is looked for among the `.json` files beside it whose name is the same up to
the first dot.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Final, TypeAlias

import attrs

from splendor.errors import SplendorError, UnreadableError
from splendor.formats.compression import uncompressed
from splendor.formats.content import (
    GAME,
    NAMES,
    POSITIONS,
    Content,
    Kind,
    all_readings,
    content_of,
    one_reading,
    reading_of,
)
from splendor.formats.folders import file_name, lines_of, placed_lines, read_head
from splendor.formats.importers.bga import read_bga
from splendor.formats.importers.reader import Reading, line_values
from splendor.formats.lines import at_line, parse_lines
from splendor.formats.record import Record
from splendor.model.state import State

_OTHER_HALF: Final[dict[Kind, Kind]] = {"table": "log", "log": "table"}
MAX_BESIDE: Final = 8
"""How many files are looked through for the other half of a game. Of n halves that all fit each
other each would lead to n files."""

EVENT_BYTES: Final = 256
"""About how many bytes an event of a record is."""

Listing: TypeAlias = Callable[[Path], Mapping[str, Sequence[str]]]
"""`by_stem`, or a memo of it."""


@attrs.frozen
class File:
    """A file: its bytes, unless there are too many, and what they hold."""

    path: Path
    data: bytes = attrs.field(repr=False)
    content: Content


@attrs.frozen
class FoundGame:
    """A game that `find_games` found: its file, and its number there, from 1, if it has others too.

    Of a file with a record on each line that is the number of the line. Of a Board Game Arena game
    `path` is the file met first and `beside` the other half. `read` does what is left to do.
    """

    path: Path
    _load: Callable[[], Reading] = attrs.field(repr=False, eq=False)
    number: int | None = None
    beside: Path | None = None
    position: bool = False
    """Whether it is known to be no game but a position, which `read` refuses."""
    _weight: int = attrs.field(default=0, alias="weight", repr=False, eq=False)
    """About how many bytes it holds."""
    _place: int | None = attrs.field(default=None, alias="place", repr=False, eq=False)
    """How far into the file on the disk it reaches, if it is a line."""

    def reading(self) -> Reading:
        """Return the game or position, with what was assumed of it.

        Raises UnreadableError, with the file's name as its source, if it is none, and
        InvalidPositionError for a position that breaks invariants.
        """
        source = file_name(self.path)
        try:
            return self._load()
        except UnreadableError as error:
            raise _from(source, error) from None

    def read(self) -> Record:
        """Return the game; UnreadableError, with the file's name as its source, if it is none."""
        source = file_name(self.path)
        try:
            found = self.reading().game
        except UnreadableError:
            raise
        except SplendorError as error:
            raise UnreadableError(str(error), source=source) from None
        if isinstance(found, State):
            message = f"expected {GAME}, not a position"
            raise UnreadableError(message, source=source)
        return found


def load(path: str | os.PathLike[str]) -> Record:
    """Return the game in a file of any kind that is known here, told by its content.

    That is a record, as JSON or text, a game of another program, or one half of a Board Game Arena
    game. Raises UnreadableError, with the file's name as its source, for anything else: a folder or
    a device, a file longer than 8 MiB or without permission, a missing other half, a document that
    is malformed or of another kind, and a file of several games.
    """
    file = open_file(Path(path))
    if file.content.kind in POSITIONS and not file.content.lines:
        raise no_game(file)
    try:
        return _only_game(file).read()
    except UnreadableError:
        raise
    except SplendorError as error:
        raise UnreadableError(str(error), source=file_name(file.path)) from None


def load_any(path: Path) -> Record | State:
    """Return the game or the position in a file.

    Raises UnreadableError as `load` does, and InvalidPositionError for a position that breaks
    invariants.
    """
    return load_reading(path).game


def load_reading(path: Path) -> Reading:
    """Return the same with the names of the players, and what was assumed of it."""
    return _only_game(open_file(path)).reading()


def games_of(path: Path) -> Iterator[FoundGame]:
    """Yield the games and positions in a file one by one.

    Raises UnreadableError and InvalidPositionError as `load_any` does, at the first that cannot be
    read.
    """
    return games_in(open_file(path), by_stem)


def read_lines(
    source: str | os.PathLike[str] | Iterable[str | bytes],
    *,
    on_error: Callable[[UnreadableError], object] | None = None,
) -> Iterator[Record]:
    """Yield the records of JSON Lines, one at a time, from a file or from an iterable of lines.

    A file may have any length, a line at most 8 MiB; no more than one is held. A line that holds no
    record, also a blank one, raises UnreadableError with the name of the file, the number of the
    line and the place in it; with `on_error`, that is called with the error instead, and the stream
    goes on.
    """
    if not isinstance(source, (str, os.PathLike)):
        yield from parse_lines(source, on_error=on_error)
        return
    path = Path(source)
    yield from parse_lines(lines_of(path), source=file_name(path), on_error=on_error)


def no_game(file: File) -> UnreadableError:
    """Return the error that a file is known to hold no game."""
    message = f"expected {GAME}, not {file.content.what}"
    return UnreadableError(message, source=file_name(file.path))


# The games of a file


def _only_game(file: File) -> FoundGame:
    games = list(islice(games_in(file, by_stem), 2))
    if len(games) == 1:
        return games[0]
    message = f"expected one game, not {'several' if games else 'none'}"
    raise UnreadableError(message, source=file_name(file.path))


def games_in(file: File, listing: Listing) -> Iterator[FoundGame]:
    """Yield the games of a file; those of a text that has to be read as a whole are read."""
    path, data, content = file.path, file.data, file.content
    source = file_name(path)
    if content.line_by_line:
        for number, (line, place) in enumerate(placed_lines(path), start=1):
            load = partial(_of_line, line, number)
            yield FoundGame(path, load, number, weight=len(line), place=place)
    elif content.kind in _OTHER_HALF:
        other = _other_half(file, listing)
        halves = (data, other.data) if content.kind == "table" else (other.data, data)
        load = partial(_of_bga, *halves, source)
        yield FoundGame(path, load, beside=other.path, weight=sum(map(len, halves)))
    elif content.kind in ("record", "state", "position"):
        yield FoundGame(path, partial(one_reading, data, content, source), weight=len(data))
    elif content.kind == "text" or content.reader is not None:
        try:
            yield from _numbered(path, _readings(file, source))
        except UnreadableError as error:
            raise _from(source, error) from None
    else:
        raise no_game(file)


def _readings(file: File, source: str) -> Iterator[Reading]:
    reader = file.content.reader
    if reader is None or not file.content.lines:
        return all_readings(file.data, file.content, source)
    return reader.interpret(line_values(lines_of(file.path), source))


def _numbered(path: Path, readings: Iterator[Reading]) -> Iterator[FoundGame]:
    """Yield games that have been read, with their numbers if there are several."""
    ahead = list(islice(readings, 2))
    several = len(ahead) > 1
    for number, reading in enumerate(chain(ahead, readings), start=1):
        position = isinstance(reading.game, State)
        yield FoundGame(
            path,
            partial(_itself, reading),
            number if several else None,
            position=position,
            weight=0 if isinstance(reading.game, State) else weight_of(reading.game),
        )


def weight_of(record: Record) -> int:
    """Return about how many bytes a record has."""
    return len(record.events) * EVENT_BYTES


def _itself(reading: Reading) -> Reading:
    return reading


def _of_line(line: bytes, number: int) -> Reading:
    try:
        return one_reading(line, content_of(line, len(line)), "")
    except SplendorError as error:
        raise at_line(error, number) from None


def _of_bga(table: bytes, log: bytes, source: str) -> Reading:
    return reading_of(read_bga(table, log, source=source))


def _other_half(file: File, listing: Listing) -> File:
    """Find the other half of a Board Game Arena game among the files beside it."""
    path, wanted = file.path, _OTHER_HALF[file.content.kind]
    stem = path.name.partition(".")[0]
    names = listing(path.parent).get(stem, ())
    found = _only(wanted, [path.with_name(name) for name in names if name != path.name])
    if isinstance(found, File):
        return found
    named = f"named {file_name(Path(stem))}.*.json"
    message = f"expected {NAMES[wanted]} beside it, {named}; {found}"
    raise UnreadableError(message, source=file_name(path))


def _only(wanted: Kind, paths: Sequence[Path]) -> File | str:
    """Return the only file of a kind, or say why there is none."""
    if len(paths) > MAX_BESIDE:
        return f"there are {len(paths)} such files, more than {MAX_BESIDE}"
    found: list[File] = []
    broken = ""
    for path in paths:
        try:
            other = open_file(path)
        except UnreadableError as error:
            broken = broken or f"; {error}"
        else:
            found += [other] if other.content.kind == wanted else []
        if len(found) > 1:
            return f"there are several: {', '.join(file_name(other.path) for other in found)}"
    return found[0] if found else f"there is none{broken}"


def by_stem(folder: Path) -> dict[str, list[str]]:
    """List the `.json` files of a folder by their names up to the first dot."""
    try:
        names = sorted(entry.name for entry in folder.iterdir())
    except OSError:
        return {}
    stems: dict[str, list[str]] = {}
    for name in names:
        if uncompressed(Path(name)).suffix.lower() == ".json":
            stems.setdefault(name.partition(".")[0], []).append(name)
    return stems


def open_file(path: Path, *, any_text: bool = False) -> File:
    """Read a file and see what it is; UnreadableError with its name if it is nothing known.

    With `any_text` what is no game may be any text.
    """
    head = read_head(path)
    try:
        file = File(path, head.data, content_of(head.data, head.size))
    except UnreadableError as error:
        if head.damage is None and any_text:
            return File(path, head.data, Content("words"))
        raise head.damage or _from(file_name(path), error) from None
    if head.damage is not None and not file.content.lines:
        raise head.damage
    return file


def _from(source: str, error: UnreadableError) -> UnreadableError:
    """Return the same error with its source."""
    return type(error)(error.message, path=error.path, source=error.source or source)
