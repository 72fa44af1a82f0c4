"""The tables in the documentation are those of the library."""

import json
import os
import re
from pathlib import Path

import attrs

from splendor import (
    CARDS,
    EXTRA_NOBLES,
    NOBLES,
    OFFICIAL,
    PRESETS,
    RuleId,
    Rules,
    observe,
    setup,
)
from splendor.render import svg
from tests import compared_engines, rule_pages
from tests.shared import needs_shared, shared

DOCS = Path(__file__).parents[1] / "docs"
REFERENCE = DOCS / "reference"


def rows(page: str, first_cell: str) -> list[tuple[str, ...]]:
    """The rows of the tables on a page whose first cell matches a pattern, cell by cell."""
    lines = (REFERENCE / page).read_text(encoding="utf-8").splitlines()
    inside = [line.removeprefix("|").removesuffix("|") for line in lines if line.startswith("| ")]
    cells = [tuple(cell.strip() for cell in line.split("|")) for line in inside]
    return [row for row in cells if re.fullmatch(first_cell, row[0])]


def test_the_page_of_rules_has_every_rule_with_its_sentence() -> None:
    rules = [(f"[{rule}]{{#{str(rule).lower()}}}", rule.sentence) for rule in RuleId]
    assert [row[:2] for row in rows("rules.md", r"\[[A-Z]+-\d+\]\{.*")] == rules


def test_the_page_of_rules_says_which_text_states_each_rule() -> None:
    """`python -m tests.rule_pages` has been run since a page about the texts changed."""
    assert rule_pages.written() == rule_pages.PAGE.read_text(encoding="utf-8")


def test_the_page_of_rules_has_every_option_with_its_default_and_its_rules() -> None:
    options = {row[0].strip("`"): row for row in rows("rules.md", r"`[a-z_]+`")}
    fields = attrs.fields_dict(Rules)
    assert list(options) == [name for name, field in fields.items() if field.init]
    for name, (_, default, _, changes, presets, _) in options.items():
        setting = [key.upper() for key, each in PRESETS.items() if name in each.overrides(OFFICIAL)]
        assert re.findall(r"`(\w+)`", presets) == setting
        ids = re.findall(r"\[([A-Z]+-\d+)\]", changes)
        assert ids[:-1] == [rule for rule, some in rule_pages.OPTIONS.items() if name in some]
        assert f"`{name}`" in RuleId(ids[-1]).sentence
        if name != "noble_pool":
            assert default.split("`")[1] == json.dumps(getattr(OFFICIAL, name)).translate(
                str.maketrans("[]", "()")
            ).replace("null", "None")


@needs_shared
def test_the_page_of_rules_says_who_decides_as_the_catalogue_has_it() -> None:
    """Tags such as [O24/DZ]; O is the first edition, and R a ruling of this library."""
    catalogue = shared("rules.md").read_text(encoding="utf-8")
    tags = dict(re.findall(r"^- ([A-Z]+-\d+) .*?\[(\w.*?)\]", catalogue, flags=re.MULTILINE))
    said = {rule: rule_pages.DECIDED.get(rule, "O14") for rule in tags}
    for rule, tag in tags.items():
        first = re.split(r"[ ,;/]", tag)[0]
        expected = {"O": "O14", "R": "ruled here", "S": "N24"}.get(first, first)
        assert expected in said[rule] or (rule, tag) == ("PASS-1", "R; BGA"), rule


def test_the_page_of_rules_has_every_rule_below_its_family() -> None:
    text = (REFERENCE / "rules.md").read_text(encoding="utf-8")
    families = re.split(r"^## ([A-Z]+): ", text, flags=re.MULTILINE)[1:]
    found = dict(zip(families[::2], families[1::2], strict=True))
    for family, section in found.items():
        ids = re.findall(r"^\| \[([A-Z]+)-\d+\]\{", section, flags=re.MULTILINE)
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


def test_the_page_on_other_engines_has_what_their_games_show() -> None:
    """`python -m tests.compared_engines` prints the rows."""
    page = compared_engines.PAGE.read_text(encoding="utf-8").splitlines()
    found = [line for line in page if line.startswith("| `")]
    assert found == [*compared_engines.rows(), *compared_engines.habits()]


def test_every_difference_of_rules_in_a_trace_has_words_or_is_of_its_record() -> None:
    of_records = {
        "after_from_events",
        "deck_unknown",
        "forfeited_turns",
        "last_state_missing",
        "no_slots",
    }
    lines = [
        line
        for path in compared_engines.TRACES.glob("*.jsonl")
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    quirks = {quirk for line in lines for quirk in json.loads(line)["rules"]["quirks"]}
    assert quirks - of_records == compared_engines.QUIRKS.keys()


def test_the_picture_in_the_readme_is_drawn_by_this_version() -> None:
    """`SPLENDOR_PICTURES=write` writes it; those in the documentation are drawn as it is built."""
    path = DOCS / "pictures" / "table.svg"
    drawn = svg(observe(setup(4, seed=42), 0), names=("Ada", "Bo", "Cy", "Dee")) + "\n"
    if os.environ.get("SPLENDOR_PICTURES") == "write":
        path.write_text(drawn, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == drawn
