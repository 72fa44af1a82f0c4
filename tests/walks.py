"""Random games, and every action that could be written down."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from splendor import (
    EXTRA_NOBLES,
    NOBLES,
    Action,
    BuyCard,
    Phase,
    State,
    apply,
    legal_actions,
)
from splendor.testing import rules, states
from tests.arbiter import table_of
from tests.universe import written

ALL_NOBLES = (*NOBLES.values(), *EXTRA_NOBLES.values())
RANDOM = st.randoms(use_true_random=True)
"""A source of chance that draws nothing from Hypothesis but its seed."""
RULES = rules()


def middles() -> st.SearchStrategy[State]:
    """Return a strategy for a state that awaits a decision somewhere in a random game."""
    return states().filter(lambda state: state.phase is not Phase.OVER)


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


def writable(state: State) -> list[Action]:
    """Write down every action there could be in a state, legal or not (see `tests.universe`)."""
    return written(table_of(state))
