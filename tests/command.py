"""Running the `splendor` command on games that are written to a folder of their own."""

import json
import os
import subprocess
import sys
from math import inf
from pathlib import Path
from typing import Any

import attrs
import pytest
from click.testing import CliRunner, Result

from splendor import OFFICIAL, Card, Rules, State, observe, setup
from splendor.cli import checking, progress
from splendor.cli.commands import splendor
from splendor.formats.json import to_json
from splendor.formats.record import Record
from splendor.formats.recording import record_game
from tests.games import buying, play

APPEARANCE = {"COLUMNS", "FORCE_COLOR", "NO_COLOR"}
"""What tells rich how to set its output."""
ENVIRONMENT = {
    **{name: text for name, text in os.environ.items() if name not in APPEARANCE},
    "PYTHONPATH": str(Path(checking.__file__).resolve().parents[2]),
    "PYTHONIOENCODING": "utf-8",
}
"""That of a process, which runs in another folder and has to find this very package."""
ESCAPE = "\x1b"
NAMES = ("Ada", "Bo", "Cy", "Dee")


def record(players: int = 2, seed: int = 1, *, rules: Rules = OFFICIAL) -> Record:
    """A game played to its end."""
    opening, actions = play(seed, players, rules=rules, policy=buying)
    return record_game(opening, actions, players=NAMES[:players])


GAME = record()


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder, so that paths are short."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no lines of progress among what is told, however busy the machine is."""
    monkeypatch.setattr(progress, "LINE_EVERY", inf)


def put(path: Path | str, content: object) -> Path:
    """Write a record, a state or plain text to a file."""
    text = content if isinstance(content, str) else to_json(content)  # type: ignore[arg-type]
    Path(path).write_text(text, encoding="utf-8")
    return Path(path)


def call(*arguments: object, **environment: str) -> Result:
    """Run the command in this process, 80 columns wide."""
    env = {**dict.fromkeys(APPEARANCE), "COLUMNS": "80", **environment}
    result = CliRunner().invoke(splendor, [str(each) for each in arguments], env=env)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def start(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "splendor", *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        env={**ENVIRONMENT, **environment},
        check=False,
        timeout=60,
    )


def forged(game: Record, index: int, **changes: Any) -> Record:  # noqa: ANN401 - any field
    """The record with something else said in one event."""
    events = list(game.events)
    events[index] = attrs.evolve(events[index], **changes)
    return attrs.evolve(game, events=tuple(events))


def row_card(state: State, level: int, slot: int = 0) -> Card:
    """The card at a place of a row."""
    card = state.rows[level - 1][slot]
    assert isinstance(card, Card)
    return card


def opened(seed: int = 3) -> tuple[State, Record]:
    """An opening on a counted deck, and its record without events."""
    opening = observe(setup(2, seed=seed), None)
    return opening, record_game(opening, [])


def report_of(*paths: Path | str) -> Any:  # noqa: ANN401 - JSON
    """The JSON document for some paths."""
    result = call("verify", "--json", *paths)
    document = json.loads(result.output)
    assert result.output == json.dumps(document, sort_keys=True, indent=2) + "\n"
    assert document["format"] == "splendor-report"
    assert document["version"] == 1
    return document
