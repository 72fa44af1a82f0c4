"""`Memo`: what has been made once is looked up, at the price of a dictionary's subscript."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class Memo(dict[_Key, _Value]):
    """The values that a function gives, by its argument, made when they are first asked for.

    It holds at most `most` of them: a full one is emptied and begins anew.
    """

    __slots__ = ("_make", "_most")

    def __init__(self, make: Callable[[_Key], _Value], most: int) -> None:
        super().__init__()
        self._make = make
        self._most = most

    def __missing__(self, key: _Key) -> _Value:
        if len(self) >= self._most:
            self.clear()
        value = self[key] = self._make(key)
        return value
