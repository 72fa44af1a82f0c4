"""The tables on the web: HTTP to open a table and to read it, a WebSocket to play."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Annotated, Any, Final
from uuid import UUID, uuid4

from fastapi import APIRouter, Depends, FastAPI, Header, Request, Response, WebSocket
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.websockets import WebSocketDisconnect

from splendor import Record, to_json
from splendor.render import replay_html

from .messages import ACT, HELLO, MAX_LENGTH, NEW_TABLE, Join, read, too_big
from .refusal import Code, Refusal, no_table
from .room import Client, Room, Rooms
from .store import Store
from .table import Table

PAGE: Final = Path(__file__).parent / "page"
SHY: Final = 10.0
"""How many seconds a client has to say who it is."""
STATUS: Final[dict[Code, int]] = {
    "too-big": 413,
    "no-table": 404,
    "wrong-token": 401,
    "storage": 503,
}
"""How HTTP says it; 400 what is not listed."""
CLOSING: Final[dict[Code, int]] = {
    "too-big": 1009,
    "no-table": 4404,
    "wrong-token": 4401,
    "not-joined": 4408,
    "replaced": 4409,
    "storage": 1013,
}
"""How a WebSocket that is closed says it; 4400 what is not listed."""
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What a page may load. The pictures have a style of their own, and no script."""
REPLAY_POLICY: Final = "sandbox allow-scripts; frame-ancestors 'none'"
"""A replay has a policy in its head as well."""


router = APIRouter()


async def rooms_of(connection: HTTPConnection) -> Rooms:
    """Return the tables of the server that is asked."""
    rooms: Rooms = connection.app.state.rooms
    return rooms


async def number_of(table: str) -> UUID:
    """Return the number of a table in an address."""
    try:
        return UUID(table)
    except ValueError:
        raise no_table() from None


async def body_of(request: Request) -> bytes:
    """Return what was sent with a request, if it is short."""
    body = b""
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > MAX_LENGTH:
                raise too_big()
    except ClientDisconnect:
        raise Refusal("unreadable", "the body is not whole") from None
    return body


TheRooms = Annotated[Rooms, Depends(rooms_of)]
Number = Annotated[UUID, Depends(number_of)]
Body = Annotated[bytes, Depends(body_of)]


async def record_of(
    rooms: TheRooms, number: Number, authorization: Annotated[str | None, Header()] = None
) -> Record:
    """Return the game as far as whoever asks may know it; who shows no token is a spectator."""
    seat = None
    if authorization is not None:
        scheme, _, token = authorization.partition(" ")
        if scheme.lower() != "bearer":
            raise Refusal("wrong-token", "a token is shown as: Authorization: Bearer TOKEN")
        seat = rooms.store.seat(number, token)
    return rooms.table(number).record(seat)


@router.post("/tables", status_code=201)
async def open_table(rooms: TheRooms, body: Body) -> dict[str, Any]:
    """Open a table: one token a seat, and the promise about the cards."""
    players = read(body, NEW_TABLE).players
    number, tokens = uuid4(), tuple(secrets.token_hex(16) for _ in players)
    table = Table.new(players)
    rooms.store.add(number, table, tokens)
    return {
        "table": number,
        "players": players,
        "tokens": tokens,
        "commitment": table.commitment.digest,
    }


@router.get("/tables/{table}/record")
async def send_record(number: Number, record: Annotated[Record, Depends(record_of)]) -> Response:
    """Send the game as a file."""
    name = f'attachment; filename="{number}.json"'
    headers = {"Content-Disposition": name}
    return Response(to_json(record), media_type="application/json", headers=headers)


@router.get("/tables/{table}/replay")
async def send_replay(record: Annotated[Record, Depends(record_of)]) -> Response:
    """Send the game as a page to step through."""
    headers = {"Content-Security-Policy": REPLAY_POLICY}
    return Response(replay_html(record), media_type="text/html", headers=headers)


@router.websocket("/tables/{table}/socket")
async def sit(socket: WebSocket, rooms: TheRooms, table: str) -> None:
    """Let a client play or watch, until it goes or has to go."""
    await socket.accept()
    try:
        await attend(socket, rooms, await number_of(table))
    except Refusal as refusal:
        with suppress(WebSocketDisconnect):  # it may have gone before it could be told
            await socket.send_json(refusal.told())
            await socket.close(CLOSING.get(refusal.code, 4400), refusal.code)
    except WebSocketDisconnect:
        pass


async def attend(socket: WebSocket, rooms: Rooms, number: UUID) -> None:
    """Hear who a client is, then send it views and hear its decisions."""
    try:
        hello = read(await asyncio.wait_for(heard(socket), SHY), HELLO)
    except TimeoutError:
        raise Refusal("not-joined", f"nothing was said in {SHY:g} seconds") from None
    seat = rooms.store.seat(number, hello.token) if isinstance(hello, Join) else None
    client = Client(socket, seat, hello.pictures)
    with rooms.entered(number, client) as room:
        tasks = [asyncio.create_task(each) for each in (room.inform(client), obey(room, client))]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
        await done.pop()  # which raises why it has ended


async def obey(room: Room, client: Client) -> None:
    """Carry out what a client decides; a refusal that is about one message only is told it."""
    while True:
        await asyncio.sleep(0)  # of one client's many messages each waits its turn
        try:
            room.act(client, read(await heard(client.socket), ACT))
        except Refusal as refusal:
            if refusal.code in {"too-big", "replaced"}:
                raise
            await client.socket.send_json(refusal.told())


async def heard(socket: WebSocket) -> str:
    """Return the next message of a client."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    text: str | None = message.get("text")
    if text is None:
        raise Refusal("unreadable", "a message is text")
    return text


async def refuse(_: Request, refusal: Refusal) -> Response:
    """Send a refusal over HTTP."""
    return JSONResponse(refusal.told(), status_code=STATUS.get(refusal.code, 400))


async def protect(request: Request, proceed: Callable[[Request], Awaitable[Response]]) -> Response:
    """Tell browsers what a page of this server may do."""
    response = await proceed(request)
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cache-Control"] = "no-store"
    return response


def create_app(database: Path) -> FastAPI:
    """Return the server of the tables in a database."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None, None]:
        store = Store(database)
        app.state.rooms = Rooms(store)
        yield
        store.close()

    # It could describe neither the sockets nor the bodies, and its pages load from elsewhere.
    app = FastAPI(title="Tables of Splendor", lifespan=lifespan, openapi_url=None)
    app.include_router(router)
    app.mount("/", StaticFiles(directory=PAGE, html=True))
    app.exception_handler(Refusal)(refuse)
    app.middleware("http")(protect)
    return app
