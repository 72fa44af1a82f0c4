"""Commands whose help reads like a page of a manual."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs
import click


@attrs.frozen(kw_only=True)
class Page:
    """What stands in a help beside its text and options, section by section in this order.

    `arguments` explains each by its metavar; `examples` has command lines by what they are for;
    `exits` says what each exit code means; `more` has further sections by their title.
    """

    arguments: Mapping[str, str] = attrs.field(factory=dict)
    examples: Mapping[str, str]
    exits: Mapping[int, str]
    more: Mapping[str, Mapping[str, str]] = attrs.field(factory=dict)


class Manual(click.Command):
    """A command with a page, whose function returns the exit code."""

    def __init__(self, *arguments: Any, page: Page, **settings: Any) -> None:  # noqa: ANN401 - click's
        super().__init__(*arguments, **settings)
        self.page = page

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - as click has it
        """Call the function, and exit with what it returns."""
        ctx.exit(super().invoke(ctx))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the arguments and the options."""
        _define(formatter, "Arguments", self.page.arguments)
        super().format_options(ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write examples, exit codes and what else there is."""
        del ctx
        with formatter.section("Examples"):
            for purpose, line in self.page.examples.items():
                formatter.write_text(f"{purpose}:")
                formatter.write(f"{'':{formatter.current_indent + 2}}$ {line}\n")
        codes = {str(code): meaning for code, meaning in self.page.exits.items()}
        _define(formatter, "Exit codes", codes)
        for title, terms in self.page.more.items():
            _define(formatter, title, terms)


class Contents(Manual, click.Group):
    """A group of commands, which its help lists by purpose: section by section, as they are given.

    What is added to the group stands in one of the sections.
    """

    def __init__(
        self,
        *arguments: Any,  # noqa: ANN401 - click's
        sections: Mapping[str, Sequence[str]],
        **settings: Any,  # noqa: ANN401 - click's
    ) -> None:
        super().__init__(*arguments, **settings)
        self.sections = sections

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands in the order of the sections."""
        del ctx
        return [name for names in self.sections.values() for name in names]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what each command does, in the first sentence of its help."""
        del ctx
        for title, names in self.sections.items():
            room = formatter.width
            _define(formatter, title, {n: self.commands[n].get_short_help_str(room) for n in names})


def _define(formatter: click.HelpFormatter, title: str, terms: Mapping[str, str]) -> None:
    if terms:
        with formatter.section(title):
            formatter.write_dl(list(terms.items()))
