"""Actions and turns as text: one spelling, kind reading, and three kinds of error."""

from __future__ import annotations

import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from splendor import (
    CARDS,
    Action,
    AmbiguousActionError,
    BuyCard,
    Disclosure,
    DisclosureError,
    Gems,
    IllegalActionError,
    InvalidValueError,
    Pass,
    Phase,
    ReserveFromDeck,
    State,
    UnreadableError,
    apply,
    check,
    format_action,
    format_turn,
    legal_actions,
    observe,
    parse_action,
    parse_turn,
    setup,
)
from splendor.testing import openings
from tests.positions import blind, buy, choose, give_back, position, reserve, reveal, seat, take
from tests.walks import RANDOM, middles, pick, walk, writable
from tests.writings import ACTIONS

WRITTEN: list[tuple[Action, str]] = [
    (take("wug"), "T wug"),
    (take("gwu"), "T wug"),
    (take(""), "T -"),
    (reserve("1k3"), "R 1k3"),
    (blind(2), "R #2"),
    (buy("1k3", "ggy"), "B 1k3 ggy"),
    (buy("1k3"), "B 1k3 -"),
    (give_back("ywk"), "-wky"),
    (give_back(""), "--"),
    (choose("ugk"), "N ugk"),
    (Pass(), "P"),
    (reveal("1g5"), "> 1g5"),
    (reveal("#3"), "> #3"),
]


class TestActions:
    """`format_action` and `parse_action`."""

    @pytest.mark.parametrize(("action", "text"), WRITTEN)
    def test_each_kind_is_written_so(self, action: Action, text: str) -> None:
        assert str(action) == format_action(action) == text
        assert parse_action(text, strict=True) == action

    @given(ACTIONS)
    def test_any_action_is_read_back(self, action: Action) -> None:
        text = format_action(action)
        assert parse_action(text, strict=True) == action
        assert format_action(parse_action(text)) == text

    @given(ACTIONS)
    def test_capitals_and_blanks_do_not_matter(self, action: Action) -> None:
        text = format_action(action)
        for kind in (text.upper(), text.lower(), f"  {text}\t", text.replace(" ", "   ")):
            assert parse_action(kind) == action

    def test_a_card_may_be_named_by_its_content(self) -> None:
        for card in CARDS.values():
            text = f"R {card.level}{card.bonus.letter}:{card.cost}"
            assert parse_action(text) == reserve(card.id)

    def test_only_actions_are_written(self) -> None:
        with pytest.raises(InvalidValueError, match="an action is expected, not 'T'"):
            format_action("T")  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("", "column 1: expected an action: T, R, B, P, N, - or >, not the end"),
            ("  x", "column 3: expected an action: T, R, B, P, N, - or >, not 'x'"),
            ("T", "column 2: expected gems such as wwr, or - for none, not the end"),
            ("T 7", "column 3: expected gems such as wwr, or - for none, not '7'"),
            ("T " + "w" * 32, "column 3: white must be an int from 0 to 31, not 32"),
            ("B 1k3", "column 6: expected the payment, such as wwr, or - for none, not the end"),
            ("B #1 g", "column 3: expected a card such as 1k3, not '#1'"),
            ("N wu wk", "column 6: expected the end, not 'wk'"),
            ("N ww", "column 3: expected a noble that there is, not 'ww'"),
            ("N wugr", "column 3: expected a noble that there is, not 'wugr'"),
            ("P\nP", "column 2: expected the end, not '\\n'"),
            ("\u212a", "column 1: expected an action: T, R, B, P, N, - or >, not '\u212a'"),
            ("N \u212a", "column 3: expected a noble such as wug, not '\u212a'"),
            ("R \u0661k3", "column 3: expected a card such as 1k3, or a deck such as #1, not"),
        ],
    )
    def test_what_cannot_be_read(self, text: str, found: str) -> None:
        with pytest.raises(UnreadableError) as caught:
            parse_action(text)
        assert str(caught.value).startswith(found)

    def test_strict_reading_demands_the_spelling(self) -> None:
        with pytest.raises(UnreadableError) as caught:
            parse_action("T gwu", strict=True)
        assert str(caught.value) == (
            "line 1, column 3: not in canonical spelling, which goes on: 'wug'"
        )

    def test_what_is_no_line_of_text(self) -> None:
        with pytest.raises(UnreadableError, match="expected a line of text, not a bytes"):
            parse_action(b"P")  # type: ignore[arg-type]
        with pytest.raises(UnreadableError, match="expected at most 10000 characters, not 10001"):
            parse_action("P" * 10001)


class TestAgainstAState:
    """With a state, what is left out is supplied, and what is illegal is refused."""

    @given(middles())
    def test_legal_actions_are_read_and_others_refused(self, state: State) -> None:
        legal = set(legal_actions(state))
        for action in legal:
            assert parse_action(str(action), state, strict=True) == action
        for action in writable(state)[::97]:
            if action not in legal:
                with pytest.raises(IllegalActionError) as caught:
                    parse_action(f" {action}", state)
                assert caught.value.violation == check(state, action)
                assert caught.value.action == action
                assert str(caught.value) == f"column 2: {check(state, action)}"

    @given(middles(), st.booleans())
    def test_a_payment_is_supplied_if_only_one_will_do(self, state: State, hide: bool) -> None:  # noqa: FBT001
        state = observe(state, state.mover) if hide else state
        for card in CARDS.values():
            payments = [
                action
                for action in legal_actions(state)
                if isinstance(action, BuyCard) and action.card is card
            ]
            text = f"B {card}"
            if len(payments) == 1:
                assert parse_action(text, state) == payments[0]
            elif payments:
                with pytest.raises(AmbiguousActionError) as doubt:
                    parse_action(text, state)
                assert list(doubt.value.candidates) == payments
                assert doubt.value.path == "column 6"
            else:
                with pytest.raises(IllegalActionError) as refused:
                    parse_action(text, state)
                assert refused.value.violation == check(state, BuyCard(card, card.cost))

    def test_an_ambiguous_payment_names_them_all(self) -> None:
        state = position(seat("gggyy"), seat(), face_up="1k3")
        with pytest.raises(AmbiguousActionError) as caught:
            parse_action("B 1k3", state)
        text = "column 6: expected the payment for 1k3, which can be ggg, ggy, gyy"
        assert str(caught.value) == text
        copy = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own
        assert (str(copy), copy.candidates) == (text, caught.value.candidates)

    def test_an_illegal_action_keeps_its_place_in_a_pickle(self) -> None:
        with pytest.raises(IllegalActionError) as caught:
            parse_action("P", setup(2, seed=1))
        copy = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own
        assert str(copy) == str(caught.value) == "column 1: PASS-2: tokens can be taken"
        assert copy.state == caught.value.state


class TestTurns:
    """`format_turn` and `parse_turn`: all of a turn, and no more."""

    @given(openings(), RANDOM, st.booleans())
    def test_whole_turns_are_read_back(self, opening: State, random: Random, hide: bool) -> None:  # noqa: FBT001
        state = observe(opening, None) if hide else opening
        turn: list[Action] = []
        start = state
        for before, action, after in walk(state, random, 60):
            turn.append(action)
            if after.turn > before.turn:
                text = format_turn(turn)
                assert parse_turn(text, start, strict=True) == tuple(turn)
                assert format_turn(parse_turn(text.upper(), start)) == text
                turn, start = [], after

    @given(middles())
    def test_a_turn_begins_where_the_state_is(self, state: State) -> None:
        turn = []
        after = state
        random = Random(1)  # noqa: S311 - a game, not a secret
        while after.turn == state.turn:
            turn.append(pick(after, random))
            after = apply(after, turn[-1])
        assert parse_turn(format_turn(turn), state) == tuple(turn)

    def test_a_card_drawn_blind_may_be_named(self) -> None:
        view = observe(setup(2, seed=42), 0)
        turn = (ReserveFromDeck(3), Disclosure(CARDS["3k4"], 0))
        assert format_turn(turn) == "R #3=3k4"
        assert parse_turn("r #3 = 3K4", view) == turn
        with pytest.raises(DisclosureError, match="INFO-2"):
            parse_turn("R #3=1k1", view)
        with pytest.raises(DisclosureError, match="COMP-2"):
            parse_turn("R #3=3k1", view)

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("", "column 1: expected an action, T, R, B or P, not the end"),
            ("T wug P", "column 7: expected the end, not 'P'"),
            ("R 1u3", "column 6: expected the card turned up, such as > 1k3, not the end"),
            ("R 1u3 > ", "column 9: expected a card such as 1k3, or an unknown one such as #1"),
        ],
    )
    def test_what_is_missing_or_too_much(self, text: str, found: str) -> None:
        with pytest.raises(UnreadableError) as caught:
            parse_turn(text, observe(setup(2, seed=42), None))
        assert str(caught.value).startswith(found)

    def test_missing_returns_and_nobles(self) -> None:
        full = position(seat("wwuuggrrkk"), seat(), face_up="1k3")
        with pytest.raises(UnreadableError, match="column 6: expected the tokens returned, such"):
            parse_turn("R 1k3", full)
        rich = position(
            seat(bought="1w1 1w2 1w3 1w4 1u1 1u2 1u3 1u4 1k1 1k2 1k4 1k5"),
            seat(),
            nobles="wu wk ug",
        )
        with pytest.raises(UnreadableError, match="column 6: expected the noble chosen, such as"):
            parse_turn("T wug", rich)
        assert parse_turn("T wug N wk", rich) == (take("wug"), choose("wk"))

    def test_an_illegal_action_is_refused_where_it_stands(self) -> None:
        full = position(seat("wwuuggrrkk"), seat(), face_up="1k3")
        with pytest.raises(IllegalActionError) as caught:
            parse_turn("R 1k3 -yy", full)
        assert str(caught.value).startswith("column 7: LIMIT-2")

    def test_no_turn_follows_the_end(self) -> None:
        over = position(seat(), seat(), phase=Phase.OVER, turn=2, sound=False)
        with pytest.raises(IllegalActionError, match="column 1: END-8"):
            parse_turn("P", over)
        with pytest.raises(UnreadableError, match="column 1: expected an action, not the end"):
            parse_turn("", over)

    def test_only_turns_are_written_and_states_read_against(self) -> None:
        with pytest.raises(InvalidValueError, match="an action is expected, not a Disclosure"):
            format_turn([Disclosure(CARDS["3k4"], 0)])
        with pytest.raises(InvalidValueError, match="state is a State, not 7"):
            parse_turn("P", 7)  # type: ignore[arg-type]

    def test_strict_reading_demands_the_spelling(self) -> None:
        with pytest.raises(UnreadableError, match="not in canonical spelling"):
            parse_turn("T guw", setup(2, seed=1), strict=True)
        assert parse_turn("T wug", setup(2, seed=1), strict=True) == (take(str(Gems.parse("wug"))),)
