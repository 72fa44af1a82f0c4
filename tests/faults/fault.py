"""What a deliberate fault is, and how it gets into a copy of the source."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

import attrs

from tests.markers import TESTS

SOURCE: Final = TESTS.parent / "src" / "splendor"


@attrs.frozen
class Edit:
    """A text that occurs once in a file of the package, and what is put in its place."""

    file: str
    old: str
    new: str

    def apply(self, package: Path) -> None:
        """Change the file in a copy of the package."""
        path = package / self.file
        text = path.read_text(encoding="utf-8")
        assert text.count(self.old) == 1, f"{self.file}: {self.old!r}"
        path.write_text(text.replace(self.old, self.new), encoding="utf-8")


@attrs.frozen
class Fault:
    """A small fault of the source that breaks rules or commits pitfalls.

    `subjects` are the ids of the rules and the numbers of the pitfalls: for each of them some test
    that its marker names has to fail. What is legal the package says twice, in a list and in a
    judgement; `also` holds the other edits of a mistake that is made in both.
    """

    subjects: tuple[str, ...]
    file: str
    old: str
    new: str
    says: str
    also: tuple[Edit, ...] = ()

    @property
    def edits(self) -> tuple[Edit, ...]:
        """All edits, one after the other."""
        return (Edit(self.file, self.old, self.new), *self.also)

    def copy_into(self, folder: Path) -> Path:
        """Copy the package into a folder, make the fault in the copy, and return the copy."""
        package = folder / SOURCE.name
        shutil.copytree(SOURCE, package, ignore=shutil.ignore_patterns("__pycache__"))
        for edit in self.edits:
            edit.apply(package)
        return package
