"""What a better referee than ours could find, and where a refill that is left out is supplied."""

import attrs
import pytest

from splendor import (
    BuyCard,
    Card,
    CardBack,
    Disclosure,
    Ending,
    Event,
    Gems,
    Move,
    Pass,
    Record,
    ReserveFromDeck,
    RevealCard,
    RuleId,
    Rules,
    Verdict,
    deal,
    record_game,
    verify,
)
from splendor.model.cards import LEVEL_CARDS
from tests.arbiter_records import First, first_problem
from tests.records import game, move_at


def found(record: Record) -> First | None:
    """What `verify` finds, which the second referee finds, too."""
    problem = verify(record).problem
    first = None if problem is None else (problem.event, problem.rule)
    assert first == first_problem(record)
    return first


MINE, THEIRS = [card for card in LEVEL_CARDS[0] if card.cost.total == 3][:2]
PASS = 6


def passed_too_soon() -> Record:
    """Seat 0 passes with a blind card of three tokens and three gold in hand, and buys it later."""
    dear = [sorted(level, key=lambda card: -card.cost.total)[:4] for level in LEVEL_CARDS]
    opening = deal(
        2,
        rows=dear,
        nobles=[],
        deck_counts=[len(level) - 4 for level in LEVEL_CARDS],
        rules=Rules(gem_tokens=(0, 0, 0), gold_tokens=(6, 6, 6), noble_count=(0, 0, 0)),
    )
    drawn = [ReserveFromDeck(level) for level in (1, 1, 2, 2, 2, 2)]
    gold = Gems(gold=3)
    return record_game(opening, [*drawn, Pass(), BuyCard(THEIRS, gold), BuyCard(MINE, gold)])


def with_events(record: Record, *events: Event) -> Record:
    """The record with other events, of a game that need not be over."""
    return attrs.evolve(record, events=events, ending=Ending(), result=None, seed=None)


class TestNotFoundYet:
    """The page says it, too: docs/forgery.md."""

    @pytest.mark.rule("PASS-2")
    def test_a_pass_is_not_judged_by_a_later_purchase(self) -> None:
        """A known limit, and no wish: seat 0 could have bought the card when it passed.

        It had the same tokens and bonuses then. Whoever makes `verify` find this changes this test,
        the next one and the page.
        """
        record = passed_too_soon()
        assert record.events[PASS] == Move(Pass(), 0)
        assert found(record) is None
        assert verify(record).verdict is Verdict.CONSISTENT

    @pytest.mark.rule("PASS-2")
    def test_nor_by_a_card_that_is_named_later(self) -> None:
        """A known limit, the same one, by a disclosure right after the pass."""
        events = passed_too_soon().events[: PASS + 1]
        assert found(with_events(passed_too_soon(), *events, Disclosure(MINE, 0))) is None

    @pytest.mark.rule("PASS-2")
    def test_a_card_that_is_named_before_it_counts(self) -> None:
        events = passed_too_soon().events[:PASS]
        record = with_events(passed_too_soon(), *events, Disclosure(MINE, 0), Move(Pass(), 0))
        assert found(record) == (PASS + 1, RuleId.PASS_2)


def up_to_a_purchase() -> tuple[Record, Card]:
    """A record that ends with a purchase from a row, and the card that is turned up for it."""
    record = game()
    for index, event in enumerate(record.events):
        action = event.action if isinstance(event, Move) else None
        if isinstance(action, RevealCard) and isinstance(action.card, Card):
            purchase = move_at(record, index - 1)
            if isinstance(purchase.action, BuyCard):
                return with_events(record, *record.events[:index]), action.card
    raise AssertionError


@pytest.mark.rule("LOG-1")
class TestLastRefill:
    """The refill after the last main action may be left out, if what follows needs it or not."""

    def test_the_name_of_the_card_shows_that_it_was_turned_up(self) -> None:
        record, card = up_to_a_purchase()
        named = with_events(record, *record.events, Disclosure(card))
        assert found(named) is None
        report = verify(named)
        assert report.final is not None
        assert any(card in row for row in report.final.rows)
        assert not report.missing_refill

    def test_a_card_of_another_level_was_not(self) -> None:
        record, card = up_to_a_purchase()
        other = LEVEL_CARDS[card.level % 3][-1]
        named = with_events(record, *record.events, Disclosure(other))
        assert found(named) == (len(record.events), RuleId.ROW_6)

    def test_a_card_that_lay_there_without_a_name_does_not_show_it(self) -> None:
        record, card = up_to_a_purchase()
        level = next(level for level in (1, 2, 3) if level != card.level)
        rows = list(record.opening.rows)
        *others, last = rows[level - 1]
        rows[level - 1] = (*others, CardBack(level))
        assert isinstance(last, Card)
        named = attrs.evolve(
            with_events(record, *record.events, Disclosure(last)),
            opening=attrs.evolve(record.opening, rows=tuple(rows)),
        )
        assert found(named) is None
        assert verify(named).missing_refill

    @pytest.mark.parametrize("name", [True, False])
    def test_it_is_not_left_out_if_it_stands_anywhere_after(self, *, name: bool) -> None:
        record, card = up_to_a_purchase()
        refill = Move(RevealCard(CardBack(card.level)), None)
        events: list[Event] = [Disclosure(card), refill] if name else [refill, Disclosure(card)]
        wanted = (len(record.events), RuleId.ROW_6) if name else None
        assert found(with_events(record, *record.events, *events)) == wanted


@pytest.mark.rule("NOB-6")
def test_a_noble_that_comes_with_the_refill_does_not_come_with_the_purchase() -> None:
    record = next(
        record
        for record in map(game, range(100))
        if any(isinstance(e, Move) and e.visit and e.by is None for e in record.events)
    )
    index, refill = next(
        (index, event)
        for index, event in enumerate(record.events)
        if isinstance(event, Move) and event.visit and event.by is None
    )
    assert refill.visit is not None
    purchase = attrs.evolve(move_at(record, index - 1), visit=refill.visit)
    forged = (*record.events[: index - 1], purchase, attrs.evolve(refill, visit=None))
    record = with_events(record, *forged, *record.events[index + 1 :])
    assert found(record) == (index - 1, RuleId.NOB_6)
    sentence = f"noble {refill.visit.id} does not come with this event"
    assert str(verify(record).problem).endswith(f"NOB-6: {sentence}")
