"""Who may know what: INFO-1 to INFO-6, by the rules. The laws of views are in test_knowledge."""

from __future__ import annotations

from itertools import permutations

import pytest

from splendor import Card, CardBack, IllegalActionError, apply, observe, score, setup
from tests.positions import (
    blind,
    buy,
    do,
    hand,
    position,
    reserve,
    row,
    seat,
    take,
)


@pytest.mark.rule("INFO-1")
@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_tokens_cards_nobles_scores_and_the_bank_are_known_to_all(viewer: int | None) -> None:
    state = position(
        seat("wuy", bought="1w1 3k4"),
        seat("gg", bought="1w2 1w3 1w4 1w5 1u1 1u2 1u3 1u4", hand="?2u2", nobles="wu"),
        seat(),
    )
    view = observe(state, viewer)
    assert view.bank == state.bank
    assert view.rows == state.rows
    assert view.nobles == state.nobles
    for mine, seen in zip(state.players, view.players, strict=True):
        assert (seen.tokens, seen.purchased, seen.nobles) == (
            mine.tokens,
            mine.purchased,
            mine.nobles,
        )
    assert score(view) == score(state)
    assert (view.mover, view.turn, view.phase, view.rules) == (
        state.mover,
        state.turn,
        state.phase,
        state.rules,
    )


@pytest.mark.rule("INFO-2")
@pytest.mark.pitfall(25)
def test_a_card_from_a_deck_is_seen_by_its_holder_only() -> None:
    """The holder's own card is no secret to them, and to a rival its face is not even sent."""
    state = do(position(seat(), seat(), seat(), top="2k5"), blind(2))
    assert hand(observe(state, 0), 0) == "?2k5"
    for viewer in (1, 2, None):
        view = observe(state, viewer)
        assert hand(view, 0) == "#2"
        assert "2k5" not in repr(view)


@pytest.mark.rule("INFO-3")
def test_a_card_reserved_face_up_is_seen_by_all() -> None:
    state = do(position(seat(), seat()), reserve("3w2"))
    for viewer in (0, 1, None):
        assert hand(observe(state, viewer), 0) == "3w2"


@pytest.mark.rule("INFO-2", "INFO-3")
def test_two_blind_reservations_of_a_level_look_alike_and_two_face_up_do_not() -> None:
    """Position 13: what an opponent can and cannot tell apart."""
    one, other = (do(position(seat(), seat(), top=top), blind(3)) for top in ("3k1 3k2", "3k2 3k1"))
    assert one != other
    assert observe(one, 1) == observe(other, 1)
    assert observe(one, None) == observe(other, None)
    assert observe(one, 0) != observe(other, 0)
    face_up, another = (do(position(seat(), seat()), reserve(card)) for card in ("3w1", "3w2"))
    assert observe(face_up, 1) != observe(another, 1)


@pytest.mark.rule("INFO-2")
def test_the_order_of_a_hand_tells_nothing() -> None:
    """It depends neither on the order of drawing nor, for others, on the faces."""
    for drawn in permutations(["?1k8", "2w1", "?1k1"]):
        assert hand(position(seat(hand=" ".join(drawn)), seat()), 0) == "?1k1 ?1k8 2w1"
    for one, other in (("?1k1", "?1w5"), ("?1k1", "?1w8")):
        state = position(seat(hand=f"{one} {other} 1r1"), seat())
        assert hand(observe(state, 1), 0) == "1r1 #1 #1"


@pytest.mark.rule("INFO-4")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_of_the_decks_only_the_sizes_are_known(viewer: int | None) -> None:
    state = setup(2, seed=11)
    view = observe(state, viewer)
    assert [len(deck) for deck in view.decks] == [36, 26, 16]
    for level, deck in enumerate(view.decks, start=1):
        assert set(deck) == {CardBack(level)}


@pytest.mark.rule("INFO-4")
def test_tables_that_differ_in_the_order_of_a_deck_look_alike() -> None:
    one, other = (position(seat(), seat(), top=top) for top in ("1k1 1k2", "1k2 1k1"))
    assert one != other
    for viewer in (0, 1, None):
        assert observe(one, viewer) == observe(other, viewer)


@pytest.mark.rule("INFO-5")
def test_a_bought_card_is_known_however_it_was_reserved() -> None:
    state = position(seat("uuu", hand="?1w6"), seat())
    assert "1w6" not in repr(observe(state, 1))
    after = do(state, buy("1w6", "uuu"))
    for viewer in (0, 1, None):
        purchased = observe(after, viewer).players[0].purchased
        assert [card.id for card in purchased] == ["1w6"]


@pytest.mark.rule("INFO-6", "SETUP-5")
def test_nobles_that_were_not_revealed_stand_nowhere_in_a_state() -> None:
    state = setup(2, seed=1)
    assert len(state.nobles) == 3
    assert len(state.box) == 7
    out = [noble.id for noble in state.box]
    assert not any(f"[{noble!r}]" in repr(observe(state, 1)) for noble in out)


@pytest.mark.rule("INFO-2", "INFO-4")
def test_an_error_carries_the_state_but_never_prints_it() -> None:
    """A refusal's text goes to players: it must not contain what they may not know."""
    state = position(seat(), seat(hand="?3k4"), top="1k8")
    with pytest.raises(IllegalActionError) as caught:
        apply(state, take("wwu"))
    texts = (str(caught.value), repr(caught.value), repr(caught.value.args))
    for text in texts:
        assert "TAKE-9" in text
        assert "3k4" not in text
        assert "1k8" not in text


@pytest.mark.rule("INFO-4", "ROW-1")
def test_a_card_turned_up_is_known_to_all() -> None:
    state = do(position(seat(), seat(), top="1k8"), reserve("1w1"))
    assert row(observe(state, None), 1) == "1k8 1w2 1w3 1w4"
    assert all(isinstance(card, Card) for card in observe(state, 1).rows[0])
