"""Reading a line of notation: where it is wrong, and cards by their content."""

from __future__ import annotations

import pytest

from splendor import CARDS, UnreadableError
from splendor.model.scanner import Scanner


@pytest.mark.parametrize(("line", "place"), [(None, "column 5"), (3, "line 3, column 5")])
def test_a_place_is_a_column_and_the_line_if_there_are_several(
    line: int | None, place: str
) -> None:
    scanner = Scanner("1k3 x", line)
    assert scanner.card() is CARDS["1k3"]
    with pytest.raises(UnreadableError) as refused:
        scanner.number()
    assert str(refused.value) == f"{place}: expected a number, not 'x'"
    assert refused.value.path == place


def test_a_card_is_known_by_its_cost_in_any_order() -> None:
    assert CARDS["1w3"].cost.in_words() == "1 blue, 2 green, 1 red, 1 black"
    assert Scanner("1W:gkrug").card() is CARDS["1w3"]


def test_a_cost_of_more_gems_than_there_can_be_is_refused_where_the_card_stands() -> None:
    scanner = Scanner(f"  1w:{'u' * 32}")
    with pytest.raises(UnreadableError) as refused:
        scanner.card()
    assert str(refused.value) == "column 3: blue must be an int from 0 to 31, not 32"
