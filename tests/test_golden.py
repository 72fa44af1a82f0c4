"""The conformance files of this package's own say the truth, and all there is to say.

`python -m tests.conformance_files` writes them; `tests/conformance/README.md` has their formats.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

import splendor
from splendor import (
    Action,
    IllegalActionError,
    InvalidPositionError,
    RuleId,
    State,
    Verdict,
    apply,
    check,
    format_action,
    legal_actions,
    parse_action,
    parse_position,
    parse_record,
    verify,
)
from splendor.engine.scoring import EndReason
from splendor.testing import outcome_text
from tests.arbiter import broken, table_of
from tests.conformance_files import __main__ as command
from tests.conformance_files import files
from tests.conformance_files.files import FOLDER, lines_of
from tests.conformance_files.golden import Golden, read_golden, table_text

GAMES = sorted(path.stem for path in FOLDER.glob("games/*.txt"))
SOURCE = Path(splendor.__file__).parent
REFUSALS = lines_of("refusals.jsonl")
POSITIONS = lines_of("positions.jsonl")
RECORDS = lines_of("records.jsonl")


@cache
def golden(name: str) -> Golden:
    return read_golden((FOLDER / "games" / f"{name}.txt").read_text(encoding="utf-8"))


# Each file says the truth


@pytest.mark.rule("INV-10")
@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_played_as_written(name: str) -> None:
    """All legal actions in order, every table, and the outcome."""
    game = golden(name)
    assert all(game.about)
    state = parse_position(game.opening, strict=True)
    for decision in game.decisions:
        assert tuple(map(format_action, legal_actions(state))) == decision.legal
        assert decision.play in decision.legal
        state = apply(state, parse_action(decision.play, strict=True))
        assert table_text(state) == decision.table
        assert parse_position(decision.table, strict=True).players == state.players
    assert outcome_text(state) == game.outcome


@pytest.mark.parametrize("number", range(len(REFUSALS)))
def test_a_refusal_names_the_first_rule_broken(number: int) -> None:
    entry = REFUSALS[number]
    state = parse_position(entry["position"], strict=True)
    action = parse_action(entry["action"], strict=True)
    with pytest.raises(IllegalActionError) as caught:
        apply(state, action)
    assert caught.value.violation == check(state, action)
    assert caught.value.violation.rule.value == entry["rule"]
    assert broken(table_of(state), action)[0].value == entry["rule"]


@pytest.mark.parametrize("number", range(len(POSITIONS)))
def test_a_broken_position_is_refused_by_its_first_problem(number: int) -> None:
    entry = POSITIONS[number]
    with pytest.raises(InvalidPositionError) as caught:
        parse_position(entry["position"], strict=True)
    assert caught.value.problems[0].rule.value == entry["rule"]


@pytest.mark.parametrize("number", range(len(RECORDS)))
def test_a_forged_record_is_invalid_by_its_first_problem(number: int) -> None:
    entry = RECORDS[number]
    report = verify(parse_record(entry["record"], strict=True))
    assert report.verdict is Verdict.INVALID
    assert report.problem is not None
    assert report.problem.rule.value == entry["rule"]


def test_no_line_stands_there_twice() -> None:
    for entries in (REFUSALS, POSITIONS, RECORDS):
        assert len({str({**entry, "about": ""}) for entry in entries}) == len(entries)
        assert all(entry["about"] for entry in entries)


# Together they say all


def named_in(*paths: str) -> set[str]:
    """The rules that files of the source name in their code, and not in their doctests."""
    return {
        RuleId[node.attr].value
        for path in paths
        for file in sorted(SOURCE.glob(path))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        if isinstance(node.value, ast.Name)
        if node.value.id == "RuleId"
    }


JUDGED = named_in("engine/judge.py")
INVARIANT = named_in("engine/invariants.py")
VERIFIED = named_in("engine/knowledge.py", "verification/*.py")


def rules_of(entries: list[dict[str, str]]) -> set[str]:
    return {entry["rule"] for entry in entries}


@pytest.mark.rule("INV-10")
def test_every_rule_that_can_be_violated_is_violated_in_some_line() -> None:
    assert rules_of(REFUSALS) == JUDGED
    assert rules_of(POSITIONS) == INVARIANT
    assert rules_of(RECORDS) >= VERIFIED
    assert rules_of(RECORDS) <= JUDGED | INVARIANT | VERIFIED


def test_no_other_part_of_the_package_finds_violations() -> None:
    """So that the three sets above are all."""
    everywhere = JUDGED | INVARIANT | VERIFIED
    assert named_in("**/*.py") == everywhere
    assert len(everywhere) > 50


@pytest.mark.rule("END-1", "END-6", "END-7")
def test_every_reason_to_end_occurs_in_some_game() -> None:
    reasons = {game.outcome.split()[0] for game in map(golden, GAMES) if game.outcome}
    assert reasons == set(get_args(EndReason))


def decisions() -> Iterator[tuple[State, Action, State]]:
    """Every decision of the golden games that are no whole games."""
    for name in GAMES:
        game = golden(name)
        state = parse_position(game.opening)
        for decision in game.decisions:
            action = parse_action(decision.play)
            after = apply(state, action)
            if not name.startswith("whole-"):
                yield state, action, after
            state = after


@pytest.mark.rule("NOB-1", "NOB-6", "LIMIT-3", "PASS-1", "ROW-2", "RES-4")
def test_every_kind_of_action_and_what_is_rare_occurs_in_some_scene() -> None:
    found = list(decisions())
    assert {type(action) for _, action, _ in found} == set(get_args(Action))
    returned = {
        action.gems.total for _, action, _ in found if isinstance(action, splendor.ReturnTokens)
    }
    assert returned == {1, 2, 3}
    assert {len(before.players) for before, _, _ in found} == {2, 3, 4}
    sole = [
        type(action)
        for before, action, after in found
        if before.phase.value == "main"
        if len(after.players[before.mover].nobles) > len(before.players[before.mover].nobles)
    ]
    assert {splendor.TakeTokens, splendor.BuyCard, splendor.Pass} <= set(sole)
    assert any(None in row for state, _, _ in found for row in state.rows)


# The command


def test_the_files_are_what_the_command_writes() -> None:
    """But for the counts, of which tests/test_perft.py recounts the cheap ones."""
    assert files.stale({**files.quick_files(), files.PERFT: _read(files.PERFT)}) == []


def _read(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def test_the_command_writes_what_differs_and_removes_what_is_no_game_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = {"perft.jsonl": "{}\n", "games/one.txt": "# one\n"}
    monkeypatch.setattr(files, "FOLDER", tmp_path)
    monkeypatch.setattr(command, "FOLDER", tmp_path)
    monkeypatch.setattr(command, "files", lambda: wanted)
    assert command.main(["--check"]) == 1
    assert capsys.readouterr().out == "perft.jsonl\ngames/one.txt\n2 files, 2 of them differ\n"
    assert list(tmp_path.iterdir()) == []
    assert command.main([]) == 0
    (tmp_path / "games" / "two.txt").write_text("", encoding="utf-8")
    (tmp_path / "perft.jsonl").write_text("", encoding="utf-8")
    assert command.main([]) == 0
    assert "perft.jsonl\ngames/two.txt\n2 files, 2 of them written or removed" in (
        capsys.readouterr().out
    )
    assert {
        path.relative_to(tmp_path).as_posix(): path.read_text(encoding="utf-8")
        for path in tmp_path.rglob("*.*")
    } == wanted
    assert command.main(["--check"]) == 0


@pytest.mark.parametrize(("change", "code"), [({}, 0), ({"counts": [1, 2]}, 1), ({"oracle": 1}, 0)])
def test_the_command_recounts_by_engine_and_oracle(
    change: dict[str, object],
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    line = next(entry for entry in lines_of("perft.jsonl") if entry["id"] == "stalemate-2")
    monkeypatch.setattr(command, "counted_lines", lambda: [{**line, "oracle": 2, **change}])
    assert command.main(["--perft"]) == code
    assert f"{code} lines are wrong" in capsys.readouterr().out
