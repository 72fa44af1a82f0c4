"""The JSON Schema accepts what the reader accepts, and the exceptions are those of the page."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from importlib import resources
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from splendor import (
    CARDS,
    EXTRA_NOBLES,
    NOBLES,
    Action,
    BuyCard,
    CardBack,
    ChooseNoble,
    Claims,
    Commitment,
    Disclosure,
    Ending,
    Gems,
    Generator,
    InvalidPositionError,
    Meta,
    Move,
    Opening,
    Pass,
    Player,
    Record,
    ReserveCard,
    Reserved,
    ReserveFromDeck,
    Result,
    ReturnTokens,
    RevealCard,
    Rules,
    State,
    TakeTokens,
    UnreadableError,
    from_json,
    json_schema,
    to_json,
)
from splendor.formats.schema import schema_text
from splendor.formats.strict import MAX_BYTES
from tests.effort import effort
from tests.format_vectors import FILE
from tests.walks import RANDOM, RULES
from tests.writings import ACTIONS, records, states

EXAMPLES: Final = Path(__file__).parents[1] / "examples" / "games"
SCHEMA: Final = json_schema()
VALIDATOR: Final = Draft202012Validator(SCHEMA)
VECTORS: Final = json.loads(FILE.read_text(encoding="utf-8"))
DOCUMENTS: Final[list[Any]] = [
    json.loads(item["json"]) for key in ("positions", "records") for item in VECTORS[key]
]


def accepted(document: Any) -> bool:  # noqa: ANN401 - any JSON
    """Whether the schema accepts a document."""
    return VALIDATOR.is_valid(document)


def kind_of(document: Any) -> type[State | Record]:  # noqa: ANN401 - any JSON
    """What a document says that it is."""
    is_state = isinstance(document, dict) and document.get("format") == "splendor-state"
    return State if is_state else Record


def read(text: str) -> bool:
    """Whether the reader reads a document; a position it may then find impossible."""
    try:
        from_json(text, kind_of(json.loads(text)))
    except InvalidPositionError:
        return True
    except UnreadableError:
        return False
    return True


def test_it_is_a_schema_and_the_file_is_it() -> None:
    """`splendor schema` has been written to it since a type changed."""
    Draft202012Validator.check_schema(SCHEMA)
    shipped = resources.files("splendor.formats").joinpath("schema.json")
    assert shipped.read_text(encoding="utf-8") == schema_text()


def test_nobody_can_change_it() -> None:
    json_schema()["$defs"].clear()
    assert json_schema() == SCHEMA


class TestAccepts:
    """Whatever is written down is accepted."""

    @given(records())
    def test_any_record(self, record: Record) -> None:
        assert accepted(json.loads(to_json(record)))

    @given(states())
    def test_any_state(self, state: State) -> None:
        text = to_json(state)
        assert accepted(json.loads(text)) is read(text)

    @pytest.mark.parametrize("name", [path.name for path in sorted(EXAMPLES.glob("*.json"))])
    def test_the_examples(self, name: str) -> None:
        document = json.loads((EXAMPLES / name).read_text(encoding="utf-8"))
        assert accepted(document) is (document.get("format") == "splendor-record")

    @given(RULES, ACTIONS)
    def test_parts(self, rules: Rules, action: Action) -> None:
        for kind, value in (("Rules", rules), ("Action", action), ("Gems", Gems(1, 2))):
            part = {"$ref": f"#/$defs/{kind}", "$defs": SCHEMA["$defs"]}
            document = json.loads(to_json(value))
            assert Draft202012Validator(part).is_valid(document)
            assert not Draft202012Validator(part).is_valid([document])


# Changed documents

_VALUES: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, 1, 2, 3, -1, 5, 32, 41, 7.5, 10**15, 10**16, 10**18),
    *("", "x", "1k3", "#2"),
    *("wug", "int:1", "int:01", "hex:00", "hex:0", "0123456789ab", "main", "played", "public"),
    *([], {}, [1, 2, 3], [0] * 6, [None] * 4, {"do": "pass"}, {"x_a": 1}, "a" * 200, "a" * 201),
    *("0" * 64, "0f" * 16, "0f" * 15, "resigned", {"digest": "0" * 64}, ["wu", "wu"]),
)
_KEYS: Final = (
    *("x_q", "meta", "digest", "foo", "by", "seat", "gold", "visit", "claims", "seed", "result"),
    *("decks", "commitment", "generator", "points", "winners", "turn_limit", "disclose"),
)


def places(document: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:  # noqa: ANN401
    """Yield the path of each value inside a document."""
    inner = document.items() if isinstance(document, dict) else enumerate(document)
    for key, value in inner:
        yield (*here, key)
        if isinstance(value, (dict, list)):
            yield from places(value, (*here, key))


def changed(document: Any, random: Random) -> Any:  # noqa: ANN401
    """Return a document with one thing left out, put in, doubled, replaced, or a little off."""
    document = copy.deepcopy(document)
    found = list(places(document))
    path = random.choice([place for place in found if len(place) <= random.choice((1, 2, 9))])
    *above, key = path
    outer = document
    for step in above:
        outer = outer[step]
    kind = random.choice(("drop", "replace", "nudge", "add", "double"))
    if kind == "drop":
        del outer[key]
    elif kind == "replace":
        outer[key] = random.choice(_VALUES)
    elif kind == "nudge":
        outer[key] = nudged(outer[key], random)
    elif isinstance(outer, dict):
        outer[random.choice(_KEYS)] = random.choice(_VALUES)
    else:
        outer.append(copy.deepcopy(outer[key]) if kind == "double" else random.choice(_VALUES))
    return document


def nudged(value: Any, random: Random) -> Any:  # noqa: ANN401 - any JSON
    """Return what is nearly the same: the next number, a line more, an item less."""
    if type(value) is int:
        return value + random.choice((-1, 1))
    if isinstance(value, str):
        return value + "\n"
    return value[:-1] if isinstance(value, list) else [value]


UNSAYABLE: Final = (
    "there is no seat",
    "first_player is an int from 0 to",
    "asks for more nobles than",
    "each x_ key once",
)
"""How the reader refuses what a schema cannot: see the page."""


@given(records() | states(), RANDOM)
def test_a_changed_document_is_read_exactly_if_it_is_accepted(
    value: Record | State, random: Random
) -> None:
    whole = json.loads(to_json(value))
    for _ in range(4):
        assert_agreed(changed(whole, random))


def assert_agreed(document: Any) -> None:  # noqa: ANN401 - any JSON
    """Assert that a document is both read and accepted, or neither, where a schema can tell."""
    text = json.dumps(document)
    if accepted(document) is not read(text):
        with pytest.raises(UnreadableError) as caught:
            from_json(text, kind_of(document))
        assert any(words in str(caught.value) for words in UNSAYABLE), caught.value


# Every place


def full_record() -> Record:
    """Return a record of four players in which every key stands, and every action."""
    bought, back, noble, gems = CARDS["1k3"], CardBack(2), NOBLES["wu"], Gems(1, 2)
    claims, meta = (
        Claims(1, 2, (0, 0, 1, 0, 0, -1), 3),
        Meta({"a": [1], "b": {"c": "d"}, "x_e": None}),
    )
    actions: tuple[Action, ...] = (
        *(TakeTokens(gems), ReserveFromDeck(2), BuyCard(bought, gems), ReturnTokens(gems)),
        *(ChooseNoble(noble), Pass(), RevealCard(back)),
    )
    reserved = Move(
        ReserveCard(bought), 3, gold=True, visit=noble, claims=claims, digest="0" * 12, meta=meta
    )
    return Record(
        players=("a", "b", "c", "d"),
        opening=Opening(3, gems, ((bought, back, None, None),) * 3, (noble,), (36, 26, 16)),
        events=(
            reserved,
            *(Move(action, gold=False) for action in actions),
            Disclosure(bought, 3, "0" * 12, meta),
        ),
        rules=Rules((1, 1, 1), (1, 1, 1), tuple(NOBLES.values())[:9], (1, 1, 1), 9, "always"),
        perspective=3,
        ending=Ending("timeout", 3),
        result=Result((9, 9, 9, 9), (9, 9, 9, 9), (1, 1, 1, 1), (0, 1, 2, 3)),
        decks=((bought,), (), ()),
        seed=7,
        commitment=Commitment("0" * 64, b"0" * 16),
        generator=Generator("a", "b"),
        meta=meta,
    )


def full_state() -> State:
    """Return a state of four players in which every key stands."""
    hand = (Reserved(CARDS["1k3"]), Reserved(CardBack(2), face_down=True))
    seat = Player(Gems(1), (CARDS["1k3"],), hand, (NOBLES["wu"],))
    row = (CARDS["1k3"], CardBack(2), None, None)
    deck = (CARDS["1k3"],)
    return State(Rules(), Gems(1), (deck, (), ()), (row,) * 3, (NOBLES["wu"],), (seat,) * 4, 3)


def full_documents() -> Iterator[Any]:
    """Yield documents in which every key stands, options and all."""
    record = json.loads(to_json(full_record()))
    options = {"payment": "gold_last", "tie_break": "shared", "turn_limit": 9}
    pool = [*NOBLES, *EXTRA_NOBLES]
    rules = {**record["rules"], **options, "noble_pool": pool}
    yield {**record, "rules": rules, "events": []}
    yield {
        key: record[key] for key in ("format", "version", "cards", "players", "opening", "events")
    }
    yield json.loads(to_json(full_state()))


def limits(schema: Any) -> Iterator[int]:  # noqa: ANN401 - any part of a schema
    """Yield every number that a schema sets as a limit."""
    for key, inner in schema.items() if isinstance(schema, dict) else enumerate(schema):
        if key in {"minimum", "maximum"}:
            yield inner
        elif isinstance(inner, (dict, list)):
            yield from limits(inner)


NUMBERS: Final = sorted({limit + step for limit in limits(SCHEMA) for step in (-1, 0, 1)})
LENGTHS: Final = (1, 2, 3, 4, 5, 6, 7, 40, 41)
WORDS: Final = (
    *("", "1k3", "#2", "wug", "played", "full", "int:01", "hex:0", "hex:AB", "hex:" + "00" * 33),
    *("reserve", "pass", "0" * 13, "0" * 30, "0" * 66, "a" * 200, "a" * 201),
)


def instead(value: Any) -> Iterator[Any]:  # noqa: ANN401 - any JSON
    """Yield what may stand instead of a value, right or wrong."""
    yield from (None, True, 7.5, 1, [], {}, [[]])
    if type(value) is int:
        yield from NUMBERS
    elif isinstance(value, str):
        yield from (value + "\n", value.upper(), value[:-1], *WORDS)
    elif isinstance(value, list):
        yield from ((value * length)[:length] for length in LENGTHS if value)
    elif isinstance(value, dict):
        yield from ({**value, key: True} for key in ("foo", "x_a"))
        yield from ({key: value[key] for key in value if key != gone} for gone in value)


def first_places(document: Any) -> Iterator[tuple[Any, ...]]:  # noqa: ANN401 - any JSON
    """Yield the places of a document, of a list only the first item and all objects."""
    yield ()
    for key, inner in document.items() if isinstance(document, dict) else enumerate(document):
        if key == 0 or isinstance(key, str) or isinstance(inner, dict):
            deeper = first_places(inner) if isinstance(inner, (dict, list)) else [()]
            yield from ((key, *rest) for rest in deeper)


@pytest.mark.sweep
@pytest.mark.parametrize("document", tuple(full_documents()), ids=["record", "events", "state"])
def test_every_value_at_every_place_is_read_exactly_if_it_is_accepted(document: Any) -> None:  # noqa: ANN401
    assert accepted(document)
    changes = (
        (path, value)
        for path in first_places(document)
        for value in instead(value_at(document, path))
    )
    for path, value in islice(changes, 0, None, effort(7)):
        assert_agreed(put_in(document, path, value))


def value_at(document: Any, path: tuple[Any, ...]) -> Any:  # noqa: ANN401 - any JSON
    for step in path:
        document = document[step]
    return document


def put_in(document: Any, path: tuple[Any, ...], value: Any) -> Any:  # noqa: ANN401 - any JSON
    """Return a document with something else at a place; the rest is shared with it."""
    if not path:
        return value
    first, *rest = path
    changed = copy.copy(document)
    changed[first] = put_in(document[first], tuple(rest), value)
    return changed


def with_change(*path: Any, value: Any) -> Any:  # noqa: ANN401
    """Return the last record of the vectors with something else at a place."""
    document = copy.deepcopy(DOCUMENTS[-1])
    outer = document
    for step in path[:-1]:
        outer = outer[step]
    outer[path[-1]] = value
    return document


NOT_SAID: Final[dict[str, str]] = {
    "a key twice": '{"format":"splendor-record",' + json.dumps(DOCUMENTS[-1])[1:],
    "a whole number with a point": json.dumps(DOCUMENTS[-1]).replace(
        '"version": 1', '"version": 1.0'
    ),
    "a seat beyond the players": json.dumps(with_change("perspective", value=3)),
    "more nobles than the pool has": json.dumps(
        with_change("rules", value={"noble_pool": [], "preset": "official"})
    ),
    "an x_ key twice": json.dumps({**with_change("meta", value={"x_a": 1}), "x_a": 1}),
    "a seed of more than 256 bits": json.dumps(with_change("seed", value=f"int:{2**256}")),
    "meta deeper than 32": json.dumps(
        with_change("meta", value=json.loads('{"a":' * 34 + "1" + "}" * 34))
    ),
    "a lone surrogate": json.dumps(with_change("players", 0, value="\ud800")),
    "more than 8 MiB": json.dumps(with_change("meta", value={"a": "a" * MAX_BYTES})),
}
"""What the schema cannot say, each as a document that it accepts and the reader refuses."""


@pytest.mark.parametrize("what", NOT_SAID)
def test_what_a_schema_cannot_say(what: str) -> None:
    text = NOT_SAID[what]
    assert accepted(json.loads(text))
    assert not read(text)


def test_the_page_lists_what_a_schema_cannot_say() -> None:
    page = (Path(__file__).parents[1] / "docs" / "reference" / "schema.md").read_text(
        encoding="utf-8"
    )
    listed = page.partition("cannot say:")[2].partition("\n\n")[2].partition("\n\n")[0]
    assert [line.partition(" (")[0] for line in listed.split("\n- ")] == [
        f"- {what}" if number == 0 else what for number, what in enumerate(NOT_SAID)
    ]


def test_the_schema_does_not_judge_a_position() -> None:
    document = copy.deepcopy(next(each for each in DOCUMENTS if kind_of(each) is State))
    document["bank"] = [0] * 6
    assert accepted(document)
    with pytest.raises(InvalidPositionError):
        from_json(json.dumps(document), State)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("format",), "splendor-game"),
        (("version",), 2),
        (("cards",), "base"),
        (("players",), ["one"]),
        (("opening", "bank"), [4, 4, 4, 4, 4]),
        (("opening", "rows", 0), ["1k3"]),
        (("opening", "deck_counts"), [36, 26, 41]),
        (("events", 0), {"disclose": "1k9"}),
        (("events", 0), {"action": {"do": "reserve", "card": "1k3"}, "by": 0}),
        (("events", 0), {"action": {"do": "reserve", "card": "1k3"}, "by": 0, "gold": None}),
        (("events", 0), {"action": {"do": "take", "gems": [1, 1, 1, 0, 0, 0], "card": "1k3"}}),
        (("events", 0, "digest"), "0" * 12 + "\n"),
        (("ending",), {"kind": "drawn"}),
        (("ending",), {"kind": "resigned"}),
        (("ending",), {"kind": "played", "seat": 1}),
        (("result",), {"winners": [0, 0]}),
        (("seed",), "int:007"),
        (("seed",), "int:7\n"),
        (("commitment",), {"digest": "0" * 63}),
        (("commitment",), {"digest": "0" * 64 + "\n"}),
        (("commitment",), {"digest": "0" * 64, "salt": "00" * 15}),
        (("commitment",), {"digest": "0" * 64, "salt": "00" * 16 + "\n"}),
        (("meta",), {"a": 1.5}),
        (("rules",), {"preset": "chess"}),
        (("perspective",), "private"),
    ],
)
def test_both_refuse(path: tuple[Any, ...], value: object) -> None:
    document = with_change(*path, value=value)
    assert not accepted(document)
    assert not read(json.dumps(document))
