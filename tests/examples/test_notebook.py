"""The notebook runs, and what is stored of it is what it gives now."""

from __future__ import annotations

import platform
from pathlib import Path

import pytest

from tests.examples.notebook import METADATA, NOTEBOOK, ROOT, executed, stored, text_of


@pytest.fixture(scope="module")
def now() -> str:
    return text_of(executed())


def test_the_stored_outputs_are_those_of_today(now: str) -> None:
    """Else: `python -m tests.examples.notebook`."""
    assert now == NOTEBOOK.read_text(encoding="utf-8")


def test_it_shows_pictures_and_ends_as_its_text_says() -> None:
    outputs = {cell.id: cell.get("outputs", []) for cell in stored().cells}
    assert "<svg " in outputs["picture"][0].data["image/svg+xml"]
    assert outputs["refused"][0].text.startswith("BUY-5: ")
    assert outputs["missing"][0].text.startswith("The last event: turns up 1g8\n")
    both, unseen, *points = outputs["unseen"][0].text.splitlines()
    assert (both, unseen[:2]) == ("Both know the same: True", "24")
    assert points[0].startswith("Ada can have 13 points at once after 1w1 ")
    assert points[1:] == ["Ada can have 14 points at once after 1g2"]
    assert outputs["leads"][0].text.endswith(
        "turn 47: nobody is ahead, 11 to 11\nturn 53: Ada is ahead, 15 to 11\n"
    )
    assert outputs["last"][0].text.splitlines()[1] == "Noble grk comes, and Ada has 15 points"
    assert outputs["compare"][0].text.splitlines() == [
        "reserves 1g8  Bo wins 49, Ada  1, shared  0",
        "buys 1g8      Bo wins 41, Ada  7, shared  2",
        "what Bo did   Bo wins  0, Ada 50, shared  0",
    ]


def test_nothing_of_the_machine_is_stored() -> None:
    text = NOTEBOOK.read_text(encoding="utf-8")
    assert stored().metadata == METADATA
    machine = (str(ROOT), str(Path.home()), platform.python_version(), " at 0x")
    assert not [word for word in machine if word in text]
    assert len(text.encode()) < 600_000
