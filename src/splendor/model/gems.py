"""Gem colours, and multisets of tokens packed into one integer.

The order is white, blue, green, red, black, gold everywhere.

Packing. Each colour has a lane of six bits, white lowest; above the six lanes stands the total, so
that adding two packed values adds every colour and the total at once. A lane holds at most 31; its
sixth bit stays free as a guard: set it in every lane of `a`, subtract `b`, and it survives exactly
where `a` has at least as many as `b`. The five gem colours fill 30 bits, a digit of a CPython int.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import TYPE_CHECKING, Final

import attrs

from splendor.errors import InvalidValueError, brief

LANE: Final = 6
LANE_MASK: Final = (1 << LANE) - 1
MAX_COUNT: Final = 31
GOLD_SHIFT: Final = 5 * LANE
TOTAL_SHIFT: Final = 6 * LANE

FIVE: Final = (1 << GOLD_SHIFT) - 1
"""Mask of the five gem colours of a packed value."""
SIX: Final = (1 << TOTAL_SHIFT) - 1
"""Mask of the six colours of a packed value, the total left out."""
GUARD_FIVE: Final = sum(32 << (LANE * lane) for lane in range(5))
"""The guard bits of the five gem colours."""
GUARD_SIX: Final = GUARD_FIVE | 32 << GOLD_SHIFT
"""The guard bits of all six colours."""
ONE_FIVE: Final = sum(1 << (LANE * lane) for lane in range(5))
"""One of each gem colour, without a total; times n it is n in each of the five lanes."""
ONE: Final = tuple((1 << (LANE * lane)) + (1 << TOTAL_SHIFT) for lane in range(6))
"""One token of each of the six colours, total included."""
GOLD_ONE: Final = ONE[5]


class Gem(Enum):
    """The five gem colours and gold, in the order used everywhere.

    The value is the colour's English name. The gems behind the colours: white diamond, blue
    sapphire, green emerald, red ruby, black onyx; gold is the joker (COMP-1).

    >>> [gem.letter for gem in Gem]
    ['w', 'u', 'g', 'r', 'k', 'y']
    >>> Gem.from_letter("u")
    Gem.BLUE
    """

    WHITE = "white"
    BLUE = "blue"
    GREEN = "green"
    RED = "red"
    BLACK = "black"
    GOLD = "gold"

    if not TYPE_CHECKING:  # members are single objects; Enum's own hash is many times slower
        __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"Gem.{self.name}"

    @property
    def letter(self) -> str:
        """The colour's letter: w, u, g, r, k, or y for gold."""
        return LETTERS[self.index]

    @property
    def index(self) -> int:
        """The colour's place in the order, from 0 for white to 5 for gold."""
        return _PLACES[self]

    @staticmethod
    def from_letter(letter: str) -> Gem:
        """Return the gem of a letter; InvalidValueError if there is none."""
        if isinstance(letter, str) and len(letter) == 1 and letter in LETTERS:
            return GEMS[LETTERS.index(letter)]
        message = f"no gem has the letter {brief(letter)}; the letters are {LETTERS}"
        raise InvalidValueError(message)


LETTERS: Final = "wugrky"
GEMS: Final = tuple(Gem)
COLOURS: Final = GEMS[:5]
"""The five gem colours, without gold."""
_PLACES: Final = {gem: place for place, gem in enumerate(GEMS)}
_NAMES: Final = tuple(gem.value for gem in GEMS)


class PackedGems:
    """The single int inside a `Gems`: a value in the making, not yet frozen."""

    __slots__ = ("_packed",)
    _packed: int

    def __init__(self, packed: int) -> None:
        self._packed = packed


def pack(counts: tuple[int, int, int, int, int, int]) -> int:
    """Pack six counts in colour order."""
    white, blue, green, red, black, gold = counts
    six = white | blue << 6 | green << 12 | red << 18 | black << 24 | gold << 30
    return six | sum(counts) << TOTAL_SHIFT


def unpack(packed: int) -> tuple[int, int, int, int, int, int]:
    """Return the six counts of a packed value in colour order."""
    return (
        packed & LANE_MASK,
        packed >> 6 & LANE_MASK,
        packed >> 12 & LANE_MASK,
        packed >> 18 & LANE_MASK,
        packed >> 24 & LANE_MASK,
        packed >> 30 & LANE_MASK,
    )


def covers(packed: int, other: int) -> bool:
    """Return whether there are at least as many of each of the six colours as in `other`."""
    return ((packed & SIX | GUARD_SIX) - (other & SIX)) & GUARD_SIX == GUARD_SIX


def gems_of(packed: int) -> Gems:
    """Return the `Gems` of a packed value that is known to be sound."""
    gems = PackedGems(packed)
    gems.__class__ = Gems
    frozen: Gems = gems  # type: ignore[assignment]  # the line above made it one
    return frozen


@attrs.frozen(
    init=False,
    slots=False,
    repr=False,
    eq=False,
    match_args=False,
    these={name: attrs.field(default=0) for name in _NAMES},
)
class Gems(PackedGems):
    """How many of each colour: tokens, a cost, bonuses or a noble's demand.

    Counts run from 0 to 31 a colour. Addition, subtraction and `covers` work colour by colour.
    Raises InvalidValueError for counts that are no ints in that range, also where a subtraction or
    an addition would lead out of it. `str` gives the letters; iteration gives a `Gem` for each.

    >>> Gems(white=2, red=1)
    Gems(white=2, red=1)
    >>> Gems(2, 0, 0, 1, 0, 0) == Gems.parse("wwr")
    True
    >>> str(Gems(white=2, red=1) + Gems(gold=1))
    'wwry'
    """

    __slots__ = ()
    __match_args__ = ("white", "blue", "green", "red", "black", "gold")

    def __init__(  # noqa: PLR0913 - one argument a colour
        self,
        white: int = 0,
        blue: int = 0,
        green: int = 0,
        red: int = 0,
        black: int = 0,
        gold: int = 0,
    ) -> None:
        counts = (white, blue, green, red, black, gold)
        for place, count in enumerate(counts):
            if type(count) is not int or not 0 <= count <= MAX_COUNT:
                message = (
                    f"{_NAMES[place]} must be an int from 0 to {MAX_COUNT}, not {brief(count)}"
                )
                raise InvalidValueError(message)
        object.__setattr__(self, "_packed", pack(counts))

    @classmethod
    def parse(cls, text: str) -> Gems:
        """Read repeated letters in any order, such as `wwr`; "" and "-" are none.

        Raises InvalidValueError for other letters and for more than 31 of one.
        """
        if not isinstance(text, str):
            message = f"gems are written as a string of the letters {LETTERS}, not {brief(text)}"
            raise InvalidValueError(message)
        if text in {"", "-"}:
            return NO_GEMS
        if len(text) > MAX_COUNT * len(GEMS):
            message = f"{len(text)} letters are more gems than there can be"
            raise InvalidValueError(message)
        counts = [text.count(letter) for letter in LETTERS]
        if sum(counts) < len(text):
            Gem.from_letter(next(letter for letter in text if letter not in LETTERS))
        return cls(*counts)

    @property
    def white(self) -> int:
        """How many white ones."""
        return self._packed & LANE_MASK

    @property
    def blue(self) -> int:
        """How many blue ones."""
        return self._packed >> 6 & LANE_MASK

    @property
    def green(self) -> int:
        """How many green ones."""
        return self._packed >> 12 & LANE_MASK

    @property
    def red(self) -> int:
        """How many red ones."""
        return self._packed >> 18 & LANE_MASK

    @property
    def black(self) -> int:
        """How many black ones."""
        return self._packed >> 24 & LANE_MASK

    @property
    def gold(self) -> int:
        """How many gold ones."""
        return self._packed >> 30 & LANE_MASK

    @property
    def counts(self) -> tuple[int, int, int, int, int, int]:
        """The six counts in colour order, gold last."""
        return unpack(self._packed)

    @property
    def total(self) -> int:
        """How many in all, gold included."""
        return self._packed >> TOTAL_SHIFT

    def of(self, gem: Gem) -> int:
        """Return how many there are of one colour; InvalidValueError for what is no `Gem`."""
        if not isinstance(gem, Gem):
            message = f"expected a Gem, not {brief(gem)}"
            raise InvalidValueError(message)
        return self._packed >> LANE * gem.index & LANE_MASK

    def covers(self, other: Gems) -> bool:
        """Return whether there are at least as many of every colour as in another `Gems`.

        Raises InvalidValueError for what is no Gems.
        """
        if not isinstance(other, Gems):
            message = f"expected a Gems, not {brief(other)}"
            raise InvalidValueError(message)
        return covers(self._packed, other._packed)

    def in_words(self) -> str:
        """Return the counts in words, such as `2 white, 1 gold`, or `nothing`."""
        named = zip(_NAMES, self.counts, strict=True)
        return ", ".join(f"{count} {name}" for name, count in named if count) or "nothing"

    def __add__(self, other: Gems) -> Gems:
        if not isinstance(other, Gems):
            return NotImplemented
        packed = self._packed + other._packed
        if packed & GUARD_SIX:
            message = f"more than {MAX_COUNT} of one colour"
            raise InvalidValueError(message)
        return gems_of(packed)

    def __sub__(self, other: Gems) -> Gems:
        if not isinstance(other, Gems):
            return NotImplemented
        if not self.covers(other):
            message = f"cannot take {other} from {self}"
            raise InvalidValueError(message)
        return gems_of(self._packed - other._packed)

    def __bool__(self) -> bool:
        return self._packed != 0

    def __iter__(self) -> Iterator[Gem]:
        """Iterate over the single tokens in colour order."""
        for gem, count in zip(GEMS, self.counts, strict=True):
            for _ in range(count):
                yield gem

    def __eq__(self, other: object) -> bool:
        return self._packed == other._packed if isinstance(other, Gems) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._packed)

    def __str__(self) -> str:
        letters = "".join(
            letter * count for letter, count in zip(LETTERS, self.counts, strict=True)
        )
        return letters or "-"

    def __repr__(self) -> str:
        counts = zip(_NAMES, self.counts, strict=True)
        return f"Gems({', '.join(f'{name}={count}' for name, count in counts if count)})"

    def __reduce__(self) -> tuple[type[Gems], tuple[int, ...]]:
        return Gems, self.counts


NO_GEMS: Final = Gems()
