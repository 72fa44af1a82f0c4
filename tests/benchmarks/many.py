"""How fast many games are verified by this process, by one other and by two, and in what memory.

Call it with a file of JSON Lines, as `python -m tests.many_games 20000 games.jsonl.zst` makes it,
and perhaps with how many of its games to take (else all) and how many rounds (else 3). Each
measurement is a run in a fresh interpreter, one of each kind in turn, and of each kind the median
is told. The processes are started before the clock is.
"""

from __future__ import annotations

import json
import platform
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from statistics import median
from typing import Any, Final

from splendor import find_games, verify_many

FEW: Final = 10
"""Memory is compared with that of a run on so many times fewer games."""
WARM: Final = 100
"""How many games each process verifies before the clock is started."""
KINDS: Final = {"found, not verified": -1, "no pool": 0, "pool of 1": 1, "pool of 2": 2}


def measure(path: str, count: int | None, workers: int) -> dict[str, float]:
    """Verify so many games, and return what it took: time of the clock, of this process, memory."""
    if workers < 1:
        list(islice(verify_many(path), WARM))
        return timed(path, count, None, verifying=not workers)
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        list(verify_many(islice(find_games(path), WARM * workers), pool, chunk_size=8))
        return timed(path, count, pool)


def timed(
    path: str, count: int | None, pool: ProcessPoolExecutor | None, *, verifying: bool = True
) -> dict[str, float]:
    """The same, when all processes are there."""
    found: Iterator[Any] = islice(find_games(path), count)
    start, cpu = time.perf_counter(), time.process_time()
    games = sum(1 for _ in (verify_many(found, pool) if verifying else found))
    return {
        "games": games,
        "seconds": time.perf_counter() - start,
        "cpu": time.process_time() - cpu,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def in_fresh_interpreter(*arguments: object) -> dict[str, float]:
    """What `measure` returns there."""
    command = [sys.executable, __file__, "--measure", *map(str, arguments)]
    run = subprocess.run(command, check=True, capture_output=True, encoding="utf-8")
    result: dict[str, float] = json.loads(run.stdout)
    return result


def main(path: str, count: str = "0", rounds: str = "3") -> None:
    """Measure all kinds, and print what came of it."""
    runs: dict[str, list[dict[str, float]]] = {kind: [] for kind in KINDS}
    for _ in range(int(rounds)):
        for kind, workers in KINDS.items():
            runs[kind].append(in_fresh_interpreter(path, count, workers))
    games = int(runs["no pool"][0]["games"])
    print(f"Python {platform.python_version()}, {games} games")
    took = {kind: median(run["seconds"] for run in runs[kind]) for kind in KINDS}
    print("\nkind  games/s  times no pool  CPU of this process, us a game")
    for kind in KINDS:
        cpu = median(run["cpu"] for run in runs[kind]) / games * 1e6
        speed = f"{games / took[kind]:.0f}  {took['no pool'] / took[kind]:.2f}"
        print(f"{kind}  {speed}  {cpu:.0f}")
    print("\npool  share of overhead")
    for kind, workers in KINDS.items():
        if workers > 0:
            share = 1 - took["no pool"] / (workers * took[kind])
            print(f"{kind}  {share:.1%}")
    print("\nkind  MiB at most, of a tenth of the games  of all")
    for kind, workers in KINDS.items():
        few = in_fresh_interpreter(path, max(1, games // FEW), workers)["memory"]
        print(f"{kind}  {few:.1f}  {median(run['memory'] for run in runs[kind]):.1f}")


if __name__ == "__main__":
    if sys.argv[1] == "--measure":
        path, count, workers = sys.argv[2:]
        print(json.dumps(measure(path, int(count) or None, int(workers))))
    else:
        main(*sys.argv[1:])
