"""Neutral traces as records: every game of `tests/conformance`, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

import attrs
import pytest

from splendor import (
    CardBack,
    Disclosure,
    Move,
    Reading,
    Record,
    RevealCard,
    RuleId,
    UnreadableError,
    UnsupportedVersionError,
    Verdict,
    format_record,
    from_json,
    import_games,
    parse_record,
    read_traces,
    to_json,
    verify,
)
from splendor.formats.importers.traces import is_trace
from tests import traces

DATA: Final = Path(__file__).parent / "conformance" / "traces"
FILES: Final = sorted(path.stem for path in DATA.glob("*.jsonl"))
PROBLEMS: Final = {
    "ai-splendor-llm-recorded-5": (62, RuleId.PASS_2),
    "forry4-spender-az-42": (72, RuleId.NOB_4),
}
"""The step and the rule of the only first problems: a pass of somebody who could take tokens, and a
take with which a noble comes whom the source leaves out."""
MISSING: Final = {f"inhabae-splendor-ref-{number}" for number in (2, 4, 5)}
"""Those that end before their last refill."""

BLIND_BY_NOBODY: Final = {
    "do": "reserve",
    "by": 3,
    "from": "deck",
    "level": 1,
    "card": "L1-K-0-00210",
    "gold": True,
}
"""Found by `python -m tests.fuzz import`: it was refused without a place."""


@cache
def readings(file: str) -> tuple[Reading, ...]:
    """The games of a file."""
    return read_traces((DATA / f"{file}.jsonl").read_bytes(), source=file)


@cache
def traces_of(file: str) -> tuple[traces.Trace, ...]:
    """The games of a file as another reader has them."""
    return traces.read_traces(DATA / f"{file}.jsonl")


def games(file: str) -> list[Record]:
    """The records of a file."""
    found = [reading.game for reading in readings(file)]
    assert all(isinstance(game, Record) for game in found)
    return [game for game in found if isinstance(game, Record)]


@pytest.mark.parametrize("file", FILES)
def test_every_game_is_valid_but_for_two_with_one_known_problem(file: str) -> None:
    for game in games(file):
        report = verify(game)
        name = game.meta["trace"]
        step = None
        if report.problem is not None:
            event = game.events[report.problem.event or 0]
            step = event.meta["step"], report.problem.rule
        assert step == PROBLEMS.get(name)
        assert report.verdict is (Verdict.INVALID if name in PROBLEMS else Verdict.VALID)
        assert report.missing_refill == (name in MISSING)
        assert report.complete == (name not in PROBLEMS)


@pytest.mark.parametrize("file", FILES)
def test_each_step_is_the_event_that_another_reader_makes_of_it(file: str) -> None:
    """That of the tests, which keeps the steps as they stand."""
    parsed = traces_of(file)
    assert len(parsed) == len(games(file))
    for game, trace in zip(games(file), parsed, strict=True):
        moves = {event.meta["step"]: event for event in game.events if isinstance(event, Move)}
        drawn = {
            event.meta["step"]: event.disclose
            for event in game.events
            if isinstance(event, Disclosure)
        }
        for step in trace.steps:
            move = moves.pop(step.number, None)
            card = drawn.pop(step.number, None)
            if move is not None:
                assert (move.action, move.by, move.gold) == (step.action, step.by, step.gold)
                assert move.meta.get("inferred", False) == step.inferred
                assert card == step.drawn
            else:
                assert step.action is None or len(step.eligible or ()) == 1
        assert not moves
        assert not drawn
        visits = sum(move.visit is not None for move in game.events if isinstance(move, Move))
        alone = [step for step in trace.steps if step.eligible and len(step.eligible) == 1]
        assert visits == len(alone)
        assert (game.rules, game.decks) == (trace.rules, trace.decks)
        assert (game.opening.rows, game.opening.bank) == (trace.market, trace.bank)


@pytest.mark.parametrize("file", FILES)
def test_the_points_after_each_turn_are_claimed(file: str) -> None:
    """One claim for each turn whose table the source states."""
    for game, trace in zip(games(file), traces_of(file), strict=True):
        stated = [step for step in trace.steps if step.after is not None and step.after.points]
        claimed = [m for m in game.events if isinstance(m, Move) and m.claims.points is not None]
        assert len(claimed) == len(stated)


@pytest.mark.parametrize("file", FILES)
def test_each_game_is_the_same_as_json_and_as_text(file: str) -> None:
    for game in games(file):
        assert from_json(to_json(game), Record, strict=True) == game
        assert parse_record(format_record(game), strict=True) == game


def test_what_is_inferred_is_told() -> None:
    [first, _] = readings("ai-splendor-llm-recorded")
    assert first.assumptions == tuple(
        f"step {number} is in no record of the source" for number in (80, 81, 82)
    )
    assert first.players == ("Player 1", "Player 2")


# Changed traces


def line(file: str = "bga", number: int = 0) -> dict[str, Any]:
    """The JSON of a trace."""
    text = (DATA / f"{file}.jsonl").read_text(encoding="utf-8").split("\n")[number]
    trace: dict[str, Any] = json.loads(text)
    return trace


def read(trace: dict[str, Any]) -> Record:
    """The record of a trace that stands alone."""
    [reading] = import_games(json.dumps(trace))
    assert isinstance(reading.game, Record)
    return reading.game


def put(*keys: str | int, value: object) -> Callable[[Any], None]:
    """The change that puts a value somewhere."""

    def change(trace: Any) -> None:  # noqa: ANN401 - JSON
        for key in keys[:-1]:
            trace = trace[key]
        trace[keys[-1]] = value

    return change


def test_a_false_score_after_a_turn_is_found() -> None:
    trace = line()
    place = next(n for n, step in enumerate(trace["steps"]) if step.get("after"))
    trace["steps"][place]["after"]["points"] = [7, 7]
    found = verify(read(trace)).problem
    assert found is not None
    assert found.rule is RuleId.WIN_1


def test_blind_cards_that_nobody_names_make_it_public() -> None:
    trace = line("csplendor")
    named = read(trace)
    assert named.perspective == "full"
    games = [line("csplendor", number) for number in range(6)]
    hidden = 0
    for trace in games:
        trace["setup"]["decks"] = None
        for step in trace["steps"]:
            if step.get("from") == "deck":
                step["card"] = None
                hidden += 1
        record = read(trace)
        blind = any(step.get("from") == "deck" for step in trace["steps"])
        assert record.perspective == ("public" if blind else "full")
        assert verify(record).verdict in {Verdict.VALID, Verdict.CONSISTENT}
    assert hidden


def test_a_visit_before_any_move_is_a_choice() -> None:
    trace = line()
    noble = trace["setup"]["nobles"][0]
    trace["steps"].insert(0, {"by": 0, "do": "noble", "noble": noble, "eligible": [noble]})
    found = verify(read(trace)).problem
    assert found is not None
    assert found.event == 0


def test_a_table_without_points_and_an_empty_deck_say_nothing() -> None:
    trace = line()
    for step in trace["steps"]:
        if step.get("after"):
            step["after"]["points"] = None
    record = read(trace)
    assert all(e.claims.points is None for e in record.events if isinstance(e, Move))
    trace["steps"].append({"do": "reveal", "card": None})
    assert read(trace).events == record.events


def test_no_card_from_a_deck_that_has_some_is_one_without_a_name() -> None:
    trace = line()
    trace["steps"].insert(1, {"do": "reveal", "level": 1, "slot": 0, "card": None})
    record = read(trace)
    assert record.perspective == "public"
    event = record.events[1]
    assert isinstance(event, Move)
    assert event.action == RevealCard(CardBack(1))
    found = verify(record).problem
    assert found is not None
    assert found.event == 1


def test_a_noble_that_cannot_come_so_is_a_choice_that_is_found() -> None:
    """Another one first, one of another seat, and one that was not eligible: none is mended."""
    file, game, index = next(
        (file, game, index)
        for file in FILES
        for game in map(json.loads, (DATA / f"{file}.jsonl").read_text("utf-8").splitlines())
        for index, step in enumerate(game["steps"])
        if step["do"] == "noble" and len(step["eligible"]) == 1
    )
    step = game["steps"][index]
    other = next(noble for noble in game["setup"]["nobles"] if noble != step["noble"])
    wrong: list[dict[str, Any]] = [
        {**step, "noble": other, "eligible": [other]},
        {**step, "by": 1 - step["by"]},
        {**step, "eligible": [other]},
    ]
    for number, changed in enumerate(wrong):
        changed.pop("after", None)
        steps = list(game["steps"])
        steps[index : index + bool(number)] = [changed]
        report = verify(read({**game, "steps": steps}))
        assert report.verdict is Verdict.INVALID, (file, number)


def test_what_nobody_states_of_the_end_is_none() -> None:
    trace = line()
    trace["end"] = {"scores": None, "purchased": None, "winners": None, "reason": "normal"}
    result = read(trace).result
    assert result is not None
    assert attrs.astuple(result) == (None,) * 4


def test_two_colours_of_one_card_turned_up_stay_two_events() -> None:
    record = read(line())
    reveals = [e for e in record.events if isinstance(e, Move) and isinstance(e.action, RevealCard)]
    assert all(event.by is None for event in reveals)
    assert reveals


@pytest.mark.parametrize(
    ("change", "path", "message"),
    [
        (put("players", value=5), "$.players", "a whole number from 2 to 4"),
        (put("first", value=2), "$.first", "from 0 to 1"),
        (put("rules", "target", value=0), "$.rules.target", "from 1 to 1000000"),
        (put("rules", "quirks", value=1), "$.rules.quirks", "a list"),
        (put("setup", "bank", value=[1]), "$.setup.bank", "6 counts, white to gold"),
        (put("setup", "bank", 0, value=99), "$.setup.bank[0]", "from 0 to 31"),
        (put("setup", "market", value=[]), "$.setup.market", "3, one a level, not 0"),
        (put("setup", "market", 0, value=[None] * 5), "$.setup.market[0]", "at most 4 places"),
        (put("setup", "market", 0, 0, value="x"), "$.setup.market[0][0]", "a card such as"),
        (put("setup", "nobles", 0, value="x"), "$.setup.nobles[0]", "a noble such as"),
        (put("setup", "decks", value=[[]]), "$.setup.decks", "3, one a level"),
        (
            put("setup", "decks", value=[["L1-K-0-00210"] * 41, [], []]),
            "$.setup.decks[0]",
            "at most 40 cards",
        ),
        (put("steps", 0, "do", value="jump"), "$.steps[0].do", "one of take, reserve, buy"),
        (put("steps", 0, "gems", value=[1, 1]), "$.steps[0].gems", "5 counts, white to black"),
        (put("steps", 0, "by", value=4), "$.steps[0].by", "from 0 to 3"),
        (put("steps", 0, value={"do": "pass", "by": 3}), "$", "with 2 players there is no seat 3"),
        (put("steps", 0, value=BLIND_BY_NOBODY), "$", "there is no seat 3"),
        (
            put("steps", 0, value={"do": "reserve", "by": 0, "from": "hand", "gold": True}),
            "$.steps[0].from",
            "row or deck",
        ),
        (
            put(
                "steps",
                0,
                value={"do": "reserve", "by": 0, "from": "deck", "gold": True, "level": 4},
            ),
            "$.steps[0].level",
            "from 1 to 3",
        ),
        (
            put("steps", 0, value={"do": "buy", "by": 0, "from": "deck"}),
            "$.steps[0].from",
            "row or hand",
        ),
        (
            put("steps", 0, "after", "points", value=[]),
            "$.steps[0].after.points",
            "the points of each player, after a turn, not a list",
        ),
        (
            put("steps", 0, value={"do": "reveal", "card": None, "after": {"points": [0, 0]}}),
            "$.steps[0].after.points",
            "the points of each player, after a turn",
        ),
        (put("end", "scores", value=[0] * 5), "$.end.scores", "at most 4 figures"),
        (put("end", "winners", value=[0, 0]), "$.end.winners", "each winner once"),
        (put("end", "winners", value=[2]), "$", "there is no seat 2"),
        (put("id", value=None), "$.id", "a string"),
    ],
)
def test_another_shape_is_refused_at_its_place(
    change: Callable[[Any], None], path: str, message: str
) -> None:
    trace = line()
    change(trace)
    with pytest.raises(UnreadableError) as caught:
        read_traces(json.dumps(trace), source="here")
    assert (caught.value.source, caught.value.path) == ("here", path)
    assert message in caught.value.message
    with pytest.raises(UnreadableError) as caught:
        read_traces(f"{json.dumps(line())}\n{json.dumps(trace)}\n")
    assert caught.value.path == f"line 2, {path}"


def test_another_version_is_refused_by_name() -> None:
    trace = {**line(), "trace": "splendor-trace/2"}
    with pytest.raises(UnsupportedVersionError, match=r"\$\.trace: expected splendor-trace/1, "):
        read_traces(json.dumps(trace))


def test_other_json_is_not_recognised() -> None:
    assert is_trace({"trace": "splendor-trace/9"})
    assert not any(map(is_trace, [None, [], {}, {"trace": 1}, {"trace": "another"}]))


# The readers together


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("{}", "here: $: expected one of: an AI-Splendor log, a Spendee document, a splendor-tra"),
        (b"{}\n{}\n", "here: $: expected one of: "),
        ("", "here: line 1, column 1: not JSON: the document is empty"),
        (b"\xff", "here: byte 0: not UTF-8"),
        (None, "here: expected a str or bytes, not None"),
    ],
)
def test_what_no_reader_knows_is_refused_with_what_was_expected(data: Any, message: str) -> None:  # noqa: ANN401
    with pytest.raises(UnreadableError) as caught:
        import_games(data, source="here")
    assert str(caught.value).startswith(message)
