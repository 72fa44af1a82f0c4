"""The rows of docs/reference/rules.md: a rule, its options, and which text states it on which line.

The lines come from sentences.md beside it, the points where texts differ from sources.md. After a
change there `python -m tests.rule_pages` writes the rows anew; a test holds them to it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from splendor import RuleId
from tests.citations import TEXTS, Sentence, sentences

DOCS: Final = Path(__file__).parents[1] / "docs" / "reference"
PAGE: Final = DOCS / "rules.md"
OURS: Final = {"INV", "LOG", "VAR"}
"""Families about this library and about logs, which no text of the game states."""
OPTIONS: Final = {
    "SETUP-4": ("noble_pool", "noble_count"),
    "SETUP-6": ("gem_tokens",),
    "SETUP-7": ("gem_tokens",),
    "SETUP-8": ("gem_tokens",),
    "SETUP-9": ("gold_tokens",),
    "TAKE-2": ("take_fewer",),
    "TAKE-3": ("take_fewer",),
    "PAY-3": ("payment",),
    "END-1": ("target_score",),
    "END-7": ("turn_limit",),
    "WIN-3": ("tie_break",),
}
"""The options of `Rules` that change a rule."""
DECIDED: Final = {
    "SETUP-11": "O14; a seat: ruled here",
    "TURN-4": "ruled here",
    "TURN-5": "ruled here",
    "TAKE-2": "O24, DZ",
    "TAKE-3": "O24, DZ",
    "TAKE-8": "ruled here",
    "TAKE-10": "O24",
    "LIMIT-4": "DZ",
    "LIMIT-6": "DZ",
    "RES-5": "ruled here",
    "RES-7": "N24; O14 implies it",
    "RES-9": "O14 implies it",
    "RES-10": "DZ",
    "ROW-3": "ruled here",
    "ROW-5": "ruled here",
    "PAY-3": "O24",
    "PAY-4": "ruled here",
    "NOB-9": "O14 implies it",
    "END-4": "O14 implies it",
    "END-5": "O14 implies it",
    "END-6": "ruled here",
    "END-7": "ruled here",
    "END-8": "O14 implies it",
    "END-9": "ruled here",
    "WIN-4": "O24",
    "PASS-1": "BGA",
    "PASS-3": "BGA",
    "INFO-3": "ruled here",
    "INFO-4": "ruled here",
    "INFO-6": "ruled here",
}
"""Whose word counts for a rule, where it is not the first edition of the publisher's rule book."""


def rows() -> dict[str, str]:
    """The row of every rule, by its id."""
    told = list(sentences())
    sources = (DOCS / "sources.md").read_text(encoding="utf-8")
    return {rule.value: _row(rule, told, sources) for rule in RuleId}


def _row(rule: RuleId, told: list[Sentence], sources: str) -> str:
    name = rule.value
    cells = [f"[{name}]{{#{name.lower()}}}", rule.sentence]
    if name.split("-", maxsplit=1)[0] not in OURS:
        cells += [
            ", ".join(f"`{option}`" for option in OPTIONS.get(name, ())),
            *(_places(name, text, told) for text in TEXTS),
            DECIDED.get(name, "O14"),
            _differences(name, sources),
        ]
    return f"| {' | '.join(cells)} |".replace("|  |", "| |").replace("|  |", "| |")


def _places(rule: str, text: str, told: list[Sentence]) -> str:
    """The sentences of a text that state a rule, by line and letter, with links to them."""
    cells = []
    for sentence in told:
        if sentence.text == text and rule in sentence.rules:
            mark = sentence.rules[rule]
            link = f"[{sentence.line}{sentence.letter}](sentences.md#{sentence.anchor})"
            cells.append(f"({link})" if mark == "(" else f"{link}{mark}")
    return ", ".join(cells) or "-"


def _differences(rule: str, sources: str) -> str:
    """The points at which the texts contradict each other about a rule, or that they are silent."""
    contradictions = _section(sources, "Where the texts contradict each other")
    silences = _section(sources, "Where all five are silent")
    points = re.split(r"^\d+\. ", contradictions, flags=re.MULTILINE)[1:]
    link = f"[{rule}](rules.md#"
    found = [
        f"[point {number}](sources.md#point-{number})"
        for number, point in enumerate(points, start=1)
        if link in point
    ]
    if link in silences:
        found.append("[silent](sources.md#where-all-five-are-silent)")
    return ", ".join(found)


def _section(page: str, title: str) -> str:
    """A section of a page, up to the next one."""
    return page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def written() -> str:
    """The page with its rows written anew."""
    fresh = rows()
    text = PAGE.read_text(encoding="utf-8")
    return re.sub(
        r"^\| \[([A-Z]+-\d+)\]\{#.*\|$", lambda row: fresh[row[1]], text, flags=re.MULTILINE
    )


if __name__ == "__main__":
    PAGE.write_text(written(), encoding="utf-8", newline="\n")
