"""The readers that are fuzzed: one line each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Final

import attrs

from splendor import (
    Action,
    AmbiguousActionError,
    Disclosure,
    DisclosureError,
    IllegalActionError,
    InvalidPositionError,
    Record,
    SplendorError,
    State,
    format_position,
    format_record,
    from_json,
    parse_action,
    parse_position,
    parse_record,
    parse_records,
    parse_turn,
    read_bga,
    to_json,
)
from splendor.formats.importers.ai_splendor import read_ai_splendor
from splendor.formats.importers.readers import import_games
from splendor.formats.importers.spendee import read_spendee
from splendor.formats.importers.traces import read_traces
from splendor.formats.lines import parse_lines, split_lines
from tests.fuzz import seeds
from tests.fuzz.laws import (
    action_laws,
    examine,
    readings_laws,
    record_laws,
    records_laws,
    state_laws,
    turn_laws,
)
from tests.fuzz.mutation import go_another_way, mutate_json, mutate_lines, mutate_text
from tests.shared import SHARED


@attrs.frozen
class Target:
    """A reader, the laws of what it reads, and where its fuzzing begins.

    `mutate` changes a document so that it keeps its shape and raises ValueError where there is
    none; `write` prints a value, so that games can be played on. `samples` are files of other
    people beside the project that are read in place. `judgements` are errors that say no to what
    was read.
    """

    name: str
    read: Callable[[bytes], Any]
    judge: Callable[[Any], object]
    seeds: Callable[[], Iterable[str | bytes]]
    mutate: Callable[[bytes, Random], bytes] = mutate_json
    write: Callable[[Any], str] | None = None
    samples: str = ""
    judgements: tuple[type[SplendorError], ...] = ()

    def examine(self, data: bytes) -> bool:
        """Read and judge an input: see `laws.examine`."""
        return examine(self.read, self.judge, data, self.judgements)

    def corpus(self) -> list[bytes]:
        """Return the seeds as bytes."""
        return [seed.encode() if isinstance(seed, str) else seed for seed in self.seeds()]

    def found_beside(self) -> list[Path]:
        """Return the samples, none where they are absent."""
        return sorted(SHARED.glob(self.samples)) if SHARED and self.samples else []

    def vary(self, data: bytes, random: Random) -> bytes:
        """Change a document so that it keeps its shape; ValueError where there is none."""
        if self.write is not None and random.random() < 1 / 4:
            try:
                return self.write(go_another_way(self.read(data), random)).encode()
            except SplendorError:
                pass
        return self.mutate(data, random)


def _text(read: Callable[[str], Any]) -> Callable[[bytes], Any]:
    return lambda data: read(data.decode(errors="surrogateescape"))


def _read_turn(text: str) -> tuple[State, tuple[Action | Disclosure, ...]]:
    """Read a position, and below it a turn."""
    position, _, turn = text.partition("\n")
    state = parse_position(position)
    return state, parse_turn(turn, state)


_BGA_TABLE: Final = seeds.bga_table()
_BGA_LOG: Final = seeds.bga_logs()[0]


def _bga_tables() -> list[str]:
    return [seeds.bga_table(players, rules) for players in (2, 3, 4) for rules in seeds.POOLS]


def _in_pairs(write: Callable[[Record], str], between: str) -> list[str]:
    """Two records in each text."""
    return [f"{write(one)}{between}{write(other)}" for one, other in pairwise(seeds.records())]


_JSON: Final = (
    Target(
        "json-record",
        lambda data: from_json(data, Record),
        record_laws,
        lambda: map(to_json, seeds.records()),
        write=to_json,
    ),
    Target(
        "json-state",
        lambda data: from_json(data, State),
        state_laws,
        lambda: map(to_json, seeds.states()),
        write=to_json,
        judgements=(InvalidPositionError,),
    ),
    Target(
        "json-action",
        lambda data: from_json(data, Action),
        action_laws,
        lambda: map(to_json, seeds.actions()),
    ),
    Target(
        "json-lines",
        lambda data: list(parse_lines(split_lines(data))),
        records_laws,
        lambda: _in_pairs(to_json, "\n"),
        mutate=mutate_lines,
    ),
)
_TEXT: Final = (
    Target(
        "record",
        parse_record,
        record_laws,
        seeds.texts,
        mutate=mutate_text,
        write=format_record,
        judgements=(AmbiguousActionError,),
    ),
    Target(
        "records",
        parse_records,
        records_laws,
        lambda: _in_pairs(format_record, "\n"),
        mutate=mutate_text,
        judgements=(AmbiguousActionError,),
    ),
    Target(
        "action",
        _text(parse_action),
        action_laws,
        lambda: map(str, seeds.actions()),
        mutate=mutate_text,
    ),
    Target(
        "turn",
        _text(_read_turn),
        turn_laws,
        seeds.turns,
        mutate=mutate_text,
        judgements=(
            *(InvalidPositionError, IllegalActionError),
            *(AmbiguousActionError, DisclosureError),
        ),
    ),
    Target(
        "position",
        _text(parse_position),
        state_laws,
        lambda: map(format_position, seeds.states()),
        mutate=mutate_text,
        write=format_position,
        judgements=(InvalidPositionError,),
    ),
)
_IMPORTERS: Final = (
    Target(
        "bga-table",
        lambda data: read_bga(data, _BGA_LOG),
        record_laws,
        _bga_tables,
        samples="samples/bga-*.gamedatas.json",
    ),
    Target(
        "bga-log",
        lambda data: read_bga(_BGA_TABLE, data),
        record_laws,
        seeds.bga_logs,
        samples="samples/bga-*.g_gamelogs.json",
    ),
    Target(
        "spendee",
        read_spendee,
        readings_laws,
        seeds.spendee,
        samples="samples/spendee-[fl]*.json",
        judgements=(InvalidPositionError,),
    ),
    Target(
        "ai-splendor",
        read_ai_splendor,
        readings_laws,
        seeds.ai_splendor,
        mutate=mutate_lines,
    ),
    Target(
        "trace",
        read_traces,
        readings_laws,
        seeds.traces,
        mutate=mutate_lines,
    ),
    Target(
        "import",
        import_games,
        readings_laws,
        lambda: (*seeds.spendee(), *seeds.ai_splendor()[:1], *seeds.traces()),
        mutate=mutate_lines,
        judgements=(InvalidPositionError,),
    ),
)
TARGETS: Final = {target.name: target for target in (*_JSON, *_TEXT, *_IMPORTERS)}
