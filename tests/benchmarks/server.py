"""Many games at once on a server of examples/server: `python -m tests.benchmarks.server`.

The server is a process with a database in a temporary folder. Each seat is a connection of its own
in this process, which takes part of the machine, and plays at random. An answer is what passes
between a decision's being sent and its being seen in a view by the client that made it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from urllib.request import Request, urlopen

import attrs

from examples.server.client import Message, play
from splendor import Action, State
from splendor.bots import RandomBot
from tests.examples.page_server import Server


@attrs.define
class Stopwatch:
    """A bot that decides at random, and how long each of its decisions took to come back."""

    seed: int
    answers: list[float] = attrs.field(factory=list)
    sent: float | None = None

    def choose(self, view: State) -> Action:
        """Decide, and start the watch."""
        action = RandomBot(self.seed).choose(view)
        self.sent = perf_counter()
        return action

    def see(self, _: str) -> None:
        """Stop the watch: the first that is heard after a decision is the view of it."""
        if self.sent is not None:
            self.answers.append(perf_counter() - self.sent)
            self.sent = None


def opened(server: Server) -> Message:
    """Open a table for two."""
    request = Request(f"{server.address}tables", b'{"players": ["Ada", "Bo"]}')
    with urlopen(request) as answer:
        made: Message = json.load(answer)
    return made


async def games(server: Server, number: int) -> None:
    """Play so many games at once, and print how long it took."""
    tables = [opened(server) for _ in range(number)]
    bots = [[Stopwatch(2 * game + seat) for seat in (0, 1)] for game in range(number)]
    start = perf_counter()
    ends = await asyncio.gather(
        *(
            play(server.address, table["table"], token, bot, see=bot.see)
            for table, pair in zip(tables, bots, strict=True)
            for token, bot in zip(table["tokens"], pair, strict=True)
        )
    )
    seconds = perf_counter() - start
    decisions = sum(end["number"] for end in ends) // 2
    answers = quantiles([time for pair in bots for bot in pair for time in bot.answers], n=100)
    print(f"{number} games at once, {2 * number} connections, {decisions} decisions")
    print(f"{seconds:.1f} s, {decisions / seconds:.0f} decisions a second")
    print(f"an answer takes {answers[49] * 1000:.0f} ms, one in a hundred {answers[98] * 1000:.0f}")


def main(arguments: list[str] | None = None) -> None:
    """Start a server and play at it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    options = parser.parse_args(arguments)
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} CPUs")
    with TemporaryDirectory() as folder:
        server = Server(Path(folder) / "tables.db")
        server.start()
        asyncio.run(games(server, options.games))
        server.stop()


if __name__ == "__main__":
    main()
