"""`apply`: the flow of a turn, from one awaited decision to the next (TURN-5).

A turn runs: main action, refill, return of tokens, noble, end of the turn. Each of these does its
part and either names the phase whose decision it must wait for, or goes on with the next; when that
decision comes, the turn goes on behind it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from splendor.engine.judge import check
from splendor.engine.scoring import end_reason
from splendor.engine.violation import IllegalActionError
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
from splendor.model.cards import BACKS, LEAST_DEMAND, Card, CardBack, Noble
from splendor.model.gems import GOLD_ONE, GOLD_SHIFT, GUARD_FIVE, LANE_MASK, TOTAL_SHIFT
from splendor.model.rules import ROW_SIZE, TOKEN_LIMIT
from splendor.model.state import (
    Phase,
    Player,
    PlayerDraft,
    Reserved,
    State,
    StateDraft,
    frozen,
    reserved_face_down,
    reserved_face_up,
    sorted_hand,
    sorted_nobles,
    thaw,
    thaw_player,
)

MAIN: Final = Phase.MAIN
RETURN: Final = Phase.RETURN
NOBLE: Final = Phase.NOBLE
REVEAL: Final = Phase.REVEAL
OVER: Final = Phase.OVER


def apply(state: State, action: Action) -> State:
    """Return the state after an action; the given one stays as it is.

    Everything that follows by itself is done too: the gold of a reservation, the refill from a
    known deck, the visit of a sole noble, the end of the turn and of the game. Raises
    IllegalActionError, naming the first rule broken, if the action is illegal, and
    InvalidValueError if it is no action.

    >>> from splendor import Gems, setup
    >>> state = apply(setup(2, seed=1), TakeTokens(Gems(white=1, blue=1, red=1)))
    >>> str(state.players[0].tokens), state.mover
    ('wur', 1)
    """
    violation = check(state, action)
    if violation is not None:
        raise IllegalActionError(state, action, violation)
    return apply_unchecked(state, action)


def apply_unchecked(state: State, action: Action) -> State:
    """Return the same as `apply` for an action that is known to be legal, without checking it.

    Meant for actions that `legal_actions` has just given, in searches and simulations. What comes
    of an illegal action is undefined: a position that no game reaches, in which `problems` need
    find nothing, or any exception.

    >>> from splendor import legal_actions, setup
    >>> state = setup(2, seed=1)
    >>> action = legal_actions(state)[0]
    >>> apply_unchecked(state, action) == apply(state, action)
    True
    """
    players: list[Any] = list(state.players)
    seat = (state.first_player + state.turn) % len(players)
    players[seat] = player = thaw_player(players[seat])
    table = thaw(state)
    table.players = tuple(players)
    table.phase = _DECISIONS[type(action)](table, player, action)
    player.__class__ = Player
    return frozen(table)


# The decisions, and what each does by itself


def _take(table: StateDraft, player: PlayerDraft, action: TakeTokens) -> Phase:
    gems = action.gems._packed
    table._bank -= gems
    player._tokens += gems
    table.passes = 0
    return return_excess(table, player)


def _reserve(table: StateDraft, player: PlayerDraft, action: ReserveCard) -> Phase:
    card = action.card
    _add_to_hand(table, player, reserved_face_up(card))
    return refill(table, player, card)


def _reserve_from_deck(table: StateDraft, player: PlayerDraft, action: ReserveFromDeck) -> Phase:
    _add_to_hand(table, player, reserved_face_down(_draw(table, action.level - 1)))
    return return_excess(table, player)


def _buy(table: StateDraft, player: PlayerDraft, action: BuyCard) -> Phase:
    card = action.card
    payment = action.payment._packed
    table._bank += payment
    table.passes = 0
    player._tokens -= payment
    player._purchased |= card._bit
    player._bonuses += card._gain
    player._points += card.points
    if table._face_up & card._bit:
        return refill(table, player, card)
    _remove_from_hand(player, card)
    return return_excess(table, player)


def _pass(table: StateDraft, player: PlayerDraft, _: Pass) -> Phase:
    table.passes += 1
    return return_excess(table, player)


def _turn_up(table: StateDraft, player: PlayerDraft, action: RevealCard) -> Phase:
    level = action.card.level - 1
    row = level * ROW_SIZE
    _draw(table, level)
    _lay(table, table._rows.index(None, row, row + ROW_SIZE), action.card)
    return return_excess(table, player)


def _return(table: StateDraft, player: PlayerDraft, action: ReturnTokens) -> Phase:
    gems = action.gems._packed
    table._bank += gems
    player._tokens -= gems
    return noble_visit(table, player)


def _choose(table: StateDraft, player: PlayerDraft, action: ChooseNoble) -> Phase:
    _visit(table, player, action.noble)
    return end_turn(table)


_DECISIONS: Final[dict[type, Callable[[StateDraft, PlayerDraft, Any], Phase]]] = {
    TakeTokens: _take,
    ReserveCard: _reserve,
    ReserveFromDeck: _reserve_from_deck,
    BuyCard: _buy,
    Pass: _pass,
    RevealCard: _turn_up,
    ReturnTokens: _return,
    ChooseNoble: _choose,
}


# The steps that follow: each returns the phase of the next decision


def refill(table: StateDraft, player: PlayerDraft, card: Card) -> Phase:
    """Fill the place that a card leaves, or wait for the face of the next (ROW-1, ROW-2)."""
    place = table._rows.index(card)
    level = place // ROW_SIZE
    table._face_up ^= card._bit
    deck = table.decks[level]
    if deck and isinstance(deck[0], CardBack):
        _lay(table, place, None)
        return REVEAL
    _lay(table, place, _draw(table, level) if deck else None)
    return return_excess(table, player)


def return_excess(table: StateDraft, player: PlayerDraft) -> Phase:
    """Wait for tokens to be returned if there are more than ten (LIMIT-1)."""
    if player._tokens >> TOTAL_SHIFT > TOKEN_LIMIT:
        return RETURN
    return noble_visit(table, player)


def noble_visit(table: StateDraft, player: PlayerDraft) -> Phase:
    """Let the one noble that qualifies visit, or wait for a choice of several (NOB-1 to NOB-6)."""
    if player._purchased.bit_count() >= LEAST_DEMAND:
        bonuses = player._bonuses | GUARD_FIVE  # `reaches`, written out
        qualified = [
            noble for noble in table.nobles if bonuses - noble._demand & GUARD_FIVE == GUARD_FIVE
        ]
        if len(qualified) > 1:
            return NOBLE
        if qualified:
            _visit(table, player, qualified[0])
    return end_turn(table)


def end_turn(table: StateDraft) -> Phase:
    """Count the turn, then end the game or hand the move on (END-9)."""
    table.turn += 1
    return OVER if end_reason(table) else MAIN


# How things move


def _lay(table: StateDraft, place: int, card: Card | CardBack | None) -> None:
    """Put a card, or None, on a place (ROW-3)."""
    rows = list(table._rows)
    rows[place] = card
    table._rows = tuple(rows)
    if card is not None:
        table._face_up |= card._bit


def _draw(table: StateDraft, level: int) -> Card | CardBack:
    """Take the top card from a deck; levels count from 0 here."""
    decks = list(table.decks)
    deck = decks[level]
    decks[level] = deck[1:]
    table.decks = tuple(decks)
    return deck[0]


def _add_to_hand(table: StateDraft, player: PlayerDraft, entry: Reserved) -> None:
    """Add a card to a hand, and a gold if the bank has one (RES-3, RES-4)."""
    player.reserved = sorted_hand((*player.reserved, entry))
    bit = entry.card._bit
    player._hand |= bit
    player._backs += not bit
    table.passes = 0
    if table._bank >> GOLD_SHIFT & LANE_MASK:
        table._bank -= GOLD_ONE
        player._tokens += GOLD_ONE


def _remove_from_hand(player: PlayerDraft, card: Card) -> None:
    """Take a card from a hand; one that is not known to be there is one of its backs."""
    hand = player.reserved
    if player._hand & card._bit:
        player._hand ^= card._bit
        player.reserved = tuple([entry for entry in hand if entry.card is not card])
    else:
        player._backs -= 1
        index = hand.index(reserved_face_down(BACKS[card.level - 1]))
        player.reserved = hand[:index] + hand[index + 1 :]


def _visit(table: StateDraft, player: PlayerDraft, noble: Noble) -> None:
    table.nobles = tuple([other for other in table.nobles if other is not noble])
    table.passes = 0
    player.nobles = sorted_nobles((*player.nobles, noble))
    player._points += noble.points
