"""Random games, random rules, and every action that could be written down."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from random import Random

from hypothesis import strategies as st

from splendor import (
    CARDS,
    EXTRA_NOBLES,
    NOBLES,
    PRESETS,
    Action,
    BuyCard,
    CardBack,
    ChooseNoble,
    Gem,
    Gems,
    Pass,
    Phase,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    Rules,
    State,
    TakeTokens,
    apply,
    legal_actions,
    setup,
)

ALL_NOBLES = (*NOBLES.values(), *EXTRA_NOBLES.values())
RANDOM = st.randoms(use_true_random=True)
"""A source of chance that draws nothing from Hypothesis but its seed."""
HANDFULS = tuple(
    Gems.parse("".join(letters))
    for size in range(5)
    for letters in combinations_with_replacement([gem.letter for gem in Gem], size)
)
"""All 210 ways to name up to four tokens of the six colours."""


@st.composite
def house_rules(draw: st.DrawFn) -> Rules:
    """Draw rules with every option at any of its values, within what a test can play."""
    pool = draw(st.lists(st.sampled_from(ALL_NOBLES), unique=True, min_size=1))
    supply = st.tuples(*[st.integers(0, 10)] * 3)
    return Rules(
        gem_tokens=draw(supply),
        gold_tokens=draw(supply),
        noble_pool=tuple(pool),
        noble_count=draw(st.tuples(*[st.integers(0, len(pool))] * 3)),
        target_score=draw(st.integers(1, 30)),
        take_fewer=draw(st.sampled_from(["when_short", "always"])),
        payment=draw(st.sampled_from(["any_exact", "gold_last"])),
        tie_break=draw(st.sampled_from(["fewest_purchased", "shared"])),
        turn_limit=draw(st.none() | st.integers(1, 40)),
    )


RULES = st.sampled_from(list(PRESETS.values())) | house_rules()


@st.composite
def openings(draw: st.DrawFn) -> State:
    """Draw the opening of a game of 2 to 4 players under any rules."""
    players = draw(st.integers(2, 4))
    return setup(
        players,
        seed=draw(st.integers(0, 2**64)),
        rules=draw(RULES),
        first_player=draw(st.integers(0, players - 1)),
    )


@st.composite
def middles(draw: st.DrawFn) -> State:
    """Draw a state that awaits a player somewhere in a random game."""
    state = draw(openings())
    steps = draw(st.integers(0, 120))
    for before, _, _ in walk(state, draw(RANDOM), steps):
        state = before
    return state


def pick(state: State, random: Random) -> Action:
    """Pick a legal action, a purchase rather than another, so that games get somewhere."""
    actions = legal_actions(state)
    purchases = [action for action in actions if isinstance(action, BuyCard)]
    return random.choice(purchases if purchases and random.random() < 0.7 else actions)


def walk(state: State, random: Random, steps: int) -> Iterator[tuple[State, Action, State]]:
    """Play at random: each state, the action, and the state after it."""
    for _ in range(steps):
        if state.phase is Phase.OVER:
            return
        action = pick(state, random)
        after = apply(state, action)
        yield state, action, after
        state = after


def writable(state: State) -> Iterator[Action]:
    """Write down every action there could be in a state, legal or not.

    All takes and returns of up to four tokens, all cards and decks reserved, turned up and chosen,
    all 90 cards bought for their price, and those in reach for every payment of up to one token
    more of a colour than is held or due.
    """
    yield Pass()
    for gems in HANDFULS:
        yield TakeTokens(gems)
        yield ReturnTokens(gems)
    for level in (1, 2, 3):
        yield ReserveFromDeck(level)
        yield RevealCard(CardBack(level))
    for card in CARDS.values():
        yield ReserveCard(card)
        yield RevealCard(card)
    for noble in ALL_NOBLES:
        yield ChooseNoble(noble)
    tokens = state.players[state.mover].tokens
    near = {place for places in state.rows for place in places}
    near |= {entry.card for player in state.players for entry in player.reserved}
    for card in CARDS.values():
        ranges = [range(1), range(1), range(1), range(1), range(1), range(1)]
        if card in near:
            ranges = [
                range(min(held, cost) + 2) if cost else range(1 + (held > 0))
                for held, cost in zip(tokens.counts, card.cost.counts, strict=True)
            ]
            ranges[5] = range(tokens.gold + 2)
        for counts in product(*ranges):
            yield BuyCard(card, Gems(*counts))
        if Gems(*[limit[-1] for limit in ranges]) != card.cost:
            yield BuyCard(card, card.cost)
