"""What docs/sentences.md says: which sentence of which source text states which rule.

`python tests/citations.py` prints the lines for every rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

PAGE: Final = Path(__file__).parents[1] / "docs" / "sentences.md"
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


def citations() -> dict[str, dict[str, list[str]]]:
    """Return for every rule that some text states, by text, the lines that state it, in order.

    `17` states the rule, `(17)` implies it or states only a part, `17!` says something else:
    `citations()["TAKE-5"]["U"] == ["17"]`. A text that does not state the rule has no key.
    """
    marks: dict[str, dict[str, dict[int, set[str]]]] = {}
    for sentence in sentences():
        for rule, mark in sentence.rules.items():
            lines = marks.setdefault(rule, {}).setdefault(sentence.text, {})
            lines.setdefault(sentence.line, set()).add(mark)
    return {
        rule: {
            text: [_cell(line, texts[text][line]) for line in sorted(texts[text])]
            for text in TEXTS
            if text in texts
        }
        for rule, texts in marks.items()
    }


def _cell(line: int, marks: set[str]) -> str:
    """Return a line with the mark that a reader has to know of all its sentences."""
    if "!" in marks:
        return f"{line}!"
    return f"{line}" if "" in marks else f"({line})"


if __name__ == "__main__":
    for rule, found in citations().items():
        print(rule, *(f"{text} {', '.join(lines)}" for text, lines in found.items()), sep="; ")  # noqa: T201
