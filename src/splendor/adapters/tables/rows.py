"""What is found about a game as a row, and its events as rows of their own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

from splendor.adapters.tables.columns import VERSION
from splendor.errors import InvalidValueError, UnreadableError, UnsupportedVersionError
from splendor.formats.json import ACTION_NAMES, to_data
from splendor.formats.notation import format_action
from splendor.formats.record import Disclosure, Event, Move, Record
from splendor.formats.search import SkippedFile, UnreadableFile
from splendor.formats.strict import MAX_BYTES
from splendor.model.actions import (
    BuyCard,
    ChooseNoble,
    ReserveCard,
    ReserveFromDeck,
    RevealCard,
)
from splendor.model.cards import Card, CardBack, Noble
from splendor.model.gems import Gem
from splendor.model.state import State
from splendor.verification import CheckedGame, Finding, UnverifiedGame, replay

Row: TypeAlias = dict[str, Any]
"""The values of a row by column; those that are null may be missing."""

SKIPPED: Final = "skipped"
UNREADABLE: Final = "unreadable"
UNVERIFIED: Final = "unverified"
ERRORS: Final = {kind.__name__: kind for kind in (UnreadableError, UnsupportedVersionError)}


def text_of(value: object) -> str:
    """Return a text that can be stored; what is no character is spelled out."""
    return str(value).encode(errors="backslashreplace").decode()


def compact(data: object) -> str:
    """Return plain values as JSON, as canonical JSON spells it."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def game_row(finding: Finding, game: int) -> tuple[Row, list[Row]]:
    """Return the row of what was found, and those of its events.

    Raises InvalidValueError for a game whose record was not kept, or is too long to be read again.
    """
    row: Row = {"version": VERSION, "game": game}
    if finding.path is not None:
        row["file"] = text_of(finding.path)
    if isinstance(finding, SkippedFile):
        return {**row, "verdict": SKIPPED, "error": text_of(finding.remark)}, []
    row["number"] = finding.number
    if isinstance(finding, UnverifiedGame):
        return {**row, "verdict": UNVERIFIED, "error": text_of(finding.reason)}, []
    if isinstance(finding, UnreadableFile):
        error = finding.error
        told = UnreadableError(  # which has no more of a place than an error keeps
            text_of(error.message), path=text_of(error.path), source=text_of(error.source)
        )
        texts = {"error": told.message, "error_path": told.path, "error_source": told.source}
        kind = type(error).__name__
        return {**row, **texts, "verdict": UNREADABLE, "error_kind": kind}, []
    if finding.record is None:
        message = "its record was not kept; verify_many keeps it with keep_records=True"
        raise InvalidValueError(message, path=f"[{game}]")
    data = to_data(finding.record)
    events = data.pop("events")
    row |= _game(finding, finding.record, data)
    rows = list(_events(game, finding.record, events))
    size = sum(len(each["record"].encode()) + len(",") for each in (row, *rows))
    if size + len(',"events":[') > MAX_BYTES:
        message = f"its record is longer than {MAX_BYTES} bytes as JSON"
        raise InvalidValueError(message, path=f"[{game}]")
    return row, rows


def _game(finding: CheckedGame, record: Record, data: dict[str, Any]) -> Row:
    report, problem = finding.report, finding.report.problem
    row = {
        "verdict": report.verdict.value,
        "origin": text_of(finding.origin),
        "players": list(record.players),
        "player_count": len(record.players),
        "first_player": record.opening.first_player,
        "rules": data["rules"]["preset"] if len(data["rules"]) == 1 else compact(data["rules"]),
        "perspective": str(record.perspective),
        "ending": record.ending.kind,
        "ending_seat": record.ending.seat,
        "complete": report.complete,
        "events": len(record.events),
        "good_events": report.events,
        "turns": report.turns,
        "points": [score.points for score in report.scores],
        "purchased": [score.purchased for score in report.scores],
        "ranks": [score.rank for score in report.scores],
        "unnamed": [
            str(CardBack(card.level)) + ("" if card.seat is None else f" {card.seat}")
            for card in report.unnamed
        ],
        "missing_refill": report.missing_refill,
        "commitment": report.commitment,
        "assumptions": list(map(text_of, finding.assumptions)),
        "record": compact(data),
    }
    if report.outcome is not None:
        row |= {"winners": list(report.outcome.winners), "reason": report.outcome.reason}
    if report.final is not None:
        row["final"] = str(report.final)
    if problem is not None:
        row |= {
            "rule": problem.rule.value,
            "sentence": problem.violation.sentence,
            "parameters": compact(problem.violation.parameters),
            "problem_event": problem.event,
            "problem_turn": problem.turn,
            "problem_player": problem.player,
        }
    return row


def _events(game: int, record: Record, events: Sequence[Any]) -> Iterator[Row]:
    states = replay(record).states
    for number, (event, data) in enumerate(zip(record.events, events, strict=True)):
        row: Row = {
            "game": game,
            "event": number,
            **_what(event),
            "legal": number + 1 < len(states),
            "record": compact(data),
        }
        if number < len(states):
            row |= _when(states[number], event)
        if isinstance(event, Move) and number + 1 < len(states):
            row |= _gained(states[number], states[number + 1], row["player"])
        yield row


def _what(event: Event) -> Row:
    if isinstance(event, Disclosure):
        return {"does": "disclose", "player": event.seat, **_card(event.disclose)}
    action = event.action
    row: Row = {
        "does": ACTION_NAMES[type(action)],
        "player": event.by,
        "text": format_action(action),
    }
    if isinstance(action, (BuyCard, ReserveCard, RevealCard)):
        row |= _card(action.card)
    elif isinstance(action, ReserveFromDeck):
        row["level"] = action.level
    noble: Noble | None = action.noble if isinstance(action, ChooseNoble) else event.visit
    return row if noble is None else {**row, "noble": noble.id}


def _card(card: Card | CardBack) -> Row:
    if isinstance(card, CardBack):
        return {"level": card.level}
    return {
        "card": card.id,
        "level": card.level,
        "bonus": card.bonus.value,
        "card_points": card.points,
    }


def _when(before: State, event: Event) -> Row:
    """Return the turn and the round; a card that the table turns up is of the turn's player."""
    row: Row = {"turn": before.turn + 1, "round": before.turn // len(before.players) + 1}
    if isinstance(event, Move) and event.by is None:
        row["player"] = before.mover
    return row


def _gained(before: State, after: State, seat: int) -> Row:
    """Return the change of a player's tokens, and their points behind it."""
    held, holds = before.players[seat].tokens.counts, after.players[seat].tokens.counts
    changes = (now - then for then, now in zip(held, holds, strict=True))
    return {
        **{gem.value: change for gem, change in zip(Gem, changes, strict=True)},
        "points": after.players[seat].points,
    }
