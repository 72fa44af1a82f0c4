"""`svg`: whatever the game has as a picture, for notebooks, pages and files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias, assert_never, get_args

import attrs

from splendor.errors import InvalidValueError, brief
from splendor.model.actions import (
    ACTION_TYPES,
    Action,
    BuyCard,
    ChooseNoble,
    Pass,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    TakeTokens,
)
from splendor.model.cards import Card, CardBack, Noble
from splendor.model.gems import GEMS, Gems
from splendor.model.state import Player, State
from splendor.render.headline import headline, names_of
from splendor.render.markup import element, placed, text
from splendor.render.pieces import (
    CARD_HEIGHT,
    CARD_WIDTH,
    NOBLE_HEIGHT,
    card_title,
    gem,
    line,
    noble,
    noble_title,
    write,
)
from splendor.render.table import GAP, WIDTH, Panel, draw, face_of, panels, player_panel
from splendor.render.theme import Theme, css, fill
from splendor.render.words import say

Picture: TypeAlias = State | Player | Card | CardBack | Noble | Action
"""What `svg` can draw."""
_MARGIN: Final = 16
_HEAD: Final = 40
_HEAD_ROOM: Final = 2000
"""The headline gets smaller if it has more than a twentieth of this many characters."""
_FONT: Final = "system-ui, 'Segoe UI', 'DejaVu Sans', Arial, sans-serif"
_ROW_HEIGHT: Final = 44


@attrs.frozen
class _Drawing:
    """A drawing with its size, and what it shows in words."""

    title: str
    width: float
    height: float
    content: str


def svg(thing: Picture, *, names: Sequence[str] = (), theme: Theme = "auto") -> str:
    """Return a picture of a position, a player, a card, a noble or an action as an SVG document.

    It shows what the value holds and no more: of a view what its viewer may know (INFO-2, INFO-4).
    The string is the same every time, refers to nothing outside, and has a title for each thing in
    it. `names` are those of the players by seat, or of the one player. The colours are CSS
    variables, which docs/how-to/pictures.md lists, and follow the reader's choice of light or dark,
    unless `theme` says which. Raises InvalidValueError for anything else and for a wrong number of
    names.

    >>> from splendor import CARDS
    >>> svg(CARDS["1k3"])[:4]
    '<svg'
    """
    if theme not in get_args(Theme):
        message = f"a theme is auto, light or dark, not {brief(theme)}"
        raise InvalidValueError(message)
    drawing = _drawing(thing, names)
    scope = f"splendor-{theme}"
    return element(
        "svg",
        element("title", text(drawing.title)),
        f"<style>{css(theme, scope, drawing.content)}</style>",
        drawing.content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {drawing.width:g} {drawing.height:g}",
        width=f"{drawing.width:g}",
        height=f"{drawing.height:g}",
        class_=scope,
        font_family=_FONT,
        role="group",
    )


def _drawing(thing: Picture, names: Sequence[str]) -> _Drawing:
    if isinstance(thing, State):
        return _state(thing, names_of(names, len(thing.players)))
    if isinstance(thing, Player):
        (name,) = names_of(names, 1)
        return _panel(player_panel(thing, name or "player"))
    names_of(names, 0)
    if isinstance(thing, (Card, CardBack)):
        return _Drawing(_title(thing), CARD_WIDTH, CARD_HEIGHT, face_of(thing))
    if isinstance(thing, Noble):
        return _Drawing(noble_title(thing), CARD_WIDTH, NOBLE_HEIGHT, noble(thing))
    if type(thing) in ACTION_TYPES:
        return _action(thing)
    message = f"a picture is of a state, a player, a card, a noble or an action, not {brief(thing)}"
    raise InvalidValueError(message)


def _title(face: Card | CardBack) -> str:
    return card_title(face) if isinstance(face, Card) else f"a card of level {face.level}"


# Positions


def _state(state: State, names: tuple[str, ...]) -> _Drawing:
    """Return the market and the bank at the left, the players at the right."""
    title = headline(state, names)
    size = min(20, _HEAD_ROOM / len(title))
    market, bank, *players = panels(state, names)
    left = _stacked((market, bank))
    right = _stacked(players)
    width = 2 * WIDTH + 3 * _MARGIN
    height = _HEAD + _MARGIN + max(left.height, right.height)
    content = (
        element("rect", width=width, height=height, rx=12, **fill("table")),
        placed(line(title, size, fill("ink"), width - 2 * _MARGIN), _MARGIN, _HEAD / 2 + 6),
        placed(left.content, _MARGIN, _HEAD + _MARGIN / 2),
        placed(right.content, WIDTH + 2 * _MARGIN, _HEAD + _MARGIN / 2),
    )
    return _Drawing(title, width, height, "".join(content))


def _panel(panel: Panel) -> _Drawing:
    width, height = WIDTH + 2 * _MARGIN, panel.height + 2 * _MARGIN
    table = element("rect", width=width, height=height, rx=12, **fill("table"))
    drawing = placed(draw(panel), _MARGIN, _MARGIN)
    return _Drawing(panel.title, width, height, table + drawing)


def _stacked(column: Sequence[Panel]) -> _Drawing:
    """Return panels one below the other."""
    content = ""
    y = 0.0
    for panel in column:
        content += placed(draw(panel), 0, y)
        y += panel.height + GAP
    return _Drawing("", WIDTH, y, content)


# Actions


def _action(action: Action) -> _Drawing:
    title = say(action)
    match action:
        case TakeTokens(gems):
            parts = [_word("take"), *_tokens(gems)]
        case ReturnTokens(gems):
            parts = [_word("return"), *_tokens(gems)]
        case BuyCard(card, payment):
            parts = [_word("buy"), _face(card), _word("for"), *_tokens(payment)]
        case ReserveCard(card):
            parts = [_word("reserve"), _face(card)]
        case ReserveFromDeck(level):
            parts = [_word("reserve"), _face(CardBack(level))]
        case RevealCard(card):
            parts = [_word("turn up"), _face(card)]
        case ChooseNoble(tile):
            parts = [_word("choose"), _Drawing("", CARD_WIDTH, NOBLE_HEIGHT, noble(tile))]
        case Pass():
            parts = [_word("pass")]
        case _:
            assert_never(action)
    return _in_a_row(title, parts)


def _face(face: Card | CardBack) -> _Drawing:
    return _Drawing("", CARD_WIDTH, CARD_HEIGHT, face_of(face))


def _word(word: str) -> _Drawing:
    y = _ROW_HEIGHT / 2
    content = write(word, 0, y, 20, fill("ink"), text_anchor="start")
    return _Drawing("", 12 * len(word), _ROW_HEIGHT, content)


def _tokens(gems: Gems) -> list[_Drawing]:
    """Return each colour once with how many of it there are; the word `nothing` for none."""
    middle = _ROW_HEIGHT / 2
    piles = zip(GEMS, gems.counts, strict=True)
    return [
        _Drawing("", _ROW_HEIGHT, _ROW_HEIGHT, placed(gem(colour, count), middle, middle))
        for colour, count in piles
        if count
    ] or [_word("nothing")]


def _in_a_row(title: str, parts: Sequence[_Drawing]) -> _Drawing:
    height = max(part.height for part in parts)
    content = ""
    x = float(_MARGIN)
    for part in parts:
        content += placed(part.content, x, _MARGIN + (height - part.height) / 2)
        x += part.width + GAP
    width, height = x - GAP + _MARGIN, height + 2 * _MARGIN
    table = element("rect", width=width, height=height, rx=12, **fill("table"))
    return _Drawing(title, width, height, table + content)
