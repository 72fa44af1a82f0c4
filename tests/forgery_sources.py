"""The sound games that are forged, and the kinds of forgery that have no place in some of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

import attrs

from splendor import (
    BOARD_GAME_ARENA,
    SPENDEE,
    TEXT_B,
    Action,
    BuyCard,
    Card,
    Ending,
    Move,
    Record,
    ReserveFromDeck,
    ReturnTokens,
    Rules,
    State,
    TakeTokens,
    load,
    record_game,
    redact,
)
from tests.forging import Game
from tests.games import buying, play, stalemate
from tests.shared import SHARED, shared

OWN: Final = "own records"
EXAMPLES: Final = "examples"
SAMPLES: Final = ("Board Game Arena 2021", "Board Game Arena 2025")
GAMES: Final = Path(__file__).parents[1] / "examples" / "games"


def sources() -> dict[str, tuple[Game, ...]]:
    """All of them, by the names of their columns on the page."""
    return {
        OWN: own_games(),
        EXAMPLES: examples(),
        **{name: (game,) for name, game in zip(SAMPLES, samples(), strict=True)},
    }


def as_seen_by(record: Record, seat: int) -> Record:
    """The record without the names of cards that others drew blind."""
    events = tuple(e for e in record.events if isinstance(e, Move) or e.seat == seat)
    return attrs.evolve(record, events=events, perspective=seat, seed=None)


def drawing(rng: Random, _: State, actions: Sequence[Action]) -> Action:
    """A card from a deck whenever there may be one, else a purchase, else tokens."""
    for kind in (ReserveFromDeck, BuyCard, TakeTokens):
        some: list[Action] = [action for action in actions if isinstance(action, kind)]
        if some:
            return rng.choice(some)
    return rng.choice(actions)


def emptying(rng: Random, state: State, actions: Sequence[Action]) -> Action:
    """What empties the third deck: buy from the hand, fill it again, save for what is in it."""
    player = state.players[state.mover]
    hand = [entry.card for entry in player.reserved]
    bought = [action for action in actions if isinstance(action, BuyCard) and action.card in hand]
    drawn = [action for action in actions if action == ReserveFromDeck(3)]

    def missing(action: Action) -> int:
        held = player.tokens
        if isinstance(action, (TakeTokens, ReturnTokens)):
            back = isinstance(action, ReturnTokens)
            held = held - action.gems if back else held + action.gems
        have = [a + b for a, b in zip(held.counts, player.bonuses.counts, strict=True)]
        return min(
            sum(max(0, cost - has) for cost, has in zip(card.cost.counts, have, strict=True))
            for card in hand
            if isinstance(card, Card)
        )

    best: list[Action] = [*(bought or drawn)] or [min(actions, key=missing)]
    return rng.choice(best)


@cache
def own_games() -> tuple[Game, ...]:
    """Games of this package in which everything occurs: all kinds of events, at 2 to 4 seats."""
    few = Rules(take_fewer="always", gold_tokens=(0, 0, 0), turn_limit=8)
    poor = Rules(gem_tokens=(1, 1, 1), gold_tokens=(9, 9, 9), target_score=1000, turn_limit=40)
    rich = Rules(gem_tokens=(10, 10, 10), target_score=1000, turn_limit=12, take_fewer="always")
    passing = record_game(*play(90, 3, rules=poor, policy=drawing))
    emptied = record_game(*play(86, 4, rules=rich, policy=emptying))
    table, actions = play(7, 3, rules=SPENDEE, policy=buying)
    larger, moves = play(124, 4, rules=TEXT_B, policy=buying)
    official = record_game(*play(231, policy=buying))
    records = {
        "two players": record_game(*play(119, rules=BOARD_GAME_ARENA, policy=buying), seed=119),
        "three, one too slow": record_game(
            table, actions[:67], ending=Ending("timeout", 2), seed=7
        ),
        "four, one gives up": record_game(larger, moves[:50], ending=Ending("resigned", 1)),
        "as one player saw it": as_seen_by(official, 0),
        "stalemate": record_game(*stalemate()),
        "passes, in public view": redact(passing, None),
        "an empty deck, in public view": redact(emptied, None),
        "without gold": record_game(*play(5, rules=few), seed=5),
    }
    return tuple(Game.of(name, record) for name, record in records.items())


@cache
def examples() -> tuple[Game, ...]:
    """The games among the examples, but for the forged one and those of the samples."""
    names = ("four-players.json", "own-game.gamedatas.json", "three-players.json")
    return tuple(Game.of(name, load(GAMES / name)) for name in names)


@cache
def samples() -> tuple[Game, ...]:
    """Two games of Board Game Arena, read from the logs beside the project.

    Where those are absent, from the records of the same games among the examples.
    """
    return tuple(
        Game.of(name, _sample(year)) for name, year in zip(SAMPLES, (2021, 2025), strict=True)
    )


def _sample(year: int) -> Record:
    if SHARED is None:
        return load(GAMES / f"board-game-arena-{year}.json")
    return load(shared("samples", f"bga-{year}.gamedatas.json"))


# What does not occur in some of them

_NO_BLIND_PASS = {
    "pass: a card is named that could have been bought": "nobody passes with a blind card",
    "pass: a card is bought that could have been bought before": "nobody passes with a blind card",
}
_ALL_NAMED = {
    "claimed seed: another": "its log tells neither seed nor decks",
    "claimed decks: two neighbours swapped": "its log tells neither seed nor decks",
    "noble: another is chosen": "no player ever has nobles to choose from",
    "card from a deck: of another level": "nobody reserves from a deck",
    "card from a deck: named as another unseen one": "nobody reserves from a deck",
    "card from a deck: named as one seen before": "nobody reserves from a deck",
    "card from a deck: named in another's hand, or a row": "nobody reserves from a deck",
    "card from a deck: bought as another unseen one": "nobody reserves from a deck",
    "card from a deck: bought as one that was bought before": "nobody reserves from a deck",
    "card from a deck: bought as one that turns up later": "nobody reserves from a deck",
    "card from a deck: out of an empty one": "no deck runs out while a hand has room",
    **_NO_BLIND_PASS,
}
_NONE_RETURNED = {
    "tokens returned: another colour": "nobody ever has more than ten tokens",
    "tokens returned: one more or less": "nobody ever has more than ten tokens",
}
NO_PLACE: Final[dict[str, dict[str, str]]] = {
    OWN: {},
    EXAMPLES: _NO_BLIND_PASS,
    SAMPLES[0]: {**_ALL_NAMED, **_NONE_RETURNED},
    SAMPLES[1]: _ALL_NAMED,
}
"""By source, the kinds that have no place in it, and why."""
