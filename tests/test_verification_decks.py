"""A claimed order of the decks, a seed, and cards that nobody named: what follows from them."""

from typing import Any

import attrs
import pytest

from splendor import (
    BuyCard,
    Card,
    CardBack,
    Commitment,
    Ending,
    Gems,
    Phase,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    RuleId,
    Rules,
    State,
    TakeTokens,
    commit,
    observe,
    setup,
)
from splendor.formats.record import Disclosure, Event, Move, Record, Result
from splendor.formats.recording import opening_of, record_game
from splendor.model.cards import card_by_id
from splendor.verification import Unnamed, Verdict, replay, verify
from tests.games import buying, play
from tests.records import game, index_of, move_at, problem_of

R = RuleId
OPENING = setup(2, seed=1)


def known(card: Card | CardBack | None) -> Card:
    """A card whose face is known."""
    assert isinstance(card, Card)
    return card


DECKS = tuple(tuple(known(card) for card in deck) for deck in OPENING.decks)
ROWS = tuple(tuple(known(card) for card in row) for row in OPENING.rows)


def record_of(*events: Event, claim: bool = False) -> Record:
    """A record of the events from one opening, with or without the true order of the decks."""
    decks = DECKS if claim else None
    return Record(("a", "b"), opening_of(OPENING), events, decks=decks)


def reserve(card: Card, by: int) -> Move:
    """Somebody reserves a card and takes a gold."""
    return Move(ReserveCard(card), by, gold=True)


def refill(card: Card | CardBack) -> Move:
    """The table turns up a card."""
    return Move(RevealCard(card))


def to_ten_tokens() -> list[Move]:
    """Both players take tokens until each has two of every colour."""
    takes = ("wug", "wug", "wrk", "urk", "urk", "wrk", "g", "g")
    return [Move(TakeTokens(Gems.parse(gems)), turn % 2) for turn, gems in enumerate(takes)]


class TestClaimedDecks:
    """A claimed order of the decks is held against every card that turns up."""

    def swapped(self, record: Record, level: int) -> Record:
        """The record claiming its decks with one of them turned over."""
        seed = record.seed
        assert isinstance(seed, int)
        opening = setup(len(record.players), seed=seed, rules=record.rules)
        decks = [tuple(card_by_id(str(card)) for card in deck) for deck in opening.decks]
        decks[level - 1] = decks[level - 1][::-1]
        return attrs.evolve(record, decks=tuple(decks), seed=None)

    @pytest.mark.rule("ROW-1")
    def test_a_refill_out_of_order(self) -> None:
        record = game()
        index = index_of(record, lambda move: isinstance(move.action, RevealCard))
        action = move_at(record, index).action
        assert isinstance(action, RevealCard)
        problem = problem_of(self.swapped(record, action.card.level))
        assert (problem.event, problem.rule) == (index, R.ROW_1)

    @pytest.mark.rule("ROW-1")
    def test_a_blind_card_out_of_order_at_its_disclosure_or_purchase(self) -> None:
        opening = setup(2, seed=1)
        record = record_game(opening, [ReserveFromDeck(3)], seed=1)
        problem = problem_of(self.swapped(record, 3))
        assert (problem.event, problem.rule) == (1, R.ROW_1)
        opening, actions = play(11, policy=buying)
        whole = record_game(opening, actions, seed=11)
        public = attrs.evolve(
            whole,
            events=tuple(e for e in whole.events if isinstance(e, Move)),
            perspective="public",
        )
        assert verify(public).verdict is not Verdict.INVALID
        blind = index_of(public, lambda move: isinstance(move.action, ReserveFromDeck))
        reserve = move_at(public, blind).action
        assert isinstance(reserve, ReserveFromDeck)
        problem = problem_of(self.swapped(public, reserve.level))
        assert problem.rule is R.ROW_1

    def test_a_refill_nobody_wrote_down_agrees_with_any_order(self) -> None:
        opening, actions = play(11)
        record = record_game(opening, actions[:1], seed=11)
        state = setup(2, seed=11)
        card = state.rows[0][0]
        assert card is not None
        record = record_game(state, [ReserveCard(card_by_id(str(card)))], seed=11)
        unknown = attrs.evolve(record, events=(record.events[0], Move(RevealCard(CardBack(1)))))
        assert verify(unknown).verdict is Verdict.VALID
        named = attrs.evolve(unknown, events=(*unknown.events, Disclosure(state.decks[0][0])))  # type: ignore[arg-type]
        assert verify(named).verdict is Verdict.VALID
        wrong = attrs.evolve(unknown, events=(*unknown.events, Disclosure(state.decks[0][1])))  # type: ignore[arg-type]
        assert problem_of(wrong).rule is R.ROW_1

    @pytest.mark.rule("ROW-1", "ROW-3")
    def test_places_mean_nothing_to_it(self) -> None:
        """Two cards of a row may be named later, in whatever order."""
        first, second, third = DECKS[0][:3]
        events = (
            reserve(ROWS[0][0], 0),
            refill(CardBack(1)),
            reserve(ROWS[0][1], 1),
            refill(CardBack(1)),
            Disclosure(second),
            Disclosure(first),
            reserve(second, 0),
            refill(third),
        )
        for claim in (False, True):
            assert verify(record_of(*events, claim=claim)).verdict is Verdict.VALID
        seeded = attrs.evolve(record_of(*events), seed=1)
        assert verify(seeded).verdict is Verdict.VALID
        wrong = attrs.evolve(record_of(*events, claim=True), decks=(DECKS[0][::-1], *DECKS[1:]))
        assert (problem_of(wrong).event, problem_of(wrong).rule) == (4, R.ROW_1)

    @pytest.mark.rule("ROW-1")
    def test_a_card_turned_up_is_the_next_one_though_another_is_not_named_yet(self) -> None:
        first, second = DECKS[0][:2]
        events = (
            reserve(ROWS[0][0], 0),
            refill(CardBack(1)),
            reserve(ROWS[0][1], 1),
            refill(first),
            Disclosure(second),
        )
        assert verify(record_of(*events)).verdict is Verdict.VALID
        for claim in ({"decks": DECKS}, {"seed": 1}):
            problem = problem_of(attrs.evolve(record_of(*events), **claim))
            assert (problem.event, problem.rule) == (3, R.ROW_1)

    @pytest.mark.rule("ROW-1", "SETUP-2")
    def test_an_unknown_card_of_the_opening_is_the_one_that_the_claim_leaves(self) -> None:
        row, *others = ROWS
        hidden = observe(attrs.evolve(OPENING, rows=((CardBack(1), *row[1:]), *others)), None)
        told = record_game(hidden, [Disclosure(row[0])])
        wrong = record_game(hidden, [Disclosure(DECKS[0][0])])
        for claim in ({"decks": DECKS}, {"seed": 1}):
            assert verify(attrs.evolve(told, **claim)).verdict is Verdict.VALID
            problem = problem_of(attrs.evolve(wrong, **claim))
            assert (problem.event, problem.rule) == (0, R.ROW_1)

    @pytest.mark.rule("ROW-1")
    def test_a_purchase_from_hand_of_a_card_that_was_not_drawn(self) -> None:
        """The card bought lies face up by the claimed order, and what was drawn is another."""
        seed, opening = cheap_second_card()
        drawn, turned_up = known(opening.decks[0][0]), known(opening.decks[0][1])
        events: list[Event] = [
            Move(ReserveFromDeck(1), 0, gold=True),
            Move(ReserveCard(known(opening.rows[0][0])), 1, gold=True),
            refill(CardBack(1)),
        ]
        first, second, third, _ = turned_up.cost  # one each of four colours
        three = Gems(**{gem.value: 1 for gem in (first, second, third)})
        events += [
            Move(TakeTokens(three), 0),
            Move(TakeTokens(three), 1),
            Move(BuyCard(turned_up, three + Gems(gold=1)), 0),
        ]
        record = Record(("a", "b"), opening_of(opening), tuple(events))
        assert verify(record).verdict is Verdict.CONSISTENT
        assert drawn is not turned_up
        problem = problem_of(attrs.evolve(record, seed=seed))
        assert (problem.event, problem.rule) == (5, R.ROW_1)


def cheap_second_card() -> tuple[int, State]:
    """An opening whose second card of level 1 costs one each of four colours."""
    for seed in range(500):
        opening = setup(2, seed=seed)
        if sorted(known(opening.decks[0][1]).cost.counts) == [0, 0, 1, 1, 1, 1]:
            return seed, opening
    pytest.fail("no seed deals such a card")


SALT = bytes(range(16))
COMMITMENT = commit(OPENING, salt=SALT)


@pytest.mark.rule("SETUP-2")
class TestCommitments:
    """A commitment is held against the claimed decks once it is opened."""

    def refused(self, record: Record) -> str:
        """The sentence with which the opening is refused."""
        problem = problem_of(record)
        assert (problem.event, problem.turn, problem.rule) == (None, None, R.SETUP_2)
        assert verify(record).commitment == "opened"
        return problem.violation.sentence

    def test_a_sealed_one_is_reported_and_not_judged(self) -> None:
        record = attrs.evolve(record_of(), commitment=COMMITMENT.sealed)
        report = verify(record)
        assert (report.verdict, report.commitment) == (Verdict.VALID, "sealed")
        assert verify(record_of()).commitment is None
        other = attrs.evolve(record_of(claim=True), commitment=Commitment("0" * 64))
        assert verify(other).verdict is Verdict.VALID

    @pytest.mark.parametrize("claim", [{"decks": DECKS}, {"seed": 1}])
    def test_an_opened_one_is_that_of_the_claimed_decks_or_seed(
        self, claim: dict[str, Any]
    ) -> None:
        record = attrs.evolve(record_of(), commitment=COMMITMENT, **claim)
        report = verify(record)
        assert (report.verdict, report.commitment) == (Verdict.VALID, "opened")
        sentence = "the commitment {} is not that of the claimed decks and nobles"
        for wrong in (
            Commitment("0" * 64, SALT),
            Commitment(COMMITMENT.digest, SALT[::-1]),
            commit(attrs.evolve(OPENING, nobles=OPENING.nobles[::-1]), salt=SALT),
        ):
            refusal = self.refused(attrs.evolve(record, commitment=wrong))
            assert refusal == sentence.format(wrong.digest)

    def test_other_decks_than_those_committed_to_are_found_before_any_event(self) -> None:
        record = attrs.evolve(record_of(), commitment=COMMITMENT)
        swapped = (DECKS[0][::-1], *DECKS[1:])
        assert "is not that of" in self.refused(attrs.evolve(record, decks=swapped))

    def test_the_cards_that_turn_up_are_held_against_it(self) -> None:
        events = (reserve(ROWS[0][0], 0), refill(DECKS[0][1]))
        record = attrs.evolve(record_of(*events, claim=True), commitment=COMMITMENT)
        problem = problem_of(record)
        assert (problem.event, problem.rule) == (1, R.ROW_1)

    def test_an_opened_one_needs_decks_and_the_cards_of_the_rows(self) -> None:
        record = attrs.evolve(record_of(), commitment=COMMITMENT)
        expected = "the commitment is opened, and the record claims neither decks nor seed"
        assert self.refused(record) == expected
        (_, *row), *others = ROWS
        hidden = observe(attrs.evolve(OPENING, rows=((CardBack(1), *row), *others)), None)
        expected = "the commitment is opened, and some card of the opening rows is unknown"
        unknown = record_game(hidden, [], commitment=COMMITMENT)
        assert self.refused(attrs.evolve(unknown, decks=DECKS)) == expected
        report = verify(attrs.evolve(unknown, seed=1))
        assert (report.problem, report.commitment) == (None, "opened")


class TestUnnamedRefills:
    """Only the refill after the last main action may go without a name."""

    @pytest.mark.rule("LOG-1")
    def test_another_back_is_not_excused_by_a_last_refill_that_was_named(self) -> None:
        events = (
            reserve(ROWS[0][0], 0),
            refill(CardBack(1)),
            reserve(ROWS[1][0], 1),
            refill(CardBack(2)),
            Disclosure(DECKS[1][0]),
        )
        report = verify(record_of(*events))
        assert report.verdict is Verdict.CONSISTENT
        assert (report.unnamed, report.missing_refill) == ((Unnamed(1, None),), False)

    @pytest.mark.rule("LOG-1")
    @pytest.mark.parametrize("written", [True, False])
    def test_the_back_that_is_excused_is_that_of_the_last_refill(self, *, written: bool) -> None:
        events = [
            reserve(ROWS[2][0], 0),
            refill(CardBack(3)),
            reserve(ROWS[0][0], 1),
            *([refill(CardBack(1))] if written else []),
        ]
        report = verify(record_of(*events))
        assert report.verdict is Verdict.CONSISTENT
        assert (report.unnamed, report.missing_refill) == ((Unnamed(3, None),), True)

    @pytest.mark.rule("LOG-1", "LIMIT-2", "TURN-5")
    @pytest.mark.parametrize("claim", [True, False])
    def test_the_return_of_tokens_may_follow_a_last_refill_left_out(self, *, claim: bool) -> None:
        back = Move(ReturnTokens(Gems(gold=1)), 0)
        whole = record_of(*to_ten_tokens(), reserve(ROWS[2][0], 0), back, claim=claim)
        report = verify(whole)
        assert (report.verdict, report.problem) == (Verdict.VALID, None)
        assert (report.missing_refill, report.turns) == (True, 9)
        assert replay(whole).states[-2].phase is Phase.REVEAL
        later = attrs.evolve(whole, events=(*whole.events, Move(TakeTokens(Gems(gold=1)), 1)))
        assert problem_of(later).event == 9

    @pytest.mark.rule("LOG-1", "ROW-1")
    def test_a_last_refill_left_out_is_held_against_the_claimed_order_once_it_is_named(
        self,
    ) -> None:
        """The return of tokens shows that a card was turned up, and a disclosure which."""
        events = (
            *to_ten_tokens(),
            reserve(ROWS[2][0], 0),
            Move(ReturnTokens(Gems(gold=1)), 0),
        )
        first, second = DECKS[2][:2]
        right: tuple[Event, ...] = (*events, Disclosure(first))
        wrong: tuple[Event, ...] = (*events, Disclosure(second))
        for sound in (record_of(*right), record_of(*right, claim=True), record_of(*wrong)):
            report = verify(sound)
            assert (report.verdict, report.problem) == (Verdict.VALID, None)
            assert (report.unnamed, report.missing_refill) == ((), False)
        for claim in ({"decks": DECKS}, {"seed": 1}):
            problem = problem_of(attrs.evolve(record_of(*wrong), **claim))
            assert (problem.event, problem.rule) == (len(events), R.ROW_1)

    @pytest.mark.rule("LOG-1")
    @pytest.mark.parametrize("claim", [True, False])
    def test_a_last_refill_that_is_named_late_is_not_missing(self, *, claim: bool) -> None:
        late = (reserve(ROWS[0][0], 0), refill(CardBack(1)), Disclosure(DECKS[0][0]))
        report = verify(record_of(*late, claim=claim))
        assert report.verdict is Verdict.VALID
        assert (report.unnamed, report.missing_refill) == ((), False)

    @pytest.mark.rule("LOG-1")
    @pytest.mark.parametrize("claim", [True, False])
    def test_a_last_refill_that_was_named_excuses_no_other_card_of_its_level(
        self, *, claim: bool
    ) -> None:
        events = (
            reserve(ROWS[0][0], 0),
            refill(CardBack(1)),
            reserve(ROWS[0][1], 1),
            refill(DECKS[0][1]),
        )
        report = verify(record_of(*events, claim=claim))
        assert report.verdict is Verdict.CONSISTENT
        assert (report.unnamed, report.missing_refill) == ((Unnamed(1, None),), False)

    @pytest.mark.rule("LOG-1")
    def test_a_last_refill_left_out_is_missing_though_the_one_before_has_a_face(self) -> None:
        events = (reserve(ROWS[0][0], 0), refill(DECKS[0][0]), reserve(ROWS[1][0], 1))
        report = verify(record_of(*events))
        assert (report.verdict, report.unnamed) == (Verdict.VALID, ())
        assert report.missing_refill
        assert report.final is not None
        assert report.final.phase is Phase.MAIN

    @pytest.mark.rule("LOG-1", "TURN-4")
    def test_no_refill_but_the_last_may_be_left_out(self) -> None:
        """Nor if it is the only one of the record."""
        record = record_of(reserve(ROWS[0][0], 0), Move(TakeTokens(Gems.parse("wug")), 1))
        problem = problem_of(record)
        assert (problem.event, problem.rule) == (1, R.TURN_4)

    @pytest.mark.rule("LOG-1")
    def test_a_card_named_in_the_row_shows_that_it_was_turned_up(self) -> None:
        record = record_of(reserve(ROWS[0][0], 0), Disclosure(DECKS[0][0]))
        report = verify(record)
        assert (report.verdict, report.problem) == (Verdict.VALID, None)
        assert (report.unnamed, report.missing_refill) == ((), False)
        assert replay(record).states[-1].phase is Phase.MAIN

    @pytest.mark.rule("LOG-1")
    def test_a_card_named_elsewhere_does_not(self) -> None:
        """One that lies in another row, or one in a hand."""
        before = (
            reserve(ROWS[0][0], 0),
            refill(CardBack(1)),
            Move(ReserveFromDeck(3), 1, gold=True),
        )
        for named in (Disclosure(DECKS[0][0]), Disclosure(DECKS[2][0], 1)):
            record = record_of(*before, reserve(ROWS[1][0], 0), named)
            assert replay(record).states[-1].phase is Phase.REVEAL
            report = verify(record)
            assert (report.problem, report.missing_refill) == (None, True)
            assert report.final is not None
            assert report.final.phase is Phase.MAIN

    @pytest.mark.rule("LOG-1", "END-7")
    def test_where_the_refill_would_end_the_game_the_ending_says_whether_it_came(self) -> None:
        rules = Rules(turn_limit=1)
        opening = opening_of(setup(2, seed=1, rules=rules))
        events = (Move(TakeTokens(Gems.parse("wug")), 0), reserve(ROWS[1][0], 1))
        record = Record(("a", "b"), opening, events, rules=rules)
        unfinished = verify(record)
        assert (unfinished.verdict, unfinished.problem) == (Verdict.VALID, None)
        assert (unfinished.missing_refill, unfinished.outcome) == (True, None)
        assert unfinished.final is not None
        assert unfinished.final.phase is Phase.REVEAL
        played = verify(attrs.evolve(record, ending=Ending("played")))
        assert (played.verdict, played.missing_refill) == (Verdict.VALID, True)
        assert played.outcome is not None
        wrong = attrs.evolve(record, result=Result(points=(1, 0)))
        assert problem_of(wrong).rule is R.END_7
        assert not verify(attrs.evolve(wrong, events=(*events[:1],))).missing_refill


def test_a_game_in_public_view_agrees_with_its_seed() -> None:
    """Blind cards that are named late or never do not contradict the true order."""
    for seed in range(6):
        opening, actions = play(seed, 3, policy=buying)
        record = record_game(opening, actions, seed=seed)
        moves = tuple(event for event in record.events if isinstance(event, Move))
        public = attrs.evolve(record, events=moves, perspective="public")
        assert verify(public).verdict in {Verdict.VALID, Verdict.CONSISTENT}
