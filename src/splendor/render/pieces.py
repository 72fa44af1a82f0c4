"""The pieces of the game as drawings: gems, cards, nobles. Sizes are in units of the picture.

Each colour has a shape of its own, so that nobody has to tell colours apart.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from splendor.model.cards import Card, CardBack, Noble
from splendor.model.gems import GEMS, Gem, Gems
from splendor.render.markup import element, placed, text, titled
from splendor.render.theme import fill, ink, stroke
from splendor.render.words import counted

CARD_WIDTH: Final = 100
CARD_HEIGHT: Final = 132
NOBLE_HEIGHT: Final = 66
_BAND: Final = 38
_SHAPES: Final = {
    Gem.WHITE: "M0-20 20 0 0 20-20 0Z",
    Gem.BLUE: "M-17 0a17 17 0 1 1 34 0a17 17 0 1 1-34 0Z",
    Gem.GREEN: "M-15-15H15V15H-15Z",
    Gem.RED: "M0-20 21 15H-21Z",
    Gem.BLACK: "M-9-17H9L19 0 9 17H-9L-19 0Z",
    Gem.GOLD: (
        "M0-21 5-12 15-15 12-5 21 0 12 5 15 15 5 12 0 21-5 12-15 15-12 5-21 0-12-5-15-15-5-12Z"
    ),
}
"""Diamond, circle, square, triangle, hexagon and star, about 40 wide, around the origin."""
_TRIANGLE_DROP: Final = 4
"""By how much the middle of the triangle is lower than that of its box."""
_HALF_DIGIT: Final = 0.36
"""How high the middle of a digit is, for a font size of 1."""


def write(
    content: object, x: float, y: float, size: float, colour: dict[str, str], **more: object
) -> str:
    """Return a line of text whose middle, unless `text_anchor` says otherwise, is at a place."""
    line = f"{y + _HALF_DIGIT * size:g}"  # not every program knows another one to go by
    place = {"x": f"{x:g}", "y": line, "font_size": f"{size:g}", "text_anchor": "middle"}
    return element("text", text(str(content)), **{**place, **colour, **more})


def line(content: str, size: float, colour: dict[str, str], width: float, **more: object) -> str:
    """Return a text of strangers from the origin to the right, cut off where its room ends.

    How wide it gets only the reader's fonts know.
    """
    height = 2 * size
    written = write(content, 0, height / 2, size, colour, text_anchor="start", **more)
    room = {"y": f"{-height / 2:g}", "width": f"{width:g}", "height": f"{height:g}"}
    return element("svg", written, **room, overflow="hidden")


def gem(colour: Gem, content: object, scale: float = 1, edge: str = "line") -> str:
    """Return the shape of a gem around the origin with a number, or its letter, in it."""
    shape = element("path", d=_SHAPES[colour], stroke_width=1.5, **_filled(colour.value, edge))
    return placed(shape + _in_gem(colour, content, ink(colour), font_weight="bold"), 0, 0, scale)


def _in_gem(colour: Gem, content: object, paint: dict[str, str], **more: object) -> str:
    size = 20 if len(str(content)) == 1 else 15
    drop = _TRIANGLE_DROP if colour is Gem.RED else 0
    return write(content, 0, drop, size, paint, **more)


def _filled(name: str, edge: str = "line") -> dict[str, str]:
    inside, outline = fill(name), stroke(edge)
    return {**outline, **inside, "class_": f"{inside['class_']} {outline['class_']}"}


def plate(width: float, height: float, name: str, radius: float = 8) -> str:
    """Return a rectangle with round corners in a colour."""
    return element("rect", width=width, height=height, rx=radius, **_filled(name))


@lru_cache(maxsize=512)
def card(face: Card) -> str:
    """Return the face of a card: points and bonus above, the cost below, the id in the corner."""
    bonus = face.bonus
    band = f"M0 {_BAND}V8A8 8 0 0 1 8 0H92A8 8 0 0 1 100 8V{_BAND}Z"
    parts = [
        plate(CARD_WIDTH, CARD_HEIGHT, "paper"),
        element("path", d=band, **_filled(bonus.value)),
        placed(gem(bonus, bonus.letter, 0.8, f"{bonus.value}-ink"), 77, _BAND / 2),
        *(
            placed(gem(colour, count, 0.85), 24 + 40 * (place % 2), 62 + 35 * (place // 2))
            for place, (colour, count) in enumerate(_counted(face.cost))
        ),
        write(face.id, 94, 122, 13, fill("muted"), text_anchor="end"),
    ]
    if face.points:
        parts.append(write(face.points, 20, _BAND / 2 + 1, 28, ink(bonus), font_weight="bold"))
    return titled(card_title(face), *parts)


def card_title(face: Card) -> str:
    """Return what stands on a card in words."""
    points = f"{counted(face.points, 'point')}, " if face.points else ""
    return f"{face.id}: {face.bonus.value} bonus, {points}costs {face.cost.in_words()}"


def _counted(gems: Gems) -> list[tuple[Gem, int]]:
    return [(colour, count) for colour, count in zip(GEMS, gems.counts, strict=True) if count]


def back(level: int, content: str, title: str) -> str:
    """Return a card face down with as many dots as its level, and a text below them."""
    dots = (
        element(
            "circle",
            cx=CARD_WIDTH / 2 + 22 * place - 11 * (level - 1),
            cy=52,
            r=7,
            **fill("back-ink"),
        )
        for place in range(level)
    )
    label = write(content, CARD_WIDTH / 2, 88, 24, fill("back-ink"))
    return titled(title, plate(CARD_WIDTH, CARD_HEIGHT, "back"), *dots, label)


def unknown(card_back: CardBack) -> str:
    """Return a card whose face is not known."""
    return back(card_back.level, "?", f"a card of level {card_back.level}, face unknown")


def empty(title: str) -> str:
    """Return a place where no card lies."""
    edge = {"fill": "none", "stroke_dasharray": "6 6", **stroke("line")}
    return titled(title, element("rect", width=CARD_WIDTH, height=CARD_HEIGHT, rx=8, **edge))


@lru_cache(maxsize=512)
def noble(tile: Noble) -> str:
    """Return a noble: points and id at the left, the bonuses it asks for at the right."""
    asks = _counted(tile.requires)
    wants = (
        placed(gem(colour, count, 0.62), 54 + 28 * (place % 2), 19 + 28 * (place // 2))
        for place, (colour, count) in enumerate(asks)
    )
    return titled(
        noble_title(tile),
        plate(CARD_WIDTH, NOBLE_HEIGHT, "paper"),
        write(tile.points, 22, 25, 28, fill("ink"), font_weight="bold"),
        write(tile.id, 22, 52, 13, fill("muted")),
        *wants,
    )


def noble_title(tile: Noble) -> str:
    """Return what stands on a noble in words."""
    asks = f"asks for {tile.requires.in_words()} bonuses"
    return f"noble {tile.id}: {counted(tile.points, 'point')}, {asks}"


@lru_cache(maxsize=512)
def tokens(colour: Gem, count: int, whose: str) -> str:
    """Return a pile of tokens around the origin; one that is used up is hollow."""
    title = f"{whose}: {counted(count, f'{colour.value} token')}"
    if count:
        return titled(title, gem(colour, count))
    edge = "line" if colour in {Gem.WHITE, Gem.BLACK} else colour.value
    shape = element("path", d=_SHAPES[colour], stroke_width=2.5, **_filled("paper", edge))
    return titled(title, shape, _in_gem(colour, count, fill("muted")))
