"""What `--help` says: it reads like a manual, at 80 columns, and its examples work."""

import re
import shlex
import shutil
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from splendor.cli import watching
from splendor.cli.commands import splendor
from splendor.cli.manual import Manual
from tests.command import (
    call,
    here,  # noqa: F401 - a fixture
    start,
)

SECTIONS = {
    "Games in files": ["verify", "show", "watch", "replay", "convert", "view"],
    "New games": ["play", "new"],
    "For programs": ["schema", "perft", "completion"],
}
COMMANDS = [name for names in SECTIONS.values() for name in names]
GAMES = Path(__file__).parents[1] / "examples" / "games"
FAILING = {
    "splendor verify examples/games": 1,
    "splendor verify --json examples/games > report.json": 1,
    "splendor verify examples/games --jobs 2 --results results.jsonl": 1,
    "splendor show examples/games/forged.json": 1,
    "splendor replay examples/games -o pages/": 1,
}
"""The exit codes of the examples that end with another than 0: one of the games is forged."""


def section(text: str, title: str) -> list[str]:
    """The lines of a section, without what they are indented by."""
    found = re.search(rf"^{title}:\n((?:  .*\n)+)", f"{text}\n", re.MULTILINE)
    return [] if found is None else [line[2:] for line in found[1].splitlines()]


def terms(text: str, title: str) -> dict[str, str]:
    """What a section explains, in its order, and the first line of each explanation."""
    pairs = (re.fullmatch(r"(\S.*?)  +(.+)", line) for line in section(text, title))
    return {pair[1]: pair[2] for pair in pairs if pair}


def examples(text: str) -> list[str]:
    """The command lines of a help."""
    return [line[4:] for line in section(text, "Examples") if line.startswith("  $ ")]


@pytest.mark.parametrize("flag", ["--help", "-h"])
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_at_most_80_columns_wide(command: str, flag: str) -> None:
    result = call(*command.split(), flag)
    assert result.exit_code == 0
    assert result.output.startswith(f"Usage: {f'splendor {command}'.strip()} [OPTIONS]")
    assert max(map(len, result.output.splitlines())) <= 80


def test_the_help_lists_each_command_below_its_purpose() -> None:
    text = call("--help").output
    assert {title: list(terms(text, title)) for title in SECTIONS} == SECTIONS
    assert sorted(splendor.commands) == sorted(COMMANDS)
    assert terms(text, "Games in files")["verify"] == "Check games against the rules."


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_a_help_reads_like_a_manual(command: str) -> None:
    text = call(*command.split(), "--help").output
    assert section(text, "Examples")
    assert terms(text, "Exit codes")["0"]
    metavars = set(re.findall("[A-Z]+", text.splitlines()[0])) - {"U", "OPTIONS", "COMMAND", "ARGS"}
    assert metavars == set(terms(text, "Arguments"))
    assert text.count("\n\n\n") == 0


def test_each_option_says_what_it_does_and_what_it_is_by_default() -> None:
    for command in splendor.commands.values():
        assert isinstance(command, Manual)
        for option in command.params:
            if isinstance(option, click.Option):
                assert option.help
                assert option.help.endswith(".")
                optional = not option.required and not option.is_flag
                if optional and option.name not in {"who", "resume", "form"}:
                    assert option.show_default, (command.name, option.name)


def test_the_help_names_every_exit_code_and_the_environment() -> None:
    text = call("--help").output
    assert list(terms(text, "Exit codes")) == ["0", "1", "2", "130", "141"]
    assert list(terms(text, "Environment")) == ["COLUMNS", "NO_COLOR", "FORCE_COLOR"]


def test_the_help_says_that_seats_count_from_0() -> None:
    text = " ".join(call("--help").output.split())
    assert 'A player without a name is called "Player 1" at seat 0' in text
    for command in ("view", "watch", "replay"):
        text = " ".join(call(command, "--help").output.split())
        assert "a seat, counted from 0, or the player's name" in text


def test_the_pages_that_the_help_names_exist() -> None:
    pages = terms(call("--help").output, "More")
    assert len(pages) == 2
    assert [page for page in pages if not (GAMES.parents[1] / page).is_file()] == []


def shell(line: str) -> Result:
    """Run an example as a shell would: with `$(cat FILE)` in quotes, and `> FILE` at its end."""
    line, _, target = line.partition(" > ")
    _, *words = shlex.split(line)
    cat = re.compile(r"\$\(cat (.*)\)")
    arguments = [cat.sub(lambda file: Path(file[1]).read_text().strip(), word) for word in words]
    result = CliRunner().invoke(splendor, arguments)
    if target.endswith((".json", ".txt")):
        Path(target).write_text(result.stdout)
    return result


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_the_examples_of_a_help_work(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "is_terminal", lambda: True)
    monkeypatch.setattr(click, "getchar", lambda: "q")
    shutil.copytree(GAMES, "examples/games")
    lines = examples(call(*command.split(), "--help").output)
    for line in lines:
        assert line.split()[:2] == f"splendor {command}".split() or command in {"", "new", "perft"}
        result = shell(line)
        assert result.exit_code == FAILING.get(line, 0), (line, result.output)
    assert len(lines) >= 1


def test_the_examples_that_end_with_another_code_are_still_there() -> None:
    found = {line for name in COMMANDS for line in examples(call(name, "--help").output)}
    assert set(FAILING) <= found
    assert "splendor completion fish > ~/.config/fish/completions/splendor.fish" in found


def test_alone_it_shows_the_help_on_standard_error_and_has_done_nothing() -> None:
    result = call()
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == call("--help").output


@pytest.mark.parametrize(
    "arguments",
    [["deal"], ["verify"], ["view", "a.json"], ["new", "--players", "2", "--rules", "x"], ["--x"]],
)
def test_misuse_points_to_the_help(arguments: list[str]) -> None:
    command = arguments[0] if arguments[0] in COMMANDS else ""
    errors = call(*arguments).stderr
    assert f"\nTry '{f'splendor {command}'.strip()} --help' for help.\n" in errors


def test_on_a_wide_terminal_the_help_is_no_wider() -> None:
    lines = start("--help", COLUMNS="300").stdout.splitlines()
    assert 70 < max(map(len, lines)) <= 80


def test_python_m_splendor_calls_itself_so() -> None:
    shown = start("show", "--help").stdout
    assert shown.startswith("Usage: python -m splendor show [OPTIONS] FILE\n")
    assert shown.replace("python -m ", "").split() == call("show", "--help").output.split()
