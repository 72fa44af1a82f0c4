"""The benchmarks run and print their figures, whatever these are."""

import re
import subprocess
import sys
from pathlib import Path

from tests.command import ENVIRONMENT
from tests.many_games import lines as lines_of_games

BENCHMARKS = Path(__file__).parent / "benchmarks"
HEADINGS = [
    "Decisions by kind: microseconds a call",
    "Random play under each preset: microseconds a decision (legal_actions and apply)",
    "A card to be turned up, on views: microseconds a call",
    "Records of whole random games: games a CPU second",
    "Round trips: microseconds each",
    "Other operations on states: microseconds a call",
    "Import in fresh interpreters: milliseconds, and what is then in sys.modules",
    "Memory: bytes a state, of successive states of random games kept alive",
]
FIGURE = re.compile(r"\d+(\.\d+)?%?|yes|no")


# What is timed is not measured as well.
ALONE = {name: text for name, text in ENVIRONMENT.items() if not name.startswith("COVERAGE_")}


def run(name: str, *options: str) -> list[list[str]]:
    """Return the paragraphs that a benchmark prints, by lines."""
    process = subprocess.run(
        [sys.executable, str(BENCHMARKS / name), *options],
        capture_output=True,
        encoding="utf-8",
        env=ALONE,
        check=False,
        timeout=120,
    )
    assert process.returncode == 0, process.stderr
    return [part.splitlines() for part in process.stdout.split("\n\n")]


def test_the_operations_are_measured() -> None:
    """Each section is a heading and a table: the names of the columns, then names and figures."""
    (first,), *sections = run("operations.py", "--quick")
    assert first.startswith("Python ")
    assert [heading for heading, *_ in sections] == HEADINGS
    for _, head, *lines in sections:
        assert lines
        columns = re.split(r" {2,}", head)
        for line in lines:
            _, *figures = re.split(r" {2,}", line)
            assert len(figures) == len(columns) - 1
            assert all(map(FIGURE.fullmatch, figures)), line


SPEED = re.compile(r"(?:cold: )?[234] players, (checked|unchecked|yardstick): \d+ games/s")
RATIO = re.compile(r", \d+\.\d\d times the yardstick")


def test_random_play_is_measured_beside_a_yardstick_or_alone(tmp_path: Path) -> None:
    """Every line is a speed, and with a yardstick its ratio: in the same order for each number."""
    yardstick = tmp_path / "stick.py"
    yardstick.write_text("def play(players, rng):\n    return [rng.random()] * players\n")
    short = ("--rounds", "2", "--warm-up", "1")
    for options, names in (
        (short, ["checked", "unchecked"]),
        ((str(yardstick), *short), ["checked", "unchecked", "yardstick"]),
    ):
        [[first, *lines]] = run("random_play.py", *options)
        assert first.startswith("Python ")
        cold = [name for name in names if name != "unchecked"]
        found = [SPEED.match(line) for line in lines]
        assert [match and match[1] for match in found] == [*cold, *names * 3]
        for line, match in zip(lines, found, strict=True):
            ratio = line[match.end() :] if match else ""
            assert bool(ratio) == (len(names) == 3), line
            assert not ratio or RATIO.fullmatch(ratio), line


def test_many_games_are_verified_by_pools(tmp_path: Path) -> None:
    """Four paragraphs: how many games, the speed of each kind, the overhead, and the memory."""
    path = tmp_path / "games.jsonl"
    path.write_text("".join(lines_of_games(20)), encoding="utf-8")
    (first,), *tables = run("many.py", str(path), "0", "1")
    assert first.endswith(", 20 games")
    kinds = ["found, not verified", "no pool", "pool of 1", "pool of 2"]
    expected = [(kinds, 3), (kinds[2:], 1), (kinds, 2)]
    for (_, *rows), (names, columns) in zip(tables, expected, strict=True):
        cells = [re.split(r" {2,}", row) for row in rows]
        assert [name for name, *_ in cells] == names
        for _, *figures in cells:
            assert len(figures) == columns
            assert all(re.fullmatch(r"-?\d+(\.\d+)?%?", figure) for figure in figures)


def test_a_yardstick_that_is_not_there_is_named(tmp_path: Path) -> None:
    process = subprocess.run(
        [sys.executable, str(BENCHMARKS / "random_play.py"), str(tmp_path / "none.txt")],
        capture_output=True,
        encoding="utf-8",
        env=ENVIRONMENT,
        check=False,
        timeout=60,
    )
    assert process.returncode == 1
    assert process.stderr.endswith("none.txt cannot be imported\n")
