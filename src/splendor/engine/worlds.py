"""`determinize`: one of the worlds that a partly known state may be, drawn at random.

The unseen cards of each level, in the order of `CARDS`, are shuffled as `setup` shuffles the pile
`level-1`, `level-2` or `level-3`, with the label `splendor-rules world 1` for its own. They are
laid, first to last, on the card backs of their level: the hands by seat, the row from the left, the
deck from the top.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from splendor.engine.invariants import ensure_valid
from splendor.engine.knowledge import possible_reveals
from splendor.engine.setup import seed_text, shuffled
from splendor.engine.turn import apply
from splendor.model.actions import RevealCard
from splendor.model.cards import BACKS, LEVELS, Card, CardBack
from splendor.model.state import (
    Player,
    State,
    frozen,
    reserved_face_down,
    thaw,
    with_hand,
)

WORLD_LABEL: Final = "splendor-rules world 1"

_Faces: TypeAlias = list[Iterator[Card]]
"""The shuffled unseen cards of each level, as far as they are not yet laid out."""


def determinize(state: State, *, seed: int | bytes) -> State:
    """Return a full state drawn uniformly from the worlds of a state (INFO-2, INFO-4).

    Known cards stay where they are; every card back gets the face of an unseen card of its level.
    Where a refill is awaited, its card turns up and the turn goes on. The same state and seed give
    the same world in every Python and, since the shuffle is documented, in every language. The seed
    is one that `setup` takes; use another for every draw.

    Raises InvalidValueError for a wrong seed, and InvalidPositionError with all problems for a
    state that breaks invariants, such as one with other than one unseen card for each back.

    >>> from splendor import observe, setup
    >>> view = observe(setup(2, seed=1), 0)
    >>> world = determinize(view, seed=7)
    >>> observe(world, 0) == view, str(world.decks[0][0])
    (True, '1g3')
    """
    text = seed_text(seed)
    ensure_valid(state)
    faces = [
        iter(shuffled(possible_reveals(state, level), f"level-{level}", text, WORLD_LABEL))
        for level in LEVELS
    ]
    world = thaw(state)
    world.players = tuple([_named_hand(player, faces) for player in state.players])
    world._rows = tuple([place and _named(place, faces) for place in state._rows])
    world._face_up = sum([place._bit for place in world._rows if place is not None])
    decks: list[list[Card | CardBack]] = [
        [_named(card, faces) for card in deck] for deck in state.decks
    ]
    awaited, top = state.awaited_place, None
    if awaited is not None:
        level = awaited[0] - 1
        top, decks[level][0] = decks[level][0], BACKS[level]
    world.decks = tuple(map(tuple, decks))
    return frozen(world) if top is None else apply(frozen(world), RevealCard(top))


def _named(card: Card | CardBack, faces: _Faces) -> Card:
    return next(faces[card.level - 1]) if isinstance(card, CardBack) else card


def _named_hand(player: Player, faces: _Faces) -> Player:
    if not player._backs:
        return player
    return with_hand(
        player,
        [
            reserved_face_down(_named(entry.card, faces)) if entry.face_down else entry
            for entry in player.reserved
        ],
    )
