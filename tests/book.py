"""The legal actions once more, slowly and straight from the rules, to hold the engine to them.

For states in which everything is known. Nothing here is packed, cached or shared with the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product

from splendor import (
    Action,
    BuyCard,
    Card,
    ChooseNoble,
    Gems,
    Pass,
    Phase,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    State,
    TakeTokens,
)

COLOURS = "wugrk"


def counted(gems: Gems) -> Counter[str]:
    """Count tokens by letter."""
    return Counter(gem.letter for gem in gems)


def legal_by_the_book(state: State) -> set[Action]:
    """Return the legal actions of a fully known state that awaits a player."""
    player = state.players[state.mover]
    held = counted(player.tokens)
    bonuses = counted(player.bonuses)
    if state.phase is Phase.RETURN:
        hands = combinations_with_replacement("wugrky", held.total() - 10)
        return {ReturnTokens(Gems.parse("".join(hand))) for hand in hands if Counter(hand) <= held}
    if state.phase is Phase.NOBLE:
        return {ChooseNoble(noble) for noble in state.nobles if counted(noble.requires) <= bonuses}
    actions: set[Action] = {*takes(state), *purchases(state), *reservations(state)}
    return actions or {Pass()}


def takes(state: State) -> Iterator[Action]:
    """Yield the takes (TAKE-1 to TAKE-11)."""
    bank = counted(state.bank)
    there = [colour for colour in COLOURS if bank[colour]]
    sizes = {min(3, len(there))} if state.rules.take_fewer == "when_short" else {1, 2, 3}
    for size in sizes - {0}:
        for some in combinations(there, size):
            yield TakeTokens(Gems.parse("".join(some)))
    for colour in COLOURS:
        if bank[colour] >= 4:
            yield TakeTokens(Gems.parse(colour * 2))


def reservations(state: State) -> Iterator[Action]:
    """Yield the reservations (RES-1, RES-2, RES-5)."""
    if len(state.players[state.mover].reserved) < 3:
        for level, (row, deck) in enumerate(zip(state.rows, state.decks, strict=True), start=1):
            for place in row:
                if isinstance(place, Card):
                    yield ReserveCard(place)
            if deck:
                yield ReserveFromDeck(level)


def purchases(state: State) -> Iterator[Action]:
    """Yield the purchases with every payment (BUY-1, PAY-1 to PAY-7)."""
    player = state.players[state.mover]
    cards = [place for row in state.rows for place in row if isinstance(place, Card)]
    cards += [entry.card for entry in player.reserved if isinstance(entry.card, Card)]
    held = counted(player.tokens)
    bonuses = counted(player.bonuses)
    for card in cards:
        due = counted(card.cost) - bonuses
        exact: list[tuple[int, Gems]] = []
        for numbers in product(*(range(min(due[colour], held[colour]) + 1) for colour in COLOURS)):
            gold = due.total() - sum(numbers)
            if gold <= held["y"]:
                exact.append((gold, Gems(*numbers) + Gems(gold=gold)))
        least = min((gold for gold, _ in exact), default=0)
        for gold, payment in exact:
            if state.rules.payment == "any_exact" or gold == least:
                yield BuyCard(card, payment)
