"""`splendor verify`: what games come to, as a table for people and as JSON for programs.

The page docs/reference/formats.md describes the JSON document, under "Reports".
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import attrs
from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from splendor.cli.batch import sources_of
from splendor.cli.output import plain, shortened
from splendor.cli.progress import following
from splendor.errors import UnreadableError
from splendor.formats.content import reading_of
from splendor.formats.files import FoundGame, SkippedFile, UnreadableFile, find_games
from splendor.formats.record import Ending
from splendor.model.cards import CardBack
from splendor.render.foreign import clean
from splendor.render.words import counted
from splendor.verification import Report, Unnamed, Verdict, verify

UNREADABLE: Final = "unreadable"
SKIPPED: Final = "skipped"
VERDICTS: Final = (*(verdict.value for verdict in Verdict), UNREADABLE)
STYLES: Final = {
    Verdict.VALID.value: "green",
    Verdict.CONSISTENT.value: "cyan",
    Verdict.INVALID.value: "bold red",
    UNREADABLE: "bold magenta",
}
MAX_NAME: Final = 20


@attrs.frozen
class Checked:
    """A game that could be read, in short, and what it comes to."""

    path: Path
    number: int | None
    """Which game of its file it is, from 1; None if that holds no other."""
    players: tuple[str, ...]
    ending: Ending
    assumptions: tuple[str, ...]
    """What the reader of another program's log had to assume, as it says in the record's meta."""
    report: Report


Finding: TypeAlias = Checked | UnreadableFile | SkippedFile


@attrs.frozen
class Checks:
    """What was found, in how many of how many files, and whether an interrupt ended it."""

    findings: tuple[Finding, ...]
    files: int
    checked: int
    interrupted: bool = False


def check_files(paths: Sequence[Path]) -> Checks:
    """Verify the games in files and folders; an interrupt ends it with what is finished."""
    files = dict.fromkeys(source.path for source in sources_of(paths))
    places = {path: place for place, path in enumerate(files)}
    findings: list[Finding] = []
    counts = Counter[str]()
    checked, interrupted = 0, False
    with following(len(places), "checked") as progress:
        try:
            for finding in check_games(paths):
                findings.append(finding)
                counts[verdict_of(finding)] += 1
                whole = isinstance(finding, SkippedFile) or finding.number is None
                checked = places.get(finding.path, checked) + whole
                progress.at(checked, _in_short(counts))
        except KeyboardInterrupt:
            interrupted = True
    return Checks(tuple(findings), len(places), checked, interrupted)


def _in_short(counts: Counter[str]) -> str:
    games = counts.total() - counts[SKIPPED]
    bad = (Verdict.INVALID.value, UNREADABLE)
    shown = (f"{counts[verdict]} {verdict.upper()}" for verdict in bad if counts[verdict])
    return ", ".join((counted(games, "game"), *shown))


def check_games(paths: Iterable[Path]) -> Iterator[Finding]:
    """Verify the games in files and folders one by one; none of them stops the rest."""
    for found in find_games(paths):
        yield _check(found) if isinstance(found, FoundGame) else found


def _check(game: FoundGame) -> Checked | UnreadableFile:
    path, number = game.path, game.number
    try:
        record = game.read()
        assumptions = reading_of(record).assumptions
        return Checked(path, number, record.players, record.ending, assumptions, verify(record))
    except UnreadableError as error:
        return UnreadableFile(path, error, number)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - a fault of this program in one game spares the rest
        fault = clean(repr(error))
        message = f"an error of splendor-rules itself, please report it: {fault}"
        return UnreadableFile(path, UnreadableError(message), number)


def verdict_of(finding: Finding) -> str:
    """Return what was found by name: a verdict, `unreadable`, or `skipped`."""
    if isinstance(finding, Checked):
        return finding.report.verdict.value
    return UNREADABLE if isinstance(finding, UnreadableFile) else SKIPPED


def exit_code(findings: Sequence[Finding]) -> int:
    """Return 2 if something is unreadable or there is no game, 1 if a game is invalid, else 0."""
    verdicts = {verdict_of(finding) for finding in findings} - {SKIPPED}
    if UNREADABLE in verdicts or not verdicts:
        return 2
    return int(Verdict.INVALID.value in verdicts)


# For people


def table_of(findings: Sequence[Finding]) -> Table:
    """Return the table of all games, one below the other."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("File")
    table.add_column("Verdict", no_wrap=True)
    table.add_column("Turns", justify="right", no_wrap=True)
    table.add_column("Players", no_wrap=True, overflow="ellipsis", max_width=MAX_NAME)
    table.add_column("Points", no_wrap=True)
    for finding in findings:
        if not isinstance(finding, SkippedFile):
            verdict = verdict_of(finding)
            rest = _figures(finding) if isinstance(finding, Checked) else ()
            title = _Title(clean(_name(finding)))
            table.add_row(title, Text(verdict.upper(), STYLES[verdict]), *rest)
    return table


def _name(finding: Checked | UnreadableFile) -> str:
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


def _figures(checked: Checked) -> tuple[Text, ...]:
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
    for finding in findings:
        notes = list(_notes(finding))
        if notes and not isinstance(finding, SkippedFile):
            yield plain(_name(finding), "bold")
            yield Padding(Text("\n").join(notes), (0, 0, 1, 2))


def _notes(finding: Finding) -> Iterator[Text]:
    if isinstance(finding, UnreadableFile):
        error = finding.error
        place = f"{error.path}: " if error.path else ""
        yield plain(f"{place}{error.message}", "magenta")
    elif isinstance(finding, Checked):
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


def remarks_on_skipped(findings: Iterable[Finding]) -> Iterator[Text]:
    """Yield a line for each skipped file, for the first ten of them."""
    skipped = [finding for finding in findings if isinstance(finding, SkippedFile)]
    lines = [f"{finding.path}: {finding.remark}" for finding in skipped]
    return (plain(line, "dim") for line in shortened(lines, "skipped"))


def summary_of(findings: Sequence[Finding]) -> Text:
    """Return the line that sums all up."""
    counts = _counts(findings)
    games = sum(counts[verdict] for verdict in VERDICTS)
    if not games:
        return Text("no game found")
    line = Text(f"{counted(games, 'game')}: ")
    shown = [verdict for verdict in VERDICTS if counts[verdict]]
    line += Text(", ").join(Text(f"{counts[name]} {name}", STYLES[name]) for name in shown)
    return line


def _counts(findings: Iterable[Finding]) -> dict[str, int]:
    found = Counter(map(verdict_of, findings))
    return {name: found[name] for name in (*VERDICTS, SKIPPED)}


# For programs


def json_of(checks: Checks) -> str:
    """Return the JSON document of all findings; it is ASCII, so that any pipe carries it."""
    findings = checks.findings
    document = {
        "format": "splendor-report",
        "version": 1,
        "interrupted": checks.interrupted,
        "reports": [
            _report(finding) for finding in findings if not isinstance(finding, SkippedFile)
        ],
        "skipped": [
            {"file": _file(finding), "remark": finding.remark}
            for finding in findings
            if isinstance(finding, SkippedFile)
        ],
        "summary": _counts(findings),
    }
    return json.dumps(document, sort_keys=True, indent=2) + "\n"


def _report(finding: Checked | UnreadableFile) -> dict[str, Any]:
    if isinstance(finding, UnreadableFile):
        error = {"message": finding.error.message, "path": finding.error.path}
        nothing = dict.fromkeys(_KEYS)
        place = {"file": _file(finding), "game": finding.number}
        return {**nothing, **place, "verdict": UNREADABLE, "error": error}
    report = finding.report
    claimed = report.claimed
    return {
        "file": _file(finding),
        "game": finding.number,
        "verdict": verdict_of(finding),
        "error": None,
        "players": finding.players,
        "events": report.events,
        "turns": report.turns,
        "complete": report.complete,
        "ending": attrs.asdict(finding.ending),
        "problem": _problem(report),
        "recomputed": _recomputed(report),
        "claimed": None if claimed is None else attrs.asdict(claimed),
        "assumptions": finding.assumptions,
        "unnamed": [attrs.asdict(card) for card in report.unnamed],
        "missing_refill": report.missing_refill,
        "commitment": report.commitment,
    }


_KEYS: Final = (
    "players",
    "events",
    "turns",
    "complete",
    "ending",
    "problem",
    "recomputed",
    "claimed",
    "assumptions",
    "unnamed",
    "missing_refill",
    "commitment",
)


def _file(finding: Finding) -> str:
    """Return the path as text; what is no character of a name is spelled out."""
    return str(finding.path).encode(errors="backslashreplace").decode()


def _problem(report: Report) -> dict[str, Any] | None:
    problem = report.problem
    if problem is None:
        return None
    return {
        "rule": problem.rule.value,
        "sentence": problem.violation.sentence,
        "parameters": dict(problem.violation.parameters),
        "event": problem.event,
        "turn": problem.turn,
        "player": problem.player,
    }


def _recomputed(report: Report) -> dict[str, Any] | None:
    if not report.scores:
        return None
    return {
        "points": [score.points for score in report.scores],
        "purchased": [score.purchased for score in report.scores],
        "ranks": [score.rank for score in report.scores],
        "winners": None if report.outcome is None else report.outcome.winners,
        "reason": None if report.outcome is None else report.outcome.reason,
    }
