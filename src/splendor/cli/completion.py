"""Completion of the command line by a shell, which click does; `_SPLENDOR_COMPLETE` asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
    get_completion_class,
)

from splendor.errors import brief

SHELLS: Final = ("bash", "zsh", "fish")
NAME: Final = "splendor"
VARIABLE: Final = "_SPLENDOR_COMPLETE"


@add_completion_class
class Bash(BashComplete):
    """Bash, whose list of words has `@` and `=` in words of their own, as in `@ greedy`."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words that are complete and the one that is not, as they were typed."""
        complete, word = super().get_completion_args()
        *complete, word = _joined([*complete, word])
        return complete, word


class _Option(ShellComplete):
    """A shell which takes an option and its value for one word: `--rules=official`."""

    option: str = ""

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words that are complete and the one that is not."""
        complete, word = super().get_completion_args()
        option, equals, _ = word.partition("=")
        self.option = option + equals if equals and option.startswith("--") else ""
        return complete, word

    def format_completion(self, item: CompletionItem[Any]) -> str:
        """Return an item behind its option."""
        item.value = self.option + item.value
        return super().format_completion(item)


@add_completion_class
class Zsh(_Option, ZshComplete):
    """Zsh."""


@add_completion_class
class Fish(_Option, FishComplete):
    """Fish."""


def _joined(words: Sequence[str]) -> list[str]:
    joined = [""]
    for word in words:
        option = joined[-1].startswith("--") and (word == "=" or joined[-1].endswith("="))
        if option or (joined[-1] == "@" and word):
            joined[-1] += word
        else:
            joined.append(word)
    return joined[1:]


def script(command: click.Command, shell: str) -> str:
    """Return what a shell has to read to complete the command."""
    return _completing(command, shell).source()


def answer(command: click.Command, instruction: str) -> str:
    """Return what a shell asks for by the variable: its script, or the words to offer.

    Raises click's UsageError for another instruction, or if the shell does not say what was typed.
    """
    known = [f"{shell}_{what}" for shell in SHELLS for what in ("source", "complete")]
    if instruction not in known:
        message = f"{VARIABLE} is {brief(instruction)}, which is none of {', '.join(known)}"
        raise click.UsageError(message)
    shell, _, what = instruction.partition("_")
    if what == "source":
        return script(command, shell)
    completing = _completing(command, shell)
    try:
        completing.get_completion_args()
    except (LookupError, ValueError):
        message = f"COMP_WORDS and COMP_CWORD do not say what was typed, as {shell} does"
        raise click.UsageError(message) from None
    return f"{completing.complete()}\n"


def _completing(command: click.Command, shell: str) -> ShellComplete:
    kind = get_completion_class(shell)
    assert kind is not None  # noqa: S101 - click has those of SHELLS
    return kind(command, {}, NAME, VARIABLE)


def bots(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Return the bots that are known by name, of those whose names begin so."""
    from splendor.bots import BOTS

    return [f"@{name}" for name in BOTS if f"@{name}".startswith(incomplete)]
