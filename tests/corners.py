"""Rare positions made to order: random play almost never comes to most of them.

A `Corner` makes one position of a variant by construction, everything else left to chance, and says
of a position whether it really is of that variant. `CORNERS` are those of the table and of a turn,
and with them those of `tests.corners_ends`: passes, the last round, ties.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product
from typing import Any

import attrs

from splendor import (
    Action,
    BuyCard,
    Card,
    CardBack,
    Gems,
    Noble,
    Phase,
    ReserveCard,
    Reserved,
    ReserveFromDeck,
    ReturnTokens,
    State,
    TakeTokens,
    apply,
    legal_actions,
    observe,
)
from tests.drafts import EVERY_NOBLE, FULL, GEMS, GOLD, Draft, colour

LEVELS = (1, 2, 3)


@attrs.frozen
class Corner:
    """A kind of position, its variants, how one is made, and whether a position is one."""

    name: str
    variants: Sequence[Any]
    make: Callable[[random.Random, Any], State]
    holds: Callable[[State, Any], bool]


def settle(state: State, action: Action) -> State:
    """Carry out an action, and then whatever comes first up to a choice of nobles or the next turn.

    >>> from splendor import Pass, legal_actions, setup
    >>> opening = setup(2, seed=1)
    >>> settle(opening, legal_actions(opening)[0]).turn
    1
    """
    state = apply(state, action)
    while state.phase in {Phase.RETURN, Phase.REVEAL}:
        state = apply(state, legal_actions(state)[0])
    return state


def kinds(state: State) -> set[type]:
    """The kinds of the legal actions."""
    return {type(action) for action in legal_actions(state)}


def seen_by_somebody(rng: random.Random, state: State) -> State:
    """A position as one of the others sees it, or a spectator."""
    others = [seat for seat in range(len(state.players)) if seat != state.mover]
    return observe(state, rng.choice([None, *others]))


# Nobles


def nobles_at_once(number: int) -> Corner:
    """Several nobles ready: their choice awaited, or after a step or purchase to be made."""
    return Corner(
        f"{number} nobles at once",
        ("choice", "main", "return", "reveal", "purchase"),
        lambda rng, moment: _nobles_at_once(rng, number, moment),
        lambda state, moment: _nobles_are_at_once(state, number, moment),
    )


def _nobles_at_once(rng: random.Random, number: int, moment: str) -> State:
    draft = Draft(rng)
    nobles = deserving(draft, number)
    match moment:
        case "choice":
            return draft.state(Phase.NOBLE)
        case "return":
            draft.fill(draft.mover, FULL + rng.randint(1, 3))
            return draft.state(Phase.RETURN)
        case "reveal":
            draft.awaited = rng.choice(LEVELS)
            return draft.state(Phase.REVEAL)
        case "purchase":
            decisive = [card for card in draft.bought[draft.mover] if _needed(card, nobles)]
            offer(draft, decisive)
    return draft.state()


def deserving(draft: Draft, number: int) -> list[Noble]:
    """Let the mover deserve exactly so many nobles on the table, and perhaps one visited before."""
    mover = draft.mover
    draft.clear(mover)
    pool = draft.rules.noble_pool
    nobles = draft.rng.sample(pool if len(pool) >= number else EVERY_NOBLE, number)
    draft.earn(mover, nobles)
    draft.invite(*nobles)
    earlier = [noble for noble in draft.ready(mover) if noble in pool and noble not in nobles]
    if earlier and draft.rng.random() < 1 / 2:
        draft.visits[mover] = [earlier[0]]
    draft.reserve(mover, draft.rng.randint(0, 2))
    return nobles


def _needed(card: Card, nobles: Sequence[Noble]) -> bool:
    return any(noble.requires.counts[colour(card)] for noble in nobles)


def offer(draft: Draft, cards: Sequence[Card]) -> Card:
    """Take back the cheapest of some bought cards, and offer it to the mover, who can pay it."""
    mover = draft.mover
    draft.uninvited += draft.ready(mover)

    def price(card: Card) -> int:
        have = draft.bonuses(mover)
        have[colour(card)] -= 1
        return sum(max(0, card.cost.counts[gem] - have[gem]) for gem in GEMS)

    card = min(cards, key=price)
    draft.bought[mover].remove(card)
    draft.visits[mover] = [one for one in draft.visits[mover] if one in draft.ready(mover)]
    if len(draft.hand[mover]) < 3 and draft.rng.random() < 1 / 2:
        draft.hand[mover].append(Reserved(card, draft.rng.random() < 1 / 2))
    else:
        draft.row.append(card)
    draft.give(mover, draft.due(mover, card))
    return card


def _nobles_are_at_once(state: State, number: int, moment: str) -> bool:
    phases = {"choice": Phase.NOBLE, "return": Phase.RETURN, "reveal": Phase.REVEAL}
    if state.phase is not phases.get(moment, Phase.MAIN):
        return False
    ends = (
        [state]
        if moment == "choice"
        else [
            settle(state, action)
            for action in legal_actions(state)
            if moment != "purchase" or isinstance(action, BuyCard)
        ]
    )
    return any(end.phase is Phase.NOBLE and len(legal_actions(end)) == number for end in ends)


WITHOUT_PURCHASE = {"take": TakeTokens, "reserve": ReserveCard, "blind": ReserveFromDeck}


def _noble_without_purchase(rng: random.Random, _: str) -> State:
    draft = Draft(rng)
    mover = draft.mover
    deserving(draft, 1)
    draft.set_supply(gems=max(3, draft.supply(0)))
    draft.fill(mover, rng.randint(0, FULL))
    draft.settled |= set(range(draft.seats))
    points = [draft.points(seat) for seat in range(draft.seats)]
    if max(points) < points[mover] + 3 and rng.random() < 1 / 2:
        draft.rules = attrs.evolve(draft.rules, target_score=max(points) + 1)
    return draft.state()


def _noble_comes_without_purchase(state: State, kind: str) -> bool:
    before = state.players[state.mover].nobles
    ends = [
        settle(state, action)
        for action in legal_actions(state)
        if isinstance(action, WITHOUT_PURCHASE[kind])
    ]
    return state.phase is Phase.MAIN and any(
        len(end.players[state.mover].nobles) == len(before) + 1 for end in ends
    )


# Reservations


def _no_gold(rng: random.Random, kind: str) -> State:
    draft = Draft(rng)
    draft.trim(draft.mover, 2)
    if kind == "never":
        draft.set_supply(gold=0)
    else:
        draft.set_supply(gold=max(1, draft.supply(GOLD)))
        draft.deal([GOLD] * draft.supply(GOLD))
    return draft.state()


def _gold_is_out(state: State, kind: str) -> bool:
    held = any(player.tokens.gold for player in state.players)
    return (
        state.bank.gold == 0
        and held == (kind == "held")
        and {ReserveCard, ReserveFromDeck} <= kinds(state)
    )


def _full_hand(rng: random.Random, variant: tuple[int, bool]) -> State:
    face_down, unknown = variant
    draft = Draft(rng)
    hand = draft.hand[draft.mover]
    while len(hand) < 3:
        hand.append(Reserved(draft.pick()))
    draft.hand[draft.mover] = [
        Reserved(held.card, number < face_down) for number, held in enumerate(hand)
    ]
    return seen_by_somebody(rng, draft.state()) if unknown else draft.state()


def _hand_is_full(state: State, variant: tuple[int, bool]) -> bool:
    face_down, unknown = variant
    hand = state.players[state.mover].reserved
    return (
        len(hand) == 3
        and sum(held.face_down for held in hand) == face_down
        and any(isinstance(held.card, CardBack) for held in hand) == unknown
        and not {ReserveCard, ReserveFromDeck} & kinds(state)
    )


# Decks and rows


def _some_levels() -> Iterator[tuple[int, ...]]:
    for number in LEVELS:
        yield from combinations(LEVELS, number)


def _sold_out(rng: random.Random, variant: tuple[tuple[int, ...], bool]) -> State:
    levels, holes = variant
    draft = Draft(rng)
    draft.left = {level: rng.randint(0, 3) if holes else 4 for level in levels}
    return draft.state()


def _is_sold_out(state: State, variant: tuple[tuple[int, ...], bool]) -> bool:
    levels, holes = variant
    empty = tuple(level for level in LEVELS if not state.decks[level - 1])
    open_rows = tuple(level for level in LEVELS if None in state.rows[level - 1])
    return empty == levels and open_rows == (levels if holes else ())


def _last_of_deck(rng: random.Random, variant: tuple[int, bool]) -> State:
    level, unknown = variant
    draft = Draft(rng)
    draft.last = {level: 1}
    draft.trim(draft.mover, 2)
    state = draft.state()
    return seen_by_somebody(rng, state) if unknown else state


def _is_last_of_deck(state: State, variant: tuple[int, bool]) -> bool:
    level, unknown = variant
    action = ReserveFromDeck(level)
    return (
        len(state.decks[level - 1]) == 1
        and isinstance(state.decks[level - 1][0], CardBack) == unknown
        and action in legal_actions(state)
        and not apply(state, action).decks[level - 1]
    )


def _reveal(rng: random.Random, variant: tuple[int, Phase]) -> State:
    level, then = variant
    draft = Draft(rng)
    mover = draft.mover
    if then is Phase.NOBLE:
        deserving(draft, rng.choice([2, 3]))
    if then is Phase.RETURN:
        draft.trim(mover, 2)
        draft.reserve(mover, 1)
        draft.give(mover, [0, 0, 0, 0, 0, 1])
        draft.fill(mover, FULL + 1)
    draft.awaited = level
    draft.without_limit()
    state = draft.state(Phase.REVEAL)
    return seen_by_somebody(rng, state) if rng.random() < 1 / 2 else state


def _is_revealed(state: State, variant: tuple[int, Phase]) -> bool:
    level, then = variant
    place, actions = state.awaited_place, legal_actions(state)
    if state.phase is not Phase.REVEAL or place is None or place[0] != level:
        return False
    return len(actions) > 1 and {apply(state, action).phase for action in actions} == {then}


# Tokens


def piles(number: Sequence[int]) -> Corner:
    """A bank with so many colours, of each up to four tokens."""
    mixes = [mix for mix in product(range(5), repeat=5) if 5 - mix.count(0) in number]
    name = " or ".join(map(str, number))
    return Corner(f"{name} piles", mixes, _piles, lambda state, mix: state.bank.counts[:5] == mix)


def _piles(rng: random.Random, mix: tuple[int, ...]) -> State:
    draft = Draft(rng)
    most = min(10, (FULL * draft.seats + sum(mix)) // 5)
    if not max(mix) <= draft.supply(0) <= most:
        draft.set_supply(gems=rng.randint(max(mix), most))
    draft.deal(gem for gem in GEMS for _ in range(draft.supply(gem) - mix[gem]))
    draft.deal([GOLD] * rng.randint(0, draft.supply(GOLD)))
    draft.settled |= set(range(draft.seats))
    return draft.state()


RETURNS = [
    Gems.parse("".join(letters))
    for size in (1, 2, 3)
    for letters in combinations_with_replacement("wugrky", size)
]


def _returns(rng: random.Random, gems: Gems) -> State:
    draft = Draft(rng)
    draft.give(draft.mover, gems.counts)
    draft.fill(draft.mover, FULL + gems.total)
    return draft.state(Phase.RETURN)


def _is_returned(state: State, gems: Gems) -> bool:
    return state.phase is Phase.RETURN and ReturnTokens(gems) in legal_actions(state)


TABLE = (
    nobles_at_once(2),
    nobles_at_once(3),
    Corner(
        "a noble without a purchase",
        tuple(WITHOUT_PURCHASE),
        _noble_without_purchase,
        _noble_comes_without_purchase,
    ),
    Corner("no gold in the bank", ("held", "never"), _no_gold, _gold_is_out),
    Corner(
        "three reservations",
        [*product(range(4), [False]), *product(range(1, 4), [True])],
        _full_hand,
        _hand_is_full,
    ),
    Corner("empty decks", list(product(_some_levels(), [False])), _sold_out, _is_sold_out),
    Corner("empty places", list(product(_some_levels(), [True])), _sold_out, _is_sold_out),
    Corner(
        "the last card of a deck",
        list(product(LEVELS, [False, True])),
        _last_of_deck,
        _is_last_of_deck,
    ),
    Corner(
        "a card to be turned up",
        list(product(LEVELS, [Phase.MAIN, Phase.RETURN, Phase.NOBLE])),
        _reveal,
        _is_revealed,
    ),
    piles((0, 1, 2)),
    piles((3,)),
    piles((4,)),
    piles((5,)),
    Corner("tokens to return", RETURNS, _returns, _is_returned),
)
