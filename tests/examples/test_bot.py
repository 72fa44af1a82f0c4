"""The searching bot of examples/bot, and its match: what it knows, answers and wins."""

import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given

from examples.bot.ismcts import WIN, Edge, Ismcts, Tree, after, sensible, shares, walk
from examples.bot.match import Fixture, Score, main, play, play_all, report, wilson
from splendor import (
    BuyCard,
    CardBack,
    InvalidValueError,
    Phase,
    ReserveFromDeck,
    Rules,
    State,
    apply,
    determinize,
    legal_actions,
    observe,
    outcome,
    setup,
    to_json,
)
from splendor.bots import Bot, GreedyBot, RandomBot, ask, play_game
from splendor.testing import views
from tests.command import (
    call,
    here,  # noqa: F401 - a fixture
)
from tests.keyboard import imports  # noqa: F401 - a fixture
from tests.positions import buy, position, reserve, seat

ROOT = Path(__file__).parents[2]
QUICK = Ismcts(walks=3)
CAREFUL = Ismcts(walks=60)


# What it answers


@given(views())
def test_it_answers_legally_whatever_it_is_shown(view: State) -> None:
    assume(view.decider is not None)
    ask(Ismcts(walks=2), view)  # or BotError


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_plays_games_of_its_own_to_the_end(players: int) -> None:
    rules = Rules(target_score=5, turn_limit=60)
    state = setup(players, seed=players, rules=rules)
    while state.phase is not Phase.OVER:
        state = apply(state, ask(QUICK, state))
    ended = outcome(state)
    assert ended is not None
    assert ended.reason == "target"


def test_it_plays_the_same_game_on_every_machine() -> None:
    """It reckons in whole numbers, and its chance is the documented shuffle."""
    game = play_game(setup(3, seed=7, rules=Rules(target_score=8)), [QUICK] * 3)
    assert hashlib.sha256(to_json(game).encode()).hexdigest()[:16] == "c206646fe5638525"


def test_each_player_in_the_tree_plays_for_themselves() -> None:
    """With a few more walks the answers of the other player matter."""
    game = play_game(setup(2, seed=7, rules=Rules(target_score=3)), [Ismcts(walks=30)] * 2)
    assert hashlib.sha256(to_json(game).encode()).hexdigest()[:16] == "cda4252712e399a4"


def test_a_node_is_what_who_searches_would_know() -> None:
    state = after_blind_reservations(1)
    view = observe(state, state.mover)
    tree: Tree = {}
    for number in range(60):
        walk(tree, view, determinize(view, seed=number))
    assert {node.mover for node in tree} == {0, 1, 2}
    assert all(node == observe(node, view.mover) for node in tree)


def test_the_same_view_gets_the_same_answer_whoever_is_asked_before() -> None:
    states = [setup(2, seed=seed) for seed in range(4)]
    first = [ask(QUICK, state) for state in states]
    assert [ask(Ismcts(walks=3), state) for state in reversed(states)] == first[::-1]


def after_blind_reservations(seed: int) -> State:
    """A game in which every player has drawn a card that only they know."""
    state = setup(3, seed=seed)
    for level in (1, 2, 3):
        state = apply(state, ReserveFromDeck(level))
    return state


@pytest.mark.parametrize("seed", range(4))
def test_hidden_cards_change_nothing(seed: int) -> None:
    state = after_blind_reservations(seed)
    twin = determinize(observe(state, state.mover), seed=seed)
    hands = [(one.players[1].reserved, one.players[2].reserved) for one in (state, twin)]
    assert state.decks != twin.decks
    assert hands[0] != hands[1]
    assert ask(QUICK, state) == ask(QUICK, twin)


def test_a_guess_knows_no_card_that_turns_up() -> None:
    state = position(seat("gggg"), seat(), face_up="1w8", top="1k8")
    view = observe(state, 0)
    seen = after(view, buy("1w8", "gggg"))
    assert seen.rows[0][0] == CardBack(1)
    assert (seen.turn, seen.mover, seen.phase) == (state.turn + 1, 1, Phase.MAIN)


# How it plays


def test_it_takes_a_win_in_one_move() -> None:
    """12 points, the last turn of the round, and one card of 3 points that can be paid for."""
    winner = seat("wwww", "3w4 3u4 2w3")
    state = position(seat("rrr", "3k4 3r4"), winner, face_up="2w6", mover=1)
    assert ask(CAREFUL, state) == buy("2w6", "wwww")
    won = outcome(apply(state, buy("2w6", "wwww")))
    assert won is not None
    assert won.winners == (1,)


def test_it_reserves_the_card_that_the_next_player_would_win_with() -> None:
    """Nothing else helps: no other card of 3 points can be paid for by who has 12.

    The greedy bot, which looks at its own seat alone, lets it go.
    """
    state = position(seat("wug", "3w3 3u4"), seat("kkkk", "3k4 3r4 2k5"), face_up="2k6")
    threats = [
        action.card.id
        for action in legal_actions(position(*state.players, face_up="2k6", mover=1))
        if isinstance(action, BuyCard) and action.card.points >= 3
    ]
    assert threats == ["2k6"]
    assert ask(CAREFUL, state) == reserve("2k6")
    assert ask(GreedyBot(), state) != reserve("2k6")


@pytest.mark.sweep
def test_it_beats_the_greedy_bot_in_a_short_match() -> None:
    assert sum(play(Fixture(seed, 2, 60, "greedy")).won for seed in range(2)) == 2


def test_it_beats_the_random_bot_with_few_walks() -> None:
    game = play_game(setup(2, seed=1), [RandomBot(), Ismcts(walks=5)])
    assert game.result is not None
    assert game.result.winners == (1,)


# What it reckons with


def test_gold_is_not_paid_in_place_of_gems_at_hand() -> None:
    state = position(seat("rrrryy"), seat(), face_up="1u8")
    legal, kept = legal_actions(state), sensible(legal_actions(state))
    assert {buy("1u8", "rrrr"), buy("1u8", "rrry"), buy("1u8", "rryy")} <= set(legal)
    assert [each for each in kept if isinstance(each, BuyCard) and each.card.id == "1u8"] == [
        buy("1u8", "rrrr")
    ]
    assert buy("2w3", "rrrry") in kept  # the gold is needed
    assert [each for each in legal if not isinstance(each, BuyCard)] == [
        each for each in kept if not isinstance(each, BuyCard)
    ]


def test_an_ended_game_is_shared_among_its_winners() -> None:
    rules = Rules(target_score=1, tie_break="shared")
    tied = position(seat("", "1w8"), seat("", "1u8"), rules=rules, phase=Phase.OVER)
    assert shares(tied) == (WIN // 2, WIN // 2)
    won = position(seat("", "1w8"), seat(), seat(), rules=rules, phase=Phase.OVER)
    assert shares(won) == (WIN, 0, 0)


def test_more_points_promise_more_and_to_move_is_better_than_to_wait() -> None:
    lead, lag, last = shares(position(seat("", "3w4"), seat("", "3u1"), seat("", "1w1"), mover=1))
    assert WIN > lead > WIN // 2 > lag > last > 0
    same = seat("wug"), seat("wug")
    assert shares(position(*same)) == shares(position(*same, mover=1))[::-1]
    assert shares(position(*same))[0] > WIN // 2


def test_an_action_that_was_often_offered_and_seldom_tried_promises_more() -> None:
    assert Edge((0, 0), 100, tried=1, offered=9).promise > Edge((0, 0), 100, tried=1).promise
    assert Edge((0, 0), 500, tried=5, offered=9).promise < Edge((0, 0), 100, offered=9).promise


@pytest.mark.parametrize("walks", [0, -1, 2.0, "9", None, True])
def test_a_number_of_walks_is_a_number(walks: Any) -> None:  # noqa: ANN401 - any value
    with pytest.raises(InvalidValueError, match="walks is an int from 1, not "):
        Ismcts(walks)


def test_it_is_a_bot_and_the_command_loads_it_from_its_folder() -> None:
    bot: Bot = Ismcts()
    assert isinstance(bot, Bot)
    Path("ismcts.py").write_bytes((ROOT / "examples/bot/ismcts.py").read_bytes())
    result = call("play", "Ada", "@ismcts:Ismcts", "--seed", 1)
    assert "Ada: your move, or ? for help" in result.output


# The match


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_is_that_of_wilson(won: int, games: int, low: float, high: float) -> None:
    """The values of Newcombe, Statistics in Medicine 17 (1998), table I, method 3."""
    assert wilson(won, games) == pytest.approx((low, high), abs=5e-5)
    assert wilson(games - won, games) == pytest.approx((1 - high, 1 - low), abs=5e-5)


def test_a_report_tells_wins_interval_and_time() -> None:
    scores = [Score(1, 30, 3.0), Score(0.5, 20, 1.0)]
    assert report(scores, 2) == (
        "won 1.5 of 2 games, 75.0% (an equal player: 50%)\n"
        "95% interval 19.8% to 97.3%\n"
        "50 decisions of 0.080 CPU seconds"
    )


def test_the_seat_goes_round(monkeypatch: pytest.MonkeyPatch) -> None:
    seats: list[int] = []
    choose = Ismcts.choose

    def watched(bot: Ismcts, view: State) -> object:
        seats.append(view.mover)
        return choose(bot, view)

    monkeypatch.setattr(Ismcts, "choose", watched)
    for seed in (3, 4, 5):
        seats.clear()
        play(Fixture(seed, 3, 1, "greedy"))
        assert set(seats) == {seed % 3}


def test_a_match_is_played_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--games", "2", "--walks", "1", "--players", "3", "--against", "random"])
    head, *told = capsys.readouterr().out.splitlines()
    assert head == "Ismcts(walks=1) against random, 3 players"
    assert re.fullmatch(r"won \S+ of 2 games, \S+% \(an equal player: 33%\)", told[0])
    assert len(told) == 3


def test_every_deal_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the games are independent, as the interval takes them to be."""
    played: list[int] = []

    def noted(fixtures: Iterable[Fixture], jobs: int) -> list[Score]:
        played.extend(fixture.seed for fixture in fixtures)
        return [Score(1.0, jobs, 1.0)]

    monkeypatch.setattr("examples.bot.match.play_all", noted)
    main(["--games", "5", "--seed", "8", "--players", "3"])
    assert played == [8, 9, 10, 11, 12]


def test_what_fails_in_a_process_ends_the_match() -> None:
    with pytest.raises(KeyError):
        play_all([Fixture(seed, 2, 1, "nobody") for seed in range(4)], jobs=2)


def test_processes_change_nothing_but_the_time() -> None:
    told = []
    for jobs in "12":
        done = subprocess.run(
            [sys.executable, "-m", "examples.bot.match", "--games=2", "--walks=1", "--jobs", jobs],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": os.environ.get("PYTHONPATH", "")},
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        told.append(done.stdout.splitlines()[:-1])
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--games 0", "argument --games: 0 is not from 1 to 1000000000"),
        ("--walks -5", "argument --walks: -5 is not from 1 to 1000000000"),
        ("--jobs two", "argument --jobs: invalid number value: 'two'"),
        ("--seed -1", "argument --seed: -1 is not from 0 to 1000000000"),
        ("--players 5", "argument --players: invalid choice: 5"),
        ("--against ada", "argument --against: invalid choice: 'ada'"),
    ],
)
def test_wrong_arguments_are_refused(
    arguments: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments.split())
    assert ended.value.code == 2
    assert message in capsys.readouterr().err
