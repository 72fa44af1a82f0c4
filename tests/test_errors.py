"""Errors: one base, plain sentences, nothing secret or long in them, and picklable."""

from __future__ import annotations

import copy
import pickle

import pytest

from splendor import (
    CARDS,
    DisclosureError,
    IllegalActionError,
    InvalidPositionError,
    InvalidValueError,
    RuleId,
    SplendorError,
    UnreadableError,
    UnsupportedVersionError,
    Violation,
    apply,
    setup,
)
from splendor.engine.violation import violation
from splendor.errors import brief
from tests.positions import take

BROKEN = Violation(RuleId.TAKE_7, (("colour", "red"),), "the bank has no red token")


def illegal() -> IllegalActionError:
    with pytest.raises(IllegalActionError) as caught:
        apply(setup(2, seed=1), take("y"))
    return caught.value


ERRORS: list[SplendorError] = [
    illegal(),
    DisclosureError(BROKEN),
    InvalidPositionError([BROKEN, BROKEN]),
    InvalidValueError("a level is 1, 2 or 3, not 4"),
    UnreadableError("no such card", path="$.events[3]", source="game.json"),
    UnsupportedVersionError("format 9 is not known", path="$.format"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_every_error_has_the_same_base_and_survives_copy_and_pickle(error: SplendorError) -> None:
    assert isinstance(error, SplendorError)
    for other in (
        pickle.loads(pickle.dumps(error)),  # noqa: S301 - our own pickle
        copy.copy(error),
        copy.deepcopy(error),
    ):
        assert type(other) is type(error)
        assert str(other) == str(error)
        assert other.args == error.args
        for name, value in vars(error).items():
            assert getattr(other, name) == value


def test_bad_values_are_value_errors_and_bad_moves_are_not() -> None:
    kinds = (InvalidValueError, InvalidPositionError, UnreadableError, UnsupportedVersionError)
    assert all(issubclass(kind, ValueError) for kind in kinds)
    assert not issubclass(IllegalActionError, ValueError)
    assert issubclass(UnsupportedVersionError, UnreadableError)


@pytest.mark.rule("TAKE-6", "TAKE-7")
def test_a_violation_names_rule_figures_and_a_sentence() -> None:
    assert str(BROKEN) == "TAKE-7: the bank has no red token"
    made = violation(RuleId.TAKE_7, "the bank has no {colour} token", colour="red")
    assert made == BROKEN
    assert hash(made) == hash(BROKEN)
    assert str(illegal()) == "TAKE-6: gold is not taken as a gem"
    assert illegal().violation.parameters == (("gold", 1),)
    assert illegal().args == ("TAKE-6: gold is not taken as a gem",)


def test_all_problems_of_a_position_are_in_its_error() -> None:
    error = InvalidPositionError(iter([BROKEN, BROKEN]))
    assert error.problems == (BROKEN, BROKEN)
    assert str(error) == f"{BROKEN}; {BROKEN}"


@pytest.mark.parametrize(
    ("path", "source", "text"),
    [
        ("", "", "wrong"),
        ("$.a", "", "$.a: wrong"),
        ("", "game.json", "game.json: wrong"),
        ("$.a", "game.json", "game.json: $.a: wrong"),
    ],
)
def test_an_unreadable_document_is_told_with_its_place(path: str, source: str, text: str) -> None:
    error = UnreadableError("wrong", path=path, source=source)
    assert str(error) == text
    assert (error.message, error.path, error.source) == ("wrong", path, source)


class Talkative(int):
    """A number that says more of itself than is wanted."""

    def __repr__(self) -> str:
        return "x" * 10**6


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "None"),
        (7, "7"),
        (True, "True"),
        (1.5, "1.5"),
        ("wug", "'wug'"),
        ("x" * 40, repr("x" * 40)),
        ("x" * 41, repr("x" * 40) + "..."),
        (2**40 - 1, "1099511627775"),
        (2**40, "a huge int"),
        (-(2**40), "a huge int"),
        ([1] * 1000, "a list"),
        (CARDS["1w1"], "a Card"),
        (Talkative(7), "a Talkative"),
        (Talkative(2**99), "a huge int"),
        (type("T" * 1000, (str,), {})("x"), "a " + "T" * 40),
    ],
    ids=range(15),
)
def test_a_wrong_value_is_named_briefly(value: object, text: str) -> None:
    assert brief(value) == text
