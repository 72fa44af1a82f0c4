"""`Value`: a value of somebody else's document, with the path to it.

Whatever is read of such a document goes through these accessors: each gives one type, or raises
UnreadableError saying what was expected, what was found, and where.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NoReturn, TypeVar

import attrs

from splendor.errors import InvalidValueError, UnreadableError
from splendor.formats.plain import check_text, expect, refuse, step
from splendor.formats.strict import parse

MAX_FIGURE: Final = 10**9
_WHOLE_NUMBER: Final = re.compile(r"0|-?[1-9][0-9]{0,11}")

_T = TypeVar("_T")


@attrs.frozen
class Value:
    """A parsed value, the path to it in its document, and the name of the file, if any."""

    raw: Any
    path: str
    source: str = ""

    def fail(self, message: str) -> NoReturn:
        """Raise UnreadableError at this place."""
        raise UnreadableError(message, path=self.path, source=self.source)

    def refuse(self, expected: str) -> NoReturn:
        """Raise UnreadableError at this place: this was expected, and that was found."""
        try:
            refuse(expected, self.raw)
        except InvalidValueError as error:
            message = str(error)
        self.fail(message)

    def __getitem__(self, key: str) -> Value:
        """Return the value of a key that an object must have."""
        found = self.get(key)
        if found is None:
            self.fail(f"the key {key!r} is missing")
        return found

    def get(self, key: str) -> Value | None:
        """Return the value of a key of an object, or None where it has none."""
        fields = self._expect(dict, "an object")
        return self._inner(key, fields[key]) if key in fields else None

    def given(self, key: str) -> Value | None:
        """Return the value of a key of an object, or None where it has none or null."""
        found = self.get(key)
        return None if found is None or found.raw is None else found

    def fields(self) -> Iterator[tuple[str, Value]]:
        """Yield the keys and values of an object; PHP writes an empty one as an empty list."""
        if self.raw != []:
            for key, raw in self._expect(dict, "an object").items():
                yield key, self._inner(key, raw)

    def items(self) -> Iterator[Value]:
        """Yield the items of a list."""
        for index, raw in enumerate(self._expect(list, "a list")):
            yield Value(raw, f"{self.path}[{index}]", self.source)

    def number(self) -> int:
        """Return a whole number of at most 12 digits, an int or a string in plain decimal."""
        text = str(self.raw) if type(self.raw) is int else self.raw
        if type(text) is not str or not _WHOLE_NUMBER.fullmatch(text):
            self.refuse("a whole number")
        return int(text)

    def figure(self) -> int:
        """Return a whole number of a size that many of them can be added up."""
        number = self.number()
        if abs(number) > MAX_FIGURE:
            self.refuse(f"a whole number of at most {MAX_FIGURE}")
        return number

    def count(self, most: int) -> int:
        """Return a whole number from 0 to `most`."""
        number = self.number()
        if not 0 <= number <= most:
            self.refuse(f"a whole number from 0 to {most}")
        return number

    def one_of(self, choices: Mapping[str, _T], what: str) -> _T:
        """Return what a string stands for among these choices."""
        if type(self.raw) is not str or self.raw not in choices:
            self.refuse(what)
        return choices[self.raw]

    def flag(self) -> bool:
        """Return a truth value, written as a bool or as 0 or 1."""
        return self.raw if type(self.raw) is bool else self.count(1) == 1

    def text(self, longest: int) -> str:
        """Return a string of at most so many characters."""
        text = self._expect(str, "a string")
        if len(text) > longest:
            self.refuse(f"a string of at most {longest} characters")
        try:
            return check_text(text)
        except InvalidValueError as error:
            self.fail(str(error))

    def _expect(self, kind: type[Any], name: str) -> Any:
        try:
            return expect(kind, self.raw, name)
        except InvalidValueError as error:
            self.fail(str(error))

    def _inner(self, key: str, raw: Any) -> Value:
        return Value(raw, self.path + step(key), self.source)


def document(data: str | bytes, name: str, source: str) -> Value:
    """Parse a document; errors call it by `name`."""
    try:
        return Value(parse(data), f"{name} $".strip(), source)
    except UnreadableError as error:
        path = f"{name} {error.path}".strip()
        raise UnreadableError(error.message, path=path, source=source) from None
