"""`splendor replay`: pages of games, one or many."""

from __future__ import annotations

from pathlib import Path

import pytest

from splendor import Move, ReserveFromDeck, apply, redact, setup, to_json, verify
from splendor.cli import pages
from splendor.formats.record import Record
from splendor.render import replay_html
from tests.command import (
    GAME,
    call,
    forged,
    here,  # noqa: F401 - a fixture
    put,
    record,
    unhurried,  # noqa: F401 - a fixture
)
from tests.replay_pages import GAMES

OTHER = record(3, 5)
FIRST = next(index for index, event in enumerate(GAME.events) if isinstance(event, Move))
WRONG = forged(GAME, FIRST, by=1)


def replay(*arguments: object, code: int = 0) -> str:
    """What is told on standard error; nothing goes to standard output."""
    result = call("replay", *arguments)
    assert (result.exit_code, result.stdout) == (code, ""), result.output
    return result.stderr


def made(folder: str = ".") -> dict[str, str]:
    """The pages in a folder and what is in it, by their paths."""
    found = Path(folder).rglob("*.html")
    return {path.as_posix(): path.read_bytes().decode() for path in found}


def test_a_game_becomes_a_page() -> None:
    assert replay(put("game.json", GAME), "-o", "page.html") == ""
    assert made() == {"page.html": replay_html(GAME)}
    printed = call("replay", "game.json", "--output", "-")
    assert (printed.exit_code, printed.stdout) == (0, replay_html(GAME))


@pytest.mark.rule("INFO-2")
def test_a_page_can_be_for_one_seat_or_for_spectators() -> None:
    put("game.json", GAME)
    for seat, options in ((0, ["--seat", 0]), (1, ["--seat", 1]), (None, ["--spectator"])):
        replay("game.json", "-o", "page.html", *options)
        assert made() == {"page.html": replay_html(redact(GAME, seat))}


def test_an_invalid_game_is_shown_and_told_by_the_exit_code() -> None:
    put("wrong.json", WRONG)
    put("game.json", GAME)
    told = replay("wrong.json", "-o", "page.html", code=1)
    assert told == f"wrong.json: INVALID: {verify(WRONG).problem}\n"
    assert made()["page.html"] == replay_html(WRONG)
    put("many.jsonl", f"{to_json(GAME)}\n{to_json(WRONG)}\n")
    told = replay("wrong.json", "many.jsonl", "game.json", "-o", "pages/", code=1)
    problem = f"INVALID: {verify(WRONG).problem}"
    assert told == f"wrong.json: {problem}\nmany.jsonl, game 2: {problem}\n"
    assert made("pages") == {
        "pages/wrong.html": replay_html(WRONG),
        "pages/game.html": replay_html(GAME),
        "pages/many-1.html": replay_html(GAME),
        "pages/many-2.html": replay_html(WRONG),
    }


def test_many_files_become_a_page_each_in_a_folder() -> None:
    Path("in/deep").mkdir(parents=True)
    put("in/one.json", GAME)
    put("in/deep/two.txt", call("convert", "in/one.json", "-", "--to", "text").stdout)
    put("in/many.jsonl", f"{to_json(GAME)}\n{to_json(OTHER)}\n")
    put("in/position.json", setup(2, seed=1))
    put("in/notes.md", "")
    put("in/broken.json", "{")
    put("in/torn.json", '{"format": "splendor-record", "version": 1}')
    told = replay("in", "-o", "out/", code=2)
    broken = "line 1, column 2: not JSON: Expecting property name enclosed in double quotes"
    lines = told.splitlines()
    assert lines.pop(1).startswith("in/torn.json: $.cards: expected the card table base#")
    assert lines == [
        f"in/broken.json: {broken}",
        "skipped in/notes.md: not .json, .jsonl, .ndjson, .splendor or .txt",
        "skipped in/position.json: a position, not a game",
    ]
    assert made("out") == {
        "out/one.html": replay_html(GAME),
        "out/deep/two.html": replay_html(GAME),
        "out/many-1.html": replay_html(GAME),
        "out/many-2.html": replay_html(OTHER),
    }


def test_a_game_that_cannot_be_read_does_not_stop_the_others_of_its_file() -> None:
    put("many.jsonl", f"{to_json(GAME)}\n{{\n[]\n{to_json(OTHER)}\n")
    told = replay("many.jsonl", "-o", "out/", code=2)
    assert told.startswith("many.jsonl: game 2: not JSON: ")
    assert told.endswith(", and 1 more\n")
    assert made("out") == {
        "out/many-1.html": replay_html(GAME),
        "out/many-4.html": replay_html(OTHER),
    }
    put("one.jsonl", f"{to_json(GAME)}\n{{\n")
    assert "more" not in replay("one.jsonl", "-o", "out/", code=2)


@pytest.mark.rule("INFO-2")
@pytest.mark.parametrize("out", ["page.html", "out/"])
def test_what_is_wrong_with_a_position_is_not_told(out: str) -> None:
    """It may be about a card that the seat may not know."""
    state = apply(setup(2, seed=1), ReserveFromDeck(3))
    hidden = str(state.players[0].reserved[0].card)
    text = to_json(state)
    deck = str(state.decks[2][0])
    put("bad.json", text.replace(f'"{deck}"', f'"{hidden}"'))
    assert hidden in call("show", "bad.json").output
    told = replay("bad.json", "-o", out, "--seat", 1, code=2)
    assert "a position, not a game" in told
    assert hidden not in told


def test_the_halves_of_a_game_become_one_page() -> None:
    for half in ("gamedatas", "g_gamelogs"):
        name = f"own-game.{half}.json"
        put(name, (GAMES / name).read_text(encoding="utf-8"))
    replay(".", "-o", "out/")
    assert list(made("out")) == ["out/own-game.html"]


def test_two_games_of_one_name_are_not_written_over_each_other() -> None:
    put("game.json", GAME)
    put("game.txt", call("convert", "game.json", "-", "--to", "text").stdout)
    told = replay("game.json", "game.txt", "-o", "out/", code=2)
    assert told == "game.txt: out/game.html was just made of game.json\n"
    assert list(made("out")) == ["out/game.html"]


def test_an_interrupt_keeps_the_pages_that_are_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    def page_of(game: Record) -> str:
        if game == OTHER:
            raise KeyboardInterrupt
        return replay_html(game)

    monkeypatch.setattr(pages, "replay_html", page_of)
    for number, game in enumerate((GAME, GAME, OTHER, GAME)):
        put(f"{number}.json", game)
    told = replay(".", "-o", "out/", code=130)
    assert told == "interrupted after 2 of 4 files\n"
    assert sorted(map(str, Path("out").iterdir())) == ["out/0.html", "out/1.html"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["many.jsonl", "-o", "a.html"], "there are several games; their pages go to a folder"),
        (["state.json", "-o", "a.html"], "a position, not a game"),
        (["state.json", "-o", "out/"], "state.json: a position, not a game"),
        (["none.json", "-o", "a.html"], "expected a file that can be read"),
        (["game.json", "-o", "game.json"], "game.json is what is read; nothing is written over it"),
        (["game.json", "game.json", "-o", "a.html"], "several files go to a folder"),
        ([".", "-o", "a.html"], "several files go to a folder"),
        (["game.json", "-o", "no/such/a.html"], "cannot be written"),
        (["game.json", "-o", "a.html", "--seat", 2], "with 2 players there is no seat 2"),
        (["game.json", "-o", "out/", "--seat", 2], "with 2 players there is no seat 2"),
        (["game.json", "-o", "a.html", "--seat", 0, "--spectator"], "not both"),
        (["-", "-o", "a.html"], "standard input is not read"),
        (["game.json"], "Missing option '-o'"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(
    arguments: list[object], told: str
) -> None:
    put("game.json", GAME)
    put("state.json", setup(2, seed=1))
    put("many.jsonl", f"{to_json(GAME)}\n{to_json(OTHER)}\n")
    assert told in replay(*arguments, code=2)
    assert made() == {}
    assert Path("game.json").read_text(encoding="utf-8") == to_json(GAME)
