"""Records of ours in the shape of Board Game Arena's two files, to read them back.

Their numbers, ids and names are made up; the order of notifications is that of logs of 2021, in
which the refill follows the payment, or of 2025, in which it follows the end of the turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise, zip_longest
from typing import Any, Literal

import attrs

from splendor import (
    BuyCard,
    Card,
    CardBack,
    ChooseNoble,
    Gems,
    Noble,
    Pass,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    Rules,
    State,
    TakeTokens,
    score,
)
from splendor.formats.record import Disclosure, Move, Opening, Record
from splendor.model.cards import ALL_CARDS
from splendor.model.gems import NO_GEMS
from splendor.verification import replay

LETTERS = "CSEROG"
TABLE = 4711
FIRST_PLAYER_ID = 801
EARLIEST = 1_600_000_000
CARD_IDS = {
    card: number
    for number, card in enumerate(
        sorted(ALL_CARDS, key=lambda card: (card.level, card.bonus.index, -card.points, card.id)),
        start=1,
    )
}
"""Their number of each card: by level and colour, and inside a colour in an order of our own."""

Json = dict[str, Any]
Order = Literal["2021", "2025"]


def write_bga(record: Record, *, order: Order, private: Iterable[int] = ()) -> tuple[Json, Json]:
    """Return `gamedatas` and `g_gamelogs` of a record that holds everything.

    A card drawn blind is not named to the table, only to the seats of `private`.
    """
    states = replay(record).states
    log = _Log(record, order, frozenset(private), _noble_ids(record.rules))
    turns = _turns(record, states)
    log.opening(states[0], turns[0] if turns else None)
    for turn, following in zip_longest(turns, turns[1:]):
        log.turn(turn, following)
    return write_table(record), log.document()


def player_id(seat: int) -> int:
    """Their number of a player."""
    return FIRST_PLAYER_ID + 7 * seat


def letters(gems: Gems) -> str:
    """Tokens as they write them."""
    return "".join(letter * count for letter, count in zip(LETTERS, gems.counts, strict=True))


def write_table(record: Record, *, viewer: int = 1) -> Json:
    """Return the `gamedatas` that a viewer of the opening table is sent."""
    seats = range(len(record.players))
    order = [player_id(seat) for seat in (*seats[viewer:], *seats[:viewer])]
    nobles = _noble_ids(record.rules)
    return {
        "players": {str(player_id(seat)): _player(record.players[seat], seat) for seat in seats},
        "cards_hidden": [],
        "market": _market(record.opening, nobles),
        "first_player": str(player_id(record.opening.first_player)),
        "playerorder": [str(order[0]), *order[1:]],
        "roundnumber": "1",
        "expansion_cities": "2",
        "expansion_orient": 2,
        "carddb": {
            str(number): {
                "lvl": card.level,
                "type": card.bonus.index,
                "img": 0,
                "points": card.points,
                "cost": letters(card.cost),
            }
            for card, number in CARD_IDS.items()
        },
        "nobledb": {
            str(number): {
                "id": number,
                "cost": letters(noble.requires),
                "promo": False,
                "points": noble.points,
                "name": f"noble {number}",
            }
            for noble, number in nobles.items()
        },
    }


def _player(name: str, seat: int) -> Json:
    return {
        "id": str(player_id(seat)),
        "name": name,
        "score": "0",
        "coins": dict.fromkeys(LETTERS, "0"),
        "cards_played": [],
        "nobles_played": [],
        "nb_cards_hidden": {"1": 0, "2": 0, "3": 0},
    }


def _market(opening: Opening, nobles: dict[Noble, int]) -> Json:
    rows = {
        f"row_{level}": {
            "cards": {
                str(CARD_IDS[card]): _tile(CARD_IDS[card], f"market_{level}")
                for card in row
                if isinstance(card, Card)
            },
            "count": str(count),
        }
        for level, (row, count) in enumerate(
            zip(opening.rows, opening.deck_counts, strict=True), start=1
        )
    }
    return {
        **rows,
        "nobles": {str(nobles[noble]): _tile(nobles[noble], "market") for noble in opening.nobles},
        "pool": {
            letter: str(count) for letter, count in zip(LETTERS, opening.bank.counts, strict=True)
        },
        "cities": [],
        "tradings": [],
        "strongholds": [],
        "orient_row_1": {"cards": [], "count": 0},
    }


def _noble_ids(rules: Rules) -> dict[Noble, int]:
    return {noble: number for number, noble in enumerate(reversed(rules.noble_pool), start=1)}


def _tile(number: int, location: str) -> Json:
    return {
        "id": str(number),
        "type": str(number),
        "type_arg": "0",
        "location": location,
        "location_arg": "0",
    }


@attrs.define
class _Turn:
    """One turn of a record."""

    seat: int
    before: State
    after: State
    main: Move
    drawn: Card | None = None
    refill: Card | None = None
    returned: Gems | None = None
    noble: Noble | None = None
    chosen: bool = False


def _turns(record: Record, states: tuple[State, ...]) -> list[_Turn]:
    turns: list[_Turn] = []
    for event, (before, after) in zip(record.events, pairwise(states), strict=True):
        if isinstance(event, Disclosure):
            turns[-1].drawn = event.disclose
            continue
        match event.action:
            case RevealCard(card):
                turns[-1].refill = None if isinstance(card, CardBack) else card
            case ReturnTokens(gems):
                turns[-1].returned = gems
            case ChooseNoble(noble):
                turns[-1].noble, turns[-1].chosen = noble, True
            case _:
                turns.append(_Turn(before.mover, before, after, event))
        turns[-1].noble = turns[-1].noble or event.visit
        turns[-1].after = after
    return turns


class _Log:
    """Packets in the making."""

    def __init__(
        self, record: Record, order: Order, private: frozenset[int], nobles: dict[Noble, int]
    ) -> None:
        self._record = record
        self._order = order
        self._private = private
        self._nobles = nobles
        self._packets: list[Json] = []
        self._move = 0
        self._notes = 0
        self._scores = [0] * len(record.players)

    def document(self) -> Json:
        """The packets in the envelope of a saved replay page."""
        return {"status": 1, "data": {"valid": 1, "data": self._packets}}

    def opening(self, state: State, following: _Turn | None) -> None:
        """Write the setup, which is their first move."""
        self._packet()
        self._note("simpleNote", {"players": ""})
        self._note("gameStateChange", {"name": "gameSetup", "args": None})
        self._go_on(state, following)

    def turn(self, turn: _Turn, following: _Turn | None) -> None:
        """Write a turn: a move, and one more each for a return and for the choice of a noble."""
        self._packet()
        late_refill = self._order == "2025" and isinstance(turn.main.action, BuyCard)
        self._main(turn)
        if not late_refill:
            self._refill(turn)
        if turn.main.gold:
            self._coins(turn.seat, income=Gems(gold=1))
        gained = turn.main.action.card.points if isinstance(turn.main.action, BuyCard) else 0
        self._points(turn.seat, gained)
        if turn.returned is not None:
            self._state(40, turn.seat)
            self._packet()
            self._coins(turn.seat, expense=turn.returned)
        if turn.chosen:
            self._state(50, turn.seat)
            self._packet()
        self._visit(turn)
        self._state(75, turn.seat)
        if late_refill:
            self._refill(turn)
        self._note("updateReflexionTime", {"player_id": player_id(turn.seat), "delta": "10"})
        self._go_on(turn.after, following)

    def _main(self, turn: _Turn) -> None:
        match turn.main.action:
            case TakeTokens(gems):
                self._coins(turn.seat, income=gems)
            case BuyCard(card, payment):
                from_row = any(card in row for row in turn.before.rows)
                self._buy(turn.seat, card, f"market_{card.level}" if from_row else "hand")
                self._coins(turn.seat, expense=payment)
            case ReserveCard(card):
                self._reserve(turn.seat, card.level, card, f"market_{card.level}")
            case ReserveFromDeck(level):
                self._reserve(turn.seat, level)
                if turn.drawn is not None and turn.seat in self._private:
                    self._packet(seat=turn.seat)
                    self._reserve(turn.seat, level, turn.drawn, f"deck_{level}")
                    self._packet(more=True)
            case _:
                assert isinstance(turn.main.action, Pass)

    def _buy(self, seat: int, card: Card, location: str) -> None:
        args = {
            "player_id": str(player_id(seat)),
            "card": _tile(CARD_IDS[card], location),
            "gem_type": LETTERS[card.bonus.index],
            "rank": "\u25ef" * card.level,
        }
        self._note("buyCard", args)

    def _reserve(self, seat: int, level: int, card: Card | None = None, location: str = "") -> None:
        args: Json = {"player_id": str(player_id(seat)), "rank": "\u25ef" * level}
        if card is not None:
            args["card"] = _tile(CARD_IDS[card], location)
            args["card_id"] = str(CARD_IDS[card])
        self._note("reserveCard", args)

    def _refill(self, turn: _Turn) -> None:
        if turn.refill is not None:
            place = f"market_{turn.refill.level}"
            self._note("revealCard", {"card": _tile(CARD_IDS[turn.refill], place)})

    def _coins(self, seat: int, income: Gems = NO_GEMS, expense: Gems = NO_GEMS) -> None:
        pairs = zip(LETTERS, income.counts, expense.counts, strict=True)
        args = {
            "player_id": str(player_id(seat)),
            "income_coins": letters(income),
            "expense_coins": letters(expense),
            "gap": {letter: gained - given for letter, gained, given in pairs},
        }
        self._note("coins", args)

    def _visit(self, turn: _Turn) -> None:
        if turn.noble is not None:
            number = self._nobles[turn.noble]
            args = {
                "player_id": str(player_id(turn.seat)),
                "card": _tile(number, "market_1"),
                "noble_desc": f"noble {number}",
            }
            self._note("claimNoble", args)
            self._points(turn.seat, turn.noble.points)

    def _points(self, seat: int, gained: int) -> None:
        if gained:
            self._scores[seat] += gained
            args = {
                "player_id": str(player_id(seat)),
                "score": self._scores[seat],
                "amount_vp": gained,
            }
            self._note("updateScore", args)

    def _go_on(self, state: State, following: _Turn | None) -> None:
        """Write whose turn comes, or the end of the game."""
        if following is None and self._record.ending.kind != "unfinished":
            self._end(state)
        elif following is not None and isinstance(following.main.action, Pass):
            self._state(42, state.mover, [])
        else:
            self._state(25, state.mover, {"turn": str(state.round)})

    def _end(self, state: State) -> None:
        ending = self._record.ending
        results = [
            {
                "id": str(player_id(seat)),
                "player": str(player_id(seat)),
                "name": self._record.players[seat],
                "score": str(entry.points),
                "score_aux": str(-entry.purchased),
                "rank": entry.rank,
                "tie": False,
                "concede": int(ending.kind == "resigned" and ending.seat == seat),
                "zombie": str(int(ending.kind == "timeout" and ending.seat == seat)),
            }
            for seat, entry in enumerate(score(state))
        ]
        if self._order == "2021":
            for result in results:
                del result["id"]
        self._state(99, state.mover, {"result": results})
        self._note("simpleNode", {"player_name": ""})

    def _state(self, number: int, seat: int, args: object = None) -> None:
        active = player_id(seat) if self._notes % 2 else str(player_id(seat))
        self._note("gameStateChange", {"id": number, "active_player": active, "args": args})

    def _note(self, kind: str, args: Json) -> None:
        self._notes += 1
        note = {"uid": f"u{self._notes}", "type": kind, "log": "", "args": args}
        self._packets[-1]["data"].append(note)

    def _packet(self, *, seat: int | None = None, more: bool = False) -> None:
        """Begin a packet: of the next move, or of the same for one player or for more of it."""
        self._move += seat is None and not more
        self._packets.append(
            {
                "channel": f"/table/t{TABLE}" if seat is None else f"/player/p{player_id(seat)}",
                "table_id": TABLE if self._order == "2025" else str(TABLE),
                "packet_id": str(300 + len(self._packets)),
                "packet_type": "resend",
                "move_id": str(self._move),
                "time": str(EARLIEST + 60 * self._move),
                "data": [],
            }
        )
