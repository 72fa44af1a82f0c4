"""Logs of Board Game Arena: read whole, whatever the order of what they say."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import attrs
import pytest

from splendor import (
    BOARD_GAME_ARENA,
    EXTRA_NOBLES,
    OFFICIAL,
    SPENDEE,
    Action,
    BuyCard,
    Card,
    CardBack,
    ChooseNoble,
    Pass,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    RuleId,
    setup,
)
from splendor.formats.importers.bga import is_bga_log, is_bga_table, read_bga
from splendor.formats.json import from_json, to_json
from splendor.formats.record import NO_CLAIMS, Disclosure, Ending, EndingKind, Move, Record
from splendor.formats.recording import record_game
from splendor.verification import Unnamed, Verdict, verify
from tests.bga_logs import (
    ORDERS,
    RESERVING,
    RETURNING,
    bare,
    drop,
    features,
    game,
    move_of,
    notes,
    packet_of,
    place_of,
    problem_of,
    put,
    read,
    seen_by,
    states,
    take,
    take_out,
)
from tests.bga_writer import CARD_IDS, Json, Order, player_id, write_bga, write_table
from tests.games import buying, play, stalemate
from tests.shared import needs_shared, shared
from tests.traces import read_traces

ROOT = Path(__file__).parents[1]
TRACES = ROOT / "tests" / "conformance" / "traces" / "bga.jsonl"
GAMES = [
    *((seed, 2 + seed % 3, buyers) for seed in range(9) for buyers in (True, False)),
    *((6, 3, False), (8, 3, False)),  # with passes
    *((14, 4, False), (30, 4, True)),  # with a noble after a reservation, and after a take
    *((3, 4, False), (19, 3, False)),  # with a deck that runs out
]
"""Seed, players, and whether they buy whenever they can."""


class TestSamples:
    """Two games that people played."""

    @needs_shared
    @pytest.mark.parametrize(
        ("stem", "trace", "turns", "points", "purchased", "winner"),
        [
            ("bga-2021", "bga-1", 52, (3, 15), (15, 14), 1),
            ("bga-2025", "bga-2", 54, (15, 14), (10, 9), 0),
        ],
        ids=["2021", "2025"],
    )
    def test_are_valid_and_come_to_the_result_they_claim(  # noqa: PLR0913 - the facts
        self,
        stem: str,
        trace: str,
        turns: int,
        points: tuple[int, ...],
        purchased: tuple[int, ...],
        winner: int,
    ) -> None:
        table = shared("samples", f"{stem}.gamedatas.json").read_bytes()
        log = shared("samples", f"{stem}.g_gamelogs.json").read_bytes()
        record = read_bga(table, log)
        report = verify(record)
        assert (report.verdict, report.problem) == (Verdict.VALID, None)
        assert report.complete
        assert report.turns == turns
        assert tuple(entry.points for entry in report.scores) == points
        assert tuple(entry.purchased for entry in report.scores) == purchased
        assert record.result is not None
        assert record.result.points == points
        assert record.result.purchased == purchased
        assert record.result.winners == (winner,)
        assert record.meta["assumptions"] == ()
        known = next(game for game in read_traces(TRACES) if game.id == trace)
        seats = len(record.players)
        assert list(_decisions(record)) == [
            (None if step.by is None else (step.by - known.first_player) % seats, step.action)
            for step in known.steps
            if step.action is not None
        ]


def _decisions(record: Record) -> Iterator[tuple[int | None, Action]]:
    """Who did what, a noble that came by itself written as a choice, as traces do."""
    mover = None
    for event in record.events:
        assert isinstance(event, Move)
        mover = mover if event.by is None else event.by
        yield event.by, event.action
        if event.visit is not None:
            yield mover, ChooseNoble(event.visit)


class TestOwnGames:
    """Games of ours written in their shape read back as they were."""

    @pytest.mark.sweep
    @pytest.mark.rule("LOG-3")
    @pytest.mark.parametrize("order", ORDERS)
    @pytest.mark.parametrize(("seed", "players", "buyers"), GAMES)
    def test_read_back(self, seed: int, players: int, order: Order, *, buyers: bool) -> None:
        record = game(seed, players, buyers=buyers)
        result = read(*write_bga(record, order=order))
        report = verify(result)
        assert bare(result.events) == bare(tuple(seen_by(record)))
        assert report.problem is None
        assert report.verdict is (Verdict.CONSISTENT if report.unnamed else Verdict.VALID)
        assert report.complete
        assert result.rules == record.rules
        assert result.ending == record.ending
        assert result.result == record.result
        assert result.players == record.players
        assert result.perspective == "public"

    @pytest.mark.parametrize("order", ORDERS)
    @pytest.mark.parametrize("seed", range(6))
    def test_read_back_with_what_one_player_was_told(self, seed: int, order: Order) -> None:
        record = game(seed, 2, buyers=False)
        result = read(*write_bga(record, order=order, private=[1]))
        assert bare(result.events) == bare(tuple(seen_by(record, 1)))
        assert verify(result).problem is None
        drew = any(isinstance(event, Disclosure) for event in seen_by(record, 1))
        assert result.perspective == (1 if drew else "public")

    def test_read_back_with_what_all_players_were_told(self) -> None:
        record = game(0, buyers=False)
        holders = {event.seat for event in record.events if isinstance(event, Disclosure)}
        assert holders == {0, 1}
        result = read(*write_bga(record, order="2025", private=[0, 1]))
        assert bare(result.events) == bare(record.events)
        assert result.perspective == "full"
        assert verify(result).verdict is Verdict.VALID

    def test_hold_everything_that_can_happen(self) -> None:
        games = [game(seed, players, buyers=buyers) for seed, players, buyers in GAMES]
        assert set().union(*map(features, games)) >= {
            *("TakeTokens", "BuyCard", "ReserveCard", "ReserveFromDeck", "ReturnTokens"),
            *("RevealCard", "ChooseNoble", "Pass", "no gold", "no refill"),
            *("visit on BuyCard", "visit on RevealCard", "visit on ReserveCard"),
            "visit on TakeTokens",
        }

    def test_keep_the_place_in_the_source(self) -> None:
        started = record_game(setup(2, seed=1), [ReserveFromDeck(3), take("wug")])
        record = read(*write_bga(started, order="2025"))
        first = record.events[0]
        assert first.meta.thaw() == {"packet_id": 301, "move_id": 2, "time": 1_600_000_120}
        assert record.meta.thaw() == {
            "site": "boardgamearena",
            "table": 4711,
            "player_ids": [801, 808],
            "assumptions": ["move 2: the card came from the deck, unseen"],
        }
        assert record.generator is not None
        assert record.generator.name == "boardgamearena"
        assert from_json(to_json(record), Record) == record

    def test_list_what_had_to_be_assumed(self) -> None:
        record = record_game(setup(2, seed=1), [ReserveFromDeck(3), ReserveFromDeck(2)])
        told = read(*write_bga(record, order="2025", private=[1]))
        assert told.meta["assumptions"] == (
            "move 2: the card came from the deck, unseen",
            "move 3: the card came from the deck, seen by its holder",
        )
        stuck = read(*write_bga(record_game(*stalemate()), order="2025"))
        assert isinstance(stuck.events[-1], Move)
        assert stuck.events[-1].claims == NO_CLAIMS
        assert stuck.meta["assumptions"][-2:] == (
            "move 21: a pass, of which the log says only that it was due",
            "move 22: a pass, of which the log says only that it was due",
        )

    def test_may_leave_a_drawn_card_null(self) -> None:
        record = record_game(setup(2, seed=1), [ReserveFromDeck(3), take("wug")])
        table, log = write_bga(record, order="2025")
        next(notes(log, "reserveCard")).update(card=None, card_id=None)
        assert bare(read(table, log).events) == bare(tuple(seen_by(record)))

    def test_may_name_a_state_by_name_too(self) -> None:
        table, log = write_bga(RETURNING, order="2025")
        expected = read(table, log)
        states(log, 25)[3]["name"] = "playerTurn"
        assert read(table, log) == expected

    def test_may_name_the_players_of_the_result_by_one_key_of_two(self) -> None:
        table, log = write_bga(game(4), order="2025")
        expected = read(table, log)
        results = states(log, 99)[0]["args"]["result"]
        del results[0]["id"], results[1]["player"]
        assert read(table, log) == expected

    def test_may_name_a_drawn_card_that_lies_elsewhere(self) -> None:
        record = record_game(setup(2, seed=1), [ReserveFromDeck(3), take("wug")])
        table, log = write_bga(record, order="2025", private=[0])
        shown = next(iter(table["market"]["row_3"]["cards"]))
        args = list(notes(log, "reserveCard"))[1]
        args["card"].update(id=shown, type=shown)
        args["card_id"] = shown
        result = read(table, log)
        assert len(result.events) == len(record.events)
        assert problem_of(result).rule is RuleId.COMP_2

    @pytest.mark.parametrize("location", ["deck_3", "hand"])
    def test_tell_a_reservation_from_the_row_by_the_card(self, location: str) -> None:
        """Only one notification, and it names the card: what the player alone was told."""
        opening = setup(2, seed=1)
        shown, drawn = opening.rows[2][0], opening.decks[2][0]
        assert isinstance(shown, Card)
        assert isinstance(drawn, Card)
        record = record_game(opening, [ReserveCard(shown), ReserveFromDeck(3)])
        table, log = write_bga(record, order="2025", private=[1])
        for args in notes(log, "reserveCard"):
            if "card" in args:
                args["card"]["location"] = location
        hidden = take_out(log, "reserveCard", move=3)
        assert "card" not in hidden["args"]
        result = read(table, log)
        assert bare(result.events) == bare(record.events)
        assert result.perspective == 1

    @pytest.mark.parametrize("first", range(3))
    def test_seat_the_starting_player_first_whoever_looks(self, first: int) -> None:
        opening, actions = play(5, 3, first_player=first, policy=buying)
        record = record_game(opening, actions, players=("Ada", "Bo", "Cy"))
        table, log = write_bga(record, order="2021")
        results = [read({**table, **write_table(record, viewer=seat)}, log) for seat in range(3)]
        names = ("Ada", "Bo", "Cy", "Ada", "Bo")
        assert results[0].players == names[first : first + 3]
        assert results[0].opening.first_player == 0
        assert results[0].meta["player_ids"][0] == player_id(first)
        assert verify(results[0]).problem is None
        assert results[0] == results[1] == results[2]

    def test_take_the_rules_from_the_nobles(self) -> None:
        assert read(*write_bga(game(2), order="2025")).rules == OFFICIAL
        assert read(*write_bga(game(3), order="2025")).rules == BOARD_GAME_ARENA
        assert any(
            set(game(seed).opening.nobles) & set(EXTRA_NOBLES.values()) for seed in (1, 3, 5)
        )

    @pytest.mark.parametrize("count", range(3))
    def test_that_were_not_finished_are_unfinished(self, count: int) -> None:
        record = record_game(setup(2, seed=1), [take("wug")] * count)
        result = read(*write_bga(record, order="2025"))
        assert (result.ending, result.result) == (Ending("unfinished"), None)
        assert bare(result.events) == bare(record.events)
        assert verify(result).verdict is Verdict.VALID
        assert not verify(result).complete

    @pytest.mark.parametrize("kind", ["resigned", "timeout"])
    @pytest.mark.parametrize("count", range(3))
    def test_say_who_gave_up(self, kind: EndingKind, count: int) -> None:
        ending = Ending(kind, 1)
        record = record_game(setup(2, seed=1), [take("wug")] * count, ending=ending)
        result = read(*write_bga(record, order="2025"))
        assert result.ending == ending
        assert verify(result).verdict is Verdict.VALID
        assert verify(result).complete

    def test_that_one_conceded_and_another_left_were_resigned(self) -> None:
        record = record_game(setup(2, seed=1), [], ending=Ending("resigned", 1))
        table, log = write_bga(record, order="2025")
        states(log, 99)[0]["args"]["result"][0]["zombie"] = True
        assert read(table, log).ending == Ending("resigned", 1)

    def test_are_played_out_although_somebody_has_left(self) -> None:
        table, log = write_bga(game(0), order="2025")
        states(log, 99)[0]["args"]["result"][0]["zombie"] = True
        record = read(table, log)
        assert record.ending == Ending("played")
        assert verify(record).complete

    def test_know_their_own_documents(self) -> None:
        table, log = write_bga(game(0), order="2025")
        packets = log["data"]["data"]
        for envelope in (log, {"status": 1, "data": {"logs": packets}}, {"data": packets}):
            assert is_bga_log(envelope)
            assert not is_bga_table(envelope)
            assert read(table, envelope) == read(table, log)
        assert is_bga_table(table)
        assert not is_bga_log(table)
        assert is_bga_table(dict.fromkeys(("carddb", "nobledb", "market", "playerorder")))
        assert is_bga_log({"data": [{"packet_id": 1, "move_id": 1, "data": []}]})

    @pytest.mark.parametrize(
        "other",
        [
            *(None, 1, "x", [], [1], {}, {"data": 1}, {"data": []}, {"data": [1]}),
            *({"data": [{}]}, {"data": {"data": [[]]}}, {"data": {"logs": {}}}, {"carddb": {}}),
        ],
        ids=repr,
    )
    def test_know_other_documents(self, other: object) -> None:
        assert not is_bga_table(other)
        assert not is_bga_log(other)


class TestPasses:
    """A pass has no notification but the state of the game that demands it."""

    def test_that_is_still_awaited_is_none(self) -> None:
        record = record_game(*stalemate())
        table, log = write_bga(record, order="2025")
        del log["data"]["data"][-2:]
        result = read(table, log)
        assert [note["id"] for note in states(log, 42)] == [42]
        assert bare(result.events) == bare(tuple(seen_by(record)[:-2]))

    def test_that_nobody_waits_for_is_one(self) -> None:
        record = record_game(*stalemate())
        table, log = write_bga(record, order="2025")
        del log["data"]["data"][-2:]
        begins = {"id": 25, "active_player": 808, "args": {"turn": 10}}
        log["data"]["data"][-1]["data"].append({"type": "gameStateChange", "args": begins})
        result = read(table, log)
        assert bare(result.events) == bare(tuple(seen_by(record)[:-1]))
        assert verify(result).problem is None

    def test_may_bring_a_noble(self) -> None:
        """A visit in the move after the pass belongs to the pass."""
        table, log = write_bga(record_game(*stalemate()), order="2025")
        number = next(iter(table["market"]["nobles"]))
        claim = {"player_id": 801, "card": {"id": number}}
        packet = log["data"]["data"][-2]
        packet["data"].append({"type": "claimNoble", "args": claim})
        record = read(table, log)
        assert place_of(record, problem_of(record)) == (21, Pass)
        assert problem_of(record).rule is RuleId.NOB_2


class TestPayments:
    """A purchase may be told without its payment."""

    def without_payments(self, record: Record) -> tuple[Json, Json]:
        """The documents of a game in which no purchase says what was paid."""
        table, log = write_bga(record, order="2025")
        for args in notes(log, "buyCard"):
            drop(log, "coins", move=move_of(log, args))
        return table, log

    @pytest.mark.rule("LOG-2")
    @pytest.mark.parametrize("seed", range(4))
    def test_that_are_left_out_are_of_coloured_tokens_first(self, seed: int) -> None:
        record = record_game(*play(seed, rules=SPENDEE, policy=buying))
        result = read(*self.without_payments(record))
        assert bare(result.events) == bare(tuple(seen_by(record)))
        assert verify(result).problem is None
        paid = [
            event.action.payment
            for event in record.events
            if isinstance(event, Move) and isinstance(event.action, BuyCard)
        ]
        assert any(0 < payment.gold < payment.total for payment in paid)
        assert not all(paid)
        assumed = [text for text in result.meta["assumptions"] if text.endswith("nobody says what")]
        assert len(assumed) == len(list(filter(None, paid)))
        assert any(" gold paid, gold last, since" in text for text in assumed)

    @pytest.mark.rule("LOG-2", "BUY-5")
    def test_that_are_left_out_may_be_more_than_there_is(self) -> None:
        record = record_game(setup(2, seed=1), [take("wug")])
        table, log = write_bga(record, order="2025")
        number = next(iter(table["market"]["row_3"]["cards"]))
        letter = "CSERO"[table["carddb"][number]["type"]]
        tile = {"id": number, "type": number, "location": "market_3"}
        args = {"player_id": "801", "card": tile, "gem_type": letter, "rank": "\u25ef" * 3}
        packet_of(log, 2)["data"] = [{"type": "buyCard", "args": args}]
        assert problem_of(read(table, log)).rule is RuleId.BUY_5

    @pytest.mark.rule("LOG-2")
    def test_that_are_left_out_after_a_wrong_opening_are_none(self) -> None:
        table, log = self.without_payments(game(1))
        put(table, "market.row_2.count", "25")
        record = read(table, log)
        bought = (move.action for move in record.events if isinstance(move, Move))
        assert not any(action.payment for action in bought if isinstance(action, BuyCard))
        assert problem_of(record).event is None


class TestOrder:
    """A move is a set of facts, however it is told."""

    @pytest.mark.sweep
    @pytest.mark.parametrize("order", ORDERS)
    @pytest.mark.parametrize("seed", range(4))
    def test_inside_a_move_does_not_matter(self, seed: int, order: Order) -> None:
        for record in (game(seed), game(seed, 3, buyers=False), record_game(*stalemate())):
            table, log = write_bga(record, order=order, private=[0])
            expected = read(table, log)
            rng = Random(seed)  # noqa: S311 - a shuffle, not a secret
            for packet in log["data"]["data"]:
                rng.shuffle(packet["data"])
            assert read(table, log) == expected

    @pytest.mark.parametrize("order", ORDERS)
    def test_a_move_may_come_in_several_packets_and_twice(self, order: Order) -> None:
        assert "ChooseNoble" in features(game(2))
        table, log = write_bga(game(2), order=order)
        split = []
        for packet in log["data"]["data"]:
            split += [{**packet, "data": [note]} for note in reversed(packet["data"])]
            split.append(packet)
        again = read(table, {"data": split})
        assert again.events == read(table, log).events

    def test_a_return_may_stand_in_the_move_of_its_cause(self) -> None:
        table, log = write_bga(RETURNING, order="2025")
        packet_of(log, 9)["move_id"] = "8"
        assert bare(read(table, log).events) == bare(RETURNING.events)

    def test_a_return_may_stand_in_the_notification_of_its_cause(self) -> None:
        table, log = write_bga(RETURNING, order="2025")
        args = next(note["args"] for note in packet_of(log, 8)["data"] if note["type"] == "coins")
        args["expense_coins"] = "CS"
        args["gap"].update({"C": -1, "S": 0})
        drop(log, "coins", move=9)
        assert bare(read(table, log).events) == bare(RETURNING.events)
        assert verify(read(table, log)).verdict is Verdict.VALID
        args["gap"]["S"] = -1
        problem = problem_of(read(table, log))
        assert problem.rule is RuleId.INV_1
        assert place_of(read(table, log), problem) == (8, ReturnTokens)

    def test_a_return_may_be_told_token_by_token(self) -> None:
        table, log = write_bga(RETURNING, order="2025")
        packet = packet_of(log, 9)
        coins = next(note for note in packet["data"] if note["type"] == "coins")
        nothing = dict.fromkeys("CSEROG", 0)
        parts = [
            {**coins["args"], "expense_coins": letter, "gap": {**nothing, letter: -1}}
            for letter in "CS"
        ]
        drop(log, "coins", move=9)
        for number, args in enumerate(parts, start=9):
            note = {"type": "coins", "args": args}
            log["data"]["data"].append({**packet, "move_id": number, "data": [note]})
        assert bare(read(table, log).events) == bare(RETURNING.events)
        assert verify(read(table, log)).verdict is Verdict.VALID


class TestRefills:
    """A card turned up may be told late, or not at all."""

    @pytest.mark.rule("LOG-1")
    def test_in_a_move_of_its_own_is_the_refill(self) -> None:
        table, log = write_bga(RESERVING, order="2025")
        note = take_out(log, "revealCard", move=2)
        packet = {**packet_of(log, 2), "move_id": "77", "data": [note]}
        log["data"]["data"].insert(2, packet)
        assert bare(read(table, log).events) == bare(RESERVING.events)
        assert verify(read(table, log)).verdict is Verdict.VALID

    @pytest.mark.rule("LOG-1")
    def test_in_a_later_move_is_disclosed_there(self) -> None:
        table, log = write_bga(RESERVING, order="2025")
        late = take_out(log, "revealCard", move=2)
        packet_of(log, 4)["data"].append(late)
        record = read(table, log)
        reserve, refill, other, other_refill, takes = bare(RESERVING.events)
        assert isinstance(refill, Move)
        assert isinstance(refill.action, RevealCard)
        card = refill.action.card
        assert isinstance(card, Card)
        unknown = attrs.evolve(refill, action=RevealCard(CardBack(1)))
        disclosed = Disclosure(card)
        assert bare(record.events) == [*(reserve, unknown, other, other_refill, disclosed, takes)]
        assert verify(record).verdict is Verdict.VALID
        assert record.meta["assumptions"] == (
            "move 2: a card of level 1 was turned up, and nobody says which",
            f"move 4: card {card} was turned up in an earlier turn",
        )

    @pytest.mark.parametrize("seed", range(1, 5))
    def test_in_the_move_after_it_may_be_taken_there(self, seed: int) -> None:
        opening = setup(2, seed=seed)
        first, wanted = opening.rows[0][0], opening.decks[0][0]
        assert isinstance(first, Card)
        assert isinstance(wanted, Card)
        record = record_game(opening, [ReserveCard(first), ReserveCard(wanted)])
        table, log = write_bga(record, order="2025")
        late = take_out(log, "revealCard", move=2)
        packet_of(log, 3)["data"].append(late)
        result = read(table, log)
        reserve, refill, other, other_refill = bare(record.events)
        assert isinstance(refill, Move)
        unknown = attrs.evolve(refill, action=RevealCard(CardBack(1)))
        assert bare(result.events) == [
            *(reserve, unknown, Disclosure(wanted), other, other_refill),
        ]
        assert verify(result).verdict is Verdict.VALID

    @pytest.mark.rule("LOG-1")
    @pytest.mark.parametrize("row", range(3))
    def test_of_two_in_one_move_one_is_late(self, row: int) -> None:
        opening = setup(2, seed=1)
        first, other = opening.rows[1][0], opening.rows[row][1]
        assert isinstance(first, Card)
        assert isinstance(other, Card)
        record = record_game(opening, [ReserveCard(first), ReserveCard(other)])
        table, log = write_bga(record, order="2025")
        late = take_out(log, "revealCard", move=2)
        packet_of(log, 3)["data"].insert(0, late)
        result = read(table, log)
        kinds = [type(event) for event in result.events]
        assert kinds == [Move, Move, Disclosure, Move, Move]
        assert verify(result).verdict is Verdict.VALID

    @pytest.mark.rule("LOG-1")
    def test_that_is_never_told_stays_unknown(self) -> None:
        table, log = write_bga(RESERVING, order="2025")
        drop(log, "revealCard", move=2)
        report = verify(read(table, log))
        assert report.verdict is Verdict.CONSISTENT
        assert report.unnamed == (Unnamed(1, None),)

    @pytest.mark.rule("LOG-1")
    @pytest.mark.parametrize("order", ORDERS)
    def test_after_the_last_action_does_no_harm(self, order: Order) -> None:
        record = game(3)
        assert isinstance(record.events[-1], Move)
        assert isinstance(record.events[-1].action, RevealCard)
        table, log = write_bga(record, order=order)
        last = max(int(packet["move_id"]) for packet in log["data"]["data"])
        drop(log, "revealCard", move=last)
        report = verify(read(table, log))
        assert report.verdict is Verdict.VALID
        assert report.missing_refill
        assert report.complete

    @pytest.mark.parametrize("level", [1, 3])
    def test_that_was_not_due_comes_after_the_one_that_was(self, level: int) -> None:
        table, log = write_bga(RETURNING, order="2025")
        wrong = setup(2, seed=1).decks[level - 1][5]
        assert isinstance(wrong, Card)
        tile = {"id": CARD_IDS[wrong]}
        packet_of(log, 5)["data"].append({"type": "revealCard", "args": {"card": tile}})
        record = read(table, log)
        assert problem_of(record).rule is RuleId.TURN_4
        event = record.events[problem_of(record).event or 0]
        assert isinstance(event, Move)
        assert event.action == RevealCard(wrong)

    @pytest.mark.parametrize(
        ("move", "card", "rule"),
        [
            (2, "level", RuleId.ROW_6),
            (2, "seen", RuleId.COMP_2),
            (4, "new", RuleId.TURN_4),
            (3, "new", RuleId.TURN_4),
        ],
        ids=["of another level", "seen before", "after a take", "one too many"],
    )
    def test_that_cannot_be_are_found(self, move: int, card: str, rule: RuleId) -> None:
        table, log = write_bga(RESERVING, order="2025")
        opening = setup(2, seed=1)
        seen, new = opening.rows[0][3], opening.decks[0][5]
        wrong = {"level": opening.decks[1][0], "seen": seen, "new": new}[card]
        assert isinstance(wrong, Card)
        if card != "new":
            drop(log, "revealCard", move=move)
        tile = {"id": CARD_IDS[wrong], "type": CARD_IDS[wrong]}
        packet_of(log, move)["data"].append({"type": "revealCard", "args": {"card": tile}})
        record = read(table, log)
        problem = problem_of(record)
        assert problem.rule is rule
        assert place_of(record, problem) == (move, RevealCard)
