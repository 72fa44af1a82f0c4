"""What games come to, as tables for people."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

import attrs
from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from splendor.cli.output import plain, shortened
from splendor.cli.tally import UNREADABLE, UNVERIFIED, VERDICTS, Tally, verdict_of
from splendor.formats.record import Ending
from splendor.formats.search import SkippedFile, UnreadableFile
from splendor.model.cards import CardBack
from splendor.render.foreign import clean
from splendor.render.words import counted
from splendor.verification import (
    CheckedGame,
    Finding,
    Report,
    Unnamed,
    UnverifiedGame,
    Verdict,
)

STYLES: Final = {
    Verdict.VALID.value: "green",
    Verdict.CONSISTENT.value: "cyan",
    Verdict.INVALID.value: "bold red",
    UNREADABLE: "bold magenta",
    UNVERIFIED: "bold magenta",
}
MAX_NAME: Final = 20
MAX_NAMED: Final = 5
"""How many origins of games that break a rule are named."""


def _table() -> Table:
    return Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))


def table_of(findings: Sequence[Finding]) -> Table:
    """Return the table of all games, one below the other."""
    table = _table()
    table.add_column("File")
    table.add_column("Verdict", no_wrap=True)
    table.add_column("Turns", justify="right", no_wrap=True)
    table.add_column("Players", no_wrap=True, overflow="ellipsis", max_width=MAX_NAME)
    table.add_column("Points", no_wrap=True)
    for finding in findings:
        if not isinstance(finding, SkippedFile):
            verdict = verdict_of(finding)
            rest = _figures(finding) if isinstance(finding, CheckedGame) else ()
            title = _Title(clean(_name(finding)))
            table.add_row(title, Text(verdict.upper(), STYLES[verdict]), *rest)
    return table


def _name(finding: CheckedGame | UnreadableFile | UnverifiedGame) -> str:
    """Return the path of a game, and which of its file it is."""
    which = "" if finding.number is None else f", game {finding.number}"
    return f"{finding.path}{which}"


@attrs.frozen
class _Title:
    """A path that is broken into lines only where its column is too narrow for it."""

    path: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self._set(options.max_width)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, self._set(options.max_width))

    def _set(self, width: int) -> Text:
        return Text("\n".join(_lines(self.path, width)), overflow="fold")


def _lines(path: str, width: int) -> Iterator[str]:
    """Break a path behind folders, and between words only what is too long for a line by itself."""
    line = ""
    for segment in re.split(f"(?<={re.escape(os.sep)})", path):
        if cell_len(line + segment) <= width:
            line += segment
            continue
        if line:
            yield line
        line = ""
        for word in re.split(r"(?<=[-_ ])|(?=\.)", segment):
            if line and cell_len(line + word) > width:
                yield line
                line = ""
            line += word
    yield line


def _figures(checked: CheckedGame) -> tuple[Text, ...]:
    report = checked.report
    names = [f"{seat} {clean(name)}" for seat, name in enumerate(checked.players)]
    return Text(str(report.turns)), Text("\n".join(names)), Text("\n").join(_points(report))


def _points(report: Report) -> Iterator[Text]:
    winners = () if report.outcome is None else report.outcome.winners
    for seat, score in enumerate(report.scores):
        won = "" if seat not in winners else " won" if len(winners) == 1 else " shared"
        yield Text(f"{score.points:2}{won}", "bold" if won else "")


def notes_on(findings: Iterable[Finding]) -> Iterator[RenderableType]:
    """Yield what there is to say about single games, below the name of each.

    That is the first problem of a game that is INVALID, why another is unreadable, and remarks.
    """
    for _, group in groupby(findings, _told_with):
        together = [finding for finding in group if not isinstance(finding, SkippedFile)]
        notes = list(_notes(together[0])) if together else []
        if notes:
            yield from (plain(name, "bold") for name in _names(together))
            yield Padding(Text("\n").join(notes), (0, 0, 1, 2))


def _told_with(finding: Finding) -> str | int:
    """Return the same for what is told of together: games that nobody judged for one reason."""
    return finding.reason if isinstance(finding, UnverifiedGame) else id(finding)


def _names(findings: Iterable[CheckedGame | UnreadableFile | UnverifiedGame]) -> Iterator[str]:
    """Yield the paths of games, each with all numbers that follow each other."""
    for _, group in groupby(enumerate(findings), _following):
        games = [finding for _, finding in group]
        first, last = games[0], games[-1]
        yield _name(first) if last is first else f"{first.path}, games {first.number}-{last.number}"


def _following(place: tuple[int, CheckedGame | UnreadableFile | UnverifiedGame]) -> object:
    """Return the same for games of a file whose numbers follow each other as their places do."""
    at, finding = place
    return (finding.path, at if finding.number is None else finding.number - at)


def _notes(finding: CheckedGame | UnreadableFile | UnverifiedGame) -> Iterator[Text]:
    if isinstance(finding, UnreadableFile):
        error = finding.error
        place = f"{error.path}: " if error.path else ""
        yield plain(f"{place}{error.message}", "magenta")
    elif isinstance(finding, UnverifiedGame):
        yield plain(finding.reason, "magenta")
    else:
        if finding.report.problem is not None:
            yield plain(str(finding.report.problem), "red")
        yield from map(plain, _remarks(finding.ending, finding.report))
        yield from map(plain, shortened(finding.assumptions, "assumed:"))


def _remarks(ending: Ending, report: Report) -> Iterator[str]:
    reached = report.outcome
    if report.problem is None and ending.kind == "unfinished":
        yield "unfinished"
    if ending.seat is not None:
        what = "resigned" if ending.kind == "resigned" else "ran out of time"
        yield f"player {ending.seat} {what}"
    if reached is not None and reached.reason != "target":
        yield f"ended by {reached.reason.replace('_', ' ')}"
    if report.unnamed:
        yield f"never named: {', '.join(_places(report.unnamed))}"
    if report.missing_refill:
        yield "the last refill is not recorded"
    if report.problem is None and report.commitment is not None:
        yield _COMMITMENTS[report.commitment]


_COMMITMENTS: Final = {
    "sealed": "the commitment is sealed and could not be checked",
    "opened": "the commitment was opened and holds",
}


def _places(unnamed: Iterable[Unnamed]) -> Iterator[str]:
    for card, times in Counter(unnamed).items():
        where = "in the row" if card.seat is None else f"with player {card.seat}"
        count = f"{times} x " if times > 1 else ""
        yield f"{count}{CardBack(card.level)} {where}"


def remarks_on_skipped(findings: Iterable[Finding], number: int) -> Iterator[Text]:
    """Yield a line for each of the skipped files, of which there are so many, for the first ten."""
    skipped = [finding for finding in findings if isinstance(finding, SkippedFile)]
    lines = [f"{finding.path}: {finding.remark}" for finding in skipped]
    return (plain(line, "dim") for line in shortened(lines, "skipped", number))


# Of many games


def tables_of(tally: Tally) -> Iterator[RenderableType]:
    """Yield a table of the verdicts by origin, and one of the rules broken, if there are any."""
    if not tally.games:
        return
    shown = [verdict for verdict in VERDICTS if tally.verdicts[verdict]]
    origins = _table()
    origins.add_column("Origin", overflow="fold")
    for verdict in ("games", *shown):
        origins.add_column(verdict.capitalize(), justify="right", no_wrap=True)
    for origin, verdicts in _most(tally.origins):
        counts = (verdicts.total(), *(verdicts[verdict] for verdict in shown))
        origins.add_row(Text(_origin(origin)), *map(str, counts))
    yield from (origins, "")
    if tally.rules:
        rules = _table()
        rules.add_column("Rule", no_wrap=True)
        rules.add_column("Games", justify="right", no_wrap=True)
        rules.add_column("Origins", overflow="fold")
        for rule, broken in _most(tally.rules):
            named = [f"{_origin(name)} {count}" for name, count in broken.most_common(MAX_NAMED)]
            if len(broken) > MAX_NAMED:
                named.append(f"{len(broken) - MAX_NAMED} more")
            rules.add_row(rule, str(broken.total()), Text(", ".join(named)))
        yield from (rules, "")


def _origin(name: str) -> str:
    return clean(name) or "unknown"


def _most(counts: Mapping[str, Counter[str]]) -> list[tuple[str, Counter[str]]]:
    """Sort by how many there are, and then by name, the unknown last."""
    return sorted(counts.items(), key=lambda each: (-each[1].total(), not each[0], each[0]))


def summary_of(tally: Tally) -> Text:
    """Return the line that sums all up."""
    if not tally.games:
        return Text("no game found")
    line = Text(f"{counted(tally.games, 'game')}: ")
    counts = {verdict: tally.verdicts[verdict] for verdict in VERDICTS}
    return line + Text(", ").join(
        Text(f"{count} {verdict}", STYLES[verdict]) for verdict, count in counts.items() if count
    )
