"""The subcommand `splendor play`: its arguments and options."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click
from click.core import ParameterSource

from splendor.cli.completion import bots
from splendor.cli.dealing import (
    dealt,
    drawn_seed,
    first_player_option,
    read_seed,
    rules_option,
)
from splendor.cli.manual import Manual, Page
from splendor.formats.record import Seed

SEATS: Final = ("Guest", "@greedy")
DEALT: Final = {
    "save": "--save",
    "seed": "--seed",
    "preset": "--rules",
    "first_player": "--first-player",
}
"""What a game that is resumed has already."""
PAGE: Final = Page(
    arguments={
        "SEAT": "The name of a person, or a bot: @greedy, @random, or @MODULE:ATTRIBUTE for one of "
        "your own. Two to four of them, in their order. Without any: Guest @greedy.",
    },
    examples={
        "Play against a bot, of a game that is kept in splendor-game.json": "splendor play",
        "Go on with it": "splendor play --resume splendor-game.json",
        "Play with a friend and a bot, and let Bo begin": (
            "splendor play Ada Bo @random --first-player 1 --save ours.json"
        ),
        "See two bots play, and always the same game": "splendor play @greedy @random --seed 42",
    },
    exits={
        0: "The game is over, or left to be resumed.",
        2: "A file cannot be written or resumed, or a bot failed.",
        130: "Interrupted; the game can be resumed.",
    },
    more={"Files": {"splendor-game.json": "The game, unless --save or --resume names another."}},
)


@click.command(cls=Manual, page=PAGE)
@click.argument("seats", metavar="[SEAT]...", nargs=-1, shell_complete=bots)
@click.option(
    "--save",
    type=click.Path(path_type=Path),
    metavar="FILE",
    show_default="splendor-game.json, or the next number that is free: splendor-game-2.json",
    help="Keep the game in FILE, which must not be there yet.",
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
    show_default="128 random bits",
    help="Decimal digits, or hex: and up to 32 bytes.",
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
) -> int:
    """Play at the keyboard, against bots or each other.

    Actions are typed in the notation; ? explains it, and helps. A person is shown what they may
    know, and so is a bot.

    The game is kept in a file as a splendor-record after every decision, the deck with it: whoever
    opens the file knows all cards.
    """
    from splendor.cli.autosave import Table, free_path, resumed
    from splendor.cli.playing import play as play_at
    from splendor.cli.seats import seats_of

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
    return 0
