"""The base of every error the library raises on purpose, and the kinds that need no rules.

The errors of the rules stand with the rules: `IllegalActionError` in `splendor.engine.violation`,
`InvalidPositionError` in `splendor.engine.invariants`.
"""

from __future__ import annotations

BRIEF_LENGTH = 40


class SplendorError(Exception):
    """Base of all errors raised by this library."""


class InvalidValueError(SplendorError, ValueError):
    """A value that the game does not have: a count out of range, an unknown card, a wrong type.

    `path` is the place inside the value, such as `.events[3].by`, where it is not the whole.
    """

    def __init__(self, message: str, *, path: str = "") -> None:
        self.message = message
        self.path = path
        super().__init__(f"{path.removeprefix('.')}: {message}" if path else message)

    def __reduce__(self) -> tuple[object, tuple[type[InvalidValueError], str, str]]:
        return _at_path, (type(self), self.message, self.path)


class UnreadableError(SplendorError, ValueError):
    """Input that cannot be read: what is wrong, and where.

    `path` is the place inside the document (`$.events[3].by`, or `line 2, column 7` where it is not
    even JSON); `source` names the file where there is one.
    """

    def __init__(self, message: str, *, path: str = "", source: str = "") -> None:
        self.message = message
        self.path = path
        self.source = source
        super().__init__(": ".join(part for part in (source, path, message) if part))

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
    """Name a wrong value for a message, without ever printing something long."""
    if isinstance(value, int) and value.bit_length() > BRIEF_LENGTH:
        return "a huge int"
    if isinstance(value, str) and len(value) > BRIEF_LENGTH:
        return f"{value[:BRIEF_LENGTH]!r}..."
    if value is None or isinstance(value, (int, float, str)):
        return repr(value)
    return f"a {type(value).__name__}"
