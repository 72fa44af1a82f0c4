"""Whole games for tests: played by a seed, or laid out by hand for what chance never brings."""

import random
from collections.abc import Callable, Iterator, Sequence

from splendor import (
    CARDS,
    NOBLES,
    OFFICIAL,
    Action,
    BuyCard,
    Gems,
    Pass,
    Phase,
    ReserveFromDeck,
    ReturnTokens,
    Rules,
    State,
    TakeTokens,
    apply,
    deal,
    legal_actions,
    setup,
)
from splendor.model.cards import LEVEL_CARDS

Policy = Callable[[random.Random, State, Sequence[Action]], Action]


def at_random(rng: random.Random, _: State, actions: Sequence[Action]) -> Action:
    """Any legal action, each as likely."""
    return rng.choice(actions)


def buying(rng: random.Random, _: State, actions: Sequence[Action]) -> Action:
    """A purchase whenever one is possible, so that nobles come."""
    return rng.choice([action for action in actions if isinstance(action, BuyCard)] or actions)


def play(
    seed: int,
    players: int = 2,
    *,
    rules: Rules = OFFICIAL,
    first_player: int = 0,
    policy: Policy = at_random,
) -> tuple[State, list[Action]]:
    """The opening and the actions of a game played to its end by a seed."""
    opening = setup(players, seed=seed, rules=rules, first_player=first_player)
    rng = random.Random(seed)  # noqa: S311 - a game, not a secret
    state, actions = opening, []
    while state.phase is not Phase.OVER:
        action = policy(rng, state, legal_actions(state))
        actions.append(action)
        state = apply(state, action)
    return opening, actions


def states_of(opening: State, actions: Sequence[Action]) -> Iterator[State]:
    """All states of a game, the opening first."""
    state = opening
    yield state
    for action in actions:
        state = apply(state, action)
        yield state


def dear(card_id: str) -> bool:
    """Whether a card costs three or more of some colour."""
    return max(CARDS[card_id].cost.counts) > 2


def stalemate(*, passes: int = 2) -> tuple[State, list[Action]]:
    """Two players who hold 2-2-2-2-2 and three dear cards each, facing dear cards, and pass."""
    rows, decks = [], []
    for level in LEVEL_CARDS:
        pile = sorted(level, key=lambda card: not dear(card.id))
        rows.append(pile[:4])
        decks.append(pile[4:])
    opening = deal(2, rows=rows, decks=decks, nobles=[NOBLES[key] for key in ("wu", "gr", "rk")])
    takes = ("wug", "wug", "wrk", "urk", "urk", "wrk", "g", "g")
    actions: list[Action] = [TakeTokens(Gems.parse(gems)) for gems in takes]
    actions += [ReserveFromDeck(3), ReturnTokens(Gems(gold=1))] * 6
    return opening, actions + [Pass()] * passes
