"""Passes that a later event puts in doubt, and where a refill that is left out is supplied."""

import attrs
import pytest

from splendor import (
    BuyCard,
    Card,
    CardBack,
    Claims,
    Disclosure,
    Ending,
    Event,
    Gems,
    Move,
    Pass,
    Phase,
    Record,
    ReserveFromDeck,
    Result,
    RevealCard,
    RuleId,
    Rules,
    Verdict,
    deal,
    record_game,
    replay,
    score,
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


@pytest.mark.rule("PASS-2")
class TestPassesInDoubt:
    """A pass with a blind card in hand is judged by what is named later, too."""

    def test_by_a_purchase_of_what_could_have_been_bought_then(self) -> None:
        """Seat 0 had the same tokens and bonuses when it passed."""
        record = passed_too_soon()
        assert record.events[PASS] == Move(Pass(), 0)
        assert found(record) == (PASS + 2, RuleId.PASS_2)
        problem = verify(record).problem
        assert problem is not None
        assert (problem.turn, problem.player) == (PASS + 3, 0)
        assert dict(problem.violation.parameters) == {
            "possible": "buy",
            "level": 1,
            "pass_event": PASS,
            "event": PASS + 2,
        }
        assert problem.violation.sentence == (
            f"with event {PASS + 2} some card of level 1 in hand could have been bought at event "
            f"{PASS}, a pass"
        )

    def test_by_a_card_that_is_named_later(self) -> None:
        events = passed_too_soon().events[: PASS + 1]
        record = with_events(passed_too_soon(), *events, Disclosure(MINE, 0))
        assert found(record) == (PASS + 1, RuleId.PASS_2)
        assert len(replay(record).states) == PASS + 2

    def test_not_by_the_card_of_another_player_or_one_too_dear(self) -> None:
        """A purchase by another player or a card that nobody could pay for tells nothing."""
        events = passed_too_soon().events[: PASS + 1]
        dear = max(LEVEL_CARDS[1], key=lambda card: card.points)
        for face in (Disclosure(MINE, 1), Disclosure(dear, 0)):
            record = with_events(passed_too_soon(), *events, face)
            assert found(record) is None
            assert verify(record).verdict is Verdict.CONSISTENT

    def test_a_card_that_is_named_before_it_counts(self) -> None:
        events = passed_too_soon().events[:PASS]
        record = with_events(passed_too_soon(), *events, Disclosure(MINE, 0), Move(Pass(), 0))
        assert found(record) == (PASS + 1, RuleId.PASS_2)

    def test_what_the_event_itself_breaks_comes_first(self) -> None:
        *events, purchase = passed_too_soon().events
        assert isinstance(purchase, Move)
        for wrong, rule in (
            (attrs.evolve(purchase, gold=True), RuleId.RES_8),
            (attrs.evolve(purchase, claims=Claims(points=9)), RuleId.WIN_1),
        ):
            record = with_events(passed_too_soon(), *events, wrong)
            assert found(record) == (PASS + 2, rule)
        digested = attrs.evolve(purchase, digest="0" * 12)
        problem = verify(with_events(passed_too_soon(), *events, digested)).problem
        assert problem is not None
        assert problem.rule is RuleId.INV_10


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

    @pytest.mark.rule("END-1")
    @pytest.mark.parametrize("kind", ["unfinished", "resigned"])
    def test_a_record_may_stop_before_the_refill_that_would_end_the_game(self, kind: str) -> None:
        whole = game()
        last = max(
            i for i, e in enumerate(whole.events) if isinstance(e, Move) and e.by is not None
        )
        ending = Ending("resigned", 0) if kind == "resigned" else Ending()
        record = attrs.evolve(with_events(whole, *whole.events[: last + 1]), ending=ending)
        assert replay(record).states[-1].phase is Phase.REVEAL
        assert found(record) is None
        report = verify(record)
        assert (report.verdict, report.outcome) == (Verdict.VALID, None)
        assert (report.missing_refill, report.complete) == (True, kind == "resigned")
        played = attrs.evolve(record, ending=Ending("played"), result=whole.result)
        assert found(played) is None
        assert verify(played).outcome is not None
        assert found(attrs.evolve(whole, ending=ending)) == (None, RuleId.END_1)

    def test_a_result_may_be_that_before_a_noble_comes_with_the_refill(self) -> None:
        index, visiting = noble_with_refill()
        before = replay(visiting).states[index]
        short = with_events(visiting, *visiting.events[:index])
        for points in (score(before), score(replay(visiting).states[index + 1])):
            claimed = Result(points=tuple(entry.points for entry in points))
            assert found(attrs.evolve(short, result=claimed)) is None
        wrong = Result(points=tuple(entry.points + 1 for entry in score(before)))
        assert found(attrs.evolve(short, result=wrong)) == (None, RuleId.WIN_1)


def noble_with_refill() -> tuple[int, Record]:
    """A game in which a noble comes with a refill, and the number of that event."""
    return next(
        (index, record)
        for record in map(game, range(100))
        for index, event in enumerate(record.events)
        if isinstance(event, Move) and event.visit and event.by is None
    )


@pytest.mark.rule("NOB-6")
def test_a_noble_that_comes_with_the_refill_does_not_come_with_the_purchase() -> None:
    index, record = noble_with_refill()
    refill = move_at(record, index)
    assert refill.visit is not None
    purchase = attrs.evolve(move_at(record, index - 1), visit=refill.visit)
    forged = (*record.events[: index - 1], purchase, attrs.evolve(refill, visit=None))
    record = with_events(record, *forged, *record.events[index + 1 :])
    assert found(record) == (index - 1, RuleId.NOB_6)
    sentence = f"noble {refill.visit.id} does not come with this event"
    assert str(verify(record).problem).endswith(f"NOB-6: {sentence}")
