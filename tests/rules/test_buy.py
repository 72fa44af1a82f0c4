"""Buying cards, paying for them, and their bonuses: BUY-1 to 5, PAY-1 to 7, BON-1 to 3."""

from __future__ import annotations

import pytest

from splendor import CARDS, SPENDEE, Gems, Phase, Rules, check
from tests.positions import (
    buy,
    do,
    give_back,
    hand,
    payments,
    position,
    refusal,
    reserve,
    row,
    seat,
    supply,
    take,
)

FREE = "-"


@pytest.mark.rule("BUY-1", "BUY-3", "PAY-5", "TURN-2")
def test_a_face_up_card_is_bought_for_its_price() -> None:
    """The Dutch text's example: a card for 2 white, 2 red, 3 black."""
    state = position(seat("wwrrkkk"), seat(), face_up="2r2")
    after = do(state, buy("2r2", "wwrrkkk"))
    assert after.players[0] == seat("", bought="2r2")
    assert after.bank == Gems(4, 4, 4, 4, 4, 5)
    assert after.mover == 1


@pytest.mark.rule("BUY-1")
@pytest.mark.parametrize("kept", ["1w6", "?1w6"])
def test_an_own_reserved_card_is_bought_from_the_hand(kept: str) -> None:
    state = position(seat("uuu", hand=f"{kept} 3k1"), seat())
    after = do(state, buy("1w6", "uuu"))
    assert after.players[0] == seat("", bought="1w6", hand="3k1")


@pytest.mark.rule("BUY-1")
@pytest.mark.parametrize("card", ["3k4", "1g1", "1g2"])
def test_a_card_in_a_deck_or_bought_already_cannot_be_bought(card: str) -> None:
    state = position(seat("rrrggg", bought="1g1"), seat(bought="1g2"))
    violation = check(state, buy(card, "rrr"))
    assert refusal(state, buy(card, "rrr")) == "BUY-1"
    assert violation is not None
    assert str(violation) == f"BUY-1: card {card} is neither face up nor in the mover's hand"


@pytest.mark.rule("BUY-2", "TURN-4")
def test_a_card_just_reserved_cannot_be_bought_on_the_same_turn() -> None:
    """The turn awaits only the return; then it is the others' turn, and then it can be bought."""
    state = position(seat("uuuwwwggkk"), seat(), seat(), seat(), face_up="1w6")
    waiting = do(state, reserve("1w6"))
    assert waiting.phase is Phase.RETURN
    assert refusal(waiting, buy("1w6", "uuu")) == "TURN-4"
    later = do(waiting, give_back("y"), take("wug"), take("wug"), take("wug"))
    assert refusal(later, buy("1w6", "uuu")) is None


@pytest.mark.rule("BUY-3", "BON-1", "BUY-4", "WIN-1")
def test_bonus_and_points_of_a_bought_card_count_at_once_and_stay() -> None:
    after = do(position(seat("gggg"), seat(), face_up="1w8"), buy("1w8", "gggg"))
    assert after.players[0].points == 1
    assert after.players[0].bonuses == Gems(white=1)
    later = do(after, take("wug"), take("wug"))
    assert later.players[0].purchased == (CARDS["1w8"],)
    assert later.players[0].points == 1


@pytest.mark.rule("BUY-3", "BON-1")
def test_cards_bought_lie_beside_those_bought_before() -> None:
    """A second card of a colour is a second bonus."""
    state = position(seat("gggg", bought="1w1 1u8"), seat(), face_up="1w8")
    after = do(state, buy("1w8", "gggg"))
    assert after.players[0] == seat(bought="1w1 1w8 1u8")
    assert after.players[0].bonuses == Gems(white=2, blue=1)
    assert after.players[0].points == 2


@pytest.mark.rule("BUY-5", "PAY-2")
@pytest.mark.parametrize(
    ("tokens", "bought", "missing"),
    [("uu", "", 1), ("wwwgggkkk", "", 3), ("uy", "", 1), ("u", "1u1", 1), ("yy", "", 1)],
)
def test_a_card_that_one_cannot_pay_for_is_refused(tokens: str, bought: str, missing: int) -> None:
    """1w6 costs three blue."""
    state = position(seat(tokens, bought=bought), seat(), face_up="1w6")
    assert payments(state, "1w6") == []
    violation = check(state, buy("1w6", "uuu"))
    assert refusal(state, buy("1w6", "uuu")) == "BUY-5"
    assert violation is not None
    gold = tokens.count("y")
    short = missing + gold
    assert violation.parameters == (("card", "1w6"), ("missing", short), ("gold", gold))


@pytest.mark.rule("PAY-1")
def test_bonuses_lower_the_price_colour_by_colour() -> None:
    """The Ukrainian and Russian texts' example: two red bonuses, a card of 3 red, 1 red is paid."""
    state = position(seat("r", bought="1r1 1r2"), seat(), face_up="1g1")
    assert payments(state, "1g1") == ["r"]
    after = do(state, buy("1g1", "r"))
    assert after.players[0].tokens == Gems()
    assert after.players[0].bonuses == Gems(red=2, green=1)


@pytest.mark.rule("PAY-1", "PAY-6")
@pytest.mark.pitfall(18)
def test_more_bonuses_than_the_price_give_no_change() -> None:
    """Four red bonuses, 1g1 costs three red; 1w1 two red and a black."""
    state = position(seat("k", bought="1r1 1r2 1r3 1r4"), seat(), face_up="1g1 1w1")
    assert payments(state, "1g1") == [FREE]
    assert payments(state, "1w1") == ["k"]
    after = do(state, buy("1g1"))
    assert after.players[0].tokens == Gems(black=1)
    assert after.bank == state.bank


@pytest.mark.rule("PAY-2", "PAY-3")
@pytest.mark.pitfall(15, 16)
def test_gold_may_stand_for_a_colour_that_one_holds() -> None:
    """Position 6: accepted, and listed too."""
    state = position(seat("uuuyy"), seat(), face_up="1w6")
    assert payments(state, "1w6") == ["uuu", "uuy", "uyy"]
    for payment in ("uuu", "uuy", "uyy"):
        assert refusal(state, buy("1w6", payment)) is None
    after = do(state, buy("1w6", "uyy"))
    assert after.players[0].tokens == Gems(blue=2)


@pytest.mark.rule("PAY-2", "PAY-3")
def test_every_exact_payment_is_listed_less_gold_before_more() -> None:
    """Two red and a black are due; three gold are held: by hand, in colour order."""
    state = position(seat("rrkyyy"), seat(), face_up="1w1")
    assert payments(state, "1w1") == ["rrk", "rry", "rky", "ryy", "kyy", "yyy"]


@pytest.mark.rule("PAY-2")
@pytest.mark.pitfall(15)
def test_gold_alone_pays_for_a_card_of_any_colours() -> None:
    """1w2 costs one of each but white."""
    state = position(seat("yyyy"), seat(), face_up="1w2")
    assert payments(state, "1w2") == ["yyyy"]
    assert do(state, buy("1w2", "yyyy")).bank.gold == 5


@pytest.mark.rule("VAR-7", "PAY-3")
def test_under_gold_last_gold_pays_only_for_what_is_missing() -> None:
    """Position 6: the same payments under the other option."""
    state = position(seat("uuuyy"), seat(), face_up="1w6", rules=SPENDEE)
    assert payments(state, "1w6") == ["uuu"]
    assert refusal(state, buy("1w6", "uuy")) == "PAY-3"
    assert refusal(state, buy("1w6", "uyy")) == "PAY-3"


@pytest.mark.rule("VAR-7")
@pytest.mark.parametrize(
    ("tokens", "payment"), [("rky", "rky"), ("rkyyy", "rky"), ("kyyy", "kyy"), ("yyy", "yyy")]
)
def test_under_gold_last_the_payment_is_unique(tokens: str, payment: str) -> None:
    """1w1 costs two red and a black."""
    state = position(seat(tokens), seat(), face_up="1w1", rules=SPENDEE)
    assert payments(state, "1w1") == [payment]


@pytest.mark.rule("VAR-7", "PAY-4")
def test_under_gold_last_a_wrong_amount_is_still_the_first_rule_named() -> None:
    state = position(seat("uuuyy"), seat(), face_up="1w6", rules=SPENDEE)
    assert refusal(state, buy("1w6", "uuuy")) == "PAY-4"
    assert refusal(state, buy("1w6", "yyyyy")) == "PAY-7"


@pytest.mark.rule("PAY-4")
@pytest.mark.parametrize(
    "payment",
    ["", "u", "uu", "uuuu", "uuuy", "uuyy", "uuw", "uug", "w", "uy", "yy", "uuuw", "wwu"],
)
def test_more_less_or_other_than_what_is_due_is_refused(payment: str) -> None:
    """Position 6: overpaying."""
    state = position(seat("uuuuwwgyy"), seat(), face_up="1w6")
    assert refusal(state, buy("1w6", payment)) == "PAY-4"


@pytest.mark.rule("PAY-4")
def test_the_printed_price_is_too_much_once_there_are_bonuses() -> None:
    state = position(seat("uuu", bought="1u1"), seat(), face_up="1w6")
    violation = check(state, buy("1w6", "uuu"))
    assert refusal(state, buy("1w6", "uuu")) == "PAY-4"
    assert violation is not None
    assert violation.parameters == (("payment", "uuu"), ("due", "uu"))


@pytest.mark.rule("PAY-5")
@pytest.mark.pitfall(17)
def test_the_bank_gets_what_was_paid_not_what_is_printed() -> None:
    """Three blue printed, one of them covered by a bonus, one paid in gold."""
    state = position(seat("uuy", bought="1u1"), seat(), face_up="1w6")
    after = do(state, buy("1w6", "uy"))
    assert state.bank == Gems(4, 2, 4, 4, 4, 4)
    assert after.bank == Gems(4, 3, 4, 4, 4, 5)
    assert supply(after) == supply(state)


@pytest.mark.rule("PAY-6")
def test_a_card_covered_by_bonuses_is_free_and_nothing_else_may_be_paid() -> None:
    """Position 6: a free purchase."""
    state = position(seat("uuuy", bought="1u1 1u2 1u3"), seat(), face_up="1w6")
    assert payments(state, "1w6") == [FREE]
    assert refusal(state, buy("1w6", "")) is None
    assert refusal(state, buy("1w6", "u")) == "PAY-4"
    assert refusal(state, buy("1w6", "y")) == "PAY-4"
    after = do(state, buy("1w6"))
    assert after.players[0].tokens == Gems.parse("uuuy")


@pytest.mark.rule("PAY-7")
@pytest.mark.parametrize("payment", ["uuu", "yyy", "uuyy", "uuuu", "k"])
def test_tokens_that_one_does_not_hold_cannot_be_paid(payment: str) -> None:
    """Held are two blue and a gold: 1w6 can be paid for, but not so."""
    state = position(seat("uuy"), seat(), face_up="1w6")
    assert refusal(state, buy("1w6", payment)) == "PAY-7"


@pytest.mark.rule("BUY-5", "PAY-7", "PAY-4")
def test_of_several_rules_broken_the_first_in_order_is_named() -> None:
    poor = position(seat("u"), seat(), face_up="1w6")
    assert refusal(poor, buy("1w6", "kkkkkk")) == "BUY-5"
    rich = position(seat("uuu"), seat(), face_up="1w6")
    assert refusal(rich, buy("1w6", "kkkkkk")) == "PAY-7"
    assert refusal(rich, buy("1w6", "uu")) == "PAY-4"


@pytest.mark.rule("BUY-5", "PAY-7")
@pytest.mark.pitfall(19)
@pytest.mark.parametrize("payment", ["rrr", "u", "uu", "uuuuuu"])
def test_a_refused_purchase_takes_nothing(payment: str) -> None:
    """Elsewhere the gems were gone though the card was not bought."""
    state = position(seat("uuu"), seat(), face_up="1w6")
    assert refusal(state, buy("1w6", payment)) is not None
    assert state.players[0] == seat("uuu")
    assert row(state, 1).split()[0] == "1w6"
    assert state.mover == 0


@pytest.mark.rule("BON-2")
def test_a_card_does_not_pay_for_itself() -> None:
    """2g3 gives a green bonus and costs five green."""
    state = position(seat("gggg"), seat(), seat(), seat(), face_up="2g3")
    assert refusal(state, buy("2g3", "gggg")) == "BUY-5"
    enough = position(seat("ggggg"), seat(), seat(), seat(), face_up="2g3")
    assert payments(enough, "2g3") == ["ggggg"]


@pytest.mark.rule("BON-2", "BON-1")
def test_a_bonus_works_from_the_next_turn_on() -> None:
    """1w6 gives white; 1r7 costs three white, then two."""
    state = position(seat("uuuww"), seat(), face_up="1w6 1r7")
    assert payments(state, "1r7") == []
    after = do(state, buy("1w6", "uuu"), take("grk"))
    assert payments(after, "1r7") == ["ww"]


@pytest.mark.rule("BON-3")
def test_bonuses_are_not_used_up() -> None:
    """Three blue bonuses pay for 1w6 and then, on the next turn, for two of 1w4's price."""
    state = position(seat("kk", bought="1u1 1u2 1u3"), seat(), face_up="1w6 1w4")
    after = do(state, buy("1w6"))
    assert after.players[0].bonuses == Gems(white=1, blue=3)
    later = do(after, take("wgr"))
    assert payments(later, "1w4") == ["kk"]


@pytest.mark.rule("BON-3")
def test_a_bonus_never_stands_for_another_colour() -> None:
    state = position(seat(bought="1w1 1w2 1g1 1g2 1r1 1r2 1k1 1k2"), seat(), face_up="1w6")
    assert refusal(state, buy("1w6")) == "BUY-5"


@pytest.mark.rule("BON-1")
def test_bonuses_of_all_colours_add_up() -> None:
    player = seat(bought="1w1 2w1 3w1 1u1 2u1 1g1 3r1 3r2 2k1")
    assert player.bonuses == Gems(white=3, blue=2, green=1, red=2, black=1)


@pytest.mark.rule("BUY-1", "RES-6")
def test_a_purchase_from_the_hand_leaves_the_other_reserved_cards() -> None:
    state = position(seat("uuu", hand="?1w6 ?1u1 3k1"), seat())
    assert hand(do(state, buy("1w6", "uuu")), 0) == "?1u1 3k1"


@pytest.mark.rule("VAR-8", "BUY-5", "PAY-2")
def test_the_largest_power_to_pay_overflows_nothing() -> None:
    """All 18 white bonuses and ten tokens of white or gold: the sums of the packed engine hold."""
    whites = " ".join(card for card in CARDS if card[1] == "w")
    for tokens in ("w" * 10, "y" * 10, "w" * 5 + "y" * 5):
        state = position(
            seat(tokens, bought=whites),
            seat(),
            face_up="3u2 3u3 3u4 3g2 1r8",
            rules=Rules(
                gem_tokens=(10, 10, 10),
                gold_tokens=(10, 10, 10),
                target_score=1000,
                noble_count=(0, 0, 0),
            ),
        )
        assert state.players[0].bonuses == Gems(white=18)
        assert payments(state, "3u3") == [FREE]  # seven white
        assert payments(state, "1r8") == [FREE]  # four white
        gold = tokens.count("y")
        assert payments(state, "3g2") == (["y" * 7] if gold >= 7 else [])  # seven blue
        assert payments(state, "3u4") == (["yyy"] if gold >= 3 else [])  # 7 white, 3 blue
