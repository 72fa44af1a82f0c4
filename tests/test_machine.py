"""Whole games under any rules, with everything that has to hold after each step of them."""

from __future__ import annotations

import pickle
from random import Random
from typing import Final

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from splendor import (
    CARDS,
    Action,
    Card,
    CardBack,
    IllegalActionError,
    Pass,
    Phase,
    Record,
    RuleId,
    State,
    Verdict,
    apply,
    check,
    digest,
    format_action,
    format_record,
    from_json,
    legal_actions,
    observe,
    outcome,
    parse_action,
    parse_position,
    parse_record,
    problems,
    record_game,
    score,
    to_json,
    verify,
)
from splendor.testing import actions, openings
from tests.effort import effort
from tests.positions import supply

KIND_ORDER: Final = [
    *("TakeTokens", "BuyCard", "ReserveCard", "ReserveFromDeck", "Pass"),
    *("ReturnTokens", "ChooseNoble", "RevealCard"),
]
"""The order in which legal actions come by kind, as docs/reference/rules.md has it."""


class WholeGames(RuleBasedStateMachine):
    """Plays games; the state before, its digest, and all actions are kept."""

    state: State
    opening: State

    @initialize(opening=openings())
    def open(self, opening: State) -> None:
        """Begin a game."""
        self.state = self.opening = opening
        self.played: list[Action] = []
        self.points = [0] * len(opening.players)

    @rule(steps=st.integers(1, 12), seed=st.integers(0, 2**32))
    @precondition(lambda self: self.state.phase is not Phase.OVER)
    def play(self, steps: int, seed: int) -> None:
        """Go on with some actions, legal in each state and chosen at random."""
        random = Random(seed)  # noqa: S311 - a game, not a secret
        for _ in range(steps):
            if self.state.phase is Phase.OVER:
                return
            self.step(random.choice(legal_actions(self.state)))
            self.everything_holds()

    def step(self, action: Action) -> None:
        """Apply an action; the state before stays what it was (undo is the old value)."""
        before, old = digest(self.state), self.state
        after = apply(old, action)
        assert digest(old) == before
        assert apply(old, action) == after
        assert after != old
        self.no_more_than_a_turn(old, after)
        self.state = after
        self.played.append(action)

    @rule(action=actions())
    def refuse(self, action: Action) -> None:
        """Offer any action: it is applied exactly if it is listed, else nothing changes."""
        before, violation = digest(self.state), check(self.state, action)
        assert (violation is None) == (action in legal_actions(self.state))
        if violation is not None:
            with pytest.raises(IllegalActionError) as refused:
                apply(self.state, action)
            assert refused.value.violation == violation
            assert isinstance(violation.rule, RuleId)
        assert digest(self.state) == before

    @invariant()
    def everything_holds(self) -> None:
        """Hold every state to the invariants, the spellings, the list and the views."""
        state = self.state
        assert problems(state) == ()
        self.tokens_are_conserved(state)
        self.cards_and_nobles_are_partitioned(state)
        self.points_are_right_and_never_fall(state)
        self.limits_hold(state)
        self.it_is_read_back(state)
        self.legal_actions_are_unique_and_in_order(state)
        self.views_agree(state)

    def tokens_are_conserved(self, state: State) -> None:
        """INV-1, INV-7."""
        seats = len(state.players)
        held = supply(state)
        assert [held[colour] for colour in "wugrk"] == [state.rules.gems_for(seats)] * 5
        assert held["y"] == state.rules.gold_for(seats)

    def cards_and_nobles_are_partitioned(self, state: State) -> None:
        """INV-2, INV-3."""
        cards = [card for pile in (*state.rows, *state.decks) for card in pile if card is not None]
        nobles = [*state.nobles]
        for player in state.players:
            cards += [*player.purchased, *(entry.card for entry in player.reserved)]
            nobles += player.nobles
        assert sorted(map(str, cards)) == sorted(CARDS)
        assert len(set(nobles)) == len(nobles) == state.rules.nobles_for(len(state.players))
        assert {*nobles, *state.box} == set(state.rules.noble_pool)

    def points_are_right_and_never_fall(self, state: State) -> None:
        """WIN-1, INV-7."""
        points = [
            sum(card.points for card in player.purchased) + 3 * len(player.nobles)
            for player in state.players
        ]
        assert [entry.points for entry in score(state)] == points
        assert all(now >= then for now, then in zip(points, self.points, strict=True))
        self.points = points

    def limits_hold(self, state: State) -> None:
        """INV-4, INV-5, INV-6."""
        for seat, player in enumerate(state.players):
            in_turn = seat == state.mover and state.phase in {Phase.RETURN, Phase.REVEAL}
            assert player.tokens.total <= 10 + 3 * in_turn
            assert len(player.reserved) <= 3
        for row, deck in zip(state.rows, state.decks, strict=True):
            assert None not in row or not deck

    def it_is_read_back(self, state: State) -> None:
        """As JSON, as text, as Python's own pickle and as `repr` says."""
        assert from_json(to_json(state), State) == state
        assert parse_position(str(state), strict=True) == state
        assert pickle.loads(pickle.dumps(state)) == state  # noqa: S301 - our own

    def legal_actions_are_unique_and_in_order(self, state: State) -> None:
        """INV-10; a game that goes on has some."""
        legal = legal_actions(state)
        assert len(set(legal)) == len(legal)
        assert bool(legal) == (state.phase is not Phase.OVER)
        kinds = [KIND_ORDER.index(type(action).__name__) for action in legal]
        assert kinds == sorted(kinds)
        assert Pass() not in legal or legal == (Pass(),)
        for action in legal:
            assert check(state, action) is None
            assert parse_action(format_action(action), state, strict=True) == action

    def views_agree(self, state: State) -> None:
        """INFO-1 to INFO-6: what a seat knows is true, and enough to know what it may do."""
        legal = legal_actions(state)
        for seat in (None, *range(len(state.players))):
            view = observe(state, seat)
            assert problems(view) == ()
            assert observe(view, seat) == view
            assert all(isinstance(card, CardBack) for deck in view.decks for card in deck)
            assert (view.rows, view.bank, view.nobles) == (state.rows, state.bank, state.nobles)
            assert score(view) == score(state)
            for other, (shown, player) in enumerate(zip(view.players, state.players, strict=True)):
                faces = [entry for entry in player.reserved if isinstance(entry.card, Card)]
                kept = [entry for entry in faces if other == seat or not entry.face_down]
                assert [e for e in shown.reserved if isinstance(e.card, Card)] == kept
                assert len(shown.reserved) == len(player.reserved)
            if seat == state.mover:
                assert legal_actions(view) == legal

    def no_more_than_a_turn(self, old: State, after: State) -> None:
        """INV-9: one noble at most, and nobody gains anything out of turn."""
        for seat, (then, now) in enumerate(zip(old.players, after.players, strict=True)):
            assert now == then or seat == old.mover
            assert len(now.nobles) - len(then.nobles) in {0, 1}
        assert after.turn - old.turn in {0, 1}

    def teardown(self) -> None:
        """END-3, END-8: the whole game is recorded, read back and found to be valid."""
        if not hasattr(self, "opening"):
            return
        record = record_game(self.opening, self.played)
        assert from_json(to_json(record), Record) == record
        assert parse_record(format_record(record), strict=True) == record
        report = verify(record)
        assert report.verdict is Verdict.VALID
        assert report.final is not None
        assert report.outcome == outcome(self.state)
        if outcome(self.state) is not None and self.state.passes < len(self.state.players):
            assert self.state.turn % len(self.state.players) == 0


@pytest.mark.sweep
@pytest.mark.rule("INV-1", "INV-2", "INV-3", "INV-4", "INV-5", "INV-6", "INV-7", "INV-9", "INV-10")
@pytest.mark.rule("WIN-1", "END-3", "END-8", "INFO-1", "INFO-2", "INFO-3", "INFO-4", "PASS-2")
def test_everything_holds_after_every_step_of_any_game() -> None:
    run_state_machine_as_test(
        WholeGames, settings=settings(max_examples=effort(12, 300), stateful_step_count=30)
    )
