"""Why something is not done, in words that may be sent to whoever asked for it."""

from __future__ import annotations

from typing import Literal, TypeAlias

import attrs

from splendor import RuleId

Code: TypeAlias = Literal[
    "unreadable",
    "too-big",
    "no-table",
    "wrong-token",
    "not-joined",
    "replaced",
    "wrong-seat",
    "stale",
    "illegal",
    "over",
    "storage",
]
"""What programs tell refusals by."""


@attrs.frozen
class Refusal(Exception):  # noqa: N818 - it is no fault of the program
    """A refusal: its code, a sentence, and the rule of Splendor that an action breaks."""

    code: Code
    message: str
    rule: RuleId | None = None

    def told(self) -> dict[str, str | None]:
        """Return the refusal as a message."""
        rule = None if self.rule is None else str(self.rule)
        return {"type": "error", "code": self.code, "message": self.message, "rule": rule}


def no_table() -> Refusal:
    """Return why a number of a table is refused."""
    return Refusal("no-table", "there is no such table")
