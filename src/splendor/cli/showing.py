"""`splendor show`: a position as text, as the table would look."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import attrs
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from splendor.cli.output import plain
from splendor.engine.knowledge import observe
from splendor.errors import SplendorError
from splendor.formats.importers.reader import Reading
from splendor.formats.json import to_data
from splendor.formats.record import Record
from splendor.model.cards import LEVELS, Card, CardBack, Noble
from splendor.model.gems import COLOURS, GEMS, LETTERS, Gems
from splendor.model.state import Phase, Reserved, State
from splendor.render.headline import headline, who
from splendor.verification import redact, replay, verify

MAX_NAME: Final = 20
GAP: Final = (0, 2, 0, 0)
"""Two blanks behind every column."""


class NoSuchTurnError(SplendorError):
    """A turn that a game does not have."""


@attrs.frozen
class View:
    """A position set as text, part by part, and whether it, or its game, is INVALID."""

    parts: tuple[RenderableType, ...]
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


def view_of_state(state: State, names: Sequence[str] = (), assumptions: Iterable[str] = ()) -> View:
    """Show a position, whose players may have no names, and what was assumed of it."""
    told: list[RenderableType] = [plain(f"assumed: {assumption}") for assumption in assumptions]
    parts = _parts(state, names or ("",) * len(state.players))
    return View((*parts, *([""] if told else []), *told))


def view_of_record(record: Record, turn: int | None = None) -> View:
    """Show the position after so many turns of a game, or the last good one.

    Raises NoSuchTurnError if the game, or its good part, has fewer turns.
    """
    report = verify(record)
    problem = () if report.problem is None else (plain(f"INVALID: {report.problem}", "bold red"),)
    last = report.final
    if last is None:
        return View(problem, invalid=True)
    if turn is not None and turn > report.turns:
        good = "" if report.problem is None else " good"
        message = f"the game has {report.turns}{good} turns, not {turn}"
        raise NoSuchTurnError(message)
    state = last if turn is None else _after((*replay(record).states, last), turn)
    parts = _parts(state, record.players)
    ending = _ending(record) if state is last and not problem else None
    return View((*problem, *parts, *(["", ending] if ending else [])), invalid=bool(problem))


def _after(states: Sequence[State], turn: int) -> State:
    """Return the state after so many turns, with what was disclosed before the next action."""
    between = (Phase.MAIN, Phase.OVER)
    return [state for state in states if state.turn == turn and state.phase in between][-1]


def _ending(record: Record) -> str | None:
    """Say how a game ended that was not played out."""
    ending = record.ending
    if ending.seat is None:
        return "Ending: unfinished" if ending.kind == "unfinished" else None
    what = "resigned" if ending.kind == "resigned" else "ran out of time"
    return f"Ending: {who(ending.seat, record.players)} {what}"


# The parts


def _parts(state: State, names: Sequence[str]) -> list[RenderableType]:
    return [
        Text(headline(state, names), "bold"),
        _rules(state),
        "",
        _market(state),
        _nobles(state),
        _tokens(state, names),
        "",
        _holdings(state, names),
    ]


def _rules(state: State) -> Text:
    options = to_data(state.rules)
    preset = options.pop("preset")
    changes = (f"{name} {value}" for name, value in sorted(options.items()))
    return plain(f"Rules: {'; '.join((preset, *changes))}")


def _market(state: State) -> Table:
    table = Table.grid(padding=GAP)
    for level in reversed(LEVELS):
        left = len(state.decks[level - 1])
        table.add_row(f"Level {level}\n{left} in deck\n", *map(_place, state.rows[level - 1]))
    return table


def _place(card: Card | CardBack | None) -> str:
    if isinstance(card, Card):
        return f"{_title(card)}\n{_gems(card.cost)}"
    return "-" if card is None else f"{card}\nunknown"


def _title(card: Card) -> str:
    points = f" {card.points} pt" if card.points else ""
    return f"{card.id} {card.bonus.value}{points}"


def _gems(gems: Gems) -> str:
    pairs = zip(gems.counts, LETTERS, strict=True)
    return " ".join(f"{count}{letter}" for count, letter in pairs if count)


def _nobles(state: State) -> Table:
    table = Table.grid(padding=GAP)
    table.add_row("Nobles    ", *map(_noble, state.nobles or ["none"]))
    return table


def _noble(noble: Noble | str) -> str:
    if isinstance(noble, str):
        return f"{noble}\n"
    return f"{noble} {noble.points} pt\n{_gems(noble.requires)}\n"


def _tokens(state: State, names: Sequence[str]) -> Table:
    table = _table("tokens")
    for gem in GEMS:
        table.add_column(f"{gem.value} {gem.letter}", justify="right")
    table.add_column("all", justify="right")
    table.add_row("bank", *_counts(state.bank))
    for seat, player in enumerate(state.players):
        table.add_row(_label(seat, names), *_counts(player.tokens))
        table.add_row("  bonuses", *_counts(player.bonuses, gold=False))
    return table


def _counts(gems: Gems, *, gold: bool = True) -> list[str]:
    counts = gems.counts if gold else gems.counts[: len(COLOURS)]
    return [*(str(count or ".") for count in counts), *([] if gold else [""]), str(gems.total)]


def _holdings(state: State, names: Sequence[str]) -> Table:
    table = _table("", "points", "nobles", "reserved")
    table.columns[1].justify = "right"
    for seat, player in enumerate(state.players):
        nobles = " ".join(map(str, player.nobles)) or "."
        hand = "\n".join(map(_held, player.reserved)) or "."
        table.add_row(_label(seat, names), str(player.points), nobles, hand)
    return table


def _held(entry: Reserved) -> str:
    card = entry.card
    if isinstance(card, CardBack):
        return str(card)
    hidden = ", face down" if entry.face_down else ""
    return f"{_title(card)}: {_gems(card.cost)}{hidden}"


def _label(seat: int, names: Sequence[str]) -> Text:
    name = names[seat]
    return plain(f"{seat} {name}" if name else f"player {seat}")


def _table(first: str, *others: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=GAP, header_style="dim")
    table.add_column(first, no_wrap=True, overflow="ellipsis", max_width=MAX_NAME)
    for other in others:
        table.add_column(other)
    return table
