"""What fuzzing found, and that it would find what breaks a law.

The fuzzing itself is `python -m tests.fuzz`. Here every reader of its table gets the inputs it
begins with and some changes of each.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest

from splendor import Gems, InvalidValueError, TakeTokens, UnreadableError
from tests.effort import effort
from tests.fuzz import laws
from tests.fuzz.__main__ import main
from tests.fuzz.findings import find, keep, shrink
from tests.fuzz.laws import printed_twice
from tests.fuzz.mutation import mutate_json, mutate_lines, mutate_text, tokens
from tests.fuzz.runner import _run
from tests.fuzz.targets import TARGETS, Target

CHANGES = effort(20, 200)
each_target = pytest.mark.parametrize("target", TARGETS.values(), ids=lambda target: target.name)


@pytest.mark.sweep
@each_target
def test_what_fuzzing_begins_with_is_read_and_keeps_the_laws(target: Target) -> None:
    seeds = target.corpus()
    assert all(target.examine(seed) for seed in seeds[:: effort(3)])
    assert len(set(seeds)) > 3


@pytest.mark.sweep
@each_target
def test_changes_of_it_keep_the_laws_and_many_of_them_are_read(target: Target) -> None:
    random = Random(target.name)
    seeds = target.corpus()
    found = [target.examine(target.vary(random.choice(seeds), random)) for _ in range(CHANGES)]
    assert CHANGES / 20 < sum(found) < CHANGES


# What is found


def _raise(error: Exception) -> Callable[[object], Any]:
    def read(_: object) -> Any:  # noqa: ANN401 - it never returns
        raise error

    return read


def _target(read: Callable[[bytes], object], judge: Callable[[Any], object] = repr) -> Target:
    return Target("a reader", read, judge, list)


@pytest.mark.parametrize(
    ("error", "law"),
    [
        (InvalidValueError("a wrong value"), "a refusal is an UnreadableError"),
        (UnreadableError("a wrong value"), "a refusal has a place"),
        (UnreadableError("x" * 500, path="$"), "a refusal is short"),
        (UnreadableError("\x1b[31m", path="$"), "a refusal can be printed"),
        (ZeroDivisionError("1 / 0"), "ZeroDivisionError at outside the package"),
        (RecursionError("too deep"), "RecursionError at outside the package"),
    ],
)
def test_a_refusal_that_breaks_a_law_is_found(error: Exception, law: str) -> None:
    found = find(_target(_raise(error)), b"")
    assert found is not None
    assert found.signature == law
    assert found.signature in found.report or type(error).__name__ in found.report


def test_a_refusal_in_short_with_a_place_is_no_finding() -> None:
    assert find(_target(_raise(UnreadableError("expected a list", path="$.events"))), b"") is None


def test_what_takes_too_long_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "SECONDS", -1)
    found = find(_target(len), b"abc")
    assert found is not None
    assert found.signature == "too slow"
    assert "for 3 bytes" in found.report


def test_an_exception_is_known_by_the_line_of_the_package_that_it_comes_from() -> None:
    def judge(_: object) -> None:
        TakeTokens(Gems(white=-1))

    found = find(_target(len, judge), b"")
    assert found is not None
    assert found.signature.startswith("InvalidValueError at /model/")


@pytest.mark.parametrize(
    ("texts", "law"),
    [
        (("2",), "a number is read back as the same"),
        (("1", "01"), "a number is printed again as the same"),
    ],
)
def test_a_value_that_is_not_printed_twice_in_one_way_is_found(
    texts: tuple[str, ...], law: str
) -> None:
    printed = iter(texts)

    def judge(value: int) -> None:
        printed_twice("a number", value, lambda _: next(printed), int)

    found = find(_target(int, judge), b"1")
    assert found is not None
    assert found.signature == law


def test_a_finding_is_kept_once_and_made_small(tmp_path: Path) -> None:
    def read(data: bytes) -> object:
        if b"7" in data:
            message = "seven"
            raise KeyError(message)
        return data

    target = _target(read)
    for data in (b"[1,[2,7],3]", b'{"a":[1,2,3,7,5],"b":{"c":4}}'):
        found = find(target, data)
        assert found is not None
        keep(found, data, tmp_path)
    [path] = tmp_path.glob("*.input")
    assert path.read_bytes() == b"[1,[2,7],3]"
    assert path.with_suffix(".txt").read_text("utf-8").startswith("KeyError at outside")
    shrink(target, path, seconds=60)
    assert path.read_bytes() == b"7"
    path.write_bytes(b"8")
    shrink(target, path, seconds=60)
    assert path.read_bytes() == b"8"


# How inputs are changed


def test_a_changed_document_is_mostly_another_document() -> None:
    data = b'{"a":[1,2,{"b":"1w1"}],"c":null,"d":"17"}'
    changed = {mutate_json(data, Random(seed)) for seed in range(100)}
    assert len(changed) > 50
    with pytest.raises(ValueError, match="Extra data"):
        mutate_json(b"1k3 +y > 1g5", Random(1))


def test_of_lines_one_is_changed_or_their_order() -> None:
    lines = [b'{"a":1}', b'{"b":2}', b'{"c":3}']
    for seed in range(50):
        changed = mutate_lines(b"\n".join(lines), Random(seed)).split(b"\n")
        assert sum(line not in lines for line in changed) <= 1


def test_of_a_text_words_and_lines_are_changed() -> None:
    text = b"1a T wug\n1b R 1k3 +y > 1g5\n\xff"
    changed = {mutate_text(text, Random(seed)) for seed in range(100)}
    assert len(changed) > 50
    assert mutate_text(b"", Random(1)) != text


def test_the_dictionary_has_the_words_of_the_inputs() -> None:
    assert tokens([b'{"by":1}', b'{"by":2}']).splitlines()[0] == '"\\x22\\x62\\x79\\x22\\x3a"'


# The command


def test_the_figures_of_the_fuzzer_are_its_last(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("#9 DONE cov: 9 ft: 9 corp: 9/9b\n", "ascii")
    said = "#1\\tINITED cov: 2 ft: 2 corp: 1/1b\\n#12\\tDONE   cov: 3 ft: 4 corp: 5/6Kb lim: 7\\n"
    assert _run([sys.executable, "-c", f"print('{said}')"], log) == (12, 3, 4, 5)
    assert _run([sys.executable, "-c", "raise SystemExit(1)"], log) == (0, 0, 0, 0)


def test_one_input_can_be_tried_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "one.input"
    path.write_bytes(b'{"do":"pass"}')
    assert main("json-action", "--repeat", str(path)) == 0
    assert capsys.readouterr().out == "json-action: no finding\n"
    broken = attrs.evolve(TARGETS["json-action"], read=_raise(KeyError("here")))
    monkeypatch.setitem(TARGETS, "json-action", broken)
    assert main("json-action", "--repeat", str(path)) == 1
    assert "KeyError: 'here'" in capsys.readouterr().out


def test_an_unknown_reader_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main("no-reader")
    assert "invalid choice: 'no-reader'" in capsys.readouterr().err
