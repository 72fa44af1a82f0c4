"""A game that is being played, kept in a file after every decision."""

from __future__ import annotations

import os
import secrets
from collections.abc import Generator as Yielding
from collections.abc import Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

import attrs
import click

from splendor.bots import BOTS
from splendor.cli import MISUSED
from splendor.cli.seats import MARK, Seat, seats_of
from splendor.engine.setup import setup
from splendor.engine.turn import apply
from splendor.errors import UnreadableError
from splendor.formats.files import load
from splendor.formats.json import to_json
from splendor.formats.meta import NO_META, Meta
from splendor.formats.record import Ending, Generator, Move, Record, Seed
from splendor.formats.recording import record_game
from splendor.model.actions import Action
from splendor.model.state import Phase, State
from splendor.render.foreign import clean
from splendor.verification import Verdict, verify

PROGRAM: Final = "splendor play"
"""What the record says made it."""


class FileError(click.ClickException):
    """A file that a game cannot be kept in, or that none can be resumed from."""

    exit_code = MISUSED


@attrs.define
class Table:
    """A game that is being played: who plays, from what it was dealt, and what was decided.

    `states` has the opening and then the state after each decision. The file has the record of all
    of it whenever a method returns; FileError is raised if it cannot be written, and then has the
    game as it was before.
    """

    path: Path
    seats: tuple[Seat, ...]
    seed: Seed
    opening: State
    decisions: list[Action] = attrs.field(factory=list)
    states: list[State] = attrs.field(init=False)
    resigned: int | None = None
    _target: Path = attrs.field(init=False)
    _put: tuple[bytes, ...] = ()
    """What was last put into the file, and what was just being put there."""

    def __attrs_post_init__(self) -> None:
        self._target = Path(os.path.realpath(self.path))
        self.states = [self.opening]
        for action in self.decisions:
            self.states.append(apply(self.states[-1], action))

    @property
    def state(self) -> State:
        """The state now."""
        return self.states[-1]

    @property
    def over(self) -> bool:
        """Whether the game has come to its end."""
        return self.state.phase is Phase.OVER or self.resigned is not None

    @property
    def ending(self) -> Ending | None:
        """How the game ended, if somebody gave up."""
        return None if self.resigned is None else Ending("resigned", self.resigned)

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of those who are no bots."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.bot is None)

    def begin(self) -> None:
        """Make the file, which must not be there yet."""
        with self._written() as part:
            self._put = (part.read_bytes(),)
            try:
                os.link(part, self._target)
            except FileExistsError:
                raise self._taken() from None
            except OSError:  # a file system without links
                if self._target.exists():
                    raise self._taken() from None
                part.replace(self._target)

    def save(self) -> None:
        """Put the record into the file's place, whole, so that there is one at any time."""
        with self._written() as part:
            if self._put and self._target.read_bytes() not in self._put:
                name = clean(str(self.path))
                message = f"{name} was changed by another program; nothing is written over it"
                raise FileError(message)
            self._put = (*self._put[-1:], part.read_bytes())
            part.replace(self._target)

    @contextmanager
    def _written(self) -> Yielding[Path]:
        """Have the record on the disk, in a file beside its place, until the block ends.

        Raises FileError if that cannot be.
        """
        text = f"{to_json(self.record())}\n".encode()
        part = self._target.with_name(f".{secrets.token_hex(8)}.part")
        try:
            with part.open("xb") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            yield part
        except OSError as error:
            lost = "; all but the last decision is in it" if self.decisions else ""
            message = f"{clean(str(self.path))} cannot be written: {error.strerror}{lost}"
            raise FileError(message) from None
        finally:
            with suppress(OSError):
                part.unlink()

    def _taken(self) -> FileError:
        ways = "splendor play --resume goes on with it, --save names another"
        return FileError(f"{clean(str(self.path))} is there already: {ways}")

    def decide(self, action: Action) -> None:
        """Carry out an action, which has to be legal."""
        self.states.append(apply(self.state, action))
        self.decisions.append(action)
        self.save()

    def last_decision(self, *seats: int) -> int | None:
        """Return the number of the last decision of these seats, from 0; None if there is none."""
        for number in reversed(range(len(self.decisions))):
            if self.states[number].mover in seats:
                return number
        return None

    def undo(self, seat: int) -> bool:
        """Go back to the last decision of a seat, and tell whether there was one."""
        last = self.last_decision(seat)
        if last is None:
            return False
        del self.decisions[last:], self.states[last + 1 :]
        self.save()
        return True

    def resign(self, seat: int) -> None:
        """End the game by the resignation of a seat."""
        self.resigned = seat
        self.save()

    def record(self) -> Record:
        """Return the record of the game so far."""
        return record_game(
            self.opening,
            self.decisions,
            players=tuple(seat.name for seat in self.seats),
            ending=self.ending,
            seed=self.seed,
            generator=_generator(),
            meta=_meta({number: seat.name for number, seat in enumerate(self.seats) if seat.bot}),
        )


def free_path() -> Path:
    """Return the path of a file for a new game: `splendor-game.json`, or the next that is free."""
    number = 1
    path = Path("splendor-game.json")
    while path.exists():
        number += 1
        path = Path(f"splendor-game-{number}.json")
    return path


def _meta(bots: Mapping[int, str]) -> Meta:
    """Return what the record says of the bots, by their seats."""
    return Meta({"bots": {str(seat): name for seat, name in bots.items()}}) if bots else NO_META


def _bots_of(record: Record) -> tuple[int, ...]:
    """Return the seats that are bots by what a record says."""
    bots = record.meta.get("bots")
    seats = range(len(record.players))
    return tuple(seat for seat in seats if isinstance(bots, Mapping) and str(seat) in bots)


def _generator() -> Generator:
    try:
        return Generator(PROGRAM, version("splendor-rules"))
    except PackageNotFoundError:
        return Generator(PROGRAM)


def resumed(path: Path, names: Sequence[str] = ()) -> Table:
    """Return the game in a file as it was when that was written, to go on with.

    The names of the seats are those that the record has, unless new ones are given. It is dealt
    again from its seed and every decision taken again; FileError is raised if that does not give
    the same record, as for one that `splendor play` has not written.
    """
    try:
        record = load(path)
    except UnreadableError as error:
        raise FileError(str(error)) from None
    seed, opening, decisions = _begun(path, record)
    seats = seats_of(names) if names else _seats(path, record)
    if len(seats) != len(record.players):
        message = f"the game is one of {len(record.players)} players, not of {len(seats)}"
        raise _unfit(path, message)
    table = Table(path, seats, seed, opening, decisions)
    table.save()  # the seats may be new, and whether it can be written is told at once
    return table


def _begun(path: Path, record: Record) -> tuple[Seed, State, list[Action]]:
    """Return the seed, the opening and the decisions of a record that play has written."""
    if record.ending.kind != "unfinished":
        raise _unfit(path, "the game is finished")
    if record.perspective != "full" or record.seed is None:
        raise _unfit(path, "the record has no seed to deal the game from again")
    report = verify(record)
    if report.verdict is not Verdict.VALID:
        problem = "" if report.problem is None else f", {report.problem}"
        raise _unfit(path, f"the record is {report.verdict.name}{problem}")
    opening = setup(
        len(record.players),
        seed=record.seed,
        rules=record.rules,
        first_player=record.opening.first_player,
    )
    moves = (event for event in record.events if isinstance(event, Move))
    decisions = [move.action for move in moves if move.by is not None]
    generator = record.generator
    again = record_game(
        opening,
        decisions,
        players=record.players,
        seed=record.seed,
        generator=generator,
        meta=_meta({seat: record.players[seat] for seat in _bots_of(record)}),
    )
    if again != record or generator is None or generator.name != PROGRAM:
        raise _unfit(path, "the record says more than splendor play writes, which would be lost")
    return record.seed, opening, decisions


def _seats(path: Path, record: Record) -> tuple[Seat, ...]:
    """Return the seats as the record has them; no module is imported for what stands in a file."""
    bots = _bots_of(record)
    seats: list[Seat] = []
    for number, name in enumerate(record.players):
        known = BOTS.get(name.removeprefix(MARK))
        if number not in bots:
            seats.append(Seat(name))
        elif known is not None and name.startswith(MARK):
            seats.append(Seat(name, known()))
        else:
            message = f"the bot of player {number} has to be named again: splendor play --resume"
            raise _unfit(path, f"{message} FILE SEAT...")
    return tuple(seats)


def _unfit(path: Path, why: str) -> FileError:
    return FileError(f"{clean(str(path))} cannot be resumed: {why}")
