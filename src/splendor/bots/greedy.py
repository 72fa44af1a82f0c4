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

WIN: Final = 100.0
"""More than all else together: the target score is reached."""
BONUS: Final = 1.2
"""What a bonus is worth, in points as everything here."""
PLANS: Final = 3
"""How many of the best cards in sight and in hand count."""
PLAN: Final = 0.2
"""The share of its worth that a card adds before it is bought, if it can be paid for."""
NEAR: Final = 0.6
"""The share left of that for each token that is missing, and of a noble for each bonus."""
TOKEN: Final = 0.1
GOLD: Final = 0.2
EXCESS: Final = -0.15
"""A token above ten has to be returned."""
HELD: Final = -0.4
"""A card in hand takes one of three places."""


@attrs.frozen
class GreedyBot:
    """Takes the action that leaves it best, by what its view shows right after it.

    Counted are points, bonuses, how near the best cards in sight and in hand are, and the nobles,
    and tokens, gold for more. Of equal actions it takes the first in the order of `legal_actions`.
    """

    def choose(self, view: State) -> Action:
        """Return the best action, looking no further than that."""
        return max(legal_actions(view), key=partial(_worth, view))


def _worth(view: State, action: Action) -> float:
    """Return how well the mover stands after an action; more is better."""
    after = apply_unchecked(view, action)
    player = after.players[view.mover]
    gems = player.tokens
    return (
        WIN * (player.points >= view.rules.target_score)
        + player.points
        + BONUS * len(player.purchased)
        + sum(sorted(_prospects(after, player))[-PLANS:])
        + sum(_visits(after, player))
        + TOKEN * min(gems.total - gems.gold, TOKEN_LIMIT)
        + GOLD * gems.gold
        + EXCESS * max(0, gems.total - TOKEN_LIMIT)
        + HELD * len(player.reserved)
    )


def _prospects(state: State, player: Player) -> Iterator[float]:
    """Yield what each known card adds that the player may buy now or later."""
    means = [sum(pair) for pair in zip(player.tokens.counts, player.bonuses.counts, strict=True)]
    for card in (*state._rows, *(entry.card for entry in player.reserved)):
        if isinstance(card, Card):
            missing = max(0, _missing(card.cost, means) - player.tokens.gold)
            yield PLAN * (card.points + BONUS) * NEAR**missing


def _visits(state: State, player: Player) -> Iterator[float]:
    """Yield what each noble adds that may come, now or later."""
    for noble in state.nobles:
        yield noble.points * NEAR ** _missing(noble.requires, player.bonuses.counts)


def _missing(asked: Gems, held: Sequence[int]) -> int:
    return sum(max(0, want - have) for want, have in zip(asked.counts, held, strict=True))
