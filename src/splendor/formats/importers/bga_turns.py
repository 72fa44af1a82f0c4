"""The turns of a Board Game Arena log: a move with a main action, and the moves after it without.

The return of tokens and the choice of a noble may be moves of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias, TypeVar

import attrs

from splendor.formats.importers.bga_log import (
    Coins,
    Fact,
    GameEnds,
    MustPass,
    Points,
    Purchase,
    Reservation,
    TurnBegins,
)
from splendor.model.gems import NO_GEMS

Change: TypeAlias = tuple[int, ...]
"""Six signed numbers of tokens, white to gold."""
NO_CHANGE: Final = (0, 0, 0, 0, 0, 0)

_F = TypeVar("_F", bound=Fact)


@attrs.frozen
class Turn:
    """What a log says of one turn."""

    main: Purchase | Reservation | Coins | MustPass
    """The main action; Coins is a take."""
    begins: tuple[TurnBegins, ...] = ()
    """What was said before it."""
    facts: tuple[Fact, ...] = ()
    """What the move of the main action states."""
    later: list[Fact] = attrs.field(factory=list)
    """What the moves after it state."""

    def all(self, kind: type[_F]) -> list[_F]:
        """Return the facts of a kind from the whole turn."""
        return _of(kind, (*self.facts, *self.later))

    def coins(self) -> tuple[list[Coins], list[Coins]]:
        """Return the tokens that the main action moves, and those given back after it.

        What is given in the move of a purchase is its price; all else that is given is given back.
        """
        main, later = _of(Coins, self.facts), _of(Coins, self.later)
        if isinstance(self.main, Purchase):
            return main, later
        parts = [part for coins in (*main, *later) for part in _parts(coins)]
        given = [part for part in parts if part.expense]
        return [part for part in parts if not part.expense], given

    def points(self) -> tuple[list[Points], list[Points]]:
        """Return the gains that the bought card explains, and the others, in order of the score."""
        gains = sorted(self.all(Points), key=lambda gain: (gain.score, gain.amount, gain.seat))
        printed = isinstance(self.main, Purchase) and self.main.card.points > 0
        return gains[:printed], gains[printed:]


def read_turns(moves: Sequence[tuple[Fact, ...]]) -> list[Turn]:
    """Put the moves together to turns; UnreadableError if a move has two main actions."""
    turns: list[Turn] = []
    begins: list[TurnBegins] = []
    passing: list[MustPass] = []
    for facts in moves:
        turns += map(Turn, passing)
        main = _main_action(facts)
        if main is not None:
            turns.append(Turn(main, tuple(begins), facts))
            begins = []
        elif turns:
            turns[-1].later.extend(facts)
        else:
            _refuse_strays(facts)
        begins += _of(TurnBegins, facts)
        passing = _of(MustPass, facts)
        if any(isinstance(fact, (TurnBegins, GameEnds)) for fact in facts):
            turns += map(Turn, passing)  # nobody was waited for
            passing = []
    return turns  # who is still waited for has not passed yet


def total(changes: Iterable[Change]) -> Change:
    """Add up changes of tokens."""
    return tuple(map(sum, zip(NO_CHANGE, *changes, strict=True)))


def minus(change: Change) -> Change:
    """Turn a change of tokens round."""
    return tuple(-number for number in change)


def _of(kind: type[_F], facts: Iterable[Fact]) -> list[_F]:
    return [fact for fact in facts if isinstance(fact, kind)]


def _parts(coins: Coins) -> list[Coins]:
    """Take apart what is taken and what is given back, if one notification states both."""
    if not (coins.income and coins.expense):
        return [coins]
    taken = coins.income.counts
    return [
        attrs.evolve(coins, expense=NO_GEMS, gap=taken),
        attrs.evolve(coins, income=NO_GEMS, gap=total([coins.gap, minus(taken)])),
    ]


def _main_action(facts: Iterable[Fact]) -> Purchase | Reservation | Coins | None:
    """Return the main action of a move; of two notifications of one, that which names the card."""
    actions = [fact for fact in facts if isinstance(fact, (Purchase, Reservation))]
    if not actions:
        takes = (coins for coins in _of(Coins, facts) if coins.income or not coins.expense)
        return next(takes, None)
    main = next((action for action in actions if action.card is not None), actions[0])
    for action in actions:
        same = type(action) is type(main) and action.seat == main.seat
        if not same or action.level != main.level or action.card not in {None, main.card}:
            action.at.fail("expected one action in a move")
    return main


def _refuse_strays(facts: Iterable[Fact]) -> None:
    for fact in facts:
        if not isinstance(fact, (TurnBegins, MustPass, GameEnds)):
            fact.at.fail("expected an action before it")
