"""Actions in words, for those who do not read the notation."""

from __future__ import annotations

from typing import assert_never

from splendor.errors import InvalidValueError, brief
from splendor.model.actions import (
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
from splendor.model.cards import CardBack


def say(action: Action) -> str:
    """Return what happens, to be read behind the name of the player, or of the table.

    Raises InvalidValueError for what is no action.

    >>> from splendor import Gems, TakeTokens
    >>> say(TakeTokens(Gems(white=1, blue=1, green=1)))
    'takes 1 white, 1 blue, 1 green'
    """
    if not isinstance(action, Action):
        message = f"an action is expected, not {brief(action)}"
        raise InvalidValueError(message)
    match action:
        case TakeTokens(gems):
            text = f"takes {gems.in_words()}"
        case ReserveCard(card):
            text = f"reserves {card}"
        case ReserveFromDeck(level):
            text = f"reserves the top card of level {level}"
        case BuyCard(card, payment):
            text = f"buys {card} for {payment.in_words()}"
        case ReturnTokens(gems):
            text = f"returns {gems.in_words()}"
        case ChooseNoble(noble):
            text = f"chooses the noble {noble}"
        case Pass():
            text = "passes"
        case RevealCard(card):
            unknown = isinstance(card, CardBack)
            text = f"turns up {f'a card of level {card.level}' if unknown else card}"
        case _:
            assert_never(action)
    return text


def counted(number: int, what: str) -> str:
    """Return a number with its noun, in the plural where that is due."""
    return f"{number} {what}{'' if number == 1 else 's'}"
