"""Visits of nobles: NOB-1 to NOB-10."""

from __future__ import annotations

import pytest

from splendor import NOBLES, Action, Gems, Phase, State, check, legal_actions
from splendor.model.actions import ChooseNoble
from tests.positions import (
    blind,
    buy,
    choose,
    do,
    give_back,
    position,
    refusal,
    reserve,
    reveal,
    seat,
    take,
)

WHITE = "1w1 1w2 1w3 1w4"
BLUE = "1u1 1u2 1u3 1u4"
GREEN = "1g1 1g2 1g3 1g4"
BLACK = "1k1 1k2 1k3 1k4"
THREE_WHITE = "1w1 1w2 1w3"


def two_ready() -> State:
    """With 1w4, free by bonuses, the mover reaches both wu and wk; the other with 1k8 only wk."""
    return position(
        seat(bought=f"{THREE_WHITE} {BLUE} {BLACK}"),
        seat("uuuu", bought="1w5 1w6 1w7 1w8 1k5 1k6 1k7"),
        face_up="1w4 1k8",
        nobles="gr wu wk",
    )


def waiting(tokens: str = "") -> State:
    """The mover has chosen wu on an earlier turn and reaches wk, which lies there still."""
    return position(
        seat(tokens, bought=f"{WHITE} {BLUE} {BLACK}", nobles="wu"),
        seat(),
        seat(),
        seat(),
        nobles="gr wk ug rk",
    )


@pytest.mark.rule("NOB-1", "NOB-2", "NOB-4", "NOB-7")
def test_a_sole_noble_visits_by_itself_at_the_end_of_the_turn() -> None:
    """The card just bought counts for nobles."""
    state = position(
        seat("kk", bought=f"{WHITE} 1u1 1u2 1u3"), seat(), face_up="1u4", nobles="wk wu gr"
    )
    after = do(state, buy("1u4", "kk"))
    assert after.players[0].nobles == (NOBLES["wu"],)
    assert after.nobles == (NOBLES["wk"], NOBLES["gr"])
    assert after.players[0].points == 3
    assert (after.phase, after.mover) == (Phase.MAIN, 1)


@pytest.mark.rule("NOB-2")
@pytest.mark.parametrize(
    ("bought", "nobles", "visitors"),
    [
        (f"{WHITE} {BLUE}", "wu gr wrk", "wu"),
        (f"{WHITE} 1u1 1u2 1u3", "wu gr wrk", ""),
        (f"{WHITE} 1w5 1u1 1u2 1u3", "wu gr wrk", ""),  # nine in all, one blue short
        (f"{THREE_WHITE} {BLUE} 1u5", "wu gr wrk", ""),
        (f"{THREE_WHITE} 1u1 1u2 1u3 1g1 1g2 1g3", "wug gr wrk", "wug"),
        (f"{WHITE} {BLUE} {GREEN}", "wug gr wrk", "wug"),  # more than it asks for
        (f"{WHITE} {BLUE} 1g1 1g2", "wug gr wrk", ""),
        (f"{GREEN} {BLACK}", "wu wk wrk", ""),
    ],
)
def test_a_noble_comes_when_every_number_on_it_is_reached(
    bought: str, nobles: str, visitors: str
) -> None:
    """By a take, so that nothing else changes."""
    after = do(position(seat(bought=bought), seat(), nobles=nobles), take("wug"))
    assert " ".join(noble.id for noble in after.players[0].nobles) == visitors


@pytest.mark.rule("NOB-1")
@pytest.mark.pitfall(20)
@pytest.mark.parametrize("action", [take("wug"), take("kk"), reserve("2w1"), blind(3)])
def test_a_noble_comes_after_any_action(action: Action) -> None:
    after = do(waiting(), action)
    assert after.players[0].nobles == (NOBLES["wu"], NOBLES["wk"])


@pytest.mark.rule("NOB-1", "TURN-5")
def test_a_noble_comes_only_after_the_tokens_are_returned() -> None:
    state = do(waiting("wwuuggrrkk"), take("wug"))
    assert state.phase is Phase.RETURN
    assert state.players[0].nobles == (NOBLES["wu"],)
    assert do(state, give_back("wug")).players[0].nobles == (NOBLES["wu"], NOBLES["wk"])


@pytest.mark.rule("NOB-1", "TURN-5")
@pytest.mark.parametrize("card", ["2k5", "#2"])
def test_a_noble_comes_only_after_a_card_is_turned_up_from_an_unknown_deck(card: str) -> None:
    state = position(seat(bought=f"{WHITE} {BLACK}"), seat(), nobles="wk gr ug", hidden=True)
    bare = do(state, reserve("2w1"))
    assert (bare.phase, bare.players[0].nobles) == (Phase.REVEAL, ())
    after = do(bare, reveal(card))
    assert (after.mover, after.players[0].nobles) == (1, (NOBLES["wk"],))


@pytest.mark.rule("NOB-3")
@pytest.mark.parametrize(("tokens", "hand"), [("uuuy", ""), ("", "1u4 1u5 ?1u6")])
def test_tokens_and_reserved_cards_do_not_count_for_nobles(tokens: str, hand: str) -> None:
    """One blue bonus is missing, and no noble lies there for which the others are enough."""
    state = position(
        seat(tokens, bought=f"{WHITE} 1w5 1w6 1u1 1u2 1u3", hand=hand),
        seat(),
        seat(),
        seat(),
        nobles="wu gr wrk ug rk",
    )
    after = do(state, take("ugr"))
    assert after.players[0].nobles == ()


@pytest.mark.rule("NOB-4", "TURN-4")
def test_a_sole_noble_is_no_decision_and_cannot_be_called() -> None:
    state = waiting()
    assert refusal(state, choose("wk")) == "TURN-4"
    assert not any(isinstance(action, ChooseNoble) for action in legal_actions(state))


@pytest.mark.rule("NOB-5", "NOB-6", "NOB-9")
@pytest.mark.pitfall(21)
def test_of_two_nobles_ready_one_is_chosen_and_the_other_stays() -> None:
    """Position 7: not all that qualify come at once."""
    state = do(two_ready(), buy("1w4"))
    assert (state.phase, state.decider) == (Phase.NOBLE, 0)
    assert legal_actions(state) == (choose("wu"), choose("wk"))
    for chosen, other in (("wu", "wk"), ("wk", "wu")):
        after = do(state, choose(chosen))
        assert after.players[0].nobles == (NOBLES[chosen],)
        assert after.players[0].points == 3
        assert NOBLES[other] in after.nobles
        assert (after.phase, after.mover) == (Phase.MAIN, 1)


@pytest.mark.rule("NOB-6")
def test_the_nobles_to_choose_from_are_listed_as_they_lie() -> None:
    state = position(
        seat(bought=f"{THREE_WHITE} {BLUE} {BLACK}"), seat(), face_up="1w4", nobles="wk gr wu"
    )
    assert legal_actions(do(state, buy("1w4"))) == (choose("wk"), choose("wu"))


@pytest.mark.rule("NOB-9", "NOB-10", "NOB-5")
@pytest.mark.pitfall(21)
def test_a_noble_passed_over_comes_on_the_next_turn() -> None:
    """Position 7: a take brings it; it is not handed on to the next player."""
    state = do(two_ready(), buy("1w4"), choose("wu"), take("wgr"))
    assert state.players[0].nobles == (NOBLES["wu"],)
    assert state.players[1].nobles == ()
    later = do(state, take("wgr"))
    assert later.players[0].nobles == (NOBLES["wu"], NOBLES["wk"])
    assert later.players[0].points == 6
    assert later.nobles == (NOBLES["gr"],)


@pytest.mark.rule("NOB-9")
def test_a_noble_passed_over_may_be_taken_by_an_opponent_in_between() -> None:
    """Position 7, last part."""
    state = do(two_ready(), buy("1w4"), choose("wu"), buy("1k8", "uuuu"))
    assert state.players[1].nobles == (NOBLES["wk"],)
    later = do(state, take("wgr"))
    assert later.players[0].nobles == (NOBLES["wu"],)


@pytest.mark.rule("NOB-6", "NOB-7", "NOB-1", "NOB-2")
@pytest.mark.pitfall(21)
def test_a_noble_that_may_not_be_chosen_is_refused() -> None:
    """Elsewhere one was claimed without the bonuses."""
    state = position(
        seat(bought=f"{THREE_WHITE} {BLUE} {BLACK}"),
        seat(bought=f"{GREEN} 1r1 1r2 1r3 1r4", nobles="gr"),
        seat(),
        face_up="1w4",
        nobles="ug wu wk",
    )
    waiting_state = do(state, buy("1w4"))
    assert refusal(waiting_state, choose("gr")) == "NOB-7"
    assert refusal(waiting_state, choose("rk")) == "NOB-1"
    assert refusal(waiting_state, choose("wr")) == "NOB-1"
    assert refusal(waiting_state, choose("ug")) == "NOB-2"
    visited, asked = check(waiting_state, choose("gr")), check(waiting_state, choose("ug"))
    assert visited is not None
    assert asked is not None
    assert visited.parameters == (("noble", "gr"), ("seat", 1))
    assert asked.parameters == (
        ("noble", "ug"), ("demand", "uuuugggg"), ("bonuses", "wwwwuuuukkkk"),
    )  # fmt: skip


@pytest.mark.rule("SETUP-5", "NOB-1")
def test_a_noble_that_was_not_revealed_cannot_be_chosen() -> None:
    """The bonuses would do for it."""
    state = do(two_ready(), buy("1w4"))
    assert NOBLES["wuk"] in state.box
    assert state.players[0].bonuses.covers(NOBLES["wuk"].requires)
    assert refusal(state, choose("wuk")) == "NOB-1"


@pytest.mark.rule("NOB-4", "TURN-4")
def test_a_choice_of_nobles_cannot_be_put_off() -> None:
    state = do(two_ready(), buy("1w4"))
    for action in (take("wgr"), reserve("2w1"), blind(1), buy("1w5"), give_back("w")):
        assert refusal(state, action) == "TURN-4"


@pytest.mark.rule("NOB-8")
def test_bonuses_are_not_spent_on_nobles() -> None:
    state = do(two_ready(), buy("1w4"), choose("wu"))
    assert state.players[0].bonuses == Gems(white=4, blue=4, black=4)


@pytest.mark.rule("NOB-10")
def test_no_noble_comes_to_a_player_whose_turn_it_is_not() -> None:
    """The second player reaches wk; the first takes tokens, and nothing comes to the second."""
    state = position(seat(), seat(bought=f"{WHITE} {BLACK}"), nobles="wk gr ug", mover=0)
    after = do(state, take("wug"))
    assert after.players[1].nobles == ()
    assert do(after, take("wug")).players[1].nobles == (NOBLES["wk"],)


@pytest.mark.rule("NOB-7", "WIN-1")
@pytest.mark.pitfall(21)
def test_each_noble_is_worth_three_points() -> None:
    assert seat(bought=f"{WHITE} {BLUE} {BLACK}", nobles="wu wk").points == 6
