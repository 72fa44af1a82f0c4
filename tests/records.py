"""Recorded games for tests, and their forgery."""

from collections.abc import Callable

import attrs

from splendor import OFFICIAL, Problem, Rules, Verdict, verify
from splendor.formats.record import Event, Move, Record
from splendor.formats.recording import record_game
from tests.games import buying, play


def game(seed: int = 11, players: int = 2, rules: Rules = OFFICIAL) -> Record:
    """A whole recorded game in which reservations, returns and nobles occur."""
    return record_game(*play(seed, players, rules=rules, policy=buying), seed=seed)


def forged(record: Record, index: int, *events: Event) -> Record:
    """The record with one event replaced by others, and no claim about the decks."""
    kept = (*record.events[:index], *events, *record.events[index + 1 :])
    return attrs.evolve(record, events=kept, seed=None)


def index_of(record: Record, test: Callable[[Move], bool]) -> int:
    """The number of the first move that passes a test."""
    return next(i for i, e in enumerate(record.events) if isinstance(e, Move) and test(e))


def move_at(record: Record, index: int) -> Move:
    """The move with this number."""
    event = record.events[index]
    assert isinstance(event, Move)
    return event


def problem_of(record: Record) -> Problem:
    """The first problem of a record that must have one."""
    report = verify(record)
    assert report.verdict is Verdict.INVALID
    assert not report.complete
    assert report.problem is not None
    return report.problem
