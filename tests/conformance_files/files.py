"""The conformance files of this package's own, as they are to be and as they lie there."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from splendor import CARDS, EXTRA_NOBLES, NOBLES
from tests.conformance_files import breaking, counting, forging, refusing
from tests.conformance_files.golden import golden_text
from tests.conformance_files.scenes import scenes
from tests.conformance_files.starts import starts

FOLDER: Final = Path(__file__).parents[1] / "conformance"
PERFT: Final = "perft.jsonl"
CARDS_FILE: Final = "cards.json"
LISTS: Final = ("refusals.jsonl", "positions.jsonl", "records.jsonl")


def files() -> dict[str, str]:
    """Return the text of every file by its name; it counts for a minute."""
    return {PERFT: json_lines(map(counting.line, starts())), **quick_files()}


def quick_files() -> dict[str, str]:
    """Return all but the counts, for which sequences have to be counted."""
    lines = (refusing.lines(), breaking.lines(), forging.lines())
    games = {
        f"games/{scene.name}.txt": golden_text(scene.about, scene.opening, scene.actions)
        for scene in scenes()
    }
    lists = dict(zip(LISTS, map(json_lines, lines), strict=True))
    return {CARDS_FILE: printed(), **lists, **games}


def printed() -> str:
    """Return what is printed on the cards and nobles, each on a line."""
    tables = {
        "cards": [
            {
                "id": card.id,
                "level": card.level,
                "bonus": card.bonus.letter,
                "points": card.points,
                "cost": list(card.cost.counts[:5]),
            }
            for card in CARDS.values()
        ],
        "nobles": [
            {"id": noble.id, "points": noble.points, "requires": list(noble.requires.counts[:5])}
            for noble in (*NOBLES.values(), *EXTRA_NOBLES.values())
        ],
    }
    lists = (
        f'"{name}": [\n' + ",\n".join(map(json.dumps, table)) + "\n]"
        for name, table in tables.items()
    )
    return "{\n" + ",\n".join(lists) + "\n}\n"


def json_lines(values: Iterable[Mapping[str, Any]]) -> str:
    """Write JSON Lines."""
    return "".join(f"{json.dumps(value)}\n" for value in values)


def stale(wanted: Mapping[str, str]) -> list[str]:
    """Return the names of the files that are not what is wanted, and of games that nobody wants."""
    there = {f"games/{path.name}" for path in FOLDER.glob("games/*")}
    return [
        *(name for name, text in wanted.items() if _read(name) != text),
        *sorted(there - wanted.keys()),
    ]


def _read(name: str) -> str | None:
    path = FOLDER / name
    return path.read_text(encoding="utf-8") if path.exists() else None


def counted_lines() -> list[dict[str, Any]]:
    """Read the lines of `perft.jsonl`."""
    return lines_of(PERFT)


def lines_of(name: str) -> list[dict[str, Any]]:
    """Read JSON Lines."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]
