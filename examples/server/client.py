"""A program at a table of the server: `python -m examples.server.client ADDRESS TABLE TOKEN`."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from splendor import State, from_json, to_json
from splendor.bots import BOTS, Bot

Message: TypeAlias = dict[str, Any]
PAUSE: Final = 0.5
"""How many seconds it waits before it connects again."""
TRIES: Final = 20
"""How often, if there is nobody to connect to."""


class RefusedError(Exception):
    """The server refuses what this program cannot mend."""


class BusyError(Exception):
    """The server cannot use its database now, and has changed nothing."""


async def play(
    address: str, table: str, token: str, bot: Bot, see: Callable[[str], None] = lambda _: None
) -> Message:
    """Decide for a seat until the game is over, and return the last view.

    It connects and joins again whenever the connection is lost or the server is busy: the view that
    it then gets says whether its last decision was accepted. `see` is given everything that the
    server sends. Raises RefusedError, and what keeps it from connecting if that lasts.
    """
    uri = f"{address.rstrip('/').replace('http', 'ws', 1)}/tables/{table}/socket"
    failures = 0
    while True:
        try:
            async with connect(uri) as socket:
                failures = 0
                await socket.send(json.dumps({"type": "join", "token": token}))
                return await converse(socket, bot, see)
        except (ConnectionClosed, BusyError):
            await asyncio.sleep(PAUSE)
        except (OSError, InvalidHandshake):
            failures += 1
            if failures == 1:
                print(f"no answer from {address}, trying again", file=sys.stderr)
            if failures == TRIES:
                raise
            await asyncio.sleep(PAUSE)


async def converse(socket: ClientConnection, bot: Bot, see: Callable[[str], None]) -> Message:
    """Answer every view in which the seat has to decide, until the game is over."""
    while True:
        text = await socket.recv(decode=True)
        see(text)
        message: Message = json.loads(text)
        if message["type"] == "error":
            refused = BusyError if message["code"] == "storage" else RefusedError
            raise refused(message["message"])
        if message["over"] is not None:
            return message
        if message["decider"] == message["seat"]:
            await socket.send(decision(message, bot))


def decision(message: Message, bot: Bot) -> str:
    """Return what a bot decides about a view, as a message for the server."""
    view = from_json(json.dumps(message["state"]), State)
    action = json.loads(to_json(bot.choose(view)))
    return json.dumps({"type": "act", "number": message["number"], "action": action})


def main(arguments: list[str] | None = None) -> None:
    """Play a game and say how it ended."""
    parser = argparse.ArgumentParser(prog="python -m examples.server.client", description=__doc__)
    parser.add_argument("address", help="as http://127.0.0.1:8000")
    parser.add_argument("table")
    parser.add_argument("token")
    parser.add_argument("--bot", choices=BOTS, default="greedy")
    options = parser.parse_args(arguments)
    try:
        last = asyncio.run(play(options.address, options.table, options.token, BOTS[options.bot]()))
    except (RefusedError, OSError, InvalidHandshake) as error:
        parser.exit(1, f"{error}\n")
    print(last["headline"])


if __name__ == "__main__":
    main()
