"""What the command prints: text that can do a terminal no harm, written in one go.

Names, paths and the figures of a log come from strangers. They are printed as `Text`, so that rich
finds no markup in them, and what steers a terminal or reorders a line is spelled out.
"""

from __future__ import annotations

import errno
import os
from typing import Final, TextIO

from rich.console import Console, RenderableType
from rich.text import Text

from splendor.render.foreign import clean

MIN_WIDTH: Final = 60
"""Narrower than this nothing is set; a narrower terminal breaks the lines itself."""


def plain(text: str, style: str = "") -> Text:
    """Return a text from outside as rich prints it: cleaned, and without markup."""
    return Text(clean(text), style=style)


def render(*parts: RenderableType) -> str:
    """Set parts one below the other for standard output: as wide, and in colour if that has it."""
    console = Console(highlight=False, markup=False, emoji=False)
    console.width = max(console.width, MIN_WIDTH)
    with console.capture() as captured:
        for part in parts:
            console.print(part)
    return "\n".join(line.rstrip() for line in captured.get().split("\n"))


def write(text: str, stream: TextIO | None) -> None:
    """Write to a stream, None if it is closed; what its encoding lacks is spelled out."""
    if stream is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    encoding = stream.encoding or "utf-8"
    stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
    stream.flush()
