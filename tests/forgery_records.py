"""Kinds of forgery: order, seats, events too many and too few, claims, and the opening."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations
from typing import Any

import attrs

from splendor import (
    Card,
    CardBack,
    Disclosure,
    Ending,
    Gems,
    Move,
    Pass,
    Result,
    RevealCard,
    RuleId,
    TakeTokens,
    setup,
)
from tests.arbiter import ALL_NOBLES, COLOURS, LETTERS, Table, mover, points
from tests.arbiter_records import First, is_main
from tests.forging import Forgery, Game, R, kind, mistaken, not_seen, resized, some
from tests.records import forged

# Order and seats, events too many and too few


@kind("order: neighbouring events", undetectable="a card is named earlier or later: the same game")
def _swapped(game: Game) -> Iterator[Forgery]:
    for index, (first, second) in enumerate(zip(game.events, game.events[1:], strict=False)):
        moves = isinstance(first, Move) and isinstance(second, Move)
        if first != second:
            record = forged(forged(game.record, index, second), index + 1, first)
            yield Forgery(record, index, (index, R.TURN_4) if moves else None)


@kind("seat: another player acts")
def _other_seat(game: Game) -> Iterator[Forgery]:
    for index, move, _ in game.moves():
        for seat in (None, *range(len(game.record.players))):
            if seat != move.by:
                yield game.instead(index, attrs.evolve(move, by=seat), rule=R.TURN_4)


@kind("event too many: each twice")
def _doubled(game: Game) -> Iterator[Forgery]:
    for index, event in enumerate(game.events):
        over = game.tables[index + 1].phase == "over"
        rule = None if isinstance(event, Disclosure) else R.END_8 if over else R.TURN_4
        yield game.instead(index, event, event, rule=rule)


def _out_of_turn(table: Table) -> RuleId | None:
    """What a main action breaks that is put in where none is awaited."""
    return {"main": None, "over": R.END_8}.get(table.phase, R.TURN_4)


@kind("event too many: a pass")
def _pass_put_in(game: Game) -> Iterator[Forgery]:
    may_be_legal = any(game.moves(Pass))
    for index, event in enumerate(game.events):
        table = game.tables[index]
        rule = _out_of_turn(table) or (None if may_be_legal else R.PASS_2)
        yield game.instead(index, Move(Pass(), mover(table)), event, rule=rule)


@kind("event too many: a take")
def _take_put_in(game: Game) -> Iterator[Forgery]:
    for index, event in enumerate(game.events):
        table = game.tables[index]
        piles = [colour for colour in COLOURS if table.bank[colour]][:3]
        take = Move(TakeTokens(Gems.parse("".join(piles))), mover(table))
        yield game.instead(index, take, event, rule=_out_of_turn(table))


@kind(
    "event missing: each",
    undetectable="the name of a card that is not needed, or the refill after the last turn",
)
def _dropped(game: Game) -> Iterator[Forgery]:
    for index in range(len(game.events)):
        yield game.instead(index)


@kind(
    "event missing: all from one on",
    undetectable="nothing but the refill after the last turn and the name of a card",
)
def _cut_off(game: Game) -> Iterator[Forgery]:
    last = max(index for index, event in enumerate(game.events) if is_main(event))
    for length in range(len(game.events)):
        plain = R.END_1 if length <= last and game.record.ending.kind == "played" else None
        yield game.altered(plain, events=game.events[:length])


# What a record claims


@kind("figure: points, tokens or round stated wrongly")
def _figures(game: Game) -> Iterator[Forgery]:
    for index, move, table in game.moves():
        after = game.tables[index + 1].players[mover(table)]
        before = table.players[mover(table)]
        change = [after.tokens[letter] - before.tokens[letter] for letter in LETTERS]
        change[index % 6] += 1
        wrong: dict[str, tuple[object, RuleId]] = {
            "points": (points(after) + 1, R.WIN_1),
            "gained": (points(after) - points(before) + 1, R.WIN_1),
            "change": (change, R.INV_1),
            "round": (table.turn // len(table.players) + 2, R.END_2),
        }
        for name, (figure, rule) in wrong.items():
            stated: dict[str, Any] = {name: figure}
            claims = attrs.evolve(move.claims, **stated)
            yield game.instead(index, attrs.evolve(move, claims=claims), rule=rule)


@kind("digest of a state", refereed=False)
def _digests(game: Game) -> Iterator[Forgery]:
    for index, event in enumerate(game.events):
        yield game.instead(index, attrs.evolve(event, digest="0" * 12), rule=R.INV_10)


@kind("result: points, cards, ranks or winners")
def _results(game: Game) -> Iterator[Forgery]:
    claimed = game.record.result or Result()
    over = game.tables[-1].phase == "over"
    for name, rule in (("points", R.WIN_1), ("purchased", R.WIN_3), ("ranks", R.WIN_2)):
        figures = getattr(claimed, name) or ()
        for seat, figure in enumerate(figures):
            other = (*figures[:seat], figure + 1, *figures[seat + 1 :])
            yield game.altered(rule, result=attrs.evolve(claimed, **{name: other}))
    for size in range(len(game.record.players) + 1) if over else ():
        for winners in combinations(range(len(game.record.players)), size):
            if {*winners} != {*(claimed.winners or ())}:
                yield game.altered(result=attrs.evolve(claimed, winners=winners))


@kind(
    "ending: another one", undetectable="who gave up, or whether somebody did, is no rule's matter"
)
def _endings(game: Game) -> Iterator[Forgery]:
    endings = [Ending("played"), Ending()]
    for seat in range(len(game.record.players)):
        endings += [Ending("resigned", seat), Ending("timeout", seat)]
    for ending in endings:
        if ending != game.record.ending:
            yield game.altered(ending=ending)


@kind(
    "perspective: another one",
    undetectable="whose knowledge a record holds is no rule's matter: which cards it names counts",
)
def _perspectives(game: Game) -> Iterator[Forgery]:
    for perspective in ("full", "public", *range(len(game.record.players))):
        if perspective != game.record.perspective:
            yield game.altered(perspective=perspective)


@kind("claimed seed: another", refereed=False)
def _seeds(game: Game) -> Iterator[Forgery]:
    if isinstance(game.record.seed, int):
        for seed in range(12):
            if seed != game.record.seed:
                yield game.altered(R.SETUP_2, seed=seed)


@kind(
    "claimed decks: two neighbours swapped",
    undetectable="neither card ever left its deck",
    refereed=False,
)
def _decks(game: Game) -> Iterator[Forgery]:
    record = game.record
    if record.seed is None:
        return
    dealt = setup(len(record.players), seed=record.seed, rules=record.rules)
    decks = [[card for card in deck if isinstance(card, Card)] for deck in dealt.decks]
    for level, deck in enumerate(decks):
        for place in range(len(deck) - 1):
            other = [*deck[:place], deck[place + 1], deck[place], *deck[place + 2 :]]
            forgery = game.altered(decks=[*decks[:level], other, *decks[level + 1 :]])
            yield attrs.evolve(forgery, plain=_named(game, deck[place]))


def _named(game: Game, card: Card) -> First | None:
    """Where a card of a deck is first spoken of, which is out of order if another was due."""
    for index, event in enumerate(game.events):
        face = event.disclose if isinstance(event, Disclosure) else None
        if face is card or (isinstance(event, Move) and event.action == RevealCard(card)):
            return index, R.ROW_1
    return None


# The opening


@kind("opening: bank")
def _banks(game: Game) -> Iterator[Forgery]:
    supply = {2: R.SETUP_6, 3: R.SETUP_7, 4: R.SETUP_8}[len(game.record.players)]
    bank = game.record.opening.bank
    for other, letter in chain(resized(bank, 1), resized(bank, -1)):
        yield game.opened(R.SETUP_9 if letter == "y" else supply, bank=other)


@kind("opening: deck counts")
def _deck_counts(game: Game) -> Iterator[Forgery]:
    sizes = game.record.opening.deck_counts
    for level in range(3):
        for by in (1, -1):
            other = (*sizes[:level], sizes[level] + by, *sizes[level + 1 :])
            yield game.opened(R.INV_2, deck_counts=other)


def _rows_with(game: Game, level: int, slot: int, card: Card | CardBack | None) -> list[object]:
    rows: list[list[object]] = [list(row) for row in game.record.opening.rows]
    rows[level - 1][slot] = card
    return list(rows)


@kind("opening: a card twice, of another level, or missing")
def _wrong_rows(game: Game) -> Iterator[Forgery]:
    table = game.tables[0]
    for level, row in enumerate(game.record.opening.rows, start=1):
        for slot in range(4):
            yield game.opened(R.INV_2, rows=_rows_with(game, level, slot, row[slot - 1]))
            yield game.opened(R.INV_2, rows=_rows_with(game, level, slot, None))
            stranger = not_seen(table, level % 3 + 1)[0]
            yield game.opened(R.ROW_6, rows=_rows_with(game, level, slot, stranger))


@kind("opening: another unseen card", undetectable="neither card is ever spoken of again")
def _other_rows(game: Game) -> Iterator[Forgery]:
    table = game.tables[0]
    for level, row in enumerate(game.record.opening.rows, start=1):
        for slot, card in enumerate(row):
            for other in some(not_seen(table, level)):
                forgery = game.opened(rows=_rows_with(game, level, slot, other))
                assert isinstance(card, Card)
                yield mistaken(game, forgery, -1, card, other)


@kind("opening: nobles", undetectable="neither noble comes, or could")
def _other_nobles(game: Game) -> Iterator[Forgery]:
    nobles = game.record.opening.nobles
    for place, noble in enumerate(nobles):
        others = (*nobles[:place], *nobles[place + 1 :])
        yield game.opened(R.INV_3, nobles=others)
        yield game.opened(R.INV_3, nobles=(*nobles, noble))
        for other in ALL_NOBLES.values():
            if other not in nobles:
                rule = None if other in game.record.rules.noble_pool else R.INV_3
                yield game.opened(rule, nobles=(*others, other))


@kind("opening: first player")
def _first_player(game: Game) -> Iterator[Forgery]:
    for seat in range(len(game.record.players)):
        if seat != game.record.opening.first_player:
            yield game.opened((0, R.TURN_4), first_player=seat)
