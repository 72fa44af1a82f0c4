"""The line above a table: how far the game is, and who is to do what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from splendor.engine.scoring import Outcome, outcome, target_reached
from splendor.errors import InvalidValueError, brief
from splendor.formats.json import to_data
from splendor.formats.record import Ending
from splendor.model.rules import TOKEN_LIMIT, Rules
from splendor.model.state import Phase, State, check_number, check_type, items_of
from splendor.render.foreign import clean
from splendor.render.words import counted

MAX_SAID: Final = 40
"""How much of a name is said in a sentence."""
REASONS: Final = {
    "target": "target reached",
    "stalemate": "stalemate",
    "turn_limit": "turn limit reached",
}


def headline(state: State, names: Sequence[str] = (), ending: Ending | None = None) -> str:
    """Return the turns played, the round, and whose decision is awaited or how the game ended.

    `names` are those of the players by seat, empty where one has none. `ending` is that of the
    record, if the state is the last of one. Raises InvalidValueError for what is no state, a wrong
    number of names, and an ending of another game.

    >>> from splendor import setup
    >>> headline(setup(2, seed=42), names=("Ada", "Bo"))
    'At the opening, round 1: player 0 (Ada) is to move'
    """
    check_type(state, State, "state")
    names = names_of(names, len(state.players))
    if ending is not None:
        check_type(ending, Ending, "ending")
        check_number(ending.seat or 0, len(state.players) - 1, "the seat of the ending")
    turns = f"After {counted(state.turn, 'turn')}" if state.turn else "At the opening"
    last = " (the last)" if state.phase is not Phase.OVER and target_reached(state) else ""
    left = None if ending is None else left_by(ending, names)
    return f"{turns}, round {state.round}{last}: {left or _awaited(state, names)}"


def names_of(names: Sequence[str], count: int) -> tuple[str, ...]:
    """Return as many names as there are players, empty ones if none was given.

    Raises InvalidValueError for another number of names, and for what is no name.
    """
    given = items_of(names, "names", _check_name)
    if given and len(given) != count:
        message = f"{len(given)} names for {count} players"
        raise InvalidValueError(message)
    return given or ("",) * count


def _check_name(name: object) -> None:
    if not isinstance(name, str):
        message = f"a name is a string, not {brief(name)}"
        raise InvalidValueError(message)


def left_by(ending: Ending, names: Sequence[str]) -> str | None:
    """Say who ended a game that was not played out; None if nobody did."""
    if ending.seat is None:
        return None
    return f"{who(ending.seat, names)} {_LEFT[ending.kind]}"


_LEFT: Final = {"resigned": "resigned", "timeout": "ran out of time"}


def _awaited(state: State, names: Sequence[str]) -> str:
    """Say whose decision is awaited, and which; or how the game ended."""
    reached, place = outcome(state), state.awaited_place
    if reached is not None:
        return _result(state, reached, names)
    if place is not None:
        return f"a card of level {place[0]} has to be turned up"
    mover, player = who(state.mover, names), state.players[state.mover]
    if state.phase is Phase.RETURN:
        return f"{mover} has to return {counted(player.tokens.total - TOKEN_LIMIT, 'token')}"
    if state.phase is Phase.NOBLE:
        able = [noble.id for noble in state.nobles if player.bonuses.covers(noble.requires)]
        return f"{mover} has to choose a noble, {' or '.join(able)}"
    return f"{mover} is to move"


def _result(state: State, reached: Outcome, names: Sequence[str]) -> str:
    winners = " and ".join(who(seat, names) for seat in reached.winners)
    did = "won" if len(reached.winners) == 1 else "share the victory"
    points = counted(state.players[reached.winners[0]].points, "point")
    return f"the game is over ({REASONS[reached.reason]}), {winners} {did} with {points}"


def called(seat: int, names: Sequence[str]) -> str:
    """Return the name of a player, or the seat of one who has none."""
    return clean(names[seat], MAX_SAID) or f"player {seat}"


def who(seat: int, names: Sequence[str]) -> str:
    """Return a player by seat, and by name if there is one."""
    name = clean(names[seat], MAX_SAID)
    return f"player {seat} ({name})" if name else f"player {seat}"


def rules_in_words(rules: Rules) -> str:
    """Return the preset, and every option that differs from it."""
    options = to_data(rules)
    preset = options.pop("preset")
    return "; ".join((preset, *(f"{name} {value}" for name, value in sorted(options.items()))))
