"""The base of every error the library raises on purpose, and the kinds that need no rules.

The errors of the rules stand with the rules: `IllegalActionError` in `splendor.engine.violation`,
`InvalidPositionError` in `splendor.engine.invariants`.
"""

from __future__ import annotations

from typing import Final

BRIEF_LENGTH: Final = 40
"""How many characters of a wrong string are quoted."""
QUOTED_LENGTH: Final = 2 * BRIEF_LENGTH
"""How long such a quotation may get when some of its characters have to be spelled out."""
PATH_END: Final = 100
"""How much of either end is kept of a place that is too long."""


class SplendorError(Exception):
    """Base of all errors raised by this library."""


class InvalidValueError(SplendorError, ValueError):
    """A value that the game does not have: a count out of range, an unknown card, a wrong type.

    `path` is the place inside the value, such as `.events[3].by`, where it is not the whole; a very
    long one stands without its middle.
    """

    def __init__(self, message: str, *, path: str = "") -> None:
        self.message = message
        self.path: str = _shortened(path)
        place = self.path.removeprefix(".")
        super().__init__(f"{place}: {message}" if place else message)

    def __reduce__(self) -> tuple[object, tuple[type[InvalidValueError], str, str]]:
        return _at_path, (type(self), self.message, self.path)


class UnreadableError(SplendorError, ValueError):
    """Input that cannot be read: what is wrong, and where.

    `path` is the place inside the document (`$.events[3].by`, or `line 2, column 7` where it is not
    even JSON); `source` names the file where there is one. A very long one stands without its
    middle.
    """

    def __init__(self, message: str, *, path: str = "", source: str = "") -> None:
        self.message = message
        self.path: str = _shortened(path)
        self.source: str = _shortened(source)
        super().__init__(": ".join(part for part in (self.source, self.path, message) if part))

    def __reduce__(self) -> tuple[object, tuple[type[UnreadableError], str, str, str]]:
        return _unreadable, (type(self), self.message, self.path, self.source)


class UnsupportedVersionError(UnreadableError):
    """A document in a format version that this release does not know."""


def _at_path(kind: type[InvalidValueError], message: str, path: str) -> InvalidValueError:
    return kind(message, path=path)


def _unreadable(
    kind: type[UnreadableError], message: str, path: str, source: str
) -> UnreadableError:
    return kind(message, path=path, source=source)


def brief(value: object) -> str:
    """Name a wrong value for a message, without ever printing something long.

    Only what is really a number or a string is shown: a subclass may say of itself what it likes.
    """
    kind = type(value)
    if isinstance(value, int) and int.bit_length(value) > BRIEF_LENGTH:
        return "a huge int"
    if type(value) is str:
        return _quoted(value)
    if kind in {int, float, bool, type(None)}:
        return repr(value)
    return f"a {kind.__name__[:BRIEF_LENGTH]}"


def _quoted(text: str) -> str:
    """Quote a string, or the beginning of a long one, with what cannot be printed spelled out."""
    shown = text[:BRIEF_LENGTH]
    while len(repr(shown)) > QUOTED_LENGTH:
        shown = shown[: len(shown) // 2]
    return f"{shown!r}..." if len(shown) < len(text) else repr(text)


def printable(text: str, longest: int) -> str:
    r"""Return a text of strangers for a message: what cannot be printed spelled out, and not long.

    Stricter than the `clean` of the command line, which keeps what some scripts are written with.

    >>> printable("a\x1b[31m.json", 100)
    'a\\x1b[31m.json'
    """
    shown = text[: longest + 1]
    if not shown.isprintable():
        shown = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in shown)
    return shown if len(shown) <= longest else f"{shown[:longest]}..."


def _shortened(place: str) -> str:
    """Leave out the middle of a long place; of one that was shortened before, the same again."""
    gap = "..."
    if len(place) <= 2 * PATH_END + len(gap):
        return place
    return place[:PATH_END] + gap + place[-PATH_END:]
