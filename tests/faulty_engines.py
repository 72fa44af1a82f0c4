"""Implementations of the rules with faults on purpose, as adapters for `check_engine`."""

from __future__ import annotations

from typing import Final

import attrs

from splendor import Gem, Gems, Phase, State
from splendor.testing import OwnEngine, Refusal

FAULTS: Final = (
    "a pile of three gives two",
    "no gold at ten tokens",
    "nobles come to buyers alone",
    "equal points share the victory",
    "overpaying is allowed",
)


class Faulty(OwnEngine):
    """This package's own engine with some of the faults, by default all five."""

    def __init__(self, *faults: str) -> None:
        self.faults: Final = faults or FAULTS

    def legal_actions(self, state: State, /) -> list[str]:
        listed = super().legal_actions(state)
        if FAULTS[0] in self.faults and state.phase is Phase.MAIN:
            threes = [letter for letter in "wugrk" if state.bank.of(_gem(letter)) == 3]
            listed += [f"T {letter * 2}" for letter in threes]
        return listed

    def apply(self, state: State, action: str, /) -> State:
        if FAULTS[1] in self.faults and action[0] == "R" and _tokens(state) >= 10:
            gold = Gems(gold=state.bank.gold)
            after = super().apply(attrs.evolve(state, bank=state.bank - gold), action)
            return attrs.evolve(after, bank=after.bank + gold)
        if FAULTS[2] in self.faults and action[0] != "B" and state.phase is Phase.MAIN:
            after = super().apply(attrs.evolve(state, nobles=[]), action)
            return attrs.evolve(after, nobles=state.nobles)
        try:
            return super().apply(state, action)
        except Refusal as refusal:
            if FAULTS[4] in self.faults and refusal.rule == "PAY-4":
                return state
            raise

    def outcome(self, state: State, /) -> str | None:
        text = super().outcome(state)
        if text is None or FAULTS[3] not in self.faults:
            return text
        points = [player.points for player in state.players]
        ranks = (1 + sum(other > own for other in points) for own in points)
        return f"{text.partition(' ranks')[0]} ranks {' '.join(map(str, ranks))}"


def _gem(letter: str) -> Gem:
    return Gem.from_letter(letter)


def _tokens(state: State) -> int:
    return state.players[state.mover].tokens.total
