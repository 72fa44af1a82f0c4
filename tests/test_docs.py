"""The tables in the documentation are those of the library."""

import re
from pathlib import Path

from splendor import CARDS, EXTRA_NOBLES, NOBLES, PRESETS, RuleId

DOCS = Path(__file__).parents[1] / "docs"


def rows(page: str, first_cell: str) -> list[tuple[str, ...]]:
    """The rows of the tables on a page whose first cell matches a pattern, cell by cell."""
    lines = (DOCS / page).read_text(encoding="utf-8").splitlines()
    cells = [tuple(line.strip("| ").split(" | ")) for line in lines if line.startswith("| ")]
    return [row for row in cells if re.fullmatch(first_cell, row[0])]


def test_the_page_of_rules_has_every_rule_with_its_sentence() -> None:
    rules = [(f"[{rule}]{{#{str(rule).lower()}}}", rule.sentence) for rule in RuleId]
    assert rows("rules.md", r"\[[A-Z]+-\d+\]\{.*") == rules


def test_the_page_of_rules_has_every_rule_below_its_family() -> None:
    text = (DOCS / "rules.md").read_text(encoding="utf-8")
    families = re.split(r"^## ([A-Z]+): ", text, flags=re.MULTILINE)[1:]
    found = dict(zip(families[::2], families[1::2], strict=True))
    for family, section in found.items():
        ids = re.findall(r"^\| \[([A-Z]+)-\d+\]", section, flags=re.MULTILINE)
        assert set(ids) == {family}
    assert list(found) == list(dict.fromkeys(rule.value.rsplit("-", 1)[0] for rule in RuleId))


def test_the_page_of_rules_has_every_preset() -> None:
    presets = [(row[0], row[1]) for row in rows("rules.md", r"`[A-Z_0-9]+`")]
    assert presets == [(f"`{name.upper()}`", f"`{name}`") for name in PRESETS]


def test_the_page_of_cards_has_every_card() -> None:
    cards = [(f"`{card.id}`", str(card.points), f"`{card.cost}`") for card in CARDS.values()]
    assert rows("cards.md", r"`\d\w+`") == cards


def test_the_page_of_cards_has_every_noble() -> None:
    nobles = [*NOBLES.values(), *EXTRA_NOBLES.values()]
    assert rows("cards.md", r"`[wugrk]+`") == [
        (f"`{noble.id}`", str(noble.points), f"`{noble.requires}`") for noble in nobles
    ]
