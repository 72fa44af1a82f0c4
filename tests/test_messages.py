"""What is said of a value that is wrong, word for word: what it has to be, and what it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from splendor import (
    CARDS,
    NOBLES,
    BuyCard,
    CardBack,
    ChooseNoble,
    Gem,
    Gems,
    Player,
    ReserveCard,
    Reserved,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    Rules,
    SplendorError,
    State,
    TakeTokens,
    check,
    deal,
    disclose,
    observe,
    possible_reveals,
    redact,
    setup,
)
from splendor.model.cards import card_by_id, noble_by_id
from splendor.model.rules import OFFICIAL
from tests.records import game

OPENING = setup(2, seed=1)
WU = NOBLES["wu"]
WRONG: Any = "?"
"""A value of a wrong type everywhere."""


def state(**changes: Any) -> State:  # noqa: ANN401 - any field
    """Make a state by its constructor, with a field that is wrong."""
    fields = {name: getattr(OPENING, name) for name in State.__match_args__}
    return State(**{**fields, **changes})


def table(**changes: Any) -> State:  # noqa: ANN401 - any argument
    """Deal the opening once more, with an argument that is wrong."""
    fields = {"rows": OPENING.rows, "nobles": OPENING.nobles, "decks": OPENING.decks}
    return deal(changes.pop("players", 2), **{**fields, **changes})


VALUES: list[tuple[Callable[[], object], str]] = [
    # Gems, cards and nobles
    (lambda: Gem.from_letter("x"), "no gem has the letter 'x'; the letters are wugrky"),
    (lambda: Gem.from_letter("wu"), "no gem has the letter 'wu'; the letters are wugrky"),
    (lambda: Gems(blue=32), "blue must be an int from 0 to 31, not 32"),
    (lambda: Gems(gold=WRONG), "gold must be an int from 0 to 31, not '?'"),
    (
        lambda: Gems.parse(7),  # type: ignore[arg-type]
        "gems are written as a string of the letters wugrky, not 7",
    ),
    (lambda: Gems.parse("w" * 187), "187 letters are more gems than there can be"),
    (lambda: Gems().of(WRONG), "expected a Gem, not '?'"),
    (lambda: Gems().covers(WRONG), "expected a Gems, not '?'"),
    (lambda: Gems(red=31) + Gems(red=1), "more than 31 of one colour"),
    (lambda: Gems(red=1) - Gems(blue=1), "cannot take u from r"),
    (lambda: CardBack(4), "a level is 1, 2 or 3, not 4"),
    (lambda: CardBack(WRONG), "a level is 1, 2 or 3, not '?'"),
    (lambda: card_by_id("1w9"), "there is no card '1w9'"),
    (lambda: noble_by_id("ww"), "there is no noble 'ww'"),
    # Actions
    (lambda: TakeTokens(WRONG), "gems is a Gems, not '?'"),
    (lambda: ReturnTokens(WRONG), "gems is a Gems, not '?'"),
    (lambda: BuyCard(CARDS["1w1"], WRONG), "payment is a Gems, not '?'"),
    (lambda: BuyCard(WRONG, Gems()), "expected a card of CARDS, not '?'"),
    (lambda: ReserveCard(WRONG), "expected a card of CARDS, not '?'"),
    (lambda: RevealCard(WRONG), "expected a card of CARDS, not '?'"),
    (lambda: ReserveFromDeck(0), "a level is 1, 2 or 3, not 0"),
    (lambda: ChooseNoble(WRONG), "expected a noble of NOBLES or EXTRA_NOBLES, not '?'"),
    (lambda: check(OPENING, WRONG), "an action is expected, not '?'"),
    # Rules
    (lambda: Rules(target_score=0), "target_score is an int from 1 to 1000000, not 0"),
    (lambda: Rules(turn_limit=WRONG), "turn_limit is an int from 1 to 1000000, not '?'"),
    (lambda: Rules(payment=WRONG), "payment is one of any_exact, gold_last, not '?'"),
    (lambda: Rules(take_fewer=WRONG), "take_fewer is one of when_short, always, not '?'"),
    (lambda: Rules(tie_break=WRONG), "tie_break is one of fewest_purchased, shared, not '?'"),
    (
        lambda: Rules(gem_tokens=(4, 5, 11)),
        "gem_tokens is three ints from 0 to 10, for 2, 3 and 4 players",
    ),
    (lambda: Rules(noble_pool=WRONG), "noble_pool is a tuple of nobles, not '?'"),
    (lambda: Rules(noble_pool=(WU, WU), noble_count=(1, 1, 1)), "noble_pool names a noble twice"),
    (
        lambda: Rules(noble_pool=(WU,)),
        "noble_count asks for more nobles than the 1 of the pool",
    ),
    (lambda: OFFICIAL.gems_for(5), "SETUP-1: 2, 3 or 4 players take part, not 5"),
    (lambda: OFFICIAL.gold_for(1), "SETUP-1: 2, 3 or 4 players take part, not 1"),
    (lambda: OFFICIAL.nobles_for(WRONG), "SETUP-1: 2, 3 or 4 players take part, not '?'"),
    # Players and states
    (lambda: Reserved(CardBack(1)), "face_down is a bool, True for a CardBack, not False"),
    (lambda: Reserved(WRONG), "expected a card of CARDS, not '?'"),
    (lambda: Player(WRONG), "tokens is a Gems, not '?'"),
    (lambda: Player(purchased=WRONG), "purchased is a sequence, not '?'"),
    (lambda: Player(reserved=WRONG), "reserved is a sequence, not '?'"),
    (lambda: Player(reserved=[WRONG]), "a reserved card is a Reserved, not '?'"),
    (lambda: Player(nobles=WRONG), "nobles is a sequence, not '?'"),
    (lambda: Player(purchased=[CARDS["1w1"]] * 2), "purchased names one twice"),
    (lambda: Player(nobles=[WU, WU]), "nobles names one twice"),
    (lambda: state(bank=WRONG), "bank is a Gems, not '?'"),
    (lambda: state(rules=WRONG), "rules is a Rules, not '?'"),
    (lambda: state(phase=WRONG), "phase is a Phase, not '?'"),
    (lambda: state(players=WRONG), "players is a sequence, not '?'"),
    (lambda: state(players=[WRONG]), "a player is a Player, not '?'"),
    (lambda: state(players=[Player()]), "SETUP-1: 2, 3 or 4 players take part, not 1"),
    (lambda: state(decks=WRONG), "decks is a sequence, not '?'"),
    (lambda: state(decks=[()]), "decks are three, one a level, not 1"),
    (lambda: state(decks=[(), (), "?"]), "decks is a sequence, not '?'"),
    (lambda: state(decks=[(), (), [None]]), "expected a card of CARDS, not None"),
    (lambda: state(rows=WRONG), "rows is a sequence, not '?'"),
    (lambda: state(rows=[()] * 4), "rows are three, one a level, not 4"),
    (lambda: state(rows=[(None,) * 3] * 3), "a row has 4 places, None where one is empty"),
    (lambda: state(nobles=WRONG), "nobles is a sequence, not '?'"),
    (lambda: state(first_player=2), "first_player is an int from 0 to 1, not 2"),
    (lambda: state(turn=-1), "turn is an int from 0 to 4000000, not -1"),
    (lambda: state(passes=WRONG), "passes is an int from 0 to 4000000, not '?'"),
    (lambda: State.parse(7), "expected a line of text, not 7"),  # type: ignore[arg-type]
    # Openings, views and disclosures
    (lambda: setup(2, seed=1, rules=WRONG), "rules is a Rules, not '?'"),
    (lambda: setup(5, seed=1), "SETUP-1: 2, 3 or 4 players take part, not 5"),
    (
        lambda: setup(2, seed=WRONG),
        "a seed is an int from 0 to 2^256 - 1 or up to 32 bytes, not '?'",
    ),
    (lambda: table(rules=WRONG), "rules is a Rules, not '?'"),
    (lambda: table(players=5), "SETUP-1: 2, 3 or 4 players take part, not 5"),
    (lambda: table(deck_counts=(36, 26, 16)), "either decks or deck_counts is given"),
    (
        lambda: table(decks=None, deck_counts=(36, 26, 41)),
        "deck_counts are three ints from 0 to 40, level 1 first",
    ),
    (lambda: observe(OPENING, 2), "a seat is an int from 0 to 1, or None, not 2"),
    (lambda: disclose(OPENING, 2, CARDS["1w1"]), "a seat is an int from 0 to 1, or None, not 2"),
    (lambda: disclose(OPENING, 0, WRONG), "expected a card of CARDS, not '?'"),
    (lambda: possible_reveals(OPENING, 4), "a level is 1, 2 or 3, not 4"),
    (lambda: redact(game(), 2), "a seat is an int from 0 to 1, or None, not 2"),
]


@pytest.mark.parametrize(
    ("make", "said"), VALUES, ids=[f"{n} {value[1]}" for n, value in enumerate(VALUES)]
)
def test_a_wrong_value(make: Callable[[], object], said: str) -> None:
    with pytest.raises(SplendorError) as refused:
        make()
    assert str(refused.value) == said
