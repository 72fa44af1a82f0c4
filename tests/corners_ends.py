"""Rare positions made to order: passes, the last round, and ties in all their forms."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations

import attrs

from splendor import (
    CARDS,
    BuyCard,
    Card,
    CardBack,
    Pass,
    Phase,
    Reserved,
    State,
    apply,
    legal_actions,
    outcome,
    score,
)
from tests.corners import TABLE, Corner, deserving, kinds, offer, seen_by_somebody, settle
from tests.drafts import FULL, GEMS, GOLD, Draft

PLAYERS = (2, 3, 4)
MOST_FOR_A_NOBLE = 10
"""Bought cards of a player in a tie who has a noble."""


def end_of(state: State) -> State:
    """Play to the end of the game, always the first legal action."""
    while state.phase is not Phase.OVER:
        state = apply(state, legal_actions(state)[0])
    return state


def reason(state: State) -> str | None:
    end = outcome(state)
    return None if end is None else end.reason


# Passes


def all_stuck(draft: Draft) -> None:
    """Leave nobody anything to do.

    All begin with two tokens of a colour at most, so that fifteen cards of level 1 are too dear, to
    say nothing of others. Tokens change hands, and cards and gold are added, as long as enough are.
    """
    rng, seats = draft.rng, range(draft.seats)
    for seat in seats:
        draft.clear(seat)
    draft.holdable()
    for gem in GEMS:
        for number in range(draft.supply(gem)):
            draft.tokens[(gem + number) % draft.seats][gem] += 1
    draft.settled |= set(seats)

    def enough() -> bool:
        dear = [card for card in draft.free if not any(draft.can_pay(seat, card) for seat in seats)]
        least = {1: 4, 2: 4 + 3 * len(seats), 3: 4}
        return all(sum(card.level == level for card in dear) >= least[level] for level in least)

    for _ in range(rng.randint(0, 6)):
        before = [list(tokens) for tokens in draft.tokens], [list(all_) for all_ in draft.bought]
        _change(draft)
        if not enough():
            draft.tokens, draft.bought = before
            bought = [card for cards in draft.bought for card in cards]
            held = [card for card in CARDS.values() if card not in bought]
            draft.free = rng.sample(held, len(held))
    draft.stuck(*seats)


def _change(draft: Draft) -> None:
    """Let two players exchange a token, or one get a card or a gold."""
    one, other = draft.rng.sample(range(draft.seats), 2)
    match draft.rng.randrange(3):
        case 0:
            theirs = [gem for gem in GEMS if draft.tokens[one][gem]]
            its = [gem for gem in GEMS if draft.tokens[other][gem]]
            if theirs and its:
                given, got = draft.rng.choice(theirs), draft.rng.choice(its)
                for seat, less, more in ((one, given, got), (other, got, given)):
                    draft.tokens[seat][less] -= 1
                    draft.tokens[seat][more] += 1
        case 1:
            draft.buy(one, draft.pick(lambda card: card.level == 1))
        case _:
            draft.deal([GOLD] * min(1, draft.bank()[GOLD]), [one])


def _stalemate(rng: random.Random, variant: tuple[int, int]) -> State:
    seats, passes = variant
    draft = Draft(rng, seats)
    all_stuck(draft)
    draft.passes = passes
    draft.without_limit()
    return draft.state()


def _is_stalemate(state: State, variant: tuple[int, int]) -> bool:
    seats, passes = variant
    if len(state.players) != seats or state.passes != passes:
        return False
    for _ in range(seats - passes):
        if legal_actions(state) != (Pass(),):
            return False
        state = apply(state, Pass())
    return reason(state) == "stalemate"


def _noble_on_a_pass(rng: random.Random, seats: int) -> State:
    draft = Draft(rng, seats)
    deserving(draft, 1)
    _leave_stuck(draft)
    return draft.state()


def _noble_comes_on_a_pass(state: State, seats: int) -> bool:
    if len(state.players) != seats or legal_actions(state) != (Pass(),):
        return False
    after = apply(state, Pass())
    nobles = len(state.players[state.mover].nobles)
    return after.passes == 0 and len(after.players[state.mover].nobles) == nobles + 1


def _leave_stuck(draft: Draft) -> None:
    """Leave the mover nothing to do, whatever the others can."""
    draft.holdable()
    draft.empty_bank(*range(draft.seats))
    draft.stuck(draft.mover)


def _freed(rng: random.Random, variant: tuple[int, int]) -> State:
    seats, distance = variant
    draft = Draft(rng, seats)
    buyer = (draft.mover + distance) % seats
    draft.clear(draft.mover)
    for seat in range(seats):
        draft.trim(seat, 2)
    draft.holdable(least=4)
    draft.give(draft.mover, [2] * 5)
    card = draft.pick(
        lambda card: card.level == 1 and 0 < max(draft.due(buyer, card)) <= draft.bank()[0]
    )
    draft.give(buyer, draft.due(buyer, card))
    draft.hand[buyer].append(Reserved(card, rng.random() < 1 / 2))
    _leave_stuck(draft)
    if seats > 2:
        draft.buyers.remove(buyer)
    draft.passes = rng.randint(0, seats - 1 - distance)
    draft.margin = 20
    draft.without_limit()
    return draft.state()


def _is_freed(state: State, variant: tuple[int, int]) -> bool:
    """The mover passes, another buys, those between do as little as they can."""
    seats, distance = variant
    if len(state.players) != seats or legal_actions(state) != (Pass(),):
        return False
    stuck = state.mover
    buyer = (stuck + distance) % seats
    state = apply(state, Pass())
    while state.mover != stuck:
        actions = legal_actions(state)
        bought = [
            action
            for action in actions
            if isinstance(action, BuyCard) and action.payment.total > action.payment.gold
        ]
        if state.mover == buyer and not bought:
            return False
        state = settle(state, bought[0] if state.mover == buyer else actions[-1])
        while state.phase is Phase.NOBLE:
            state = settle(state, legal_actions(state)[0])
    return state.phase is Phase.MAIN and Pass not in kinds(state)


def _passed_before(rng: random.Random, variant: tuple[int, int]) -> State:
    seats, passes = variant
    draft = Draft(rng, seats)
    others = [seat for seat in range(seats) if seat != draft.mover]
    for seat in others:
        draft.clear(seat)
    draft.trim(draft.mover, 2)
    draft.holdable()
    draft.empty_bank(*range(seats))
    draft.stuck(*others)
    draft.passes = passes
    draft.left.setdefault(rng.choice([1, 2, 3]), rng.randint(1, 4))
    return draft.state()


def _was_passed_before(state: State, variant: tuple[int, int]) -> bool:
    seats, passes = variant
    return (
        (len(state.players), state.passes) == (seats, passes)
        and state.phase is Phase.MAIN
        and Pass not in kinds(state)
    )


def _unknown_hand(rng: random.Random, number: int) -> State:
    """The mover holds two of each colour at most, which pays for some cards of level 1 only."""
    draft = Draft(rng)
    mover = draft.mover
    for seat in range(draft.seats):
        draft.clear(seat)
    draft.holdable(least=2)
    draft.give(mover, [2] * 5)
    others = [seat for seat in range(draft.seats) if seat != mover]
    draft.empty_bank(*others)
    draft.stuck(mover)
    for held in draft.hand[mover][:number]:
        draft.hand[mover].remove(held)
        draft.free.append(CARDS[str(held.card)])
        dear = draft.pick(lambda card: card.level == 1 and not draft.can_pay(mover, card))
        draft.hand[mover].append(Reserved(dear, face_down=True))
    return seen_by_somebody(rng, draft.state())


def _is_unknown_hand(state: State, number: int) -> bool:
    hand = [held.card for held in state.players[state.mover].reserved]
    return hand.count(CardBack(1)) == number and kinds(state) == {BuyCard, Pass}


# The last round


def _last_round(rng: random.Random, variant: tuple[int, int, int]) -> State:
    """A seat has the target, another is to move; both are counted from the starter."""
    seats, trigger, mover = variant
    draft = Draft(rng, seats)
    reached(draft, trigger, mover)
    draft.without_limit()
    return draft.state()


def reached(draft: Draft, trigger: int, mover: int) -> None:
    """Make the target what one seat has, and none has that moved in the last round before it."""
    first, seats = draft.first_player, draft.seats
    draft.mover = (first + mover) % seats
    top = (first + trigger) % seats
    later = [(first + place) % seats for place in range(mover, seats)]
    earlier = [(first + place) % seats for place in range(trigger)]
    least = max(draft.points(seat) for seat in (*later, *earlier)) + 1
    while draft.points(top) < least:
        draft.buy(top, draft.pick(lambda card: card.points > 1))
    draft.rules = attrs.evolve(draft.rules, target_score=draft.points(top))
    draft.in_last_round = True


def _is_last_round(state: State, variant: tuple[int, int, int]) -> bool:
    seats, trigger, mover = variant
    if len(state.players) != seats:
        return False
    target = state.rules.target_score
    points = [state.players[(state.first_player + n) % seats].points for n in range(seats)]
    return (
        state.phase is Phase.MAIN
        and (state.mover - state.first_player) % seats == mover
        and points[trigger] >= target > max([0, *points[:trigger], *points[mover:]])
        and reason(end_of(state)) == "target"
        and end_of(state).turn == state.turn + seats - mover
    )


def _turn_limit(rng: random.Random, variant: tuple[int, int, str]) -> State:
    """So many turns before the limit, which is all that ends the game, or not the first thing."""
    seats, left, what = variant
    draft = Draft(rng, seats)
    draft.mover = (draft.first_player + seats - left) % seats
    if what == "target":
        reached(draft, rng.randrange(seats - left), seats - left)
    elif what == "stalemate":
        all_stuck(draft)
        draft.passes = seats - 1
        draft.in_last_round = True
        draft.rules = attrs.evolve(draft.rules, target_score=21)
    draft.rules = attrs.evolve(draft.rules, turn_limit=1)
    draft.margin = 20
    return draft.state()


def _is_turn_limit(state: State, variant: tuple[int, int, str]) -> bool:
    seats, left, what = variant
    limit = state.rules.turn_limit
    return (
        len(state.players) == seats
        and limit is not None
        and limit * seats - state.turn == left
        and reason(end_of(state)) == what
    )


# Ties


@attrs.frozen
class Tie:
    """Who ties, how, and who triggers the end; seats are counted from the starter, not seat 0.

    `form` is `cards` (fewer cards win), `full` (shared) or `shared` (by the option, whatever the
    cards); `first` whether for the first place; `ahead` whether the last turn is still to come.
    """

    seats: int
    trigger: int
    tied: tuple[int, ...]
    first: bool
    form: str
    ahead: bool


def _ties(*, ahead: bool) -> Iterator[Tie]:
    for seats in PLAYERS:
        for trigger in range(seats):
            later = range(trigger, seats)
            others = [place for place in range(seats) if place != trigger]
            for number in (2, 3, 4):
                for form in ("cards", "full", "shared"):
                    for tied in combinations(later, number):
                        yield Tie(seats, trigger, tied, True, form, ahead)  # noqa: FBT003
                    for tied in combinations(others, number):
                        yield Tie(seats, trigger, tied, False, form, ahead)  # noqa: FBT003


def _tie(rng: random.Random, tie: Tie) -> State:
    draft = Draft(rng, tie.seats)
    for seat in range(tie.seats):
        draft.clear(seat)
    draft.first_player = rng.randint(1, tie.seats - 1)
    target = draft.rules.target_score if 8 <= draft.rules.target_score < 16 else rng.randint(8, 15)
    draft.rules = attrs.evolve(
        draft.rules,
        tie_break="shared" if tie.form == "shared" else "fewest_purchased",
        turn_limit=None,
        target_score=target,
    )
    draft.in_last_round = True
    points = _final_points(rng, tie, target)
    seats = [(draft.first_player + place) % tie.seats for place in range(tie.seats)]
    decisive: list[Card] = []
    if tie.ahead and tie.trigger == tie.seats - 1:
        decisive.append(draft.pick(lambda card: card.level == 1 and card.points == 1))
        draft.buy(seats[-1], *decisive)
    for seat, number in zip(seats, points, strict=True):
        collect(draft, seat, number)
    _even_out(draft, tie, seats)
    last = seats[-1]
    if not tie.ahead:
        draft.mover = seats[0]
        return draft.state(Phase.OVER)
    draft.mover = last
    draft.uninvited = draft.ready(last)
    if not decisive and not draft.visits[last] and rng.random() < 2 / 3:
        decisive = [card for card in draft.bought[last] if sum(card.cost.counts) <= FULL]
    if decisive:
        offer(draft, decisive)
    return draft.state()


def _final_points(rng: random.Random, tie: Tie, target: int) -> list[int]:
    """Points by place: below the target before the trigger, and not those of the tie elsewhere."""
    triggers_last = tie.trigger == tie.seats - 1
    tops = target if triggers_last else target + rng.randint(1, 3)
    tied = tops if tie.first else rng.randrange(target)
    points = []
    for place in range(tie.seats):
        most = tops if place >= tie.trigger else target - 1
        least = target if place == tie.trigger else 0
        others = [number for number in range(least, most + 1) if number != tied]
        if tie.first:
            others = [number for number in others if number < tied]
        points.append(tied if place in tie.tied else rng.choice(others))
    return points


def collect(draft: Draft, seat: int, points: int) -> None:
    """Buy cards worth exactly so many points with what is bought already, perhaps for a noble.

    For the noble they are ten at most, so that enough cards without points are left for the others.
    """
    nobody = not any(draft.visits) and not draft.bought[seat]
    if points > 8 and nobody and draft.rng.random() < 1 / 3:
        noble = draft.rng.choice(draft.rules.noble_pool)
        draft.earn(seat, [noble])
        draft.visits[seat] = [noble]
        cards = exactly(sorted(draft.free, key=_is_small), points - draft.points(seat))
        if cards is None or len(draft.bought[seat]) + len(cards) > MOST_FOR_A_NOBLE:
            draft.clear(seat)
    cards = exactly(sorted(draft.free, key=_is_small), points - draft.points(seat))
    assert cards is not None
    for card in cards:
        draft.free.remove(card)
    draft.buy(seat, *cards)


def _is_small(card: Card) -> bool:
    return card.points < 2


def exactly(cards: Sequence[Card], points: int) -> list[Card] | None:
    """The first cards, in their order, that are worth exactly so many points; None if none are."""
    if points <= 0:
        return None if points else []
    for number, card in enumerate(cards):
        if 0 < card.points <= points:
            rest = exactly(cards[number + 1 :], points - card.points)
            if rest is not None:
                return [card, *rest]
    return None


def _even_out(draft: Draft, tie: Tie, seats: Sequence[int]) -> None:
    """Give the tied players the same number of cards, or different numbers."""
    tied = sorted((seats[place] for place in tie.tied), key=lambda seat: len(draft.bought[seat]))
    number = len(draft.bought[tied[-1 if tie.form == "full" else 0]])
    for seat in tied:
        number = max(number, len(draft.bought[seat]))
        while len(draft.bought[seat]) < number:
            draft.buy(seat, draft.pick(lambda card: card.points == 0))
        number += tie.form != "full"


def _is_tie(state: State, tie: Tie) -> bool:
    if not tie.ahead:
        return _tied(state, tie)
    last = (state.first_player - 1) % len(state.players)
    return (
        state.phase is Phase.MAIN
        and state.mover == last
        and any(_tied(settle(state, action), tie) for action in legal_actions(state))
    )


def _tied(state: State, tie: Tie) -> bool:
    if reason(state) != "target" or len(state.players) != tie.seats or not state.first_player:
        return False
    scores = score(state)
    order = [scores[(state.first_player + place) % tie.seats] for place in range(tie.seats)]
    points = [entry.points for entry in order]
    target = state.rules.target_score
    equal = [place for place in range(tie.seats) if points[place] == points[tie.tied[0]]]
    ranks = {order[place].rank for place in equal}
    cards = {order[place].purchased for place in equal}
    return (
        equal == list(tie.tied)
        and (points[equal[0]] == max(points)) == tie.first
        and points[tie.trigger] >= target > max([0, *points[: tie.trigger]])
        and (len(cards) == 1) == (tie.form == "full")
        and (len(ranks) > 1) == (tie.form == "cards")
    )


CORNERS = (
    *TABLE,
    Corner(
        "stalemate",
        [(seats, passes) for seats in PLAYERS for passes in range(seats)],
        _stalemate,
        _is_stalemate,
    ),
    Corner("a noble on a pass", PLAYERS, _noble_on_a_pass, _noble_comes_on_a_pass),
    Corner(
        "stuck and freed later",
        [(seats, distance) for seats in PLAYERS for distance in range(1, seats)],
        _freed,
        _is_freed,
    ),
    Corner(
        "passes before",
        [(seats, passes) for seats in PLAYERS for passes in range(1, seats)],
        _passed_before,
        _was_passed_before,
    ),
    Corner("a pass or an unknown card", (1, 2, 3), _unknown_hand, _is_unknown_hand),
    Corner(
        "the last round",
        [
            (seats, trigger, mover)
            for seats in PLAYERS
            for trigger, mover in combinations(range(seats), 2)
        ],
        _last_round,
        _is_last_round,
    ),
    Corner(
        "the turn limit",
        [
            *((seats, left, "turn_limit") for seats in PLAYERS for left in range(1, seats + 1)),
            *((seats, left, "target") for seats in PLAYERS for left in range(1, seats)),
            *((seats, 1, "stalemate") for seats in PLAYERS),
        ],
        _turn_limit,
        _is_turn_limit,
    ),
    Corner("a tie", list(_ties(ahead=False)), _tie, _is_tie),
    Corner("a tie ahead", list(_ties(ahead=True)), _tie, _is_tie),
)
