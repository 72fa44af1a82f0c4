"""How far long work is: a bar on a terminal, plain lines now and then elsewhere.

All of it goes to standard error, and none before the work has taken a while, so that short work and
standard output stay as they are.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Final, Literal, Protocol, TextIO, TypeAlias

import attrs
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from splendor.cli.streams import write
from splendor.render.words import counted

BAR_AFTER: Final = 0.5
"""Seconds until there is a bar."""
LINE_EVERY: Final = 5.0
"""Seconds until there is a line, and from one line to the next."""

Clock = Callable[[], float]
Unit: TypeAlias = Literal["files", "%"]


class Follower(Protocol):
    """What is told how far the work is."""

    def at(self, done: int, note: str = "") -> None:
        """Note that so much is done; the note is short, and from this program."""


@contextmanager
def following(
    total: int, did: str, clock: Clock = monotonic, unit: Unit = "files"
) -> Generator[Follower]:
    """Show how far work is, until the block ends, also by an error.

    `total` is how many files there are, or how much of something of which a percentage is shown.
    `did` is what is done with them, in the past tense. What is written to standard error in the
    meantime stands above the bar.
    """
    stream = sys.stderr
    if stream is None or not stream.isatty() or Console(file=stream).is_dumb_terminal:
        yield _Lines(total, did, unit, clock, stream)
        return
    bar = _Bar(total, did, unit, clock, stream)
    try:
        yield bar
    finally:
        bar.close()


@attrs.define
class _Lines:
    total: int
    did: str
    unit: Unit
    clock: Clock
    stream: TextIO | None
    told: float = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.told = self.clock()

    def at(self, done: int, note: str = "") -> None:
        now = self.clock()
        if now - self.told < LINE_EVERY:
            return
        self.told = now
        line = f"{self.did} {_far(self.unit, done, self.total)}"
        with suppress(OSError):  # work goes on though nobody can be told
            write(f"{line}{note and f': {note}'}\n", self.stream)


@attrs.define
class _Bar:
    total: int
    did: str
    unit: Unit
    clock: Clock
    stream: TextIO
    start: float = attrs.field(init=False)
    progress: Progress | None = attrs.field(init=False, default=None)

    def __attrs_post_init__(self) -> None:
        self.start = self.clock()

    def at(self, done: int, note: str = "") -> None:
        if self.progress is not None:
            self.progress.update(self.progress.task_ids[0], completed=done, note=note)
        elif self.clock() - self.start >= BAR_AFTER:
            self.progress = _bar(self.stream, self.unit)
            self.progress.add_task(self.did, total=self.total, completed=done, note=note)
            self.progress.start()

    def close(self) -> None:
        if self.progress is not None:
            self.progress.stop()


def _far(unit: Unit, done: int, total: int) -> str:
    if unit == "files":
        return f"{done} of {counted(total, 'file')}"
    return f"{100 * done // (total or 1)} %"


def _bar(stream: TextIO, unit: Unit) -> Progress:
    far = "{task.completed} of {task.total} files" if unit == "files" else "{task.percentage:.0f} %"
    console = Console(file=stream, highlight=False)
    console.width -= (
        len("^C") + 1
    )  # a terminal writes that behind the bar, and it has to go with it
    return Progress(
        TextColumn(f"{{task.description}} {far}"),
        BarColumn(bar_width=None),
        TimeRemainingColumn(compact=True),
        TextColumn("{task.fields[note]}"),
        console=console,
        expand=True,
        redirect_stdout=False,  # it may lead elsewhere
        transient=True,
    )
