"""The example programs run and print what they promise."""

import runpy
from pathlib import Path

import pytest

from splendor import Verdict, verify
from splendor.formats.files import Game, find_games
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


def test_a_view_is_kept_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / "what_a_player_sees.py"), run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    assert lines[3] == "up to date: True"
    assert "CARDS['3" in lines[1]
    assert "CardBack(level=3)" in lines[2]


def test_the_example_games_are_what_their_writer_writes() -> None:
    """`python -m tests.example_games` has been run since anything changed."""
    written = dict(files())
    for name, text in written.items():
        assert (EXAMPLES / "games" / name).read_text(encoding="utf-8") == f"{text}\n", name
    kept = {path.name for path in (EXAMPLES / "games").iterdir()}
    assert kept - written.keys() <= {"board-game-arena-2021.json", "board-game-arena-2025.json"}


def test_the_example_games_have_the_verdicts_that_the_readme_tells() -> None:
    found = list(find_games([EXAMPLES / "games"]))
    reports = {game.path.name: verify(game.read()) for game in found if isinstance(game, Game)}
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
