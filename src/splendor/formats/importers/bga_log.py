"""What the notifications of a Board Game Arena log say, move by move: their `g_gamelogs`.

A move may be spread over several packets, those for the table and those for one player; it may say
a thing twice, and in any order. So a move is read as the set of facts that it states.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

import attrs

from splendor.errors import brief
from splendor.formats.importers.bga_table import LETTERS, Table, read_gems, read_tile
from splendor.formats.importers.values import Value
from splendor.formats.meta import Meta
from splendor.formats.record import Ending, Result
from splendor.model.cards import LEVELS, Card, Noble
from splendor.model.gems import Gems

ENVELOPES: Final = (("data", "data"), ("data", "logs"), ("data",))
"""Where the packets are: in a saved replay page, in the archive, in the live history."""
NOISE: Final = frozenset({
    # the table
    "simpleNote", "simpleNode", "message", "infomsg", "history_history", "simplePause",
    "playerConcedeGame", "resultsAvailable", "tableInfosChanged", "tableWindow",
    # clocks
    "updateReflexionTime", "wouldlikethink", "clockalert", "yourturnack", "archivewaitingdelay",
    "end_archivewaitingdelay", "replaywaitingdelay", "end_replaywaitingdelay",
    "replayinitialwaitingdelay", "end_replayinitialwaitingdelay",
    # people
    "chat", "chatmessage", "groupchat", "privatechat", "tablechat", "startWriting", "stopWriting",
    "newRTCMode", "playerstatus", "updateSpectatorList",
})  # fmt: skip
"""The notifications that say nothing about the game."""
PLAYER_TURN: Final = 25
PLAYER_PASS: Final = 42
GAME_END: Final = 99
SILENT_STATES: Final = frozenset({1, 40, 50, 75})
"""Setup, discard, choice of a noble, end of a turn: other notifications say what happens there."""
CIRCLE: Final = "\u25ef"
RANKS: Final = {CIRCLE * level: level for level in LEVELS}
"""How a level is written."""
MAX_WORD: Final = 100


@attrs.frozen(kw_only=True)
class Fact:
    """Something that a notification states; equal ones are one, wherever they stand."""

    at: Value = attrs.field(eq=False)
    """Where it stands."""
    origin: Meta = attrs.field(eq=False)
    """Packet, move and time."""


@attrs.frozen(kw_only=True)
class PlayerFact(Fact):
    """Something that a notification states of a player."""

    seat: int


@attrs.frozen(kw_only=True)
class Coins(PlayerFact):
    """Tokens that a player gets and gives, and the difference as the log states it."""

    income: Gems
    expense: Gems
    gap: tuple[int, ...]


@attrs.frozen(kw_only=True)
class Reservation(PlayerFact):
    """A reservation; the card is None where the notification does not name it."""

    level: int
    card: Card | None
    in_row: bool


@attrs.frozen(kw_only=True)
class Purchase(PlayerFact):
    """A purchase."""

    level: int
    card: Card


@attrs.frozen(kw_only=True)
class Refill(Fact):
    """A card turned up."""

    card: Card


@attrs.frozen(kw_only=True)
class Points(PlayerFact):
    """A gain of points, and the score after it."""

    score: int
    amount: int


@attrs.frozen(kw_only=True)
class Visit(PlayerFact):
    """A noble that comes to a player."""

    noble: Noble


@attrs.frozen(kw_only=True)
class TurnBegins(PlayerFact):
    """It is a player's turn, in this round."""

    round: int


@attrs.frozen(kw_only=True)
class MustPass(PlayerFact):
    """It is a player's turn, who can do nothing."""


@attrs.frozen(kw_only=True)
class GameEnds(Fact):
    """The end of the game."""

    ending: Ending
    result: Result


_Reader: TypeAlias = Callable[[Value, Table, dict[str, Any]], Fact | None]


def is_bga_log(data: object) -> bool:
    """Return whether parsed JSON looks like the packets of a Board Game Arena game."""
    for envelope in ENVELOPES:
        found = data
        for key in envelope:
            found = found.get(key) if isinstance(found, dict) else None
        if isinstance(found, list) and found and isinstance(found[0], dict):
            return found[0].keys() >= {"packet_id", "move_id", "data"}
    return False


def table_id(gamelogs: Value) -> int | None:
    """Return the number of the table, the same in all packets; None if there are no packets."""
    found = None
    for packet in _packets(gamelogs):
        number = packet["table_id"]
        if found is not None and number.number() != found:
            number.refuse(f"table {found} as before")
        found = number.number()
    return found


def read_moves(gamelogs: Value, table: Table) -> tuple[tuple[Fact, ...], ...]:
    """Read the facts of each move, the moves in the order in which they begin."""
    moves: dict[int, dict[Fact, None]] = {}
    for packet in _packets(gamelogs):
        for notification in packet["data"].items():
            kind = notification["type"].text(MAX_WORD)
            if kind in NOISE:
                continue
            if kind not in _READERS:
                message = f"expected a kind of notification that is known, not {brief(kind)}"
                notification["type"].fail(message)
            move_id = packet["move_id"].number()
            place = {
                "packet_id": packet["packet_id"].number(),
                "move_id": move_id,
                "time": packet["time"].number(),
            }
            args = notification["args"]
            facts = moves.setdefault(move_id, {})
            fact = _READERS[kind](args, table, {"at": args, "origin": Meta(place)})
            if fact is not None:
                facts.setdefault(fact)
    return tuple(map(tuple, moves.values()))


def _packets(gamelogs: Value) -> Iterator[Value]:
    for envelope in ENVELOPES:
        found: Value | None = gamelogs
        for key in envelope:
            found = found.get(key) if found is not None and type(found.raw) is dict else None
        if found is not None and type(found.raw) is list:
            yield from found.items()
            return
    gamelogs.fail("expected packets at $.data.data, $.data.logs or $.data")


def _coins(args: Value, table: Table, place: dict[str, Any]) -> Coins:
    return Coins(
        seat=table.seat(args["player_id"]),
        income=read_gems(args["income_coins"]),
        expense=read_gems(args["expense_coins"]),
        gap=tuple(args["gap"][letter].figure() for letter in LETTERS),
        **place,
    )


def _reservation(args: Value, table: Table, place: dict[str, Any]) -> Reservation:
    """Read a reservation; one from a deck names no card, except to the player who drew it."""
    seat = table.seat(args["player_id"])
    if all(args.get(key) is None or args[key].raw is None for key in ("card", "card_id")):
        level = _level(args["rank"])
        return Reservation(seat=seat, level=level, card=None, in_row=False, **place)
    card = args["card"]
    found: Card = read_tile(card, table.cards, "card")
    again = args["card_id"]
    if again.number() != card["id"].number():
        again.refuse(f"the id of the card again, which is {card['id'].number()}")
    _check_level(args, found)
    in_row = card["location"].text(MAX_WORD).startswith("market")
    return Reservation(seat=seat, level=found.level, card=found, in_row=in_row, **place)


def _purchase(args: Value, table: Table, place: dict[str, Any]) -> Purchase:
    card: Card = read_tile(args["card"], table.cards, "card")
    _check_level(args, card)
    bonus = read_gems(args["gem_type"])
    if tuple(bonus) != (card.bonus,):
        args["gem_type"].refuse(f"the letter of {card.bonus.value}, the bonus of the card")
    return Purchase(seat=table.seat(args["player_id"]), level=card.level, card=card, **place)


def _level(rank: Value) -> int:
    level = RANKS.get(rank.text(MAX_WORD))
    if level is None:
        rank.refuse(f"one to three {CIRCLE}")
    return level


def _check_level(args: Value, card: Card) -> None:
    """Compare the level that is stated with that of the card: a card is named by both."""
    if _level(args["rank"]) != card.level:
        args["rank"].refuse(f"{CIRCLE * card.level}, the level of the card")


def _refill(args: Value, table: Table, place: dict[str, Any]) -> Refill:
    return Refill(card=read_tile(args["card"], table.cards, "card"), **place)


def _points(args: Value, table: Table, place: dict[str, Any]) -> Points:
    return Points(
        seat=table.seat(args["player_id"]),
        score=args["score"].figure(),
        amount=args["amount_vp"].figure(),
        **place,
    )


def _visit(args: Value, table: Table, place: dict[str, Any]) -> Visit:
    return Visit(
        seat=table.seat(args["player_id"]),
        noble=read_tile(args["card"], table.nobles, "noble"),
        **place,
    )


def _state(args: Value, table: Table, place: dict[str, Any]) -> Fact | None:
    """Read a change of the game's state; the first one, into the setup, has no id but a name."""
    if args.get("id") is None and args.get("name") is not None:
        return None
    state = args["id"].number()
    if state == PLAYER_TURN:
        seat = table.seat(args["active_player"])
        return TurnBegins(seat=seat, round=args["args"]["turn"].figure(), **place)
    if state == PLAYER_PASS:
        return MustPass(seat=table.seat(args["active_player"]), **place)
    if state == GAME_END:
        return _end(args["args"]["result"], table, place)
    if state not in SILENT_STATES:
        args["id"].refuse("a state of the base game")
    return None


def _end(entries: Value, table: Table, place: dict[str, Any]) -> GameEnds:
    """Read the final result: for each player score, minus the bought cards, and rank."""
    by_seat: dict[int, Value] = {}
    for entry in entries.items():
        player = entry.get("player") or entry["id"]  # a log has either or both
        again = entry.get("id") or player
        seat = table.seat(player)
        if seat in by_seat or table.seat(again) != seat:
            again.refuse("each player once")
        by_seat[seat] = entry
    if len(by_seat) != len(table.names):
        entries.fail(f"expected a result for each of {len(table.names)} players")
    order = [by_seat[seat] for seat in range(len(by_seat))]
    ranks = tuple(entry["rank"].figure() for entry in order)
    return GameEnds(
        ending=_ending(order),
        result=Result(
            points=tuple(entry["score"].figure() for entry in order),
            purchased=tuple(-entry["score_aux"].figure() for entry in order),
            ranks=ranks,
            winners=tuple(seat for seat, rank in enumerate(ranks) if rank == 1),
        ),
        **place,
    )


def _ending(entries: list[Value]) -> Ending:
    """Return how the game ended: somebody may have conceded, or have left ("zombie")."""
    conceded = [seat for seat, entry in enumerate(entries) if entry["concede"].flag()]
    left = [seat for seat, entry in enumerate(entries) if entry["zombie"].flag()]
    if conceded:
        return Ending("resigned", conceded[0])
    return Ending("timeout", left[0]) if left else Ending("played")


_READERS: Final[dict[str, _Reader]] = {
    "coins": _coins,
    "reserveCard": _reservation,
    "buyCard": _purchase,
    "revealCard": _refill,
    "updateScore": _points,
    "claimNoble": _visit,
    "gameStateChange": _state,
}
