"""Completion of the command line: what is offered, and that bash, zsh and fish get it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect
import pytest
from click.shell_completion import CompletionItem, ShellComplete

from splendor import PRESETS
from splendor.bots import BOTS
from splendor.cli import main
from splendor.cli.commands import splendor
from splendor.cli.completion import NAME, SHELLS, VARIABLE
from splendor.cli.forms import FORMS
from tests.command import (
    ENVIRONMENT,
    call,
    here,  # noqa: F401 - a fixture
    put,
)


def items(line: str) -> list[CompletionItem[str]]:
    """What is offered for the last word of a command line, which may be empty."""
    *words, last = line.split(" ")
    return ShellComplete(splendor, {}, NAME, VARIABLE).get_completions(words, last)


def offered(line: str) -> list[str]:
    """The words that are offered."""
    return [item.value for item in items(line)]


def test_the_commands_are_offered_with_what_they_do() -> None:
    assert offered("") == splendor.list_commands(splendor.make_context(NAME, ["schema"]))
    assert offered("ve") == ["verify"]
    assert [item.help for item in items("ve")] == ["Check games against the rules."]


def test_the_options_are_offered() -> None:
    assert sorted(offered("-")) == ["--help", "--version", "-h"]
    assert offered("view a.json --s") == ["--seat", "--spectator"]
    assert offered("replay a.json --spectator --s") == ["--seat"]


def test_the_values_of_choices_are_offered() -> None:
    for command in ("new", "play"):
        assert offered(f"{command} --rules ") == list(PRESETS)
    assert offered("new --rules=sp") == ["spendee", "spendee_21"]
    assert offered("convert --to ") == list(FORMS)
    assert offered("completion ") == list(SHELLS)


def test_the_bots_are_offered_as_seats() -> None:
    assert offered("play ") == [f"@{name}" for name in BOTS]
    assert offered("play Ada @r") == ["@random"]
    assert offered("play A") == []


@pytest.mark.parametrize(
    "line",
    [
        *("verify ", "verify a.json b", "show ", "watch --turn 3 ", "view --seat Ada a"),
        *("convert ", "convert a.json ", "convert --to text a.json ", "replay a.json -o "),
        *("replay ", "play --save ", "play Ada --resume s"),
    ],
)
def test_the_shell_is_asked_for_files(line: str) -> None:
    assert [item.type for item in items(line)] == ["file"]


@pytest.mark.parametrize(
    "line",
    [
        *("perft ", "show a.json ", "new --seed ", "new --players "),
        *("view examples/games/four-players.json --seat ", "view a.json --seat A"),
    ],
)
def test_nothing_is_offered_where_anything_can_stand(line: str) -> None:
    assert items(line) == []


# Through the real entry point


def completed(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    shell: str,
    words: str,
    word: str,
) -> list[str]:
    """What the command prints for a shell."""
    monkeypatch.setenv(VARIABLE, f"{shell}_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", word)
    for name in ("splendor", "python -m splendor"):
        assert main([], name) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    lines = captured.out.splitlines()
    assert lines[: len(lines) // 2] == lines[len(lines) // 2 :]
    return lines[: len(lines) // 2]


@pytest.mark.parametrize(
    ("words", "number", "expected"),
    [
        ("splendor ve", 1, ["plain,verify"]),
        ("splendor verify ", 2, ["file,"]),
        ("splendor play @ gr", 3, ["plain,@greedy"]),
        ("splendor play @ greedy @", 4, ["plain,@greedy", "plain,@random"]),
        ("splendor play @ ", 3, ["plain,@greedy", "plain,@random"]),
        ("splendor new --rules = of", 4, ["plain,official"]),
        ("splendor convert --to =", 3, [f"plain,{form}" for form in FORMS]),
        ("splendor show --turn = 3 ex", 5, ["file,ex"]),
    ],
)
def test_bash_splits_words_at_signs_and_gets_its_answer_all_the_same(
    words: str,
    number: int,
    expected: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert completed(monkeypatch, capsys, "bash", words, str(number)) == expected


def test_zsh_and_fish_get_a_value_behind_its_option(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "splendor new --rules=of"
    assert completed(monkeypatch, capsys, "fish", words, "--rules=of") == ["plain,--rules=official"]
    assert completed(monkeypatch, capsys, "zsh", words, "2")[1] == "--rules=official"
    assert completed(monkeypatch, capsys, "zsh", "splendor play @gr", "2")[1] == "@greedy"


def test_an_option_that_acts_at_once_does_not_while_the_line_is_typed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert completed(monkeypatch, capsys, "bash", "splendor --version ve", "2") == ["plain,verify"]


def test_an_option_without_its_value_is_no_mistake_while_the_line_is_typed() -> None:
    assert offered("view a.json --seat  --sp") == ["--spectator"]


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What is told on standard error of a misuse."""
    assert main(arguments, "python -m splendor") == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1
    return captured.err


@pytest.mark.parametrize(
    "instruction",
    [
        *("garbage", "1", " ", "bash", "bash_", "bash_complete ", "complete_bash", "_complete"),
        *("tcsh_complete", "powershell_source", "zsh_sauce", "x\x1b[31m" + "x" * 9999),
    ],
)
def test_an_instruction_that_is_not_known_is_refused(
    instruction: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is never taken for a verdict, which 1 would be."""
    monkeypatch.setenv(VARIABLE, instruction)
    monkeypatch.setenv("COMP_WORDS", "splendor ")
    monkeypatch.setenv("COMP_CWORD", "1")
    refused = told(capsys, "verify", "examples/games")
    assert refused.startswith(f"Error: {VARIABLE} is '{instruction[:1]}")
    assert "which is none of bash_source, bash_complete, zsh_source, zsh_complete, fish" in refused
    assert "\x1b" not in refused
    assert len(refused) < 300


def test_an_empty_instruction_is_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(VARIABLE, "")
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("splendor-rules ")


@pytest.mark.parametrize(
    ("shell", "words", "word"),
    [
        *((shell, None, None) for shell in SHELLS),
        *((shell, None, "1") for shell in SHELLS),
        *((shell, "splendor ve", None) for shell in SHELLS),
        *((shell, "splendor ve", "") for shell in ("bash", "zsh")),
        *((shell, "splendor ve", "one") for shell in ("bash", "zsh")),
        *((shell, "splendor ve", "1" * 5000) for shell in ("bash", "zsh")),
    ],
)
def test_a_shell_that_does_not_say_what_was_typed_is_refused(
    shell: str,
    words: str | None,
    word: str | None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(VARIABLE, f"{shell}_complete")
    for name, text in (("COMP_WORDS", words), ("COMP_CWORD", word)):
        if text is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, text)
    refused = told(capsys)
    assert (
        refused == f"Error: COMP_WORDS and COMP_CWORD do not say what was typed, as {shell} does\n"
    )


def test_a_word_of_blanks_from_fish_is_refused_or_completed_by_the_version_of_click(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(VARIABLE, "fish_complete")
    monkeypatch.setenv("COMP_WORDS", "splendor ve")
    monkeypatch.setenv("COMP_CWORD", " ")
    assert main([]) in {0, 2}
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "word"),
    [
        *(("", "0"), ("", "7"), ("splendor 'ver", "1"), ("splendor \\", "1"), ("\n\t#", "-3")),
        *(("splendor nothing x --y", "3"), ("splendor new --seed x --rules", "9" * 40)),
        *(("splendor perft '' x -", "4"), ("splendor view a --seat '' --turn x --", "7")),
    ],
)
@pytest.mark.parametrize("shell", SHELLS)
def test_odd_words_are_no_mistake(
    shell: str,
    words: str,
    word: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    completed(monkeypatch, capsys, shell, words, word)


def test_a_name_that_is_no_text_is_given_back_as_it_was_typed(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setenv(VARIABLE, "fish_complete")
    monkeypatch.setenv("COMP_WORDS", os.fsdecode(b"splendor show caf\xe9"))
    monkeypatch.setenv("COMP_CWORD", os.fsdecode(b"caf\xe9"))
    assert main([]) == 0
    assert capfdbinary.readouterr().out == b"file,caf\xe9\n"


def test_completion_imports_nothing_that_is_slow() -> None:
    """It is done at each press of a key."""
    program = (
        "import sys\nfrom splendor.cli import main\n"
        "assert main([]) == 0\nprint(*sys.modules, file=sys.stderr)"
    )
    for words in ("splendor ", "splendor verify --", "splendor new --rules ", "splendor show "):
        done = subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            env={
                **ENVIRONMENT,
                VARIABLE: "bash_complete",
                "COMP_WORDS": words,
                "COMP_CWORD": str(words.count(" ")),
            },
        )
        assert done.stdout.strip()
        slow = {"rich", "cattrs", "importlib.metadata", "splendor.render", "splendor.verification"}
        assert slow & set(done.stderr.split()) == set()


# The script


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_is_the_one_that_click_has_for_the_shell(
    shell: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script = call("completion", shell).stdout
    assert f"{VARIABLE}={shell}_complete" in script
    assert main(["completion", shell], "python -m splendor") == 0
    assert capsys.readouterr().out == script
    monkeypatch.setenv(VARIABLE, f"{shell}_source")
    assert main([], "python -m splendor") == 0
    assert capsys.readouterr().out == script


def test_another_shell_is_refused() -> None:
    result = call("completion", "tcsh")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "'tcsh' is not one of 'bash', 'zsh', 'fish'" in result.stderr


# In real shells

START = {
    "bash": (["--norc", "--noprofile", "-i"], "bind 'set enable-bracketed-paste off'"),
    "zsh": (["-f", "-i"], "autoload -Uz compinit && compinit -u -D"),
    "fish": (["--no-config", "-i"], "true"),
}
"""How a shell starts without what somebody has set up, and what it is told first."""
needs = {shell: shutil.which(shell) for shell in SHELLS}
everywhere = pytest.mark.parametrize(
    "shell",
    [
        pytest.param(
            shell, marks=pytest.mark.skipif(needs[shell] is None, reason=f"there is no {shell}")
        )
        for shell in SHELLS
    ],
)


@contextmanager
def typing_in(shell: str) -> Iterator[pexpect.spawn[str]]:
    """A shell that completes `splendor`, as the help says how, in a folder with a game."""
    put("game.json", "{}")
    command = put("bin-splendor", f'#!/bin/sh\nexec {sys.executable} -m splendor "$@"\n')
    command.chmod(0o755)
    Path("bin").mkdir()
    command.rename("bin/splendor")
    arguments, first = START[shell]
    path = f"{Path.cwd() / 'bin'}:{os.environ['PATH']}"
    child = pexpect.spawn(
        str(needs[shell]),
        arguments,
        env={**ENVIRONMENT, "PATH": path, "TERM": "dumb", "HOME": str(Path.cwd()), "PS1": ""},
        encoding="utf-8",
        timeout=20,
        dimensions=(24, 200),
    )
    text = call("completion", "--help").output
    line = re.search(rf'eval "\$\(splendor completion {shell}\)"', text)
    read = "splendor completion fish | source" if line is None else line[0]
    child.sendline(f"{first}; {read}; echo rea''dy")
    child.expect("ready\r\n")
    yield child
    child.close(force=True)


@everywhere
def test_the_tab_key_completes(shell: str) -> None:
    line = (
        ("splendor pl", "splendor play "),
        ("@gr", "@greedy "),
        ("--rules=of", "--rules=official "),
        ("--res", "--resume "),
        ("ga", "game.json "),
    )
    with typing_in(shell) as child:
        for typed, whole in line:
            child.send(f"{typed}\t")
            child.expect_exact(whole)
