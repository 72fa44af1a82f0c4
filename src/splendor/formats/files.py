"""Reading games from files: a record, or the two halves of a Board Game Arena game.

What a file holds is recognised by its content, never by its name. A Board Game Arena game is two
files side by side, the table (`NAME.gamedatas.json`) and the log (`NAME.g_gamelogs.json`); either
may be named, and the other is looked for among the `.json` files beside it whose name is the same
up to the first dot.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, cast

import attrs

from splendor.errors import SplendorError, UnreadableError, printable
from splendor.formats.importers.bga import is_bga_log, is_bga_table, read_bga
from splendor.formats.json import RECORD_FORMAT, STATE_FORMAT, from_data
from splendor.formats.record import Record
from splendor.formats.strict import MAX_BYTES, parse
from splendor.model.state import State

Kind: TypeAlias = Literal["record", "state", "table", "log", "other"]

_NAMES: Final[dict[Kind, str]] = {
    "record": f"a {RECORD_FORMAT}",
    "state": f"a {STATE_FORMAT}",
    "table": "a Board Game Arena table (gamedatas)",
    "log": "a Board Game Arena log (g_gamelogs)",
    "other": "JSON of another kind",
}
_GAME: Final = f"a game ({_NAMES['record']}, or {_NAMES['table']} and its log)"
_OTHER_HALF: Final[dict[Kind, Kind]] = {"table": "log", "log": "table"}
MAX_BESIDE: Final = 8
"""How many files are looked through for the other half of a game. Of n halves that all fit each
other each would lead to n files."""
MAX_NAME: Final = 60
"""How much of a file's name stands in an error."""

_Listing: TypeAlias = Callable[[Path], Mapping[str, Sequence[str]]]
"""`_by_stem`, or a memo of it."""


@attrs.frozen
class Document:
    """A file that is JSON: its bytes, what they parse to, and what kind of thing that is."""

    path: Path
    data: bytes = attrs.field(repr=False)
    content: Any = attrs.field(repr=False)
    kind: Kind


@attrs.frozen
class Game:
    """A game that was found: the file met first, and for Board Game Arena the other half.

    `path` names it. Nothing but the kind of its files has been looked at; `read` does the rest.
    """

    document: Document
    other_half: Document | None = None

    @property
    def path(self) -> Path:
        """The file met first."""
        return self.document.path

    def read(self) -> Record:
        """Return the game; UnreadableError, with the file's name as its source, if it is none."""
        first, second = self.document, self.other_half
        source = _name(first.path)
        try:
            if second is None:
                return cast("Record", from_data(first.content, Record))
            table, log = (first, second) if first.kind == "table" else (second, first)
            return read_bga(table.data, log.data, source=source)
        except UnreadableError as error:
            raise _from(source, error) from None
        except SplendorError as error:
            raise UnreadableError(str(error), source=source) from None


def _copied(error: UnreadableError) -> UnreadableError:
    """Leave behind the traceback of an error, which holds on to the whole file."""
    return copy(error)


@attrs.frozen
class Unreadable:
    """A file, or a folder, that ought to hold games and cannot be read."""

    path: Path
    error: UnreadableError = attrs.field(converter=_copied)


@attrs.frozen
class Skipped:
    """A file in a folder that is no game, and what it is instead."""

    path: Path
    remark: str


def load(path: str | os.PathLike[str]) -> Record:
    """Return the game in a file: a record, or a Board Game Arena game of which it is one half.

    Raises UnreadableError, with the file's name as its source, for anything else: a folder or a
    device, a file longer than 8 MiB or without permission, a missing other half, and a document
    that is malformed or of another kind.
    """
    return _game(_open(Path(path)), _by_stem).read()


def load_any(path: Path) -> Record | State:
    """Return the game or the position in a file.

    Raises UnreadableError as `load` does, and InvalidPositionError for a position that breaks
    invariants.
    """
    document = _open(path)
    if document.kind != "state":
        return _game(document, _by_stem).read()
    try:
        return cast("State", from_data(document.content, State))
    except UnreadableError as error:
        raise _from(_name(path), error) from None


def find_games(paths: Iterable[Path]) -> Iterator[Game | Unreadable | Skipped]:
    """Find the games in files and folders, each once, in the order of the paths.

    A folder is searched with all folders in it, by name, the files of each first. Left out without
    a remark is what is hidden (its name begins with a dot); links to folders are not followed. A
    file in a folder is skipped with a remark if its name does not end in `.json` or it holds JSON
    that is no game; one that was named itself is then unreadable. Nothing raises: what cannot be
    read is given as `Unreadable`, and the search goes on.
    """
    done: set[str] = set()
    listing = cache(_by_stem)  # a folder is listed once, however many games it holds
    for path in paths:
        named = not _is_folder(path)
        for found in [path] if named else _files_in(path):
            if isinstance(found, Unreadable):
                yield found
            elif _first_time(found, done):
                yield _examine(found, done, listing, named=named)


def _is_folder(path: Path) -> bool:
    try:
        return stat.S_ISDIR(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def _files_in(folder: Path) -> Iterator[Path | Unreadable]:
    waiting = [folder]
    while waiting:
        here = waiting.pop()
        try:
            with os.scandir(here) as entries:
                shown = sorted(
                    (entry.name, entry.is_dir(follow_symlinks=False))
                    for entry in entries
                    if not entry.name.startswith(".")
                )
        except OSError as error:
            message = f"expected a folder that can be listed: {error.strerror}"
            yield Unreadable(here, UnreadableError(message, source=_name(here)))
            continue
        yield from (here / name for name, is_folder in shown if not is_folder)
        waiting += [here / name for name, is_folder in reversed(shown) if is_folder]


def _first_time(path: Path, done: set[str]) -> bool:
    """Note a file as done, whatever links lead to it; False if it was before."""
    try:
        real = os.path.realpath(path)
    except ValueError:  # no path at all: it has a null character
        real = str(path)
    new = real not in done
    done.add(real)
    return new


def _examine(
    path: Path, done: set[str], listing: _Listing, *, named: bool
) -> Game | Unreadable | Skipped:
    if not named and path.suffix.lower() != ".json":
        return Skipped(path, "not .json")
    try:
        document = _open(path)
        if not named and document.kind in {"state", "other"}:
            return Skipped(path, f"{_NAMES[document.kind]}, not a game")
        game = _game(document, listing)
    except UnreadableError as error:
        return Unreadable(path, error)
    if game.other_half is not None:
        _first_time(game.other_half.path, done)
    return game


def _game(document: Document, listing: _Listing) -> Game:
    if document.kind == "record":
        return Game(document)
    if document.kind in _OTHER_HALF:
        return Game(document, _other_half(document, listing))
    message = f"expected {_GAME}, not {_NAMES[document.kind]}"
    raise UnreadableError(message, source=_name(document.path))


def _other_half(document: Document, listing: _Listing) -> Document:
    """Find the other half of a Board Game Arena game among the files beside it."""
    path, wanted = document.path, _OTHER_HALF[document.kind]
    stem = path.name.partition(".")[0]
    names = listing(path.parent).get(stem, ())
    found = _only(wanted, [path.with_name(name) for name in names if name != path.name])
    if isinstance(found, Document):
        return found
    named = f"named {_name(Path(stem))}.*.json"
    message = f"expected {_NAMES[wanted]} beside it, {named}; {found}"
    raise UnreadableError(message, source=_name(path))


def _only(wanted: Kind, paths: Sequence[Path]) -> Document | str:
    """Return the only file of a kind, or say why there is none."""
    if len(paths) > MAX_BESIDE:
        return f"there are {len(paths)} such files, more than {MAX_BESIDE}"
    found: list[Document] = []
    broken = ""
    for path in paths:
        try:
            other = _open(path)
        except UnreadableError as error:
            broken = broken or f"; {error}"
        else:
            found += [other] if other.kind == wanted else []
        if len(found) > 1:
            return f"there are several: {', '.join(_name(other.path) for other in found)}"
    return found[0] if found else f"there is none{broken}"


def _by_stem(folder: Path) -> dict[str, list[str]]:
    """List the `.json` files of a folder by their names up to the first dot."""
    try:
        names = sorted(entry.name for entry in folder.iterdir())
    except OSError:
        return {}
    stems: dict[str, list[str]] = {}
    for name in names:
        if name.lower().endswith(".json"):
            stems.setdefault(name.partition(".")[0], []).append(name)
    return stems


def _open(path: Path) -> Document:
    """Read a file and see what it is; UnreadableError with its name if it is not JSON."""
    data = _read(path)
    try:
        content = parse(data)
    except UnreadableError as error:
        raise _from(_name(path), error) from None
    return Document(path, data, content, _kind(content))


def _kind(content: Any) -> Kind:
    name = content.get("format") if isinstance(content, dict) else None
    if name == RECORD_FORMAT:
        return "record"
    if name == STATE_FORMAT:
        return "state"
    if is_bga_table(content):
        return "table"
    return "log" if is_bga_log(content) else "other"


def _read(path: Path) -> bytes:
    """Read a regular file of bounded size, without so much as opening any other."""
    problem = ""
    data = b""
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            problem = "expected a file, not a folder"
        elif not stat.S_ISREG(status.st_mode):
            problem = "expected a regular file, not a device or a pipe"
        elif status.st_size > MAX_BYTES:
            problem = f"expected at most {MAX_BYTES} bytes, not {status.st_size}"
        else:
            with path.open("rb") as file:
                data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        problem = f"expected a file that can be read: {reason}"
    if problem:
        raise UnreadableError(problem, source=_name(path))
    return data


def _name(path: Path) -> str:
    """Return the name of a file for an error."""
    return printable(path.name or str(path), MAX_NAME)


def _from(source: str, error: UnreadableError) -> UnreadableError:
    """Return the same error with its source."""
    return type(error)(error.message, path=error.path, source=error.source or source)
