"""The printed cards and nobles: the facts, and that there is one object for each."""

from __future__ import annotations

import copy
import hashlib
import pickle
from collections import Counter

import attrs
import pytest

from splendor import (
    CARDS,
    EXTRA_NOBLES,
    NOBLES,
    Card,
    CardBack,
    Gem,
    Gems,
    InvalidValueError,
    Noble,
    setup,
)
from splendor.model import cards as tables

CARDS_HASH = "417d650b072d783121cbb910ac3aa5bbce0f533fffb05a34c3645ed68d5c6401"
NOBLES_HASH = "7b6a2194929defb6dbd9209fd301247dda7452105db5c7b28e4dc90eedf2fa81"
COLOURS = ("white", "blue", "green", "red", "black")


def digest(lines: list[str]) -> str:
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()


@pytest.mark.rule("COMP-3", "COMP-2")
@pytest.mark.pitfall(23)
def test_the_90_cards_are_the_printed_ones() -> None:
    """By hash: eleven of 44 public tables have wrong numbers."""
    lines = []
    for card in CARDS.values():
        cost = ",".join(str(getattr(card.cost, colour)) for colour in COLOURS)
        lines.append(f"{card.level}|{card.bonus.value}|{card.points}|{cost}")
    assert digest(lines) == CARDS_HASH
    assert tables.cards_digest() == CARDS_HASH


@pytest.mark.rule("COMP-4")
@pytest.mark.pitfall(23)
def test_the_ten_nobles_are_the_printed_ones() -> None:
    lines = [
        ",".join(str(getattr(noble.requires, colour)) for colour in COLOURS)
        for noble in NOBLES.values()
    ]
    assert digest(lines) == NOBLES_HASH
    assert tables.nobles_digest() == NOBLES_HASH


def test_a_digest_changes_with_every_fact() -> None:
    """The hashes would notice a wrong cost, a wrong bonus, a missing card."""
    cards = list(CARDS.values())
    first = cards[0]
    for wrong in (
        attrs.evolve(first, cost=Gems(red=2)),
        attrs.evolve(first, bonus=Gem.RED),
        attrs.evolve(first, points=1),
        attrs.evolve(first, level=2),
    ):
        assert tables.cards_digest([wrong, *cards[1:]]) != CARDS_HASH
    assert tables.cards_digest(cards[1:]) != CARDS_HASH
    assert tables.cards_digest(reversed(cards)) == CARDS_HASH
    assert tables.nobles_digest(list(NOBLES.values())[1:]) != NOBLES_HASH


@pytest.mark.rule("COMP-2")
def test_there_are_40_30_and_20_cards_a_level_and_18_a_colour() -> None:
    assert Counter(card.level for card in CARDS.values()) == {1: 40, 2: 30, 3: 20}
    assert set(Counter(card.bonus for card in CARDS.values()).values()) == {18}
    facts = {(card.level, card.bonus, card.points, card.cost) for card in CARDS.values()}
    assert len(facts) == 90


@pytest.mark.rule("COMP-3")
def test_the_ids_of_the_cards_tell_level_and_bonus() -> None:
    for card_id, card in CARDS.items():
        assert card.id == card_id == str(card)
        assert card.level == int(card_id[0])
        assert card.bonus.letter == card_id[1]
        assert 0 <= card.points <= 5
        assert card.cost.gold == 0
        assert card.bonus is not Gem.GOLD
    order = [(card.level, card.bonus.index, int(card.id[2])) for card in CARDS.values()]
    assert order == sorted(order)


@pytest.mark.rule("COMP-3")
def test_cards_of_a_colour_are_numbered_by_points_then_cost() -> None:
    for level in (1, 2, 3):
        for colour in "wugrk":
            keys = [
                (card.points, card.cost.counts)
                for card in CARDS.values()
                if card.id.startswith(f"{level}{colour}")
            ]
            assert keys == sorted(keys)


@pytest.mark.rule("COMP-3", "PAY-1")
def test_the_cards_of_the_texts_examples_exist() -> None:
    """A card for three red (Ukrainian, Russian) and one for 2 white, 2 red, 3 black (Dutch)."""
    card = CARDS["1g1"]
    assert (card.level, card.bonus, card.points, card.cost) == (1, Gem.GREEN, 0, Gems(red=3))
    card = CARDS["2r2"]
    assert (card.level, card.bonus, card.points) == (2, Gem.RED, 1)
    assert card.cost == Gems(white=2, red=2, black=3)


@pytest.mark.rule("COMP-3")
@pytest.mark.parametrize(
    ("card_id", "points", "cost"),
    [
        ("1w1", 0, "rrk"),
        ("1k8", 1, "uuuu"),
        ("2u3", 2, "uuuuu"),
        ("2k6", 3, "kkkkkk"),
        ("3w4", 5, "wwwkkkkkkk"),
        ("3g1", 3, "wwwwwuuurrrkkk"),
        ("3k4", 5, "rrrrrrrkkk"),
    ],
)
def test_some_cards_by_hand(card_id: str, points: int, cost: str) -> None:
    assert CARDS[card_id].points == points
    assert CARDS[card_id].cost == Gems.parse(cost)


@pytest.mark.rule("COMP-4", "NOB-7")
def test_nobles_are_worth_three_points_and_ask_for_four_or_three_of_their_letters() -> None:
    assert list(NOBLES) == ["wu", "wk", "ug", "gr", "rk", "wug", "wuk", "wrk", "ugr", "grk"]
    for noble_id, noble in {**NOBLES, **EXTRA_NOBLES}.items():
        assert noble.id == noble_id == str(noble)
        assert noble.points == 3
        each = 4 if len(noble_id) == 2 else 3
        assert noble.requires == Gems.parse(noble_id * each)
    assert NOBLES["ug"].requires == Gems(blue=4, green=4)  # the Dutch text's example


@pytest.mark.rule("VAR-5")
def test_board_game_arena_has_two_nobles_more() -> None:
    assert list(EXTRA_NOBLES) == ["wr", "ugk"]
    assert EXTRA_NOBLES["wr"].requires == Gems(white=4, red=4)
    assert EXTRA_NOBLES["ugk"].requires == Gems(blue=3, green=3, black=3)


def test_the_tables_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        CARDS["1w1"] = CARDS["1w2"]  # type: ignore[index]
    with pytest.raises(TypeError):
        del NOBLES["wu"]  # type: ignore[attr-defined]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        CARDS["1w1"].points = 5  # type: ignore[misc]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        NOBLES["wu"].points = 4  # type: ignore[misc]


@pytest.mark.rule("COMP-2")
def test_there_is_one_object_for_each_card_and_noble() -> None:
    for thing in (*CARDS.values(), *NOBLES.values(), *EXTRA_NOBLES.values()):
        assert pickle.loads(pickle.dumps(thing)) is thing  # noqa: S301 - our own pickle
        assert copy.copy(thing) is thing
        assert copy.deepcopy(thing) is thing
        namespace = {"CARDS": CARDS, "NOBLES": NOBLES, "EXTRA_NOBLES": EXTRA_NOBLES}
        assert eval(repr(thing), namespace) is thing  # noqa: S307 - our own text
    assert repr(CARDS["1w1"]) == "CARDS['1w1']"
    assert repr(NOBLES["wu"]) == "NOBLES['wu']"
    assert repr(EXTRA_NOBLES["wr"]) == "EXTRA_NOBLES['wr']"


def test_cards_and_nobles_are_looked_up_by_id() -> None:
    assert tables.card_by_id("2u3") is CARDS["2u3"]
    assert tables.noble_by_id("wu") is NOBLES["wu"]
    assert tables.noble_by_id("ugk") is EXTRA_NOBLES["ugk"]


@pytest.mark.parametrize("name", ["", "1w9", "4w1", "1W1", "w1", 11, None, ["1w1"], "x" * 10_000])
def test_unknown_ids_are_refused(name: object) -> None:
    with pytest.raises(InvalidValueError, match="there is no card") as caught:
        tables.card_by_id(name)  # type: ignore[arg-type]
    assert len(str(caught.value)) < 100
    with pytest.raises(InvalidValueError, match="there is no noble") as caught:
        tables.noble_by_id(name)  # type: ignore[arg-type]
    assert len(str(caught.value)) < 100


@pytest.mark.rule("COMP-2")
@pytest.mark.parametrize("what", [None, "1w1", 7, CardBack(1), NOBLES["wu"]])
def test_what_is_no_card_is_refused(what: object) -> None:
    with pytest.raises(InvalidValueError, match="expected a card of CARDS"):
        tables.check_card(what)


@pytest.mark.rule("COMP-4")
@pytest.mark.parametrize("what", [None, "wu", 7, CARDS["1w1"]])
def test_what_is_no_noble_is_refused(what: object) -> None:
    with pytest.raises(InvalidValueError, match="expected a noble"):
        tables.check_noble(what)


@pytest.mark.rule("COMP-2", "COMP-4")
def test_a_forged_card_or_noble_is_refused() -> None:
    """One may be made, as an attrs class allows, but no value of the game takes it."""
    for card in (attrs.evolve(CARDS["1w1"], points=5), attrs.evolve(CARDS["1w1"])):
        assert card != CARDS["1w1"]
        with pytest.raises(InvalidValueError, match="expected a card of CARDS"):
            tables.check_card(card)
    for noble in (attrs.evolve(NOBLES["wu"], points=9), attrs.evolve(NOBLES["wu"])):
        assert noble != NOBLES["wu"]
        with pytest.raises(InvalidValueError, match="expected a noble"):
            tables.check_noble(noble)
    unknown = attrs.evolve(NOBLES["wu"], id="none")
    with pytest.raises(InvalidValueError):
        tables.check_noble(unknown)


@pytest.mark.rule("INFO-2")
def test_a_card_back_has_a_level_and_nothing_else() -> None:
    assert CardBack(2) == CardBack(2) != CardBack(1)
    assert hash(CardBack(2)) == hash(CardBack(2))
    assert str(CardBack(3)) == "#3"
    assert repr(CardBack(3)) == "CardBack(level=3)"
    assert CardBack(1).level == 1


@pytest.mark.parametrize("level", [0, 4, -1, 1.0, True, "1", None])
def test_a_card_back_of_another_level_is_refused(level: object) -> None:
    with pytest.raises(InvalidValueError, match="a level is 1, 2 or 3"):
        CardBack(level)  # type: ignore[arg-type]


def test_cards_and_nobles_can_be_keys() -> None:
    assert len({*CARDS.values(), *NOBLES.values()}) == 100
    state = setup(2, seed=1)
    assert isinstance(state.rows[0][0], Card)
    assert isinstance(state.nobles[0], Noble)
    assert not hasattr(CARDS["1w1"], "__dict__")


def test_the_cards_of_a_set_of_bits_come_in_table_order() -> None:
    some = ("3k4", "1w1", "2u3")
    bits = sum(CARDS[card]._bit for card in some)
    assert [card.id for card in tables.cards_in(bits)] == ["1w1", "2u3", "3k4"]
    assert tables.cards_in(0) == ()
