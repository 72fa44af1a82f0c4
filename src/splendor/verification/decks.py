"""The order of the decks that a record claims, held against the cards that get a face."""

from __future__ import annotations

from splendor.engine.violation import Violation, violation
from splendor.formats.record import Disclosure, Event
from splendor.model.actions import BuyCard, ReserveFromDeck, RevealCard
from splendor.model.cards import ALL_CARDS, Card, CardBack
from splendor.model.rule_ids import RuleId
from splendor.model.state import State
from splendor.verification.events import is_known
from splendor.verification.openings import Decks


class ClaimedDecks:
    """The order of the decks as a record claims it, held against every card that gets a face.

    `drawn` is the card of the last blind reservation by this order, None without one. `_unnamed`
    are the cards that by this order have been drawn and have no face yet, by the seat that holds
    them, None for the rows.
    """

    def __init__(self, opening: State, decks: Decks | None) -> None:
        self._decks = None if decks is None else [list(reversed(deck)) for deck in decks]
        self.drawn: Card | CardBack | None = None
        self._unnamed: dict[int | None, set[Card | CardBack]] = {}
        if decks is not None:
            elsewhere = {card for pile in (*decks, *opening.rows) for card in pile}
            self._unnamed[None] = {card for card in ALL_CARDS if card not in elsewhere}

    def follow(self, state: State, event: Event) -> Violation | None:
        """Go along with a legal event; a Violation if by this order it is another card."""
        if self._decks is None:
            return None
        if isinstance(event, Disclosure):
            return self._name(event.seat, event.disclose)
        action = event.action
        if isinstance(action, ReserveFromDeck):
            self.drawn = self._decks[action.level - 1].pop()
            self._unnamed.setdefault(state.mover, set()).add(self.drawn)
        elif isinstance(action, RevealCard):
            card = self._decks[action.card.level - 1].pop()
            if isinstance(action.card, CardBack):
                self._unnamed[None].add(card)
            elif action.card is not card:
                return _other_card(action.card)
        elif isinstance(action, BuyCard) and not is_known(state, action.card):
            return self._name(state.mover, action.card)
        return None

    def _name(self, seat: int | None, card: Card) -> Violation | None:
        drawn = self._unnamed[seat]
        if card in drawn:
            drawn.remove(card)
            return None
        return _other_card(card)


def _other_card(card: Card) -> Violation:
    return violation(
        RuleId.ROW_1, "the claimed deck order gives another card than {card}", card=card.id
    )
