"""Every action that could be written down, and those of them that break no rule of the oracle.

All takes and returns of up to four tokens of the six colours, all 90 cards and the three decks
reserved, every card and back turned up, every noble, a pass, and purchases: each card for what is
printed on it and for nothing, and each that the mover could get with every payment of up to one
token of a colour more than is held or printed. As in `tests.arbiter`, no rule of the package.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product

from splendor import (
    CARDS,
    Action,
    BuyCard,
    Card,
    CardBack,
    ChooseNoble,
    Gems,
    Pass,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    RuleId,
    TakeTokens,
)
from tests.arbiter import ALL_NOBLES, COLOURS, LETTERS, Table, counts, first_broken, mover

_HANDFULS = [
    Gems(*(letters.count(letter) for letter in LETTERS))
    for size in range(5)
    for letters in combinations_with_replacement(LETTERS, size)
]
ALWAYS: tuple[Action, ...] = (
    *(TakeTokens(gems) for gems in _HANDFULS),
    *(ReserveCard(card) for card in CARDS.values()),
    *(ReserveFromDeck(level) for level in (1, 2, 3)),
    *(ReturnTokens(gems) for gems in _HANDFULS),
    *(ChooseNoble(noble) for noble in ALL_NOBLES.values()),
    *(RevealCard(card) for card in CARDS.values()),
    *(RevealCard(CardBack(level)) for level in (1, 2, 3)),
    Pass(),
)
"""What can be written down in every position alike."""
ABOUT_THE_PAYMENT = RuleId.PAY_7, RuleId.PAY_4, RuleId.PAY_3
WHATEVER_IS_PAID = tuple(map(RuleId, ("END-8", "TURN-4", "RES-7", "BUY-1", "BUY-5")))
"""The rules about a purchase that do not ask what is paid; they come before those that do."""


def legal(table: Table) -> list[Action]:
    """All that could be written down, less what breaks a rule; in no order that means anything.

    Payments of more than is held or printed are not even written down here, only in `written`.
    """
    actions = [action for action in ALWAYS if first_broken(table, action) is None]
    for card in CARDS.values():
        if first_broken(table, _purchase(card), but_for=ABOUT_THE_PAYMENT) is None:
            actions += [
                action
                for action in _purchases(table, card, more=0)
                if first_broken(table, action, but_for=WHATEVER_IS_PAID) is None
            ]
    return actions


def written(table: Table) -> list[Action]:
    """Write down everything once, legal or not."""
    purchases: list[Action] = []
    for card in CARDS.values():
        purchases += [_purchase(card), _purchase(card, *card.cost.counts)]
        if first_broken(table, _purchase(card), but_for=ABOUT_THE_PAYMENT) is None:
            purchases += _purchases(table, card, more=1)
    return [*ALWAYS, *dict.fromkeys(purchases)]


def _purchases(table: Table, card: Card, *, more: int) -> Iterator[BuyCard]:
    """A card for every payment of up to so many tokens of a colour more than held or printed."""
    held, printed = table.players[mover(table)].tokens, counts(card.cost)
    most = [min(held[colour], printed[colour]) + more for colour in COLOURS] + [held["y"] + more]
    for paid in product(*(range(number + 1) for number in most)):
        yield _purchase(card, *paid)


@lru_cache(maxsize=1 << 17)
def _purchase(card: Card, *paid: int) -> BuyCard:
    return BuyCard(card, Gems(*paid))
