"""What events and results claim, held against the game: on every kind of event, of every seat."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from splendor import (
    Action,
    BuyCard,
    CardBack,
    ChooseNoble,
    Pass,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    RuleId,
    State,
    TakeTokens,
    legal_actions,
    observe,
    setup,
)
from splendor.formats.record import Claims, Move, Record, Result
from splendor.formats.recording import record_game
from splendor.verification import Unnamed, Verdict, replay, verify
from tests.games import stalemate
from tests.positions import reserve, take
from tests.records import forged, game, index_of, move_at, problem_of

R = RuleId
BUYING = game(1)
EVENTS: dict[type[Action], Record] = {
    TakeTokens: BUYING,
    BuyCard: BUYING,
    ReserveCard: BUYING,
    ReserveFromDeck: BUYING,
    RevealCard: BUYING,
    ChooseNoble: BUYING,
    ReturnTokens: game(5, 4),
    Pass: record_game(*stalemate()),
}
"""A game with an event of each kind."""
RESERVING = (ReserveCard, ReserveFromDeck)


def first(kind: type[Action]) -> tuple[Record, int, Move]:
    """A game, and the number and the move of its first event of a kind."""
    record = EVENTS[kind]
    index = index_of(record, lambda move: isinstance(move.action, kind))
    return record, index, move_at(record, index)


def refused(record: Record, index: int | None) -> RuleId:
    """The rule by which a record stops at this event, or at its ending."""
    problem = problem_of(record)
    assert problem.event == index, str(problem)
    return problem.rule


# Events


@pytest.mark.rule("RES-8")
@pytest.mark.parametrize("kind", [kind for kind in EVENTS if kind not in RESERVING])
@pytest.mark.parametrize("gold", [True, False])
def test_only_a_reservation_says_whether_it_brought_gold(
    kind: type[Action],
    gold: bool,  # noqa: FBT001 - a parameter of the table
) -> None:
    record, index, move = first(kind)
    assert move.gold is None
    assert refused(forged(record, index, attrs.evolve(move, gold=gold)), index) is R.RES_8


@pytest.mark.rule("RES-3", "RES-4", "RES-8")
@pytest.mark.parametrize("kind", EVENTS)
def test_right_figures_do_not_make_up_for_a_wrong_gold(kind: type[Action]) -> None:
    record, index, move = first(kind)
    right = true_claims(*replay(record).states[index : index + 2])
    wrong = attrs.evolve(move, gold=move.gold is not True, claims=right)
    rules = {R.RES_3, R.RES_4} if kind in RESERVING else {R.RES_8}
    assert refused(forged(record, index, wrong), index) in rules


def true_claims(before: State, after: State) -> Claims:
    """The figures that are right of the event between two states."""
    old, new = (state.players[before.mover] for state in (before, after))
    pairs = zip(new.tokens.counts, old.tokens.counts, strict=True)
    return Claims(
        points=new.points,
        gained=new.points - old.points,
        change=tuple(now - then for now, then in pairs),
        round=before.round,
    )


@pytest.mark.rule("WIN-1", "INV-1", "END-2")
@pytest.mark.parametrize("kind", EVENTS)
def test_figures_are_checked_on_every_kind_of_event(kind: type[Action]) -> None:
    record, index, move = first(kind)
    right = true_claims(*replay(record).states[index : index + 2])
    assert verify(forged(record, index, attrs.evolve(move, claims=right))).verdict is Verdict.VALID
    assert right.change is not None
    change = (*right.change[:5], right.change[5] + 1)
    wrong: list[tuple[dict[str, Any], RuleId]] = [
        ({"points": (right.points or 0) + 1}, R.WIN_1),
        ({"gained": (right.gained or 0) - 1}, R.WIN_1),
        ({"change": change}, R.INV_1),
        ({"round": (right.round or 0) + 1}, R.END_2),
    ]
    for figure, rule in wrong:
        for claims in (Claims(**figure), attrs.evolve(right, **figure)):
            assert refused(forged(record, index, attrs.evolve(move, claims=claims)), index) is rule


@pytest.mark.rule("END-2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_round_that_an_event_states_is_the_one_it_is_played_in(players: int) -> None:
    """Also of the event that completes the round."""
    record = game(3, players)
    states = replay(record).states
    stated = tuple(
        attrs.evolve(event, claims=Claims(round=state.round)) if isinstance(event, Move) else event
        for event, state in zip(record.events, states, strict=False)
    )
    assert verify(attrs.evolve(record, events=stated)).verdict is Verdict.VALID
    index = next(i for i in range(len(stated)) if states[i + 1].round > states[i].round)
    next_round = Claims(round=states[index].round + 1)
    wrong = attrs.evolve(move_at(record, index), claims=next_round)
    assert refused(forged(record, index, wrong), index) is R.END_2


@pytest.mark.rule("NOB-5", "NOB-6")
def test_with_the_noble_that_is_chosen_no_other_comes() -> None:
    record, index, move = first(ChooseNoble)
    state = replay(record).states[index]
    for noble in state.nobles:
        rule = refused(forged(record, index, attrs.evolve(move, visit=noble)), index)
        if ChooseNoble(noble) == move.action:
            assert rule is R.NOB_7
        elif ChooseNoble(noble) in legal_actions(state):
            assert rule is R.NOB_6
        else:
            assert rule is R.NOB_2


# Unknown cards


@pytest.mark.rule("INFO-2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_unknown_card_in_any_hand_leaves_a_record_consistent_only(players: int) -> None:
    for seat in range(players):
        opening = observe(setup(players, seed=1, first_player=seat), None)
        report = verify(record_game(opening, [ReserveFromDeck(3)]))
        assert (report.verdict, report.problem) == (Verdict.CONSISTENT, None)
        assert report.unnamed == (Unnamed(3, seat),)
    opening = observe(setup(players, seed=1), None)
    report = verify(record_game(opening, [ReserveFromDeck(2)] * players))
    assert report.unnamed == tuple(Unnamed(2, seat) for seat in range(players))


@pytest.mark.rule("INFO-2", "ROW-1")
def test_a_record_that_never_names_some_card_holds_what_is_public() -> None:
    opening = observe(setup(4, seed=1), None)
    card = str(opening.rows[0][0])
    assert record_game(opening, [take("wug")]).perspective == "full"
    unnamed: list[list[Action]] = [[ReserveFromDeck(3)], [reserve(card), RevealCard(CardBack(1))]]
    for actions in unnamed:
        record = record_game(opening, actions)
        assert record.perspective == "public"
        assert verify(record).problem is None
    known = record_game(setup(4, seed=1), [ReserveFromDeck(3), reserve(card)])
    assert known.perspective == "full"
    assert verify(known).verdict is Verdict.VALID


# Results


@pytest.mark.rule("WIN-2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_ranks_are_held_against_the_game_though_the_winners_are_right(players: int) -> None:
    record = game(2, players)
    result = record.result
    assert result is not None
    assert result.ranks is not None
    assert result.winners == tuple(seat for seat, rank in enumerate(result.ranks) if rank == 1)
    assert verify(record).complete
    for ranks in ((1,) * players, (2, *result.ranks[1:-1], 2), result.ranks[:-1]):
        wrong = attrs.evolve(record, result=attrs.evolve(result, ranks=ranks))
        assert refused(wrong, None) is R.WIN_2


@pytest.mark.rule("WIN-2", "WIN-3", "WIN-4")
def test_a_wrong_winner_is_named_before_one_who_is_left_out() -> None:
    """Where nobody is said to have won, all who are equal and best are left out."""
    shared, alone = record_game(*stalemate()), game(2)
    for record, number in ((shared, 2), (alone, 1)):
        reached = verify(record).outcome
        assert reached is not None
        assert len(reached.winners) == number
    for record, winners, rule in (
        (shared, (), R.WIN_4),
        (shared, (0,), R.WIN_4),
        (shared, (1,), R.WIN_4),
        (alone, (), R.WIN_4),
        (alone, (0, 1), R.WIN_2),
    ):
        assert refused(attrs.evolve(record, result=Result(winners=winners)), None) is rule
