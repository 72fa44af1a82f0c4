"""`check`: whether one action is legal, and if not, the first rule it breaks.

The order in which rules are tested is part of the contract, so that two implementations name the
same one: END-8; TURN-4; the shape of a take (TAKE-8, TAKE-6, TAKE-11, TAKE-9) and its supply
(TAKE-7, TAKE-5, TAKE-3, TAKE-2); the card (RES-2, RES-5, RES-1; RES-7, BUY-1); BUY-5; PAY-7; PAY-4;
PAY-3; LIMIT-2, LIMIT-3; NOB-7, NOB-1, NOB-2; ROW-2, ROW-6, COMP-2; PASS-2.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any, Final

from splendor.engine.arithmetic import can_pay, reaches, subtract, total
from splendor.engine.knowledge import unseen_bits
from splendor.engine.violation import Violation, violation
from splendor.errors import InvalidValueError, brief
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
from splendor.model.cards import BACKS, LEVELS, Card, Noble, cards_in
from splendor.model.gems import (
    COLOURS,
    FIVE,
    GOLD_SHIFT,
    LANE_MASK,
    ONE,
    SIX,
    TOTAL_SHIFT,
    Gems,
    covers,
    gems_of,
    unpack,
)
from splendor.model.rule_ids import RuleId
from splendor.model.rules import HAND_LIMIT, MOST_TAKEN, PAIR, PILE_FOR_PAIR, TOKEN_LIMIT
from splendor.model.state import Phase, Player, State, reserved_face_down, reserved_face_up

_DIFFERENT: Final = {
    sum(some): sum(some) & FIVE for number in (1, 2, 3) for some in combinations(ONE[:5], number)
}
_NEEDED: Final = _DIFFERENT | {PAIR * one: PILE_FOR_PAIR * one & FIVE for one in ONE[:5]}
"""The takes of different colours (TAKE-1) and of two of one (TAKE-4), packed: what the bank must
hold for each."""
_FEWER: Final = {gems for gems in _DIFFERENT if gems >> TOTAL_SHIFT < MOST_TAKEN}
"""The takes of one or two different colours."""


def check(state: State, action: Action) -> Violation | None:
    """Return None if an action is legal in a state, else the first rule it breaks.

    In a partly known state an action is legal if it is in at least one world. Nothing is changed,
    and nothing raised for any well-typed action; a value that is no action raises
    InvalidValueError.

    >>> from splendor import setup
    >>> str(check(setup(2, seed=1), TakeTokens(Gems(gold=1))))
    'TAKE-6: gold is not taken as a gem'
    """
    judge = _JUDGES.get(type(action))
    if judge is None:
        message = f"an action is expected, not {brief(action)}"
        raise InvalidValueError(message)
    phase, judge_action = judge
    if state.phase is not phase:
        return _out_of_phase(state, action)
    return judge_action(state, action)


def _out_of_phase(state: State, action: Action) -> Violation:
    kind = type(action).__name__
    if state.phase is Phase.OVER:
        return violation(RuleId.END_8, "the game is over", action=kind)
    return violation(
        RuleId.TURN_4,
        "{action} is not the decision awaited, which is: {phase}",
        action=kind,
        phase=state.phase.value,
    )


def _take(state: State, action: TakeTokens) -> Violation | None:
    gems = action.gems._packed
    needed = _NEEDED.get(gems)
    if needed is None:
        return _take_of_wrong_shape(action.gems)
    if not reaches(state._bank & FIVE, needed):
        return _supply_too_small(state, action.gems)
    if gems in _FEWER and state.rules.take_fewer == "when_short":
        return _too_few_taken(state, gems >> TOTAL_SHIFT)
    return None


def _take_of_wrong_shape(gems: Gems) -> Violation:
    if not gems:
        return violation(RuleId.TAKE_8, "taking none is not an action")
    if gems.gold:
        return violation(RuleId.TAKE_6, "gold is not taken as a gem", gold=gems.gold)
    if gems.total > MOST_TAKEN or max(gems.counts) > PAIR:
        return violation(
            RuleId.TAKE_11,
            "{gems}: that is more than three tokens, or three of one colour",
            gems=gems,
        )
    return violation(
        RuleId.TAKE_9,
        "{gems}: that mixes two of one colour with another",
        gems=gems,
    )


def _supply_too_small(state: State, gems: Gems) -> Violation:
    for colour, taken, held in zip(COLOURS, gems.counts, unpack(state._bank), strict=False):
        if taken and not held:
            name = colour.value
            return violation(RuleId.TAKE_7, "the bank has no {colour} token", colour=name)
    colour = next(iter(gems))
    return violation(
        RuleId.TAKE_5,
        "two {colour} tokens need {needed} in the bank, which has {bank}",
        colour=colour.value,
        needed=PILE_FOR_PAIR,
        bank=state.bank.of(colour),
    )


def _too_few_taken(state: State, number: int) -> Violation | None:
    available = sum(count > 0 for count in state.bank.counts[:5])
    if available >= MOST_TAKEN:
        return violation(
            RuleId.TAKE_3,
            "with {available} colours in the bank three are taken, not {taken}",
            available=available,
            taken=number,
        )
    if number < available:
        return violation(
            RuleId.TAKE_2,
            "with {available} colours in the bank one of each is taken, not {taken}",
            available=available,
            taken=number,
        )
    return None


def _hand_full(player: Player) -> Violation | None:
    if len(player.reserved) < HAND_LIMIT:
        return None
    held = len(player.reserved)
    return violation(RuleId.RES_2, "{held} reserved cards are held already", held=held)


def _reserve(state: State, action: ReserveCard) -> Violation | None:
    full = _hand_full(_mover(state))
    if full is None and not state._face_up & action.card._bit:
        return violation(RuleId.RES_1, "card {card} does not lie face up", card=action.card.id)
    return full


def _reserve_from_deck(state: State, action: ReserveFromDeck) -> Violation | None:
    full = _hand_full(_mover(state))
    if full is None and not state.decks[action.level - 1]:
        return violation(RuleId.RES_5, "the deck of level {level} is empty", level=action.level)
    return full


def _buy(state: State, action: BuyCard) -> Violation | None:
    player = _mover(state)
    card = action.card
    if not (state._face_up | player._hand) & card._bit and not _may_hold(state, player, card):
        return _out_of_reach(state, card)
    due = subtract(card._price, player._bonuses)
    if action.payment._packed & SIX == due and reaches(player._tokens & FIVE, due):
        return None  # most pay without gold
    return _payment(state, player, card, action.payment)


def _may_hold(state: State, player: Player, card: Card) -> bool:
    """Return whether an unknown card in the hand may be this one."""
    back = reserved_face_down(BACKS[card.level - 1])
    return back in player.reserved and bool(unseen_bits(state, card.level) & card._bit)


def _out_of_reach(state: State, card: Card) -> Violation:
    face_up = reserved_face_up(card)
    for seat, other in enumerate(state.players):
        if face_up in other.reserved:
            return violation(
                RuleId.RES_7,
                "card {card} is reserved by player {holder}",
                card=card.id,
                holder=seat,
            )
    return violation(
        RuleId.BUY_1, "card {card} is neither face up nor in the mover's hand", card=card.id
    )


def _payment(state: State, player: Player, card: Card, payment: Gems) -> Violation | None:
    tokens = player._tokens
    due = subtract(card._price, player._bonuses)
    missing = subtract(due, tokens & FIVE)
    gold = tokens >> GOLD_SHIFT & LANE_MASK
    if total(missing) > gold:
        return violation(
            RuleId.BUY_5,
            "card {card} needs {missing} more in gold, and {gold} is held",
            card=card.id,
            missing=total(missing),
            gold=gold,
        )
    paid = payment._packed
    if not covers(tokens, paid):
        return violation(
            RuleId.PAY_7,
            "the payment is {payment}, and held are {tokens}",
            payment=payment,
            tokens=player.tokens,
        )
    coloured = paid & FIVE
    if subtract(coloured, due) or paid >> TOTAL_SHIFT != total(due):
        return violation(
            RuleId.PAY_4,
            "the payment is {payment}, and due are {due}, or gold for any of it",
            payment=payment,
            due=gems_of(due + (total(due) << TOTAL_SHIFT)),
        )
    if state.rules.payment == "gold_last" and coloured != due - missing:
        return violation(
            RuleId.PAY_3,
            "the payment of {payment} spends gold where a coloured token is held",
            payment=payment,
        )
    return None


def _return(state: State, action: ReturnTokens) -> Violation | None:
    tokens = _mover(state)._tokens
    excess = (tokens >> TOTAL_SHIFT) - TOKEN_LIMIT
    gems = action.gems
    if gems.total != excess:
        return violation(
            RuleId.LIMIT_2,
            "{excess} tokens are to be returned, not {returned}",
            excess=excess,
            returned=gems.total,
        )
    if not covers(tokens, gems._packed):
        return violation(
            RuleId.LIMIT_3,
            "returned are {gems}, and held are {tokens}",
            gems=gems,
            tokens=gems_of(tokens),
        )
    return None


def _noble(state: State, action: ChooseNoble) -> Violation | None:
    return check_visit(state, state.mover, action.noble)


def check_visit(state: State, seat: int, noble: Noble) -> Violation | None:
    """Return why a noble cannot visit a seat (NOB-7, NOB-1, NOB-2), or None if it can."""
    for holder, player in enumerate(state.players):
        if noble in player.nobles:
            return violation(
                RuleId.NOB_7,
                "noble {noble} has visited player {seat}",
                noble=noble.id,
                seat=holder,
            )
    if noble not in state.nobles:
        return violation(RuleId.NOB_1, "noble {noble} is not on the table", noble=noble.id)
    player = state.players[seat]
    if not reaches(player._bonuses, noble._demand):
        return violation(
            RuleId.NOB_2,
            "noble {noble} asks for bonuses of {demand}, and there are {bonuses}",
            noble=noble.id,
            demand=noble.requires,
            bonuses=player.bonuses,
        )
    return None


def _reveal(state: State, action: RevealCard) -> Violation | None:
    card = action.card
    if not state.decks[card.level - 1]:
        return violation(RuleId.ROW_2, "the deck of level {level} is empty", level=card.level)
    place = state.awaited_place
    if place is None or place[0] != card.level:
        return violation(
            RuleId.ROW_6,
            "card {card} does not fill the empty place, which is of level {level}",
            card=str(card),
            level=place[0] if place else 0,
        )
    if isinstance(card, Card) and not unseen_bits(state, card.level) & card._bit:
        return violation(RuleId.COMP_2, "card {card} has been seen before", card=card.id)
    return None


def _pass(state: State, _: Pass) -> Violation | None:
    player = _mover(state)
    if state._bank & FIVE:
        return violation(RuleId.PASS_2, "tokens can be taken", possible="take")
    if len(player.reserved) < HAND_LIMIT and (state._face_up or any(state.decks)):
        return violation(RuleId.PASS_2, "a card can be reserved", possible="reserve")
    for card in cards_in(state._face_up | player._hand):
        if can_pay(player, card._price):
            return violation(
                RuleId.PASS_2, "card {card} can be bought", possible="buy", card=card.id
            )
    if player._backs:
        return _pass_with_unknown_hand(state, player)
    return None


def _pass_with_unknown_hand(state: State, player: Player) -> Violation | None:
    """Judge a pass by whether the unknown cards in hand can all be ones too dear to buy."""
    hand = [entry.card for entry in player.reserved]
    for level in LEVELS:
        unseen = cards_in(unseen_bits(state, level))
        too_dear = sum(not can_pay(player, card._price) for card in unseen)
        if too_dear < hand.count(BACKS[level - 1]):
            return violation(
                RuleId.PASS_2,
                "some unknown card of level {level} in hand can be bought",
                possible="buy",
                level=level,
            )
    return None


def _mover(state: State) -> Player:
    return state.players[(state.first_player + state.turn) % len(state.players)]


_JUDGES: Final[dict[type, tuple[Phase, Callable[[State, Any], Violation | None]]]] = {
    TakeTokens: (Phase.MAIN, _take),
    ReserveCard: (Phase.MAIN, _reserve),
    ReserveFromDeck: (Phase.MAIN, _reserve_from_deck),
    BuyCard: (Phase.MAIN, _buy),
    Pass: (Phase.MAIN, _pass),
    ReturnTokens: (Phase.RETURN, _return),
    ChooseNoble: (Phase.NOBLE, _noble),
    RevealCard: (Phase.REVEAL, _reveal),
}
