"""A folder of results that is there as a whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from .page import GENERATOR

CONTENT: Final = frozenset({"index.html", "standings.csv", "not-counted.csv", "games"})


class OutputError(Exception):
    """A folder into which nothing may be written."""


@contextmanager
def new_folder(out: Path) -> Generator[Path, None, None]:
    """Give a folder to write into, which takes the place of `out` when all has gone well.

    Until then it is in a hidden folder beside it, and if something fails or interrupts that is
    removed, and `out` is as before. Raises OutputError if `out` is there and this program has not
    written it.
    """
    _check(out)
    hidden = Path(tempfile.mkdtemp(prefix=f".{out.name}.", suffix=".part", dir=out.parent))
    new, old = hidden / "new", hidden / "old"
    try:
        new.mkdir()  # unlike the folder around it, one that others may read
        yield new
        _check(out)
        if out.exists():
            out.rename(old)
        new.rename(out)
    finally:
        if old.exists() and new.exists():  # it ended between the two
            old.rename(out)
        shutil.rmtree(hidden, ignore_errors=True)


def _check(out: Path) -> None:
    if os.path.lexists(out) and not _ours(out):
        message = "it is there already, and not from this program"
        raise OutputError(message)


def _ours(out: Path) -> bool:
    """Return whether a path is an empty folder, or one in which all is from this program."""
    if not out.is_dir():
        return False
    names = {path.name for path in out.iterdir()}
    if not names:
        return True
    try:
        index = (out / "index.html").read_text(encoding="utf-8")
        games = list((out / "games").iterdir())
    except (OSError, ValueError):
        return False
    pages = all(path.suffix == ".html" and path.is_file() for path in games)
    return names <= CONTENT and pages and GENERATOR in index
