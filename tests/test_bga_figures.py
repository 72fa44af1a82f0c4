"""Logs of Board Game Arena: whatever figure they state, a wrong one is found where it stands."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from splendor import (
    Action,
    BuyCard,
    ChooseNoble,
    Noble,
    Pass,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    RuleId,
    TakeTokens,
    UnreadableError,
    legal_actions,
)
from splendor.formats.record import Event, Move, Record
from splendor.formats.recording import record_game
from splendor.verification import Verdict, replay, verify
from tests.bga_logs import (
    ORDERS,
    RETURNING,
    another_figure,
    bare,
    features,
    game,
    move_of,
    notes,
    openly,
    packet_of,
    place_of,
    problem_of,
    put,
    read,
    states,
)
from tests.bga_writer import CARD_IDS, Json, Order, write_bga
from tests.effort import effort
from tests.games import play

ACTIONS: tuple[type[Action], ...] = (
    BuyCard,
    ChooseNoble,
    ReserveCard,
    ReturnTokens,
    RevealCard,
    TakeTokens,
)
UNCHECKED = {"location", "location_arg", "type_arg", "noble_desc", "name", "tie", "rank"}
"""What says nothing, or says it of something else; of the ranks only the first is a claim."""


def _figures(args: Json | list[Any]) -> Iterator[tuple[Any, Any]]:
    """The places of all figures in the arguments of a notification."""
    silent = isinstance(args, dict) and args.get("id") in {40, 50, 75, 99}
    pairs: Any = args.items() if isinstance(args, dict) else enumerate(args)
    for key, value in pairs:
        if isinstance(value, (dict, list)):
            yield from _figures(value)
        elif key not in UNCHECKED and value is not None and not (silent and key == "active_player"):
            yield args, key


def other_player(args: Json) -> int:
    """The other of two players than the one that is named."""
    return 801 + 808 - int(args["player_id"])


def _buys_points_and_noble(event: Event) -> bool:
    return (
        isinstance(event, Move)
        and isinstance(event.action, BuyCard)
        and event.action.card.points > 0
        and event.visit is not None
    )


GAMES = {
    "visit on BuyCard": game(1),
    "visit on RevealCard": game(1),
    "visit on ReturnTokens": game(573, buyers=False),
    "ChooseNoble": game(2),
}
"""Games of two in which a noble comes in this way."""


def _numbers(record: Record) -> dict[Noble, int]:
    """The numbers by which a log names the nobles."""
    return {
        noble: number for number, noble in enumerate(reversed(record.rules.noble_pool), start=1)
    }


def _move_of_noble(log: Json, event: Event) -> int:
    """The move that says which noble came at an event."""
    move: int = event.meta["move_id"]
    while not any(note["type"] == "claimNoble" for note in packet_of(log, move)["data"]):
        move += 1
    return move


class TestFigures:
    """Whatever figure a log states, a wrong one is found where it stands."""

    @pytest.mark.parametrize(
        ("move", "kind", "changes", "rule", "action"),
        [
            (2, "coins", {"gap.C": 2}, RuleId.INV_1, TakeTokens),
            (2, "coins", {"income_coins": "CSR"}, RuleId.INV_1, TakeTokens),
            (
                2,
                "coins",
                {"income_coins": "CSG", "gap.E": 0, "gap.G": 1},
                RuleId.TAKE_6,
                TakeTokens,
            ),
            (2, "coins", {"income_coins": "", "gap.C": 0}, RuleId.TAKE_8, TakeTokens),
            (2, "coins", {"income_coins": "CSEROG"}, RuleId.TAKE_6, TakeTokens),
            (2, "coins", {"income_coins": "C" * 31}, RuleId.TAKE_11, TakeTokens),
            (2, "coins", {"player_id": "808"}, RuleId.TURN_4, TakeTokens),
            (5, "reserveCard", {"player_id": "801"}, RuleId.TURN_4, ReserveCard),
            (5, "coins", {"player_id": "801"}, RuleId.TURN_4, ReserveCard),
            (5, "coins", {"income_coins": ""}, RuleId.RES_3, ReserveCard),
            (5, "coins", {"income_coins": "GG"}, RuleId.INV_1, ReserveCard),
            (5, "coins", {"gap.G": 2}, RuleId.INV_1, ReserveCard),
            (9, "coins", {"expense_coins": "C"}, RuleId.LIMIT_2, ReturnTokens),
            (9, "coins", {"expense_coins": "CO"}, RuleId.INV_1, ReturnTokens),
            (9, "coins", {"gap.S": 0}, RuleId.INV_1, ReturnTokens),
            (9, "coins", {"player_id": "808"}, RuleId.TURN_4, ReturnTokens),
        ],
    )
    def test_of_tokens(
        self, move: int, kind: str, changes: Json, rule: RuleId, action: type[Action]
    ) -> None:
        table, log = write_bga(RETURNING, order="2025")
        note = next(note for note in packet_of(log, move)["data"] if note["type"] == kind)
        for path, value in changes.items():
            put(note["args"], path, value)
        record = read(table, log)
        problem = problem_of(record)
        assert problem.rule is rule
        assert place_of(record, problem) == (move, action)

    @pytest.mark.parametrize(
        ("kind", "key", "value", "rule"),
        [
            ("coins", "expense_coins", "CCCCCC", RuleId.PAY_7),
            ("coins", "expense_coins", "", RuleId.PAY_4),
            ("coins", "income_coins", "C", RuleId.INV_1),
            ("coins", "gap.R", 1, RuleId.INV_1),
            ("coins", "player_id", "other", RuleId.TURN_4),
            ("buyCard", "player_id", "other", RuleId.TURN_4),
            ("updateScore", "player_id", "other", RuleId.TURN_4),
            ("updateScore", "score", 14, RuleId.WIN_1),
            ("updateScore", "amount_vp", "5", RuleId.WIN_1),
        ],
    )
    def test_of_a_purchase(self, kind: str, key: str, value: object, rule: RuleId) -> None:
        table, log = write_bga(game(1), order="2021")
        move = move_of(log, next(notes(log, "updateScore")))
        args = next(note["args"] for note in packet_of(log, move)["data"] if note["type"] == kind)
        put(args, key, other_player(args) if value == "other" else value)
        record = read(table, log)
        problem = problem_of(record)
        assert problem.rule is rule
        assert place_of(record, problem) == (move, BuyCard)

    @pytest.mark.parametrize(
        "name", ["visit on BuyCard", "visit on RevealCard", "visit on ReturnTokens", "ChooseNoble"]
    )
    @pytest.mark.parametrize("key", ["score", "amount_vp", "player_id", "card", "nothing"])
    def test_of_a_noble(self, name: str, key: str) -> None:
        record = GAMES[name]
        assert name in features(record)
        table, log = write_bga(record, order="2025")
        kind = {type_.__name__: type_ for type_ in ACTIONS}[name.removeprefix("visit on ")]
        index, event = next(
            (index, event)
            for index, event in enumerate(read(table, log).events)
            if isinstance(event, Move)
            and isinstance(event.action, kind)
            and (event.visit is not None) is name.startswith("visit")
        )
        packet = packet_of(log, _move_of_noble(log, event))
        *_, points = [note["args"] for note in packet["data"] if note["type"] == "updateScore"]
        claim = next(note["args"] for note in packet["data"] if note["type"] == "claimNoble")
        if key == "card":
            before = replay(read(table, log)).states[index]
            numbers = _numbers(record)
            other = next(
                numbers[noble]
                for noble in record.opening.nobles
                if noble is not (event.visit or getattr(event.action, "noble", None))
                and ChooseNoble(noble) not in legal_actions(before)
            )
            claim["card"].update(id=other, type=other)
            rules = {RuleId.NOB_1, RuleId.NOB_2, RuleId.NOB_6, RuleId.NOB_7}
        elif key == "player_id":
            claim["player_id"] = other_player(claim)
            rules = {RuleId.TURN_4}
        elif key == "nothing":
            packet["data"] = [note for note in packet["data"] if note["type"] != "claimNoble"]
            rules = {RuleId.NOB_4}
        else:
            points[key] += 1
            rules = {RuleId.WIN_1}
        problem = problem_of(read(table, log))
        if (name, key) == ("ChooseNoble", "nothing"):
            rules, index = {RuleId.TURN_4, RuleId.WIN_1}, problem.event or 0
        assert problem.rule in rules
        assert problem.event == index

    def test_of_the_card_under_a_noble(self) -> None:
        """A card from the hand and a noble that come at one event have a score each."""
        table, log = write_bga(game(8), order="2025")
        expected = read(table, log)
        index, event = next(
            (index, event)
            for index, event in enumerate(expected.events)
            if isinstance(event, Move) and _buys_points_and_noble(event)
        )
        points = [
            note["args"]
            for note in packet_of(log, event.meta["move_id"])["data"]
            if note["type"] == "updateScore"
        ]
        assert len(points) == 2
        assert isinstance(event, Move)
        assert event.claims.gained == sum(args["amount_vp"] for args in points)
        for args in points:
            args["score"] += 1
            problem = problem_of(read(table, log))
            assert (problem.rule, problem.event) == (RuleId.WIN_1, index)
            args["score"] -= 1

    @pytest.mark.rule("NOB-5", "NOB-6", "LOG-3")
    def test_of_both_nobles_of_a_choice(self) -> None:
        """One is the choice, in whatever order they stand; after it the other cannot come."""
        expected = game(14)
        table, log = write_bga(expected, order="2025")
        index, event = next(
            (index, event)
            for index, event in enumerate(read(table, log).events)
            if isinstance(event, Move) and isinstance(event.action, ChooseNoble)
        )
        move = _move_of_noble(log, event)
        packet = packet_of(log, move)["data"]
        (claim,) = [note["args"] for note in packet if note["type"] == "claimNoble"]
        choices = legal_actions(replay(read(table, log)).states[index])
        assert len(choices) == 2
        numbers = _numbers(expected)
        both = [
            {"type": "claimNoble", "args": {**claim, "card": {"id": numbers[choice.noble]}}}
            for choice in choices
            if isinstance(choice, ChooseNoble)
        ]
        packet[:] = [note for note in packet if note["type"] != "claimNoble"]
        for order in (both, both[::-1]):
            packet += order
            record = read(table, log)
            problem = problem_of(record)
            assert (problem.event, problem.rule) == (index + 1, RuleId.TURN_4)
            assert place_of(record, problem) == (move, ChooseNoble)
            del packet[-2:]

    def test_of_points_without_cause(self) -> None:
        table, log = write_bga(RETURNING, order="2025")
        args = {"player_id": 801, "score": 1, "amount_vp": 1}
        packet_of(log, 4)["data"].append({"type": "updateScore", "args": args})
        record = read(table, log)
        assert problem_of(record).rule is RuleId.WIN_1
        assert place_of(record, problem_of(record)) == (4, TakeTokens)

    @pytest.mark.rule("NOB-5", "LOG-3")
    def test_of_a_second_noble(self) -> None:
        table, log = write_bga(game(1), order="2025")
        claim = next(notes(log, "claimNoble"))
        move = move_of(log, claim)
        found = set()
        for other in set(table["market"]["nobles"]) - {claim["card"]["id"]}:
            second = {"type": "claimNoble", "args": {**claim, "card": {"id": other}}}
            packet_of(log, move)["data"].append(second)
            record = read(table, log)
            found.add(problem_of(record).rule)
            assert place_of(record, problem_of(record))[0] == move
            packet_of(log, move)["data"].remove(second)
        assert found <= {RuleId.TURN_4, RuleId.NOB_2}
        assert RuleId.TURN_4 in found

    @pytest.mark.parametrize(
        ("path", "value", "rule"),
        [("args.turn", "9", RuleId.END_2), ("active_player", 801, RuleId.TURN_4)],
    )
    def test_of_the_turn_that_begins(self, path: str, value: object, rule: RuleId) -> None:
        table, log = write_bga(RETURNING, order="2025")
        put(states(log, 25)[3], path, value)
        record = read(table, log)
        assert problem_of(record).rule is rule
        assert place_of(record, problem_of(record)) == (5, ReserveCard)

    def test_of_the_round_may_be_stated_twice(self) -> None:
        table, log = write_bga(RETURNING, order="2025")
        begins = states(log, 25)[3]
        again = {**begins, "args": {"turn": "3"}}
        packet = packet_of(log, 4)["data"]
        packet.append({"type": "gameStateChange", "args": again})
        assert problem_of(read(table, log)).rule is RuleId.END_2
        packet.insert(0, packet.pop())
        assert problem_of(read(table, log)).rule is RuleId.END_2

    @pytest.mark.parametrize(
        ("change", "rules"),
        [
            ({"0.score": "3"}, {RuleId.WIN_1}),
            ({"1.score_aux": "-3"}, {RuleId.WIN_3}),
            ({"0.rank": 1, "1.rank": 1}, {RuleId.WIN_2, RuleId.WIN_3}),
            ({"0.concede": 1}, {RuleId.END_1}),
        ],
    )
    def test_of_the_result(self, change: Json, rules: set[RuleId]) -> None:
        table, log = write_bga(game(4), order="2025")
        (end,) = states(log, 99)
        for path, value in change.items():
            put(end["args"]["result"], path, value)
        problem = problem_of(read(table, log))
        assert problem.rule in rules
        assert problem.event is None

    def test_of_an_end_that_comes_too_soon(self) -> None:
        table, log = write_bga(RETURNING, order="2025")
        _, ended = write_bga(game(1), order="2025")
        log["data"]["data"][-1]["data"].append(
            {"type": "gameStateChange", "args": states(ended, 99)[0]}
        )
        assert problem_of(read(table, log)).rule is RuleId.END_1

    @pytest.mark.parametrize(
        ("kind", "rule"), [("buyCard", RuleId.BUY_1), ("reserveCard", RuleId.RES_1)]
    )
    def test_of_the_card(self, kind: str, rule: RuleId) -> None:
        table, log = write_bga(record_game(*play(4, policy=openly)), order="2025")
        args = next(notes(log, kind))
        turned_up = {int(other["card"]["id"]) for other in notes(log, "revealCard")}
        laid_out = {int(n) for row in (1, 2, 3) for n in table["market"][f"row_{row}"]["cards"]}
        card, number = next(
            (card, number)
            for card, number in CARD_IDS.items()
            if number not in turned_up | laid_out
        )
        args["card"].update(id=number, type=str(number))
        args["rank"] = "\u25ef" * card.level
        if kind == "reserveCard":
            args["card_id"] = number
        else:
            args["gem_type"] = "CSERO"[card.bonus.index]
        result = read(table, log)
        assert problem_of(result).rule is rule
        assert place_of(result, problem_of(result))[0] == move_of(log, args)

    def test_of_a_pass(self) -> None:
        table, log = write_bga(RETURNING, order="2025")
        args = states(log, 25)[3]
        args.update(id=42, args=None)
        record = read(table, log)
        assert problem_of(record).rule is RuleId.PASS_2
        assert place_of(record, problem_of(record)) == (4, Pass)

    @pytest.mark.parametrize(
        ("path", "value", "rules"),
        [
            ("market.pool.C", "5", {RuleId.SETUP_6}),
            ("market.pool.G", 4, {RuleId.SETUP_9}),
            ("market.row_2.count", "25", {RuleId.INV_2}),
            ("market.row_3.cards", [], {RuleId.INV_6, RuleId.INV_2}),
            ("market.nobles", [], {RuleId.INV_3}),
        ],
    )
    def test_of_the_opening(self, path: str, value: object, rules: set[RuleId]) -> None:
        record = game(1)
        table, log = write_bga(record, order="2025")
        put(table, path, value)
        result = read(table, log)
        problem = problem_of(result)
        assert problem.rule in rules
        assert problem.event is None
        assert problem.turn is None
        moves = [event.action for event in bare(record.events) if isinstance(event, Move)]
        again = [event.action for event in bare(result.events) if isinstance(event, Move)]
        assert [action for action in again if not isinstance(action, ChooseNoble)] == [
            action for action in moves if not isinstance(action, ChooseNoble)
        ]

    def test_of_the_opening_leave_a_reservation_unclear(self) -> None:
        """The engine cannot tell whether the card lies in the row; their place does."""
        table, log = write_bga(RETURNING, order="2025")
        put(table, "market.pool.C", "3")
        put(table, "market.nobles", [])
        put(next(notes(log, "reserveCard")), "card.location", "deck_2")
        kinds = [type(event.action) for event in read(table, log).events if isinstance(event, Move)]
        assert kinds.count(ReserveFromDeck) == 1
        assert kinds.count(ReserveCard) == 1

    @pytest.mark.parametrize("seed", range(3))
    @pytest.mark.parametrize("order", ORDERS)
    def test_of_any_kind(self, seed: int, order: Order) -> None:
        """Change one figure after another; some are told apart from no other log."""
        table, log = write_bga(game(seed, 2 + seed % 2), order=order)
        rng = Random(seed)  # noqa: S311 - a sample, not a secret
        figures = [
            (holder, key)
            for packet in log["data"]["data"]
            for note in packet["data"]
            if note["type"] not in {"updateReflexionTime", "simpleNote", "simpleNode"}
            for holder, key in _figures(note["args"])
        ]
        for holder, key in rng.sample(figures, effort(8, 100)):
            old = holder[key]
            holder[key] = another_figure(old)
            try:
                record = read(table, log)
            except UnreadableError:
                pass
            else:
                assert verify(record).verdict is Verdict.INVALID, (key, old, holder)
            holder[key] = old
