"""Gem and Gems: colours and multisets of tokens."""

from __future__ import annotations

import copy
import operator
import pickle
from collections import Counter

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from splendor import Gem, Gems, InvalidValueError

LETTERS = "wugrky"
COUNTS = st.tuples(*[st.integers(0, 31)] * 6)
SMALL = st.tuples(*[st.integers(0, 15)] * 6)


@pytest.mark.rule("COMP-1")
def test_the_colours_in_their_order() -> None:
    assert [gem.name for gem in Gem] == ["WHITE", "BLUE", "GREEN", "RED", "BLACK", "GOLD"]
    assert [gem.value for gem in Gem] == ["white", "blue", "green", "red", "black", "gold"]
    assert "".join(gem.letter for gem in Gem) == LETTERS
    assert [gem.index for gem in Gem] == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(("letter", "gem"), list(zip(LETTERS, Gem, strict=True)))
def test_a_letter_names_a_gem(letter: str, gem: Gem) -> None:
    assert Gem.from_letter(letter) is gem


@pytest.mark.parametrize("letter", ["", "x", "W", "wu", "wugrky", " ", 7, None, b"w", ["w"]])
def test_other_letters_are_refused(letter: object) -> None:
    with pytest.raises(InvalidValueError, match="no gem has the letter"):
        Gem.from_letter(letter)  # type: ignore[arg-type]


@pytest.mark.parametrize("letter", ["w" * 10_000, 10**5_000], ids=["text", "int"])
def test_a_refusal_never_prints_something_long(letter: object) -> None:
    with pytest.raises(InvalidValueError) as caught:
        Gem.from_letter(letter)  # type: ignore[arg-type]
    assert len(str(caught.value)) < 200


def test_a_gem_stays_itself() -> None:
    for gem in Gem:
        assert pickle.loads(pickle.dumps(gem)) is gem  # noqa: S301 - our own pickle
        assert copy.deepcopy(gem) is gem
        assert repr(gem) == f"Gem.{gem.name}"
    assert len(set(Gem)) == 6


def test_gems_are_made_by_name_by_position_and_from_text() -> None:
    by_name = Gems(white=2, red=1, gold=3)
    assert by_name == Gems(2, 0, 0, 1, 0, 3) == Gems.parse("wwryyy") == Gems.parse("ywyrwy")
    assert by_name.counts == (2, 0, 0, 1, 0, 3)
    assert by_name.total == 6
    colours = (by_name.white, by_name.blue, by_name.green, by_name.red, by_name.black, by_name.gold)
    assert colours == by_name.counts


@given(COUNTS)
def test_every_count_comes_back(counts: tuple[int, int, int, int, int, int]) -> None:
    gems = Gems(*counts)
    assert gems.counts == counts
    assert tuple(gems.of(gem) for gem in Gem) == counts
    assert gems.total == sum(counts)
    named = (gems.white, gems.blue, gems.green, gems.red, gems.black, gems.gold)
    assert named == counts
    assert bool(gems) is any(counts)
    assert Counter(gem.letter for gem in gems) == Counter(str(gems).strip("-"))
    assert [gem.index for gem in gems] == sorted(gem.index for gem in gems)
    assert Gems.parse(str(gems)) == gems
    assert eval(repr(gems)) == gems  # noqa: S307 - our own text
    assert pickle.loads(pickle.dumps(gems)) == gems  # noqa: S301 - our own pickle


@given(COUNTS, COUNTS)
def test_arithmetic_works_colour_by_colour(
    one: tuple[int, int, int, int, int, int], other: tuple[int, int, int, int, int, int]
) -> None:
    pairs = list(zip(one, other, strict=True))
    left, right = Gems(*one), Gems(*other)
    assert left.covers(right) is all(a >= b for a, b in pairs)
    assert (left == right) is (one == other)
    if left == right:
        assert hash(left) == hash(right)
    if left.covers(right):
        difference = left - right
        assert difference.counts == tuple(a - b for a, b in pairs)
        assert difference.total == sum(one) - sum(other)
    else:
        with pytest.raises(InvalidValueError, match="cannot take"):
            left - right
    if all(a + b <= 31 for a, b in pairs):
        assert (left + right).counts == tuple(a + b for a, b in pairs)
    else:
        with pytest.raises(InvalidValueError, match="more than 31 of one colour"):
            left + right


@given(SMALL, SMALL)
def test_what_is_added_can_be_taken_away(
    one: tuple[int, int, int, int, int, int], other: tuple[int, int, int, int, int, int]
) -> None:
    both = Gems(*one) + Gems(*other)
    assert both.total == sum(one) + sum(other)
    assert both - Gems(*other) == Gems(*one)
    assert both.covers(Gems(*one))


@pytest.mark.parametrize("place", range(6))
def test_a_count_of_31_is_the_most_in_every_colour(place: int) -> None:
    counts = [0] * 6
    counts[place] = 31
    most = Gems(*counts)
    counts[place] = 1
    with pytest.raises(InvalidValueError):
        most + Gems(*counts)
    counts[place] = 32
    with pytest.raises(InvalidValueError, match="must be an int from 0 to 31, not 32"):
        Gems(*counts)


@pytest.mark.rule("INV-7")
@pytest.mark.parametrize(
    "count", [-1, 32, 2.0, True, "2", None, pytest.param(10**5_000, id="huge")]
)
def test_wrong_counts_are_refused(count: object) -> None:
    with pytest.raises(InvalidValueError, match="green must be an int from 0 to 31") as caught:
        Gems(green=count)  # type: ignore[arg-type]
    assert len(str(caught.value)) < 100


@pytest.mark.parametrize(("text", "letter"), [("x", "x"), ("wxy", "x"), ("w2z", "2"), ("w w", " ")])
def test_the_first_letter_that_names_no_gem_is_named(text: str, letter: str) -> None:
    with pytest.raises(InvalidValueError, match=f"no gem has the letter '{letter}'"):
        Gems.parse(text)


@pytest.mark.parametrize(
    "text", ["x", "wx", "W", "w w", "w2", " ", "--", "w" * 32, "w" * 10_000, 7, None, ["w"], b"w"]
)
def test_text_that_names_no_gems_is_refused(text: object) -> None:
    with pytest.raises(InvalidValueError) as caught:
        Gems.parse(text)  # type: ignore[arg-type]
    assert len(str(caught.value)) < 200


def test_no_gems_are_written_as_a_dash() -> None:
    assert Gems.parse("") == Gems.parse("-") == Gems()
    assert str(Gems()) == "-"
    assert repr(Gems()) == "Gems()"
    assert not Gems()
    assert str(Gems(white=1, gold=2)) == "wyy"


@pytest.mark.parametrize("other", [1, "w", None, (1, 0, 0, 0, 0, 0)])
def test_gems_add_up_and_compare_with_gems_only(other: object) -> None:
    gems = Gems(white=1)
    for calculate in (operator.add, operator.sub):
        with pytest.raises(TypeError):
            calculate(gems, other)
        with pytest.raises(TypeError):
            calculate(other, gems)
    assert gems != other


def test_gems_are_values() -> None:
    gems = Gems(white=1)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        gems.white = 2  # type: ignore[misc]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        gems._packed = 2
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        del gems._packed
    assert attrs.evolve(gems, blue=3) == Gems(white=1, blue=3)
    assert attrs.asdict(gems) == {
        "white": 1, "blue": 0, "green": 0, "red": 0, "black": 0, "gold": 0,
    }  # fmt: skip
    assert copy.copy(gems) == copy.deepcopy(gems) == gems
    assert not hasattr(gems, "__dict__")
    match gems:
        case Gems(1, 0, 0, 0, 0, 0):
            pass
        case _:
            pytest.fail("Gems match by position")


def test_gems_can_be_said_in_words() -> None:
    assert Gems(white=2, gold=1).in_words() == "2 white, 1 gold"
    assert Gems().in_words() == "nothing"


@pytest.mark.parametrize("value", [None, "white", 3])
def test_what_is_no_gem_or_gems_is_refused(value: object) -> None:
    with pytest.raises(InvalidValueError, match="expected a Gem, not"):
        Gems().of(value)  # type: ignore[arg-type]
    with pytest.raises(InvalidValueError, match="expected a Gems, not"):
        Gems().covers(value)  # type: ignore[arg-type]


def test_as_many_letters_as_there_can_be_gems_are_read() -> None:
    assert Gems.parse("wugrky" * 31) == Gems(31, 31, 31, 31, 31, 31)


def test_gems_that_differ_are_seldom_hashed_alike() -> None:
    assert len({hash(Gems(white=white, gold=gold)) for white in range(9) for gold in range(9)}) > 40
