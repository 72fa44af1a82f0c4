"""`splendor verify`: what it says of games, to people and to programs."""

import json
import re
from pathlib import Path

import attrs
import pytest

from splendor import Action, CardBack, Gems, ReserveCard, ReserveFromDeck, RevealCard, Rules, setup
from splendor.formats.files import FoundGame
from splendor.formats.meta import Meta
from splendor.formats.record import Claims, Ending, Record
from splendor.formats.record import Result as GameResult
from splendor.formats.recording import record_game
from splendor.verification import verify
from tests.command import (
    GAME,
    call,
    forged,
    here,  # noqa: F401 - a fixture
    opened,
    put,
    record,
    report_of,
    row_card,
    unhurried,  # noqa: F401 - a fixture
)
from tests.games import stalemate
from tests.positions import take

# verify


def test_a_table_of_all_games() -> None:
    put("1.json", GAME)
    put("2.json", forged(record(3, 2), 5, by=1))
    put("3.json", "{")
    put("4.json", setup(2, seed=1))
    put("5.txt", "")
    result = call("verify", ".")
    assert result.exit_code == 2
    points = verify(GAME).scores
    won = [" won" if score.rank == 1 else "" for score in points]
    assert result.output.splitlines() == [
        "File    Verdict     Turns  Players  Points",
        "──────────────────────────────────────────",
        f"1.json  VALID       {verify(GAME).turns:5}  0 Ada    {points[0].points:2}{won[0]}",
        f"                           1 Bo     {points[1].points:2}{won[1]}",
        "2.json  INVALID         3  0 Ada     0",
        "                           1 Bo      0",
        "                           2 Cy      0",
        "3.json  UNREADABLE",
        "",
        "2.json",
        "  event 5, turn 4, player 0: TURN-4: player 1 acts, and it is for player 0 to",
        "  move",
        "",
        "3.json",
        "  line 1, column 2: not JSON: Expecting property name enclosed in double quotes",
        "",
        "skipped 4.json: a splendor-state, not a game",
        "skipped 5.txt: text of another kind, not a game",
        "3 games: 1 valid, 1 invalid, 1 unreadable",
    ]


def test_exit_codes() -> None:
    """0 for good games, 1 if some is INVALID, 2 if something is unreadable, and 2 beats 1."""
    good = put("good.json", GAME)
    invalid = put("invalid.json", forged(GAME, 0, by=1))
    unreadable = put("unreadable.json", "")
    Path("empty").mkdir()
    assert call("verify", good).exit_code == 0
    assert call("verify", good, invalid).exit_code == 1
    assert call("verify", unreadable, good).exit_code == 2
    assert call("verify", unreadable, invalid, good).exit_code == 2
    assert call("verify", invalid, "missing").exit_code == 2
    assert call("verify", good, "empty").exit_code == 0
    assert call("verify", "empty", "--json").exit_code == 2
    nothing = call("verify", "empty")
    assert (nothing.exit_code, nothing.output) == (2, "no game found\n")


def test_a_single_game_is_counted_in_the_singular() -> None:
    text = call("verify", put("game.json", GAME)).output
    assert text.splitlines()[-2:] == ["", "1 game: 1 valid"]


def titles(path: str, columns: int) -> list[str]:
    """The lines of the first column for a game at a path."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    table = call("verify", put(path, GAME), COLUMNS=str(columns)).output.split("\n\n")[0]
    header, _, *lines = table.splitlines()
    assert max(map(len, lines)) <= columns
    return list(filter(None, (line[: header.index("Verdict")].rstrip() for line in lines)))


def test_a_path_stands_on_one_line_where_the_table_fits() -> None:
    path = "a-folder-with-a-long-name/and-another/a-game-of-two.json"
    least = len(f"{path}  Verdict  Turns  Players  Points")
    assert titles(path, 120) == titles(path, least) == [path]
    broken = ["a-folder-with-a-long-name/and-another/", "a-game-of-two.json"]
    assert titles(path, least - 1) == titles(path, 80) == broken
    assert titles("short.json", 60) == ["short.json"]


def test_a_path_is_broken_behind_folders_then_between_words_then_anywhere() -> None:
    assert titles("one/two/a-folder-of-some-length/three/game.json", 60) == [
        "one/two/",
        "a-folder-of-some-length/",
        "three/game.json",
    ]
    assert titles("games/a_game of-the-many-in-twenty21.json", 60) == [
        "games/",
        "a_game of-the-many-in-",
        "twenty21.json",
    ]
    assert titles("a-game-of-the-many-2021.json", 60) == ["a-game-of-the-many-2021", ".json"]
    assert titles(f"{'x' * 40}.json", 60) == ["x" * 27, "x" * 13, ".json"]


def test_many_skipped_files_are_summed_up() -> None:
    put("game.json", GAME)
    for number in range(10):
        put(f"{number}.txt", "")
    assert "more" not in call("verify", ".").output
    put("x.txt", "")
    lines = call("verify", ".").output.splitlines()
    assert lines[-4:] == [
        "skipped 8.txt: text of another kind, not a game",
        "skipped 9.txt: text of another kind, not a game",
        "skipped 1 more",
        "1 game: 1 valid",
    ]
    assert len(json.loads(call("verify", "--json", ".").output)["skipped"]) == 11


def remarks(game: Record) -> list[str]:
    """The lines below the name of the one game."""
    path = put("game.json", game)
    lines = call("verify", path, COLUMNS="300").output.splitlines()
    lines = lines[lines.index(str(path)) + 1 :]
    return [line.removeprefix("  ") for line in lines[: lines.index("")]]


def test_a_game_that_ended_otherwise_is_remarked() -> None:
    _, game = opened()
    assert remarks(game) == ["unfinished"]
    assert remarks(attrs.evolve(game, ending=Ending("resigned", 1))) == ["player 1 resigned"]
    assert remarks(attrs.evolve(game, ending=Ending("timeout", 0))) == ["player 0 ran out of time"]
    assert remarks(record_game(*stalemate())) == ["ended by stalemate"]
    assert remarks(record(rules=Rules(turn_limit=3))) == ["ended by turn limit"]


def test_a_shared_victory_is_marked() -> None:
    path = put("game.json", record_game(*stalemate()))
    assert call("verify", path).output.count(" 0 shared\n") == 2


def test_an_unfinished_game_has_no_winner() -> None:
    _, game = opened()
    text = call("verify", put("game.json", game)).output
    assert " won" not in text
    assert " shared" not in text


def test_unknown_faces_are_remarked() -> None:
    opening, _ = opened()
    first, second = row_card(opening, 1), row_card(opening, 1, 1)
    unknown = RevealCard(CardBack(1))
    refilled: list[Action] = [ReserveCard(first), unknown, ReserveCard(second), unknown]
    game = record_game(opening, [*refilled, ReserveFromDeck(2), take("wug")])
    assert remarks(game) == [
        "unfinished",
        "never named: 2 x #1 in the row, #2 with player 0",
    ]
    output = call("verify", ".").output
    assert "CONSISTENT      4  0" in output
    assert output.endswith("1 game: 1 consistent\n")
    assert call("verify", ".").exit_code == 0


def test_a_last_refill_that_is_missing_is_remarked() -> None:
    opening, _ = opened()
    game = record_game(opening, [ReserveCard(row_card(opening, 3))])
    assert remarks(game) == ["unfinished", "the last refill is not recorded"]
    assert "VALID        1  0" in call("verify", ".").output


def test_what_a_reader_assumed_is_remarked_and_listed() -> None:
    assumed = [f"move {number}: a pass" for number in range(11)]
    game = attrs.evolve(GAME, meta=Meta({"assumptions": assumed}))
    assert remarks(game) == [*(f"assumed: {line}" for line in assumed[:10]), "assumed: 1 more"]
    assert report_of("game.json")["reports"][0]["assumptions"] == assumed
    put("game.json", attrs.evolve(GAME, meta=Meta({"assumptions": "none"})))
    assert report_of("game.json")["reports"][0]["assumptions"] == []


def test_the_first_problem_stands_where_it_is() -> None:
    """An event, the opening or the ending, by number, turn and player."""
    assert remarks(forged(GAME, 1, by=0))[0] == (
        "event 1, turn 2, player 1: TURN-4: player 0 acts, and it is for player 1 to move"
    )
    opening = attrs.evolve(GAME.opening, bank=Gems(4, 4, 4, 4, 3, 5))
    broken = attrs.evolve(GAME, opening=opening)
    assert remarks(broken) == ["opening: SETUP-6: the bank opens with 4 black tokens, not 3"]
    text = call("verify", ".").output
    assert re.search(r"INVALID      0  0 Ada\n +1 Bo\n", text)
    assert remarks(attrs.evolve(GAME, ending=Ending()))[0].startswith("ending: END-1: ")


# verify, for programs


def test_json_says_everything_about_a_good_game() -> None:
    game = attrs.evolve(record(3, 2), ending=Ending("played"))
    path = put("game.json", game)
    report = verify(game)
    scores, outcome = report.scores, report.outcome
    assert outcome is not None
    assert game.result is not None
    document = report_of(path)
    assert document["summary"] == {
        "valid": 1,
        "consistent": 0,
        "invalid": 0,
        "unreadable": 0,
        "unverified": 0,
        "skipped": 0,
    }
    assert (document["origins"], document["rules"]) == ({"": {"valid": 1}}, {})
    assert document["skipped"] == []
    assert document["reports"] == [
        {
            "file": str(path),
            "verdict": "valid",
            "error": None,
            "origin": "",
            "players": ["Ada", "Bo", "Cy"],
            "events": len(game.events),
            "turns": report.turns,
            "complete": True,
            "ending": {"kind": "played", "seat": None},
            "problem": None,
            "recomputed": {
                "points": [score.points for score in scores],
                "purchased": [score.purchased for score in scores],
                "ranks": [score.rank for score in scores],
                "winners": list(outcome.winners),
                "reason": "target",
            },
            "claimed": {
                "points": list(game.result.points or ()),
                "purchased": list(game.result.purchased or ()),
                "ranks": list(game.result.ranks or ()),
                "winners": list(game.result.winners or ()),
            },
            "assumptions": [],
            "unnamed": [],
            "missing_refill": False,
            "commitment": None,
            "game": None,
        }
    ]


def test_json_has_the_problem_and_both_results() -> None:
    game = attrs.evolve(forged(GAME, 1, claims=Claims(points=7)), result=GameResult(winners=(1,)))
    [report] = report_of(put("game.json", game))["reports"]
    assert report["verdict"] == "invalid"
    assert report["problem"] == {
        "rule": "WIN-1",
        "sentence": "the score of player 1 is 0, not 7",
        "parameters": {"figure": "score", "seat": 1, "actual": "0", "claimed": "7"},
        "event": 1,
        "turn": 2,
        "player": 1,
    }
    assert report["events"] == 1
    assert report["recomputed"]["points"] == [0, 0]
    assert report["recomputed"]["winners"] is report["recomputed"]["reason"] is None
    assert report["claimed"] == {"points": None, "purchased": None, "ranks": None, "winners": [1]}
    opening = attrs.evolve(GAME.opening, bank=Gems(4, 4, 4, 4, 3, 5))
    broken = attrs.evolve(GAME, opening=opening, result=None)
    [report] = report_of(put("game.json", broken))["reports"]
    assert (report["recomputed"], report["claimed"]) == (None, None)
    assert (report["problem"]["event"], report["problem"]["turn"]) == (None, None)


def test_json_lists_the_cards_that_are_never_named() -> None:
    opening, _ = opened()
    first, last = ReserveCard(row_card(opening, 1)), ReserveCard(row_card(opening, 2))
    refill = RevealCard(CardBack(1))
    game = record_game(opening, [ReserveFromDeck(2), first, refill, take("wug"), last])
    document = report_of(put("game.json", game))
    [report] = document["reports"]
    assert report["unnamed"] == [{"level": 1, "seat": None}, {"level": 2, "seat": 0}]
    assert report["missing_refill"] is True
    assert document["summary"]["consistent"] == 1


def test_json_of_what_cannot_be_read_or_is_skipped() -> None:
    """The same keys are there, and the rest is reported all the same."""
    put("1.json", '{"format": "splendor-record", "version": 1}')
    put("2.json", GAME)
    put("3.txt", "")
    document = report_of(".")
    assert call("verify", "--json", ".").exit_code == 2
    bad, good = document["reports"]
    assert bad["verdict"] == "unreadable"
    assert bad["error"] == {
        "path": "$.cards",
        "message": "expected the card table base#417d650b072d, not null",
    }
    assert bad.keys() == good.keys()
    nothing = bad.keys() - {"file", "verdict", "error"}
    assert {bad[key] for key in nothing} == {None}
    assert good["verdict"] == "valid"
    assert document["skipped"] == [{"file": "3.txt", "remark": "text of another kind, not a game"}]
    assert document["summary"] == {
        "valid": 1,
        "consistent": 0,
        "invalid": 0,
        "unreadable": 1,
        "unverified": 0,
        "skipped": 1,
    }


def test_an_error_of_the_program_spares_the_other_games(monkeypatch: pytest.MonkeyPatch) -> None:
    real = FoundGame.read

    def read(self: FoundGame) -> Record:
        if self.path.name == "1.json":
            message = "oops"
            raise ZeroDivisionError(message)
        return real(self)

    monkeypatch.setattr(FoundGame, "read", read)
    put("1.json", GAME)
    put("2.json", GAME)
    bad, good = report_of(".")["reports"]
    assert bad["error"]["message"] == (
        "an error of splendor-rules itself, please report it: ZeroDivisionError: oops"
    )
    assert good["verdict"] == "valid"


# verify, interrupted


def interrupted_at(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Ctrl-C be pressed while a file is checked."""
    real = FoundGame.read

    def read(self: FoundGame) -> Record:
        if self.path.name == name:
            raise KeyboardInterrupt
        return real(self)

    monkeypatch.setattr(FoundGame, "read", read)


def test_an_interrupt_keeps_what_is_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    put("1.json", GAME)
    put("2.txt", "no game")
    put("3.json", "{")
    put("4.json", GAME)
    interrupted_at("4.json", monkeypatch)
    result = call("verify", ".", "1.json")
    assert (result.exit_code, result.stderr) == (130, "")
    lines = result.stdout.splitlines()
    assert lines[2].startswith("1.json  VALID ")
    assert lines[-3:] == [
        "skipped 2.txt: text of another kind, not a game",
        "2 games: 1 valid, 1 unreadable",
        "interrupted: not everything was checked",
    ]


def test_an_interrupt_keeps_what_is_finished_for_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    put("1.json", GAME)
    put("2.json", GAME)
    assert report_of(".")["interrupted"] is False
    interrupted_at("2.json", monkeypatch)
    result = call("verify", "--json", ".")
    assert result.exit_code == 130
    assert result.stderr == "interrupted: not everything was checked\n"
    document = json.loads(result.stdout)
    assert document["interrupted"] is True
    assert [report["file"] for report in document["reports"]] == ["1.json"]
