"""What the page docs/try.md asks of Python, in the Python of the tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import attrs
import pytest

from docs.static.live import desk
from splendor import (
    IllegalActionError,
    InvalidValueError,
    Record,
    UnreadableError,
    Verdict,
    format_record,
    from_json,
    import_games,
    load,
    redact,
    score,
    setup,
    to_json,
    verify,
)
from splendor.bots import GreedyBot, RandomBot, play_game
from splendor.render import replay_html

GAMES = Path(__file__).parents[1] / "examples" / "games"
TRACES = Path(__file__).parent / "conformance" / "traces"
HALVES = ("own-game.gamedatas.json", "own-game.g_gamelogs.json")


def read(name: str) -> bytes:
    return (GAMES / name).read_bytes()


def check(*files: tuple[str, bytes]) -> list[dict[str, Any]]:
    """The findings on files."""
    found: list[dict[str, Any]] = json.loads(desk.check(files))
    return found


def verdicts(*files: tuple[str, bytes]) -> list[tuple[str, int | None]]:
    return [(each["verdict"], each["number"]) for each in check(*files)]


# Checking


def test_the_version_is_that_of_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "version", {"splendor-rules": "1.2.3"}.__getitem__)
    assert desk.versions() == "1.2.3"


def test_a_good_game_is_valid_with_its_standings() -> None:
    (found,) = check(("my game.json", read("four-players.json")))
    record = load(GAMES / "four-players.json")
    report = verify(record)
    assert (found["verdict"], found["files"], found["number"]) == ("valid", ["my game.json"], None)
    assert (found["turns"], found["complete"], found["rule"]) == (report.turns, True, "")
    assert [(each["name"], each["points"]) for each in found["standings"]] == [
        (name, each.points) for name, each in zip(record.players, report.scores, strict=True)
    ]
    assert from_json(found["record"], Record) == record
    assert desk.page(found["record"]) == replay_html(record)


def test_a_forged_game_is_invalid_with_the_event_and_the_rule() -> None:
    (found,) = check(("forged.json", read("forged.json")))
    problem = verify(load(GAMES / "forged.json")).problem
    assert problem is not None
    said = f"{found['place']}: {found['rule']}: {found['sentence']}"
    assert (found["verdict"], said) == ("invalid", str(problem))


def test_a_game_with_cards_that_nobody_named_is_consistent() -> None:
    record = redact(load(GAMES / "three-players.json"), None)
    assert verify(record).verdict is Verdict.CONSISTENT
    (found,) = check(("public.json", to_json(record).encode()))
    assert found["verdict"] == "consistent"
    assert f"({len(verify(record).unnamed)} of them)" in found["sentence"]


def test_two_halves_are_one_game() -> None:
    (found,) = check(*((name, read(name)) for name in HALVES))
    assert (found["verdict"], found["files"]) == ("valid", list(HALVES))


def test_two_halves_are_one_game_whatever_they_are_called() -> None:
    assert verdicts(("../table", read(HALVES[0])), ("", read(HALVES[1]))) == [("valid", None)]


def test_of_several_files_those_with_one_name_belong_together() -> None:
    files = [(name, read(name)) for name in (HALVES[0], "forged.json", HALVES[1])]
    assert {(each["verdict"], *each["files"]) for each in check(*files)} == {
        ("valid", *HALVES),
        ("invalid", "forged.json"),
    }


def test_half_a_game_is_unreadable() -> None:
    (found,) = check((HALVES[0], read(HALVES[0])))
    assert (found["verdict"], found["record"]) == ("unreadable", "")
    assert "beside it, named own-game.*.json" in found["sentence"]


@pytest.mark.parametrize(
    ("content", "place", "sentence"),
    [
        (b"", "line 1, column 1", "not JSON: the document is empty"),
        (b"\xff", "byte 0", "not UTF-8: invalid start byte"),
        (b'{"format":\n"', "line 2, column 1", "not JSON: Unterminated string"),
        (b'{"format": "other"}', "", "expected a game"),
        (b"nonsense\nnonsense\n", "line 1, column 1", "not JSON: Expecting value"),
    ],
    ids=["empty", "binary", "half", "other", "lines"],
)
def test_what_is_no_game_is_unreadable_with_the_place(
    content: bytes, place: str, sentence: str
) -> None:
    (found,) = check(("<img src=x>", content))
    assert (found["verdict"], found["files"]) == ("unreadable", ["<img src=x>"])
    assert (found["place"], found["sentence"][: len(sentence)]) == (place, sentence)


def test_no_files_are_no_games() -> None:
    assert check() == []


def test_the_games_of_lines_are_listed_with_those_that_cannot_be_read() -> None:
    lines = [to_json(load(GAMES / name)) for name in ("four-players.json", "forged.json")]
    content = "\n".join([lines[0], "nonsense", lines[1]]).encode()
    assert verdicts(("games.jsonl", content)) == [
        ("valid", 1),
        ("unreadable", 2),
        ("invalid", 3),
    ]


def test_the_games_of_a_text_are_listed() -> None:
    texts = [format_record(load(GAMES / name)) for name in ("forged.json", "three-players.json")]
    assert verdicts(("games.txt", "\n".join(texts).encode())) == [("invalid", 1), ("valid", 2)]


def test_the_games_of_another_program_are_listed() -> None:
    content = (TRACES / "ai-splendor-llm-recorded.jsonl").read_bytes()
    games = [reading.game for reading in import_games(content)]
    expected = [verify(game).verdict.value for game in games if isinstance(game, Record)]
    assert verdicts(("games.jsonl", content)) == list(zip(expected, (1, 2), strict=True))


def test_only_so_many_games_are_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "MAX_GAMES", 2)
    game = load(GAMES / "forged.json")
    written = [("a.jsonl", to_json(game)), ("b.txt", format_record(game))]
    for name, text in written:
        *judged, last = check((name, "\n".join([text] * 4).encode()))
        assert [(each["verdict"], each["number"]) for each in judged] == [
            ("invalid", 1),
            ("invalid", 2),
        ]
        assert (last["verdict"], last["number"]) == ("unreadable", None)
        assert last["sentence"] == "only 2 games are checked here at once"


def test_a_long_name_is_shown_in_part() -> None:
    record = attrs.evolve(load(GAMES / "forged.json"), players=("A" * 200, ""))
    (found,) = check(("forged.json", to_json(record).encode()))
    assert [each["name"] for each in found["standings"]] == ["A" * 40, ""]


def test_an_opening_that_is_wrong_has_no_standings() -> None:
    game = load(GAMES / "forged.json")
    bank = game.opening.bank
    opening = attrs.evolve(game.opening, bank=bank + type(bank)(white=1))
    (found,) = check(("x", to_json(attrs.evolve(game, opening=opening)).encode()))
    assert (found["verdict"], found["place"], found["standings"]) == ("invalid", "opening", [])


# Playing


def game(*bots: str | None, seed: int = 42, **more: Any) -> dict[str, Any]:  # noqa: ANN401
    seats = [{"name": name, "bot": bot} for name, bot in zip("ABCD", bots, strict=False)]
    return {"seats": seats, "seed": seed, "actions": [], "looking": None, **more}


def go_on(document: dict[str, Any], *actions: str) -> dict[str, Any]:
    """The table after some more actions."""
    document = {**document, "actions": [*document["actions"], *actions]}
    table: dict[str, Any] = json.loads(desk.go_on(json.dumps(document)))
    return table


def test_a_person_has_the_table_and_the_choices() -> None:
    table = go_on(game(None, None))
    assert (table["mover"], table["busy"], table["curtain"]) == (0, False, None)
    assert table["game"]["looking"] == 0
    assert table["picture"].startswith("<svg ")
    assert len(table["choices"]) == 30
    assert table["choices"][0] == {
        "kind": "Take",
        "notation": "T wug",
        "words": "takes 1 white, 1 blue, 1 green",
    }
    assert {choice["kind"] for choice in table["choices"]} == {"Take", "Reserve"}
    assert (table["history"], table["standings"]) == ([], [])


def test_a_bot_answers_at_once() -> None:
    table = go_on(game(None, "greedy"), "T wug")
    assert (table["mover"], len(table["game"]["actions"])) == (0, 2)
    assert [(line["turn"], line["name"]) for line in table["history"]] == [(1, "A"), (2, "B")]


def test_a_curtain_falls_where_the_next_person_may_know_something_else() -> None:
    secret = str(setup(2, seed=42).decks[2][0])
    table = go_on(game(None, None), "R #3")
    assert table["curtain"] is None  # nobody has looked yet
    first = go_on(game(None, None))["game"]
    table = go_on(first, "R #3")
    assert (table["curtain"], table["picture"], table["choices"]) == (1, "", [])
    assert secret not in json.dumps({**table, "game": None})
    table = go_on({**table["game"], "looking": 1})
    assert table["curtain"] is None
    assert secret not in json.dumps({**table, "game": None})
    table = go_on(table["game"], "T wug")
    assert table["curtain"] == 0
    table = go_on({**table["game"], "looking": 0})
    assert secret in table["picture"]


def test_no_curtain_falls_between_persons_who_know_the_same() -> None:
    table = go_on(go_on(game(None, None))["game"], "T wug")
    assert (table["curtain"], table["game"]["looking"]) == (None, 1)


def test_no_curtain_falls_for_the_only_person() -> None:
    table = go_on(go_on(game(None, "greedy"))["game"], "R #3")
    assert (table["curtain"], table["mover"]) == (None, 0)
    assert str(setup(2, seed=42).decks[2][0]) in table["picture"]


def test_bots_play_their_game_of_the_seed_a_batch_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(desk, "BATCH", 50)
    table = go_on(game("greedy", "random", "greedy"))
    assert (table["busy"], table["choices"], len(table["game"]["actions"])) == (True, [], 50)
    while table["busy"]:
        table = go_on(table["game"])
    played = play_game(setup(3, seed=42), [GreedyBot(), RandomBot(42), GreedyBot()])
    assert played.result is not None
    assert [each["points"] for each in table["standings"]] == list(played.result.points or ())
    assert (table["mover"], table["curtain"]) == (None, None)
    assert "the game is over" in table["headline"]


def test_the_history_tells_of_nobles_that_came_by_themselves() -> None:
    document = game("greedy", "greedy")
    table = go_on(document)
    while table["busy"]:
        table = go_on(table["game"])
    record = from_json(desk.record(json.dumps(table["game"])), Record)
    visits = [event.visit for event in record.events if hasattr(event, "visit") and event.visit]
    told = [line["words"] for line in table["history"] if ", the noble " in line["words"]]
    assert len(told) == len(visits) > 0
    assert f"the noble {visits[0]} comes" in told[0]


def test_the_record_of_a_game_is_valid_wherever_it_stops() -> None:
    document = {**game(None, "greedy"), "actions": ["T wug", "T wug"]}
    record = from_json(desk.record(json.dumps(document)), Record)
    report = verify(record)
    assert (report.verdict, report.turns, report.complete) == (Verdict.VALID, 2, False)
    assert (record.players, record.seed) == (("A", "B"), 42)
    assert report.final is not None
    assert [each.points for each in score(report.final)] == [0, 0]


@pytest.mark.parametrize(
    ("document", "error"),
    [
        (game(None), InvalidValueError),
        (game(None, None, seed=-1), InvalidValueError),
        (game(None, None, actions=["T www"]), IllegalActionError),
        (game(None, None, actions=["?"]), UnreadableError),
        ({**game(None, None), "seats": [{"name": " "}, {"name": "B"}]}, InvalidValueError),
    ],
    ids=["alone", "seed", "illegal", "unreadable", "nameless"],
)
def test_what_is_no_game_is_refused(document: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        go_on(document)
