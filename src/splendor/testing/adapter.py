"""`Adapter`: the five functions by which another implementation of the rules is asked.

They take and give text, as docs/reference/text.md has it, so that the implementation may be in any
language.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

from splendor.engine.generate import legal_actions
from splendor.engine.scoring import outcome, score
from splendor.engine.turn import apply
from splendor.engine.violation import IllegalActionError
from splendor.formats.notation import parse_action, parse_position
from splendor.model.state import State, check_type

S = TypeVar("S")


class Refusal(Exception):  # noqa: N818 - the word of the rules
    """Raised by an adapter for an action that is illegal: the id of the first rule it breaks.

    An implementation that does not know its rules by these ids leaves `rule` out.
    """

    def __init__(self, rule: str | None = None) -> None:
        self.rule: str | None = None if rule is None else str(rule)
        super().__init__(rule)


class Unsupported(Exception):  # noqa: N818 - as above
    """Raised by an adapter's `load` for rules or unknown cards that an implementation has not."""


class Adapter(Protocol[S]):
    """Another implementation of the rules; `S` is whatever it calls a state.

    Positions are lines such as `format_position` writes, actions such as `format_action` writes.
    They are read kindly: the order of tokens, of a hand and within a row does not count, so that a
    refill in the wrong place (ROW-3) is not found. All else of a position is compared: who holds a
    card face down (`?`), passes and rules, too.
    """

    def load(self, position: str, /) -> S:
        """Return the state of a position; raise anything for one that breaks invariants.

        `Unsupported` leaves out what the implementation does not play.
        """
        ...

    def dump(self, state: S, /) -> str:
        """Return a state as a position; the decks may be left out."""
        ...

    def legal_actions(self, state: S, /) -> Iterable[str]:
        """Return every legal action of a state, each once, in any order; none if it is over."""
        ...

    def apply(self, state: S, action: str, /) -> S:
        """Return the state after an action and leave the old one as it is, or raise `Refusal`."""
        ...

    def outcome(self, state: S, /) -> str | None:
        """Return the end of a game as text, as `outcome_text` does, or None before it."""
        ...


def outcome_text(state: State) -> str | None:
    """Return the end of a game as text, None before it: why, and points, cards and ranks by seat.

    The reason is `target`, `stalemate` or `turn_limit`; equals share the better rank.

    Raises InvalidValueError for what is no state.

    >>> from splendor import Rules, apply, legal_actions, setup
    >>> state = setup(2, seed=1, rules=Rules(turn_limit=1))
    >>> for _ in range(2):
    ...     state = apply(state, legal_actions(state)[0])
    >>> outcome_text(state)
    'turn_limit points 0 0 cards 0 0 ranks 1 1'
    """
    check_type(state, State, "a position")
    final = outcome(state)
    if final is None:
        return None
    scores = score(state)
    figures = {
        "points": [entry.points for entry in scores],
        "cards": [entry.purchased for entry in scores],
        "ranks": [entry.rank for entry in scores],
    }
    words = (f"{name} {' '.join(map(str, numbers))}" for name, numbers in figures.items())
    return f"{final.reason} {' '.join(words)}"


class OwnEngine:
    """The adapter of this package's own engine: an example, and a part to build on.

    >>> from splendor import setup
    >>> engine = OwnEngine()
    >>> state = engine.load(str(setup(2, seed=1)))
    >>> engine.legal_actions(state)[0]
    'T wug'
    """

    def load(self, position: str, /) -> State:
        """Return the state of a position; InvalidPositionError for one that breaks invariants."""
        return parse_position(position)

    def dump(self, state: State, /) -> str:
        """Return a state as a position."""
        return str(state)

    def legal_actions(self, state: State, /) -> list[str]:
        """Return every legal action."""
        return [str(action) for action in legal_actions(state)]

    def apply(self, state: State, action: str, /) -> State:
        """Return the state after an action, or raise `Refusal`."""
        try:
            return apply(state, parse_action(action))
        except IllegalActionError as error:
            raise Refusal(error.violation.rule.value) from None

    def outcome(self, state: State, /) -> str | None:
        """Return the end of a game."""
        return outcome_text(state)
