"""The grammar in docs/reference/text.md is that of all the text which the library writes."""

import pytest
from hypothesis import given
from lark import Lark, LarkError

from splendor import Action, Record, State, format_record
from splendor.testing import actions, records, states, views
from tests.documents import blocks
from tests.format_vectors import vectors

(BLOCK,) = (block for block in blocks("docs/reference/text.md") if block.language == "lark")
GRAMMAR = Lark(BLOCK.text, parser="lalr")
VECTORS = vectors()


def kind_of(text: str) -> str:
    """What a text is by the grammar: a record, a position or a turn."""
    (child,) = GRAMMAR.parse(text).children
    return str(getattr(child, "data", child))


@given(actions())
def test_every_action_is_a_turn_of_one(action: Action) -> None:
    assert kind_of(str(action)) == "turn"


@given(states())
def test_every_position(state: State) -> None:
    assert kind_of(str(state)) == "position"


@given(views())
def test_every_view(view: State) -> None:
    assert kind_of(str(view)) == "position"


@given(records())
def test_every_record(record: Record) -> None:
    assert kind_of(format_record(record)) == "record"


@pytest.mark.parametrize("kind", ["actions", "positions", "records"])
def test_every_canonical_spelling_in_the_vectors(kind: str) -> None:
    names = {"actions": "turn", "positions": "position", "records": "record"}
    assert {kind_of(item["text"]) for item in VECTORS[kind]} == {names[kind]}


def test_a_turn_with_a_card_that_was_drawn() -> None:
    assert kind_of("R #3=3k4 -y N wu") == "turn"


@pytest.mark.parametrize("kind", ["kind_actions", "kind_records"])
def test_no_other_spelling_that_is_read(kind: str) -> None:
    for item in VECTORS[kind]:
        with pytest.raises(LarkError):
            GRAMMAR.parse(item["text"])


def test_no_action_that_cannot_be_read() -> None:
    for text in VECTORS["unreadable_actions"]:
        if text != "P P":  # a turn by its spelling, if not by the rules
            with pytest.raises(LarkError):
                GRAMMAR.parse(text)
