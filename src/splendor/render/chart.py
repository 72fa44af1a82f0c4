"""Points, bonuses and tokens over the turns, as line charts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from splendor.model.state import Player, State
from splendor.render.markup import element, placed, text
from splendor.render.pieces import write
from splendor.render.theme import fill, stroke

WIDTH: Final = 360
HEIGHT: Final = 150
LEFT: Final = 30
"""Where turn 0 is; the last turn is as far from the right edge as LAST."""
LAST: Final = 12
_TOP: Final = 14
_BOTTOM: Final = HEIGHT - 24
FIGURES: Final[tuple[tuple[str, Callable[[Player], int]], ...]] = (
    ("Points", lambda player: player.points),
    ("Bonuses", lambda player: player.bonuses.total),
    ("Tokens", lambda player: player.tokens.total),
)
"""What is drawn, a chart each, and how it is counted."""
DASHES: Final = ("none", "9 4", "3 3", "12 3 3 3")
"""The lines of the seats differ in this too, not by colour alone."""


def charts(states: Sequence[State]) -> tuple[tuple[str, str], ...]:
    """Return the name of each figure and its chart, by the states after each turn."""
    return tuple((name, _chart(states, name, figure)) for name, figure in FIGURES)


def line_sample(seat: int) -> str:
    """Return a short piece of a seat's line, for a legend."""
    line = element("path", d="M2 8H38", **_line(seat))
    return element("svg", line, viewBox="0 0 40 16", width=40, height=16, aria_hidden="true")


def _line(seat: int) -> dict[str, object]:
    dashes = {"stroke_dasharray": DASHES[seat], "stroke_width": 2.5, "fill": "none"}
    return {**stroke(f"seat-{seat}"), **dashes}


def _chart(states: Sequence[State], name: str, figure: Callable[[Player], int]) -> str:
    seats = range(len(states[0].players))
    rows = [[figure(state.players[seat]) for state in states] for seat in seats]
    highest = max(10, *map(max, rows))
    turns = max(1, len(states) - 1)

    def across(turn: float) -> float:
        return LEFT + turn * (WIDTH - LEFT - LAST) / turns

    def up(value: float) -> float:
        return _BOTTOM - value * (_BOTTOM - _TOP) / highest

    step = 5 * (highest // 30 + 1)
    grid = [
        element("path", d=f"M{LEFT} {up(value):g}H{WIDTH - LAST}", opacity=0.4, **stroke("line"))
        + write(value, LEFT - 6, up(value), 11, fill("muted"), text_anchor="end")
        for value in range(0, highest + 1, step)
    ]
    lines = []
    for seat, row in enumerate(rows):
        points = " ".join(f"{across(turn):.4g} {up(value):.4g}" for turn, value in enumerate(row))
        lines.append(element("path", d=f"M{points}", **_line(seat)))
    last = write(f"turn {turns}", WIDTH - LAST, HEIGHT - 10, 11, fill("muted"), text_anchor="end")
    ends = ", ".join(f"player {seat} {row[-1]}" for seat, row in enumerate(rows))
    cursor = element("path", d=f"M0 {_TOP}V{_BOTTOM}", stroke_width=2, **stroke("mark"))
    return element(
        "svg",
        element("title", text(f"{name} after each turn; at the end {ends}")),
        *grid,
        *lines,
        last,
        element("g", placed(cursor, LEFT, 0), class_="cursor"),
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
    )
