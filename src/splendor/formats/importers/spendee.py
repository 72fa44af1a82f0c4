"""Spendee: game documents as positions, and as whole games where they begin with the opening.

All cards are in a document, those of the decks in order too; but what a position does not say is a
good deal: who began, how many turns were passed, whether a reserved card was seen by all. Each such
thing is assumed so that the position holds, and told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import attrs

from splendor.engine.invariants import ensure_valid, problems
from splendor.formats.importers.reader import Reader, Reading
from splendor.formats.importers.spendee_actions import read_actions
from splendor.formats.importers.spendee_table import REGULAR, Table, read_table
from splendor.formats.importers.values import Value
from splendor.model.cards import BACKS, LEVELS, Card, CardBack
from splendor.model.rules import SPENDEE, SPENDEE_21, Rules
from splendor.model.state import Phase, Player, State

_PHASES: Final = {
    REGULAR: Phase.MAIN,
    "SPENDEE_RETURN_CHIPS": Phase.RETURN,
    "SPENDEE_PICK_NOBLE": Phase.NOBLE,
    "SPENDEE_FLIP_NEW_CARD": Phase.REVEAL,
}
_MOST_TO_15: Final = 14 + 5 + 3
"""More points a game to 15 cannot end with: 14 before the last turn, a card and a noble."""


def is_spendee(content: object) -> bool:
    """Return whether parsed JSON looks like a game of Spendee, its `data`, or a list of games."""
    return _is_data(content) or _is_game(content) or bool(_listed(content))


def read_spendee(data: str | bytes, *, source: str = "") -> tuple[Reading, ...]:
    """Read the games of a Spendee document: `{"games":[...]}`, one game, or the `data` of one.

    A table that is no opening becomes a State. An opening with `actionItems` becomes a Record: that
    shape is known from client programs and was never seen in a document, as its assumptions say.
    Raises UnreadableError with the path for another shape, and InvalidPositionError for a table
    that cannot be.
    """
    return SPENDEE_READER.read(data, source=source)


def _interpret(documents: Iterable[Value]) -> Iterator[Reading]:
    for document in documents:
        games = document["games"].items() if _listed(document.raw) else [document]
        for game in games:
            table = read_table(game, game if _is_data(game.raw) else game["data"])
            yield _reading(table)


SPENDEE_READER: Final = Reader("a Spendee document", is_spendee, _interpret)


def _is_data(content: object) -> bool:
    bank = content.get("bank") if isinstance(content, dict) else None
    return isinstance(bank, dict) and bank.keys() >= {"hiddenCards", "showedCards"}


def _is_game(content: object) -> bool:
    return isinstance(content, dict) and _is_data(content.get("data"))


def _listed(content: object) -> object:
    games = content.get("games") if isinstance(content, dict) else None
    return isinstance(games, list) and games and (_is_game(games[0]) or _is_data(games[0]))


def _reading(table: Table) -> Reading:
    assumptions: list[str] = []
    rules = _rules(table, assumptions)
    if table.actions and all(player == Player() for player in table.players):
        return read_actions(table, rules, assumptions)
    if table.actions:
        assumptions.append(
            f"{len(table.actions)} actions are left unread: the table is not the one before them"
        )
    state = _position(table, rules, assumptions)
    return Reading(state, table.names, tuple(assumptions))


def _rules(table: Table, assumptions: list[str]) -> Rules:
    if table.target is not None:
        return attrs.evolve(SPENDEE, target_score=table.target)
    most = max(player.points for player in table.players)
    if table.finished and most > _MOST_TO_15:
        assumptions.append(f"the game goes to 21 points: none to 15 ends with {most}")
        return SPENDEE_21
    assumptions.append("the game goes to 15 points, since no targetScore is stated")
    return SPENDEE


# A position


def _position(table: Table, rules: Rules, assumptions: list[str]) -> State:
    """Return the first way to complete what is stated that gives a position; tell its guesses.

    Raises InvalidPositionError, with the problems of the first way, if none does.
    """
    assumptions.append("element 0 of hiddenCards is the next card")
    if any(player.reserved for player in table.players):
        assumptions.append(
            "the reserved cards came from the decks, and only their holders saw them"
        )
    phase, rows, decks = _refilled(table, assumptions)
    ways = [(phase, *way) for way in _turns(table, phase)]
    if table.finished:
        ended = "the game was ended otherwise than by the rules, and player 0 is to move"
        ways += [(Phase.MAIN, turn, first, f"{what}; {ended}") for _, turn, first, what in ways]
    states = [
        State(rules, table.bank, decks, rows, table.nobles, table.players, first, turn, 0, way)
        for way, turn, first, _ in ways
    ]
    for state, (*_, what) in zip(states, ways, strict=True):
        if not problems(state):
            assumptions.append(f"{what}, and nobody passed just before")
            return state
    return ensure_valid(states[0])


def _refilled(
    table: Table, assumptions: list[str]
) -> tuple[
    Phase,
    list[tuple[Card | CardBack | None, ...]],
    list[tuple[Card | CardBack, ...]],
]:
    """Return phase, rows and decks, with regard to a place that nobody has filled yet.

    In a running game the table is about to turn a card up, whose face is left open, as is the order
    of its deck. After the last move nobody does: the next card then lies there with its back up.
    """
    rows: list[tuple[Card | CardBack | None, ...]] = list(table.rows)
    decks: list[tuple[Card | CardBack, ...]] = list(table.decks)
    phase = Phase.OVER if table.finished else _PHASES.get(table.job)
    if phase is None:
        job = table.at["state"]["currentJob"]
        job.refuse(f"one of {', '.join(_PHASES)}")
    for level, back in zip(LEVELS, BACKS, strict=True):
        row, deck = rows[level - 1], decks[level - 1]
        if None not in row or not deck:
            continue
        place = row.index(None)
        if table.finished:
            rows[level - 1] = (*row[:place], back, *row[place + 1 :])
            decks[level - 1] = deck[1:]
            where = f"place {place} of level {level}"
            assumptions.append(f"the last refill is missing: {back} lies at {where}, never named")
        else:
            phase = Phase.REVEAL
            decks[level - 1] = (back,) * len(deck)
            assumptions.append(f"a card of level {level} is about to be turned up, its face open")
    return phase, rows, decks


def _turns(table: Table, phase: Phase) -> Iterator[tuple[int, int, str]]:
    """Yield how many turns there may have been, who began, and why: as stated, then the fewest."""
    seats = len(table.players)
    if table.turns is not None:
        first = (table.mover - table.turns) % seats
        yield table.turns, first, f"turnsCount counts the completed turns, {table.turns}"
    mid_turn = phase in {Phase.RETURN, Phase.NOBLE, Phase.REVEAL}
    turn = table.mover
    for seat, player in enumerate(table.players):
        gained = len(player.purchased) + len(player.reserved)
        needed = gained - (mid_turn and seat == table.mover)
        while (turn - seat + seats - 1) // seats < needed:
            turn += seats
    yield turn, 0, f"player 0 began, turn {turn + 1} is next, the first that the cards allow"
