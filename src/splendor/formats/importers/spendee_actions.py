"""The actions of a Spendee game from its opening on, as a record.

Their shape (`actionItems[].action`) is known from client programs, not from documents. An action
names no payment, no refill and no card drawn: gold is paid last, as Spendee does, and the cards
come from the decks, which a document lists in full.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from splendor.formats.importers.reader import Reading, build
from splendor.formats.importers.script import Script, gold_last
from splendor.formats.importers.spendee_table import Table, read_card, read_chips, read_noble
from splendor.formats.importers.values import Value
from splendor.formats.meta import Meta
from splendor.formats.record import Ending, Generator, Opening
from splendor.formats.recording import noble_come
from splendor.model.actions import (
    Action,
    BuyCard,
    ChooseNoble,
    Pass,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    TakeTokens,
)
from splendor.model.cards import LEVELS, Card
from splendor.model.gems import MAX_COUNT, NO_GEMS
from splendor.model.rules import Rules
from splendor.model.state import Phase

SITE: Final = "spendee"


def read_actions(table: Table, rules: Rules, assumptions: Sequence[str]) -> Reading:
    """Return the game that begins with a table and goes on with its actions.

    The deck is read from element 0 on; from the other end only if the actions fit only then.
    """
    decks = table.decks
    script = _Actions(table, rules, decks).write()
    order = "element 0 of hiddenCards is the next card"
    if script.state is None:
        backwards = tuple(deck[::-1] for deck in decks)
        other = _Actions(table, rules, backwards).write()
        if other.state is not None:
            script, decks = other, backwards
            order = "the last element of hiddenCards is the next card, since only so the moves fit"
    told = (
        *assumptions,
        "the shape of the actions is unverified",
        f"{order}, and is turned up at once",
        "coloured tokens are paid first, and gold for the rest",
        *script.assumptions,
    )
    over = script.state is not None and script.state.phase is Phase.OVER
    names = table.names or tuple(f"Player {seat + 1}" for seat in range(len(table.players)))
    record = build(
        table.at,
        players=names,
        opening=_opening(table),
        events=tuple(script.events),
        rules=rules,
        ending=Ending("played" if over else "unfinished"),
        decks=decks,
        generator=Generator(SITE),
        meta=Meta({"site": SITE, "assumptions": told}),
    )
    return Reading(record, names, told)


def _opening(table: Table) -> Opening:
    first = table.actions[0]["action"]["playerIndex"].count(len(table.players) - 1)
    return Opening(first, table.bank, table.rows, table.nobles, tuple(map(len, table.decks)))


class _Actions:
    """Writes the actions down as events."""

    def __init__(self, table: Table, rules: Rules, decks: tuple[tuple[Card, ...], ...]) -> None:
        self._table = table
        self._decks = decks
        self._script = Script(_opening(table), len(table.players), rules)
        self._came: int | None = None
        """The action with which a noble came of whom nobody has said anything yet."""

    def write(self) -> Script:
        """Write them all."""
        for number, item in enumerate(self._table.actions):
            action = item["action"]
            kind = action["type"].one_of(_KINDS, f"one of {', '.join(_KINDS)}")
            seat = action["playerIndex"].count(len(self._table.players) - 1)
            if kind is _noble and self._came is not None and seat == self._script.seat:
                self._script.visit(read_noble(action["nobleIndex"]))
                self._came = None
            else:
                self._tell()
                self._move(kind(self._script, action), seat, number)
        self._tell()
        return self._script

    def _tell(self) -> None:
        if self._came is not None:
            self._script.assumptions.append(
                f"action {self._came}: a noble came by itself, since the rules bring one"
            )
        self._came = None

    def _move(self, action: Action, seat: int, number: int) -> None:
        """Write an action, the card it draws, the refill, and the noble who comes by itself."""
        script, before, meta = self._script, self._script.state, Meta({"action": number})
        script.move(action, seat, meta=meta)
        if isinstance(action, ReserveFromDeck):
            for card in self._next(action.level, drawn=1):
                script.disclose(card, seat, meta=meta)
        due = script.due
        if due is not None:
            for card in self._next(due):
                script.move(RevealCard(card), None, meta=meta)
        if before is None or script.state is None or before.phase is Phase.NOBLE:
            return
        come = noble_come(before, script.state)
        if come is not None:
            script.visit(come)
            self._came = number

    def _next(self, level: int, *, drawn: int = 0) -> Sequence[Card]:
        """Return the next card of a deck, or the one that was drawn last; nothing if unknown."""
        state, deck = self._script.state, self._decks[level - 1]
        if state is None:
            return ()
        place = len(deck) - len(state.decks[level - 1]) - drawn
        return deck[place : place + 1]


def _take(_: Script, action: Value) -> Action:
    return TakeTokens(read_chips(action["chips"]))


def _reserve(_: Script, action: Value) -> Action:
    return ReserveCard(read_card(action["cardIndex"]))


def _reserve_hidden(_: Script, action: Value) -> Action:
    return ReserveFromDeck(LEVELS[action["level"].count(len(LEVELS) - 1)])


def _buy(script: Script, action: Value) -> Action:
    """Read a purchase; the card is where it is, whichever of the two kinds is written."""
    card = read_card(action["cardIndex"])
    if script.state is None:
        return BuyCard(card, NO_GEMS)
    player = script.state.players[script.state.mover]
    return BuyCard(card, gold_last(card, player.bonuses, player.tokens))


def _return(_: Script, action: Value) -> Action:
    return ReturnTokens(read_chips(action["chips"], action["goldChips"].count(MAX_COUNT)))


def _noble(_: Script, action: Value) -> Action:
    return ChooseNoble(read_noble(action["nobleIndex"]))


def _pass(_: Script, __: Value) -> Action:
    return Pass()


_KINDS: Final[Mapping[str, Callable[[Script, Value], Action]]] = {
    "pickChips": _take,
    "reserveShowedCard": _reserve,
    "reserveHiddenCard": _reserve_hidden,
    "buyCard": _buy,
    "buyReservedCard": _buy,
    "returnChips": _return,
    "pickNoble": _noble,
    "passRegular": _pass,
}
