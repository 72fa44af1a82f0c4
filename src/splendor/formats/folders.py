"""Reading files and folders: bytes of a bounded size, and nothing about games."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from splendor.errors import UnreadableError, printable
from splendor.formats.strict import MAX_BYTES

MAX_NAME: Final = 60
"""How much of a file's name stands in an error."""


def file_name(path: Path) -> str:
    """Return the name of a file for an error."""
    return printable(path.name or str(path), MAX_NAME)


def read_head(path: Path) -> tuple[bytes, int]:
    """Return the beginning of a file, up to a byte more than a document may have, and its size.

    Only regular files are so much as opened. Raises UnreadableError with the name of the file.
    """
    problem = ""
    data = b""
    size = 0
    try:
        status = path.stat()
        size = status.st_size
        if stat.S_ISDIR(status.st_mode):
            problem = "expected a file, not a folder"
        elif not stat.S_ISREG(status.st_mode):
            problem = "expected a regular file, not a device or a pipe"
        else:
            with path.open("rb") as file:
                data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        problem = _unopened(error)
    if problem:
        raise UnreadableError(problem, source=file_name(path))
    return data, max(size, len(data))


def lines_of(path: Path) -> Iterator[bytes]:
    """Yield the lines of a file, of one that is too long only the beginning."""
    try:
        with path.open("rb") as file:
            while line := file.readline(MAX_BYTES + 2):
                rest = line
                while rest and not rest.endswith(b"\n"):
                    rest = file.readline(MAX_BYTES)
                yield line.removesuffix(b"\n")
    except (OSError, ValueError) as error:
        raise UnreadableError(_unopened(error), source=file_name(path)) from None


def _unopened(error: OSError | ValueError) -> str:
    return f"expected a file that can be read: {getattr(error, 'strerror', None) or error}"


def is_folder(path: Path) -> bool:
    """Return whether a path is that of a folder."""
    try:
        return stat.S_ISDIR(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def files_in(folder: Path) -> Iterator[tuple[Path, UnreadableError | None]]:
    """Yield the files in a folder and all folders in it, by name, the files of each first.

    Hidden ones are left out, and links to folders not followed. A folder that cannot be listed is
    given with the error.
    """
    waiting = [folder]
    while waiting:
        here = waiting.pop()
        try:
            with os.scandir(here) as entries:
                shown = sorted(
                    (entry.name, entry.is_dir(follow_symlinks=False))
                    for entry in entries
                    if not entry.name.startswith(".")
                )
        except OSError as error:
            message = f"expected a folder that can be listed: {error.strerror}"
            yield here, UnreadableError(message, source=file_name(here))
            continue
        yield from ((here / name, None) for name, is_folder in shown if not is_folder)
        waiting += [here / name for name, is_folder in reversed(shown) if is_folder]
