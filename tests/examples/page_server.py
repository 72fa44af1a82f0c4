"""A server of examples/server as a process of its own, tables in its database, and its address."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep
from urllib.parse import urlencode
from uuid import UUID, uuid4

import attrs

import splendor
from examples.server.store import Store
from examples.server.table import Table
from splendor import Action

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(splendor.__file__).parents[1])}
PATIENCE = 20.0
"""How many seconds a busy machine has to start a server."""


@attrs.frozen
class Seats:
    """A table in the database, and the tokens of its seats."""

    number: UUID
    table: Table
    tokens: tuple[str, ...]

    def fragment(self, seat: int | None = None, key: str = "") -> str:
        """What stands behind the # of the link to a seat, or of the one to watch."""
        shown = key or ("" if seat is None else self.tokens[seat])
        pairs = {"table": str(self.number), **({"token": shown} if shown else {})}
        return f"#{urlencode(pairs)}"


def free_port() -> int:
    """A port at which nobody listens."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@attrs.define
class Server:
    """The server with a database, at a port that was free."""

    database: Path
    port: int = attrs.field(factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = ("--database", str(self.database), "--port", str(self.port))
        command = (sys.executable, "-m", "examples.server", *options)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=ENVIRONMENT, stdout=log, stderr=log
            )
        end = monotonic() + PATIENCE
        while not self.answers():
            assert self.process.poll() is None, "the server has ended"
            assert monotonic() < end, "the server does not answer"
            sleep(0.05)

    @property
    def log(self) -> Path:
        """What the server prints goes there."""
        return self.database.with_suffix(".log")

    def said(self) -> str:
        """What the server has printed."""
        return self.log.read_text(encoding="utf-8")

    def answers(self) -> bool:
        """Whether somebody listens at its port."""
        with socket.socket() as one:
            return one.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self) -> None:
        """Interrupt it as from a keyboard, and wait for its end."""
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(PATIENCE) == 0

    def put(self, players: tuple[str, ...], seed: bytes, actions: Iterable[Action] = ()) -> Seats:
        """Keep a table of a known deal, at which something has been played."""
        table = Table.dealt(players, seed, bytes(16))
        seats = Seats(uuid4(), table, tuple(uuid4().hex for _ in players))
        with closing(Store(self.database)) as store:
            store.add(seats.number, table, seats.tokens)
            for number, action in enumerate(actions):
                store.append(seats.number, number, action)
        return seats
