"""`splendor play`: a game at one keyboard, line by line, so that a screen reader can follow."""

from __future__ import annotations

import re
import shlex
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from typing import Final

import attrs
import click
from rich.console import Console, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from splendor.bots import BOTS, Bot, BotError, GreedyBot, ask
from splendor.cli import MISUSED
from splendor.cli.autosave import Table
from splendor.cli.board import dense_board
from splendor.cli.output import plain, render, too_narrow
from splendor.cli.seats import MARK, fault_of, labels
from splendor.cli.showing import view_of_state
from splendor.cli.streams import write
from splendor.cli.telling import HELP, choices, question, told, turns, verdict_on
from splendor.engine.knowledge import observe
from splendor.engine.scoring import score
from splendor.engine.violation import IllegalActionError
from splendor.errors import UnreadableError
from splendor.formats.notation import AmbiguousActionError, format_action, parse_action
from splendor.model.actions import Action
from splendor.model.rule_ids import RuleId
from splendor.model.state import State
from splendor.render.foreign import clean
from splendor.render.words import counted, say

ROOM: Final = 6
"""The lines of a screen that what happened and the prompt need."""
CLEAR: Final = "\x1b[H\x1b[2J\x1b[3J"
"""Clears the screen and what can be scrolled back to."""


class Left(Exception):  # noqa: N818 - it is no error
    """Somebody wants to leave the game."""


class BrokenBotError(click.ClickException):
    """A bot that gave no answer, or a wrong one."""

    exit_code = MISUSED


def play(table: Table) -> None:
    """Play a game to its end, or until somebody leaves; the table keeps it in its file.

    KeyboardInterrupt goes on to the caller once the file is whole and it is said how to resume.
    """
    write("", sys.stdout)  # fails at once if it is closed
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")
        if sys.stdin.isatty():
            with suppress(ImportError):  # then a line can be edited, and an earlier one had again
                import_module("readline")
    game = _Game(table)
    try:
        while not table.over:
            game.go_on()
        game.tell_end()
    except (EOFError, Left):
        _tell_how_to_resume(table)
    except BrokenBotError:
        _tell_how_to_resume(table)
        raise
    except KeyboardInterrupt:
        table.save()  # the interrupt may have come in the middle of it
        _tell_how_to_resume(table)
        raise


@attrs.define
class _Game:
    """The dialogue about a table."""

    table: Table
    names: tuple[str, ...] = attrs.field(init=False)
    looking: int | None = None
    """The seat whose view is on the screen, if there are several persons."""

    def __attrs_post_init__(self) -> None:
        self.names = labels(self.table.seats)

    def go_on(self) -> None:
        """Get the next decision of somebody, or whatever they want instead."""
        seat = self.table.state.mover
        bot = self.table.seats[seat].bot
        if bot is None:
            self._ask_person(seat)
            return
        self.table.decide(self._ask_bot(seat, bot))
        if not self.table.persons:
            self._tell_since(len(self.table.decisions) - 1, None)

    def _ask_bot(self, seat: int, bot: Bot) -> Action:
        try:
            return ask(bot, self.table.state)
        except BotError as error:
            message = f"{self.names[seat]}: {clean(str(error))}"
            raise BrokenBotError(message) from None
        except (Exception, SystemExit, GeneratorExit) as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            fault = f"{fault_of(error)} ({last.filename}, line {last.lineno})"
            message = f"{self.names[seat]} failed: {clean(fault)}"
            raise BrokenBotError(message) from error

    # A person's turn

    def _ask_person(self, seat: int) -> None:
        """Show the table as a person may see it, and do what they say until they decide."""
        self._pass_keyboard(seat)
        view = observe(self.table.state, seat)
        self._tell_since(self.table.last_decision(seat) or 0, seat)
        self._show(view)
        _print("", plain(f"{self.names[seat]}: {question(view)}", "bold"))
        decisions = len(self.table.decisions)
        while len(self.table.decisions) == decisions and not self.table.over:
            self._do(_read(), seat, view)

    def _pass_keyboard(self, seat: int) -> None:
        """See to it that nobody reads what another may know."""
        begun = self.looking is not None or self.table.decisions
        if len(self.table.persons) > 1 and begun and self.looking != seat:
            self._clear()
            _forget_lines()
            _read(f"Pass the keyboard to {self.names[seat]}, who presses Enter.")
        self.looking = seat

    def _clear(self) -> None:
        if sys.stdout.isatty():
            write(CLEAR, sys.stdout)

    def _show(self, view: State, *, wanted: bool = False) -> None:
        """Show the table: in fewer lines if it would not fit, and not at all if it is too wide.

        If it is wanted, it is shown as it is.
        """
        names = [seat.name for seat in self.table.seats]
        ending = self.table.ending
        parts = list(view_of_state(view, names, ending=ending).parts)
        narrow = "" if wanted else too_narrow(parts)
        if narrow:
            _print(f"{narrow.capitalize()} for the table; type board to have it all the same.")
            return
        if (
            sys.stdout.isatty()
            and not wanted
            and render(*parts).count("\n") > Console().height - ROOM
        ):
            parts = dense_board(view, names, ending)
        _print("", *parts)
        height, needed = Console().height, render(*parts).count("\n") + ROOM
        if sys.stdout.isatty() and needed > height:
            _print(f"The terminal has {height} lines, and {needed} are needed to see all of it.")

    def _do(self, line: str, seat: int, view: State) -> None:
        """Carry out a line that a person typed."""
        word, _, rest = line.strip().partition(" ")
        if not word:
            return
        if word.lower() == "why" and rest:
            _print(plain(verdict_on(view, rest)))
            return
        command = _COMMANDS.get(line.strip().lower())
        if command is not None:
            command(self, seat, view)
            return
        action = _action(line, view)
        if action is not None:
            self.table.decide(action)

    # What can be typed beside an action

    def _help(self, _: int, __: State) -> None:
        write(HELP, sys.stdout)

    def _what(self, _: int, view: State) -> None:
        grid = Grid.grid(padding=(0, 2, 0, 0))
        for kind, actions in choices(view):
            grid.add_row(kind, actions)
        _print(grid)

    def _why(self, _: int, __: State) -> None:
        _print("why what? Type the action behind it, such as: why T gg")

    def _hint(self, _: int, view: State) -> None:
        action = ask(GreedyBot(), view)
        _print(f"The greedy bot {say(action)}: {format_action(action)}")

    def _undo(self, seat: int, _: State) -> None:
        decisions = len(self.table.decisions)
        if not self.table.undo(seat):
            _print("There is no decision of yours to take back.")
            return
        undone = counted(decisions - len(self.table.decisions), "decision")
        _print(f"{undone} undone, back to yours.")

    def _board(self, _: int, view: State) -> None:
        self._show(view, wanted=True)

    def _log(self, _: int, __: State) -> None:
        grid = Grid.grid(padding=(0, 2, 0, 0))
        for number, seat, text in turns(self.table.states, self.table.decisions):
            grid.add_row(str(number), Text(self.names[seat]), text)
        _print(grid if self.table.decisions else "Nothing has been done yet.")

    def _resign(self, seat: int, _: State) -> None:
        answer = _read("Give up, which ends the game for all? yes or no")
        if answer.strip().lower() in {"y", "yes"}:
            self.table.resign(seat)
        else:
            _print("The game goes on.")

    def _quit(self, _: int, __: State) -> None:
        raise Left

    # What is told

    def _tell_since(self, first: int, viewer: int | None) -> None:
        """Tell the decisions from a number on, as a seat may know them."""
        states, decisions = self.table.states, self.table.decisions
        for number in range(first, len(decisions)):
            before, after = states[number], states[number + 1]
            text = told(before, decisions[number], after, viewer)
            _print(Text(f"{self.names[before.mover]}: {text}"))

    def tell_end(self) -> None:
        """Tell the last moves, who won, and where the record is."""
        table, persons = self.table, self.table.persons
        viewer = persons[0] if len(persons) == 1 else None
        if len(persons) > 1:
            self._clear()
        if persons:
            self._tell_since(table.last_decision(*persons) or 0, viewer)
        self._show(observe(table.state, viewer))
        _print("", self._result(), "", Text(self._ending(), "bold"))
        file = _file(table)
        _print(Text(f"The game is kept in {file}. To look at it again:"))
        _print(Text(f"splendor watch {file}"))

    def _result(self) -> Grid:
        grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
        for heading in ("rank", "player", "points", "cards bought"):
            grid.add_column(heading, justify="left" if heading == "player" else "right")
        standing = sorted(enumerate(score(self.table.state)), key=lambda entry: entry[1].rank)
        for seat, each in standing:
            figures = (str(each.points), str(each.purchased))
            grid.add_row(str(each.rank), Text(self.names[seat]), *figures)
        return grid

    def _ending(self) -> str:
        if self.table.resigned is not None:
            return f"{self.names[self.table.resigned]} gave up."
        scores = zip(self.names, score(self.table.state), strict=True)
        winners = [name for name, each in scores if each.rank == 1]
        return f"{' and '.join(winners)} {'won' if len(winners) == 1 else 'share the victory'}."


_COMMANDS: Final[dict[str, Callable[[_Game, int, State], None]]] = {
    "?": _Game._help,
    "help": _Game._help,
    "what": _Game._what,
    "why": _Game._why,
    "hint": _Game._hint,
    "undo": _Game._undo,
    "board": _Game._board,
    "log": _Game._log,
    "resign": _Game._resign,
    "quit": _Game._quit,
}


def _action(line: str, view: State) -> Action | None:
    """Read an action that is legal, or say why it is none."""
    try:
        return parse_action(line, view)
    except AmbiguousActionError as error:
        return _chosen(error.candidates)
    except IllegalActionError as error:
        wrong = error.violation
        asked = f"{wrong.rule}: that is not what is to be done now; {question(view)}"
        _print(plain(asked if wrong.rule is RuleId.TURN_4 else str(wrong)))
    except UnreadableError as error:
        _print(plain(f"{error}; ? for help"))
    return None


def _chosen(candidates: Sequence[Action]) -> Action | None:
    """Let the person choose one of several actions by its number."""
    for number, action in enumerate(candidates, start=1):
        _print(f"{number}  {format_action(action)}  {say(action)}")
    while answer := _read(f"Which, 1 to {len(candidates)}? Just Enter for none of them.").strip():
        if re.fullmatch("[0-9]{1,3}", answer) and 1 <= int(answer) <= len(candidates):
            return candidates[int(answer) - 1]
    _print("Nothing is done.")
    return None


def _read(question: str = "") -> str:
    """Ask for a line; EOFError where there is no more."""
    if sys.stdin is None:
        raise EOFError
    if question:
        _print(Text(question))
    line = input("> ")
    if not sys.stdin.isatty():
        write(f"{clean(line)}\n", sys.stdout)  # as a terminal shows what is typed
    return line


def _forget_lines() -> None:
    """Forget the lines that were typed, which the key up would show to the next person."""
    readline = sys.modules.get("readline")
    if readline is not None:
        readline.clear_history()


def _print(*parts: RenderableType) -> None:
    write(render(*parts), sys.stdout)


def _file(table: Table) -> str:
    return clean(shlex.quote(str(table.path)))


def _tell_how_to_resume(table: Table) -> None:
    """Say where the game is, and the command that goes on with it."""
    own = any(
        seat.bot is not None and seat.name.removeprefix(MARK) not in BOTS for seat in table.seats
    )
    seats = [clean(shlex.quote(seat.name)) for seat in table.seats] if own else []
    command = " ".join(("splendor play --resume", _file(table), *seats))
    _print("", Text("The game is kept. To go on with it:"), Text(command))
