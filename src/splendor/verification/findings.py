"""What is found where games are looked for: one of these for each game, file or folder."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

import attrs

from splendor.formats.record import Ending, Record
from splendor.formats.search import SkippedFile, UnreadableFile
from splendor.verification.report import Report


@attrs.frozen
class CheckedGame:
    """A game that could be read, and what `verify` found out about it: its `report`.

    `path` is its file, None if it was given as a `Record`. `number` is which game of its file it
    is, from 1, or for a `Record` its place in the source; of a file with a record on each line it
    is the number of the line, and None if the file can hold no other. `origin` is where it comes
    from: what its `meta` names as `site`, else the name of its generator, else empty. `assumptions`
    are what a reader of another program's log had to assume. `record` is the game itself if it was
    to be kept.
    """

    path: Path | None
    number: int | None
    origin: str
    players: tuple[str, ...]
    ending: Ending
    assumptions: tuple[str, ...]
    report: Report
    record: Record | None = attrs.field(default=None, repr=False)


@attrs.frozen
class UnverifiedGame:
    """A game, or a file of games, that nobody judged, for a reason that does not lie in it.

    A process that died with it, an executor that takes no more, or a fault of this package: that is
    the `reason`, and it can be tried again. `path` and `number` are as in `CheckedGame`, but of a
    small file which nobody had opened the `number` is None, however many games it holds.
    """

    path: Path | None
    number: int | None
    reason: str


Finding: TypeAlias = CheckedGame | UnreadableFile | SkippedFile | UnverifiedGame
"""What `verify_many` gives for each game, and for each file that is none."""
