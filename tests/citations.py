"""What docs/reference/sentences.md says: which sentence of which source text states which rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

PAGE: Final = Path(__file__).parents[1] / "docs" / "reference" / "sentences.md"
TEXTS: Final = "URNBF"
"""The keys of the texts: Ukrainian, Russian, Dutch, Belarusian, French."""

_ROW: Final = re.compile(r"\| \[([URNBF])(\d+)([a-z]?)\]\{#(\w+)\} \| (.+?) \| (.+?) \|(.*)\|")
_LINK: Final = re.compile(r"(\()?\[([A-Z]+-\d+)\]\(rules\.md#([a-z]+-\d+)\)\)?(!)?")


class Sentence(NamedTuple):
    """A row of the page."""

    text: str
    """The key of the text."""
    line: int
    letter: str
    """The running letter, empty where the line holds one sentence."""
    anchor: str
    words: str
    """What it says, in our words."""
    rules: dict[str, str]
    """The ids of the rules it states: with "(" where it only implies one, with "!" where it says
    something else, else with an empty text."""
    no_rule: str
    """What it is if it states none: a heading, ..."""
    here: str
    """What the library makes of it where it does not follow it as it stands."""

    @property
    def place(self) -> str:
        """The place as the page has it, such as `U5d`."""
        return f"{self.text}{self.line}{self.letter}"


def read(row: str) -> Sentence | None:
    """Read a row of the page; another line gives None."""
    match = _ROW.fullmatch(row)
    if match is None:
        return None
    text, line, letter, anchor, words, rules, here = match.groups()
    links = {link[2]: link[1] or link[4] or "" for link in _LINK.finditer(rules)}
    no_rule = rules.removeprefix("no rule: ") if rules.startswith("no rule: ") else ""
    return Sentence(text, int(line), letter, anchor, words, links, no_rule, here.strip())


def sentences() -> Iterator[Sentence]:
    """Yield the rows of the page in order."""
    for row in PAGE.read_text(encoding="utf-8").splitlines():
        sentence = read(row)
        if sentence is not None:
            yield sentence
