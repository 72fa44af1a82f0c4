"""The colours of a picture as CSS: variables that a page can set, for light and for dark."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from splendor.model.gems import GEMS, Gem
from splendor.render.palette import PAINTS

Theme: TypeAlias = Literal["auto", "light", "dark"]
"""`auto` is what the reader's system or browser prefers."""

_GEMS: Final = {gem.value: PAINTS[gem].fill for gem in GEMS}
_INKS: Final = {f"{gem.value}-ink": PAINTS[gem].ink for gem in GEMS}
LIGHT: Final = MappingProxyType(
    {
        "table": "#e9e6dd",
        "paper": "#fffdf8",
        "ink": "#1c1c1c",
        "muted": "#595959",
        "line": "#6b6b6b",
        "back": "#4c5a6b",
        "back-ink": "#ffffff",
        "mark": "#8a4b00",
        "seat-0": "#0062a8",
        "seat-1": "#a8430a",
        "seat-2": "#00704f",
        "seat-3": "#7d3a86",
        **_GEMS,
        **_INKS,
    }
)
"""The colours by the names of their CSS variables, which begin with `--splendor-`."""
DARK: Final = MappingProxyType(
    {
        **LIGHT,
        "table": "#15181d",
        "paper": "#262b33",
        "ink": "#f2f2f2",
        "muted": "#b4bac3",
        "line": "#98a1ad",
        "back": "#3a4656",
        "mark": "#ffb84d",
        "seat-0": "#6db9f0",
        "seat-1": "#ffa15c",
        "seat-2": "#4fd3a5",
        "seat-3": "#f4e3f7",
    }
)
_USED: Final = re.compile(r"s-([a-z0-9-]+?)(-edge)?[ \"]")
"""The class of something that is filled, or outlined, in a colour."""


def fill(name: str) -> dict[str, str]:
    """Return the attributes that fill with a colour; the second is for what knows no CSS."""
    return {"class_": f"s-{name}", "fill": LIGHT[name]}


def stroke(name: str) -> dict[str, str]:
    """Return the attributes of an outline in a colour."""
    return {"class_": f"s-{name}-edge", "stroke": LIGHT[name]}


def ink(gem: Gem) -> dict[str, str]:
    """Return the attributes of what is written on a gem."""
    return fill(f"{gem.value}-ink")


def css(theme: Theme, scope: str, content: str) -> str:
    """Return the rules for drawings inside a class: those for the colours that they use.

    A variable that the page sets, such as `--splendor-red`, goes before the colour given here. Some
    programs that convert pictures stop at variables, so these stand where only others look.
    """
    found = sorted(set(_USED.findall(content)))
    used = [(name, edge) for name, edge in found if name in LIGHT]  # not what a name spells
    if theme != "auto":
        colours = LIGHT if theme == "light" else DARK
        plain = _rules(used, colours, scope, "{colour}") if theme == "dark" else ""
        return f"{plain}{_VARIABLES}{{{_rules(used, colours, scope)}}}"
    other = [(name, edge) for name, edge in used if DARK[name] != LIGHT[name]]
    dark = f"@media(prefers-color-scheme:dark){{{_rules(other, DARK, scope)}}}" if other else ""
    return f"{_VARIABLES}{{{_rules(used, LIGHT, scope)}{dark}}}"


_VARIABLES: Final = "@supports(fill:var(--a))"
_VARIABLE: Final = "var(--splendor-{name},{colour})"


def _rules(
    used: Iterable[tuple[str, str]],
    colours: Mapping[str, str],
    scope: str,
    value: str = _VARIABLE,
) -> str:
    return "".join(
        f".{scope} .s-{name}{edge}{{{'stroke' if edge else 'fill'}:"
        f"{value.format(name=name, colour=colours[name])}}}"
        for name, edge in used
    )
