"""The server of examples/server as a process that may be killed, and programs that play there."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake

from examples.server import __main__ as program
from examples.server import client
from examples.server.client import RefusedError, play
from splendor import Move, Record, Verdict, from_json, to_json, verify
from splendor.bots import Bot, GreedyBot, RandomBot
from tests.benchmarks import server as benchmark
from tests.examples.page_server import ENVIRONMENT, ROOT, Server
from tests.examples.tables import Message, leaks

KILLS = (8, 20, 35)
"""How many decisions have been made when the server is killed."""


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A running server, whose clients do not wait long, but often if it has to be."""
    monkeypatch.setattr(client, "PAUSE", 0.05)
    monkeypatch.setattr(client, "TRIES", 1000)
    running = Server(tmp_path / "tables.db")
    running.start()
    yield running
    running.stop()


def opened(server: Server, *players: str) -> Message:
    body = json.dumps({"players": players}).encode()
    request = Request(f"{server.address}tables", body)
    with urlopen(request) as answer:
        made: Message = json.load(answer)
    return made


def record_of(server: Server, table: str) -> Record:
    with urlopen(f"{server.address}tables/{table}/record") as answer:
        return from_json(answer.read(), Record)


def kill(server: Server) -> None:
    """Kill the server, so that it can do nothing more, and start it again."""
    assert server.process is not None
    server.process.kill()
    server.process.wait()
    server.start()


@pytest.mark.rule("INFO-2")
def test_a_server_that_is_killed_loses_no_decision_and_tells_no_secret(server: Server) -> None:
    made = opened(server, "Ada", "Bo")
    sent: tuple[list[str], list[str]] = ([], [])
    bots: tuple[Bot, Bot] = (GreedyBot(), RandomBot(5))

    async def kills() -> None:
        for goal in KILLS:
            while not sent[0] or json.loads(sent[0][-1])["number"] < goal:  # noqa: ASYNC110
                await asyncio.sleep(0.001)
            await asyncio.to_thread(kill, server)

    async def game() -> list[Message]:
        killing = asyncio.create_task(kills())
        players = (
            play(server.address, made["table"], token, bot, see=frames.append)
            for token, bot, frames in zip(made["tokens"], bots, sent, strict=True)
        )
        async with asyncio.timeout(60):
            ends = await asyncio.gather(*players)
            await killing
        return ends

    ends = asyncio.run(game())
    record = record_of(server, made["table"])
    report = verify(record)
    assert report.verdict is Verdict.VALID
    assert record.commitment is not None
    assert (record.commitment.digest, record.commitment.salt is not None) == (
        made["commitment"],
        True,
    )
    moves = [event for event in record.events if isinstance(event, Move) and event.by is not None]
    decisions = [(move.by, json.loads(to_json(move.action))) for move in moves]
    for seat, frames in enumerate(sent):
        assert leaks(frames, record, seat) == []
        views = [json.loads(frame) for frame in frames]
        joins = sum(len(view["happened"]) == view["number"] for view in views)
        assert joins >= len(KILLS) + 1  # each time it was told the game from the beginning
        numbers = [view["number"] for view in views]
        assert numbers == sorted(numbers)  # what was once accepted stays
        for view in views:
            for each in view["happened"]:
                assert (each["seat"], each["action"]) == decisions[each["number"]]
    assert {end["number"] for end in ends} == {len(decisions)}


def test_a_program_plays_to_the_end_and_says_how_it_ended(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    made = opened(server, "Ada", "Bo")

    async def game() -> None:
        seats = zip(made["tokens"], (GreedyBot(), GreedyBot()), strict=True)
        await asyncio.gather(
            *(play(server.address, made["table"], token, bot) for token, bot in seats)
        )

    asyncio.run(game())
    arguments = [server.address, made["table"], made["tokens"][0]]
    client.main(arguments)
    said = capsys.readouterr().out
    assert "the game is over (target reached)" in said
    command = [sys.executable, "-m", "examples.server.client", *arguments]
    assert subprocess.check_output(command, cwd=ROOT, env=ENVIRONMENT, encoding="utf-8") == said
    with pytest.raises(SystemExit) as left:
        client.main([server.address, made["table"], "x"])
    assert left.value.code == 1
    assert capsys.readouterr().err == "this is the token of no seat at this table\n"


def test_a_program_waits_for_a_database_that_is_locked(server: Server) -> None:
    made = opened(server, "Ada", "Bo")
    lock = sqlite3.connect(server.database, isolation_level=None, check_same_thread=False)
    refused: list[str] = []

    def see(text: str) -> None:
        if "locked" in text and not refused:
            lock.execute("ROLLBACK")
            refused.append(text)

    async def game() -> list[Message]:
        seats = zip(made["tokens"], (GreedyBot(), GreedyBot()), strict=True)
        players = (play(server.address, made["table"], token, bot, see) for token, bot in seats)
        async with asyncio.timeout(60):
            return list(await asyncio.gather(*players))

    lock.execute("BEGIN IMMEDIATE")
    ends = asyncio.run(game())
    lock.close()
    assert json.loads(refused[0])["code"] == "storage"
    assert all(end["over"] for end in ends)


def test_what_clients_leave_undone_is_no_fault_of_the_server(server: Server) -> None:
    """It prints nothing when a body ends early, or a client is gone before it could be told."""
    made = opened(server, "Ada", "Bo")
    for _ in range(5):
        with socket.create_connection(("127.0.0.1", server.port)) as line:
            line.sendall(b"POST /tables HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{")

    async def gone() -> None:
        address = f"{server.address}tables/{made['table']}/socket".replace("http", "ws", 1)
        for _ in range(20):
            one = await connect(address)
            await one.send(json.dumps({"type": "join", "token": made["tokens"][0]}))
            await one.recv()
            one.transport.abort()

    asyncio.run(gone())
    assert opened(server, "Ada", "Bo")["players"] == ["Ada", "Bo"]
    assert server.said() == (
        f"Serving on {server.address.rstrip('/')}, tables in {server.database}\n"
    )


def test_a_program_gives_up_where_there_is_no_server(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(client, "PAUSE", 0)
    monkeypatch.setattr(client, "TRIES", 3)
    with pytest.raises(ConnectionRefusedError):
        asyncio.run(play("http://127.0.0.1:1", "x", "x", GreedyBot()))
    assert capsys.readouterr().err == "no answer from http://127.0.0.1:1, trying again\n"
    with pytest.raises(InvalidHandshake):
        asyncio.run(play(f"{server.address}/nowhere", "x", "x", GreedyBot()))
    with pytest.raises(RefusedError, match="there is no such table"):
        asyncio.run(play(server.address, "x", "x", GreedyBot()))


def test_a_database_that_is_none_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tables.db"
    path.write_text("no database " * 100)
    with pytest.raises(SystemExit) as left:
        program.main(["--database", str(path)])
    assert left.value.code == 2
    assert f"{path}: file is not a database" in capsys.readouterr().err
    path.unlink()
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 9")
    database.close()
    with pytest.raises(SystemExit):
        program.main(["--database", str(path)])
    assert "no database of version 1" in capsys.readouterr().err


def test_many_games_at_once_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    benchmark.main(["--games", "3"])
    figures = r"3 games at once, 6 connections, \d+ decisions\n\d+\.\d s, \d+ decisions a second\n"
    assert re.search(figures, capsys.readouterr().out)
