"""`redact`: a record as somebody may know it."""

from __future__ import annotations

import attrs

from splendor.errors import InvalidValueError, brief
from splendor.formats.json import digest
from splendor.formats.meta import NO_META
from splendor.formats.record import Event, Move, Perspective, Record
from splendor.model.rules import is_count
from splendor.verification.replaying import replay


def redact(record: Record, seat: int | None) -> Record:
    """Return what a seat may know of a record; None is a spectator (INFO-1 to INFO-6).

    Left out are the seed, the decks, the salt of a commitment, every card disclosed in the hand of
    another seat, and all `meta`, since nobody can judge free text. Digests are those of the states
    as the new record knows them. What all saw stays: players, rules, opening, actions and what came
    of them, `claims`, cards turned up or disclosed in a row, ending and result, and also the
    generator and the digest of a commitment. The perspective is that of the seat if the record is
    `full` or of that seat, else `public`.

    Redacting twice changes nothing. A record that is not INVALID does not become it, at any length;
    one that is may lose its problem with what is left out. From the first problem on it has no
    digests, so that none becomes right. Never raises for a well-typed record, but InvalidValueError
    for a seat that is not at the table.

    >>> from splendor import ReserveFromDeck, record_game, setup
    >>> game = record_game(setup(2, seed=1), [ReserveFromDeck(3)], seed=1)
    >>> len(game.events), len(redact(game, 0).events), len(redact(game, 1).events)
    (2, 2, 1)
    """
    if seat is not None and not is_count(seat, len(record.players) - 1):
        message = f"a seat is an int from 0 to {len(record.players) - 1}, or None, "
        raise InvalidValueError(message + f"not {brief(seat)}")
    shown = [
        index
        for index, event in enumerate(record.events)
        if isinstance(event, Move) or event.seat in {None, seat}
    ]
    redacted = attrs.evolve(
        record,
        events=tuple(
            attrs.evolve(record.events[index], digest=None, meta=NO_META) for index in shown
        ),
        perspective=_perspective(record, seat),
        seed=None,
        decks=None,
        commitment=None if record.commitment is None else record.commitment.sealed,
        meta=NO_META,
    )
    return _digested(record, shown, redacted)


def _perspective(record: Record, seat: int | None) -> Perspective:
    return "public" if seat is None or record.perspective not in ("full", seat) else seat


def _digested(record: Record, shown: list[int], redacted: Record) -> Record:
    """Return the redacted record with digests where the other has right ones."""
    if not any(record.events[index].digest for index in shown):
        return redacted
    good = len(replay(record).states) - 1
    events: list[Event] = list(redacted.events)
    states = replay(redacted).states[1:]
    for place, (index, state) in enumerate(zip(shown, states, strict=False)):
        if index < good and record.events[index].digest:
            events[place] = attrs.evolve(events[place], digest=digest(state))
    return attrs.evolve(redacted, events=tuple(events))
