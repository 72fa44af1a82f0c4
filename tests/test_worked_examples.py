"""Every example that the five source texts work out, with real cards and tiles.

The markers name the sentences of docs/reference/sentences.md.
"""

from __future__ import annotations

import pytest

from splendor import CARDS, NOBLES, Card, Gem, Gems, apply, setup
from tests.citations import sentences
from tests.markers import marks
from tests.positions import buy, do, payments, position, refusal, seat, take

EXAMPLES = {
    *("U5c", "R9a", "N15b", "F9", "F17", "F23", "B30b", "B31b"),
    *("U7b", "R13", "N19b", "F15", "U9b", "R15", "N21b", "F21"),
    *("U37b", "R42b", "N27", "N28", "N31d"),
}
"""The sentences that give an example, or say what a rule comes to in numbers."""


@pytest.mark.example("U5c", "R9a", "N15b", "F9", "F17", "F23", "B30b", "B31b")
@pytest.mark.rule("SETUP-4")
@pytest.mark.parametrize(("players", "nobles"), [(2, 3), (3, 4), (4, 5)])
def test_three_nobles_for_two_players_four_for_three_five_for_four(
    players: int, nobles: int
) -> None:
    assert len(setup(players, seed=1).nobles) == nobles


@pytest.mark.example("U7b", "R13", "N19b", "F15")
@pytest.mark.rule("SETUP-6")
def test_for_two_players_three_of_each_gem_go_and_four_stay() -> None:
    bank, full = setup(2, seed=1).bank, setup(4, seed=1).bank
    assert bank.counts[:5] == (4,) * 5
    assert full - bank == Gems(3, 3, 3, 3, 3)


@pytest.mark.example("U9b", "R15", "N21b", "F21")
@pytest.mark.rule("SETUP-7")
def test_for_three_players_two_of_each_gem_go_and_five_stay() -> None:
    bank, full = setup(3, seed=1).bank, setup(4, seed=1).bank
    assert bank.counts[:5] == (5,) * 5
    assert full - bank == Gems(2, 2, 2, 2, 2)


@pytest.mark.example("U37b", "R42b")
@pytest.mark.rule("BON-1", "PAY-1")
def test_with_two_red_bonuses_a_card_for_three_red_costs_one_red() -> None:
    """There is one card that costs three red and nothing else: level 1, green, no points."""
    (card,) = (card for card in CARDS.values() if card.cost == Gems(red=3))
    assert (card.level, card.bonus, card.points) == (1, Gem.GREEN, 0)
    state = position(seat("rrr", bought="1r1 1r2"), seat(), face_up=card.id)
    assert payments(state, card.id) == ["r"]
    assert refusal(state, buy(card.id, "rr")) == "PAY-4"
    assert apply(state, buy(card.id, "r")).players[0].tokens == Gems(red=2)


def seven_tokens() -> Card:
    """The card of the Dutch text: two white, two red and three black."""
    (card,) = (card for card in CARDS.values() if card.cost == Gems(white=2, red=2, black=3))
    return card


@pytest.mark.example("N27")
@pytest.mark.rule("PAY-1", "BUY-5")
def test_the_card_for_two_white_two_red_and_three_black_costs_just_that() -> None:
    card = seven_tokens()
    assert payments(position(seat("wwrrkkk"), seat(), face_up=card.id), card.id) == ["wwrrkkk"]
    assert refusal(position(seat("wwrrkk"), seat(), face_up=card.id), buy(card.id)) == "BUY-5"


@pytest.mark.example("N28")
@pytest.mark.rule("BUY-4", "BON-1")
def test_who_buys_it_gets_one_point_and_a_red_bonus() -> None:
    card = seven_tokens()
    state = position(seat("wwrrkkk"), seat(), face_up=card.id)
    buyer = do(state, buy(card.id, "wwrrkkk")).players[0]
    assert (buyer.points, buyer.bonuses) == (1, Gems(red=1))


@pytest.mark.example("N31d")
@pytest.mark.rule("NOB-1", "NOB-2", "NOB-4")
def test_four_blue_and_four_green_bonuses_bring_a_noble() -> None:
    (noble,) = (each for each in NOBLES.values() if each.requires == Gems(blue=4, green=4))
    bought = "1u1 1u2 1u3 1u4 1g2 1g3 1g4 1g5"
    state = position(seat(bought=bought), seat(), nobles=f"{noble.id} wk rk")
    assert do(state, take("wrk")).players[0].nobles == (noble,)
    one_short = position(seat("uuugg", bought=bought[4:]), seat(), nobles=f"{noble.id} wk rk")
    assert do(one_short, take("wrk")).players[0].nobles == ()


def test_every_example_has_a_test() -> None:
    examples = [mark.subjects for mark in marks() if mark.kind == "example"]
    assert {place for places in examples for place in places} == EXAMPLES
    told = {sentence.place: sentence.rules for sentence in sentences()}
    assert told.keys() >= EXAMPLES
    for sentence in sentences():
        if sentence.words.startswith("Example"):
            assert sentence.place in EXAMPLES
