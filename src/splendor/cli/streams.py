"""Writing to a stream that may be closed, or may lack the letters."""

from __future__ import annotations

import errno
import os
from typing import TextIO


def write(text: str, stream: TextIO | None) -> None:
    """Write to a stream, None if it is closed; what its encoding lacks is spelled out."""
    if stream is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    encoding = stream.encoding or "utf-8"
    stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
    stream.flush()
