"""The games in a folder, one at a time, in whatever form they were handed in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from copy import copy
from pathlib import Path
from typing import Final

import attrs

from splendor import FoundGame, Record, SkippedFile, UnreadableError, UnreadableFile, find_games

MAX_REFUSED: Final = 1000
"""How many lines of a file are listed that cannot be read."""


@attrs.frozen(order=True)
class Source:
    """Where a game comes from: a file by its path in the folder, and the number of the game in it.

    Games count from 1, in a file of lines by the lines. 0 is the only game of a file.
    """

    file: str
    number: int = 0

    def __str__(self) -> str:
        return f"{self.file}, game {self.number}" if self.number else self.file


def find(
    folder: Path, leave_out: Path, skip: Callable[[str], object]
) -> Iterator[tuple[Source, Record | UnreadableError]]:
    """Yield every game in a folder and the folders in it, and whatever cannot be read.

    What is in the folder `leave_out` is left out. `skip` is told of each file that is no game, and
    what it is instead.
    """
    refused = Counter[Path]()
    for found in find_games(folder):
        if found.path.is_relative_to(leave_out):
            continue
        name = found.path.relative_to(folder).as_posix()
        if isinstance(found, SkippedFile):
            skip(f"{name}: {found.remark}")
            continue
        game = _read(found)
        refused[found.path] += isinstance(game, UnreadableError)
        if isinstance(game, Record) or refused[found.path] <= MAX_REFUSED:
            yield Source(name, found.number or 0), game


def _read(found: FoundGame | UnreadableFile) -> Record | UnreadableError:
    if isinstance(found, UnreadableFile):
        return found.error
    try:
        return found.read()
    except UnreadableError as error:
        return copy(error)  # without its traceback, which would hold on to the file
