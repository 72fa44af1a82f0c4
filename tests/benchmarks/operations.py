"""What the operations of the package cost: time, import and memory. Nothing is gated by it.

    python tests/benchmarks/operations.py [--rounds N] [--quick]

All inputs come from uniformly random games played by seeds, so that every run measures the same.
Times are CPU time, medians over the rounds. In a round each of the things that are compared has one
block of all its inputs, one after the other, so that noise hits all alike; a first round, which
fills the memos, does not count. A block takes its inputs by fifties, and has the hashes of fifty
computed before the clock starts, so that these states are in the processor's caches, as one that
has just been made is. The garbage collector stays on. The loop around the calls, some 20 ns for
each, is part of the figures.

The kinds of decisions. Games of 2, 3 and 4 players take turns, and from a game at most one decision
of each kind is taken, drawn with the seed:

- opening: a main action in the first eight turns, over all players;
- middle: a main action when 12 to 60 % of the turns that the game will have are completed;
- rich in gold: a main action of somebody who holds three gold tokens or more;
- returns: tokens above ten are to be returned;
- nobles: one of several nobles is to be chosen, which comes up in one random game of seven.

`check` and `apply` are given one of the legal actions, drawn with the seed; *refused* is `check` of
an action that was drawn at another state of the kind and is illegal in this one. The view of a
state is what `observe` shows to the player to move. There `apply` stops at a card that leaves a
row, since the next one has to be turned up first: it does a little less, and the reveal, with
whatever ends the turn, is a decision of its own, with a line of its own.
"""

import argparse
import dataclasses
import gc
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count, islice
from operator import eq
from typing import TypeAlias, TypeVar

from splendor import (
    OFFICIAL,
    PRESETS,
    Action,
    Card,
    Pass,
    Phase,
    Record,
    RevealCard,
    Rules,
    State,
    apply,
    apply_unchecked,
    check,
    determinize,
    format_record,
    from_json,
    legal_actions,
    observe,
    parse_record,
    record_game,
    setup,
    to_json,
    verify,
)

T = TypeVar("T")
U = TypeVar("U")
Decision: TypeAlias = tuple[State, Action]
"""A state, and the action that was drawn there."""
Block: TypeAlias = Callable[[], float]
"""Something to measure, with all its inputs; it returns the CPU seconds that it took."""

PLAYERS = (2, 3, 4)
BATCH = 50
RESOLUTION = time.get_clock_info("process_time").resolution
OPENING_TURNS = 8
MIDDLE = (0.12, 0.60)
MUCH_GOLD = 3


@dataclasses.dataclass(frozen=True)
class Sizes:
    """How much is measured."""

    rounds: int
    states: int
    """States of each kind, or from as many games."""
    games: int
    """Games of each number of players under each preset, and records of each number of players."""
    imports: int
    kept: int
    """States kept alive at once."""


FULL = Sizes(rounds=31, states=400, games=20, imports=15, kept=10_000)
QUICK = Sizes(rounds=2, states=2, games=1, imports=1, kept=200)


# Games


def decisions(players: int, seed: int, rules: Rules = OFFICIAL) -> list[Decision]:
    """Return the decisions of a random game."""
    draw = random.Random(seed).random
    state = setup(players, seed=seed, rules=rules)
    taken = []
    while actions := legal_actions(state):
        action = actions[int(draw() * len(actions))]
        taken.append((state, action))
        state = apply(state, action)
    return taken


def play(players: int, seed: int) -> None:
    """Play the same game, keeping nothing."""
    draw = random.Random(seed).random
    state = setup(players, seed=seed)
    while actions := legal_actions(state):
        state = apply(state, actions[int(draw() * len(actions))])


def games() -> Iterator[list[Decision]]:
    """Play games of 2, 3 and 4 players by turns, without end."""
    for seed in count():
        yield decisions(PLAYERS[seed % len(PLAYERS)], seed)


def spread_states(number: int) -> list[State]:
    """Return states from anywhere in random games, each from another."""
    rng = random.Random(number)
    return [rng.choice(game)[0] for game in islice(games(), number)]


def record(players: int, seed: int) -> Record:
    """Return the record of a random game."""
    game = decisions(players, seed)
    return record_game(game[0][0], [action for _, action in game])


def view_of(state: State) -> State:
    """Return what the player to move may know."""
    return observe(state, state.mover)


# Measuring


def measure(blocks: Sequence[Block], rounds: int) -> list[list[float]]:
    """Return the CPU seconds of each block in each round, after one that does not count.

    They are at least what the clock can tell apart, so that ratios exist.
    """
    lines = [[max(block(), RESOLUTION) for block in blocks] for _ in range(rounds + 1)]
    return [list(column) for column in zip(*lines[1:], strict=True)]


def batches(inputs: Sequence[T]) -> Iterator[Sequence[T]]:
    """Return inputs in pieces, each of which has just been read."""
    for start in range(0, len(inputs), BATCH):
        batch = inputs[start : start + BATCH]
        for one in batch:
            hash(one)
        yield batch


def calls(function: Callable[[T], object], inputs: Sequence[T]) -> Block:
    """Return the block that calls a function for each input."""

    def block() -> float:
        spent = 0.0
        for batch in batches(inputs):
            start = time.process_time()
            for one in batch:
                function(one)
            spent += time.process_time() - start
        return spent

    return block


def paired_calls(function: Callable[[T, U], object], inputs: Sequence[tuple[T, U]]) -> Block:
    """Return the block that calls a function of two arguments for each pair."""

    def block() -> float:
        spent = 0.0
        for batch in batches(inputs):
            start = time.process_time()
            for one, other in batch:
                function(one, other)
            spent += time.process_time() - start
        return spent

    return block


def microseconds(seconds: Sequence[float], number: int) -> float:
    """Return the microseconds for each of so many things in a block."""
    return statistics.median(seconds) / number * 1e6


def each_call(blocks: Sequence[Block], number: int, rounds: int) -> list[str]:
    """Return the microseconds for each of the inputs that all blocks have, as figures."""
    return [figure(microseconds(seconds, number)) for seconds in measure(blocks, rounds)]


def ratio(some: Sequence[float], others: Sequence[float]) -> float:
    """Return the median over the rounds of the ratio of two blocks."""
    return statistics.median(one / other for one, other in zip(some, others, strict=True))


# Printing


def figure(value: float) -> str:
    """Write a number with three digits."""
    digits = 2 if value < 10 else 1 if value < 100 else 0
    return f"{value:.{digits}f}"


def show(heading: str, *lines: Sequence[str]) -> None:
    """Print a heading and a table: its names on the left, its figures on the right."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    print(f"\n{heading}")
    for first, *others in lines:
        cells = [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        print("  ".join([first.ljust(widths[0]), *cells]), flush=True)


# Decisions by kind


def is_opening(state: State, _: float) -> bool:
    """Tell whether a main action in the first turns is due."""
    return state.phase is Phase.MAIN and state.turn < OPENING_TURNS


def is_middle(state: State, share: float) -> bool:
    """Tell whether a main action is due when so much of the game has been played."""
    return state.phase is Phase.MAIN and MIDDLE[0] <= share <= MIDDLE[1]


def is_rich(state: State, _: float) -> bool:
    """Tell whether a main action of somebody with much gold is due."""
    return state.phase is Phase.MAIN and state.players[state.mover].tokens.gold >= MUCH_GOLD


def is_return(state: State, _: float) -> bool:
    """Tell whether tokens are to be returned."""
    return state.phase is Phase.RETURN


def is_noble(state: State, _: float) -> bool:
    """Tell whether a noble is to be chosen."""
    return state.phase is Phase.NOBLE


KINDS: Mapping[str, Callable[[State, float], bool]] = {
    "opening": is_opening,
    "middle": is_middle,
    "rich in gold": is_rich,
    "returns": is_return,
    "nobles": is_noble,
}
"""Whether a state is of a kind, by the state and the share of the game's turns completed."""


def of_kind(kind: str, game: Sequence[Decision]) -> list[Decision]:
    """Return the decisions of a kind in a game."""
    belongs = KINDS[kind]
    turns = game[-1][0].turn + 1
    return [decision for decision in game if belongs(decision[0], decision[0].turn / turns)]


def samples(number: int) -> dict[str, list[Decision]]:
    """Return so many decisions of each kind, playing until there are enough of the rarest."""
    rng = random.Random(number)
    found: dict[str, list[Decision]] = {kind: [] for kind in KINDS}
    for game in games():
        wanted = [kind for kind in KINDS if len(found[kind]) < number]
        if not wanted:
            break
        for kind in wanted:
            some = of_kind(kind, game)
            if some:
                found[kind].append(rng.choice(some))
    return found


HEAD = ("states", "legal_actions", "check", "apply", "apply_unchecked", "check/legal", "refused")
"""The columns of what `line_of_kind` gives."""


def line_of_kind(kind: str, sample: Sequence[Decision], rounds: int) -> list[str]:
    """Measure the decisions of one kind: `check` also as a share of the list, and refusing."""
    blocks = [
        calls(legal_actions, [state for state, _ in sample]),
        paired_calls(check, sample),
        paired_calls(apply, sample),
        paired_calls(apply_unchecked, sample),
        paired_calls(check, refusals(sample)),
    ]
    seconds = measure(blocks, rounds)
    *figures, refused = [figure(microseconds(column, len(sample))) for column in seconds]
    share = f"{ratio(seconds[1], seconds[0]):.0%}"
    return [kind, str(len(sample)), *figures, share, refused]


def refusals(sample: Sequence[Decision]) -> list[Decision]:
    """Return each state with an action that is illegal there, mostly one drawn at another."""
    drawn = [action for _, action in sample]
    refused = []
    for place, (state, _) in enumerate(sample):
        others = (*drawn[place + 1 :], *drawn[:place], Pass())
        refused.append((state, next(action for action in others if check(state, action))))
    return refused


def show_kinds(sizes: Sizes) -> None:
    """Measure each kind of decision."""
    lines = [line_of_kind(*item, sizes.rounds) for item in samples(sizes.states).items()]
    show("Decisions by kind: microseconds a call", ("kind", *HEAD), *lines)


# Random play, on states and on views


def decide(state: State, action: Action) -> None:
    """Do what random play does at a decision, except for the draw."""
    legal_actions(state)
    apply(state, action)


def line_of_preset(name: str, sizes: Sizes) -> list[str]:
    """Measure the decisions of games under a preset: on states, on views, and the ratio."""
    table = [(players, seed) for players in PLAYERS for seed in range(sizes.games)]
    known = [
        decision
        for players, seed in table
        for decision in decisions(players, seed, rules=PRESETS[name])
    ]
    seen = [(view_of(state), action) for state, action in known]
    on_states, on_views = measure(
        [paired_calls(decide, known), paired_calls(decide, seen)], sizes.rounds
    )
    figures = [figure(microseconds(seconds, len(known))) for seconds in (on_states, on_views)]
    return [name, str(len(known)), *figures, figure(ratio(on_views, on_states))]


def show_presets(sizes: Sizes) -> None:
    """Measure random play under each preset."""
    show(
        "Random play under each preset: microseconds a decision (legal_actions and apply)",
        ("preset", "decisions", "full state", "view", "view/full"),
        *[line_of_preset(name, sizes) for name in PRESETS],
    )


def reveal_after(state: State, action: Action) -> Decision | None:
    """Return the view on which a decision leaves a card to be turned up, and that card."""
    view = apply(view_of(state), action)
    if view.phase is not Phase.REVEAL or view.awaited_place is None:
        return None
    level, slot = view.awaited_place
    card = apply(state, action).rows[level - 1][slot]
    return (view, RevealCard(card)) if isinstance(card, Card) else None


def reveals(number: int) -> list[Decision]:
    """Return the reveals of whole games on the views of whoever moved, so many of them."""
    found = (reveal_after(*decision) for game in games() for decision in game)
    return list(islice(filter(None, found), number))


def show_reveals(sizes: Sizes) -> None:
    """Measure what comes on a view where the full state goes on by itself."""
    show(
        "A card to be turned up, on views: microseconds a call",
        ("kind", *HEAD),
        line_of_kind("reveals", reveals(sizes.states), sizes.rounds),
    )


# Records


def read(text: str) -> Record:
    """Read a record."""
    return from_json(text, Record)


def read_and_verify(text: str) -> None:
    """Read and verify a record."""
    verify(from_json(text, Record))


def line_of_records(players: int, sizes: Sizes) -> list[str]:
    """Measure the verification of games, and random play of the very same ones."""
    table = [(players, seed) for seed in range(sizes.games)]
    records = [record(*game) for game in table]
    texts = [to_json(one) for one in records]
    blocks = [
        paired_calls(play, table),
        calls(read_and_verify, texts),
        calls(read, texts),
        calls(verify, records),
    ]
    seconds = measure(blocks, sizes.rounds)
    figures = [figure(len(table) / statistics.median(column)) for column in seconds]
    figures.insert(2, figure(ratio(seconds[0], seconds[1])))
    events = sum(len(one.events) for one in records) / len(records)
    return [str(players), str(len(records)), f"{events:.0f}", *figures]


def show_records(sizes: Sizes) -> None:
    """Measure the verification of records; the ratio is its speed as a part of that of play."""
    show(
        "Records of whole random games: games a CPU second",
        ("players", "games", "events", "play", "read+verify", "ratio", "from_json", "verify"),
        *[line_of_records(players, sizes) for players in (2, 4)],
    )


# Round trips


def line_of_spelling(
    name: str,
    values: Sequence[T],
    write: Callable[[T], str],
    read_text: Callable[[str], T],
    rounds: int,
) -> list[str]:
    """Measure the writing and reading of values in one spelling."""
    texts = [write(value) for value in values]
    figures = each_call([calls(write, values), calls(read_text, texts)], len(values), rounds)
    length = statistics.fmean(map(len, texts))
    return [name, str(len(values)), f"{length:.0f}", *figures]


def read_state(text: str) -> State:
    """Read a state."""
    return from_json(text, State)


def show_spellings(sizes: Sizes) -> None:
    """Measure JSON and text, each way."""
    states = spread_states(sizes.states)
    records = [record(players, seed) for players in PLAYERS for seed in range(sizes.games)]
    rounds = sizes.rounds
    show(
        "Round trips: microseconds each",
        ("value and spelling", "values", "characters", "write", "read"),
        line_of_spelling("State, to_json, from_json", states, to_json, read_state, rounds),
        line_of_spelling("State, str, State.parse", states, str, State.parse, rounds),
        line_of_spelling("Record, to_json, from_json", records, to_json, read, rounds),
        line_of_spelling(
            "Record, format_record, parse_record", records, format_record, parse_record, rounds
        ),
    )


# Other operations


def world_of(state: State) -> State:
    """Return a full state that this one may be."""
    return determinize(state, seed=1)


def operations(states: Sequence[State]) -> dict[str, Block]:
    """Return the operations on some states, by their names."""
    copies = [State.parse(str(state)) for state in states]
    nexts = [apply(state, legal_actions(state)[0]) for state in states]
    return {
        "observe": paired_calls(observe, [(state, state.mover) for state in states]),
        "determinize": calls(world_of, states),
        "hash": calls(hash, states),
        "==, an equal state made apart": paired_calls(eq, list(zip(states, copies, strict=True))),
        "==, the next state": paired_calls(eq, list(zip(states, nexts, strict=True))),
    }


def show_operations(sizes: Sizes) -> None:
    """Measure the other operations, on full states and on views."""
    states = spread_states(sizes.states)
    views = [view_of(state) for state in states]
    on_states, on_views = operations(states), operations(views)
    blocks = [on[name] for name in on_states for on in (on_states, on_views)]
    figures = each_call(blocks, len(states), sizes.rounds)
    columns = zip(on_states, figures[::2], figures[1::2], strict=True)
    show(
        "Other operations on states: microseconds a call",
        ("operation", "full state", "view"),
        *columns,
    )


# Import

OPTIONAL = ("cattrs", "click", "rich")
"""What an import of the package need not bring."""
IMPORT = f"""
import json, sys, time
def loaded(): return [name in sys.modules for name in {OPTIONAL}]
times = [time.process_time()]
import attrs
times.append(time.process_time())
before = loaded()
import splendor
times.append(time.process_time())
print(json.dumps([times[1] - times[0], times[2] - times[1], before, loaded()]))
"""


def imported(cache: str) -> tuple[float, float, list[bool], list[bool]]:
    """Return the CPU seconds of both imports in a fresh interpreter, and what they brought."""
    hidden = "PYTHONDONTWRITEBYTECODE"
    environment = {name: text for name, text in os.environ.items() if name != hidden}
    process = subprocess.run(
        [sys.executable, "-c", IMPORT],
        env={**environment, "PYTHONPYCACHEPREFIX": cache},
        capture_output=True,
        check=True,
    )
    attrs, splendor, before, after = json.loads(process.stdout)
    return attrs, splendor, before, after


def import_line(name: str, seconds: Sequence[float], brought: Sequence[bool]) -> list[str]:
    """Return a line on one import."""
    milliseconds = figure(statistics.median(seconds) * 1e3)
    return [name, str(len(seconds)), milliseconds, *("yes" if there else "no" for there in brought)]


def show_imports(sizes: Sizes) -> None:
    """Measure the imports from byte code, which a first one writes to a folder of its own."""
    with tempfile.TemporaryDirectory() as cache:
        runs = [imported(cache) for _ in range(sizes.imports + 1)][1:]
    attrs, splendor, before, after = zip(*runs, strict=True)
    show(
        "Import in fresh interpreters: milliseconds, and what is then in sys.modules",
        ("import", "runs", "ms", *OPTIONAL),
        import_line("attrs", attrs, before[0]),
        import_line("splendor after it", splendor, after[0]),
    )


# Memory


def successive(players: int) -> Iterator[State]:
    """Return the states of one random game after another, without end."""
    for seed in count():
        for state, _ in decisions(players, seed):
            yield state


def bytes_a_state(players: int, number: int) -> float:
    """Return the bytes that each of so many successive states takes while all are kept.

    The same games have been played before, so that the memos hold all their actions.
    """
    kept: list[State | None] = [None] * number
    for _ in islice(successive(players), number):
        pass
    gc.collect()
    tracemalloc.start()
    for index, state in enumerate(islice(successive(players), number)):
        kept[index] = state
    gc.collect()
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return used / number


def show_memory(sizes: Sizes) -> None:
    """Measure the memory of states that are kept."""
    show(
        "Memory: bytes a state, of successive states of random games kept alive",
        ("players", "states", "bytes"),
        *[
            [str(players), str(sizes.kept), figure(bytes_a_state(players, sizes.kept))]
            for players in PLAYERS
        ],
    )


SECTIONS: Sequence[Callable[[Sizes], None]] = (
    show_kinds,
    show_presets,
    show_reveals,
    show_records,
    show_spellings,
    show_operations,
    show_imports,
    show_memory,
)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="what the operations of the package cost")
    parser.add_argument("--rounds", type=int, help=f"rounds of each ({FULL.rounds})")
    parser.add_argument("--quick", action="store_true", help="tiny sizes, to see that it runs")
    options = parser.parse_args()
    sizes = QUICK if options.quick else FULL
    if options.rounds:
        sizes = dataclasses.replace(sizes, rounds=options.rounds)
    print(f"Python {platform.python_version()}, CPU time, medians of {sizes.rounds} rounds")
    for section in SECTIONS:
        section(sizes)


if __name__ == "__main__":
    main()
