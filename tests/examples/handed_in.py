"""Games handed in at the tournament desk of `examples/`, and what it makes of them."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Final

import attrs

from examples.tournament.__main__ import main
from examples.tournament.desk import Entry, Seat
from examples.tournament.logs import Source
from splendor import Ending, Move, Record, setup, to_json
from splendor.bots import GreedyBot, play_game
from tests.spendee_writer import write_data

ROOT: Final = Path(__file__).parents[2]
GAMES: Final = ROOT / "examples" / "games"
DATA: Final = json.dumps(write_data(setup(2, seed=1)))
NAMES: Final = ("Ada", "Bo", "Cy", "Dee")
HOSTILE: Final = (
    "<img src=x onerror=document.title='harmed'>",
    "\u202eשלם \u2067אבג\x1b[31m\r\n",
    '=HYPERLINK("http://example.org")',
    "</main><script>document.title='harmed'</script>",
)


@cache
def game(seed: int = 1, players: int = 2) -> Record:
    """A game of greedy bots."""
    bots = [GreedyBot()] * players
    return play_game(setup(players, seed=seed), bots, players=NAMES[:players], seed=seed)


def named(record: Record, *players: str) -> Record:
    return attrs.evolve(record, players=players)


def turned(record: Record) -> Record:
    """The same game, with every player a seat further on."""
    count = len(record.players)

    def on(seat: int | None) -> int | None:
        return None if seat is None else (seat + 1) % count

    events = (
        attrs.evolve(event, by=on(event.by)) if isinstance(event, Move) else event
        for event in record.events
    )
    first = (record.opening.first_player + 1) % count
    return attrs.evolve(
        record,
        players=record.players[-1:] + record.players[:-1],
        opening=attrs.evolve(record.opening, first_player=first),
        events=tuple(events),
        result=None,
    )


@attrs.frozen
class Results:
    """What the desk has made of a folder."""

    code: int
    folder: Path

    def text(self, name: str = "index.html") -> str:
        return (self.folder / name).read_text(encoding="utf-8-sig")

    def sheet(self, name: str) -> list[dict[str, str]]:
        with (self.folder / name).open(encoding="utf-8-sig", newline="") as file:
            return list(csv.DictReader(file))

    @property
    def ranks(self) -> list[tuple[str, str, str]]:
        """The rank, the games and the wins of each player, as the sheet has them."""
        rows = self.sheet("standings.csv")
        return [(f"{row['rank']} {row['player']}", row["games"], row["wins"]) for row in rows]

    @property
    def why(self) -> dict[str, str]:
        """Why each game does not count, by file and number."""
        rows = self.sheet("not-counted.csv")
        return {f"{row['file']} {row['game']}".strip(): row["why"] for row in rows}

    @property
    def sentences(self) -> list[str]:
        return [row["sentence"] for row in self.sheet("not-counted.csv")]

    @property
    def tree(self) -> dict[str, bytes]:
        files = (path for path in self.folder.rglob("*") if path.is_file())
        return {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in files}


def hand_in(logs: Path, files: Mapping[str, str | Record], *options: str) -> Results:
    """Put files into a folder, and let the desk look at it."""
    for name, content in files.items():
        path = logs / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = to_json(content) if isinstance(content, Record) else content
        path.write_text(text, encoding="utf-8", newline="\n")
    return look(logs, logs.with_name("out"), *options)


def look(logs: Path, out: Path, *options: str) -> Results:
    return Results(main([str(logs), str(out), *options]), out)


def cut(record: Record, ending: Ending) -> Record:
    return attrs.evolve(record, events=record.events[:12], ending=ending, result=None)


def played(*seats: tuple[str, int, int, Fraction | int]) -> Entry:
    """A game that counts: name, points, cards and whether the player won."""
    found = (Seat(name, name, points, cards, Fraction(won)) for name, points, cards, won in seats)
    return Entry(Source("a"), seats=tuple(found))
