"""The results of the tournament desk: what strangers cannot do to them, and to the folder."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType

import attrs
import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, expect

from examples.tournament import desk, sheets
from examples.tournament import logs as logs_module
from examples.tournament import page as page_module
from examples.tournament.desk import shown, standings
from examples.tournament.page import MAX_LISTED, mixed, page
from examples.tournament.sheets import cell
from splendor import Ending, find_games, redact, to_json
from tests.chromium import running_chromium  # noqa: F401 - the fixture `chromium`
from tests.examples.handed_in import GAMES, HOSTILE, ROOT, cut, game, hand_in, look, named, played


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    folder = tmp_path / "logs"
    folder.mkdir()
    return folder


# The same logs, the same bytes


def test_the_order_in_which_files_are_found_changes_nothing(
    logs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {f"{name}.json": game(seed) for name, seed in zip("abc", (1, 2, 1), strict=True)}
    files["0 hidden.json"] = redact(game(1), None)
    files["d.json"] = named(game(1), "Cy", "Dee")
    forged = (GAMES / "forged.json").read_text()
    found = hand_in(logs, {**files, "day 2/forged.json": forged, "x.md": "", "w.md": ""})
    again = tmp_path / "elsewhere" / "under another name"
    again.mkdir(parents=True)
    in_order = find_games
    monkeypatch.setattr(logs_module, "find_games", lambda path: [*in_order(path)][::-1])
    for path in logs.rglob("*.*"):
        (again / path.relative_to(logs)).parent.mkdir(exist_ok=True)
        (again / path.relative_to(logs)).write_bytes(path.read_bytes())
    assert look(again, tmp_path / "other").tree == found.tree


# Strangers


class Elements(HTMLParser):
    """The elements of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.links += [value or "" for key, value in attributes if key in {"href", "src"}]


def test_names_and_paths_of_strangers_are_text(logs: Path) -> None:
    bad = cut(game(3, 4), Ending("resigned", 1))
    found = hand_in(
        logs,
        {
            "<b>&\u202e\n.json": named(game(2, 4), *HOSTILE),
            "=1+1.json": named(bad, *HOSTILE),
            "<script>.md": "",
        },
        "--title",
        "<script>alert(1)</script>",
    )
    elements = Elements(found.text())
    assert not elements.names & {"img", "script", "b"}
    assert all((found.folder / link).is_file() for link in elements.links)
    assert len(elements.links) == 2
    everything = found.text() + found.text("standings.csv") + found.text("not-counted.csv")
    assert not {"\u202e", "\u2067", "\x1b"} & set(everything)
    assert "\\u202eשלם \\u2067אבג\\x1b[31m" in everything
    names = [row["player"] for row in found.sheet("standings.csv")]
    assert '\'=HYPERLINK("http://example.org")' in names
    assert found.sheet("not-counted.csv")[0]["file"] == "'=1+1.json"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names are always text")
def test_a_name_that_is_no_text_is_spelled_out(logs: Path) -> None:
    Path(os.fsdecode(os.fsencode(logs) + b"/\xff.json")).write_text("{")
    found = look(logs, logs.with_name("out"))
    assert list(found.why) == ["\\udcff.json"]


@pytest.mark.parametrize("sign", [*"=+-@", "\uff1d", "\uff0b", "\uff0d", "\uff20"])
@pytest.mark.parametrize("before", ["", "  ", "Ada;", "Ada, ", "Ada|"])
def test_a_cell_never_begins_like_a_formula_at_any_separator(before: str, sign: str) -> None:
    assert cell(f"{before}{sign}1-1") == f"{before}'{sign}1-1"


def test_a_tab_or_a_line_end_does_not_begin_a_cell() -> None:
    assert cell("\t=1") == "\\t=1"
    assert cell("\r=1") == "\\r=1"
    assert shown("👩\u200d🚀") == "👩\u200d🚀"


def test_long_lists_of_names_and_files_are_cut_short() -> None:
    table = standings([played(*((f"{each}x{'!' * each}", 1, 1, 0) for each in range(50)))])
    skipped = [f"{each}.md" for each in range(MAX_LISTED + 5)]
    text = page("Title", table, [], skipped)
    assert f"<bdi>{MAX_LISTED - 1}.md</bdi>; and 5 more." in text


def test_numbers_have_their_fractions() -> None:
    assert [mixed(Fraction(each, 12)) for each in (0, 4, 18, 24)] == ["0", "1/3", "1 1/2", "2"]


def test_an_invalid_opening_or_ending_is_told_as_such(logs: Path) -> None:
    deck = attrs.evolve(game().opening, deck_counts=(40, 1, 1))
    found = hand_in(
        logs,
        {
            "opening.json": attrs.evolve(game(), opening=deck),
            "ending.json": attrs.evolve(game(), ending=Ending("resigned", 0)),
        },
    )
    assert found.code == 1
    assert set(found.why.values()) == {"invalid"}
    assert "in the opening" in found.text()
    assert re.search("turn [0-9]+, <bdi>Ada</bdi>; at the ending", found.text())


# The folder that is written


def test_results_are_replaced_and_nothing_else_ever_is(
    logs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = hand_in(logs, {"a.json": game()})
    before = found.tree
    found = hand_in(logs, {"b.json": game(2)})
    assert (found.code, len(found.tree)) == (0, len(before) + 1)
    (found.folder / "notes.txt").write_text("mine")
    assert look(logs, found.folder).code == 2
    (found.folder / "notes.txt").rename(found.folder / "games" / "notes.txt")
    assert look(logs, found.folder).code == 2
    assert (found.folder / "games" / "notes.txt").exists()
    folders = ("file", "games of mine", "not text", "about it", "empty")
    for name in folders:
        (tmp_path / name).mkdir()
    (tmp_path / "games of mine" / "games").mkdir()
    (tmp_path / "not text" / "index.html").write_bytes(b"\xff")
    (tmp_path / "about it" / "index.html").write_text("by the splendor tournament desk")
    (tmp_path / "about it" / "games").mkdir()
    (tmp_path / "file" / "out").write_text("")
    for out in ("games of mine", "not text", "about it", "file/out", "nowhere/out"):
        assert look(logs, tmp_path / out).code == 2
    assert look(logs, tmp_path / "empty").code == 0
    assert capsys.readouterr().err.count("nothing is written") == 7
    assert {path.name for path in tmp_path.iterdir()} == {"logs", "out", *folders}


def test_what_comes_into_the_folder_meanwhile_is_not_replaced(
    logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = logs.with_name("out")

    def meanwhile(*_: object) -> str:
        out.mkdir()
        (out / "notes.txt").write_text("mine")
        return ""

    monkeypatch.setattr("examples.tournament.__main__.page", meanwhile)
    found = hand_in(logs, {"a.json": game()})
    assert found.code == 2
    assert found.tree == {"notes.txt": b"mine"}
    assert {path.name for path in logs.parent.iterdir()} == {"logs", "out"}


def test_what_a_killed_run_left_does_not_matter_and_all_may_read_the_results(logs: Path) -> None:
    for end in ("part", "old"):
        logs.with_name(f".out.{os.getpid()}.{end}").mkdir()
    found = hand_in(logs, {"a.json": game()})
    assert found.code == 0
    logs.with_name("usual").mkdir()
    assert found.folder.stat().st_mode == logs.with_name("usual").stat().st_mode


def test_results_inside_the_logs_are_not_read_again(logs: Path) -> None:
    (logs / "a.json").write_text(to_json(game()))
    out = logs / "results"
    first = look(logs, out).tree
    assert look(logs, out).tree == first
    assert {path.name for path in logs.iterdir()} == {"a.json", "results"}


def test_logs_are_not_replaced_by_their_results(
    logs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert look(logs, logs).code == 2
    assert look(logs, logs.parent).code == 2
    inside = logs / "inside"
    inside.mkdir()
    (inside / "out.json").write_text("mine")
    assert look(logs, inside).code == 2
    assert look(logs / "none", logs / "out").code == 2
    said = capsys.readouterr().err.splitlines()
    assert all(line.endswith("the logs are in it") for line in said[:2])
    assert said[3].endswith("none is no folder")
    assert (inside / "out.json").exists()


@pytest.mark.parametrize("there", [True, False])
def test_what_fails_or_is_interrupted_leaves_the_old_results_as_they_were(
    logs: Path, monkeypatch: pytest.MonkeyPatch, *, there: bool
) -> None:
    out = logs.with_name("out")
    before = hand_in(logs, {"a.json": game()}).tree if there else {}
    (logs / "b.json").write_text(to_json(game(2)))
    with monkeypatch.context() as patch:
        patch.setattr("examples.tournament.__main__.page", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            look(logs, out)
    rename = Path.rename

    def failing(error: BaseException) -> Callable[[Path, Path], Path]:
        def fails(path: Path, target: Path) -> Path:
            if path.name == "new":
                raise error
            return rename(path, target)

        return fails

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", failing(OSError(28, "No space left on device")))
        found = look(logs, out)
        patch.setattr(Path, "rename", failing(KeyboardInterrupt()))
        with pytest.raises(KeyboardInterrupt):
            look(logs, out)
    assert found.code == 2
    assert found.tree == before
    assert len(list(logs.parent.iterdir())) == 1 + there


def test_old_results_that_cannot_be_put_back_are_kept(
    logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = hand_in(logs, {"a.json": game()})
    before = found.tree
    rename = Path.rename

    def only_away(path: Path, target: Path) -> Path:
        if target.name == "out":
            raise OSError(5, "Input/output error")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", only_away)
    assert look(logs, found.folder).code == 2
    (hidden,) = logs.parent.glob(".out.*.part")
    assert attrs.evolve(found, folder=hidden / "old").tree == before


def test_paths_that_cannot_be_resolved_are_told(
    logs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.with_name("round").symlink_to("round")
    for name in ("no\0name", "round", "round/out"):
        path = logs.parent / name
        assert look(logs, path).code == 2
        assert look(path, logs.with_name("out")).code == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 6
    assert all(line.startswith("nothing is written to ") for line in said)
    assert "no\\x00name: embedded null" in said[0]


def test_the_title_is_that_of_the_page(logs: Path) -> None:
    found = hand_in(logs, {"a.json": game()}, "--title", "Club & evening")
    assert "<title>Club &amp; evening</title>" in found.text()
    assert "<h1>Club &amp; evening</h1>" in found.text()
    assert "<h1>Tournament</h1>" in look(logs, found.folder).text()


@pytest.mark.parametrize("module", [desk, page_module, sheets], ids=lambda each: each.__name__)
def test_the_examples_in_its_texts_are_right(module: ModuleType) -> None:
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed


def test_it_runs_as_a_program(logs: Path) -> None:
    (logs / "a.json").write_text(to_json(game()))
    done = subprocess.run(
        [sys.executable, "-m", "examples.tournament", logs, logs / "\xe9\u2713"],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
        encoding="latin-1",
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    said = done.stdout.splitlines()
    assert said == ["1 game: 1 count", f"{logs}{os.sep}\xe9\\u2713{os.sep}index.html"]


# In a browser


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_accessible_asks_for_nothing_and_leads_to_the_replays(
    chromium: Browser, logs: Path, scheme: str
) -> None:
    found = hand_in(
        logs,
        {
            "a.json": named(game(2, 4), *HOSTILE),
            f"{'long' * 30}.json": named(game(1), "W" * 200, "Bo"),
            "forged.json": (GAMES / "forged.json").read_text(),
            "notes.md": "",
        },
    )
    context = chromium.new_context(
        viewport={"width": 320, "height": 640},
        color_scheme="dark" if scheme == "dark" else "light",
    )
    seen = context.new_page()
    troubles: list[str] = []
    seen.on("console", lambda message: troubles.append(message.text))
    seen.on("request", lambda request: troubles.append(request.url))
    address = (found.folder / "index.html").as_uri()
    seen.goto(address)
    assert Axe().run(seen).violations_count == 0
    assert seen.evaluate("document.documentElement.scrollWidth") <= 320
    last = seen.get_by_role("columnheader", name="Cards a game")
    expect(last).not_to_be_in_viewport()
    expect(seen.get_by_text("scrolls sideways")).to_be_visible()
    seen.keyboard.press("Tab")
    expect(seen.get_by_role("region", name="Standings")).to_be_focused()
    for _ in range(15):
        seen.keyboard.press("ArrowRight")
    expect(last).to_be_in_viewport(ratio=0.9)
    seen.get_by_role("link", name="forged.json").click()
    assert seen.locator(".verdict").inner_text() == "INVALID"
    assert troubles == [address, seen.url]
    context.close()
