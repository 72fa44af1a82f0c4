"""The engine and the oracle agree, by a share of `python -m tests.soak`; and it can fail."""

from __future__ import annotations

import ast
import random
from collections.abc import Sequence
from pathlib import Path

import attrs
import pytest

from splendor import (
    PRESETS,
    Action,
    Outcome,
    Phase,
    RuleId,
    Score,
    State,
    Violation,
    apply,
    check,
    legal_actions,
    observe,
    outcome,
    score,
    setup,
)
from splendor.model import actions, cards, gems, rule_ids, rules, state
from tests import arbiter, universe
from tests.arbiter import broken, table_of
from tests.corners_ends import CORNERS
from tests.positions import position, seat
from tests.soak import __main__ as command
from tests.soak.compare import THOROUGH, Comparison, Difference, Engine
from tests.soak.run import Job, Tally, do
from tests.universe import legal, written

pytestmark = pytest.mark.sweep

SEED = 11
GAMES = (0, 4, 8, 9, 13, 17)
"""Games of each preset and of house rules, each number of players twice."""
MODEL = (actions, cards, gems, rule_ids, rules, state)
OPENING = setup(2, seed=1)
OVER = position(
    seat(bought="3w4 3u4 3g4"), seat(bought="3w3 3u3"), turn=12, mover=0, phase=Phase.OVER
)


@pytest.mark.parametrize("module", [arbiter, universe], ids=["arbiter", "universe"])
def test_the_oracle_knows_no_function_of_the_engine(module: object) -> None:
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))  # type: ignore[attr-defined]
    imported = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom | ast.Import)]
    for node in imported:
        names = [alias.name for alias in node.names]
        source = node.module if isinstance(node, ast.ImportFrom) else names[0]
        assert source in {
            *("__future__", "collections.abc", "functools", "itertools", "typing", "attrs"),
            *("splendor", "tests.arbiter"),
        }
        if source == "splendor":
            values = {name for module in MODEL for name in vars(module)}
            assert set(names) <= values
            assert not set(names) & {"legal_actions", "check", "apply", "score", "outcome"}
    asked = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert not [name for name in asked if name.startswith("_")]
    assert not asked & {"mover", "decider", "bonuses", "awaited_place", "covers"}


@pytest.mark.rule("INV-10", "WIN-1", "WIN-2", "END-9")
@pytest.mark.parametrize("number", GAMES)
def test_whole_games_go_as_the_oracle_has_it(number: int) -> None:
    tally = do(Job("game", range(number, number + 1), SEED))
    assert tally.differences == []
    assert tally.counts["decisions"] > tally.counts["positions"] > 20


@pytest.mark.rule("INV-10", "NOB-6", "END-6", "END-7", "WIN-3", "WIN-4")
def test_rare_positions_are_as_the_oracle_has_them() -> None:
    tally = do(Job("state", range(len(CORNERS)), SEED))
    assert tally.differences == []
    assert set(tally.corners.values()) == {1}


@pytest.mark.rule("INV-10")
@pytest.mark.parametrize("preset", PRESETS)
def test_the_list_of_the_oracle_is_all_that_breaks_no_rule(preset: str) -> None:
    """What it leaves out of its writing, to be quick, would not be legal."""
    rng = random.Random(preset)  # noqa: S311 - no secret
    now = setup(3, seed=7, rules=PRESETS[preset])
    for _ in range(60):
        now = apply(now, rng.choice(legal_actions(now)))
    for known in (now, observe(now, now.mover), observe(now, None)):
        table = table_of(known)
        sound = [action for action in written(table) if not broken(table, action)]
        assert set(sound) == set(legal(table))
        assert len(sound) == len(set(sound)) == len(legal(table))


def _one_less(now: State) -> Sequence[Action]:
    return legal_actions(now)[1:]


def _one_twice(now: State) -> Sequence[Action]:
    return (*legal_actions(now), legal_actions(now)[0])


def _without_turn(now: State, action: Action) -> State:
    return attrs.evolve(apply(now, action), turn=now.turn)


def _scores(now: State) -> tuple[Score, ...]:
    return tuple(attrs.evolve(entry, rank=1) for entry in score(now))


def _outcome(now: State) -> Outcome | None:
    end = outcome(now)
    return None if end is None else attrs.evolve(end, winners=(1,))


def _lenient(now: State, action: Action) -> Violation | None:
    violation = check(now, action)
    return None if violation and violation.rule is RuleId.TAKE_3 else violation


@pytest.mark.parametrize(
    ("engine", "what", "now"),
    [
        (Engine(legal_actions=_one_less), "legal actions", OPENING),
        (Engine(legal_actions=_one_twice), "legal actions", OPENING),
        (Engine(apply=_without_turn), "successor of", OPENING),
        (Engine(score=_scores), "score", OVER),
        (Engine(outcome=_outcome), "outcome", OVER),
        (Engine(check=_lenient), "refusal of", OPENING),
    ],
    ids=["one less", "one twice", "successor", "score", "outcome", "refusal"],
)
def test_a_faulty_engine_is_found_out(engine: Engine, what: str, now: State) -> None:
    rng = random.Random(1)  # noqa: S311 - no secret
    faulty, sound = Comparison(engine), Comparison()
    for comparison in (faulty, sound):
        comparison.position(now, table_of(now), rng, THOROUGH)
    assert {difference.what for difference in faulty.differences} == {what}
    assert sound.differences == []
    text = str(faulty.differences[0])
    assert text.startswith(what)
    assert f"  in {now}\n  engine " in text
    assert "\n  oracle " in text


def test_a_way_ends_where_the_two_part() -> None:
    rng = random.Random(1)  # noqa: S311 - no secret
    comparison = Comparison(Engine(apply=_without_turn))
    comparison.way(OPENING, rng, lambda _, __, some: some[0], steps=50)
    assert comparison.positions < 4
    assert comparison.differences


def test_the_command_tells_what_it_did(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--games", "0", "--states", "23", "--workers", "1"]) == 0
    told = capsys.readouterr().out
    assert "whole games: 0\n" in told
    assert all(f"  {corner.name}: 1\n" in told for corner in CORNERS)
    assert "\ndifferences: 0, in " in told


def test_the_command_fails_where_anything_differs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Difference("refusal of", str(OPENING), "P", "None", "PASS-2")
    monkeypatch.setattr(command, "do", lambda _: Tally(differences=[found]))
    assert command.main(["--games", "1", "--states", "0", "--workers", "1"]) == 1
    told = capsys.readouterr().out
    assert f"refusal of P\n  in {OPENING}\n" in told
    assert "differences: 1, in " in told


def test_the_work_is_cut_into_pieces_that_leave_out_nothing() -> None:
    work = list(command.jobs(12, 120, seed=3))
    for kind, number in (("game", 12), ("state", 120)):
        numbers = [one for job in work if job.kind == kind for one in job.numbers]
        assert numbers == list(range(number))
