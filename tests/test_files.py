"""Games from files: what is recognised, what is refused and how, and what a folder holds."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

from splendor import (
    InvalidPositionError,
    State,
    UnreadableError,
    UnsupportedVersionError,
    format_position,
    format_record,
    setup,
)
from splendor.errors import InvalidValueError
from splendor.formats import content, files, folders
from splendor.formats.files import FoundGame, games_of, load, load_any
from splendor.formats.json import from_json, to_json
from splendor.formats.record import Record
from splendor.formats.recording import record_game
from splendor.formats.search import SkippedFile, UnreadableFile, find_games
from splendor.formats.strict import MAX_BYTES
from splendor.verification import Verdict, verify
from tests.ai_writer import write_log
from tests.games import play
from tests.shared import needs_shared, shared
from tests.spendee_writer import write_data

RECORD = record_game(*play(1))
OTHER = record_game(*play(2))


@pytest.fixture
def bga(monkeypatch: pytest.MonkeyPatch) -> list[tuple[bytes, bytes, str]]:
    """A stand-in for the reader of Board Game Arena: what it was given is noted.

    A table is `["table"]`, a log `["log"]`, whatever more there is in the list.
    """
    given: list[tuple[bytes, bytes, str]] = []

    def read(gamedatas: bytes, gamelogs: bytes, *, source: str = "") -> Record:
        given.append((gamedatas, gamelogs, source))
        return RECORD

    def starts_with(word: str) -> Callable[[object], bool]:
        return lambda value: isinstance(value, list) and value[:1] == [word]

    monkeypatch.setattr(files, "read_bga", read)
    monkeypatch.setattr(content, "is_bga_table", starts_with("table"))
    monkeypatch.setattr(content, "is_bga_log", starts_with("log"))
    return given


def put(path: Path, text: str = "") -> Path:
    """Write a file and the folders it is in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text or to_json(RECORD), encoding="utf-8")
    return path


def refusal(path: Path) -> UnreadableError:
    """The error with which a file is refused, by `load` and by `find_games` alike."""
    with pytest.raises(UnreadableError) as caught:
        load(path)
    error = caught.value
    [found] = find_games([path])
    assert isinstance(found, (FoundGame, UnreadableFile))
    if isinstance(found, UnreadableFile):
        assert (found.path, str(found.error)) == (path, str(error))
    else:
        with pytest.raises(UnreadableError, match=re.escape(str(error))) as again:
            found.read()
        assert str(again.value) == str(error)
    return error


def found_in(folder: Path, *paths: Path) -> list[tuple[str, str]]:
    """What is found in a folder, or under paths: the kind and the path of each."""
    return [
        (type(found).__name__, found.path.relative_to(folder).as_posix())
        for found in find_games(paths or [folder])
    ]


# A record


def test_a_record_is_read(tmp_path: Path) -> None:
    path = put(tmp_path / "game.json")
    assert load(path) == load_any(path) == RECORD


def test_a_record_is_recognised_by_its_content_whatever_its_name(tmp_path: Path) -> None:
    path = put(tmp_path / "x.gamedatas.json")
    assert load(path) == RECORD
    assert load(put(tmp_path / "without-suffix")) == RECORD


def test_an_error_inside_a_record_names_the_file_and_the_path(tmp_path: Path) -> None:
    text = to_json(RECORD).replace('"by":0', '"by":9', 1)
    error = refusal(put(tmp_path / "game.json", text))
    assert (error.source, error.path) == ("game.json", "$.events[0].by")
    assert "9" in error.message


def test_a_newer_version_is_refused_as_such(tmp_path: Path) -> None:
    error = refusal(put(tmp_path / "game.json", '{"format": "splendor-record", "version": 2}'))
    assert isinstance(error, UnsupportedVersionError)
    assert str(error).startswith("game.json: $.version: splendor-record version 2 is newer")


# Files that are refused before they are read


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    error = refusal(tmp_path / "game.json")
    assert str(error) == ("game.json: expected a file that can be read: No such file or directory")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="expected a file, not a folder") as caught:
        load(tmp_path)
    assert caught.value.source == tmp_path.name


def test_a_path_without_a_name_is_its_own_source() -> None:
    with pytest.raises(UnreadableError) as caught:
        load(Path("/"))
    assert caught.value.source == str(Path("/"))


def test_a_path_that_no_file_can_have_is_refused(tmp_path: Path) -> None:
    assert "embedded null" in str(refusal(tmp_path / "a\0b"))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name")
def test_a_pipe_is_refused_without_waiting_for_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "game.json")
    error = refusal(tmp_path / "game.json")
    assert error.message == "expected a regular file, not a device or a pipe"


def test_a_file_of_the_greatest_size_is_read_and_a_longer_one_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = to_json(RECORD)
    path = put(tmp_path / "game.json", text + " " * (MAX_BYTES - len(text)))
    assert load(path) == RECORD
    path.write_bytes(path.read_bytes() + b" ")
    monkeypatch.setattr(content, "parse", None)  # it is refused by its size, unparsed
    error = refusal(path)
    assert error.message == f"expected at most {MAX_BYTES} bytes, not {MAX_BYTES + 1}"


def test_a_file_that_grows_while_it_is_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put(tmp_path / "game.json", " " * 100)
    monkeypatch.setattr(folders, "MAX_BYTES", 99)
    monkeypatch.setattr(content, "MAX_BYTES", 99)
    real = Path.stat

    def smaller(self: Path) -> os.stat_result:
        status = list(real(self))
        status[6] = 9
        return os.stat_result(status)

    monkeypatch.setattr(Path, "stat", smaller)
    assert refusal(path).message == "expected at most 99 bytes, not 100"


def test_a_file_without_permission_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def deny(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = put(tmp_path / "game.json")
    monkeypatch.setattr(Path, "open", deny)  # root, which tests may run as, may read anything
    assert refusal(path).message == "expected a file that can be read: Permission denied"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "game.json: line 1, column 1: not JSON: the document is empty"),
        ('{"format": "splendor-rec', "game.json: line 1, column 12: not JSON"),
        ("[]", "game.json: expected a game (a splendor-record, an AI-Splendor log, a Spendee doc"),
        ('"splendor-record"', "not JSON of another kind"),
        ('{"format": ["splendor-record"]}', "not JSON of another kind"),
        ('{"format": "splendor-record-2"}', "not JSON of another kind"),
    ],
)
def test_a_file_that_is_no_game_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(text, encoding="utf-8")
    assert message in str(refusal(path))


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_bytes(b'{"\xff": 1}')
    assert str(refusal(tmp_path / "game.json")).startswith("game.json: byte 2: not UTF-8")


# Positions


def test_a_position_is_no_game_but_can_be_loaded(tmp_path: Path) -> None:
    state = setup(3, seed=4)
    path = put(tmp_path / "position.json", to_json(state))
    assert load_any(path) == state
    assert refusal(path).message.endswith("and its log), not a splendor-state")


def test_a_position_that_breaks_invariants_is_told_from_one_that_is_malformed(
    tmp_path: Path,
) -> None:
    text = to_json(setup(2, seed=4))
    with pytest.raises(InvalidPositionError, match="INV-1"):
        load_any(put(tmp_path / "a.json", text.replace('"bank":[4', '"bank":[5')))
    with pytest.raises(UnreadableError, match=r"^b\.json: \$\.bank: ") as caught:
        load_any(put(tmp_path / "b.json", text.replace('"bank":[4,', '"bank":[')))
    assert caught.value.source == "b.json"
    assert from_json(text, State) == setup(2, seed=4)


# Other kinds of files


def test_a_record_and_a_position_of_text_are_read(tmp_path: Path) -> None:
    game = put(tmp_path / "a", format_record(RECORD))
    assert load(game) == load_any(game) == RECORD
    assert load(put(tmp_path / "b", f"; a comment\n{format_record(RECORD)}")) == attrs.evolve(
        RECORD, meta=load(tmp_path / "b").meta
    )
    state = setup(2, seed=4)
    position = put(tmp_path / "c", f"{format_position(state)}\n")
    assert load_any(position) == state
    assert refusal(position).message.endswith("and its log), not a position of one line")
    broken = put(tmp_path / "d", format_record(RECORD).replace("nobles ", "nobels "))
    assert re.match(r"line \d+, column \d+", refusal(broken).path)
    broken = put(tmp_path / "e", "4/4/4/4/4/5 1w1")
    with pytest.raises(UnreadableError, match=r"^e: "):
        load_any(broken)


def test_a_file_of_several_games_is_no_one_game(tmp_path: Path) -> None:
    text = f"{format_record(RECORD)}\n{format_record(OTHER)}"
    several = put(tmp_path / "a.txt", text)
    lines = put(tmp_path / "b.json", f"{to_json(RECORD)}\n{to_json(OTHER)}\n")
    for path in (several, lines):
        with pytest.raises(UnreadableError, match="expected one game, not several"):
            load(path)
        found = list(find_games([path]))
        assert [game.number for game in found if isinstance(game, FoundGame)] == [1, 2]
        assert [game.read() for game in found if isinstance(game, FoundGame)] == [RECORD, OTHER]
        assert [game.reading().players for game in games_of(path)] == [RECORD.players] * 2


def test_a_line_may_hold_anything_that_a_file_may(tmp_path: Path) -> None:
    state = setup(2, seed=4)
    data = write_data(state)
    lines = [
        to_json(RECORD),
        to_json(state),
        json.dumps(data),
        "",
        json.dumps({"games": [data] * 2}),
    ]
    path = put(tmp_path / "a.jsonl", "\n".join(lines))
    games = list(games_of(path))
    assert games[0].read() == RECORD
    assert games[1].reading().game == state
    assert isinstance(games[2].reading().game, State)
    for game, message in zip(
        games[1:],
        [
            "a.jsonl: expected a game (",
            "a.jsonl: expected a game (",
            "a.jsonl: line 4, column 1: not JSON: the document is empty",
            "a.jsonl: line 5: expected one game, not several",
        ],
        strict=True,
    ):
        with pytest.raises(UnreadableError) as caught:
            game.read()
        assert str(caught.value).startswith(message)
    broken = to_json(state).replace('"bank":[4', '"bank":[5')
    path = put(tmp_path / "b.jsonl", f"{to_json(RECORD)}\n{broken}")
    with pytest.raises(UnreadableError, match=r"^b\.jsonl: line 2: INV-1: "):
        list(games_of(path))[1].reading()
    path = put(tmp_path / "c.jsonl", f'{to_json(RECORD)}\n{{"games":[]}}')
    with pytest.raises(UnreadableError, match=r"^c\.jsonl: line 2, \$: expected a game \("):
        list(games_of(path))[1].reading()


def test_a_log_of_lines_is_one_game_and_its_broken_line_is_named(tmp_path: Path) -> None:
    opening, actions = play(1)
    lines = [json.dumps(line) for line in write_log(opening, actions)]
    path = put(tmp_path / "a.ndjson", "\n".join(lines))
    assert load(path).players == ("model-0", "model-1")
    [game] = find_games([path])
    assert isinstance(game, FoundGame)
    assert game.number is None
    lines[3] = "{"
    error = refusal(put(tmp_path / "a.ndjson", "\n".join(lines)))
    assert str(error).startswith("a.ndjson: line 4, column 2: not JSON")
    alone = put(tmp_path / "b.ndjson", lines[0])
    assert load(alone).events == ()


def test_spendee_documents_are_positions_and_may_be_several(tmp_path: Path) -> None:
    data = write_data(setup(2, seed=4))
    one = put(tmp_path / "a.json", json.dumps(data))
    two = put(tmp_path / "b.json", json.dumps({"games": [data, data]}))
    assert isinstance(load_any(one), State)
    with pytest.raises(UnreadableError, match=r"^a\.json: expected a game \(.*, not a position$"):
        load(one)
    assert [game.number for game in games_of(two)] == [1, 2]
    found = list(find_games([tmp_path]))
    assert [type(one) for one in found] == [SkippedFile] * 3
    data["bank"]["chips"][0] = 9
    put(two, json.dumps(data))
    with pytest.raises(InvalidPositionError):
        load_any(two)
    with pytest.raises(UnreadableError, match=r"^b\.json: INV-1: "):
        load(two)
    [found_again] = find_games([two])
    assert isinstance(found_again, UnreadableFile)
    assert found_again.error.message.startswith("INV-1: ")
    put(two, json.dumps({"games": [{"data": data}, {}]}))
    assert refusal(two).path.startswith("$.games[0]")


def test_a_file_of_any_length_is_read_line_by_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = to_json(RECORD)
    path = put(tmp_path / "a.jsonl", f"{line}\n" * 50)
    for module in (content, folders):
        monkeypatch.setattr(module, "MAX_BYTES", 2 * len(line))
    assert (
        sum(isinstance(game, FoundGame) and game.read() == RECORD for game in find_games([path]))
        == 50
    )
    words = put(tmp_path / "b.json", "x\n" * 10 * len(line))
    assert refusal(words).message.startswith(f"expected at most {2 * len(line)} bytes, not ")


def test_a_file_that_is_gone_before_its_lines_are_read_is_refused(tmp_path: Path) -> None:
    path = put(tmp_path / "a.jsonl", f"{to_json(RECORD)}\n{to_json(RECORD)}\n")
    games = games_of(path)
    path.unlink()
    with pytest.raises(UnreadableError, match=r"^a\.jsonl: expected a file that can be read"):
        list(games)


# Board Game Arena


@pytest.mark.parametrize("named", ["t1.gamedatas.json", "t1.g_gamelogs.json"])
def test_either_half_leads_to_the_whole_game(
    tmp_path: Path, bga: list[tuple[bytes, bytes, str]], named: str
) -> None:
    put(tmp_path / "t1.gamedatas.json", '["table", 1]')
    put(tmp_path / "t1.g_gamelogs.json", '["log", 1]')
    put(tmp_path / "t2.gamedatas.json", '["table", 2]')
    put(tmp_path / "t10.g_gamelogs.json", '["log", 10]')
    assert load(tmp_path / named) == load_any(tmp_path / named) == RECORD
    assert bga == [(b'["table", 1]', b'["log", 1]', named)] * 2


def test_the_halves_are_told_apart_by_content(
    tmp_path: Path, bga: list[tuple[bytes, bytes, str]]
) -> None:
    put(tmp_path / "t1.a.json", '["log", 1]')
    put(tmp_path / "t1.b.JSON", '["table", 1]')
    put(tmp_path / "t1.json", "{}")
    put(tmp_path / "t1.notes", '["table", 2]')
    load(tmp_path / "t1.a.json")
    assert bga == [(b'["table", 1]', b'["log", 1]', "t1.a.json")]


@pytest.mark.usefixtures("bga")
def test_a_missing_half_is_refused(tmp_path: Path) -> None:
    error = refusal(put(tmp_path / "t1.gamedatas.json", '["table"]'))
    assert str(error) == (
        "t1.gamedatas.json: expected a Board Game Arena log (g_gamelogs) beside it, "
        "named t1.*.json; there is none"
    )
    (tmp_path / "t1.gamedatas.json").unlink()
    error = refusal(put(tmp_path / "t1.g_gamelogs.json", '["log"]'))
    assert "expected a Board Game Arena table (gamedatas) beside it" in error.message


@pytest.mark.usefixtures("bga")
def test_a_half_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    put(tmp_path / "t1.g_gamelogs.json", '["log"')
    put(tmp_path / "t1.z.json", "?")
    error = refusal(put(tmp_path / "t1.gamedatas.json", '["table"]'))
    assert error.source == "t1.gamedatas.json"
    assert "there is none; t1.g_gamelogs.json: line 1, column 7: not JSON" in error.message


@pytest.mark.usefixtures("bga")
def test_several_other_halves_are_refused(tmp_path: Path) -> None:
    put(tmp_path / "t1.b.json", '["log", 1]')
    put(tmp_path / "t1.a.json", '["log", 2]')
    error = refusal(put(tmp_path / "t1.gamedatas.json", '["table"]'))
    assert error.message.endswith("there are several: t1.a.json, t1.b.json")


@pytest.mark.usefixtures("bga")
def test_a_folder_that_cannot_be_listed_hides_the_other_half(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path / "t1.g_gamelogs.json", '["log"]')
    path = put(tmp_path / "t1.gamedatas.json", '["table"]')

    def deny(_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", deny)
    assert refusal(path).message.endswith("there is none")


@pytest.mark.usefixtures("bga")
def test_an_error_of_the_reader_names_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path / "t1.g_gamelogs.json", '["log"]')
    path = put(tmp_path / "t1.gamedatas.json", '["table"]')

    def fail(error: Exception) -> Callable[..., Record]:
        def read(*_: object, **__: object) -> Record:
            raise error

        return read

    monkeypatch.setattr(files, "read_bga", fail(UnreadableError("oh", path="$.market")))
    assert str(refusal(path)) == "t1.gamedatas.json: $.market: oh"
    monkeypatch.setattr(files, "read_bga", fail(UnreadableError("oh", source="the log")))
    assert str(refusal(path)) == "the log: oh"
    monkeypatch.setattr(files, "read_bga", fail(InvalidValueError("no such value")))
    assert str(refusal(path)) == "t1.gamedatas.json: no such value"


@needs_shared
def test_the_sample_logs_are_games() -> None:
    for name in ("bga-2021", "bga-2025"):
        first, second = (
            load(shared("samples", f"{name}.{half}.json")) for half in ("gamedatas", "g_gamelogs")
        )
        assert first == second
        assert verify(first).verdict is Verdict.VALID


# Folders


def test_files_and_folders_are_given_in_order_each_game_once(
    tmp_path: Path, bga: list[tuple[bytes, bytes, str]]
) -> None:
    put(tmp_path / "b/deep/er/1.json")
    put(tmp_path / "b/2.json")
    put(tmp_path / "b/c.json/3.json")
    put(tmp_path / "a/t1.gamedatas.json", '["table"]')
    put(tmp_path / "a/t1.g_gamelogs.json", '["log"]')
    put(tmp_path / "z.JSON")
    assert found_in(tmp_path) == [
        ("FoundGame", "z.JSON"),
        ("FoundGame", "a/t1.g_gamelogs.json"),
        ("FoundGame", "b/2.json"),
        ("FoundGame", "b/c.json/3.json"),
        ("FoundGame", "b/deep/er/1.json"),
    ]
    named = [tmp_path / "b/deep/er/1.json", tmp_path / "b", tmp_path / "a/t1.gamedatas.json"]
    named += [tmp_path, tmp_path / "b/../b/2.json", tmp_path / "a/t1.g_gamelogs.json"]
    assert found_in(tmp_path, *named) == [
        ("FoundGame", "b/deep/er/1.json"),
        ("FoundGame", "b/2.json"),
        ("FoundGame", "b/c.json/3.json"),
        ("FoundGame", "a/t1.gamedatas.json"),
        ("FoundGame", "z.JSON"),
    ]
    assert bga == []


def test_what_is_found_is_read_later(tmp_path: Path) -> None:
    put(tmp_path / "1.json")
    put(tmp_path / "2.json", to_json(OTHER))
    put(tmp_path / "3.json", '{"format": "splendor-record"}')
    first, second, third = find_games([tmp_path])
    assert isinstance(first, FoundGame)
    assert isinstance(second, FoundGame)
    assert isinstance(third, FoundGame)
    assert (first.read(), second.read()) == (RECORD, OTHER)
    with pytest.raises(UnreadableError, match=r"^3\.json: \$\.version"):
        third.read()


def test_what_is_no_game_is_skipped_in_a_folder_and_unreadable_when_named(tmp_path: Path) -> None:
    put(tmp_path / "game.json.bak", "{}")
    put(tmp_path / "list.json", "[]")
    put(tmp_path / "position.json", to_json(setup(2, seed=1)))
    put(tmp_path / "readme.txt", "Splendor")
    put(tmp_path / "rows.jsonl", "{}\n{}")
    found = list(find_games([tmp_path]))
    assert [one.remark for one in found if isinstance(one, SkippedFile)] == [
        "not .json, .jsonl, .ndjson, .splendor or .txt",
        "JSON of another kind, not a game",
        "a splendor-state, not a game",
        "text of another kind, not a game",
        "JSON of another kind, not a game",
    ]
    assert len(found) == 5
    again = find_games(sorted(tmp_path.iterdir()))
    assert [type(one) for one in again] == [UnreadableFile] * 5


@pytest.mark.usefixtures("bga")
def test_what_ought_to_be_a_game_is_unreadable_in_a_folder_too(tmp_path: Path) -> None:
    put(tmp_path / "1.json", '{"format": "splendor-rec')
    put(tmp_path / "2.json", '["table"]')
    put(tmp_path / "3.json")
    (tmp_path / "4.json").symlink_to(tmp_path / "nowhere")
    assert found_in(tmp_path) == [
        ("UnreadableFile", "1.json"),
        ("UnreadableFile", "2.json"),
        ("FoundGame", "3.json"),
        ("UnreadableFile", "4.json"),
    ]


def test_hidden_files_and_folders_are_left_out_unless_named(tmp_path: Path) -> None:
    put(tmp_path / ".game.json")
    put(tmp_path / ".git/game.json")
    assert found_in(tmp_path) == []
    named = [tmp_path / ".game.json", tmp_path / ".git"]
    assert found_in(tmp_path, *named) == [
        ("FoundGame", ".game.json"),
        ("FoundGame", ".git/game.json"),
    ]


def test_links_do_no_harm(tmp_path: Path) -> None:
    put(tmp_path / "a/game.json")
    (tmp_path / "a/again.json").symlink_to(tmp_path / "a/game.json")
    (tmp_path / "a/up").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "a/self.json").symlink_to(tmp_path / "a/self.json")
    assert found_in(tmp_path) == [
        ("FoundGame", "a/again.json"),
        ("UnreadableFile", "a/self.json"),
        ("SkippedFile", "a/up"),
    ]
    assert found_in(tmp_path, tmp_path / "a/up/a/up/a/game.json", tmp_path / "a/game.json") == [
        ("FoundGame", "a/up/a/up/a/game.json")
    ]
    assert found_in(tmp_path, tmp_path / "a/up")[0] == ("FoundGame", "a/up/a/again.json")


def test_a_folder_that_cannot_be_listed_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path / "a/1.json")
    put(tmp_path / "b/2.json")
    real = os.scandir

    def scan(path: Path | str) -> object:
        if Path(path).name == "a":
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", scan)
    found = list(find_games([tmp_path]))
    assert isinstance(found[0], UnreadableFile)
    assert str(found[0].error) == "a: expected a folder that can be listed: Permission denied"
    assert [one.path.name for one in found] == ["a", "2.json"]


def test_an_empty_folder_holds_nothing(tmp_path: Path) -> None:
    assert list(find_games([tmp_path])) == []
    assert list(find_games([])) == []


def test_a_path_may_be_a_string(tmp_path: Path) -> None:
    path = put(tmp_path / "game.json", to_json(RECORD))
    assert load(str(path)) == load(path) == RECORD
