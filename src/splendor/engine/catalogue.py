"""The actions that there are, each made once and then looked up by all that it depends on.

Actions are values, so the same few thousand objects serve every game: takes by which piles are
empty and which hold four, purchases by card and what is due or at hand, returns by the tokens held.
"""

from __future__ import annotations

from functools import partial
from typing import Final, TypeAlias, get_args

from splendor.engine.arithmetic import total
from splendor.engine.memo import Memo
from splendor.model.actions import (
    BuyCard,
    ChooseNoble,
    Pass,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    TakeTokens,
)
from splendor.model.cards import ALL_CARDS, BACKS, EXTRA_NOBLES, LEVELS, NOBLES, Card
from splendor.model.gems import (
    GOLD_ONE,
    GUARD_FIVE,
    LANE_MASK,
    ONE,
    TOTAL_SHIFT,
    covers,
    gems_of,
)
from splendor.model.rules import MOST_TAKEN, PAIR, TOKEN_LIMIT, Payment, TakeFewer

Means: TypeAlias = tuple[int, int, int]
"""What a card is paid with: the packed tokens usable for it, how many are missing, the gold."""


def choices(tokens: int, most: int) -> list[list[int]]:
    """List the ways to choose up to `most` of some tokens: those of n tokens at index n.

    They come in colour order: those with most of the first colour first.
    """
    ways = [[0], *([] for _ in range(most))]
    for lane in reversed(range(6)):
        held = tokens >> 6 * lane & LANE_MASK
        if held:
            one = ONE[lane]
            ways[1:] = [
                [
                    count * one + others
                    for count in range(min(held, number), -1, -1)
                    for others in ways[number - count]
                ]
                for number in range(1, most + 1)
            ]
    return ways


def _list_takes(take_fewer: TakeFewer, piles: int) -> tuple[TakeTokens, ...]:
    """List the takes; a guard bit marks a pile that is not empty, the bit below it one of four."""
    different = choices((piles & GUARD_FIVE) >> 5, MOST_TAKEN)
    numbers = [number for number in (3, 2, 1) if different[number]]
    if take_fewer == "when_short":
        del numbers[1:]
    singles = [gems for number in numbers for gems in different[number]]
    pairs = [PAIR * gem for gem in choices((piles << 1 & GUARD_FIVE) >> 5, 1)[1]]
    return tuple([_TAKE[gems] for gems in (*singles, *pairs)])


def _list_payments(payment: Payment, means: Means) -> tuple[int, ...]:
    """List the payments, packed: with the least gold, then with more for any usable token."""
    usable, missing, gold = means
    coloured = usable + (total(usable) << TOTAL_SHIFT)
    spare = min(gold - missing, total(usable)) if payment == "any_exact" else 0
    return tuple(
        [
            coloured - replaced + (missing + number) * GOLD_ONE
            for number, ways in enumerate(choices(usable, spare))
            for replaced in reversed(ways)
        ]
    )


def _list_gold_purchases(card: Card, payment: Payment, means: Means) -> tuple[BuyCard, ...]:
    return tuple([_BUY[card, gems] for gems in _PAYMENTS[payment][means]])


def _plain_purchase(card: Card, due: int) -> BuyCard:
    return _BUY[card, due + (total(due) << TOTAL_SHIFT)]


def _list_returns(tokens: int) -> tuple[ReturnTokens, ...]:
    excess = (tokens >> TOTAL_SHIFT) - TOKEN_LIMIT
    return tuple([action for gems, action in _RETURN[excess] if covers(tokens, gems)])


def _make_take(gems: int) -> TakeTokens:
    return TakeTokens(gems_of(gems))


def _make_purchase(bargain: tuple[Card, int]) -> BuyCard:
    card, payment = bargain
    return BuyCard(card, gems_of(payment))


PASS: Final = Pass()
RESERVE: Final[dict[object, ReserveCard]] = {card: ReserveCard(card) for card in ALL_CARDS}
RESERVE_FROM: Final = tuple(ReserveFromDeck(level) for level in LEVELS)
CHOOSE: Final = {noble: ChooseNoble(noble) for noble in (*NOBLES.values(), *EXTRA_NOBLES.values())}
REVEAL: Final = {card: RevealCard(card) for card in ALL_CARDS}
REVEAL_BACK: Final = tuple(RevealCard(back) for back in BACKS)
_RETURN: Final = tuple(
    [(gems, ReturnTokens(gems_of(gems))) for gems in ways]
    for ways in choices(MOST_TAKEN * sum(ONE), MOST_TAKEN)
)
"""By their number: all returns there can be."""
_TAKE: Final = Memo(_make_take, 64)
_BUY: Final = Memo(_make_purchase, 1 << 14)
_PAYMENTS: Final = {
    option: Memo(partial(_list_payments, option), 1 << 12) for option in get_args(Payment)
}

TAKES: Final = {option: Memo(partial(_list_takes, option), 512) for option in get_args(TakeFewer)}
"""By the option and the piles: the takes."""
RETURNS: Final = Memo(_list_returns, 1 << 12)
"""By the packed tokens held: the ways to return those above ten."""
PURCHASES: Final[tuple[tuple[int, int, Memo[int, BuyCard]], ...]] = tuple(
    (card._bit, card._price | GUARD_FIVE, Memo(partial(_plain_purchase, card), 1 << 10))
    for card in ALL_CARDS
)
"""By card: its bit, its price with the guard bits set, and by the amount due the purchase without
gold."""
GOLD_PURCHASES: Final[dict[str, tuple[tuple[int, int, Memo[Means, tuple[BuyCard, ...]]], ...]]] = {
    option: tuple(
        (card._bit, card._price, Memo(partial(_list_gold_purchases, card, option), 1 << 10))
        for card in ALL_CARDS
    )
    for option in get_args(Payment)
}
"""By the option and card: its bit, its price, and by the means the purchases of somebody with
gold."""
