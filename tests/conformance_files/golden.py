"""Golden games: every decision of a scene with all legal actions, what is played, and the table.

`tests/conformance/README.md` has the format. `golden_text` writes one, `read_golden` reads one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

import attrs

from splendor import (
    Action,
    CardBack,
    State,
    apply,
    format_action,
    format_position,
    legal_actions,
)
from splendor.testing import outcome_text


@attrs.frozen
class Decision:
    """What may be done, what is done, and the table after it."""

    legal: tuple[str, ...]
    play: str
    table: str


@attrs.frozen
class Golden:
    """A golden game as its file has it."""

    about: tuple[str, ...]
    opening: str
    decisions: tuple[Decision, ...]
    outcome: str | None


def golden_text(about: str, opening: State, actions: Iterable[Action]) -> str:
    """Return the file of a game played with these actions."""
    lines = [*(f"# {line}" for line in about.splitlines()), f"opening {format_position(opening)}"]
    state = opening
    for action in actions:
        lines += (f"legal {'; '.join(kind)}" for kind in kinds(legal_actions(state)))
        state = apply(state, action)
        lines += [f"play {format_action(action)}", f"table {table_text(state)}"]
    end = outcome_text(state)
    return "\n".join([*lines, *([] if end is None else [f"outcome {end}"])]) + "\n"


def kinds(actions: Iterable[Action]) -> Iterator[list[str]]:
    """Yield actions as text, those that begin with the same letter together."""
    for _, some in groupby(map(format_action, actions), key=lambda text: text[0]):
        yield list(some)


def table_text(state: State) -> str:
    """Return a position without what its decks hold."""
    decks = [(CardBack(level),) * len(deck) for level, deck in enumerate(state.decks, start=1)]
    return format_position(attrs.evolve(state, decks=decks))


def read_golden(text: str) -> Golden:
    """Read a golden game; AssertionError for a line that has no business where it stands."""
    lines = [line.partition(" ")[::2] for line in text.splitlines()]
    about = tuple(rest for word, rest in lines if word == "#")
    (_, opening), *rest = lines[len(about) :]
    end = rest.pop()[1] if rest[-1][0] == "outcome" else None
    decisions = []
    legal: list[str] = []
    while rest:
        word, said = rest.pop(0)
        if word == "legal":
            legal += said.split("; ")
            continue
        after, table = rest.pop(0)
        assert (word, after) == ("play", "table")
        decisions.append(Decision(tuple(legal), said, table))
        legal = []
    assert legal == []
    return Golden(about, opening, tuple(decisions), end)
