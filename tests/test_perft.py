"""Counting sequences of actions: `perft`, `divide`, the command, and the file of counts.

`python -m tests.conformance_files --perft` recounts the whole file; here are its cheaper depths.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from click.testing import Result

from splendor import (
    InvalidValueError,
    State,
    apply,
    format_action,
    format_position,
    legal_actions,
    observe,
    parse_position,
    setup,
)
from splendor.engine import perft as module
from splendor.engine.perft import divide, perft
from tests.arbiter import table_of
from tests.command import call
from tests.conformance_files.counting import affordable, line, recount
from tests.conformance_files.files import counted_lines
from tests.conformance_files.starts import starts
from tests.positions import blind, position, seat
from tests.walks import walk

LINES = {entry["id"]: entry for entry in counted_lines()}
CHEAP = 4_000
"""So many actions the engine carries out here for one line of the file."""
CHEAP_BY_ORACLE = 45
"""And so many the oracle."""
OPENING = setup(2, seed=1)


def by_recursion(state: State, depth: int) -> int:
    """The definition, word by word."""
    if depth == 0:
        return 1
    return sum(by_recursion(apply(state, action), depth - 1) for action in legal_actions(state))


# The functions


@pytest.mark.parametrize("name", ["return-3-of-4", "three-nobles-chosen", "tie-2-0", "last-turn"])
def test_it_is_the_number_of_leaves_at_that_depth(name: str) -> None:
    state = parse_position(LINES[name]["position"])
    for depth in range(4 if name != "tie-2-0" else 3):
        assert perft(state, depth) == by_recursion(state, depth)


@pytest.mark.rule("END-8")
def test_a_sequence_after_which_the_game_is_over_too_soon_does_not_count() -> None:
    over = parse_position(LINES["stalemate-in-mid-round"]["position"])
    assert [perft(over, depth) for depth in range(4)] == [1, 1, 0, 0]


@pytest.mark.rule("ROW-6", "COMP-2")
def test_on_counted_decks_the_cards_turned_up_are_actions() -> None:
    """A card reserved from a row awaits any of the unseen ones of its level, or none is named."""
    view = observe(OPENING, None)
    by_action = {format_action(action): number for action, number in divide(view, 2)}
    for row, unseen in zip(view.rows, (36, 26, 16), strict=True):
        for card in row:
            assert by_action[f"R {card}"] == unseen + 1
    assert by_action["R #1"] == perft(apply(view, blind(1)), 1)


def test_no_depth_is_too_much_for_the_stack(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two players who only ever do what is listed first take and return for ever."""
    monkeypatch.setattr(module, "legal_actions", lambda state: legal_actions(state)[:1])
    assert perft(OPENING, 5_000) == 1


def test_dividing_gives_each_legal_action_in_order_and_the_sum() -> None:
    for entry in LINES.values():
        state = parse_position(entry["position"])
        parts = divide(state, 1)
        assert parts == tuple((action, 1) for action in legal_actions(state))
        assert len(parts) == entry["counts"][0]
    parts = divide(OPENING, 3)
    assert tuple(action for action, _ in parts) == legal_actions(OPENING)
    assert [number for _, number in parts] == [perft(apply(OPENING, a), 2) for a, _ in parts]
    assert sum(number for _, number in parts) == perft(OPENING, 3)


@pytest.mark.parametrize("depth", [-1, 1.0, True, "1", None, -(10**100)])
def test_a_depth_that_is_none_is_refused(depth: Any) -> None:  # noqa: ANN401 - anything
    for function, least in ((perft, 0), (divide, 1)):
        with pytest.raises(InvalidValueError, match=f"a depth is an int of at least {least}"):
            function(OPENING, depth)


def test_dividing_needs_an_action_to_divide_by() -> None:
    with pytest.raises(InvalidValueError, match="a depth is an int of at least 1, not 0"):
        divide(OPENING, 0)


def test_what_is_no_position_is_refused() -> None:
    for function in (perft, divide):
        with pytest.raises(InvalidValueError, match="a position is a State, not 'opening'"):
            function("opening", 1)  # type: ignore[arg-type]


# The file


def test_the_file_has_the_positions_that_are_made_for_it() -> None:
    """Their counts are those of the command, which takes a minute."""
    assert {start.id: (start.about, format_position(start.state)) for start in starts()} == {
        entry["id"]: (entry["about"], entry["position"]) for entry in LINES.values()
    }
    assert len(LINES) == len(counted_lines())


def test_a_line_is_counted_as_far_as_is_affordable() -> None:
    for start in starts():
        if start.id in {"last-turn", "stalemate-3", "noble-ends"}:
            assert line(start) == LINES[start.id]
    assert affordable([30, 900, 27_000], 899) == 2
    assert affordable([30, 900, 27_000], 900) == 3
    assert affordable([30], 1) == 1


def test_the_engine_counts_as_the_file_says() -> None:
    for name, entry in LINES.items():
        state = parse_position(entry["position"], strict=True)
        depth = affordable(entry["counts"], CHEAP)
        assert depth > 1
        counts = [perft(state, number) for number in range(1, depth + 1)]
        assert counts == entry["counts"][:depth], name


@pytest.mark.sweep
@pytest.mark.rule("INV-10")
def test_the_oracle_counts_as_the_file_says() -> None:
    for name, entry in LINES.items():
        assert 2 <= entry["oracle"] <= len(entry["counts"])
        table = table_of(parse_position(entry["position"]))
        depth = affordable(entry["counts"], CHEAP_BY_ORACLE)
        assert recount(table, depth) == entry["counts"][depth - 1], name


# The command


def perft_of(*arguments: object) -> Result:
    return call("perft", *arguments)


def test_the_command_prints_the_number() -> None:
    text = format_position(OPENING)
    for depth in range(4):
        result = perft_of(text, depth)
        assert (result.exit_code, result.output) == (0, f"{perft(OPENING, depth)}\n")


def test_the_command_divides_by_the_legal_actions() -> None:
    result = perft_of(format_position(OPENING), 2, "--divide")
    assert result.exit_code == 0
    *lines, total = result.output.splitlines()
    assert lines == [f"{format_action(a)}: {number}" for a, number in divide(OPENING, 2)]
    assert total == str(perft(OPENING, 2))


def test_the_command_finds_nothing_to_do_when_the_game_is_over() -> None:
    end = OPENING
    for _, _, after in walk(OPENING, Random(1), 2000):  # noqa: S311 - a game
        end = after
    assert perft_of(format_position(end), 1, "--divide").output == "0\n"
    assert perft_of(format_position(end), 0).output == "1\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nonsense", 1], "column 1: expected"),
        (["", 1], "column 1: expected"),
        (["\x1b[31m", 1], "column 1: expected"),
        ([format_position(OPENING), -1], "-1"),
        ([format_position(OPENING), "deep"], "'deep' is not a valid integer"),
        ([format_position(OPENING), 0, "--divide"], "with --divide the depth is at least 1"),
        ([format_position(OPENING)], "Missing argument 'DEPTH'"),
    ],
)
def test_what_cannot_be_counted_is_2(arguments: list[object], said: str) -> None:
    result = perft_of(*arguments)
    assert result.exit_code == 2
    assert said in result.output


def test_an_impossible_position_is_1_with_its_problems() -> None:
    state = position(seat("wwwuuugggrr"), seat(), sound=False)
    result = perft_of(format_position(state), 1)
    assert result.exit_code == 1
    assert result.output == "INVALID: INV-4: player 0 holds 11 tokens, more than 10\n"
