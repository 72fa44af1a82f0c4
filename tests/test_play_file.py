"""`splendor play`: who sits where, and the file that the game is kept in."""

import errno
import os
import shlex
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import attrs
import pytest
from rich.cells import cell_len

from splendor import (
    Commitment,
    Disclosure,
    Ending,
    Gems,
    Generator,
    Meta,
    Move,
    Record,
    ReserveFromDeck,
    TakeTokens,
    Verdict,
    format_record,
    from_json,
    load,
    setup,
    to_json,
    verify,
)
from splendor.cli import autosave
from splendor.cli.autosave import FileError, Table, resumed
from splendor.cli.commands import run
from splendor.cli.seats import Seat, labels, seats_of
from splendor.render.foreign import clean
from tests.command import (
    forged,
    here,  # noqa: F401 - a fixture
    put,
)
from tests.keyboard import (
    FILE,
    OWN_BOTS,
    imports,  # noqa: F401 - a fixture
    moves,
    played,
    words,
)

# Names, seats, bots


@pytest.mark.parametrize(
    "name",
    [
        "[red]Ada[/red]",
        "\u202eadA",
        "\u0639\u0645\u0631",
        "\U0001f469\u200d\U0001f680",
        "\u7530\u4e2d",
        "a\x1b[31m",
        "<b>",
        "",
        "x" * 200,
    ],
)
def test_names_do_no_harm(name: str) -> None:
    result = played(name, "@greedy", "--seed", 5, typed=["T wug", "log", "resign", "y"])
    assert result.exit_code == 0
    assert "\x1b" not in result.output
    assert "\u202e" not in result.output
    shown = clean(name) or "player 0"
    assert f"{shown}: your move".replace(" ", "") in "".join(result.output.split())
    assert load(FILE).players[0] == name
    assert max(map(cell_len, result.output.splitlines())) <= max(80, cell_len(shown) + 60)


def test_players_of_the_same_name_are_told_apart() -> None:
    seats = [Seat("Ada"), Seat("Bo"), Seat("Ada"), Seat("")]
    assert labels(seats) == ("Ada (player 0)", "Bo", "Ada (player 2)", "player 3")


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        (["Ada"], "SETUP-1: 2, 3 or 4 players take part, not 1"),
        (["a", "b", "c", "d", "e"], "SETUP-1: 2, 3 or 4 players take part, not 5"),
        (["x" * 201, "Bo"], "a player's name has at most 200 characters, not 201"),
        (["\udcff", "Bo"], "the string has a lone surrogate, which no text can hold"),
        (
            ["@grredy", "Bo"],
            "there is no bot @grredy: it is one of @greedy, @random or @module:att",
        ),
        (
            ["@own:absent", "Bo"],
            "@own:absent cannot be found: module 'own' has no attribute 'absent'",
        ),
        (["@absent:x", "Bo"], "@absent:x cannot be imported: No module named 'absent'"),
        (["@own:fails", "Bo"], "@own:fails cannot be made: KeyError: 'nothing'"),
        (["@sys:exit", "Bo"], "@sys:exit cannot be made: SystemExit"),
        (["@own:nothing", "Bo"], "@own:nothing cannot be made: TypeError: 'int' object is not cal"),
        (["@own:Needy", "Bo"], "@own:Needy cannot be made: TypeError: Needy.__init__() missing"),
        (["@:x", "Bo"], "@:x cannot be imported: ValueError: Empty module name"),
        (["@own:OWN.upper", "Bo"], "@own:OWN.upper is no bot: it has no method choose(view)"),
    ],
    ids=range(13),
)
def test_what_is_no_seat_is_refused(seats: list[str], said: str) -> None:
    put("own.py", f"{OWN_BOTS}\n\nclass Needy(First):\n    def __init__(self, depth): ...\n")
    result = played(*seats)
    assert result.exit_code == 2
    assert f"Error: Invalid value for 'SEAT': {said}" in words(result)
    assert not FILE.exists()


@pytest.mark.parametrize("bot", ["@own:First", "@own:first", "@own:holder.bot"])
def test_a_bot_of_ones_own_plays(bot: str) -> None:
    put("own.py", OWN_BOTS)
    played("Ada", bot, typed=["T wug"])
    game = load(FILE)
    assert game.players == ("Ada", bot)
    assert len(game.events) == 2


def test_the_command_to_go_on_names_a_bot_of_ones_own_again() -> None:
    """What stands in a file is never imported."""
    put("own.py", OWN_BOTS)
    left = played("Ada L", "@own:First", "--save", "my game.json", typed=["T wug", "quit"])
    command = "splendor play --resume 'my game.json' 'Ada L' @own:First"
    assert left.output.endswith(f"To go on with it:\n{command}\n")
    refused = played("--resume", "my game.json")
    assert refused.exit_code == 2
    assert "the bot of player 1 has to be named again: splendor play --resume" in refused.stderr
    played(*shlex.split(command)[2:], typed=["T urk"])
    assert len(load("my game.json").events) == 4


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("@own:Passing", "the bot Passing of player 0 answered P, which is illegal: PASS-2: "),
        ("@own:Broken", "@own:Broken failed: ValueError: \\x1b[31m no idea"),
        ("@own:Leaving", "@own:Leaving failed: SystemExit: 0"),
        ("@own:Mute", "@own:Mute failed: own.Silent: <exception str() failed>"),
    ],
)
def test_a_bot_that_fails_ends_the_command_and_the_game_is_kept(bot: str, said: str) -> None:
    put("own.py", OWN_BOTS)
    result = played(bot, "Ada")
    assert result.exit_code == 2
    assert f"Error: {bot}" in result.stderr
    assert said in result.stderr
    assert ("own.py, line " in " ".join(result.stderr.split())) == (bot != "@own:Passing")
    assert f"To go on with it:\nsplendor play --resume {FILE} {bot} Ada\n" in result.stdout
    assert load(FILE).events == ()
    assert played("--resume", FILE, "@greedy", "Ada", typed="").exit_code == 0
    assert load(FILE).players == ("@greedy", "Ada")


# The file


def test_a_new_game_takes_the_next_file_that_is_free() -> None:
    put(FILE, "mine")
    played(typed=["T wug"])
    played(typed=["T wur"])
    assert FILE.read_text() == "mine"
    actions = [load(f"splendor-game-{number}.json").events[0] for number in (2, 3)]
    assert [str(getattr(event, "action", "")) for event in actions] == ["T wug", "T wur"]


def test_a_file_that_is_there_is_not_written_over() -> None:
    put(FILE, "mine")
    result = played("--save", FILE)
    ways = "splendor play --resume goes on with it, --save names another"
    assert (result.exit_code, result.stderr) == (2, f"Error: {FILE} is there already: {ways}\n")
    assert FILE.read_text() == "mine"


def test_a_file_that_cannot_be_written_is_told_at_once() -> None:
    result = played("--save", "no/folder.json")
    said = "no/folder.json cannot be written: No such file or directory"
    assert (result.exit_code, result.stderr) == (2, f"Error: {said}\n")


@pytest.mark.parametrize("fails", [1, 2, 4])
def test_a_full_disk_ends_the_game_with_all_but_the_last_decision_kept(
    monkeypatch: pytest.MonkeyPatch, fails: int
) -> None:
    left = iter(range(fails - 1, -1, -1))

    def fsync(_: int) -> None:
        if not next(left):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fsync)
        result = played("--seed", 5, typed=moves(5)[:3])
    lost = "; all but the last decision is in it" if fails > 1 else ""
    said = f"Error: {FILE} cannot be written: No space left on device{lost}\n"
    assert (result.exit_code, result.stderr) == (2, said)
    assert list(Path().iterdir()) == [FILE] * (fails > 1)
    if fails > 1:
        assert len(load(FILE).events) == fails - 2
        assert played("--resume", FILE, typed=moves(5)[1:2]).exit_code == 0


def test_a_link_stays_one() -> None:
    Path("folder").mkdir()
    played("--save", "folder/game.json", typed="")
    Path("link.json").symlink_to("folder/game.json")
    played("--resume", "link.json", typed=["T wug"])
    assert Path("link.json").is_symlink()
    assert len(load("folder/game.json").events) == 2


def test_after_every_decision_the_whole_record_is_in_the_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written: list[bytes] = []
    replace = Path.replace

    def look(part: Path, target: Path) -> Path:
        written.append(part.read_bytes())
        return replace(part, target)

    monkeypatch.setattr(Path, "replace", look)
    played("--seed", 5, typed=moves(5)[:10])
    game = load(FILE)
    decisions = [each for each in game.events if isinstance(each, Move) and each.by is not None]
    assert len(written) == len(decisions)
    for text in written:
        assert verify(from_json(text, Record)).verdict is Verdict.VALID
    assert f"{to_json(game)}\n".encode() == written[-1]


# Going on


def test_a_game_that_was_left_goes_on_as_if_it_had_not_been() -> None:
    arguments = ("Ada", "@random", "--seed", 5)
    typed = moves(5, "@random")
    played(*arguments, "--save", "whole.json", typed=typed)
    for left in ([], ["quit"]):
        FILE.unlink(missing_ok=True)
        result = played(*arguments, typed=[*typed[:7], *left])
        assert result.exit_code == 0
        assert result.output.endswith(
            f"The game is kept. To go on with it:\nsplendor play --resume {FILE}\n"
        )
        assert load(FILE).ending == Ending("unfinished")
        assert verify(load(FILE)).verdict is Verdict.VALID
    assert played("--resume", FILE, typed=typed[7:]).exit_code == 0
    assert FILE.read_bytes() == Path("whole.json").read_bytes()
    assert verify(load(FILE)).complete


def test_an_interrupt_keeps_the_game_and_ends_with_130(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    assert run(["play", "@greedy", "Ada"]) == 130
    assert "To go on with it:\nsplendor play --resume splendor-game.json" in capsys.readouterr().out
    assert len(load(FILE).events) == 1


def test_without_standard_input_the_game_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert run(["play", "@greedy", "Ada"]) == 0
    assert len(load(FILE).events) == 1


def test_without_standard_output_there_is_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert run(["play", "@greedy", "Ada"]) == 2
    assert load(FILE).events == ()


def test_seats_that_are_named_anew_are_kept_at_once() -> None:
    played("Ada", "Bo", "--seed", 5, typed="")
    played("--resume", FILE, "Cy", "@random", typed="")
    assert load(FILE).players == ("Cy", "@random")
    assert load(FILE).meta.thaw() == {"bots": {"1": "@random"}}


MORE = "the record says more than splendor play writes, which would be lost"


def begun() -> Record:
    """A game that was left after some turns."""
    played("Ada", "Bo", "--seed", 5, typed=["", "R #3", "", "R #1", "", "T wug", ""])
    game = load(FILE)
    FILE.unlink()
    return game


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"seed": None}, "the record has no seed to deal the game from again"),
        ({"perspective": "public"}, "the record has no seed to deal the game from again"),
        ({"perspective": 0}, "the record has no seed to deal the game from again"),
        ({"ending": Ending("timeout", 1)}, "the game is finished"),
        ({"ending": Ending("resigned", 1)}, "the game is finished"),
        (
            {"seed": 6},
            "the record is INVALID, opening: SETUP-2: the claimed deck order or seed giv",
        ),
        ({"result": None}, MORE),
        ({"commitment": Commitment("0" * 64)}, MORE),
        ({"meta": Meta({"bots": {"1": "@greedy"}})}, MORE),
        ({"meta": Meta({"bots": {"1": 7}})}, MORE),
        ({"meta": Meta({"bots": {"01": "Bo"}})}, MORE),
        ({"meta": Meta({"bots": [1]})}, MORE),
        ({"meta": Meta({"note": "keep me"})}, MORE),
        ({"generator": Generator("another program")}, MORE),
        ({"generator": None}, MORE),
    ],
    ids=range(15),
)
def test_what_play_has_not_written_is_not_resumed(changes: dict[str, Any], said: str) -> None:
    path = put("other.json", attrs.evolve(begun(), **changes))
    text = path.read_bytes()
    result = played("--resume", path)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Error: other.json cannot be resumed: {said}")
    assert path.read_bytes() == text


def test_a_record_with_a_false_or_missing_card_is_not_resumed() -> None:
    game = begun()
    drawn, _ = [index for index, event in enumerate(game.events) if isinstance(event, Disclosure)]
    missing = attrs.evolve(game, events=(*game.events[:drawn], *game.events[drawn + 1 :]))
    for other, verdict in ((missing, "CONSISTENT"), (forged(game, 0, by=1), "INVALID, event 0, ")):
        result = played("--resume", put("other.json", other))
        assert result.exit_code == 2
        assert f"other.json cannot be resumed: the record is {verdict}" in result.stderr


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "other.json: "),
        ("{}", "other.json: "),
        (setup(2, seed=1), "other.json: expected a game ("),
    ],
    ids=["empty", "no record", "position"],
)
def test_what_is_no_game_is_not_resumed(content: object, said: str) -> None:
    result = played("--resume", put("other.json", content))
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Error: {said}")


def test_a_file_that_another_program_changed_is_not_written_over() -> None:
    table = Table(FILE, seats_of(("Ada", "Bo")), 5, setup(2, seed=5))
    table.begin()
    table.decide(TakeTokens(Gems(1, 1, 1)))
    other = resumed(FILE)
    other.decide(TakeTokens(Gems(0, 0, 1, 1, 1)))
    text = FILE.read_bytes()
    with pytest.raises(FileError, match="was changed by another program; nothing is written over"):
        table.decide(ReserveFromDeck(1))
    assert FILE.read_bytes() == text
    assert sorted(path.name for path in Path().iterdir()) == [FILE.name]


def test_a_record_is_whole_from_the_first_moment_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever happens while it is made, there is either no file or all of it."""

    def interrupted(_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(autosave, "to_json", interrupted)
    assert run(["play", "Ada", "Bo"]) == 130
    assert not [*Path().iterdir()]


@pytest.mark.parametrize("there", [False, True])
def test_a_game_begins_on_a_file_system_without_links_too(
    there: bool,  # noqa: FBT001
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    if there:
        put(FILE, "mine")
    result = played("Ada", "Bo", "--save", FILE, typed="")
    assert result.exit_code == (2 if there else 0)
    assert (FILE.read_text() == "mine") == there
    assert [path.name for path in Path().iterdir()] == [FILE.name]


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such names")
def test_a_long_name_and_what_lies_beside_the_file_do_no_harm() -> None:
    name = f"{'x' * 240}.json"
    put("precious", "mine")
    played("Ada", "Bo", "--save", name, typed=["T wug"])
    assert len(load(name).events) == 1
    assert Path("precious").read_text() == "mine"


def test_a_bot_that_goes_elsewhere_does_not_take_the_file_along() -> None:
    put("own.py", OWN_BOTS)
    Path("elsewhere").mkdir()
    left = played("@own:Wanderer", "Ada", typed="")
    assert left.exit_code == 0
    assert not [*Path().iterdir()]
    assert len(load(Path("..") / FILE).events) == 1


def test_a_record_of_text_is_resumed_too() -> None:
    Path("game.txt").write_text(format_record(begun()), encoding="utf-8")
    assert played("--resume", "game.txt", typed=["", "T wug"]).exit_code == 0
    assert verify(load("game.txt")).verdict is Verdict.VALID


def test_who_resumes_names_as_many_seats_as_there_are() -> None:
    path = put("other.json", begun())
    result = played("--resume", path, "Ada", "Bo", "Cy")
    said = "other.json cannot be resumed: the game is one of 2 players, not of 3"
    assert (result.exit_code, result.stderr) == (2, f"Error: {said}\n")


@pytest.mark.parametrize(
    "option", [("--save", "x"), ("--seed", 1), ("--rules", "official"), ("--first-player", 0)]
)
def test_a_game_that_goes_on_has_its_options_already(option: tuple[object, ...]) -> None:
    result = played("--resume", put("other.json", begun()), *option)
    said = f"--resume and {option[0]} do not go together: the game has it all"
    assert result.exit_code == 2
    assert said in words(result)


def test_a_package_that_is_not_installed_writes_no_version(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(autosave, "version", missing)
    played(typed="")
    assert load(FILE).generator == Generator("splendor play")
