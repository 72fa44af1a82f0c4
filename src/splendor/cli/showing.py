"""`splendor show`: a position as text, as the table would look."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs
from rich.console import RenderableType

from splendor.cli.board import board
from splendor.cli.output import plain
from splendor.engine.knowledge import observe
from splendor.errors import SplendorError
from splendor.formats.importers.reader import Reading
from splendor.formats.record import Ending, Record
from splendor.model.state import State
from splendor.render.sights import turns_of
from splendor.verification import Report, redact, verify


class NoSuchTurnError(SplendorError):
    """A turn that a game does not have."""


@attrs.frozen
class View:
    """A position set as text, part by part, and whether it, or its game, is INVALID.

    `state` is the position, None if the game has no good one.
    """

    parts: tuple[RenderableType, ...]
    state: State | None
    invalid: bool = False


def view_of(reading: Reading, turn: int | None = None) -> View:
    """Show a position, or a game as `view_of_record` does."""
    if isinstance(reading.game, Record):
        return view_of_record(reading.game, turn)
    return view_of_state(reading.game, reading.players, reading.assumptions)


def seen_by(reading: Reading, seat: int | None) -> Reading:
    """Return what a seat, or a spectator for None, may know of a game or position."""
    if isinstance(reading.game, Record):
        return Reading(redact(reading.game, seat), reading.players)
    return attrs.evolve(reading, game=observe(reading.game, seat))


def view_of_state(
    state: State,
    names: Sequence[str] = (),
    assumptions: Iterable[str] = (),
    ending: Ending | None = None,
) -> View:
    """Show a position, whose players may have no names, and what was assumed of it.

    `ending` is that of a game that ends here.
    """
    told: list[RenderableType] = [plain(f"assumed: {assumption}") for assumption in assumptions]
    parts = board(state, names or ("",) * len(state.players), ending=ending)
    return View((*parts, *([""] if told else []), *told), state)


def view_of_record(record: Record, turn: int | None = None) -> View:
    """Show the position after so many turns of a game, or the last good one.

    Raises NoSuchTurnError if the game, or its good part, has fewer turns.
    """
    report = verify(record)
    problem = () if report.problem is None else (plain(f"INVALID: {report.problem}", "bold red"),)
    last = report.final
    if last is None:
        return View(problem, None, invalid=True)
    refuse_turn(turn, report)
    turns = turns_of(record, report)
    shown = turns[-1] if turn is None else turns[turn]
    news = f"Last turn: {shown.words}" if shown.words else ""
    parts = board(shown.state, record.players, news, shown.ending)
    unfinished = shown.ending is not None and shown.ending.kind == "unfinished"
    ending = ("", "The game is unfinished.") if unfinished else ()
    return View((*problem, *parts, *ending), shown.state, invalid=bool(problem))


def refuse_turn(turn: int | None, report: Report) -> None:
    """Raise NoSuchTurnError for a turn that a game, or its good part, does not have."""
    if turn is not None and turn > report.turns:
        good = "" if report.problem is None else " good"
        message = f"the game has {report.turns}{good} turns, not {turn}"
        raise NoSuchTurnError(message)
