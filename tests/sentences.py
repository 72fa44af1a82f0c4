"""What refusals say: of every action, position and record in the conformance files.

`python -m tests.sentences` writes sentences.txt anew. A line is the rule with its sentence, for a
record after the place, and then the parameters as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from splendor import (
    UnreadableError,
    Violation,
    check,
    format_position,
    observe,
    parse_action,
    parse_position,
    parse_record,
    problems,
    setup,
    verify,
)
from splendor.model.position import read_position
from tests.markers import TESTS

FILE: Final = Path(__file__).with_suffix(".txt")
VIEW: Final = format_position(observe(setup(2, seed=42), None))
"""A position of which the cards of the decks are not known."""
UNREADABLE: Final = [
    (VIEW, ""),
    ("4/4/4/4/4/5", "4/4/4"),
    ("4/4/4/4/4/5", "4/4/4/4/4"),
    ("4/4/4/4/4/5", "4/4/4/4/4/32"),
    ("1u3,", "1u9,"),
    ("1u3,", "1u:wugr,"),
    ("1u3,", "#4,"),
    ("1w2:36", "1w2"),
    ("1w4,1w2", "1w4"),
    ("1w4,1w2", "1w4,"),
    ("/2r2", " 2r2"),
    ("/3", " 3"),
    (":16", ":1000"),
    (":16", ":"),
    ("grk ", "grk,rr "),
    ("grk ", "grk,7 "),
    ("|-|-|- 0", "|1k9|-|- 0"),
    ("|-|-|- 0", "|1k1,?|-|- 0"),
    ("|-|-|- 0", "|-|?#1|- 0"),
    ("|-|-|- 0", "|-|-|-|- 0"),
    ("|-|-|- 0", "|1k1,1k1|-|- 0"),
    ("|-|-|- 0", "|- 0"),
    ("|-|-|- 0", "|-|- 0"),
    ("|-|-|- 0", " 0"),
    ("|-|-|- 0", "|-|-|ww 0"),
    ("|-|-|- main", "|-|-|- 0/0/0/0/0/0|-|-|- 0/0/0/0/0/0|-|-|- 0/0/0/0/0/0|-|-|- main"),
    (" 0/0/0/0/0/0|-|-|- main", " main"),
    ("main", "play"),
    ("main", "7"),
    ("main 0", "main 4000001"),
    ("main 0", "main x"),
    ("0 a 0", "0 e 0"),
    ("0 a 0", "0 d 0"),
    ("0 a 0", "0 a x"),
    ("official", "chess"),
    ("official", "?"),
    ("official", "official,king=1"),
    ("official", "official,payment=x"),
    ("official", "official,take_fewer=?"),
    ("official", "official,target_score"),
    ("official", "official,target_score=none"),
    ("official", "official,target_score=0"),
    ("official", "official,turn_limit=x"),
    ("official", "official,turn_limit=5,turn_limit=none"),
    ("official", "official,gem_tokens=1/2"),
    ("official", "official,noble_pool=x"),
    ("official", "official,noble_pool=wu+wu"),
    ("official", "official -/-/-"),
    ("official", "official x"),
]
"""What is wrong with the line: a text in it, and what stands in its place."""


def of_actions() -> Iterator[str]:
    """Yield what is said of each action of `refusals.jsonl`."""
    for entry in _entries("refusals"):
        violation = check(parse_position(entry["position"]), parse_action(entry["action"]))
        assert violation is not None
        yield _line(violation, violation)


def of_positions() -> Iterator[str]:
    """Yield what is said of each problem of the positions of `positions.jsonl`."""
    for entry in _entries("positions"):
        for violation in problems(read_position(entry["position"])):
            yield _line(violation, violation)


def of_records() -> Iterator[str]:
    """Yield what is said of each record of `records.jsonl`."""
    for entry in _entries("records"):
        problem = verify(parse_record(entry["record"])).problem
        assert problem is not None
        yield _line(problem, problem.violation)


def of_lines() -> Iterator[str]:
    """Yield what is said of lines that are no position."""
    for old, new in UNREADABLE:
        try:
            read_position(VIEW.replace(old, new, 1))
        except UnreadableError as error:
            yield str(error)


def _line(text: object, violation: Violation) -> str:
    return f"{text} {json.dumps(dict(violation.parameters))}"


def _entries(name: str) -> Iterator[dict[str, str]]:
    for line in (TESTS / "conformance" / f"{name}.jsonl").read_text("utf-8").splitlines():
        yield json.loads(line)


def main() -> None:
    """Write the file anew, each line once."""
    lines = dict.fromkeys([*of_actions(), *of_positions(), *of_records(), *of_lines()])
    FILE.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
