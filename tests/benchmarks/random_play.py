"""Uniformly random full games: this package, and beside it the yardstick, in one run.

    python tests/benchmarks/random_play.py [YARDSTICK] [--rounds N]

YARDSTICK is the path of `yardstick.py`; without it only this package is measured. A game begins
with its deal and ends with its last action; each action is drawn from all legal ones and applied
with the check. After a warm-up, blocks of a few games of each take turns, so that noise hits both
alike; printed are the medians over the blocks of games per CPU second and of the ratio. Nothing is
gated by it.
"""

import argparse
import importlib.util
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from splendor import apply, legal_actions, setup

WARM_UP = 1_000
"""Games of each before anything is measured, over all numbers of players."""
BLOCK = 4
"""Games of each in a block."""
COLD = 10
"""Games of each that the cold figure is taken from: the first of the process."""

Play = Callable[[int, random.Random], object]


def play(players: int, rng: random.Random) -> None:
    """Play one game with random decisions and checked actions."""
    state = setup(players, seed=rng.getrandbits(64))
    draw = rng.random
    while actions := legal_actions(state):
        state = apply(state, actions[int(draw() * len(actions))])


def speed(play_one: Play, players: int, rng: random.Random, games: int) -> float:
    """Return games per CPU second."""
    start = time.process_time()
    for _ in range(games):
        play_one(players, rng)
    return games / (time.process_time() - start)


def load(path: Path) -> ModuleType:
    """Import the yardstick from where it lies."""
    spec = importlib.util.spec_from_file_location("yardstick", path)
    if spec is None or spec.loader is None:
        sys.exit(f"{path} cannot be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules["yardstick"] = module
    spec.loader.exec_module(module)
    return module


def compare(contenders: list[Play], players: int, games: int, rounds: int) -> str:
    """Measure the contenders in turns; the last is what the first is held to."""
    generators = [random.Random(players) for _ in contenders]
    blocks = [
        [
            speed(play_one, players, rng, games)
            for play_one, rng in zip(contenders, generators, strict=True)
        ]
        for _ in range(rounds)
    ]
    ratio = statistics.median(block[0] / block[-1] for block in blocks)
    speeds = [statistics.median(column) for column in zip(*blocks, strict=True)]
    names = ("package", "yardstick")
    told = [f"{name} {value:.0f} games/s" for name, value in zip(names, speeds, strict=False)]
    return ", ".join([*told, f"ratio {ratio:.2f}"][: None if len(contenders) > 1 else 1])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="random full games, beside a yardstick")
    parser.add_argument("yardstick", type=Path, nargs="?")
    parser.add_argument("--rounds", type=int, default=150, help="blocks of each (150)")
    options = parser.parse_args()
    contenders: list[Play] = [play]
    if options.yardstick:
        contenders.append(load(options.yardstick).play)
    print(f"cold, 2 players: {compare(contenders, 2, COLD, 1)}", flush=True)
    for play_one in contenders:
        speed(play_one, 2, random.Random(0), WARM_UP)
    for players in (2, 3, 4):
        told = compare(contenders, players, BLOCK, options.rounds)
        print(f"{players} players: {told}", flush=True)


if __name__ == "__main__":
    main()
