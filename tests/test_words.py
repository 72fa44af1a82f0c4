"""Actions and positions in words."""

from typing import Any

import pytest

from splendor import Ending, InvalidValueError, parse_action, setup
from splendor.render import headline, say


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("T wug", "takes 1 white, 1 blue, 1 green"),
        ("T rr", "takes 2 red"),
        ("R 1k3", "reserves 1k3"),
        ("R #2", "reserves the top card of level 2"),
        ("B 1k3 ggy", "buys 1k3 for 2 green, 1 gold"),
        ("B 1k3 -", "buys 1k3 for nothing"),
        ("-wwk", "returns 2 white, 1 black"),
        ("N wug", "chooses the noble wug"),
        ("P", "passes"),
        ("> 1g5", "turns up 1g5"),
        ("> #3", "turns up a card of level 3"),
    ],
)
def test_an_action_is_said_in_words(action: str, words: str) -> None:
    assert say(parse_action(action)) == words


def test_only_actions_are_said_in_words() -> None:
    wrong: Any = "T wug"
    with pytest.raises(InvalidValueError, match="an action is expected, not 'T wug'"):
        say(wrong)


def test_a_headline_does_without_names() -> None:
    assert headline(setup(3, seed=1)) == "At the opening, round 1: player 0 is to move"


@pytest.mark.parametrize(
    ("ending", "message"),
    [
        ("resigned", "ending is a Ending, not 'resigned'"),
        (Ending("resigned", 2), "the seat of the ending"),
    ],
    ids=["a string", "another seat"],
)
def test_a_headline_takes_the_ending_of_its_game(ending: Any, message: str) -> None:  # noqa: ANN401
    state = setup(2, seed=1)
    assert headline(state, ("Ada", "Bo"), Ending("resigned", 1)).endswith("player 1 (Bo) resigned")
    with pytest.raises(InvalidValueError, match=message):
        headline(state, ("Ada", "Bo"), ending)


@pytest.mark.parametrize(
    ("state", "names", "message"),
    [
        ("text", (), "state is a State, not 'text'"),
        (setup(2, seed=1), ("Ada",), "1 names for 2 players"),
        (setup(2, seed=1), "Ad", "names is a sequence, not 'Ad'"),
        (setup(2, seed=1), ("Ada", 2), "a name is a string, not 2"),
    ],
    ids=["no state", "one name", "a string", "a number"],
)
def test_a_headline_is_of_a_state_and_its_players(state: Any, names: Any, message: str) -> None:  # noqa: ANN401
    with pytest.raises(InvalidValueError, match=message):
        headline(state, names)
