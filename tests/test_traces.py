"""Reading neutral traces: what is malformed is refused with its path."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from splendor import (
    UnreadableError,
    UnsupportedVersionError,
)
from tests.traces import parse_trace

DATA: Final = Path(__file__).parent / "conformance"


def changed(change: Callable[[dict[str, Any]], None]) -> str:
    """Return the text of a real trace with one thing changed."""
    line = (DATA / "traces" / "bga.jsonl").read_text(encoding="utf-8").splitlines()[0]
    game: dict[str, Any] = json.loads(line)
    change(game)
    return json.dumps(game)


def put(path: str, value: object) -> Callable[[dict[str, Any]], None]:
    """Return the change that puts a value at a path of keys and indices."""

    def change(game: dict[str, Any]) -> None:
        *way, last = (int(key) if key.isdigit() else key for key in path.split("."))
        place: Any = game
        for key in way:
            place = place[key]
        place[last] = value

    return change


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        ("players", "2", "$.players"),
        ("players", True, "$.players"),
        ("first", -1, "$.first"),
        ("rules.target", 0, "$.rules.target"),
        ("rules.quirks", "row_shift", "$.rules.quirks"),
        ("setup.nobles.0", "N-00000", "$.setup.nobles[0]"),
        ("setup.market.1.2", "L2-K-1-00000", "$.setup.market[1][2]"),
        ("setup.bank", [4, 4, 4, 4, 4], "$.setup.bank"),
        ("setup.bank", [4, 4, 4, 4, 4, 99], "$.setup.bank"),
        ("setup", [], "$.setup"),
        ("steps.0.do", "jump", "$.steps[0].do"),
        ("steps.0.slot", 0, "$.steps[0]"),
        ("steps.0.inferred", 1, "$.steps[0].inferred"),
        ("steps.6.level", 4, "$.steps[6].level"),
        ("steps.5.from", "deck", "$.steps[5].from"),
        ("steps.0.after.comment", "", "$.steps[0].after"),
        ("end.reason", "stalemate", "$.end.reason"),
        ("id", None, "$.id"),
        ("comment", "", "$"),
    ],
)
def test_unreadable(path: str, value: object, place: str) -> None:
    """What is no trace is refused, naming the source and the place in it."""
    with pytest.raises(UnreadableError) as caught:
        parse_trace(changed(put(path, value)), source="here")
    assert (caught.value.source, caught.value.path) == ("here", place)


def test_missing_key() -> None:
    """A key that is missing is named."""
    with pytest.raises(UnreadableError, match="'first' is missing"):
        parse_trace(changed(lambda game: game.__delitem__("first")))


@pytest.mark.parametrize(
    "text", ["", "{", "[" * 100_000, "9" * 10_000], ids=["empty", "open", "deep", "long"]
)
def test_no_json(text: str) -> None:
    """Text that is not JSON, or too much of it to be a trace, is refused."""
    with pytest.raises(UnreadableError):
        parse_trace(text)


def test_unknown_version() -> None:
    """Another format is refused by name."""
    with pytest.raises(UnsupportedVersionError, match="splendor-trace/2"):
        parse_trace(changed(put("trace", "splendor-trace/2")))
