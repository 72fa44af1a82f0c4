"""Passes that were made with unknown cards in hand, and what later events tell about them (PASS-2).

A pass is legal only if its player could pay for no card in their hand. With an unknown one there it
is legal as long as that card may have been too dear, and any later event can end that: the card is
named and could have been paid for, or the last cards that were too dear are named elsewhere, or
another pass needs them.

All cards of a level that were drawn blind must be given different faces at once: those named since
in the hand of whoever drew them, or ones that are still unseen. None may get a face that its holder
could have paid for at a pass while holding it, and all that were named must be given. That is a
matching, and it is enough that one gives every card drawn a face and another every named face a
card drawn: by Mendelsohn and Dulmage there is then one that does both.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from math import inf

import attrs

from splendor.engine.arithmetic import can_pay
from splendor.engine.knowledge import unseen_bits
from splendor.engine.violation import Violation, violation
from splendor.formats.record import Disclosure, Event, Move
from splendor.model.actions import BuyCard, Pass, ReserveFromDeck, RevealCard
from splendor.model.cards import LEVEL_BITS, LEVELS, Card, CardBack, cards_in
from splendor.model.rule_ids import RuleId
from splendor.model.state import Player, State
from splendor.verification.events import is_known


@attrs.define(eq=False)
class _Drawn:
    """A card drawn blind: its holder, the bits of the faces it may have, and those it may not.

    `named` are the cards named in the holder's hand since; `barred` those that a pass excludes, by
    the number of its event.
    """

    holder: int
    faces: int
    named: int = 0
    barred: dict[int, int] = attrs.Factory(dict)

    def choices(self, unseen: int, until: float, now: int) -> int:
        """Return the faces left by the passes up to an event, and by the present one."""
        barred = sum(bits for event, bits in self.barred.items() if event <= until or event == now)
        return self.faces & (unseen | self.named) & ~barred


class Passes:
    """The cards drawn blind so far, and the faces that passes leave them."""

    def __init__(self) -> None:
        self._drawn: tuple[list[_Drawn], ...] = tuple([] for _ in LEVELS)
        self._any_drawn = self._any_barred = False

    def follow(
        self, index: int, event: Event, before: State, after: State, drawn: Card | CardBack | None
    ) -> Violation | None:
        """Go along with a legal event; a Violation if with it some pass cannot have been legal.

        `drawn` is the card that a blind reservation draws by a claimed order of the decks.
        """
        action = event.action if isinstance(event, Move) else event
        if isinstance(action, ReserveFromDeck):
            level = action.level
            faces = LEVEL_BITS[level - 1] if drawn is None else drawn._bit
            self._drawn[level - 1].append(_Drawn(before.mover, faces))
            self._any_drawn = True
            return None
        if not self._any_drawn:
            return None
        if isinstance(action, Pass):
            return self._pass(index, before)
        if isinstance(action, Disclosure):
            level = action.disclose.level
            if action.seat is not None:
                self._name(action.seat, action.disclose)
        elif isinstance(action, BuyCard) and not is_known(before, action.card):
            level = action.card.level
            self._name(before.mover, action.card)
        elif isinstance(action, RevealCard):
            level = action.card.level
        else:
            return None
        return self._doubt(index, event, level, after)

    def _name(self, seat: int, card: Card) -> None:
        for drawn in self._drawn[card.level - 1]:
            if drawn.holder == seat:
                drawn.named |= card._bit

    def _pass(self, index: int, state: State) -> Violation | None:
        if not state.players[state.mover]._backs:
            return None
        barring = [level for level in LEVELS if self._bar(index, state, level)]
        doubts = (self._doubt(index, Move(Pass()), level, state) for level in barring)
        return next(filter(None, doubts), None)

    def _bar(self, index: int, state: State, level: int) -> bool:
        """Bar the faces that the mover could pay for; False if all of them have been before."""
        payable = _payable(state.players[state.mover], unseen_bits(state, level))
        barring = False
        for drawn in self._drawn[level - 1]:
            if drawn.holder != state.mover:
                continue
            new = payable & ~sum(drawn.barred.values())
            if new:
                drawn.barred[index] = new
                barring = self._any_barred = True
        return barring

    def _doubt(self, index: int, event: Event, level: int, state: State) -> Violation | None:
        """Return the first pass that cannot have been legal if this event was, or None."""
        if not self._any_barred:
            return None
        passes = sorted({number for drawn in self._drawn[level - 1] for number in drawn.barred})
        if not passes:
            return None
        unseen = unseen_bits(state, level)
        if self._possible(level, unseen, inf, index):
            return None
        earlier = [number for number in passes if number != index]
        first = bisect_left(
            earlier, 1, key=lambda number: not self._possible(level, unseen, number, index)
        )
        return _in_doubt((*earlier, index)[first], index, event, level)

    def _possible(self, level: int, unseen: int, until: float, now: int) -> bool:
        """Return whether all cards drawn can have faces, by the passes up to an event and now."""
        choices = [drawn.choices(unseen, until, now) for drawn in self._drawn[level - 1]]
        named = 0
        for drawn in self._drawn[level - 1]:
            named |= drawn.named
        holders = [
            sum(1 << place for place, faces in enumerate(choices) if faces & card._bit)
            for card in cards_in(named)
        ]
        return _all_matched(choices) and _all_matched(holders)


def _payable(player: Player, bits: int) -> int:
    """Return those of some cards that a player can pay for."""
    return sum(card._bit for card in cards_in(bits) if can_pay(player, card._price))


def _in_doubt(passed: int, index: int, event: Event, level: int) -> Violation:
    if passed == index:
        sentence = "by the claimed deck order a card of level {level} in hand can be bought"
    elif isinstance(event, Move) and isinstance(event.action, Pass):
        sentence = (
            "the passes of events {pass_event} and {event} cannot both be legal: some unknown card "
            "of level {level} in hand can be bought"
        )
    else:
        sentence = (
            "with event {event} some card of level {level} in hand could have been bought at event "
            "{pass_event}, a pass"
        )
    return violation(
        RuleId.PASS_2, sentence, possible="buy", level=level, pass_event=passed, event=index
    )


def _all_matched(choices: Sequence[int]) -> bool:
    """Return whether every one can have a bit of its own among its choices (augmenting paths)."""
    owners: dict[int, int] = {}

    def place(one: int, tried: set[int]) -> bool:
        left = choices[one]
        while left:
            bit = left & -left
            left ^= bit
            if bit not in tried:
                tried.add(bit)
                if bit not in owners or place(owners[bit], tried):
                    owners[bit] = one
                    return True
        return False

    return all(place(one, set()) for one in range(len(choices)))
