"""The mutants that mutmut makes of the package, in a copy of its source.

mutmut writes all mutants of a function beside it; which one is called, an environment variable
says. Decorated functions it leaves alone, static and class methods apart.
"""

from __future__ import annotations

import contextlib
import difflib
import importlib
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import attrs

from tests.faults.fault import SOURCE

FLOORS: Final = ("model", "engine", "verification")
"""The parts of the package that are mutated."""
KILLED, SURVIVED, TIMEOUT, UNREACHED = "killed", "survived", "timeout", "unreached"
"""What may come of a mutant; no test calls the function of one that is unreached."""


@attrs.frozen
class Mutant:
    """A function with one small change; `change` are the lines removed (-) and added (+)."""

    name: str
    change: str

    @property
    def function(self) -> str:
        """The function as Python names it, such as `splendor.model.gems.Gems.of`."""
        module, _, mangled = self.key.rpartition(".")
        return (
            f"{module}.{mangled.removeprefix('x').removeprefix('_').strip('ǁ').replace('ǁ', '.')}"
        )

    @property
    def key(self) -> str:
        """The function as mutmut names it, such as `splendor.model.gems.xǁGemsǁof`."""
        return self.name.partition("__mutmut_")[0]

    def __str__(self) -> str:
        return f"{self.function}\n{self.change}"


def make(folder: Path) -> list[Mutant]:
    """Copy the package into `src` of a folder, put the mutants into the copy, and return them."""
    copy = folder.resolve() / "src" / SOURCE.name
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    paths = sorted(path for floor in FLOORS for path in (copy / floor).glob("*.py"))
    with contextlib.chdir(SOURCE.parents[1]):  # where mutmut looks for its configuration
        return [mutant for path in paths for mutant in _mutate(path, copy.parent)]


def _mutate(path: Path, source: Path) -> Iterator[Mutant]:
    mutation: Any = importlib.import_module("mutmut.mutation.file_mutation")
    mutated = mutation.mutate_file_contents(path.name, path.read_text("utf-8"))
    path.write_text(mutated.code, "utf-8")
    lines = mutated.code.splitlines()
    spans = mutated.line_span_by_function_name
    module = ".".join(path.relative_to(source).with_suffix("").parts)
    for mutant in mutated.mutant_names:
        original = mutant.partition("__mutmut_")[0] + "__mutmut_orig"
        yield Mutant(
            f"{module}.{mutant}",
            change(
                _body(lines[spans[original].start - 1 : spans[original].end], original),
                _body(lines[spans[mutant].start - 1 : spans[mutant].end], mutant),
            ),
        )


def _body(lines: list[str], name: str) -> list[str]:
    return [line.replace(name, "_").strip() for line in lines]


def change(old: list[str], new: list[str]) -> str:
    """Return the lines in which two functions differ, the old ones after -, the new after +."""
    differences = list(difflib.unified_diff(old, new, lineterm="", n=0))[2:]
    return "\n".join(line for line in differences if not line.startswith("@@"))
