"""A match of `Ismcts` against a bot of the package, over many seeded games.

python -m examples.bot.match --games 200 --seed 0 --walks 100 --jobs 2

Every deal is played once, and the seat goes round from game to game: two games of one deal would
not be independent, as the interval that is printed takes them to be.
"""

import argparse
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt

import attrs

from splendor import Action, Phase, Rules, State, apply, score, setup
from splendor.bots import BOTS, Bot, ask

from .ismcts import Ismcts

RULES = Rules(turn_limit=200)
"""The official rules; the limit, several times as long as a game, is there for bots that stall."""
MOST = 10**9
"""No number of the command is larger."""


@attrs.frozen
class Fixture:
    """One game to be played: the bot has the seat `seed` modulo the number of players."""

    seed: int
    players: int
    walks: int
    opponent: str


@attrs.frozen
class Score:
    """What the bot won, a part of the game if several players share it, and the time it took."""

    won: float
    decisions: int
    seconds: float


@attrs.define
class Timed:
    """Plays as a bot does, and adds up the processor time that its decisions take."""

    bot: Bot
    decisions: int = 0
    seconds: float = 0.0

    def choose(self, view: State) -> Action:
        """Return what the bot chooses."""
        start = time.process_time()
        action = self.bot.choose(view)
        self.seconds += time.process_time() - start
        self.decisions += 1
        return action


def play(fixture: Fixture) -> Score:
    """Play one game."""
    seat = fixture.seed % fixture.players
    timed = Timed(Ismcts(fixture.walks))
    bots: list[Bot] = [BOTS[fixture.opponent]() for _ in range(fixture.players)]
    bots[seat] = timed
    state = setup(fixture.players, seed=fixture.seed, rules=RULES)
    while state.phase is not Phase.OVER:
        state = apply(state, ask(bots[state.mover], state))
    ranks = [each.rank for each in score(state)]
    won = (ranks[seat] == 1) / ranks.count(1)
    return Score(won, timed.decisions, timed.seconds)


def play_all(fixtures: Iterable[Fixture], jobs: int) -> list[Score]:
    """Play games in so many processes; the scores come in the order of the games."""
    if jobs == 1:
        return list(map(play, fixtures))
    with ProcessPoolExecutor(jobs) as pool:
        try:
            return list(pool.map(play, fixtures))
        except BaseException:  # as when it is interrupted: the games that wait are not played
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def wilson(won: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of Wilson for the share of games won.

    >>> low, high = wilson(5, 10)
    >>> round(low, 3), round(high, 3)
    (0.237, 0.763)
    """
    z = 1.959964
    share, spread = won / games, z * z / games
    middle = share + spread / 2
    half = sqrt(spread * (share * (1 - share) + spread / 4))
    return (middle - half) / (1 + spread), (middle + half) / (1 + spread)


def report(scores: Sequence[Score], players: int) -> str:
    """Return what a match came to."""
    games = len(scores)
    won = sum(each.won for each in scores)
    low, high = wilson(won, games)
    seconds = sum(each.seconds for each in scores)
    decisions = sum(each.decisions for each in scores)
    return (
        f"won {won:g} of {games} games, {won / games:.1%} (an equal player: {1 / players:.0%})\n"
        f"95% interval {low:.1%} to {high:.1%}\n"
        f"{decisions} decisions of {seconds / decisions:.3f} CPU seconds"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Play a match and print what came of it."""
    parser = argparse.ArgumentParser(prog="python -m examples.bot.match", description="A match.")
    parser.add_argument("--games", type=_from(1), default=40, help="how many, each another deal")
    parser.add_argument("--seed", type=_from(0), default=0, help="of the first deal; it counts up")
    parser.add_argument("--walks", type=_from(1), default=Ismcts().walks, help="per decision")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2, help="at the table")
    parser.add_argument("--against", choices=list(BOTS), default="greedy", help="all other seats")
    parser.add_argument("--jobs", type=_from(1), default=1, help="processes")
    asked = parser.parse_args(arguments)
    seeds = range(asked.seed, asked.seed + asked.games)
    fixtures = [Fixture(seed, asked.players, asked.walks, asked.against) for seed in seeds]
    print(f"Ismcts(walks={asked.walks}) against {asked.against}, {asked.players} players")
    print(report(play_all(fixtures, asked.jobs), asked.players))


def _from(least: int) -> Callable[[str], int]:
    """Return what reads a number that is no less than that; argparse names the option if not."""

    def number(text: str) -> int:
        value = int(text)
        if not least <= value <= MOST:
            message = f"{text} is not from {least} to {MOST}"
            raise argparse.ArgumentTypeError(message)
        return value

    return number


if __name__ == "__main__":
    main()
