"""Which rule a refusal names: for every action that could be written down, in every phase.

`tests.arbiter` is a second referee that finds every rule an action breaks; `check` names the first
of them in the documented order, and `legal_actions` lists exactly the actions that break none.
"""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import Phase as Phases
from hypothesis import given, settings
from hypothesis import strategies as st

from splendor import (
    PRESETS,
    SPENDEE,
    Action,
    BuyCard,
    Pass,
    Phase,
    RuleId,
    Rules,
    State,
    check,
    legal_actions,
    observe,
    problems,
    setup,
)
from splendor.testing.strategies import house_rules
from tests.arbiter import broken, table_of
from tests.effort import effort
from tests.games import play, states_of
from tests.positions import (
    LONG,
    blind,
    buy,
    choose,
    give_back,
    position,
    refusal,
    reserve,
    reveal,
    seat,
    take,
)
from tests.walks import RANDOM, walk, writable

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "rules.md"
SECTION = PAGE.read_text(encoding="utf-8").partition("\n## Which rule a refusal names\n")[2]
ORDER = [  # the time; a take's shape and supply; the card; the payment; the other decisions
    *("END-8", "TURN-4", "TAKE-8", "TAKE-6", "TAKE-11", "TAKE-9"),
    *("TAKE-7", "TAKE-5", "TAKE-3", "TAKE-2"),
    *("RES-2", "RES-5", "RES-1", "RES-7", "BUY-1", "BUY-5"),
    *("PAY-7", "PAY-4", "PAY-3", "LIMIT-2", "LIMIT-3"),
    *("NOB-7", "NOB-1", "NOB-2", "ROW-2", "ROW-6", "COMP-2", "PASS-2"),
]
"""The rules that an action can break; `check` names the first of those it does break."""

PLAIN = position(seat(), seat())
NO_WHITE = position(seat("wwww"), seat())
LOW = position(seat("wu"), seat())
TWO_COLOURS = position(seat("wwwwuuuu"), seat("gggg"))
FULL_HAND = position(seat(hand="3w1 3w2 3w3"), seat(), face_up="1w1")
SOLD_OUT = position(seat(), seat(), sold_out=[1], rules=LONG)
FULL_AND_SOLD_OUT = position(seat(hand="3w1 3w2 3w3"), seat(), sold_out=[1], rules=LONG)
SHOP = "1k1 1k2 1k3 1k4"
"""A row of level 1 in which 1w1, which costs two red and one black, does not lie."""
BUYER = position(seat("rrkky"), seat(), face_up="1w1")
THRIFTY = position(seat("rrkky"), seat(), face_up="1w1", rules=SPENDEE)
POOR = position(seat("ry"), seat(), face_up="1w1")
POOR_THRIFTY = position(seat("ry"), seat(), face_up="1w1", rules=SPENDEE)
AWAY = position(seat("rrkky"), seat(), face_up=SHOP)
AWAY_THRIFTY = position(seat("rrkky"), seat(), face_up=SHOP, rules=SPENDEE)
AWAY_POOR = position(seat("ry"), seat(), face_up=SHOP)
AWAY_POOR_THRIFTY = position(seat("ry"), seat(), face_up=SHOP, rules=SPENDEE)
RIVALS = position(seat("rrkky"), seat(hand="1w1"), face_up=SHOP)
RIVALS_POOR_THRIFTY = position(seat("ry"), seat(hand="1w1"), face_up=SHOP, rules=SPENDEE)
ELEVEN = position(seat("wwwuuugggrr"), seat(), phase=Phase.RETURN)
DESERVING = "1g1 1g2 1g3 1g4 1r1 1r2 1r3 1r4 1k1 1k2 1k3 1k4"
"""Bonuses for the nobles gr, rk and grk."""
NOBLES = position(seat(bought=DESERVING), seat(), nobles="gr rk wu", phase=Phase.NOBLE)
ONE_GONE = position(
    seat(bought=DESERVING),
    seat(bought="1w1 1w2 1w3 1w4 1u1 1u2 1u3 1u4", nobles="wu"),
    nobles="gr rk",
    phase=Phase.NOBLE,
)
REFILL = position(
    seat(hand="2w1"),
    seat(),
    rows="1k1 1k2 1k3 1k4 / - 2k1 2k2 2k3 / 3w1 3w2 3w3 3w4",
    sold_out=[3],
    hidden=True,
    rules=LONG,
    phase=Phase.REVEAL,
)
OVER = list(states_of(*play(1)))[-1]
NO_GEMS = Rules(target_score=1000, gem_tokens=(0, 0, 0), noble_count=(0, 0, 0))
PASSES = [
    PLAIN,
    position(seat(), seat(), rules=NO_GEMS),
    position(seat(bought="1r1 1r2 1r3", hand="3w1 3w2 3w3"), seat(), face_up="1g1", rules=NO_GEMS),
    position(
        seat(bought="2r1 2r2 2r3", hand="3w1 3w2 #1"),
        seat(),
        face_up="1w6 1w8 1u1 1k3",
        sold_out=[1],
        unseen="1g1",
        rules=NO_GEMS,
    ),
]
"""In which one can take, reserve, buy, and buy the unknown card, and so may not pass."""

CASES: list[tuple[str, State, Action]] = [
    ("END-8", OVER, Pass()),
    ("TURN-4", ELEVEN, Pass()),
    # The shape of a take
    ("TAKE-8", PLAIN, take("")),
    ("TAKE-6", PLAIN, take("y")),
    ("TAKE-6 TAKE-11 TAKE-9 TAKE-7", NO_WHITE, take("wwwy")),
    ("TAKE-6 TAKE-9 TAKE-5", LOW, take("wwy")),
    ("TAKE-11", PLAIN, take("www")),
    ("TAKE-11 TAKE-9 TAKE-7 TAKE-5", NO_WHITE, take("wwuu")),
    ("TAKE-11 TAKE-9 TAKE-5", LOW, take("wwuu")),
    ("TAKE-11 TAKE-7 TAKE-2", TWO_COLOURS, take("wugr")),
    ("TAKE-9", PLAIN, take("wwu")),
    ("TAKE-9 TAKE-7", NO_WHITE, take("wuu")),
    # Its supply
    ("TAKE-7", NO_WHITE, take("wug")),
    ("TAKE-7 TAKE-5", NO_WHITE, take("ww")),
    ("TAKE-7 TAKE-3", NO_WHITE, take("wu")),
    ("TAKE-7 TAKE-2", TWO_COLOURS, take("wr")),
    ("TAKE-5", LOW, take("ww")),
    ("TAKE-3", PLAIN, take("wu")),
    ("TAKE-2", TWO_COLOURS, take("r")),
    # The card
    ("RES-2", FULL_HAND, reserve("1w1")),
    ("RES-2 RES-5", FULL_AND_SOLD_OUT, blind(1)),
    ("RES-2 RES-1", FULL_HAND, reserve("3w1")),
    ("RES-5", SOLD_OUT, blind(1)),
    ("RES-1", AWAY, reserve("1w1")),
    ("RES-7 BUY-1", RIVALS, buy("1w1", "rrk")),
    ("RES-7 BUY-1 BUY-5 PAY-7 PAY-4 PAY-3", RIVALS_POOR_THRIFTY, buy("1w1", "yy")),
    ("BUY-1", AWAY, buy("1w1", "rrk")),
    ("BUY-1 BUY-5 PAY-4", AWAY_POOR, buy("1w1", "ry")),
    ("BUY-1 BUY-5 PAY-7 PAY-4 PAY-3", AWAY_POOR_THRIFTY, buy("1w1", "yy")),
    ("BUY-1 PAY-3", AWAY_THRIFTY, buy("1w1", "rry")),
    # Whether it can be paid for, and the payment
    ("BUY-5 PAY-4", POOR, buy("1w1", "ry")),
    ("BUY-5 PAY-7", POOR, buy("1w1", "rrk")),
    ("BUY-5 PAY-7 PAY-4 PAY-3", POOR_THRIFTY, buy("1w1", "yy")),
    ("PAY-7", BUYER, buy("1w1", "ryy")),
    ("PAY-7 PAY-4", BUYER, buy("1w1", "rrr")),
    ("PAY-7 PAY-3", THRIFTY, buy("1w1", "ryy")),
    ("PAY-4", BUYER, buy("1w1", "rrkk")),
    ("PAY-4", BUYER, buy("1w1", "rrky")),
    ("PAY-4", BUYER, buy("1w1", "rk")),
    ("PAY-4 PAY-3", THRIFTY, buy("1w1", "ry")),
    ("PAY-3", THRIFTY, buy("1w1", "rry")),
    # The other decisions
    ("LIMIT-2", ELEVEN, give_back("wu")),
    ("LIMIT-2 LIMIT-3", ELEVEN, give_back("ky")),
    ("LIMIT-3", ELEVEN, give_back("k")),
    ("NOB-7 NOB-1 NOB-2", ONE_GONE, choose("wu")),
    ("NOB-1", NOBLES, choose("grk")),
    ("NOB-1 NOB-2", NOBLES, choose("wuk")),
    ("NOB-2", NOBLES, choose("wu")),
    ("ROW-2 ROW-6", REFILL, reveal("#3")),
    ("ROW-2 ROW-6 COMP-2", REFILL, reveal("3w1")),
    ("ROW-6", REFILL, reveal("1w1")),
    ("ROW-6 COMP-2", REFILL, reveal("1k1")),
    ("COMP-2", REFILL, reveal("2w1")),
    ("PASS-2", PLAIN, Pass()),
]
"""All rules that an action breaks in a position, in order, and the action."""
AT_ONCE = {pair for rules, _, _ in CASES for pair in combinations(rules.split(), 2)}
"""Pairs of rules that one action can break."""


def named(action: Action, state: State) -> str | None:
    """The rule that `check` names."""
    violation = check(state, action)
    return None if violation is None else violation.rule.value


@pytest.mark.rule(*ORDER)
@pytest.mark.parametrize(
    ("rules", "state", "action"), CASES, ids=[f"{n}-{case[0]}" for n, case in enumerate(CASES)]
)
def test_the_first_rule_broken_is_named(rules: str, state: State, action: Action) -> None:
    expected = rules.split()
    assert [rule.value for rule in broken(table_of(state), action)] == expected
    assert refusal(state, action) == expected[0]


@pytest.mark.rule("END-8", "TURN-4")
@pytest.mark.parametrize(
    ("state", "action"),
    [(state, action) for _, state, action in CASES],
    ids=[f"{n}-{case[0]}" for n, case in enumerate(CASES)],
)
def test_the_wrong_time_is_named_before_all_else(state: State, action: Action) -> None:
    assert named(action, OVER) == "END-8"
    for other in (PLAIN, ELEVEN, NOBLES, REFILL):
        if state.phase not in {other.phase, Phase.OVER} and not isinstance(action, Pass):
            assert named(action, other) == "TURN-4"


def test_every_rule_that_an_action_can_break_is_the_first_of_some_case() -> None:
    assert list(dict.fromkeys(rules.split()[0] for rules, _, _ in CASES)) == ORDER
    for state in (case[1] for case in CASES):
        assert problems(state) == ()


def test_the_order_is_the_one_documented() -> None:
    order, table = SECTION.split("```python")
    assert re.findall(r"\[([A-Z]+-\d+)\]\(#", order) == ORDER
    assert re.findall(r"^\| \[([A-Z]+-\d+)\]\(#", table, flags=re.MULTILINE) == ORDER


def test_the_parameters_of_a_refusal_are_those_documented() -> None:
    cells = dict(re.findall(r"^\| \[([A-Z]+-\d+)\]\(#.*?\) \|(.*)\|$", SECTION, flags=re.MULTILINE))
    refused = [check(state, action) for _, state, action in CASES]
    refused += [check(state, Pass()) for state in PASSES]
    passes = []
    for violation in refused:
        assert violation is not None
        documented = re.findall(r"`(\w+)`", cells[violation.rule.value])
        names = [name for name, _ in violation.parameters]
        if violation.rule is RuleId.PASS_2:
            passes.append(violation.parameters)
        else:
            assert names == documented
    assert passes[-4:] == [
        (("possible", "take"),),
        (("possible", "reserve"),),
        (("possible", "buy"), ("card", "1g1")),
        (("possible", "buy"), ("level", 1)),
    ]
    assert re.findall(r"`(\w+)`", cells["PASS-2"]) == [
        *("possible", "take", "reserve", "buy", "buy", "card", "level")
    ]


def agree_everywhere(state: State) -> None:
    """Hold `check` and `legal_actions` to the arbiter for all that could be written down."""
    table = table_of(state)
    legal = set(legal_actions(state))
    unwritten = set(legal)
    for action in writable(state):
        rules = [rule.value for rule in broken(table, action)]
        assert named(action, state) == (rules[0] if rules else None), action
        assert (action in legal) is not bool(rules), action
        in_time = [rule for rule in rules if rule not in {"END-8", "TURN-4"}]
        assert AT_ONCE.issuperset(combinations(in_time, 2)), rules
        unwritten.discard(action)
    for action in unwritten:  # with gold for a card that nobody has seen
        assert isinstance(action, BuyCard)
        assert broken(table, action) == []


@pytest.mark.sweep
@pytest.mark.rule("INV-10", *ORDER)
@pytest.mark.pitfall(16, 28)
@pytest.mark.parametrize("preset", [*PRESETS, "house rules"])
@settings(max_examples=effort(2, 60), phases=[Phases.explicit, Phases.reuse, Phases.generate])
@given(data=st.data())
def test_lists_and_refusals_agree_on_all_that_could_be_written_down(
    preset: str, data: st.DataObject
) -> None:
    """In random games, known in full and on counted decks, once in every phase that comes up."""
    rules = PRESETS.get(preset) or data.draw(house_rules())
    players = data.draw(st.integers(2, 4))
    random = data.draw(RANDOM)
    opening = setup(players, seed=random.getrandbits(64), rules=rules)
    found: dict[Phase, list[State]] = {}
    for _, _, after in walk(random.choice([opening, observe(opening, None)]), random, 400):
        found.setdefault(after.phase, []).append(after)
    for states in found.values():
        state = random.choice(states)
        agree_everywhere(random.choice([state, observe(state, state.mover)]))


@pytest.mark.rule("NOB-6", "INV-10")
@pytest.mark.parametrize("preset", PRESETS)
def test_lists_and_refusals_agree_where_a_noble_is_chosen(preset: str) -> None:
    """Which random games come to seldom."""
    for on_table in ("gr rk wu", "gr rk grk"):
        state = position(
            seat("ww", bought=DESERVING, hand="3w1 ?3u1"),
            seat("kk", hand="2w1"),
            nobles=on_table,
            rules=PRESETS[preset],
            phase=Phase.NOBLE,
        )
        agree_everywhere(state)
