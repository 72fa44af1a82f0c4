"""Who sits where in `splendor play`: a person by name, or a bot behind an @."""

from __future__ import annotations

import sys
import traceback
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Final

import attrs
import click

from splendor.bots import BOTS, Bot
from splendor.errors import InvalidValueError, SplendorError
from splendor.formats.plain import check_text
from splendor.formats.record import MAX_NAME
from splendor.model.rules import check_players
from splendor.render.foreign import clean

MARK: Final = "@"
"""What the name of a bot begins with."""


@attrs.frozen
class Seat:
    """A player: their name, which is a bot's as it was typed, and the bot if it is one."""

    name: str
    bot: Bot | None = None


def seats_of(texts: Sequence[str]) -> tuple[Seat, ...]:
    """Return who sits where; click's BadParameter for what is no name, and no bot."""
    try:
        check_players(len(texts))
        for text in texts:
            _check_name(text)
    except SplendorError as error:
        raise _wrong(str(error)) from None
    return tuple(Seat(text, _bot(text) if text.startswith(MARK) else None) for text in texts)


def _check_name(text: str) -> None:
    check_text(text)
    if len(text) > MAX_NAME:
        message = f"a player's name has at most {MAX_NAME} characters, not {len(text)}"
        raise InvalidValueError(message)


def labels(seats: Sequence[Seat]) -> tuple[str, ...]:
    """Return the names to print: cleaned, and with the seat where several have the same."""
    names = [clean(seat.name) for seat in seats]
    known = Counter(names)
    return tuple(
        name
        if name and known[name] == 1
        else f"{name} (player {seat})"
        if name
        else f"player {seat}"
        for seat, name in enumerate(names)
    )


def _bot(text: str) -> Bot:
    """Return a bot by name, or from `@module:attribute`: a bot, or what makes one."""
    name = text.removeprefix(MARK)
    module, colon, attribute = name.partition(":")
    if not colon:
        if name not in BOTS:
            known = ", ".join(f"{MARK}{each}" for each in BOTS)
            message = f"there is no bot {clean(text)}: it is one of {known} or @module:attribute"
            raise _wrong(message)
        return BOTS[name]()
    here = str(Path.cwd())
    if here not in sys.path:  # one's own bot lies in the folder one is in, and shadows no library
        sys.path.append(here)
    with _refused(text, "imported"):
        holder = import_module(module)
    with _refused(text, "found"):
        found = attrgetter(attribute)(holder)
    with _refused(text, "made"):
        if isinstance(found, type) or not isinstance(found, Bot):
            found = found()
    if not isinstance(found, Bot):
        message = f"{clean(text)} is no bot: it has no method choose(view)"
        raise _wrong(message)
    return found


@contextmanager
def _refused(text: str, done: str) -> Generator[None]:
    """Refuse a bot for whatever goes wrong in the block; what is not there is told by its words."""
    try:
        yield
    except (Exception, SystemExit) as error:  # noqa: BLE001 - somebody else's module may do anything
        fault = fault_of(error)
        if isinstance(error, (ModuleNotFoundError, AttributeError)):
            fault = fault.removeprefix(f"{type(error).__name__}: ")
        message = f"{clean(text)} cannot be {done}: {clean(fault)}"
        raise _wrong(message) from None


def fault_of(error: BaseException) -> str:
    """Return the kind and the words of an error, also of one that fails to say them."""
    return "".join(traceback.format_exception_only(error)).strip()


def _wrong(message: str) -> click.BadParameter:
    return click.BadParameter(message, param_hint="'SEAT'")
