"""The published spellings are those of the library, and a reader in another language reads them."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from splendor import (
    Action,
    Record,
    State,
    UnreadableError,
    from_json,
    parse_action,
    parse_position,
    parse_record,
)
from tests import format_vectors
from tests.node import NODE

TESTS = Path(__file__).parent
VECTORS: dict[str, Any] = json.loads(format_vectors.FILE.read_text(encoding="utf-8"))


def test_the_file_is_up_to_date() -> None:
    """`python -m tests.format_vectors` has been run since the format changed."""
    assert format_vectors.written() == format_vectors.FILE.read_text(encoding="utf-8")


def test_text_and_json_mean_the_same() -> None:
    for item in VECTORS["actions"]:
        action = parse_action(item["text"], strict=True)
        assert action == from_json(item["json"], Action, strict=True)
    for item in VECTORS["positions"]:
        state = parse_position(item["text"], strict=True)
        assert state == from_json(item["json"], State, strict=True)
    for item in VECTORS["records"]:
        record = parse_record(item["text"], strict=True)
        assert record == from_json(item["json"], Record, strict=True)
    for item in VECTORS["kind_records"]:
        assert parse_record(item["text"]) == from_json(item["json"], Record, strict=True)


@pytest.mark.parametrize("text", VECTORS["unreadable_actions"])
def test_an_unreadable_action(text: str) -> None:
    with pytest.raises(UnreadableError):
        parse_action(text)


def test_a_reader_in_javascript_passes() -> None:
    """`tests/reader.mjs`: text and JSON both ways, digests, the shuffle, worlds, commitments."""
    if NODE is None:
        pytest.skip("Node.js is not installed")
    process = subprocess.run(
        [NODE, "reader.mjs", "vectors.json", "format_vectors.json"],
        cwd=TESTS,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert process.returncode == 0, process.stderr or process.stdout
    assert process.stdout.startswith("all vectors pass")
