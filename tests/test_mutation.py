"""The command that tries mutants tells the truth about them, and what is explained of them is so.

The mutants themselves are tried by `python -m tests.mutation`; mutmut and the trials are left out
here.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.fault import SOURCE
from tests.mutation import __main__ as command
from tests.mutation.explained import Explained, read, unexplained
from tests.mutation.mutants import Mutant, change

METHOD = "splendor.model.gems.xǁGemsǁof"
TOTAL = "splendor.engine.arithmetic.x_total"
MUTANTS = [
    Mutant(f"{TOTAL}__mutmut_1", "-a + b\n+a - b"),
    Mutant(f"{TOTAL}__mutmut_2", "-a >= b\n+a > b"),
    Mutant(f"{METHOD}__mutmut_1", "-1\n+2"),
]
ENDS = dict(zip([mutant.name for mutant in MUTANTS], ["killed by a", "survived"], strict=False))
EXPLAINED = Explained({("splendor.engine.arithmetic.total", MUTANTS[1].change): "a is never b"}, {})


def test_a_mutant_is_named_by_its_function_and_the_lines_that_differ() -> None:
    assert [mutant.function for mutant in MUTANTS[1:]] == [
        "splendor.engine.arithmetic.total",
        "splendor.model.gems.Gems.of",
    ]
    assert str(MUTANTS[2]) == "splendor.model.gems.Gems.of\n-1\n+2"
    assert change(["def _():", "a", "b"], ["def _():", "a", "c"]) == "-b\n+c"


def wrong(explained: Explained, ends: dict[str, str], *, partial: bool = False) -> list[str]:
    return list(unexplained(explained, MUTANTS, ends, partial=partial))


def test_a_survivor_has_to_be_explained() -> None:
    assert wrong(EXPLAINED, ENDS) == []
    assert wrong(Explained({}, {}), ENDS) == [f"survived: {MUTANTS[1]}"]


def test_a_mutant_that_no_test_reaches_has_to_be_in_a_function_explained() -> None:
    ends = {MUTANTS[2].name: "unreached"}
    nothing = Explained({}, {})
    assert wrong(nothing, ends) == [f"unreached: {MUTANTS[2]}"]
    assert wrong(Explained({}, {"splendor.model.gems.Gems.of": "on import"}), ends) == []


@pytest.mark.parametrize("end", ["killed by a", "timeout"])
def test_what_is_explained_has_to_survive(end: str) -> None:
    assert wrong(EXPLAINED, {**ENDS, MUTANTS[1].name: end}) == [
        f"explained, but killed: {MUTANTS[1]}"
    ]
    ends = {**ENDS, MUTANTS[2].name: end}
    functions = {"splendor.model.gems.Gems.of": "on import"}
    assert wrong(Explained(EXPLAINED.changes, functions), ends) == [
        "explained, but reached: splendor.model.gems.Gems.of"
    ]


def test_what_is_explained_has_to_be_there_unless_only_some_mutants_are_asked_for() -> None:
    gone = Explained({("f", "-x\n+y"): "why"}, {"g": "why"})
    ends = {mutant.name: "killed by a" for mutant in MUTANTS}
    assert wrong(gone, ends) == ["explained, but gone: f\n-x\n+y", "explained, but gone: g"]
    assert wrong(gone, ends, partial=True) == []


@pytest.mark.parametrize("reasons", [["why", "again"], [" "]])
def test_nothing_is_explained_twice_or_without_a_reason(tmp_path: Path, reasons: list[str]) -> None:
    entries = [
        f"[[change]]\nfunction = 'f'\nlines = ['''\n-x\n+y\n''']\nreason = '{reason}'\n"
        for reason in reasons
    ]
    path = tmp_path / "explained.toml"
    path.write_text("[on_import]\n" + "".join(entries), encoding="utf-8")
    with pytest.raises(ValueError, match="explained twice or without a reason: f"):
        read(path)


@pytest.mark.skipif(not SOURCE.is_dir(), reason="src/splendor is not here")
def test_what_is_explained_is_of_functions_that_there_are() -> None:
    explained = read()
    for function in {*explained.functions, *[name for name, _ in explained.changes]}:
        *names, last = function.removeprefix("splendor.").split(".")
        path = SOURCE.joinpath(*names[:2]).with_suffix(".py")
        assert f"def {last}(" in path.read_text("utf-8"), function


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for the command, with neither mutmut nor trials."""
    monkeypatch.setattr(command, "make", lambda _: MUTANTS)
    monkeypatch.setattr(command, "digest", lambda: "0")
    monkeypatch.setattr(command, "read", lambda: EXPLAINED)
    return tmp_path


def test_the_command_counts_and_goes_on_where_it_was(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line that was not written to its end counts for none."""
    (folder / "results-0.txt").write_text(f"{TOTAL}__mutmut_1 killed by a\n{TOTAL}__mu", "utf-8")
    asked = []

    def trial(names: list[str], *_: object) -> Iterator[str]:
        asked.append(names)
        yield from (f"{name} {ENDS.get(name, 'timeout')}" for name in names)

    monkeypatch.setattr(command, "_try", trial)
    monkeypatch.setattr(command, "LEAST", 60)
    assert command.main("--folder", str(folder)) == 0
    assert asked == [[mutant.name for mutant in MUTANTS[1:]]]
    assert capsys.readouterr().out.splitlines() == [
        "3 mutants, 2 of them yet to be tried",
        "",
        (
            "3 mutants of 2 functions; 0 in functions that run only on import; 3 run: 2 killed, "
            "1 of them for their time; 1 survived; score 66.7 %"
        ),
    ]
    monkeypatch.setattr(command, "LEAST", 95)
    assert command.main("--folder", str(folder)) == 1  # the score is too low
    assert len(asked) == 1


def test_the_command_fails_where_something_is_not_explained_or_not_tried(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "_try", lambda names, *_: [f"{name} killed" for name in names])
    assert command.main("--folder", str(folder), "arithmetic.total") == 1
    assert capsys.readouterr().out.splitlines()[:2] == [
        "2 mutants, 2 of them yet to be tried",
        "",
    ]
    monkeypatch.setattr(command, "_try", lambda *_: [])
    assert command.main("--folder", str(folder), "Gems") == 1
    assert "1 mutants, 1 of them yet to be tried" in capsys.readouterr().out
    assert command.main("--folder", str(folder), "nothing") == 1
