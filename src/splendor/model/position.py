"""Positions as one line of text: all of a `State`, as chess has it with FEN.

Fields, separated by a blank: the bank; the three rows, level 1 first, each with the number of cards
left in its deck; the nobles on the table; a field for each player; the phase; the completed turns;
the letter of the starting seat; the passes in succession; the rules; and, if any of their cards is
known, the three decks. Supplies are six numbers, so that nothing else looks like a card's id.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeVar, get_args

import attrs

from splendor.errors import UnreadableError
from splendor.model.cards import BACKS, LEVELS, Card, CardBack, Noble
from splendor.model.gems import Gems
from splendor.model.rules import (
    PLAYER_COUNTS,
    PRESETS,
    ROW_SIZE,
    Payment,
    Rules,
    TakeFewer,
    TieBreak,
    nearest_preset,
)
from splendor.model.scanner import DASH, SEAT, SEATS, SLASH, Scanner
from splendor.model.state import Phase, Player, Reserved, State

MAX_CARDS: Final = 999
"""A deck that is longer is no deck, and its backs would fill the memory."""
_COMMA: Final = re.compile(r",")
_PLUS: Final = re.compile(r"\+")
_BAR: Final = re.compile(r"\|")
_COLON: Final = re.compile(r":")
_FACE_DOWN: Final = re.compile(r"\?")
_WORD: Final = re.compile(r"[a-z0-9_]+", re.ASCII | re.IGNORECASE)
_EQUALS: Final = re.compile(r"=")
_NONE: Final = re.compile(r"none(?![a-z_])", re.ASCII | re.IGNORECASE)
_PHASE: Final = re.compile(r"[a-z]+", re.ASCII | re.IGNORECASE)
_PLAYER: Final = re.compile(r"(?=[0-9])", re.ASCII)
_CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "take_fewer": get_args(TakeFewer),
    "payment": get_args(Payment),
    "tie_break": get_args(TieBreak),
}
_OPTIONS: Final = tuple(field.name for field in attrs.fields(Rules))

_T = TypeVar("_T")


# Writing


def write_position(state: State) -> str:
    """Return a state as one line."""
    rows = zip(state.rows, state.decks, strict=True)
    fields = [
        supply_text(state.bank),
        "/".join(f"{','.join(map(space_text, row))}:{len(deck)}" for row, deck in rows),
        _list(state.nobles, ","),
        *map(_player, state.players),
        state.phase.value,
        str(state.turn),
        SEATS[state.first_player],
        str(state.passes),
        _rules(state.rules),
    ]
    if any(card != back for back, deck in zip(BACKS, state.decks, strict=True) for card in deck):
        fields.append("/".join(_list(deck, ",") for deck in state.decks))
    return " ".join(fields)


def supply_text(gems: Gems) -> str:
    """Return a supply as six numbers with slashes between."""
    return _numbers(gems.counts)


def _numbers(numbers: Iterable[int]) -> str:
    return "/".join(map(str, numbers))


def _list(things: Sequence[object], between: str) -> str:
    return between.join(map(str, things)) or "-"


def space_text(place: Card | CardBack | None) -> str:
    """Return what lies on a place of a row; a dash is nothing."""
    return "-" if place is None else str(place)


def _player(player: Player) -> str:
    hand = [
        f"?{entry.card}" if entry.face_down and isinstance(entry.card, Card) else entry.card
        for entry in player.reserved
    ]
    lists = (player.purchased, hand, player.nobles)
    return "|".join((supply_text(player.tokens), *(_list(things, ",") for things in lists)))


def _rules(rules: Rules) -> str:
    name = nearest_preset(rules)
    changes = rules.overrides(PRESETS[name]).items()
    return ",".join((name, *(f"{option}={_option(value)}" for option, value in changes)))


def _option(value: object) -> str:
    if isinstance(value, tuple):
        nobles = not value or isinstance(value[0], Noble)
        return _list(value, "+") if nobles else _numbers(value)
    return "none" if value is None else str(value)


# Reading


def read_position(text: str) -> State:
    """Read a state from one line; UnreadableError with the column of what cannot be read.

    Whether the position keeps the invariants of the game is not looked at.
    """
    line = Scanner(text)
    bank = line.supply()
    rows, counts = _read_rows(line)
    nobles = _read_list(line, Scanner.noble, _COMMA)
    players: list[Player] = []
    while line.take(_PLAYER) is not None:
        players.append(_read_player(line))
        if len(players) > PLAYER_COUNTS[-1]:
            line.refuse(f"a phase, after {PLAYER_COUNTS[-1]} players")
    phase = _read_word(line, _PHASE, {phase.value: phase for phase in Phase}, "a phase")
    turn = line.number()
    first_player = SEATS.index(line.expect(SEAT, "the letter of the seat that began"))
    passes = line.number()
    rules = _read_rules(line)
    decks = _read_decks(line, counts)
    line.finish()
    return line.valid(
        lambda: State(rules, bank, decks, rows, nobles, players, first_player, turn, passes, phase),
        0,
    )


def _read_list(
    line: Scanner, read: Callable[[Scanner], _T], between: re.Pattern[str]
) -> tuple[_T, ...]:
    """Read things with a separator between them; a dash is none."""
    if line.take(DASH) is not None:
        return ()
    things = [read(line)]
    while line.take(between) is not None:
        things.append(read(line))
    return tuple(things)


def _read_rows(
    line: Scanner,
) -> tuple[tuple[tuple[Card | CardBack | None, ...], ...], tuple[int, ...]]:
    rows = []
    counts = []
    for level in LEVELS:
        if level > 1:
            line.expect(SLASH, f"a slash and the row of level {level}")
        row = [line.space()]
        while len(row) < ROW_SIZE:
            line.expect(_COMMA, f"a comma and {ROW_SIZE - len(row)} more places")
            row.append(line.space())
        line.expect(_COLON, "a colon and the number of cards in the deck")
        start = line.skip()
        count = line.number()
        if count > MAX_CARDS:
            line.refuse(f"a deck of at most {MAX_CARDS} cards", start)
        rows.append(tuple(row))
        counts.append(count)
    return tuple(rows), tuple(counts)


def _read_player(line: Scanner) -> Player:
    start = line.skip()
    tokens = line.supply()
    line.expect(_BAR, "| and the bought cards")
    purchased = _read_list(line, Scanner.card, _COMMA)
    line.expect(_BAR, "| and the reserved cards")
    reserved = _read_list(line, _read_reserved, _COMMA)
    line.expect(_BAR, "| and the nobles")
    nobles = _read_list(line, Scanner.noble, _COMMA)
    return line.valid(lambda: Player(tokens, purchased, reserved, nobles), start)


def _read_reserved(line: Scanner) -> Reserved:
    if line.take(_FACE_DOWN) is not None:
        return Reserved(line.card(), face_down=True)
    card = line.face()
    return Reserved(card, face_down=isinstance(card, CardBack))


def _read_word(line: Scanner, word: re.Pattern[str], words: dict[str, _T], what: str) -> _T:
    """Read one of several words."""
    start = line.skip()
    expected = f"{what}: {', '.join(words)}"
    found = line.expect(word, expected)
    return words[found] if found in words else line.refuse(expected, start)


def _read_rules(line: Scanner) -> Rules:
    start = line.skip()
    options: dict[str, Any] = {}
    preset = _read_word(line, _WORD, dict(PRESETS), "the rules")
    while line.take(_COMMA) is not None:
        here = line.skip()
        name = _read_word(line, _WORD, {name: name for name in _OPTIONS}, "an option")
        if name in options:
            line.refuse("each option once", here)
        line.expect(_EQUALS, "= and the value of the option")
        options[name] = _read_option(line, name)
    return line.valid(lambda: attrs.evolve(preset, **options), start)


def _read_option(line: Scanner, name: str) -> object:
    if name in _CHOICES:
        return _read_word(line, _WORD, {word: word for word in _CHOICES[name]}, "a choice")
    if name == "noble_pool":
        return _read_list(line, Scanner.noble, _PLUS)
    if name == "turn_limit" and line.take(_NONE) is not None:
        return None
    if name in {"target_score", "turn_limit"}:
        return line.number()
    return line.numbers(len(PLAYER_COUNTS))


def _read_decks(line: Scanner, counts: Sequence[int]) -> tuple[tuple[Card | CardBack, ...], ...]:
    """Read the decks, if they are there; their numbers of cards have been said before."""
    start = line.skip()
    if start == len(line.text):
        return tuple((back,) * count for back, count in zip(BACKS, counts, strict=True))
    decks = []
    for level, count in zip(LEVELS, counts, strict=True):
        if level > 1:
            line.expect(SLASH, f"a slash and the deck of level {level}")
        here = line.skip()
        deck = _read_list(line, Scanner.face, _COMMA)
        if len(deck) != count:
            message = f"expected {count} cards in the deck of level {level}, not {len(deck)}"
            raise UnreadableError(message, path=line.place(here))
        decks.append(deck)
    return tuple(decks)
