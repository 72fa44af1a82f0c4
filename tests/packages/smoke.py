"""Tries the installed package without pytest: `python -m tests.packages.smoke 3.13`.

The session `packages` of noxfile.py does so with what pip brings on each Python, `pyodide` where no
other process can be started. What needs Hypothesis is left out where that is missing.
"""

from __future__ import annotations

import doctest
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import splendor
from splendor import Verdict, setup, verify
from splendor.bots import GreedyBot, RandomBot, play_game
from splendor.formats.files import FoundGame
from splendor.formats.search import find_games
from splendor.render import replay_html
from tests import vectors

ROOT: Final = Path(__file__).parents[2]


def differences(expected: str) -> Iterator[str]:
    """What is not as it should be on this version of Python."""
    if not sys.version.startswith(f"{expected}."):
        yield f"this is Python {sys.version}"
    if Path(splendor.__file__).is_relative_to(ROOT):
        yield "that is not the installed package"
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    found = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=options)
    if found.failed or not found.attempted:
        yield f"README.md: {found}"
    if vectors.written() != (ROOT / "tests" / "vectors.json").read_text(encoding="utf-8"):
        yield "the games from seeds are not those of tests/vectors.json"
    yield from examples()
    yield from match()
    if find_spec("hypothesis") is not None:
        yield from corpus()


def examples() -> Iterator[str]:
    """Which games of `examples/games` do not get their verdict."""
    games = [
        game for game in find_games([ROOT / "examples" / "games"]) if isinstance(game, FoundGame)
    ]
    if not games:
        yield "there are no games"
    for game in games:
        expected = Verdict.INVALID if game.path.name == "forged.json" else Verdict.VALID
        if (verdict := verify(game.read()).verdict) is not expected:
            yield f"{game.path.name} is {verdict}"


def match() -> Iterator[str]:
    """What is wrong with a game that two bots play."""
    record = play_game(setup(2, seed=42), [GreedyBot(), RandomBot(1)])
    report = verify(record)
    if report.verdict is not Verdict.VALID or report.outcome is None:
        yield f"the game of the bots: {report}"
    if not replay_html(record).lower().startswith("<!doctype html>"):
        yield "its page is no page"


def corpus() -> Iterator[str]:
    """What `check_engine` and the vectors of the formats find."""
    from splendor.testing import OwnEngine, check_engine  # noqa: PLC0415 - Hypothesis may be missing
    from tests import format_vectors  # noqa: PLC0415

    yield from map(str, check_engine(OwnEngine()))
    if format_vectors.written() != format_vectors.FILE.read_text(encoding="utf-8"):
        yield "the spellings and digests are not those of tests/format_vectors.json"


def main(expected: str) -> int:
    """Tell what is wrong, and return 1 if anything is, otherwise 0."""
    wrong = list(differences(expected))
    python = f"Python {sys.version.split()[0]} on {sys.platform}"
    print(f"{python}:", *(wrong or ["as it should be"]), sep="\n")  # noqa: T201 - the output
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
