"""Positions as one line: every state is read back, and nothing else is read."""

from __future__ import annotations

import pickle
from random import Random

import pytest
from hypothesis import given

from splendor import (
    OFFICIAL,
    PRESETS,
    CardBack,
    InvalidPositionError,
    InvalidValueError,
    Phase,
    Rules,
    State,
    UnreadableError,
    format_position,
    observe,
    parse_position,
    problems,
    setup,
)
from splendor.model.rules import nearest_preset
from splendor.testing import openings
from tests.positions import hand, position, seat
from tests.walks import RANDOM, RULES, walk
from tests.writings import states

OPENING = (
    "4/4/4/4/4/5 1u3,1g3,1w4,1w2:36/2r2,2w2,2g6,2r1:26/3k1,3u1,3w3,3k2:16 wu,wuk,grk "
    "0/0/0/0/0/0|-|-|- 0/0/0/0/0/0|-|-|- main 0 a 0 official"
)
"""The view of a spectator, seed 42."""


def refusal(text: str) -> str:
    with pytest.raises(UnreadableError) as caught:
        parse_position(text)
    return str(caught.value)


class TestSpelling:
    """One line a state, and one state a line."""

    def test_an_opening(self) -> None:
        state = observe(setup(2, seed=42), None)
        assert str(state) == format_position(state) == OPENING
        assert parse_position(OPENING, strict=True) == state

    def test_a_state_in_the_middle(self) -> None:
        state = position(
            seat("wwk", "1k3 1w4 1w2 1w3 1u1 1u2 1u3 1g1 1g2 1g3", "2k5 ?3u2 #3", "wug"),
            seat(),
            seat(),
            seat(),
            rules=Rules(target_score=21, gold_tokens=(1, 2, 3), turn_limit=30),
            first_player=2,
            passes=1,
        )
        text = format_position(state)
        assert " 2/0/0/0/1/0|1w2,1w3,1w4,1u1,1u2,1u3,1g1,1g2,1g3,1k3|2k5,?3u2,#3|wug " in text
        assert " main 54 c 1 official,gold_tokens=1/2/3,target_score=21,turn_limit=30" in text
        assert parse_position(text, strict=True) == state
        assert hand(parse_position(text), 0) == "2k5 ?3u2 #3"

    @given(openings(), RANDOM)
    def test_every_state_and_view_of_a_game_is_read_back(
        self, opening: State, random: Random
    ) -> None:
        for state, _, _ in walk(opening, random, 12):
            for seen in (state, observe(state, 0), observe(state, None)):
                text = format_position(seen)
                assert parse_position(text, strict=True) == seen
                assert parse_position(f" {text.upper()} ".replace(" ", "  ")) == seen

    @given(states())
    def test_any_state_is_read_back_and_evaluated(self, state: State) -> None:
        """Also one that breaks every invariant there is."""
        assert State.parse(str(state)) == state
        assert repr(state) == f"State.parse({str(state)!r})"
        assert eval(repr(state)) == state  # noqa: S307 - what `repr` is for
        assert str(State.parse(str(state))) == str(state)
        assert pickle.loads(pickle.dumps(state)) == state  # noqa: S301 - our own

    @given(RULES)
    def test_any_rules_are_read_back(self, rules: Rules) -> None:
        state = setup(2, seed=3, rules=rules)
        assert parse_position(format_position(state)).rules == rules

    @pytest.mark.parametrize("name", PRESETS)
    def test_presets_go_by_their_name(self, name: str) -> None:
        rules = PRESETS[name]
        assert nearest_preset(rules) == name
        assert format_position(observe(setup(2, seed=1, rules=rules), 0)).endswith(f" 0 {name}")

    def test_unknown_rules_of_a_preset(self) -> None:
        rules = Rules(noble_pool=(), noble_count=(0, 0, 0), take_fewer="always")
        text = format_position(observe(setup(2, seed=1, rules=rules), 0))
        assert text.endswith(" official,noble_pool=-,noble_count=0/0/0,take_fewer=always")
        limited = OPENING + ",turn_limit=5,turn_limit=none"
        assert refusal(limited).startswith("column 150: expected each option once")
        assert parse_position(OPENING + ",turn_limit=none").rules == OFFICIAL


class TestRefusals:
    """What is wrong, with its column."""

    @pytest.mark.parametrize(
        ("old", "new", "found"),
        [
            (OPENING, "", "column 1: expected a number, not the end"),
            ("4/4/4/4/4/5", "4/4/4", "column 7: expected a slash and 3 more numbers"),
            ("4/4/4/4/4/5", "4/4/4/4/4/32", "column 1: gold must be an int from 0 to 31, not 32"),
            ("1u3,", "1u9,", "column 13: expected a card such as 1k3, or an unknown one"),
            ("1w2:36", "1w2", "column 28: expected a colon and the number of cards in the deck"),
            ("1w4,1w2", "1w4", "column 24: expected a comma and 1 more places, not ':36/2r2"),
            ("/2r2", " 2r2", "column 32: expected a slash and the row of level 2, not '2r2"),
            (":16", ":1000", "column 67: expected a deck of at most 999 cards, not '1000'"),
            ("grk ", "grk,rr ", "column 81: expected a noble that there is, not 'rr'"),
            ("|-|-|- 0", "|1k9|-|- 0", "column 93: expected a card such as 1k3, not '1k9|"),
            ("|-|-|- 0", "|-|-|-|- 0", "column 98: expected a phase: main, return, noble"),
            ("|-|-|- 0", "|1k1,1k1|-|- 0", "column 81: purchased names one twice"),
            ("|-|-|- 0", "|- 0", "column 95: expected | and the reserved cards"),
            (
                "|-|-|- main",
                "|-|-|- 0/0/0/0/0/0|-|-|- 0/0/0/0/0/0|-|-|- 0/0/0/0/0/0|-|-|- main",
                "column 171: expected a phase, after 4 players",
            ),
            (" 0/0/0/0/0/0|-|-|- main", " main", "column 1: SETUP-1: 2, 3 or 4 players"),
            ("main", "play", "column 117: expected a phase: main, return, noble, reveal, over"),
            ("main 0", "main 4000001", "column 1: turn is an int from 0 to 4000000, not 4000001"),
            ("0 a 0", "0 e 0", "column 124: expected the letter of the seat that began, not 'e'"),
            ("0 a 0", "0 d 0", "column 1: first_player is an int from 0 to 1, not 3"),
            ("official", "chess", "column 128: expected the rules: official, board_game_arena"),
            ("official", "official,king=1", "column 137: expected an option: gem_tokens"),
            ("official", "official,payment=x", "column 145: expected a choice: any_exact"),
            ("official", "official,target_score", "column 149: expected = and the value"),
            ("official", "official,target_score=0", "column 128: target_score is an int from 1"),
            ("official", "official,gem_tokens=1/2", "column 151: expected a slash and 1 more"),
            ("official", "official -/-/-", "column 137: expected 36 cards in the deck of level 1"),
            ("official", "official x", "column 137: expected a card such as 1k3, or an unknown"),
        ],
    )
    def test_what_is_wrong(self, old: str, new: str, found: str) -> None:
        assert OPENING.count(old) >= 1
        assert refusal(OPENING.replace(old, new, 1)).startswith(found)

    def test_nothing_follows(self) -> None:
        state = setup(2, seed=42)
        assert refusal(f"{format_position(state)} x").endswith("expected the end, not 'x'")

    def test_decks_are_separated(self) -> None:
        text = format_position(setup(2, seed=42))
        head, _, decks = text.rpartition(" ")
        found = refusal(f"{head} {decks.replace('/', ' ')}")
        assert "expected a slash and the deck of level 2" in found

    def test_a_deck_longer_than_a_level(self) -> None:
        text = OPENING.replace(":36", ":41")
        assert refusal(text) == "expected at most 40 cards in the deck of level 1, not 41"
        assert State.parse(text).decks[0] == (CardBack(1),) * 41

    def test_a_deck_of_999_cards_is_read(self) -> None:
        assert State.parse(OPENING.replace(":36", ":999")).decks[0] == (CardBack(1),) * 999

    def test_a_position_that_no_game_has(self) -> None:
        text = OPENING.replace("4/4/4/4/4/5", "4/4/4/4/4/6").replace("wu,wuk", "wu,wu")
        with pytest.raises(InvalidPositionError) as caught:
            parse_position(text)
        assert caught.value.problems == problems(State.parse(text))
        assert len(caught.value.problems) > 1

    def test_strict_reading_demands_the_spelling(self) -> None:
        with pytest.raises(UnreadableError, match="line 1, column 14: not in canonical spelling"):
            parse_position(OPENING.replace("1u3", "1U3"), strict=True)

    def test_only_states_are_written(self) -> None:
        with pytest.raises(InvalidValueError, match="a position is a State, not 'over'"):
            format_position(Phase.OVER.value)  # type: ignore[arg-type]
