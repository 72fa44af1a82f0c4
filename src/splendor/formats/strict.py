"""Reading JSON strictly: what the standard library and cattrs would wave through is refused.

`parse` turns text into plain values and marks what no document may hold; `Strict` is a cattrs
converter with exact types, no unknown keys and no string passing for a list. It runs fast first and
a second time in detail when that failed, so that an error always names its path.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, Final, Literal, TypeVar, get_args, get_origin

import attrs
import cattrs
from cattrs.errors import (
    AttributeValidationNote,
    BaseValidationError,
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)
from cattrs.gen import make_dict_structure_fn

from splendor.errors import InvalidValueError, UnreadableError, brief
from splendor.formats.meta import Meta
from splendor.formats.plain import (
    Outsized,
    Repeating,
    check_text,
    expect,
    place_in,
    refuse,
)

MAX_BYTES: Final = 8 * 1024 * 1024
"""The longest document that is read."""
MAX_DEPTH: Final = 100
"""How many lists and objects may stand inside each other, in every Python; games need ten."""
MAX_DIGITS: Final = 20
BRACKET: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|([\[{])|[\]}]', re.DOTALL)
"""A string, which may hold brackets of its own, an opening bracket (group 1) or a closing one."""
_REFUSALS: Final = (InvalidValueError, KeyError, ForbiddenExtraKeysError, BaseValidationError)
"""What the hooks and cattrs raise for a value that does not fit; anything else is no refusal."""

_T = TypeVar("_T")
Hook = Callable[[Any, Any], Any]


def parse(data: str | bytes) -> Any:
    """Parse a JSON document of at most 8 MiB; UnreadableError with its place if it is none."""
    content = _loaded(text_of(data))
    if isinstance(content, UnreadableError):
        # Raised here and not where it was found, since what Python raised there holds the document.
        raise content
    return content


def text_of(data: str | bytes) -> str:
    """Return the text of a document of at most 8 MiB; UnreadableError if it has none."""
    if not isinstance(data, (str, bytes)):
        message = f"expected a str or bytes, not {brief(data)}"
        raise UnreadableError(message)
    size = _size(data)
    if size > MAX_BYTES:
        message = f"expected at most {MAX_BYTES} bytes, not {size}"
        raise UnreadableError(message)
    text = _decoded(data) if isinstance(data, bytes) else data
    if isinstance(text, UnreadableError):
        raise text
    return text


def _decoded(data: bytes) -> str | UnreadableError:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        return UnreadableError(f"not UTF-8: {error.reason}", path=f"byte {error.start}")


def _loaded(text: str) -> Any:
    """Return what a text holds, or the error to raise if it is no JSON."""
    if not text or text.isspace():
        return UnreadableError("not JSON: the document is empty", path=place_in(text, 0))
    if text.startswith("\ufeff"):
        message = "not JSON: the document begins with a byte order mark"
        return UnreadableError(message, path=place_in(text, 0))
    raw = text.encode(errors="surrogatepass")
    outsized = b"0" * (MAX_DIGITS + 1) in raw.translate(_DIGITS_TO_ZERO)
    # Before it is decoded: where the stack is short, as in a browser, the deep ends the program.
    deep = None if _is_flat(raw) else _depth_error(text)
    if deep is not None:
        return deep
    try:
        return (_OUTSIZED_DECODER if outsized else _DECODER).decode(text)
    except json.JSONDecodeError as error:
        return _syntax_error(text, error)


def _syntax_error(text: str, error: json.JSONDecodeError) -> UnreadableError:
    """Say what Python says, and of a trailing comma what 3.13 and later do."""
    message, index = error.msg, error.pos
    closing = {"]": "array", "}": "object"}.get(text[index : index + 1])
    before = text[:index].rstrip(" \t\n\r") if closing else ""
    if before.endswith(","):
        message, index = f"Illegal trailing comma before end of {closing}", len(before) - 1
    message = re.sub("( starting)? at$|: $", "", message)
    return UnreadableError(f"not JSON: {message}", path=place_in(text, index))


def _size(data: str | bytes) -> int:
    """Return the length in UTF-8; of a text that is too long anyhow at least that in characters."""
    if isinstance(data, bytes) or len(data) > MAX_BYTES or data.isascii():
        return len(data)
    return len(data.encode(errors="surrogatepass"))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    repeating = Repeating(found)
    # what was taken out once is no longer there; no value of the document is `repeating` itself
    repeating.repeated = next(key for key, _ in pairs if found.pop(key, repeating) is repeating)
    return repeating


def _int(text: str) -> int:
    digits = len(text.lstrip("-"))
    if digits <= MAX_DIGITS:
        return int(text)
    outsized = Outsized(10**MAX_DIGITS)
    outsized.digits = digits
    return outsized


# Python functions for every int cost as much again as all the rest of reading: few texts need them
_DECODER: Final = json.JSONDecoder(object_pairs_hook=_object)
_OUTSIZED_DECODER: Final = json.JSONDecoder(object_pairs_hook=_object, parse_int=_int)
_DIGITS_TO_ZERO: Final = bytes(b"0"[0] if byte in b"0123456789" else 0 for byte in range(256))


def _is_flat(raw: bytes) -> bool:
    """Return whether lists and objects are seen at a glance not to be nested too deep.

    Of the text only quotes, backslashes and brackets are looked at. Strings without brackets leave
    their two quotes side by side; any other string is no matter for a glance. Then the innermost
    brackets are taken out, at most two floors at a time, and none may be left.
    """
    marks = raw.translate(None, delete=_UNMARKED).replace(b'""', b"")
    if b'"' in marks or b"\\" in marks:
        return False
    for _ in range(MAX_DEPTH // 2):
        left = marks.replace(b"[]", b"").replace(b"{}", b"")
        if len(left) == len(marks):
            break
        marks = left
    return not marks


_UNMARKED: Final = bytes(byte for byte in range(256) if byte not in b'"\\[]{}')


def _depth_error(text: str) -> UnreadableError | None:
    """Return the error at the bracket that is too deep, if there is one."""
    depth = 0
    for found in BRACKET.finditer(text):
        if found[1]:
            depth += 1
        elif found[0] in "]}":
            depth -= 1
        if depth > MAX_DEPTH:
            message = f"expected at most {MAX_DEPTH} lists and objects inside each other"
            return UnreadableError(message, path=place_in(text, found.start()))
    return None


class Strict:
    """A pair of cattrs converters, a fast one and one that knows the path of an error."""

    def __init__(self) -> None:
        self._converters = tuple(
            cattrs.Converter(
                forbid_extra_keys=True,
                detailed_validation=detailed,
                omit_if_default=True,
                unstruct_collection_overrides={tuple: list},
            )
            for detailed in (False, True)
        )
        self.fast: cattrs.Converter = self._converters[0]
        self._detailed: cattrs.Converter = self._converters[1]
        for converter in self._converters:
            _register_basics(converter)

    def register(
        self, kind: Any, structure: Callable[[cattrs.Converter], Hook] | None, unstructure: Any
    ) -> None:
        """Teach both converters how to read and how to write a type."""
        for converter in self._converters:
            if structure is not None:
                converter.register_structure_hook(kind, structure(converter))
            converter.register_unstructure_hook(kind, unstructure)

    def structure(self, value: Any, kind: type[_T]) -> _T:
        """Make an object of a plain value; UnreadableError with the path if it does not fit."""
        try:
            return self.fast.structure(value, kind)
        except _REFUSALS:  # the detailed run says it with its path
            return self._explain(value, kind)

    def _explain(self, value: Any, kind: type[_T]) -> _T:
        try:
            return self._detailed.structure(value, kind)
        except _REFUSALS as error:
            cause, path = _first_cause(error)
            if not isinstance(cause, _REFUSALS):
                raise cause from None
            raise UnreadableError(_sentence(cause), path=path) from None

    def unstructure(self, value: Any, kind: Any = None) -> Any:
        """Make a plain value of an object."""
        return self.fast.unstructure(value, unstructure_as=kind)


def _first_cause(error: BaseException) -> tuple[BaseException, str]:
    """Follow the first of the nested errors down to its cause, noting the path."""
    path = "$"
    while isinstance(error, (ClassValidationError, IterableValidationError)):
        noted, bare = error.group_exceptions()
        if not noted:
            error = bare[0]
            continue
        error, note = noted[0]
        path += f".{note.name}" if isinstance(note, AttributeValidationNote) else f"[{note.index}]"
    return error, path + getattr(error, "path", "")


def _sentence(cause: BaseException) -> str:
    if isinstance(cause, ForbiddenExtraKeysError):
        return f"unknown key {brief(min(cause.extra_fields))}"
    if isinstance(cause, KeyError):
        return f"the key {brief(cause.args[0])} is missing"
    return str(getattr(cause, "message", cause))


def _register_basics(converter: cattrs.Converter) -> None:
    converter.register_structure_hook(int, lambda value, _: expect(int, value, "an int"))
    converter.register_structure_hook(bool, lambda value, _: expect(bool, value, "true or false"))
    converter.register_structure_hook(
        str, lambda value, _: check_text(expect(str, value, "a string"))
    )
    converter.register_structure_hook_func(_is_literal, _choice)
    converter.register_structure_hook_factory(_is_tuple)(
        lambda kind: _list_of(converter, get_args(kind)[0])
    )
    converter.register_structure_hook_factory(attrs.has)(lambda kind: object_hook(converter, kind))
    converter.register_structure_hook(Meta, lambda value, _: Meta(read_object(value)))
    converter.register_unstructure_hook(Meta, Meta.thaw)


def _is_literal(kind: object) -> bool:
    return get_origin(kind) is Literal


def _is_tuple(kind: Any) -> bool:
    origin: object = get_origin(kind)
    return origin is tuple


def _choice(value: object, kind: Any) -> str:
    choices: tuple[str, ...] = get_args(kind)
    if not isinstance(value, str) or value not in choices:
        refuse(f"one of {', '.join(choices)}", value)
    return value


def _list_of(converter: cattrs.Converter, kind: Any) -> Hook:
    item_hook = converter.get_structure_hook(kind)

    def structure(value: object, _: Any) -> tuple[Any, ...]:
        items = expect(list, value, "a list")
        if not converter.detailed_validation:
            return tuple([item_hook(item, kind) for item in items])
        done = []
        for index, item in enumerate(items):
            try:
                done.append(item_hook(item, kind))
            except Exception as error:  # noqa: BLE001 - the note carries its index upwards
                note = f"structuring a list @ index {index}"
                error.add_note(IterableValidationNote(note, index, kind))
                # pyright knows only the two arguments of the ExceptionGroup beneath
                raise IterableValidationError(note, [error], kind) from None  # pyright: ignore[reportCallIssue]
        return tuple(done)

    return structure


def read_object(value: object) -> dict[str, Any]:
    """Return a plain object without repeated keys; InvalidValueError otherwise."""
    return expect(dict, value, "an object")


def object_hook(converter: cattrs.Converter, kind: Any) -> Hook:
    """Return the hook that reads an attrs class from an object with just its keys."""
    structure = make_dict_structure_fn(kind, converter)
    return lambda value, _: structure(read_object(value), kind)
