"""The tables of docs/explanation/comparison.md: games of other programs, by the official rules.

`python -m tests.compared_engines` prints the rows; a test holds the page to them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import attrs

from splendor import OFFICIAL, Problem, Record, Verdict, read_traces, verify

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs" / "explanation" / "comparison.md"
TRACES: Final = ROOT / "tests" / "conformance" / "traces"


QUIRKS: Final = {
    "gold_last": "pays in one way only, coloured tokens first",
    "no_short_take": "gives no take of fewer tokens where colours are short",
    "noble_after_buy_only": "looks at nobles only after a purchase",
    "noble_first_auto": "gives the first of several nobles instead of asking",
    "no_gold_return": "lets nobody return gold",
    "no_return_of_taken": "lets nobody return what was just taken",
    "no_deck_reserve": "has no reservation from a deck",
    "max7_per_colour": "lets nobody buy an eighth card of a colour",
    "no_pass": "has no pass",
    "short_take_free": "lets fewer tokens be taken at any time",
    "short_take_near_limit": "lets fewer tokens be taken by who is near the limit of ten",
    "extra_nobles": "has two nobles more",
    "row_shift": "closes up the row when a card leaves it",
}
"""What the traces say of the rules of their sources, in words; the other quirks are of records."""


def rows() -> Iterator[str]:
    """A row for each source: how many of its games are valid, and what breaks the rules first."""
    for path in sorted(TRACES.glob("*.jsonl")):
        games = [reading.game for reading in read_traces(path.read_text(encoding="utf-8"))]
        yield row(path.stem, [game for game in games if isinstance(game, Record)])


def row(source: str, games: list[Record]) -> str:
    """The row of one source."""
    official = [problem_of(game) for game in games]
    valid = sum(verify(game).verdict is not Verdict.INVALID for game in games)
    broken = Counter(link(problem) for problem in official if problem is not None)
    cells = [
        f"`{source}`",
        len(games),
        ", ".join(map(str, sorted({len(game.players) for game in games}))),
        sum(len(game.events) for game in games),
        sum(problem is None for problem in official),
        valid,
        ", ".join(f"{rule}{f' ({times} games)' * (times > 1)}" for rule, times in broken.items()),
    ]
    return "".join(f"| {cell} " if cell != "" else "| " for cell in cells) + "|"


def problem_of(game: Record) -> Problem | None:
    """What is wrong with a game by the official rules, but for the target score."""
    rules = attrs.evolve(OFFICIAL, target_score=game.rules.target_score)
    return verify(attrs.evolve(game, rules=rules)).problem


def habits() -> Iterator[str]:
    """A row for each source whose rules are not the published ones: in what they differ."""
    for path in sorted(TRACES.glob("*.jsonl")):
        games = map(json.loads, path.read_text(encoding="utf-8").splitlines())
        quirks = {quirk for game in games for quirk in game["rules"]["quirks"]}
        said = [words for quirk, words in QUIRKS.items() if quirk in quirks]
        yield f"| `{path.stem}` | {'; '.join(said) or 'nothing'} |"


def link(problem: Problem) -> str:
    """The rule of a problem, as a link of the page."""
    rule = problem.rule.value
    return f"[{rule}](../reference/rules.md#{rule.lower()})"


if __name__ == "__main__":
    print("\n".join([*rows(), "", *habits()]))  # noqa: T201 - a command
