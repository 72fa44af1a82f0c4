"""Games that other programs and people played, replayed and compared at every step.

`tests/conformance/README.md` says where they come from. The traces are replayed with all that they
tell, and again as somebody would see them who knows less. `TRACES` says how much there is to
compare, so that nothing is skipped unseen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Final, Literal, TypeAlias

import attrs
import pytest

from splendor import (
    EXTRA_NOBLES,
    OFFICIAL,
    BuyCard,
    Card,
    CardBack,
    ChooseNoble,
    IllegalActionError,
    InvalidPositionError,
    Noble,
    Phase,
    ReserveCard,
    Reserved,
    ReserveFromDeck,
    RevealCard,
    RuleId,
    Rules,
    State,
    apply,
    disclose,
    legal_actions,
    observe,
    outcome,
    problems,
)
from tests.effort import effort
from tests.traces import Step, Trace, read_traces

DATA: Final = Path(__file__).parent / "conformance"

Knowledge: TypeAlias = Literal["full", "drawn", "late", "public"]
"""How much a replay knows.

`full`: the decks, so that cards turn up by themselves; as `drawn` if the trace has no decks;
`drawn`: the decks only counted; a card is named as it turns up and as it is drawn;
`late`: the same, but turned up without a face, which is disclosed afterwards;
`public`: a card reserved from a deck is not named before it is bought.
"""


@attrs.frozen
class Counts:
    """How much of a file of traces there is, and how much of it is compared."""

    games: int
    steps: int
    steps_replayed: int
    """All but those from a first problem on."""
    tables: int
    tables_compared: int
    ends_compared: int
    turned_up: int
    """Cards turned up, among the steps replayed, as are the last three."""
    left_empty: int
    """Places that stay empty since the deck has no card."""
    drawn: int
    """Cards reserved from a deck."""
    nobles: int
    """Nobles that visited."""


TRACES: Final = {
    # games, steps, replayed, tables, compared, ends, turned up, left empty, drawn, nobles
    "ai-splendor-llm-recorded": Counts(2, 153, 132, 100, 90, 1, 35, 0, 2, 2),
    "bga": Counts(2, 162, 162, 106, 106, 2, 51, 0, 0, 3),
    "bluffmin-splendor-rl": Counts(9, 1262, 1262, 753, 753, 9, 414, 27, 0, 27),
    "csplendor": Counts(6, 734, 734, 420, 420, 6, 206, 0, 6, 13),
    "effective-splendor-recorded": Counts(24, 2441, 2441, 1470, 1470, 24, 873, 0, 22, 50),
    "forry4-spender-az": Counts(4, 427, 400, 252, 239, 3, 133, 0, 2, 7),
    "inhabae-splendor-native": Counts(6, 683, 683, 392, 392, 6, 209, 0, 3, 12),
    "inhabae-splendor-ref": Counts(4, 524, 524, 300, 300, 4, 168, 0, 2, 8),
    "unimelb-comp90054": Counts(3, 630, 630, 363, 363, 3, 144, 6, 0, 5),
}

PROBLEMS: Final = {
    "ai-splendor-llm-recorded-5": (62, RuleId.PASS_2),
    "forry4-spender-az-42": (72, RuleId.NOB_1),
}
"""The first step that breaks a rule, and the rule, of the only traces that have one.

In the first the source lets a player pass who could take tokens; in the second it gives no noble to
a player who is owed one and took tokens.
"""

# Replaying a trace


class ClaimError(Exception):
    """What the source says of a legal action breaks a rule."""

    def __init__(self, rule: RuleId) -> None:
        self.rule = rule
        super().__init__(rule)


@attrs.frozen
class Replayed:
    """The opening and the state after each step, up to the first problem."""

    states: tuple[State, ...]
    problem: tuple[int, RuleId] | None = None


@cache
def traces(file: str) -> tuple[Trace, ...]:
    return read_traces(DATA / "traces" / f"{file}.jsonl")


@cache
def replay(trace: Trace, knowledge: Knowledge = "full", rules: Rules | None = None) -> Replayed:
    """Apply every step of a trace until one breaks a rule."""
    states = [trace.opening(counted=knowledge != "full", rules=rules)]
    for turn in trace.turns:
        opening = states[-1]
        for step in turn:
            try:
                state = advance(opening, states[-1], step, knowledge)
                if step is turn[-1]:
                    check_visit(opening, state, turn)
            except IllegalActionError as error:
                return Replayed(tuple(states), (step.number, error.violation.rule))
            except ClaimError as error:
                return Replayed(tuple(states), (step.number, error.rule))
            states.append(state)
    states[-1] = without_last_refill(states[-1])
    return Replayed(tuple(states))


def advance(opening: State, state: State, step: Step, knowledge: Knowledge) -> State:
    """Return the state after a step of a turn that began with `opening`.

    What has happened by itself is not done again: the refill from a known deck and the visit of a
    sole noble.
    """
    action = step.action
    if action is None or (isinstance(action, RevealCard) and state.phase is not Phase.REVEAL):
        return state
    if isinstance(action, ChooseNoble) and visitor(opening, state) is action.noble:
        return state
    if state.phase is not Phase.OVER and step.by != state.decider:
        raise ClaimError(RuleId.TURN_4)
    if isinstance(action, RevealCard) and isinstance(action.card, Card) and knowledge == "late":
        unnamed = apply(state, RevealCard(CardBack(action.card.level)))
        return disclose(unnamed, None, action.card)
    after = apply(state, action)
    card = step.drawn
    if card is None or knowledge == "public" or isinstance(state.decks[card.level - 1][0], Card):
        return after
    return disclose(after, step.by, card)


def check_visit(opening: State, state: State, turn: Sequence[Step]) -> None:
    """Raise ClaimError if a noble came by itself and the source has none (NOB-1).

    In these traces a visit is always a step of its own: a turn without one says that nobody came.
    """
    named = any(isinstance(step.action, ChooseNoble) for step in turn)
    if visitor(opening, state) is not None and not named:
        raise ClaimError(RuleId.NOB_1)


def visitor(before: State, after: State) -> Noble | None:
    """Return the noble that left the table between two states."""
    gone = [noble for noble in before.nobles if noble not in after.nobles]
    return gone[0] if gone else None


def without_last_refill(state: State) -> State:
    """Turn up a card without a face where the source ends before the last refill (LOG-1)."""
    if state.phase is not Phase.REVEAL or state.awaited_place is None:
        return state
    return apply(state, RevealCard(CardBack(state.awaited_place[0])))


# Comparing a trace


ALL_TRACES: Final = [pytest.param(trace, id=trace.id) for file in TRACES for trace in traces(file)]


def tables(trace: Trace) -> tuple[tuple[Step, State], ...]:
    """Return the steps with a recorded table, up to the first problem, and the states there."""
    steps = zip(trace.steps, replay(trace).states[1:], strict=False)
    return tuple((step, state) for step, state in steps if step.after is not None)


def counts(file: str) -> Counts:
    """Count what the tests of a file compare."""
    total: Counter[str] = Counter()
    for trace in traces(file):
        replayed = replay(trace)
        steps = trace.steps[: len(replayed.states) - 1]
        total["games"] += 1
        total["steps"] += len(trace.steps)
        total["steps_replayed"] += len(steps)
        total["tables"] += sum(step.after is not None for step in trace.steps)
        total["tables_compared"] += len(tables(trace))
        total["ends_compared"] += replayed.problem is None
        total["turned_up"] += sum(isinstance(step.action, RevealCard) for step in steps)
        total["left_empty"] += sum(step.action is None for step in steps)
        total["drawn"] += sum(step.drawn is not None for step in steps)
        total["nobles"] += sum(isinstance(step.action, ChooseNoble) for step in steps)
    return Counts(**{field.name: total[field.name] for field in attrs.fields(Counts)})


def false_claims(trace: Trace, step: Step, before: State, after: State) -> Iterator[str]:
    """Name what a step says beside its action and the engine denies."""
    if step.by is None:
        yield from false_claims_of_refill(trace, step, after)
        return
    action, own, then = step.action, before.players[step.by], after.players[step.by]
    hand = {entry.card for entry in own.reserved}
    if isinstance(action, ReserveCard | ReserveFromDeck):
        gained = then.tokens.gold - own.tokens.gold
        if not step.gold == bool(before.bank.gold) == bool(gained):
            yield "gold"
    if isinstance(action, ReserveCard) and action.card not in before.rows[(step.level or 0) - 1]:
        yield "level"
    if isinstance(action, ReserveCard) and Reserved(action.card) not in then.reserved:
        yield "card"
    if step.drawn is not None and Reserved(step.drawn, face_down=True) not in then.reserved:
        yield "drawn"
    if isinstance(action, BuyCard) and step.from_hand != (action.card in hand):
        yield "from"
    if isinstance(action, ChooseNoble):
        table = frozenset((*before.nobles, action.noble))
        if step.eligible != frozenset(n for n in table if own.bonuses.covers(n.requires)):
            yield "eligible"


def false_claims_of_refill(trace: Trace, step: Step, after: State) -> Iterator[str]:
    """Name what a card turned up, or a place left empty, says and the engine denies."""
    level, slot = step.level, step.slot
    assert level is not None
    row = after.rows[level - 1]
    card = step.action.card if isinstance(step.action, RevealCard) else None
    if card is None and after.decks[level - 1]:
        yield "deck"
    if card not in row:
        yield "card"
    if trace.fixed_places and slot is not None and row[slot] is not card:
        yield "slot"


def test_every_trace_is_there() -> None:
    """The files of the folder are those tested, and no two of their games share an id."""
    assert {path.stem for path in (DATA / "traces").iterdir()} == set(TRACES)
    ids = [trace.id for file in TRACES for trace in traces(file)]
    assert len(set(ids)) == len(ids) == 60
    assert set(PROBLEMS) < set(ids)


@pytest.mark.parametrize("file", TRACES)
def test_nothing_is_left_out(file: str) -> None:
    """As many steps, tables and ends are compared as a file has up to the first problems."""
    assert counts(file) == TRACES[file]


@pytest.mark.rule("SETUP-3", "SETUP-6", "SETUP-7", "SETUP-8", "SETUP-9", "SETUP-11")
@pytest.mark.parametrize("trace", ALL_TRACES)
def test_opening(trace: Trace) -> None:
    """The bank and the decks of an opening hold what the source dealt."""
    state = trace.opening()
    assert state.bank == trace.bank
    assert tuple(map(len, state.decks)) == trace.deck_counts
    assert state.mover == trace.first_player


@pytest.mark.rule("TURN-1", "TURN-2", "PASS-2", "NOB-1", "END-1", "END-2", "END-8")
@pytest.mark.parametrize("trace", ALL_TRACES)
def test_first_problem(trace: Trace) -> None:
    """Every step is legal and the last one ends the game, but for two games with one problem."""
    replayed = replay(trace)
    assert replayed.problem == PROBLEMS.get(trace.id)
    assert (replayed.states[-1].phase is Phase.OVER) == (replayed.problem is None)
    assert all(state.phase is not Phase.OVER for state in turn_openings(trace))


def turn_openings(trace: Trace) -> list[State]:
    """Return the states in which the turns of a trace begin, up to the first problem."""
    states = replay(trace).states
    return [states[turn[0].number] for turn in trace.turns if turn[0].number < len(states)]


@pytest.mark.rule("TAKE-1", "TAKE-4", "LIMIT-1", "LIMIT-2", "RES-3", "RES-9", "BUY-4", "PAY-1")
@pytest.mark.rule("PAY-2", "PAY-5", "BON-1", "NOB-7", "NOB-8", "ROW-1", "ROW-2", "ROW-3", "ROW-4")
@pytest.mark.parametrize("trace", ALL_TRACES)
def test_tables(trace: Trace) -> None:
    """After every turn bank, tokens, bonuses, points, hands, nobles and rows are as recorded.

    Rows are compared place by place too where the source refills the place that fell empty.
    """
    differences = {
        step.number: step.after.differences(state, in_order=trace.fixed_places)
        for step, state in tables(trace)
        if step.after is not None
    }
    assert not {number: names for number, names in differences.items() if names}


@pytest.mark.rule("INFO-3", "RES-3", "RES-4", "NOB-2", "NOB-3", "NOB-6", "ROW-1", "ROW-2", "ROW-3")
@pytest.mark.parametrize("trace", ALL_TRACES)
def test_claims(trace: Trace) -> None:
    """The gold, the card drawn or turned up and the nobles that qualify are as recorded."""
    states = replay(trace).states
    found = {
        step.number: tuple(false_claims(trace, step, before, after))
        for step, before, after in zip(trace.steps, states, states[1:], strict=False)
    }
    assert not {number: names for number, names in found.items() if names}


@pytest.mark.rule("END-2", "END-3", "WIN-1", "WIN-2", "WIN-3")
@pytest.mark.parametrize("trace", ALL_TRACES)
def test_end(trace: Trace) -> None:
    """Scores, bought cards, winners and reason at the end are as recorded."""
    replayed = replay(trace)
    if replayed.problem is None:
        assert trace.result.differences(replayed.states[-1]) == ()
    else:
        assert outcome(replayed.states[-1]) is None


@pytest.mark.rule("INV-1", "INV-2", "INV-3", "INV-4", "INV-5", "INV-6", "INV-9", "INV-10")
@pytest.mark.parametrize("trace", ALL_TRACES)
def test_positions_are_sound(trace: Trace) -> None:
    """Every position on the way keeps the invariants and lists the action played, once."""
    replayed = replay(trace)
    for step, before, after in zip(trace.steps, replayed.states, replayed.states[1:], strict=False):
        assert problems(after) == ()
        if step.action is not None and before is not after:
            assert legal_actions(before).count(step.action) == 1


@pytest.mark.sweep
@pytest.mark.rule("INFO-1", "INFO-2", "INFO-3", "INFO-4", "INFO-5", "LOG-1")
@pytest.mark.parametrize("knowledge", ["drawn", "late", "public"])
@pytest.mark.parametrize("trace", ALL_TRACES)
def test_less_knowledge(trace: Trace, knowledge: Knowledge) -> None:
    """On counted decks the same steps are legal and lead to what each seat may know.

    Without naming the cards drawn it is what a spectator may know.
    """
    full, less = replay(trace), replay(trace, knowledge)
    assert less.problem == full.problem
    seats = (None,) if knowledge == "public" else (None, *range(trace.players))
    pairs = zip(full.states, less.states, strict=True)
    for known, state in islice(pairs, 0, None, effort(3)):
        if state.phase is not Phase.REVEAL:
            for seat in seats:
                assert observe(state, seat) == observe(known, seat)


# Options

GOLD_FOR_HELD_COLOURS: Final = {
    "csplendor-2": 150,
    "csplendor-4": 15,
    "csplendor-6": 13,
    "inhabae-splendor-ref-3": 52,
}
"""The first step, by trace, that pays with gold for a colour held."""

SHORT_TAKES: Final = {
    "forry4-spender-az-2": 3,
    "forry4-spender-az-42": 6,
    "unimelb-comp90054-1": 21,
    "unimelb-comp90054-27": 34,
    "unimelb-comp90054-39": 43,
}
"""The first step, by trace, that takes fewer tokens than the official rules demand."""


@pytest.mark.rule("VAR-7", "PAY-3")
@pytest.mark.parametrize("trace", ALL_TRACES)
def test_gold_last(trace: Trace) -> None:
    """With gold to be paid last only the games that pay it earlier break a rule more: PAY-3."""
    assert trace.id not in GOLD_FOR_HELD_COLOURS or "gold_last" not in trace.quirks
    rules = attrs.evolve(trace.rules, payment="gold_last")
    problem = replay(trace, rules=rules).problem
    if trace.id in GOLD_FOR_HELD_COLOURS:
        assert problem == (GOLD_FOR_HELD_COLOURS[trace.id], RuleId.PAY_3)
    else:
        assert problem == PROBLEMS.get(trace.id)


@pytest.mark.rule("VAR-3", "TAKE-2", "TAKE-3")
@pytest.mark.parametrize("trace", ALL_TRACES)
def test_short_takes(trace: Trace) -> None:
    """The official rules refuse just the takes of sources that let players take fewer: TAKE-3."""
    assert trace.id not in SHORT_TAKES or trace.rules.take_fewer == "always"
    rules = attrs.evolve(trace.rules, take_fewer="when_short")
    problem = replay(trace, rules=rules).problem
    if trace.id in SHORT_TAKES:
        assert problem == (SHORT_TAKES[trace.id], RuleId.TAKE_3)
    else:
        assert problem == PROBLEMS.get(trace.id)


@pytest.mark.rule("VAR-1", "END-1", "END-8")
def test_target_score() -> None:
    """A game to 21 points goes on where one to 15 is over."""
    (trace,) = (trace for trace in traces("forry4-spender-az") if trace.id.endswith("-41"))
    assert trace.rules.target_score == 21
    shorter = replay(trace, rules=attrs.evolve(trace.rules, target_score=15))
    assert shorter.problem == (98, RuleId.END_8)


@pytest.mark.rule("VAR-5", "INV-3")
def test_noble_pool() -> None:
    """A tile beyond the ten is laid out only under the rules of a source that has it."""
    extra = [trace for file in TRACES for trace in traces(file) if "extra_nobles" in trace.quirks]
    assert len(extra) == 4
    for trace in extra:
        assert set(trace.nobles) & set(EXTRA_NOBLES.values())
        with pytest.raises(InvalidPositionError, match="INV-3"):
            trace.opening(rules=OFFICIAL)
