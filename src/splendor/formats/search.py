"""The games in files and folders: each file once, in a fixed order, and none stops the search."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from copy import copy
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

import attrs

from splendor.errors import SplendorError, UnreadableError
from splendor.formats.compression import uncompressed
from splendor.formats.content import POSITIONS
from splendor.formats.files import FoundGame, Listing, by_stem, games_in, no_game, open_file
from splendor.formats.folders import file_name, files_in, is_folder, is_small

SUFFIXES: Final = (".json", ".jsonl", ".ndjson", ".splendor", ".txt")
"""How the names of those files in a folder end that are looked into, but for compression."""


def _copied(error: UnreadableError) -> UnreadableError:
    """Leave behind the traceback of an error, which holds on to the whole file."""
    copied = copy(error)  # with what some library has taught Python to copy of errors
    copied.__traceback__ = copied.__context__ = copied.__cause__ = None
    return copied


@attrs.frozen
class UnreadableFile:
    """A file, a game in it, or a folder that ought to hold games, and cannot be read."""

    path: Path
    error: UnreadableError = attrs.field(converter=_copied)
    number: int | None = None


@attrs.frozen
class SkippedFile:
    """A file in a folder that is no game, and what it is instead."""

    path: Path
    remark: str


Found: TypeAlias = FoundGame | UnreadableFile | SkippedFile
"""What `find_games` gives."""


@attrs.frozen
class FoundFile:
    """A small file that nobody has looked into, and that is no half of a game.

    Whoever is given it can find the games in it without knowing what was found before.
    """

    path: Path
    named: bool

    def games(self) -> Iterator[Found]:
        """Look into it."""
        return _examine(self.path, by_stem, named=self.named)


@attrs.define
class Search:
    """A search that is going on: which files are done, and what lies beside them."""

    _done: set[str] = attrs.field(factory=set, init=False)
    _listing: Listing = attrs.field(factory=lambda: cache(by_stem), init=False)
    """A folder is listed once, however many games it holds."""

    def look_into(self, path: Path) -> Iterator[Found | FoundFile]:
        """Yield what is in a file or folder, but for files that are done; small ones unopened."""
        named = not is_folder(path)
        for found, error in [(path, None)] if named else files_in(path):
            if error is not None:
                yield UnreadableFile(found, error)
            elif self._first_time(found):
                yield from self._file(found, named=named)

    def _first_time(self, path: Path) -> bool:
        """Note a file as done, whatever links lead to it; False if it was before."""
        try:
            real = os.path.realpath(path)
        except ValueError:  # no path at all: it has a null character
            real = str(path)
        new = real not in self._done
        self._done.add(real)
        return new

    def _file(self, path: Path, *, named: bool) -> Iterator[Found | FoundFile]:
        if not named and uncompressed(path).suffix.lower() not in SUFFIXES:
            yield SkippedFile(path, f"not {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}")
        elif is_small(path) and not self._has_beside(path):
            yield FoundFile(path, named)
        else:
            for game in _examine(path, self._listing, named=named):
                if isinstance(game, FoundGame) and game.beside is not None:
                    self._first_time(game.beside)
                yield game

    def _has_beside(self, path: Path) -> bool:
        """Return whether some file may be the other half of it."""
        names = self._listing(path.parent).get(path.name.partition(".")[0], ())
        return any(name != path.name for name in names)


def find_games(paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> Iterator[Found]:
    """Find the games in files and folders, each file once, in the order of the paths.

    A folder is searched with all folders in it, by name, the files of each first. Left out without
    a remark is what is hidden (its name begins with a dot); links to folders are not followed. A
    file in a folder is skipped with a remark if its name does not end in .json, .jsonl, .ndjson,
    .splendor or .txt, with .gz or .zst behind it or not, or if it holds something known to be no
    game; one that was named itself is then unreadable. A file of several games gives each of them
    with its number, and the two files of a Board Game Arena game give it once. The search does not
    raise: a file that cannot be read is given as `UnreadableFile`. A game in it, such as a line,
    may still turn out unreadable when `FoundGame.read` is called. What is found holds its file, or
    its line, as long as it is kept.

    >>> games = find_games("examples/games")
    >>> [found.path.stem for found in games if isinstance(found, FoundGame)][2:4]
    ['forged', 'four-players']
    """
    if isinstance(paths, (str, os.PathLike)):
        paths = (paths,)
    search = Search()
    for path in map(Path, paths):
        for found in search.look_into(path):
            if isinstance(found, FoundFile):
                yield from found.games()
            else:
                yield found


def _examine(path: Path, listing: Listing, *, named: bool) -> Iterator[Found]:
    try:
        any_text = not named and uncompressed(path).suffix.lower() == ".txt"
        file = open_file(path, any_text=any_text)
        kind = file.content.kind
        if kind in POSITIONS or kind in {"other", "words"}:
            if named:
                raise no_game(file)
            yield SkippedFile(path, f"{file.content.what}, not a game")
            return
        for game in games_in(file, listing):
            if game.position and not named:
                yield SkippedFile(path, f"{file.content.what}, a position, not a game")
            else:
                yield game
    except UnreadableError as error:
        yield UnreadableFile(path, error)
    except SplendorError as error:
        yield UnreadableFile(path, UnreadableError(str(error), source=file_name(path)))
