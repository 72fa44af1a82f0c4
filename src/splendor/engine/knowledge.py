"""Who may know what: unseen cards, views of a state, and learning a card later (INFO-1 to INFO-6).

A level's unseen cards stand nowhere in a state; there are as many as its card backs, and every way
to lay the one on the other is a world that this state may be.
"""

from __future__ import annotations

from splendor.engine.violation import Violation, violation
from splendor.errors import InvalidValueError, SplendorError, brief
from splendor.model.cards import (
    BACKS,
    LEVEL_BITS,
    Card,
    cards_in,
    check_card,
    check_level,
)
from splendor.model.rule_ids import RuleId
from splendor.model.rules import ROW_SIZE
from splendor.model.state import (
    Player,
    State,
    frozen,
    is_unknown,
    reserved_face_down,
    thaw,
    with_hand,
)


class DisclosureError(SplendorError):
    """A card that cannot be the face of any unknown card of a hand or row; nothing changed."""

    def __init__(self, violation: Violation) -> None:
        self.violation = violation
        super().__init__(str(violation))

    def __reduce__(self) -> tuple[type[DisclosureError], tuple[Violation]]:
        return DisclosureError, (self.violation,)


def unseen_bits(state: State, level: int) -> int:
    """Return the bits of the cards of a level that stand nowhere in the state."""
    seen = state._face_up
    for player in state.players:
        seen |= player._purchased | player._hand
    deck = state.decks[level - 1]
    if not is_unknown(deck):
        for card in deck:
            seen |= card._bit
    return LEVEL_BITS[level - 1] & ~seen


def possible_reveals(state: State, level: int) -> tuple[Card, ...]:
    """Return the unseen cards of a level in table order: those any of its backs may be (COMP-2).

    Raises InvalidValueError unless the level is 1, 2 or 3.
    """
    check_level(level)
    return cards_in(unseen_bits(state, level))


def observe(state: State, seat: int | None) -> State:
    """Return what a seat may know of a state; None is a spectator (INFO-1 to INFO-6).

    Decks become backs, and so do cards in others' hands that came from a deck. Bought cards, cards
    reserved face up and everything else stays. Observing a view only hides more. Raises
    InvalidValueError for a seat that is not at the table.
    """
    check_seat(state, seat)
    view = thaw(state)
    decks = zip(BACKS, state.decks, strict=True)
    view.decks = tuple([(back,) * len(deck) for back, deck in decks])
    view.players = tuple(
        [player if other == seat else _masked(player) for other, player in enumerate(state.players)]
    )
    return frozen(view)


def _masked(player: Player) -> Player:
    return with_hand(
        player,
        [
            reserved_face_down(BACKS[entry.card.level - 1]) if entry.face_down else entry
            for entry in player.reserved
        ],
    )


def check_seat(state: State, seat: object) -> None:
    """Raise InvalidValueError unless a seat is at the table, or None."""
    if seat is not None and (type(seat) is not int or not 0 <= seat < len(state.players)):
        message = f"a seat is an int from 0 to {len(state.players) - 1}, or None, not {brief(seat)}"
        raise InvalidValueError(message)


def check_disclosure(state: State, seat: int | None, card: Card) -> Violation | None:
    """Return why a card cannot be disclosed in a hand (or a row, for None), or None if it can."""
    check_seat(state, seat)
    check_card(card)
    back = BACKS[card.level - 1]
    if seat is None:
        if back not in state.rows[card.level - 1]:
            return violation(
                RuleId.ROW_6,
                "no unknown card of level {level} lies face up",
                level=card.level,
            )
    elif all(entry.card != back for entry in state.players[seat].reserved):
        return violation(
            RuleId.INFO_2,
            "player {seat} holds no unknown card of level {level}",
            seat=seat,
            level=card.level,
        )
    if not unseen_bits(state, card.level) & card._bit:
        return violation(RuleId.COMP_2, "card {card} has been seen elsewhere", card=card.id)
    return None


def disclose(state: State, seat: int | None, card: Card) -> State:
    """Return the state with a face put on one unknown card of a seat's hand, or of a row (None).

    This is how a player learns which card they drew, and a recorder which card it was. It may
    happen in any phase. Raises DisclosureError if there is no such unknown card, or the card has
    been seen.
    """
    refusal = check_disclosure(state, seat, card)
    if refusal is not None:
        raise DisclosureError(refusal)
    return put_face(state, seat, card)


def put_face(state: State, seat: int | None, card: Card) -> State:
    """Return the same as `disclose` for a card that `check_disclosure` has found to be possible."""
    back = BACKS[card.level - 1]
    table = thaw(state)
    if seat is None:
        row = (card.level - 1) * ROW_SIZE
        rows = list(state._rows)
        rows[rows.index(back, row, row + ROW_SIZE)] = card
        table._rows = tuple(rows)
        table._face_up |= card._bit
    else:
        players = list(state.players)
        hand = list(players[seat].reserved)
        hand[hand.index(reserved_face_down(back))] = reserved_face_down(card)
        players[seat] = with_hand(players[seat], hand)
        table.players = tuple(players)
    return frozen(table)
