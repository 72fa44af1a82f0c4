"""The subcommand `splendor play`: its arguments and options."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click
from click.core import ParameterSource

from splendor.cli.autosave import Table, free_path, resumed
from splendor.cli.dealing import (
    dealt,
    drawn_seed,
    first_player_option,
    read_seed,
    rules_option,
)
from splendor.cli.playing import play as play_at
from splendor.cli.seats import seats_of
from splendor.formats.record import Seed

SEATS: Final = ("Guest", "@greedy")
DEALT: Final = {
    "save": "--save",
    "seed": "--seed",
    "preset": "--rules",
    "first_player": "--first-player",
}
"""What a game that is resumed has already."""


@click.command()
@click.argument("seats", metavar="[SEAT...]", nargs=-1)
@click.option(
    "--save",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Keep the game in FILE, which must not be there yet. Default: splendor-game.json, or the "
    "next number that is free: splendor-game-2.json.",
)
@click.option(
    "--resume",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Go on with the game in FILE, and keep it there.",
)
@click.option(
    "--seed",
    callback=read_seed,
    metavar="SEED",
    help="Decimal digits, or hex: and up to 32 bytes. Default: 128 random bits.",
)
@rules_option
@first_player_option
@click.pass_context
def play(  # noqa: PLR0913 - one argument an option
    context: click.Context,
    seats: tuple[str, ...],
    save: Path | None,
    resume: Path | None,
    *,
    seed: Seed | None,
    preset: str,
    first_player: int,
) -> None:
    """Play at the keyboard, against bots or each other.

    Each SEAT is the name of a person, or a bot: @greedy, @random, or @MODULE:ATTRIBUTE for one of
    your own. Without any it is Guest against @greedy. Actions are typed in the notation; ? explains
    it, and helps. A bot is shown what its seat may know, and so is a person.

    The game is kept in a file as a splendor-record after every decision, the deck with it: whoever
    opens the file knows all cards.

    Exit codes: 0 the game is over, or left to be resumed; 2 a file cannot be written or resumed, or
    a bot failed; 130 interrupted, and it can be resumed.
    """
    if resume is None:
        who = seats_of(seats or SEATS)
        drawn = drawn_seed() if seed is None else seed
        path = save or free_path()
        table = Table(path, who, drawn, dealt(len(who), drawn, preset, first_player))
        table.begin()
    else:
        for name, option in DEALT.items():
            if context.get_parameter_source(name) is not ParameterSource.DEFAULT:
                message = f"--resume and {option} do not go together: the game has it all"
                raise click.UsageError(message)
        table = resumed(resume, seats)
    play_at(table)
