"""JSON Lines: records in bulk, read as a stream."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from splendor import (
    Record,
    UnreadableError,
    read_lines,
    record_game,
    setup,
    to_json,
    write_lines,
)
from splendor.formats import folders, strict
from splendor.formats.lines import first_line, parse_lines, split_lines
from tests.games import play

GAMES = [record_game(*play(seed)) for seed in (1, 2, 3)]


def test_records_are_written_one_a_line_and_read_back() -> None:
    written = list(write_lines(GAMES))
    assert written == [f"{to_json(game)}\n" for game in GAMES]
    assert list(read_lines(written)) == list(parse_lines(written)) == GAMES


def test_lines_are_text_or_bytes_with_or_without_a_line_feed() -> None:
    first, second, third = map(to_json, GAMES)
    assert list(read_lines([first, f"{second}\r\n", third.encode()])) == GAMES


def test_a_file_is_read_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(write_lines(GAMES))
    assert list(read_lines(path)) == list(read_lines(str(path))) == GAMES
    with path.open(encoding="utf-8") as file:
        assert list(read_lines(file)) == GAMES


def test_only_line_feeds_end_lines() -> None:
    game = record_game(setup(2, seed=1), [], players=("A\u2028B", "C\u0085D"))
    text = "".join(write_lines([game, game]))
    assert list(read_lines(split_lines(text))) == [game, game]
    assert list(read_lines(split_lines(text.encode()))) == [game, game]
    assert list(split_lines("a\n\nb")) == ["a", "", "b"]
    assert list(split_lines("")) == []


def test_the_first_error_stops_the_stream() -> None:
    stream = read_lines([to_json(GAMES[0]), "{}", to_json(GAMES[1])])
    assert next(stream) == GAMES[0]
    with pytest.raises(UnreadableError, match=r"^line 2, \$\.format: expected 'splendor-record'"):
        next(stream)
    assert list(stream) == []


def test_the_stream_goes_on_where_the_caller_takes_the_errors(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    broken = to_json(GAMES[1]).replace('"by":0', '"by":9', 1)
    texts = [to_json(GAMES[0]), "", "{", broken, "\xff", to_json(GAMES[2])]
    path.write_bytes(b"\n".join(text.encode("latin-1") for text in texts))
    errors: list[UnreadableError] = []
    assert list(read_lines(path, on_error=errors.append)) == [GAMES[0], GAMES[2]]
    expected = [
        "line 2, column 1: not JSON: the document is empty",
        "line 3, column 2: not JSON: Expecting property name enclosed in double quotes",
        "line 4, $.events[0].by: with 2 players there is no seat 9",
        "line 5, byte 0: not UTF-8: invalid start byte",
    ]
    assert [str(error) for error in errors] == [f"games.jsonl: {text}" for text in expected]


def test_a_line_that_is_too_long_is_refused_and_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = record_game(setup(2, seed=1), [])
    text = to_json(game)
    for module in (strict, folders):
        monkeypatch.setattr(module, "MAX_BYTES", len(text))
    path = tmp_path / "games.jsonl"
    path.write_text(f"{text}\n{text} \n{'x' * 5 * len(text)}\n{text}", encoding="utf-8")
    errors: list[UnreadableError] = []
    assert list(read_lines(path, on_error=errors.append)) == [game, game]
    assert [error.path for error in errors] == ["line 2", "line 3"]
    assert all("expected at most" in error.message for error in errors)


def test_a_long_file_takes_the_memory_of_a_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    line = next(write_lines(GAMES))
    count = 60
    path.write_text(line * count, encoding="utf-8")
    next(read_lines(path))
    tracemalloc.start()
    found = sum(1 for _ in read_lines(path))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found == count
    assert peak < 30 * len(line)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match=r"^none: expected a file that can be read: No such"):
        list(read_lines(tmp_path / "none"))


def test_a_document_of_one_line_or_of_many_is_no_json_lines() -> None:
    assert first_line('{"a": 1}\n{}') == {"a": 1}
    assert first_line(b'{"a": 1}\n{') == {"a": 1}
    for text in ("", "{}", "{}\n", "{}\n \n", '{\n"a": 1}', "[]\n[]", "x\n{}", None):
        assert first_line(text) is None  # type: ignore[arg-type]
    assert isinstance(next(read_lines(write_lines(GAMES))), Record)
