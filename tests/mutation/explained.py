"""Which mutants no test can kill, and why; which functions are not tried, and why."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import attrs

from tests.mutation.mutants import SURVIVED, UNREACHED, Mutant

FILE: Final = Path(__file__).with_name("explained.toml")


@attrs.frozen
class Explained:
    """What the file explains: changes of functions, and functions that run once, on import."""

    changes: dict[tuple[str, str], str]
    """The reason why a change, of this function and with these lines, makes no difference."""
    functions: dict[str, str]
    """The reason why no test reaches a function."""


def read(path: Path = FILE) -> Explained:
    """Read the file; ValueError for what is explained twice or without a reason."""
    table = tomllib.loads(path.read_text("utf-8"))
    changes: dict[tuple[str, str], str] = {}
    for entry in table["change"]:
        for lines in entry["lines"]:
            key = entry["function"], lines.strip()
            if key in changes or not entry["reason"].strip():
                message = "explained twice or without a reason: {}\n{}".format(*key)
                raise ValueError(message)
            changes[key] = entry["reason"]
    return Explained(changes, dict(table["on_import"]))


def unexplained(
    explained: Explained, mutants: Iterable[Mutant], ends: dict[str, str], *, partial: bool = False
) -> Iterator[str]:
    """Yield the survivors that are not explained, and what is explained in vain.

    `ends` are what came of the mutants by name; of those not tried nothing is known. A `partial`
    list does not show that a mutant is gone.
    """
    survived: dict[tuple[str, str], bool] = {}
    unreached: dict[str, bool] = {}
    for mutant in mutants:
        end = ends.get(mutant.name)
        key = mutant.function, mutant.change
        survived[key] = survived.get(key, False) or end in {SURVIVED, None}
        unreached[mutant.function] = end in {UNREACHED, None}
        if (end == SURVIVED and key not in explained.changes) or (
            end == UNREACHED and mutant.function not in explained.functions
        ):
            yield f"{end}: {mutant}"
    for key in explained.changes:
        if not survived.get(key, partial):
            yield (
                "explained, but "
                + ("killed" if key in survived else "gone")
                + ": {}\n{}".format(*key)
            )
    for function in explained.functions:
        if not unreached.get(function, partial):
            yield f"explained, but {'reached' if function in unreached else 'gone'}: {function}"
