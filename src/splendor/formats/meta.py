"""`Meta`: a free JSON object hung on a record or event, kept and never judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import attrs

from splendor.errors import InvalidValueError, brief

MAX_DEPTH: Final = 32


@attrs.frozen(init=False, repr=False)
class Meta(Mapping[str, Any]):
    """An immutable, hashable JSON object of strings, ints, bools, null, objects and lists.

    Lists are held as tuples, objects as Metas. Floats have no one spelling and are refused, and so
    is nesting deeper than 32: InvalidValueError.

    >>> Meta({"table": 17, "tags": ["final"]})["tags"]
    ('final',)
    """

    _pairs: tuple[tuple[str, Any], ...]

    def __init__(self, items: Mapping[str, Any] | None = None) -> None:
        frozen: Meta = _freeze(items or {}, 0)
        object.__setattr__(self, "_pairs", frozen._pairs)

    def __getitem__(self, key: str) -> Any:
        for name, value in self._pairs:
            if name == key:
                return value
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self._pairs)

    def __len__(self) -> int:
        return len(self._pairs)

    def __repr__(self) -> str:
        return f"Meta({self.thaw()!r})" if self._pairs else "Meta()"

    def __reduce__(self) -> tuple[type[Meta], tuple[dict[str, Any]]]:
        return Meta, (self.thaw(),)

    def thaw(self) -> dict[str, Any]:
        """Return a plain dictionary of the same, with lists and dictionaries inside."""
        return {name: _thaw(value) for name, value in self._pairs}


def _thaw(value: Any) -> Any:
    if isinstance(value, Meta):
        return value.thaw()
    if isinstance(value, tuple):
        return [_thaw(item) for item in value]
    return value


def _freeze(value: Any, depth: int) -> Any:
    if depth > MAX_DEPTH:
        message = f"nested deeper than {MAX_DEPTH}"
        raise InvalidValueError(message)
    if value is None or type(value) in {bool, int}:
        return value
    if type(value) is str:
        return check_text(value)
    if isinstance(value, Mapping):
        frozen: Meta = object.__new__(Meta)
        for key in value:
            if type(key) is not str:
                message = f"a key is a string, not {brief(key)}"
                raise InvalidValueError(message)
        pairs = tuple((check_text(key), _freeze(value[key], depth + 1)) for key in sorted(value))
        object.__setattr__(frozen, "_pairs", pairs)
        return frozen
    if isinstance(value, (list, tuple)):
        return tuple(_freeze(item, depth + 1) for item in value)
    message = f"expected a string, an int, a bool, null, a list or an object, not {brief(value)}"
    raise InvalidValueError(message)


def check_text(text: str) -> str:
    """Return a string as it is; InvalidValueError if it has no UTF-8 spelling (lone surrogates)."""
    if not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text):
        message = "the string has a lone surrogate, which no text can hold"
        raise InvalidValueError(message)
    return text


NO_META: Final = Meta()
