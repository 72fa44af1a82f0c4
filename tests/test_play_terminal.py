"""`splendor play` in a pseudo-terminal: whole games, killed ones, and what is on the screen."""

import re
import signal
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import pytest

from splendor import Move, State, Verdict, load, replay, setup, verify
from splendor.bots import GreedyBot, ask
from tests.command import APPEARANCE, ENVIRONMENT, here, start  # noqa: F401 - a fixture
from tests.pane import heed_ctrl_c

if TYPE_CHECKING or sys.platform != "win32":
    import pexpect
    import pyte
else:
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)

FILE = Path("splendor-game.json")
TERMINAL = {
    **{name: text for name, text in ENVIRONMENT.items() if name not in {*APPEARANCE, "LINES"}},
    "TERM": "xterm-256color",
}
CARD = re.compile(r"\b[123][wugrk][1-8]\b")
PROMPT = r"\n(\x1b\[\?2004h)?> "


@attrs.define
class Terminal:
    """The command, and the screen that it writes to."""

    child: "pexpect.spawn[str]"
    screen: pyte.Screen
    stream: pyte.Stream

    def wait(self) -> bool:
        """Wait for a prompt, and tell whether there is one: the command may have ended."""
        prompted = self.child.expect([PROMPT, pexpect.EOF]) == 0
        self.stream.feed((self.child.before or "") + (str(self.child.after) if prompted else ""))
        return prompted

    def type(self, line: str) -> bool:
        """Type a line, and wait for what comes of it."""
        self.child.sendline(line)
        return self.wait()

    @property
    def lines(self) -> list[str]:
        """What is on the screen."""
        return [line.rstrip() for line in self.screen.display]

    def end(self) -> int:
        """Wait for the end, and return the exit code."""
        self.child.close()
        assert self.child.exitstatus is not None
        return int(self.child.exitstatus)


@contextmanager
def terminal(*arguments: object, rows: int = 50, columns: int = 80) -> Generator[Terminal]:
    """Run `splendor play` until it asks for something."""
    command = ["-m", "splendor", "play", *map(str, arguments)]
    size = (rows, columns)
    child = pexpect.spawn(
        sys.executable,
        command,
        env=TERMINAL,
        dimensions=size,
        encoding="utf-8",
        timeout=30,
        preexec_fn=heed_ctrl_c,
    )
    screen = pyte.Screen(columns, rows)
    running = Terminal(child, screen, pyte.Stream(screen))
    try:
        assert running.wait()
        yield running
        if child.isalive():
            child.send("\x04")  # so that its coverage is written
            child.expect(pexpect.EOF)
    finally:
        child.close(force=True)


def now() -> State:
    """The state that the record in the file ends with."""
    return replay(load(FILE)).states[-1]


def decisions() -> int:
    """How many decisions of players are in the file."""
    events = load(FILE).events
    return sum(isinstance(event, Move) and event.by is not None for event in events)


def test_a_scripted_person_plays_a_game_against_the_greedy_bot_to_its_end() -> None:
    """The script reads the autosaved record, as a person reads the screen."""
    with terminal("Ada", "@greedy", "--seed", 5) as running:
        asked = 0
        while running.type(str(ask(GreedyBot(), now()))):
            asked += 1
        assert running.end() == 0
    assert asked > 20
    assert any("Ada won." in line or "@greedy won." in line for line in running.lines)
    verified = start("verify", FILE)
    assert verified.returncode == 0
    assert verified.stdout.splitlines()[-1] == "1 game: 1 valid"
    assert verify(load(FILE)).complete


def test_a_game_that_is_killed_loses_the_current_decision_at_most() -> None:
    typed = 0
    for kills in range(2):
        seats = ("--resume", FILE) if kills else ("Ada", "@greedy", "--seed", 5)
        with terminal(*seats) as running:
            for _ in range(5):
                assert running.type(str(ask(GreedyBot(), now())))
                typed += 1
            running.child.send(str(ask(GreedyBot(), now())))  # not entered yet
            running.child.kill(signal.SIGKILL)
        state = now()
        assert state.mover == 0
        assert state.turn == 2 * typed
        assert verify(load(FILE)).verdict is Verdict.VALID
    with terminal("--resume", FILE) as running:
        while running.type(str(ask(GreedyBot(), now()))):
            pass
        assert running.end() == 0
    assert start("verify", FILE).returncode == 0
    assert verify(load(FILE)).complete


@pytest.mark.parametrize(("key", "code"), [("\x04", 0), ("\x03", 130)], ids=["D", "C"])
def test_a_game_can_be_left_by_key(key: str, code: int) -> None:
    with terminal("--seed", 5) as running:
        assert running.type("T wug")
        running.child.send(key)
        assert not running.wait()
        assert running.end() == code
    shown = "\n".join(running.lines)
    assert "To go on with it:\nsplendor play --resume splendor-game.json" in shown
    assert decisions() == 2


# What is on the screen


def test_the_table_is_shown_in_colour_and_whole_where_there_is_room() -> None:
    with terminal("--seed", 5) as running:
        assert "Rules: official" in running.lines
        assert [line for line in running.lines if line][-1] == ">"
        colours = {cell.bg for row in running.screen.buffer.values() for cell in row.values()}
    assert len(colours) > 5


def test_a_low_terminal_has_the_whole_table_on_it_in_fewer_lines() -> None:
    with terminal("Ada", "Bo", "Cy", "@greedy", "--seed", 5, rows=24) as running:
        assert running.type("")
        assert "At the opening, round 1: player 0 (Ada) is to move" in running.lines
        assert any(line.startswith("tokens+bonuses") for line in running.lines)
        assert running.type("board")
        assert any(line.startswith("  bonuses") for line in running.lines)


def test_a_narrow_terminal_says_so_and_the_game_goes_on() -> None:
    with terminal("--seed", 5, columns=60) as running:
        said = " ".join(" ".join(running.lines).partition(" Guest: ")[0].split())
        assert re.fullmatch(
            "The terminal has 60 columns, and [0-9]{2} are needed for the table; "
            "type board to have it all the same.",
            said,
        )
        assert running.type("T wug")
        assert decisions() == 2
        assert running.type("board")
        assert any(line.startswith("Level 3") for line in running.lines)


def test_between_two_persons_the_screen_is_cleared_with_all_above_it() -> None:
    with terminal("Ada", "Bo", "--seed", 5) as running:
        drawn = str(setup(2, seed=5).decks[2][0])
        running.child.sendline("R #3")
        assert running.wait()
        assert "\x1b[3J" in str(running.child.before)
        assert [line for line in running.lines if line] == [
            "Pass the keyboard to Bo, who presses Enter.",
            ">",
        ]
        assert running.type("")
        assert drawn not in "\n".join(running.lines)
        assert "Ada: reserves the top card of level 3 (R #3); takes 1 gold" in running.lines
        assert running.type("T wug")
        assert running.type("")
        assert drawn in "\n".join(running.lines)
        assert running.type("resign")
        assert not running.type("yes")
        assert drawn not in "\n".join(running.lines)


@pytest.mark.rule("INFO-2")
def test_what_one_person_typed_the_next_cannot_have_again() -> None:
    pytest.importorskip("readline")
    with terminal("Ada", "Bo", "--seed", 5) as running:
        assert running.type("why b 3u1")
        assert running.type("R #3")
        assert running.type("")
        running.child.send("\x1b[A\x1b[A")
        assert running.type("")
        assert "3u1" not in " ".join(line for line in running.lines if ">" in line)
        assert "R #3" not in [line.removeprefix("> ") for line in running.lines]


def test_a_terminal_with_too_few_lines_says_so() -> None:
    with terminal("Ada", "@random", "@random", "@random", "--seed", 5, rows=14) as running:
        shown = " ".join(" ".join(running.lines).split())
        assert re.search("The terminal has 14 lines, and [0-9]+ are needed to see all of it", shown)


def test_an_earlier_line_can_be_had_again() -> None:
    pytest.importorskip("readline")
    with terminal("--seed", 5) as running:
        assert running.type("T y")
        running.child.send("\x1b[A\x7fwug")
        assert running.type("")
        assert str(load(FILE).events[0].action) == "T wug"  # type: ignore[union-attr]
