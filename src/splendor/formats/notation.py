"""Actions, turns and positions as text: `format_*` writes it and `parse_*` reads it.

An action is a letter and what belongs to it: `T wug` takes tokens, `R 1k3` reserves, also `R #2`
from a deck, `B 1k3 ggg` buys and pays, `-rk` returns tokens, `N wug` chooses a noble, `P` passes,
and `> 1g5` is the card that the table turns up. A turn is its actions in order. The one spelling is
that of `str`; kind reading takes capitals and blanks as they come and cards by their content, such
as `1k:ggg`, and where a state is given it supplies a payment that is left out, if only one will do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final, TypeAlias

from splendor.engine.generate import legal_actions
from splendor.engine.invariants import ensure_valid
from splendor.engine.judge import check
from splendor.engine.knowledge import disclose
from splendor.engine.turn import apply
from splendor.engine.violation import IllegalActionError
from splendor.errors import InvalidValueError, SplendorError, UnreadableError, brief
from splendor.formats.plain import check_spelling
from splendor.formats.record import MAX_DECK, Disclosure
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
from splendor.model.cards import Card
from splendor.model.gems import Gems
from splendor.model.position import read_position, write_position
from splendor.model.scanner import BACK, GEMS, Scanner
from splendor.model.state import Phase, State, check_type

MAX_LINE: Final = 10_000
"""The longest action, turn or position that is read; none needs a quarter of it."""
NAMED: Final = re.compile("=")
_MAIN: Final = "T, R, B or P"
_AWAITED: Final = {
    Phase.MAIN: f"an action, {_MAIN}",
    Phase.RETURN: "the tokens returned, such as -wu",
    Phase.NOBLE: "the noble chosen, such as N wug",
    Phase.REVEAL: "the card turned up, such as > 1k3",
}

Supply: TypeAlias = Callable[[Card, str], Action]
"""Gives the purchase of a card whose payment is left out at a place, or raises an error there."""


class AmbiguousActionError(SplendorError, ValueError):
    """A text that may mean more than one legal action: which, and the place of what is left out."""

    def __init__(self, message: str, candidates: tuple[Action, ...], *, path: str) -> None:
        self.message = message
        self.candidates = candidates
        self.path = path
        super().__init__(f"{path}: {message}")

    def __reduce__(self) -> tuple[object, tuple[str, tuple[Action, ...], str]]:
        return _ambiguous, (self.message, self.candidates, self.path)


def _ambiguous(message: str, candidates: tuple[Action, ...], path: str) -> AmbiguousActionError:
    return AmbiguousActionError(message, candidates, path=path)


# Actions


def format_action(action: Action) -> str:
    """Return an action as text, as its `str` is; InvalidValueError for what is no action.

    >>> format_action(TakeTokens(Gems(white=1, blue=1, green=1)))
    'T wug'
    """
    if not isinstance(action, Action):
        message = f"an action is expected, not {brief(action)}"
        raise InvalidValueError(message)
    return str(action)


def parse_action(text: str, state: State | None = None, *, strict: bool = False) -> Action:
    """Read an action, and with a state see that it is legal there.

    With a state the payment of a purchase may be left out, if only one will do. With `strict=True`
    the text has to be spelled as `format_action` spells it. Raises UnreadableError with the column
    and what was expected there, AmbiguousActionError if several actions are meant, and
    IllegalActionError with the first rule broken.

    >>> parse_action("t WUG")
    TakeTokens(gems=Gems(white=1, blue=1, green=1))
    """
    line = _line(text)
    start = line.skip()
    action = read_action(line, None if state is None else partial(only_purchase, state))
    line.finish()
    if strict:
        check_spelling(text, str(action))
    if state is not None:
        ensure_legal(state, action, line.place(start))
    return action


def ensure_legal(state: State, action: Action, place: str) -> None:
    """Raise IllegalActionError, with the place, unless an action is legal."""
    violation = check(state, action)
    if violation is not None:
        raise IllegalActionError(state, action, violation, path=place)


def _line(text: str) -> Scanner:
    if not isinstance(text, str):
        message = f"expected a line of text, not {brief(text)}"
        raise UnreadableError(message)
    if len(text) > MAX_LINE:
        message = f"expected at most {MAX_LINE} characters, not {len(text)}"
        raise UnreadableError(message)
    return Scanner(text)


def read_action(line: Scanner, supply: Supply | None = None) -> Action:
    """Read the next action of a line; a payment that is left out is supplied, if it can be."""
    at = line.skip()
    read = _READERS.get(line.text[at : at + 1].lower())
    if read is None:
        line.refuse("an action: T, R, B, P, N, - or >")
    line.at += 1
    return read(line, supply)


def _read_take(line: Scanner, _: Supply | None) -> Action:
    return TakeTokens(line.gems())


def _read_reserve(line: Scanner, _: Supply | None) -> Action:
    back = line.take(BACK)
    if back is not None:
        return ReserveFromDeck(int(back[1]))
    return ReserveCard(line.card("a card such as 1k3, or a deck such as #1"))


def _read_buy(line: Scanner, supply: Supply | None) -> Action:
    card = line.card()
    start = line.skip()
    letters = line.take(GEMS)
    if letters is not None:
        return BuyCard(card, line.valid(lambda: Gems.parse(letters), start))
    if supply is None:
        line.refuse("the payment, such as wwr, or - for none")
    return supply(card, line.place(start))


def only_purchase(state: State, card: Card, place: str) -> Action:
    """Return the purchase of a card whose payment is left out."""
    purchases = [
        action
        for action in legal_actions(state)
        if isinstance(action, BuyCard) and action.card is card
    ]
    if not purchases:  # whatever the payment is, the first rule broken is the same
        ensure_legal(state, BuyCard(card, card.cost), place)
    if len(purchases) > 1:
        payments = ", ".join(str(action.payment) for action in purchases)
        message = f"expected the payment for {card}, which can be {payments}"
        raise AmbiguousActionError(message, tuple(purchases), path=place)
    return purchases[0]


def _read_return(line: Scanner, _: Supply | None) -> Action:
    return ReturnTokens(line.gems())


def _read_choice(line: Scanner, _: Supply | None) -> Action:
    return ChooseNoble(line.noble())


def _read_pass(_: Scanner, __: Supply | None) -> Action:
    return Pass()


def _read_reveal(line: Scanner, _: Supply | None) -> Action:
    return RevealCard(line.face())


_READERS: Final[dict[str, Callable[[Scanner, Supply | None], Action]]] = {
    "t": _read_take,
    "r": _read_reserve,
    "b": _read_buy,
    "p": _read_pass,
    "n": _read_choice,
    "-": _read_return,
    ">": _read_reveal,
}
"""The letter of each action, and how the rest of it is read."""


# Turns


def format_turn(turn: Iterable[Action | Disclosure]) -> str:
    """Return the actions of a turn as text, one behind the other.

    A card drawn blind may be named by a `Disclosure` right behind its reservation: `R #3=3u2`.
    Raises InvalidValueError for anything else that is no action.

    >>> from splendor import CARDS
    >>> format_turn([BuyCard(CARDS["1k3"], Gems(green=3)), RevealCard(CARDS["1g5"])])
    'B 1k3 ggg > 1g5'
    """
    written: list[str] = []
    drawn = False
    for part in turn:
        if drawn and isinstance(part, Disclosure):
            written[-1] += f"={part.disclose}"
        else:
            written.append(format_action(part))  # type: ignore[arg-type]  # it refuses the others
        drawn = isinstance(part, ReserveFromDeck)
    return " ".join(written)


def parse_turn(text: str, state: State, *, strict: bool = False) -> tuple[Action | Disclosure, ...]:
    """Read a turn, from the decision that a state awaits to the end of the turn.

    Every action has to be legal where it stands, and none may be missing: a card turned up is one
    if the state does not know its deck. `R #3=3u2` also names the card drawn, as a `Disclosure`.
    With `strict=True` the text has to be spelled as `format_turn` spells it. Raises UnreadableError
    with the column and what was expected there, AmbiguousActionError, IllegalActionError, and
    DisclosureError for a card that cannot be the one drawn.

    >>> from splendor import observe, setup
    >>> parse_turn("R #3=3k4", observe(setup(2, seed=42), 0))
    (ReserveFromDeck(level=3), Disclosure(disclose=CARDS['3k4'], seat=0, digest=None, meta=Meta()))
    """
    check_type(state, State, "state")
    line = _line(text)
    turn = tuple(_read_turn(line, state))
    line.finish()
    if strict:
        check_spelling(text, format_turn(turn))
    return turn


def _read_turn(line: Scanner, state: State) -> Iterator[Action | Disclosure]:
    mover, number = state.mover, state.turn
    while state.turn == number:
        start = line.skip()
        if start == len(line.text):
            line.refuse(_AWAITED.get(state.phase, "an action"))
        action = read_action(line, partial(only_purchase, state))
        ensure_legal(state, action, line.place(start))
        state = apply(state, action)
        yield action
        if isinstance(action, ReserveFromDeck) and line.take(NAMED) is not None:
            named = Disclosure(line.card(), mover)
            state = disclose(state, mover, named.disclose)
            yield named


# Positions


def format_position(state: State) -> str:
    """Return a state as one line, as its `str` is; InvalidValueError for what is no state.

    Unknown cards stand in it as they do in the state, and the decks only if some of their cards are
    known. docs/reference/text.md has the fields.
    """
    check_type(state, State, "a position")
    return write_position(state)


def parse_position(text: str, *, strict: bool = False) -> State:
    """Read a position of one line.

    With `strict=True` the text has to be spelled as `format_position` spells it. Raises
    UnreadableError with the column and what was expected there, and InvalidPositionError with all
    problems for a position that breaks invariants of the game.
    """
    line = _line(text)
    state = read_position(line.text)
    for level, deck in enumerate(state.decks, start=1):  # each misplaced card would be named
        if len(deck) > MAX_DECK:
            message = f"expected at most {MAX_DECK} cards in the deck of level {level}, "
            raise UnreadableError(message + f"not {len(deck)}")
    if strict:
        check_spelling(text, write_position(state))
    return ensure_valid(state)
