"""Forgeries of recorded games, wherever each kind fits, and what `verify` makes of them.

What must be found in a forged record says `tests.arbiter_records`, which knows nothing of the
engine, and where it is plain from the kind, the kind itself. `python -m tests.forgery` forges all
games at every place and prints the tables of docs/explanation/forgery.md; with `--check` it
compares them with the page, and with `--combined N` it makes N forgeries of several changes each.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final

import attrs

from splendor import Verdict, verify
from tests import (  # noqa: F401 - they register the kinds
    forgery_moves,
    forgery_records,
    forgery_unseen,
)
from tests.arbiter_records import First, first_problem
from tests.forgery_combined import combined
from tests.forgery_logs import fates, own_logs, sample_logs
from tests.forgery_sources import EXAMPLES, OWN, SAMPLES, sources
from tests.forging import KINDS, Forgery, Game, Kind

PAGE: Final = Path(__file__).parents[1] / "docs" / "explanation" / "forgery.md"

# What is found


@attrs.frozen
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
    """Examine every forgery of a kind, or in each game only every so-manyth from the first on."""
    total = Tally()
    for game in games:
        for forgery in islice(kind.forge(game), 0, None, every):
            total += examine(game, kind, forgery)
    return total


# The tables of the page

ALL: Final = "all kinds"
HEAD: Final = (
    "| kind | tried | at the forged event | later | undetectable in principle |",
    "|---|---:|---:|---:|---:|",
)
OTHERS: Final = (EXAMPLES, *SAMPLES)
OTHERS_HEAD: Final = (f"| kind | {' | '.join(OTHERS)} |", "|---|---:|---:|---:|")


def row(name: str, found: Tally) -> str:
    """A line of the first table, which is about this package's records."""
    numbers = (found.tried, found.at_once, found.later, found.never)
    return f"| {name} | {' | '.join(map(str, numbers))} |"


def cell(found: Tally) -> str:
    """A cell of the second table."""
    parts = f"{found.tried} = {found.at_once} + {found.later} + {found.never}"
    return parts if found.tried else "no place"


def tables() -> Iterator[str]:
    """Both tables, line by line, computed at every place."""
    games = sources()
    found = {
        (name, source): tally(kind, games[source])
        for source in (OWN, *OTHERS)
        for name, kind in KINDS.items()
    }
    for source in (OWN, *OTHERS):
        found[ALL, source] = sum((found[name, source] for name in KINDS), Tally())
    names = (*KINDS, ALL)
    yield from HEAD
    for name in names:
        yield row(name, found[name, OWN])
    yield from OTHERS_HEAD
    for name in names:
        yield f"| {name} | {' | '.join(cell(found[name, source]) for source in OTHERS)} |"


def page_tables() -> list[str]:
    """The lines of both tables as they stand on the page."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.startswith("|")]


# The command


def main() -> int:
    """Print the tables and what becomes of changed logs, or do what is asked for."""
    parser = ArgumentParser(prog="python -m tests.forgery", description=main.__doc__)
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--check", action="store_true", help="compare the tables with the page")
    choice.add_argument("--combined", type=int, metavar="N", help="make N combined forgeries")
    parser.add_argument("--seed", type=int, default=0, help="of the combined ones (default 0)")
    options = parser.parse_args()
    if options.check:
        return _check()
    if options.combined is not None:
        games = [game for some in sources().values() for game in some]
        _print(dict(combined(games, options.combined, seed=options.seed).most_common()))
        return 0
    for line in tables():
        _print(f"\n{line}" if line in {HEAD[0], OTHERS_HEAD[0]} else line)
    _print("")
    for files in (*own_logs(), *sample_logs()):
        _print(f"{files.name}, each number or text: {dict(fates(files, 3))}")
    return 0


def _check() -> int:
    """Print the lines that only the page or only what is computed has; 1 if there are any."""
    computed, stated = list(tables()), page_tables()
    for line in (line for line in stated if line not in computed):
        _print(f"on the page alone: {line}")
    for line in (line for line in computed if line not in stated):
        _print(f"not on the page:   {line}")
    _print(f"the page is {'right' if computed == stated else 'wrong'}: {PAGE.name}")
    return 0 if computed == stated else 1


def _print(what: object) -> None:
    print(what, flush=True)  # noqa: T201 - that is what the command is for


if __name__ == "__main__":
    sys.exit(main())
