"""`replay` and `verify`: how far a record is good, why it stops there, and what it comes to.

A record is replayed on counted decks, so that it is judged by what it says alone; a claimed deck
order or seed is then compared with the faces that turn up. The first problem is the first event
that cannot follow from what stands before it; everything before it stays usable.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from splendor.engine.scoring import outcome, score
from splendor.engine.turn import apply
from splendor.engine.violation import Violation
from splendor.formats.record import Event, Move, Record
from splendor.model.actions import ChooseNoble, ReturnTokens, RevealCard
from splendor.model.cards import BACKS, Card
from splendor.model.state import Phase, State
from splendor.verification.decks import ClaimedDecks
from splendor.verification.endings import problem_of_ending, unnamed_cards
from splendor.verification.events import step
from splendor.verification.openings import open_record
from splendor.verification.passes import Passes
from splendor.verification.report import Problem, Replay, Report, Verdict


def replay(record: Record) -> Replay:
    """Return the states of a record up to the first event that cannot follow (TURN-4, all rules).

    Never raises for a well-typed record. Checked with each event are the seat, the action, what the
    event says came of it by itself, every figure it states, and whether the passes before it still
    can have been legal (PASS-2).
    """
    states: list[State] = []
    problem = None
    for found in _steps(record):
        if isinstance(found, State):
            states.append(found)
        else:
            problem = found
    return Replay(tuple(states), problem)


def verify(record: Record) -> Report:
    """Return what a record comes to: verdict, first problem, recomputed against claimed result.

    Never raises for a well-typed record. A card that is never named may have any face that makes
    all events legal; INVALID is a record for which there is no such choice, at the first event with
    which there is none. So a pass made with unknown cards in hand is judged once more whenever a
    card of their level is named later (PASS-2). A record that stops where a refill is awaited
    may stop before it or after it (LOG-1).
    """
    replayed = replay(record)
    problem = replayed.problem
    commitment = _commitment(record)
    if not replayed.states:
        return Report(Verdict.INVALID, problem, claimed=record.result, commitment=commitment)
    final = replayed.states[-1]
    unrecorded = None
    if problem is None:
        final, problem = _end(record, final)
        unrecorded = _unrecorded_refill(record, replayed.states, final)
    unnamed = tuple(unnamed_cards(final, unrecorded))
    if problem is not None:
        verdict = Verdict.INVALID
    else:
        verdict = Verdict.CONSISTENT if unnamed else Verdict.VALID
    return Report(
        verdict=verdict,
        problem=problem,
        complete=problem is None and record.ending.kind != "unfinished",
        events=len(replayed.states) - 1,
        turns=final.turn,
        scores=score(final),
        outcome=outcome(final),
        claimed=record.result,
        unnamed=unnamed,
        missing_refill=unrecorded is not None or (problem is None and final.phase is Phase.REVEAL),
        commitment=commitment,
        final=final,
    )


def _commitment(record: Record) -> Literal["sealed", "opened"] | None:
    if record.commitment is None:
        return None
    return "sealed" if record.commitment.salt is None else "opened"


# The events


def _steps(record: Record) -> Iterator[State | Problem]:
    """Yield the states one by one; a Problem, if there is one, comes last."""
    opened = open_record(record)
    if isinstance(opened, Violation):
        yield Problem(opened)
        return
    state = opened[0]
    decks = ClaimedDecks(*opened)
    passes = Passes()
    yield state
    last = _last_main_action(record)
    left_out = not any(_is_refill(event) for event in record.events[last + 1 :])
    for index, event in enumerate(record.events):
        supplied = left_out and index > last and _needs_refill(state, event)
        refill = _unwritten_refill(state) if supplied else None
        if refill is not None:
            decks.follow(state, refill)
            state = apply(state, refill.action)
        after = step(state, event)
        if isinstance(after, State):
            after = (
                decks.follow(state, event)
                or passes.follow(index, event, state, after, decks.drawn)
                or after
            )
        if isinstance(after, Violation):
            yield Problem(after, index, state.turn + 1, state.mover)
            return
        yield after
        state = after


def _last_main_action(record: Record) -> int:
    """Return the number of the last main action: after it a refill may be left out (LOG-1)."""
    follow_ups = (RevealCard, ReturnTokens, ChooseNoble)
    for index in reversed(range(len(record.events))):
        event = record.events[index]
        if isinstance(event, Move) and not isinstance(event.action, follow_ups):
            return index
    return -1


def _is_refill(event: Event) -> bool:
    return isinstance(event, Move) and isinstance(event.action, RevealCard)


def _needs_refill(state: State, event: Event) -> bool:
    """Return whether an event shows that a refill which was awaited is left out."""
    if isinstance(event, Move):
        return True
    return event.seat is None and BACKS[event.disclose.level - 1] not in state._rows


def _unwritten_refill(state: State) -> Move | None:
    """Return the event that nobody wrote down, if a state awaits a refill."""
    place = state.awaited_place
    return None if place is None else Move(RevealCard(BACKS[place[0] - 1]))


# The end


def _end(record: Record, last: State) -> tuple[State, Problem | None]:
    """Return the final state of a record whose events are good, and what is wrong with its end.

    Where a refill is awaited, it is the state after it, unless the ending and the result fit the
    one before it alone.
    """
    refill = _unwritten_refill(last)
    if refill is None:
        return last, problem_of_ending(record, last)
    final = apply(last, refill.action)
    problem = problem_of_ending(record, final)
    if problem is not None and problem_of_ending(record, last) is None:
        return last, None
    return final, problem


def _unrecorded_refill(record: Record, states: Sequence[State], final: State) -> int | None:
    """Return the level of the unknown card that was turned up after the last main action."""
    last = _last_main_action(record)
    due = states[last + 1].awaited_place
    follow_ups = (event for event in record.events[last + 1 :] if isinstance(event, Move))
    refills = [move.action for move in follow_ups if isinstance(move.action, RevealCard)]
    if due is None or any(isinstance(refill.card, Card) for refill in refills):
        return None
    if final.phase is Phase.REVEAL or BACKS[due[0] - 1] not in final._rows:
        return None
    return due[0]
