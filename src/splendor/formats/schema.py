"""The JSON Schema (2020-12) of the JSON that this library reads, made from its types.

Classes become objects with the keys of their fields; what a type does not say, the ranges and
lengths that constructors check, stands in `_MORE`, by class and field. `splendor.formats` holds the
schema as the file `schema.json`, as `splendor schema` prints it.
"""

from __future__ import annotations

import json
from functools import cache
from types import NoneType
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import attrs

from splendor.formats.json import (
    ACTION_NAMES,
    CARD_TABLE,
    RECORD_FORMAT,
    STATE_FORMAT,
    VERSION,
)
from splendor.formats.meta import MAX_INT, Meta
from splendor.formats.record import (
    COLOUR_COUNT,
    COMMITMENT_DIGITS,
    DIGEST_DIGITS,
    MAX_DECK,
    MAX_FIGURE,
    MAX_NAME,
    MAX_SALT,
    MIN_SALT,
    Claims,
    Commitment,
    Disclosure,
    Ending,
    Event,
    Generator,
    Move,
    Opening,
    Perspective,
    Record,
    Result,
    Seed,
)
from splendor.model.actions import Action, ReserveCard, ReserveFromDeck
from splendor.model.cards import BACKS, CARDS, EXTRA_NOBLES, LEVELS, NOBLES, Card, CardBack, Noble
from splendor.model.gems import MAX_COUNT, Gems
from splendor.model.rules import (
    MAX_NUMBER,
    MAX_SUPPLY,
    PLAYER_COUNTS,
    PRESETS,
    ROW_SIZE,
    Rules,
)
from splendor.model.state import MAX_TURNS, Phase, Player, Reserved, State

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def _spelled(pattern: str) -> dict[str, Any]:
    """Ask for a whole string: in some languages `$` also stands before a last line feed."""
    return {"pattern": f"^{pattern}$", "not": {"pattern": r"\n"}}


_SEATS: Final = {"minimum": 0, "maximum": PLAYER_COUNTS[-1] - 1}
_FIGURES: Final = {"minimum": -MAX_FIGURE, "maximum": MAX_FIGURE}
_LEVELS: Final = {"minItems": len(LEVELS), "maxItems": len(LEVELS)}
_PLACES: Final = {"minItems": ROW_SIZE, "maxItems": ROW_SIZE}
_PLAYERS: Final = {"minItems": PLAYER_COUNTS[0], "maxItems": PLAYER_COUNTS[-1]}
_EACH_SEAT: Final = {"maxItems": PLAYER_COUNTS[-1]}
_NAME: Final = {"maxLength": MAX_NAME}
_DIGEST: Final = _spelled(f"[0-9a-f]{{{DIGEST_DIGITS}}}")
_BY_PLAYERS: Final = {"minItems": len(PLAYER_COUNTS), "maxItems": len(PLAYER_COUNTS)}
_NUMBER: Final = {"minimum": 1, "maximum": MAX_NUMBER}
_SUPPLY: Final = {"minimum": 0, "maximum": MAX_SUPPLY}
_POOL: Final = len(NOBLES) + len(EXTRA_NOBLES)

_MORE: Final[dict[tuple[type, str], tuple[dict[str, Any], ...]]] = {
    (Record, "players"): (_PLAYERS, _NAME),
    (Record, "decks"): (_LEVELS, {"maxItems": MAX_DECK}),
    (Opening, "first_player"): (_SEATS,),
    (Opening, "rows"): (_LEVELS, _PLACES),
    (Opening, "deck_counts"): (_LEVELS, {"minimum": 0, "maximum": MAX_DECK}),
    (Claims, "points"): (_FIGURES,),
    (Claims, "gained"): (_FIGURES,),
    (Claims, "round"): (_FIGURES,),
    (Claims, "change"): ({"minItems": COLOUR_COUNT, "maxItems": COLOUR_COUNT}, _FIGURES),
    (Move, "by"): (_SEATS,),
    (Move, "digest"): (_DIGEST,),
    (Disclosure, "seat"): (_SEATS,),
    (Disclosure, "digest"): (_DIGEST,),
    (Ending, "seat"): (_SEATS,),
    (Result, "points"): (_EACH_SEAT, _FIGURES),
    (Result, "purchased"): (_EACH_SEAT, _FIGURES),
    (Result, "ranks"): (_EACH_SEAT, _FIGURES),
    (Result, "winners"): ({**_EACH_SEAT, "uniqueItems": True}, _SEATS),
    (Commitment, "digest"): (_spelled(f"[0-9a-f]{{{COMMITMENT_DIGITS}}}"),),
    (Generator, "name"): (_NAME,),
    (Generator, "version"): (_NAME,),
    (Rules, "gem_tokens"): (_BY_PLAYERS, _SUPPLY),
    (Rules, "gold_tokens"): (_BY_PLAYERS, _SUPPLY),
    (Rules, "noble_pool"): ({"uniqueItems": True},),
    (Rules, "noble_count"): (_BY_PLAYERS, {"minimum": 0, "maximum": _POOL}),
    (Rules, "target_score"): (_NUMBER,),
    (Rules, "turn_limit"): (_NUMBER,),
    (State, "decks"): (_LEVELS, {"maxItems": MAX_DECK}),
    (State, "rows"): (_LEVELS, _PLACES),
    (State, "players"): (_PLAYERS,),
    (State, "first_player"): (_SEATS,),
    (State, "turn"): ({"minimum": 0, "maximum": MAX_TURNS},),
    (State, "passes"): ({"minimum": 0, "maximum": MAX_TURNS},),
    (Player, "purchased"): ({"uniqueItems": True},),
    (Player, "nobles"): ({"uniqueItems": True},),
    (ReserveFromDeck, "level"): ({"minimum": LEVELS[0], "maximum": LEVELS[-1]},),
}
"""What the constructors ask beyond the types: of a field, of its items, and of theirs."""

_FREE: Final = {"patternProperties": {"^x_": {"$ref": "#/$defs/free"}}}
"""Keys that are kept and never judged."""


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of records and states, as plain dictionaries and lists.

    Whatever `from_json` reads as a Record or State, it accepts, and it refuses what that does, as
    far as a schema can say; docs/reference/schema.md lists what it cannot. Under `$defs` there are
    also `Action`, `Rules` and `Gems`.

    >>> json_schema()["$defs"]["Gems"]["maxItems"]
    6
    """
    found: dict[str, Any] = json.loads(schema_text())
    return found


@cache
def schema_text() -> str:
    """Return the same as JSON text on many lines, with a line feed at the end."""
    definitions: dict[str, Any] = {
        "free": {"anyOf": [{"type": "null"}, {"type": "boolean"}, *_FREE_VALUES]}
    }
    for kind in (Record, State, Action, Rules, Gems):
        _reference(kind, definitions)
    schema = {
        "$schema": DIALECT,
        "title": f"{RECORD_FORMAT} and {STATE_FORMAT}, version {VERSION}",
        "if": {
            "type": "object",
            "properties": {"format": {"const": STATE_FORMAT}},
            "required": ["format"],
        },
        "then": {"$ref": "#/$defs/State"},
        "else": {"$ref": "#/$defs/Record"},
        "$defs": definitions,
    }
    return json.dumps(schema, indent=1, sort_keys=True) + "\n"


_FREE_VALUES: Final = (
    {"type": "integer", "minimum": -MAX_INT, "maximum": MAX_INT},
    {"type": "string"},
    {"type": "array", "items": {"$ref": "#/$defs/free"}},
    {"type": "object", "additionalProperties": {"$ref": "#/$defs/free"}},
)

_NAMES: Final[dict[Any, str]] = {
    Action: "Action",
    Event: "Event",
    Card | CardBack: "Face",
    Card | CardBack | None: "Place",
    Seed: "Seed",
    Perspective: "Perspective",
}


def _reference(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a type: a reference to its definition, which is made if need be."""
    name = _NAMES.get(kind) or kind.__name__
    if name not in definitions:
        definitions[name] = {}  # a type may need itself
        definitions[name] = _defined(kind, definitions)
    return {"$ref": f"#/$defs/{name}"}


def _defined(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    fixed = _FIXED.get(kind)
    if fixed is not None:
        return fixed
    if kind == Action:
        return {"oneOf": [_reference(action, definitions) for action in ACTION_NAMES]}
    if kind == Event:
        return {
            "if": {"type": "object", "required": ["disclose"]},
            "then": _reference(Disclosure, definitions),
            "else": _reference(Move, definitions),
        }
    return _object(kind, definitions)


_FIXED: Final[dict[Any, dict[str, Any]]] = {
    Card: {"enum": list(CARDS)},
    Card | CardBack: {"enum": [*CARDS, *map(str, BACKS)]},
    Card | CardBack | None: {"enum": [*CARDS, *map(str, BACKS), None]},
    Noble: {"enum": [*NOBLES, *EXTRA_NOBLES]},
    Phase: {"enum": [phase.value for phase in Phase]},
    Gems: {
        "type": "array",
        "items": {"type": "integer", "minimum": 0, "maximum": MAX_COUNT},
        "minItems": COLOUR_COUNT,
        "maxItems": COLOUR_COUNT,
    },
    Perspective: {"anyOf": [{"enum": ["full", "public"]}, {"type": "integer", **_SEATS}]},
    Meta: {"type": "object", "additionalProperties": {"$ref": "#/$defs/free"}},
    Seed: {
        "type": "string",
        **_spelled("(int:(0|[1-9][0-9]{0,77})|hex:([0-9a-f]{2}){0,32})"),
    },
}
"""The types that are spelled in a way of their own."""


_HEADS: Final[dict[Any, dict[str, Any]]] = {
    Record: {"format": RECORD_FORMAT, "version": VERSION, "cards": CARD_TABLE},
    State: {"format": STATE_FORMAT, "version": VERSION},
}
"""What a document says of itself."""


def _object(kind: type[attrs.AttrsInstance], definitions: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an attrs class: an object with the keys of its fields, and no other."""
    hints = get_type_hints(kind)
    fields = [field for field in attrs.fields(kind) if field.init]
    properties: dict[str, Any] = {}
    for field in fields:
        of_field = _type(hints.get(field.name, field.type), definitions)
        properties[field.name] = _narrowed(of_field, _MORE.get((kind, field.name), ()))
    required = [field.name for field in fields if field.default is attrs.NOTHING]
    head = _HEADS.get(kind, {})
    if kind in ACTION_NAMES:
        head = {"do": ACTION_NAMES[kind]}
    if kind is Rules:
        properties["preset"] = {"enum": list(PRESETS)}
    properties |= {key: {"const": value} for key, value in head.items()}
    schema: dict[str, Any] = {
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        "required": [*head, *required],
    }
    return {**schema, **_EXTRAS.get(kind, {})}


_RESERVES: Final = {
    "required": ["action"],
    "properties": {
        "action": {
            "type": "object",
            "required": ["do"],
            "properties": {
                "do": {"enum": [ACTION_NAMES[kind] for kind in (ReserveCard, ReserveFromDeck)]}
            },
        }
    },
}
_BACK: Final = {"required": ["card"], "properties": {"card": {"enum": list(map(str, BACKS))}}}
_BY_A_SEAT: Final = {
    "required": ["kind"],
    "properties": {"kind": {"enum": ["resigned", "timeout"]}},
}
_EXTRAS: Final[dict[Any, dict[str, Any]]] = {
    Record: _FREE,
    Disclosure: _FREE,
    Move: {  # a reservation says whether a gold was taken
        **_FREE,
        "if": _RESERVES,
        "then": {"required": ["gold"], "properties": {"gold": {"type": "boolean"}}},
    },
    Reserved: {
        "if": _BACK,
        "then": {"required": ["face_down"], "properties": {"face_down": {"const": True}}},
    },
    Ending: {
        "if": _BY_A_SEAT,
        "then": {"required": ["seat"], "properties": {"seat": {"type": "integer"}}},
        "else": {"properties": {"seat": {"type": "null"}}},
    },
}
"""What one key asks of another."""


def _type(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a field's type."""
    plain = _PLAIN.get(kind)
    if plain is not None:
        return plain
    if kind in _NAMES:
        return _reference(kind, definitions)
    if get_origin(kind) is Literal:
        return {"enum": list(get_args(kind))}
    if get_origin(kind) is tuple:
        return {"type": "array", "items": _type(get_args(kind)[0], definitions)}
    if NoneType in get_args(kind):
        inner = Seed if kind == Seed | None else get_args(kind)[0]
        return {"anyOf": [_type(inner, definitions), {"type": "null"}]}
    return _reference(kind, definitions)


_PLAIN: Final[dict[Any, dict[str, Any]]] = {
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    str: {"type": "string"},
    bytes: {"type": "string", **_spelled(f"([0-9a-f]{{2}}){{{MIN_SALT},{MAX_SALT}}}")},
}


def _narrowed(schema: dict[str, Any], more: tuple[dict[str, Any], ...]) -> dict[str, Any]:
    """Add what a field asks of itself, and then of its items."""
    if not more:
        return schema
    if "anyOf" in schema:
        first, null = schema["anyOf"]
        return {"anyOf": [_narrowed(first, more), null]}
    narrowed = {**schema, **more[0]}
    if more[1:]:
        narrowed["items"] = _narrowed(schema["items"], more[1:])
    return narrowed
