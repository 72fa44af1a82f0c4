"""A folder of results that is there as a whole or not at all."""

from __future__ import annotations

import os
import shutil
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

    Until then it has a hidden name beside it, and if something fails it is removed, and `out` is as
    before. Raises OutputError if `out` is there and this program has not written it.
    """
    if not _ours(out):
        message = "it is there already, and not from this program"
        raise OutputError(message)
    part = out.with_name(f".{out.name}.{os.getpid()}.part")
    part.mkdir()
    try:
        yield part
        _put(part, out)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _ours(out: Path) -> bool:
    """Return whether a folder is not there, or empty, or all in it is from this program."""
    if not os.path.lexists(out):
        return True
    if not out.is_dir():
        return False
    names = {path.name for path in out.iterdir()}
    if not names:
        return True
    try:
        index = (out / "index.html").read_text(encoding="utf-8")
    except (OSError, ValueError):
        return False
    return names <= CONTENT and GENERATOR in index


def _put(part: Path, out: Path) -> None:
    """Rename a folder, and what has its name before."""
    old = part.with_suffix(".old")
    replaced = out.exists()
    if replaced:
        out.rename(old)
    try:
        part.rename(out)
    except OSError:
        if replaced:
            old.rename(out)
        raise
    shutil.rmtree(old, ignore_errors=True)
