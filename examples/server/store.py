"""The tables in an SQLite database: what is in it is accepted, and nothing else is."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from splendor import Action, SplendorError, from_json, to_json

from .refusal import Refusal, no_table
from .table import Table

VERSION: Final = 1
PATIENCE: Final = 0.2
"""How many seconds it waits for another program to release the database; all tables wait."""
_LAYOUT: Final = f"""
BEGIN;
CREATE TABLE games (id TEXT PRIMARY KEY, seed BLOB NOT NULL, salt BLOB NOT NULL) STRICT;
CREATE TABLE seats (
    game TEXT NOT NULL REFERENCES games, seat INTEGER, name TEXT NOT NULL, token BLOB NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE decisions (
    game TEXT NOT NULL REFERENCES games, number INTEGER, action TEXT NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
PRAGMA user_version = {VERSION};
COMMIT;
"""


class AnotherVersionError(Exception):
    """The database was made by another program, or by another version of this one."""


class BehindError(Exception):
    """Another server has kept this decision already."""


class Store:
    """Tables by their numbers, with a hash of the token of each seat.

    Every method refuses with the code `storage`, and changes nothing, while the database is locked
    or full. A connection belongs to the thread that made it.
    """

    def __init__(self, path: Path) -> None:
        """Open a database, or lay it out; sqlite3.Error and AnotherVersionError say why not."""
        self.database = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
        (version,) = self.database.execute("PRAGMA user_version").fetchone()
        (tables,) = self.database.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if tables == version == 0:
            self.database.executescript(_LAYOUT)
        elif version != VERSION:
            self.close()
            message = f"this is no database of version {VERSION} of this program"
            raise AnotherVersionError(message)
        # Readers, such as a backup, do not keep it from writing; and what was written is on the
        # disk before anybody is told, so that a power cut takes nothing back.
        self.database.execute("PRAGMA journal_mode = WAL")
        self.database.execute("PRAGMA synchronous = FULL")

    def close(self) -> None:
        """Close the database."""
        self.database.close()

    def add(self, number: UUID, table: Table, tokens: tuple[str, ...]) -> None:
        """Keep a new table."""
        seats = enumerate(zip(table.players, tokens, strict=True))
        rows = [(str(number), seat, name, _hash(token)) for seat, (name, token) in seats]
        with self._change() as database:
            game = (str(number), table.seed, table.salt)
            database.execute("INSERT INTO games VALUES (?, ?, ?)", game)
            database.executemany("INSERT INTO seats VALUES (?, ?, ?, ?)", rows)

    def append(self, number: UUID, decision: int, action: Action) -> None:
        """Keep a decision: when this returns it is accepted, whatever happens to the process.

        Raises BehindError if another server that uses the database has kept one of this number.
        """
        row = (str(number), decision, to_json(action))
        try:
            with self._change() as database:
                database.execute("INSERT INTO decisions VALUES (?, ?, ?)", row)
        except sqlite3.IntegrityError:
            raise BehindError from None

    def load(self, number: UUID) -> Table:
        """Return a table as it was kept; one that is damaged is refused as `storage`."""
        game = self._rows("SELECT seed, salt FROM games WHERE id = ?", number)
        if not game:
            raise no_table()
        ((seed, salt),) = game
        names = self._rows("SELECT name FROM seats WHERE game = ? ORDER BY seat", number)
        kept = "SELECT action FROM decisions WHERE game = ? ORDER BY number"
        try:
            table = Table.dealt(tuple(name for (name,) in names), seed, salt)
            for (action,) in self._rows(kept, number):
                table = table.after(from_json(action, Action))
        except SplendorError:
            raise Refusal("storage", "what the server has kept of this table is damaged") from None
        return table

    def seat(self, number: UUID, token: str) -> int:
        """Return the seat whose token is shown."""
        seats = self._rows("SELECT seat, token FROM seats WHERE game = ?", number)
        if not seats:
            raise no_table()
        for seat, kept in seats:
            if kept == _hash(token):
                return int(seat)
        raise Refusal("wrong-token", "this is the token of no seat at this table")

    def _rows(self, query: str, number: UUID) -> list[tuple[Any, ...]]:
        with _refusing():
            return self.database.execute(query, (str(number),)).fetchall()

    @contextmanager
    def _change(self) -> Generator[sqlite3.Connection, None, None]:
        """Keep all that is changed inside, or nothing of it."""
        with _refusing():
            self.database.execute("BEGIN IMMEDIATE")
            with self.database:  # commits, or rolls back
                yield self.database


@contextmanager
def _refusing() -> Generator[None, None, None]:
    try:
        yield
    except sqlite3.IntegrityError:
        raise
    except sqlite3.Error as error:
        message = f"the server cannot use its database now ({error}); nothing was changed"
        raise Refusal("storage", message) from None


def _hash(token: str) -> bytes:
    """Return what is kept of a token, so that a copy of the database lets nobody play."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).digest()
