"""`Ismcts`: information-set Monte Carlo tree search, a bot that searches what it cannot see.

splendor play Ada @ismcts:Ismcts

A node of the tree is what the searching player would know there, a view, and so is shared by all
worlds that look alike to them. Each walk deals another world, goes down the tree where actions
promise most to whoever takes them, adds one node, and notes on the way what the position promises.
There are no playouts: a position is judged as it stands, by `shares`.

Everything is a function of the view, in whole numbers: the same view gives the same action on every
machine. Nothing is kept between decisions, no clock is read, and chance comes from the view.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from math import isqrt
from typing import Final, TypeAlias

import attrs

from splendor import (
    Action,
    BuyCard,
    Card,
    CardBack,
    Gems,
    InvalidValueError,
    Noble,
    Phase,
    Player,
    RevealCard,
    State,
    apply_unchecked,
    determinize,
    digest,
    legal_actions,
    observe,
    outcome,
)

WIN: Final = 1_000_000
"""What a game is worth to who wins it; a position promises each seat a share of this."""
CURIOSITY: Final = WIN // 20
"""How much an action that was seldom tried is favoured over one that did well; by trial matches."""

Shares: TypeAlias = tuple[int, ...]
"""What a position promises each seat, from 0 to WIN."""


def _check_walks(_: object, __: object, walks: object) -> None:
    if type(walks) is not int or walks < 1:
        message = f"walks is an int from 1, not {walks!r:.40}"
        raise InvalidValueError(message)


@attrs.frozen
class Ismcts:
    """Walks down a tree so many times per decision, and takes the action it tried most.

    More walks play better and take longer. Raises InvalidValueError for less than one.
    """

    walks: int = attrs.field(default=100, validator=_check_walks)

    def choose(self, view: State) -> Action:
        """Return the action that the search prefers for the mover of a view."""
        actions = sensible(legal_actions(view))
        if len(actions) == 1:
            return actions[0]
        tree: Tree = {}
        source = digest(view)
        for number in range(self.walks):
            walk(tree, view, determinize(view, seed=f"{source} {number}".encode()))
        return max(tree[view].items(), key=lambda item: (item[1].tried, item[1].total))[0]


# The search


@attrs.define
class Edge:
    """An action at a node: what it seems to promise, and what came of it.

    The first guess counts as a first try. So an action that looks poor at once has to wait until
    the others have disappointed, and of dozens of legal actions the search looks into a few.
    """

    guess: Shares
    total: int
    """The sum of what its tries promised the seat that takes it."""
    tried: int = 1
    offered: int = 0
    """How often it was legal at its node: others' hidden cards can be bought in some worlds only.

    So an action is not made up for the walks in which it was not there to be tried.
    """

    @property
    def promise(self) -> int:
        """The mean of its tries, and on top the more, the seldomer it was tried.

        What is on top is divided by the tries and not by their root, as in UCB: with few walks and
        many actions, most of them are to be left alone after the first guess.
        """
        return (self.total + isqrt(CURIOSITY * CURIOSITY * self.offered)) // self.tried


Tree: TypeAlias = dict[State, dict[Action, Edge]]


def walk(tree: Tree, view: State, world: State) -> None:
    """Go down the tree in one world to the first new node, and note what is promised there."""
    seat, node = view.mover, view
    path: list[tuple[int, Edge]] = []
    while node in tree and world.phase is not Phase.OVER:
        action, edge = preferred(tree[node], node, world)
        path.append((world.mover, edge))
        world = apply_unchecked(world, action)
        node = observe(world, seat)
    if world.phase is Phase.OVER:
        promised = shares(world)
    else:
        _, best = preferred(tree.setdefault(node, {}), node, world)
        promised = best.guess
    for mover, edge in path:
        edge.tried += 1
        edge.total += promised[mover]


def preferred(edges: dict[Action, Edge], node: State, world: State) -> tuple[Action, Edge]:
    """Return the legal action that promises most to the mover, who need not be who searches."""
    offered: list[tuple[Action, Edge]] = []
    for action in sensible(legal_actions(world)):
        edge = edges.get(action)
        if edge is None:
            guess = shares(after(node, action))
            edge = edges[action] = Edge(guess, guess[node.mover])
        edge.offered += 1
        offered.append((action, edge))
    return max(offered, key=lambda pair: pair[1].promise)


def sensible(actions: Iterable[Action]) -> list[Action]:
    """Return the actions without those that pay gold in place of gems they could pay."""
    cheapest: dict[object, Action] = {}
    for action in actions:  # of the payments for a card the one with least gold comes first
        cheapest.setdefault(action.card if isinstance(action, BuyCard) else action, action)
    return list(cheapest.values())


def after(view: State, action: Action) -> State:
    """Return the view after an action; a card that it turns up stays face down.

    Guesses are made from views, not in the world of the walk: they know no hidden card. Only the
    card that an action itself names, as when another player buys one from the hand, is known.
    """
    state = apply_unchecked(view, action)
    place = state.awaited_place
    return state if place is None else apply_unchecked(state, RevealCard(CardBack(place[0])))


# The judgement of a position, in thousandths of a point; set by hand after the greedy bot's

POINT: Final = 1000
BONUS: Final = 1200
TOKEN: Final = 100
MOST_TOKENS: Final = 10
"""More have to be returned."""
GOLD: Final = 200
HELD: Final = -400
"""A card in hand takes one of three places."""
PLANS: Final = 3
"""How many of the best cards in sight and in hand count."""
PLAN: Final = 5
"""A card that can be paid for adds this part of its worth before it is bought."""
TURN: Final = 1000
"""About what a turn adds. Whoever has yet to move gets part of it in advance: right after a move
of one of two players the other one has half a turn more.

So an action does not look better merely for being judged before the others have answered.
"""
REACHED: Final = 100 * POINT
"""The target score: more than all else together."""
LEAD: Final = 4 * POINT
"""A lead that is halfway from an even game to a won one."""
NEAR: Final[tuple[int, ...]] = tuple(POINT * 3**steps // 5**steps for steps in range(15))
"""The part in a thousand that is left of something's worth while so many gems are missing."""


def shares(state: State) -> Shares:
    """Return what a position promises each seat: how it has ended, or by how much each leads."""
    players, seats = state.players, range(len(state.players))
    ended = outcome(state)
    if ended is not None:
        return tuple(WIN // len(ended.winners) * (seat in ended.winners) for seat in seats)
    standings = [_standing(player, state.rows, state.nobles) for player in players]
    coming = state.mover + (state.phase is not Phase.MAIN)
    for seat in seats:
        standings[seat] += TURN * ((coming - seat - 1) % len(players)) // len(players)
        standings[seat] += REACHED * (players[seat].points >= state.rules.target_score)
    return tuple(
        _share(standings[seat] - max(standings[:seat] + standings[seat + 1 :])) for seat in seats
    )


def _share(lead: int) -> int:
    """Return what a lead over the best of the others promises."""
    return WIN // 2 + WIN // 2 * lead // (abs(lead) + LEAD)


@lru_cache(maxsize=1 << 14)  # most actions leave all but one player as they were
def _standing(
    player: Player, rows: tuple[tuple[Card | CardBack | None, ...], ...], nobles: tuple[Noble, ...]
) -> int:
    """Return how well a player stands, by what they have and what lies open."""
    bonuses, tokens = player.bonuses, player.tokens
    gold = tokens.gold
    pairs = zip(bonuses.counts, tokens.counts, strict=True)
    means = tuple([bonus + token for bonus, token in pairs])
    cards = [*chain.from_iterable(rows), *[entry.card for entry in player.reserved]]
    plans = sorted([_plan(card, means, gold) for card in cards if isinstance(card, Card)])
    return (
        POINT * player.points
        + BONUS * bonuses.total
        + sum(plans[-PLANS:])
        + sum([_visit(noble, bonuses.counts) for noble in nobles])
        + TOKEN * min(tokens.total - gold, MOST_TOKENS)
        + GOLD * gold
        + HELD * len(player.reserved)
    )


@lru_cache(maxsize=1 << 14)
def _plan(card: Card, means: Sequence[int], gold: int) -> int:
    """Return what a card adds before it is bought."""
    return (POINT * card.points + BONUS) * _near(card.cost, means, gold) // POINT // PLAN


@lru_cache(maxsize=1 << 14)
def _visit(noble: Noble, bonuses: Sequence[int]) -> int:
    """Return what a noble adds before it comes."""
    return noble.points * _near(noble.requires, bonuses, 0)


def _near(asked: Gems, held: Sequence[int], gold: int) -> int:
    """Return the part in a thousand that is left of the worth of what asks for gems."""
    pairs = zip(asked.counts, held, strict=True)
    missing = sum([max(0, want - have) for want, have in pairs])
    return NEAR[min(max(0, missing - gold), len(NEAR) - 1)]
