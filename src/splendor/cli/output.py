"""What the command prints: text that can do a terminal no harm.

Names, paths and the figures of a log come from strangers. They are printed as `Text`, so that rich
finds no markup in them, and what steers a terminal or reorders a line is spelled out.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rich.console import Console, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text
from rich.theme import Theme

from splendor.model.gems import Gem
from splendor.render.foreign import clean
from splendor.render.palette import PAINTS

MIN_WIDTH: Final = 60
"""Narrower than this nothing is set; a narrower terminal breaks the lines itself."""
SHOWN: Final = 10
FEW: Final = {
    Gem.WHITE: "black on bright_white",
    Gem.BLUE: "bright_white on blue",
    Gem.GREEN: "black on green",
    Gem.RED: "bright_white on red",
    Gem.BLACK: "bright_white on bright_black",
    Gem.GOLD: "black on bright_yellow",
}
"""The styles of the gems where a terminal has 16 colours."""


def plain(text: str, style: str = "") -> Text:
    """Return a text from outside as rich prints it: cleaned, and without markup."""
    return Text(clean(text), style=style)


def shortened(lines: Sequence[str], what: str, number: int = 0) -> Iterator[str]:
    """Yield lines that all begin with the same word; of many, ten and how many more there are.

    `number` is how many there are if more than the lines.
    """
    for line in lines[:SHOWN]:
        yield f"{what} {line}"
    more = max(number, len(lines)) - SHOWN
    if more > 0:
        yield f"{what} {more} more"


def gem_style(gem: Gem) -> str:
    """Return the name of the style of a gem, as `render` knows it."""
    return f"gem.{gem.value}"


def _theme(console: Console) -> Theme:
    """Return the styles of the gems; of 16 colours the nearest are not those of their names."""
    few = console.color_system in {"standard", "windows"}
    many = {gem: f"{paint.ink} on {paint.fill}" for gem, paint in PAINTS.items()}
    styles = FEW if few else many
    return Theme({gem_style(gem): style for gem, style in styles.items()})


def render(*parts: RenderableType, width: int = MIN_WIDTH) -> str:
    """Set parts one below the other for standard output: as wide, and in colour if that has it.

    Where that is narrower than `width` they are set so wide all the same.
    """
    console = Console(highlight=False, markup=False, emoji=False)
    console.width = max(console.width, width)
    console.push_theme(_theme(console))
    with console.capture() as captured:
        for part in parts:
            console.print(part)
    return "\n".join(line.rstrip() for line in captured.get().split("\n"))


def width_of(parts: Iterable[RenderableType]) -> int:
    """Return how many columns the tables among some parts need; other lines can be broken."""
    console = Console(width=10**4)
    tables = [part for part in parts if isinstance(part, Table)]
    widths = (Measurement.get(console, console.options, table).maximum for table in tables)
    return max(widths, default=0)


def too_narrow(parts: Iterable[RenderableType]) -> str:
    """Say that the terminal is too narrow for some parts, if there is one and it is."""
    has, needs = Console().width, width_of(parts)
    if not sys.stdout.isatty() or has >= needs:
        return ""
    return f"the terminal has {has} columns, and {needs} are needed"
