"""JSON: the canonical spelling of states, actions and records, read strictly.

One spelling: UTF-8, keys sorted, no spaces, no floats, and a line feed at the end of a document.
Gems are lists of six counts in colour order, cards and nobles their ids, `#2` an unknown card of
level 2, null an empty place. Options with their default value are left out.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from functools import cache
from itertools import zip_longest
from types import UnionType
from typing import Any, Final, NoReturn, TypeVar, get_args, overload

import attrs
import cattrs
from cattrs.errors import ForbiddenExtraKeysError
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from splendor.engine.invariants import ensure_valid
from splendor.engine.memo import Memo
from splendor.engine.setup import seed_text
from splendor.errors import InvalidValueError, UnreadableError, UnsupportedVersionError, brief
from splendor.formats.meta import Meta
from splendor.formats.plain import expect, refuse
from splendor.formats.record import (
    COLOUR_COUNT,
    DIGEST_DIGITS,
    MAX_DECK,
    Commitment,
    Disclosure,
    Ending,
    Event,
    Move,
    Perspective,
    Record,
    Seed,
)
from splendor.formats.strict import Hook, Strict, object_hook, parse, read_object
from splendor.model.actions import (
    Action,
    BuyCard,
    ChooseNoble,
    Pass,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    TakeTokens,
)
from splendor.model.cards import BACKS, Card, CardBack, Noble, card_by_id, noble_by_id
from splendor.model.gems import Gems
from splendor.model.rules import PRESETS, Rules, nearest_preset
from splendor.model.state import Phase, Reserved, State

RECORD_FORMAT: Final = "splendor-record"
STATE_FORMAT: Final = "splendor-state"
VERSION: Final = 1
CARD_TABLE: Final = "base#417d650b072d"
"""The card table by name and the first 12 hexadecimal digits of its hash."""
_ALWAYS_WRITTEN: Final = frozenset(
    {"rules", "perspective", "ending", "kind", "events", "face_down"}
)
"""What is said even where it is the default, so that a reader need not know the default."""

_BRIEF_MOVE: Final = frozenset({"action", "by", "gold"})
"""What most moves say; the constructor checks the last two as strictly as a reader would."""

_T = TypeVar("_T", bound=State | Record | Action | Rules | Gems)

ACTION_NAMES: Final[dict[type, str]] = {
    TakeTokens: "take",
    ReserveCard: "reserve",
    ReserveFromDeck: "reserve_from_deck",
    BuyCard: "buy",
    ReturnTokens: "return",
    ChooseNoble: "choose_noble",
    Pass: "pass",
    RevealCard: "reveal",
}
_ACTION_KINDS: Final = {name: kind for kind, name in ACTION_NAMES.items()}
_KINDS: Final[tuple[Any, ...]] = (Action, Rules, Gems)
_KIND_NAMES: Final = "a State, Record, Action, Rules or Gems"


def to_json(value: State | Record | Action | Rules | Gems) -> str:
    """Return the canonical JSON of a state, record, action, rules or gems, on one line.

    >>> to_json(TakeTokens(Gems(white=2)))
    '{"do":"take","gems":[2,0,0,0,0,0]}'
    """
    return json.dumps(to_data(value), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def to_data(value: State | Record | Action | Rules | Gems) -> Any:
    """Return the same as plain dictionaries and lists."""
    kind: Any = Action if type(value) in ACTION_NAMES else type(value)
    if kind not in (State, Record, *_KINDS):
        message = f"what is written is {_KIND_NAMES}, not {brief(value)}"
        raise InvalidValueError(message)
    data = _strict().unstructure(value, kind)
    if isinstance(value, State):
        return {"format": STATE_FORMAT, "version": VERSION, **data}
    if isinstance(value, Record):
        return {"format": RECORD_FORMAT, "version": VERSION, "cards": CARD_TABLE, **data}
    return data


@overload
def from_json(data: str | bytes, kind: type[_T], *, strict: bool = False) -> _T: ...
@overload
def from_json(data: str | bytes, kind: UnionType, *, strict: bool = False) -> Action: ...
def from_json(data: str | bytes, kind: Any, *, strict: bool = False) -> Any:
    """Read a State, a Record, an Action, Rules or Gems from its JSON, strictly.

    With `strict=True` the document must be spelled as `to_json` spells it, up to a final line feed.
    Raises UnreadableError naming the path, UnsupportedVersionError for a newer format, and
    InvalidPositionError for a state that breaks invariants.

    >>> from_json('{"do":"take","gems":[2,0,0,0,0,0]}', Action)
    TakeTokens(gems=Gems(white=2))
    """
    value = from_data(parse(data), kind)
    if strict:
        text = data.decode() if isinstance(data, bytes) else data
        canonical = to_json(value)
        if text.removesuffix("\n") != canonical:
            pairs = enumerate(zip_longest(text, canonical))
            column = next(column for column, (found, due) in pairs if found != due)
            message = f"not in canonical spelling, which goes on: {canonical[column:][:20]!r}"
            raise UnreadableError(message, path=f"line 1, column {column + 1}")
    return value


def from_data(data: Any, kind: Any) -> Any:
    """Read the same from plain dictionaries and lists, as `splendor.formats.strict.parse` gives."""
    if kind is State:
        state = _strict().structure(_opened(data, STATE_FORMAT), State)
        for index, deck in enumerate(state.decks):  # each misplaced card of it would be named
            if len(deck) > MAX_DECK:
                message = f"expected at most {MAX_DECK} cards, not {len(deck)}"
                raise UnreadableError(message, path=f"$.decks[{index}]")
        return ensure_valid(state)
    if kind is Record:
        body = _opened(data, RECORD_FORMAT)
        cards = body.pop("cards", None)
        if cards != CARD_TABLE:
            _refuse_at("$.cards", f"the card table {CARD_TABLE}", cards)
        return _strict().structure(body, Record)
    if isinstance(kind, type) and kind in ACTION_NAMES:
        action: Any = _strict().structure(data, Action)  # type: ignore[arg-type]  # a union
        if type(action) is not kind:
            message = f"expected {ACTION_NAMES[kind]!r}, not {ACTION_NAMES[type(action)]!r}"
            raise UnreadableError(message, path="$.do")
        return action
    if kind not in _KINDS:
        message = f"what is read is {_KIND_NAMES}, not {brief(getattr(kind, '__name__', kind))}"
        raise InvalidValueError(message)
    return _strict().structure(data, kind)


def digest(state: State) -> str:
    """Return a state's digest: the first 12 hex digits of the SHA-256 of its canonical JSON."""
    return hashlib.sha256(to_json(state).encode()).hexdigest()[:DIGEST_DIGITS]


def _opened(data: Any, name: str) -> dict[str, Any]:
    """Take the format and version off a document, if they are known ones."""
    if type(data) is not dict:
        _refuse_at("$", "an object", data)
    body = dict(data)
    if body.get("format") != name:
        _refuse_at("$.format", repr(name), body.get("format"))
    version = body.get("version")
    if type(version) is not int or version < 1:
        _refuse_at("$.version", "a version number", version)
    if version > VERSION:
        message = f"{name} version {brief(version)} is newer than {VERSION}, the newest known here"
        raise UnsupportedVersionError(message, path="$.version")
    del body["format"], body["version"]
    return body


def _refuse_at(path: str, expected: str, value: object) -> NoReturn:
    try:
        refuse(expected, value)
    except InvalidValueError as error:
        raise UnreadableError(error.message, path=path) from None


# How each type is written and read


@cache
def _strict() -> Strict:
    strict = Strict()
    strict.register(Gems, lambda _: _read_gems, lambda gems: list(gems.counts))
    strict.register(Card, lambda _: _read_card, lambda card: card.id)
    strict.register(CardBack, None, str)
    strict.register(Noble, lambda _: _read_noble, lambda tile: tile.id)
    strict.register(Card | CardBack, lambda _: _read_face, str)
    strict.register(Card | CardBack | None, lambda _: _read_place, _write_place)
    strict.register(int | None, lambda _: _read_optional_int, lambda number: number)
    strict.register(Phase, lambda _: _read_phase, lambda phase: phase.value)
    strict.register(Perspective, lambda _: _read_perspective, lambda perspective: perspective)
    strict.register(Seed, lambda _: _read_seed, seed_text)
    strict.register(Seed | None, lambda _: _read_optional_seed, _write_optional_seed)
    strict.register(bytes | None, lambda _: _read_salt, _write_salt)
    strict.register(Commitment, None, _writer(strict.fast, Commitment))
    strict.register(Rules, _rules_reader, _rules_writer(strict.fast))
    strict.register(Action, _action_reader, _action_writer(strict.fast))
    strict.register(Ending, None, _writer(strict.fast, Ending))
    strict.register(Reserved, None, _writer(strict.fast, Reserved))
    for kind in (Move, Disclosure):
        strict.register(kind, _with_extras(kind), _extras_writer(strict.fast, kind))
    strict.register(Event, _event_reader, strict.fast.unstructure)
    strict.register(Record, _with_extras(Record), _extras_writer(strict.fast, Record))
    return strict


def _read_optional_int(value: object, _: Any) -> int | None:
    return None if value is None else expect(int, value, "an int")


def _read_card(value: object, _: Any) -> Card:
    return card_by_id(expect(str, value, "an id"))


def _read_noble(value: object, _: Any) -> Noble:
    return noble_by_id(expect(str, value, "an id"))


def _read_gems(value: object, _: Any) -> Gems:
    counts = expect(list, value, f"a list of {COLOUR_COUNT} counts")
    if len(counts) != COLOUR_COUNT:
        message = f"expected {COLOUR_COUNT} counts in the order white to gold, not {len(counts)}"
        raise InvalidValueError(message)
    for count in counts:
        if type(count) is not int:  # 1 and True are the same key
            return Gems(*counts)
    return _GEMS[tuple(counts)]


_GEMS: Final[Memo[tuple[int, ...], Gems]] = Memo(lambda counts: Gems(*counts), 1 << 12)
"""Most of a record's are the same few takes and payments."""


def _read_face(value: object, _: Any) -> Card | CardBack:
    text = expect(str, value, "an id")
    if not text.startswith("#"):
        return card_by_id(text)
    back = _backs().get(text)
    return refuse("#1, #2 or #3", text) if back is None else back


def _read_place(value: object, kind: Any) -> Card | CardBack | None:
    return None if value is None else _read_face(value, kind)


def _write_place(place: Card | CardBack | None) -> str | None:
    return None if place is None else str(place)


@cache
def _backs() -> dict[str, CardBack]:
    return {str(back): back for back in BACKS}


def _read_phase(value: object, _: Any) -> Phase:
    for phase in Phase:
        if value == phase.value:
            return phase
    return refuse(f"one of {', '.join(phase.value for phase in Phase)}", value)


def _read_perspective(value: object, _: Any) -> Perspective:
    if type(value) is int:
        return value
    if value == "full":
        return "full"
    return "public" if value == "public" else refuse("full, public or a seat", value)


def _read_seed(value: object, _: Any) -> Seed:
    text = expect(str, value, "a seed")
    kind, _colon, digits = text.partition(":")
    try:
        seed: Seed = int(digits) if kind == "int" and len(digits) < 80 else bytes.fromhex(digits)  # noqa: PLR2004
        if seed_text(seed) == text:
            return seed
    except (ValueError, InvalidValueError):
        pass
    return refuse("a seed such as int:42 or hex:0a0b", value)


def _read_optional_seed(value: object, kind: Any) -> Seed | None:
    return None if value is None else _read_seed(value, kind)


def _write_optional_seed(seed: Seed | None) -> str | None:
    return None if seed is None else seed_text(seed)


def _read_salt(value: object, _: Any) -> bytes | None:
    if value is None:
        return None
    text = expect(str, value, "a salt")
    if not re.fullmatch("(?:[0-9a-f]{2})+", text):
        refuse("a salt in lower-case hexadecimal", text)
    return bytes.fromhex(text)


def _write_salt(salt: bytes | None) -> str | None:
    return None if salt is None else salt.hex()


def _rules_reader(converter: cattrs.Converter) -> Hook:
    """Read a preset's name and the options that differ from it."""
    structure = object_hook(converter, Rules)
    presets = {name: _plain_rules(converter, rules) for name, rules in PRESETS.items()}

    def read(value: object, _: Any) -> Rules:
        options = dict(read_object(value))
        name = options.pop("preset", "official")
        if not isinstance(name, str) or name not in presets:
            refuse(f"a preset ({', '.join(presets)})", name, ".preset")
        if not options:
            return PRESETS[name]
        rules: Rules = structure({**presets[name], **options}, Rules)
        return rules

    return read


def _plain_rules(converter: cattrs.Converter, rules: Rules) -> dict[str, Any]:
    return {
        field.name: converter.unstructure(getattr(rules, field.name), unstructure_as=field.type)
        for field in attrs.fields(Rules)
    }


def _rules_writer(converter: cattrs.Converter) -> Callable[[Rules], dict[str, Any]]:
    """Write the preset that differs in the fewest options, and those options."""

    def write(rules: Rules) -> dict[str, Any]:
        name = nearest_preset(rules)
        plain = converter.unstructure(rules.overrides(PRESETS[name]))
        return {"preset": name, **plain}

    return write


def _action_reader(converter: cattrs.Converter) -> Hook:
    make: Any = make_dict_structure_fn  # its keyword arguments are typed as flags
    kinds = {
        name: (
            kind,
            {"do"}.union(field.name for field in attrs.fields(kind)),
            make(kind, converter, _cattrs_forbid_extra_keys=False),
        )
        for name, kind in _ACTION_KINDS.items()
    }

    def read(value: object, _: Any) -> Action:
        body = read_object(value)
        name = body.get("do")
        if type(name) is not str or name not in kinds:
            refuse(f"an action whose `do` is one of {', '.join(kinds)}", name)
        kind, keys, structure = kinds[name]
        action: Action = structure(body, kind)
        if len(body) > len(keys):
            message = "unknown keys"
            raise ForbiddenExtraKeysError(message, kind, body.keys() - keys)
        return action

    return read


def _action_writer(converter: cattrs.Converter) -> Callable[[Any], dict[str, Any]]:
    writers: dict[type, Callable[[Any], dict[str, Any]]] = {
        kind: make_dict_unstructure_fn(kind, converter) for kind in ACTION_NAMES
    }
    return lambda action: {"do": ACTION_NAMES[type(action)], **writers[type(action)](action)}


def _event_reader(converter: cattrs.Converter) -> Hook:
    read_move = converter.get_structure_hook(Move)
    read_disclosure = converter.get_structure_hook(Disclosure)
    union: Any = Action
    read_action = converter.get_structure_hook(union)
    detailed = converter.detailed_validation

    def read(value: object, _: Any) -> Event:
        body = read_object(value)
        if not detailed and body.keys() <= _BRIEF_MOVE:  # half the time, for nearly all events
            by, gold = body.get("by"), body.get("gold")
            return Move(read_action(body["action"], union), by, gold)
        event: Event = (
            read_disclosure(body, Disclosure) if "disclose" in body else read_move(body, Move)
        )
        return event

    return read


def _with_extras(kind: Any) -> Callable[[cattrs.Converter], Hook]:
    """Read a class whose keys that begin with `x_` are kept in its meta."""

    def reader(converter: cattrs.Converter) -> Hook:
        structure = make_dict_structure_fn(kind, converter)

        def read(value: object, _: Any) -> Any:
            body = read_object(value)
            for key in body:
                if key.startswith("x_"):
                    return structure(_extras_in_meta(body), kind)
            return structure(body, kind)

        return read

    return reader


def _extras_in_meta(body: dict[str, Any]) -> dict[str, Any]:
    extras = {key: item for key, item in body.items() if key.startswith("x_")}
    Meta(extras)  # whatever is wrong with them is said where they stand
    own = {key: item for key, item in body.items() if key not in extras}
    meta = own.get("meta", {})
    if type(meta) is not dict:
        refuse("an object", meta, ".meta")
    if not extras.keys().isdisjoint(meta):
        refuse("each x_ key once, beside `meta` or in it", meta)
    return {**own, "meta": {**meta, **extras}}


def _writer(converter: cattrs.Converter, kind: Any) -> Callable[[Any], dict[str, Any]]:
    """Write an attrs class without the fields that have their default."""
    always = override(omit_if_default=False)
    written = {field.name: always for field in attrs.fields(kind) if field.name in _ALWAYS_WRITTEN}
    make: Any = make_dict_unstructure_fn  # its keyword arguments are typed as flags
    write: Callable[[Any], dict[str, Any]] = make(
        kind, converter, _cattrs_omit_if_default=True, **written
    )
    return write


def _extras_writer(converter: cattrs.Converter, kind: Any) -> Callable[[Any], dict[str, Any]]:
    write_fields = _writer(converter, kind)

    def write(value: Any) -> dict[str, Any]:
        data = write_fields(value)
        meta: dict[str, Any] = data.pop("meta", {})
        inner = {key: item for key, item in meta.items() if not key.startswith("x_")}
        extras = {key: item for key, item in meta.items() if key.startswith("x_")}
        return {**data, **extras, **({"meta": inner} if inner else {})}

    return write


assert set(get_args(Action)) == set(ACTION_NAMES)  # noqa: S101 - a table that must be complete
