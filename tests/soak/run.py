"""The pieces of a run of the comparison, what they counted, and how that is told."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import attrs

from splendor import PRESETS, Phase, State, outcome, problems
from tests.arbiter import table_of
from tests.corners_ends import CORNERS
from tests.drafts import house_rules
from tests.soak.compare import CLOSE, THOROUGH, Comparison, Difference, Effort, Engine
from tests.soak.games import MINDS, whole_game

STEPS_ON = 3
"""How many steps lead on from a rare position."""


@attrs.frozen
class Job:
    """Some games or rare positions, by their numbers in the run of a seed."""

    kind: str
    numbers: range
    seed: int


@attrs.define
class Tally:
    """What was compared, by kind, and what differed."""

    counts: Counter[str] = attrs.Factory(Counter)
    games: Counter[str] = attrs.Factory(Counter)
    """Games by number of players, by rules, and by what ended them."""
    corners: Counter[str] = attrs.Factory(Counter)
    differences: list[Difference] = attrs.Factory(list)

    def add(self, other: Tally) -> None:
        self.counts += other.counts
        self.games += other.games
        self.corners += other.corners
        self.differences += other.differences

    def gather(self, comparison: Comparison) -> None:
        """Add what a comparison counted and found."""
        for name in ("positions", "views", "decisions", "judged"):
            self.counts[name] += getattr(comparison, name)
        self.differences += comparison.differences

    def lines(self) -> Iterator[str]:
        """Tell the figures."""
        yield f"whole games: {self.counts['games']:,}"
        yield from (f"  {name}: {number:,}" for name, number in sorted(self.games.items()))
        yield f"rare positions: {self.counts['states']:,}"
        yield from (f"  {name}: {number:,}" for name, number in self.corners.items())
        yield (
            f"positions compared: {self.counts['positions']:,} "
            f"({self.counts['views']:,} views with unknown cards)"
        )
        yield f"decisions carried out by both: {self.counts['decisions']:,}"
        yield f"actions judged by both: {self.counts['judged']:,}"


def do(job: Job, engine: Engine = Engine()) -> Tally:  # noqa: B008 - it is frozen
    """Do a piece of work."""
    tally = Tally()
    play = _game if job.kind == "game" else _rare
    for number in job.numbers:
        rng = random.Random(f"{job.seed} {job.kind} {number}")  # noqa: S311 - no secret
        comparison = Comparison(engine)
        play(number, rng, comparison, tally)
        tally.gather(comparison)
    return tally


def _game(number: int, rng: random.Random, comparison: Comparison, tally: Tally) -> None:
    players = 2 + number % 3
    name = [*PRESETS, "house rules"][number // 3 % (len(PRESETS) + 1)]
    end = whole_game(comparison, rng, players, PRESETS.get(name) or house_rules(rng))
    result = outcome(end)
    reason = "left unfinished" if result is None else f"ended by {result.reason}"
    tally.counts["games"] += 1
    tally.games.update([f"{players} players", f"rules {name}", reason])


def _rare(number: int, rng: random.Random, comparison: Comparison, tally: Tally) -> None:
    """Compare a position with all that is legal in it, perhaps a view of it, and play on."""
    corner = CORNERS[number % len(CORNERS)]
    variant = corner.variants[number // len(CORNERS) % len(corner.variants)]
    state = corner.make(rng, variant)
    tally.counts["states"] += 1
    tally.corners[corner.name] += 1
    _sound(state, f"{corner.name} {variant}", comparison, holds=corner.holds(state, variant))
    chance = rng.random()
    effort = THOROUGH if chance < 1 / 10 else Effort(12, 40)
    comparison.position(state, table_of(state), rng, effort)
    if chance > 2 / 3:
        seats: list[int | None] = [None, *range(len(state.players))]
        comparison.view(state, rng.choice(seats), rng, CLOSE)
    if state.phase is not Phase.OVER:
        mind = rng.choice(list(MINDS.values()))
        comparison.way(state, rng, mind, STEPS_ON)


def _sound(state: State, name: str, comparison: Comparison, *, holds: bool) -> None:
    found = problems(state)
    if found or not holds:
        what = "; ".join(map(str, found)) or "not there"
        comparison.differences.append(Difference("corner", str(state), name, what, "made to order"))
