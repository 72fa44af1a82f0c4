"""What the page docs/try.md asks of Python, in the Python of the tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import attrs
import pytest

from docs.static.live import desk
from splendor import (
    CARDS,
    NOBLES,
    OFFICIAL,
    BuyCard,
    CardBack,
    ChooseNoble,
    Ending,
    Gems,
    IllegalActionError,
    InvalidValueError,
    Meta,
    Move,
    Pass,
    Record,
    ReturnTokens,
    RevealCard,
    UnreadableError,
    Verdict,
    apply,
    commit,
    format_action,
    format_record,
    from_json,
    import_games,
    load,
    parse_action,
    record_game,
    redact,
    score,
    setup,
    to_json,
    verify,
)
from splendor.bots import GreedyBot, RandomBot, play_game
from splendor.render import replay_html, say, svg

EVERY_KIND = (
    BuyCard(CARDS["3w3"], Gems(black=5, gold=1)),
    BuyCard(CARDS["1k3"], Gems()),
    BuyCard(CARDS["1w8"], Gems(green=4)),
    ReturnTokens(Gems(red=2)),
    ChooseNoble(NOBLES["wu"]),
    Pass(),
)
GAMES = Path(__file__).parents[1] / "examples" / "games"
TRACES = Path(__file__).parent / "conformance" / "traces"
STEERING, SPELLED = "\u202eadA\n", "\\u202eadA\\n"
JOINED = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"  # Persian, with a joiner
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
    assert (found["remarks"], found["rule"]) == (f"{report.turns} turns, played to its end.", "")
    assert found["assumptions"] == []
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
    assert found["remarks"] == f"{verify(load(GAMES / 'forged.json')).turns} good turns."


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
    for names in (("../table", ""), ("table.txt", "the log")):
        assert verdicts(*zip(names, map(read, HALVES), strict=True)) == [("valid", None)]


def test_of_several_files_those_with_one_name_belong_together() -> None:
    files = [(name, read(name)) for name in (HALVES[0], "forged.json", HALVES[1])]
    assert {(each["verdict"], *each["files"]) for each in check(*files)} == {
        ("valid", *HALVES),
        ("invalid", "forged.json"),
    }


def test_of_several_files_those_with_other_names_do_not_belong_together() -> None:
    files = [("a.json", read(HALVES[0])), ("b.json", read(HALVES[1])), ("c.json", b"")]
    assert verdicts(*files) == [("unreadable", None)] * 3


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


def test_a_long_name_is_shown_in_part_and_none_as_a_question() -> None:
    record = attrs.evolve(load(GAMES / "forged.json"), players=("A" * 200, ""))
    (found,) = check(("forged.json", to_json(record).encode()))
    assert [each["name"] for each in found["standings"]] == ["A" * 40 + "...", "?"]


def test_what_steers_the_reader_of_a_file_is_spelled_out() -> None:
    record = attrs.evolve(load(GAMES / "forged.json"), players=(STEERING, JOINED))
    for content in (to_json(record).encode(), b"nonsense"):
        (found,) = check((f"{STEERING}.json", content))
        assert found["files"] == [f"{SPELLED}.json"]
        names = [each["name"] for each in found["standings"]]
        assert names == ([] if content == b"nonsense" else [SPELLED, JOINED])


def test_of_a_file_that_is_too_large_only_the_size_is_known() -> None:
    large, good = json.loads(desk.check([("\u202e", 9_000_000), ("a", read("forged.json"))]))
    assert (large["verdict"], large["files"]) == ("unreadable", ["\\u202e"])
    assert large["sentence"] == "expected at most 8388608 bytes, not 9000000"
    assert (good["verdict"], good["files"]) == ("invalid", ["a"])


def remarks(record: Record) -> str:
    (found,) = check(("x", to_json(record).encode()))
    text: str = found["remarks"]
    return text


def test_a_game_may_be_unfinished_or_left_by_a_player() -> None:
    start = setup(2, seed=42)
    action = parse_action("T wug", start)
    for ending, said in {
        Ending(): "1 turn, not finished.",
        Ending("resigned", 1): "1 turn, player 1 resigned.",
        Ending("timeout", 0): "1 turn, player 0 ran out of time.",
    }.items():
        record = record_game(start, [action], players=("Ada", "Bo"))
        assert remarks(attrs.evolve(record, ending=ending)) == said


def test_a_game_that_did_not_reach_its_target_says_why_it_ended() -> None:
    rules = attrs.evolve(OFFICIAL, turn_limit=1)
    start = setup(2, seed=42, rules=rules)
    middle = apply(start, parse_action("T wug", start))
    actions = [parse_action("T wug", start), parse_action("T wur", middle)]
    record = record_game(start, actions, players=("Ada", "Bo"))
    assert remarks(record) == "2 turns, played to its end (turn limit)."


def test_the_commitment_is_told() -> None:
    start = setup(2, seed=42)
    record = record_game(start, [], seed=42)
    promise = commit(start, salt=bytes(16))
    said = {
        promise: "The commitment was opened and holds.",
        promise.sealed: "The commitment is sealed and could not be checked.",
    }
    for commitment, sentence in said.items():
        told = remarks(attrs.evolve(record, commitment=commitment))
        assert told == f"0 turns, not finished. {sentence}"


def test_a_last_refill_that_is_missing_is_told() -> None:
    record = load(GAMES / "four-players.json")
    events = list(record.events)
    while not isinstance(events[-1], Move) or not isinstance(events[-1].action, RevealCard):
        events.pop()
    shortened = attrs.evolve(record, events=tuple(events[:-1]), ending=Ending(), result=None)
    assert verify(shortened).missing_refill
    assert remarks(shortened).endswith("not finished. The last refill is not recorded.")


def test_what_was_assumed_of_the_log_of_another_program_is_told() -> None:
    content = (TRACES / "ai-splendor-llm-recorded.jsonl").read_bytes()
    expected = [list(reading.assumptions) for reading in import_games(content)]
    assert [each["assumptions"] for each in check(("games.jsonl", content))] == expected
    assert any(expected)


def test_of_many_assumptions_ten_are_shown() -> None:
    many = [f"a\u202e{number}" for number in range(12)]
    record = attrs.evolve(load(GAMES / "forged.json"), meta=Meta({"assumptions": many}))
    (found,) = check(("x", to_json(record).encode()))
    assert found["assumptions"] == [*(f"a\\u202e{number}" for number in range(10)), "2 more"]


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
        "words": "1 white, 1 blue, 1 green",
        "face": "",
        "gems": [["white", 1], ["blue", 1], ["green", 1]],
    }
    assert {choice["kind"] for choice in table["choices"]} == {"Take", "Reserve"}
    assert (table["history"], table["standings"]) == ([], [])
    assert (table["names"], table["headline"]) == (
        ["A", "B"],
        "At the opening, round 1: player 0 is to move",
    )


def test_a_choice_shows_its_card_or_deck() -> None:
    table = go_on(game(None, None))
    reserve = {each["notation"]: each for each in table["choices"] if each["kind"] == "Reserve"}
    assert reserve["R 1u3"]["words"] == "1u3 blue, 0 points, costs 1 blue, 3 green, 1 red"
    assert reserve["R #2"]["words"] == "the top card of level 2"
    assert (reserve["R 1u3"]["face"], reserve["R #2"]["face"]) == ("1u3", "#2")
    assert (table["faces"]["1u3"], table["faces"]["#2"]) == (svg(CARDS["1u3"]), svg(CardBack(2)))
    assert set(table["faces"]) == {each["face"] for each in reserve.values()}


def test_every_kind_of_choice_has_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "legal_actions", lambda _: EVERY_KIND)
    table = go_on(game(None, None))
    assert [(each["kind"], each["words"], each["face"]) for each in table["choices"]] == [
        ("Buy", "3w3 white, 4 points, for 5 black, 1 gold", "3w3"),
        ("Buy", "1k3 black, 0 points, for nothing", "1k3"),
        ("Buy", "1w8 white, 1 point, for 4 green", "1w8"),
        ("Return", "2 red", ""),
        ("Choose", "the noble wu", "wu"),
        ("Pass", "", ""),
    ]
    assert table["choices"][0]["gems"] == [["black", 5], ["gold", 1]]
    assert table["faces"]["wu"] == svg(NOBLES["wu"])


def test_what_steers_the_reader_of_a_table_is_spelled_out() -> None:
    document = {**game(None, "greedy"), "seats": [{"name": STEERING}, {"name": JOINED}]}
    table = go_on(document, "T wug")
    assert table["names"] == [SPELLED, JOINED]
    assert table["history"][0]["name"] == SPELLED
    assert "\u202e" not in table["picture"]
    assert [each["name"] for each in table["game"]["seats"]] == [STEERING, JOINED]


def test_a_table_stays_small() -> None:
    taken = ("T wug", "T wur")
    assert len(json.dumps(go_on(game(None, None, None, None), *taken))) < 200_000


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
    assert go_on(table["game"]) == table  # whoever does not come does not look
    table = go_on({**table["game"], "looking": 1})
    assert table["curtain"] is None
    assert secret not in json.dumps({**table, "game": None})
    table = go_on(table["game"], "T wug")
    assert table["curtain"] == 0
    table = go_on({**table["game"], "looking": 0})
    assert secret in table["picture"]


def test_a_curtain_falls_between_persons_who_drew_one_card_each() -> None:
    first, second = map(str, setup(2, seed=42).decks[2][:2])
    table = go_on({**game(None, None), "looking": 1}, "R #3", "R #3")
    assert (table["curtain"], table["picture"]) == (0, "")
    table = go_on({**table["game"], "looking": 0})
    assert first in table["picture"]
    assert second not in table["picture"]


def test_a_curtain_falls_after_bots_that_played_in_between(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    secret = str(setup(4, seed=42).decks[2][0])
    monkeypatch.setattr(desk, "BATCH", 1)
    table = go_on({**game(None, "greedy", "greedy", None), "looking": 0}, "R #3")
    assert (table["busy"], table["mover"], table["game"]["looking"]) == (True, 2, 0)
    assert secret not in json.dumps({**table, "game": None})
    table = go_on(table["game"])
    assert (table["busy"], table["curtain"], table["picture"]) == (False, 3, "")


def test_no_curtain_falls_between_persons_who_know_the_same() -> None:
    table = go_on(go_on(game(None, None))["game"], "T wug")
    assert (table["curtain"], table["game"]["looking"]) == (None, 1)


def test_no_curtain_falls_for_the_only_person() -> None:
    table = go_on(go_on(game(None, "greedy"))["game"], "R #3")
    assert (table["curtain"], table["mover"]) == (None, 0)
    assert str(setup(2, seed=42).decks[2][0]) in table["picture"]


def test_the_only_person_looks_on_while_bots_play(monkeypatch: pytest.MonkeyPatch) -> None:
    secret = str(setup(2, seed=42).decks[2][0])
    monkeypatch.setattr(desk, "BATCH", 0)
    table = go_on(game("greedy", None), "T wug", "R #3")
    assert (table["busy"], table["mover"], table["curtain"]) == (True, 0, None)
    assert table["game"]["looking"] == 1
    assert secret in table["picture"]


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


def test_the_history_tells_once_of_a_noble_that_was_chosen() -> None:
    played = play_game(setup(2, seed=95), [GreedyBot(), GreedyBot()])
    moves = [event.action for event in played.events if isinstance(event, Move)]
    actions = [action for action in moves if not isinstance(action, RevealCard)]
    (chosen,) = (action for action in actions if isinstance(action, ChooseNoble))
    table = go_on(game(None, None, seed=95), *map(format_action, actions))
    told = [line["words"] for line in table["history"] if str(chosen.noble) in line["words"]]
    assert len(told) == 1
    assert told[0].endswith(say(chosen))


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
