"""Every rule has a test that names it, and every name is that of a rule."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from splendor import RuleId

TESTS = Path(__file__).parent


def rule_marks(tree: ast.AST) -> Iterator[ast.Call]:
    """Yield the calls of `pytest.mark.rule` in a module."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="mark"), attr="rule")):
                yield node


def named() -> dict[str, list[str]]:
    """Return the ids that markers name, with the places of the markers."""
    places: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("*.py")):
        for call in rule_marks(ast.parse(path.read_text(encoding="utf-8"))):
            place = f"{path.relative_to(TESTS)}:{call.lineno}"
            for argument in call.args:
                rule = argument.value if isinstance(argument, ast.Constant) else "not a literal"
                places.setdefault(str(rule), []).append(place)
            assert call.args, f"{place} names no rule"
    return places


def test_every_marker_names_a_rule() -> None:
    known = {rule.value for rule in RuleId}
    assert {rule: places for rule, places in named().items() if rule not in known} == {}


def test_every_rule_has_a_test_that_names_it() -> None:
    """But for those of logs, whose tests are those of the readers."""
    expected = {rule.value for rule in RuleId if not rule.value.startswith("LOG-")}
    assert sorted(expected - named().keys()) == []
