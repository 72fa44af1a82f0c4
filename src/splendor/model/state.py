"""What is on the table and in the hands: `State`, `Player`, `Reserved`, and the `Phase`.

A State is what somebody knows of a game; a server's full state, a client's view and the reading of
a public log are the same type. Inside, gems are packed ints and sets of cards are bits; the engine
fills in a `StateDraft` or `PlayerDraft` of plain fields and then freezes it, which costs a quarter
of what constructing a frozen object would.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

import attrs

from splendor.errors import InvalidValueError, UnreadableError, brief
from splendor.model.actions import check_gems
from splendor.model.cards import (
    LEVELS,
    Card,
    CardBack,
    Noble,
    cards_in,
    check_card,
    check_noble,
)
from splendor.model.gems import NO_GEMS, Gems, gems_of
from splendor.model.picture import Pictured
from splendor.model.rules import MAX_NUMBER, ROW_SIZE, Rules, check_players, is_count

MAX_TURNS: Final = MAX_NUMBER * 4

_T = TypeVar("_T")


class Phase(Enum):
    """Which single decision a state awaits; the value is its name in files."""

    MAIN = "main"
    """The player to move takes, reserves, buys or passes."""
    RETURN = "return"
    """The player to move returns the tokens above ten."""
    NOBLE = "noble"
    """The player to move picks one of several nobles."""
    REVEAL = "reveal"
    """The table turns up a card whose face the state does not know."""
    OVER = "over"
    """Nothing: the game is over."""

    if not TYPE_CHECKING:  # members are single objects; Enum's own hash is many times slower
        __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"Phase.{self.name}"


_NO_DECIDER: Final = frozenset({Phase.REVEAL, Phase.OVER})


@attrs.frozen
class Reserved:
    """A card in a hand; `face_down` if it came from a deck, so that only its holder knows it.

    A `CardBack` is always face down. Raises InvalidValueError otherwise.
    """

    card: Card | CardBack
    face_down: bool = False
    _order: tuple[int, bool, str, bool] = attrs.field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        unknown = isinstance(self.card, CardBack)
        if not unknown:
            check_card(self.card)
        if type(self.face_down) is not bool or (unknown and not self.face_down):
            message = f"face_down is a bool, True for a CardBack, not {brief(self.face_down)}"
            raise InvalidValueError(message)
        order = (self.card.level, unknown, str(self.card), self.face_down)
        object.__setattr__(self, "_order", order)


def _face_up(card: Card) -> Reserved:
    return Reserved(card)


def _face_down(card: Card | CardBack) -> Reserved:
    return Reserved(card, face_down=True)


reserved_face_up: Final = cache(_face_up)
"""The one `Reserved` object of a card reserved face up (INFO-3)."""
reserved_face_down: Final = cache(_face_down)
"""The one `Reserved` object of a card, known or not, from a deck (INFO-2)."""


def _hand_order(entry: Reserved) -> tuple[int, bool, str, bool]:
    return entry._order


def sorted_hand(hand: Iterable[Reserved]) -> tuple[Reserved, ...]:
    """Sort a hand (level, face before back, id, face_down), so that its order tells nothing."""
    return tuple(sorted(hand, key=_hand_order))


def _noble_order(noble: Noble) -> int:
    return noble._index


def sorted_nobles(nobles: Iterable[Noble]) -> tuple[Noble, ...]:
    """Sort nobles by their place in the tables."""
    return tuple(sorted(nobles, key=_noble_order))


class PrettyPrinter(Protocol):
    """What IPython and Hypothesis print values with."""

    def text(self, text: str, /) -> object:
        """Print a text as it is."""
        ...


class PlayerDraft:
    """A `Player` in the making: plain fields, and what follows from them kept up to date."""

    __slots__ = (
        "_backs",
        "_bonuses",
        "_hand",
        "_points",
        "_purchased",
        "_tokens",
        "nobles",
        "reserved",
    )
    _tokens: int
    """Packed tokens."""
    _purchased: int
    """Bits of the bought cards."""
    reserved: tuple[Reserved, ...]
    """The reserved cards: by level, faces before backs, then by id."""
    nobles: tuple[Noble, ...]
    """The nobles that have visited, in table order."""
    _bonuses: int
    """Packed bonuses, without a total; follows from _purchased."""
    _points: int
    """Points on bought cards and nobles."""
    _hand: int
    """Bits of the known cards in hand; follows from reserved."""
    _backs: int
    """How many unknown cards there are in hand; follows from reserved."""


_PLAYER_FIELDS: Final[dict[str, Any]] = {
    "tokens": Gems,
    "purchased": tuple[Card, ...],
    "reserved": None,
    "nobles": None,
}
"""By name the types of the properties; of the others the class itself says the type."""


@attrs.frozen(
    init=False,
    slots=False,
    repr=False,
    eq=False,
    match_args=False,
    these={name: attrs.field(type=kind) for name, kind in _PLAYER_FIELDS.items()},
)
class Player(PlayerDraft, Pictured):
    """One player's tokens, bought cards, reserved cards and nobles.

    Each is kept in one order, since no rule asks in which it came: cards and nobles as in their
    tables, the hand by level, faces before backs. Raises InvalidValueError for wrong types and for
    a card or noble named twice.
    """

    __slots__ = ()
    __match_args__ = ("tokens", "purchased", "reserved", "nobles")
    # Fields of the draft, named again because here nobody may set them.
    reserved: tuple[Reserved, ...]
    nobles: tuple[Noble, ...]

    def __init__(
        self,
        tokens: Gems = NO_GEMS,
        purchased: Iterable[Card] = (),
        reserved: Iterable[Reserved] = (),
        nobles: Iterable[Noble] = (),
    ) -> None:
        check_gems(tokens, "tokens")
        bought = items_of(purchased, "purchased", check_card)
        hand = items_of(reserved, "reserved", _check_reserved)
        visits = items_of(nobles, "nobles", check_noble)
        for name, things in (("purchased", bought), ("nobles", visits)):
            if len(set(things)) != len(things):
                message = f"{name} names one twice"
                raise InvalidValueError(message)
        put = object.__setattr__
        put(self, "_tokens", tokens._packed)
        put(self, "_purchased", sum(card._bit for card in bought))
        put(self, "reserved", sorted_hand(hand))
        put(self, "nobles", sorted_nobles(visits))
        put(self, "_bonuses", sum(card._gain for card in bought))
        points = sum(card.points for card in bought) + sum(noble.points for noble in visits)
        put(self, "_points", points)
        put(self, "_hand", sum({entry.card._bit for entry in hand}))
        put(self, "_backs", sum(isinstance(entry.card, CardBack) for entry in hand))

    @property
    def tokens(self) -> Gems:
        """The tokens held, gold included."""
        return gems_of(self._tokens)

    @property
    def purchased(self) -> tuple[Card, ...]:
        """The bought cards in table order."""
        return cards_in(self._purchased)

    @property
    def bonuses(self) -> Gems:
        """The bonuses of the bought cards (BON-1)."""
        return Gems(*(self._bonuses >> 6 * lane & 63 for lane in range(5)))

    @property
    def points(self) -> int:
        """The points on bought cards and nobles (WIN-1)."""
        return self._points

    def _key(self) -> tuple[object, ...]:
        return self._tokens, self._purchased, self.reserved, self.nobles

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Player) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return (
            f"Player(tokens={self.tokens!r}, purchased={self.purchased!r}, "
            f"reserved={self.reserved!r}, nobles={self.nobles!r})"
        )

    def __reduce__(self) -> tuple[type[Player], tuple[object, ...]]:
        return Player, (self.tokens, self.purchased, self.reserved, self.nobles)


class StateDraft:
    """A `State` in the making: plain fields, and what follows from them kept up to date."""

    __slots__ = (
        "_bank",
        "_face_up",
        "_rows",
        "decks",
        "first_player",
        "nobles",
        "passes",
        "phase",
        "players",
        "rules",
        "turn",
    )
    rules: Rules
    """The options that the game is played under."""
    _bank: int
    """Packed tokens."""
    decks: tuple[tuple[Card | CardBack, ...], ...]
    """The three decks, level 1 first, the next card first."""
    _rows: tuple[Card | CardBack | None, ...]
    """The twelve places, level 1 first."""
    nobles: tuple[Noble, ...]
    """The nobles on the table, in the order they lie there."""
    players: tuple[Player, ...]
    """The players by seat, in the order of play."""
    first_player: int
    """The seat that had the first turn (SETUP-11)."""
    turn: int
    """How many turns are completed, passes included."""
    passes: int
    """How many turns in succession were passed without a noble (END-6)."""
    phase: Phase
    """Which decision is awaited."""
    _face_up: int
    """Bits of the known cards in the rows; follows from _rows."""


_STATE_FIELDS: Final[dict[str, Any]] = {
    "rules": None,
    "bank": Gems,
    "decks": None,
    "rows": tuple[tuple[Card | CardBack | None, ...], ...],
    "nobles": None,
    "players": None,
    "first_player": None,
    "turn": None,
    "passes": None,
    "phase": None,
}
"""As of a player."""


@attrs.frozen(
    init=False,
    slots=False,
    repr=False,
    eq=False,
    match_args=False,
    these={name: attrs.field(type=kind) for name, kind in _STATE_FIELDS.items()},
)
class State(StateDraft, Pictured):
    """A position: all that is on the table and in the hands, as far as somebody knows it.

    `decks` are three tuples, level 1 first, the next card first; `rows` three tuples of four
    places, None where one is empty; `nobles` those on the table; `turn` the completed turns, passes
    included; `passes` the turns passed in succession without a noble. A `CardBack` stands for a
    card whose face is not known.

    The constructor checks types and shapes and raises InvalidValueError; whether a position keeps
    the invariants of the game, `problems` tells.
    """

    __slots__ = ()
    __match_args__ = (
        "rules",
        "bank",
        "decks",
        "rows",
        "nobles",
        "players",
        "first_player",
        "turn",
        "passes",
        "phase",
    )
    # Fields of the draft, named again because here nobody may set them.
    rules: Rules
    decks: tuple[tuple[Card | CardBack, ...], ...]
    nobles: tuple[Noble, ...]
    players: tuple[Player, ...]
    first_player: int
    turn: int
    passes: int
    phase: Phase

    def __init__(  # noqa: PLR0913 - one argument a field
        self,
        rules: Rules,
        bank: Gems,
        decks: Iterable[Iterable[Card | CardBack]],
        rows: Iterable[Iterable[Card | CardBack | None]],
        nobles: Iterable[Noble],
        players: Iterable[Player],
        first_player: int = 0,
        turn: int = 0,
        passes: int = 0,
        phase: Phase = Phase.MAIN,
    ) -> None:
        check_gems(bank, "bank")
        check_type(rules, Rules, "rules")
        check_type(phase, Phase, "phase")
        seats = items_of(players, "players", _check_player)
        check_players(len(seats))
        piles = _levels(decks, "decks", check_face)
        places = _levels(rows, "rows", check_place)
        if any(len(row) != ROW_SIZE for row in places):
            message = f"a row has {ROW_SIZE} places, None where one is empty"
            raise InvalidValueError(message)
        check_number(first_player, len(seats) - 1, "first_player")
        check_number(turn, MAX_TURNS, "turn")
        check_number(passes, MAX_TURNS, "passes")
        put = object.__setattr__
        put(self, "rules", rules)
        put(self, "_bank", bank._packed)
        put(self, "decks", piles)
        put(self, "_rows", sum(places, ()))
        put(self, "nobles", items_of(nobles, "nobles", check_noble))
        put(self, "players", seats)
        put(self, "first_player", first_player)
        put(self, "turn", turn)
        put(self, "passes", passes)
        put(self, "phase", phase)
        face_up = {place._bit for row in places for place in row if place is not None}
        put(self, "_face_up", sum(face_up))

    @property
    def bank(self) -> Gems:
        """The tokens in the bank."""
        return gems_of(self._bank)

    @property
    def rows(self) -> tuple[tuple[Card | CardBack | None, ...], ...]:
        """The three rows, level 1 first; None where a place is empty."""
        return self._rows[0:4], self._rows[4:8], self._rows[8:12]

    @property
    def mover(self) -> int:
        """The seat whose turn it is (TURN-1); when over, the seat whose turn it would be."""
        return (self.first_player + self.turn) % len(self.players)

    @property
    def decider(self) -> int | None:
        """The seat whose decision is awaited; None for the table (*reveal*) and when over."""
        return None if self.phase in _NO_DECIDER else self.mover

    @property
    def round(self) -> int:
        """The round being played, from 1 (END-2); when over, the last one played."""
        turns = self.turn - (self.phase is Phase.OVER and self.turn > 0)
        return turns // len(self.players) + 1

    @property
    def box(self) -> tuple[Noble, ...]:
        """The nobles of the pool that are out of the game (SETUP-5), in table order."""
        revealed = {*self.nobles, *(noble for player in self.players for noble in player.nobles)}
        return sorted_nobles(noble for noble in self.rules.noble_pool if noble not in revealed)

    @property
    def awaited_place(self) -> tuple[int, int] | None:
        """The (level, slot) that a refill is due for, slots from 0; None if none is (ROW-1)."""
        place = empty_place(self._rows, self.decks)
        return None if place is None else (place // ROW_SIZE + 1, place % ROW_SIZE)

    def _key(self) -> tuple[object, ...]:
        return (
            self.turn,
            self.phase,
            self._bank,
            self._rows,
            self.players,
            self.nobles,
            self.decks,
            self.first_player,
            self.passes,
            self.rules,
        )

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, State) else NotImplemented

    def __hash__(self) -> int:
        decks = [len(deck) if is_unknown(deck) else deck for deck in self.decks]
        return hash((self.turn, self.phase, self._bank, self._rows, self.players, *decks))

    @classmethod
    def parse(cls, text: str) -> State:
        """Read a state from the one line that `str` gives; `repr` calls this.

        Raises UnreadableError with the column of what cannot be read. As with the constructor,
        whether the position keeps the invariants of the game, `problems` tells.
        """
        from splendor.model.position import read_position  # noqa: PLC0415 - it needs this module

        if not isinstance(text, str):
            message = f"expected a line of text, not {brief(text)}"
            raise UnreadableError(message)
        return read_position(text)

    def __str__(self) -> str:
        from splendor.model.position import write_position  # noqa: PLC0415 - it needs this module

        return write_position(self)

    def __repr__(self) -> str:
        return f"State.parse({str(self)!r})"

    def _repr_pretty_(self, printer: PrettyPrinter, _: bool) -> None:  # noqa: FBT001 - as called
        """Print it as `repr` does, where IPython or Hypothesis would print field by field."""
        printer.text(repr(self))

    def __reduce__(self) -> tuple[type[State], tuple[object, ...]]:
        return State, tuple(getattr(self, name) for name in _STATE_FIELDS)


_new: Final = object.__new__


def thaw_player(player: Player) -> PlayerDraft:
    """Return an open copy of a player; setting its `__class__` to Player freezes it."""
    draft = _new(PlayerDraft)
    draft._tokens = player._tokens
    draft._purchased = player._purchased
    draft.reserved = player.reserved
    draft.nobles = player.nobles
    draft._bonuses = player._bonuses
    draft._points = player._points
    draft._hand = player._hand
    draft._backs = player._backs
    return draft


def with_hand(player: Player, hand: Iterable[Reserved]) -> Player:
    """Return a player with these reserved cards in place of those held."""
    draft = thaw_player(player)
    draft.reserved = sorted_hand(hand)
    bits = [entry.card._bit for entry in draft.reserved]
    draft._hand = sum(set(bits))
    draft._backs = bits.count(0)
    draft.__class__ = Player
    return draft  # type: ignore[return-value]  # the line above made it one


def frozen(table: StateDraft) -> State:
    """Make a draft the state that it describes."""
    table.__class__ = State
    return table  # type: ignore[return-value]  # the line above made it one


def thaw(state: State) -> StateDraft:
    """Return an open copy of a state; `frozen` makes it a state."""
    draft = _new(StateDraft)
    draft.rules = state.rules
    draft._bank = state._bank
    draft.decks = state.decks
    draft._rows = state._rows
    draft.nobles = state.nobles
    draft.players = state.players
    draft.first_player = state.first_player
    draft.turn = state.turn
    draft.passes = state.passes
    draft.phase = state.phase
    draft._face_up = state._face_up
    return draft


def is_unknown(deck: tuple[Card | CardBack, ...]) -> bool:
    """Return, at a glance, whether a deck is backs of one level alone, or empty."""
    return not deck or (not deck[0]._bit and deck.count(deck[0]) == len(deck))


def empty_place(
    rows: tuple[Card | CardBack | None, ...], decks: tuple[tuple[Card | CardBack, ...], ...]
) -> int | None:
    """Return the index of the empty place whose deck still has a card; None if there is none."""
    for index, card in enumerate(rows):
        if card is None and decks[index // ROW_SIZE]:
            return index
    return None


def check_face(card: object) -> None:
    """Raise InvalidValueError unless a value is a `CardBack` or one of `CARDS`."""
    if not isinstance(card, CardBack):
        check_card(card)


def check_place(card: object) -> None:
    """Raise InvalidValueError unless a value is a card, its back, or None for an empty place."""
    if card is not None:
        check_face(card)


def check_type(value: object, kind: type, name: str) -> None:
    """Raise InvalidValueError unless a value is of a kind."""
    if not isinstance(value, kind):
        message = f"{name} is a {kind.__name__}, not {brief(value)}"
        raise InvalidValueError(message)


def check_number(value: object, most: int, name: str) -> None:
    """Raise InvalidValueError unless a value is an int from 0 to `most`."""
    if not is_count(value, most):
        message = f"{name} is an int from 0 to {most}, not {brief(value)}"
        raise InvalidValueError(message)


def _check_reserved(value: object) -> None:
    check_type(value, Reserved, "a reserved card")


def _check_player(value: object) -> None:
    check_type(value, Player, "a player")


def items_of(
    things: Iterable[_T], name: str, check: Callable[[object], None] = lambda _: None
) -> tuple[_T, ...]:
    """Return things as a tuple, each checked; InvalidValueError for a string or no sequence."""
    if isinstance(things, (str, bytes)) or not isinstance(things, Iterable):
        message = f"{name} is a sequence, not {brief(things)}"
        raise InvalidValueError(message)
    items = tuple(things)
    for item in items:
        check(item)
    return items


def _levels(
    levels: Iterable[Iterable[_T]], name: str, check: Callable[[object], None]
) -> tuple[tuple[_T, ...], ...]:
    three = tuple(items_of(level, name, check) for level in items_of(levels, name))
    if len(three) != len(LEVELS):
        message = f"{name} are three, one a level, not {len(three)}"
        raise InvalidValueError(message)
    return three
