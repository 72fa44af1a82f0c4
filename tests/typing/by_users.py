"""What users write themselves: bots, readers, engines to check, and functions of their own."""

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, assert_type

import attrs

from splendor import (
    READERS,
    Action,
    BuyCard,
    Card,
    Gems,
    IllegalActionError,
    Phase,
    Reader,
    Reading,
    Record,
    State,
    Value,
    Violation,
    apply,
    check,
    legal_actions,
    parse_action,
    parse_position,
    setup,
    verify,
)
from splendor.bots import Bot, GreedyBot, play_game
from splendor.testing import Adapter, Difference, OwnEngine, Refusal, check_engine, outcome_text


class Buyer:
    """A bot is a class with `choose`; it inherits nothing."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - no secret

    def choose(self, view: State) -> Action:
        """Buy what can be bought, else do anything."""
        actions = legal_actions(view)
        return self._random.choice([a for a in actions if isinstance(a, BuyCard)] or actions)


class Talkative:
    """A bot may do more, give a narrower type and take a wider one."""

    said: str = ""

    def choose(self, seen: State | None, *, aloud: bool = False) -> BuyCard:
        """Buy; say so."""
        self.said = "mine" if aloud else ""
        return BuyCard(*self.best(seen))

    def best(self, seen: State | None) -> tuple[Card, Gems]:
        """Leave the best to the reader."""
        raise NotImplementedError


class Module(Protocol):
    """A module with a function `choose` is a bot, too."""

    @staticmethod
    def choose(view: State, /) -> Action: ...


def users_bots(module: Module, made: Callable[[], Bot]) -> None:
    bots: list[Bot] = [Buyer(1), Talkative(), module, GreedyBot(), made()]
    assert_type(play_game(setup(4, seed=1), bots), Record)
    assert_type(play_game(setup(2, seed=1), [Buyer(1), GreedyBot()]), Record)


def is_mine(content: object) -> bool:
    return isinstance(content, dict) and "my-format" in content


def interpret(values: Iterable[Value]) -> Iterator[Reading]:
    for value in values:
        position = value["position"].text(10_000)
        names = tuple(name.text(100) for name in value["names"].items())
        game = value.given("seed")
        if game is None:
            value.fail("no seed")
        yield Reading(parse_position(position), names, assumptions=("nobody passed",))


def users_reader(data: bytes) -> None:
    reader = Reader("a game of mine", is_mine, interpret, by_line=True)
    assert_type(reader.read(data), tuple[Reading, ...])
    readers: tuple[Reader, ...] = (*READERS, reader)
    assert_type([reader.what for reader in readers], list[str])
    for reading in reader.read(data):
        if isinstance(reading.game, Record):
            assert_type(verify(reading.game).final, State | None)
        else:
            assert_type(reading.game, State)


class Mine:
    """An adapter inherits nothing either; what it calls a state is its own affair."""

    def load(self, position: str) -> list[str]:
        """Keep the text."""
        return [position]

    def dump(self, state: list[str]) -> str:
        """Give it back."""
        return state[-1]

    def legal_actions(self, state: list[str]) -> Iterator[str]:
        """List them one by one."""
        yield from map(str, legal_actions(parse_position(state[-1])))

    def apply(self, state: list[str], action: str) -> list[str]:
        """Refuse by the rule."""
        try:
            after = apply(parse_position(state[-1]), parse_action(action))
        except IllegalActionError as error:
            raise Refusal(error.violation.rule.value) from None
        return [*state, str(after)]

    def outcome(self, state: list[str]) -> str | None:
        """Say how it ended."""
        return outcome_text(parse_position(state[-1]))


class Lenient(OwnEngine):
    """This package's engine, changed in one place."""

    def legal_actions(self, state: State, /) -> list[str]:
        """Pass whenever that helps."""
        return [*super().legal_actions(state), "P"]


def users_engines() -> None:
    mine: Adapter[list[str]] = Mine()
    assert_type(check_engine(mine), tuple[Difference, ...])
    assert_type(check_engine(Mine(), parts=("perft",)), tuple[Difference, ...])
    assert_type(check_engine(Lenient()), tuple[Difference, ...])


@attrs.frozen
class Table:
    """A table of a server, which hangs its own things on a state."""

    state: State
    clocks: tuple[float, ...]

    def refusal_of(self, action: Action) -> Violation | None:
        """Return why not, if not."""
        return check(self.state, action)


def play_out(state: State, choose: Callable[[tuple[Action, ...]], Action]) -> list[Action]:
    played: list[Action] = []
    while state.phase is not Phase.OVER:
        played.append(choose(legal_actions(state)))
        state = apply(state, played[-1])
    return played


def users_functions(table: Table) -> None:
    assert_type(play_out(table.state, random.choice), list[Action])
    assert_type(max(legal_actions(table.state), key=str), Action)
    assert_type(sum(p.points for p in table.state.players), int)
    assert_type({a: apply(table.state, a) for a in legal_actions(table.state)}, dict[Action, State])
