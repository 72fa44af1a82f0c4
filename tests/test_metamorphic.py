"""What a change of the position that means nothing, or little, does to what is legal.

Nobody has to know the right answer for these: two answers are compared with each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

import attrs
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from splendor import (
    CARDS,
    EXTRA_NOBLES,
    NOBLES,
    Action,
    BuyCard,
    Gem,
    Gems,
    Phase,
    State,
    apply,
    check,
    digest,
    legal_actions,
    outcome,
    problems,
    score,
)
from splendor.testing import divide, perft, states, views
from tests.permuted import Permuted
from tests.walks import writable

pytestmark = pytest.mark.sweep

CYCLE: Final = "ugrkw"
MIXED: Final = "rwkgu"
SEED: Final = st.integers(0, 2**32)


@pytest.fixture(scope="module", params=[CYCLE, MIXED])
def permuted(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Permuted:
    letters: str = request.param
    return Permuted(letters, tmp_path_factory.mktemp(letters))


def some(actions: tuple[Action, ...], seed: int, most: int = 6) -> list[Action]:
    """Some of the actions, chosen by a seed."""
    return Random(seed).sample(actions, min(most, len(actions)))  # noqa: S311 - no secret


# Colours


def test_other_colours_are_another_game(permuted: Permuted) -> None:
    """All that is printed is permuted, and no table stays the same under a permutation."""
    theirs = permuted.package.CARDS
    assert sorted(theirs) == sorted(CARDS)
    for card in CARDS.values():
        other = permuted.card(card)
        assert (other.level, other.points) == (card.level, card.points)
        assert other.bonus.letter == permuted.letters[card.bonus.letter]
        assert sorted(str(other.cost)) == sorted(permuted.letters[gem] for gem in str(card.cost))
    assert {(card.bonus.value, str(card.cost)) for card in theirs.values()} != {
        (card.bonus.value, str(card.cost)) for card in CARDS.values()
    }
    for noble in (*NOBLES.values(), *EXTRA_NOBLES.values()):
        asked = sorted(permuted.letters[gem] for gem in str(noble.requires))
        assert sorted(str(permuted.noble(noble).requires)) == asked


@pytest.mark.rule("TAKE-1", "BUY-5", "PAY-1", "PAY-2", "NOB-2", "BON-1", "LIMIT-3", "WIN-1")
@given(state=states() | views(), seed=SEED)
def test_permuting_the_colours_commutes_with_every_action(
    permuted: Permuted, state: State, seed: int
) -> None:
    other, package = permuted.state(state), permuted.package
    legal = legal_actions(state)
    assert set(map(permuted.action, legal)) == set(package.legal_actions(other))
    scores = [attrs.astuple(entry) for entry in score(state)]
    assert [attrs.astuple(entry) for entry in package.score(other)] == scores
    for action in some(legal, seed):
        after = package.apply(other, permuted.action(action))
        assert after == permuted.state(apply(state, action))


@given(state=states(), seed=SEED)
def test_permuting_the_colours_keeps_the_rule_of_every_refusal(
    permuted: Permuted, state: State, seed: int
) -> None:
    other = permuted.state(state)
    for action in some(tuple(writable(state)), seed, 40):
        mine = check(state, action)
        theirs = permuted.package.check(other, permuted.action(action))
        assert (mine and mine.rule.value) == (theirs and theirs.rule.value), action


@given(state=states())
def test_permuting_the_colours_keeps_the_number_of_ways_to_go_on(
    permuted: Permuted, state: State
) -> None:
    """Of each action, and so of all."""
    counts = {permuted.action(action): count for action, count in divide(state, 2)}
    assert dict(permuted.package.divide(permuted.state(state), 2)) == counts
    assert sum(counts.values()) == perft(state, 2)


# Seats


def rotated(state: State, by: int) -> State:
    """The same table, with every player so many seats further on."""
    seats = len(state.players)
    players = [state.players[(seat - by) % seats] for seat in range(seats)]
    return attrs.evolve(state, players=players, first_player=(state.first_player + by) % seats)


@pytest.mark.rule("TURN-1", "SETUP-11", "END-2", "END-4", "WIN-2", "NOB-10")
@given(state=states() | views(), by=st.integers(1, 3), seed=SEED)
def test_rotating_the_seats_changes_only_who_is_who(state: State, by: int, seed: int) -> None:
    seats = len(state.players)
    other = rotated(state, by)
    legal = legal_actions(state)
    assert other.mover == (state.mover + by) % seats
    assert problems(other) == ()
    assert legal_actions(other) == legal
    for seat, entry in enumerate(score(state)):
        assert score(other)[(seat + by) % seats] == entry
    for action in some(legal, seed):
        assert apply(other, action) == rotated(apply(state, action), by)
    mine, theirs = outcome(state), outcome(other)
    if mine is not None and theirs is not None:
        assert theirs.reason == mine.reason
        assert set(theirs.winners) == {(seat + by) % seats for seat in mine.winners}
    assert (mine is None) == (theirs is None)


# Tokens, rows and time


@pytest.mark.rule("PAY-2", "PAY-3", "PAY-7", "BUY-5")
@given(state=states().filter(lambda state: state.phase is Phase.MAIN), gem=st.sampled_from(Gem))
def test_a_token_more_never_removes_a_purchase(state: State, gem: Gem) -> None:
    """Under `gold_last` another payment may be due; the card can be bought all the same."""
    one = Gems.parse(gem.letter)
    assume(state.bank.covers(one))
    before, after = (set(purchases(each)) for each in (state, richer(state, one)))
    assert {card for card, _ in before} <= {card for card, _ in after}
    if state.rules.payment == "any_exact":
        assert before <= after


def richer(state: State, gems: Gems) -> State:
    """The same table, with tokens of the bank in the hands of the mover."""
    players = list(state.players)
    mover = players[state.mover]
    players[state.mover] = attrs.evolve(mover, tokens=mover.tokens + gems)
    return attrs.evolve(state, bank=state.bank - gems, players=players)


def purchases(state: State) -> Iterator[tuple[str, Gems]]:
    """Each card that can be bought, with each payment."""
    for action in legal_actions(state):
        if isinstance(action, BuyCard):
            yield action.card.id, action.payment


@pytest.mark.rule("BUY-1", "RES-1", "ROW-3")
@given(state=states() | views(), seed=SEED)
def test_the_order_of_a_row_is_irrelevant_to_what_is_legal(state: State, seed: int) -> None:
    random = Random(seed)  # noqa: S311 - no secret
    other = attrs.evolve(state, rows=[random.sample(row, len(row)) for row in state.rows])
    legal = legal_actions(state)
    assert set(legal_actions(other)) == set(legal)
    for action in some(legal, seed):
        mine, theirs = apply(state, action), apply(other, action)
        assert [sorted(map(str, row)) for row in theirs.rows] == [
            sorted(map(str, row)) for row in mine.rows
        ]
        assert attrs.evolve(theirs, rows=mine.rows) == mine


@pytest.mark.rule("INV-10")
@given(state=states(), seed=SEED)
def test_undo_is_the_old_value(state: State, seed: int) -> None:
    """Whatever was tried from a state, it is the same state, and goes on the same way."""
    before = digest(state)
    first = [apply(state, action) for action in some(legal_actions(state), seed)]
    for after in first:
        for action in some(legal_actions(after), seed):
            apply(after, action)
    assert digest(state) == before
    assert [apply(state, action) for action in some(legal_actions(state), seed)] == first
