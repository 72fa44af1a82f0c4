"""Files compressed with gzip and zstd: read as if they were not, refused when they are damaged."""

from __future__ import annotations

import gzip
import json
import random
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from splendor import (
    FoundGame,
    Record,
    SkippedFile,
    UnreadableError,
    UnreadableFile,
    find_games,
    format_record,
    load,
    read_lines,
    to_json,
    verify_many,
    write_lines,
)
from splendor.formats import folders
from splendor.formats.compression import ZSTD_MODULE
from splendor.formats.strict import MAX_BYTES
from splendor.verification import CheckedGame
from tests.bga_writer import write_bga
from tests.command import call
from tests.compressed import zstd
from tests.records import game

GAMES: Final = [game(seed) for seed in (1, 2, 3)]
LINES: Final = "".join(write_lines(GAMES)).encode()
Pack = Callable[[bytes], bytes]
PACKS: Final[dict[str, Pack]] = {"gzip": gzip.compress, "zstd": zstd.compress}
packed = pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)


def put(path: Path, data: bytes) -> Path:
    """Write a file and the folders it is in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def found_in(path: Path) -> list[Record | str]:
    """The games in a file or folder, and of what is unreadable or skipped what is said of it."""
    return list(map(what_is, find_games(path)))


def what_is(found: FoundGame | UnreadableFile | SkippedFile) -> Record | str:
    """A game, or what is said of what is none."""
    if isinstance(found, FoundGame):
        return found.read()
    return found.remark if isinstance(found, SkippedFile) else found.error.message


def until_error(records: Iterator[Record]) -> tuple[list[Record], str]:
    """What a stream gives, and the error it ends with."""
    got: list[Record] = []
    with pytest.raises(UnreadableError) as caught:
        got.extend(records)
    return got, str(caught.value)


# What is in them


@packed
def test_a_file_is_told_by_its_content_not_by_its_name(pack: Pack, tmp_path: Path) -> None:
    text = format_record(GAMES[0]).encode()
    for name in ("a.json.gz", "a.json", "a"):
        assert load(put(tmp_path / name, pack(to_json(GAMES[0]).encode()))) == GAMES[0]
        assert load(put(tmp_path / name, pack(text))) == GAMES[0]
        assert list(read_lines(put(tmp_path / name, pack(LINES)))) == GAMES
    assert load(put(tmp_path / "plain.gz", text)) == GAMES[0]


@packed
def test_the_lines_of_a_file_are_games_of_their_own(pack: Pack, tmp_path: Path) -> None:
    path = put(tmp_path / "games.jsonl.gz", pack(LINES))
    found = list(find_games(path))
    assert [(each.path, getattr(each, "number", None)) for each in found] == [
        (path, number) for number in (1, 2, 3)
    ]
    assert found_in(path) == GAMES
    checked = [each for each in verify_many(path) if isinstance(each, CheckedGame)]
    assert [each.number for each in checked] == [1, 2, 3]


@packed
def test_in_folders_compressed_files_are_looked_into(pack: Pack, tmp_path: Path) -> None:
    one = pack(to_json(GAMES[0]).encode())
    put(tmp_path / "1.json.gz", one)
    put(tmp_path / "2.JSONL.ZST", pack(LINES))
    put(tmp_path / "3.splendor.zst", pack(format_record(GAMES[1]).encode()))
    put(tmp_path / "4.txt.gz", pack(b"nothing of ours"))
    put(tmp_path / "5.gz", one)
    put(tmp_path / "6.csv.gz", one)
    no_name = "not .json, .jsonl, .ndjson, .splendor or .txt"
    assert found_in(tmp_path) == [
        *(GAMES[0], *GAMES, GAMES[1], "text of another kind, not a game", no_name, no_name)
    ]


@packed
def test_the_halves_of_a_board_game_arena_game_may_be_compressed(
    pack: Pack, tmp_path: Path
) -> None:
    table, log = write_bga(GAMES[0], order="2025")
    plain = tmp_path / "plain"
    put(plain / "1.gamedatas.json", json.dumps(table).encode())
    put(plain / "1.g_gamelogs.json", json.dumps(log).encode())
    both = tmp_path / "both"
    put(both / "1.gamedatas.json.gz", pack(json.dumps(table).encode()))
    put(both / "1.g_gamelogs.json", json.dumps(log).encode())
    [expected], [got] = found_in(plain), found_in(both)
    assert isinstance(expected, Record)
    assert got == expected


def test_a_file_may_be_of_several_compressed_pieces(tmp_path: Path) -> None:
    """As `cat` makes it of several files."""
    for pack in PACKS.values():
        pieces = b"".join(pack(line) for line in LINES.splitlines(keepends=True))
        assert list(read_lines(put(tmp_path / "games", pieces))) == GAMES
        assert found_in(put(tmp_path / "games", pieces)) == GAMES


# What is wrong with them


@packed
def test_what_is_whole_in_a_file_that_is_cut_off_is_read(pack: Pack, tmp_path: Path) -> None:
    """A stream gives the lines before the damage, then says so; a document needs all of it."""
    kind = "gzip" if pack is gzip.compress else "zstd"
    pieces = b"".join(pack(line) for line in LINES.splitlines(keepends=True))
    path = put(tmp_path / "games.jsonl", pieces[:-20])
    records, error = until_error(read_lines(path))
    assert records == GAMES[:2]
    assert error.startswith(f"games.jsonl: expected {kind} data that is whole: ")
    *before, last = found_in(path)
    assert before == GAMES[:2]
    assert isinstance(last, str)
    assert last.startswith(f"expected {kind} data that is whole: ")
    rng = random.Random(1)  # noqa: S311 - no secret
    whole = pack(to_json(GAMES[0]).encode())
    for length in [*range(4, 20), *rng.sample(range(20, len(whole)), 20)]:
        with pytest.raises(UnreadableError, match=rf"^a.json: expected {kind} data that is whole"):
            load(put(tmp_path / "a.json", whole[:length]))


@packed
def test_damaged_data_is_refused_or_is_another_text(pack: Pack, tmp_path: Path) -> None:
    """Whatever byte is another one, there is an answer, and it is no error of a library."""
    whole = pack(to_json(GAMES[0]).encode())
    rng = random.Random(2)  # noqa: S311 - no secret
    for _ in range(150):
        data = bytearray(whole)
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        try:
            load(put(tmp_path / "a.json", bytes(data)))
        except UnreadableError as error:
            assert error.source == "a.json"  # noqa: PT017 - it need not be raised
        assert len(list(find_games(tmp_path / "a.json"))) == 1


def test_a_frame_of_zstd_that_holds_nothing_may_stand_first(tmp_path: Path) -> None:
    """As some programs put it before the data, to say how large it is."""
    nothing = bytes([0x5A, 0x2A, 0x4D, 0x18, 4, 0, 0, 0, 1, 2, 3, 4])
    assert found_in(put(tmp_path / "games.jsonl", nothing + zstd.compress(LINES))) == GAMES


def test_what_follows_a_compressed_piece_is_no_game(tmp_path: Path) -> None:
    for pack in PACKS.values():
        path = put(tmp_path / "a.json", pack(to_json(GAMES[0]).encode()) + b"more")
        with pytest.raises(UnreadableError, match=r"expected (gzip|zstd) data that is whole"):
            load(path)


@packed
def test_what_is_huge_when_it_is_uncompressed_is_refused(pack: Pack, tmp_path: Path) -> None:
    """A few thousand bytes that are 64 MiB: no more than a document may have is ever held."""
    path = put(tmp_path / "bomb.json", pack(bytes(2**26)))
    assert path.stat().st_size < 2**17
    found_in(path)
    tracemalloc.start()
    try:
        [found] = found_in(path)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert found == f"expected at most {MAX_BYTES} bytes, not {MAX_BYTES + 1}"
    assert peak < 4 * MAX_BYTES


@packed
def test_lines_without_an_end_are_not_read_for_ever(
    pack: Pack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More than any games come to when they are compressed: blank lines, or one that is long."""
    monkeypatch.setattr(folders, "MAX_BYTES", 2**15)
    monkeypatch.setattr(folders, "MAX_RATIO", 2)
    for text in (b"\n" * 2**17, b"x" * 2**17 + b"\n"):
        path = put(tmp_path / "bomb.jsonl", pack(LINES + text))
        told: list[UnreadableError] = []
        records, error = until_error(read_lines(path, on_error=told.append))
        assert records == GAMES
        assert "bomb.jsonl: expected games, which no compression makes so small: " in error
        assert len(told) < 2**16
        *_, last = find_games(path)
        assert isinstance(last, UnreadableFile)
        assert last.error.message.startswith("expected games, which no compression makes so small")


def test_a_frame_that_wants_much_memory_is_refused(tmp_path: Path) -> None:
    """A zstd frame says how much of the past it looks back on: here 2 GiB."""
    window_31 = bytes([0x28, 0xB5, 0x2F, 0xFD, 0b0000_0000, (31 - 10) << 3, 1, 0, 0])
    with pytest.raises(UnreadableError, match="expected zstd data that is whole"):
        load(put(tmp_path / "a.json", window_31))


def test_without_a_library_for_zstd_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put(tmp_path / "games.jsonl.zst", zstd.compress(LINES))
    monkeypatch.setitem(sys.modules, ZSTD_MODULE, None)
    message = "compressed with zstd: before Python 3.14 the package backports.zstd is needed"
    with pytest.raises(UnreadableError, match=f"^games.jsonl.zst: {message}$"):
        load(path)
    assert found_in(path) == [message]
    assert found_in(put(tmp_path / "games.jsonl.gz", gzip.compress(LINES))) == GAMES


# On the command line


def test_a_damaged_file_among_others_is_no_reason_to_leave_it_out(tmp_path: Path) -> None:
    """`convert` says so, as of any other that is broken."""
    packed_game = gzip.compress(to_json(GAMES[0]).encode())
    put(tmp_path / "games" / "a.txt.gz", packed_game[:-20])
    put(tmp_path / "games" / "b.json.gz", packed_game)
    result = call("convert", tmp_path / "games", f"{tmp_path / 'out'}/")
    assert result.exit_code == 2
    assert "a.txt.gz: expected gzip data that is whole" in result.output
    assert [each.name for each in (tmp_path / "out").iterdir()] == ["b.json"]


@packed
def test_commands_take_compressed_files(pack: Pack, tmp_path: Path) -> None:
    path = str(put(tmp_path / "game.json.gz", pack(to_json(GAMES[0]).encode())))
    assert call("verify", path).output.endswith("1 game: 1 valid\n")
    assert call("show", path).exit_code == 0
    out = tmp_path / "out"
    assert (
        call("convert", path, str(put(tmp_path / "b.jsonl.zst", pack(LINES))), f"{out}/").exit_code
        == 0
    )
    assert sorted(each.name for each in out.iterdir()) == ["b.jsonl", "game.json"]
    assert json.loads((out / "game.json").read_text()) == json.loads(to_json(GAMES[0]))
