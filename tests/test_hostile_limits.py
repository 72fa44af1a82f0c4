"""Hostile input: no more memory and time than a document is worth, and none for one too long."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import attrs
import pytest

from splendor import Record, State, from_json
from splendor.formats.strict import MAX_BYTES
from tests.command import ENVIRONMENT
from tests.effort import effort
from tests.hostile import (
    AI_GAME,
    AI_TURN,
    MIB,
    READERS,
    RECORD,
    SMALL,
    SPENDEE_GAME,
    STATE,
    TABLE,
    TRACE,
    Answer,
    Big,
    Task,
    assert_refused,
    inside,
    refusal_of,
)

ROOT = Path(__file__).parents[1]

# Numbers that a document may not make large


@pytest.mark.parametrize(
    ("keys", "unit", "refusal"),
    [
        (("players",), '"a",', "$.players: SETUP-1: 2, 3 or 4 players take part, not 100000"),
        (("result", "points"), "1,", "$.result.points: expected at most 4 figures, one a seat"),
        (("result", "winners"), "1,", "$.result.winners: expected at most 4 figures, one a seat"),
        (("decks",), "[],", "$.decks: decks are three, one a level, not 100000"),
    ],
)
def test_a_record_of_a_hundred_thousand_is_refused_in_short(
    keys: tuple[str, ...], unit: str, refusal: str
) -> None:
    text = json.dumps({**json.loads(RECORD), "decks": [[], [], []]})
    big = inside(text, unit, *keys)
    size = len((big.head + big.tail).encode()) + 99_999 * len(unit)
    assert refusal_of(lambda: from_json(big.text(size), Record)) == refusal


def test_a_deck_of_more_cards_than_there_are_is_refused() -> None:
    forty = ["1w1"] * 40
    text = json.dumps({**json.loads(RECORD), "decks": [[], [*forty, "1w1"], forty]})
    expected = "$.decks: a deck has at most 40 cards, not 41"
    assert refusal_of(lambda: from_json(text, Record)) == expected
    state = json.loads(STATE)
    state["decks"][1] = ["#1"] * 41
    expected = "$.decks[1]: expected at most 40 cards, not 41"
    assert refusal_of(lambda: from_json(json.dumps(state), State)) == expected


# Under limits of memory and time

needs_limits = pytest.mark.skipif(sys.platform != "linux", reason="limits of memory and /proc")
HUGE = (
    Big('"', "x", '"'),
    Big("[", "1,", "1]"),
    Big("{", '"a":1,', '"a":1}'),
    Big("", " "),
    Big(RECORD, " "),
    Big("", "["),
)
_PACKET = '{"packet_id":1,"move_id":%s,"time":1,"table_id":1,"data":[%s]},'
_BEGIN = '{"type":"gameStateChange","args":{"id":25,"active_player":801,"args":{"turn":1}}}'
_GAP = '{"C":1,"S":0,"E":0,"R":0,"O":0,"G":0}'
_COINS = f'{{"player_id":801,"income_coins":"C","expense_coins":"","gap":{_GAP}}}'
_HIDDEN = '{"card":"#1","face_down":true},'
DENSE: dict[str, tuple[str, Big]] = {
    "events": ("Record", inside(RECORD, '{"action":{"do":"pass"},"by":0},', "events")),
    "disclosures": ("Record", inside(RECORD, '{"disclose":"1w1"},', "events")),
    "events, one wrong": (
        "Record",
        inside(RECORD, '{"disclose":"1w1"},', "events", last='{"disclose":"1w9"}'),
    ),
    "players": ("Record", inside(RECORD, '"",', "players")),
    "nobles": ("Record", inside(RECORD, '"wug",', "opening", "nobles")),
    "figures": ("Record", inside(RECORD, "1,", "result", "points")),
    "cards": ("Record", inside(RECORD, '["1w1"],', "rules")),
    "ints in meta": ("Record", inside(RECORD, "1,", "meta", "tags")),
    "lists in meta": ("Record", inside(RECORD, "[[[]]],", "meta", "tags")),
    "objects in meta": ("Record", inside(RECORD, "{},", "meta", "tags")),
    "objects in an x_ key": ("Record", inside(RECORD, '{"":0},', "x_table")),
    "keys twice": ("Record", inside(RECORD, '{"a":0,"a":0},', "meta")),
    "text in meta": ("Record", inside(RECORD, "\xe9", "meta", "site", wrap='"*"')),
    "digits in meta": ("Record", inside(RECORD, "1", "meta", "site", wrap="*")),
    "blanks": ("Record strict", Big(RECORD, " ")),
    "wrong cards": ("State", inside(STATE, '"#3",', "decks", 0)),
    "cards in hand": ("State", inside(STATE, _HIDDEN, "players", 0, "reserved")),
    "nobles on the table": ("State", inside(STATE, '"wug",', "nobles")),
    "no document": ("Gems", Big("[", "{},", "{}]")),
    "actions of Spendee": (
        "read_spendee",
        inside(
            SPENDEE_GAME,
            '{"action":{"type":"passRegular","playerIndex":0}},',
            "actionItems",
            last='{"action":{"type":"passRegular","playerIndex":0}}',
        ),
    ),
    "games of Spendee": ("read_spendee", Big('{"games":[', f"{SPENDEE_GAME},", "{}]}")),
    "steps of a trace": ("read_traces", inside(TRACE, '{"do":"pass","by":0},', "steps")),
    "cards of a trace": (
        "read_traces",
        inside(TRACE, '{"do":"reveal","card":"L1-K-0-00210","after":{}},', "steps"),
    ),
    "traces": ("read_traces", Big("", f"{TRACE}\n", "{}")),
    "lines of AI-Splendor": (
        "read_ai_splendor",
        Big(f"{AI_GAME}\n{AI_TURN}\n", '{"playerIndex":0,"attempt":1,"error":""}\n', "{}"),
    ),
    "turns of AI-Splendor": ("read_ai_splendor", Big(f"{AI_GAME}\n", f"{AI_TURN}\n", "{}")),
    "games of AI-Splendor": ("read_ai_splendor", Big("", f"{AI_GAME}\n", "{}")),
    "players at a table": ("read_bga table", inside(TABLE, "1,", "playerorder")),
    "empty packets": ("read_bga log", Big('{"data":[', _PACKET % (1, ""), "{}]}")),
    "turns that begin": ("read_bga log", Big('{"data":[', _PACKET % (1, _BEGIN), "{}]}")),
    "takes": (
        "read_bga log",
        Big('{"data":[', _PACKET % (1, f'{{"type":"coins","args":{_COINS}}}'), "{}]}"),
    ),
}


def served(*tasks: Task) -> list[Answer]:
    """Have documents read in a process of limited memory and time, whose coverage nobody needs."""
    import resource  # noqa: PLC0415 - there is none on Windows

    environment = {name: text for name, text in ENVIRONMENT.items() if not name.startswith("COV")}
    done = subprocess.run(
        [sys.executable, "-m", "tests.hostile"],
        input="".join(f"{json.dumps(attrs.astuple(task))}\n" for task in tasks),
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env=environment,
        cwd=ROOT,
        check=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (120, 120)),
    )
    return [Answer(*json.loads(line)) for line in done.stdout.splitlines()]


@needs_limits
def test_a_hundred_megabytes_are_refused_by_their_size_without_a_copy() -> None:
    tasks = [
        Task(reader.name, big, 100 * MIB, SMALL, as_bytes=as_bytes)
        for big in HUGE
        for as_bytes in (False, True)
        for reader in READERS
        if not reader.by_file
    ]
    for answer in served(*tasks):
        assert_refused(answer.refusal)
        assert re.search(f"expected at most {MAX_BYTES} bytes, not 1048[0-9]{{5}}$", answer.refusal)
        assert answer.peak < 100_000


def _named(name: str) -> str:
    return name if name.startswith("read_") else f"from_json {name}"


@needs_limits
def test_a_dense_document_takes_memory_in_proportion_to_its_size() -> None:
    size = MIB // 4
    tasks = [Task(_named(name), big, size, 80 * size + 12 * MIB) for name, big in DENSE.values()]
    read = {kind for kind, answer in zip(DENSE, served(*tasks), strict=True) if not answer.refusal}
    assert read == {
        *("events", "disclosures", "nobles", "ints in meta", "lists in meta", "objects in meta"),
        *("objects in an x_ key", "text in meta", "cards in hand", "nobles on the table"),
        *("actions of Spendee", "steps of a trace", "cards of a trace"),
    }


@needs_limits
def test_ten_times_the_document_takes_at_most_fifteen_times_the_time() -> None:
    """Of three times at most once, and so little that it cannot be told does not count."""
    large = effort(MIB // 16, MIB // 4)
    slow = list(DENSE)
    for _ in range(3):
        tasks = [
            Task(_named(name), big, size, 80 * size + 12 * MIB)
            for name, big in (DENSE[kind] for kind in slow)
            for size in (large // 10, large)
        ]
        seconds = [answer.seconds for answer in served(*tasks)]
        times = zip(slow, seconds[::2], seconds[1::2], strict=True)
        slow = [kind for kind, few, many in times if many > 15 * max(few, 0.01)]
        if not slow:
            return
    raise AssertionError(slow)
