"""Reading files and folders: bytes of a bounded size, and nothing about games."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import attrs

from splendor.errors import UnreadableError, printable
from splendor.formats.compression import is_compressed, opened
from splendor.formats.strict import MAX_BYTES

MAX_NAME: Final = 60
"""How much of a file's name stands in an error."""
MAX_SMALL: Final = 2**16
"""How many bytes a file may have that is small."""
MAX_PART: Final = 2**16
"""How many bytes are read at a time; of compressed ones those before a damage are not lost."""
MAX_RATIO: Final = 2**8
"""How many bytes may come of each byte of a compressed file, beyond those of a document. Games come
to a tenth of that; what goes beyond is made to be read for ever."""


def file_name(path: Path) -> str:
    """Return the name of a file for an error."""
    return printable(path.name or str(path), MAX_NAME)


@attrs.frozen
class Head:
    """The beginning of a file, up to a byte more than a document may have, and its size.

    Of a compressed file it is what is in it, and if that is damaged what is before the damage.
    """

    data: bytes
    size: int
    damage: UnreadableError | None


def read_head(path: Path) -> Head:
    """Read the beginning of a file; only regular files are so much as opened.

    Raises UnreadableError with the name of the file.
    """
    problem = ""
    data = bytearray()
    size = 0
    damage = None
    try:
        status = path.stat()
        size = status.st_size
        if stat.S_ISDIR(status.st_mode):
            problem = "expected a file, not a folder"
        elif not stat.S_ISREG(status.st_mode):
            problem = "expected a regular file, not a device or a pipe"
        else:
            with opened(path) as (file, _):
                while part := file.read1(min(MAX_PART, MAX_BYTES + 1 - len(data))):
                    data += part
    except UnreadableError as error:
        damage = UnreadableError(error.message, source=file_name(path))
    except (OSError, ValueError) as error:
        problem = _unopened(error)
    if problem:
        raise UnreadableError(problem, source=file_name(path))
    return Head(bytes(data), max(size, len(data)), damage)


def is_small(path: Path) -> bool:
    """Return whether a path is that of a regular file that is small, whatever is in it.

    JSON Lines are not: a line may be as short as the finding about it is long.
    """
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > MAX_SMALL:
            return False
        data = path.read_bytes()
        return not is_compressed(data) and b"\n{" not in data
    except (OSError, ValueError):
        return False


def lines_of(path: Path) -> Iterator[bytes]:
    """Yield the lines of a file, of one that is too long only the beginning."""
    return (line for line, _ in placed_lines(path))


def placed_lines(path: Path) -> Iterator[tuple[bytes, int]]:
    """Yield the same, each with how many bytes of the file on the disk have been read by then."""
    try:
        with opened(path) as (file, raw):
            size = 0
            while line := file.readline(MAX_BYTES + 2):
                rest = line
                size += len(line)
                while rest and not rest.endswith(b"\n"):
                    _check_unpacked(size, raw.tell())
                    rest = file.readline(MAX_BYTES)
                    size += len(rest)
                _check_unpacked(size, raw.tell())
                yield line.removesuffix(b"\n"), raw.tell()
    except UnreadableError as error:
        raise UnreadableError(error.message, source=file_name(path)) from None
    except (OSError, ValueError) as error:
        raise UnreadableError(_unopened(error), source=file_name(path)) from None


def _check_unpacked(size: int, packed: int) -> None:
    if size > MAX_BYTES + MAX_RATIO * packed:
        message = f"expected games, which no compression makes so small: {size} bytes of {packed}"
        raise UnreadableError(message)


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
