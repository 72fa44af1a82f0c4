"""Logs of Board Game Arena: what cannot be read is refused with its place."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from splendor import UnreadableError
from splendor.formats.importers.bga import read_bga
from splendor.formats.recording import record_game
from splendor.verification import Verdict, verify
from tests.bga_logs import RETURNING, game, notes, openly, packet_of, put, read, states
from tests.bga_writer import Json, write_bga
from tests.effort import effort
from tests.games import play

JUNK: list[object] = [
    *(None, True, False, 0, 1, -1, 99, 1.5, 10**19, 10**40, "", "0", "01", "C", "\u25ef"),
    *("x" * 300, "\ud800", [], [[]], {}, {"id": 1}, [0], {"": None}),
]
TABLE, LOG = write_bga(RETURNING, order="2025")
_, ENDED = write_bga(record_game(*play(4, policy=openly)), order="2025")


def refusal(table: Json, log: Json) -> UnreadableError:
    with pytest.raises(UnreadableError) as caught:
        read(table, log)
    assert caught.value.source == "game"
    return caught.value


class TestRefusals:
    """What cannot be read is refused with the place and what was expected there."""

    @pytest.mark.parametrize(
        ("path", "value", "place", "message"),
        [
            ("market", 7, "market", "expected an object, not 7"),
            ("market.row_1", None, "market.row_1", "expected an object, not null"),
            ("market.row_1.cards", [1], "market.row_1.cards", "expected an object, not a list"),
            ("market.row_1.count", "41", "market.row_1.count", "from 0 to 40, not '41'"),
            ("market.row_1.count", "036", "market.row_1.count", "a whole number, not '036'"),
            ("market.row_1.count", "", "market.row_1.count", "a whole number, not ''"),
            ("market.row_1.count", True, "market.row_1.count", "a whole number, not true"),
            ("market.row_1.count", 36.0, "market.row_1.count", "a whole number, not 36.0"),
            ("market.row_1.count", "3\u0666", "market.row_1.count", "a whole number"),
            ("market.row_1.count", 10**30, "market.row_1.count", "not an int of 31 digits"),
            ("market.pool.S", "32", "market.pool.S", "from 0 to 31"),
            ("market.pool.S", -1, "market.pool.S", "from 0 to 31"),
            ("market.cities", {"1": 1}, "market.cities", "played with an expansion: 'cities'"),
            ("market.orient_row_1.cards", {"91": {}}, "market.orient_row_1", "orient_row_1"),
            ("expansion_orient", "1", "expansion_orient", "an expansion: 'expansion_orient'"),
            ("expansion_strongholds", "x", "expansion_strongholds", "a whole number, not 'x'"),
            ("roundnumber", "2", "roundnumber", "before its first move, in round 1, not '2'"),
            ("cards_hidden", {"1": {}}, "cards_hidden", "without reserved cards"),
            ("players.801.score", "1", "players.801.score", "before its first move, and so 0"),
            ("players.801.coins.G", 1, "players.801.coins.G", "and so 0, not 1"),
            ("players.801.nb_cards_hidden.1", 1, "players.801.nb_cards_hidden.1", "and so 0"),
            ("players.801.cards_played", {"1": 1}, "players.801.cards_played", "so nothing"),
            ("players.801.nobles_played", {"1": 1}, "players.801.nobles_played", "so nothing"),
            ("players.801.name", 8, "players.801.name", "expected a string, not 8"),
            ("players.801.name", "x" * 201, "players.801.name", "at most 200 characters"),
            ("players.801.name", "\ud800", "players.801.name", "a lone surrogate"),
            ("players.801.id", "802", "playerorder", "the 2 to 4 players, each once"),
            ("playerorder", [801], "playerorder", "the 2 to 4 players, each once"),
            ("playerorder", [801, 808, 801], "playerorder", "the 2 to 4 players, each once"),
            ("playerorder", {}, "playerorder", "expected a list, not an object"),
            ("players", [], "playerorder", "the 2 to 4 players, each once"),
            ("first_player", 5, "first_player", "the id of a player at this table, not 5"),
            ("carddb.7.points", 9, "carddb.7", "one of the 90 cards of the game"),
            ("carddb.7.cost", "CX", "carddb.7.cost", "letters of CSEROG, not 'CX'"),
            ("carddb.7.cost", "C" * 32, "carddb.7.cost", "at most 31 characters"),
            ("carddb.9x", {}, "carddb.9x", "the key 'lvl' is missing"),
            ("nobledb.3.cost", "C", "nobledb.3", "one of the twelve nobles"),
            ("market.row_2.cards.a b", {"id": 91}, "market.row_2.cards['a b'].id", "of a card"),
            ("market.nobles.x", {"id": "13"}, "market.nobles.x.id", "the id of a noble, not '13'"),
        ],
    )
    def test_of_a_table(self, path: str, value: object, place: str, message: str) -> None:
        table = json.loads(json.dumps(TABLE))
        put(table, path, value)
        error = refusal(table, LOG)
        assert error.path == f"gamedatas $.{place}"
        assert message in error.message

    def test_of_a_table_with_too_few_or_too_many_cards(self) -> None:
        table = json.loads(json.dumps(TABLE))
        table["carddb"]["5"] = table["carddb"]["4"]
        assert "each of the 90 cards once" in refusal(table, LOG).message
        table["carddb"]["5"] = TABLE["carddb"]["5"]
        table["carddb"]["91"] = table["carddb"]["4"]
        assert "each of the 90 cards once" in refusal(table, LOG).message
        del table["carddb"]["91"]
        table["carddb"]["05"] = table["carddb"].pop("5")
        assert refusal(table, LOG).path == "gamedatas $.carddb.05"

    def test_of_a_table_with_another_number_of_nobles(self) -> None:
        table = json.loads(json.dumps(TABLE))
        del table["nobledb"]["10"]
        error = refusal(table, LOG)
        assert (error.path, "the ten nobles" in error.message) == ("gamedatas $.nobledb", True)

    def test_of_a_key_that_no_text_can_hold(self) -> None:
        error = refusal({**TABLE, "expansion_\ud800": 1}, LOG)
        assert str(error).encode()
        assert error.path == r"gamedatas $['expansion_\ud800']"

    @pytest.mark.parametrize("ids", [[], [801], [801, 808, 3, 4, 5]], ids=len)
    def test_of_a_table_for_more_or_less_than_two_to_four(self, ids: list[int]) -> None:
        players = {str(number): {**TABLE["players"]["801"], "id": number} for number in ids}
        error = refusal({**TABLE, "players": players, "playerorder": ids}, LOG)
        assert error.path == "gamedatas $.playerorder"

    def test_of_a_row_of_five(self) -> None:
        table = json.loads(json.dumps(TABLE))
        table["market"]["row_1"]["cards"].update(table["market"]["row_2"]["cards"])
        assert "at most 4 cards in a row, not 8" in refusal(table, LOG).message

    @pytest.mark.parametrize("key", sorted(TABLE))
    def test_of_a_table_without(self, key: str) -> None:
        table = {name: value for name, value in TABLE.items() if name != key}
        if key.startswith("expansion_"):
            assert read(table, LOG) == read(TABLE, LOG)
        else:
            error = refusal(table, LOG)
            assert (error.path, error.message) == ("gamedatas $", f"the key '{key}' is missing")

    @pytest.mark.parametrize(
        ("move", "kind", "path", "value", "place", "message"),
        [
            (2, "coins", "player_id", "5", "player_id", "a player at this table, not '5'"),
            (2, "coins", "player_id", None, "player_id", "a whole number, not null"),
            (2, "coins", "income_coins", "XYZ", "income_coins", "letters of CSEROG"),
            (2, "coins", "expense_coins", None, "expense_coins", "a string, not null"),
            (2, "coins", "gap", [], "gap", "an object, not a list"),
            (2, "coins", "gap.C", "01", "gap.C", "a whole number, not '01'"),
            (5, "reserveCard", "card.id", "91", "card.id", "the id of a card, not '91'"),
            (5, "reserveCard", "card.id", "0", "card.id", "the id of a card, not '0'"),
            (5, "reserveCard", "card.type", "1", "card.type", "the id of the card again"),
            (5, "reserveCard", "card_id", "1", "card_id", "the id of the card again"),
            (5, "reserveCard", "card", None, "card", "an object, not null"),
            (5, "reserveCard", "rank", "\u25ef", "rank", "the level of the card"),
            (5, "reserveCard", "rank", "ooo", "rank", "one to three"),
            (5, "reserveCard", "card.location", 1, "card.location", "a string, not 1"),
            (5, "revealCard", "card.id", "", "card.id", "a whole number, not ''"),
            (2, "gameStateChange", "id", "61", "id", "a state of the base game, not '61'"),
            (2, "gameStateChange", "id", None, "id", "a whole number, not null"),
        ],
    )
    def test_of_a_notification(  # noqa: PLR0913 - one argument a column
        self, move: int, kind: str, path: str, value: object, place: str, message: str
    ) -> None:
        log = json.loads(json.dumps(LOG))
        numbered = enumerate(packet_of(log, move)["data"])
        number, args = next((n, note["args"]) for n, note in numbered if note["type"] == kind)
        put(args, path, value)
        error = refusal(TABLE, log)
        assert error.path == f"g_gamelogs $.data.data[{move - 1}].data[{number}].args.{place}"
        assert message in error.message

    @pytest.mark.parametrize(
        ("kind", "path", "value", "message"),
        [
            ("buyCard", "gem_type", "G", "the letter of"),
            ("buyCard", "gem_type", "", "the letter of"),
            ("buyCard", "rank", "", "one to three"),
            ("updateScore", "score", None, "a whole number, not null"),
            ("updateScore", "amount_vp", "+1", "a whole number, not '+1'"),
            ("updateScore", "amount_vp", 10**9 + 1, "a whole number of at most 1000000000"),
            ("updateScore", "score", str(-(10**9) - 1), "a whole number of at most 1000000000"),
            ("claimNoble", "card.id", 77, "the id of a noble, not 77"),
        ],
    )
    def test_of_other_notifications(
        self, kind: str, path: str, value: object, message: str
    ) -> None:
        table, log = write_bga(game(3), order="2025")
        put(next(notes(log, kind)), path, value)
        error = refusal(table, log)
        assert error.path.endswith(path)
        assert message in error.message

    @pytest.mark.parametrize(
        ("path", "value", "place", "message"),
        [
            ("0.rank", "first", "[0].rank", "a whole number"),
            ("0.score", None, "[0].score", "a whole number"),
            ("0.concede", "yes", "[0].concede", "a whole number"),
            ("0.zombie", 2, "[0].zombie", "from 0 to 1"),
            ("0.player", 5, "[0].player", "a player at this table"),
            ("0.id", 808, "[0].id", "each player once"),
            ("0", {"player": 808, "id": 808}, "[1].id", "each player once"),
        ],
    )
    def test_of_a_result(self, path: str, value: object, place: str, message: str) -> None:
        log = json.loads(json.dumps(ENDED))
        put(states(log, 99)[0]["args"]["result"], path, value)
        error = refusal(TABLE, log)
        assert error.path.endswith(f".args.args.result{place}")
        assert message in error.message

    def test_of_a_result_that_leaves_somebody_out(self) -> None:
        log = json.loads(json.dumps(ENDED))
        del states(log, 99)[0]["args"]["result"][1]
        assert "a result for each of 2 players" in refusal(TABLE, log).message

    def test_of_two_results(self) -> None:
        log = json.loads(json.dumps(ENDED))
        last = log["data"]["data"][-1]
        log["data"]["data"].append(json.loads(json.dumps({**last, "move_id": 999})))
        log["data"]["data"][-1]["data"] = [
            note for note in log["data"]["data"][-1]["data"] if note["args"].get("id") == 99
        ]
        assert read(TABLE, log).result == read(TABLE, ENDED).result
        put(states(log, 99)[1]["args"]["result"], "0.score", 1)
        assert "the same result as before" in refusal(TABLE, log).message

    @pytest.mark.parametrize(
        ("path", "value", "place", "message"),
        [
            ("3", 7, "[3]", "an object, not 7"),
            ("3.data", {}, "[3].data", "a list, not an object"),
            ("3.data.0", [], "[3].data[0]", "an object, not a list"),
            ("3.data.0.type", 1, "[3].data[0].type", "a string, not 1"),
            ("3.data.0.type", "playCard", "[3].data[0].type", "that is known, not 'playCard'"),
            ("3.data.0.type", "x" * 101, "[3].data[0].type", "at most 100 characters"),
            ("3.data.0.args", [], "[3].data[0].args", "an object, not a list"),
            ("3.move_id", None, "[3].move_id", "a whole number, not null"),
            ("3.packet_id", "x", "[3].packet_id", "a whole number"),
            ("3.time", "1.5", "[3].time", "a whole number"),
            ("3.table_id", 1, "[3].table_id", "table 4711 as before, not 1"),
        ],
    )
    def test_of_a_packet(self, path: str, value: object, place: str, message: str) -> None:
        log = json.loads(json.dumps(LOG))
        put(log["data"]["data"], path, value)
        error = refusal(TABLE, log)
        assert error.path == f"g_gamelogs $.data.data{place}"
        assert message in error.message

    @pytest.mark.parametrize("log", [{}, [], None, {"data": None}, {"data": {"logs": 1}}], ids=repr)
    def test_of_a_log_without_packets(self, log: Json) -> None:
        error = refusal(TABLE, log)
        assert error.path == "g_gamelogs $"
        assert "expected packets at $.data.data" in error.message

    def test_of_noise_is_no_business_of_ours(self) -> None:
        log = json.loads(json.dumps(LOG))
        log["data"]["data"].append({"table_id": "4711", "data": [{"type": "chat"}]})
        assert read(TABLE, log) == read(TABLE, LOG)

    def test_of_a_state_without_id_or_name(self) -> None:
        log = json.loads(json.dumps(LOG))
        del states(log, 25)[3]["id"]
        assert refusal(TABLE, log).message == "the key 'id' is missing"

    def test_of_the_setup_says_nothing(self) -> None:
        log = json.loads(json.dumps(LOG))
        note = {"type": "gameStateChange", "args": {"id": 1, "active_player": 801}}
        packet_of(log, 1)["data"].append(note)
        assert read(TABLE, log) == read(TABLE, LOG)

    def test_of_no_packets_is_an_opening(self) -> None:
        record = read(TABLE, {"data": []})
        assert record.events == ()
        assert record.meta["table"] is None
        assert verify(record).verdict is Verdict.VALID

    @pytest.mark.parametrize("other", ["coins", "reserveCard", "seat", "level"])
    def test_of_two_actions_in_a_move(self, other: str) -> None:
        log = json.loads(json.dumps(LOG))
        action = next(note for note in packet_of(log, 5)["data"] if note["type"] == "reserveCard")
        second = json.loads(json.dumps(action))
        args = second["args"]
        if other == "coins":
            number = next(iter(TABLE["market"]["row_2"]["cards"]))
            tile = {"id": number, "type": number}
            color = "CSERO"[TABLE["carddb"][number]["type"]]
            args = {**args, "card": tile, "gem_type": color}
            second = {"type": "buyCard", "args": args}
        elif other == "reserveCard":
            number = list(TABLE["market"]["row_2"]["cards"])[-1]
            args["card"].update(id=number, type=number)
            args["card_id"] = number
        elif other == "seat":
            args["player_id"] = 801
        else:
            second["args"] = {"player_id": 808, "rank": "\u25ef"}
        packet_of(log, 5)["data"].append(second)
        error = refusal(TABLE, log)
        assert error.message == "expected one action in a move"
        assert error.path.startswith("g_gamelogs $.data.data[4].data[")

    def test_of_facts_before_any_action(self) -> None:
        log = json.loads(json.dumps(LOG))
        packet_of(log, 1)["data"].append(
            next(n for n in packet_of(log, 5)["data"] if n["type"] == "revealCard")
        )
        assert refusal(TABLE, log).message == "expected an action before it"

    @pytest.mark.parametrize("key", ["income_coins", "expense_coins"])
    def test_of_more_tokens_than_there_are(self, key: str) -> None:
        log = json.loads(json.dumps(LOG))
        coins = next(note["args"] for note in packet_of(log, 2)["data"] if note["type"] == "coins")
        for number in (30, 31):
            args = {**coins, "income_coins": "", key: number * "C"}
            packet_of(log, 2)["data"].append({"type": "coins", "args": args})
        assert "at most 31 tokens of a colour in a move" in refusal(TABLE, log).message

    def test_of_text_that_is_not_json(self) -> None:
        table, log = json.dumps(TABLE), json.dumps(LOG)
        with pytest.raises(UnreadableError, match=r"^game: gamedatas line 1, column 2: not JSON"):
            read_bga("{", log, source="game")
        with pytest.raises(UnreadableError, match=r"^game: g_gamelogs byte 0: not UTF-8"):
            read_bga(table, b"\xff", source="game")

    def test_of_a_repeated_key(self) -> None:
        table = json.dumps(TABLE).replace('"roundnumber"', '"first_player": 801, "roundnumber"')
        with pytest.raises(UnreadableError, match=r"^gamedatas \$: the key 'first_player'"):
            read_bga(table, json.dumps(LOG))

    @settings(max_examples=effort(60, 1000))
    @given(st.data())
    def test_of_anything_is_no_other_error(self, data: st.DataObject) -> None:
        """Put junk anywhere: the log is read, or refused with a place in it."""
        table, log = json.loads(json.dumps((TABLE, LOG)))
        document = data.draw(st.sampled_from([table, log]))
        holder: Any = document
        while True:
            keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
            key = data.draw(st.sampled_from(keys))
            inner = holder[key]
            if not inner or not isinstance(inner, (dict, list)) or data.draw(st.booleans()):
                break
            holder = inner
        holder[key] = data.draw(st.sampled_from(JUNK))
        refused = None
        try:
            verify(read(table, log))
        except UnreadableError as error:
            refused = error.path
        assert refused is None or refused.startswith(("gamedatas $", "g_gamelogs $"))
