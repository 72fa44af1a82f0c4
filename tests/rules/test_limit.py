"""At most ten tokens at the end of a turn: LIMIT-1 to LIMIT-6."""

from __future__ import annotations

import pytest

from splendor import Gems, Pass, Phase, Rules, State, legal_actions
from tests.positions import (
    blind,
    buy,
    choose,
    do,
    give_back,
    position,
    refusal,
    reserve,
    returns,
    reveal,
    seat,
    take,
)


def holding(tokens: str, *, players: int = 4) -> State:
    """The first player holds these tokens and is to move."""
    return position(seat(tokens), *(seat() for _ in range(players - 1)))


@pytest.mark.rule("LIMIT-1", "LIMIT-3")
@pytest.mark.pitfall(11)
def test_at_ten_tokens_a_take_may_be_returned_whole() -> None:
    """Position 3: the null take; tokens just taken may be returned."""
    state = holding("wwwuuuggrr")
    after = do(state, take("wrk"), give_back("wrk"))
    assert after.players == state.players
    assert after.bank == state.bank
    assert after.mover == 1


@pytest.mark.rule("LIMIT-1", "LIMIT-3", "RES-3")
@pytest.mark.pitfall(10, 11, 13)
def test_at_ten_tokens_the_gold_of_a_reservation_is_taken_and_may_be_returned() -> None:
    """Position 3: no refusal, no gold withheld, and a return is due."""
    state = holding("wwwuuuggrr")
    assert refusal(state, reserve("1w1")) is None
    waiting = do(state, reserve("1w1"))
    assert waiting.phase is Phase.RETURN
    assert waiting.players[0].tokens == Gems.parse("wwwuuuggrry")
    assert returns(waiting) == ["w", "u", "g", "r", "y"]
    after = do(waiting, give_back("y"))
    assert after.players[0].tokens == state.players[0].tokens
    assert after.bank == state.bank
    kept = do(waiting, give_back("w"))
    assert kept.players[0].tokens == Gems.parse("wwuuuggrry")


@pytest.mark.rule("LIMIT-1", "LIMIT-3")
@pytest.mark.pitfall(10, 13)
def test_after_a_blind_reservation_at_ten_a_token_is_returned_too() -> None:
    waiting = do(holding("wwwuuuggrr"), blind(3))
    assert waiting.phase is Phase.RETURN
    assert waiting.decider == 0
    assert do(waiting, give_back("u")).players[0].tokens == Gems.parse("wwwuuggrry")


@pytest.mark.rule("LIMIT-3")
@pytest.mark.pitfall(11)
def test_three_gold_may_be_returned() -> None:
    """Position 3."""
    waiting = do(holding("wwwwuuuyyy"), take("grk"))
    after = do(waiting, give_back("yyy"))
    assert after.players[0].tokens == Gems.parse("wwwwuuugrk")
    assert after.bank.gold == 5


@pytest.mark.rule("LIMIT-1", "LIMIT-2")
def test_of_thirteen_tokens_exactly_three_are_returned() -> None:
    waiting = do(holding("wwwuuuggrr"), take("grk"))
    assert (waiting.phase, waiting.players[0].tokens.total) == (Phase.RETURN, 13)
    assert {len(gems) for gems in returns(waiting)} == {3}
    for gems in ("", "w", "wu", "wuwu"):
        assert refusal(waiting, give_back(gems)) == "LIMIT-2"
    after = do(waiting, give_back("wug"))
    assert (after.mover, after.players[0].tokens.total) == (1, 10)


@pytest.mark.rule("LIMIT-2")
@pytest.mark.pitfall(12)
def test_nine_and_three_taken_leave_exactly_two_to_return() -> None:
    """Position 4."""
    waiting = do(holding("wwwwuuuug"), take("grk"))
    assert waiting.players[0].tokens.total == 12
    assert refusal(waiting, give_back("wu")) is None
    for gems in ("", "w", "k", "wuu", "grk", "wwwwuuu"):
        assert refusal(waiting, give_back(gems)) == "LIMIT-2"
    assert do(waiting, give_back("ww")).players[0].tokens.total == 10


@pytest.mark.rule("LIMIT-2", "LIMIT-3")
@pytest.mark.pitfall(12)
def test_every_way_to_return_the_excess_is_listed_once() -> None:
    """Two of wwwwuuuugg, r and k: written out by hand, in colour order."""
    waiting = do(holding("wwwwuuuug"), take("grk"))
    assert returns(waiting) == [
        "ww", "wu", "wg", "wr", "wk", "uu", "ug", "ur", "uk", "gg", "gr", "gk", "rk",
    ]  # fmt: skip


@pytest.mark.rule("LIMIT-3")
@pytest.mark.parametrize("gems", ["rr", "kk", "yy", "ky", "wy"])
def test_a_token_that_is_not_held_cannot_be_returned(gems: str) -> None:
    assert refusal(do(holding("wwwwuuuug"), take("grk")), give_back(gems)) == "LIMIT-3"


@pytest.mark.rule("LIMIT-2", "LIMIT-3")
def test_a_wrong_number_of_tokens_not_held_breaks_the_number_first() -> None:
    waiting = do(holding("wwwwuuuug"), take("grk"))
    assert refusal(waiting, give_back("y")) == "LIMIT-2"


@pytest.mark.rule("LIMIT-2")
def test_tokens_returned_lie_in_the_bank_at_once() -> None:
    waiting = do(holding("wwwwuuuug"), take("grk"))
    assert waiting.bank == Gems(3, 3, 5, 6, 6, 5)
    assert do(waiting, give_back("wk")).bank == Gems(4, 3, 5, 6, 7, 5)


@pytest.mark.rule("LIMIT-4", "TURN-4")
@pytest.mark.parametrize("tokens", ["", "wwwwuuugg", "wwwwuuuggg"])
@pytest.mark.parametrize("gems", ["", "w"])
def test_nobody_returns_tokens_while_holding_ten_or_fewer(tokens: str, gems: str) -> None:
    assert refusal(holding(tokens), give_back(gems)) == "TURN-4"


@pytest.mark.rule("LIMIT-4", "LIMIT-1")
def test_whoever_comes_to_exactly_ten_returns_nothing() -> None:
    after = do(holding("wwwwuuu"), take("grk"))
    assert after.players[0].tokens.total == 10
    assert (after.phase, after.mover) == (Phase.MAIN, 1)


@pytest.mark.rule("LIMIT-5", "TURN-5")
def test_the_limit_waits_until_the_row_is_refilled() -> None:
    state = position(seat("wwwuuuggrr"), seat(), seat(), seat(), top="1k1")
    waiting = do(state, reserve("1w1"))
    assert waiting.rows[0][0] is not None
    assert str(waiting.rows[0][0]) == "1k1"
    assert waiting.phase is Phase.RETURN


@pytest.mark.rule("LIMIT-1", "LIMIT-5", "TURN-5")
@pytest.mark.pitfall(13)
@pytest.mark.parametrize("card", ["1k1", "#1"])
def test_once_the_row_is_refilled_from_an_unknown_deck_the_limit_applies(card: str) -> None:
    state = position(seat("wwwuuuggrr"), seat(), seat(), seat(), hidden=True)
    refilled = do(state, reserve("1w1"), reveal(card))
    assert (refilled.phase, refilled.mover) == (Phase.RETURN, 0)
    assert returns(refilled) == ["w", "u", "g", "r", "y"]
    assert do(refilled, give_back("y")).mover == 1


@pytest.mark.rule("LIMIT-5", "TURN-4")
def test_with_a_return_due_no_other_decision_may_be_made() -> None:
    waiting = do(holding("wwwwuuuggg"), take("urk"))
    for action in (
        take("wug"), reserve("1w1"), blind(1), buy("1w6", "uuu"), choose("wu"), Pass(),
        reveal("1k1"),
    ):  # fmt: skip
        assert refusal(waiting, action) == "TURN-4"
    assert len(legal_actions(waiting)) == len(returns(waiting))


@pytest.mark.rule("LIMIT-6")
def test_bonuses_do_not_count_as_tokens() -> None:
    """Seven tokens and six cards: three more tokens are taken and none returned."""
    state = position(seat("wwuugrk", bought="1w1 1u1 1g1 1r1 1k1 1w2"), seat(), seat(), seat())
    after = do(state, take("grk"))
    assert (after.phase, after.mover) == (Phase.MAIN, 1)


@pytest.mark.rule("LIMIT-1")
def test_a_purchase_never_leads_to_a_return() -> None:
    """At ten tokens a purchase leaves fewer, a free one exactly ten."""
    state = position(
        seat("wwwuuuggrr", bought="1r1 1r2 1k1"), seat(), seat(), seat(), face_up="1w1"
    )
    after = do(state, buy("1w1"))
    assert (after.phase, after.mover) == (Phase.MAIN, 1)
    assert after.players[0].tokens.total == 10


@pytest.mark.rule("LIMIT-1", "LIMIT-2", "RES-3", "VAR-4")
def test_ten_gold_are_ten_tokens() -> None:
    """With as much gold as the rules may have: nine and one are kept, ten and one are not."""
    rules = Rules(gold_tokens=(10, 10, 10))
    nine = do(position(seat("y" * 9), seat(), rules=rules), reserve("1w1"))
    assert (nine.phase, nine.players[0].tokens) == (Phase.MAIN, Gems(gold=10))
    ten = do(position(seat("w" + "y" * 9), seat(), rules=rules), reserve("1w1"))
    assert (ten.phase, returns(ten)) == (Phase.RETURN, ["w", "y"])
