"""`determinize`: a world drawn from those that a view leaves open, each as likely as another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from splendor import (
    Card,
    CardBack,
    InvalidPositionError,
    InvalidValueError,
    Phase,
    Reserved,
    RevealCard,
    State,
    apply,
    determinize,
    digest,
    observe,
    possible_reveals,
    problems,
    setup,
)
from splendor.engine import worlds
from splendor.engine.setup import shuffled
from splendor.testing import openings
from tests.effort import effort
from tests.positions import LONG, position, seat
from tests.test_setup import draw_below, seed_text
from tests.walks import RANDOM, middles, walk

SEEDS = st.integers(0, 2**256 - 1) | st.binary(max_size=32)
DRAWS = effort(3_000, 10_000)
CRITICAL = {5: 15.086, 11: 24.725, 23: 41.638, 35: 57.342}
"""By degrees of freedom what chi-squared exceeds in one of a hundred tries."""


def places(state: State) -> Iterator[Card | CardBack]:
    """Every card and back of a state, wherever it is."""
    for group in (*state.decks, *state.rows):
        yield from (card for card in group if card is not None)
    for player in state.players:
        yield from player.purchased
        yield from (entry.card for entry in player.reserved)


def is_full(state: State) -> bool:
    return not any(isinstance(card, CardBack) for card in places(state))


def names_only(world: State, state: State) -> bool:
    """Whether a world differs from a state only by faces on its backs."""
    same = attrs.evolve(world, decks=state.decks, rows=state.rows, players=state.players) == state
    pairs = [*zip(world.decks, state.decks, strict=True), *zip(world.rows, state.rows, strict=True)]
    for new, old in pairs:
        for card, known in zip(new, old, strict=True):
            same &= card is known or known == CardBack(getattr(card, "level", 1))
    for after, before in zip(world.players, state.players, strict=True):
        same &= attrs.evolve(after, reserved=before.reserved) == before
        kept = Counter(entry for entry in before.reserved if isinstance(entry.card, Card))
        named = Counter(after.reserved) - kept
        backs = Counter(before.reserved) - kept
        same &= not kept - Counter(after.reserved)
        same &= backs == Counter(Reserved(CardBack(entry.card.level), face_down=True)
                                 for entry in named.elements())  # fmt: skip
    return same


# The laws


@pytest.mark.rule("INFO-2", "INFO-4")
@given(state=middles(), seed=SEEDS)
def test_a_world_of_a_view_looks_the_same_to_its_viewer(state: State, seed: int | bytes) -> None:
    """Law: for `v = observe(s, i)`, `observe(determinize(v, k), i) == v`."""
    for viewer in (*range(len(state.players)), None):
        view = observe(state, viewer)
        world = determinize(view, seed=seed)
        assert observe(world, viewer) == view
        assert is_full(world)
        assert problems(world) == ()
        assert world.phase is view.phase


@pytest.mark.rule("ROW-1", "TURN-5", "INFO-4")
@given(opening=openings(), random=RANDOM, seed=SEEDS)
def test_where_a_card_is_due_it_turns_up_and_the_turn_goes_on(
    opening: State, random: Random, seed: int | bytes
) -> None:
    """Law: the world, observed, is the view after the reveal of the card that turned up."""
    for _, _, view in walk(observe(opening, None), random, 60):
        if view.awaited_place is None:
            continue
        level, slot = view.awaited_place
        world = determinize(view, seed=seed)
        card = world.rows[level - 1][slot]
        assert card in possible_reveals(view, level)
        assert isinstance(card, Card)
        assert is_full(world)
        assert problems(world) == ()
        after = apply(view, RevealCard(card))
        assert names_only(world, after)
        assert attrs.evolve(observe(world, None), rows=after.rows) == after


@pytest.mark.rule("INFO-2", "INFO-4", "ROW-6")
@given(opening=openings(), random=RANDOM, share=st.floats(0, 1), seed=SEEDS)
def test_what_is_known_stays_where_it_is(
    opening: State, random: Random, share: float, seed: int | bytes
) -> None:
    """In states known in part: some cards of a deck, of a hand, and some places of a row."""
    state = opening
    for _, _, after in walk(opening, random, 40):
        state = after

    def hide(card: Card | CardBack) -> Card | CardBack:
        return CardBack(card.level) if random.random() < share else card

    partly = attrs.evolve(
        state,
        decks=[[hide(card) for card in deck] for deck in state.decks],
        rows=[[place and hide(place) for place in row] for row in state.rows],
        players=[
            attrs.evolve(
                player,
                reserved=[
                    attrs.evolve(entry, card=hide(entry.card)) if entry.face_down else entry
                    for entry in player.reserved
                ],
            )
            for player in state.players
        ],
    )
    world = determinize(partly, seed=seed)
    assert is_full(world)
    assert problems(world) == ()
    assert names_only(world, partly)
    assert determinize(world, seed=seed) == world


# The algorithm, written once more from docs/reference/shuffle.md


def documented(state: State, seed: int | bytes) -> State:
    """Lay the shuffled unseen cards on the backs: hands by seat, row, deck."""
    supplies: dict[int, Iterator[Card]] = {}
    for level in (1, 2, 3):
        cards = list(possible_reveals(state, level))
        used = [0]
        text = f"splendor-rules world 1|level-{level}|{seed_text(seed)}"
        for i in reversed(range(1, len(cards))):
            j = draw_below(i + 1, text, used)
            cards[i], cards[j] = cards[j], cards[i]
        supplies[level] = iter(cards)

    def named(card: Card | CardBack) -> Card:
        return next(supplies[card.level]) if isinstance(card, CardBack) else card

    players = [
        attrs.evolve(
            player,
            reserved=[attrs.evolve(entry, card=named(entry.card)) for entry in player.reserved],
        )
        for player in state.players
    ]
    rows = [[place and named(place) for place in row] for row in state.rows]
    decks = [[named(card) for card in deck] for deck in state.decks]
    return attrs.evolve(state, players=players, rows=rows, decks=decks)


@given(state=middles(), seed=SEEDS)
def test_a_world_is_drawn_as_documented(state: State, seed: int | bytes) -> None:
    for viewer in (0, None):
        view = observe(state, viewer)
        assert determinize(view, seed=seed) == documented(view, seed)


def test_a_seed_draws_one_world_and_another_seed_another() -> None:
    view = observe(setup(4, seed=1), 2)
    drawn = [determinize(view, seed=seed) for seed in (0, 1, 2, b"", b"\x00", b"\x01")]
    assert len(set(drawn)) == len(drawn)
    assert determinize(view, seed=2) == drawn[2]
    assert digest(drawn[0]) != digest(determinize(observe(setup(4, seed=2), 2), seed=0))


def test_the_seed_of_the_game_draws_another_deck_than_that_of_the_game() -> None:
    """The shuffle has a label of its own, so no bot is given the real deck by accident."""
    state = setup(2, seed=42)
    assert determinize(observe(state, 0), seed=42).decks != state.decks


# Each world as likely


CASES = {
    "two in one hand, one in a row, one in the deck": (
        position(
            seat(hand="#3 #3"), seat(), rows="- - - -/2w1 2w2 2w3 2w4/3w1 3w2 #3 3w3",
            sold_out=[1, 3], top="3g1", unseen="3u1 3u2 3r3", rules=LONG,
        ),
        12,
    ),
    "one each in two hands, two in the deck": (
        position(
            *(seat(hand="#3"), seat(), seat(hand="#3")), sold_out=[1, 3],
            rows="- - - -/2w1 2w2 2w3 2w4/3w1 3w2 3w3 3w4", top="3g1 3u3",
            unseen="3u1 3u2", rules=LONG,
        ),
        24,
    ),
    "two hands of two": (
        position(
            seat(hand="#3 #3"), seat(hand="#3 #3"), rows="- - - -/2w1 2w2 2w3 2w4/3w1 3w2 3w3 3w4",
            sold_out=[1, 3], unseen="3u1 3u2 3u3 3u4", rules=LONG,
        ),
        6,
    ),
    "three of level 1 and three of level 3, each in a hand and two in the deck": (
        position(
            seat(hand="#1 #3"), seat(), rows="1w1 1w2 1w3 1w4/2w1 2w2 2w3 2w4/3w1 3w2 3w3 3w4",
            sold_out=[1, 3], top="1u1 1u2 3u1 3u2", unseen="1u3 3u3", rules=LONG,
        ),
        36,
    ),
}  # fmt: skip
"""States with few worlds, and how many."""


def chi_squared(state: State, number: int) -> float:
    """Draw many worlds, and measure how far their frequencies are from being all the same."""
    seen = observe(state, None)
    drawn = Counter(determinize(state, seed=seed) for seed in range(DRAWS))
    assert len(drawn) == number
    for world in drawn:
        assert is_full(world)
        assert names_only(world, state)
        assert attrs.evolve(observe(world, None), rows=state.rows) == seen
    expected = DRAWS / number
    return sum((times - expected) ** 2 / expected for times in drawn.values())


@pytest.mark.sweep
@pytest.mark.rule("INFO-2", "INFO-4", "INFO-5", "ROW-6")
@pytest.mark.parametrize("name", CASES)
def test_every_world_is_as_likely(name: str) -> None:
    """Of many draws chi-squared is below what a fair draw exceeds once in a hundred times."""
    state, number = CASES[name]
    assert problems(state) == ()
    assert chi_squared(state, number) < CRITICAL[number - 1]


def test_the_measure_finds_a_well_known_biased_shuffle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exchanging each place with any other, and not only with those below, is not fair."""

    def biased(cards: Sequence[Card], pile: str, seed: str, label: str) -> tuple[Card, ...]:
        mixed, used = list(cards), [0]
        for i in range(len(mixed)):
            j = draw_below(len(mixed), f"{label}|{pile}|{seed}", used)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return tuple(mixed)

    monkeypatch.setattr(worlds, "shuffled", biased)
    state, number = CASES["one each in two hands, two in the deck"]
    assert chi_squared(state, number) > 2 * CRITICAL[number - 1]


def test_the_measure_finds_levels_that_are_shuffled_alike(monkeypatch: pytest.MonkeyPatch) -> None:

    def alike(cards: Sequence[Card], _: str, seed: str, label: str) -> tuple[Card, ...]:
        return shuffled(cards, "level-1", seed, label)

    monkeypatch.setattr(worlds, "shuffled", alike)
    state, _ = CASES["three of level 1 and three of level 3, each in a hand and two in the deck"]
    assert len({determinize(state, seed=seed) for seed in range(1000)}) == 6


# Refusals


@pytest.mark.parametrize("seed", [-1, 2**256, bytes(33), True, 1.0, "1", None], ids=repr)
def test_another_seed_is_refused(seed: Any) -> None:  # noqa: ANN401 - anything
    with pytest.raises(InvalidValueError, match="a seed is an int from 0"):
        determinize(observe(setup(2, seed=1), 0), seed=seed)


@pytest.mark.rule("INV-2", "COMP-2")
def test_a_state_without_worlds_is_refused_with_all_its_problems() -> None:
    """More backs than unseen cards, fewer, or a card twice; and anything else that is wrong."""
    view = observe(setup(2, seed=1), 0)
    more = (*view.decks[:2], (*view.decks[2], CardBack(3)))
    fewer = (view.decks[0][1:], *view.decks[1:])
    twice = (view.rows[0], view.rows[1], (view.rows[2][0], *view.rows[2][:3]))
    for state, number in (
        (attrs.evolve(view, decks=more), 1),
        (attrs.evolve(view, decks=fewer), 1),
        (attrs.evolve(view, rows=twice), 1),
        (attrs.evolve(view, decks=fewer, rows=twice, phase=Phase.OVER), 3),
    ):
        with pytest.raises(InvalidPositionError) as caught:
            determinize(state, seed=1)
        assert caught.value.problems == problems(state)
        assert len(caught.value.problems) == number


def test_the_given_state_stays_as_it_is() -> None:
    view = observe(setup(3, seed=5), 1)
    before = repr(view)
    determinize(view, seed=1)
    assert repr(view) == before


def test_the_worlds_of_a_view_have_hashes_of_their_own() -> None:
    """Which differ only in cards that lie in the decks: a table of worlds can be a dictionary."""
    view = observe(setup(2, seed=1), 0)
    assert len({hash(determinize(view, seed=seed)) for seed in range(50)}) == 50
