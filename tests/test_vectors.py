"""The published games come out the same in every process, on every Python and platform."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings

from splendor import (
    CARDS,
    Action,
    BuyCard,
    Card,
    ChooseNoble,
    Gems,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    State,
    TakeTokens,
    legal_actions,
    observe,
)
from splendor.testing import openings
from tests.effort import effort
from tests.walks import RANDOM, walk

pytestmark = pytest.mark.sweep

ROOT = Path(__file__).parents[1]
PUBLISHED = ROOT / "tests" / "vectors.json"


@pytest.mark.rule("SETUP-2", "INV-10")
@pytest.mark.pitfall(28)
@pytest.mark.parametrize("hash_seed", ["0", "4294967295"])
def test_openings_lists_json_and_digests_do_not_depend_on_hashing(hash_seed: str) -> None:
    """Each Python compares with the same file, and so all of them with one another."""
    process = subprocess.run(
        [sys.executable, "-m", "tests.vectors"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        check=True,
    )
    assert process.stdout.splitlines() == PUBLISHED.read_bytes().splitlines()


TABLE_ORDER = list(CARDS.values())


def documented_place(state: State, action: Action) -> tuple[object, ...]:
    """What the actions of a decision are sorted by, as docs/reference/vectors.md has it."""
    place: tuple[object, ...] = (5,)  # a pass
    match action:
        case TakeTokens(gems):
            place = (int(max(gems.counts) == 2), -gems.total, letters(gems))
        case ReturnTokens(gems):
            place = (letters(gems),)
        case BuyCard(card, payment):
            *coloured, gold = payment.counts
            place = (2, TABLE_ORDER.index(card), gold, [-count for count in coloured])
        case ReserveCard(card):
            place = (3, card.level, state.rows[card.level - 1].index(card))
        case ReserveFromDeck(level):
            place = (4, level)
        case ChooseNoble(noble):
            place = (state.nobles.index(noble),)
        case RevealCard(Card() as card):
            place = (0, TABLE_ORDER.index(card))
        case RevealCard():
            place = (1,)
    return place


def letters(gems: Gems) -> list[int]:
    """The tokens as a sequence of colours, by their numbers."""
    return [lane for lane, count in enumerate(gems.counts) for _ in range(count)]


@pytest.mark.rule("INV-10")
@pytest.mark.pitfall(28)
@settings(max_examples=effort(12, 300))
@given(opening=openings(), random=RANDOM)
def test_legal_actions_come_in_the_documented_order(opening: State, random: Random) -> None:
    """In games whose decks are known, on counted decks, and in what the mover sees."""
    for start in (opening, observe(opening, None)):
        for state, _, _ in walk(start, random, 200):
            for known in (state, observe(state, state.mover)):
                actions = legal_actions(known)
                places = [documented_place(known, action) for action in actions]
                assert places == sorted(places)
                assert len(set(actions)) == len(actions)
