"""Forgeries of recorded games, wherever each kind fits, and what `verify` makes of them.

What must be found in a forged record says `tests.arbiter_records`, which knows nothing of the
engine, and where it is plain from the kind, the kind itself. `python -m tests.forgery` prints the
table: it forges at every place.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import islice
from pathlib import Path

import attrs

from splendor import (
    BOARD_GAME_ARENA,
    SPENDEE,
    TEXT_B,
    Ending,
    Move,
    Record,
    Rules,
    Verdict,
    load,
    record_game,
    verify,
)
from tests import forgery_moves, forgery_records  # noqa: F401 - they register the kinds
from tests.arbiter_records import First, first_problem
from tests.forgery_logs import fates, own_logs, sample_logs
from tests.forging import KINDS, Forgery, Game, Kind
from tests.games import buying, play, stalemate
from tests.shared import SHARED, shared

# What is found


@attrs.define
class Tally:
    """How many forgeries were tried, and where they were found."""

    at_once: int = 0
    later: int = 0
    never: int = 0

    @property
    def tried(self) -> int:
        """All of them."""
        return self.at_once + self.later + self.never

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.at_once + other.at_once, self.later + other.later, self.never + other.never
        )


def expected(game: Game, kind: Kind, forgery: Forgery) -> First | None:
    """What must be found: what is plain, and what the referee says, who must agree."""
    if not kind.refereed:
        return forgery.plain
    start = forgery.place
    table = None if start is None else game.tables[start]
    first = first_problem(forgery.record, start=start or 0, table=table)
    plain = first if forgery.plain is None and not forgery.sure else forgery.plain
    assert plain == first, (game.name, kind.name, forgery.place, plain, first)
    return first


def examine(game: Game, kind: Kind, forgery: Forgery) -> Tally:
    """Hold `verify` to what must be found; where it was, as a Tally of one."""
    first = expected(game, kind, forgery)
    report = verify(forgery.record)
    problem = report.problem
    found = None if problem is None else (problem.event, problem.rule)
    assert found == first, (game.name, kind.name, forgery.place, str(problem), first)
    assert (report.verdict is Verdict.INVALID) is (first is not None)
    if first is None:
        assert kind.undetectable, (game.name, kind.name, forgery.place)
        return Tally(never=1)
    return Tally(at_once=1) if first[0] == forgery.place else Tally(later=1)


def tally(kind: Kind, games: Iterable[Game], *, every: int = 1) -> Tally:
    """Examine every forgery of a kind, or only each so-manyth."""
    total = Tally()
    for game in games:
        for forgery in islice(kind.forge(game), 0, None, every):
            total += examine(game, kind, forgery)
    return total


# The games


def as_seen_by(record: Record, seat: int) -> Record:
    """The record without the names of cards that others drew blind."""
    events = tuple(e for e in record.events if isinstance(e, Move) or e.seat == seat)
    return attrs.evolve(record, events=events, perspective=seat, seed=None)


@cache
def own_games() -> tuple[Game, ...]:
    """Games of this package in which everything occurs: all kinds of events, at 2 to 4 seats."""
    few = Rules(take_fewer="always", gold_tokens=(0, 0, 0), turn_limit=8)
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
        "without gold": record_game(*play(5, rules=few), seed=5),
    }
    return tuple(Game.of(name, record) for name, record in records.items())


@cache
def committed() -> tuple[Game, ...]:
    """The games among the examples, but for the one that is forged."""
    folder = Path(__file__).parents[1] / "examples" / "games"
    paths = [path for path in sorted(folder.glob("*.json")) if "g_gamelogs" not in path.name]
    return tuple(Game.of(path.stem, load(path)) for path in paths if path.stem != "forged")


@cache
def samples() -> tuple[Game, ...]:
    """The logs of Board Game Arena beside the project; none where they are absent."""
    if SHARED is None:
        return ()
    names = {f"Board Game Arena {year}": f"bga-{year}.gamedatas.json" for year in (2021, 2025)}
    return tuple(Game.of(name, load(shared("samples", file))) for name, file in names.items())


OWN = "own records"
HEAD = (
    "| kind | source | tried | at the forged event | later | undetectable in principle |",
    "|---|---|---:|---:|---:|---:|",
)


def row(kind: Kind, source: str, found: Tally) -> str:
    """A line of the table."""
    numbers = (found.tried, found.at_once, found.later, found.never)
    return f"| {kind.name} | {source} | {' | '.join(map(str, numbers))} |"


def main() -> None:
    """Print what is found in records, forged at every place, and in logs with a number changed."""
    sources = {OWN: own_games(), "examples": committed()}
    sources.update({game.name: (game,) for game in samples()})
    for line in HEAD:
        print(line)  # noqa: T201 - that is what the command is for
    for source, games in sources.items():
        for forgeries in KINDS.values():
            print(row(forgeries, source, tally(forgeries, games)))  # noqa: T201
    print()  # noqa: T201
    for files in (*own_logs(), *sample_logs()):
        print(f"{files.name}, each number or text:", dict(fates(files, 3)))  # noqa: T201


if __name__ == "__main__":
    main()
