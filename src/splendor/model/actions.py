"""The decisions of a game: seven of the players, and the table's own `RevealCard`.

One decision each: a player sees a blind card before choosing what to return, and the refill before
choosing a noble. Cards are named by identity: a card is where it is. `str` gives an action in the
notation that `splendor.parse_action` reads.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias, get_args

import attrs

from splendor.errors import InvalidValueError, brief
from splendor.model.cards import Card, CardBack, Noble, check_card, check_level, check_noble
from splendor.model.gems import Gems
from splendor.model.picture import Pictured


def check_gems(value: object, name: str) -> None:
    """Raise InvalidValueError unless a value is a `Gems`."""
    if not isinstance(value, Gems):
        message = f"{name} is a Gems, not {brief(value)}"
        raise InvalidValueError(message)


def _gems(_: object, attribute: attrs.Attribute[Any], value: object) -> None:
    check_gems(value, attribute.name)


def _card(_: object, __: attrs.Attribute[Any], value: object) -> None:
    check_card(value)


def _level(_: object, __: attrs.Attribute[Any], value: object) -> None:
    check_level(value)


def _noble(_: object, __: attrs.Attribute[Any], value: object) -> None:
    check_noble(value)


def _card_or_back(_: object, __: attrs.Attribute[Any], value: object) -> None:
    if not isinstance(value, CardBack):
        check_card(value)


@attrs.frozen
class TakeTokens(Pictured):
    """Take gems from the bank: three different, or two the same (TAKE-1 to TAKE-11).

    >>> TakeTokens(Gems(white=1, blue=1, green=1))
    TakeTokens(gems=Gems(white=1, blue=1, green=1))
    """

    gems: Gems = attrs.field(validator=_gems)

    def __str__(self) -> str:
        return f"T {self.gems}"


@attrs.frozen
class ReserveCard(Pictured):
    """Reserve a face-up card, with a gold if the bank has one (RES-1 to RES-4)."""

    card: Card = attrs.field(validator=_card)

    def __str__(self) -> str:
        return f"R {self.card}"


@attrs.frozen
class ReserveFromDeck(Pictured):
    """Reserve the top card of the deck of a level, unseen by the others (RES-1, INFO-2)."""

    level: int = attrs.field(validator=_level)

    def __str__(self) -> str:
        return f"R #{self.level}"


@attrs.frozen
class BuyCard(Pictured):
    """Buy a face-up card or one from one's own hand for exactly these tokens (BUY-1, PAY-4)."""

    card: Card = attrs.field(validator=_card)
    payment: Gems = attrs.field(validator=_gems)

    def __str__(self) -> str:
        return f"B {self.card} {self.payment}"


@attrs.frozen
class ReturnTokens(Pictured):
    """Return the tokens above ten to the bank (LIMIT-2, LIMIT-3)."""

    gems: Gems = attrs.field(validator=_gems)

    def __str__(self) -> str:
        return f"-{self.gems}"


@attrs.frozen
class ChooseNoble(Pictured):
    """Choose which of several qualifying nobles visits (NOB-6)."""

    noble: Noble = attrs.field(validator=_noble)

    def __str__(self) -> str:
        return f"N {self.noble}"


@attrs.frozen
class Pass(Pictured):
    """Pass, for want of any legal action (PASS-1)."""

    def __str__(self) -> str:
        return "P"


@attrs.frozen
class RevealCard(Pictured):
    """The table turns up the card that fills an empty place (ROW-1).

    A `CardBack` says that a card was turned up and nobody recorded which.
    """

    card: Card | CardBack = attrs.field(validator=_card_or_back)

    def __str__(self) -> str:
        return f"> {self.card}"


Action: TypeAlias = (
    TakeTokens
    | BuyCard
    | ReserveCard
    | ReserveFromDeck
    | ReturnTokens
    | ChooseNoble
    | Pass
    | RevealCard
)
"""Any decision. A player's are `TakeTokens`, `BuyCard`, `ReserveCard`, `ReserveFromDeck`,
`ReturnTokens`, `ChooseNoble` and `Pass`; the table's is `RevealCard`.

An action is a value and may be illegal, like `TakeTokens(Gems())`; `check` tells. What can be no
action at all, such as a level 7 or a card given as text, raises InvalidValueError."""
ACTION_TYPES: Final = frozenset(get_args(Action))
"""The eight classes of actions."""
