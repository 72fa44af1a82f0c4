"""Kinds of forgery about cards that nobody has seen: drawn blind, and passes while holding them."""

from __future__ import annotations

from collections.abc import Iterator

from splendor import (
    CARDS,
    BuyCard,
    Card,
    Disclosure,
    Gems,
    Move,
    Pass,
    ReserveFromDeck,
    RevealCard,
)
from tests.arbiter import COLOURS, LETTERS, Seat, can_pay, due, mover, unseen
from tests.arbiter_records import Told
from tests.forging import Forgery, Game, R, acting, kind, not_seen


def _bought_blind(game: Game) -> Iterator[tuple[int, Move, Card, Told]]:
    """The purchases that name a card of the buyer's hand."""
    for index, move, table in game.moves(BuyCard):
        if isinstance(move.action, BuyCard):
            card = move.action.card
            if card.id in unseen(table, card.level):
                yield index, move, card, table


def _price(seat: Seat, card: Card) -> Gems:
    """What a player pays for a card, coloured tokens first."""
    owed = due(seat, card.id)
    paid = {colour: min(owed[colour], seat.tokens[colour]) for colour in COLOURS}
    paid["y"] = sum(owed.values()) - sum(paid.values())
    return Gems(*(paid[letter] for letter in LETTERS))


@kind("card from a deck: bought as one that was bought before")
def _bought_before(game: Game) -> Iterator[Forgery]:
    for index, move, card, table in _bought_blind(game):
        for seat in table.players:
            for other in seat.bought:
                if CARDS[other].level == card.level:
                    action = BuyCard(CARDS[other], Gems())
                    yield game.instead(index, acting(move, action), rule=R.BUY_1)


@kind("card from a deck: bought as one that turns up later")
def _bought_too_soon(game: Game) -> Iterator[Forgery]:
    for index, move, card, table in _bought_blind(game):
        seat = table.players[mover(table)]
        for _, reveal, _ in game.moves(RevealCard):
            other = reveal.action.card if isinstance(reveal.action, RevealCard) else card
            unnamed = isinstance(other, Card) and other.id in unseen(table, card.level)
            if isinstance(other, Card) and unnamed and can_pay(seat, other.id):
                yield game.instead(index, acting(move, BuyCard(other, _price(seat, other))))


@kind("card from a deck: out of an empty one")
def _empty_deck(game: Game) -> Iterator[Forgery]:
    for index, event in enumerate(game.events):
        table = game.tables[index]
        if table.phase == "main" and len(table.players[mover(table)].hand) < 3:
            for level in (1, 2, 3):
                if not table.decks[level - 1]:
                    drawn = Move(ReserveFromDeck(level), mover(table), gold=table.bank["y"] > 0)
                    yield game.instead(index, drawn, event, rule=R.RES_5)


def _payable(table: Told, level: int) -> list[Card]:
    """The cards of a level that nobody has seen and the mover can pay for."""
    seat = table.players[mover(table)]
    return [card for card in not_seen(table, level) if can_pay(seat, card.id)]


@kind("pass: a card is named that could have been bought")
def _named_after_pass(game: Game) -> Iterator[Forgery]:
    for index, move, table in game.moves(Pass):
        player = mover(table)
        for level in (1, 2, 3):
            if (f"#{level}", True) in table.players[player].hand:
                for card in _payable(table, level):
                    yield game.instead(index, move, Disclosure(card, player), rule=R.PASS_2)


@kind("pass: a card is bought that could have been bought before")
def _bought_after_pass(game: Game) -> Iterator[Forgery]:
    """All of that level in the hand were there at the pass."""
    for index, move, card, table in _bought_blind(game):
        player, back = mover(table), f"#{card.level}"
        seat = table.players[player]
        for _, _, then in game.moves(Pass):
            held = then.players[mover(then)].hand
            if then.turn < table.turn and mover(then) == player and seat.hand == held:
                for other in _payable(then, card.level):
                    hidden = other.id in unseen(table, card.level)
                    if back in dict(held) and hidden and can_pay(seat, other.id):
                        action = BuyCard(other, _price(seat, other))
                        yield game.instead(index, acting(move, action), rule=R.PASS_2)
