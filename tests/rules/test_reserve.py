"""Reserving cards: RES-1 to RES-10, and the supply of gold."""

from __future__ import annotations

import pytest

from splendor import Gems, Phase, Rules, check, legal_actions, setup
from splendor.model.actions import ReserveCard, ReserveFromDeck
from tests.positions import (
    LONG,
    blind,
    buy,
    do,
    hand,
    position,
    refusal,
    reserve,
    row,
    seat,
    take,
)


@pytest.mark.rule("RES-1", "RES-3", "TURN-2")
def test_a_face_up_card_goes_to_the_hand_with_a_gold() -> None:
    state = position(seat(), seat(), face_up="2u3")
    after = do(state, reserve("2u3"))
    assert hand(after, 0) == "2u3"
    assert after.players[0].tokens == Gems(gold=1)
    assert after.bank == Gems(4, 4, 4, 4, 4, 4)
    assert after.mover == 1


@pytest.mark.rule("RES-1", "RES-3")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_top_card_of_a_deck_goes_to_the_hand_face_down(level: int) -> None:
    state = position(seat(), seat(), top="1k7 2k5 3k4")
    after = do(state, blind(level))
    assert hand(after, 0) == {1: "?1k7", 2: "?2k5", 3: "?3k4"}[level]
    assert len(after.decks[level - 1]) == len(state.decks[level - 1]) - 1
    assert after.players[0].tokens == Gems(gold=1)


@pytest.mark.rule("RES-1")
def test_every_face_up_card_and_every_deck_is_offered_once() -> None:
    listed = [
        str(action.card) if isinstance(action, ReserveCard) else action.level
        for action in legal_actions(position(seat(), seat()))
        if isinstance(action, (ReserveCard, ReserveFromDeck))
    ]
    assert listed == [
        "1w1", "1w2", "1w3", "1w4", "2w1", "2w2", "2w3", "2w4", "3w1", "3w2", "3w3", "3w4",
        1, 2, 3,
    ]  # fmt: skip


@pytest.mark.rule("RES-2")
def test_three_reserved_cards_forbid_a_fourth() -> None:
    """Position 5: with three reserved."""
    state = position(seat(hand="1w1 ?2u1 3k1"), seat())
    assert refusal(state, reserve("1w2")) == "RES-2"
    for level in (1, 2, 3):
        assert refusal(state, blind(level)) == "RES-2"
    violation = check(state, blind(1))
    assert violation is not None
    assert violation.parameters == (("held", 3),)


@pytest.mark.rule("RES-2", "RES-5", "RES-1")
def test_a_full_hand_is_named_before_an_empty_deck_or_a_card_elsewhere() -> None:
    state = position(
        seat(hand="1w1 ?2u1 3k1"),
        seat(),
        sold_out=[1],
        rules=LONG,
        rows=("1w2 1w3 1w4 -/2w1 2w2 2w3 2w4/3w1 3w2 3w3 3w4"),
    )
    assert refusal(state, blind(1)) == "RES-2"
    assert refusal(state, reserve("1k8")) == "RES-2"


@pytest.mark.rule("RES-2")
@pytest.mark.pitfall(14)
def test_a_bought_reservation_makes_room_for_another() -> None:
    """Three at a time, not three a game."""
    state = position(seat("uuu", hand="1w6 ?2u1 3k1"), seat())
    bought = do(state, buy("1w6", "uuu"), take("wug"))
    assert refusal(bought, reserve("1w1")) is None
    assert hand(do(bought, reserve("1w1")), 0) == "1w1 ?2u1 3k1"


@pytest.mark.rule("RES-2", "RES-6")
@pytest.mark.pitfall(14)
def test_a_player_may_reserve_more_than_three_cards_in_a_game() -> None:
    """Four reservations, two of them bought in between."""
    state = position(seat("uuugggk", hand="1w6 1k3"), seat())
    state = do(state, reserve("2w1"), take("wrk"), buy("1w6", "uuu"), take("wrk"))
    state = do(state, reserve("2w2"), blind(1), buy("1k3", "ggg"), blind(1))
    assert refusal(state, blind(3)) is None
    assert hand(state, 0) == "2w1 2w2"


@pytest.mark.rule("RES-4")
def test_without_gold_in_the_bank_the_reservation_is_made_without_it() -> None:
    """Position 5: with gold 0."""
    state = position(seat("yyy"), seat("yy"))
    assert state.bank.gold == 0
    for action in (reserve("1w1"), blind(2)):
        after = do(state, action)
        assert after.players[0].tokens == Gems(gold=3)
        assert len(after.players[0].reserved) == 1
        assert after.bank == state.bank


@pytest.mark.rule("RES-3")
def test_the_last_gold_of_the_bank_is_taken() -> None:
    after = do(position(seat("yy"), seat("yy")), reserve("1w1"))
    assert after.bank.gold == 0
    assert after.players[0].tokens == Gems(gold=3)


@pytest.mark.rule("RES-5")
def test_nothing_is_reserved_from_an_empty_deck() -> None:
    """Position 5: from an empty deck."""
    state = position(seat(), seat(), sold_out=[1], rules=LONG)
    assert state.decks[0] == ()
    assert refusal(state, blind(1)) == "RES-5"
    assert refusal(state, blind(2)) is None


@pytest.mark.rule("RES-5", "RES-1")
def test_the_place_of_a_card_that_is_gone_offers_nothing() -> None:
    """Position 5: of an empty place. Cards are named by identity: the one there is gone."""
    state = position(seat(), seat(), sold_out=[1], rules=LONG)
    after = do(state, reserve("1w2"))
    assert row(after, 1) == "1w1 - 1w3 1w4"
    assert refusal(after, reserve("1w2")) == "RES-1"
    offered = [action for action in legal_actions(after) if isinstance(action, ReserveCard)]
    assert len(offered) == 11


@pytest.mark.rule("RES-1")
def test_a_card_that_does_not_lie_face_up_cannot_be_reserved() -> None:
    """One in a deck, one bought, one in each hand."""
    state = position(seat(bought="1g1", hand="1g3"), seat(bought="1g2", hand="1g4 ?1g5"))
    for card in ("3k4", "1g1", "1g2", "1g3", "1g4", "1g5"):
        assert refusal(state, reserve(card)) == "RES-1"


@pytest.mark.rule("RES-6")
def test_a_reserved_card_stays_through_everything_but_its_purchase() -> None:
    state = position(seat("uuuggg", hand="1w6"), seat(), face_up="1k3")
    for action in (take("wrk"), reserve("1w1"), blind(1), buy("1k3", "ggg")):
        assert "1w6" in hand(do(state, action), 0).split()
    assert hand(do(state, buy("1w6", "uuu")), 0) == ""


@pytest.mark.rule("RES-7")
def test_only_its_holder_may_buy_a_reserved_card() -> None:
    state = position(seat("uuu"), seat(hand="1w6"))
    violation = check(state, buy("1w6", "uuu"))
    assert refusal(state, buy("1w6", "uuu")) == "RES-7"
    assert violation is not None
    assert violation.parameters == (("card", "1w6"), ("holder", 1))
    assert refusal(position(seat("uuu", hand="1w6"), seat()), buy("1w6", "uuu")) is None


@pytest.mark.rule("RES-7", "BUY-1", "INFO-2")
def test_the_refusal_does_not_tell_that_a_card_was_reserved_blind() -> None:
    """For a card that another holds face down, the answer is the one for a card in a deck."""
    state = position(seat("uuu"), seat(hand="?1w6"))
    assert refusal(state, buy("1w6", "uuu")) == "BUY-1"
    assert refusal(state, buy("1k8", "uuu")) == "BUY-1"
    first, second = check(state, buy("1w6", "uuu")), check(state, buy("1k8", "uuu"))
    assert first is not None
    assert second is not None
    assert str(first).replace("1w6", "1k8") == str(second)


@pytest.mark.rule("RES-8")
def test_no_action_but_a_reservation_brings_gold() -> None:
    state = position(seat("uuu", hand="1w6"), seat())
    assert do(state, buy("1w6", "uuu")).players[0].tokens.gold == 0
    for gems in ("wgr", "gg"):
        after = do(state, take(gems))
        assert after.players[0].tokens == Gems.parse("uuu" + gems)
        assert after.bank.gold == 5
    assert refusal(state, take("y")) == "TAKE-6"
    assert do(state, reserve("1w1")).players[0].tokens.gold == 1


@pytest.mark.rule("RES-9")
def test_a_reserved_card_gives_no_points_and_no_bonus() -> None:
    held = position(seat(hand="3w4 2w6 1w8"), seat())
    reserving = position(seat(), seat(), face_up="3w4 2w6", top="1w8")
    reserved = do(reserving, reserve("3w4"), blind(2), reserve("2w6"), blind(2), blind(1))
    for state in (held, reserved):
        assert hand(state, 0).replace("?", "") == "1w8 2w6 3w4"
        assert state.players[0].points == 0
        assert state.players[0].bonuses == Gems()


@pytest.mark.rule("RES-9", "PAY-1")
def test_a_reserved_card_makes_nothing_cheaper() -> None:
    """1u4 costs one white and two black; a white card in hand pays for nothing."""
    state = position(seat("kk", hand="1w1"), seat(), face_up="1u4")
    assert refusal(state, buy("1u4", "kk")) == "BUY-5"
    bought = position(seat("kk", bought="1w1"), seat(), face_up="1u4")
    assert refusal(bought, buy("1u4", "kk")) is None


@pytest.mark.rule("RES-10")
def test_a_card_that_could_be_bought_may_be_reserved() -> None:
    state = position(seat("uuu"), seat(), face_up="1w6")
    assert refusal(state, buy("1w6", "uuu")) is None
    assert refusal(state, reserve("1w6")) is None


@pytest.mark.rule("VAR-4", "RES-4", "SETUP-9")
def test_in_a_game_without_gold_reservations_bring_none() -> None:
    state = setup(2, seed=1, rules=Rules(gold_tokens=(0, 0, 7)))
    assert state.bank.gold == 0
    after = do(state, blind(1))
    assert after.players[0].tokens == Gems()
    assert after.phase is Phase.MAIN


@pytest.mark.rule("VAR-4", "RES-3")
def test_in_a_game_with_seven_gold_seven_reservations_bring_one_each() -> None:
    state = setup(4, seed=1, rules=Rules(gold_tokens=(0, 0, 7)))
    for _ in range(7):
        state = do(state, blind(3))
    assert state.bank.gold == 0
    assert [player.tokens.gold for player in state.players] == [2, 2, 2, 1]
    assert do(state, blind(3)).players[3].tokens.gold == 1
