"""`Memo`, and the lists that the engine makes once: by what, in which order, and how many."""

import random
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from splendor import State, apply, legal_actions, setup
from splendor.engine.catalogue import choices
from splendor.engine.memo import Memo
from splendor.model.gems import ONE, pack, unpack


def test_a_memo_makes_each_value_once() -> None:
    asked: list[int] = []

    def double(number: int) -> int:
        asked.append(number)
        return 2 * number

    memo = Memo(double, 3)
    assert [memo[number] for number in (1, 2, 1, 2, 3, 1)] == [2, 4, 2, 4, 6, 2]
    assert asked == [1, 2, 3]


def test_a_full_memo_is_emptied() -> None:
    memo = Memo(str, 3)
    for number in range(7):
        assert memo[number] == str(number)
        assert len(memo) <= 3
    assert dict(memo) == {6: "6"}


def test_a_memo_does_not_keep_what_failed() -> None:
    memo: Memo[int, float] = Memo(lambda number: 1 / number, 3)
    for _ in range(2):
        try:
            memo[0]
        except ZeroDivisionError:
            assert not memo
        else:
            raise AssertionError


@given(counts=st.tuples(*[st.integers(0, 3)] * 6), most=st.integers(0, 5))
def test_choices_are_all_multisets_in_colour_order(counts: tuple[int, ...], most: int) -> None:
    """Against all tuples of counts that there are: of the first colour more before less."""
    ways = choices(pack((counts[0], counts[1], counts[2], counts[3], counts[4], counts[5])), most)
    every = sorted(product(*(range(count + 1) for count in counts)), reverse=True)
    for number in range(most + 1):
        assert [unpack(way) for way in ways[number]] == [one for one in every if sum(one) == number]
    assert len(ways) == most + 1


def test_choices_of_single_tokens_are_combinations() -> None:
    ways = choices(sum(ONE[:5]), 3)
    assert ways[3] == [sum(some) for some in combinations(ONE[:5], 3)]


def play(seed: int) -> State:
    """The end of a random game."""
    state, rng = setup(2, seed=seed), random.Random(seed)  # noqa: S311 - a game, not a secret
    while actions := legal_actions(state):
        state = apply(state, rng.choice(actions))
    return state


def test_threads_share_the_memos_and_play_the_same_games() -> None:
    expected = [play(seed) for seed in range(12)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)  # they get into each other's way as often as can be
    try:
        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(play, range(12))) == expected
    finally:
        sys.setswitchinterval(interval)
