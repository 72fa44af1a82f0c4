"""Random full games of two players, as a ratio to the speed yardstick in the same run.

    python tests/benchmarks/random_play.py PATH_OF_YARDSTICK

Blocks of games of this package and of the yardstick take turns, so that noise hits both; printed
are the medians of games per CPU second and of their ratio. Nothing is gated by it.
"""

import importlib.util
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from splendor import Phase, State, apply, legal_actions, setup

WARM_UP = 300
BLOCKS = 60
GAMES = 10
OPENINGS = [setup(2, seed=seed) for seed in range(200)]


def play(rng: random.Random) -> None:
    """Play one game with random decisions and checked actions."""
    state: State = OPENINGS[int(rng.random() * len(OPENINGS))]
    while state.phase is not Phase.OVER:
        actions = legal_actions(state)
        state = apply(state, actions[int(rng.random() * len(actions))])


def speed(play_one: Callable[[], object], games: int) -> float:
    """Return games per CPU second."""
    start = time.process_time()
    for _ in range(games):
        play_one()
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


def main(path: Path) -> None:
    """Measure and print."""
    yardstick = load(path)
    ours, theirs = random.Random(1), random.Random(1)
    players: list[Callable[[], object]] = [lambda: play(ours), lambda: yardstick.play(2, theirs)]
    for play_one in players:
        speed(play_one, WARM_UP)
    blocks = [[speed(play_one, GAMES) for play_one in players] for _ in range(BLOCKS)]
    package, stick = (statistics.median(column) for column in zip(*blocks, strict=True))
    ratio = statistics.median(mine / other for mine, other in blocks)
    print(f"package {package:.0f} games/s, yardstick {stick:.0f} games/s, ratio {ratio:.2f}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
