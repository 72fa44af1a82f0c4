"""Compressed files, read as if they were not: gzip and zstd, told by their first bytes."""

from __future__ import annotations

import gzip
import sys
import zlib
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from io import BufferedIOBase, BufferedReader
from pathlib import Path
from typing import Any, Final

from splendor.errors import UnreadableError

SUFFIXES: Final = (".gz", ".zst")
"""How the names of compressed files end, behind what they would end in without."""
_GZIP: Final = b"\x1f\x8b"
_ZSTD: Final = b"\x28\xb5\x2f\xfd"
_SKIPPABLE: Final = tuple(bytes((first, 0x2A, 0x4D, 0x18)) for first in range(0x50, 0x60))
"""How frames of zstd begin that hold nothing, and may stand first."""
ZSTD_MODULE: Final = "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"


def uncompressed(path: Path) -> Path:
    """Return the path as it would be if the file were not compressed, by its name."""
    return path.with_suffix("") if path.suffix.lower() in SUFFIXES else path


def is_compressed(head: bytes) -> bool:
    """Return whether a file that begins like this is compressed."""
    return head.startswith((_GZIP, _ZSTD, *_SKIPPABLE))


@contextmanager
def opened(path: Path) -> Generator[tuple[BufferedIOBase, BufferedReader]]:
    """Open a file for reading: what is in it, and the file as it lies on the disk.

    The two are the same unless it is compressed. Raises OSError as opening does, and
    UnreadableError, also while it is read, for data that is damaged or cut off, and for zstd if
    there is nothing to read it with.
    """
    with path.open("rb") as raw:
        head = raw.peek(len(_ZSTD))
        if not is_compressed(head):
            yield raw, raw
            return
        kind = "gzip" if head.startswith(_GZIP) else "zstd"
        zstd = None if kind == "gzip" else _zstd()
        damages = (EOFError, zlib.error, gzip.BadGzipFile, *((zstd.ZstdError,) if zstd else ()))
        try:
            file: Any = gzip.GzipFile(fileobj=raw) if zstd is None else zstd.ZstdFile(raw)
            with file:
                yield file, raw
        except damages as error:
            message = f"expected {kind} data that is whole: {error}"
            raise UnreadableError(message) from None


def _zstd() -> Any:  # a module of Python, or the package that was its model
    try:
        return import_module(ZSTD_MODULE)
    except ModuleNotFoundError:
        message = "compressed with zstd: before Python 3.14 the package backports.zstd is needed"
        raise UnreadableError(message) from None
