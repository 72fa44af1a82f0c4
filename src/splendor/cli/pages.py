"""`splendor replay`: games as pages to step through in a browser."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import attrs

from splendor.cli.batch import ConversionError, NoGameError, Place, put_in_place, refuse_same
from splendor.cli.eyes import Eyes, NoSuchSeatError
from splendor.cli.streams import write
from splendor.engine.invariants import InvalidPositionError
from splendor.errors import UnreadableError
from splendor.formats.files import FoundGame, games_of
from splendor.formats.record import Record
from splendor.render import replay_html
from splendor.render.foreign import clean
from splendor.verification import redact, verify


@attrs.define
class Pages:
    """Makes pages of games, and notes whether one of them is INVALID.

    They hold what these eyes may see.
    """

    eyes: Eyes
    invalid: bool = False

    def write(self, source: Path, target: Path | None) -> None:
        """Write the page of the one game in a file, or print it for None.

        Raises ConversionError, and what reading raises.
        """
        game, *others = islice(games_of(source), 2)
        if others:
            message = "there are several games; their pages go to a folder (-o pages/)"
            raise ConversionError(message)
        if target is None:
            write(self._page(game), sys.stdout)
            return
        for path in filter(None, (game.path, game.beside)):
            refuse_same(path, target)
        put_in_place(target, [self._page(game)])

    def write_to(self, source: Path, place: Place) -> Iterator[Path]:
        """Write the page of each game in a file to the place for it, and yield that.

        Raises ConversionError behind the last if one cannot be read, and what reading raises if it
        is the only one.
        """
        failed: list[str] = []
        for game in games_of(source):
            try:
                page = self._page(game)
            except UnreadableError as error:
                if game.number is None:
                    raise
                failed.append(f"game {game.number}: {error.message}")
                continue
            number = "" if game.number is None else f"-{game.number}"
            target = place(f"{number}.html", game.beside)
            put_in_place(target, [page])
            yield target
        if failed:
            more = f", and {len(failed) - 1} more" if failed[1:] else ""
            message = f"{failed[0]}{more}"
            raise ConversionError(message)

    def _page(self, game: FoundGame) -> str:
        try:
            record = game.reading().game
        except InvalidPositionError:  # what is wrong with it may be a secret
            record = None
        if not isinstance(record, Record):
            message = "a position, not a game"
            raise NoGameError(message)
        if self.eyes.restricted:
            try:
                record = redact(record, self.eyes.seat_of(record.players))
            except NoSuchSeatError as error:
                raise ConversionError(str(error)) from None
        problem = verify(record).problem
        if problem is not None:
            self.invalid = True
            which = "" if game.number is None else f", game {game.number}"
            write(f"{clean(str(game.path))}{which}: INVALID: {clean(str(problem))}\n", sys.stderr)
        return replay_html(record)
