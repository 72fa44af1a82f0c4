"""The forms that a game or position can be written in, and in which it is told what games are."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

Form: TypeAlias = Literal["json", "jsonl", "text"]
Checked: TypeAlias = Literal["table", "summary", "json"]
"""How it is told what games come to."""
FORMS: Final[tuple[Form, ...]] = get_args(Form)
BY_SUFFIX: Final[dict[str, Form]] = {
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".splendor": "text",
    ".txt": "text",
}
"""The form that the end of a file's name asks for."""
SUFFIX: Final[dict[Form, str]] = {"json": ".json", "jsonl": ".jsonl", "text": ".txt"}
"""How the names of files end that are made in a folder."""
