"""Which rules, pitfalls and examples the markers of the tests name, read from their text."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import attrs

TESTS: Final = Path(__file__).parent
KINDS: Final = {"rule", "pitfall", "example"}
PITFALLS: Final = tuple(range(1, 29))
"""The numbers of what other implementations got wrong."""
SLOW: Final = {"test_conformance", "test_forgery", "test_legal_lists", "test_refusals"}
"""The files with tests of whole games, or of all that could be written down."""


@attrs.frozen
class Mark:
    """A marker `rule`, `pitfall` or `example`: what it names, and where it stands."""

    kind: str
    subjects: tuple[str | int | None, ...]
    """What is no literal is None."""
    path: Path
    line: int

    def __str__(self) -> str:
        return f"{self.path.relative_to(TESTS)}:{self.line}"


@cache
def marks() -> tuple[Mark, ...]:
    """Return every marker in the tests."""
    return tuple(_marks())


def _marks() -> Iterator[Mark]:
    for path in sorted(TESTS.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        lists = dict(_lists(tree))
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="mark"), attr=kind)) if (
                    kind in KINDS
                ):
                    subjects = [name for one in node.args for name in _literals(one, lists)]
                    yield Mark(kind, tuple(subjects), path, node.lineno)


def _lists(tree: ast.Module) -> Iterator[tuple[str, list[str | int | None]]]:
    """Yield the names of a module and the words in the literals of which their values are made."""
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                inner = ast.walk(value)
                texts = [one.value for one in inner if isinstance(one, ast.Constant)]
                yield name, [word for text in texts for word in str(text).split()]


def _literals(
    argument: ast.expr, lists: dict[str, list[str | int | None]]
) -> list[str | int | None]:
    """Return what an argument names, or all that a list of the module names."""
    match argument:
        case ast.Constant(value=str() | int() as subject):
            return [subject]
        case ast.Starred(value=ast.Name(id=name)):
            return lists.get(name, [None])
    return [None]


def files_by_subject() -> dict[str, tuple[Path, ...]]:
    """Return the files that have a marker for a rule or pitfall, the quickest first."""
    files: dict[str, dict[Path, None]] = {}
    for mark in sorted(marks(), key=lambda mark: (_slowness(mark.path), mark.path)):
        for subject in mark.subjects if mark.kind != "example" else ():
            files.setdefault(str(subject), {})[mark.path] = None
    return {subject: tuple(paths) for subject, paths in files.items()}


def _slowness(path: Path) -> int:
    """Rank the tests of single positions first, and last those that take long."""
    if path.parent.name == "rules":
        return 0
    return 2 if path.stem in SLOW else 1
