"""A reader of neutral traces: games that other programs and people played, one a line of JSON.

`tests/conformance/README.md` describes the form. A trace becomes an opening and steps; a step that
is a decision carries the `Action` it stands for, and whatever else it says (the gold of a
reservation, the face of a blind card, who was eligible for a noble) is kept as a claim to compare
with the engine. Nothing is judged here, and nothing repaired: what cannot be read is refused with
the place where it stands.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, Literal, NoReturn, TypeAlias, TypeVar

import attrs

from splendor import (
    BOARD_GAME_ARENA,
    CARDS,
    EXTRA_NOBLES,
    NOBLES,
    OFFICIAL,
    Action,
    BuyCard,
    Card,
    ChooseNoble,
    Gems,
    InvalidValueError,
    Noble,
    Pass,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    Rules,
    State,
    TakeTokens,
    UnreadableError,
    UnsupportedVersionError,
    deal,
    outcome,
    score,
)

FORMAT: Final = "splendor-trace/1"
LEVELS: Final = (1, 2, 3)
MAIN_ACTIONS: Final = (TakeTokens, ReserveCard, ReserveFromDeck, BuyCard, Pass)

CardsOf: TypeAlias = tuple[tuple[Card, ...], ...]
"""Cards by level, or by seat."""
Places: TypeAlias = tuple[tuple[Card | None, ...], ...]
"""Three rows, None where a place is empty."""

_T = TypeVar("_T")

_CARDS: Final = {
    "L{}-{}-{}-{}".format(
        card.level,
        card.bonus.letter.upper(),
        card.points,
        "".join(map(str, card.cost.counts[:5])),
    ): card
    for card in CARDS.values()
}
_NOBLES: Final = {
    "N-" + "".join(map(str, noble.requires.counts[:5])): noble
    for noble in (*NOBLES.values(), *EXTRA_NOBLES.values())
}
_SHORT_TAKES: Final = frozenset({"short_take_free", "short_take_near_limit"})
_SHIFTING: Final = frozenset({"row_shift", "no_slots"})


# What a trace says


@attrs.frozen
class Recorded:
    """The table after a turn, as the source recorded it; None for what it does not state.

    A source may lay the cards of a row in other places than the engine does.
    """

    bank: Gems | None
    tokens: tuple[Gems, ...] | None
    bonuses: tuple[Gems, ...] | None
    points: tuple[int, ...] | None
    reserved: tuple[frozenset[Card], ...] | None
    nobles: tuple[frozenset[Noble], ...] | None
    market: Places | None

    def differences(self, state: State, *, in_order: bool) -> tuple[str, ...]:
        """Name the fields in which a state is not what was recorded.

        Rows are compared as sets, and place by place too if `in_order`.
        """
        players = state.players
        rows = tuple(tuple(_face(card) for card in row) for row in state.rows)
        found = {
            "bank": state.bank,
            "tokens": tuple(player.tokens for player in players),
            "bonuses": tuple(player.bonuses for player in players),
            "points": tuple(player.points for player in players),
            "reserved": tuple(
                frozenset(_face(entry.card) for entry in player.reserved) for player in players
            ),
            "nobles": tuple(frozenset(player.nobles) for player in players),
            "market": rows if in_order else _sets(rows),
        }
        market = self.market if in_order or self.market is None else _sets(self.market)
        recorded = {**{name: getattr(self, name) for name in found}, "market": market}
        return tuple(
            name for name, value in recorded.items() if value is not None and value != found[name]
        )


@attrs.frozen
class Result:
    """How the source says the game ended; None for what it does not state."""

    scores: tuple[int, ...] | None
    purchased: tuple[int, ...] | None
    winners: tuple[int, ...] | None
    reason: Literal["target"]

    def differences(self, state: State) -> tuple[str, ...]:
        """Name the fields in which the end of a game is not what was recorded."""
        found = outcome(state)
        if found is None:
            return ("end",)
        standing = score(state)
        pairs = {
            "scores": (self.scores, tuple(entry.points for entry in standing)),
            "purchased": (self.purchased, tuple(entry.purchased for entry in standing)),
            "winners": (self.winners, found.winners),
            "reason": (self.reason, found.reason),
        }
        return tuple(
            name
            for name, (claim, computed) in pairs.items()
            if claim is not None and claim != computed
        )


@attrs.frozen(kw_only=True)
class Step:
    """One decision, or one card turned up, with all the source says about it.

    `action` is None only for a place that stays empty since its deck has no card left.
    """

    number: int
    """From 0, reveals counted."""
    by: int | None
    """The seat that decides; None for the table."""
    action: Action | None
    inferred: bool
    """Whether the step stands in no record and was worked out from others."""
    level: int | None = None
    """The row or deck of a reservation or a card turned up."""
    slot: int | None = None
    """The place in that row, from 0, where the source has places."""
    gold: bool | None = None
    """Whether a gold came with a reservation."""
    drawn: Card | None = None
    """The face of a card reserved from a deck."""
    from_hand: bool | None = None
    """Whether a bought card was reserved before."""
    eligible: frozenset[Noble] | None = None
    """The nobles that qualified when one visited."""
    after: Recorded | None = None
    """The table after the turn, on its last step."""


@attrs.frozen(kw_only=True)
class Trace:
    """One game as another program recorded it: the opening, the steps, and the end."""

    id: str
    source: str
    players: int
    first_player: int
    rules: Rules
    """The least permissive options that the source's own rules ask for."""
    quirks: frozenset[str]
    bank: Gems
    market: Places
    nobles: tuple[Noble, ...]
    decks: CardsOf | None
    """The decks, next card first; None where nobody knows them."""
    deck_counts: tuple[int, ...]
    steps: tuple[Step, ...]
    result: Result

    @property
    def turns(self) -> tuple[tuple[Step, ...], ...]:
        """The steps by turn, each beginning with its main action."""
        starts = [step.number for step in self.steps if isinstance(step.action, MAIN_ACTIONS)]
        ends = (*starts[1:], len(self.steps))
        return tuple(self.steps[start:end] for start, end in zip(starts, ends, strict=True))

    @property
    def fixed_places(self) -> bool:
        """Whether a card turned up takes the place that fell empty, as ROW-3 has it."""
        return not self.quirks & _SHIFTING

    def opening(self, *, counted: bool = False, rules: Rules | None = None) -> State:
        """Return the opening State, on counted decks if they are unknown or `counted` is set."""
        known = None if counted else self.decks
        return deal(
            self.players,
            rows=self.market,
            nobles=self.nobles,
            decks=known,
            deck_counts=self.deck_counts if known is None else None,
            rules=rules or self.rules,
            first_player=self.first_player,
        )


def _face(card: object) -> Card | None:
    """Return a card, or None for an empty place or an unknown face, which no trace states."""
    return card if isinstance(card, Card) else None


def _sets(rows: Places) -> tuple[frozenset[Card | None], ...]:
    return tuple(frozenset(row) - {None} for row in rows)


# Reading


def read_traces(path: Path) -> tuple[Trace, ...]:
    """Read a file of traces, one a line.

    Raises UnreadableError with file, line and JSON path for anything that is not a trace.
    """
    return tuple(
        parse_trace(line, source=f"{path.name} line {number}")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
    )


def parse_trace(text: str, *, source: str = "") -> Trace:
    """Read one trace; UnreadableError, naming `source` and the JSON path, if it is none."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        message = f"this is not JSON: {error}"
        raise UnreadableError(message, source=source) from error
    game = Node(value, source=source)
    if (version := game["trace"].text()) != FORMAT:
        message = f"the format is {version!r}; this release reads {FORMAT}"
        raise UnsupportedVersionError(message, path="$.trace", source=source)
    game.allow("trace id source players first rules setup steps end")
    options = game["rules"].allow("target nobles short_take quirks")
    setup = game["setup"].allow("bank market decks deck_counts nobles")
    quirks = frozenset(quirk.text() for quirk in options["quirks"])
    decks = setup["decks"].unless_null(lambda node: node.each(_cards))
    return Trace(
        id=game["id"].text(),
        source=game["source"].text(),
        players=game["players"].number(),
        first_player=game["first"].number(),
        rules=_rules(options["target"], quirks),
        quirks=quirks,
        bank=setup["bank"].gems(6),
        market=setup["market"].each(_row),
        nobles=setup["nobles"].each(_noble),
        decks=decks,
        deck_counts=setup["deck_counts"].each(Node.number),
        steps=tuple(_step(number, node) for number, node in enumerate(game["steps"])),
        result=_result(game["end"]),
    )


class Node:
    """A value inside a JSON document that knows where it stands, to say so when it is wrong."""

    def __init__(self, value: object, *, path: str = "$", source: str = "") -> None:
        self.value = value
        self.path = path
        self.source = source

    def refuse(self, message: str) -> NoReturn:
        """Raise the error that says what is wrong at this place."""
        raise UnreadableError(message, path=self.path, source=self.source)

    def __getitem__(self, key: str) -> Node:
        if not isinstance(self.value, dict):
            self.refuse("an object is expected here")
        if key not in self.value:
            self.refuse(f"the key {key!r} is missing")
        return Node(self.value[key], path=f"{self.path}.{key}", source=self.source)

    def __contains__(self, key: str) -> bool:
        return isinstance(self.value, dict) and key in self.value

    def __iter__(self) -> Iterator[Node]:
        if not isinstance(self.value, list):
            self.refuse("a list is expected here")
        for index, value in enumerate(self.value):
            yield Node(value, path=f"{self.path}[{index}]", source=self.source)

    def allow(self, keys: str) -> Node:
        """Return this node; UnreadableError if it has a key that is none of these."""
        keys_here = self.value if isinstance(self.value, dict) else {}
        if unknown := sorted(keys_here.keys() - set(keys.split())):
            self.refuse(f"the key {unknown[0]!r} is unknown")
        return self

    def each(self, read: Callable[[Node], _T]) -> tuple[_T, ...]:
        """Read every item of a list."""
        return tuple(map(read, self))

    def unless_null(self, read: Callable[[Node], _T]) -> _T | None:
        """Read a value that may be null."""
        return None if self.value is None else read(self)

    def optional(self, key: str, read: Callable[[Node], _T]) -> _T | None:
        """Read the value of a key that may be missing or null."""
        return self[key].unless_null(read) if key in self else None

    def text(self) -> str:
        """Read a string."""
        if not isinstance(self.value, str):
            self.refuse("a string is expected here")
        return self.value

    def number(self) -> int:
        """Read an int that is not negative."""
        if type(self.value) is not int or self.value < 0:
            self.refuse("a whole number is expected here")
        return self.value

    def level(self) -> int:
        """Read a level: 1, 2 or 3."""
        if (number := self.number()) not in LEVELS:
            self.refuse("a level is 1, 2 or 3")
        return number

    def flag(self) -> bool:
        """Read true or false."""
        if not isinstance(self.value, bool):
            self.refuse("true or false is expected here")
        return self.value

    def one_of(self, choices: dict[str, _T]) -> _T:
        """Read a string that stands for something."""
        text = self.text()
        if text not in choices:
            self.refuse(f"{text[:40]!r} is unknown here")
        return choices[text]

    def gems(self, colours: int) -> Gems:
        """Read that many counts, in colour order."""
        counts = self.each(Node.number)
        if len(counts) != colours:
            self.refuse(f"{colours} counts are expected here, not {len(counts)}")
        try:
            return Gems(*counts)
        except InvalidValueError as error:
            self.refuse(str(error))


def _card(node: Node) -> Card:
    return node.one_of(_CARDS)


def _noble(node: Node) -> Noble:
    return node.one_of(_NOBLES)


def _cards(node: Node) -> tuple[Card, ...]:
    return node.each(_card)


def _row(node: Node) -> tuple[Card | None, ...]:
    return node.each(lambda place: place.unless_null(_card))


def _five(node: Node) -> Gems:
    return node.gems(5)


def _six(node: Node) -> Gems:
    return node.gems(6)


def _numbers(node: Node) -> tuple[int, ...]:
    return node.each(Node.number)


def _seats(
    read: Callable[[Node], Iterable[_T]],
) -> Callable[[Node], tuple[frozenset[_T], ...]]:
    return lambda node: node.each(lambda seat: frozenset(read(seat)))


def _rules(target: Node, quirks: frozenset[str]) -> Rules:
    """Return the official rules, loosened only where a game may need it.

    A source that pays gold last needs no option, since that is one exact payment; nor does a longer
    pool of nobles of which none but the ten was revealed.
    """
    preset = BOARD_GAME_ARENA if "extra_nobles" in quirks else OFFICIAL
    try:
        return attrs.evolve(
            preset,
            target_score=target.number(),
            take_fewer="always" if quirks & _SHORT_TAKES else "when_short",
        )
    except InvalidValueError as error:
        target.refuse(str(error))


def _result(node: Node) -> Result:
    node.allow("scores purchased winners reason")
    return Result(
        scores=node["scores"].unless_null(_numbers),
        purchased=node["purchased"].unless_null(_numbers),
        winners=node["winners"].unless_null(_numbers),
        reason=node["reason"].one_of({"normal": "target"}),
    )


def _recorded(node: Node) -> Recorded:
    node.allow("bank tokens bonuses points reserved nobles market")
    return Recorded(
        bank=node["bank"].unless_null(_six),
        tokens=node["tokens"].unless_null(lambda seats: seats.each(_six)),
        bonuses=node["bonuses"].unless_null(lambda seats: seats.each(_five)),
        points=node["points"].unless_null(_numbers),
        reserved=node["reserved"].unless_null(_seats(_cards)),
        nobles=node["nobles"].unless_null(_seats(lambda seat: seat.each(_noble))),
        market=node["market"].unless_null(lambda rows: rows.each(_row)),
    )


_DETAILS: Final = {
    "take": "gems",
    "reserve": "from level card slot gold",
    "buy": "from card pay",
    "return": "tokens",
    "noble": "noble eligible",
    "pass": "",
    "reveal": "level slot card",
}
"""What belongs to each kind of step, beside `do`, `by`, `inferred` and `after`."""


def _step(number: int, node: Node) -> Step:
    kind = node["do"].one_of({kind: kind for kind in _DETAILS})
    reveal = kind == "reveal"
    node.allow(f"do inferred after {'' if reveal else 'by'} {_DETAILS[kind]}")
    nobles = node.optional("eligible", lambda nobles: nobles.each(_noble))
    blind = kind == "reserve" and _from(node, "deck")
    return Step(
        number=number,
        by=None if reveal else node["by"].number(),
        action=_ACTIONS[kind](node),
        inferred=bool(node.optional("inferred", Node.flag)),
        level=node.optional("level", Node.level),
        slot=node.optional("slot", Node.number),
        gold=node.optional("gold", Node.flag),
        drawn=node["card"].unless_null(_card) if blind else None,
        from_hand=_from(node, "hand") if kind == "buy" else None,
        eligible=None if nobles is None else frozenset(nobles),
        after=node.optional("after", _recorded),
    )


def _from(node: Node, other: str) -> bool:
    """Return whether a card comes from the other place, not from a row."""
    return node["from"].one_of({"row": False, other: True})


def _reservation(node: Node) -> Action:
    if _from(node, "deck"):
        return ReserveFromDeck(node["level"].level())
    return ReserveCard(_card(node["card"]))


def _turned_up(node: Node) -> Action | None:
    card = node["card"].unless_null(_card)
    return None if card is None else RevealCard(card)


_ACTIONS: Final[dict[str, Callable[[Node], Action | None]]] = {
    "take": lambda node: TakeTokens(node["gems"].gems(5)),
    "reserve": _reservation,
    "buy": lambda node: BuyCard(_card(node["card"]), node["pay"].gems(6)),
    "return": lambda node: ReturnTokens(node["tokens"].gems(6)),
    "noble": lambda node: ChooseNoble(_noble(node["noble"])),
    "pass": lambda _: Pass(),
    "reveal": _turned_up,
}
"""How the decision of each kind of step is read."""
