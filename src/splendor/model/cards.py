"""The printed facts: 90 development cards and the noble tiles (COMP-2, COMP-3, COMP-4).

A card's id is its level, the letter of its bonus, and an ordinal by points, then cost. A noble's id
is the letters it asks for: two letters ask for four of each, three letters for three of each.
There is one object for each card and noble: they compare by identity, and copies and pickles give
the same object back.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from types import MappingProxyType
from typing import ClassVar, Final

import attrs

from splendor.errors import InvalidValueError, brief
from splendor.model.gems import COLOURS, FIVE, Gem, Gems
from splendor.model.picture import Pictured

LEVELS: Final = (1, 2, 3)

_CARD_TABLE: Final = """
id points  white blue green red black
1w1 0  0 0 0 2 1
1w2 0  0 1 1 1 1
1w3 0  0 1 2 1 1
1w4 0  0 2 0 0 2
1w5 0  0 2 2 0 1
1w6 0  0 3 0 0 0
1w7 0  3 1 0 0 1
1w8 1  0 0 4 0 0
1u1 0  0 0 0 0 3
1u2 0  0 0 2 0 2
1u3 0  0 1 3 1 0
1u4 0  1 0 0 0 2
1u5 0  1 0 1 1 1
1u6 0  1 0 1 2 1
1u7 0  1 0 2 2 0
1u8 1  0 0 0 4 0
1g1 0  0 0 0 3 0
1g2 0  0 1 0 2 2
1g3 0  0 2 0 2 0
1g4 0  1 1 0 1 1
1g5 0  1 1 0 1 2
1g6 0  1 3 1 0 0
1g7 0  2 1 0 0 0
1g8 1  0 0 0 0 4
1r1 0  0 2 1 0 0
1r2 0  1 0 0 1 3
1r3 0  1 1 1 0 1
1r4 0  2 0 0 2 0
1r5 0  2 0 1 0 2
1r6 0  2 1 1 0 1
1r7 0  3 0 0 0 0
1r8 1  4 0 0 0 0
1k1 0  0 0 1 3 1
1k2 0  0 0 2 1 0
1k3 0  0 0 3 0 0
1k4 0  1 1 1 1 0
1k5 0  1 2 1 1 0
1k6 0  2 0 2 0 0
1k7 0  2 2 0 1 0
1k8 1  0 4 0 0 0
2w1 1  0 0 3 2 2
2w2 1  2 3 0 3 0
2w3 2  0 0 0 5 0
2w4 2  0 0 0 5 3
2w5 2  0 0 1 4 2
2w6 3  6 0 0 0 0
2u1 1  0 2 2 3 0
2u2 1  0 2 3 0 3
2u3 2  0 5 0 0 0
2u4 2  2 0 0 1 4
2u5 2  5 3 0 0 0
2u6 3  0 6 0 0 0
2g1 1  2 3 0 0 2
2g2 1  3 0 2 3 0
2g3 2  0 0 5 0 0
2g4 2  0 5 3 0 0
2g5 2  4 2 0 0 1
2g6 3  0 0 6 0 0
2r1 1  0 3 0 2 3
2r2 1  2 0 0 2 3
2r3 2  0 0 0 0 5
2r4 2  1 4 2 0 0
2r5 2  3 0 0 0 5
2r6 3  0 0 0 6 0
2k1 1  3 0 3 0 2
2k2 1  3 2 2 0 0
2k3 2  0 0 5 3 0
2k4 2  0 1 4 2 0
2k5 2  5 0 0 0 0
2k6 3  0 0 0 0 6
3w1 3  0 3 3 5 3
3w2 4  0 0 0 0 7
3w3 4  3 0 0 3 6
3w4 5  3 0 0 0 7
3u1 3  3 0 3 3 5
3u2 4  6 3 0 0 3
3u3 4  7 0 0 0 0
3u4 5  7 3 0 0 0
3g1 3  5 3 0 3 3
3g2 4  0 7 0 0 0
3g3 4  3 6 3 0 0
3g4 5  0 7 3 0 0
3r1 3  3 5 3 0 3
3r2 4  0 0 7 0 0
3r3 4  0 3 6 3 0
3r4 5  0 0 7 3 0
3k1 3  3 3 5 3 0
3k2 4  0 0 0 7 0
3k3 4  0 0 3 6 3
3k4 5  0 0 0 7 3
"""

_NOBLE_TABLE: Final = "wu wk ug gr rk wug wuk wrk ugr grk"
_EXTRA_NOBLE_TABLE: Final = "wr ugk"
_NOBLE_POINTS: Final = 3


def check_level(level: object) -> None:
    """Raise InvalidValueError unless `level` is 1, 2 or 3."""
    if type(level) is not int or level not in LEVELS:
        message = f"a level is 1, 2 or 3, not {brief(level)}"
        raise InvalidValueError(message)


@attrs.frozen(eq=False, repr=False)
class Card(Pictured):
    """A development card: level 1 to 3, one bonus colour, 0 to 5 points and a cost (COMP-3).

    Cards are not made but looked up, in `CARDS`: each is one object. `str` gives the id.

    >>> CARDS["1w1"].cost
    Gems(red=2, black=1)
    """

    id: str
    level: int
    bonus: Gem
    points: int
    cost: Gems
    _bit: int = attrs.field(alias="_bit")
    _price: int = attrs.field(init=False)
    _gain: int = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_price", self.cost._packed & FIVE)
        object.__setattr__(self, "_gain", 1 << 6 * self.bonus.index)

    def __repr__(self) -> str:
        return f"CARDS[{self.id!r}]"

    def __str__(self) -> str:
        return self.id

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return card_by_id, (self.id,)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self


@attrs.frozen
class CardBack(Pictured):
    """A card whose face is not known to whoever holds this state; its level is (INFO-2).

    Raises InvalidValueError for a level that is not 1, 2 or 3.

    >>> str(CardBack(2))
    '#2'
    """

    level: int = attrs.field(validator=lambda _back, _field, level: check_level(level))
    _bit: ClassVar[int] = 0

    def __str__(self) -> str:
        return f"#{self.level}"


@attrs.frozen(eq=False, repr=False)
class Noble(Pictured):
    """A noble tile: the bonuses it asks for and its points (COMP-4).

    Nobles are not made but looked up, in `NOBLES` and `EXTRA_NOBLES`: each is one object. `str`
    gives the id.

    >>> NOBLES["wug"].requires
    Gems(white=3, blue=3, green=3)
    """

    id: str
    points: int
    requires: Gems
    _index: int = attrs.field(alias="_index")
    _demand: int = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_demand", self.requires._packed & FIVE)

    def __repr__(self) -> str:
        table = "NOBLES" if self.id in NOBLES else "EXTRA_NOBLES"
        return f"{table}[{self.id!r}]"

    def __str__(self) -> str:
        return self.id

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return noble_by_id, (self.id,)

    def __copy__(self) -> Noble:
        return self

    def __deepcopy__(self, memo: object) -> Noble:
        return self


def _read_cards() -> Iterator[Card]:
    lines = _CARD_TABLE.strip().splitlines()[1:]
    for bit_number, line in zip(range(len(lines) - 1, -1, -1), lines, strict=True):
        card_id, points, *cost = line.split()
        level, letter = int(card_id[0]), card_id[1]
        price = Gems(*map(int, cost))
        bonus = Gem.from_letter(letter)
        yield Card(card_id, level, bonus, int(points), price, _bit=1 << bit_number)


def _read_nobles(table: str, first: int) -> Iterator[Noble]:
    for index, noble_id in enumerate(table.split(), start=first):
        each = 4 if len(noble_id) == len("wu") else 3
        yield Noble(noble_id, _NOBLE_POINTS, Gems.parse(noble_id * each), _index=index)


CARDS: Final = MappingProxyType({card.id: card for card in _read_cards()})
"""The 90 cards, a `Card` by its id such as `1w1`, in table order: level, bonus colour, ordinal. The
mapping cannot be changed; an id that does not exist is a KeyError."""
NOBLES: Final = MappingProxyType({noble.id: noble for noble in _read_nobles(_NOBLE_TABLE, 0)})
"""The ten nobles of the base game, a `Noble` by its id such as `wug`, in table order. The mapping
cannot be changed."""
EXTRA_NOBLES: Final = MappingProxyType(
    {noble.id: noble for noble in _read_nobles(_EXTRA_NOBLE_TABLE, len(NOBLES))}
)
"""The two further nobles that Board Game Arena mixes in, `wr` and `ugk`, by id."""

ALL_CARDS: Final = tuple(CARDS.values())
_PRINTED: Final = frozenset(ALL_CARDS)
LEVEL_CARDS: Final = tuple(
    tuple(card for card in ALL_CARDS if card.level == level) for level in LEVELS
)
LEVEL_BITS: Final = tuple(sum(card._bit for card in cards) for cards in LEVEL_CARDS)
BACKS: Final = tuple(CardBack(level) for level in LEVELS)
LEAST_DEMAND: Final = min(
    noble.requires.total for noble in (*NOBLES.values(), *EXTRA_NOBLES.values())
)
"""No noble asks for fewer bonuses than this: with fewer cards nobody need look (NOB-2)."""


def cards_in(bits: int) -> tuple[Card, ...]:
    """Return the cards of a set of card bits, in table order."""
    cards = []
    while bits:
        card = ALL_CARDS[-bits.bit_length()]
        cards.append(card)
        bits ^= card._bit
    return tuple(cards)


def card_by_id(card_id: str) -> Card:
    """Return the card with this id; InvalidValueError if there is none."""
    card = CARDS.get(card_id) if isinstance(card_id, str) else None
    if card is None:
        message = f"there is no card {brief(card_id)}"
        raise InvalidValueError(message)
    return card


def noble_by_id(noble_id: str) -> Noble:
    """Return the noble with this id, Board Game Arena's two included; else InvalidValueError."""
    known = isinstance(noble_id, str)
    noble = (NOBLES.get(noble_id) or EXTRA_NOBLES.get(noble_id)) if known else None
    if noble is None:
        message = f"there is no noble {brief(noble_id)}"
        raise InvalidValueError(message)
    return noble


def check_card(card: object) -> None:
    """Raise InvalidValueError unless `card` is one of `CARDS`."""
    if type(card) is not Card or card not in _PRINTED:
        message = f"expected a card of CARDS, not {brief(card)}"
        raise InvalidValueError(message)


def check_noble(noble: object) -> None:
    """Raise InvalidValueError unless `noble` is one of `NOBLES` or `EXTRA_NOBLES`."""
    if not isinstance(noble, Noble) or noble_by_id(noble.id) is not noble:
        message = f"expected a noble of NOBLES or EXTRA_NOBLES, not {brief(noble)}"
        raise InvalidValueError(message)


def cards_digest(cards: Iterable[Card] = ALL_CARDS) -> str:
    """Return the SHA-256 of a card table in hexadecimal, whatever its order and ids.

    Hashed are the sorted lines `level|bonus|points|white,blue,green,red,black`, joined by LF.
    """
    return _digest(
        f"{card.level}|{card.bonus.value}|{card.points}|{_numbers(card.cost)}" for card in cards
    )


def nobles_digest(nobles: Iterable[Noble] = tuple(NOBLES.values())) -> str:
    """Return the SHA-256 of a table of nobles in hexadecimal, whatever its order and ids.

    Hashed are the sorted lines `white,blue,green,red,black`, joined by LF.
    """
    return _digest(_numbers(noble.requires) for noble in nobles)


def _numbers(gems: Gems) -> str:
    return ",".join(str(gems.of(colour)) for colour in COLOURS)


def _digest(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()
