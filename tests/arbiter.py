"""The oracle, naive on purpose: written from the catalogue of rules, not from the engine.

It imports no rule from the package, only the values that a game is made of. A `Table` is plain and
mutable; each rule is a predicate of its own, tested whether or not others are broken; `carry_out`
is the flow of a turn. `tests.universe` filters with it all that could be written down, and
`tests.arbiter_records` judges whole records with it.

Where cards are not known, an action is legal if it is in at least one world, that is, for at least
one way to put the cards that nobody has seen under the backs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache, lru_cache
from typing import Any

import attrs

from splendor import (
    CARDS,
    EXTRA_NOBLES,
    NOBLES,
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
    Rules,
    State,
    TakeTokens,
)

Counts = dict[str, int]
"""How many of each colour, by its letter."""
COLOURS = "wugrk"
LETTERS = "wugrky"
ALL_NOBLES = {**NOBLES, **EXTRA_NOBLES}
REASONS = {RuleId.END_1: "target", RuleId.END_6: "stalemate", RuleId.END_7: "turn_limit"}
"""What the rule by which a game ends is called in an outcome."""


@attrs.define
class Seat:
    """What a player has: tokens, bought cards in order, the hand, and nobles.

    A card in hand is an id, or `#2` for an unknown one of level 2, and whether it came face down.
    """

    tokens: Counts
    bought: list[str] = attrs.Factory(list)
    hand: list[tuple[str, bool]] = attrs.Factory(list)
    nobles: list[str] = attrs.Factory(list)


@attrs.define
class Table:
    """A position: decks with the next card first, None for one not known; rows by level.

    In a row None is an empty place, and `#2` a card that was turned up and not recorded. `pending`
    is the (level, slot) of the place whose refill is awaited.
    """

    rules: Rules
    bank: Counts
    decks: list[list[str | None]]
    rows: list[list[str | None]]
    nobles: list[str]
    players: list[Seat]
    first_player: int = 0
    turn: int = 0
    passes: int = 0
    phase: str = "main"
    pending: tuple[int, int] | None = None


def table_of(state: State) -> Table:
    """A copy of what a state says by its public fields."""
    rows = plain_rows(state.rows)
    decks = [[_known(card) for card in deck] for deck in state.decks]
    pending = [
        (level, row.index(None))
        for level, (row, deck) in enumerate(zip(rows, decks, strict=True), start=1)
        if None in row and deck and state.phase.value == "reveal"
    ]
    return Table(
        rules=state.rules,
        bank=counts(state.bank),
        decks=decks,
        rows=rows,
        nobles=[noble.id for noble in state.nobles],
        players=[
            Seat(
                tokens=counts(player.tokens),
                bought=[card.id for card in player.purchased],
                hand=[(str(entry.card), entry.face_down) for entry in player.reserved],
                nobles=[noble.id for noble in player.nobles],
            )
            for player in state.players
        ],
        first_player=state.first_player,
        turn=state.turn,
        passes=state.passes,
        phase=state.phase.value,
        pending=pending[0] if pending else None,
    )


def copied(table: Table) -> Table:
    """A copy that can be changed without changing the original."""
    return attrs.evolve(
        table,
        bank=dict(table.bank),
        decks=[list(deck) for deck in table.decks],
        rows=[list(row) for row in table.rows],
        nobles=list(table.nobles),
        players=[
            Seat(dict(seat.tokens), list(seat.bought), list(seat.hand), list(seat.nobles))
            for seat in table.players
        ],
    )


def plain_rows(rows: Iterable[Iterable[Card | CardBack | None]]) -> list[list[str | None]]:
    """Rows of cards as ids, `#2` and None."""
    return [[None if card is None else str(card) for card in row] for row in rows]


def sorted_out(table: Table) -> Table:
    """The same position with hands, bought cards and nobles sorted, to compare it with another."""
    players = [
        Seat(seat.tokens, sorted(seat.bought), sorted(seat.hand), sorted(seat.nobles))
        for seat in table.players
    ]
    return attrs.evolve(table, players=players)


# What can be read off a table


def counts(gems: Gems) -> Counts:
    """Tokens by letter."""
    return dict(_counted(gems))


@cache
def _counted(gems: Gems) -> Counts:
    return dict(zip(LETTERS, gems.counts, strict=True))


def mover(table: Table) -> int:
    """The seat whose turn it is."""
    return (table.first_player + table.turn) % len(table.players)


def points(seat: Seat) -> int:
    """The points of a player (WIN-1)."""
    cards = sum(CARDS[card].points for card in seat.bought)
    return cards + sum(ALL_NOBLES[noble].points for noble in seat.nobles)


def bonuses(seat: Seat) -> Counts:
    """The bonuses of a player (BON-1)."""
    return dict(_bonuses(tuple(seat.bought)))


@lru_cache(maxsize=1 << 12)
def _bonuses(bought: tuple[str, ...]) -> Counts:
    letters = [CARDS[card].bonus.letter for card in bought]
    return {colour: letters.count(colour) for colour in COLOURS}


def due(seat: Seat, card: str) -> Counts:
    """What a player has to pay for a card (PAY-1)."""
    cost, have = counts(CARDS[card].cost), bonuses(seat)
    return {colour: max(0, cost[colour] - have[colour]) for colour in COLOURS}


def can_pay(seat: Seat, card: str) -> bool:
    """Whether a player's gold makes up for the colours that they lack (PAY-2)."""
    owed = due(seat, card)
    lacking = sum(max(0, owed[colour] - seat.tokens[colour]) for colour in COLOURS)
    return lacking <= seat.tokens["y"]


def deserves(seat: Seat, noble: str) -> bool:
    """Whether a player's bonuses reach every number on a noble (NOB-2)."""
    asked, have = counts(ALL_NOBLES[noble].requires), bonuses(seat)
    return all(have[colour] >= asked[colour] for colour in COLOURS)


def face_up(table: Table) -> list[str]:
    """The known cards in the rows."""
    return [card for row in table.rows for card in row if card is not None and card in CARDS]


def unseen(table: Table, level: int) -> set[str]:
    """The cards of a level that stand nowhere: the faces of all its backs (COMP-2)."""
    seen = {card for pile in (*table.rows, *table.decks) for card in pile}
    for seat in table.players:
        seen |= {*seat.bought, *(card for card, _ in seat.hand)}
    return {card.id for card in CARDS.values() if card.level == level} - seen


def score(table: Table) -> list[tuple[int, int, int]]:
    """The points, bought cards and rank of each seat; equals share the better rank."""
    return [
        (
            points(seat),
            len(seat.bought),
            1 + sum(_is_better(table, other, seat) for other in table.players),
        )
        for seat in table.players
    ]


def _is_better(table: Table, seat: Seat, other: Seat) -> bool:
    """Whether a seat stands above another (WIN-2, WIN-3); if neither does, they share (WIN-4)."""
    if points(seat) != points(other):
        return points(seat) > points(other)
    counting = table.rules.tie_break == "fewest_purchased"
    return counting and len(seat.bought) < len(other.bought)


def outcome(table: Table) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...], str] | None:
    """Winners, seats by rank and reason of a game that is over, else None."""
    reason = end_reason(table)
    if table.phase != "over" or reason is None:
        return None
    ranks = [rank for _, _, rank in score(table)]
    ranking = [
        tuple(seat for seat, its in enumerate(ranks) if its == rank)
        for rank in range(1, len(ranks) + 1)
        if rank in ranks
    ]
    return ranking[0], tuple(ranking), REASONS[reason]


def end_reason(table: Table) -> RuleId | None:
    """The rule by which a game ends between two turns, in the order of END-9, or None."""
    seats, limit = len(table.players), table.rules.turn_limit
    reached = any(points(seat) >= table.rules.target_score for seat in table.players)
    if reached and table.turn % seats == 0:
        return RuleId.END_1
    if table.passes >= seats:
        return RuleId.END_6
    if limit is not None and table.turn >= limit * seats:
        return RuleId.END_7
    return None


# Every rule that an action breaks

_AWAITED = {ReturnTokens: "return", ChooseNoble: "noble", RevealCard: "reveal"}
_KINDS = (
    *(TakeTokens, BuyCard, ReserveCard, ReserveFromDeck),
    *(ReturnTokens, ChooseNoble, RevealCard, Pass),
)
_Breaks = Callable[[Table, Any], bool]
_RULES: dict[type, dict[RuleId, _Breaks]] = {kind: {} for kind in _KINDS}
"""The rules about each kind of action, in the documented order, and what breaks them."""


def broken(table: Table, action: Action) -> list[RuleId]:
    """Every rule that an action breaks, in the documented order; none if it is legal.

    At the wrong time that is END-8 or TURN-4, never both, and after it what the action would break
    if it were its time. A pass is then not judged further, since its rule is about a main action.
    """
    return [rule for rule, breaks in _RULES[type(action)].items() if breaks(table, action)]


def first_broken(table: Table, action: Action, but_for: Collection[RuleId] = ()) -> RuleId | None:
    """The first rule that an action breaks, by which it is refused; `but_for` are not asked."""
    for rule, breaks in _RULES[type(action)].items():
        if rule not in but_for and breaks(table, action):
            return rule
    return None


def _rule(name: str, *kinds: type) -> Callable[[_Breaks], _Breaks]:
    """Register a predicate for some kinds of action, those first in the documented order first."""

    def register(breaks: _Breaks) -> _Breaks:
        for kind in kinds:
            _RULES[kind][RuleId(name)] = breaks
        return breaks

    return register


@_rule("END-8", *_KINDS)
def _after_the_end(table: Table, _: Action) -> bool:
    return table.phase == "over"


@_rule("TURN-4", *_KINDS)
def _not_the_time(table: Table, action: Action) -> bool:
    return table.phase not in {"over", _AWAITED.get(type(action), "main")}


@_rule("TAKE-8", TakeTokens)
def _none_taken(_: Table, action: TakeTokens) -> bool:
    return sum(action.gems.counts) == 0


@_rule("TAKE-6", TakeTokens)
def _gold_taken(_: Table, action: TakeTokens) -> bool:
    return action.gems.counts[5] > 0


@_rule("TAKE-11", TakeTokens)
def _too_many_taken(_: Table, action: TakeTokens) -> bool:
    return sum(action.gems.counts) > 3 or max(action.gems.counts) >= 3


@_rule("TAKE-9", TakeTokens)
def _mixed(_: Table, action: TakeTokens) -> bool:
    numbers = [number for number in action.gems.counts if number]
    return len(numbers) > 1 and max(numbers) >= 2


@_rule("TAKE-7", TakeTokens)
def _absent_colour(table: Table, action: TakeTokens) -> bool:
    taken = counts(action.gems)
    return any(taken[colour] and not table.bank[colour] for colour in COLOURS)


@_rule("TAKE-5", TakeTokens)
def _low_pile(table: Table, action: TakeTokens) -> bool:
    taken = counts(action.gems)
    return any(taken[colour] == 2 and table.bank[colour] < 4 for colour in COLOURS)


def _may_not_take_fewer(table: Table, action: TakeTokens) -> bool:
    """Whether single tokens are taken, and the rules say how many those have to be."""
    *gems, gold = action.gems.counts
    return max(gems) == 1 and not gold and table.rules.take_fewer == "when_short"


def _piles(table: Table) -> list[str]:
    return [colour for colour in COLOURS if table.bank[colour]]


@_rule("TAKE-3", TakeTokens)
def _fewer_than_three(table: Table, action: TakeTokens) -> bool:
    fewer = len(_piles(table)) >= 3 > sum(action.gems.counts)
    return fewer and _may_not_take_fewer(table, action)


@_rule("TAKE-2", TakeTokens)
def _fewer_than_there_are(table: Table, action: TakeTokens) -> bool:
    piles, taken = _piles(table), counts(action.gems)
    fewer = len(piles) < 3 and not all(taken[colour] for colour in piles)
    return fewer and _may_not_take_fewer(table, action)


@_rule("RES-2", ReserveCard, ReserveFromDeck)
def _hand_full(table: Table, _: Action) -> bool:
    return len(table.players[mover(table)].hand) >= 3


@_rule("RES-5", ReserveFromDeck)
def _deck_empty(table: Table, action: ReserveFromDeck) -> bool:
    return not table.decks[action.level - 1]


@_rule("RES-1", ReserveCard)
def _not_in_a_row(table: Table, action: ReserveCard) -> bool:
    return action.card.id not in face_up(table)


@_rule("RES-7", BuyCard)
def _reserved_by_another(table: Table, action: BuyCard) -> bool:
    """Named only for a card reserved face up: of a blind one it would tell what it is."""
    others = [seat for number, seat in enumerate(table.players) if number != mover(table)]
    return any((action.card.id, False) in seat.hand for seat in others)


@_rule("BUY-1", BuyCard)
def _out_of_reach(table: Table, action: BuyCard) -> bool:
    hand = [card for card, _ in table.players[mover(table)].hand]
    card, level = action.card.id, action.card.level
    in_some_world = f"#{level}" in hand and card in unseen(table, level)
    return card not in face_up(table) and card not in hand and not in_some_world


@_rule("BUY-5", BuyCard)
def _too_dear(table: Table, action: BuyCard) -> bool:
    return not can_pay(table.players[mover(table)], action.card.id)


@_rule("PAY-7", BuyCard)
def _not_held(table: Table, action: BuyCard) -> bool:
    held, paid = table.players[mover(table)].tokens, counts(action.payment)
    return any(paid[letter] > held[letter] for letter in LETTERS)


@_rule("PAY-4", BuyCard)
def _not_exact(table: Table, action: BuyCard) -> bool:
    owed, paid = due(table.players[mover(table)], action.card.id), counts(action.payment)
    over = any(paid[colour] > owed[colour] for colour in COLOURS)
    return over or sum(paid.values()) != sum(owed.values())


@_rule("PAY-3", BuyCard)
def _gold_too_soon(table: Table, action: BuyCard) -> bool:
    seat, paid = table.players[mover(table)], counts(action.payment)
    owed = due(seat, action.card.id)
    spared = any(paid[colour] < min(seat.tokens[colour], owed[colour]) for colour in COLOURS)
    return table.rules.payment == "gold_last" and paid["y"] > 0 and spared


@_rule("LIMIT-2", ReturnTokens)
def _not_the_excess(table: Table, action: ReturnTokens) -> bool:
    held = sum(table.players[mover(table)].tokens.values())
    return sum(action.gems.counts) != held - 10


@_rule("LIMIT-3", ReturnTokens)
def _returns_what_is_not_held(table: Table, action: ReturnTokens) -> bool:
    held, returned = table.players[mover(table)].tokens, counts(action.gems)
    return any(returned[letter] > held[letter] for letter in LETTERS)


@_rule("NOB-7", ChooseNoble)
def _noble_gone(table: Table, action: ChooseNoble) -> bool:
    return any(action.noble.id in seat.nobles for seat in table.players)


@_rule("NOB-1", ChooseNoble)
def _noble_not_there(table: Table, action: ChooseNoble) -> bool:
    return action.noble.id not in table.nobles


@_rule("NOB-2", ChooseNoble)
def _noble_not_deserved(table: Table, action: ChooseNoble) -> bool:
    return not deserves(table.players[mover(table)], action.noble.id)


@_rule("ROW-2", RevealCard)
def _nothing_to_turn_up(table: Table, action: RevealCard) -> bool:
    return not table.decks[action.card.level - 1]


@_rule("ROW-6", RevealCard)
def _of_another_level(table: Table, action: RevealCard) -> bool:
    return table.pending is None or action.card.level != table.pending[0]


@_rule("COMP-2", RevealCard)
def _seen_before(table: Table, action: RevealCard) -> bool:
    known = isinstance(action.card, Card)
    return known and str(action.card) not in unseen(table, action.card.level)


@_rule("PASS-2", Pass)
def _could_act(table: Table, _: Pass) -> bool:
    return table.phase == "main" and any(_possible(table))


def _possible(table: Table) -> Iterator[bool]:
    """What a player could do instead of passing, whatever their unknown cards are.

    A pass is legal if there is a world in which nothing can be done: one where enough cards that
    are too dear are left to be those in the hand.
    """
    seat = table.players[mover(table)]
    hand = [card for card, _ in seat.hand]
    yield bool(_piles(table))
    yield len(hand) < 3 and (bool(face_up(table)) or any(table.decks))
    yield any(can_pay(seat, card) for card in (*face_up(table), *hand) if card in CARDS)
    for level in (1, 2, 3):
        dear = [card for card in unseen(table, level) if not can_pay(seat, card)]
        yield len(dear) < hand.count(f"#{level}")


# The flow of a turn


def carry_out(table: Table, action: Action) -> None:
    """Carry out a legal action and what follows by itself, up to the next decision (TURN-5)."""
    seat = table.players[mover(table)]
    match action:
        case TakeTokens(gems):
            _pay(table.bank, seat.tokens, counts(gems))
        case ReserveCard(card):
            _take_from_row(table, card.id)
            _reserve(table, seat, card.id, face_down=False)
        case ReserveFromDeck(level):
            drawn = table.decks[level - 1].pop(0)
            _reserve(table, seat, drawn or f"#{level}", face_down=True)
        case BuyCard(card, payment):
            _pay(seat.tokens, table.bank, counts(payment))
            _buy(table, seat, card.id)
        case ReturnTokens(gems):
            _pay(seat.tokens, table.bank, counts(gems))
        case ChooseNoble(noble):
            _visit(table, seat, noble.id)
        case RevealCard(card):
            assert table.pending is not None
            level, slot = table.pending
            table.decks[level - 1].pop(0)
            table.rows[level - 1][slot] = str(card)
            table.pending = None
    if isinstance(action, Pass):
        table.passes += 1
    elif table.phase == "main":
        table.passes = 0
    _go_on(table, seat, noble_came=isinstance(action, ChooseNoble))


def _go_on(table: Table, seat: Seat, *, noble_came: bool) -> None:
    """Refill, return, noble, end test; a step that needs a decision waits for it."""
    if table.pending is not None:
        level, slot = table.pending
        deck = table.decks[level - 1]
        if deck and deck[0] is None:
            table.phase = "reveal"
            return
        table.rows[level - 1][slot] = deck.pop(0) if deck else None
        table.pending = None
    if sum(seat.tokens.values()) > 10:
        table.phase = "return"
        return
    ready = [noble for noble in table.nobles if deserves(seat, noble)]
    if len(ready) > 1 and not noble_came:
        table.phase = "noble"
        return
    if ready and not noble_came:
        _visit(table, seat, ready[0])
    table.turn += 1
    table.phase = "main" if end_reason(table) is None else "over"


def _pay(giver: Counts, taker: Counts, tokens: Counts) -> None:
    for letter, number in tokens.items():
        giver[letter] -= number
        taker[letter] += number


def _take_from_row(table: Table, card: str) -> None:
    row = table.rows[CARDS[card].level - 1]
    table.pending = CARDS[card].level, row.index(card)
    row[row.index(card)] = None


def _buy(table: Table, seat: Seat, card: str) -> None:
    """A card that is neither face up nor known to be in the hand is one of the backs there."""
    if card in face_up(table):
        _take_from_row(table, card)
    else:
        hand = [held for held, _ in seat.hand]
        del seat.hand[hand.index(card if card in hand else f"#{CARDS[card].level}")]
    seat.bought.append(card)


def _reserve(table: Table, seat: Seat, card: str, *, face_down: bool) -> None:
    seat.hand.append((card, face_down))
    if table.bank["y"]:
        _pay(table.bank, seat.tokens, {"y": 1})


def _visit(table: Table, seat: Seat, noble: str) -> None:
    table.nobles.remove(noble)
    seat.nobles.append(noble)
    table.passes = 0


def _known(card: Card | CardBack) -> str | None:
    return card.id if isinstance(card, Card) else None
