"""Taking tokens: TAKE-1 to TAKE-11, and the options that bear on it."""

from __future__ import annotations

import pytest

from splendor import Gems, RuleId, Rules, State, check, setup
from tests.positions import do, position, refusal, seat, take, takes

ALWAYS = Rules(take_fewer="always")


def two_colours() -> State:
    """Two players; the bank holds 3 red and 3 black."""
    return position(seat("wwwwuuuu"), seat("ggggrk"))


@pytest.mark.rule("TAKE-1", "TURN-2")
def test_three_different_go_from_the_bank_to_the_player() -> None:
    state = do(setup(2, seed=1), take("wgk"))
    assert state.players[0].tokens == Gems(white=1, green=1, black=1)
    assert state.bank == Gems(white=3, blue=4, green=3, red=4, black=3, gold=5)
    assert state.players[1].tokens == Gems()
    assert (state.mover, state.turn) == (1, 1)


@pytest.mark.rule("TAKE-1", "TAKE-4")
def test_a_full_bank_offers_ten_triples_and_five_pairs() -> None:
    assert takes(setup(2, seed=1)) == [
        "wug", "wur", "wuk", "wgr", "wgk", "wrk", "ugr", "ugk", "urk", "grk",
        "ww", "uu", "gg", "rr", "kk",
    ]  # fmt: skip


@pytest.mark.rule("TAKE-2")
@pytest.mark.pitfall(8)
def test_with_two_colours_only_the_pair_may_be_taken() -> None:
    """Position 2, first half."""
    state = two_colours()
    assert takes(state) == ["rk"]
    assert refusal(state, take("r")) == "TAKE-2"
    assert refusal(state, take("k")) == "TAKE-2"


@pytest.mark.rule("TAKE-2", "TAKE-5")
def test_with_one_colour_of_five_a_single_or_a_double_may_be_taken() -> None:
    """Position 2, second half."""
    state = position(seat("wwwwwuuuuu"), seat("gggggrrrrr"), seat())
    assert state.bank == Gems(black=5, gold=5)
    assert takes(state) == ["k", "kk"]


@pytest.mark.rule("TAKE-2", "TAKE-5")
@pytest.mark.pitfall(9)
@pytest.mark.parametrize(
    ("mine", "other"), [("k", ""), ("k", "k"), ("k", "kk")], ids=["three", "two", "one"]
)
def test_a_bank_of_up_to_three_of_one_colour_offers_one_of_it(mine: str, other: str) -> None:
    state = position(seat("wwwwuuuu" + mine), seat("ggggrrrr" + other))
    assert state.bank == Gems(black=3 - len(other), gold=5)
    assert takes(state) == ["k"]
    assert refusal(state, take("kk")) == "TAKE-5"


@pytest.mark.rule("TAKE-3")
@pytest.mark.pitfall(8)
@pytest.mark.parametrize("gems", ["w", "k", "wu", "rk"])
def test_with_three_colours_or_more_fewer_than_three_are_refused(gems: str) -> None:
    """Exactly min(3, colours left) are taken."""
    assert refusal(setup(3, seed=1), take(gems)) == "TAKE-3"
    three_left = position(seat("wwwwuuuu"), seat())
    assert takes(three_left) == ["grk", "gg", "rr", "kk"]
    if gems in {"k", "rk"}:
        assert refusal(three_left, take(gems)) == "TAKE-3"


@pytest.mark.rule("TAKE-3")
def test_the_refusal_of_too_few_tells_how_many_colours_there_are() -> None:
    violation = check(position(seat("wwww"), seat()), take("uk"))
    assert violation is not None
    assert violation.rule is RuleId.TAKE_3
    assert violation.parameters == (("available", 4), ("taken", 2))
    assert str(violation) == ("TAKE-3: with 4 colours in the bank three are taken, not 2")


@pytest.mark.rule("TAKE-4", "TAKE-5")
@pytest.mark.pitfall(7)
def test_two_of_a_pile_of_four_may_be_taken_and_of_three_not() -> None:
    """Position 1: four before taking, so that two are left."""
    four = position(seat(), seat())
    assert refusal(four, take("uu")) is None
    assert do(four, take("uu")).bank.blue == 2
    three = position(seat(), seat("u"))
    assert refusal(three, take("uu")) == "TAKE-5"


@pytest.mark.rule("TAKE-5")
@pytest.mark.parametrize("holders", [("uuu", ""), ("", "uuu"), ("u", "uu")])
def test_who_holds_the_rest_of_the_pile_does_not_matter(holders: tuple[str, str]) -> None:
    """Position 1, with four players and seven tokens: four are left whoever holds three."""
    mine, other = holders
    state = position(seat(mine), seat(other), seat(), seat())
    assert state.bank.blue == 4
    assert refusal(state, take("uu")) is None
    fewer = position(seat(mine), seat(other), seat("u"), seat())
    assert refusal(fewer, take("uu")) == "TAKE-5"


@pytest.mark.rule("TAKE-5")
def test_the_refusal_of_a_pair_names_the_colour_and_what_the_bank_has() -> None:
    violation = check(position(seat(), seat("uu")), take("uu"))
    assert violation is not None
    assert violation.parameters == (("colour", "blue"), ("needed", 4), ("bank", 2))


@pytest.mark.rule("TAKE-6", "RES-8")
@pytest.mark.parametrize("gems", ["y", "wuy", "yy", "yyy", "wwy", "wugy", "yyyy"])
def test_gold_is_never_taken_as_a_gem(gems: str) -> None:
    assert refusal(setup(2, seed=1), take(gems)) == "TAKE-6"


@pytest.mark.rule("TAKE-7")
@pytest.mark.parametrize("gems", ["wgr", "ww", "w", "wg"])
def test_a_colour_that_the_bank_lacks_cannot_be_taken(gems: str) -> None:
    assert refusal(position(seat(), seat("wwww")), take(gems)) == "TAKE-7"


@pytest.mark.rule("TAKE-7")
def test_the_refusal_names_the_first_colour_that_the_bank_lacks() -> None:
    violation = check(position(seat(), seat("uuuurrrr")), take("wur"))
    assert violation is not None
    assert str(violation) == "TAKE-7: the bank has no blue token"


@pytest.mark.rule("TAKE-8")
@pytest.mark.parametrize("rules", [Rules(), ALWAYS])
def test_taking_nothing_is_not_an_action(rules: Rules) -> None:
    assert refusal(setup(2, seed=1, rules=rules), take("")) == "TAKE-8"


@pytest.mark.rule("TAKE-8")
def test_taking_nothing_is_refused_by_an_empty_bank_too() -> None:
    empty = position(seat("wwuuggrrkk"), seat("wwuuggrrkk"))
    assert takes(empty) == []
    assert refusal(empty, take("")) == "TAKE-8"


@pytest.mark.rule("TAKE-9")
@pytest.mark.parametrize("gems", ["wwu", "wuu", "kkr", "ggk"])
def test_two_of_a_colour_do_not_come_with_another_colour(gems: str) -> None:
    assert refusal(setup(4, seed=1), take(gems)) == "TAKE-9"


@pytest.mark.rule("TAKE-11")
@pytest.mark.parametrize("gems", ["www", "wugr", "wugrk", "wwuu", "kkkk", "wwug", "wwww"])
def test_more_than_three_or_three_of_a_colour_are_never_taken(gems: str) -> None:
    assert refusal(setup(4, seed=1), take(gems)) == "TAKE-11"


@pytest.mark.rule("TAKE-10", "LIMIT-5")
@pytest.mark.parametrize("tokens", ["wwwuuuggg", "wwwuuugggr", "wwwwuuuggr"])
def test_nine_or_ten_tokens_neither_forbid_nor_shorten_a_take(tokens: str) -> None:
    state = position(seat(tokens), seat(), seat(), seat())
    assert refusal(state, take("urk")) is None
    assert refusal(state, take("ur")) == "TAKE-3"
    assert state.players[0].tokens.total + 3 == do(state, take("urk")).players[0].tokens.total


@pytest.mark.rule("TAKE-8", "TAKE-6", "TAKE-11", "TAKE-9", "TAKE-7", "TAKE-5")
@pytest.mark.parametrize(
    ("gems", "rule"),
    [
        ("wwwy", "TAKE-6"),  # also TAKE-11, TAKE-7
        ("www", "TAKE-11"),  # also TAKE-7
        ("wwu", "TAKE-9"),  # also TAKE-7
        ("ww", "TAKE-7"),  # also TAKE-5
        ("w", "TAKE-7"),  # also TAKE-3
        ("uu", "TAKE-5"),
        ("u", "TAKE-3"),
    ],
)
def test_of_several_rules_broken_the_first_in_order_is_named(gems: str, rule: str) -> None:
    """The bank has no white, three blue, and four of the rest."""
    assert refusal(position(seat("wwww"), seat("u")), take(gems)) == rule


@pytest.mark.rule("VAR-3", "TAKE-2", "TAKE-3")
def test_under_take_fewer_always_one_to_three_different_are_taken_at_will() -> None:
    state = position(seat(), seat("wwwwgggg"), rules=ALWAYS)
    assert takes(state) == ["urk", "ur", "uk", "rk", "u", "r", "k", "uu", "rr", "kk"]
    for gems in ("u", "rk", "urk", "kk"):
        assert refusal(state, take(gems)) is None


@pytest.mark.rule("VAR-3", "TAKE-2")
@pytest.mark.parametrize(
    ("mine", "other", "offered"),
    [
        ("wwwwuuuu", "ggggrk", ["rk", "r", "k"]),
        ("wwwwuuuu", "ggggr", ["rk", "r", "k", "kk"]),
        ("wwwwuuuu", "ggggrrrr", ["k", "kk"]),
        ("wwwwuuuuk", "ggggrrrr", ["k"]),
    ],
)
def test_under_take_fewer_always_one_of_the_last_two_colours_may_be_left(
    mine: str, other: str, offered: list[str]
) -> None:
    """Where a bank is short of colours, fewer than all of them are enough too."""
    state = position(seat(mine), seat(other), rules=ALWAYS)
    assert takes(state) == offered
    for gems in offered:
        assert refusal(state, take(gems)) is None


@pytest.mark.rule("VAR-3")
def test_under_take_fewer_always_all_other_limits_of_a_take_hold() -> None:
    state = position(seat("k"), seat("wwww"), rules=ALWAYS)
    expected = {"": "TAKE-8", "y": "TAKE-6", "rrr": "TAKE-11", "rru": "TAKE-9", "wu": "TAKE-7"}
    for gems, rule in {**expected, "kk": "TAKE-5"}.items():
        assert refusal(state, take(gems)) == rule


@pytest.mark.rule("VAR-3")
def test_under_take_fewer_always_an_empty_bank_offers_no_take() -> None:
    state = position(seat("wwuuggrrkk"), seat("wwuuggrrkk"), rules=ALWAYS)
    assert takes(state) == []


@pytest.mark.rule("VAR-8", "TAKE-5")
def test_a_supply_of_three_gems_never_lets_two_of_a_colour_be_taken() -> None:
    state = setup(2, seed=1, rules=Rules(gem_tokens=(3, 3, 3)))
    assert len(takes(state)) == 10
    assert refusal(state, take("ww")) == "TAKE-5"


@pytest.mark.rule("VAR-8", "TAKE-7")
def test_a_game_without_gems_offers_no_take() -> None:
    state = setup(2, seed=1, rules=Rules(gem_tokens=(0, 0, 0)))
    assert takes(state) == []
    assert refusal(state, take("wug")) == "TAKE-7"
