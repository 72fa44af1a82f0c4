"""The example programs run and print what they promise."""

import re
import runpy
from pathlib import Path

import pytest

from splendor import Verdict, verify
from splendor.formats.files import FoundGame
from splendor.formats.search import find_games
from tests.example_games import files

EXAMPLES = Path(__file__).parents[1] / "examples"


def test_a_random_game_is_played_recorded_and_verified(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["random_game.py", "5"])
    runpy.run_path(str(EXAMPLES / "random_game.py"), run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "verdict: valid"
    assert len(lines) == 5


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_every_view_is_kept_in_step(
    seed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["what_a_player_sees.py", seed])
    runpy.run_path(str(EXAMPLES / "what_a_player_sees.py"), run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("decisions, all 4 views in step after each")
    shown = re.fullmatch(r"(\d+) cards shown to everybody, (\d+) to one player", lines[1])
    assert shown is not None
    assert int(shown[1]) > 0
    assert int(shown[2]) > 0
    assert len(lines) == 5


def test_the_example_games_are_what_their_writer_writes() -> None:
    """`python -m tests.example_games` has been run since anything changed."""
    written = dict(files())
    for name, text in written.items():
        assert (EXAMPLES / "games" / name).read_text(encoding="utf-8") == f"{text}\n", name
    kept = {path.name for path in (EXAMPLES / "games").iterdir()}
    assert kept - written.keys() <= {"board-game-arena-2021.json", "board-game-arena-2025.json"}


def test_the_example_games_have_the_verdicts_that_the_readme_tells() -> None:
    found = list(find_games([EXAMPLES / "games"]))
    reports = {game.path.name: verify(game.read()) for game in found if isinstance(game, FoundGame)}
    verdicts = {name: report.verdict for name, report in reports.items()}
    assert verdicts.pop("forged.json") is Verdict.INVALID
    assert set(verdicts.values()) == {Verdict.VALID}
    assert verdicts.keys() == {
        "board-game-arena-2021.json",
        "board-game-arena-2025.json",
        "four-players.json",
        "own-game.g_gamelogs.json",
        "three-players.json",
    }
    points = {name: [entry.points for entry in report.scores] for name, report in reports.items()}
    assert points["board-game-arena-2021.json"] == [3, 15]
    assert points["board-game-arena-2025.json"] == [15, 14]
