"""`splendor convert`, `splendor view` and `splendor schema`: games and positions in other forms."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import attrs
import pytest

from splendor import (
    Meta,
    Record,
    State,
    commit,
    format_position,
    format_record,
    from_json,
    observe,
    parse_position,
    parse_record,
    parse_records,
    read_lines,
    record_game,
    redact,
    setup,
    to_json,
    write_lines,
)
from splendor.cli import commands, converting, forms
from splendor.cli.batch import ConversionError
from tests.ai_writer import write_log
from tests.bga_writer import write_bga
from tests.command import (
    ESCAPE,
    GAME,
    call,
    forged,
    here,  # noqa: F401 - a fixture
    put,
    record,
    report_of,
    start,
    unhurried,  # noqa: F401 - a fixture
)
from tests.games import buying, play
from tests.shared import needs_shared, shared
from tests.spendee_writer import write_data, write_game

OTHER = record(3, 5)


def convert(*arguments: object, code: int = 0) -> tuple[str, str]:
    """What a conversion prints."""
    result = call("convert", *arguments)
    assert result.exit_code == code, result.output
    return result.stdout, result.stderr


def content(path: str) -> str:
    """What a file holds."""
    return Path(path).read_bytes().decode()


# convert


def test_a_game_goes_to_text_and_json_and_back_without_loss() -> None:
    put("a.json", GAME)
    for source, target in [("a.json", "b.txt"), ("b.txt", "c.json"), ("c.json", "d.splendor")]:
        assert convert(source, target) == ("", "")
    assert content("b.txt") == content("d.splendor") == format_record(GAME)
    assert content("c.json") == to_json(GAME) + "\n"
    assert parse_record(content("b.txt")) == GAME


def test_several_games_go_to_lines_and_text_and_back() -> None:
    Path("a.jsonl").write_text("".join(write_lines([GAME, OTHER])), encoding="utf-8")
    convert("a.jsonl", "b.txt")
    convert("b.txt", "c.ndjson")
    assert parse_records(content("b.txt")) == (GAME, OTHER)
    assert content("b.txt") == f"{format_record(GAME)}\n{format_record(OTHER)}"
    assert list(read_lines(Path("c.ndjson"))) == [GAME, OTHER]


def test_several_games_do_not_go_into_one_document() -> None:
    Path("a.jsonl").write_text("".join(write_lines([GAME, OTHER])), encoding="utf-8")
    put("b.json", "precious")
    _, error = convert("a.jsonl", "b.json", code=2)
    assert error == (
        "Error: there are several games, which only JSON Lines and text hold (--to jsonl)\n"
    )
    assert content("b.json") == "precious"
    assert sorted(path.name for path in Path().iterdir()) == ["a.jsonl", "b.json"]


def test_a_position_goes_to_text_and_json_and_back() -> None:
    state = setup(3, seed=4)
    put("a.json", state)
    convert("a.json", "b.txt")
    convert("b.txt", "c.json")
    convert("b.txt", "c.jsonl")
    assert content("b.txt") == format_position(state) + "\n"
    assert from_json(content("c.json"), State) == state
    assert content("c.jsonl") == content("c.json")
    two = "".join(f"{to_json(setup(2, seed=seed))}\n" for seed in (1, 2))
    _, error = convert(put("two.jsonl", two), "two.txt", code=2)
    assert "there are several positions, which only JSON Lines hold (--to jsonl)" in error
    convert("two.jsonl", "again.jsonl")
    assert content("again.jsonl") == two


def test_the_form_is_that_of_the_name_unless_it_is_said() -> None:
    put("a.json", GAME)
    convert("a.json", "b.JSON", "--to", "text")
    assert content("b.JSON") == format_record(GAME)
    convert("a.json", "c.TXT")
    assert content("c.TXT") == content("b.JSON")
    _, error = convert("a.json", "d.csv", code=2)
    expected = (
        "expected a name that ends in one of .json, .jsonl, .ndjson, .splendor, .txt, or --to"
    )
    assert expected in " ".join(error.split())
    assert not Path("d.csv").exists()


def test_standard_output_is_a_dash() -> None:
    put("a.json", GAME)
    assert convert("a.json", "-", "--to", "text") == (format_record(GAME), "")
    assert "or --to" in convert("a.json", "-", code=2)[1]
    assert "standard input is not read" in convert("-", "b.json", code=2)[1]


def test_an_illegal_game_is_converted_as_it_is() -> None:
    game = forged(GAME, 0, by=1)
    put("a.json", game)
    convert("a.json", "b.txt")
    assert parse_record(content("b.txt")) == game


def test_a_file_is_put_in_the_place_of_another() -> None:
    put("a.json", GAME)
    put("b.json", OTHER)
    convert("a.json", "b.json")
    assert content("b.json") == to_json(GAME) + "\n"


@pytest.mark.parametrize("target", ["a.json", "./a.json", "link.json", "twin.json"])
def test_nothing_is_written_over_what_is_read(target: str) -> None:
    put("a.json", GAME)
    Path("link.json").symlink_to("a.json")
    Path("twin.json").hardlink_to("a.json")
    _, error = convert("a.json", target, code=2)
    assert "is what is read; nothing is written over it" in error
    assert content("a.json") == to_json(GAME)


def bga() -> None:
    """Write a game of Board Game Arena."""
    table, log = write_bga(GAME, order="2025")
    put("t.gamedatas.json", json.dumps(table))
    put("t.g_gamelogs.json", json.dumps(log))


def test_both_halves_of_a_game_are_read_and_neither_is_written_over() -> None:
    bga()
    convert("t.gamedatas.json", "a.json")
    assert from_json(content("a.json"), Record).players == GAME.players
    before = content("t.g_gamelogs.json")
    for target in ("t.g_gamelogs.json", "t.gamedatas.json"):
        assert "is what is read" in convert("t.gamedatas.json", target, code=2)[1]
    assert content("t.g_gamelogs.json") == before


def test_a_link_stays_and_what_it_leads_to_is_written() -> None:
    put("a.json", GAME)
    put("b.json", OTHER)
    Path("link.json").symlink_to("b.json")
    convert("a.json", "link.json")
    assert Path("link.json").is_symlink()
    assert content("b.json") == to_json(GAME) + "\n"


def test_only_a_file_can_be_written() -> None:
    put("a.json", GAME)
    _, error = convert("a.json", "/dev/null", "--to", "json", code=2)
    assert "is no file that could be written" in error
    put("b.json.part", "another")
    _, error = convert("a.json", "b.json", code=2)
    assert "b.json.part is in the way: another conversion, or one that was cut off" in error
    assert content("b.json.part") == "another"
    _, error = convert("a.json", "nowhere/b.json", code=2)
    assert error.endswith("nowhere/b.json cannot be written: No such file or directory\n")


def test_a_full_disk_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    put("a.json", GAME)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    result = start("convert", "a.json", "/dev/full")
    assert result.returncode == 2
    with pytest.raises(ConversionError, match="cannot be written: No space left"):
        converting.convert_file(Path("a.json"), Path("b.json"), "json")
    assert [path.name for path in Path().iterdir()] == ["a.json"]


def test_what_cannot_be_read_leaves_everything_as_it_was() -> None:
    put("a.json", "{")
    _, error = convert("a.json", "b.json", code=2)
    assert error.startswith("Error: a.json: line 1, column 2: not JSON")
    put("c.jsonl", f"{to_json(GAME)}\n{{}}\n")
    _, error = convert("c.jsonl", "b.jsonl", code=2)
    assert error.startswith("Error: c.jsonl: line 2, $: expected a game (a splendor-record, ")
    assert sorted(path.name for path in Path().iterdir()) == ["a.json", "c.jsonl"]


def test_an_impossible_position_is_not_converted() -> None:
    put("a.json", to_json(setup(2, seed=1)).replace('"bank":[4', '"bank":[5'))
    out, _ = convert("a.json", "b.json", code=1)
    assert out == "INVALID: INV-1: there are 5 white tokens, not 4\n"
    assert not Path("b.json").exists()


def test_what_was_assumed_is_told_on_standard_error() -> None:
    opening, actions = play(1, policy=buying)
    log = "".join(f"{json.dumps(line)}\n" for line in write_log(opening, actions))
    put("a.ndjson", log)
    _, error = convert("a.ndjson", "b.json")
    told = re.findall("^assumed: (.*)$", error, re.MULTILINE)
    assert told == list(from_json(content("b.json"), Record).meta["assumptions"])
    assert told
    assert convert("b.json", "c.txt")[1] == error
    put("two.ndjson", log * 2)
    _, error = convert("two.ndjson", "d.jsonl")
    games = list(read_lines(Path("d.jsonl")))
    assert error == "".join(
        f"assumed: game {number}: {assumption}\n"
        for number, game in enumerate(games, start=1)
        for assumption in game.meta["assumptions"]
    )
    assert error.count("assumed") == 2 * len(told)


def test_assumptions_do_a_terminal_no_harm() -> None:
    meta = {"assumptions": [f"{ESCAPE}[31m"]}
    put("a.json", attrs.evolve(GAME, meta=Meta(meta)))
    assert ESCAPE not in convert("a.json", "b.json")[1]


@needs_shared
@pytest.mark.parametrize(
    "name",
    ["ai-splendor-1.ndjson", "ai-splendor-2.ndjson", "spendee-live.json", "spendee-final.json"],
)
def test_the_samples_are_converted(name: str) -> None:
    source = shared("samples", name)
    convert(source, "a.json")
    convert("a.json", "a.txt")
    convert("a.txt", "b.json")
    assert content("a.json") == content("b.json")


def test_the_end_of_a_name_asks_for_each_form() -> None:
    assert set(forms.BY_SUFFIX.values()) == set(forms.FORMS)


# convert, many files


def tree() -> dict[str, str]:
    """All files here but those of `in`, and what they hold."""
    found = (path for path in Path().rglob("*") if path.is_file() and path.parts[0] != "in")
    return {str(path): content(str(path)) for path in found}


def several() -> None:
    """A folder `in` with games of all kinds, positions, and what is none of all that."""
    Path("in/deep").mkdir(parents=True)
    put("in/a.txt", format_record(GAME))
    put("in/deep/b.json", OTHER)
    put("in/c.jsonl", "".join(write_lines([GAME, OTHER])))
    put("in/d.txt", format_position(setup(2, seed=1)))
    put("in/e.md", "# Games")
    put("in/f.txt", "no game")
    put("in/g.json", "[]")


def test_a_folder_is_converted_into_a_folder() -> None:
    several()
    out, told = convert("in", "out/")
    assert (out, told.splitlines()) == (
        "",
        [
            "skipped in/e.md: not .json, .jsonl, .ndjson, .splendor or .txt",
            "skipped in/f.txt: text of another kind",
            "skipped in/g.json: JSON of another kind",
        ],
    )
    assert tree() == {
        "out/a.json": to_json(GAME) + "\n",
        "out/c.jsonl": "".join(write_lines([GAME, OTHER])),
        "out/d.json": to_json(setup(2, seed=1)) + "\n",
        "out/deep/b.json": to_json(OTHER) + "\n",
    }


def test_files_and_folders_are_converted_to_the_form_that_is_said() -> None:
    several()
    Path("out").mkdir()
    convert("in/a.txt", "in/c.jsonl", "in/deep", "out", "--to", "text")
    assert tree() == {
        "out/a.txt": format_record(GAME),
        "out/b.txt": format_record(OTHER),
        "out/c.txt": f"{format_record(GAME)}\n{format_record(OTHER)}",
    }
    convert("in/a.txt", "in/deep", "lines/", "--to", "jsonl")
    assert content("lines/a.jsonl") == "".join(write_lines([GAME]))


def test_one_file_goes_into_a_folder_too() -> None:
    put("a.txt", format_record(GAME))
    Path("out.json").mkdir()
    convert("a.txt", "out.json")
    assert content("out.json/a.json") == to_json(GAME) + "\n"


def test_what_fails_is_told_and_stops_nothing() -> None:
    put("a.json", GAME)
    put("b.json", "{")
    put("c.jsonl", "".join(write_lines([GAME, OTHER])))
    put("d.jsonl", f"{to_json(GAME)}\n{{}}\n")
    put("e.json", OTHER)
    put("out", "in the way")
    files = ("a.json", "b.json", "no\x1b.json", "c.jsonl", "d.jsonl", "e.json")
    assert convert(*files, "out/", code=2) == (
        "",
        "Error: the folder out cannot be made: File exists\n",
    )
    out, error = convert(*files, "new/", "--to", "json", code=2)
    assert out == ""
    told = error.splitlines()
    assert told[0].startswith("b.json: line 1, column 2: not JSON")
    assert told[1] == "no\\x1b.json: expected a file that can be read: No such file or directory"
    assert told[2] == (
        "c.jsonl: there are several games, which only JSON Lines and text hold (--to jsonl)"
    )
    assert told[3].startswith("d.jsonl: line 2, $: expected a game")
    assert len(told) == 4
    assert sorted(path.name for path in Path("new").iterdir()) == ["a.json", "e.json"]


def test_an_invalid_position_among_others_is_1_and_stops_nothing() -> None:
    put("a.json", to_json(setup(2, seed=1)).replace('"bank":[4', '"bank":[5'))
    put("b.json", GAME)
    out, error = convert("a.json", "b.json", "out/", code=1)
    assert (out, error) == ("", "a.json: INVALID: INV-1: there are 5 white tokens, not 4\n")
    assert sorted(tree()) == ["a.json", "b.json", "out/b.json"]
    convert("missing.json", "a.json", "b.json", "out/", code=2)
    convert("a.json", "missing.json", "b.json", "out/", code=2)


def test_nothing_is_written_over_what_is_read_or_was_just_written() -> None:
    several()
    before = content("in/a.txt")
    _, error = convert("in", "in/", "--to", "text", code=2)
    assert "in/a.txt: in/a.txt is what is read; nothing is written over it\n" in error
    assert content("in/a.txt") == before
    assert content("in/c.txt")
    Path("other").mkdir()
    put("other/a.json", OTHER)
    _, error = convert("other/a.json", "in/a.txt", "in/a.txt", "out/", code=2)
    assert error == "in/a.txt: out/a.json was just made of other/a.json\n"
    assert content("out/a.json") == to_json(OTHER) + "\n"
    convert("in/a.txt", "out/")
    assert content("out/a.json") == to_json(GAME) + "\n"


def test_the_folder_that_is_written_to_is_not_read() -> None:
    put("a.json", GAME)
    Path("out").mkdir()
    for _ in range(2):
        assert convert(".", "out/", "--to", "text") == ("", "")
        assert tree() == {"a.json": to_json(GAME), "out/a.txt": format_record(GAME)}


def test_both_halves_of_a_game_make_one_file() -> None:
    Path("in").mkdir()
    bga()
    for name in ("t.gamedatas.json", "t.g_gamelogs.json"):
        Path(name).rename(f"in/{name}")
    assert convert("in", "out/")[0] == ""
    assert list(tree()) == ["out/t.json"]
    assert from_json(content("out/t.json"), Record).players == GAME.players


def test_what_is_in_the_way_of_a_file_or_of_a_folder_is_told() -> None:
    several()
    Path("out/a.json").mkdir(parents=True)
    put("out/deep", "in the way")
    _, error = convert("in", "out", code=2)
    told = error.splitlines()
    assert told[0].endswith("out/a.json is no file that could be written")
    assert told[1] == "in/deep/b.json: the folder out/deep cannot be made: File exists"


def test_a_folder_that_cannot_be_listed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    several()
    real = os.scandir

    def scandir(path: Path) -> Any:  # noqa: ANN401 - private to os
        if path.name == "deep":
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    error = convert("in", "out/", code=2)[1]
    assert "in/deep: expected a folder that can be listed: Permission denied\n" in error
    assert "out/a.json" in tree()


def test_a_folder_without_games_is_2() -> None:
    Path("in").mkdir()
    assert convert("in", "out/", code=2)[1] == "no game or position found\n"
    put("in/a.md", "")
    assert convert("in", "out/", code=2)[1].endswith("no game or position found\n")


@pytest.mark.parametrize("sources", [["a.json", "b.json"], ["in"]])
@pytest.mark.parametrize("target", ["c.json", "out", "-"])
def test_several_files_do_not_go_into_one(sources: list[str], target: str) -> None:
    Path("in").mkdir()
    for name in ("a.json", "b.json"):
        put(name, GAME)
    _, error = convert(*sources, target, "--to", "jsonl", code=2)
    assert "several files go to a folder: to one that exists" in error
    assert not Path(target).exists()


def test_what_was_assumed_is_told_with_the_name_of_the_file() -> None:
    meta = {"assumptions": ["a pass"]}
    put("a.json", attrs.evolve(GAME, meta=Meta(meta)))
    assert convert("a.json", "out/")[1] == "a.json: assumed: a pass\n"


def test_an_interrupt_keeps_what_is_converted_and_leaves_nothing_half_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def text_of(game: object, _: object) -> str:
        if game == OTHER:
            raise KeyboardInterrupt
        return to_json(GAME)

    Path("in").mkdir()
    for number, game in enumerate((GAME, GAME, OTHER, GAME)):
        put(f"in/{number}.json", game)
    monkeypatch.setattr(converting, "text_of", text_of)
    put("in/0.md", "")
    _, error = convert("in", "out/", code=130)
    assert error.splitlines() == [
        "skipped in/0.md: not .json, .jsonl, .ndjson, .splendor or .txt",
        "interrupted after 3 of 5 files",
    ]
    assert sorted(tree()) == ["out/0.json", "out/1.json"]


# view


def view(*arguments: object, code: int = 0) -> str:
    """What a view prints."""
    result = call("view", *arguments)
    assert result.exit_code == code, result.output
    return result.stdout


def test_a_game_is_seen_by_a_seat_and_by_a_spectator() -> None:
    put("a.json", GAME)
    for seat, arguments in ((0, ["--seat", 0]), (1, ["--seat", 1]), (None, ["--spectator"])):
        seen = redact(GAME, seat)
        assert view("a.json", *arguments, "--json") == to_json(seen) + "\n"
        assert view("a.json", *arguments, "--text") == format_record(seen)
        put("seen.json", seen)
        assert view("a.json", *arguments) == call("show", "seen.json").stdout


def test_a_position_is_seen_by_a_seat_and_by_a_spectator() -> None:
    state = setup(3, seed=4)
    put("a.json", state)
    for seat, arguments in ((2, ["--seat", 2]), (None, ["--spectator"])):
        seen = observe(state, seat)
        assert view("a.json", *arguments, "--json") == to_json(seen) + "\n"
        text = view("a.json", *arguments, "--text")
        assert parse_position(text.removesuffix("\n")) == seen
        put("seen.json", seen)
        assert view("a.json", *arguments) == call("show", "seen.json").stdout


def test_a_document_of_spendee_is_seen_without_its_decks() -> None:
    state = setup(2, seed=1)
    put("a.json", json.dumps(write_game(state)))
    text = view("a.json", "--seat", 0)
    assert "0 Player 1" in text
    assert "assumed: element 0 of hiddenCards is the next card" in text
    known = from_json(view("a.json", "--seat", 0, "--json"), State)
    assert known.decks == observe(state, 0).decks


def test_a_position_and_a_game_do_not_go_into_one_text() -> None:
    put("a.jsonl", f"{to_json(setup(2, seed=1))}\n{to_json(GAME)}\n")
    result = call("convert", "a.jsonl", "a.txt")
    assert result.exit_code == 2
    assert "there are several positions, which only JSON Lines hold" in result.stderr
    assert not Path("a.txt").exists()


def test_a_view_of_an_invalid_game_is_1() -> None:
    put("a.json", forged(GAME, 0, by=1))
    assert "INVALID" in view("a.json", "--seat", 0, code=1)
    put("b.json", to_json(setup(2, seed=1)).replace('"bank":[4', '"bank":[5'))
    shown = view("b.json", "--spectator", code=1)
    assert shown == "INVALID: splendor show says why\n"  # its problems may name hidden cards


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "--seat or --spectator is needed"),
        (["--seat", "0", "--spectator"], "either --seat or --spectator, not both"),
        (["--seat", "2"], "with 2 players there is no seat 2: seats count from 0"),
        (["--seat", "-1"], "-1 is not in the range x>=0"),
    ],
)
def test_a_view_needs_somebody_who_looks(arguments: list[str], message: str) -> None:
    put("a.json", GAME)
    result = call("view", "a.json", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert call("view", "missing.json", "--spectator").exit_code == 2
    assert "standard input is not read" in call("view", "-", "--spectator").stderr


# schema


def test_the_schema_is_printed() -> None:
    document = json.loads(call("schema").stdout)
    assert document["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert callable(commands.schema)


# verify


def test_a_file_of_several_games_has_each_of_them_checked() -> None:
    text = (
        f"{to_json(GAME)}\n{{}}\n{to_json(forged(OTHER, 0, by=1))}\n{to_json(setup(2, seed=1))}\n"
    )
    put("a.jsonl", text)
    put("b.txt", f"{format_record(GAME)}\n{format_record(OTHER)}")
    document = report_of(".")
    assert [
        (report["file"], report["game"], report["verdict"]) for report in document["reports"]
    ] == [
        ("a.jsonl", 1, "valid"),
        ("a.jsonl", 2, "unreadable"),
        ("a.jsonl", 3, "invalid"),
        ("a.jsonl", 4, "unreadable"),
        ("b.txt", 1, "valid"),
        ("b.txt", 2, "valid"),
    ]
    errors = [report["error"] for report in document["reports"] if report["error"]]
    assert [error["path"] for error in errors] == ["line 2, $", ""]
    assert errors[1]["message"].endswith("and its log), not a position")
    shown = call("verify", "a.jsonl", "b.txt").stdout
    assert "a.jsonl, game 3" in shown
    assert "6 games: 3 valid, 1 invalid, 2 unreadable" in shown


def test_positions_are_no_games() -> None:
    state = setup(2, seed=1)
    put("a.json", json.dumps(write_data(state)))
    put("b.txt", format_position(state))
    put("c.jsonl", f"{to_json(state)}\n{to_json(state)}\n")
    result = call("verify", ".")
    assert result.exit_code == 2
    assert result.stdout.splitlines() == [
        "skipped a.json: a Spendee document, a position, not a game",
        "skipped b.txt: a position of one line, not a game",
        "skipped c.jsonl: a splendor-state, not a game",
        "no game found",
    ]
    for name in ("a.json", "b.txt", "c.jsonl"):
        result = call("verify", name)
        assert result.exit_code == 2
        assert "expected a game (a splendor-record" in " ".join(result.stdout.split())
        assert call("show", name).exit_code == (2 if name == "c.jsonl" else 0)


def test_a_commitment_is_mentioned() -> None:
    opening, actions = play(3)
    promise = commit(opening, salt=bytes(range(16)))
    opened = record_game(opening, actions, seed=3, commitment=promise)
    sealed = attrs.evolve(opened, commitment=promise.sealed)
    for game, word, line in (
        (opened, "opened", "the commitment was opened and holds"),
        (sealed, "sealed", "the commitment is sealed and could not be checked"),
        (attrs.evolve(opened, commitment=None), None, ""),
    ):
        put("a.json", game)
        [report] = report_of("a.json")["reports"]
        assert (report["verdict"], report["commitment"]) == ("valid", word)
        assert line in call("verify", "a.json").stdout
