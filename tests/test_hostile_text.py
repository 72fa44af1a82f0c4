"""Hostile text: any characters give a value or one refusal with a place, soon, and never more."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from splendor import (
    AmbiguousActionError,
    DisclosureError,
    IllegalActionError,
    InvalidPositionError,
    UnreadableError,
    UnsupportedVersionError,
    format_position,
    format_record,
    observe,
    parse_action,
    parse_position,
    parse_record,
    parse_records,
    parse_turn,
    setup,
    verify,
)
from tests.effort import effort
from tests.format_vectors import odd

STATE: Final = observe(setup(2, seed=42), 0)
RECORD: Final = format_record(odd())
POSITION: Final = format_position(STATE)
HEAD: Final = RECORD[: RECORD.index("= 1r4")]
LONGEST: Final = 600
"""No refusal has so many characters, but that of a position with many problems."""
_PLACE: Final = re.compile(r"(line \d+, )?column \d+: |expected at most \d+ |byte \d+: ")

READERS: Final[dict[str, tuple[str, Callable[[Any], object]]]] = {
    "record": (RECORD, parse_record),
    "records": (f"{RECORD}\n{RECORD}", parse_records),
    "position": (POSITION, parse_position),
    "action": ("B 1k3 ggy", parse_action),
    "action in a state": ("B 1k3 ggy", lambda text: parse_action(text, STATE)),
    "turn": ("R 1u3 > 1w8", lambda text: parse_turn(text, STATE)),
}
each_reader = pytest.mark.parametrize("name", READERS)


def read(name: str, text: str | bytes) -> object:
    """Read a text; None if it is refused as it should be."""
    try:
        return READERS[name][1](text)
    except (InvalidPositionError, DisclosureError):
        return None
    except (UnreadableError, AmbiguousActionError, IllegalActionError) as error:
        refusal = str(error)
    assert _PLACE.match(refusal), refusal
    assert len(refusal) < LONGEST
    assert refusal.isprintable()
    return None


@pytest.mark.sweep
@each_reader
def test_every_beginning_of_a_text(name: str) -> None:
    text = READERS[name][0]
    for end in range(0, len(text), effort(1 + len(text) // 200)):
        read(name, text[:end])
        if name in {"record", "records"}:
            read(name, text[:end].encode())


@pytest.mark.sweep
@each_reader
def test_every_character_changed(name: str) -> None:
    text = READERS[name][0]
    for at in range(0, len(text), effort(1 + len(text) // 100)):
        for char in ("", "\x00", "\n", "9", "w", '"', "[", "}", "\ud800", "\u2028", "\U0001f48e"):
            read(name, text[:at] + char + text[at + 1 :])


@each_reader
@given(st.data())
def test_any_text(name: str, data: st.DataObject) -> None:
    words = re.findall(r"\S+|\s+", READERS[name][0])
    text = "".join(data.draw(st.lists(st.sampled_from(words) | st.text(max_size=3), max_size=30)))
    read(name, text)
    if name in {"record", "records"}:
        read(name, data.draw(st.binary(max_size=40)))


@given(st.data())
def test_what_is_read_is_written_and_judged(data: st.DataObject) -> None:
    """Lines of events in any order, some broken: a record that `verify` judges, or a refusal."""
    lines = RECORD[len(HEAD) :].split("\n")
    lines += [f"{number}{seat} T wug" for number in (1, 2) for seat in "abc"]
    text = HEAD + "\n".join(data.draw(st.lists(st.sampled_from(lines), max_size=8)))
    record = parse_record(text)
    assert parse_record(format_record(record), strict=True) == record
    assert verify(record).verdict.value == "invalid"


def test_a_byte_that_is_no_utf_8() -> None:
    with pytest.raises(UnreadableError, match=r"^byte 1: not UTF-8"):
        parse_record(b"[\xff")


def test_a_byte_order_mark_is_refused() -> None:
    with pytest.raises(UnreadableError, match=r"^line 1, column 1: expected"):
        parse_record("\ufeff" + RECORD)


def test_a_newer_version_is_told_apart() -> None:
    with pytest.raises(UnsupportedVersionError):
        parse_records(RECORD.replace("record/1", "record/999999999"))


GROWING: Final[dict[str, Callable[[int], str]]] = {
    "turns": lambda n: HEAD + "1a T wug\n" * n,
    "what follows": lambda n: HEAD + "1a P" + " -w" * n,
    "meta": lambda n: HEAD + '1a P {"a":[1,{"b":3}]}\n' * n,
    "open brackets": lambda n: HEAD + "1a P " + '{"a":' * n * 9,
    "quotes": lambda n: HEAD + '1a P {"\\"' * n * 9,
    "tags": lambda n: '[Format "x"' * n * 9,
    "comments": lambda n: HEAD + "1a P\n" + ";x\n" * n * 3,
    "long comments": lambda n: HEAD + ("1a P ; " + "x" * 90 + "\n") * n,
    "comments on the game": lambda n: HEAD + ";x\n" * n * 3,
    "empty lines": lambda n: "\n" * n * 9,
    "blanks": lambda n: HEAD + "1a P" + " " * n * 90 + "x",
    "games": lambda n: HEAD * (n // 9),
    "payments left out": lambda n: HEAD + "1a B 1w5\n" * n,
    "payments left out of a legal game": lambda n: HEAD + "1c T wug\n1a R #1\n1b B 1w5 !\n" * n,
    "disclosures": lambda n: HEAD + "= a 3u1\n" * n,
    "figures": lambda n: HEAD + "1a P (" + "points=1 " * n * 9,
    "digits": lambda n: HEAD + "1" * n * 9,
    "gems": lambda n: HEAD + "1a T " + "w" * n * 9,
}


@pytest.mark.sweep
@pytest.mark.parametrize("kind", GROWING)
def test_ten_times_the_text_takes_at_most_fifteen_times_the_time(kind: str) -> None:
    """Or so little that it cannot be told; a slow moment of the machine does not count."""

    def seconds(text: str) -> float:
        began = time.process_time()
        read("records", text)
        return time.process_time() - began

    small, large = (GROWING[kind](size) for size in (400, 4000))
    assert len(large) > 7 * len(small) - 3000
    for _ in range(5):
        if seconds(large) <= 15 * max(seconds(small), 0.0005):
            return
    raise AssertionError(kind)
