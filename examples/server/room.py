"""Who is at a table now: decisions go in, views go out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import attrs
from fastapi import WebSocket

from .messages import Act
from .refusal import Refusal
from .store import BehindError, Store
from .table import Table
from .view import view


@attrs.define(eq=False)
class Client:
    """One connection: whose it is, and how much it has been told."""

    socket: WebSocket
    seat: int | None
    pictures: bool
    told: int = 0
    replaced: bool = False
    news: asyncio.Event = attrs.field(factory=asyncio.Event)


@attrs.define(eq=False)
class Room:
    """A table, and the clients at it; it is kept in memory only while there are some."""

    number: UUID
    store: Store
    table: Table
    clients: set[Client] = attrs.field(factory=set[Client])
    _views: dict[tuple[int | None, int, bool], str] = attrs.field(factory=dict[Any, str])
    """What was sent of the table as it is; of hundreds who watch each is sent the same."""

    def enter(self, client: Client) -> None:
        """Let a client in; another one at the same seat has to go."""
        for other in self.clients:
            if client.seat is not None and other.seat == client.seat:
                other.replaced = True
                other.news.set()
        self.clients.add(client)
        client.news.set()

    def act(self, client: Client, message: Act) -> None:
        """Carry out a decision, which is kept before anybody sees it, or refuse it.

        Nothing is awaited here: no decision comes between.
        """
        if client.replaced:
            raise replaced()
        action = message.read()
        after = self.table.act(client.seat, message.number, action)
        try:
            self.store.append(self.number, message.number, action)
        except BehindError:
            self._show(self.store.load(self.number))
            raise Refusal("stale", "another server has made this decision") from None
        self._show(after)

    def _show(self, table: Table) -> None:
        self.table = table
        self._views.clear()
        for client in self.clients:
            client.news.set()

    async def inform(self, client: Client) -> None:
        """Send views until the client is replaced, which is raised; one that is slow misses some.

        Each is complete, and says what has happened since the last.
        """
        while True:
            await client.news.wait()
            client.news.clear()
            if client.replaced:
                raise replaced()
            shown = self._view(client)
            client.told = len(self.table.actions)
            await client.socket.send_text(shown)

    def _view(self, client: Client) -> str:
        key = (client.seat, client.told, client.pictures)
        if key not in self._views:
            seat, told, pictures = key
            shown = view(self.number, self.table, seat, told=told, pictures=pictures)
            self._views[key] = json.dumps(shown)
        return self._views[key]


def replaced() -> Refusal:
    """Return why a client has to go when another one comes."""
    return Refusal("replaced", "somebody else has joined with your token")


@attrs.define(eq=False)
class Rooms:
    """The tables of a server: in memory those with clients, all others in the store alone."""

    store: Store
    _open: dict[UUID, Room] = attrs.field(factory=dict[UUID, Room])

    def table(self, number: UUID) -> Table:
        """Return a table, or refuse a number that there is not."""
        room = self._open.get(number)
        return self.store.load(number) if room is None else room.table

    @contextmanager
    def entered(self, number: UUID, client: Client) -> Generator[Room, None, None]:
        """Let a client in at a table for as long as this lasts."""
        room = self._open.get(number) or Room(number, self.store, self.store.load(number))
        self._open[number] = room
        room.enter(client)
        try:
            yield room
        finally:
            self._leave(room, client)

    def _leave(self, room: Room, client: Client) -> None:
        room.clients.remove(client)
        if not room.clients:
            del self._open[room.number]
