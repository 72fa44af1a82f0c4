"""The three verdicts where cards are not known: one choice of their faces, or none (PASS-2)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import process_time
from typing import Final

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from splendor import (
    CARDS,
    Action,
    BuyCard,
    Card,
    CardBack,
    Disclosure,
    Ending,
    Event,
    Gems,
    Move,
    Pass,
    Phase,
    Player,
    Record,
    ReserveCard,
    Reserved,
    ReserveFromDeck,
    RevealCard,
    RuleId,
    Rules,
    State,
    TakeTokens,
    Unnamed,
    Verdict,
    apply,
    deal,
    disclose,
    legal_actions,
    observe,
    possible_reveals,
    record_game,
    redact,
    replay,
    setup,
    verify,
)
from splendor.engine.knowledge import check_disclosure
from splendor.model.cards import LEVEL_CARDS
from splendor.testing import openings
from splendor.verification.passes import Passes
from tests import positions
from tests.arbiter_records import (
    Passed,
    first_problem,
    laid_out,
    last_turn,
    pass_in_doubt,
    play_event,
)
from tests.effort import effort
from tests.positions import LONG, position
from tests.records import forged, game
from tests.walks import RANDOM, walk

# Games of which nobody ever saw the decks, played on by whatever may be legal

WEIGHTS: Final[dict[type[Action], int]] = {
    Pass: 30,
    ReserveFromDeck: 6,
    BuyCard: 3,
    TakeTokens: 3,
    RevealCard: 3,
}


def unseen_game(random: Random) -> Record:
    """A game on counted decks, in which a pass may turn out wrong; no other rule is broken.

    Tokens are few, the cards of the first rows dear, and now and then a card gets its face late. In
    a patient game nobody buys from the hand before they have to, so that few faces are left.
    """
    players = random.randint(2, 4)
    patient = random.random() < 0.5
    rows: list[list[Card | CardBack]] = []
    for cards in LEVEL_CARDS:
        pile = sorted(cards, key=lambda card: random.random() - card.cost.total)
        rows.append([CardBack(c.level) if random.random() < 0.05 else c for c in pile[:4]])
    rules = Rules(
        gem_tokens=(random.choice((1, 1, 2, 3) if patient else (0, 1, 1, 2)),) * 3,
        gold_tokens=(random.randint(0, 10),) * 3,
        noble_count=(0, 0, 0),
        target_score=1000,
    )
    counts = [len(cards) - 4 for cards in LEVEL_CARDS]
    state = opening = deal(players, rows=rows, nobles=[], deck_counts=counts, rules=rules)
    late = random.choice((0.0, 0.02, 0.15))
    played: list[Action | Disclosure] = []
    for _ in range(random.randint(100, 400) if patient else random.randint(5, 120)):
        if state.phase is Phase.OVER:
            break
        face = _face(random, state) if random.random() < late else None
        if face is not None:
            played.append(face)
            state = disclose(state, face.seat, face.disclose)
        else:
            action = _any_action(random, state, patient=patient)
            played.append(action)
            state = apply(state, action)
    return record_game(opening, played)


def _face(random: Random, state: State) -> Disclosure | None:
    """A face for some unknown card, if chance hits on a place that has one."""
    faces = possible_reveals(state, random.randint(1, 3))
    seat = random.choice((None, *range(len(state.players))))
    face = random.choice(faces) if faces else None
    if face is None or check_disclosure(state, seat, face):
        return None
    return Disclosure(face, seat)


def _any_action(random: Random, state: State, *, patient: bool) -> Action:
    """Mostly a purchase from a row if there is one, then a pass or a card from a deck."""
    kinds: dict[type[Action], list[Action]] = {}
    for action in legal_actions(state):
        kinds.setdefault(type(action), []).append(action)
    in_rows = {card for row in state.rows for card in row}
    cheap = [a for a in kinds.get(BuyCard, []) if isinstance(a, BuyCard) and a.card in in_rows]
    if cheap and random.random() < 0.8:
        return random.choice(cheap)
    if patient and len(kinds) > 1:
        kinds.pop(BuyCard, None)
    kind = random.choices(list(kinds), [WEIGHTS.get(kind, 1) for kind in kinds])[0]
    return random.choice(kinds[kind])


def found(record: Record) -> tuple[int | None, RuleId] | None:
    """What `verify` finds, which the second referee finds, too."""
    problem = verify(record).problem
    first = None if problem is None else (problem.event, problem.rule)
    assert first == first_problem(record)
    return first


@pytest.mark.rule("PASS-2")
class TestPassesInDoubt:
    """A pass with unknown cards in hand, and every kind of event that leaves no choice of faces."""

    @given(RANDOM)
    def test_the_referee_finds_the_same_by_trying_all_faces(self, random: Random) -> None:
        record = unseen_game(random)
        first = found(record)
        if first is None:
            assert verify(record).verdict is not Verdict.INVALID
            return
        assert first[1] is RuleId.PASS_2
        problem = verify(record).problem
        assert problem is not None
        parameters = dict(problem.violation.parameters)
        passed = parameters["pass_event"]
        assert isinstance(passed, int)
        event = record.events[passed]
        assert isinstance(event, Move)
        assert isinstance(event.action, Pass)
        assert parameters["event"] == first[0]
        assert first[0] is not None
        assert passed < first[0]

    @pytest.mark.parametrize(
        ("seed", "event"),
        [
            (5901, Move(BuyCard(LEVEL_CARDS[0][0], Gems()), 0)),
            (8259, Disclosure(LEVEL_CARDS[0][0], 0)),
            (1304, Disclosure(LEVEL_CARDS[0][0], None)),
            (2252, Move(RevealCard(LEVEL_CARDS[0][0]))),
            (5851, Move(Pass(), 0)),
        ],
        ids=["purchase", "hand", "row", "refill", "second pass"],
    )
    def test_each_kind_of_event_can_leave_no_choice(
        self, seed: int, event: Move | Disclosure
    ) -> None:
        record = unseen_game(Random(seed))  # noqa: S311 - a game, not a secret
        first = found(record)
        assert first is not None
        assert first[0] is not None
        here = record.events[first[0]]
        assert type(here) is type(event)
        if isinstance(here, Move) and isinstance(event, Move):
            assert type(here.action) is type(event.action)
        elif isinstance(here, Disclosure) and isinstance(event, Disclosure):
            assert (here.seat is None) is (event.seat is None)
        problem = verify(record).problem
        assert problem is not None
        both = "cannot both be legal" in problem.violation.sentence
        assert both is (isinstance(event, Move) and isinstance(event.action, Pass))
        short = attrs.evolve(record, events=record.events[: first[0]], ending=Ending(), result=None)
        assert found(short) is None
        assert verify(short).events == first[0]

    def test_of_three_passes_the_second_leaves_no_choice_with_the_third(self) -> None:
        """At each the player can pay for one of the three cards that the unknown one may be."""
        judge = Passes()
        state = three_unseen("")
        drawn = Move(ReserveFromDeck(1), 0, gold=False)
        assert judge.follow(0, drawn, state, state, None) is None
        for index, tokens in ((1, "rrk"), (3, "wwww"), (5, "")):
            state = three_unseen(tokens)
            assert judge.follow(index, Move(Pass(), 0), state, state, None) is None
        state = three_unseen("kkk")
        violation = judge.follow(6, Move(Pass(), 0), state, state, None)
        assert violation is not None
        assert violation.sentence == (
            "the passes of events 3 and 6 cannot both be legal: some unknown card of level 1 in "
            "hand can be bought"
        )
        assert dict(violation.parameters)["pass_event"] == 3

    def test_all_cards_that_were_named_in_a_hand_are_faces_of_what_it_drew(self) -> None:
        """The third of the unseen cards could have been paid for, and is with another player."""
        state = three_unseen("kkk", "#1 #1", "#1")
        judge = Passes()
        drawn = Move(ReserveFromDeck(1), 0, gold=False)
        for index, event in enumerate((drawn, drawn, Move(Pass(), 0))):
            assert judge.follow(index, event, state, state, None) is None
        for index, card in enumerate((CARDS["1w1"], CARDS["1r8"]), start=3):
            after = disclose(state, 0, card)
            assert judge.follow(index, Disclosure(card, 0), state, after, None) is None
            state = after
        assert possible_reveals(state, 1) == (CARDS["1u1"],)

    def test_the_pass_named_is_the_first_that_leaves_no_choice_with_those_before_it(self) -> None:
        doubtful = 0
        for seed in range(0, 150, effort(2)):
            record = unseen_game(Random(seed))  # noqa: S311 - a game, not a secret
            problem = verify(record).problem
            if problem is not None and problem.event is not None:
                passed = dict(problem.violation.parameters)["pass_event"]
                assert isinstance(passed, int)
                assert not in_doubt(record, problem.event, passed)
                assert in_doubt(record, problem.event, passed + 1)
                doubtful += 1
        assert doubtful > effort(1, 3)

    @pytest.mark.rule("ROW-1")
    def test_of_cards_known_by_a_claimed_order_the_pass_itself_is_the_problem(self) -> None:
        cheap, dear = (
            [card for card in LEVEL_CARDS[0] if (card.cost.total == 3) is three]
            for three in (True, False)
        )
        for first, rule in ((cheap[0], RuleId.PASS_2), (dear[0], None)):
            record = three_drawn(first)
            named = attrs.evolve(record, events=(*record.events, Disclosure(first, 0)))
            problem = verify(record).problem
            assert (problem and problem.rule) is rule
            assert verify(attrs.evolve(record, decks=None)).verdict is Verdict.CONSISTENT
            if problem is None:
                assert verify(named).verdict is Verdict.CONSISTENT
                assert verify(record).unnamed == verify(attrs.evolve(record, decks=None)).unnamed
                continue
            assert (problem.event, problem.player) == (6, 0)
            assert problem.violation.sentence == (
                "by the claimed deck order a card of level 1 in hand can be bought"
            )

    def test_a_card_of_a_row_without_a_face_is_an_empty_place(self) -> None:
        """Also if it is named later, and could have been bought."""
        record = three_drawn(LEVEL_CARDS[0][0], hidden=True)
        assert found(record) is None
        cheap = next(card for card in LEVEL_CARDS[0] if card.cost.total == 3)
        late = attrs.evolve(record, events=(*record.events, Disclosure(cheap)))
        assert found(late) is None
        early = (*record.events[:6], Disclosure(cheap), *record.events[6:])
        assert found(attrs.evolve(record, events=early)) == (7, RuleId.PASS_2)


def three_unseen(tokens: str, *hands: str) -> State:
    """A state in which of level 1 only 1w1, 1u1 and 1r8 are unseen, in the hands."""
    own, other = hands or ("#1", "#1 #1")
    return position(
        positions.seat(tokens, hand=own),
        positions.seat(hand=other),
        rows="- - - -/- - - -/- - - -",
        sold_out=[1, 2, 3],
        unseen="1w1 1u1 1r8",
        rules=LONG,
    )


def in_doubt(record: Record, event: int, until: int) -> bool:
    """Whether the referee finds no faces at an event for the passes before `until` and itself."""
    table = laid_out(record)
    for index, here in enumerate(record.events[: event + 1]):
        remembered = len(table.past)
        play_event(table, here, refill_left_out=index > last_turn(record))
        if until <= index < event:
            table.past[remembered:] = [
                past for past in table.past[remembered:] if not isinstance(past, Passed)
            ]
    return pass_in_doubt(table) is not None


def three_drawn(first: Card, *, hidden: bool = False) -> Record:
    """Two players draw three cards each, and seat 0 passes with three gold; the decks are claimed.

    `first` is the first card of the first deck; the others in hand and in the rows are too dear for
    three gold, or the first row has a card without a face.
    """
    piles = [sorted(cards, key=lambda card: -card.cost.total) for cards in LEVEL_CARDS]
    piles = [[card for card in pile if card is not first] for pile in piles]
    decks = ((first, *piles[0][4:]), tuple(piles[1][4:]), tuple(piles[2][4:]))
    rows: list[list[Card | CardBack]] = [list[Card | CardBack](pile[:4]) for pile in piles]
    if hidden:
        rows[0][0] = CardBack(1)
    rules = Rules(gem_tokens=(0, 0, 0), gold_tokens=(6, 6, 6), noble_count=(0, 0, 0))
    counts = [len(deck) for deck in decks]
    opening = deal(2, rows=rows, nobles=[], deck_counts=counts, rules=rules)
    drawn = [ReserveFromDeck(level) for level in (1, 1, 2, 2, 2, 2)]
    record = record_game(opening, [*drawn, Pass()])
    return record if hidden else attrs.evolve(record, decks=decks)


# What any cut and any silence comes to


def cut(record: Record, length: int) -> Record:
    """The record of the first events alone, of a game that goes on unless it is over."""
    over = replay(record).states[length].phase is Phase.OVER
    ending = Ending("played") if over else Ending()
    return attrs.evolve(record, events=record.events[:length], ending=ending, result=None)


@st.composite
def recorded(draw: st.DrawFn) -> Record:
    """Draw the record of a game played at random under any rules, from decks that are known."""
    opening = draw(openings())
    steps = walk(opening, draw(RANDOM), draw(st.integers(0, 150)))
    return record_game(opening, [action for _, action, _ in steps])


def unnamed_in(state: State) -> tuple[Unnamed, ...]:
    """The unknown cards of the hands."""
    return tuple(
        Unnamed(entry.card.level, seat)
        for seat, player in enumerate(state.players)
        for entry in player.reserved
        if isinstance(entry.card, CardBack)
    )


@pytest.mark.rule("INFO-2", "INFO-6", "LOG-1")
class TestSilence:
    """A sound game is never INVALID for what is not told of it."""

    @given(recorded(), st.data())
    def test_at_every_cut_it_is_valid_but_for_a_card_not_named_yet(
        self, record: Record, data: st.DataObject
    ) -> None:
        length = data.draw(st.integers(0, len(record.events)))
        report = verify(cut(record, length))
        assert report.problem is None
        unnamed = unnamed_in(replay(record).states[length])
        assert report.unnamed == unnamed
        assert report.verdict is (Verdict.CONSISTENT if unnamed else Verdict.VALID)
        assert len(unnamed) <= 1

    @given(recorded(), st.data())
    def test_redacted_it_lacks_the_blind_cards_that_nobody_bought(
        self, record: Record, data: st.DataObject
    ) -> None:
        length = data.draw(st.integers(0, len(record.events)))
        state = replay(record).states[length]
        for seat in (None, *range(len(record.players))):
            report = verify(redact(cut(record, length), seat))
            assert report.problem is None
            unnamed = unnamed_in(observe(state, seat))
            assert report.unnamed == unnamed
            assert report.verdict is (Verdict.CONSISTENT if unnamed else Verdict.VALID)

    @given(recorded(), RANDOM)
    def test_some_cards_not_named_leave_what_the_referee_says(
        self, record: Record, random: Random
    ) -> None:
        """A refill without a face is no harm, unless the card is taken from the row later."""
        events: list[Event] = []
        for event in record.events:
            hidden = random.random() < 0.1
            if isinstance(event, Disclosure):
                events += [] if hidden else [event]
            elif hidden and isinstance(event.action, RevealCard):
                back = RevealCard(CardBack(event.action.card.level))
                events.append(attrs.evolve(event, action=back))
            else:
                events.append(event)
        silent = attrs.evolve(record, events=tuple(events))
        first = found(silent)
        report = verify(silent)
        if first is None:
            assert report.final is not None
            backs = sum(isinstance(card, CardBack) for row in report.final.rows for card in row)
            excused = backs > 0 and report.missing_refill
            assert sum(card.seat is None for card in report.unnamed) == backs - excused
        else:
            assert report.verdict is Verdict.INVALID

    @pytest.mark.parametrize("action", [ReserveCard, BuyCard])
    def test_a_card_taken_from_a_row_needs_a_name_before(self, action: type[Action]) -> None:
        record = game(1, 3)
        turned = {
            event.action.card: index
            for index, event in enumerate(record.events)
            if isinstance(event, Move) and isinstance(event.action, RevealCard)
        }
        later, card = next(
            (index, event.action.card)
            for index, event in enumerate(record.events)
            if isinstance(event, Move)
            and isinstance(event.action, (ReserveCard, BuyCard))
            and isinstance(event.action, action)
            and event.action.card in turned
        )
        silent = forged(record, turned[card], Move(RevealCard(CardBack(card.level))))
        rule = RuleId.BUY_1 if action is BuyCard else RuleId.RES_1
        assert found(silent) == (later, rule)
        named = (*silent.events[:later], Disclosure(card), *silent.events[later:])
        report = verify(attrs.evolve(silent, events=named))
        assert (report.verdict, report.unnamed) == (Verdict.VALID, ())

    def test_the_last_unseen_cards_of_a_level_are_what_is_left(self) -> None:
        """Level 3 is all drawn or laid out without a face: whoever names them has no choice."""
        pile = LEVEL_CARDS[2]
        backs = [CardBack(3)] * 4
        rows: list[Sequence[Card | CardBack]] = [LEVEL_CARDS[0][:4], LEVEL_CARDS[1][:4], backs]
        opening = deal(4, rows=rows, nobles=NOBLES_OF_FOUR, deck_counts=(36, 26, 16))
        drawn = [Move(ReserveFromDeck(3), seat % 4, gold=seat < 5) for seat in range(12)]
        faces = [Disclosure(card, seat % 4) for seat, card in enumerate(pile[:12])]
        row = [Disclosure(card) for card in pile[12:16]]
        record = attrs.evolve(record_game(opening, []), events=(*drawn, *faces, *row))
        report = verify(record)
        assert (report.verdict, report.unnamed) == (Verdict.VALID, ())
        assert found(record) is None
        for face, rule in (
            (Disclosure(pile[16]), RuleId.ROW_6),
            (Disclosure(pile[16], 0), RuleId.INFO_2),
        ):
            more = attrs.evolve(record, events=(*record.events, face))
            assert found(more) == (len(record.events), rule)
        twice = attrs.evolve(record, events=(*drawn, *faces, *row[:-1], Disclosure(pile[0])))
        assert found(twice) == (len(record.events) - 1, RuleId.COMP_2)


NOBLES_OF_FOUR = setup(4, seed=0).nobles


# What it costs


@pytest.mark.sweep
def test_an_event_costs_the_same_however_many_passes_there_were() -> None:
    """With 24 cards of a level drawn blind ten times the events take about ten times as long.

    If each looked at all before it, they would take a hundred times as long. Of three runs the
    quickest counts, which is that of the work and not of what else the machine does.
    """
    opening = observe(setup(4, seed=1), None)
    drawn, turned_up = Move(ReserveFromDeck(1), 0, gold=False), Move(RevealCard(CardBack(1)))
    hands = [
        Player(Gems(gold=gold), reserved=[Reserved(CardBack(1), face_down=True)] * 3)
        for gold in range(4)
    ]

    def seconds(passes: int) -> float:
        judge = Passes()
        for number in range(24):
            state = attrs.evolve(opening, turn=number)
            assert judge.follow(number, drawn, state, state, None) is None
        began = process_time()
        for number in range(24, 24 + passes):
            state = attrs.evolve(opening, players=[hands[number // 9 % 4]] * 4, turn=number)
            for event in (Move(Pass(), number % 4), turned_up):
                assert judge.follow(number, event, state, state, None) is None
        return process_time() - began

    few, many = (min(seconds(passes) for _ in range(3)) for passes in (200, 2_000))
    assert many <= 15 * few
