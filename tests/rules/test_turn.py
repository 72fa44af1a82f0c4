"""Whose decision it is, and the order of a turn: TURN-1 to TURN-5."""

from __future__ import annotations

import pytest

from splendor import (
    CARDS,
    Action,
    Gems,
    IllegalActionError,
    InvalidValueError,
    Pass,
    Phase,
    apply,
    check,
    problems,
    setup,
)
from splendor.errors import brief
from tests.positions import (
    blind,
    buy,
    choose,
    do,
    give_back,
    hand,
    position,
    refusal,
    reserve,
    reveal,
    row,
    seat,
    take,
)


@pytest.mark.rule("TURN-1")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("first_player", [0, 1])
def test_play_goes_clockwise_from_the_starter(players: int, first_player: int) -> None:
    state = setup(players, seed=1, first_player=first_player)
    movers = []
    for _ in range(2 * players):
        movers.append(state.mover)
        assert state.decider == state.mover
        state = do(state, blind(3))
    once = [*range(first_player, players), *range(first_player)]
    assert movers == once * 2
    assert state.turn == 2 * players


@pytest.mark.rule("TURN-2", "TURN-1")
@pytest.mark.parametrize("action", [take("urk"), take("rr"), reserve("1w1"), blind(1)])
def test_one_action_is_a_whole_turn(action: Action) -> None:
    after = do(position(seat(), seat()), action)
    assert (after.turn, after.mover, after.phase) == (1, 1, Phase.MAIN)


@pytest.mark.rule("TURN-3", "PASS-2")
def test_whoever_can_act_must_act() -> None:
    assert refusal(setup(2, seed=1), Pass()) == "PASS-2"


@pytest.mark.rule("TURN-4")
def test_in_each_phase_only_the_decision_awaited_may_be_made() -> None:
    """The decisions by phase: one of its own is legal, all others are refused."""
    nobles = "1w1 1w2 1w3 1u1 1u2 1u3 1u4 1k1 1k2 1k3 1k4"
    hidden = position(seat(), seat(), hidden=True)
    states = {
        Phase.MAIN: position(seat("rrk"), seat()),
        Phase.RETURN: do(position(seat("wwwwuuuggg"), seat(), seat(), seat()), blind(1)),
        Phase.NOBLE: do(
            position(seat(bought=nobles), seat(), face_up="1w4", nobles="wu wk gr"), buy("1w4")
        ),
        Phase.REVEAL: do(hidden, reserve("1w2")),
    }
    actions: dict[Phase, list[Action]] = {
        Phase.MAIN: [take("wug"), take("rr"), reserve("2w1"), blind(2), buy("1w1", "rrk"), Pass()],
        Phase.RETURN: [give_back("w"), give_back("")],
        Phase.NOBLE: [choose("wu"), choose("rk")],
        Phase.REVEAL: [reveal("1k8"), reveal("#1"), reveal("3w1")],
    }
    for phase, state in states.items():
        assert state.phase is phase
        assert refusal(state, actions[phase][0]) is None
        for other, wrong in actions.items():
            if other is not phase:
                assert [refusal(state, action) for action in wrong] == ["TURN-4"] * len(wrong)


@pytest.mark.rule("TURN-4")
def test_the_refusal_names_the_phase_that_is_awaited() -> None:
    violation = check(setup(2, seed=1), give_back("w"))
    assert violation is not None
    assert violation.parameters == (("action", "ReturnTokens"), ("phase", "main"))


@pytest.mark.rule("TURN-5", "LIMIT-5", "NOB-1")
def test_a_turn_runs_action_refill_return_noble_end() -> None:
    """One turn with all of them: reserve at ten tokens, from an unknown deck, two nobles ready."""
    bought = " ".join(f"1{colour}{number}" for colour in "wuk" for number in (2, 3, 4, 5))
    state = position(
        seat("wwuuggrrkk", bought=bought),
        seat(),
        nobles="wk wu gr",
        hidden=True,
    )
    phases = [state.phase]
    for action in (reserve("2w1"), reveal("2k5"), give_back("y"), choose("wk")):
        state = do(state, action)
        phases.append(state.phase)
    assert phases == [Phase.MAIN, Phase.REVEAL, Phase.RETURN, Phase.NOBLE, Phase.MAIN]
    assert (state.mover, row(state, 2)) == (1, "2k5 2w2 2w3 2w4")
    assert hand(state, 0) == "2w1"
    assert state.players[0].tokens == Gems.parse("wwuuggrrkk")
    assert [noble.id for noble in state.players[0].nobles] == ["wk"]


@pytest.mark.rule("TURN-5")
def test_while_a_turn_lasts_it_is_not_counted() -> None:
    state = position(seat("wwwwuuuggg"), seat(), seat(), seat(), hidden=True)
    for action in (reserve("1w1"), reveal("1k8")):
        state = do(state, action)
        assert (state.turn, state.mover) == (0, 0)
    state = do(state, give_back("y"))
    assert (state.turn, state.mover) == (1, 1)


@pytest.mark.rule("TURN-4")
@pytest.mark.pitfall(27)
@pytest.mark.parametrize(
    "action", [None, "take", 7, Gems(white=1), CARDS["1w1"], ("TakeTokens", "wug"), Pass]
)
def test_what_is_no_action_is_refused_and_changes_nothing(action: object) -> None:
    """Elsewhere a malformed move was a no-op that cost a turn."""
    state = setup(2, seed=1)
    before = repr(state)
    with pytest.raises(InvalidValueError, match="an action is expected"):
        apply(state, action)  # type: ignore[arg-type]
    with pytest.raises(InvalidValueError) as refused:
        check(state, action)  # type: ignore[arg-type]
    assert str(refused.value) == f"an action is expected, not {brief(action)}"
    assert repr(state) == before


@pytest.mark.rule("TURN-4")
@pytest.mark.pitfall(27)
def test_a_refused_action_changes_nothing_and_costs_no_turn() -> None:
    state = setup(2, seed=1)
    with pytest.raises(IllegalActionError) as caught:
        apply(state, take("wwu"))
    assert (state.turn, state.mover) == (0, 0)
    assert state == setup(2, seed=1)
    assert caught.value.state is state
    assert caught.value.action == take("wwu")


@pytest.mark.rule("INV-1")
@pytest.mark.pitfall(26)
def test_games_share_nothing_that_can_change() -> None:
    """Elsewhere the gold was gone in the second game of a process."""
    first = setup(2, seed=1)
    game = first
    for level in (1, 2, 3, 1, 2):
        game = do(game, blind(level))
    assert game.bank.gold == 0
    second = setup(2, seed=1)
    assert second == first
    assert second.bank == Gems(4, 4, 4, 4, 4, 5)
    assert problems(first) == ()
