"""The comparison of an engine with the oracle: in one position, and on a way through a game."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import attrs

from splendor import (
    Action,
    Outcome,
    Phase,
    Score,
    State,
    Violation,
    apply,
    check,
    legal_actions,
    observe,
    outcome,
    score,
)
from tests import arbiter
from tests.arbiter import Table, carry_out, copied, sorted_out, table_of
from tests.universe import legal, written

Policy = Callable[[random.Random, State, Sequence[Action]], Action]


@attrs.frozen
class Engine:
    """What is compared: five functions of the package, or others in their place."""

    legal_actions: Callable[[State], Sequence[Action]] = legal_actions
    apply: Callable[[State, Action], State] = apply
    check: Callable[[State, Action], Violation | None] = check
    score: Callable[[State], tuple[Score, ...]] = score
    outcome: Callable[[State], Outcome | None] = outcome


@attrs.frozen
class Difference:
    """Something the two do not say alike about a position, or about an action in it."""

    what: str
    position: str
    action: str
    engine: str
    oracle: str

    def __str__(self) -> str:
        about = f"{self.what} {self.action}".strip()
        return f"{about}\n  in {self.position}\n  engine {self.engine}\n  oracle {self.oracle}"


@attrs.frozen
class Effort:
    """How much is compared in a position besides the list of legal actions and the score.

    Of the legal actions, `successors` are carried out; of all that could be written down, `judged`
    are judged. None is all of them.
    """

    successors: int | None
    judged: int | None


CURSORY = Effort(1, 0)
CLOSE = Effort(2, 60)
THOROUGH = Effort(None, None)


@attrs.define
class Comparison:
    """Compares positions with the oracle, counts what it did, and gathers the differences."""

    engine: Engine = Engine()
    positions: int = 0
    """Positions in which all that is legal was compared."""
    views: int = 0
    """Those of them that are what somebody may know, with unknown cards."""
    decisions: int = 0
    """Actions carried out by both."""
    judged: int = 0
    """Actions of which both said by what rule they are refused, or that they are legal."""
    differences: list[Difference] = attrs.Factory(list)

    def position(self, state: State, table: Table, rng: random.Random, effort: Effort) -> None:
        """Compare all that can be asked in a position."""
        self.positions += 1
        actions = self.engine.legal_actions(state)
        self._legal(state, table, actions)
        self._standing(state, table)
        for action in _some(rng, actions, effort.successors):
            after = copied(table)
            carry_out(after, action)
            self._successor(state, action, after)
        if effort.judged != 0:
            for action in _some(rng, written(table), effort.judged):
                self._refusal(state, table, action)

    def view(self, state: State, seat: int | None, rng: random.Random, effort: Effort) -> None:
        """Compare a position as a seat sees it, or a spectator."""
        seen = observe(state, seat)
        self.views += 1
        self.position(seen, table_of(seen), rng, effort)

    def way(self, state: State, rng: random.Random, policy: Policy, steps: int) -> State:
        """Play on for some steps, the oracle on a table of its own, as long as both agree.

        Every position is compared, some closely and some as somebody at the table sees it.
        """
        table, before = table_of(state), len(self.differences)
        for _ in range(steps):
            chance = rng.random()
            effort = THOROUGH if chance < 1 / 60 else CLOSE if chance < 1 / 8 else CURSORY
            self.position(state, table, rng, effort)
            if chance > 7 / 8:
                self.view(state, rng.choice([None, *range(len(state.players))]), rng, CLOSE)
            if state.phase is Phase.OVER or len(self.differences) > before:
                break
            action = policy(rng, state, self.engine.legal_actions(state))
            carry_out(table, action)
            state = self._successor(state, action, table)
        return state

    def _legal(self, state: State, table: Table, actions: Sequence[Action]) -> None:
        its = legal(table)
        if len(actions) != len(its) or set(actions) != set(its):
            lists = [sorted(map(str, some)) for some in (actions, its)]
            self._differ("legal actions", state, None, *lists)

    def _standing(self, state: State, table: Table) -> None:
        scores = [attrs.astuple(entry) for entry in self.engine.score(state)]
        if scores != arbiter.score(table):
            self._differ("score", state, None, scores, arbiter.score(table))
        end, its = self.engine.outcome(state), arbiter.outcome(table)
        ours = None if end is None else (end.winners, end.ranking, end.reason)
        if ours != its:
            self._differ("outcome", state, None, ours, its)

    def _successor(self, state: State, action: Action, expected: Table) -> State:
        self.decisions += 1
        after = self.engine.apply(state, action)
        found = table_of(after)
        if sorted_out(found) != sorted_out(expected):
            self._differ("successor of", state, action, found, expected)
        return after

    def _refusal(self, state: State, table: Table, action: Action) -> None:
        self.judged += 1
        violation = self.engine.check(state, action)
        named = None if violation is None else violation.rule
        rule = arbiter.first_broken(table, action)
        if named is not rule:
            self._differ("refusal of", state, action, named, rule)

    def _differ(
        self, what: str, state: State, action: Action | None, ours: object, its: object
    ) -> None:
        name = "" if action is None else str(action)
        self.differences.append(Difference(what, str(state), name, str(ours), str(its)))


def _some(rng: random.Random, items: Sequence[Action], number: int | None) -> Sequence[Action]:
    return items if number is None or number >= len(items) else rng.sample(items, number)
