"""The end of a game and who has won it: END-1 to END-9, WIN-1 to WIN-4."""

from __future__ import annotations

import pytest

from splendor import (
    OFFICIAL,
    SPENDEE_21,
    TEXT_B,
    Action,
    BuyCard,
    ChooseNoble,
    Outcome,
    Pass,
    Phase,
    Player,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    Rules,
    Score,
    State,
    legal_actions,
    outcome,
    score,
    setup,
)
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

FOURTEEN = "3w4 3u4 3g2"
"""Cards worth 5, 5 and 4 points; 1w8 for a fifteenth costs three green more."""
FIFTEEN = "3w4 3u4 3g4"
SIXTEEN = "3w2 3w3 3w4 2w6"
"""White cards worth 4, 4, 5 and 3 points."""
TOO_DEAR = "1w8 1u8 1u1 1g1 3w1 3u1 3u2 3g2"
"""With the first white cards of level 2: two tokens a colour and any white buy none of them."""
TIED = ("3w4 3u4 3g4", "3r4 3k4 3w2 1w8", "3u2 3g2 3r2 2w6 1w1", "3k2 3w3 3u3 2u6 1w2 1w3")
"""Fifteen points each, on three to six cards."""
EQUAL = ("3w4 3u4 3g2 1u8", "3r4 3k4 3w2 1w8", "3u2 3r2 3k2 2w6", "3w3 3u3 3g3 2u6")
"""Fifteen points each, on four cards."""
TIES = [(players, equal) for players in (2, 3, 4) for equal in range(2, players + 1)]
STUCK_HANDS = ("3w1 3w2 3w3", "3u1 3u2 3u3", "3g1 3g2 3g3", "3r1 3r2 3r3")


def at_fourteen(players: int, first_player: int, place: int) -> State:
    """A player at 14 points is to move, `place` seats after the starter, and can buy a point."""
    mover = (first_player + place) % players
    seats = [
        seat("ggg", bought=FOURTEEN) if number == mover else seat() for number in range(players)
    ]
    return position(*seats, face_up="1w8", first_player=first_player, mover=mover)


def stuck(*, passes: int = 0, turn: int | None = None, rules: Rules = OFFICIAL) -> State:
    """Nobody can act: no gems in the bank, full hands, and cards too dear for two of a colour."""
    return position(
        *(seat("wwuuggrrkk", hand=cards) for cards in STUCK_HANDS[:2]),
        face_up="1w6 1w8 1u1 1k3",
        passes=passes,
        turn=turn,
        rules=rules,
    )


def over(*seats: Player, rules: Rules = OFFICIAL) -> State:
    """A game of these players that is over."""
    return position(*seats, phase=Phase.OVER, rules=rules)


def result(state: State) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...], str] | None:
    """Return winners, ranking and reason."""
    found = outcome(state)
    return None if found is None else (found.winners, found.ranking, found.reason)


# END


@pytest.mark.rule("END-1", "END-2", "END-3", "END-4", "TURN-1")
@pytest.mark.pitfall(5, 6)
@pytest.mark.parametrize(
    ("players", "first_player", "place"),
    [
        (players, first, place)
        for players in (2, 3, 4)
        for first in range(players)
        for place in range(players)
    ],
)
def test_the_round_in_which_the_target_is_reached_is_played_out(
    players: int, first_player: int, place: int
) -> None:
    """Position 9: only the seats left in the round have another turn, whoever started."""
    state = at_fourteen(players, first_player, place)
    assert (state.mover - first_player) % players == place
    state = do(state, buy("1w8", "ggg"))
    for left in range(players - 1 - place, 0, -1):
        assert state.phase is Phase.MAIN
        assert outcome(state) is None
        assert state.mover == (first_player + players - left) % players
        state = do(state, take("wur"))
    assert state.phase is Phase.OVER
    assert state.decider is None
    assert state.turn % players == 0
    winner = (first_player + place) % players
    assert outcome(state) == Outcome(
        winners=(winner,),
        ranking=((winner,), tuple(seat for seat in range(players) if seat != winner)),
        reason="target",
    )


@pytest.mark.rule("END-1")
def test_fourteen_points_end_nothing() -> None:
    state = position(seat(), seat("r", bought=FOURTEEN), mover=1)
    assert do(state, take("wug")).phase is Phase.MAIN


@pytest.mark.rule("END-1", "END-2")
def test_points_held_by_an_earlier_seat_make_the_round_the_last() -> None:
    state = position(seat(bought=FIFTEEN), seat(), seat(), mover=1)
    middle = do(state, take("wug"))
    assert middle.phase is Phase.MAIN
    assert do(middle, take("wug")).phase is Phase.OVER


@pytest.mark.rule("END-4", "END-2", "VAR-1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_round_may_be_the_last(players: int) -> None:
    last = players - 1
    state = position(
        *(seat() for _ in range(last)),
        seat("gggg"),
        face_up="1w8",
        turn=last,
        rules=Rules(target_score=1),
    )
    assert (state.mover, state.round) == (last, 1)
    after = do(state, buy("1w8", "gggg"))
    assert (after.phase, after.turn, after.round) == (Phase.OVER, players, 1)
    assert result(after) == ((last,), ((last,), tuple(range(last))), "target")


@pytest.mark.rule("END-1", "NOB-1", "NOB-7")
def test_a_noble_that_comes_on_a_take_can_reach_the_target() -> None:
    """Position 8: from 12 to 15 points without a purchase."""
    zero = " ".join(f"1{colour}{number}" for colour in "wuk" for number in (1, 2, 3))
    twelve = f"{zero} 2w6 2u6 2k6"
    state = position(
        seat(), seat(bought=twelve, nobles="wu"), nobles="gr wk", first_player=0, mover=1
    )
    assert state.players[1].points == 12
    after = do(state, take("grk"))
    assert after.players[1].points == 15
    assert after.phase is Phase.OVER
    assert result(after) == ((1,), ((1,), (0,)), "target")


@pytest.mark.rule("END-5", "WIN-2")
def test_the_last_round_follows_all_rules_and_may_overtake() -> None:
    """Position 10: the one who triggered the end at 15 is overtaken by a purchase and a noble."""
    state = position(
        seat("ggg", bought=FOURTEEN),
        seat("kk", bought="1w1 1w2 1w3 1w4 1u1 1u2 2w6 2u6 3r4 2r6"),
        face_up="1w8 1u4",
        nobles="wu rk gr",
    )
    assert state.players[1].points == 14
    state = do(state, buy("1w8", "ggg"))
    assert state.phase is Phase.MAIN
    assert refusal(state, Pass()) == "PASS-2"
    assert refusal(state, take("ww")) is None
    after = do(state, buy("1u4", "kk"))
    assert after.players[1].points == 17
    assert result(after) == ((1,), ((1,), (0,)), "target")


@pytest.mark.rule("END-5", "LIMIT-1", "END-1")
def test_the_game_is_not_over_before_the_tokens_are_returned() -> None:
    state = position(seat(bought=FIFTEEN), seat("wwwwuuuggg"), mover=1)
    waiting = do(state, take("urk"))
    assert waiting.phase is Phase.RETURN
    assert outcome(waiting) is None
    assert do(waiting, give_back("urk")).phase is Phase.OVER


@pytest.mark.rule("END-5", "NOB-6")
def test_the_game_is_not_over_before_the_noble_is_chosen() -> None:
    bought = "1w1 1w2 1w3 1u1 1u2 1u3 1u4 1k1 1k2 1k3 1k4"
    state = position(
        seat(bought=FIFTEEN), seat(bought=bought), face_up="1w4", nobles="wk wu gr", mover=1
    )
    waiting = do(state, buy("1w4"))
    assert waiting.phase is Phase.NOBLE
    assert outcome(waiting) is None
    assert do(waiting, choose("wu")).phase is Phase.OVER


@pytest.mark.rule("END-5", "ROW-1")
def test_the_game_is_not_over_before_the_row_is_refilled() -> None:
    state = position(seat(bought=FIFTEEN), seat(), hidden=True, mover=1)
    waiting = do(state, reserve("1w1"))
    assert waiting.phase is Phase.REVEAL
    assert outcome(waiting) is None
    assert do(waiting, reveal("1k8")).phase is Phase.OVER


@pytest.mark.rule("VAR-1", "END-1")
@pytest.mark.parametrize(("target", "ends"), [(1, True), (15, True), (16, False), (21, False)])
def test_the_target_score_is_an_option(target: int, ends: bool) -> None:  # noqa: FBT001
    state = position(seat(), seat(bought=FIFTEEN), mover=1, rules=Rules(target_score=target))
    assert (do(state, take("wug")).phase is Phase.OVER) is ends


@pytest.mark.rule("VAR-1", "END-1")
@pytest.mark.parametrize(
    ("target", "enough", "too_few"),
    [
        (1, "1w8", "1w1"),
        (14, FOURTEEN, "3w4 3u4 3g1"),
        (21, f"{FIFTEEN} 2w6 2u6", f"{FIFTEEN} 3r4"),
        (22, f"{FIFTEEN} 3r4 1w8 1u8", f"{FIFTEEN} 2w6 2u6"),
        (30, f"{FIFTEEN} 3r4 3k4 3w2 1w8", f"{FIFTEEN} 3r4 3k4 3w2"),
    ],
)
def test_any_target_is_reached_by_just_as_many_points(
    target: int, enough: str, too_few: str
) -> None:
    for bought, points in ((enough, target), (too_few, target - 1)):
        state = position(seat(), seat(bought=bought), mover=1, rules=Rules(target_score=target))
        assert state.players[1].points == points
        assert (do(state, take("wug")).phase is Phase.OVER) is (points == target)


@pytest.mark.rule("VAR-1")
def test_spendee_plays_to_fifteen_or_twenty_one_points() -> None:
    twenty_one = f"{FIFTEEN} 2w6 2u6"
    for bought, ends in ((FIFTEEN, False), (twenty_one, True)):
        state = position(seat(), seat(bought=bought), mover=1, rules=SPENDEE_21)
        assert (do(state, take("wug")).phase is Phase.OVER) is ends


@pytest.mark.rule("END-6", "PASS-1")
def test_after_as_many_passes_in_succession_as_players_the_game_is_a_stalemate() -> None:
    state = do(stuck(), Pass())
    assert (state.phase, state.passes, state.mover) == (Phase.MAIN, 1, 1)
    after = do(state, Pass())
    assert after.phase is Phase.OVER
    assert result(after) == ((0, 1), ((0, 1),), "stalemate")


@pytest.mark.rule("END-6", "END-9")
def test_positions_that_differ_in_the_passes_before_them_are_not_the_same() -> None:
    """One more pass ends the one, and not the other."""
    none, one = stuck(turn=9), stuck(turn=9, passes=1)
    assert none != one
    assert [do(state, Pass()).phase for state in (none, one)] == [Phase.MAIN, Phase.OVER]


@pytest.mark.rule("END-6", "END-9")
def test_a_stalemate_stops_the_game_in_mid_round_too() -> None:
    """The second seat passed first; the first seat's pass is the first turn of its round."""
    state = stuck(passes=1, turn=8)
    after = do(state, Pass())
    assert after.turn == 9
    assert result(after) == ((0, 1), ((0, 1),), "stalemate")
    assert after.round == 5


@pytest.mark.rule("END-6")
def test_any_action_in_between_starts_the_count_of_passes_anew() -> None:
    """Three players; two are stuck, the third has red bonuses for 1g1 and then is stuck too."""
    state = position(
        seat("wwuuggrrkk", hand=STUCK_HANDS[0]),
        seat("wwuuggrrkk", hand=STUCK_HANDS[1]),
        seat(bought="1r1 1r2 1r3", hand=STUCK_HANDS[2]),
        face_up="1w6 1w8 1u1 1g1",
        top="1k3",
        rules=Rules(gem_tokens=(4, 4, 4)),
        mover=0,
    )
    state = do(state, Pass(), Pass())
    assert state.passes == 2
    assert legal_actions(state) == (buy("1g1"),)
    state = do(state, buy("1g1"))
    assert (state.passes, state.phase) == (0, Phase.MAIN)
    state = do(state, Pass(), Pass())
    assert state.phase is Phase.MAIN
    assert result(do(state, Pass())) == ((0, 1), ((0, 1), (2,)), "stalemate")


@pytest.mark.rule("END-7", "VAR-6")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("limit", [1, 3])
def test_under_a_turn_limit_the_game_stops_when_that_round_is_complete(
    players: int, limit: int
) -> None:
    state = setup(players, seed=1, rules=Rules(turn_limit=limit), first_player=1)
    for turn in range(players * limit):
        assert (state.phase, state.turn) == (Phase.MAIN, turn)
        state = do(state, blind(turn % 3 + 1))
    assert state.phase is Phase.OVER
    assert state.round == limit
    everyone = tuple(range(players))
    assert result(state) == (everyone, (everyone,), "turn_limit")


@pytest.mark.rule("END-7", "WIN-2")
def test_at_the_turn_limit_players_are_ranked_as_usual() -> None:
    state = position(
        seat(bought="1w8"), seat("rrrr"), face_up="1u8", rules=Rules(turn_limit=2), turn=2
    )
    state = do(state, take("wug"), buy("1u8", "rrrr"))
    assert result(state) == ((0, 1), ((0, 1),), "turn_limit")


@pytest.mark.rule("END-9")
def test_the_target_is_tested_before_the_turn_limit() -> None:
    state = position(seat(), seat(bought=FIFTEEN), mover=1, turn=7, rules=Rules(turn_limit=4))
    assert result(do(state, take("wug"))) == ((1,), ((1,), (0,)), "target")


@pytest.mark.rule("END-9")
def test_the_stalemate_is_tested_before_the_turn_limit() -> None:
    state = stuck(passes=1, turn=9, rules=Rules(turn_limit=5))
    assert result(do(state, Pass())) == ((0, 1), ((0, 1),), "stalemate")


@pytest.mark.rule("END-9")
def test_the_target_is_tested_before_the_stalemate() -> None:
    """All are stuck, the second player has 16 points, and the round is complete."""
    state = position(
        seat("wwuuggrrkk", hand="3r1 3r2 3r3"),
        seat("wwuuggrrkk", bought=SIXTEEN, hand="3k1 3k2 3k3"),
        face_up=TOO_DEAR,
        passes=1,
        turn=15,
    )
    assert result(do(state, Pass())) == ((1,), ((1,), (0,)), "target")


@pytest.mark.rule("END-8")
def test_after_the_end_nothing_may_be_done() -> None:
    state = over(seat(bought=FIFTEEN), seat())
    actions: tuple[Action, ...] = (
        take("wug"), reserve("1w1"), blind(1), buy("1w1", "rrk"), give_back("w"), choose("wu"),
        Pass(), reveal("1k8"), take(""), give_back(""),
    )  # fmt: skip
    kinds = {BuyCard, ReserveCard, ReserveFromDeck, ReturnTokens, ChooseNoble, Pass, RevealCard}
    assert kinds < {type(action) for action in actions}
    for action in actions:
        assert refusal(state, action) == "END-8"
    assert legal_actions(state) == ()


@pytest.mark.rule("END-2")
def test_the_round_counts_from_the_starter() -> None:
    state = setup(3, seed=1, first_player=2)
    rounds = [state.round]
    for _ in range(6):
        state = do(state, blind(1))
        rounds.append(state.round)
    assert rounds == [1, 1, 1, 2, 2, 2, 3]


# WIN


@pytest.mark.rule("WIN-1")
def test_the_score_is_points_on_cards_and_nobles() -> None:
    """Reserved cards and tokens are worth nothing."""
    state = position(
        seat(bought="1w8 2w6 1w1 1w2 1w3 1u1 1u2 1u3 1u4", hand="3w4", nobles="wu"),
        seat("yyyyywwww"),
    )
    assert score(state) == (Score(points=7, purchased=9, rank=1), Score(0, 0, 2))


@pytest.mark.rule("WIN-2", "WIN-3")
@pytest.mark.pitfall(3)
def test_points_are_compared_before_cards() -> None:
    state = over(seat(bought=FIFTEEN), seat(bought="3r4 3k4 2w6 2u6"), seat())
    assert result(state) == ((1,), ((1,), (0,), (2,)), "target")


@pytest.mark.rule("WIN-3")
@pytest.mark.pitfall(1)
def test_among_equals_the_fewest_bought_cards_win() -> None:
    """Position 10: not the most cards."""
    state = over(seat(bought=f"{FIFTEEN} 1w1"), seat(bought="3w2 3r4 3k4 1k8"))
    assert result(state) == ((0, 1), ((0, 1),), "target")
    state = over(seat(bought=f"{FIFTEEN} 1w1"), seat(bought="3r4 3k4 3u2 1k8 1g1"))
    assert result(state) == ((0,), ((0,), (1,)), "target")


@pytest.mark.rule("WIN-3")
@pytest.mark.pitfall(1)
def test_nobles_do_not_break_a_tie() -> None:
    """15 points with four nobles and many cards lose to 15 points with three cards."""
    many = " ".join(f"1{colour}{number}" for colour in "wugr" for number in (1, 2, 3, 4))
    state = over(
        seat(bought=f"{many} 2k6", nobles="wu ug gr wug"), seat(bought=FIFTEEN),
        seat(), seat(),
    )  # fmt: skip
    assert [entry.points for entry in score(state)] == [15, 15, 0, 0]
    assert result(state) == ((1,), ((1,), (0,), (2, 3)), "target")


@pytest.mark.rule("WIN-3")
@pytest.mark.pitfall(2)
def test_the_fewest_cards_are_those_of_the_tied_players_only() -> None:
    """15 and 15 points with 8 and 10 cards, and a third player with 4 cards and 3 points."""
    eight = "3w4 3u4 1w8 1u8 1g8 1r8 1k8 1w1"
    ten = "3g4 3r4 3k4 1w2 1w3 1u1 1u2 1g1 1g2 1r1"
    four = "2w6 1k1 1k2 1k3"
    state = over(seat(bought=ten), seat(bought=eight), seat(bought=four))
    assert [(entry.points, entry.purchased) for entry in score(state)] == [
        (15, 10),
        (15, 8),
        (3, 4),
    ]
    assert result(state) == ((1,), ((1,), (0,), (2,)), "target")


@pytest.mark.rule("WIN-4")
@pytest.mark.pitfall(4)
def test_equal_in_both_share_the_victory() -> None:
    """Position 10: one outcome with two winners."""
    shared = over(seat(bought=f"{FIFTEEN} 1w1"), seat(), seat(bought="3r4 3k4 3w2 1w8"))
    assert outcome(shared) == Outcome(winners=(0, 2), ranking=((0, 2), (1,)), reason="target")
    assert [entry.rank for entry in score(shared)] == [1, 3, 1]


@pytest.mark.rule("WIN-3", "WIN-4", "RES-9")
@pytest.mark.pitfall(1)
def test_reserved_cards_do_not_break_a_tie() -> None:
    """Position 10: the fewest reserved cards decide nothing."""
    state = over(seat(bought=f"{FIFTEEN} 1w1", hand="3k1 3k2 3k3"), seat(bought="3r4 3k4 3w2 1w8"))
    assert result(state) == ((0, 1), ((0, 1),), "target")


@pytest.mark.rule("VAR-2", "WIN-4")
@pytest.mark.parametrize("rules", [Rules(tie_break="shared"), TEXT_B])
def test_without_a_tie_break_equal_points_share_at_once(rules: Rules) -> None:
    state = over(seat(bought=FIFTEEN), seat(bought="3r4 3k4 3w2 1w8"), rules=rules)
    assert result(state) == ((0, 1), ((0, 1),), "target")
    assert [entry.purchased for entry in score(state)] == [3, 4]


@pytest.mark.rule("VAR-2", "WIN-4", "WIN-3")
@pytest.mark.parametrize(("players", "equal"), TIES)
def test_without_a_tie_break_all_who_have_most_points_share(players: int, equal: int) -> None:
    """However many they are; by the official rules the first of them wins alone."""
    others = tuple(range(players - equal))
    winners = tuple(range(players - equal, players))
    seats = [*(seat() for _ in others), *(seat(bought=cards) for cards in TIED[:equal])]
    assert [player.points for player in seats] == [0] * len(others) + [15] * equal
    ranking = (winners, others) if others else (winners,)
    shared = over(*seats, rules=Rules(tie_break="shared"))
    assert result(shared) == (winners, ranking, "target")
    assert [entry.rank for entry in score(shared)] == [equal + 1] * len(others) + [1] * equal
    ranking = (*((winner,) for winner in winners), *((others,) if others else ()))
    assert result(over(*seats)) == (winners[:1], ranking, "target")


@pytest.mark.rule("WIN-4", "VAR-2")
@pytest.mark.parametrize(("players", "equal"), TIES)
@pytest.mark.parametrize("rules", [OFFICIAL, Rules(tie_break="shared")])
def test_all_who_are_equal_in_both_share(players: int, equal: int, rules: Rules) -> None:
    """Two, three or four of them."""
    others = tuple(range(equal, players))
    seats = [*(seat(bought=cards) for cards in EQUAL[:equal]), *(seat() for _ in others)]
    winners = tuple(range(equal))
    ranking = (winners, others) if others else (winners,)
    assert result(over(*seats, rules=rules)) == (winners, ranking, "target")


@pytest.mark.rule("WIN-2")
def test_ranks_skip_the_places_that_are_shared() -> None:
    state = position(seat(bought="1w8"), seat(bought="1u8"), seat(), seat(bought="1g8 1g1"))
    assert [entry.rank for entry in score(state)] == [1, 1, 4, 3]
    assert outcome(state) is None


@pytest.mark.rule("WIN-2", "END-1")
def test_no_outcome_is_told_while_the_game_goes_on() -> None:
    state = position(seat(bought=FIFTEEN), seat(), mover=1)
    assert outcome(state) is None
    assert [entry.rank for entry in score(state)] == [1, 2]


@pytest.mark.rule("WIN-2", "END-9")
def test_no_outcome_is_told_before_the_turn_is_over() -> None:
    """The starter has the points, and the round has yet to be played."""
    state = position(seat(bought=FIFTEEN), seat(), hidden=True, phase=Phase.RETURN, sound=False)
    assert (state.turn % 2, state.players[0].points) == (0, 15)
    assert outcome(state) is None


@pytest.mark.rule("END-9")
def test_a_position_that_only_says_it_is_over_has_no_outcome() -> None:
    state = position(seat(), seat(), phase=Phase.OVER, sound=False)
    assert outcome(state) is None
