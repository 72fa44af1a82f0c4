"""What a game is dealt from, as options of a command: seed, rules and the seat that begins."""

from __future__ import annotations

import re
import secrets
from typing import Final

import click

from splendor.engine.setup import seed_text, setup
from splendor.errors import InvalidValueError
from splendor.formats.record import Seed
from splendor.model.rules import PRESETS
from splendor.model.state import State

SEED_BYTES: Final = 16


def read_seed(_: click.Context, __: click.Parameter, text: str | None) -> Seed | None:
    """Read a seed: decimal digits, or `hex:` and two hexadecimal digits a byte."""
    if text is None:
        return None
    if re.fullmatch("(int:)?[0-9]{1,78}", text):
        seed: Seed = int(text.removeprefix("int:"))
    elif re.fullmatch("hex:([0-9a-fA-F]{2})+", text):
        seed = bytes.fromhex(text.removeprefix("hex:"))
    else:
        message = "expected decimal digits, or hex: and two hexadecimal digits a byte"
        raise click.BadParameter(message)
    try:
        seed_text(seed)
    except InvalidValueError as error:
        raise click.BadParameter(str(error)) from None
    return seed


rules_option: Final = click.option(
    "--rules",
    "preset",
    type=click.Choice(list(PRESETS)),
    default="official",
    show_default=True,
    metavar="PRESET",
    help=f"The rules: {', '.join(PRESETS)}.",
)
first_player_option: Final = click.option(
    "--first-player",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    metavar="N",
    help="The seat that starts, counted from 0.",
)


def drawn_seed() -> bytes:
    """Return 128 random bits."""
    return secrets.token_bytes(SEED_BYTES)


def dealt(players: int, seed: Seed, preset: str, first_player: int) -> State:
    """Return the opening that the options ask for, or say that there is no such seat."""
    if first_player >= players:
        seats = f"with {players} players the seats run from 0 to {players - 1}"
        message = f"there is no seat {first_player}: {seats}"
        raise click.BadParameter(message, param_hint="'--first-player'")
    return setup(players, seed=seed, rules=PRESETS[preset], first_player=first_player)
