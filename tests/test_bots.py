"""The bots: what they are shown, what they answer, and how well they play."""

import hashlib
import pickle
from collections import Counter
from typing import Any

import attrs
import pytest

from splendor import (
    BOARD_GAME_ARENA,
    OFFICIAL,
    Action,
    CardBack,
    Gems,
    InvalidValueError,
    Phase,
    ReserveCard,
    ReturnTokens,
    RuleId,
    Rules,
    State,
    TakeTokens,
    Verdict,
    apply,
    digest,
    legal_actions,
    observe,
    setup,
    to_json,
    verify,
)
from splendor.bots import BOTS, Bot, BotError, GreedyBot, RandomBot, ask, play_game
from tests.command import row_card
from tests.positions import buy, give_back, position, seat, take

GREEDY, RANDOM = GreedyBot(), RandomBot()


def wins(games: int, *bots: Bot) -> list[int]:
    """How many games each bot wins; every game starts with the next seat of the next bot."""
    won = [0] * len(bots)
    for seed in range(games):
        shift = seed % len(bots)
        order = bots[shift:] + bots[:shift]
        result = play_game(setup(len(bots), seed=seed), order).result
        assert result is not None
        for winner in result.winners or ():
            won[(winner + shift) % len(bots)] += 1
    return won


@pytest.mark.sweep
def test_the_greedy_bot_beats_the_random_one_in_95_of_100_games() -> None:
    assert wins(100, GREEDY, RANDOM)[0] >= 95


@pytest.mark.sweep
@pytest.mark.parametrize("others", [2, 3])
def test_the_greedy_bot_beats_several_random_ones(others: int) -> None:
    assert wins(8, GREEDY, *[RANDOM] * others)[0] >= 7


@pytest.mark.sweep
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", [OFFICIAL, BOARD_GAME_ARENA], ids=["official", "bga"])
def test_greedy_bots_come_to_an_end(players: int, rules: Rules) -> None:
    """None of them waits for ever for something that the others keep."""
    limited = attrs.evolve(rules, turn_limit=100)
    for seed in range(2):
        report = verify(play_game(setup(players, seed=seed, rules=limited), [GREEDY] * players))
        assert report.verdict is Verdict.VALID
        assert report.outcome is not None
        assert report.outcome.reason == "target"


# What they answer


def test_the_greedy_bot_ends_the_game_when_it_can() -> None:
    ends = 0
    for seed in range(8):
        spy = Spy(GREEDY)
        play_game(setup(2, seed=seed, rules=Rules(target_score=6)), [spy, RANDOM])
        for view in spy.views:
            reached = [action for action in legal_actions(view) if _points(view, action) >= 6]
            ends += bool(reached)
            assert not reached or GREEDY.choose(view) in reached
    assert ends >= 6


def _points(view: State, action: Action) -> int:
    return apply(view, action).players[view.mover].points


def test_the_greedy_bot_collects_and_buys_the_best_card_in_sight() -> None:
    collecting = position(seat("uuu"), seat(), face_up="1k8")
    taken = GREEDY.choose(collecting)
    assert isinstance(taken, TakeTokens)
    assert taken.gems.blue == 1
    assert GREEDY.choose(position(seat("uuuu"), seat(), face_up="1k8")) == buy("1k8", "uuuu")


def test_the_greedy_bot_returns_what_it_needs_least() -> None:
    state = position(seat("wwuuuugggrr"), seat(), face_up="1k8", phase=Phase.RETURN)
    assert all(isinstance(action, ReturnTokens) for action in legal_actions(state))
    assert GREEDY.choose(state) not in {give_back("u"), give_back("y")}


def test_the_greedy_bot_takes_the_first_of_equal_actions() -> None:
    rows = "- - - -/- - - -/- - - -"
    state = position(seat(), seat(), rows=rows, nobles="", sold_out=(1, 2, 3), sound=False)
    assert GREEDY.choose(state) == legal_actions(state)[0] == take("wug")


def test_the_random_bot_answers_by_seed_and_view_alone() -> None:
    view = observe(setup(2, seed=1), 0)
    actions = legal_actions(view)
    text = f"splendor-rules random bot 1|hex:07|{digest(view)}"
    number = int(hashlib.sha256(text.encode()).hexdigest(), 16)
    assert RandomBot(b"\7").choose(view) == actions[number % len(actions)]
    drawn = Counter(RandomBot(seed).choose(view) for seed in range(600))
    assert set(drawn) == set(actions)
    assert max(drawn.values()) < 60
    with pytest.raises(InvalidValueError, match="a seed is an int"):
        RandomBot(-1)


def test_the_same_bots_play_the_same_game_again() -> None:
    opening = setup(3, seed=b"again")
    game = play_game(opening, [GREEDY, RandomBot(1), RandomBot(2)], seed=b"again")
    assert play_game(opening, [GreedyBot(), RandomBot(1), RandomBot(2)], seed=b"again") == game
    assert game != play_game(opening, [GREEDY, RandomBot(3), RandomBot(2)], seed=b"again")
    assert verify(game).verdict is Verdict.VALID


def test_bots_are_known_by_name() -> None:
    assert {name: make() for name, make in BOTS.items()} == {"greedy": GREEDY, "random": RANDOM}
    assert isinstance(GREEDY, Bot)
    assert not isinstance("greedy", Bot)


# What they are shown


@attrs.define
class Spy:
    """Keeps what it is shown, and plays as another bot does."""

    bot: Bot = RANDOM
    views: list[State] = attrs.field(factory=list)

    def choose(self, view: State) -> Action:
        self.views.append(view)
        return self.bot.choose(view)


@pytest.mark.parametrize("players", [2, 4])
def test_a_bot_is_never_shown_a_card_it_may_not_know(players: int) -> None:
    spies = [Spy() for _ in range(players)]
    play_game(setup(players, seed=6), spies)
    own = others = 0
    for number, spy in enumerate(spies):
        for view in spy.views:
            assert view.mover == view.decider == number
            assert all(isinstance(card, CardBack) for deck in view.decks for card in deck)
            for other, player in enumerate(view.players):
                hidden = [entry.card for entry in player.reserved if entry.face_down]
                known = [card for card in hidden if not isinstance(card, CardBack)]
                if other == number:
                    own += len(known)
                    assert known == hidden
                else:
                    others += len(hidden)
                    assert not known
    assert own
    assert others


# Wrong answers


@attrs.frozen
class Stubborn:
    """Always gives the same answer."""

    answer: object

    def choose(self, _: State, /) -> Action:
        return self.answer  # type: ignore[return-value]  # that is the point


def test_an_illegal_answer_is_an_error_with_bot_seat_action_and_rule() -> None:
    with pytest.raises(BotError) as caught:
        play_game(setup(2, seed=1), [GREEDY, Stubborn(TakeTokens(Gems(gold=1)))])
    error = caught.value
    assert str(error) == (
        "the bot Stubborn of player 1 answered T y, which is illegal: "
        "TAKE-6: gold is not taken as a gem"
    )
    assert (error.bot, error.seat, error.answer) == ("Stubborn", 1, "T y")
    assert error.violation is not None
    assert error.violation.rule is RuleId.TAKE_6
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - made here
    assert (str(again), again.violation) == (str(error), error.violation)


@pytest.mark.parametrize(
    ("answer", "said"), [(None, "None"), ("T wug", "'T wug'"), ([1] * 9999, "a list")]
)
def test_an_answer_that_is_no_action_is_an_error(answer: object, said: str) -> None:
    with pytest.raises(BotError) as caught:
        ask(Stubborn(answer), setup(2, seed=1))
    assert str(caught.value) == (
        f"the bot Stubborn of player 0 answered {said}, which is no action"
    )
    assert caught.value.violation is None


def test_a_long_name_of_a_bot_is_cut() -> None:
    bot = type("B" * 10_000 + "\x1b", (Stubborn,), {})(None)
    with pytest.raises(BotError) as caught:
        ask(bot, setup(2, seed=1))
    assert len(str(caught.value)) < 120


def test_a_bot_is_asked_only_where_a_player_has_to_decide() -> None:
    view = observe(setup(2, seed=1), 0)
    card = row_card(view, 1)
    revealing = apply(view, ReserveCard(card))
    with pytest.raises(InvalidValueError, match="no player has to decide in the phase reveal"):
        ask(GREEDY, revealing)
    with pytest.raises(InvalidValueError, match="state is a State, not None"):
        ask(GREEDY, None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("opening", "bots", "message"),
    [
        (setup(2, seed=1), [GREEDY], "1 bots for 2 players"),
        (observe(setup(2, seed=1), None), [GREEDY] * 2, "an opening whose decks are known"),
        (position(seat("w"), seat(), turn=1), [GREEDY] * 2, "a game begins with an opening"),
    ],
    ids=["too few", "unknown decks", "no opening"],
)
def test_a_game_is_not_played_from_anything_else(
    opening: State, bots: list[Bot], message: str
) -> None:
    with pytest.raises(InvalidValueError, match=message):
        play_game(opening, bots)


def test_the_greedy_bot_plays_the_same_game_on_every_machine() -> None:
    """Its arithmetic is of whole numbers; sums of fractions differ between Pythons."""
    game = play_game(setup(4, seed=7), [GREEDY] * 4)
    assert hashlib.sha256(to_json(game).encode()).hexdigest()[:16] == "73833012fe08c789"


@pytest.mark.parametrize("wrong", [None, "game", 3])
def test_only_openings_states_and_bots_make_a_game(wrong: Any) -> None:  # noqa: ANN401
    with pytest.raises(InvalidValueError, match="opening is a State, not"):
        play_game(wrong, [GREEDY, RANDOM])
    with pytest.raises(InvalidValueError, match="state is a State, not"):
        ask(GREEDY, wrong)
    with pytest.raises(InvalidValueError, match="a bot has a method choose, and there is none in"):
        ask(wrong, setup(2, seed=1))


def test_names_are_counted_before_the_game_is_played() -> None:
    spy = Spy()
    with pytest.raises(InvalidValueError, match="1 names for 2 players"):
        play_game(setup(2, seed=1), [spy, spy], players=("Ada",))
    assert not spy.views
