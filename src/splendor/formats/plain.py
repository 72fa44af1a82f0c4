"""Plain JSON values: what a document holds before it means anything, and how refusals name it."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import Any, Final, NoReturn, TypeVar

from splendor.errors import InvalidValueError, UnreadableError, brief

_T = TypeVar("_T")
_PLAIN_KEY: Final = re.compile(r"\w{1,40}", re.ASCII)
_SURROGATE: Final = re.compile(r"[\ud800-\udfff]")


class Repeating(dict[str, Any]):
    """An object in which a key stands twice."""

    __slots__ = ("repeated",)
    repeated: str


class Outsized(int):
    """An int of more digits than any number here has; its value is not worked out."""

    digits: int = 0


_JSON_NAMES: Final[dict[object, str]] = {
    dict: "an object",
    list: "a list",
    type(None): "null",
    bool: "true or false",
}


def expect(kind: type[_T], value: object, name: str) -> _T:
    """Return a value of exactly this type, or raise InvalidValueError."""
    if type(value) is not kind:
        refuse(name, value)
    found: Any = value
    exact: _T = found
    return exact


def refuse(expected: str, value: object, path: str = "") -> NoReturn:
    """Raise InvalidValueError: this was expected, and that was found."""
    if isinstance(value, Repeating):
        message = f"the key {brief(value.repeated)} stands twice in the object"
    elif isinstance(value, Outsized):
        message = f"expected {expected}, not an int of {value.digits} digits"
    else:
        message = f"expected {expected}, not {_JSON_NAMES.get(type(value)) or brief(value)}"
    raise InvalidValueError(message, path=path)


def step(key: str) -> str:
    """Return what a key adds to a path: `.by`, or `['any key']` where it is not plain."""
    return f".{key}" if _PLAIN_KEY.fullmatch(key) else f"[{brief(key)}]"


def check_text(text: str, path: str = "") -> str:
    """Return a string as it is; InvalidValueError if it has no UTF-8 spelling (lone surrogates)."""
    if not text.isascii() and _SURROGATE.search(text):
        message = "the string has a lone surrogate, which no text can hold"
        raise InvalidValueError(message, path=path)
    return text


def check_spelling(text: str, canonical: str) -> None:
    """Raise UnreadableError, with line and column, unless a text is spelled as it should be."""
    if text == canonical:
        return
    pairs = enumerate(zip_longest(text, canonical))
    at = next(index for index, (found, due) in pairs if found != due)
    message = f"not in canonical spelling, which goes on: {canonical[at:][:20]!r}"
    raise UnreadableError(message, path=place_in(text, at))


def place_in(text: str, index: int) -> str:
    """Return the line and column, from 1, of a character."""
    before = text.rfind("\n", 0, index)
    return f"line {text.count(chr(10), 0, index) + 1}, column {index - before}"
