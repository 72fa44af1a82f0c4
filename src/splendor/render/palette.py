"""The colours of the gems: six that differ in lightness too, so that any eye tells them apart."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

import attrs

from splendor.model.gems import Gem


@attrs.frozen
class Paint:
    """A colour to fill with, and the one that is written with on it; both as `#rrggbb`."""

    fill: str
    ink: str


PAINTS: Final = MappingProxyType(
    {
        Gem.WHITE: Paint("#f7f4ea", "#1c1c1c"),
        Gem.BLUE: Paint("#2f6fd6", "#ffffff"),
        Gem.GREEN: Paint("#45b97c", "#101010"),
        Gem.RED: Paint("#9e1b14", "#ffffff"),
        Gem.BLACK: Paint("#2d2d2d", "#ffffff"),
        Gem.GOLD: Paint("#f2c230", "#101010"),
    }
)
