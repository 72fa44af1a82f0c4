"""`apply_unchecked`: the same as `apply` where an action is legal, with nothing looked at."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from splendor import (
    Gems,
    IllegalActionError,
    State,
    TakeTokens,
    apply,
    apply_unchecked,
    legal_actions,
    setup,
)
from splendor.testing import states, views


@given(state=st.one_of(states(), views()))
def test_every_legal_action_comes_to_the_same(state: State) -> None:
    before = str(state)
    for action in legal_actions(state):
        after = apply_unchecked(state, action)
        assert type(after) is State
        assert after == apply(state, action)
        assert hash(after) == hash(apply(state, action))
    assert str(state) == before


def test_an_illegal_action_is_not_looked_at() -> None:
    """That is what it is for; `apply` refuses the same."""
    state = setup(2, seed=1)
    greed = TakeTokens(Gems(white=4))
    with pytest.raises(IllegalActionError):
        apply(state, greed)
    assert apply_unchecked(state, greed).players[0].tokens == greed.gems
