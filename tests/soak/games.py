"""Random games for the comparison: rules of all kinds, and players of several minds."""

from __future__ import annotations

import random
from collections.abc import Sequence

from splendor import (
    Action,
    BuyCard,
    ReserveCard,
    ReserveFromDeck,
    Rules,
    State,
    TakeTokens,
    observe,
    setup,
)
from tests.soak.compare import Comparison, Policy

MOST_STEPS = 3000
"""A game that is not over by then is left."""
PATIENCE = 60
"""Turns of one player after which everybody buys whenever they can."""


def preferring(*kinds: type, often: float = 0.8) -> Policy:
    """Mostly actions of some kinds, if there are any; otherwise, any."""

    def policy(rng: random.Random, _: State, actions: Sequence[Action]) -> Action:
        preferred = [action for action in actions if isinstance(action, kinds)]
        return rng.choice(preferred if preferred and rng.random() < often else actions)

    return policy


BUYING = preferring(BuyCard)
MINDS: dict[str, Policy] = {
    "uniform": preferring(),
    "buying": BUYING,
    "hoarding": preferring(TakeTokens),
    "reserving": preferring(ReserveCard, ReserveFromDeck, often=0.6),
}


def players(rng: random.Random, number: int) -> Policy:
    """Players of minds of their own, who all buy what they can when the game gets long."""
    minds = [rng.choice(list(MINDS.values())) for _ in range(number)]

    def policy(rng: random.Random, state: State, actions: Sequence[Action]) -> Action:
        dawdling = state.turn > PATIENCE * number
        return (BUYING if dawdling else minds[state.mover])(rng, state, actions)

    return policy


def whole_game(comparison: Comparison, rng: random.Random, number: int, rules: Rules) -> State:
    """Play a game to its end, one in four on counted decks, and return where it ended."""
    opening = setup(
        number, seed=rng.getrandbits(64), rules=rules, first_player=rng.randrange(number)
    )
    start = observe(opening, None) if rng.random() < 1 / 4 else opening
    return comparison.way(start, rng, players(rng, number), MOST_STEPS)
