"""Progress of long work: a bar on a terminal, plain lines elsewhere, and nothing for short work."""

import io
import json
import re
import sys
from pathlib import Path

import pytest

from splendor.cli import progress
from splendor.cli.progress import following
from splendor.formats.json import to_json
from splendor.formats.text import format_record
from tests.command import GAME, call, here, put, record  # noqa: F401 - a fixture
from tests.pane import Pane


class Clock:
    """A clock that shows the given times, one a look, and then the last one for ever."""

    def __init__(self, *times: float) -> None:
        self.times = list(times)

    def __call__(self) -> float:
        return self.times.pop(0) if len(self.times) > 1 else self.times[0]


class Terminal(io.StringIO):
    """A stream that says of itself that it is a terminal."""

    def isatty(self) -> bool:
        return True


def terminal(monkeypatch: pytest.MonkeyPatch, kind: str = "xterm") -> Terminal:
    """Have standard error be a terminal 80 columns wide."""
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_INTERACTIVE", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", kind)
    monkeypatch.setenv("COLUMNS", "80")
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    return stream


def test_elsewhere_a_line_is_written_after_5_seconds_and_then_every_5_seconds(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with following(9, "checked", Clock(0, 1, 4.9, 5, 9.9, 10, 12)) as shown:
        for done in range(1, 7):
            shown.at(done, "7 games, 1 INVALID" if done == 5 else "")
    assert capsys.readouterr() == (
        "",
        "checked 3 of 9 files\nchecked 5 of 9 files: 7 games, 1 INVALID\n",
    )


def test_a_single_file_is_named_in_the_singular(capsys: pytest.CaptureFixture[str]) -> None:
    with following(1, "checked", Clock(0, 5)) as shown:
        shown.at(0, "800 games")
    assert capsys.readouterr().err == "checked 0 of 1 file: 800 games\n"


@pytest.mark.parametrize("stream", [None, "closed"])
def test_work_goes_on_though_nobody_can_be_told(
    stream: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Closed(io.StringIO):
        def write(self, _: str) -> int:
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stderr", stream and Closed())
    with following(2, "checked", Clock(0, 5)) as shown:
        shown.at(1)


def test_a_terminal_has_a_bar_that_is_gone_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = terminal(monkeypatch)
    with following(40, "checked", Clock(0, 1)) as shown:
        shown.at(10, "10 games")
        shown.at(30, "30 games, 1 INVALID")
        sys.stderr.write("assumed: something\n")
        text = stream.getvalue()
        assert "assumed: something\n" in text
        assert re.search("checked 10 of 40 files .* 10 games", text)
    assert sys.stderr is stream
    assert stream.getvalue().endswith(GONE)


GONE = "\x1b[?25h\r\x1b[1A\x1b[2K"
"""The cursor is back, and the line of the bar is cleared."""


def test_the_bar_goes_when_the_work_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = terminal(monkeypatch)

    def work() -> None:
        with following(40, "checked", Clock(0, 1)) as shown:
            shown.at(10)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work()
    assert stream.getvalue().endswith(GONE)


def test_short_work_shows_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = terminal(monkeypatch)
    with following(2, "checked", Clock(0, 0.4)) as shown:
        shown.at(1)
        shown.at(2)
    assert stream.getvalue() == ""


def test_a_terminal_that_can_move_no_cursor_has_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = terminal(monkeypatch, "dumb")
    with following(2, "checked", Clock(0, 5)) as shown:
        shown.at(1)
    assert stream.getvalue() == "checked 1 of 2 files\n"


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_what_goes_to_standard_output_is_the_same_with_and_without_progress(
    options: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in (1, 2, 3):
        put(f"{seed}.json", record(seed=seed))
    put("4.json", "{")
    without = call("verify", ".", *options)
    assert without.stderr == ""
    monkeypatch.setattr(progress, "LINE_EVERY", 0)
    told = call("verify", ".", *options)
    assert told.stdout == without.stdout
    assert re.sub(r"\d+(?= %|/s)", "N", told.stderr).splitlines() == [
        "checked N %: 1 game, N/s",
        "checked N %: 2 games, N/s",
        "checked N %: 3 games, N/s",
        "checked N %: 4 games, N/s, 1 UNREADABLE",
    ]
    far = [int(each) for each in re.findall(r"(\d+) %", told.stderr)]
    assert far == sorted(far)
    assert 20 < far[0] < 50
    assert far[-1] == 100


# In a pseudo-terminal


def many(folder: str, number: int) -> None:
    """A folder of so many games."""
    Path(folder).mkdir()
    text = to_json(GAME)
    for place in range(number):
        put(f"{folder}/{place:04}.json", text)


def test_ctrl_c_on_a_terminal_keeps_what_is_checked() -> None:
    many("games", 1500)
    with Pane("verify", "--json", "games", columns=90) as person:
        person.wait(r"checked \d+ % .* \d+ games, \d+/s")
        person.child.send("\x03")
        assert person.end() == 130
        found = re.search(
            r"(\{\s.*^\}\s*)interrupted: not everything", person.rest, re.DOTALL | re.MULTILINE
        )
        assert found
        document = json.loads(found[1])
        assert document["interrupted"] is True
        assert 0 < len(document["reports"]) < 1500
        assert "\u2501" not in person.text


def test_ctrl_c_on_a_terminal_keeps_what_is_converted() -> None:
    many("games", 1500)
    with Pane("convert", "games", "out/", "--to", "text", columns=90) as person:
        person.wait(r"converted \d+ of 1500 files ")
        person.child.send("\x03")
        assert person.end() == 130
        found = re.search(r"interrupted after (\d+) of 1500 files", person.text)
        assert found
        made = list(Path("out").iterdir())
        assert len(made) in {int(found[1]), int(found[1]) + 1}
        assert {path.suffix for path in made} == {".txt"}
        assert {path.read_text(encoding="utf-8") for path in made} == {format_record(GAME)}
        assert person.text.strip() == found[0]
