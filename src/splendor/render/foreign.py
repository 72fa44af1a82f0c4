"""Names, paths and comments come from strangers: here they lose what could do harm."""

from __future__ import annotations

import unicodedata
from typing import Final

MAX_TEXT: Final = 400
"""The longest text from a file that is shown; a table is no place for more."""
_STEERING: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode categories: controls, invisible formats (those of text direction too), surrogates, and
line and paragraph separators."""
_JOINERS: Final = "\u200c\u200d"
"""Invisible, harmless, and needed: in Persian, in Indian scripts and inside emoji."""


def clean(text: str, longest: int = MAX_TEXT) -> str:
    r"""Return a text without characters that steer a terminal or a page, and not too long.

    >>> clean("Ada\x1b[31m")
    'Ada\\x1b[31m'
    """
    shown = "".join(map(_harmless, text[: longest + 1]))
    return shown if len(shown) <= longest else f"{shown[:longest]}..."


def _harmless(char: str) -> str:
    if unicodedata.category(char) not in _STEERING or char in _JOINERS:
        return char
    return char.encode("unicode_escape").decode()
