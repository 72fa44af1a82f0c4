"""The strategies of `splendor.testing` give what they promise, and everything of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, get_args

import pytest
from hypothesis import Phase as Phases
from hypothesis import given, settings
from hypothesis import strategies as st

from splendor import (
    EXTRA_NOBLES,
    NOBLES,
    PRESETS,
    SPENDEE_21,
    Action,
    Card,
    CardBack,
    Gems,
    InvalidValueError,
    Phase,
    Record,
    Rules,
    State,
    Verdict,
    apply,
    check,
    legal_actions,
    observe,
    outcome,
    problems,
    setup,
    testing,
    verify,
)
from splendor.testing.strategies import Game

T = TypeVar("T")
FEW = settings(max_examples=25)


def seen(strategy: st.SearchStrategy[T], feature: Callable[[T], object], examples: int) -> set[Any]:
    """What a strategy shows of a feature in so many examples, the same ones every time."""
    found: set[Any] = set()

    @settings(max_examples=examples, phases=[Phases.generate], derandomize=True, database=None)
    @given(strategy)
    def collect(value: T) -> None:
        found.add(feature(value))

    collect()
    return found


@given(testing.gems(3))
def test_gems_are_up_to_so_many_of_a_colour(gems: Gems) -> None:
    assert max(gems.counts) <= 3


def test_gems_are_as_many_as_there_can_be() -> None:
    assert max(seen(testing.gems(31), lambda gems: max(gems.counts), 200)) == 31


@pytest.mark.parametrize("most", [-1, 32, True, "a", None])
def test_gems_cannot_be_more_than_there_can_be(most: object) -> None:
    with pytest.raises(InvalidValueError, match="most is an int from 0 to 31, not "):
        testing.gems(most)  # type: ignore[arg-type]


@pytest.mark.parametrize("level", [0, -1, 4, True, "1"])
def test_cards_are_of_no_other_level(level: object) -> None:
    with pytest.raises(InvalidValueError, match="level"):
        testing.cards(level)  # type: ignore[arg-type]


@pytest.mark.rule("SETUP-1")
@pytest.mark.parametrize("players", [0, 1, 5, "2"])
def test_openings_are_of_no_other_number_of_players(players: object) -> None:
    with pytest.raises(InvalidValueError, match="players"):
        seen(testing.openings(players), str, 1)  # type: ignore[arg-type]


@given(testing.cards(2))
def test_cards_are_of_the_level(card: Card) -> None:
    assert card.level == 2


def test_cards_are_of_any_level() -> None:
    assert seen(testing.cards(), lambda card: card.level, 50) == {1, 2, 3}


def test_nobles_are_those_of_board_game_arena_too() -> None:
    assert seen(testing.nobles(), str, 200) == {*NOBLES, *EXTRA_NOBLES}


def test_actions_are_of_every_kind() -> None:
    assert seen(testing.actions(), type, 200) == set(get_args(Action))


@FEW
@given(testing.actions(), testing.states())
def test_actions_can_be_judged_in_any_state(action: Action, state: State) -> None:
    assert (check(state, action) is None) == (action in legal_actions(state))


def test_rules_are_the_presets_and_others() -> None:
    rules = seen(testing.rules(), lambda rules: rules, 300)
    assert rules > set(PRESETS.values())
    assert {each.take_fewer for each in rules} == {"when_short", "always"}
    assert {each.turn_limit is None for each in rules} == {True, False}


@FEW
@given(testing.openings(3, st.just(SPENDEE_21)))
def test_openings_are_of_so_many_players_and_these_rules(opening: State) -> None:
    assert (len(opening.players), opening.rules, opening.turn) == (3, SPENDEE_21, 0)
    assert problems(opening) == ()


@FEW
@given(testing.states(most_actions=200))
def test_states_are_sound(state: State) -> None:
    assert problems(state) == ()
    assert not any(isinstance(card, CardBack) for deck in state.decks for card in deck)


def test_states_are_of_every_phase_that_chance_brings() -> None:
    """A choice of nobles it hardly ever brings, and a reveal never where the decks are known."""
    phases = seen(testing.states(), lambda state: state.phase, 600)
    assert phases >= {Phase.MAIN, Phase.RETURN, Phase.OVER}
    assert Phase.REVEAL not in phases


@FEW
@given(testing.states(st.just(observe(setup(2, seed=1), None)), most_actions=30))
def test_states_may_begin_with_a_view(state: State) -> None:
    assert problems(state) == ()
    assert all(isinstance(card, CardBack) for deck in state.decks for card in deck)


@FEW
@given(testing.games())
def test_games_are_played_to_their_end(game: Game) -> None:
    state, actions = game
    for action in actions:
        assert state.phase is not Phase.OVER
        state = apply(state, action)
    assert (outcome(state) is not None) or len(actions) == 1000


def test_a_game_that_never_ends_is_left_unfinished() -> None:
    """Under such rules nobody ever wins, and hardly ever has anybody to pass."""
    endless = setup(2, seed=1, rules=Rules(target_score=1000, gem_tokens=(10, 10, 10)))
    assert seen(testing.games(st.just(endless)), lambda game: len(game[1]), 1) == {1000}


@FEW
@given(testing.views())
def test_views_hide_the_decks(view: State) -> None:
    assert problems(view) == ()
    assert all(isinstance(card, CardBack) for deck in view.decks for card in deck)


def test_views_show_a_seat_its_own_blind_cards_and_hide_those_of_others() -> None:
    def known(view: State) -> frozenset[bool]:
        hands = [entry for player in view.players for entry in player.reserved if entry.face_down]
        return frozenset(isinstance(entry.card, Card) for entry in hands)

    shown = seen(testing.views(), known, 60)
    assert shown >= {frozenset({True, False}), frozenset({False}), frozenset()}


@FEW
@given(testing.records())
def test_records_are_never_invalid(record: Record) -> None:
    assert verify(record).verdict is not Verdict.INVALID


def test_records_are_whole_or_broken_off_and_full_or_redacted() -> None:
    def kind(record: Record) -> tuple[Verdict, bool]:
        report = verify(record)
        return report.verdict, report.complete

    kinds = seen(testing.records(), kind, 60)
    assert kinds == {(v, c) for v in (Verdict.VALID, Verdict.CONSISTENT) for c in (True, False)}
