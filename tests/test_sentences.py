"""What refusals say is written down in sentences.txt, so that it changes only on purpose."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests import sentences
from tests.sentences import of_actions, of_lines, of_positions, of_records

WRITTEN = sentences.FILE.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("spoken", [of_actions, of_positions, of_records, of_lines])
def test_what_is_said_is_written_down(spoken: Callable[[], Iterator[str]]) -> None:
    for line in spoken():
        assert line in WRITTEN


def test_each_of_the_broken_lines_is_refused() -> None:
    assert len(list(of_lines())) == len(sentences.UNREADABLE)


def test_nothing_else_is_written_down() -> None:
    lines = dict.fromkeys([*of_actions(), *of_positions(), *of_records(), *of_lines()])
    assert list(lines) == WRITTEN
