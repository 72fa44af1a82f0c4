"""Kinds of forgery: other tokens, other cards, other nobles."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import attrs

from splendor import (
    CARDS,
    BuyCard,
    Card,
    CardBack,
    ChooseNoble,
    Move,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    TakeTokens,
)
from tests.arbiter import ALL_NOBLES, COLOURS, Table, counts, face_up, mover
from tests.forging import (
    Forgery,
    Game,
    R,
    acting,
    exchanged,
    kind,
    laid_out_cards,
    mistaken,
    nobles_gone,
    not_seen,
    resized,
    seen,
    some,
)

# Tokens


def _paid(game: Game) -> Iterator[tuple[int, Move, BuyCard, dict[str, int]]]:
    for index, move, table in game.moves(BuyCard):
        assert isinstance(move.action, BuyCard)
        yield index, move, move.action, table.players[mover(table)].tokens


@kind(
    "payment: gold for a colour, or back",
    undetectable="both payments were possible, and the tokens are never missed",
)
def _gold_for_colour(game: Game) -> Iterator[Forgery]:
    for index, move, buy, _ in _paid(game):
        for other, old, new in exchanged(buy.payment):
            if "y" in {old, new}:
                yield game.instead(index, acting(move, BuyCard(buy.card, other)))


@kind(
    "payment: another colour",
    undetectable="gold stands for another colour, and the tokens are never missed",
)
def _other_colour(game: Game) -> Iterator[Forgery]:
    for index, move, buy, _ in _paid(game):
        for other, old, _ in exchanged(buy.payment, COLOURS):
            if old != "y":
                yield game.instead(index, acting(move, BuyCard(buy.card, other)))


@kind("payment: one token more")
def _pays_more(game: Game) -> Iterator[Forgery]:
    for index, move, buy, held in _paid(game):
        for other, letter in resized(buy.payment, 1):
            rule = R.PAY_7 if counts(other)[letter] > held[letter] else R.PAY_4
            yield game.instead(index, acting(move, BuyCard(buy.card, other)), rule=rule)


@kind("payment: one token less")
def _pays_less(game: Game) -> Iterator[Forgery]:
    for index, move, buy, _ in _paid(game):
        for other, _ in resized(buy.payment, -1):
            yield game.instead(index, acting(move, BuyCard(buy.card, other)), rule=R.PAY_4)


@kind(
    "tokens taken: another colour",
    undetectable="there was enough of both colours, then and later",
)
def _takes_other(game: Game) -> Iterator[Forgery]:
    for index, move, _ in game.moves(TakeTokens):
        assert isinstance(move.action, TakeTokens)
        for other, _, new in exchanged(move.action.gems):
            rule = R.TAKE_6 if new == "y" else None
            yield game.instead(index, acting(move, TakeTokens(other)), rule=rule)


@kind("tokens taken: one more", undetectable="the rules leave it open how many are taken")
def _takes_more(game: Game) -> Iterator[Forgery]:
    for index, move, _ in game.moves(TakeTokens):
        assert isinstance(move.action, TakeTokens)
        three = move.action.gems.total == 3
        for other, letter in resized(move.action.gems, 1):
            rule = R.TAKE_6 if letter == "y" else R.TAKE_11 if three else None
            yield game.instead(index, acting(move, TakeTokens(other)), rule=rule)


@kind("tokens taken: one less", undetectable="the rules leave it open how many are taken")
def _takes_less(game: Game) -> Iterator[Forgery]:
    fixed = game.record.rules.take_fewer == "when_short"
    for index, move, _ in game.moves(TakeTokens):
        assert isinstance(move.action, TakeTokens)
        rule = R.TAKE_3 if fixed and move.action.gems.total == 3 else None
        for other, _ in resized(move.action.gems, -1):
            yield game.instead(index, acting(move, TakeTokens(other)), rule=rule)


@kind("tokens returned: another colour", undetectable="both were held, and neither is ever missed")
def _returns_other(game: Game) -> Iterator[Forgery]:
    for index, move, table in game.moves(ReturnTokens):
        assert isinstance(move.action, ReturnTokens)
        held = table.players[mover(table)].tokens
        for other, _, new in exchanged(move.action.gems):
            rule = R.LIMIT_3 if counts(other)[new] > held[new] else None
            yield game.instead(index, acting(move, ReturnTokens(other)), rule=rule)


@kind("tokens returned: one more or less")
def _returns_more(game: Game) -> Iterator[Forgery]:
    for index, move, _ in game.moves(ReturnTokens):
        assert isinstance(move.action, ReturnTokens)
        for other, _ in chain(resized(move.action.gems, 1), resized(move.action.gems, -1)):
            yield game.instead(index, acting(move, ReturnTokens(other)), rule=R.LIMIT_2)


@kind("gold of a reservation: taken or not")
def _gold_claim(game: Game) -> Iterator[Forgery]:
    for index, move, _ in game.moves():
        if isinstance(move.action, (ReserveCard, ReserveFromDeck)):
            rule = R.RES_3 if move.gold else R.RES_4
            yield game.instead(index, attrs.evolve(move, gold=not move.gold), rule=rule)
        else:
            for gold in (True, False):
                yield game.instead(index, attrs.evolve(move, gold=gold), rule=R.RES_8)


# Cards


@kind(
    "card bought: another that lies face up",
    undetectable="it costs the same, and neither card is ever spoken of again",
)
def _buys_face_up(game: Game) -> Iterator[Forgery]:
    for index, move, buy, _ in _paid(game):
        for card in some(laid_out_cards(game.tables[index], buy.card)):
            yield game.instead(index, acting(move, BuyCard(card, buy.payment)))


@kind("card bought: one from another's hand")
def _buys_from_another(game: Game) -> Iterator[Forgery]:
    for index, move, buy, _ in _paid(game):
        for seat, player in enumerate(game.tables[index].players):
            for card, face_down in player.hand if seat != move.by else ():
                if card in CARDS:
                    rule = R.BUY_1 if face_down else R.RES_7
                    other = acting(move, BuyCard(CARDS[card], buy.payment))
                    yield game.instead(index, other, rule=rule)


@kind("card bought: one never seen")
def _buys_unseen(game: Game) -> Iterator[Forgery]:
    for index, move, buy, _ in _paid(game):
        table = game.tables[index]
        hand = [card for card, _ in table.players[mover(table)].hand]
        for level in (1, 2, 3):
            rule = None if f"#{level}" in hand else R.BUY_1
            for card in some(not_seen(table, level), 2) if rule else ():
                other = acting(move, BuyCard(card, buy.payment))
                yield game.instead(index, other, rule=rule)


@kind(
    "card reserved: another that lies face up",
    undetectable="neither card is ever spoken of again",
)
def _reserves_other(game: Game) -> Iterator[Forgery]:
    for index, move, table in game.moves(ReserveCard):
        assert isinstance(move.action, ReserveCard)
        for card in laid_out_cards(table, move.action.card):
            yield game.instead(index, acting(move, ReserveCard(card)))


@kind("card reserved: one that is not in a row")
def _reserves_gone(game: Game) -> Iterator[Forgery]:
    for index, move, table in game.moves(ReserveCard):
        for card in some((card for card in CARDS.values() if card.id not in face_up(table)), 8):
            yield game.instead(index, acting(move, ReserveCard(card)), rule=R.RES_1)


@kind(
    "card from a deck: of another level",
    undetectable="nobody ever says which card it was",
)
def _other_deck(game: Game) -> Iterator[Forgery]:
    for index, move, table in game.moves(ReserveFromDeck):
        assert isinstance(move.action, ReserveFromDeck)
        for level in {1, 2, 3} - {move.action.level}:
            rule = None if table.decks[level - 1] else R.RES_5
            yield game.instead(index, acting(move, ReserveFromDeck(level)), rule=rule)


@kind(
    "card from a deck: named as another unseen one",
    undetectable="neither card is ever spoken of again",
)
def _names_unseen(game: Game) -> Iterator[Forgery]:
    for index, event, table in game.disclosures():
        for card in not_seen(table, event.disclose.level):
            if card is not event.disclose:
                forgery = game.instead(index, attrs.evolve(event, disclose=card))
                yield mistaken(game, forgery, index, card, event.disclose)


@kind("card from a deck: named as one seen before")
def _names_seen(game: Game) -> Iterator[Forgery]:
    for index, event, table in game.disclosures():
        for card in seen(table, event.disclose.level):
            yield game.instead(index, attrs.evolve(event, disclose=card), rule=R.COMP_2)


@kind(
    "card from a deck: named in another's hand, or a row",
    undetectable="that hand holds an unknown card too, and neither is ever spoken of again",
)
def _names_elsewhere(game: Game) -> Iterator[Forgery]:
    for index, event, table in game.disclosures():
        back = f"#{event.disclose.level}"
        for seat, player in enumerate(table.players):
            if seat != event.seat:
                rule = None if (back, True) in player.hand else R.INFO_2
                yield game.instead(index, attrs.evolve(event, seat=seat), rule=rule)
        if event.seat is not None:
            rule = None if back in table.rows[event.disclose.level - 1] else R.ROW_6
            yield game.instead(index, attrs.evolve(event, seat=None), rule=rule)


@kind(
    "card from a deck: bought as another unseen one",
    undetectable="it costs the same, and neither card is ever spoken of again",
)
def _buys_another_blind(game: Game) -> Iterator[Forgery]:
    for index, move, buy, _ in _paid(game):
        table = game.tables[index]
        hand = [card for card, _ in table.players[mover(table)].hand]
        if f"#{buy.card.level}" in hand and buy.card.id not in (*hand, *face_up(table)):
            for card in not_seen(table, buy.card.level):
                if card is not buy.card:
                    yield game.instead(index, acting(move, BuyCard(card, buy.payment)))


def _refills(game: Game) -> Iterator[tuple[int, Move, Card, Table]]:
    for index, move, table in game.moves(RevealCard):
        if isinstance(move.action, RevealCard) and isinstance(move.action.card, Card):
            yield index, move, move.action.card, table


@kind("refill: a card seen before")
def _turns_up_seen(game: Game) -> Iterator[Forgery]:
    for index, move, card, table in _refills(game):
        for other in some(seen(table, card.level)):
            yield game.instead(index, acting(move, RevealCard(other)), rule=R.COMP_2)


@kind("refill: of another level")
def _turns_up_level(game: Game) -> Iterator[Forgery]:
    for index, move, card, table in _refills(game):
        for level in {1, 2, 3} - {card.level}:
            rule = R.ROW_6 if table.decks[level - 1] else R.ROW_2
            others: list[Card | CardBack] = [CardBack(level), *some(not_seen(table, level), 1)]
            for other in others:
                yield game.instead(index, acting(move, RevealCard(other)), rule=rule)


@kind(
    "refill: another unseen card",
    undetectable="neither card is ever spoken of again",
)
def _turns_up_unseen(game: Game) -> Iterator[Forgery]:
    for index, move, card, table in _refills(game):
        for other in some(o for o in not_seen(table, card.level) if o is not card):
            forgery = game.instead(index, acting(move, RevealCard(other)))
            yield mistaken(game, forgery, index, card, other)


@kind(
    "refill: left unnamed",
    undetectable="no lie but a silence: the report lists the card, if it is not the last one",
)
def _turns_up_unnamed(game: Game) -> Iterator[Forgery]:
    for index, move, card, _ in _refills(game):
        forgery = game.instead(index, acting(move, RevealCard(CardBack(card.level))))
        yield mistaken(game, forgery, index, card)


# Nobles


@kind("noble: left out")
def _noble_left_out(game: Game) -> Iterator[Forgery]:
    for index, move, _ in game.moves():
        if move.visit is not None:
            yield game.instead(index, attrs.evolve(move, visit=None), rule=R.NOB_4)


@kind("noble: put in, or another")
def _other_noble(game: Game) -> Iterator[Forgery]:
    for index, move, table in game.moves():
        here = table.nobles if move.visit or table.pending else table.nobles[:1]
        for noble in here:
            if move.visit is None or noble != move.visit.id:
                yield game.instead(index, attrs.evolve(move, visit=ALL_NOBLES[noble]))


@kind("noble: one that is not on the table")
def _absent_noble(game: Game) -> Iterator[Forgery]:
    for index, move, table in game.moves():
        gone = nobles_gone(table)
        absent = [noble for noble in ALL_NOBLES if noble not in {*gone, *table.nobles}]
        for noble, rule in ((some(absent, 1), R.NOB_1), (sorted(gone), R.NOB_7)):
            for name in noble:
                other = ALL_NOBLES[name]
                yield game.instead(index, attrs.evolve(move, visit=other), rule=rule)
                if isinstance(move.action, ChooseNoble):
                    yield game.instead(index, acting(move, ChooseNoble(other)), rule=rule)


@kind("noble: another is chosen", undetectable="the game ends before either could come again")
def _chooses_other(game: Game) -> Iterator[Forgery]:
    for index, move, table in game.moves(ChooseNoble):
        for noble in table.nobles:
            action = ChooseNoble(ALL_NOBLES[noble])
            if action != move.action:
                yield game.instead(index, acting(move, action))
