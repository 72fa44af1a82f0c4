"""A position as panels: the market, the bank, and what each player has before them.

A panel has the same spots for every state of a game, so that a replay only has to swap what is
drawn at them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

import attrs

from splendor.model.cards import LEVELS, Card, CardBack, Noble
from splendor.model.gems import COLOURS, GEMS, Gem
from splendor.model.rules import HAND_LIMIT
from splendor.model.state import Phase, Player, Reserved, State
from splendor.render.foreign import clean
from splendor.render.markup import element, moved, placed, titled
from splendor.render.pieces import (
    CARD_HEIGHT,
    CARD_WIDTH,
    NOBLE_HEIGHT,
    back,
    card,
    empty,
    line,
    noble,
    plate,
    tokens,
    unknown,
    write,
)
from splendor.render.theme import fill, stroke
from splendor.render.words import counted

GAP: Final = 10
WIDTH: Final = 5 * CARD_WIDTH + 4 * GAP
"""How wide a panel is."""
ROW: Final = CARD_HEIGHT + GAP
_MARKET_HEIGHT: Final = NOBLE_HEIGHT + GAP + len(LEVELS) * ROW - GAP
_BANK_HEIGHT: Final = 66
_PLAYER_HEIGHT: Final = 134
_GEM_STEP: Final = 49
_HAND: Final = WIDTH - 232
"""Where the reserved cards begin."""
_HAND_SCALE: Final = 0.7
_NAME: Final = 22
"""How many characters of a name are drawn."""
_NAME_WIDTH: Final = 262


@attrs.frozen
class Spot:
    """A drawing, and where in its panel it is, in which size; an empty one where nothing lies."""

    name: str
    x: float
    y: float
    drawing: str
    scale: float = 1

    @property
    def transform(self) -> str:
        """How SVG puts the drawing there."""
        return moved(self.x, self.y, self.scale)


@attrs.frozen
class Panel:
    """A part of the table, as wide as the others, by its spots in reading order."""

    title: str
    height: float
    spots: tuple[Spot, ...]


def panels(state: State, names: Sequence[str]) -> tuple[Panel, ...]:
    """Return the market, the bank and the players by seat; a name may be empty."""
    seats = range(len(state.players))
    return (market(state), bank(state), *(_seat(state, seat, names[seat]) for seat in seats))


def draw(panel: Panel) -> str:
    """Return a panel as a drawing of its spots."""
    spots = (element("g", spot.drawing, transform=spot.transform) for spot in panel.spots)
    return element("g", *spots, role="group", aria_label=panel.title)


# What belongs to nobody


def market(state: State) -> Panel:
    """Return the nobles, and the decks and rows, level 3 above."""
    revealed = max(len(state.nobles), state.rules.nobles_for(len(state.players)))
    spots = [*_row("noble", map(noble, state.nobles), revealed, (0, 0), 1)]
    for level in reversed(LEVELS):
        y = NOBLE_HEIGHT + GAP + (LEVELS[-1] - level) * ROW
        spots.append(Spot(f"deck-{level}", 0, y, _deck(level, len(state.decks[level - 1]))))
        for slot, place in enumerate(state.rows[level - 1]):
            x = (slot + 1) * (CARD_WIDTH + GAP)
            spots.append(Spot(f"row-{level}-{slot}", x, y, _place(place, level)))
    return Panel("Nobles and cards", _MARKET_HEIGHT, tuple(spots))


def _row(
    name: str, drawings: Iterable[str], least: int, corner: tuple[float, float], scale: float
) -> Iterator[Spot]:
    """Yield spots side by side, at least so many, nearer to each other if they need it."""
    shown = list(drawings)
    shown += [""] * (least - len(shown))
    x, y = corner
    wanted = scale * (CARD_WIDTH + GAP)
    step = min(wanted, (WIDTH - x - scale * CARD_WIDTH) / max(1, len(shown) - 1))
    for place, drawing in enumerate(shown):
        yield Spot(f"{name}-{place}", x + step * place, y, drawing, scale)


@lru_cache(maxsize=256)
def _deck(level: int, left: int) -> str:
    if left:
        return back(level, str(left), f"deck of level {level}: {counted(left, 'card')}")
    return empty(f"deck of level {level}: empty")


def _place(place: Card | CardBack | None, level: int) -> str:
    if place is None:
        return empty(f"an empty place of level {level}")
    return face_of(place)


def face_of(place: Card | CardBack) -> str:
    """Return a card, or its back if the face is not known."""
    return card(place) if isinstance(place, Card) else unknown(place)


def bank(state: State) -> Panel:
    """Return the tokens in the bank."""
    step = WIDTH / len(GEMS)
    spots = tuple(
        Spot(f"bank-{gem.value}", step * (gem.index + 0.5), 24, _pile(gem, state.bank.of(gem)))
        for gem in GEMS
    )
    return Panel("Bank", _BANK_HEIGHT, spots)


@lru_cache(maxsize=256)
def _pile(gem: Gem, count: int) -> str:
    label = write(f"{gem.value} {gem.letter}", 0, 33, 13, fill("muted"))
    return tokens(gem, count, "bank") + label


# What belongs to a player


def _seat(state: State, seat: int, name: str) -> Panel:
    awaited = seat == state.mover and state.phase is not Phase.OVER
    return player_panel(
        state.players[seat], name or f"player {seat}", f"player-{seat}", awaited=awaited
    )


@lru_cache(maxsize=256)
def player_panel(player: Player, name: str, key: str = "player", *, awaited: bool = False) -> Panel:
    """Return name and points, nobles, tokens above bonuses, and the hand of a player."""
    spots = [
        Spot(f"{key}-frame", 0, 0, _frame(awaited=awaited)),
        Spot(f"{key}-name", 12, 20, _name(name, awaited=awaited)),
        Spot(f"{key}-nobles", _HAND - 28, 5, _visits(player.nobles)),
        Spot(f"{key}-points", WIDTH - 12, 20, _points(player)),
        *(
            Spot(f"{key}-{gem.value}", 32 + _GEM_STEP * gem.index, 62, tokens(gem, count, "holds"))
            for gem, count in zip(GEMS, player.tokens.counts, strict=True)
        ),
        *(
            Spot(f"{key}-{gem.value}-bonus", 32 + _GEM_STEP * gem.index, 103, _bonus(gem, cards))
            for gem, cards in _by_bonus(player.purchased).items()
        ),
        *_row(f"{key}-hand", map(_entry, player.reserved), HAND_LIMIT, (_HAND, 37), _HAND_SCALE),
    ]
    return Panel(clean(name), _PLAYER_HEIGHT, tuple(spots))


@lru_cache(maxsize=256)
def _frame(*, awaited: bool) -> str:
    edge = {**stroke("mark" if awaited else "line"), "stroke_width": 3 if awaited else 1}
    return element("rect", width=WIDTH, height=_PLAYER_HEIGHT, rx=10, fill="none", **edge)


@lru_cache(maxsize=256)
def _name(name: str, *, awaited: bool) -> str:
    """Return a name, cut short; what it does to the direction of writing stays inside."""
    style = {"font_weight": "bold", "unicode_bidi": "isolate"}
    indent = 18 if awaited else 0
    shown = line(clean(name, _NAME), 18, fill("ink"), _NAME_WIDTH - indent, **style)
    marker = write("\u25b6 ", 0, 0, 14, fill("mark"), text_anchor="start") if awaited else ""
    return titled(
        f"{clean(name)}{' is to move' if awaited else ''}",
        marker,
        placed(shown, indent, 0),
    )


def _visits(nobles: Sequence[Noble]) -> str:
    """Return the nobles that have visited, small."""
    return "".join(placed(noble(tile), 44 * place, 0, 0.42) for place, tile in enumerate(nobles))


def _points(player: Player) -> str:
    points = counted(player.points, "point")
    bought = counted(len(player.purchased), "card")
    return titled(
        f"{points}, {bought} bought",
        write(player.points, -62, 0, 24, fill("ink"), font_weight="bold", text_anchor="end"),
        write(f"{bought}", 0, 1, 13, fill("muted"), text_anchor="end"),
    )


def _by_bonus(purchased: Iterable[Card]) -> dict[Gem, tuple[Card, ...]]:
    bought = tuple(purchased)
    return {gem: tuple(card for card in bought if card.bonus is gem) for gem in COLOURS}


@lru_cache(maxsize=256)
def _bonus(gem: Gem, cards: tuple[Card, ...]) -> str:
    """Return how many bonuses of a colour there are, around the origin."""
    bought = f": {', '.join(map(str, cards))}" if cards else ""
    title = f"bonuses of {counted(len(cards), f'{gem.value} card')}{bought}"
    chip = placed(plate(32, 24, gem.value if cards else "paper", 4), -16, -12)
    paint = fill(f"{gem.value}-ink" if cards else "muted")
    return titled(title, chip, write(len(cards), 0, 0, 16, paint, font_weight="bold"))


@lru_cache(maxsize=256)
def _entry(entry: Reserved) -> str:
    """Return a reserved card; one that only its owner knows has a dashed frame."""
    shown = face_of(entry.card)
    if isinstance(entry.card, Card) and entry.face_down:
        dashed = {"fill": "none", "stroke_width": 5, "stroke_dasharray": "8 6", **stroke("mark")}
        frame = element("rect", width=CARD_WIDTH, height=CARD_HEIGHT, rx=8, **dashed)
        return element("g", element("title", "reserved face down"), shown, frame)
    return shown
