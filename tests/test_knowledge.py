"""States that somebody knows in part: views, reveals, disclosures, and what is legal in them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given

from splendor import (
    CARDS,
    Action,
    BuyCard,
    Card,
    CardBack,
    DisclosureError,
    Gems,
    InvalidValueError,
    Pass,
    Phase,
    Reserved,
    ReserveFromDeck,
    RevealCard,
    State,
    apply,
    check,
    determinize,
    disclose,
    legal_actions,
    observe,
    possible_reveals,
    problems,
    setup,
)
from tests.positions import (
    LONG,
    blind,
    buy,
    do,
    face,
    hand,
    payments,
    position,
    refusal,
    reserve,
    reveal,
    row,
    seat,
    take,
)
from tests.walks import RANDOM, middles, walk, writable

DEAR = "1w8 1u1 1k3 1g1"
TWO_EACH = "wwuuggrrkk"
BONUSES = "1w1 1k1 1k2 1k3 1k4 1k5"
"""With two tokens a colour they pay for 3w2, seven black, and 3w4, three white and seven black."""
EMPTY = "- - - -/- - - -/- - - -"


def ids(cards: tuple[Card, ...]) -> str:
    return " ".join(card.id for card in cards)


# Laws


def backs(state: State) -> Iterator[tuple[str, int, int]]:
    """Where the unknown cards are: every deck, row and hand place."""
    for kind, groups in (
        ("deck", state.decks),
        ("row", state.rows),
        ("hand", tuple(tuple(entry.card for entry in p.reserved) for p in state.players)),
    ):
        for number, group in enumerate(groups):
            yield kind, number, sum(isinstance(card, CardBack) for card in group)


@pytest.mark.rule("INFO-2", "INFO-4", "INFO-1")
@given(state=middles(), random=RANDOM)
def test_the_mover_sees_enough_to_know_what_is_legal(state: State, random: Random) -> None:
    """Law: legal actions and refusals are the same in the mover's view."""
    for before, _, _ in walk(state, random, 10):
        view = observe(before, before.mover)
        assert legal_actions(view) == legal_actions(before)


@pytest.mark.rule("INFO-2", "RES-7")
@pytest.mark.parametrize("number", range(4))
def test_every_refusal_is_the_same_in_the_movers_view(number: int) -> None:
    """So that no refusal tells what its player may not know."""
    state = setup(2 + number % 3, seed=number)
    random = Random(number)  # noqa: S311 - a game
    for before, _, after in walk(state, random, 12 + 20 * number):
        state = after if after.phase is not Phase.OVER else before
    view = observe(state, state.mover)
    for action in writable(state):
        assert check(view, action) == check(state, action)


@pytest.mark.rule("INFO-2", "INFO-4", "INFO-5", "ROW-1")
@given(state=middles(), random=RANDOM)
def test_a_view_follows_the_game_by_what_its_viewer_is_told(state: State, random: Random) -> None:
    """Law: apply, then reveal, then disclose, in the view comes to the view of what followed."""
    viewers = [*range(len(state.players)), None]
    views = [observe(state, viewer) for viewer in viewers]
    for before, action, after in walk(state, random, 10):
        for index, viewer in enumerate(viewers):
            view = apply(views[index], action)
            place = view.awaited_place
            if place is not None:
                level, slot = place
                turned_up = after.rows[level - 1][slot]
                assert isinstance(turned_up, Card)
                assert view.phase is Phase.REVEAL
                view = apply(view, RevealCard(turned_up))
            if isinstance(action, ReserveFromDeck) and viewer == before.mover:
                drawn = before.decks[action.level - 1][0]
                assert isinstance(drawn, Card)
                view = disclose(view, viewer, drawn)
            assert view == observe(after, viewer)
            assert problems(view) == ()
            views[index] = view


@pytest.mark.rule("INFO-2", "INFO-4")
@given(state=middles())
def test_observing_a_view_only_hides_more(state: State) -> None:
    for one, other in product([*range(len(state.players)), None], repeat=2):
        view = observe(state, one)
        twice = observe(view, other)
        hidden, more = list(backs(view)), list(backs(twice))
        assert all(a <= b for (*_, a), (*_, b) in zip(hidden, more, strict=True))
        assert twice == (view if one == other else observe(state, None))
        assert attrs.evolve(twice, decks=state.decks, players=state.players) == state


@pytest.mark.rule("INFO-2", "INFO-4", "INFO-5", "BUY-1")
@given(state=middles())
def test_a_view_lists_what_is_legal_in_some_of_its_worlds(state: State) -> None:
    """Law: no world allows more, and some world allows each; of passes, see the small cases."""
    for viewer in (*range(len(state.players)), None):
        view = observe(state, viewer)
        listed = set(legal_actions(view))
        worlds = [determinize(view, seed=seed) for seed in range(4)]
        for world in worlds:
            assert set(legal_actions(world)) <= listed
        for action in listed - {Pass()}:
            world = worlds[0]
            if isinstance(action, BuyCard) and action.card in possible_reveals(
                view, action.card.level
            ):
                world = determinize(disclose(view, view.mover, action.card), seed=0)
                assert observe(world, None) == observe(view, None)
            assert check(world, action) is None


@pytest.mark.rule("INFO-2", "INFO-4", "COMP-2")
@given(state=middles())
def test_the_truth_is_among_the_possible_reveals(state: State) -> None:
    """Law: they are just the cards of the decks and those that others have drawn."""
    for viewer in (*range(len(state.players)), None):
        view = observe(state, viewer)
        for level in (1, 2, 3):
            hidden = {*state.decks[level - 1]}
            for other, player in enumerate(state.players):
                drawn = {entry.card for entry in player.reserved if entry.face_down}
                hidden |= {card for card in drawn if card.level == level and other != viewer}
            assert set(possible_reveals(view, level)) == hidden


@pytest.mark.rule("INFO-2", "INFO-4", "ROW-1", "TURN-5")
def test_a_client_takes_its_own_actions_and_waits_for_what_it_is_told() -> None:
    """For the card turned up where it bought or reserved one, and for the card it drew."""
    table = position(seat("uuu"), seat(), face_up="1w6")
    mine, yours = observe(table, 0), observe(table, 1)
    bought = do(table, buy("1w6", "uuu"))
    waiting = do(mine, buy("1w6", "uuu"))
    assert (waiting.phase, waiting.awaited_place) == (Phase.REVEAL, (1, 0))
    assert do(waiting, reveal(str(bought.rows[0][0]))) == observe(bought, 0)
    drawn = do(table, blind(2))
    mine, yours = do(mine, blind(2)), do(yours, blind(2))
    assert (hand(mine, 0), hand(yours, 0)) == ("#2", "#2")
    card = drawn.players[0].reserved[0].card
    assert isinstance(card, Card)
    assert disclose(mine, 0, card) == observe(drawn, 0)
    assert yours == observe(drawn, 1)


@pytest.mark.rule("INFO-4")
def test_a_view_of_a_known_game_hides_everything_that_only_the_server_knows() -> None:
    state = do(setup(3, seed=9), blind(1), blind(2), reserve(str(setup(3, seed=9).rows[2][0])))
    assert [count for *_, count in backs(state)] == [0] * 9
    assert [count for *_, count in backs(observe(state, 0))] == [35, 25, 15, 0, 0, 0, 0, 1, 0]
    assert [count for *_, count in backs(observe(state, None))] == [35, 25, 15, 0, 0, 0, 1, 1, 0]


@pytest.mark.parametrize("viewer", [-1, 2, True, 1.0, "0"])
def test_a_viewer_who_is_not_at_the_table_is_refused(viewer: Any) -> None:  # noqa: ANN401
    with pytest.raises(InvalidValueError, match="a seat is an int from 0 to 1, or None"):
        observe(setup(2, seed=1), viewer)


# Worlds


def worlds(state: State) -> Iterator[State]:
    """Every way to lay the unseen cards on the card backs of decks and hands."""
    seen = {card for deck in state.decks for card in deck}
    seen |= {place for places in state.rows for place in places if place is not None}
    for player in state.players:
        seen |= {*player.purchased, *(entry.card for entry in player.reserved)}
    by_level = []
    for level in (1, 2, 3):
        unseen = [card for card in CARDS.values() if card.level == level and card not in seen]
        number = sum(card == CardBack(level) for card in state.decks[level - 1])
        for player in state.players:
            number += sum(entry.card == CardBack(level) for entry in player.reserved)
        assert len(unseen) == number
        by_level.append(list(permutations(unseen)))
    for orders in product(*by_level):
        supplies = {level: iter(order) for level, order in enumerate(orders, start=1)}

        def known(card: Card | CardBack, faces: dict[int, Iterator[Card]] = supplies) -> Card:
            return next(faces[card.level]) if isinstance(card, CardBack) else card

        yield attrs.evolve(
            state,
            decks=[[known(card) for card in deck] for deck in state.decks],
            players=[
                attrs.evolve(
                    player,
                    reserved=[
                        Reserved(known(entry.card), face_down=entry.face_down)
                        for entry in player.reserved
                    ],
                )
                for player in state.players
            ],
        )


PARTLY_KNOWN = {
    "one back each": position(
        seat("rrkkyy", bought="1w1", hand="#3 3w1"), seat(hand="#3"), face_up=DEAR,
        sold_out=[1, 2, 3], unseen="3k3 3u1", rules=LONG,
    ),
    "two backs and a deck": position(
        seat("kkkkkkyyy", bought="1r1 1k1 1k2 2r3", hand="#3 #3"), seat(), seat(), seat(hand="#3"),
        sold_out=[1, 2, 3], top="3k4 3w2", unseen="3w4 3r2 3w3", hidden=True, rules=LONG,
    ),
    "two levels": position(
        seat("uuuuggry", hand="#1 #2 3w1"), seat(), seat(), seat(hand="#1 #2"),
        sold_out=[1, 2, 3], unseen="1w6 1k8 2u3 2g4", rules=LONG,
    ),
    "stuck unless the card is cheap": position(
        seat(TWO_EACH, hand="#1 3w1 3w2"), seat(TWO_EACH, hand="#1 3u1 3u2"), face_up=DEAR,
        sold_out=[1], unseen="1w1 1w6", rules=LONG,
    ),
    "one of two must be cheap": position(
        seat(TWO_EACH, hand="#1 #1 3w2"), seat(TWO_EACH, hand="#1 3u1 3u2"), face_up=DEAR,
        sold_out=[1], unseen="1w1 1w6 1w2", rules=LONG,
    ),
    "two may both be dear": position(
        seat(TWO_EACH, hand="#1 #1 3w2"), seat(TWO_EACH, hand="#1 3u1 3u2"), face_up=DEAR,
        sold_out=[1], unseen="1w1 1w6 1r7", rules=LONG,
    ),
    "backs of two levels, one dear": position(
        seat(TWO_EACH, hand="#1 #2 3w2"), seat(TWO_EACH, hand="#1 3u1 3u2"), face_up=DEAR,
        sold_out=[1, 2], unseen="1w1 1w6 2w6", rules=LONG,
    ),
    "of level 3 one of two must be cheap": position(
        seat(TWO_EACH, bought=BONUSES, hand="#3 #3"), seat(TWO_EACH, hand="#3"), rows=EMPTY,
        sold_out=[1, 2, 3], unseen="3w2 3w4 3u3", rules=LONG,
    ),
    "of level 3 two may both be dear": position(
        seat(TWO_EACH, bought=BONUSES, hand="#3 #3"), seat(TWO_EACH, hand="#3"), rows=EMPTY,
        sold_out=[1, 2, 3], unseen="3w2 3g2 3u3", rules=LONG,
    ),
    "backs of levels 1 and 3, the latter cheap": position(
        seat(TWO_EACH, bought=BONUSES, hand="#1 #3"), seat(TWO_EACH), rows=EMPTY,
        sold_out=[1, 2, 3], unseen="1w8 3w2", rules=LONG,
    ),
    "one of two, of which the last card of all is dear": position(
        seat(TWO_EACH, bought=BONUSES, hand="#3"), seat(TWO_EACH, hand="#3"), rows=EMPTY,
        sold_out=[1, 2, 3], unseen="3w2 3k4", rules=LONG,
    ),
    "one of two, of which the first card of all is dear": position(
        seat("wwwwuuuugg", hand="#1"), seat("ggrrrrkkkk", hand="#1"), rows=EMPTY,
        sold_out=[1, 2, 3], unseen="1w1 1w6", rules=LONG,
    ),
}  # fmt: skip


@pytest.mark.rule("INV-10", "PASS-1", "BUY-1")
@pytest.mark.parametrize("name", PARTLY_KNOWN)
def test_legal_is_what_is_legal_in_at_least_one_world(name: str) -> None:
    state = PARTLY_KNOWN[name]
    possible = {action for world in worlds(state) for action in legal_actions(world)}
    listed = legal_actions(state)
    assert len(listed) == len(set(listed))
    assert set(listed) == possible
    for action in writable(state):
        assert (check(state, action) is None) is (action in possible)


@pytest.mark.rule("PASS-1", "PASS-2")
@pytest.mark.parametrize(
    ("name", "may_pass"),
    [
        ("stuck unless the card is cheap", True),
        ("one of two must be cheap", False),
        ("two may both be dear", True),
        ("backs of two levels, one dear", True),
        ("two levels", False),
        ("of level 3 one of two must be cheap", False),
        ("of level 3 two may both be dear", True),
        ("backs of levels 1 and 3, the latter cheap", False),
        ("one of two, of which the first card of all is dear", True),
    ],
)
def test_a_pass_is_legal_if_all_cards_in_hand_may_be_too_dear(
    name: str,
    may_pass: bool,  # noqa: FBT001 - a column of the table
) -> None:
    state = PARTLY_KNOWN[name]
    assert (refusal(state, Pass()) is None) is may_pass
    assert (legal_actions(state)[-1] == Pass()) is may_pass


@pytest.mark.rule("PASS-2")
def test_the_refusal_of_a_pass_names_only_the_level_of_the_card_that_can_be_bought() -> None:
    violation = check(PARTLY_KNOWN["one of two must be cheap"], Pass())
    assert violation is not None
    assert str(violation) == "PASS-2: some unknown card of level 1 in hand can be bought"
    assert violation.parameters == (("possible", "buy"), ("level", 1))


@pytest.mark.rule("PASS-2", "INFO-2")
def test_a_known_card_in_hand_that_can_be_bought_forbids_a_pass_whatever_the_unknown_one() -> None:
    state = position(
        seat("wuuuggrrkk", hand="#1 ?1k8 1w6"),
        seat("wwwuggrrkk", hand="3u1 3u2 3u3"),
        face_up=DEAR,
    )
    assert refusal(state, Pass()) == "PASS-2"


# Partly known hands


@pytest.mark.rule("BUY-1", "INFO-2", "INFO-5")
def test_buying_an_unseen_card_uses_up_a_back_of_its_level() -> None:
    """So an opponent follows the purchase of a card that was reserved blind."""
    state = position(seat("uuu", hand="#1 #1 #2"), seat())
    after = do(state, buy("1w6", "uuu"))
    assert hand(after, 0) == "#1 #2"
    assert after.players[0].purchased == (CARDS["1w6"],)
    assert after.rows == state.rows
    later = do(after, take("wgr"))
    assert CARDS["1w6"] not in possible_reveals(later, 1)


@pytest.mark.rule("BUY-1", "COMP-2")
def test_a_back_can_only_be_a_card_of_its_level_that_is_seen_nowhere() -> None:
    """Of other levels, bought by somebody, or reserved face up by somebody else."""
    state = position(
        seat("uuurrrggg" + "k", hand="#1"), seat(bought="1w6", hand="1g1"), seat(), seat()
    )
    assert refusal(state, buy("1w6", "uuu")) == "BUY-1"
    assert refusal(state, buy("1g1", "rrr")) == "RES-7"
    assert refusal(state, buy("2w6", "uuu")) == "BUY-1"
    assert refusal(state, buy("1k3", "ggg")) is None


@pytest.mark.rule("BUY-1", "INFO-2")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_back_is_bought_as_no_card_of_another_level(level: int) -> None:
    """Whatever lies unknown in the decks: each of the three cards is free by bonuses."""
    bonuses = "1w1 1w2 1w3 1w4 1w5 1w6 1w7"
    state = position(seat(bought=bonuses, hand=f"#{level}"), seat(), hidden=True, rules=LONG)
    for card in ("1r8", "2k5", "3u3"):
        own = card.startswith(str(level))
        assert refusal(state, buy(card)) == (None if own else "BUY-1")


@pytest.mark.rule("PAY-1", "PAY-3", "BUY-5")
def test_the_price_of_an_unseen_card_is_known_and_paid_as_ever() -> None:
    state = position(seat("uuy", bought="1u1", hand="#1"), seat())
    assert payments(state, "1w6") == ["uu", "uy"]
    assert refusal(state, buy("1w6", "uuy")) == "PAY-4"
    assert refusal(state, buy("1r7", "www")) == "BUY-5"
    assert refusal(state, buy("1k8", "uuu")) == "PAY-7"


@pytest.mark.rule("BUY-1", "RES-2")
def test_a_known_card_in_hand_is_bought_before_a_back_is_touched() -> None:
    state = position(seat("uuu", hand="?1w6 #1"), seat())
    assert hand(do(state, buy("1w6", "uuu")), 0) == "#1"


@pytest.mark.rule("RES-3", "INFO-2")
def test_a_card_drawn_from_an_unknown_deck_stays_a_back() -> None:
    state = do(position(seat(), seat(), hidden=True), blind(3))
    assert hand(state, 0) == "#3"
    assert state.players[0].reserved == (Reserved(CardBack(3), face_down=True),)
    assert state.players[0].tokens == Gems(gold=1)
    assert len(state.decks[2]) == 15


@pytest.mark.rule("ROW-1", "RES-5", "PASS-1")
def test_a_card_back_in_a_row_counts_as_an_empty_place() -> None:
    """Nothing is left but cards that were turned up unrecorded: the player passes."""
    state = position(
        seat(TWO_EACH),
        seat(TWO_EACH),
        rows="#1 - - -/- - #2 -/- - - -",
        sold_out=[1, 2, 3],
        unseen="1w1 2w1",
        rules=LONG,
    )
    assert state.awaited_place is None
    assert legal_actions(state) == (Pass(),)
    assert refusal(state, Pass()) is None
    assert refusal(state, reserve("1w1")) == "RES-1"
    known = disclose(state, None, CARDS["1w1"])
    assert row(known, 1) == "1w1 - - -"
    assert refusal(known, Pass()) == "PASS-2"
    assert refusal(known, reserve("1w1")) is None
    assert refusal(known, buy("1w1", "rrk")) is None


# Reveals


@pytest.mark.rule("ROW-1", "ROW-6", "COMP-2")
def test_the_unseen_cards_of_a_level_are_the_possible_reveals() -> None:
    state = position(
        seat(bought="3w1", hand="3w2 ?3w3 #3"),
        seat(bought="3u1", hand="#3"),
        face_up="3u2 3u3 3u4 3g1",
        hidden=True,
    )
    assert ids(possible_reveals(state, 3)) == "3w4 3g2 3g3 3g4 3r1 3r2 3r3 3r4 3k1 3k2 3k3 3k4"
    assert len(possible_reveals(state, 2)) == 26
    assert len(possible_reveals(observe(state, 1), 3)) == 12 + 1
    assert possible_reveals(setup(2, seed=1), 3) == ()


@pytest.mark.rule("COMP-2", "INV-10")
@pytest.mark.parametrize("known", ["3w3", "3w2 #3 #3", "#3 3w2", "#3 #3 3w2 3w3"])
def test_the_known_cards_of_a_deck_are_not_unseen(known: str) -> None:
    """Of a deck that is known in part, or holds a single card."""
    deck = tuple(face(card) for card in known.split())
    state = attrs.evolve(observe(setup(2, seed=1), 0), decks=((), (), deck))
    seen = {*deck, *state.rows[2]}
    assert len(seen) == len(set(deck)) + 4
    hidden = [card for card in CARDS.values() if card.level == 3 and card not in seen]
    assert list(possible_reveals(state, 3)) == hidden
    assert hash(state) == hash(State.parse(str(state)))


@pytest.mark.parametrize("level", [0, 4, True, 1.0, None, "1"])
def test_reveals_of_another_level_are_refused(level: Any) -> None:  # noqa: ANN401
    with pytest.raises(InvalidValueError, match="a level is 1, 2 or 3"):
        possible_reveals(setup(2, seed=1), level)


@pytest.mark.rule("ROW-1", "TURN-5")
@pytest.mark.parametrize("card", ["2k5", "#2"])
def test_after_the_reveal_the_turn_goes_on(card: str) -> None:
    """A purchase with a noble; a reservation with a token to return."""
    bought = "1w1 1w2 1w3 1w4 1u1 1u2 1u3 1u4"
    state = position(
        *(seat("uuuuu", bought=bought), seat(), seat(), seat()),
        face_up="2u3",
        nobles="wu gr rk wk ug",
        hidden=True,
    )
    waiting = do(state, buy("2u3", "u"))
    assert (waiting.phase, waiting.players[0].nobles) == (Phase.REVEAL, ())
    after = do(waiting, reveal(card))
    assert [noble.id for noble in after.players[0].nobles] == ["wu"]
    assert row(after, 2).split()[0] == card
    assert (after.phase, after.mover) == (Phase.MAIN, 1)
    full = position(seat("wwwuuugggr"), seat(), seat(), seat(), face_up="2u3", hidden=True)
    assert do(full, reserve("2u3"), reveal(card)).phase is Phase.RETURN


@pytest.mark.rule("ROW-1", "ROW-2")
def test_a_deck_known_in_part_is_turned_up_as_far_as_it_is_known() -> None:
    state = position(seat(), seat(), top="1k7")
    decks = ((state.decks[0][0], *(CardBack(1),) * 35), *state.decks[1:])
    state = attrs.evolve(state, decks=decks)
    once = do(state, reserve("1w1"))
    assert (once.phase, row(once, 1)) == (Phase.MAIN, "1k7 1w2 1w3 1w4")
    assert do(once, reserve("1w2")).phase is Phase.REVEAL


# Disclosures


@pytest.mark.rule("INFO-2")
def test_a_player_learns_which_card_they_drew() -> None:
    state = do(position(seat(), seat(), hidden=True), blind(3))
    known = disclose(state, 0, CARDS["3k4"])
    assert hand(known, 0) == "?3k4"
    assert attrs.evolve(known, players=state.players) == state
    assert observe(known, 1) == state
    assert CARDS["3k4"] not in possible_reveals(known, 3)
    assert problems(known) == ()


@pytest.mark.rule("INFO-2")
def test_a_disclosure_puts_a_face_on_one_back_and_keeps_the_hand_sorted() -> None:
    state = position(seat(hand="#1 #1 #2"), seat(hand="#1"))
    known = disclose(disclose(state, 0, CARDS["1k8"]), 0, CARDS["1u8"])
    assert hand(known, 0) == "?1k8 ?1u8 #2"
    assert hand(known, 1) == "#1"
    assert hand(disclose(known, 1, CARDS["1g8"]), 1) == "?1g8"


@pytest.mark.rule("ROW-6", "ROW-1")
def test_a_recorder_learns_later_which_card_was_turned_up() -> None:
    state = do(position(seat(), seat(), hidden=True), reserve("2w2"), reveal("#2"))
    known = disclose(state, None, CARDS["2k5"])
    assert row(known, 2) == "2w1 2k5 2w3 2w4"
    assert refusal(known, reserve("2k5")) is None
    assert problems(known) == ()


@pytest.mark.rule("INFO-2", "TURN-4")
def test_a_disclosure_may_come_in_any_phase() -> None:
    full = position(seat("wwwuuugggr"), seat(), seat(), seat(), hidden=True)
    waiting = do(full, blind(1))
    assert waiting.phase is Phase.RETURN
    known = disclose(waiting, 0, CARDS["1k8"])
    assert (known.phase, known.turn, hand(known, 0)) == (Phase.RETURN, 0, "?1k8")
    over = position(seat(bought="3w4 3u4 3g4", hand="#2"), seat(), phase=Phase.OVER)
    assert hand(disclose(over, 0, CARDS["2k5"]), 0) == "?2k5"


@pytest.mark.rule("INFO-2", "COMP-2", "ROW-6")
@pytest.mark.parametrize(
    ("viewer", "card", "rule"),
    [
        (0, "2k5", "INFO-2"),  # a back of level 1 only
        (1, "1k8", "INFO-2"),  # no back at all
        (0, "1w1", "COMP-2"),  # face up
        (0, "1u1", "COMP-2"),  # bought
        (0, "1g1", "COMP-2"),  # in a hand
        (None, "1k8", "ROW-6"),
        (None, "2w2", "COMP-2"),
        (None, "3k4", "ROW-6"),
    ],
)
def test_what_no_unknown_card_can_be_is_refused(viewer: int | None, card: str, rule: str) -> None:
    state = position(
        seat(hand="#1"), seat(bought="1u1", hand="1g1"), hidden=True,
        rows="1w1 1w2 1w3 1w4/2w1 2w2 #2 2w4/3w1 3w2 3w3 3w4",
    )  # fmt: skip
    before = repr(state)
    with pytest.raises(DisclosureError) as caught:
        disclose(state, viewer, CARDS[card])
    assert caught.value.violation.rule.value == rule
    assert str(caught.value) == str(caught.value.violation)
    assert str(caught.value).startswith(f"{rule}: ")
    assert repr(state) == before


@pytest.mark.parametrize(
    ("viewer", "card"),
    [(2, CARDS["1w1"]), (True, CARDS["1w1"]), (0, "1k8"), (0, CardBack(1)), (None, None)],
    ids=repr,
)
def test_a_disclosure_of_no_seat_or_no_card_is_refused(viewer: Any, card: Any) -> None:  # noqa: ANN401
    with pytest.raises(InvalidValueError):
        disclose(position(seat(hand="#1"), seat()), viewer, card)


@pytest.mark.rule("INFO-2", "BUY-1")
def test_a_world_of_a_view_allows_whatever_the_game_allowed() -> None:
    """The purchase of a blind card, as the spectator sees it coming."""
    state = position(seat("uuu", hand="?1w6"), seat())
    action: Action = buy("1w6", "uuu")
    view = observe(state, None)
    assert isinstance(action, BuyCard)
    assert check(view, action) is None
    assert observe(apply(state, action), None) == apply(view, action)
    assert face("1w6") in possible_reveals(view, 1)
