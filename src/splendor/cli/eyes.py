"""Through whose eyes a game is seen, as options of a command: a player's, or a spectator's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, TypeAlias

import attrs
import click

from splendor.errors import SplendorError, brief

Who: TypeAlias = int | str
"""A seat, or the name of the player at it."""


class NoSuchSeatError(SplendorError):
    """A seat that a game does not have, or a name that is not that of one player."""


def read_who(context: click.Context, option: click.Parameter, text: str | None) -> Who | None:
    """Read a seat, or else the name of a player: what is a number is never a name.

    Raises click's UsageError for nothing, as of a variable of the shell that is not set.
    """
    if not text and text is not None:
        message = "--seat needs a seat or a name"
        raise click.UsageError(message, context)
    if text is None or not re.fullmatch("[-+]?[0-9]+", text):
        return text
    seat: int = click.IntRange(min=0)(text, option, context)
    return seat


@attrs.frozen
class Eyes:
    """Those of the player named by `who`, or of a spectator, or of whoever may see all."""

    who: Who | None
    spectator: bool

    @property
    def restricted(self) -> bool:
        """Whether they may not see all."""
        return self.spectator or self.who is not None

    def refuse_both(self) -> Eyes:
        """Return these, or raise click's UsageError if they are those of two."""
        if self.who is not None and self.spectator:
            message = "either --seat or --spectator, not both"
            raise click.UsageError(message)
        return self

    def seat_of(self, names: Sequence[str], players: int | None = None) -> int | None:
        """Return the seat at a table of so many players, None for a spectator.

        `names` may be empty if `players` is given. Raises NoSuchSeatError if the table has no such
        seat, or not one player of that name.
        """
        if not isinstance(self.who, str):
            players = len(names) if players is None else players
            if self.who is not None and self.who >= players:
                message = f"with {players} players there is no seat {self.who}: seats count from 0"
                raise NoSuchSeatError(message)
            return self.who
        seats = [seat for seat, name in enumerate(names) if name == self.who]
        if len(seats) == 1:
            return seats[0]
        if seats:
            which = " and ".join(map(str, seats))
            message = f"several players are called {brief(self.who)}: those at the seats {which}"
        else:
            message = f"no player is called {brief(self.who)}: {_called(names)}"
        raise NoSuchSeatError(message)


def _called(names: Sequence[str]) -> str:
    """Say by what the players of these names, which may be none, are asked for."""
    named = ", ".join(f"{brief(name)} at seat {seat}" for seat, name in enumerate(names) if name)
    there = [f"there is {named}"] if named else []
    if not all(names) or not names:
        there.append("a player without a name is asked for by the seat, which counts from 0")
    return "; ".join(there)


seat_option: Final = click.option(
    "--seat",
    "who",
    callback=read_who,
    metavar="SEAT",
    help="Show only what this player may know: a seat, counted from 0, or the player's name.",
)
spectator_option: Final = click.option(
    "--spectator", is_flag=True, help="Show only what somebody at no seat may know."
)
