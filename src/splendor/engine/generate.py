"""`legal_actions`: every legal action of a state, generated (`check` judges one; see `judge`).

Actions are values, so the same few thousand objects serve every game: the takes by which piles are
empty and which hold four, the payments by card, amount due, tokens usable and gold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import Final

from splendor.engine.arithmetic import reaches, subtract, total, within_reach
from splendor.engine.invariants import InvalidPositionError, problems
from splendor.engine.knowledge import unseen_bits
from splendor.model.actions import (
    Action,
    BuyCard,
    ChooseNoble,
    Pass,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    TakeTokens,
)
from splendor.model.cards import (
    ALL_CARDS,
    BACKS,
    EXTRA_NOBLES,
    LEVEL_BITS,
    LEVELS,
    NOBLES,
    Card,
    CardBack,
    cards_in,
)
from splendor.model.gems import (
    COLOURS,
    FIVE,
    GOLD_SHIFT,
    GUARD_FIVE,
    LANE_MASK,
    ONE,
    ONE_FIVE,
    TOTAL_SHIFT,
    gems_of,
    pack,
    unpack,
)
from splendor.model.rules import (
    HAND_LIMIT,
    MOST_TAKEN,
    PAIR,
    PILE_FOR_PAIR,
    TOKEN_LIMIT,
    Payment,
    TakeFewer,
)
from splendor.model.state import Phase, Player, State

PASS: Final = Pass()
FOUR_FIVE: Final = PILE_FOR_PAIR * ONE_FIVE
_RESERVE: Final[dict[object, ReserveCard]] = {card: ReserveCard(card) for card in ALL_CARDS}
_RESERVE_FROM: Final = tuple(ReserveFromDeck(level) for level in LEVELS)
_CHOOSE: Final = {noble: ChooseNoble(noble) for noble in (*NOBLES.values(), *EXTRA_NOBLES.values())}
_REVEAL: Final = {card: RevealCard(card) for card in ALL_CARDS}
_REVEAL_BACK: Final = tuple(RevealCard(back) for back in BACKS)


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
    rules = state.rules
    bank = state._bank & FIVE | GUARD_FIVE
    actions: list[Action] = list(
        _takes(bank - ONE_FIVE & GUARD_FIVE, bank - FOUR_FIVE & GUARD_FIVE, rules.take_fewer)
    )
    unseen = _unseen_in_hand(state, player) if player._backs else 0
    candidates = (state._face_up | player._hand | unseen) & within_reach(player)
    if candidates:
        bonuses = player._bonuses
        tokens = player._tokens & FIVE
        gold = player._tokens >> GOLD_SHIFT & LANE_MASK
        while candidates:
            bit = candidates & -candidates
            candidates ^= bit
            card = ALL_CARDS[bit.bit_length() - 1]
            due = subtract(card._price, bonuses)
            missing = subtract(due, tokens) if gold else 0
            if not missing or total(missing) <= gold:
                actions += _purchases(card, due, due - missing, gold, rules.payment)
    if len(player.reserved) < HAND_LIMIT:
        actions += [_RESERVE[card] for card in state._rows if card is not None and card._bit]
        actions += [
            reserve for reserve, deck in zip(_RESERVE_FROM, state.decks, strict=True) if deck
        ]
    if not actions or (unseen and _may_be_stuck(player, unseen, actions)):
        actions.append(PASS)
    return tuple(actions)


def _list_takes(nonempty: int, holding_four: int, take_fewer: TakeFewer) -> tuple[TakeTokens, ...]:
    """List the takes by the guard bits of the piles that are non-empty and that hold four."""
    piles = [one for lane, one in enumerate(ONE[:5]) if nonempty >> 6 * lane & 32]
    most = min(MOST_TAKEN, len(piles))
    least = 1 if take_fewer == "always" else most
    different = [
        _take(sum(some))
        for number in range(most, least - 1, -1)
        for some in combinations(piles, number)
        if some
    ]
    doubles = [
        _take(PAIR * one) for lane, one in enumerate(ONE[:5]) if holding_four >> 6 * lane & 32
    ]
    return (*different, *doubles)


def _make_take(packed: int) -> TakeTokens:
    return TakeTokens(gems_of(packed))


def _list_purchases(
    card: Card, due: int, usable: int, gold: int, payment: Payment
) -> tuple[BuyCard, ...]:
    """List the purchases of a card for the amount due, of which `usable` can be paid in colour."""
    if not gold:
        return (_purchase(card, due + (total(due) << TOTAL_SHIFT)),)
    if payment == "gold_last":
        missing = total(due - usable)
        return (_purchase(card, usable + (total(usable) << TOTAL_SHIFT) + missing * ONE[5]),)
    payments = [unpack(packed) for packed in _exact_payments(unpack(due), unpack(usable), gold, 0)]
    payments.sort(key=lambda counts: (counts[5], [-count for count in counts]))
    return tuple(_purchase(card, pack(counts)) for counts in payments)


def _exact_payments(
    due: tuple[int, ...], usable: tuple[int, ...], gold: int, lane: int
) -> Iterator[int]:
    """Yield the packed payments of the colours from `lane` on, gold standing for any of them."""
    if lane == len(COLOURS):
        yield 0
        return
    for golden in range(due[lane] - usable[lane], min(due[lane], gold) + 1):
        for rest in _exact_payments(due, usable, gold - golden, lane + 1):
            yield (due[lane] - golden) * ONE[lane] + golden * ONE[5] + rest


def _make_purchase(card: Card, payment: int) -> BuyCard:
    return BuyCard(card, gems_of(payment))


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
    return _returns(tokens, excess)


def _list_returns(tokens: int, excess: int) -> tuple[ReturnTokens, ...]:
    """List the ways to return exactly the excess, in colour order."""
    held = unpack(tokens)
    lanes = [lane for lane, count in enumerate(held) if count]
    return tuple(
        ReturnTokens(gems_of(sum(ONE[lane] for lane in some)))
        for some in combinations_with_replacement(lanes, excess)
        if all(some.count(lane) <= held[lane] for lane in set(some))
    )


# What is made once; the functions themselves stay plain, as mutmut mutates none that is decorated.
_takes: Final = lru_cache(maxsize=512)(_list_takes)
_take: Final = lru_cache(maxsize=64)(_make_take)
_purchases: Final = lru_cache(maxsize=1 << 14)(_list_purchases)
_purchase: Final = lru_cache(maxsize=1 << 14)(_make_purchase)
_returns: Final = lru_cache(maxsize=1 << 12)(_list_returns)


def _noble(state: State) -> tuple[Action, ...]:
    bonuses = state.players[state.mover]._bonuses
    return tuple(_CHOOSE[noble] for noble in state.nobles if reaches(bonuses, noble._demand))


def _reveal(state: State) -> tuple[Action, ...]:
    place = state.awaited_place
    if place is None:
        return ()
    level = place[0]
    faces = tuple(_REVEAL[card] for card in cards_in(unseen_bits(state, level)))
    return (*faces, _REVEAL_BACK[level - 1])


def _over(_: State) -> tuple[Action, ...]:
    return ()


_GENERATORS: Final[dict[Phase, Callable[[State], tuple[Action, ...]]]] = {
    Phase.MAIN: _main,
    Phase.RETURN: _return,
    Phase.NOBLE: _noble,
    Phase.REVEAL: _reveal,
    Phase.OVER: _over,
}
