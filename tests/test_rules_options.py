"""Rules: the options, their limits, and the presets."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import attrs
import pytest

import splendor
from splendor import (
    BOARD_GAME_ARENA,
    EXTRA_NOBLES,
    NOBLES,
    OFFICIAL,
    PRESETS,
    SPENDEE,
    SPENDEE_21,
    TEXT_B,
    InvalidValueError,
    RuleId,
    Rules,
    setup,
)

ALL_NOBLES = (*NOBLES.values(), *EXTRA_NOBLES.values())


@pytest.mark.rule("VAR-1", "VAR-2", "VAR-3", "VAR-4", "VAR-5", "VAR-6", "VAR-7", "VAR-8")
def test_the_defaults_are_the_game_as_published() -> None:
    assert attrs.asdict(OFFICIAL, recurse=False) == {
        "gem_tokens": (4, 5, 7),
        "gold_tokens": (5, 5, 5),
        "noble_pool": tuple(NOBLES.values()),
        "noble_count": (3, 4, 5),
        "target_score": 15,
        "take_fewer": "when_short",
        "payment": "any_exact",
        "tie_break": "fewest_purchased",
        "turn_limit": None,
    }
    assert Rules() == OFFICIAL
    assert repr(OFFICIAL) == "Rules()"


@pytest.mark.rule("VAR-1", "VAR-2", "VAR-4", "VAR-5", "VAR-7")
def test_the_presets_differ_from_it_in_what_their_texts_say() -> None:
    changes = {name: rules.overrides(OFFICIAL) for name, rules in PRESETS.items()}
    assert changes == {
        "official": {},
        "board_game_arena": {"noble_pool": ALL_NOBLES},
        "spendee": {"payment": "gold_last"},
        "spendee_21": {"payment": "gold_last", "target_score": 21},
        "text_b": {"gold_tokens": (0, 0, 7), "tie_break": "shared"},
    }
    assert list(PRESETS.values()) == [OFFICIAL, BOARD_GAME_ARENA, SPENDEE, SPENDEE_21, TEXT_B]
    with pytest.raises(TypeError):
        PRESETS["house"] = OFFICIAL  # type: ignore[index]


def test_overrides_are_told_against_any_preset() -> None:
    assert SPENDEE.overrides(SPENDEE_21) == {"target_score": 15}
    assert OFFICIAL.overrides(TEXT_B) == {
        "gold_tokens": (5, 5, 5),
        "tie_break": "fewest_purchased",
    }


@pytest.mark.rule("SETUP-6", "SETUP-7", "SETUP-8", "SETUP-9", "SETUP-4")
def test_supplies_and_nobles_by_number_of_players() -> None:
    assert [OFFICIAL.gems_for(players) for players in (2, 3, 4)] == [4, 5, 7]
    assert [TEXT_B.gold_for(players) for players in (2, 3, 4)] == [0, 0, 7]
    assert [OFFICIAL.nobles_for(players) for players in (2, 3, 4)] == [3, 4, 5]


@pytest.mark.parametrize(
    "options",
    [
        {"gem_tokens": (0, 10, 0), "gold_tokens": (10, 0, 10)},
        {"noble_pool": ALL_NOBLES, "noble_count": (12, 12, 12)},
        {"noble_pool": (), "noble_count": (0, 0, 0)},
        {"noble_pool": (NOBLES["rk"], EXTRA_NOBLES["wr"]), "noble_count": (0, 1, 2)},
        {"target_score": 1, "turn_limit": 1},
        {"target_score": 1_000_000, "turn_limit": 1_000_000},
        {"take_fewer": "always", "payment": "gold_last", "tie_break": "shared"},
    ],
)
def test_unusual_options_are_values_too(options: dict[str, Any]) -> None:
    rules = Rules(**options)
    assert rules.overrides(OFFICIAL) == options
    assert eval(repr(rules), vars(splendor)) == rules  # noqa: S307 - our own text
    assert pickle.loads(pickle.dumps(rules)) == rules  # noqa: S301 - our own pickle
    assert copy.deepcopy(rules) == rules
    assert hash(copy.copy(rules)) == hash(rules)
    assert attrs.evolve(rules) == rules


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("gem_tokens", (4, 5)),
        ("gem_tokens", (4, 5, 7, 7)),
        ("gem_tokens", [4, 5, 7]),
        ("gem_tokens", (4, 5, 11)),
        ("gem_tokens", (4, 5, -1)),
        ("gem_tokens", (4, 5, 7.0)),
        ("gem_tokens", (4, True, 7)),
        ("gem_tokens", 4),
        ("gold_tokens", (5, 5, 11)),
        ("gold_tokens", None),
        ("noble_pool", list(NOBLES.values())),
        ("noble_pool", "wu"),
        ("noble_pool", tuple(NOBLES)),
        ("noble_pool", (NOBLES["wu"],) * 10),
        ("noble_count", (3, 4, 11)),
        ("noble_count", (3, 4, 13)),
        ("noble_count", (-1, 4, 5)),
        ("target_score", 0),
        ("target_score", 1_000_001),
        ("target_score", 15.0),
        ("target_score", True),
        ("target_score", None),
        ("take_fewer", "never"),
        ("take_fewer", True),
        ("take_fewer", ["always"]),
        ("payment", "any"),
        ("payment", None),
        ("tie_break", "nobles"),
        ("tie_break", 0),
        ("turn_limit", 0),
        ("turn_limit", -1),
        ("turn_limit", 2.5),
        ("turn_limit", False),
        ("turn_limit", 1_000_001),
    ],
    ids=repr,
)
def test_a_value_that_an_option_does_not_have_is_refused(option: str, value: object) -> None:
    with pytest.raises(InvalidValueError):
        Rules(**{option: value})  # type: ignore[arg-type]


def test_a_refusal_names_the_option_and_what_it_may_be() -> None:
    with pytest.raises(InvalidValueError) as caught:
        Rules(payment="x" * 1000)  # type: ignore[arg-type]
    assert str(caught.value) == f"payment is one of any_exact, gold_last, not {'x' * 40!r}..."
    with pytest.raises(InvalidValueError) as caught:
        Rules(noble_pool=(NOBLES["wu"],))
    assert str(caught.value) == "noble_count asks for more nobles than the 1 of the pool"


def test_rules_cannot_be_changed() -> None:
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        OFFICIAL.target_score = 1  # type: ignore[misc]


def test_rule_ids_are_written_as_in_the_catalogue() -> None:
    assert RuleId("TAKE-5") is RuleId.TAKE_5
    assert str(RuleId.TAKE_5) == RuleId.TAKE_5.value == "TAKE-5"
    for rule in RuleId:
        assert rule.name == rule.value.replace("-", "_")
        assert rule.sentence.endswith(".")
        assert pickle.loads(pickle.dumps(rule)) is rule  # noqa: S301 - our own pickle
    assert len({rule.sentence for rule in RuleId}) == len(RuleId)


@pytest.mark.rule("VAR-5", "SETUP-4")
def test_the_order_in_which_a_pool_is_named_makes_no_difference() -> None:
    backwards = Rules(noble_pool=tuple(NOBLES.values())[::-1])
    assert backwards == Rules()
    assert setup(2, seed=42, rules=backwards).nobles == setup(2, seed=42).nobles


@pytest.mark.parametrize("players", [1, 5, 9, True, "2"])
def test_supplies_are_asked_for_two_to_four_players(players: object) -> None:
    for supply in (OFFICIAL.gems_for, OFFICIAL.gold_for, OFFICIAL.nobles_for):
        with pytest.raises(InvalidValueError, match="SETUP-1"):
            supply(players)  # type: ignore[arg-type]


def test_a_rule_id_reads_back_from_its_repr() -> None:
    assert repr(RuleId.TAKE_5) == "RuleId.TAKE_5"
