"""`splendor watch`: stepping through a game, in this process and in a pseudo-terminal."""

import re
import sys

import attrs
import click
import pytest
from rich.cells import cell_len

from splendor import Gems, ReturnTokens, redact, setup
from splendor.cli import watching
from splendor.cli.watching import Watch, screen
from splendor.formats.record import Disclosure, Ending, Move, Record
from splendor.render.palette import PAINTS
from splendor.render.sights import sights
from splendor.verification import verify
from tests.command import (
    ESCAPE,
    GAME,
    call,
    forged,
    here,  # noqa: F401 - a fixture
    put,
    record,
)
from tests.pane import Pane

LAST = verify(GAME).turns
RIGHT, LEFT, HOME, END = "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F"


def watched(game: Record, *keys: str) -> Watch:
    """What is looked at after some keys."""
    looked_at = Watch(sights(game, verify(game)), game.players)
    for key in keys:
        looked_at = looked_at.press(key)
    return looked_at


# Keys


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        ("", 0),
        (" n", 2),
        ([RIGHT, "\x1bOC", "\xe0M"], 3),
        ("nnnb", 2),
        (["n", "n", LEFT], 1),
        ("p", 0),
        ("$", LAST),
        ([END, "n"], LAST),
        (["$", "0"], 0),
        ([END, "\x1b[1~"], 0),
        (["$", HOME], 0),
        ("nx", 1),
        ([*"g12", "\r"], 12),
        ([*"ng12", "\x7f", "\n"], 1),
        ([*"ng", "\r"], 1),
        ([*"ng7", "x"], 1),
        ([*"ng7", "\x1b", "n"], 2),
        ([*"g9999999", "\r"], LAST),
        ("n?nn", 2),
    ],
)
def test_keys_lead_from_turn_to_turn(keys: str | list[str], place: int) -> None:
    looked_at = watched(GAME, *keys)
    assert (looked_at.place, looked_at.typed, looked_at.helping) == (place, None, False)


def test_s_leads_through_all_eyes_and_stays_at_the_turn() -> None:
    names = [watched(GAME, "n", *"s" * times).sight.name for times in range(5)]
    assert names == ["everything", "Ada", "Bo", "a spectator", "everything"]
    assert watched(GAME, "n", "s").place == 1
    assert watched(redact(GAME, 1), "s").sight.name == "a spectator"
    assert watched(redact(GAME, None), "s").sight.name == "all that is recorded"


# The screen


def lines_of(looked_at: Watch, monkeypatch: pytest.MonkeyPatch, size: str = "80x24") -> list[str]:
    """What stands on a screen without colour."""
    columns, lines = size.split("x")
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    shown = screen(looked_at, int(columns), int(lines)).split("\n")
    assert len(shown) <= int(lines)
    return shown


def test_a_screen_shows_the_board_the_last_turns_and_the_keys(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turns = watched(GAME).sight.turns
    shown = lines_of(watched(GAME, *"nnn"), monkeypatch)
    assert shown[0] == f"Turn 3 of {LAST}; eyes: everything"
    assert shown[1] == "After 3 turns, round 2: player 1 (Bo) is to move"
    text = " ".join(shown)
    for turn in turns[1:4]:
        assert f"{turn.number}. {turn.notation} {turn.words}" in re.sub(" +", " ", text)
    assert f"4. {turns[4].notation}" not in text
    assert shown[-2:] == ["", watching.KEYS]


def test_the_opening_has_no_news(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = lines_of(watched(GAME), monkeypatch)
    assert shown[0] == f"Turn 0 of {LAST}; eyes: everything"
    assert not [line for line in shown if re.match(r"\d+\. ", line)]


def test_a_large_terminal_has_the_board_of_show(monkeypatch: pytest.MonkeyPatch) -> None:
    put("a.json", GAME)
    printed = call("show", "a.json", "--turn", 3).stdout.splitlines()
    large = lines_of(watched(GAME, *"nnn"), monkeypatch, "80x50")
    board = [line for line in printed if not line.startswith("Last turn")]
    assert large[1 : len(board) + 1] == board


def test_the_typed_number_stands_below(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = lines_of(watched(GAME, *"g1"), monkeypatch)
    assert shown[-1] == f"Go to turn (0 to {LAST}): 1_"
    assert "the next turn" in lines_of(watched(GAME, "?"), monkeypatch)[0]


def full_hands() -> Watch:
    """Four players with three cards reserved each."""
    game = record(4, 3)
    looked_at = watched(game)
    full = [
        turn.number
        for turn in looked_at.sight.turns
        if min(len(player.reserved) for player in turn.state.players) == 3
    ]
    assert full
    return looked_at.at(full[0])


def test_four_players_with_full_hands_fit_on_80_columns_and_24_lines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = lines_of(full_hands(), monkeypatch)
    assert max(map(len, shown)) <= 80
    assert shown[-1] == watching.KEYS


@pytest.mark.parametrize(
    ("size", "expected"), [("70x24", "70 columns and 24 lines"), ("80x15", "80 columns and 15")]
)
def test_a_terminal_that_is_too_small_says_so(
    size: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    [shown] = lines_of(full_hands(), monkeypatch, size)
    found = re.fullmatch(
        r"the terminal has (\d+ columns and \d+) lines, and (\d+) and (\d+) are needed here; "
        "q ends",
        shown,
    )
    assert found
    assert found[1] in f"{expected} lines"
    columns = max(int(found[2]), int(size.partition("x")[0]))
    enough = lines_of(full_hands(), monkeypatch, f"{columns}x{found[3]}")
    assert enough[-1] == watching.KEYS
    assert len(enough) == int(found[3])


def test_an_invalid_game_is_shown_up_to_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    game = forged(record(3, 2), 5, by=1)
    looked_at = watched(game, "$")
    assert looked_at.place == 4
    shown = lines_of(looked_at, monkeypatch)
    assert shown[0] == "Behind turn 3: here the game goes wrong; eyes: everything"
    problem = str(verify(game).problem)
    assert problem.startswith("event 5, turn 4, player 0: TURN-4")
    assert f"({game.events[5].action}): {problem}" in " ".join(shown)  # type: ignore[union-attr]
    assert "INVALID" not in " ".join(lines_of(looked_at.press("b"), monkeypatch))
    assert lines_of(looked_at.press("s"), monkeypatch)[0].endswith("eyes: Ada")


def test_a_turn_that_is_not_finished_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    game = record(4, 3)
    moves = (event.action for event in game.events if isinstance(event, Move))
    assert any(isinstance(action, ReturnTokens) for action in moves)
    returned = next(
        index
        for index, event in enumerate(game.events)
        if isinstance(event, Move) and isinstance(event.action, ReturnTokens)
    )
    cut = attrs.evolve(
        game, events=game.events[:returned], ending=Ending("unfinished"), result=None
    )
    shown = lines_of(watched(cut, "$"), monkeypatch)
    number = verify(cut).turns + 1
    assert shown[0] == f"Turn {number} of {number}, not finished; eyes: everything"
    assert " has to return " in " ".join(shown[1:3])


def test_names_of_bad_intent_do_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    game = attrs.evolve(GAME, players=(f"{ESCAPE}[31m\u202e", "[red]Mallory[/red]"))
    for size in ("80x24", "100x50"):
        text = "\n".join(lines_of(watched(game, *"nns"), monkeypatch, size))
        assert ESCAPE not in text
        assert "\u202e" not in text
        assert "[red]Mallory[/red]" in text


def test_a_long_name_leaves_the_columns_where_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one of wide characters: they take two columns each."""
    game = attrs.evolve(GAME, players=("世界" * 20, "Bo"))
    for size in ("80x24", "100x50"):
        rows = [
            line
            for line in lines_of(watched(game, *"nns"), monkeypatch, size)
            if line.startswith(("0 世", "1 Bo"))
        ]
        first, second = rows[:2]
        assert cell_len(first) == cell_len(second)
        assert "…" in first


# The command


def on_terminal(monkeypatch: pytest.MonkeyPatch, *pressed: str) -> list[str]:
    """Let the command believe that it has a terminal where some keys are pressed, then none."""
    keys = list(pressed)

    def getchar() -> str:
        return keys.pop(0)

    monkeypatch.setattr(click, "getchar", getchar)
    monkeypatch.setattr(watching, "is_terminal", lambda: True)
    return keys


def watch(
    monkeypatch: pytest.MonkeyPatch, *arguments: object, keys: list[str], code: int = 0
) -> list[str]:
    """The screens that the command shows."""
    left = on_terminal(monkeypatch, *keys)
    result = call("watch", *arguments, LINES="40")
    assert result.exit_code == code, result.output
    assert left == []
    return re.split(r"(?=Turn \d+ of|Behind turn)", result.stdout)[1:]


def test_a_game_is_watched_key_by_key(monkeypatch: pytest.MonkeyPatch) -> None:
    put("a.json", GAME)
    shown = watch(monkeypatch, "a.json", keys=["n", "nn", f"{RIGHT}b", "q"])
    turns = [int(text.split()[1]) for text in shown]
    assert turns == [0, 1, 2, 3, 4, 3]


def test_q_is_no_end_where_a_number_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    put("a.json", GAME)
    shown = watch(monkeypatch, "a.json", keys=["gq", "nq"])
    assert [int(text.split()[1]) for text in shown] == [0, 0, 0, 1]


def test_it_begins_at_the_turn_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    put("a.json", GAME)
    [shown] = watch(monkeypatch, "a.json", "--turn", LAST, keys=["q"])
    assert shown.startswith(f"Turn {LAST} of {LAST}")
    on_terminal(monkeypatch)
    refused = call("watch", "a.json", "--turn", LAST + 1)
    assert refused.exit_code == 2
    assert f"Invalid value for '--turn': the game has {LAST} turns" in refused.stderr


@pytest.mark.parametrize("last", ["", None])
def test_it_ends_with_its_terminal(last: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    def getchar() -> str:
        if last is None:
            raise EOFError
        return last

    put("a.json", GAME)
    on_terminal(monkeypatch)
    monkeypatch.setattr(click, "getchar", getchar)
    assert call("watch", "a.json").exit_code == 0


def test_a_seat_and_a_spectator_see_no_more_than_they_may_know(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    put("a.json", GAME)
    drawn = next(event for event in GAME.events if isinstance(event, Disclosure))
    assert drawn.seat == 0
    eyes: dict[str, list[object]] = {
        "Ada": ["--seat", 0],
        "Bo": ["--seat", 1],
        "all that is recorded": ["--spectator"],
    }
    for name, options in eyes.items():
        every = ["n"] * LAST
        shown = watch(monkeypatch, "a.json", *options, keys=[*every, "q"])
        assert shown[0].splitlines()[0].endswith(f"eyes: {name}")
        told = "".join(shown)
        assert (f"={drawn.disclose}" in told) == (name == "Ada")


def test_an_invalid_game_is_1(monkeypatch: pytest.MonkeyPatch) -> None:
    put("a.json", forged(record(3, 2), 5, by=1))
    shown = watch(monkeypatch, "a.json", keys=["$", "q"], code=1)
    assert shown[1].startswith("Behind turn ")
    opening = attrs.evolve(GAME.opening, bank=Gems(4, 4, 4, 4, 3, 5))
    put("a.json", attrs.evolve(GAME, opening=opening))
    on_terminal(monkeypatch)
    result = call("watch", "a.json")
    assert result.exit_code == 1
    assert result.stdout == (
        "INVALID: opening: SETUP-6: the bank opens with 4 black tokens, not 3\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["a.json", "--seat", "2"], "with 2 players there is no seat 2: seats count from 0"),
        (["a.json", "--seat", "0", "--spectator"], "either --seat or --spectator, not both"),
        (["missing.json"], "missing.json: expected a file that can be read"),
        (["position.json"], "not a splendor-state"),
        (["-"], "standard input is not read"),
    ],
)
def test_what_cannot_be_watched_is_refused(
    arguments: list[str], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    put("a.json", GAME)
    put("position.json", setup(2, seed=1))
    on_terminal(monkeypatch)
    result = call("watch", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_without_a_terminal_it_points_to_show(monkeypatch: pytest.MonkeyPatch) -> None:
    put("a.json", GAME)
    result = call("watch", "a.json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "watch needs a terminal for its keys; splendor show --turn N" in result.stderr
    monkeypatch.setattr(sys, "stdin", None)
    assert not watching.is_terminal()


# The real thing


def test_a_person_steps_through_a_game() -> None:
    put("a.json", GAME)
    with Pane("watch", "a.json") as person:
        done = "q end"
        person.wait(f"(?s)Turn 0 of {LAST}; eyes: everything.*{done}")
        person.press(" ", f"(?s)Turn 1 of .*{done}")
        text = person.press(RIGHT, f"(?s)Turn 2 of .*{done}")
        assert "After 2 turns, round 2: player 0 (Ada) is to move" in text
        person.press(LEFT, f"(?s)Turn 1 of .*{done}")
        person.press("g", "Go to turn")
        person.press("1", ": 1_")
        person.press("2", ": 12_")
        person.press("\r", f"(?s)Turn 12 of .*{done}")
        person.press("s", f"(?s)eyes: Ada.*{done}")
        styles = {cell.bg for line in person.screen.buffer.values() for cell in line.values()}
        fills = {paint.fill.removeprefix("#") for paint in PAINTS.values()}
        assert fills <= styles
        person.child.send("q")
        assert person.end() == 0
        assert (
            person.rest == "\x1b[?1049l\x1b[?25h"
        )  # the screen from before is back, and the cursor


def test_ctrl_d_and_ctrl_c_end_it() -> None:
    put("a.json", forged(record(3, 2), 5, by=1))
    with Pane("watch", "a.json") as person:
        person.wait("q end")
        person.child.send("\x04")
        assert person.end() == 1
    with Pane("watch", "a.json") as person:
        person.wait("q end")
        person.child.send("\x03")
        assert person.end() == 130


def test_a_small_terminal_is_told_and_not_garbled() -> None:
    put("a.json", GAME)
    with Pane("watch", "a.json", columns=40, lines=10) as person:
        person.wait("q ends")
        assert "the terminal has 40 columns and 10 lines" in " ".join(person.text.split())
        person.child.send("q")
        assert person.end() == 0
