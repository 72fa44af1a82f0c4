"""`splendor watch`: a game turn by turn on a terminal, moved through by single keys."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from typing import Final

import attrs
import click
from rich.console import Console, RenderableType
from rich.text import Text

from splendor.cli.board import board, dense_board
from splendor.cli.output import MIN_WIDTH, plain, render, width_of
from splendor.cli.showing import refuse_turn
from splendor.cli.streams import write
from splendor.formats.record import Record
from splendor.render.sights import Sight, Turn, sights
from splendor.verification import verify

KEY: Final = re.compile("\x1b[\\[O][0-9;]*[A-Za-z~]|[\0\xe0].|.", re.DOTALL)
"""One key of what a terminal sends at once; the second form is that of Windows."""
NEXT: Final = {" ", "n", "\x1b[C", "\x1bOC", "\xe0M", "\0M"}
BACK: Final = {"b", "p", "\x1b[D", "\x1bOD", "\xe0K", "\0K"}
FIRST: Final = {"0", "\x1b[H", "\x1bOH", "\x1b[1~", "\xe0G", "\0G"}
LAST: Final = {"$", "\x1b[F", "\x1bOF", "\x1b[4~", "\xe0O", "\0O"}
ENTER: Final = {"\r", "\n"}
ERASE: Final = {"\x7f", "\b"}
END: Final = {"q", "\x04"}
KEYS: Final = "space next  b back  0 first  $ last  g go to  s eyes  ? help  q end"
HELP: Final = """\
space, n, right     the next turn
b, p, left          the turn before
0, Home             the opening
$, End              the last turn, or what is wrong with the game
g, a number, Enter  that turn
s                   the next eyes: all that is recorded, each player, a spectator
?                   this help, and away again
q, Ctrl-D           end

A cell like 2+3 is two tokens and three bonuses.
A card with a star is reserved face down.
"""
MAX_LOG: Final = 5
MAX_DIGITS: Final = 6


@attrs.frozen
class Watch:
    """What is being looked at: through whose eyes, at which turn, and what was typed of a number.

    The place behind the last turn is that of the problem, if there is one.
    """

    sights: tuple[Sight, ...]
    names: tuple[str, ...]
    eyes: int = 0
    place: int = 0
    typed: str | None = None
    helping: bool = False

    @property
    def sight(self) -> Sight:
        """The game in the eyes it is seen with."""
        return self.sights[self.eyes]

    @property
    def end(self) -> int:
        """The last place there is."""
        return len(self.sight.turns) - (self.sight.problem is None)

    def press(self, key: str) -> Watch:
        """Return what is looked at after a key; one that means nothing changes nothing."""
        if self.typed is not None:
            return self._type(self.typed, key)
        if self.helping:
            return attrs.evolve(self, helping=False)
        if key in {"g", "?"}:
            return attrs.evolve(self, typed="") if key == "g" else attrs.evolve(self, helping=True)
        if key == "s":
            seen = attrs.evolve(self, eyes=(self.eyes + 1) % len(self.sights))
            return seen.at(seen.place)
        moves = ((NEXT, self.place + 1), (BACK, self.place - 1), (FIRST, 0), (LAST, self.end))
        return self.at(next((place for keys, place in moves if key in keys), self.place))

    def at(self, place: int) -> Watch:
        """Return the same at another place, or at the nearest there is."""
        return attrs.evolve(self, place=min(max(place, 0), self.end))

    def _type(self, typed: str, key: str) -> Watch:
        if key in ENTER:
            return attrs.evolve(self.at(int(typed)) if typed else self, typed=None)
        if key in ERASE:
            return attrs.evolve(self, typed=typed[:-1])
        if key.isascii() and key.isdigit() and len(typed) < MAX_DIGITS:
            return attrs.evolve(self, typed=typed + key)
        return self if key.isdigit() else attrs.evolve(self, typed=None)


def is_terminal() -> bool:
    """Return whether there is somebody who can see the screen and press keys."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def watch(record: Record, turn: int = 0) -> bool:
    """Let somebody step through a game from some turn on, and return whether it is INVALID.

    Raises NoSuchTurnError for a turn that there is not.
    """
    report = verify(record)
    seen = sights(record, report)
    if not seen[0].turns:
        write(render(plain(seen[0].problem or "", "bold red")), sys.stdout)
        return True
    refuse_turn(turn, report)
    looked_at = Watch(seen, record.players).at(turn)
    with Console().screen(hide_cursor=True):
        _show(looked_at)
        for key in _keys():
            if key in END and looked_at.typed is None:
                break
            looked_at = looked_at.press(key)
            _show(looked_at)
    return report.problem is not None


def _keys() -> Iterator[str]:
    """Yield the keys pressed, one by one, until there are none any more."""
    while True:
        try:
            pressed = click.getchar()
        except EOFError:
            return
        if not pressed:  # the terminal is gone
            return
        yield from KEY.findall(pressed)


def _show(looked_at: Watch) -> None:
    console = Console()
    text = screen(looked_at, console.width, console.height)
    console.clear()
    write(text, sys.stdout)


# What is on the screen


def screen(looked_at: Watch, columns: int, lines: int) -> str:
    """Return what is shown on a terminal of this size, or that it is too small for that."""
    if looked_at.helping:
        return HELP
    turns = looked_at.sight.turns
    turn = turns[min(looked_at.place, len(turns) - 1)]
    height = width = 0
    at = (turn.state, looked_at.names)
    for parts in (board(*at, ending=turn.ending), dense_board(*at, turn.ending)):
        width = width_of(parts)
        top = _set(_status(looked_at), *parts, width=width)
        news = [_set(each, width=width) for each in _news(looked_at)]
        height = len(top) + sum(map(len, news[-1:])) + 1
        if columns >= width and lines >= height:
            return "\n".join(
                [*top, *_filled(news, lines - len(top) - 1), *_set(_prompt(looked_at))]
            )
    has = f"the terminal has {columns} columns and {lines} lines"
    return f"{has}, and {width} and {height} are needed here; q ends"


def _set(*parts: RenderableType, width: int = MIN_WIDTH) -> list[str]:
    return render(*parts, width=width).removesuffix("\n").split("\n")


def _filled(news: Sequence[list[str]], room: int) -> Iterator[str]:
    """Yield as much of the latest news as there is room for, between blank lines."""
    shown: list[list[str]] = []
    for each in reversed(news):
        if sum(map(len, shown)) + len(each) > room:
            break
        shown.insert(0, each)
    room -= sum(map(len, shown))
    yield from [""] * (room > 1)
    for each in shown:
        yield from each
    yield from [""] * (room > 0)


def _status(looked_at: Watch) -> Text:
    sight, turns = looked_at.sight, looked_at.sight.turns
    last = turns[-1]
    if looked_at.place < len(turns):
        now = turns[looked_at.place]
        where = f"Turn {now.number} of {last.number}{'' if now.complete else ', not finished'}"
    else:
        where = f"Behind turn {last.number}: here the game goes wrong"
    return Text(f"{where}; eyes: {sight.name}", "reverse")


def _news(looked_at: Watch) -> Iterator[Text]:
    """Yield the last turns up to this place, and what is wrong if it is there."""
    sight, place = looked_at.sight, looked_at.place
    for turn in sight.turns[max(place - MAX_LOG + 1, 0) : place + 1]:
        if turn.words:
            yield _told(turn)
    if sight.problem is not None and place == len(sight.turns):
        yield plain(sight.problem, "bold red")


def _told(turn: Turn) -> Text:
    return Text.assemble(f"{turn.number}. ", (turn.notation, "bold"), f"  {turn.words}")


def _prompt(looked_at: Watch) -> Text:
    if looked_at.typed is None:
        return Text(KEYS, "dim")
    return Text(f"Go to turn (0 to {looked_at.sight.turns[-1].number}): {looked_at.typed}_")
