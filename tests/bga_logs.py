"""Logs in the shape of Board Game Arena to read, change and look at."""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import attrs

from splendor import (
    BOARD_GAME_ARENA,
    OFFICIAL,
    Action,
    BuyCard,
    Card,
    Gems,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    State,
    TakeTokens,
    setup,
)
from splendor.formats.importers.bga import read_bga
from splendor.formats.meta import NO_META
from splendor.formats.record import NO_CLAIMS, Event, Move, Record
from splendor.formats.recording import record_game
from splendor.verification import Problem, Verdict, verify
from tests.bga_writer import Json, Order
from tests.games import at_random, buying, play

ORDERS: tuple[Order, ...] = ("2021", "2025")


def read(table: Json, log: Json) -> Record:
    return read_bga(json.dumps(table), json.dumps(log), source="game")


def take(letters: str) -> TakeTokens:
    return TakeTokens(Gems.parse(letters))


def bare(events: tuple[Event, ...]) -> list[Event]:
    """Events without what a log adds to them."""
    return [
        attrs.evolve(event, claims=NO_CLAIMS, meta=NO_META)
        if isinstance(event, Move)
        else attrs.evolve(event, meta=NO_META)
        for event in events
    ]


def seen_by(record: Record, *seats: int) -> list[Event]:
    """What a log says of a game to the table and to some seats."""
    return [
        event for event in record.events if isinstance(event, Move) or event.seat in {None, *seats}
    ]


def openly(rng: Random, _: State, actions: Sequence[Action]) -> Action:
    """Any action but a blind reservation, a purchase rather than not."""
    wanted = [action for action in actions if not isinstance(action, ReserveFromDeck)]
    return rng.choice([action for action in wanted if isinstance(action, BuyCard)] or wanted)


def put(document: Json | list[Any], path: str, value: object) -> None:
    """Set what stands at a path such as `market.row_1.count`."""
    holder: Any = document
    *way, last = path.split(".")
    for key in way:
        holder = holder[int(key) if isinstance(holder, list) else key]
    holder[int(last) if isinstance(holder, list) else last] = value


@cache
def game(seed: int, players: int = 2, *, buyers: bool = True) -> Record:
    """A whole game played by a seed."""
    rules = (OFFICIAL, BOARD_GAME_ARENA)[seed % 2]
    return record_game(*play(seed, players, rules=rules, policy=buying if buyers else at_random))


def notes(log: Json, kind: str) -> Iterator[Json]:
    """The arguments of all notifications of a kind."""
    for packet in log["data"]["data"]:
        for note in packet["data"]:
            if note["type"] == kind:
                yield note["args"]


def states(log: Json, number: int) -> list[Json]:
    return [args for args in notes(log, "gameStateChange") if args.get("id") == number]


def move_of(log: Json, args: Json) -> int:
    """The number of the move in which a notification stands."""
    return next(
        int(packet["move_id"])
        for packet in log["data"]["data"]
        for note in packet["data"]
        if note["args"] is args
    )


def drop(log: Json, kind: str, *, move: int | None = None) -> None:
    """Leave out the notifications of a kind, in one move or in all."""
    for packet in log["data"]["data"]:
        if move is None or packet["move_id"] == str(move):
            packet["data"] = [note for note in packet["data"] if note["type"] != kind]


def problem_of(record: Record) -> Problem:
    report = verify(record)
    assert report.verdict is Verdict.INVALID
    assert report.problem is not None
    return report.problem


def place_of(record: Record, problem: Problem) -> tuple[int, type[Action]]:
    """The move of the log and the action at which a problem stands."""
    assert problem.event is not None
    event = record.events[problem.event]
    assert isinstance(event, Move)
    return event.meta["move_id"], type(event.action)


def features(record: Record) -> set[str]:
    """What of interest happens in a game."""
    found = set()
    for event in record.events:
        if isinstance(event, Move):
            found.add(type(event.action).__name__)
            if event.visit is not None:
                found.add(f"visit on {type(event.action).__name__}")
            if event.gold is False:
                found.add("no gold")
    for event, after in pairwise(record.events):
        if isinstance(event, Move) and isinstance(event.action, ReserveCard):
            assert isinstance(after, Move)
            if not isinstance(after.action, RevealCard):
                found.add("no refill")
    return found


def packet_of(log: Json, move: int) -> Json:
    """The first packet of a move."""
    return next(packet for packet in log["data"]["data"] if packet["move_id"] == str(move))


def take_out(log: Json, kind: str, *, move: int) -> Json:
    """Remove and return the one notification of a kind in a move."""
    packet = packet_of(log, move)
    found: list[Json] = [note for note in packet["data"] if note["type"] == kind]
    (note,) = found
    packet["data"].remove(note)
    return note


def another_figure(value: object) -> object:
    """Another figure of the same shape."""
    if isinstance(value, int):
        return value + 1
    assert isinstance(value, str)
    if value.lstrip("-").isdigit():
        return str(int(value) + 1)
    return f"{value}C" if set(value) <= set("CSEROG") else value[:-1]


def _reserve(row: int, place: int) -> ReserveCard:
    card = setup(2, seed=1).rows[row][place]
    assert isinstance(card, Card)
    return ReserveCard(card)


RETURNING = record_game(
    setup(2, seed=1),
    [
        *(take("wug"), take("kk"), take("wug"), _reserve(1, 0), take("wrk"), _reserve(2, 0)),
        *(take("ugr"), ReturnTokens(Gems(white=1, blue=1))),
    ],
)
"""Moves 2 to 9: takes, reservations in moves 5 and 7, and twelve tokens, of which two go back."""
RESERVING = record_game(setup(2, seed=1), [_reserve(0, 0), _reserve(0, 1), take("wug")])
"""Moves 2 to 4: two reservations from the first row, and a take."""
