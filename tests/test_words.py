"""Actions in words."""

import pytest

from splendor import parse_action
from splendor.render.words import say


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
