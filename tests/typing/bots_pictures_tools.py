"""The types of `splendor.bots`, `splendor.render` and `splendor.testing`."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import assert_type

from hypothesis import given
from hypothesis.strategies import SearchStrategy

from splendor import (
    CARDS,
    NOBLES,
    Action,
    Card,
    Gems,
    Noble,
    Record,
    Rules,
    State,
    Violation,
    render,
    testing,
)
from splendor.bots import BOTS, Bot, BotError, GreedyBot, RandomBot, ask, play_game
from splendor.render import Picture, headline, replay_html, say, svg
from splendor.testing import (
    Adapter,
    Difference,
    Game,
    OwnEngine,
    Refusal,
    Unsupported,
    check_engine,
    divide,
    outcome_text,
    perft,
)


def bots(bot: Bot, state: State, greedy: GreedyBot, chance: RandomBot) -> None:
    assert_type(BOTS, Mapping[str, Callable[[], Bot]])
    assert_type(BOTS["greedy"](), Bot)
    assert_type(bot.choose(state), Action)
    assert_type(GreedyBot(), GreedyBot)
    assert_type(greedy.choose(state), Action)
    assert_type(RandomBot(b"a seed"), RandomBot)
    assert_type(chance.seed, int | bytes)
    assert_type(chance.choose(state), Action)
    assert_type(ask(bot, state), Action)
    assert_type(ask(GreedyBot(), state), Action)
    assert_type(play_game(state, [GreedyBot(), RandomBot()]), Record)
    assert_type(play_game(state, (bot, bot), players=("Ada", "Bo"), seed=1), Record)
    try:
        ask(bot, state)
    except BotError as error:
        assert_type(error, BotError)
        assert_type((error.bot, error.seat, error.answer), tuple[str, int, str])
        assert_type(error.violation, Violation | None)


def pictures(picture: Picture, record: Record, state: State, action: Action) -> None:
    pictures: list[Picture] = [state, state.players[0], CARDS["1w1"], NOBLES["wug"], action]
    assert_type(pictures[0], Picture)
    assert_type(svg(picture), str)
    assert_type(svg(state, names=["Ada", "Bo"], theme="dark"), str)
    assert_type(svg(action), str)
    assert_type(replay_html(record), str)
    assert_type(render.svg(CARDS["1w1"]), str)
    assert_type(headline(state), str)
    assert_type(headline(state, ["Ada", "Bo"], record.ending), str)
    assert_type(say(action), str)


def strategies() -> None:
    assert_type(testing.gems(), SearchStrategy[Gems])
    assert_type(testing.gems(3), SearchStrategy[Gems])
    assert_type(testing.cards(), SearchStrategy[Card])
    assert_type(testing.cards(2), SearchStrategy[Card])
    assert_type(testing.nobles(), SearchStrategy[Noble])
    assert_type(testing.actions(), SearchStrategy[Action])
    assert_type(testing.rules(), SearchStrategy[Rules])
    assert_type(testing.openings(), SearchStrategy[State])
    assert_type(testing.openings(players=2, rules=testing.rules()), SearchStrategy[State])
    assert_type(testing.games(), SearchStrategy[Game])
    assert_type(
        testing.games(testing.openings(2)), SearchStrategy[tuple[State, tuple[Action, ...]]]
    )
    assert_type(testing.states(), SearchStrategy[State])
    assert_type(testing.states(testing.openings(), most_actions=20), SearchStrategy[State])
    assert_type(testing.views(testing.states()), SearchStrategy[State])
    assert_type(testing.records(testing.games()), SearchStrategy[Record])


@given(state=testing.states(), game=testing.games())
def property_of_all_games(state: State, game: Game) -> None:
    opening, actions = game
    assert_type((state, opening, actions), tuple[State, State, tuple[Action, ...]])


def conformance(adapter: Adapter[bytes], state: State, corpus: Path) -> None:
    assert_type(adapter.load("a position"), bytes)
    assert_type(adapter.apply(b"", "T wug"), bytes)
    assert_type(adapter.dump(b""), str)
    assert_type(list(adapter.legal_actions(b"")), list[str])
    assert_type(adapter.outcome(b""), str | None)
    assert_type(check_engine(adapter), tuple[Difference, ...])
    assert_type(
        check_engine(OwnEngine(), parts=["games", "perft"], perft_nodes=100), tuple[Difference, ...]
    )
    assert_type(check_engine(OwnEngine(), corpus=corpus), tuple[Difference, ...])
    assert_type(outcome_text(state), str | None)
    assert_type(perft(state, 2), int)
    assert_type(divide(state, 2), tuple[tuple[Action, int], ...])


def own_engine(own: OwnEngine, state: State) -> None:
    assert_type(own.load("a position"), State)
    assert_type(own.dump(state), str)
    assert_type(own.legal_actions(state), list[str])
    assert_type(own.apply(state, "T wug"), State)
    assert_type(own.outcome(state), str | None)


def refusals(refusal: Refusal) -> None:
    assert_type(Refusal("TAKE-5"), Refusal)
    assert_type(Refusal(), Refusal)
    assert_type(refusal.rule, str | None)
    assert_type(Unsupported("nine players"), Unsupported)


def difference(difference: Difference) -> None:
    assert_type(difference.place, str)
    assert_type(difference.about, str)
    assert_type(difference.step, int)
    assert_type(difference.position, str)
    assert_type(difference.action, str)
    assert_type(difference.what, str)
    assert_type(difference.expected, str)
    assert_type(difference.found, str)
