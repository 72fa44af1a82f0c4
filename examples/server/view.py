"""What a seat, or a spectator, is sent of a table."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

from splendor import Action, Outcome, State, legal_actions, observe, outcome, score, to_json
from splendor.render import headline, say, svg

from .table import Table


def view(
    number: UUID, table: Table, seat: int | None, *, told: int = 0, pictures: bool = False
) -> dict[str, Any]:
    """Return a table as a message: all in it is made of what the seat may know.

    `told` is how many decisions the receiver has been told of before; the rest is in `happened`.
    `pictures` adds a drawing.
    """
    reached = outcome(table.state)
    state = observe(table.state, seat) if reached is None else table.state
    deciding = seat is not None and seat == state.decider
    message = {
        "type": "view",
        "table": str(number),
        "players": table.players,
        "seat": seat,
        "number": len(table.actions),
        "decider": state.decider,
        "headline": headline(state, table.players),
        "state": _plain(state),
        "choices": [_words(action) for action in legal_actions(state)] if deciding else [],
        "happened": [
            {"number": at, "seat": table.states[at].decider, **_words(table.actions[at])}
            for at in range(told, len(table.actions))
        ],
        "commitment": table.commitment.digest,
        "over": None if reached is None else _result(table, reached),
    }
    return {**message, "picture": svg(state, names=table.players)} if pictures else message


def _words(action: Action) -> dict[str, Any]:
    """Return an action for programs, as notation, and in words; it names no hidden card."""
    return {"action": _plain(action), "text": str(action), "words": say(action)}


def _result(table: Table, reached: Outcome) -> dict[str, Any]:
    """Return who won, and what opens the commitment."""
    return {
        "winners": reached.winners,
        "reason": reached.reason,
        "points": [entry.points for entry in score(table.state)],
        "seed": table.seed.hex(),
        "salt": table.salt.hex(),
    }


def _plain(value: State | Action) -> Any:  # noqa: ANN401 - plain JSON
    return json.loads(to_json(value))
