"""Verifying the games in files and folders: here or by several processes, and how far it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from time import monotonic
from typing import Final

import attrs

from splendor.cli.batch import sources_of
from splendor.cli.output import SHOWN
from splendor.cli.progress import Clock, following
from splendor.cli.results import Results, ResultsError
from splendor.cli.tally import BAD, SKIPPED, UNVERIFIED, Checks, Tally, verdict_of
from splendor.cli.workers import Workers
from splendor.formats.files import FoundGame
from splendor.formats.search import Found, FoundFile, Search
from splendor.render.words import counted
from splendor.verification import Finding, verify_many

MAX_UNVERIFIED: Final = 10_000
"""How many games are named that nobody judged: they are in no file of results."""


def check_files(
    paths: Sequence[Path], *, jobs: int = 1, keep: bool = True, results: Results | None = None
) -> Checks:
    """Verify the games in files and folders; an interrupt ends it with what is finished.

    With `results` those that are in there are left out, but counted, and the others are added.
    """
    tally = Tally() if results is None else results.tally
    findings: list[Finding] = []
    room = {**dict.fromkeys((*BAD, SKIPPED), SHOWN), UNVERIFIED: MAX_UNVERIFIED}
    more = 0
    before = tally.bad
    reach = Reach(sum(_size(source.path) for source in sources_of(paths)))
    pace = _Pace(before=tally.games)
    interrupted, failure = False, ""
    with (
        Workers(jobs) if jobs > 1 else nullcontext() as workers,
        following(reach.total, "checked", unit="%") as progress,
    ):
        try:
            for finding in verify_many(
                reach.watched(paths),
                workers,
                skip=None if results is None else results.skip,
                in_flight=2 * jobs + 2,  # as few as keep all busy: an interrupt loses them
            ):
                verdict = verdict_of(finding)
                if results is not None:
                    results.add(finding)
                tally.add_finding(finding)
                if keep or room.get(verdict):
                    findings.append(finding)
                    room[verdict] = room.get(verdict, 0) - 1
                elif verdict in BAD:
                    more += 1
                progress.at(reach.read, pace.note(tally))
        except KeyboardInterrupt:
            interrupted = True
        except ResultsError as error:
            failure = str(error)
    return Checks(tuple(findings), tally, more, before, interrupted, failure)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except (OSError, ValueError):  # whoever reads it says why
        return 0


@attrs.define
class Reach:
    """How many bytes of the files, of which there are so many, have been read."""

    total: int
    _before: int = 0
    """Of the files before the one that is read."""
    _path: Path | None = None
    _size: int = 0
    _here: int = 0

    @property
    def read(self) -> int:
        """How many have been read; no file counts more than once, whatever becomes of it."""
        return min(self.total, self._before + self._here)

    def watched(self, paths: Iterable[Path]) -> Iterator[Found | FoundFile]:
        """Yield what is in files and folders, and note how far that is."""
        search = Search()
        for path in paths:
            for piece in search.look_into(path):
                self._note(piece)
                yield piece

    def _note(self, piece: Found | FoundFile) -> None:
        if piece.path != self._path:
            self._before += self._size
            self._path, self._size = piece.path, _size(piece.path)
        place = piece._place if isinstance(piece, FoundGame) else None
        self._here = self._size if place is None else place


@attrs.define
class _Pace:
    """How fast it goes; games from a run before do not count."""

    before: int
    clock: Clock = monotonic
    start: float = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.start = self.clock()

    def note(self, tally: Tally) -> str:
        """Return how many games there are, how many a second, and how many are bad."""
        elapsed = self.clock() - self.start
        rate = round((tally.games - self.before) / elapsed) if elapsed else 0
        bad = (f"{tally.verdicts[name]} {name.upper()}" for name in BAD if tally.verdicts[name])
        return ", ".join((counted(tally.games, "game"), f"{rate}/s", *bad))
