"""Passing, for want of any legal action: PASS-1 to PASS-3."""

from __future__ import annotations

import pytest

from splendor import Action, Gems, Pass, Phase, Rules, State, check, legal_actions, outcome, setup
from tests.positions import (
    LONG,
    blind,
    buy,
    do,
    give_back,
    position,
    refusal,
    reserve,
    seat,
    take,
)

TWO_EACH = "wwuuggrrkk"
DEAR = "1w6 1w8 1u1 1k3"
"""Level-1 cards that cost three or more of a colour, as all cards of levels 2 and 3 do."""


@pytest.mark.rule("PASS-1", "PASS-2", "END-6", "LIMIT-3")
def test_fourteen_half_moves_lead_to_a_stalemate() -> None:
    """Position 11: from the opening to where nobody can ever act again."""
    state = position(seat(), seat(), face_up=DEAR)
    assert state.turn == 0
    state = do(state, *map(take, ("wug", "wug", "wrk", "urk", "urk", "wrk", "g", "g")))
    assert state.bank == Gems(gold=5)
    for card in ("3w1", "3w2", "3w3", "3w4", "3u1", "3u2"):
        assert refusal(state, Pass()) == "PASS-2"
        state = do(state, reserve(card), give_back("y"))
    assert state.turn == 14
    assert [player.tokens for player in state.players] == [Gems.parse(TWO_EACH)] * 2
    assert [len(player.reserved) for player in state.players] == [3, 3]
    assert state.bank == Gems(gold=5)
    assert legal_actions(state) == (Pass(),)
    state = do(state, Pass())
    assert legal_actions(state) == (Pass(),)
    state = do(state, Pass())
    assert state.phase is Phase.OVER
    end = outcome(state)
    assert end is not None
    assert (end.winners, end.reason) == ((0, 1), "stalemate")


@pytest.mark.rule("PASS-1")
def test_a_stuck_player_is_freed_by_the_others_purchase() -> None:
    """Position 11, last part: the red tokens paid can be taken."""
    state = position(
        seat(TWO_EACH, hand="3w1 3w2 3w3"),
        seat(TWO_EACH, bought="1r1", hand="3u1 3u2 3u3"),
        face_up="1g1 1w6 1w8 1u1",
        top="1k3",
    )
    assert legal_actions(state) == (Pass(),)
    state = do(state, Pass(), buy("1g1", "rr"))
    assert state.passes == 0
    assert legal_actions(state) == (take("r"),)
    assert refusal(state, Pass()) == "PASS-2"


@pytest.mark.rule("PASS-2", "TURN-3")
def test_with_tokens_to_take_passing_is_refused() -> None:
    state = position(
        seat("wwuuggrrk", hand="3w1 3w2 3w3"), seat(TWO_EACH, hand="3u1 3u2 3u3"), face_up=DEAR
    )
    assert legal_actions(state) == (take("k"),)
    violation = check(state, Pass())
    assert refusal(state, Pass()) == "PASS-2"
    assert violation is not None
    assert violation.parameters == (("possible", "take"),)


@pytest.mark.rule("PASS-2", "TURN-3")
def test_with_a_card_or_deck_to_reserve_passing_is_refused() -> None:
    state = position(
        seat(TWO_EACH, hand="3w1 3w2"), seat(TWO_EACH, hand="3u1 3u2 3u3"), face_up=DEAR
    )
    violation = check(state, Pass())
    assert refusal(state, Pass()) == "PASS-2"
    assert violation is not None
    assert violation.parameters == (("possible", "reserve"),)


@pytest.mark.rule("PASS-2", "PASS-1", "RES-5")
@pytest.mark.parametrize(
    ("rows", "top", "rule"),
    [
        ("- - - -/- - - -/- - - -", "", None),
        ("- - - -/- - - -/- - - 3k3", "", "PASS-2"),
        ("1w6 1w8 1u1 1k3/- - - -/- - - -", "1k1", "PASS-2"),
    ],
    ids=["nothing", "a card", "a deck"],
)
def test_an_empty_table_leaves_nothing_to_reserve(rows: str, top: str, rule: str | None) -> None:
    """No gems, no card within two tokens a colour, and room in the hand."""
    state = position(
        seat(TWO_EACH),
        seat(TWO_EACH),
        rows=rows,
        top=top,
        sold_out=[1, 2, 3],
        rules=LONG,
    )
    assert refusal(state, Pass()) == rule
    assert (legal_actions(state) == (Pass(),)) is (rule is None)


@pytest.mark.rule("PASS-2", "RES-1")
@pytest.mark.parametrize(
    ("rows", "decks"),
    [
        ("#1 #1 #1 #1/- - - -/- - - -", [1]),
        ("- - - -/#2 #2 #2 #2/- - - -", [2]),
        ("#1 - - -/- - - -/#3 #3 #3 #3", [3]),
        ("#1 #1 #1 #1/#2 #2 #2 #2/#3 #3 #3 #3", [1, 2, 3]),
    ],
)
def test_with_nothing_but_a_deck_to_reserve_from_passing_is_refused(
    rows: str, decks: list[int]
) -> None:
    """No gems, and rows of which every place is empty or unknown."""
    sold_out = {1, 2, 3} - set(decks)
    state = position(
        seat(TWO_EACH), seat(TWO_EACH), rows=rows, sold_out=sold_out, hidden=True, rules=LONG
    )
    assert legal_actions(state) == tuple(blind(level) for level in decks)
    violation = check(state, Pass())
    assert refusal(state, Pass()) == "PASS-2"
    assert violation is not None
    assert violation.parameters == (("possible", "reserve"),)


@pytest.mark.rule("PASS-2", "TURN-3")
@pytest.mark.parametrize("kept", ["1w6", "?1w6"])
def test_with_a_card_in_hand_to_buy_passing_is_refused(kept: str) -> None:
    state = position(
        seat("wuuuggrrkk", hand=f"3w2 3w3 {kept}"),
        seat("wwwuggrrkk", hand="3u1 3u2 3u3"),
        face_up="1w8 1u1 1k3 1g1",
    )
    assert legal_actions(state) == (buy("1w6", "uuu"),)
    violation = check(state, Pass())
    assert refusal(state, Pass()) == "PASS-2"
    assert violation is not None
    assert violation.parameters == (("possible", "buy"), ("card", "1w6"))


@pytest.mark.rule("PASS-2", "PAY-2")
def test_with_a_face_up_card_that_gold_can_buy_passing_is_refused() -> None:
    """1w6 costs three blue: two are held, and a gold."""
    state = position(
        seat("wwuuggrry", hand="3w1 3w2 3w3"),
        seat("wugrkkk", hand="3u1 3u2 3u3"),
        face_up="1w6 1w8 1u1 1r8",
        rules=Rules(gem_tokens=(3, 5, 7)),
    )
    assert state.bank == Gems(gold=4)
    assert legal_actions(state) == (buy("1w6", "uuy"),)
    violation = check(state, Pass())
    assert refusal(state, Pass()) == "PASS-2"
    assert violation is not None
    assert violation.parameters == (("possible", "buy"), ("card", "1w6"))


@pytest.mark.rule("PASS-2")
def test_at_the_opening_passing_is_refused() -> None:
    assert refusal(setup(4, seed=1), Pass()) == "PASS-2"


@pytest.mark.rule("PASS-3", "NOB-1", "NOB-9", "END-6")
@pytest.mark.pitfall(20)
def test_a_noble_passed_over_comes_on_a_pass() -> None:
    """At the end of every turn, passes included; and then it is no stalemate."""
    bought = " ".join(f"1{colour}{number}" for colour in "wuk" for number in (4, 5, 6, 7))
    state = position(
        seat(TWO_EACH, bought=bought, hand="3k1 3r3 3r4", nobles="wu"),
        seat(TWO_EACH, hand="3u1 3u3 3u4"),
        face_up="1w8 1k3 1g1 1u8 2w1 2w2 2w3 2w4 3w1 3w2 3w4 3k2",
        nobles="wk gr",
        passes=1,
    )
    assert legal_actions(state) == (Pass(),)
    after = do(state, Pass())
    assert [noble.id for noble in after.players[0].nobles] == ["wu", "wk"]
    assert after.players[0].points == state.players[0].points + 3
    assert (after.phase, after.passes, after.mover) == (Phase.MAIN, 0, 1)


@pytest.mark.rule("PASS-3", "TURN-1")
def test_a_pass_counts_as_a_turn() -> None:
    state = position(
        seat(TWO_EACH, hand="3w1 3w2 3w3"), seat(TWO_EACH, hand="3u1 3u2 3u3"), face_up=DEAR
    )
    after = do(state, Pass())
    assert (after.turn, after.mover, after.passes) == (state.turn + 1, 1, 1)


@pytest.mark.rule("PASS-3", "END-1")
def test_the_target_is_tested_after_a_pass() -> None:
    """The first player reached 15 points in this round; the second is stuck and ends it."""
    state = position(
        seat("", bought="3w2 3w3 3w4 2w6", hand="3k1"),
        seat(TWO_EACH, hand="3r1 3r2 3r3"),
        face_up="1w8 1u8 1u1 1g1 3w1 3u1 3u2 3g2",
        rules=Rules(gem_tokens=(2, 5, 7)),
        mover=1,
    )
    assert legal_actions(state) == (Pass(),)
    after = do(state, Pass())
    end = outcome(after)
    assert end is not None
    assert (end.winners, end.reason) == ((0,), "target")


@pytest.mark.rule("PASS-1", "PASS-2")
def test_a_pass_is_listed_only_when_nothing_else_is() -> None:
    state: State = setup(2, seed=3)
    for _ in range(6):
        assert Pass() not in legal_actions(state)
        state = do(state, blind(1))


@pytest.mark.rule("END-6")
@pytest.mark.parametrize(
    "action",
    [take("wgr"), take("rr"), buy("1w6", "uuu"), reserve("1w1"), blind(2)],
    ids=["take", "pair", "buy", "reserve", "blind"],
)
def test_every_action_but_a_pass_ends_a_row_of_passes(action: Action) -> None:
    state = position(seat("uuu", hand="1w6"), seat(), seat(), turn=9, passes=2)
    assert do(state, action).passes == 0
