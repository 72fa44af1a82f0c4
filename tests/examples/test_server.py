"""The tables of examples/server, in this process: what is played, sent, kept and refused."""

from __future__ import annotations

import asyncio
import json
import secrets
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast
from uuid import UUID, uuid4

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocket

from examples.server import app
from examples.server.messages import Act
from examples.server.refusal import Refusal
from examples.server.room import Client, Room
from examples.server.store import VERSION, AnotherVersionError, Store
from examples.server.table import Table
from examples.server.view import view
from splendor import (
    Action,
    Move,
    Record,
    ReserveFromDeck,
    Rules,
    State,
    Verdict,
    from_json,
    legal_actions,
    observe,
    record_game,
    to_json,
    verify,
)
from splendor.bots import Bot, GreedyBot, RandomBot, play_game
from splendor.render import svg
from tests.examples.tables import Line, Message, Opened, decided, leaks, opened, serving

TAKE = {"do": "take", "gems": [1, 1, 1, 0, 0, 0]}
GOLD = {"do": "take", "gems": [0, 0, 0, 0, 0, 1]}
VIEW = {
    *("type", "table", "players", "seat", "number", "decider", "headline", "state", "choices"),
    *("happened", "commitment", "over"),
}
"""The keys of a view, by README.md."""
HOSTILE = '<img src=x onerror="alert(1)">'


@pytest.fixture
def web(tmp_path: Path) -> Iterator[TestClient]:
    """A running server."""
    with serving(tmp_path / "tables.db") as running:
        yield running


@pytest.fixture
def table(web: TestClient) -> Opened:
    """A table for two."""
    return opened(web)


def kept(table: Opened) -> int:
    """How many decisions are in the database, seen by another connection."""
    store = store_of(table.web)
    (_, _, path) = on_its_thread(
        table.web, lambda: store.database.execute("PRAGMA database_list").fetchone()
    )
    with sqlite3.connect(path) as database:
        (number,) = database.execute(
            "SELECT count(*) FROM decisions WHERE game = ?", (table.number,)
        ).fetchone()
    database.close()
    return int(number)


def store_of(web: TestClient) -> Store:
    store: Store = web.app.state.rooms.store  # type: ignore[attr-defined]
    return store


def on_its_thread(web: TestClient, do: Callable[[], Any]) -> Any:  # noqa: ANN401
    """Do something on the thread of the server, to which its database belongs."""

    async def done() -> Any:  # noqa: ANN401
        return do()

    assert web.portal is not None
    return web.portal.call(done)


def played(table: Table, bots: Sequence[Bot]) -> Table:
    """The table at the end of the game that bots play."""
    while not table.over:
        seat = table.state.mover
        action = bots[seat].choose(observe(table.state, seat))
        table = table.act(seat, len(table.actions), action)
    return table


# A game


def test_a_table_has_a_number_a_token_for_each_seat_and_a_promise(web: TestClient) -> None:
    answer = web.post("/tables", json={"players": ["Ada", "Bo", "Cy"]})
    assert answer.status_code == 201
    made = answer.json()
    assert made["players"] == ["Ada", "Bo", "Cy"]
    assert len(set(made["tokens"])) == 3
    assert all(len(token) == 32 for token in made["tokens"])
    assert UUID(made["table"]).version == 4
    assert len(made["commitment"]) == 64


@pytest.mark.rule("INFO-2", "INFO-4")
@pytest.mark.parametrize(
    "players",
    [("Ada", "Bo"), pytest.param(("Ada", "Bo", "Cy", HOSTILE), marks=pytest.mark.sweep)],
    ids=len,
)
def test_a_game_shows_each_seat_what_it_may_know_and_no_more(
    web: TestClient, players: tuple[str, ...]
) -> None:
    table = opened(web, *players)
    seats = [*range(len(players)), None]
    sent: dict[int | None, list[str]] = {seat: [] for seat in seats}
    last: dict[int | None, Message] = {}
    lines: dict[int | None, Line] = {}

    def hear(seat: int | None) -> None:
        sent[seat].append(lines[seat].session.receive_text())
        last[seat] = json.loads(sent[seat][-1])

    with ExitStack() as stack:
        for seat in seats:
            hello = {"type": "watch"} if seat is None else {"type": "join"}
            token = {} if seat is None else {"token": table.tokens[seat]}
            pictures = {"pictures": True} if seat in {0, None} else {}
            said = table.said({**hello, **token, **pictures})
            lines[seat] = stack.enter_context(said)
            hear(seat)
        while last[0]["over"] is None:
            mover = last[0]["decider"]
            choice = RandomBot(7).choose(from_json(json.dumps(last[mover]["state"]), State))
            lines[mover].act(last[mover]["number"], json.loads(to_json(choice)))
            for seat in seats:
                hear(seat)
    record = from_json(table.get("record").text, Record)
    states = decided(record)
    assert len(states) == last[0]["number"] + 1
    for seat in seats:
        assert leaks(sent[seat], record, seat) == []
        for number, text in enumerate(sent[seat]):
            message, state = json.loads(text), observe(states[number], seat)
            if message["over"] is not None:
                state = states[-1]
            assert from_json(json.dumps(message["state"]), State) == state
            deciding = seat is not None and state.decider == seat
            expected = legal_actions(state) if deciding else ()
            choices = [from_json(json.dumps(each["action"]), Action) for each in message["choices"]]
            assert tuple(choices) == tuple(expected)
            assert (message["number"], message["seat"]) == (number, seat)
            assert [each["number"] for each in message["happened"]] == list(
                range(number - 1, number) if number else []
            )
            assert message["commitment"] == table.commitment
            assert message.keys() - {"picture"} == VIEW
            drawn = svg(state, names=players) if seat in {0, None} else None
            assert message.get("picture") == drawn


def test_nobody_can_foresee_a_table() -> None:
    one, other = (Table.new(("Ada", "Bo")) for _ in range(2))
    assert len({one.seed, one.salt, other.seed, other.salt}) == 4
    assert min(map(len, (one.seed, one.salt))) == 16


def test_a_token_is_drawn_for_each_seat(web: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(("a" * 32, "b" * 32))
    monkeypatch.setattr(secrets, "token_hex", lambda size: next(drawn) if size == 16 else "")
    assert opened(web).tokens == ("a" * 32, "b" * 32)


@pytest.mark.rule("SETUP-2")
def test_the_promise_is_opened_after_the_game(web: TestClient, tmp_path: Path) -> None:
    table = opened(web)
    end = finished(table, tmp_path)
    with table.joined(1) as line:
        view = line.hear()
    over = view["over"]
    report = verify(end)
    assert report.verdict is Verdict.VALID
    assert end.commitment is not None
    assert end.commitment.salt is not None
    assert (end.commitment.digest, end.commitment.salt.hex()) == (table.commitment, over["salt"])
    assert end.seed == bytes.fromhex(over["seed"])
    assert report.outcome is not None
    assert tuple(over["winners"]) == report.outcome.winners
    assert over["reason"] == "target"
    assert over["points"] == [entry.points for entry in report.scores]
    assert view["headline"].startswith("After ")
    assert view["choices"] == []


def finished(table: Opened, folder: Path) -> Record:
    """Play a table to its end behind the back of the server, and return what it then sends."""
    database = Store(folder / "tables.db")
    number = UUID(table.number)
    for action in played(database.load(number), [GreedyBot(), GreedyBot()]).actions:
        database.append(number, len(database.load(number).actions), action)
    database.close()
    return from_json(table.get("record").text, Record)


def test_what_happened_while_a_client_was_away_is_told_when_it_comes_back(table: Opened) -> None:
    with table.joined(0) as ada, table.joined(1) as bo:
        first = ada.hear()
        ada.act(0, first["choices"][0]["action"])
        answer = next(view for view in iter(bo.hear, None) if view["number"] == 1)
        bo.act(1, answer["choices"][0]["action"])
        assert bo.hear()["number"] == 2
    with table.said({"type": "watch"}) as line:
        view = line.hear()
    assert [(each["number"], each["seat"]) for each in view["happened"]] == [(0, 0), (1, 1)]
    assert view["happened"][0] == {"number": 0, "seat": 0, **first["choices"][0]}
    assert first["choices"][0] == {
        "action": TAKE,
        "text": "T wug",
        "words": "takes 1 white, 1 blue, 1 green",
    }


# What is kept


def test_a_server_that_is_started_again_goes_on_with_the_game(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with serving(path) as web:
        table = opened(web)
        with table.joined(0) as line:
            before = line.hear()
            line.act(0, TAKE)
            after = line.hear()
    with serving(path) as web:
        again = Opened(web, table.number, table.tokens, table.commitment)
        with again.joined(0) as line:
            shown = line.hear()
    assert shown["state"] == after["state"] != before["state"]
    assert shown["commitment"] == table.commitment


def test_of_a_token_only_a_hash_is_kept(table: Opened, tmp_path: Path) -> None:
    content = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert table.number.encode() in content
    assert not any(token.encode() in content for token in table.tokens)


def test_a_database_of_another_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with sqlite3.connect(path) as database:
        database.execute(f"PRAGMA user_version = {VERSION + 1}")
    database.close()
    with pytest.raises(AnotherVersionError, match="no database of version 1 of this program"):
        Store(path)


def test_the_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE theirs (a)")
    database.close()
    before = path.read_bytes()
    with pytest.raises(AnotherVersionError):
        Store(path)
    assert path.read_bytes() == before


def test_what_is_accepted_is_on_the_disk(tmp_path: Path) -> None:
    """Synchronous is FULL, 2: in WAL mode anything less may lose the last decisions."""
    store = Store(tmp_path / "tables.db")
    pragmas = ("journal_mode", "synchronous", "busy_timeout")
    found = [store.database.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas]
    store.close()
    assert found == ["wal", 2, 200]


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE decisions SET action = 'nonsense'",
        """UPDATE decisions SET action = '{"do": "pass"}'""",
        "DELETE FROM seats WHERE seat = 1",
    ],
    ids=["unreadable", "illegal", "one player"],
)
def test_a_table_that_is_damaged_is_refused_and_others_are_not(
    web: TestClient, tmp_path: Path, damage: str
) -> None:
    table = opened(web)
    with table.joined(0) as line:
        line.hear()
        line.act(0, TAKE)
        line.hear()
    with sqlite3.connect(tmp_path / "tables.db") as database:
        database.execute(damage)
    database.close()
    refused = table.get("record")
    assert (refused.status_code, refused.json()["code"]) == (503, "storage")
    message, closed = refusal_of(table, json.dumps({"type": "watch"}))
    assert (message["code"], closed) == ("storage", 1013)
    assert opened(web).get("record").status_code == 200


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.write_text("no database " * 100)
    with pytest.raises(sqlite3.DatabaseError):
        Store(path)


# The log


@pytest.mark.rule("INFO-2")
def test_the_log_of_a_game_that_goes_on_is_that_of_who_asks(table: Opened, tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.db")
    store.append(UUID(table.number), 0, ReserveFromDeck(1))
    card = store.load(UUID(table.number)).state.players[0].reserved[0].card
    store.close()
    texts = [table.get("record", token).text for token in (*table.tokens, None)]
    assert [f'"{card}"' in text for text in texts] == [True, False, False]
    for text in texts:
        record = from_json(text, Record)
        assert (record.seed, record.decks) == (None, None)
        assert record.commitment is not None
        assert (record.commitment.digest, record.commitment.salt) == (table.commitment, None)
        assert verify(record).verdict is not Verdict.INVALID


def test_the_log_is_a_file_and_the_replay_a_page_shut_off_from_the_server(table: Opened) -> None:
    record, page = table.get("record"), table.get("replay", table.tokens[0])
    assert record.headers["content-disposition"] == f'attachment; filename="{table.number}.json"'
    assert page.headers["content-type"].startswith("text/html")
    assert page.text.startswith("<!doctype html>")
    policies = [each.headers["content-security-policy"] for each in (record, page)]
    assert policies[0].startswith("default-src 'none'; script-src 'self'; ")
    assert policies[1] == "sandbox allow-scripts; frame-ancestors 'none'"
    for answer in (record, page, table.web.get("/"), table.web.get("/nowhere")):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cache-control"] == "no-store"
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("what", ["record", "replay"])
def test_the_log_needs_a_good_token_or_none(table: Opened, what: str) -> None:
    good = table.tokens[0]
    for shown in ("Bearer", "Bearer ", "Bearer x", "Bearer \x00", f"Bearer {good.upper()}", good):
        refused = table.web.get(f"/tables/{table.number}/{what}", headers={"Authorization": shown})
        assert (refused.status_code, refused.json()["code"]) == (401, "wrong-token")
    for scheme in ("Bearer", "bearer"):
        headers = {"Authorization": f"{scheme} {good}"}
        assert table.web.get(f"/tables/{table.number}/{what}", headers=headers).is_success


# Refusals over HTTP


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("", "this is no JSON: Expecting value: line 1 column 1 (char 0)"),
        (b"\xff", "this is no JSON: 'utf-8' codec can't decode"),
        ("[" * 4000, "this is no JSON: maximum recursion depth exceeded"),
        ('["Ada", "Bo"]', "message: Input should be a valid dictionary or instance of NewTable"),
        ('{"players": ["Ada"]}', "players: two to four play"),
        ('{"players": ["A", "B", "C", "D", "E"]}', "players: two to four play"),
        ('{"players": ["Ada", "Ada"]}', "players: every player needs a different name"),
        ('{"players": ["Ada", ""]}', "players.1: a name has 1 to 40 printable characters"),
        (
            json.dumps({"players": ["Ada", 41 * "x"]}),
            "players.1: a name has 1 to 40 printable characters",
        ),
        ('{"players": ["Ada", "B\\u202eo"]}', "players.1: a name has 1 to 40 printable characters"),
        ('{"players": ["Ada", "\\ud800"]}', "players.1: "),
        (
            '{"players": ["Ada", " Bo"]}',
            "players.1: a name has 1 to 40 printable characters, and no space",
        ),
        ('{"players": ["Ada", 2]}', "players.1: Input should be a valid string"),
        ('{"players": ["Ada", "Bo"], "seed": 1}', "seed: Extra inputs are not permitted"),
        ('{"players": ["A", "B"], "players": ["C", "D"]}', "a key stands twice in an object"),
        ('{"players": [NaN, "Bo"]}', "this is no JSON: NaN is no number"),
    ],
    ids=range(16),
)
def test_a_table_is_opened_with_good_names_only(
    web: TestClient, body: str | bytes, message: str
) -> None:
    refused = web.post("/tables", content=body)
    assert refused.status_code == 400
    assert refused.json()["type"] == "error"
    assert refused.json()["code"] == "unreadable"
    assert message in refused.json()["message"]


def test_a_long_body_is_not_read(web: TestClient) -> None:
    read = 0

    def body() -> Iterator[bytes]:
        nonlocal read
        for _ in range(10_000):
            read += 1
            yield bytes(1000)

    refused = web.post("/tables", content=body())
    assert (refused.status_code, refused.json()["code"]) == (413, "too-big")


@pytest.mark.parametrize("number", ["x", str(UUID(int=0)), "..%2f..", "%00"])
def test_there_is_no_other_table(web: TestClient, number: str) -> None:
    refused = web.get(f"/tables/{number}/record")
    assert refused.status_code == 404
    with web.websocket_connect(f"/tables/{uuid4()}/socket") as session:
        session.send_text('{"type": "join", "token": "x"}')
        line = Line(session)
        assert line.hear()["code"] == "no-table"
        assert line.closed() == 4404


# Refusals at the table


def refusal_of(table: Opened, hello: str) -> tuple[Message, int]:
    """What a client is told whose first message is no good, and how its connection is closed."""
    with table.web.websocket_connect(table.address) as session:
        session.send_text(hello)
        line = Line(session)
        return line.hear(), line.closed()


@pytest.mark.parametrize(
    ("hello", "code", "closing"),
    [
        ("nonsense", "unreadable", 4400),
        ("{}", "unreadable", 4400),
        ('{"type": "act", "number": 0, "action": {}}', "unreadable", 4400),
        ('{"type": "join"}', "unreadable", 4400),
        ('{"type": "join", "token": 1}', "unreadable", 4400),
        ('{"type": "join", "token": "x", "seat": 0}', "unreadable", 4400),
        ('{"type": "watch", "pictures": 1}', "unreadable", 4400),
        ('{"type": "join", "token": ""}', "wrong-token", 4401),
        ('{"type": "join", "token": "\\ud800"}', "wrong-token", 4401),
        ('"' + 10_000_000 * "x" + '"', "too-big", 1009),
    ],
    ids=range(10),
)
def test_who_does_not_join_properly_has_to_go(
    table: Opened, hello: str, code: str, closing: int
) -> None:
    message, closed = refusal_of(table, hello)
    assert (message["type"], message["code"], closed) == ("error", code, closing)
    assert len(message["message"]) < 400


def test_a_token_is_good_at_its_own_table_only(web: TestClient) -> None:
    one, other = opened(web), opened(web)
    hello = json.dumps({"type": "join", "token": other.tokens[0]})
    message, closed = refusal_of(one, hello)
    assert (message["code"], closed) == ("wrong-token", 4401)
    assert one.get("record", other.tokens[0]).status_code == 401


def test_who_says_nothing_has_to_go(table: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "SHY", 0.01)
    with table.web.websocket_connect(table.address) as session:
        line = Line(session)
        assert line.hear()["code"] == "not-joined"
        assert line.closed() == 4408


@pytest.mark.parametrize(
    ("seat", "number", "action", "code", "rule"),
    [
        (0, 0, GOLD, "illegal", "TAKE-6"),
        (0, 0, {"do": "pass"}, "illegal", "PASS-2"),
        (0, 0, {"do": "choose", "noble": "wug"}, "unreadable", None),
        (0, 0, {**TAKE, "seat": 0}, "unreadable", None),
        (0, 0, {}, "unreadable", None),
        (0, 1, TAKE, "stale", None),
        (0, 10**30, TAKE, "stale", None),
        (1, 0, TAKE, "wrong-seat", None),
        (1, 0, GOLD, "wrong-seat", None),
        (None, 0, TAKE, "wrong-seat", None),
    ],
    ids=range(10),
)
def test_a_decision_that_is_refused_changes_nothing(  # noqa: PLR0913
    table: Opened, seat: int | None, number: int, action: Message, code: str, rule: str | None
) -> None:
    hello = {"type": "watch"} if seat is None else {"type": "join", "token": table.tokens[seat]}
    with table.said(hello) as line, table.joined(0) if seat else ExitStack():
        before = line.hear()
        line.act(number, action)
        refused = line.hear()
        assert (refused["code"], refused["rule"]) == (code, rule)
        assert (rule or "") in refused["message"]
        assert kept(table) == 0
        if seat == 0:  # and it may go on
            line.act(0, TAKE)
            assert line.hear()["number"] == before["number"] + 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "[" * 4000,
        '{"type": "act", "number": -1, "action": {"do": "pass"}}',
        '{"type": "act", "number": 0.0, "action": {"do": "pass"}}',
        '{"type": "act", "number": true, "action": {"do": "pass"}}',
        '{"type": "act", "number": 0, "action": "T wug"}',
        '{"type": "act", "number": 0, "action": {"do": "pass", "do": "pass"}}',
        '{"type": "act", "number": 0, "seat": 1, "action": {"do": "pass"}}',
        '{"type": "join", "token": "x"}',
        '{"type": "act", "number": 0, "action": {"do": "take", "gems": [1, 1, 1, 0, 0, 1e999]}}',
    ],
    ids=range(11),
)
def test_nonsense_is_refused_and_the_connection_stays(table: Opened, text: str) -> None:
    with table.joined(0) as line:
        line.hear()
        line.session.send_text(text)
        refused = line.hear()
        assert (refused["type"], refused["code"]) == ("error", "unreadable")
        assert kept(table) == 0
        line.act(0, TAKE)
        assert line.hear()["number"] == 1


def test_bytes_are_no_message(table: Opened) -> None:
    with table.joined(0) as line:
        line.hear()
        line.session.send_bytes(json.dumps({"type": "act", "number": 0, "action": TAKE}).encode())
        assert line.hear()["message"] == "a message is text"
        assert kept(table) == 0


def test_a_message_of_ten_megabytes_ends_the_connection(table: Opened) -> None:
    with table.joined(0) as line:
        line.hear()
        line.session.send_text(10_000_000 * "[")
        assert line.hear()["code"] == "too-big"
        assert line.closed() == 1009
    with table.joined(0) as line:
        assert line.hear()["number"] == kept(table) == 0


def test_a_decision_that_is_sent_twice_is_made_once(table: Opened) -> None:
    with table.joined(0) as line:
        line.hear()
        line.act(0, TAKE)
        line.act(0, TAKE)
        line.act(0, {"do": "take", "gems": [2, 0, 0, 0, 0, 0]})
        heard = [line.hear() for _ in range(3)]
    views = [message for message in heard if message["type"] == "view"]
    refused = [message["message"] for message in heard if message["type"] == "error"]
    assert [view["number"] for view in views] == [1]
    assert refused == [
        "decision 0 was made before, with this action",
        "decision 0 was made before, with another action",
    ]
    assert kept(table) == 1


def test_of_two_clients_at_one_seat_the_second_stays(table: Opened) -> None:
    with table.joined(0) as first, table.said({"type": "watch"}) as watching:
        first.hear()
        watching.hear()
        with table.joined(0) as second:
            second.hear()
            told = first.hear()
            assert told["code"] == "replaced"
            assert first.closed() == 4409
            second.act(0, TAKE)
            assert second.hear()["number"] == 1
            assert watching.hear()["number"] == 1  # who only watches stays


def test_a_client_that_was_replaced_decides_nothing_more(tmp_path: Path) -> None:
    """Even if what it decided comes in before it was told."""
    room = roomed(tmp_path)
    old, new = Slow().client(0), Slow().client(0)
    room.enter(old)
    room.enter(new)
    with pytest.raises(Refusal, match="somebody else has joined"):
        room.act(old, Act(type="act", number=0, action=TAKE))
    room.act(new, Act(type="act", number=0, action=TAKE))
    room.store.close()


def test_nothing_is_decided_after_the_game(web: TestClient, tmp_path: Path) -> None:
    table = opened(web)
    number = len(decided(finished(table, tmp_path))) - 1
    with table.joined(0) as line:
        assert line.hear()["decider"] is None
        line.act(number, TAKE)
        assert line.hear()["code"] == "over"
        line.act(number - 1, TAKE)
        assert line.hear()["code"] == "stale"
    assert kept(table) == number


# A database that does not do its work


def test_while_the_database_is_locked_nothing_is_accepted(table: Opened, tmp_path: Path) -> None:
    lock = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
    with table.joined(0) as line:
        line.hear()
        lock.execute("BEGIN IMMEDIATE")
        line.act(0, TAKE)
        refused = line.hear()
        assert refused["code"] == "storage"
        assert refused["rule"] is None
        assert "database is locked" in refused["message"]
        record = from_json(table.get("record").text, Record)  # of the table in memory
        assert not any(isinstance(event, Move) for event in record.events)
        failed = table.web.post("/tables", json={"players": ["Ada", "Bo"]})
        assert (failed.status_code, failed.json()["code"]) == (503, "storage")
        lock.execute("ROLLBACK")
        line.act(0, TAKE)
        assert line.hear()["number"] == 1
    lock.close()


def test_when_the_database_is_full_nothing_is_lost(table: Opened) -> None:
    database = store_of(table.web).database
    (pages,) = on_its_thread(table.web, lambda: database.execute("PRAGMA page_count").fetchone())
    on_its_thread(table.web, lambda: database.execute(f"PRAGMA max_page_count = {pages}"))
    accepted = 0
    with table.joined(0) as ada, table.joined(1) as bo:
        lines = (ada, bo)
        views = [ada.hear(), bo.hear()]
        while True:
            (mover,) = {view["decider"] for view in views}
            choice = RandomBot(1).choose(from_json(json.dumps(views[mover]["state"]), State))
            lines[mover].act(accepted, json.loads(to_json(choice)))
            told = lines[mover].hear()
            if told["type"] == "error":
                break
            accepted += 1
            views = [told if seat == mover else line.hear() for seat, line in enumerate(lines)]
    assert told["code"] == "storage"
    assert "full" in told["message"]
    assert kept(table) == accepted > 0
    record = from_json(table.get("record").text, Record)
    assert (
        sum(isinstance(event, Move) and event.by is not None for event in record.events) == accepted
    )


def test_a_decision_that_another_server_has_made_is_shown(table: Opened, tmp_path: Path) -> None:
    with table.joined(0) as line:
        line.hear()
        other = Store(tmp_path / "tables.db")
        other.append(UUID(table.number), 0, from_json(json.dumps(TAKE), Action))
        other.close()
        line.act(0, {"do": "take", "gems": [2, 0, 0, 0, 0, 0]})
        heard = {message["type"]: message for message in (line.hear(), line.hear())}
    assert heard["error"]["code"] == "stale"
    assert heard["view"]["number"] == 1
    assert heard["view"]["happened"][0]["action"] == TAKE


# Clients that are slow or gone


class Slow:
    """A connection that takes nothing in until it is let."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.taken: list[Message] = []

    async def send_text(self, data: str) -> None:
        await self.open.wait()
        self.taken.append(json.loads(data))

    def client(self, seat: int | None) -> Client:
        """Return the client of this connection."""
        return Client(cast("WebSocket", self), seat, pictures=False)


def roomed(folder: Path) -> Room:
    """A table of a store, without a server."""
    store, number = Store(folder / "tables.db"), uuid4()
    table = Table.new(("Ada", "Bo"))
    store.add(number, table, ("a", "b"))
    return Room(number, store, table)


def test_who_is_slow_keeps_nobody_waiting_and_misses_no_decision(tmp_path: Path) -> None:
    async def game() -> tuple[list[Message], list[Message]]:
        room = roomed(tmp_path)
        quick, slow = Slow(), Slow()
        quick.open.set()
        clients = [quick.client(None), slow.client(None)]
        for client in clients:
            room.enter(client)
        tasks = [asyncio.create_task(room.inform(client)) for client in clients]
        mover = Slow().client(0)
        for number in range(6):
            mover.seat = room.table.state.decider
            action = GreedyBot().choose(observe(room.table.state, room.table.state.mover))
            message = Act(type="act", number=number, action=json.loads(to_json(action)))
            await asyncio.sleep(0)
            room.act(mover, message)
            await asyncio.sleep(0.01)
        slow.open.set()
        await asyncio.sleep(0.05)
        for task in tasks:
            task.cancel()
        room.store.close()
        return quick.taken, slow.taken

    quick, slow = asyncio.run(game())
    assert [view["number"] for view in quick] == list(range(7))
    assert [view["number"] for view in slow] == [0, 6]
    assert [each["number"] for each in slow[1]["happened"]] == list(range(6))


def test_hundreds_who_watch_are_sent_one_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int | None] = []

    def drawing(number: UUID, table: Table, seat: int | None, **options: Any) -> Message:  # noqa: ANN401
        drawn.append(seat)
        return view(number, table, seat, **options)

    monkeypatch.setattr("examples.server.room.view", drawing)

    async def game() -> list[list[Message]]:
        room, sockets = roomed(tmp_path), [Slow() for _ in range(102)]
        seats = [0, 1, *[None] * 100]
        clients = [socket.client(seat) for socket, seat in zip(sockets, seats, strict=True)]
        for socket, client in zip(sockets, clients, strict=True):
            socket.open.set()
            room.enter(client)
        tasks = [asyncio.create_task(room.inform(client)) for client in clients]
        await asyncio.sleep(0.05)
        room.act(clients[0], Act(type="act", number=0, action=TAKE))
        await asyncio.sleep(0.05)
        for task in tasks:
            task.cancel()
        room.store.close()
        return [socket.taken for socket in sockets]

    taken = asyncio.run(game())
    assert sorted(drawn, key=str) == [0, 0, 1, 1, None, None]
    assert all([each["number"] for each in one] == [0, 1] for one in taken)
    assert [one[-1]["seat"] for one in taken] == [0, 1, *[None] * 100]


def test_a_flood_of_one_client_leaves_others_their_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns: list[str] = []

    async def heard(_: object) -> str:
        turns.append("flood")
        return "nonsense"

    async def other() -> None:
        for _ in range(5):
            turns.append("other")
            await asyncio.sleep(0)

    async def flooded() -> None:
        room, socket = roomed(tmp_path), Slow()
        socket.open.set()
        client = socket.client(None)
        monkeypatch.setattr(app, "heard", heard)
        monkeypatch.setattr(Slow, "send_json", Slow.send_text, raising=False)
        flooding = asyncio.create_task(app.obey(room, client))
        await other()
        flooding.cancel()
        room.store.close()

    asyncio.run(flooded())
    assert turns.count("other") == 5
    assert turns.count("flood") <= 5


def test_a_table_is_in_memory_only_while_somebody_is_there(table: Opened) -> None:
    rooms = table.web.app.state.rooms  # type: ignore[attr-defined]
    with table.joined(0) as ada:
        ada.hear()
        with table.joined(1) as bo:
            bo.hear()
        assert list(rooms._open) == [UUID(table.number)]
        assert table.get("record").status_code == 200
    assert rooms._open == {}


# A table as a value


def test_a_view_is_made_of_what_the_seat_may_know() -> None:
    table = Table.dealt(("Ada", "Bo"), bytes(16), bytes(16))
    table = table.act(0, 0, ReserveFromDeck(3))
    card = str(table.state.players[0].reserved[0].card)
    shown = [json.dumps(view(uuid4(), table, seat, pictures=True)) for seat in (0, 1, None)]
    assert [card in text for text in shown] == [True, False, False]


@pytest.mark.rule("END-7")
def test_a_game_that_nobody_wants_to_win_has_an_end() -> None:
    table = Table.new(("Ada", "Bo"))
    assert table.state.rules == Rules(turn_limit=100)
    assert table.record(None).rules == Rules(turn_limit=100)


def test_a_table_is_what_its_record_says() -> None:
    table = played(Table.dealt(("Ada", "Bo"), b"seed of 16 bytes", bytes(16)), [GreedyBot()] * 2)
    assert table.record(None) == table.record(0)
    game = play_game(table.states[0], [GreedyBot(), GreedyBot()], players=("Ada", "Bo"))
    assert game.events == table.record(None).events
    again = record_game(table.states[0], table.actions)
    assert again.events == game.events
