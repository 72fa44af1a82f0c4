"""`Meta`: a free JSON object hung on a record or event, kept and never judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import attrs

from splendor.errors import InvalidValueError
from splendor.formats.plain import Repeating, check_text, expect, refuse, step

MAX_DEPTH: Final = 32
MAX_INT: Final = 10**18 - 1


@attrs.frozen(init=False, repr=False, eq=False)
class Meta(Mapping[str, Any]):
    """An immutable, hashable JSON object of strings, ints, bools, null, objects and lists.

    It is a Mapping with sorted keys. Lists are held as tuples, objects as Metas. Floats have no one
    spelling and are refused, and so are ints of more than 18 digits and nesting deeper than 32:
    InvalidValueError.

    >>> Meta({"table": 17, "tags": ["final"]})["tags"]
    ('final',)
    """

    _values: dict[str, Any]
    """Never handed out and never changed; keys sorted."""

    def __init__(self, items: Mapping[str, Any] = {}) -> None:
        frozen: Any = _freeze(items) if isinstance(items, Mapping) else refuse("a dict", items)
        object.__setattr__(self, "_values", frozen._values)

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        # 1 and True are equal in Python and two values in JSON; their reprs differ
        return repr(self) == repr(other) if isinstance(other, Meta) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self._values.items()))

    def __repr__(self) -> str:
        return f"Meta({self.thaw()!r})" if self._values else "Meta()"

    def __reduce__(self) -> tuple[type[Meta], tuple[dict[str, Any]]]:
        return Meta, (self.thaw(),)

    def thaw(self) -> dict[str, Any]:
        """Return a plain dictionary of the same, with lists and dictionaries inside."""
        return {name: _thaw(value) for name, value in self._values.items()}


def _thaw(value: Any) -> Any:
    if isinstance(value, Meta):
        return value.thaw()
    if isinstance(value, tuple):
        return [_thaw(item) for item in value]
    return value


def _freeze(value: Any, depth: int = 0) -> Any:
    if value is None or type(value) is bool:
        return value
    if type(value) is int and -MAX_INT <= value <= MAX_INT:
        return value
    if type(value) is str:
        return check_text(value)
    if depth > MAX_DEPTH:
        message = f"expected at most {MAX_DEPTH} lists and objects inside each other in meta"
        raise InvalidValueError(message)
    if isinstance(value, (list, tuple)):
        return tuple([_freeze_inside(value, number, depth) for number in range(len(value))])
    if isinstance(value, (dict, Mapping)) and not isinstance(value, Repeating):
        names = sorted(check_text(expect(str, key, "a string as key")) for key in value)
        frozen: Meta = object.__new__(Meta)
        values = {name: _freeze_inside(value, name, depth) for name in names}
        object.__setattr__(frozen, "_values", values)
        return frozen
    return refuse("a string, an int of at most 18 digits, a bool, null, a list or an object", value)


def _freeze_inside(outer: Any, key: Any, depth: int) -> Any:
    """Freeze what an object or a list has inside; an error says where."""
    try:
        return _freeze(outer[key], depth + 1)
    except InvalidValueError as error:
        place = step(key) if isinstance(key, str) else f"[{key}]"
        raise InvalidValueError(error.message, path=place + error.path) from None


NO_META: Final = Meta()
