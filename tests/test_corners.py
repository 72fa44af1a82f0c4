"""The positions made to order are sound, and really are in their corners."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from splendor import problems, setup
from tests.corners import Corner
from tests.corners_ends import CORNERS

pytestmark = pytest.mark.sweep

NAMES = [corner.name for corner in CORNERS]
MOST_VARIANTS = 130
"""All variants are tried of those corners that have no more, and else so many of them."""
LEAST_POSITIONS = 12


@pytest.mark.parametrize("corner", CORNERS, ids=NAMES)
def test_a_position_made_to_order_is_sound_and_in_its_corner(corner: Corner) -> None:
    step = -(-len(corner.variants) // MOST_VARIANTS)
    variants = list(islice(corner.variants, 0, None, step))
    for number in range(max(len(variants), LEAST_POSITIONS)):
        variant = variants[number % len(variants)]
        rng = random.Random(f"{corner.name} {number}")  # noqa: S311 - no secret
        state = corner.make(rng, variant)
        assert problems(state) == (), state
        assert corner.holds(state, variant), (variant, state)


@pytest.mark.parametrize("corner", CORNERS, ids=NAMES)
def test_an_opening_is_in_no_corner(corner: Corner) -> None:
    for players in (3, 4):
        opening = setup(players, seed=1)
        assert not any(corner.holds(opening, variant) for variant in corner.variants)


@pytest.mark.parametrize("corner", CORNERS, ids=NAMES)
def test_the_same_chance_makes_the_same_position(corner: Corner) -> None:
    one, other = (
        corner.make(random.Random(1), corner.variants[0])  # noqa: S311 - no secret
        for _ in range(2)
    )
    assert one == other


def test_no_mix_of_piles_or_returns_is_left_out() -> None:
    number = {corner.name: len(corner.variants) for corner in CORNERS}
    assert sum(number[name] for name in number if name.endswith("piles")) == 5**5
    assert number["tokens to return"] == 6 + 21 + 56
    assert len(number) == len(CORNERS)
