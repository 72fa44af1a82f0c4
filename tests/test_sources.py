"""sources.md and sentences.md in docs/reference/ say what the five source texts say, and where."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from splendor import RuleId
from tests.citations import PAGE, TEXTS, Sentence, sentences
from tests.rule_pages import OURS
from tests.shared import needs_shared, shared

ROOT: Final = Path(__file__).parents[1]
SOURCES: Final = (ROOT / "docs" / "reference" / "sources.md").read_text(encoding="utf-8")
FILES: Final = {
    "U": "000_a18945fe16a99c94.txt",
    "R": "001_a417f49c95902ddb.txt",
    "N": "002_b69e2723fda77c64.txt",
    "B": "003_2daf9e4117506f6b.txt",
    "F": "004_43428fa48c6f3ac6.txt",
}
SENTENCES: Final = {sentence.place: sentence for sentence in sentences()}
OF_THE_GAME: Final = {rule.value for rule in RuleId} - {
    rule.value for rule in RuleId if rule.value.split("-")[0] in OURS
}


def section(title: str) -> str:
    """A section of docs/reference/sources.md, up to the next of its rank."""
    _, found = SOURCES.split(f"\n## {title}\n")
    return found.split("\n## ")[0]


def rules_in(text: str) -> set[str]:
    """The rules that a text has links to."""
    return set(re.findall(r"\[([A-Z]+-\d+)\]\(rules\.md#", text))


def places_in(text: str) -> set[str]:
    """The sentences that a text has links to."""
    return set(re.findall(r"\[([URNBF]\d+[a-z]?)\]\(sentences\.md#", text))


def text_of(key: str) -> str:
    return shared("sources", FILES[key]).read_text(encoding="utf-8")


# The texts themselves


# What may end a sentence and what follows: closing marks, blanks, opening marks, a letter.
STOP: Final = re.compile(r"""([.!?]['")\]]*|\)|:)(\s*)(['"(\[]*)(\w)""")


def split(line: str) -> list[str]:
    """Split a line into its sentences.

    One ends at `.`, `!` or `?`, with what closes there, if a capital letter follows; what opens
    before the letter belongs to the next. So does one in parentheses without a stop, if the letter
    follows at once; and a colon after a small letter, since a list has lost its first bullet
    there. The number of a heading ends nothing.
    """
    found = []
    begin = 0
    for match in STOP.finditer(line):
        stop, blanks, opening, letter = match.groups()
        ends = letter.isupper()
        if stop == ":":
            ends = ends and bool(blanks) and line[match.start() - 1].islower()
        elif stop == ")":
            ends = ends and not blanks and not opening
        else:
            ends = ends and not line[begin : match.start()].strip().isdigit()
        if ends:
            found.append(line[begin : match.end(2)].strip())
            begin = match.end(2)
    return [*found, line[begin:].strip()]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("One", ["One"]),
        ("One. Two! (Three?) Four", ["One.", "Two!", "(Three?)", "Four"]),
        ("1. One", ["1. One"]),
        ("Up to 10. Then (four each)Then", ["Up to 10.", "Then (four each)", "Then"]),
        ("* One of these. '''Or two (3 of 4; e.g. one).'''", 2),
        ("Choose one: Take two", ["Choose one:", "Take two"]),
        ("PARTS: Many (say: 5), or: one", ["PARTS: Many (say: 5), or: one"]),
    ],
    ids=str,
)
def test_lines_are_split_into_sentences(line: str, expected: list[str] | int) -> None:
    found = split(line)
    assert (len(found) if isinstance(expected, int) else found) == expected


def places(key: str) -> Iterator[str]:
    """The places of all sentences of a text."""
    for number, line in enumerate(text_of(key).splitlines(), start=1):
        found = split(line) if line.strip() else []
        letters = "abcdefghijklm" if len(found) > 1 else " "
        for _, letter in zip(found, letters, strict=False):
            yield f"{key}{number}{letter.strip()}"


@needs_shared
@pytest.mark.parametrize("key", TEXTS)
def test_every_sentence_of_a_text_has_its_row(key: str) -> None:
    rows = [sentence.place for sentence in sentences() if sentence.text == key]
    assert rows == list(places(key))


@needs_shared
@pytest.mark.parametrize("key", TEXTS)
def test_the_page_tells_which_file_a_text_is(key: str) -> None:
    data = shared("sources", FILES[key]).read_bytes()
    text = data.decode()
    assert f"| {key} | `{hashlib.sha256(data).hexdigest()}` |" in SOURCES
    row = re.search(rf"^\| \[{key}\]\(.*$", SOURCES, re.MULTILINE)
    assert row is not None
    cells = row[0].split(" | ")
    assert text.startswith(cells[3])
    assert cells[4:6] == [str(len(text.splitlines())), str(len(list(places(key))))]


RUN: Final = 6
"""So many words in succession are a copy."""


def runs(text: str) -> set[tuple[str, ...]]:
    """The runs of words of a text."""
    words = re.findall(r"\w+", text.lower())
    return {tuple(words[start : start + RUN]) for start in range(len(words) - RUN + 1)}


@needs_shared
def test_no_sentence_is_copied_from_a_text() -> None:
    copies = set().union(*(runs(text_of(key)) for key in TEXTS))
    files = [ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")]
    files += (ROOT / "src").rglob("*.py")
    copied = {str(path): runs(path.read_text(encoding="utf-8")) & copies for path in files}
    assert {name: found for name, found in copied.items() if found} == {}


# The rows of sentences.md


def test_every_row_of_the_tables_is_read() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if re.match(r"\| \[", line)]
    assert len(rows) == len(list(sentences())) == len(SENTENCES)


def test_every_sentence_can_be_linked_to() -> None:
    for place, sentence in SENTENCES.items():
        assert sentence.anchor == place.lower()


def test_every_sentence_states_a_rule_or_says_why_not() -> None:
    reasons = {"heading", "navigation", "theme", "lead-in", "layout", "age"}
    for place, sentence in SENTENCES.items():
        assert bool(sentence.rules) != bool(sentence.no_rule), place
        assert sentence.no_rule in reasons | {""}, place


def test_what_a_sentence_says_differently_is_explained() -> None:
    for place, sentence in SENTENCES.items():
        differs = "!" in sentence.rules.values()
        assert re.match(r"overruled: |read as: |silent: |$", sentence.here), place
        assert not differs or sentence.here, place
        assert differs or "overruled" not in sentence.here, place


def test_links_name_what_exists() -> None:
    targets = {rule.value.lower() for rule in RuleId} | {"presets"}
    both = SOURCES + PAGE.read_text(encoding="utf-8")
    for name, target in re.findall(r"\[([^]]*)\]\(rules\.md#([^)]*)\)", both):
        assert target in targets
        assert name in {target.upper(), target.capitalize()}
    for name, target in re.findall(r"\[(\w+)\]\((?:sentences\.md)?#(\w+)\)", both):
        assert target == name.lower()
        assert name in SENTENCES
    points = set(re.findall(r"\{#(point-\d+)\}", SOURCES))
    linked = re.findall(r"\[point (\d+)\]\((?:sources\.md)?#(point-\d+)\)", both)
    assert len(points) == 16
    assert {target for _, target in linked} <= points
    assert all(target == f"point-{number}" for number, target in linked)


# The clauses and points of sources.md


class Clause(NamedTuple):
    """A row of the clause table."""

    number: str
    rules: set[str]
    cells: dict[str, str]

    def lines(self, text: str) -> dict[int, str]:
        """The lines of a cell, with "(" where they only imply the clause, "!" where they differ."""
        cell = self.cells[text]
        found: dict[int, str] = {}
        items = re.findall(r"(\()?(\d+(?:[-, ]+\d+)*)\)?( !)?(?::[^,;]*)?", cell)
        for implied, numbers, differs in items:
            parts = re.split(r", *", numbers)
            for part in parts:
                first, _, last = part.partition("-")
                for line in range(int(first), int(last or first) + 1):
                    # "21, 39 !": the mark belongs to the last number
                    mark = implied or ("!" if differs and part == parts[-1] else "")
                    found[line] = mark
        return found


def clauses() -> list[Clause]:
    rows = [line for line in SOURCES.splitlines() if re.match(r"\| \d+[a-z]? \|", line)]
    split_rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    return [
        Clause(row[0], rules_in(row[2]), dict(zip(TEXTS, row[3:], strict=True)))
        for row in split_rows
    ]


CLAUSES: Final = clauses()


def rows_at(text: str, line: int) -> list[Sentence]:
    """The sentences of a line."""
    return [
        sentence
        for sentence in SENTENCES.values()
        if (sentence.text, sentence.line) == (text, line)
    ]


def test_the_clauses_are_all_there() -> None:
    numbers = [clause.number for clause in CLAUSES]
    assert list(dict.fromkeys(int(number.rstrip("ab")) for number in numbers)) == list(range(1, 82))
    assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("-", {}),
        ("5", {5: ""}),
        ("(6-8): six piles", {6: "(", 7: "(", 8: "("}),
        ("(21), 39 !: the turn before", {21: "(", 39: "!"}),
        ("30, 50 !: can", {30: "", 50: "!"}),
        ("17: left in the bank", {17: ""}),
        ("(8), 25", {8: "(", 25: ""}),
    ],
    ids=str,
)
def test_cells_are_read(cell: str, expected: dict[int, str]) -> None:
    assert Clause("1", set(), {"U": cell}).lines("U") == expected


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: clause.number)
def test_a_cell_names_sentences_that_state_its_clause(clause: Clause) -> None:
    """As far as rules tell: a line states one of the clause's rules, and differs if it says so."""
    for text in TEXTS:
        for line, mark in clause.lines(text).items():
            rows = [sentence.rules for sentence in rows_at(text, line)]
            assert rows, f"there is no {text}{line}"
            marks = {row[rule] for row in rows for rule in clause.rules & row.keys()}
            assert marks or not clause.rules, f"{text}{line} states none of its rules"
            assert mark != "!" or "!" in marks or not clause.rules, f"{text}{line} does not differ"


@pytest.mark.parametrize("key", TEXTS)
def test_a_sentence_has_its_cells(key: str) -> None:
    """The other way round: each rule that a sentence states has a clause that names the line."""
    lines = [(clause.rules, clause.lines(key)) for clause in CLAUSES]
    for sentence in (sentence for sentence in SENTENCES.values() if sentence.text == key):
        for rule, mark in sentence.rules.items():
            named = {found.get(sentence.line) for rules, found in lines if rule in rules} - {None}
            assert named or mark == "(", f"no clause on {rule} names {sentence.place}"
            assert mark != "!" or "!" in named, f"no clause says that {sentence.place} differs"


def points() -> dict[str, str]:
    """The contradictions, by number."""
    found = re.split(
        r"^\d+\. \[.*\]\{#point-(\d+)\}",
        section("Where the texts contradict each other"),
        flags=re.MULTILINE,
    )
    return dict(zip(found[1::2], found[2::2], strict=True))


def test_points_and_sentences_name_each_other() -> None:
    named = {number: places_in(text) for number, text in points().items()}
    for place, sentence in SENTENCES.items():
        for number in re.findall(r"\[point (\d+)\]", sentence.here):
            assert place in named[number]
    for number, found in named.items():
        linked = {place for place in found if f"[point {number}]" in SENTENCES[place].here}
        assert linked, f"no sentence is marked with point {number}"


def test_every_point_has_a_ruling_and_says_who_decides() -> None:
    for text in points().values():
        assert text.count("**Here:**") == text.count("*Decided by:*") == 1


def test_every_rule_has_an_origin() -> None:
    stated = {rule for sentence in SENTENCES.values() for rule in sentence.rules}
    assert stated <= OF_THE_GAME
    silent = section("Where all five are silent")
    assert OF_THE_GAME - stated - rules_in(silent) == set()
    smaller = silent.split("Smaller matters")[1]
    assert rules_in(smaller) & stated == set()
