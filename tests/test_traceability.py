"""Every rule and every pitfall has a test that names it, and every name is one of them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from splendor import RuleId
from tests.markers import PITFALLS, Mark, marks

ROOT = Path(__file__).parents[1]
TAKING = "tests/rules/test_take.py"
RULES = {rule.value for rule in RuleId}


def named(kind: str) -> dict[str | int | None, list[Mark]]:
    """Return what the markers of a kind name, with the markers."""
    places: dict[str | int | None, list[Mark]] = {}
    for mark in marks():
        if mark.kind == kind:
            assert mark.subjects, f"{mark} names nothing"
            for subject in mark.subjects:
                places.setdefault(subject, []).append(mark)
    return places


def test_every_marker_names_rules_or_pitfalls_as_literals() -> None:
    for kind, known in (("rule", RULES), ("pitfall", set(PITFALLS))):
        wrong = {name: places for name, places in named(kind).items() if name not in known}
        assert {name: list(map(str, places)) for name, places in wrong.items()} == {}


def test_every_rule_has_a_test_that_names_it() -> None:
    assert sorted(RULES - named("rule").keys()) == []


def test_every_pitfall_has_a_test_that_names_it() -> None:
    assert sorted(set(PITFALLS) - named("pitfall").keys()) == []


def test_the_tests_about_one_rule_can_be_run_alone() -> None:
    def collected(*options: str) -> set[str]:
        process = subprocess.run(
            [*(sys.executable, "-m", "pytest", "--collect-only", "-q"), *options, TAKING],
            cwd=ROOT,
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
        return {line for line in process.stdout.splitlines() if "::" in line}

    found = collected("--about", "TAKE-5")
    assert found
    assert found < collected()
