"""`Record`: one game as it was written down, an opening table and the events that followed.

A record is replayed on counted decks: every card turned up is an event of the table, also when the
writer knew the deck. What follows by itself (the gold of a reservation, the visit of a sole noble)
is written on the event that causes it, and checked. Nothing here judges; `splendor.verify` does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal, TypeAlias, get_args

import attrs

from splendor.engine.setup import seed_text
from splendor.errors import InvalidValueError, brief
from splendor.formats.meta import NO_META, Meta
from splendor.formats.plain import check_text
from splendor.model.actions import (
    ACTION_TYPES,
    Action,
    ReserveCard,
    ReserveFromDeck,
    check_gems,
)
from splendor.model.cards import LEVELS, Card, CardBack, Noble, check_card, check_noble
from splendor.model.gems import GEMS, Gems
from splendor.model.rules import OFFICIAL, PLAYER_COUNTS, ROW_SIZE, Rules, is_count
from splendor.model.state import check_place, check_type, items_of

EndingKind: TypeAlias = Literal["played", "resigned", "timeout", "unfinished"]
Perspective: TypeAlias = Literal["full", "public"] | int
Seed: TypeAlias = int | bytes

MAX_NAME: Final = 200
MAX_DECK: Final = 40
COLOUR_COUNT: Final = len(GEMS)
DIGEST_DIGITS: Final = 12
COMMITMENT_DIGITS: Final = 64
MIN_SALT: Final = 16
MAX_SALT: Final = 32
MAX_FIGURE: Final = 10**15
"""The largest figure that a log may state; JavaScript can still hold it."""


@attrs.frozen
class Opening:
    """The table before the first turn: starting seat, bank, rows, nobles, and decks by count.

    `rows` are three of four places, None where one is empty; `deck_counts` three, level 1 first.
    The bank is stated so that it can be checked against the rules (SETUP-6 to SETUP-9). Raises
    InvalidValueError for other shapes.
    """

    first_player: int
    bank: Gems
    rows: tuple[tuple[Card | CardBack | None, ...], ...]
    nobles: tuple[Noble, ...]
    deck_counts: tuple[int, ...]

    def __attrs_post_init__(self) -> None:
        check_gems(self.bank, "bank")
        if not is_count(self.first_player, PLAYER_COUNTS[-1] - 1):
            message = f"first_player is a seat, not {brief(self.first_player)}"
            raise InvalidValueError(message)
        rows = tuple(items_of(row, "a row", check_place) for row in items_of(self.rows, "rows"))
        counts = items_of(self.deck_counts, "deck_counts")
        put(self, rows=rows, deck_counts=counts)
        put(self, nobles=items_of(self.nobles, "nobles", check_noble))
        if len(rows) != len(LEVELS) or any(len(row) != ROW_SIZE for row in rows):
            message = f"rows are three of {ROW_SIZE} places, null where one is empty"
            raise InvalidValueError(message)
        if len(counts) != len(LEVELS) or not all(is_count(count, MAX_DECK) for count in counts):
            message = f"deck_counts are three ints from 0 to {MAX_DECK}, level 1 first"
            raise InvalidValueError(message)


def put(value: object, **fields: object) -> None:
    """Put into a frozen value what its constructor has made of an argument."""
    for name, field in fields.items():
        object.__setattr__(value, name, field)


def check_figure(figure: object) -> None:
    """Raise InvalidValueError unless a figure that a log states is an int of a sane size."""
    if not is_count(figure, MAX_FIGURE, least=-MAX_FIGURE):
        message = f"a figure is an int of at most {MAX_FIGURE}, not {brief(figure)}"
        raise InvalidValueError(message)


@attrs.frozen
class Claims:
    """Figures that a log states beside an event, about the player whose turn it is.

    `points` after the event, `gained` points by it, the `change` of their tokens by it (six signed
    numbers in colour order), and the `round` it belongs to, from 1. Each is checked. Raises
    InvalidValueError for what is no int, or a huge one.
    """

    points: int | None = None
    gained: int | None = None
    change: tuple[int, ...] | None = None
    round: int | None = None

    def __attrs_post_init__(self) -> None:
        for name in ("points", "gained", "round"):
            if getattr(self, name) is not None:
                check_figure(getattr(self, name))
        if self.change is not None:
            put(self, change=items_of(self.change, "change", check_figure))
            if len(self.change) != COLOUR_COUNT:
                message = f"change is {COLOUR_COUNT} signed numbers, white to gold"
                raise InvalidValueError(message)


NO_CLAIMS: Final = Claims()


def _check_seat(seat: object, name: str) -> None:
    if not is_count(seat, MAX_FIGURE):
        message = f"a seat is an int from 0, not {brief(seat)}"
        raise InvalidValueError(message, path=f".{name}")


def _check_hex(name: str, value: object, digits: int) -> None:
    if not isinstance(value, str) or not re.fullmatch(f"[0-9a-f]{{{digits}}}", value):
        message = f"{name} is {digits} hexadecimal digits, not {brief(value)}"
        raise InvalidValueError(message)


def check_salt(salt: object) -> None:
    """Raise InvalidValueError unless a salt is 16 to 32 bytes."""
    if not isinstance(salt, bytes) or not MIN_SALT <= len(salt) <= MAX_SALT:
        size = f"{len(salt)} bytes" if isinstance(salt, bytes) else brief(salt)
        message = f"a salt is {MIN_SALT} to {MAX_SALT} bytes, not {size}"
        raise InvalidValueError(message, path=".salt")


@attrs.frozen
class Move:
    """An action, who took it, and what came of it by itself.

    `by` is a seat, or None for the table's `RevealCard`. `gold` says for a reservation whether a
    gold was taken (RES-3, RES-4) and is None otherwise. `visit` is the noble that came without a
    choice when this event was carried out (NOB-4): with a refill due, that is the refill. `digest`
    optionally names the state after the event, as `splendor.digest` does. `meta` holds comments,
    clocks and the place in the source. Raises InvalidValueError for wrong types, and for a
    reservation that does not say whether a gold was taken.
    """

    action: Action
    by: int | None = None
    gold: bool | None = None
    visit: Noble | None = None
    claims: Claims = NO_CLAIMS
    digest: str | None = None
    meta: Meta = NO_META

    def __attrs_post_init__(self) -> None:
        kind = type(self.action)
        if kind not in ACTION_TYPES:
            message = f"an action is expected, not {brief(self.action)}"
            raise InvalidValueError(message, path=".action")
        if self.by is not None:
            _check_seat(self.by, "by")
        if self.digest is not None:
            _check_hex("digest", self.digest, DIGEST_DIGITS)
        if self.gold is None:
            sound = kind is not ReserveCard and kind is not ReserveFromDeck
        else:
            sound = type(self.gold) is bool
        if not sound:
            message = f"whether a gold was taken is true or false, not {brief(self.gold)}"
            raise InvalidValueError(message, path=".gold")
        if self.visit is not None:
            check_noble(self.visit)
        if not isinstance(self.claims, Claims) or not isinstance(self.meta, Meta):
            message = "claims are a Claims, and meta is a Meta"
            raise InvalidValueError(message)


@attrs.frozen
class Disclosure:
    """A face put on an unknown card of a seat's hand, or of a row (seat None), at this point."""

    disclose: Card
    seat: int | None = None
    digest: str | None = None
    meta: Meta = NO_META

    def __attrs_post_init__(self) -> None:
        check_card(self.disclose)
        if self.seat is not None:
            _check_seat(self.seat, "seat")
        if self.digest is not None:
            _check_hex("digest", self.digest, DIGEST_DIGITS)
        if not isinstance(self.meta, Meta):
            message = "meta is a Meta"
            raise InvalidValueError(message)


Event: TypeAlias = Move | Disclosure
"""What happened, in a record: a `Move` of a player or of the table, or a `Disclosure` of a card."""


@attrs.frozen
class Ending:
    """How the game came to an end: played out, or resigned or timed out by a seat, or unfinished.

    Raises InvalidValueError unless exactly `resigned` and `timeout` name a seat.
    """

    kind: EndingKind = "unfinished"
    seat: int | None = None

    def __attrs_post_init__(self) -> None:
        if self.kind not in get_args(EndingKind):
            message = f"an ending is one of {', '.join(get_args(EndingKind))}, "
            raise InvalidValueError(message + f"not {brief(self.kind)}")
        if (self.kind in {"resigned", "timeout"}) != (self.seat is not None):
            message = f"an ending of the kind {self.kind} "
            tail = "names a seat" if self.seat is None else "names no seat"
            raise InvalidValueError(message + tail)


@attrs.frozen
class Result:
    """The result a log claims: points, bought cards and ranks by seat, and the winning seats.

    What the log does not state is None. Ranks are those of `score`, equals sharing the better one.
    `ranks` and `winners` are checked only for games that were played out. Raises InvalidValueError
    for a winner named twice, more than four figures, and what is no int, or a huge one.
    """

    points: tuple[int, ...] | None = None
    purchased: tuple[int, ...] | None = None
    ranks: tuple[int, ...] | None = None
    winners: tuple[int, ...] | None = None

    def __attrs_post_init__(self) -> None:
        for name in ("points", "purchased", "ranks", "winners"):
            figures = getattr(self, name)
            if figures is not None:
                put(self, **{name: items_of(figures, name, check_figure)})
            if len(getattr(self, name) or ()) > PLAYER_COUNTS[-1]:
                message = f"expected at most {PLAYER_COUNTS[-1]} figures, one a seat"
                raise InvalidValueError(message, path=f".{name}")
        if len(set(self.winners or ())) != len(self.winners or ()):
            message = "a result names a winner twice"
            raise InvalidValueError(message)


@attrs.frozen
class Generator:
    """The program that wrote a record."""

    name: str
    version: str = ""

    def __attrs_post_init__(self) -> None:
        for text in (self.name, self.version):
            if not isinstance(text, str) or len(text) > MAX_NAME:
                message = f"a generator has a name and a version of at most {MAX_NAME} characters"
                raise InvalidValueError(message)
            check_text(text)


@attrs.frozen
class Commitment:
    """A promise about the order of the cards, published before the game and opened after it.

    `digest` is the SHA-256, in hexadecimal, of a secret salt and the whole opening, as
    `splendor.commit` computes it. `salt` is None while the commitment is sealed. Raises
    InvalidValueError for a digest of other than 64 lower-case hexadecimal digits, and for a salt of
    other than 16 to 32 bytes.
    """

    digest: str
    salt: bytes | None = None

    def __attrs_post_init__(self) -> None:
        _check_hex("digest", self.digest, COMMITMENT_DIGITS)
        if self.salt is not None:
            check_salt(self.salt)

    @property
    def sealed(self) -> Commitment:
        """The commitment without its salt: what may be published before the game."""
        return Commitment(self.digest)


def _check_name(name: object) -> None:
    if not isinstance(name, str) or len(name) > MAX_NAME:
        message = f"a player's name is a string of at most {MAX_NAME} characters"
        raise InvalidValueError(message)
    check_text(name)


@attrs.frozen
class Record:
    """One game: players by seat, rules, the opening table, the events, and how it ended.

    `perspective` says whose knowledge it holds: `full`, `public`, or that of a seat. `decks` (three
    tuples, next card first) and `seed` are optional claims about the order of the decks, compared
    with the cards that turn up and never needed to replay. `commitment` was published before the
    game, and is a claim about the decks once it is opened. Raises InvalidValueError for a number of
    players other than 2 to 4, and for seats that are not at the table.
    """

    players: tuple[str, ...]
    opening: Opening
    events: tuple[Event, ...] = ()
    rules: Rules = OFFICIAL
    perspective: Perspective = "full"
    ending: Ending = Ending()
    result: Result | None = None
    decks: tuple[tuple[Card, ...], ...] | None = None
    seed: Seed | None = None
    commitment: Commitment | None = None
    generator: Generator | None = None
    meta: Meta = NO_META

    def __attrs_post_init__(self) -> None:
        check_type(self.opening, Opening, "opening")
        check_type(self.rules, Rules, "rules")
        check_type(self.ending, Ending, "ending")
        check_type(self.meta, Meta, "meta")
        for name, kind in (
            ("result", Result),
            ("commitment", Commitment),
            ("generator", Generator),
        ):
            if getattr(self, name) is not None:
                check_type(getattr(self, name), kind, name)
        put(self, players=items_of(self.players, "players", _check_name))
        put(self, events=items_of(self.events, "events"))
        if self.decks is not None:
            decks = [items_of(deck, "a deck", check_card) for deck in items_of(self.decks, "decks")]
            put(self, decks=tuple(decks))
            if len(decks) != len(LEVELS):
                message = f"decks are three, one a level, not {len(decks)}"
                raise InvalidValueError(message, path=".decks")
            if max(map(len, decks)) > MAX_DECK:
                message = f"a deck has at most {MAX_DECK} cards, not {max(map(len, decks))}"
                raise InvalidValueError(message, path=".decks")
        seats = len(self.players)
        if seats not in PLAYER_COUNTS:
            message = f"SETUP-1: 2, 3 or 4 players take part, not {seats}"
            raise InvalidValueError(message, path=".players")
        if self.seed is not None:
            seed_text(self.seed)
        for what, named in self._seats_named():
            if named is not None and not is_count(named, seats - 1):
                raise _no_such_seat(seats, what, named)
        self._check_events(seats)

    def _check_events(self, seats: int) -> None:
        for index, event in enumerate(self.events):
            if isinstance(event, Move):
                what, seat = "by", event.by
            elif isinstance(event, Disclosure):
                what, seat = "seat", event.seat
            else:
                message = f"an event is a Move or a Disclosure, not {brief(event)}"
                raise InvalidValueError(message)
            if seat is not None and seat >= seats:
                raise _no_such_seat(seats, f"events[{index}].{what}", seat)

    def _seats_named(self) -> Iterator[tuple[str, int | None]]:
        """Yield the seats named outside the events."""
        yield "ending.seat", self.ending.seat
        yield "opening.first_player", self.opening.first_player
        if type(self.perspective) is int:
            yield "perspective", self.perspective
        elif self.perspective not in ("full", "public"):
            message = f"a perspective is full, public or a seat, not {brief(self.perspective)}"
            raise InvalidValueError(message)
        if self.result is not None:
            for winner in self.result.winners or ():
                yield "result.winners", winner


def _no_such_seat(seats: int, what: str, seat: int) -> InvalidValueError:
    message = f"with {seats} players there is no seat {brief(seat)}"
    return InvalidValueError(message, path=f".{what}")
