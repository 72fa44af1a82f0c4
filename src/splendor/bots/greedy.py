"""`GreedyBot`: looks one action ahead and takes what leaves it best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

import attrs

from splendor.engine.generate import legal_actions
from splendor.engine.turn import apply_unchecked
from splendor.model.actions import Action
from splendor.model.cards import Card
from splendor.model.gems import Gems
from splendor.model.rules import TOKEN_LIMIT
from splendor.model.state import Player, State

POINT: Final = 1000
"""What all else is measured by; whole numbers, so that every machine comes to the same."""
WIN: Final = 100 * POINT
"""More than all else together: the target score is reached."""
BONUS: Final = 1200
PLANS: Final = 3
"""How many of the best cards in sight and in hand count."""
PLAN: Final = 5
"""A card adds this part of its worth before it is bought, if it can be paid for."""
TOKEN: Final = 100
GOLD: Final = 200
EXCESS: Final = -150
"""A token above ten has to be returned."""
HELD: Final = -400
"""A card in hand takes one of three places."""
NEAR: Final = (1000, 600, 360, 216, 130, 78, 47, 28, 17, 10, 6, 4, 2, 1)
"""The part in a thousand that is left of a card's worth while so many tokens are missing, and of a
noble's while so many bonuses are; three fifths from one to the next."""


@attrs.frozen
class GreedyBot:
    """Takes the action that leaves it best, by what its view shows right after it.

    Counted are points, bonuses, how near the best cards in sight and in hand are, and the nobles,
    and tokens, gold for more. Of equal actions it takes the first in the order of `legal_actions`.
    """

    def choose(self, view: State) -> Action:
        """Return the best action, looking no further than that."""
        return max(legal_actions(view), key=partial(_worth, view))


def _worth(view: State, action: Action) -> int:
    """Return how well the mover stands after an action; more is better."""
    after = apply_unchecked(view, action)
    player = after.players[view.mover]
    gems = player.tokens
    return (
        WIN * (player.points >= view.rules.target_score)
        + POINT * player.points
        + BONUS * len(player.purchased)
        + sum(sorted(_prospects(after, player))[-PLANS:])
        + sum(_visits(after, player))
        + TOKEN * min(gems.total - gems.gold, TOKEN_LIMIT)
        + GOLD * gems.gold
        + EXCESS * max(0, gems.total - TOKEN_LIMIT)
        + HELD * len(player.reserved)
    )


def _prospects(state: State, player: Player) -> Iterator[int]:
    """Yield what each known card adds that the player may buy now or later."""
    means = [sum(pair) for pair in zip(player.tokens.counts, player.bonuses.counts, strict=True)]
    for card in (*state._rows, *(entry.card for entry in player.reserved)):
        if isinstance(card, Card):
            missing = max(0, _missing(card.cost, means) - player.tokens.gold)
            yield _left((POINT * card.points + BONUS) // PLAN, missing)


def _visits(state: State, player: Player) -> Iterator[int]:
    """Yield what each noble adds that may come, now or later."""
    for noble in state.nobles:
        yield _left(POINT * noble.points, _missing(noble.requires, player.bonuses.counts))


def _missing(asked: Gems, held: Sequence[int]) -> int:
    return sum(max(0, want - have) for want, have in zip(asked.counts, held, strict=True))


def _left(worth: int, missing: int) -> int:
    """Return what is left of the worth of something for which so much is missing."""
    return worth * NEAR[min(missing, len(NEAR) - 1)] // NEAR[0]
