"""What is found out about a record: `Verdict`, `Problem`, `Replay` and `Report`."""

from __future__ import annotations

from enum import Enum
from typing import Literal

import attrs

from splendor.engine.scoring import Outcome, Score
from splendor.engine.violation import Violation
from splendor.formats.record import Result
from splendor.model.rule_ids import RuleId
from splendor.model.state import State


class Verdict(Enum):
    """What a record is found to be; the value is its name in reports."""

    VALID = "valid"
    """Every event is legal, and every card that left a deck is named."""
    CONSISTENT = "consistent"
    """Some card is never named, and with some face for each of them every event is legal."""
    INVALID = "invalid"
    """Some event, the opening, a claim or the ending breaks a rule, whatever the unknown cards."""

    def __repr__(self) -> str:
        return f"Verdict.{self.name}"


@attrs.frozen
class Problem:
    """The first thing in a record that cannot be: where it stands and which rule it breaks.

    `event` counts from 0 and is None for the opening and the ending; `turn` counts from 1; `player`
    is the seat whose turn it was.
    """

    violation: Violation
    event: int | None = None
    turn: int | None = None
    player: int | None = None

    @property
    def rule(self) -> RuleId:
        """The rule broken."""
        return self.violation.rule

    def __str__(self) -> str:
        if self.turn is None:
            return f"opening: {self.violation}"
        if self.event is None:
            return f"ending: {self.violation}"
        return f"event {self.event}, turn {self.turn}, player {self.player}: {self.violation}"


@attrs.frozen
class Replay:
    """The states of a record up to its first problem.

    `states` begins with the opening; the state after event i stands at i + 1. It is empty if the
    opening itself is the problem.
    """

    states: tuple[State, ...]
    problem: Problem | None


@attrs.frozen
class Unnamed:
    """A card that left its deck and is never named: its level, and whose hand it is in.

    `seat` is None for a card in a row.
    """

    level: int
    seat: int | None


@attrs.frozen
class Report:
    """What `verify` found out about a record.

    `events` is the number of good ones and `turns` that of completed turns; `final` is the last
    good state, None if there is none, and `scores` and `outcome` are recomputed there; `claimed` is
    what the record says. `complete` tells whether the game came to an end, by play, resignation or
    time. `missing_refill` tells that the card turned up after the last main action was not
    recorded, which does no harm (LOG-1). `commitment` tells whether the record holds a sealed one,
    which cannot be checked yet, or an opened one, which was.
    """

    verdict: Verdict
    problem: Problem | None = None
    complete: bool = False
    events: int = 0
    turns: int = 0
    scores: tuple[Score, ...] = ()
    outcome: Outcome | None = None
    claimed: Result | None = None
    unnamed: tuple[Unnamed, ...] = ()
    missing_refill: bool = False
    commitment: Literal["sealed", "opened"] | None = None
    final: State | None = attrs.field(default=None, repr=False)
