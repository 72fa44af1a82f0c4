"""As many games as are asked for, as four clubs that do not exist might have recorded them.

`python -m tests.many_games COUNT FILE` writes them as JSON Lines, compressed if the name ends in
`.gz` or `.zst`. A line depends on its number alone, so fewer games are the first of more. Two to
four play, by the official rules or by those of a site, and each of them buys when they can or does
anything. Some games lack their end, some what spectators did not see, and of a few lines there is
only half. What the clubs get wrong is in `FAULTS`.
"""

from __future__ import annotations

import gzip
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, TypeAlias

import attrs

from splendor import (
    BOARD_GAME_ARENA,
    OFFICIAL,
    SPENDEE,
    Action,
    BuyCard,
    Ending,
    Event,
    Gem,
    Gems,
    Meta,
    Move,
    Phase,
    Record,
    Rules,
    State,
    TakeTokens,
    apply,
    legal_actions,
    record_game,
    redact,
    setup,
    to_json,
)
from tests.compressed import zstd
from tests.games import at_random, buying
from tests.records import forged

Change: TypeAlias = Callable[[Move], Sequence[Event] | None]
"""What is written in place of a move; None if it is left as it is."""

CLUBS: Final = {"North": 4, "South": 3, "East": 2, "West": 1}
"""How many of ten games each records."""
RULES: Final[Mapping[str, Sequence[Rules]]] = {
    "North": [OFFICIAL],
    "South": [BOARD_GAME_ARENA],
    "East": [OFFICIAL, SPENDEE],
    "West": [OFFICIAL],
}
NAMES: Final = ("Ada", "Bo", "Cy", "Dee", "Eve", "Fay", "Gil", "Hal")
UNENDED: Final = 0.04
PUBLIC: Final = 0.1
HALVED: Final = 997
"""Of so many lines one is half."""


def line_of(number: int) -> str:
    """The line of a game, without a line feed."""
    line = to_json(game(number))
    return line[: len(line) // 2] if number % HALVED == HALVED // 2 else line


def game(number: int) -> Record:
    """The game of a number, from 0."""
    rng = random.Random(number)  # noqa: S311 - games, not secrets
    [club] = rng.choices(list(CLUBS), list(CLUBS.values()))
    players = rng.choice([2, 2, 3, 4])
    first = rng.randrange(players)
    opening = setup(players, seed=number, rules=rng.choice(RULES[club]), first_player=first)
    actions = list(played(rng, opening))
    ending = None
    if rng.random() < UNENDED:
        actions = actions[: rng.randrange(len(actions))]
        ending = rng.choice([Ending("resigned", 0), Ending("timeout", 1), Ending()])
    names = tuple(rng.sample(NAMES, players))
    meta = Meta({"site": club})
    record = record_game(opening, actions, players=names, ending=ending, seed=number, meta=meta)
    if club in FAULTS:
        share, change = FAULTS[club]
        if rng.random() < share:
            record = changed(rng, record, change)
    if rng.random() < PUBLIC:
        record = attrs.evolve(redact(record, None), meta=meta)  # the club says who it is
    return record


def played(rng: random.Random, state: State) -> Iterator[Action]:
    """The actions of a game to its end."""
    policies = [rng.choice([buying, buying, at_random]) for _ in state.players]
    while state.phase is not Phase.OVER:
        action = policies[state.mover](rng, state, legal_actions(state))
        yield action
        state = apply(state, action)


def changed(rng: random.Random, record: Record, change: Change) -> Record:
    """The record with one of the moves changed that can be, if there are any."""
    changes = {
        at: events
        for at, event in enumerate(record.events)
        if isinstance(event, Move) and (events := change(event)) is not None
    }
    if not changes:
        return record
    at = rng.choice(list(changes))
    return forged(record, at, *changes[at])


# What the clubs get wrong


def sold_cheaply(move: Move) -> Sequence[Event] | None:
    """A card is sold for a token less (PAY-4)."""
    if not isinstance(move.action, BuyCard) or not move.action.payment:
        return None
    payment = move.action.payment - one_of(next(iter(move.action.payment)))
    return (attrs.evolve(move, action=BuyCard(move.action.card, payment)),)


def took_too_many(move: Move) -> Sequence[Event] | None:
    """Somebody takes a token more than they may, most often a fourth (TAKE-11)."""
    if not isinstance(move.action, TakeTokens):
        return None
    gems = move.action.gems + one_of(next(iter(move.action.gems)))
    return (attrs.evolve(move, action=TakeTokens(gems)),)


def not_written(move: Move) -> Sequence[Event] | None:
    """A take is not written down: somebody acts out of turn (TURN-4), or the end is missing."""
    return () if isinstance(move.action, TakeTokens) else None


def one_of(gem: Gem) -> Gems:
    """A token of a colour."""
    return Gems(**{gem.value: 1})


FAULTS: Final[Mapping[str, tuple[float, Change]]] = {
    "South": (0.08, sold_cheaply),
    "East": (0.02, took_too_many),
    "West": (0.05, not_written),
}
"""By club, in what share of its games there is a fault, and which."""


# Writing them


def lines(count: int, workers: int = 0) -> Iterator[str]:
    """The lines of so many games, each with its line feed, made by so many processes or by this."""
    if not workers:
        yield from (f"{line_of(number)}\n" for number in range(count))
        return
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        for line in pool.map(line_of, range(count), chunksize=50):
            yield f"{line}\n"


def write(path: Path, some: Iterable[str]) -> None:
    """Write lines to a file, compressed as its name says."""
    opening: dict[str, Any] = {".gz": gzip.open, ".zst": zstd.open}
    with opening.get(path.suffix, open)(path, "wb") as file:
        file.writelines(line.encode() for line in some)


if __name__ == "__main__":
    write(Path(sys.argv[2]), lines(int(sys.argv[1]), workers=2))
