"""The catalogue of deliberate faults is whole and up to date, and its runner tells the truth.

The faults themselves are tried by `python -m tests.faults`.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from splendor import RuleId
from tests.faults import __main__ as command
from tests.faults import trial
from tests.faults.catalogue import FAULTS
from tests.faults.fault import SOURCE, Edit, Fault
from tests.faults.runner import Found, try_faults
from tests.markers import PITFALLS

RULES = {rule.value for rule in RuleId}
CLAUSES = {
    1: 3,  # by nobles, by most cards, by fewest reserved cards
    4: 2,  # a win for both separately, winner -1
    5: 2,  # over at once, one more turn for everybody
    7: 2,  # three are enough, five are needed
    8: 2,  # fewer always, fewer never
    10: 3,  # refused, gold withheld, an eleventh token kept
    11: 3,  # the gold just gained, tokens just taken, any gold
    12: 2,  # more accepted, too many listed
    15: 2,  # gold as overpayment, gold not counted as means
    20: 3,  # after a take, a reservation, a pass
    21: 4,  # all at once, handed on, claimed without the bonuses, worth nothing
    23: 2,  # cards, nobles
    25: 2,  # the owner's own card hidden, the others' sent
    27: 2,  # what is no action, an illegal action
    28: 2,  # the order, duplicates
}
"""How many faults a pitfall has at least, where it is more than one."""
CAUGHT = Fault(
    ("LIMIT-6",),
    "model/rules.py",
    "TOKEN_LIMIT: Final = 10",
    "TOKEN_LIMIT: Final = 9",
    "Only nine tokens may be kept.",
)
HARMLESS = Fault(
    ("LIMIT-6",),
    "model/rules.py",
    "MAX_NUMBER: Final = 1_000_000",
    "MAX_NUMBER: Final = 1_000_001",
    "Games may be endless by one round more.",
)
BROKEN = Fault(
    ("LIMIT-6",),
    "model/rules.py",
    "TOKEN_LIMIT: Final = 10",
    "TOKEN_LIMIT: Final = ten",
    "The package cannot be imported.",
)

needs_source = pytest.mark.skipif(not SOURCE.is_dir(), reason="src/splendor is not here")


@needs_source
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.subjects[0]}: {fault.says}")
def test_every_fault_can_be_made(fault: Fault, tmp_path: Path) -> None:
    """Each text is found once in the source as it is, and what comes out is Python."""
    for edit in fault.edits:
        text = (SOURCE / edit.file).read_text(encoding="utf-8")
        assert text.count(edit.old) == 1, edit
        (tmp_path / edit.file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / edit.file).write_text(text, encoding="utf-8")
    for edit in fault.edits:
        edit.apply(tmp_path)
    for edit in fault.edits:
        compile((tmp_path / edit.file).read_text(encoding="utf-8"), edit.file, "exec")


def test_every_rule_and_every_pitfall_has_a_fault() -> None:
    number = Counter(subject for fault in FAULTS for subject in fault.subjects)
    assert number.keys() == RULES | {str(pitfall) for pitfall in PITFALLS}
    few = {pitfall for pitfall, clauses in CLAUSES.items() if number[str(pitfall)] < clauses}
    assert few == set()


def test_no_fault_is_there_twice() -> None:
    assert len({fault.edits for fault in FAULTS}) == len(FAULTS)
    assert len({fault.says for fault in FAULTS}) == len(FAULTS)
    for fault in FAULTS:
        assert all(edit.old != edit.new for edit in fault.edits)
        assert len(set(fault.subjects)) == len(fault.subjects) > 0


@needs_source
def test_only_a_test_that_fails_catches_a_fault() -> None:
    """What changes nothing survives, and so does what cannot even be imported."""
    caught, harmless, broken = try_faults([CAUGHT, HARMLESS, BROKEN])
    assert caught.test == "tests/rules/test_limit.py::test_bonuses_do_not_count_as_tokens"
    assert (harmless.test, broken.test) == (None, None)
    assert "1 passed" in harmless.output
    assert "name 'ten' is not defined" in broken.output


def test_the_command_says_what_was_caught_and_what_survived(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The runner is left out here."""
    found = {
        CAUGHT: Found(CAUGHT, "LIMIT-6", "tests/rules/test_limit.py::test_bonuses"),
        HARMLESS: Found(HARMLESS, "LIMIT-6", None, "1 passed"),
    }
    monkeypatch.setattr(command, "try_faults", lambda faults, _: map(found.get, faults))
    monkeypatch.setattr(command, "FAULTS", (CAUGHT, HARMLESS))
    assert command.main("LIMIT-6") == 1
    assert capsys.readouterr().out.splitlines() == [
        "LIMIT-6   Only nine tokens may be kept.",
        "          tests/rules/test_limit.py::test_bonuses",
        "LIMIT-6   Games may be endless by one round more.",
        "          SURVIVED",
        "",
        "LIMIT-6 survived: Games may be endless by one round more.",
        "1 passed",
        "",
        "2 faults, 1 subjects, 1 survived",
    ]
    monkeypatch.setattr(command, "FAULTS", (CAUGHT,))
    assert command.main() == 0
    assert capsys.readouterr().out.splitlines()[-1] == "1 faults, 1 subjects, all caught"
    assert command.main("LIMIT-7") == 2
    assert capsys.readouterr().out == "no fault concerns LIMIT-7\n"


def test_a_trial_refuses_another_package_than_the_faulty_one(tmp_path: Path) -> None:
    assert trial.main(str(tmp_path), "LIMIT-6").startswith("tested would be ")


def test_an_edit_has_to_fit(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\ny = 1\n", encoding="utf-8")
    for old in ("z", "1"):
        with pytest.raises(AssertionError):
            Edit("a.py", old, "2").apply(tmp_path)
    Edit("a.py", "x = 1", "x = 2").apply(tmp_path)
    assert (tmp_path / "a.py").read_text(encoding="utf-8") == "x = 2\ny = 1\n"
