"""The naive referee on whole records: the first thing in one that cannot be, and its rule.

Written from docs/reference/formats.md, with `tests.arbiter` for the rules and nothing of the engine
or of `splendor.verification`. Digests and claimed deck orders are left to the package.
"""

from __future__ import annotations

import attrs

from splendor import (
    CARDS,
    Action,
    BuyCard,
    CardBack,
    Disclosure,
    Event,
    Move,
    Opening,
    Pass,
    Record,
    ReserveCard,
    ReserveFromDeck,
    Result,
    RevealCard,
    RuleId,
    Rules,
    TakeTokens,
)
from tests.arbiter import (
    LETTERS,
    Counts,
    Seat,
    Table,
    broken,
    can_pay,
    carry_out,
    counts,
    deserves,
    end_reason,
    mover,
    plain_rows,
    points,
    unseen,
)

First = tuple[int | None, RuleId]
"""The number of an event, None for the opening and the ending, and the rule broken."""
MAIN_ACTIONS = (TakeTokens, ReserveCard, ReserveFromDeck, BuyCard, Pass)


@attrs.frozen
class Drawn:
    """A seat drew a card of a level blind."""

    seat: int
    level: int


@attrs.frozen
class Named:
    """A card was named that a seat had drawn blind."""

    seat: int
    card: str


@attrs.frozen
class Passed:
    """A seat passed that could have paid for these cards, which nobody had seen."""

    seat: int
    payable: frozenset[str]


Past = Drawn | Named | Passed


@attrs.define
class Told(Table):
    """A table, and what has to be remembered of the cards drawn blind and of passes, in order."""

    past: list[Past] = attrs.Factory(list)


def first_problem(record: Record, *, start: int = 0, table: Told | None = None) -> First | None:
    """The first problem of a record, replayed on counted decks; None if there is none.

    Of an event it is the seat, then the action, then what came of it: gold, visit, figures, and
    last the passes that it puts in doubt. A record that stops where a refill is awaited may end
    before it or after it. With a table the record is judged from event `start` on, which is to be
    played on a copy of it.
    """
    if table is None:
        rule = _wrong_opening(record.opening, record.rules, len(record.players))
        if rule is not None:
            return None, rule
    table = laid_out(record) if table is None else copied(table)
    last = last_turn(record)
    for index, event in enumerate(record.events[start:], start=start):
        rule = play_event(table, event, refill_left_out=index > last)
        if rule is not None:
            return index, rule
    stopped = copied(table)
    if table.phase == "reveal":
        _turn_up_something(table)
    rules = [_wrong_ending(record, end) or _wrong_result(record, end) for end in (table, stopped)]
    return None if None in rules or rules[0] is None else (None, rules[0])


def play_event(table: Told, event: Event, *, refill_left_out: bool = False) -> RuleId | None:
    """Carry out an event, or return the first rule that it breaks.

    After the last main action of a record the refill may be left out: whatever can only come after
    it is then taken to do so, and so is the name of a card in a row that has no card without one.
    """
    refill_due = refill_left_out and table.phase == "reveal"
    if isinstance(event, Disclosure):
        level = event.disclose.level
        if refill_due and event.seat is None and f"#{level}" not in table.rows[level - 1]:
            _turn_up_something(table)
        return _disclose(table, event) or pass_in_doubt(table)
    if refill_due:
        _turn_up_something(table)
    decider = None if table.phase == "reveal" else mover(table)
    if table.phase != "over" and event.by != decider:
        return RuleId.TURN_4
    wrong = broken(table, event.action)
    if wrong:
        return wrong[0]
    before = _Before(table)
    _remember(table, event.action)
    carry_out(table, event.action)
    return (
        _wrong_gold(before, event)
        or _wrong_visit(table, before, event)
        or _wrong_claim(table, before, event)
        or pass_in_doubt(table)
    )


def last_turn(record: Record) -> int:
    """The number of the event after which the refill is left out; no event's if it is not."""
    last = max((index for index, event in enumerate(record.events) if is_main(event)), default=-1)
    rest = [event for event in record.events[last + 1 :] if isinstance(event, Move)]
    written = any(isinstance(event.action, RevealCard) for event in rest)
    return len(record.events) if written else last


def is_main(event: Event) -> bool:
    """Whether an event is the main action of a turn."""
    return isinstance(event, Move) and isinstance(event.action, MAIN_ACTIONS)


def _turn_up_something(table: Table) -> None:
    """The refill after the last main action may be left out (LOG-1)."""
    assert table.pending is not None
    carry_out(table, RevealCard(CardBack(table.pending[0])))


# The opening


def _wrong_opening(opening: Opening, rules: Rules, seats: int) -> RuleId | None:
    """The first of: cards by level, cards, nobles, gaps in rows, gems, gold."""
    supply = {2: RuleId.SETUP_6, 3: RuleId.SETUP_7, 4: RuleId.SETUP_8}[seats]
    rows = list(zip(plain_rows(opening.rows), opening.deck_counts, strict=True))
    laid = [card for row, _ in rows for card in row if card in CARDS]
    nobles = [noble.id for noble in opening.nobles]
    pool = {noble.id for noble in rules.noble_pool}
    *gems, gold = opening.bank.counts
    sound = {
        RuleId.ROW_6: all(
            card is None or card.removeprefix("#").startswith(str(level))
            for level, (row, _) in enumerate(rows, start=1)
            for card in row
        ),
        RuleId.INV_2: len({*laid}) == len(laid)
        and [4 - row.count(None) + count for row, count in rows] == [40, 30, 20],
        RuleId.INV_3: len({*nobles} & pool) == len(nobles) == rules.noble_count[seats - 2],
        RuleId.INV_6: not any(None in row and count for row, count in rows),
        supply: {*gems} == {rules.gem_tokens[seats - 2]},
        RuleId.SETUP_9: gold == rules.gold_tokens[seats - 2],
    }
    return next((rule for rule in sound if not sound[rule]), None)


def laid_out(record: Record) -> Told:
    """The table with which a record begins."""
    opening = record.opening
    return Told(
        rules=record.rules,
        bank=counts(opening.bank),
        decks=[[None] * count for count in opening.deck_counts],
        rows=plain_rows(opening.rows),
        nobles=[noble.id for noble in opening.nobles],
        players=[Seat(dict.fromkeys(LETTERS, 0)) for _ in record.players],
        first_player=opening.first_player,
    )


def copied(table: Told) -> Told:
    """The same table once more."""
    return attrs.evolve(
        table,
        bank={**table.bank},
        decks=[[*deck] for deck in table.decks],
        rows=[[*row] for row in table.rows],
        nobles=[*table.nobles],
        players=[
            Seat({**seat.tokens}, [*seat.bought], [*seat.hand], [*seat.nobles])
            for seat in table.players
        ],
        past=[*table.past],
    )


# What an event states


def _disclose(table: Told, event: Disclosure) -> RuleId | None:
    """Put a face on one unknown card of a hand or a row, or say why it cannot be."""
    card, back = event.disclose.id, f"#{event.disclose.level}"
    hand = [] if event.seat is None else table.players[event.seat].hand
    row = table.rows[event.disclose.level - 1]
    if event.seat is None and back not in row:
        return RuleId.ROW_6
    if event.seat is not None and (back, True) not in hand:
        return RuleId.INFO_2
    if card not in unseen(table, event.disclose.level):
        return RuleId.COMP_2
    if event.seat is None:
        row[row.index(back)] = card
    else:
        hand[hand.index((back, True))] = card, True
        table.past.append(Named(event.seat, card))
    return None


class _Before:
    """What an event is compared with once it has been carried out."""

    def __init__(self, table: Table) -> None:
        seat = table.players[mover(table)]
        self.mover = mover(table)
        self.phase = table.phase
        self.round = table.turn // len(table.players) + 1
        self.gold = table.bank["y"]
        self.tokens: Counts = {**seat.tokens}
        self.points = points(seat)
        self.nobles = [*seat.nobles]


def _wrong_gold(before: _Before, move: Move) -> RuleId | None:
    if not isinstance(move.action, (ReserveCard, ReserveFromDeck)):
        return None if move.gold is None else RuleId.RES_8
    if before.gold:
        return None if move.gold else RuleId.RES_3
    return RuleId.RES_4 if move.gold else None


def _wrong_visit(table: Table, before: _Before, move: Move) -> RuleId | None:
    """Compare the noble that came by itself with the one that the event states."""
    seat = table.players[before.mover]
    come = [noble for noble in seat.nobles if noble not in before.nobles]
    came = come[0] if come and before.phase != "noble" else None
    if move.visit is None:
        return None if came is None else RuleId.NOB_4
    noble = move.visit.id
    if noble == came:
        return None
    if any(noble in other.nobles for other in table.players):
        return RuleId.NOB_7
    if noble not in table.nobles:
        return RuleId.NOB_1
    return RuleId.NOB_6 if deserves(seat, noble) else RuleId.NOB_2


def _wrong_claim(table: Table, before: _Before, move: Move) -> RuleId | None:
    seat, claims = table.players[before.mover], move.claims
    change = tuple(seat.tokens[letter] - before.tokens[letter] for letter in LETTERS)
    figures = (
        (claims.round, before.round, RuleId.END_2),
        (claims.change, change, RuleId.INV_1),
        (claims.gained, points(seat) - before.points, RuleId.WIN_1),
        (claims.points, points(seat), RuleId.WIN_1),
    )
    wrong = [rule for claimed, actual, rule in figures if claimed not in {None, actual}]
    return wrong[0] if wrong else None


# Passes with unknown cards in hand


def _remember(table: Told, action: Action) -> None:
    """Note what will have to be known of an action, which is about to be carried out."""
    player = mover(table)
    seat = table.players[player]
    match action:
        case ReserveFromDeck(level):
            table.past.append(Drawn(player, level))
        case BuyCard(card) if card.id in unseen(table, card.level):
            table.past.append(Named(player, card.id))
        case Pass() if any(card.startswith("#") for card, _ in seat.hand):
            hidden = {card for level in (1, 2, 3) for card in unseen(table, level)}
            payable = frozenset(card for card in hidden if can_pay(seat, card))
            table.past.append(Passed(player, payable))


def pass_in_doubt(table: Told) -> RuleId | None:
    """PASS-2, unless there is a way to say which card each of those drawn blind was.

    It is one of its level that was named later in the hand of who drew it, or one still unseen; and
    none that its holder could have paid for at a pass while nobody had seen it.
    """
    if not any(isinstance(event, Passed) and event.payable for event in table.past):
        return None
    for level in (1, 2, 3):
        hidden = unseen(table, level)
        faces = {
            place: _faces(drawn.seat, table.past[place + 1 :], hidden, str(level))
            for place, drawn in enumerate(table.past)
            if isinstance(drawn, Drawn) and drawn.level == level
        }
        named = {event.card for event in table.past if isinstance(event, Named)}
        if not _can_be_told(faces, {card for card in named if card.startswith(str(level))}):
            return RuleId.PASS_2
    return None


def _faces(seat: int, later: list[Past], hidden: set[str], level: str) -> frozenset[str]:
    """What a card drawn blind can have been, by what came later."""
    mine = [event for event in later if not isinstance(event, Drawn) and event.seat == seat]
    named = {event.card for event in mine if isinstance(event, Named)}
    possible = {card for card in hidden | named if card.startswith(level)}
    return frozenset(possible).difference(*(e.payable for e in mine if isinstance(e, Passed)))


def _can_be_told(faces: dict[int, frozenset[str]], named: set[str]) -> bool:
    """Whether all can have faces of their own, those named among them, by trying.

    Tried is what leaves the fewest ways: the faces of one, or those that a named one can be. Of
    faces that the same ones can have, either is as good.
    """
    if not faces:
        return not named
    if len(frozenset().union(*faces.values())) < len(faces):
        return False
    owners = {card: [one for one in faces if card in faces[one]] for card in {*named}}
    ways = [[(one, card) for one in owners[card]] for card in named]
    for one, cards in faces.items():
        alike = {
            (card in named, *(card in others for others in faces.values())): card
            for card in sorted(cards)
        }
        ways.append([(one, card) for card in alike.values()])
    return any(
        _can_be_told(
            {other: cards - {card} for other, cards in faces.items() if other != one},
            named - {card},
        )
        for one, card in min(ways, key=len)
    )


# The ending


def _wrong_ending(record: Record, table: Table) -> RuleId | None:
    over = table.phase == "over"
    if over is (record.ending.kind == "played"):
        return None
    return end_reason(table) if over else RuleId.END_1


def _wrong_result(record: Record, table: Table) -> RuleId | None:
    """Compare what the record claims of each player, and once the game is over of the ranking."""
    claimed = record.result or Result()
    scores = tuple(points(seat) for seat in table.players)
    bought = tuple(len(seat.bought) for seat in table.players)
    if claimed.points not in {None, scores}:
        return RuleId.WIN_1
    if claimed.purchased not in {None, bought}:
        return RuleId.WIN_3
    return _wrong_ranking(table, claimed, scores, bought) if table.phase == "over" else None


def _wrong_ranking(
    table: Table, claimed: Result, scores: tuple[int, ...], bought: tuple[int, ...]
) -> RuleId | None:
    """The highest score wins, then the fewest cards, then all who are equal (WIN-2 to WIN-4)."""
    by_cards = table.rules.tie_break == "fewest_purchased"
    merits = [
        (score, -cards if by_cards else 0) for score, cards in zip(scores, bought, strict=True)
    ]
    ranks = tuple(1 + sum(other > merit for other in merits) for merit in merits)
    if claimed.ranks not in {None, ranks}:
        return RuleId.WIN_2
    best = {seat for seat, rank in enumerate(ranks) if rank == 1}
    winners = best if claimed.winners is None else {*claimed.winners}
    if any(scores[seat] < max(scores) for seat in winners):
        return RuleId.WIN_2
    if winners == best:
        return None
    return RuleId.WIN_4 if winners < best else RuleId.WIN_3
