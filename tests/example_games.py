"""Writes `examples/games/`: `python -m tests.example_games`, run from the checkout.

The two games of Board Game Arena are read from the samples beside the checkout, where there are
any, and kept as records of our own; all else is played here by seeds.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import attrs

from splendor import BuyCard, Gems, Move, Record, record_game, to_json
from splendor.formats.files import load
from tests.bga_writer import write_bga
from tests.games import buying, play
from tests.shared import shared

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "examples" / "games"
NAMES = ("Ada", "Bo", "Cy", "Dee")


def game(seed: int, players: int) -> Record:
    """A game in which everybody buys whenever they can."""
    opening, actions = play(seed, players, policy=buying)
    return record_game(opening, actions, players=NAMES[:players], seed=seed)


def forged(record: Record) -> Record:
    """The same game, but one purchase after the first thirty events was paid a token short."""
    for index, event in enumerate(record.events):
        if index > 30 and isinstance(event, Move) and isinstance(event.action, BuyCard):
            counts = list(event.action.payment.counts)
            if any(counts):
                dearest = counts.index(max(counts))
                counts[dearest] -= 1
                short = attrs.evolve(event, action=BuyCard(event.action.card, Gems(*counts)))
                events = (*record.events[:index], short, *record.events[index + 1 :])
                return attrs.evolve(record, events=events, seed=None)
    raise AssertionError


def files() -> Iterator[tuple[str, str]]:
    """The name and text of every file."""
    yield "three-players.json", to_json(game(1, 3))
    yield "four-players.json", to_json(game(6, 4))
    table, log = write_bga(game(9, 2), order="2025")
    yield "own-game.gamedatas.json", json.dumps(table, sort_keys=True, separators=(",", ":"))
    yield "own-game.g_gamelogs.json", json.dumps(log, sort_keys=True, separators=(",", ":"))
    yield "forged.json", to_json(forged(game(2, 2)))
    for year in ("2021", "2025"):
        sample = shared("samples", f"bga-{year}.gamedatas.json")
        if sample.exists():
            yield f"board-game-arena-{year}.json", to_json(load(sample))


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in files():
        (FOLDER / name).write_text(f"{text}\n", encoding="utf-8", newline="\n")
