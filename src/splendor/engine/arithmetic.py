"""Sums on packed gems and card bits that both generating and judging rest on.

"Saturating subtraction": set the guard bit of every lane of `a`, subtract `b`; where the guard
survives, the lane holds a - b, elsewhere b was larger and the lane is cleared. That is the cost
less the bonuses, never below zero (PAY-1), for five colours in a handful of int operations.

Lanes hold 63. The largest sum is formed in `within_reach`: 18 bonuses of a colour, 10 tokens of it
and 10 gold (a supply is at most 10) make 38, so no lane ever overflows into the next.
"""

from __future__ import annotations

from itertools import accumulate
from operator import or_
from typing import Final

from splendor.model.cards import ALL_CARDS
from splendor.model.gems import FIVE, GOLD_SHIFT, GUARD_FIVE, LANE_MASK, ONE_FIVE
from splendor.model.state import PlayerDraft


def _cheap(lane: int) -> tuple[int, ...]:
    bits = [0] * (LANE_MASK + 1)
    for card in ALL_CARDS:
        bits[card._price >> 6 * lane & LANE_MASK] |= card._bit
    return tuple(accumulate(bits, or_))


CHEAP: Final = tuple(_cheap(lane) for lane in range(5))
"""CHEAP[colour][n]: the bits of the cards that cost at most n of a colour."""
_WHITE, _BLUE, _GREEN, _RED, _BLACK = CHEAP


def subtract(minuend: int, subtrahend: int) -> int:
    """Subtract the five gem colours lane by lane, never below zero."""
    difference = (minuend | GUARD_FIVE) - subtrahend
    guards = difference & GUARD_FIVE
    return difference & (guards - (guards >> 5))


def total(five: int) -> int:
    """Add up the five gem colours."""
    return five * ONE_FIVE >> 24 & LANE_MASK


def reaches(bonuses: int, demand: int) -> bool:
    """Return whether bonuses reach every number a noble asks for (NOB-2)."""
    return ((bonuses | GUARD_FIVE) - demand) & GUARD_FIVE == GUARD_FIVE


def within_reach(player: PlayerDraft) -> int:
    """Return the bits of all cards that a player might pay for.

    Gold is added to every colour at once, so that some of these cost too much after all, but no
    card that the player can pay for is missing: 90 cards are judged by five look-ups.
    """
    tokens = player._tokens
    power = player._bonuses + (tokens & FIVE) + (tokens >> GOLD_SHIFT & LANE_MASK) * ONE_FIVE
    return (
        _WHITE[power & 63]
        & _BLUE[power >> 6 & 63]
        & _GREEN[power >> 12 & 63]
        & _RED[power >> 18 & 63]
        & _BLACK[power >> 24 & 63]
    )


def can_pay(player: PlayerDraft, price: int) -> bool:
    """Return whether a player can pay a packed price with bonuses, tokens and gold (BUY-5)."""
    tokens = player._tokens
    missing = subtract(subtract(price, player._bonuses), tokens & FIVE)
    return total(missing) <= tokens >> GOLD_SHIFT & LANE_MASK
