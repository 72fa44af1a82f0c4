"""A turn of an AI-Splendor game, written down as events.

What it came to is the difference of the tables before and after: tokens, cards turned up, a noble.
After the last turn no table is stated, and the rules and the order of the decks have to do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

import attrs

from splendor.formats.importers.ai_splendor_table import LEVEL_NAMES, Table, read_gems
from splendor.formats.importers.script import Script, gold_last
from splendor.formats.importers.values import Value
from splendor.formats.meta import Meta
from splendor.formats.record import Claims
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
from splendor.model.cards import BACKS, Card, Noble
from splendor.model.gems import GEMS, NO_GEMS, Gems
from splendor.model.state import Phase, sorted_nobles

Change: TypeAlias = tuple[int, ...]
"""Six signed numbers of tokens."""
_Kind: TypeAlias = Literal["take", "reserve", "buy"]
_KINDS: Final[Mapping[str, _Kind]] = {
    "TAKE_TOKENS": "take",
    "RESERVE_CARD": "reserve",
    "PURCHASE_CARD": "buy",
}


@attrs.define
class Turn:
    """A turn as far as it has been read: its first line and its table, and what succeeded in it."""

    number: int
    """That of its first line."""
    seat: int
    round: int
    table: Table
    action: tuple[int, Value] | None = None
    """The action that succeeded, with the number of its line."""
    failures: int = 0


def write_turn(script: Script, turn: Turn, after: Table | None, cards: Mapping[str, Card]) -> None:
    """Write the events of a turn; `after` is the table after it, None if none is stated.

    `cards` are the cards by the ids that the log has for them.
    """
    _Writer(script, turn, after, cards).write()


class _Writer:
    """Writes one turn."""

    def __init__(
        self, script: Script, turn: Turn, after: Table | None, cards: Mapping[str, Card]
    ) -> None:
        self._script = script
        self._turn = turn
        self._after = after
        self._cards = cards
        self._held = turn.table.players[turn.seat]
        place: dict[str, Any] = {"line": turn.number if turn.action is None else turn.action[0]}
        if turn.failures:
            place["failed_attempts"] = turn.failures
        self._meta = Meta(place)

    def write(self) -> None:
        """Write the action, the refill, the tokens returned and the noble, in this order."""
        turn, script = self._turn, self._script
        action: Action = Pass()
        returned = NO_GEMS
        if turn.action is None:
            self._assume("no action of the turn succeeded, which is taken for a pass")
        else:
            stated = turn.action[1]["action"]
            action = self._action(stated)
            given = stated.get("tokensToReturn")
            if given is not None and given.raw is not None:
                returned = read_gems(given)
        self._move(action, returned)
        self._write_refills(action)
        if returned:
            change = None if self._after is None else tuple(-count for count in returned.counts)
            claims = Claims(change=change)
            script.move(ReturnTokens(returned), turn.seat, claims=claims, meta=self._meta)
        self._write_visits(action)
        if self._after is not None:
            script.claim_points(self._after.players[turn.seat].score)

    def _action(self, stated: Value) -> Action:
        kind = stated["type"].one_of(_KINDS, f"one of {', '.join(_KINDS)}")
        if kind == "take":
            return TakeTokens(read_gems(stated["tokens"]))
        level = stated.given("deckLevel") if kind == "reserve" else None
        if level is not None:
            return ReserveFromDeck(level.one_of(LEVEL_NAMES, "one of LEVEL_1 to LEVEL_3"))
        card = stated["cardId"].one_of(self._cards, "the id of a card in the GameStarted line")
        return ReserveCard(card) if kind == "reserve" else BuyCard(card, self._payment(card))

    def _payment(self, card: Card) -> Gems:
        """Return the tokens that the player has no longer."""
        change = self._change()
        if change is not None and max(change) <= 0:
            return Gems(*(-count for count in change))
        payment = gold_last(card, self._held.bonuses, self._held.tokens)
        if payment:
            self._assume(f"{payment.in_words()} paid, gold last, since no table says what")
        return payment

    def _change(self) -> Change | None:
        """Return by how much the player's tokens differ between the tables."""
        if self._after is None:
            return None
        after = self._after.players[self._turn.seat].tokens
        pairs = zip(after.counts, self._held.tokens.counts, strict=True)
        return tuple(new - old for new, old in pairs)

    def _move(self, action: Action, returned: Gems) -> None:
        """Write the main action with what the tables say of its tokens."""
        turn, change = self._turn, self._change()
        if change is not None:
            change = tuple(map(sum, zip(change, returned.counts, strict=True)))
        gold = None
        if isinstance(action, (ReserveCard, ReserveFromDeck)):
            gold = turn.table.bank.gold > 0 if change is None else change[-1] > 0
        claims = Claims(change=change, round=turn.round)
        self._script.move(action, turn.seat, gold=gold, claims=claims, meta=self._meta)
        if isinstance(action, ReserveFromDeck):
            self._write_drawn(action.level)

    def _write_drawn(self, level: int) -> None:
        """Name the card that came from a deck: the new one in the hand, or the next of the deck."""
        if self._after is None:
            drawn = self._next(level)
            self._assume("the card reserved was the next of the deck")
        else:
            hand = self._after.players[self._turn.seat].reserved - self._held.reserved
            drawn = [card for card in hand if card.level == level]
        for card in drawn[:1]:
            self._script.disclose(card, self._turn.seat, meta=self._meta)

    def _next(self, level: int) -> list[Card]:
        """Return the next card of a deck, or nothing if it is empty."""
        return list(self._turn.table.decks[level - 1][:1])

    def _write_refills(self, action: Action) -> None:
        """Write the cards turned up, the one that is due first; its back if nobody says which."""
        due = self._script.due
        turned_up = sorted(self._turned_up(action), key=lambda card: card.level != due)
        if due is not None and not turned_up:
            self._assume(f"a card of level {due} was turned up, and nobody says which")
            self._script.move(RevealCard(BACKS[due - 1]), None, meta=self._meta)
        for card in turned_up:
            self._script.move(RevealCard(card), None, meta=self._meta)

    def _turned_up(self, action: Action) -> list[Card]:
        """Return the cards that are new in the rows, compared as sets."""
        before = self._turn.table.rows
        if self._after is not None:
            levels = zip(before, self._after.rows, strict=True)
            return [card for old, new in levels for card in new if card not in old]
        if not isinstance(action, (BuyCard, ReserveCard)) or all(
            action.card not in row for row in before
        ):
            return []
        self._assume("the card turned up was the next of the deck")
        return self._next(action.card.level)

    def _write_visits(self, action: Action) -> None:
        script, seat = self._script, self._turn.seat
        if self._after is None:
            visits, chosen = self._last_visits(action)
        else:
            nobles = self._after.players[seat].nobles - self._held.nobles
            visits = list(sorted_nobles(nobles))
            chosen = script.state is not None and script.state.phase is Phase.NOBLE
        if visits and not chosen:
            script.visit(visits.pop(0))
        for noble in visits:
            script.move(ChooseNoble(noble), seat, meta=self._meta)

    def _last_visits(self, action: Action) -> tuple[list[Noble], bool]:
        """Return the noble that the rules bring, and whether there was a choice."""
        gain = [action.card.bonus] if isinstance(action, BuyCard) else []
        bonuses = self._held.bonuses + Gems(*(gain.count(gem) for gem in GEMS))
        able = [noble for noble in self._turn.table.nobles if bonuses.covers(noble.requires)]
        if able:
            which = ", the first on the table of several" if len(able) > 1 else ""
            self._assume(f"noble {able[0]} came{which}, since no table says who")
        return able[:1], len(able) > 1

    def _assume(self, what: str) -> None:
        self._script.assumptions.append(f"line {self._meta['line']}: {what}")
