"""Refilling the rows: ROW-1 to ROW-6."""

from __future__ import annotations

import pytest

from splendor import Action, CardBack, Phase, check, legal_actions
from splendor.model.actions import RevealCard
from tests.positions import (
    LONG,
    blind,
    buy,
    do,
    position,
    refusal,
    reserve,
    reveal,
    row,
    seat,
    take,
)


@pytest.mark.rule("ROW-1", "ROW-3", "ROW-6")
@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("slot", [0, 1, 2, 3])
def test_a_card_reserved_is_replaced_in_its_place_from_its_own_deck(level: int, slot: int) -> None:
    state = position(seat(), seat(), top="1k7 2k5 3k4")
    gone = f"{level}w{slot + 1}"
    after = do(state, reserve(gone))
    expected = [f"{level}w{place}" for place in (1, 2, 3, 4)]
    expected[slot] = {1: "1k7", 2: "2k5", 3: "3k4"}[level]
    assert row(after, level) == " ".join(expected)
    assert [row(after, other) for other in (1, 2, 3) if other != level] == [
        row(state, other) for other in (1, 2, 3) if other != level
    ]
    assert after.decks[level - 1] == state.decks[level - 1][1:]


@pytest.mark.rule("ROW-1", "ROW-3")
def test_a_card_bought_is_replaced_too() -> None:
    state = position(seat("rrk"), seat(), face_up="1u1 1w1", top="1k7")
    assert row(do(state, buy("1w1", "rrk")), 1) == "1u1 1k7 1w2 1w3"


@pytest.mark.rule("ROW-2")
@pytest.mark.pitfall(24)
def test_the_last_card_of_a_deck_fills_a_place_and_the_next_one_leaves_a_hole() -> None:
    """Position 12: an empty draw pile is no crash."""
    state = position(seat(), seat(), sold_out=[1], top="1k7", rules=LONG)
    state = do(state, reserve("1w1"))
    assert (row(state, 1), state.decks[0]) == ("1k7 1w2 1w3 1w4", ())
    state = do(state, reserve("1w3"))
    assert row(state, 1) == "1k7 1w2 - 1w4"
    assert state.phase is Phase.MAIN
    assert state.awaited_place is None


@pytest.mark.rule("ROW-2", "ROW-5", "RES-5")
def test_all_three_rows_shrink_when_all_decks_are_empty() -> None:
    """Position 12: the cards go one by one, no place is filled again, none closes up."""
    state = position(seat(), seat(), sold_out=[1, 2, 3], rules=LONG)
    state = do(state, reserve("1w1"), reserve("2w2"), reserve("3w3"), reserve("1w4"))
    state = do(state, reserve("2w1"), reserve("3w4"))
    assert row(state, 1) == "- 1w2 1w3 -"
    assert row(state, 2) == "- - 2w3 2w4"
    assert row(state, 3) == "3w1 3w2 - -"
    assert state.decks == ((), (), ())
    assert refusal(state, blind(1)) == "RES-2"


@pytest.mark.rule("ROW-4")
def test_reserving_from_a_deck_leaves_the_rows_alone() -> None:
    state = position(seat(), seat())
    assert do(state, blind(2)).rows == state.rows


@pytest.mark.rule("ROW-4")
@pytest.mark.parametrize("held", ["1w6", "?1w6"])
def test_buying_from_the_hand_leaves_rows_and_decks_alone(held: str) -> None:
    state = position(seat("uuu", hand=held), seat())
    after = do(state, buy("1w6", "uuu"))
    assert after.rows == state.rows
    assert after.decks == state.decks


@pytest.mark.rule("ROW-4")
def test_a_take_leaves_rows_and_decks_alone() -> None:
    state = position(seat(), seat())
    after = do(state, take("wug"))
    assert (after.rows, after.decks) == (state.rows, state.decks)


@pytest.mark.rule("ROW-5")
def test_bought_cards_never_come_back_to_a_deck() -> None:
    state = position(seat("uuu"), seat(), face_up="1w6", sold_out=[1], rules=LONG)
    after = do(state, buy("1w6", "uuu"))
    assert after.decks[0] == ()
    assert row(after, 1) == "- 1w1 1w2 1w3"


@pytest.mark.rule("ROW-5", "ROW-2")
@pytest.mark.parametrize("last", [blind(1), reserve("1w1")], ids=["reserved", "turned up"])
def test_a_deck_is_not_made_anew_when_its_last_card_leaves_it(last: Action) -> None:
    """All other cards of the level are bought, but for those of the row."""
    state = position(seat(), seat(), top="1k7", sold_out=[1], rules=LONG)
    assert len(state.players[1].purchased) == 35
    after = do(state, last)
    assert after.decks[0] == ()
    assert refusal(after, blind(1)) == "RES-5"
    assert row(do(after, reserve("1w2")), 1).split()[1] == "-"


@pytest.mark.rule("ROW-1", "TURN-4")
def test_from_an_unknown_deck_the_table_turns_the_card_up() -> None:
    state = position(seat(), seat(), hidden=True)
    waiting = do(state, reserve("2w3"))
    assert (waiting.phase, waiting.decider, waiting.mover) == (Phase.REVEAL, None, 0)
    assert waiting.awaited_place == (2, 2)
    assert row(waiting, 2) == "2w1 2w2 - 2w4"
    after = do(waiting, reveal("2k5"))
    assert row(after, 2) == "2w1 2w2 2k5 2w4"
    assert len(after.decks[1]) == len(state.decks[1]) - 1
    assert (after.phase, after.mover) == (Phase.MAIN, 1)


@pytest.mark.rule("ROW-6", "COMP-2", "ROW-2")
def test_only_an_unseen_card_of_the_level_may_be_turned_up() -> None:
    """An empty deck is named before a wrong level, and that before a card seen elsewhere."""
    state = position(seat(bought="2u1", hand="2u2"), seat(), sold_out=[1], hidden=True, rules=LONG)
    waiting = do(state, reserve("2w3"))
    assert refusal(waiting, reveal("2k5")) is None
    assert refusal(waiting, reveal("#2")) is None
    assert refusal(waiting, reveal("3k4")) == "ROW-6"
    assert refusal(waiting, reveal("3w1")) == "ROW-6"
    assert refusal(waiting, reveal("#3")) == "ROW-6"
    assert refusal(waiting, reveal("1w1")) == "ROW-2"
    assert refusal(waiting, reveal("#1")) == "ROW-2"
    for seen in ("2w1", "2w3", "2u1", "2u2"):
        assert refusal(waiting, reveal(seen)) == "COMP-2"


@pytest.mark.rule("ROW-6", "COMP-2")
def test_each_unseen_card_of_the_level_is_offered_and_then_the_back() -> None:
    state = position(seat(), seat(), hidden=True)
    waiting = do(state, reserve("3w1"))
    offered = [action.card for action in legal_actions(waiting) if isinstance(action, RevealCard)]
    assert [str(card) for card in offered] == [
        "3u1", "3u2", "3u3", "3u4", "3g1", "3g2", "3g3", "3g4",
        "3r1", "3r2", "3r3", "3r4", "3k1", "3k2", "3k3", "3k4", "#3",
    ]  # fmt: skip
    assert offered[-1] == CardBack(3)


@pytest.mark.rule("ROW-1", "TURN-4")
def test_without_an_empty_place_the_table_turns_nothing_up() -> None:
    assert refusal(position(seat(), seat(), hidden=True), reveal("1k1")) == "TURN-4"


@pytest.mark.rule("ROW-6")
def test_nor_in_a_position_that_says_it_awaits_one() -> None:
    """The position is not sound, and yet judged; there is no level 0."""
    state = position(seat(), seat(), hidden=True, phase=Phase.REVEAL, sound=False)
    violation = check(state, reveal("1k1"))
    assert violation is not None
    assert violation.rule.value == "ROW-6"
    assert violation.parameters == (("card", "1k1"), ("level", 0))
    assert legal_actions(state) == ()


@pytest.mark.rule("ROW-1")
def test_a_card_turned_up_unrecorded_lies_there_and_offers_nothing() -> None:
    """Until it is disclosed, a place of which only the back is known counts as empty."""
    state = position(seat(), seat(), hidden=True)
    after = do(state, reserve("1w2"), reveal("#1"))
    assert row(after, 1) == "1w1 #1 1w3 1w4"
    assert (after.phase, after.mover, after.awaited_place) == (Phase.MAIN, 1, None)
    assert refusal(after, reserve("1k1")) == "RES-1"
    assert refusal(after, buy("1k1")) == "BUY-1"
