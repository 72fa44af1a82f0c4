"""A game with its secrets, as a value: a decision gives another table, or is refused."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Final

import attrs

from splendor import (
    Action,
    Commitment,
    IllegalActionError,
    Phase,
    Record,
    Rules,
    State,
    apply,
    commit,
    record_game,
    redact,
    setup,
)

from .refusal import Refusal

RULES: Final = Rules(turn_limit=100)
"""The official rules, and an end for games that nobody wants to win: a good one has 30 rounds."""


@attrs.frozen
class Table:
    """The names by seat, what the cards were drawn from, all actions, and every state."""

    players: tuple[str, ...]
    seed: bytes
    salt: bytes
    states: tuple[State, ...] = attrs.field(repr=False)
    actions: tuple[Action, ...] = ()

    @classmethod
    def new(cls, players: Iterable[str]) -> Table:
        """Deal a game that nobody can foresee."""
        return cls.dealt(tuple(players), secrets.token_bytes(16), secrets.token_bytes(16))

    @classmethod
    def dealt(cls, players: tuple[str, ...], seed: bytes, salt: bytes) -> Table:
        """Deal the game of a seed; the salt keeps its commitment from being guessed."""
        return cls(players, seed, salt, (setup(len(players), seed=seed, rules=RULES),))

    @property
    def state(self) -> State:
        """The table as it is, with its secrets."""
        return self.states[-1]

    @property
    def over(self) -> bool:
        """Whether the game is over, and nothing is secret any more."""
        return self.state.phase is Phase.OVER

    @property
    def commitment(self) -> Commitment:
        """The promise about the cards, with the salt that opens it."""
        return commit(self.states[0], salt=self.salt)

    def act(self, seat: int | None, number: int, action: Action) -> Table:
        """Return the table after decision `number`, counted from 0, or refuse it."""
        if number != len(self.actions):
            raise self._stale(seat, number, action)
        if self.over:
            raise Refusal("over", "the game is over")
        if seat is None or seat != self.state.decider:
            name = self.players[self.state.mover]
            raise Refusal("wrong-seat", f"this decision is {name}'s")
        try:
            return self.after(action)
        except IllegalActionError as error:
            raise Refusal("illegal", str(error), error.violation.rule) from None

    def after(self, action: Action) -> Table:
        """Return the table after an action; IllegalActionError names the rule it breaks."""
        state = apply(self.state, action)
        return attrs.evolve(self, states=(*self.states, state), actions=(*self.actions, action))

    def _stale(self, seat: int | None, number: int, action: Action) -> Refusal:
        if number > len(self.actions):
            return Refusal("stale", f"the next decision is number {len(self.actions)}")
        same = seat == self.states[number].decider and action == self.actions[number]
        how = "with this action" if same else "with another action"
        return Refusal("stale", f"decision {number} was made before, {how}")

    def record(self, seat: int | None) -> Record:
        """Return the game as far as a seat, or a spectator, may know it: all once it is over."""
        record = record_game(
            self.states[0],
            self.actions,
            players=self.players,
            seed=self.seed,
            commitment=self.commitment,
        )
        return record if self.over else redact(record, seat)
