"""Uniformly random full games: this package, and beside it the yardstick, in one run.

    python tests/benchmarks/random_play.py [YARDSTICK] [--rounds N] [--warm-up N]

YARDSTICK is the path of `yardstick.py`; without it only this package is measured. A game begins
with its deal and ends with its last action; each action is drawn from all legal ones, and applied
with the check that it is one or, in a line of its own, without. The cold figure is that of the
first games of the process. After a warm-up, blocks of four games of each take turns, so that noise
hits all alike; printed are the medians over the blocks of games per CPU second, and of the ratio to
the yardstick in the same block. Nothing is gated by it.
"""

import argparse
import importlib.util
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from splendor import Action, State, apply, apply_unchecked, legal_actions, setup

BLOCK = 4
"""Games of each in a block."""
COLD = 10
"""Games of each in the cold block, the first of the process."""

Play = Callable[[int, random.Random], object]


def playing(carry_out: Callable[[State, Action], State]) -> Play:
    """Return what plays a game of this package with random decisions."""

    def play(players: int, rng: random.Random) -> None:
        state = setup(players, seed=rng.getrandbits(64))
        draw = rng.random
        while actions := legal_actions(state):
            state = carry_out(state, actions[int(draw() * len(actions))])

    return play


def yardstick_at(path: Path) -> Play:
    """Import the yardstick from where it lies, and return what plays a game of it."""
    spec = importlib.util.spec_from_file_location("yardstick", path)
    if spec is None or spec.loader is None:
        sys.exit(f"{path} cannot be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules["yardstick"] = module
    spec.loader.exec_module(module)
    play: Play = module.play
    return play


def speed(play: Play, players: int, rng: random.Random, games: int) -> float:
    """Return games per CPU second."""
    start = time.process_time()
    for _ in range(games):
        play(players, rng)
    return games / (time.process_time() - start)


def measure(contenders: dict[str, Play], players: int, games: int, rounds: int) -> list[str]:
    """Let the contenders play in turns; return a line for each, held to the yardstick if any."""
    # Games of their own: the second to play the same would find all its memos filled
    generators = {name: random.Random(f"{players} {name}") for name in contenders}
    blocks = [
        {name: speed(play, players, generators[name], games) for name, play in contenders.items()}
        for _ in range(rounds)
    ]
    lines = []
    for name in contenders:
        median = statistics.median(block[name] for block in blocks)
        line = f"{players} players, {name}: {median:.0f} games/s"
        if "yardstick" in contenders:
            ratio = statistics.median(block[name] / block["yardstick"] for block in blocks)
            line += f", {ratio:.2f} times the yardstick"
        lines.append(line)
    return lines


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="random full games, beside a yardstick")
    parser.add_argument("yardstick", type=Path, nargs="?")
    parser.add_argument("--rounds", type=int, default=150, help="blocks of each (150)")
    parser.add_argument("--warm-up", type=int, default=1000, help="games of each before (1000)")
    options = parser.parse_args()
    contenders = {"checked": playing(apply), "unchecked": playing(apply_unchecked)}
    if options.yardstick:
        contenders["yardstick"] = yardstick_at(options.yardstick)
    print(f"Python {sys.version.split()[0]}", flush=True)
    cold = {name: play for name, play in contenders.items() if name != "unchecked"}
    for line in measure(cold, 2, COLD, 1):
        print(f"cold: {line}", flush=True)
    for name, play in contenders.items():
        speed(play, 2, random.Random(f"warm-up {name}"), options.warm_up)
    for players in (2, 3, 4):
        print("\n".join(measure(contenders, players, BLOCK, options.rounds)), flush=True)


if __name__ == "__main__":
    main()
