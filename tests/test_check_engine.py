"""`check_engine` finds what is wrong with an implementation, and only that."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final

import attrs
import pytest

from splendor import CardBack, InvalidValueError, Phase, State
from splendor.testing import Difference, OwnEngine, Refusal, check_engine
from splendor.testing.corpus import Part
from tests.faulty_engines import FAULTS, Faulty

CORPUS: Final = Path(__file__).parent / "conformance"
SIGNS: Final[dict[str, Callable[[Difference], bool]]] = {
    FAULTS[0]: lambda d: d.what == "legal actions" and "T ww" in d.found,
    FAULTS[1]: lambda d: d.what == "position" and "return" in d.expected,
    FAULTS[2]: lambda d: d.what == "position" and d.place.startswith("games/noble-"),
    FAULTS[3]: lambda d: d.what == "outcome" and d.found.endswith("ranks 1 1"),
    FAULTS[4]: lambda d: d.what == "refusal" and "PAY-4" in d.expected,
}
"""How each fault shows."""


def differences(adapter: OwnEngine, *parts: Part) -> tuple[Difference, ...]:
    """Check an adapter on some parts of the corpus."""
    return check_engine(adapter, parts=parts, corpus=CORPUS)


@pytest.mark.parametrize("part", ["games", "lists", "refusals", "positions", "perft"])
def test_this_engine_has_no_difference(part: Part) -> None:
    assert differences(OwnEngine(), part) == ()


def test_this_engine_has_no_difference_in_games_of_other_engines_and_people(
    tmp_path: Path,
) -> None:
    """Games without a deck order, and one that stops at a pass which is to be refused.

    `python -m tests.soak` goes through all the traces.
    """
    (tmp_path / "traces").mkdir()
    for name in ("bga.jsonl", "ai-splendor-llm-recorded.jsonl"):
        shutil.copy(CORPUS / "traces" / name, tmp_path / "traces")
    assert check_engine(OwnEngine(), parts=["traces"], corpus=tmp_path) == ()
    found = check_engine(Faulty(), parts=["traces"], corpus=tmp_path)
    assert {each.place.rpartition(":")[0] for each in found} == {
        "traces/ai-splendor-llm-recorded.jsonl",
        "traces/bga.jsonl",
    }


@pytest.mark.pitfall(1, 7, 10, 12, 20)
def test_every_fault_of_a_faulty_engine_is_found() -> None:
    found = differences(Faulty(), "games", "refusals")
    shown = {fault for fault, sign in SIGNS.items() if any(map(sign, found))}
    assert shown == set(FAULTS)
    assert all(each.expected != each.found for each in found)


def test_a_difference_says_where_and_what() -> None:
    found = differences(Faulty(FAULTS[3]), "games")
    assert [each.place for each in found] == ["games/fewer-cards-win.txt"]
    place, *rest = str(found[0]).splitlines()
    assert place == f"games/fewer-cards-win.txt, after {found[0].step} actions: outcome"
    assert rest[0] == f"  in {found[0].position}"
    assert State.parse(found[0].position).phase is Phase.OVER
    assert rest[1].startswith("  expected: target points ")
    assert rest[2].startswith("  found:    target points ")


class Nameless(OwnEngine):
    """Knows no rule by its id, lists backwards, and says nothing of the decks."""

    def apply(self, state: State, action: str, /) -> State:
        try:
            return super().apply(state, action)
        except Refusal:
            raise Refusal from None

    def legal_actions(self, state: State, /) -> list[str]:
        return [text.lower() for text in reversed(super().legal_actions(state))]

    def dump(self, state: State, /) -> str:
        backs = [[CardBack(level)] * len(deck) for level, deck in enumerate(state.decks, start=1)]
        return super().dump(attrs.evolve(state, decks=backs))


def test_order_spelling_decks_and_rule_ids_are_left_to_the_engine() -> None:
    assert differences(Nameless(), "games", "refusals", "positions", "perft") == ()


class Clumsy(OwnEngine):
    """Goes wrong in one way, whatever it is asked."""

    def __init__(self, way: str) -> None:
        self.way: Final = way

    def load(self, position: str, /) -> State:
        return State.parse(position) if self.way == "loads anything" else super().load(position)

    def legal_actions(self, state: State, /) -> list[str]:
        listed = super().legal_actions(state)
        if self.way == "lists twice":
            return listed * 2
        return listed[1:] if self.way == "forgets one" else listed

    def apply(self, state: State, action: str, /) -> State:
        if self.way == "crashes":
            message = "out of gems"
            raise RuntimeError(message)
        if self.way == "refuses all":
            raise Refusal(None if action == "P" else "END-8")
        return super().apply(state, action)


@pytest.mark.parametrize(
    ("way", "part", "what", "expected", "found"),
    [
        ("lists twice", "games", "legal actions", "each once", "twice: "),
        ("lists twice", "perft", "perft", " to depth 1", ""),
        ("forgets one", "games", "legal actions", ", among them ", ""),
        ("crashes", "games", "error", "an answer", "RuntimeError: out of gems"),
        ("crashes", "perft", "error", "an answer", "RuntimeError: out of gems"),
        ("crashes", "refusals", "error", "an answer", "RuntimeError: out of gems"),
        ("refuses all", "games", "refusal", " is legal", " is refused, END-8"),
        ("refuses all", "refusals", "refusal", "T wu: TAKE-3", "END-8"),
        ("loads anything", "positions", "refusal", "the position breaks INV-1", "it was loaded"),
    ],
    ids=str,
)
def test_what_goes_wrong_is_told(
    way: str, part: Part, what: str, expected: str, found: str
) -> None:
    shown = differences(Clumsy(way), part)
    assert any(
        each.what == what and expected in each.expected and found in each.found for each in shown
    )


def test_a_refusal_without_a_rule_is_told() -> None:
    found = differences(Clumsy("refuses all"), "games")
    assert any(each.found == "P is refused, by no rule named" for each in found)


class Spoiling(OwnEngine):
    """Refuses what it should, but goes on as if the turn were over."""

    def __init__(self) -> None:
        self.spoilt = False

    def apply(self, state: State, action: str, /) -> State:
        try:
            return super().apply(state, action)
        except Refusal:
            self.spoilt = True
            raise

    def dump(self, state: State, /) -> str:
        return super().dump(state).replace(" main ", " return ") if self.spoilt else str(state)


@pytest.mark.pitfall(19)
def test_a_refusal_that_changes_something_is_told() -> None:
    found = differences(Spoiling(), "refusals")
    assert {each.what for each in found} == {"position"}


def test_many_wrong_actions_are_named_in_part() -> None:
    class Takes(OwnEngine):
        def legal_actions(self, _: State, /) -> list[str]:
            return [f"T {gem * 3}" for gem in "wugrk"] + ["T y", "T yy"]

    found = differences(Takes(), "games")
    assert any(
        each.found == "7, among them T ggg, T kkk, T rrr, T uuu, T www, ..." for each in found
    )


def test_an_unknown_part_is_refused() -> None:
    with pytest.raises(InvalidValueError, match="a part is one of games, lists, traces"):
        check_engine(OwnEngine(), parts=["game"])  # type: ignore[list-item]  # on purpose
