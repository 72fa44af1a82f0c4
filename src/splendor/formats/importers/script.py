"""`Script`: the events of a game as a reader writes them down, with the engine playing along.

The engine is asked only what a log leaves to the rules: whether a card has to be turned up, whether
a noble comes by itself, what a payment comes to. It follows for as long as the events are legal and
then keeps silent; nothing is judged, dropped or mended here, since `splendor.verify` does that.
"""

from __future__ import annotations

import attrs

from splendor.engine.judge import check
from splendor.engine.knowledge import check_disclosure, disclose
from splendor.engine.turn import apply
from splendor.formats.meta import NO_META, Meta
from splendor.formats.record import NO_CLAIMS, Claims, Disclosure, Event, Move, Opening
from splendor.formats.recording import counted, gold_taken
from splendor.model.actions import Action, ReserveCard, ReserveFromDeck
from splendor.model.cards import Card, Noble
from splendor.model.gems import Gems
from splendor.model.rules import Rules


class Script:
    """Events, what was assumed of them, and the state that they lead to.

    `state` is that after the last event, on counted decks, and None once an event is not legal, or
    if no game begins with the opening.
    """

    def __init__(self, opening: Opening, players: int, rules: Rules) -> None:
        self.events: list[Event] = []
        self.assumptions: list[str] = []
        self.state = counted(opening, players, rules)
        self.seat: int | None = None
        """Who made the last move of a player."""
        self._last: tuple[int, Move]
        """The last move and its number, once there is one."""

    def may_come(self, seat: int) -> bool:
        """Return whether a noble that came to a seat by itself can be written on the last move."""
        return bool(self.events) and self.seat == seat and self._last[1].visit is None

    @property
    def due(self) -> int | None:
        """The level of which a card has to be turned up now; None if none has to."""
        place = None if self.state is None else self.state.awaited_place
        return None if place is None else place[0]

    def move(
        self,
        action: Action,
        by: int | None,
        *,
        gold: bool | None = None,
        claims: Claims = NO_CLAIMS,
        meta: Meta = NO_META,
    ) -> None:
        """Write an action; a reservation of which nobody says so takes a gold if there is one."""
        if gold is None and isinstance(action, (ReserveCard, ReserveFromDeck)):
            gold = bool(self.state is not None and gold_taken(self.state, action))
        self.seat = self.seat if by is None else by
        self._write(len(self.events), Move(action, by, gold, claims=claims, meta=meta))
        if self.state is not None:
            legal = check(self.state, action) is None
            self.state = apply(self.state, action) if legal else None

    def disclose(self, card: Card, seat: int | None, *, meta: Meta = NO_META) -> None:
        """Write a face that is put on a card."""
        self.events.append(Disclosure(card, seat, meta=meta))
        if self.state is not None:
            seated = seat is None or seat < len(self.state.players)
            legal = seated and check_disclosure(self.state, seat, card) is None
            self.state = disclose(self.state, seat, card) if legal else None

    def visit(self, noble: Noble) -> None:
        """Write on the last move the noble that came by itself."""
        index, move = self._last
        self._write(index, attrs.evolve(move, visit=noble))

    def claim_points(self, points: int) -> None:
        """Claim of the last move the points that the player has after it."""
        index, move = self._last
        claims = attrs.evolve(move.claims, points=points)
        self._write(index, attrs.evolve(move, claims=claims))

    def _write(self, index: int, move: Move) -> None:
        self._last = index, move
        self.events[index : index + 1] = [move]


def gold_last(card: Card, bonuses: Gems, tokens: Gems) -> Gems:
    """Return the payment for a card if coloured tokens come first (LOG-2)."""
    due = [
        max(0, price - bonus)
        for price, bonus in zip(card.cost.counts[:-1], bonuses.counts[:-1], strict=True)
    ]
    coloured = [min(some) for some in zip(due, tokens.counts[:-1], strict=True)]
    return Gems(*coloured) + Gems(gold=sum(due) - sum(coloured))
