"""What a person at the keyboard is told: what happened, what can be done, and how to type it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from splendor.engine.generate import legal_actions
from splendor.engine.violation import IllegalActionError
from splendor.errors import UnreadableError
from splendor.formats.notation import (
    AmbiguousActionError,
    format_action,
    format_turn,
    parse_action,
)
from splendor.formats.recording import noble_come
from splendor.model.actions import (
    Action,
    BuyCard,
    ChooseNoble,
    ReserveCard,
    ReserveFromDeck,
    TakeTokens,
)
from splendor.model.cards import Card
from splendor.model.rules import TOKEN_LIMIT
from splendor.model.state import Phase, State
from splendor.render.words import counted, say

HELP: Final = """\
An action is a letter and what belongs to it; capitals and blanks do not matter:

  T wug    take tokens: w white, u blue, g green, r red, k black; T gg takes two
  B 1k3    buy a card; B 1k3 ggy says what it is paid with, y is gold
  R 1k3    reserve an open card
  R #2     reserve the top card of the deck of level 2
  -wu      return tokens, if you have more than ten
  N wug    choose a noble, if several would come
  P        pass, if nothing else is possible

Or one of these words:

  what     what you can do now
  why T y  why an action is not possible
  hint     what the greedy bot would do in your place
  undo     back to your last decision, as if nothing had happened since
  board    the table once more, all of it
  log      all turns so far
  resign   give up, which ends the game
  quit     leave; the game can be resumed
  ?        this help

In a short table 2+3 stands for two tokens and three bonuses, and a star for a
card that is reserved face down.
"""


def question(view: State) -> str:
    """Return what the mover has to do, with how to type it."""
    player = view.players[view.mover]
    if view.phase is Phase.RETURN:
        excess = player.tokens.total - TOKEN_LIMIT
        example = str(player.tokens)[:excess]
        return f"return {counted(excess, 'token')}, such as -{example}"
    if view.phase is Phase.NOBLE:
        return f"choose a noble, {' or '.join(map(format_action, legal_actions(view)))}"
    return "your move, or ? for help"


def choices(view: State) -> Iterator[tuple[str, str]]:
    """Yield what the mover can do: a kind of action, and the actions of it as they are typed."""
    actions = legal_actions(view)
    takes = [str(action.gems) for action in actions if isinstance(action, TakeTokens)]
    purchases = [action for action in actions if isinstance(action, BuyCard)]
    cards = [action for action in actions if isinstance(action, ReserveCard)]
    decks = [action for action in actions if isinstance(action, ReserveFromDeck)]
    if takes:
        yield "take", f"T {', '.join(takes)}"
    if purchases:
        yield "buy", "\n".join(_purchases(purchases))
    if cards or decks:
        first = [f"{card}{' or another open card' * (len(cards) > 1)}" for card in cards[:1]]
        gold = "with a gold" if view.bank.gold else "without a gold, as none is left"
        yield "reserve", f"{', '.join([*first, *map(format_action, decks)])}; {gold}"
    if not (takes or purchases or cards or decks):
        yield _KINDS[view.phase], ", ".join(map(format_action, actions))


_KINDS: Final = {Phase.MAIN: "pass", Phase.RETURN: "return", Phase.NOBLE: "choose"}


def _purchases(purchases: Iterable[BuyCard]) -> Iterator[str]:
    """Yield each card once, with the payment of least gold."""
    for _, group in groupby(purchases, key=_card):
        first, *others = group
        ways = f" (or {counted(len(others), 'other payment')})" if others else ""
        yield f"{first}{ways}"


def _card(purchase: BuyCard) -> Card:
    return purchase.card


def verdict_on(view: State, text: str) -> str:
    """Say why an action is not possible, or that it is."""
    try:
        parse_action(text, view)
    except IllegalActionError as error:
        return str(error.violation)
    except AmbiguousActionError as error:
        return f"it is possible, and {error.message.removeprefix('expected ')}"
    except UnreadableError as error:
        return str(error)
    return "it is possible"


def told(before: State, action: Action, after: State, viewer: int | None) -> str:
    """Say what an action did and what came of it by itself, as a seat, or all for None, may know.

    It is to be read behind the name of the player.
    """
    parts = [f"{say(action)} ({format_action(action)})"]
    if isinstance(action, ReserveFromDeck) and viewer == before.mover:
        parts.append(f"it is {before.decks[action.level - 1][0]}")
    if before.bank.gold > after.bank.gold:
        parts.append("takes 1 gold")
    places = zip(before._rows, after._rows, strict=True)
    parts += [f"{new} is turned up" for old, new in places if new is not None and old is not new]
    noble = None if isinstance(action, ChooseNoble) else noble_come(before, after)
    if noble is not None:
        parts.append(f"the noble {noble} comes")
    return "; ".join(parts)


def turns(states: Sequence[State], decisions: Sequence[Action]) -> Iterator[tuple[int, int, str]]:
    """Yield the number of each turn, from 1, whose it was, and its decisions in notation."""
    numbered = zip(states, decisions, strict=False)
    for number, turn in groupby(numbered, key=_turn):
        parts = [*turn]
        yield number + 1, parts[0][0].mover, format_turn(action for _, action in parts)


def _turn(decision: tuple[State, Action]) -> int:
    return decision[0].turn
