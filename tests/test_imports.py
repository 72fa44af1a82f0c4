"""Importing the package: what is loaded then, and what only when it is first used."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import splendor
from tests.command import ENVIRONMENT

INIT = ast.parse(Path(splendor.__file__).read_text(encoding="utf-8"))


def modules_of(statement: str) -> set[str]:
    """Return the names of the modules that a statement loads in a fresh interpreter."""
    script = (
        f"import sys; before = set(sys.modules); {statement}; print(*set(sys.modules) - before)"
    )
    process = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        encoding="utf-8",
        env=ENVIRONMENT,
        check=True,
        timeout=60,
    )
    return set(process.stdout.split())


def test_playing_loads_no_format_and_no_other_library_than_attrs() -> None:
    loaded = modules_of(
        "import splendor as s; state = s.setup(2, seed=1); "
        "s.score(s.apply(state, s.legal_actions(state)[0])); s.observe(state, 0)"
    )
    assert "splendor.engine.turn" in loaded
    assert not loaded & {"cattrs", "click", "rich", "json", "hypothesis", "pytest", "pyarrow"}
    assert not [name for name in loaded if name.startswith(("splendor.f", "splendor.v"))]


def test_reading_loads_cattrs_and_not_the_libraries_of_the_extras() -> None:
    loaded = modules_of("from splendor import from_json")
    assert "cattrs" in loaded
    assert not loaded & {"click", "rich", "hypothesis", "pytest", "pyarrow"}


def test_the_type_checkers_are_told_of_just_the_names_that_are_imported_late() -> None:
    """What stands under `if TYPE_CHECKING` is what `_LATE` names, module by module."""
    [checked] = [
        node
        for node in INIT.body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    ]
    told = {
        node.module: tuple(alias.name for alias in node.names)
        for node in checked.body
        if isinstance(node, ast.ImportFrom)
    }
    assert told == splendor._LATE


def test_every_public_name_is_there_and_listed() -> None:
    assert set(splendor.__all__) <= set(dir(splendor))
    for name in splendor.__all__:
        assert getattr(splendor, name) is getattr(splendor, name)


def test_a_name_imported_late_is_kept() -> None:
    first = splendor.verify
    del vars(splendor)["verify"]
    assert splendor.verify is first
    assert vars(splendor)["verify"] is first


def test_the_packages_imported_late_are_there_as_the_others_are() -> None:
    for name in ("formats", "verification"):
        assert modules_of(f"import splendor; splendor.{name}") >= {f"splendor.{name}"}


def test_a_name_that_there_is_not_is_refused_as_python_does() -> None:
    with pytest.raises(AttributeError, match="module 'splendor' has no attribute 'shuffle'"):
        _ = splendor.shuffle  # type: ignore[attr-defined]  # as a type checker says too
    with pytest.raises(ImportError):
        from splendor import shuffle  # type: ignore[attr-defined]  # noqa: F401, PLC0415
