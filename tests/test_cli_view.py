"""`splendor view` after a turn, and who is meant by `--seat`."""

import json
from pathlib import Path

import attrs
import pytest

from splendor import State, observe, redact, setup
from splendor.formats.json import from_json, to_json
from splendor.formats.notation import parse_position
from splendor.render import replay_html
from splendor.render.sights import turns_of
from splendor.verification import verify
from tests.command import (
    GAME,
    call,
    here,  # noqa: F401 - a fixture
    put,
    record,
)

FOUR = record(4, 3)


def view(*arguments: object, code: int = 0) -> str:
    """What a view prints."""
    result = call("view", *arguments)
    assert result.exit_code == code, result.output
    return result.stdout


def refused(*arguments: object) -> str:
    """What is said of a misuse."""
    result = call(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    return result.stderr


# After a turn


def test_a_position_of_a_game_is_what_the_seat_may_know_after_that_turn() -> None:
    put("a.json", FOUR)
    turns = turns_of(FOUR, verify(FOUR))
    for number in (0, 1, len(turns) // 2, len(turns) - 1):
        for seat, who in ((2, ["--seat", 2]), (None, ["--spectator"])):
            expected = observe(turns[number].state, seat)
            arguments = ("a.json", *who, "--turn", number)
            assert from_json(view(*arguments, "--json"), State, strict=True) == expected
            assert parse_position(view(*arguments, "--text").strip()) == expected


def test_the_board_after_a_turn_is_that_of_the_game_as_the_seat_knows_it() -> None:
    put("a.json", FOUR)
    put("seen.json", redact(FOUR, 1))
    shown = view("a.json", "--seat", 1, "--turn", 9)
    assert shown == call("show", "seen.json", "--turn", 9).stdout
    assert shown != view("a.json", "--seat", 1)


def test_a_turn_that_a_view_has_not_is_refused() -> None:
    put("a.json", GAME)
    put("position.json", setup(2, seed=1))
    turns = verify(GAME).turns
    told = refused("view", "a.json", "--seat", 0, "--turn", turns + 1, "--json")
    assert f"'--turn': the game has {turns} turns, not {turns + 1}" in told
    told = refused("view", "position.json", "--seat", 0, "--turn", 0)
    assert "a splendor-state is one position; --turn is for games" in told


def test_a_view_of_a_turn_of_a_game_whose_opening_is_wrong_is_1() -> None:
    wrong = to_json(GAME).replace('"bank":[4,4,4,4,4,5]', '"bank":[4,4,4,4,3,5]')
    put("a.json", wrong)
    shown = view("a.json", "--spectator", "--turn", 0, "--json", code=1)
    assert shown.startswith("INVALID: opening: SETUP-6: ")


# Who is meant


def test_a_player_is_meant_by_the_seat_or_by_the_name() -> None:
    put("a.json", FOUR)
    for seat, name in enumerate(FOUR.players):
        by_name = view("a.json", "--seat", name, "--json")
        assert by_name == view("a.json", "--seat", seat, "--json")
        assert json.loads(by_name)["perspective"] == seat


def test_a_number_is_a_seat_also_where_it_is_a_name() -> None:
    put("a.json", attrs.evolve(GAME, players=("1", "0")))
    assert json.loads(view("a.json", "--seat", "0", "--json"))["perspective"] == 0


@pytest.mark.parametrize(
    ("who", "message"),
    [
        ("Bo", "several players are called 'Bo': those at the seats 1 and 3"),
        ("ada", "no player is called 'ada': there is 'Ada' at seat 0, 'Bo' at seat 1, 'Cy' at"),
        ("4", "with 4 players there is no seat 4: seats count from 0"),
        ("-1", "-1 is not in the range x>=0"),
        ("9" * 5000, "is not a valid integer"),
        ("\N{ARABIC-INDIC DIGIT ONE}", "no player is called '\N{ARABIC-INDIC DIGIT ONE}'"),
    ],
)
def test_somebody_who_does_not_play_is_refused(who: str, message: str) -> None:
    put("a.json", attrs.evolve(FOUR, players=("Ada", "Bo", "Cy", "Bo")))
    told = refused("view", "a.json", "--seat", who)
    assert "'--seat': " in told
    assert message in " ".join(told.split())


def test_a_position_has_seats_but_no_names() -> None:
    put("a.json", setup(2, seed=1))
    asked_by = "a player without a name is asked for by the seat, which counts from 0"
    told = refused("view", "a.json", "--seat", "Player 1")
    assert told.endswith(f"'--seat': no player is called 'Player 1': {asked_by}\n")
    assert "there is no seat 2" in refused("view", "a.json", "--seat", 2)


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("", ""), "'Player 1': a player without a name is asked for by the seat, which counts"),
        (("", "Bo"), "'Player 1': there is 'Bo' at seat 1; a player without a name is asked for"),
        (("Ada", "Bo"), "'Player 1': there is 'Ada' at seat 0, 'Bo' at seat 1\n"),
    ],
)
def test_a_substitute_name_is_no_name_and_the_refusal_says_what_is(
    names: tuple[str, ...], told: str
) -> None:
    put("a.json", attrs.evolve(GAME, players=names))
    assert f"no player is called {told}" in refused("view", "a.json", "--seat", "Player 1")


@pytest.mark.parametrize(
    "command", [["view", "a.json"], ["watch", "a.json"], ["replay", "-o", "b"]]
)
def test_nothing_is_no_seat_as_of_a_variable_that_is_not_set(command: list[str]) -> None:
    """Nor is it the one player without a name."""
    put("a.json", attrs.evolve(GAME, players=("", "Bo")))
    told = refused(*command, *["a.json"] * (command[0] == "replay"), "--seat", "")
    assert told.endswith("\nError: --seat needs a seat or a name\n")
    assert not Path("b").exists()


def test_each_page_is_for_the_player_of_that_name_wherever_they_sit() -> None:
    Path("in").mkdir()
    swapped = attrs.evolve(GAME, players=GAME.players[::-1])
    put("in/a.json", GAME)
    put("in/b.json", swapped)
    put("in/c.json", attrs.evolve(GAME, players=("Cy", "Dee")))
    result = call("replay", "in", "-o", "out/", "--seat", "Ada")
    assert result.exit_code == 2
    assert "no player is called 'Ada': there is 'Cy' at seat 0, 'Dee' at seat 1" in result.stderr
    pages = {path.name: path.read_text(encoding="utf-8") for path in Path("out").iterdir()}
    assert pages == {
        "a.html": replay_html(redact(GAME, 0)),
        "b.html": replay_html(redact(swapped, 1)),
    }


def test_watch_takes_a_name_too() -> None:
    put("a.json", GAME)
    assert "watch needs a terminal" in refused("watch", "a.json", "--seat", "Ada")
