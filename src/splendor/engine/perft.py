"""`perft` and `divide`: how many ways a game can go on, to compare two implementations with.

One number stands for whole trees of legal lists and successors. Where it differs from that of
another implementation, `divide` tells behind which action, and so on down to the position itself.
"""

from __future__ import annotations

from splendor.engine.generate import legal_actions
from splendor.engine.turn import apply
from splendor.errors import InvalidValueError, brief
from splendor.model.actions import Action
from splendor.model.state import State, check_type


def perft(state: State, depth: int) -> int:
    """Return the number of sequences of exactly `depth` legal actions; there is one of none.

    Every decision is an action: a return, a noble and a card turned up count as a take does.
    Sequences after which the game is over too soon do not count. A position is trusted to keep the
    invariants. Raises InvalidValueError for what is no state, and for a depth that is no int or
    less than 0.

    >>> from splendor import setup
    >>> [perft(setup(2, seed=1), depth) for depth in range(4)]
    [1, 30, 865, 24190]
    """
    _check(state, depth, least=0)
    return _count(state, depth) if depth else 1


def divide(state: State, depth: int) -> tuple[tuple[Action, int], ...]:
    """Return each legal action with the number of sequences of `depth` actions it begins.

    The order is that of `legal_actions`, the sum is that of `perft`, to the depth that is 1 or
    more. Raises InvalidValueError as `perft` does.

    >>> from splendor import setup
    >>> for action, count in divide(setup(2, seed=1), 2)[:2]:
    ...     print(action, count)
    T wug 27
    T wur 27
    """
    _check(state, depth, least=1)
    return tuple(
        (action, perft(apply(state, action), depth - 1)) for action in legal_actions(state)
    )


def _check(state: object, depth: object, *, least: int) -> None:
    check_type(state, State, "a position")
    if type(depth) is not int or depth < least:
        message = f"a depth is an int of at least {least}, not {brief(depth)}"
        raise InvalidValueError(message)


def _count(state: State, depth: int) -> int:
    """Count without recursion, so that no depth is too much for the stack."""
    count = 0
    waiting = [(state, depth)]
    while waiting:
        state, depth = waiting.pop()
        actions = legal_actions(state)
        if depth == 1:
            count += len(actions)
        else:
            waiting += [(apply(state, action), depth - 1) for action in actions]
    return count
