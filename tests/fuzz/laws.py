"""What must hold of every input: one refusal in short, or a value that keeps the laws."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, Final

from splendor import (
    Action,
    CardBack,
    Disclosure,
    InvalidPositionError,
    Phase,
    Record,
    SplendorError,
    State,
    UnreadableError,
    Verdict,
    apply,
    check,
    determinize,
    format_action,
    format_position,
    format_record,
    format_turn,
    from_json,
    legal_actions,
    observe,
    parse_action,
    parse_position,
    parse_record,
    parse_records,
    parse_turn,
    problems,
    redact,
    replay,
    to_json,
    verify,
)
from splendor.formats.importers.reader import Reading
from splendor.formats.lines import parse_lines, split_lines, write_lines
from tests.fuzz.mutation import any_action

SECONDS: Final = 5
"""So much processor time an input may take, all laws included."""
LONGEST: Final = 500
"""No refusal has so many characters."""
TRIED: Final = 12
"""How many of the legal actions of a state are carried out."""


class BrokenLawError(AssertionError):
    """A law that an input breaks; the name says which one."""

    def __init__(self, law: str, detail: object = "") -> None:
        self.law = law
        super().__init__(f"{law}: {detail}")


def examine(
    read: Callable[[bytes], Any],
    judge: Callable[[Any], object],
    data: bytes,
    judgements: tuple[type[SplendorError], ...] = (),
) -> bool:
    """Read an input and judge what comes of it; return whether it was read.

    `judgements` are errors that say no to what was read. Raises BrokenLawError, or whatever the
    reader or a law raises that is no refusal.
    """
    began = time.process_time()
    try:
        value = read(data)
    except SplendorError as refusal:
        _judge_refusal(refusal, judgements)
        readable = False
    else:
        judge(value)
        readable = True
    seconds = time.process_time() - began
    if seconds > SECONDS:
        law = "too slow"
        raise BrokenLawError(law, f"{seconds:.1f} s for {len(data)} bytes")
    return readable


def _judge_refusal(refusal: SplendorError, judgements: tuple[type[SplendorError], ...]) -> None:
    """A refusal is short, can be printed, and has a place unless it is a judgement."""
    text = str(refusal)
    _hold("a refusal can be printed", text.isprintable(), ascii(text))
    if isinstance(refusal, InvalidPositionError) and InvalidPositionError in judgements:
        return  # all problems are listed
    _hold("a refusal is short", len(text) < LONGEST, f"{len(text)} characters: {text[:LONGEST]}")
    if not isinstance(refusal, judgements):
        path = refusal.path if isinstance(refusal, UnreadableError) else None
        _hold("a refusal is an UnreadableError", path is not None, repr(refusal))
        _hold("a refusal has a place", path or "expected at most" in text, text)


def record_laws(record: Record) -> None:
    """A record has one spelling of each kind, and judging and redacting it never raises."""
    text = _round_trip(record, Record)
    printed_twice("text", record, format_record, lambda text: parse_record(text, strict=True))
    report = verify(record)
    problem = str(report.problem)
    _hold("a problem is short", len(problem) < LONGEST, problem)
    _hold("a problem can be printed", problem.isprintable(), ascii(problem))
    states = replay(record).states
    _hold("the states are those of the good events", len(states) in {0, report.events + 1})
    if states:
        state_laws(states[-1])
    seat = Random(text).choice((None, *range(len(record.players))))
    redacted = redact(record, seat)
    _hold("redacting twice changes nothing", redact(redacted, seat) == redacted, seat)
    _hold("what is redacted has no secrets", not (redacted.seed or redacted.decks or redacted.meta))
    if report.verdict is not Verdict.INVALID:
        found = verify(redacted)
        _hold("redacting makes nothing invalid", found.verdict is not Verdict.INVALID, found)


def state_laws(state: State) -> None:
    """A position has one spelling of each kind, keeps the invariants, and can be played on from."""
    text = _round_trip(state, State)
    printed_twice("text", state, format_position, lambda text: parse_position(text, strict=True))
    _hold("a position that was read is sound", not problems(state), problems(state))
    actions = legal_actions(state)
    _hold(
        "only a game that is over has no action", bool(actions) == (state.phase is not Phase.OVER)
    )
    for action in actions[:: len(actions) // TRIED + 1]:
        _hold("a listed action is legal", check(state, action) is None, action)
        _hold("a legal action is read", parse_action(str(action), state) == action, action)
        after = problems(apply(state, action))
        _hold("play keeps a position sound", not after, (action, after))
    random = Random(text)
    for action in (any_action(random) for _ in range(TRIED)):
        legal = check(state, action) is None
        _hold("an action is legal if it is listed", legal == (action in actions), action)
    for seat in (None, *range(len(state.players))):
        view = observe(state, seat)
        _hold("a view is sound", not problems(view), (seat, problems(view)))
        _hold("a view shows a view", observe(view, seat) == view, seat)
        world = determinize(view, seed=len(text))
        _hold("a world is sound", not problems(world), (seat, problems(world)))
        if state.phase is not Phase.REVEAL and _knows_all_of(state, seat):
            _hold("a world shows its view", observe(world, seat) == view, seat)
            if seat == state.mover:
                _hold("a view has the same actions", legal_actions(view) == actions, seat)


def _knows_all_of(state: State, seat: int | None) -> bool:
    """Whether a state knows the cards that a seat sees, so that it has a world that is real."""
    hand = () if seat is None else state.players[seat].reserved
    seen = (*(entry.card for entry in hand), *(place for row in state.rows for place in row))
    return not any(isinstance(card, CardBack) for card in seen)


def action_laws(action: Action) -> None:
    """An action has one spelling of each kind."""
    _round_trip(action, Action)
    printed_twice("text", action, format_action, lambda text: parse_action(text, strict=True))


def turn_laws(position_and_turn: tuple[State, tuple[Action | Disclosure, ...]]) -> None:
    """A turn has one spelling, and its position keeps its own laws."""
    state, turn = position_and_turn
    state_laws(state)
    printed_twice("text", turn, format_turn, lambda text: parse_turn(text, state, strict=True))


def records_laws(records: Sequence[Record]) -> None:
    """Several records can stand in one file, as lines of JSON or as text."""
    for record in records:
        record_laws(record)
    if records:
        lines = "".join(write_lines(records))
        again = list(parse_lines(split_lines(lines)))
        _hold("lines are read back as the same", again == list(records), lines)
        text = "\n".join(map(format_record, records))
        _hold("texts are read back as the same", parse_records(text) == tuple(records), text)


def readings_laws(readings: Iterable[Reading]) -> None:
    """What came of another program's file keeps the laws of a record or a position."""
    for reading in readings:
        game = reading.game
        _hold("what is assumed can be said", all(map(str.isprintable, reading.assumptions)))
        if isinstance(game, Record):
            record_laws(game)
        else:
            state_laws(game)


def _round_trip(value: Any, kind: Any) -> str:  # noqa: ANN401 - any value that has a JSON
    """Return the JSON of a value, which is read back as the same."""
    printed_twice("JSON", value, to_json, lambda text: from_json(text, kind, strict=True))
    text = to_json(value)
    _hold("a value has one hash", hash(value) == hash(from_json(text, kind)))
    _hold("a value has a repr", bool(repr(value)))
    return text


def printed_twice(
    name: str, value: object, write: Callable[[Any], str], read: Callable[[str], object]
) -> None:
    """What was printed is read, strictly, as the same value, which prints the same."""
    text = write(value)
    again = read(text)
    _hold(f"{name} is read back as the same", again == value, text)
    _hold(f"{name} is printed again as the same", write(again) == text, text)


def _hold(law: str, holds: object, detail: object = "") -> None:
    if not holds:
        raise BrokenLawError(law, detail)
