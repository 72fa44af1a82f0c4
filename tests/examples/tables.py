"""A server of examples/server in this process, and what a seat may not be told."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeAlias

import attrs
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession

from examples.server.app import create_app
from splendor import Card, Move, Record, State, apply, setup

Message: TypeAlias = dict[str, Any]
CARD: Final = re.compile(r"\b[123][a-z]\d\b")


@attrs.frozen
class Opened:
    """A table that was opened over HTTP."""

    web: TestClient
    number: str
    tokens: tuple[str, ...]
    commitment: str

    @property
    def address(self) -> str:
        """Where its clients connect."""
        return f"/tables/{self.number}/socket"

    @contextmanager
    def joined(self, seat: int, *, pictures: bool = False) -> Iterator[Line]:
        """Sit down at a seat."""
        hello = {"type": "join", "token": self.tokens[seat], "pictures": pictures}
        with self.said(hello) as line:
            yield line

    @contextmanager
    def said(self, hello: object) -> Iterator[Line]:
        """Connect, and say something first."""
        with self.web.websocket_connect(self.address) as session:
            line = Line(session)
            line.say(hello)
            yield line

    def get(self, what: str, token: str | None = None) -> Any:  # noqa: ANN401 - two libraries have it
        """Ask for the record or the replay."""
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        return self.web.get(f"/tables/{self.number}/{what}", headers=headers)


@attrs.frozen
class Line:
    """A connection of a test: JSON goes in and out."""

    session: WebSocketTestSession

    def say(self, message: object) -> None:
        """Send a message."""
        self.session.send_text(json.dumps(message))

    def hear(self) -> Message:
        """Return the next message."""
        message: Message = json.loads(self.session.receive_text())
        return message

    def act(self, number: int, action: object) -> None:
        """Send a decision."""
        self.say({"type": "act", "number": number, "action": action})

    def closed(self) -> int:
        """Return the code with which the server closes the connection."""
        message = self.session.receive()
        assert message["type"] == "websocket.close", message
        return int(message["code"])


@contextmanager
def serving(database: Path) -> Iterator[TestClient]:
    """Run the server of a database."""
    with TestClient(create_app(database)) as web:
        yield web


def opened(web: TestClient, *players: str) -> Opened:
    """Open a table."""
    answer = web.post("/tables", json={"players": players or ("Ada", "Bo")})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    return Opened(web, made["table"], tuple(made["tokens"]), made["commitment"])


def hidden(state: State, seat: int | None) -> set[str]:
    """Return the cards that a seat, or a spectator, may not know: the decks, and others' hands."""
    hands = (
        entry.card
        for owner, player in enumerate(state.players)
        for entry in player.reserved
        if entry.face_down and owner != seat
    )
    decks = (card for deck in state.decks for card in deck)
    return {card.id for card in (*decks, *hands) if isinstance(card, Card)}


def leaks(sent: Iterable[str], record: Record, seat: int | None) -> list[tuple[int, str]]:
    """Return each hidden card, or the seed or salt, that was told a seat, with the time of it.

    The messages are searched as they were sent, whatever their form; where one does not say how far
    the game was, it is held to the time of the view before it.
    """
    states = decided(record)
    assert isinstance(record.seed, bytes)
    assert record.commitment is not None
    assert record.commitment.salt is not None
    secrets = (record.seed.hex(), record.commitment.salt.hex())
    found: list[tuple[int, str]] = []
    number = 0
    for text in sent:
        number = json.loads(text).get("number", number)
        if number == len(states) - 1:
            continue
        unknown = hidden(states[number], seat).intersection(CARD.findall(text))
        found += [(number, secret) for secret in (*unknown, *secrets) if secret in text]
    return found


def decided(record: Record) -> list[State]:
    """Return the opening of a game that is over, and the state after each decision."""
    assert record.seed is not None
    states = [setup(len(record.players), seed=record.seed, rules=record.rules)]
    for event in record.events:
        if isinstance(event, Move) and event.by is not None:  # a refill is by nobody
            states.append(apply(states[-1], event.action))
    return states
