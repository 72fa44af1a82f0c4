"""The `splendor` command, which the extra `cli` makes work."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

INSTALL: Final = (
    'the splendor command needs click and rich: pip install "splendor-rules[cli]"'
    ' (from a checkout: pip install ".[cli]")'
)
INVALID: Final = 1
MISUSED: Final = 2
UNFINISHED: Final = 3
"""Something that ought to have been verified was not, and may be with another try."""
INTERRUPTED: Final = 128 + 2
"""What a shell reports for a program that SIGINT ended."""


def main(arguments: Sequence[str] | None = None, name: str = "splendor") -> int:
    """Run the command with these arguments, or those of the process, and return its exit code.

    `name` is what it was called by. Without the extra it says what to install, and 2 is returned.
    """
    try:
        from splendor.cli.commands import run  # click and rich may be missing

        return run(arguments, name)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in {"click", "rich"}:
            raise
        sys.stderr.write(f"{INSTALL}\n")
        return MISUSED
    except KeyboardInterrupt:
        return INTERRUPTED
