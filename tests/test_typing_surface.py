"""The files of tests/typing leave no public name out, and none of their refusals half checked.

Only the type checkers judge what those files say: see `types` in noxfile.py.
"""

from __future__ import annotations

import ast
import inspect
import re
import tomllib
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

import splendor
import splendor.adapters.tables
import splendor.bots
import splendor.render
import splendor.testing

ROOT: Final = Path(__file__).parents[1]
FILES: Final = sorted((ROOT / "tests" / "typing").glob("*.py"))
REFUSED: Final = [path for path in FILES if path.stem.startswith("refused_")]
PUBLIC: Final = (
    splendor,
    splendor.adapters.tables,
    splendor.bots,
    splendor.render,
    splendor.testing,
)


def imported(tree: ast.Module) -> dict[str, str]:
    """Return the names that a file imports, with what they stand for."""
    return {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def asserted(tree: ast.Module) -> Iterator[str]:
    """Yield what stands in an `assert_type`, in full: names, and what is looked up at them.

    An argument counts as what its annotation says: with `state: State`, `state.turn` is
    `splendor.State.turn`.
    """
    names = imported(tree)
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        known = names | {
            argument.arg: names.get(ast.unparse(argument.annotation).partition("[")[0], "")
            for argument in function.args.args
            if argument.annotation
        }
        for call in ast.walk(function):
            if not isinstance(call, ast.Call) or ast.unparse(call.func) != "assert_type":
                continue
            for node in ast.walk(call):
                if isinstance(node, ast.Name):
                    yield known.get(node.id, "")
                elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                    yield f"{known.get(node.value.id)}.{node.attr}"


ASSERTED: Final = frozenset(
    name for path in FILES for name in asserted(ast.parse(path.read_text(encoding="utf-8")))
)


def attributes(kind: type) -> set[str]:
    """Return the public attributes that this package gives a class, but for members of an Enum."""
    own = {
        name
        for base in kind.__mro__
        if base.__module__.startswith("splendor")
        for name in vars(base)
        if not name.startswith("_")
    }
    return own - {*dir(Enum), *kind.__members__} if issubclass(kind, Enum) else own


@pytest.mark.parametrize("module", PUBLIC, ids=lambda module: module.__name__)
def test_the_type_of_every_public_name_is_asserted(module: ModuleType) -> None:
    missing = [name for name in module.__all__ if f"{module.__name__}.{name}" not in ASSERTED]
    assert missing == []


@pytest.mark.parametrize("module", PUBLIC, ids=lambda module: module.__name__)
def test_the_type_of_every_attribute_is_asserted(module: ModuleType) -> None:
    missing = [
        f"{name}.{attribute}"
        for name in module.__all__
        if inspect.isclass(kind := getattr(module, name))
        for attribute in sorted(attributes(kind))
        if f"{module.__name__}.{name}.{attribute}" not in ASSERTED
    ]
    assert missing == []


@pytest.mark.parametrize("path", REFUSED, ids=lambda path: path.stem)
def test_every_wrong_use_is_refused_by_both_checkers(path: Path) -> None:
    both = re.compile(r"  # type: ignore\[[\w, -]+\]  # pyright: ignore\[\w[\w, ]+\]$")
    lines = path.read_text(encoding="utf-8").splitlines()
    ignoring = [line for line in lines if "ignore[" in line]
    assert ignoring
    assert [line for line in ignoring if not both.search(line)] == []


def test_only_wrong_uses_are_ignored() -> None:
    """Anywhere else an ignore would hide what a user meets."""
    right = [path for path in FILES if path not in REFUSED]
    assert right
    assert [path.name for path in right if "ignore[" in path.read_text(encoding="utf-8")] == []


def test_an_ignore_for_nothing_is_an_error_to_both_checkers() -> None:
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    mypy, pyright = tools["mypy"], tools["pyright"]
    assert mypy["strict"]
    assert pyright["typeCheckingMode"] == "strict"
    assert {"tests/typing", "examples"} <= set(pyright["include"])
    environments = {each["root"]: each for each in pyright["executionEnvironments"]}
    assert environments["tests/typing"]["reportUnnecessaryTypeIgnoreComment"]
    assert not environments["tests/typing"]["enableTypeIgnoreComments"]
