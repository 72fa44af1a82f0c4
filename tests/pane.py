"""The `splendor` command in a pseudo-terminal, as a person has it before them."""

import re
import signal
import sys
from typing import Self

import pexpect
import pyte

from tests.command import ENVIRONMENT


def heed_ctrl_c() -> None:
    """Have a new process end by Ctrl-C, also where the tests run in the background and do not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Pane:
    """The command in a pseudo-terminal, and what stands on its screen."""

    def __init__(self, *arguments: str, columns: int = 80, lines: int = 24) -> None:
        self.screen = pyte.Screen(columns, lines)
        self.stream = pyte.Stream(self.screen)
        self.rest = ""
        environment = {name: text for name, text in ENVIRONMENT.items() if name != "LINES"}
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "splendor", *arguments],
            dimensions=(lines, columns),
            env={**environment, "TERM": "xterm-256color", "COLORTERM": "truecolor"},
            encoding="utf-8",
            timeout=20,
            preexec_fn=heed_ctrl_c,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.child.close(force=True)

    def wait(self, pattern: str) -> str:
        """Read until the screen shows something."""
        while not re.search(pattern, self.text):
            self.stream.feed(self.child.read_nonblocking(65536, 20))
        return self.text

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    def press(self, keys: str, pattern: str) -> str:
        self.child.send(keys)
        return self.wait(pattern)

    def end(self) -> int:
        """Read the rest, and return the exit code."""
        self.rest = self.child.read()
        self.stream.feed(self.rest)
        self.child.close()
        return int(self.child.exitstatus or 0)
