"""Compare the engine with the oracle: `python -m tests.soak [--games N] [--states N] [--seed S]`.

Whole random games, 2 to 4 players under every preset and house rules; and rare positions made to
order, spread evenly over the corners, with some steps on from each; as many as are asked for by
default come to every variant of every corner. The same seed gives the same run, whatever the number
of workers. What differs is printed, and the exit code is then 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from tests.soak.run import Job, Tally, do

GAMES_AT_ONCE = 5
STATES_AT_ONCE = 50
MOST_PRINTED = 10


def jobs(games: int, states: int, seed: int) -> Iterator[Job]:
    """Cut the work into pieces."""
    for kind, number, piece in (("game", games, GAMES_AT_ONCE), ("state", states, STATES_AT_ONCE)):
        for first in range(0, number, piece):
            yield Job(kind, range(first, min(first + piece, number)), seed)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="whole games (default 2000)")
    parser.add_argument("--states", type=int, default=30000, help="rare positions (default 30000)")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args(arguments)
    begin = time.monotonic()
    tally = Tally()
    work = jobs(asked.games, asked.states, asked.seed)
    if asked.workers == 1:
        for job in work:
            tally.add(do(job))
    else:
        with ProcessPoolExecutor(asked.workers) as pool:
            for part in pool.map(do, work):
                tally.add(part)
    sys.stdout.write("\n".join(tally.lines()) + "\n")
    for difference in tally.differences[:MOST_PRINTED]:
        sys.stdout.write(f"{difference}\n")
    sys.stdout.write(
        f"differences: {len(tally.differences)}, in {time.monotonic() - begin:.0f} s\n"
    )
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
