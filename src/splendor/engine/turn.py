"""`apply`: the flow of a turn, from one awaited decision to the next (TURN-5).

A turn runs: main action, refill, return of tokens, noble, end test. `STEPS` is what follows the
main action. Each step either does its part or names the phase whose decision it must wait for; when
that decision comes, the turn goes on with the steps after it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from splendor.engine.arithmetic import reaches
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
from splendor.model.gems import GOLD_ONE, GOLD_SHIFT, LANE_MASK, TOTAL_SHIFT
from splendor.model.rules import ROW_SIZE, TOKEN_LIMIT
from splendor.model.state import (
    Phase,
    Player,
    PlayerDraft,
    Reserved,
    State,
    StateDraft,
    empty_place,
    reserved_face_down,
    reserved_face_up,
    sorted_hand,
    sorted_nobles,
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
    player = _thaw_player(state.players[(state.first_player + state.turn) % len(state.players)])
    table = _thaw(state, player)
    act, steps = _FLOW[type(action)]
    act(table, player, action)
    phase = None
    following = iter(steps)
    while phase is None:  # the last step always names one
        phase = next(following)(table, player)
    table.phase = phase
    player.__class__ = Player
    table.__class__ = State
    return table  # type: ignore[return-value]  # the line above made it one


def _thaw_player(player: Player) -> PlayerDraft:
    return PlayerDraft(
        player._tokens,
        player._purchased,
        player.reserved,
        player.nobles,
        player._bonuses,
        player._points,
        player._hand,
        player._backs,
    )


def _thaw(state: State, player: PlayerDraft) -> StateDraft:
    """Open a state for the turn of its mover, whose draft takes their seat."""
    seat = (state.first_player + state.turn) % len(state.players)
    players: Any = (*state.players[:seat], player, *state.players[seat + 1 :])
    return StateDraft(
        state.rules,
        state._bank,
        state.decks,
        state._rows,
        state.nobles,
        players,
        state.first_player,
        state.turn,
        state.passes,
        state.phase,
        state._face_up,
    )


# The decisions


def _take(table: StateDraft, player: PlayerDraft, action: TakeTokens) -> None:
    gems = action.gems._packed
    table._bank -= gems
    player._tokens += gems
    table.passes = 0


def _reserve(table: StateDraft, player: PlayerDraft, action: ReserveCard) -> None:
    _remove_from_row(table, action.card)
    _add_to_hand(table, player, reserved_face_up(action.card))


def _reserve_from_deck(table: StateDraft, player: PlayerDraft, action: ReserveFromDeck) -> None:
    _add_to_hand(table, player, reserved_face_down(_draw(table, action.level - 1)))


def _buy(table: StateDraft, player: PlayerDraft, action: BuyCard) -> None:
    card = action.card
    payment = action.payment._packed
    table._bank += payment
    table.passes = 0
    player._tokens -= payment
    if table._face_up & card._bit:
        _remove_from_row(table, card)
    else:
        _remove_from_hand(player, card)
    player._purchased |= card._bit
    player._bonuses += card._gain
    player._points += card.points


def _pass(table: StateDraft, _: PlayerDraft, __: Pass) -> None:
    table.passes += 1


def _return(table: StateDraft, player: PlayerDraft, action: ReturnTokens) -> None:
    gems = action.gems._packed
    table._bank += gems
    player._tokens -= gems


def _choose(table: StateDraft, player: PlayerDraft, action: ChooseNoble) -> None:
    _visit(table, player, action.noble)


def _turn_up(table: StateDraft, _: PlayerDraft, action: RevealCard) -> None:
    level = action.card.level - 1
    row = level * ROW_SIZE
    _draw(table, level)
    _lay(table, table._rows.index(None, row, row + ROW_SIZE), action.card)


# What the decisions do


def _remove_from_row(table: StateDraft, card: Card) -> None:
    table._face_up ^= card._bit
    rows = table._rows
    place = rows.index(card)
    table._rows = (*rows[:place], None, *rows[place + 1 :])


def _lay(table: StateDraft, place: int, card: Card | CardBack) -> None:
    """Lay a card on an empty place (ROW-3)."""
    rows = table._rows
    table._rows = (*rows[:place], card, *rows[place + 1 :])
    table._face_up |= card._bit


def _draw(table: StateDraft, level: int) -> Card | CardBack:
    """Take the top card from a deck; levels count from 0 here."""
    decks = table.decks
    deck = decks[level]
    table.decks = (*decks[:level], deck[1:], *decks[level + 1 :])
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


# The steps that follow


def refill(table: StateDraft, _: PlayerDraft) -> Phase | None:
    """Fill the place that fell empty, or wait for the card's face (ROW-1, ROW-2)."""
    place = empty_place(table._rows, table.decks)
    if place is None:
        return None
    level = place // ROW_SIZE
    if isinstance(table.decks[level][0], CardBack):
        return REVEAL
    _lay(table, place, _draw(table, level))
    return None


def return_excess(_: StateDraft, player: PlayerDraft) -> Phase | None:
    """Wait for tokens to be returned if there are more than ten (LIMIT-1)."""
    return RETURN if player._tokens >> TOTAL_SHIFT > TOKEN_LIMIT else None


def noble_visit(table: StateDraft, player: PlayerDraft) -> Phase | None:
    """Let the one noble that qualifies visit, or wait for a choice of several (NOB-1 to NOB-6)."""
    if player._purchased.bit_count() < LEAST_DEMAND:
        return None
    bonuses = player._bonuses
    qualified = [noble for noble in table.nobles if reaches(bonuses, noble._demand)]
    if len(qualified) > 1:
        return NOBLE
    if qualified:
        _visit(table, player, qualified[0])
    return None


def end_turn(table: StateDraft, _: PlayerDraft) -> Phase:
    """Count the turn, then end the game or hand the move on (END-9)."""
    table.turn += 1
    return OVER if end_reason(table) else MAIN


_Step: TypeAlias = Callable[[StateDraft, PlayerDraft], Phase | None]
_Act: TypeAlias = Callable[[StateDraft, PlayerDraft, Any], None]

STEPS: Final[tuple[_Step, ...]] = (refill, return_excess, noble_visit, end_turn)
"""What follows a main action, in order (TURN-5)."""


def _after(step: _Step) -> tuple[_Step, ...]:
    return STEPS[STEPS.index(step) + 1 :]


_FLOW: Final[dict[type, tuple[_Act, tuple[_Step, ...]]]] = {
    TakeTokens: (_take, _after(refill)),
    ReserveCard: (_reserve, STEPS),
    ReserveFromDeck: (_reserve_from_deck, _after(refill)),
    BuyCard: (_buy, STEPS),
    Pass: (_pass, _after(refill)),
    RevealCard: (_turn_up, _after(refill)),
    ReturnTokens: (_return, _after(return_excess)),
    ChooseNoble: (_choose, _after(noble_visit)),
}
"""Each action: what it does, and the steps that follow it."""
