"""The lines of a text record that hold its events: a turn each, and what followed behind it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

import attrs

from splendor.engine.knowledge import disclose
from splendor.engine.turn import apply
from splendor.engine.violation import IllegalActionError
from splendor.errors import InvalidValueError, SplendorError, UnreadableError
from splendor.formats.meta import NO_META, Meta
from splendor.formats.notation import NAMED, only_purchase, read_action
from splendor.formats.record import (
    COLOUR_COUNT,
    DIGEST_DIGITS,
    NO_CLAIMS,
    Claims,
    Disclosure,
    Event,
    Move,
    Record,
)
from splendor.formats.recording import counted, noble_come
from splendor.formats.strict import BRACKET, parse, read_object
from splendor.model.actions import (
    Action,
    BuyCard,
    Pass,
    ReserveCard,
    ReserveFromDeck,
    RevealCard,
    TakeTokens,
)
from splendor.model.cards import Card, Noble
from splendor.model.scanner import NOBLE, SEAT, SEATS, Scanner
from splendor.model.state import Phase, State

TABLE: Final = "*"
"""Stands for a seat where an action is the table's."""
COMMENT: Final = "comment"
"""The key of an event's or record's meta that holds what stands behind a semicolon."""
ASSUMED: Final = "assumed"
"""The key that tells of what was left out and cannot be worked out."""
_MAIN: Final = (TakeTokens, ReserveCard, ReserveFromDeck, BuyCard, Pass)
_LABEL: Final = re.compile(r"(?:[0-9]{1,9}[ \t]*[a-dA-D*]|[a-d*])(?![A-Za-z0-9])", re.ASCII)
_GOLD: Final = re.compile(r"\+[ \t]*[y-]", re.ASCII | re.IGNORECASE)
_VISIT: Final = re.compile("!")
_DIGEST: Final = re.compile(r"@[ \t]*[0-9a-f]{12}(?![0-9a-z])", re.ASCII | re.IGNORECASE)
_BRACE: Final = re.compile(r"(?=\{)")
_OPEN: Final = re.compile(r"\(")
_CLOSE: Final = re.compile(r"\)")
_FIGURE: Final = re.compile(r"(points|gained|change|round)[ \t]*=", re.ASCII | re.IGNORECASE)
_SIGNED: Final = re.compile(r"-?[0-9]{1,16}(?![0-9])", re.ASCII)
_SLASH: Final = re.compile("/")
_PLACE: Final = re.compile("line 1, column ([0-9]+)")
_WORD: Final = re.compile(r"[^ \t\r\]}]*")


# Writing


def write_events(events: Sequence[Event], players: int) -> Iterator[str]:
    """Yield the lines of the events; a main action begins one, numbered by its round."""
    parts: list[str] = []
    turns = 0
    seat: int | None = None
    inline: Event | None = None
    for event, following in zip(events, [*events[1:], None], strict=False):
        if event is inline:
            continue
        inline = None
        if isinstance(event, Disclosure):
            yield from _joined(parts)
            parts = [_disclosure_text(event)]
            continue
        main = isinstance(event.action, _MAIN)
        expected = None if isinstance(event.action, RevealCard) else seat
        if main or event.by != expected or not parts:
            yield from _joined(parts)
            seat = event.by
            number = str(turns // players + 1) if main else ""
            turns += main
            parts = [number + (TABLE if seat is None else SEATS[seat])]
        if _names_drawn(event, following):
            inline = following
        parts.append(_move_text(event, inline))
    yield from _joined(parts)


def _joined(parts: list[str]) -> Iterator[str]:
    if parts:
        yield " ".join(parts)


def _names_drawn(event: Move, following: Event | None) -> bool:
    """Return whether an event is the bare name of the card that the one before it drew."""
    draws = isinstance(event.action, ReserveFromDeck) and event.by is not None
    named = following.disclose if isinstance(following, Disclosure) else None
    return draws and named is not None and following == Disclosure(named, event.by)


def _disclosure_text(event: Disclosure) -> str:
    seat = "" if event.seat is None else f"{SEATS[event.seat]} "
    return f"= {seat}{event.disclose}{_tail(event)}"


def _move_text(event: Move, named: Event | None) -> str:
    text = str(event.action)
    if isinstance(named, Disclosure):
        text += f"={named.disclose}"
    reserves = isinstance(event.action, (ReserveCard, ReserveFromDeck))
    if event.gold:
        text += " +y"
    elif event.gold is False and not reserves:
        text += " +-"
    if event.visit is not None:
        text += f" !{event.visit}"
    if event.claims != NO_CLAIMS:
        text += f" ({_figures(event.claims)})"
    return text + _tail(event)


def _figures(claims: Claims) -> str:
    figures = attrs.asdict(claims).items()
    return " ".join(f"{name}={_figure(value)}" for name, value in figures if value is not None)


def _figure(value: int | tuple[int, ...]) -> str:
    return str(value) if isinstance(value, int) else "/".join(map(str, value))


def _tail(event: Event) -> str:
    digest = "" if event.digest is None else f" @{event.digest}"
    return digest + (f" {json_text(event.meta.thaw())}" if event.meta else "")


def json_text(value: Any) -> str:
    """Return the canonical JSON of a plain value."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


# Reading


def _with_round(claims: Claims, number: str | None, due: int) -> Claims:
    """Take a number that is not the one due for a claim of the round."""
    if not number or int(number) in {due, claims.round}:
        return claims
    return attrs.evolve(claims, round=int(number))


class EventReader:
    """Reads lines of events, and knows where each stood.

    `record` is the game without its events.
    """

    def __init__(self, record: Record) -> None:
        self.events: list[Event] = []
        self.places: list[str] = []
        self._players = len(record.players)
        self._table = _Table(record, self.events)
        self._turns = 0
        self._seat: int | None = None
        """Who acts in the turn that is being read."""
        self.comments: list[str] = []
        """What stands behind semicolons since the last event was read."""

    def read(self, line: Scanner) -> None:
        """Read a line: a seat and its action, and what followed, or only what followed."""
        label = line.take(_LABEL)
        if label is not None:
            self._seat = None if label[-1] == TABLE else SEATS.index(label[-1])
            self._read_move(line, label[:-1].strip(), self._seat)
        while line.skip() < len(line.text) and line.text[line.at] != ";":
            self._read_following(line)

    def finish(self) -> None:
        """Hang the comments on the event that they stand behind."""
        if self.comments:
            event = self.events[-1]
            meta = with_comments(event.meta, self.comments, self.places[-1])
            self.events[-1] = attrs.evolve(event, meta=meta)
            self.comments.clear()

    def _read_following(self, line: Scanner) -> None:
        start = line.skip()
        if line.take(NAMED) is None:
            self._read_move(line, None, self._seat)
            return
        letter = line.take(SEAT)
        card = line.card()
        seat = None if letter is None else SEATS.index(letter)
        event = Disclosure(card, seat, _read_digest(line), _read_meta(line))
        self._add(event, line.place(start))

    def _read_move(self, line: Scanner, number: str | None, seat: int | None) -> None:
        """Read an action and what is said of it; without a number it follows in a turn."""
        start = line.skip()
        place = line.place(start)
        notes: list[str] = []
        action = read_action(line, partial(self._purchase, notes))
        main = isinstance(action, _MAIN)
        if number is None:
            if main or not self.events:
                message = "expected a line that begins with the seat, such as 1a"
                raise UnreadableError(message, path=place)
            seat = None if isinstance(action, RevealCard) else seat
        drawn = None
        if isinstance(action, ReserveFromDeck) and line.take(NAMED) is not None:
            drawn = Disclosure(line.card(), seat)
        gold = _read_gold(line, action)
        visit = self._read_visit(line, action, notes)
        self._turns += main
        claims = _with_round(_read_claims(line), number, self._round())
        digest = _read_digest(line)
        meta = _read_meta(line)
        if notes:
            meta = Meta({**meta.thaw(), ASSUMED: notes})
        self._add(Move(action, seat, gold, visit, claims, digest, meta), place)
        if drawn is not None:
            self._add(drawn, place)

    def _round(self) -> int:
        return max(0, self._turns - 1) // self._players + 1

    def _add(self, event: Event, place: str) -> None:
        self.finish()
        self.events.append(event)
        self.places.append(place)

    def _purchase(self, notes: list[str], card: Card, place: str) -> Action:
        """Supply a payment that is left out; of an illegal purchase it is the printed price."""
        state = self._table.now()
        try:
            if state is not None:
                return only_purchase(state, card, place)
        except IllegalActionError:
            pass
        notes.append("the printed price, since this purchase or an event before it is illegal")
        return BuyCard(card, card.cost)

    def _read_visit(self, line: Scanner, action: Action, notes: list[str]) -> Noble | None:
        """Read the noble that came; one that is left out is the one that comes by itself."""
        if line.take(_VISIT) is None:
            return None
        start = line.skip()
        if NOBLE.match(line.text, start):
            return line.noble()
        before = self._table.now()
        after = None if before is None else _carried_out(before, action)
        if before is None or after is None:
            notes.append("no noble, since this event or one before it is illegal")
            return None
        come = None if before.phase is Phase.NOBLE else noble_come(before, after)
        return (
            line.refuse("a noble such as wug, since none comes by itself", start)
            if come is None
            else come
        )


class _Table:
    """The table after the events read so far, carried on only where something is left out."""

    def __init__(self, record: Record, events: Sequence[Event]) -> None:
        self._events = events
        self._done = 0
        self._state = counted(record.opening, len(record.players), record.rules)

    def now(self) -> State | None:
        """Return the state after the events, on counted decks; None once they are not legal."""
        while self._state is not None and self._done < len(self._events):
            event = self._events[self._done]
            self._state = _followed(self._state, event)
            self._done += 1
        return self._state


def _followed(state: State, event: Event) -> State | None:
    if isinstance(event, Move):
        return _carried_out(state, event.action) if event.by == state.decider else None
    try:
        return disclose(state, event.seat, event.disclose)
    except SplendorError:
        return None


def _carried_out(state: State, action: Action) -> State | None:
    try:
        return apply(state, action)
    except SplendorError:
        return None


# What is said of an event


def _read_gold(line: Scanner, action: Action) -> bool | None:
    taken = line.take(_GOLD)
    if taken is not None:
        return taken[-1] == "y"
    return False if isinstance(action, (ReserveCard, ReserveFromDeck)) else None


def _read_claims(line: Scanner) -> Claims:
    if line.take(_OPEN) is None:
        return NO_CLAIMS
    start = line.skip()
    figures: dict[str, Any] = {}
    while line.take(_CLOSE) is None:
        here = line.skip()
        name = line.expect(_FIGURE, "points=, gained=, change=, round= or )").rstrip("= \t")
        if name in figures:
            line.refuse("each figure once", here)
        numbers = [_read_signed(line)]
        while name == "change" and len(numbers) < COLOUR_COUNT:
            line.expect(_SLASH, f"a slash and {COLOUR_COUNT - len(numbers)} more numbers")
            numbers.append(_read_signed(line))
        figures[name] = tuple(numbers) if name == "change" else numbers[0]
    return line.valid(lambda: Claims(**figures), start)


def _read_signed(line: Scanner) -> int:
    return int(line.expect(_SIGNED, "a number"))


def _read_digest(line: Scanner) -> str | None:
    found = line.take(_DIGEST)
    return None if found is None else found[-DIGEST_DIGITS:]


def _read_meta(line: Scanner) -> Meta:
    if line.take(_BRACE) is None:
        return NO_META
    start = line.skip()
    value = read_json(line)
    return line.valid(lambda: Meta(read_object(value)), start)


def read_json(line: Scanner) -> Any:
    """Read a JSON value that stands in a line; UnreadableError with its place if it is none."""
    start = line.skip()
    line.at = _end_of_json(line.text, start)
    try:
        return parse(line.text[start : line.at])
    except UnreadableError as error:
        inside = _PLACE.fullmatch(error.path)
        message = error.message
        at = start + (int(inside[1]) - 1 if inside else 0)
    raise UnreadableError(message, path=line.place(at))


def _end_of_json(text: str, start: int) -> int:
    """Return where a JSON value ends: behind its last bracket, or where a bare word does."""
    if not text.startswith(("[", "{", '"'), start):
        return _WORD.match(text, start).end()  # type: ignore[union-attr]  # it matches anything
    depth = 0
    for found in BRACKET.finditer(text, start):
        depth += 1 if found[1] else -1 if found[0] in "]}" else 0
        if not depth:
            return found.end()
    return len(text)


def with_comments(meta: Meta, comments: Sequence[str], place: str) -> Meta:
    """Add comments to a meta, each in a line of its own behind the one that is there."""
    before = meta.get(COMMENT, "")
    if not isinstance(before, str):
        message = "expected no comment behind a meta whose comment is no string"
        raise UnreadableError(message, path=place)
    try:
        return Meta({**meta.thaw(), COMMENT: "\n".join([*filter(None, [before]), *comments])})
    except InvalidValueError as error:
        message = str(error)
    raise UnreadableError(message, path=place)
