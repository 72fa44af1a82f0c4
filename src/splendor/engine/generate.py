"""`legal_actions`: every legal action of a state, generated (`check` judges one; see `judge`)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress
from typing import Final

from splendor.engine.arithmetic import reaches, subtract, total, within_reach
from splendor.engine.catalogue import (
    CHOOSE,
    GOLD_PURCHASES,
    PASS,
    PURCHASES,
    RESERVE,
    RESERVE_FROM,
    RETURNS,
    REVEAL,
    REVEAL_BACK,
    TAKES,
)
from splendor.engine.invariants import InvalidPositionError, problems
from splendor.engine.knowledge import unseen_bits
from splendor.model.actions import Action, BuyCard
from splendor.model.cards import BACKS, LEVEL_BITS, LEVELS, CardBack, cards_in
from splendor.model.gems import FIVE, GOLD_SHIFT, GUARD_FIVE, LANE_MASK, ONE_FIVE, TOTAL_SHIFT
from splendor.model.rules import HAND_LIMIT, MOST_TAKEN, PILE_FOR_PAIR, TOKEN_LIMIT, Payment
from splendor.model.state import Phase, Player, State

TO_GUARD_ONE: Final = 31 * ONE_FIVE
TO_GUARD_FOUR: Final = (32 - PILE_FOR_PAIR) * ONE_FIVE
"""Added to a bank, these set the guard bits of the piles of one and more, and of four and more."""


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return every legal action of a state, each once; empty only when the game is over.

    In a partly known state these are the actions that are legal in at least one world. The order:
    tokens of different colours, more before fewer, in colour order; two of one colour; purchases by
    card in table order, less gold before more; reservations of face-up cards, row by row; of decks,
    level by level; a pass last. Returns, nobles and reveals come in colour, row and table order.

    A position is trusted to keep the invariants, except that InvalidPositionError is raised where
    tokens are to be returned and there are not one to three too many.

    >>> from splendor import setup
    >>> len(legal_actions(setup(2, seed=1)))
    30
    """
    return _GENERATORS[state.phase](state)


def _main(state: State) -> tuple[Action, ...]:
    players = state.players
    player = players[(state.first_player + state.turn) % len(players)]
    bank = state._bank & FIVE
    takes = TAKES[state.rules.take_fewer]
    actions: list[Action] = list(
        takes[bank + TO_GUARD_ONE & GUARD_FIVE | (bank + TO_GUARD_FOUR & GUARD_FIVE) >> 1]
    )
    unseen = _unseen_in_hand(state, player) if player._backs else 0
    candidates = (state._face_up | player._hand | unseen) & within_reach(player)
    if candidates:
        if player._tokens >> GOLD_SHIFT & LANE_MASK:
            _add_gold_purchases(actions, candidates, player, state.rules.payment)
        else:
            _add_purchases(actions, candidates, player._bonuses)
    if len(player.reserved) < HAND_LIMIT:
        actions += filter(None, map(RESERVE.get, state._rows))  # None: a back, or an empty place
        actions += compress(RESERVE_FROM, state.decks)
    if not actions or (unseen and _may_be_stuck(player, unseen, actions)):
        actions.append(PASS)
    return tuple(actions)


def _add_purchases(actions: list[Action], candidates: int, bonuses: int) -> None:
    """Add the purchases by somebody without gold, who can pay for all that is within reach."""
    while candidates:
        bit, guarded_price, purchase = PURCHASES[-candidates.bit_length()]
        candidates ^= bit
        difference = guarded_price - bonuses  # `subtract`, written out
        guards = difference & GUARD_FIVE
        actions.append(purchase[difference & (guards - (guards >> 5))])


def _add_gold_purchases(
    actions: list[Action], candidates: int, player: Player, payment: Payment
) -> None:
    bonuses = player._bonuses
    tokens = player._tokens & FIVE
    gold = player._tokens >> GOLD_SHIFT & LANE_MASK
    cards = GOLD_PURCHASES[payment]
    while candidates:
        bit, price, purchases = cards[-candidates.bit_length()]
        candidates ^= bit
        due = subtract(price, bonuses)
        uncovered = subtract(due, tokens)
        missing = total(uncovered)
        if missing <= gold:
            actions += purchases[due - uncovered, missing, gold]


def _unseen_in_hand(state: State, player: Player) -> int:
    """Return the bits of the cards that an unknown card in hand may be."""
    levels = {entry.card.level for entry in player.reserved if isinstance(entry.card, CardBack)}
    return sum(unseen_bits(state, level) for level in levels)


def _may_be_stuck(player: Player, unseen: int, actions: list[Action]) -> bool:
    """Return whether in some world no card in hand can be paid for, and nothing else is legal."""
    payable = 0
    for action in actions:
        if not isinstance(action, BuyCard) or not action.card._bit & unseen:
            return False
        payable |= action.card._bit
    hand = [entry.card for entry in player.reserved]
    return all(
        (unseen & LEVEL_BITS[level - 1] & ~payable).bit_count() >= hand.count(BACKS[level - 1])
        for level in LEVELS
    )


def _return(state: State) -> tuple[Action, ...]:
    tokens = state.players[state.mover]._tokens
    excess = (tokens >> TOTAL_SHIFT) - TOKEN_LIMIT
    if not 0 < excess <= MOST_TAKEN:  # INV-4: there might be no end of ways to return more
        raise InvalidPositionError(problems(state))
    return RETURNS[tokens]


def _noble(state: State) -> tuple[Action, ...]:
    bonuses = state.players[state.mover]._bonuses
    return tuple(CHOOSE[noble] for noble in state.nobles if reaches(bonuses, noble._demand))


def _reveal(state: State) -> tuple[Action, ...]:
    place = state.awaited_place
    if place is None:
        return ()
    level = place[0]
    faces = tuple(REVEAL[card] for card in cards_in(unseen_bits(state, level)))
    return (*faces, REVEAL_BACK[level - 1])


def _over(_: State) -> tuple[Action, ...]:
    return ()


_GENERATORS: Final[dict[Phase, Callable[[State], tuple[Action, ...]]]] = {
    Phase.MAIN: _main,
    Phase.RETURN: _return,
    Phase.NOBLE: _noble,
    Phase.REVEAL: _reveal,
    Phase.OVER: _over,
}
