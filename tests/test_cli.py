"""The `splendor` command: its exit codes, `new`, and that no input can harm a terminal."""

import io
import json
import re
import subprocess
import sys
import unicodedata
from importlib import metadata
from pathlib import Path
from typing import Any

import attrs
import pytest

from splendor import PRESETS, State, setup
from splendor.cli import doing, main, streams
from splendor.cli.commands import run, splendor
from splendor.formats.json import from_json
from splendor.formats.meta import Meta
from splendor.formats.record import Record
from splendor.render.foreign import clean
from splendor.verification import many
from tests.command import (
    ENVIRONMENT,
    ESCAPE,
    GAME,
    call,
    forged,
    here,  # noqa: F401 - a fixture
    put,
    record,
    report_of,
    start,
)

HOSTILE = (
    f"{ESCAPE}[31m{ESCAPE}]0;title\a",
    "[red]Mallory[/red] [link=http://x]:smile:",
    "\u202egnp.exe\r\n\t\u2028\x85\x9b31m",
    "שלום \N{FAMILY}\N{ZERO WIDTH JOINER} \U0001f469\u200d\U0001f680 تجربة",
)


def wide(line: str) -> int:
    """How many columns a line takes, as long as it is no more than ASCII and boxes."""
    assert all(unicodedata.east_asian_width(char) in "NaNA" for char in line), line
    return len(line)


# The command


def test_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metadata, "version", {"splendor-rules": "1.2.3"}.__getitem__)
    assert call("--version").output == "splendor-rules 1.2.3\n"

    def missing(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", missing)
    assert call("--version").output == "splendor-rules (not installed)\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["deal"],
        ["verify"],
        ["show"],
        ["view"],
        ["convert", "a"],
        ["new"],
        ["perft", "a"],
        ["--nonsense"],
    ],
)
def test_misuse_is_2_with_the_usage(arguments: list[str]) -> None:
    result = start(*arguments)
    assert (result.returncode, result.stdout) == (2, "")
    usage, hint, *_ = result.stderr.splitlines()
    assert usage.startswith("Usage: python -m splendor")
    assert re.fullmatch("Try 'python -m splendor[a-z ]* --help' for help.", hint)
    assert "Traceback" not in result.stderr


BLOCK = """
import sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == {blocked!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Block())
import runpy
sys.argv[1:] = ["schema", "--help"] if {blocked!r} == "click" else ["verify", "x"]
runpy.run_module("splendor", run_name="__main__")
"""


@pytest.mark.parametrize("missing", ["click", "rich"])
def test_without_the_extra_it_says_what_to_install(missing: str) -> None:
    program = BLOCK.format(blocked=missing)
    result = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        check=False,
    )
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == (
        'the splendor command needs click and rich: pip install "splendor-rules[cli]"'
        ' (from a checkout: pip install ".[cli]")\n'
    )


def without_commands(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Let the import of the commands fail."""

    class Finder:
        @staticmethod
        def find_spec(name: str, *_: object) -> None:
            if name == "splendor.cli.commands":
                raise error

    monkeypatch.delitem(sys.modules, "splendor.cli.commands")
    monkeypatch.setattr(sys, "meta_path", [Finder, *sys.meta_path])


def test_without_the_extra_main_returns_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    without_commands(monkeypatch, ModuleNotFoundError("no rich", name="rich.table"))
    assert main([]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_fault_of_its_own_is_not_taken_for_a_missing_extra(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    without_commands(monkeypatch, ModuleNotFoundError("no such module", name="splendor.oops"))
    with pytest.raises(ModuleNotFoundError, match="no such module"):
        main([])


def test_an_interrupt_is_quiet_at_any_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(doing, "check_files", interrupted)
    assert main(["verify", "x"]) == 130
    without_commands(monkeypatch, KeyboardInterrupt())
    assert main(["verify", "x"]) == 130
    assert capsys.readouterr() == ("", "\n")


def test_main_returns_the_exit_code(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(put("game.json", GAME))
    assert main(["verify", path]) == 0
    assert main(["new", "--players", "2", "--seed", "1"]) == 0
    assert main(["verify", path + "x"]) == 2
    assert main(["show", path + "x"]) == 2
    monkeypatch.setattr(sys, "argv", ["splendor", "--version"])
    assert main() == 0
    assert "splendor-rules" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["--help"], ["new", "--players=4", "--seed=1"]])
def test_a_closed_pipe_is_quiet(arguments: list[str]) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "splendor", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        errors = process.stderr.read()
    assert (process.returncode, errors) == (141, b"")


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (OSError(28, "No space left on device"), "No space left on device"),
        (MemoryError(), "out of memory"),
    ],
    ids=["no space", "no memory"],
)
def test_what_stops_the_command_is_2_and_no_verdict(
    error: Exception,
    reason: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A script must not take it for an INVALID game."""

    def stopped(_: object) -> object:
        raise error

    monkeypatch.setattr(many, "verify", stopped)
    monkeypatch.setattr(doing, "json_of", stopped)
    put("game.json", GAME)
    arguments = (
        ["verify", "game.json"] if isinstance(error, MemoryError) else ["verify", "--json", "."]
    )
    assert main(arguments) == 2
    assert capsys.readouterr().err == f"Error: splendor cannot go on: {reason}\n"


def test_a_closed_standard_output_is_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["new", "--players", "2", "--seed", "1"]) == 2
    assert capsys.readouterr().err == "Error: splendor cannot go on: Bad file descriptor\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_full_disk_is_2(stream: str) -> None:
    """Also at the very end, when Python writes what was held back."""
    arguments = (
        ["new", "--players=2", "--seed=1"] if stream == "stdout" else ["show", "missing.json"]
    )
    command = [sys.executable, "-m", "splendor", *arguments]
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        streams: dict[str, Any] = {
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
            stream: full,
        }
        done = subprocess.run(command, env=ENVIRONMENT, check=False, **streams)
    assert done.returncode == 2
    reason = b"Error: splendor cannot go on: No space left on device\n"
    assert done.stderr == (reason if stream == "stdout" else None)


def test_a_closed_standard_error_gets_nothing_and_spoils_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["new", "--players", "2"]) == 2
    assert capsys.readouterr().out == ""


def test_what_was_typed_does_no_harm(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "a.json", "b\x9bX\u202e.json"]) == 2
    errors = capsys.readouterr().err
    assert "unexpected extra argument (b\\x9bX\\u202e.json)\n" in errors
    assert errors.startswith("Usage: splendor show")


def test_an_exit_of_click_for_another_reason_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only that of a closed pipe is told by another code."""
    monkeypatch.setattr(splendor, "main", lambda *_, **__: sys.exit(7))
    with pytest.raises(SystemExit) as caught:
        run([])
    assert caught.value.code == 7


# new


def dealt(*options: object) -> tuple[State, str]:
    """The position that `new` prints, and what it says beside it."""
    result = call("new", *options)
    assert result.exit_code == 0, result.output
    state: State = from_json(result.stdout, State, strict=True)
    return state, result.stderr


def test_a_seed_deals_the_opening_of_the_library() -> None:
    assert dealt("--players", 3, "--seed", 42) == (setup(3, seed=42), "")
    assert dealt("--players", 2, "--seed", "int:42") == (setup(2, seed=42), "")
    assert dealt("--players", 2, "--seed", "hex:00fF") == (setup(2, seed=b"\0\xff"), "")
    most = 2**256 - 1
    assert dealt("--players", 2, "--seed", most) == (setup(2, seed=most), "")


def test_rules_and_the_first_player_can_be_chosen() -> None:
    options = ("--players", 4, "--seed", 1, "--rules", "text_b", "--first-player", 3)
    expected = setup(4, seed=1, rules=PRESETS["text_b"], first_player=3)
    assert dealt(*options) == (expected, "")


def test_without_a_seed_128_random_bits_are_drawn_and_told() -> None:
    first, told = dealt("--players", 2)
    second, _ = dealt("--players", 2)
    assert first != second
    found = re.fullmatch(r"seed: (hex:[0-9a-f]{32})\n", told)
    assert found
    assert dealt("--players", 2, "--seed", found[1]) == (first, "")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--players", "5"], "5 is not in the range 2<=x<=4"),
        (["--players", "1"], "1 is not in the range 2<=x<=4"),
        ([], "Missing option '--players'"),
        (
            ["--players", "2", "--first-player", "2"],
            "there is no seat 2: with 2 players the seats run from 0 to 1\n",
        ),
        (["--players", "2", "--first-player", "-1"], "-1 is not in the range x>=0"),
        (["--players", "2", "--rules", "house"], "'house' is not one of 'official'"),
    ],
)
def test_a_wrong_option_is_refused(options: list[str], message: str) -> None:
    result = call("new", *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


@pytest.mark.parametrize(
    "seed",
    [
        *("", "-1", "1.5", "1_000", " 1", "\u0661", "9" * 5000, str(2**256), "x"),
        *("hex:", "hex:0", "hex:0g", "hex:00 00", "hex:" + "00" * 33),
    ],
)
def test_a_wrong_seed_is_refused(seed: str) -> None:
    result = call("new", "--players", 2, f"--seed={seed}")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Error: Invalid value for '--seed': " in result.stderr


# Harmless output


def hostile_game() -> Record:
    """A forged game with players of bad intent and an escape in what its reader assumed."""
    meta = Meta({"assumptions": [f"[red]{ESCAPE}[2J"]})
    game = attrs.evolve(record(4, 3), players=HOSTILE, meta=meta)
    return forged(game, 20, digest="0" * 12)


def assert_harmless(text: str) -> None:
    """Nothing in it steers a terminal or turns the direction of a line."""
    steering = {"Cc", "Cf", "Cs", "Zl", "Zp"}
    found = {char for char in text if unicodedata.category(char) in steering}
    assert found <= {"\n", "\N{ZERO WIDTH JOINER}"}


@pytest.mark.parametrize("command", ["verify", "show"])
def test_hostile_names_do_no_harm(command: str) -> None:
    path = put("game.json", hostile_game())
    result = call(command, path)
    assert result.exit_code == 1
    assert_harmless(result.output)
    assert "\\x1b[31m" in result.output
    assert "[red]Mallory" in result.output
    assert "\\u202egnp.exe\\r" in result.output
    assert "שלום" in result.output
    assert len(result.output) < 6000


def test_hostile_names_stand_in_json_as_they_are() -> None:
    path = put("game.json", hostile_game())
    result = call("verify", "--json", path)
    assert result.output.isascii()
    assert ESCAPE not in result.output
    [report] = json.loads(result.output)["reports"]
    assert report["players"] == list(HOSTILE)
    assert report["problem"]["rule"] == "INV-10"


@pytest.mark.skipif(sys.platform in {"darwin", "win32"}, reason="names there are Unicode")
def test_a_hostile_file_name_does_no_harm() -> None:
    name = f"[red]{ESCAPE}[31m\n\udcff.json"
    put(name, "{")
    put(f"{name}.txt", "")
    shown = "[red]\\x1b[31m\\n\\udcff.json"
    table = call("verify", ".")
    assert_harmless(table.output)
    assert table.output.replace("\n", "").count(shown) == 3
    refused = call("show", name)
    assert_harmless(refused.output)
    assert shown in refused.output
    document = report_of(".")
    assert document["reports"][0]["file"] == f"[red]{ESCAPE}[31m\n\\udcff.json"
    assert document["skipped"][0]["file"].endswith("\\udcff.json.txt")


@pytest.mark.parametrize("command", ["verify", "show"])
def test_80_columns_are_enough(command: str) -> None:
    game = attrs.evolve(record(4, 3), players=("x" * 200, "Bo " * 60, "Cy", "D" * 30))
    result = call(command, put(f"{'x' * 100}.json", forged(game, 30, by=0)))
    assert 60 < max(map(wide, result.output.splitlines())) <= 80


def test_a_narrow_terminal_changes_nothing_below_60_columns() -> None:
    path = put("game.json", GAME)
    assert call("show", path, COLUMNS="1").output == call("show", path, COLUMNS="60").output


def test_a_pipe_gets_no_colour_and_a_terminal_does() -> None:
    path = put("game.json", forged(GAME, 3, by=1))
    for command in ("verify", "show"):
        assert ESCAPE not in start(command, path).stdout
        assert f"{ESCAPE}[1;31m" in start(command, path, FORCE_COLOR="1", TERM="xterm").stdout
        plain = start(command, path, FORCE_COLOR="1", TERM="xterm", NO_COLOR="1").stdout
        assert not re.search(rf"{ESCAPE}\[[0-9;]*[34][0-9]", plain)


def test_no_line_ends_in_blanks() -> None:
    path = put("game.json", GAME)
    for command in ("verify", "show"):
        lines = call(command, path).output.splitlines()
        assert [line for line in lines if line != line.rstrip()] == []


def test_a_stream_that_is_not_utf_8_gets_what_it_can_hold() -> None:
    game = attrs.evolve(GAME, players=("Zoë", "שלום"))
    path = put("game.json", game)
    for command in ("verify", "show"):
        result = start(command, path, PYTHONIOENCODING="ascii")
        assert (result.returncode, result.stderr) == (0, "")
        assert "Zo\\xeb" in result.stdout
        assert result.stdout.isascii()


def test_a_stream_without_an_encoding_gets_utf_8() -> None:
    stream = io.StringIO()
    streams.write("Zoë\n", stream)
    assert stream.getvalue() == "Zoë\n"


def test_only_what_steers_is_spelled_out() -> None:
    steering = "\0\t\n\x1b\x7f\x85\u200f\u2028\u2029\u202e\u2066\ufeff\ud800"
    for char in steering:
        assert clean(f"a{char}b") == f"a{char.encode('unicode_escape').decode()}b"
    kept = "[a] :b: ö ק \U0001f469\u200d\U0001f680 \u06cc\u200c"
    assert clean(kept) == kept


def test_a_long_text_is_cut() -> None:
    assert clean("x" * 400) == "x" * 400
    assert clean("x" * 401) == "x" * 400 + "..."
