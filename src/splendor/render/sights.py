"""A game turn by turn as somebody sees it: what a replay shows, before it is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, TypeAlias

import attrs

from splendor.formats.record import Disclosure, Ending, Event, Move, Record
from splendor.model.actions import ReserveFromDeck
from splendor.model.scanner import SEATS
from splendor.model.state import Phase, State
from splendor.render.headline import called
from splendor.render.words import say
from splendor.verification import Problem, Report, redact, replay, verify

Eyes: TypeAlias = int | None
"""A seat, or None for a spectator."""
UNSEEN: Final = "From here on the game is INVALID, for a reason that these eyes cannot see."


@attrs.frozen
class Turn:
    """A turn that was played, or the opening.

    `number` is 0 for the opening; `state` the table after it, with what was disclosed before the
    next; `complete` tells whether it came to its end; `words` is a sentence, `notation` as in text
    records. Both are empty at the opening unless something was disclosed there. `ending` is that of
    the record, behind its last turn if nothing is wrong.
    """

    number: int
    state: State
    notation: str
    words: str
    complete: bool = True
    ending: Ending | None = None


@attrs.frozen
class Sight:
    """A game as far as it is good in somebody's eyes, and what is wrong behind that.

    `name` says whose eyes, `key` is the same as a word for an address. `turns` is empty if the
    opening itself is wrong; `problem` is None, or what is wrong, in words.
    """

    name: str
    key: str
    turns: tuple[Turn, ...]
    problem: str | None


def sights(record: Record, report: Report) -> tuple[Sight, ...]:
    """Return a game in the eyes of whoever it can be shown to, the record itself first.

    A `full` record has the eyes of each seat and a spectator's, one of a seat a spectator's, a
    public one no others. `report` is what `verify` gives for the record.
    """
    problem = None if report.problem is None else _broken(report.problem, record)
    known = turns_of(record, report)
    sight = Sight(_whose(record.perspective, record.players), "all", known, problem)
    others = _others(record) if known else ()
    return (sight, *(_seen(record, report, eyes) for eyes in others))


def turns_of(record: Record, report: Report) -> tuple[Turn, ...]:
    """Return the opening and the turns of a game as far as it is good; none if not even that is."""
    turns = _turns(record, _states(record, report))
    if not turns or report.problem is not None:
        return turns
    return (*turns[:-1], attrs.evolve(turns[-1], ending=record.ending))


def _others(record: Record) -> tuple[Eyes, ...]:
    if record.perspective == "full":
        return (*range(len(record.players)), None)
    return () if record.perspective == "public" else (None,)


def _whose(perspective: str | int, names: Sequence[str]) -> str:
    if isinstance(perspective, int):
        return called(perspective, names)
    return "everything" if perspective == "full" else "all that is recorded"


def _seen(record: Record, report: Report, eyes: Eyes) -> Sight:
    """Return a game in the eyes of a seat or a spectator, up to where the record goes wrong.

    What is wrong is told if they can see it: a record that is INVALID may lose its problem with
    what is left out for them.
    """
    name = "a spectator" if eyes is None else _whose(eyes, record.players)
    key = "spectator" if eyes is None else f"seat-{eyes}"
    seen = redact(record, eyes)
    found = verify(seen)
    if report.problem is None:
        return Sight(name, key, turns_of(seen, found), None)
    good = attrs.evolve(record, events=record.events[: report.events])
    shown = len(redact(good, eyes).events)
    due = (None if report.problem.event is None else shown, report.problem.turn)
    same = found.problem is not None and (found.problem.event, found.problem.turn) == due
    problem = _broken(found.problem, seen) if found.problem is not None and same else UNSEEN
    return Sight(name, key, _turns(seen, _states(seen, found)[: shown + 1]), problem)


def _states(record: Record, report: Report) -> tuple[State, ...]:
    """Return the good states; the last with the refill that may be left out there (LOG-1)."""
    return () if report.final is None else (*replay(record).states[:-1], report.final)


def _broken(problem: Problem, record: Record) -> str:
    """Return what is wrong, with the event as it stands in the record."""
    if problem.event is None:
        return f"INVALID: {problem}"
    event = record.events[problem.event]
    words = _words((event,), record.players).removesuffix(".")
    return f"INVALID: {words} ({_notation((event,))}): {problem}"


# Turns


def _turns(record: Record, states: Sequence[State]) -> tuple[Turn, ...]:
    """Return the opening and the turns of a game, by the states before and after its events."""
    if not states:
        return ()
    steps = list(zip(record.events, states, states[1:], strict=False))
    turns = [Turn(0, states[0], "", "")]
    for number, group in groupby(steps, lambda step: _number(step[0], step[1])):
        parts = list(group)
        state = parts[-1][2]
        events = [event for event, _, _ in parts]
        complete = state.turn == number
        words = _words(events, record.players)
        turn = Turn(number, state, _notation(events), words, complete)
        turns[number:] = [turn]
    return tuple(turns)


def _number(event: Event, before: State) -> int:
    """Return the turn that an event belongs to; what is disclosed behind a turn is part of it."""
    between = isinstance(event, Disclosure) and before.phase in {Phase.MAIN, Phase.OVER}
    return before.turn + (not between)


def _notation(events: Sequence[Event]) -> str:
    parts: list[str] = []
    drawn: int | None = None
    for event in events:
        if isinstance(event, Move):
            visit = "" if event.visit is None else f" !{event.visit}"
            parts.append(f"{event.action}{visit}")
            drawn = event.by if isinstance(event.action, ReserveFromDeck) else None
            continue
        if drawn is not None and event.seat == drawn:
            parts[-1] += f"={event.disclose}"
        else:
            seat = "" if event.seat is None else f"{SEATS[event.seat]} "
            parts.append(f"= {seat}{event.disclose}")
        drawn = None
    return " ".join(parts)


def _words(events: Sequence[Event], names: Sequence[str]) -> str:
    parts: list[str] = []
    drawn: int | None = None
    for event in events:
        if isinstance(event, Move):
            parts += _done(event, names)
            drawn = event.by if isinstance(event.action, ReserveFromDeck) else None
            continue
        whose = "the row" if event.seat is None else called(event.seat, names)
        known = "it" if drawn is not None and event.seat == drawn else f"a hidden card of {whose}"
        parts.append(f"{known} is {event.disclose}")
        drawn = None
    sentence = "; ".join(parts)
    return f"{sentence}." if sentence else ""


def _done(move: Move, names: Sequence[str]) -> Iterator[str]:
    who = "the table" if move.by is None else called(move.by, names)
    gold = " and takes a gold" if move.gold else ""
    yield f"{who} {say(move.action)}{gold}"
    if move.visit is not None:
        yield f"the noble {move.visit} visits"
