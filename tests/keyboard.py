"""What is typed in `splendor play`, given as text."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from splendor import Phase, State, apply, parse_action, setup
from splendor.bots import BOTS, GreedyBot, ask
from splendor.cli.commands import splendor
from tests.command import APPEARANCE

FILE = Path("splendor-game.json")
OWN_BOTS = r'''
from splendor import Pass, legal_actions

class First:
    def choose(self, view):
        return legal_actions(view)[0]

first = First()

class holder:
    bot = first

class Blind:
    """Reserves from the decks while it can."""

    def choose(self, view):
        actions = legal_actions(view)
        blind = [each for each in actions if str(each).startswith("R #")]
        return (blind or actions)[-1]

class Passing:
    def choose(self, view):
        return Pass()

class Broken:
    def choose(self, view):
        raise ValueError("\x1b[31m no idea")

class Leaving:
    def choose(self, view):
        raise SystemExit(0)

class Silent(Exception):
    def __str__(self):
        raise RuntimeError

class Mute:
    def choose(self, view):
        raise Silent

class Wanderer:
    def choose(self, view):
        import os
        os.chdir("elsewhere")
        return legal_actions(view)[0]

def fails():
    raise KeyError("nothing")

nothing = 7
OWN = "own"
'''


@pytest.fixture(autouse=True)
def imports(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave no module of a test to the next."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "own", raising=False)


def played(*arguments: object, typed: str | list[str] = "", **environment: str) -> Result:
    """Run `splendor play` in this process on lines that are typed."""
    text = typed if isinstance(typed, str) else "".join(f"{line}\n" for line in typed)
    env = {**dict.fromkeys(APPEARANCE), "COLUMNS": "80", **environment}
    result = CliRunner().invoke(splendor, ["play", *map(str, arguments)], input=text, env=env)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def moves(
    seed: int,
    *bots: str,
    first: tuple[str, ...] = (),
    until: Callable[[State], object] = lambda _: False,
) -> list[str]:
    """What a person at seat 0 types who plays like the greedy bot, to the end or before that."""
    others = [BOTS[bot.removeprefix("@")]() for bot in bots or ("@greedy",)]
    state = setup(1 + len(others), seed=seed)
    typed: list[str] = []
    while state.phase is not Phase.OVER and not (state.mover == 0 and until(state)):
        action = ask([GreedyBot(), *others][state.mover], state)
        if state.mover == 0 and len(typed) < len(first):
            action = parse_action(first[len(typed)], state)
        typed += [str(action)] if state.mover == 0 else []
        state = apply(state, action)
    return typed


def after(seed: int, typed: list[str]) -> State:
    """The state of the person to move after what was typed, against the greedy bot."""
    state, left = setup(2, seed=seed), list(typed)
    while left or state.mover:
        action = ask(GreedyBot(), state) if state.mover else parse_action(left.pop(0), state)
        state = apply(state, action)
    return state


def words(result: Result) -> str:
    """All that was printed, with one blank wherever there is some."""
    return " ".join(result.output.split())
