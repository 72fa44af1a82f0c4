"""What holds in every position of every game, and that broken positions are told by `problems`."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given

from splendor import (
    CARDS,
    NOBLES,
    Action,
    BuyCard,
    Card,
    CardBack,
    Gems,
    IllegalActionError,
    InvalidPositionError,
    Phase,
    Player,
    Rules,
    State,
    apply,
    check,
    legal_actions,
    observe,
    outcome,
    problems,
    setup,
)
from splendor.engine.invariants import ensure_valid
from splendor.testing import openings
from tests.book import legal_by_the_book
from tests.positions import (
    LONG,
    blind,
    buy,
    do,
    held,
    position,
    reserve,
    seat,
    supply,
    take,
)
from tests.universe import ALWAYS
from tests.walks import RANDOM, middles, walk, writable

# Broken positions


def plus(state: State, number: int, **changes: Any) -> State:  # noqa: ANN401 - any field
    """Change one player."""
    players = list(state.players)
    players[number] = attrs.evolve(players[number], **changes)
    return attrs.evolve(state, players=players)


def tokens_missing() -> State:
    state = position(seat(), seat())
    return attrs.evolve(state, bank=state.bank - seat("wy").tokens)


def wrong_level_in_row() -> State:
    """1w1 and 2w1 have changed places."""
    state = position(seat(), seat())
    one, two, three = state.rows
    return attrs.evolve(state, rows=((two[0], *one[1:]), (one[0], *two[1:]), three))


def wrong_level_in_deck() -> State:
    """The top cards of two decks have changed places."""
    state = position(seat(), seat())
    one, two, three = state.decks
    return attrs.evolve(state, decks=(one, (three[0], *two[1:]), (two[0], *three[1:])))


def card_twice() -> State:
    """1w5 lies on the deck and in a hand, and so there is one card too many."""
    return plus(position(seat(), seat(), turn=2), 0, reserved=(held("1w5"),))


def card_instead_of_another() -> State:
    """1w1 lies twice in a row; 1w2 is missing."""
    state = position(seat(), seat())
    first, *rest = state.rows
    return attrs.evolve(state, rows=((first[0], first[0], *first[2:]), *rest))


def card_gone() -> State:
    state = position(seat(), seat())
    return attrs.evolve(state, decks=(*state.decks[:2], state.decks[2][1:]))


def noble_twice() -> State:
    state = position(seat(), seat(), nobles="wk wu gr")
    return attrs.evolve(state, nobles=(NOBLES["wk"], NOBLES["wk"], NOBLES["gr"]))


def no_noble() -> State:
    return attrs.evolve(position(seat(), seat()), nobles=())


def undeserved_noble() -> State:
    state = position(seat(bought="1w1"), seat(), nobles="wk gr ug")
    return plus(attrs.evolve(state, nobles=state.nobles[1:]), 0, nobles=(NOBLES["wk"],))


def awaiting(holes: int, *levels: int) -> State:
    """A state that awaits a reveal, with so many empty places in the rows of these levels."""
    state = position(seat(), seat(), hidden=True, turn=6)
    rows = list(state.rows)
    decks = list(state.decks)
    for level in levels:
        rows[level - 1] = (*(None,) * holes, *rows[level - 1][holes:])
        decks[level - 1] = (*decks[level - 1], *(CardBack(level),) * holes)
    return attrs.evolve(state, rows=rows, decks=decks, phase=Phase.REVEAL)


def hole_over_a_deck() -> State:
    return attrs.evolve(awaiting(1, 2), phase=Phase.MAIN)


BROKEN: dict[str, tuple[Callable[[], State], list[str]]] = {
    "tokens missing": (tokens_missing, ["INV-1", "INV-1"]),
    "a token too many": (
        lambda: plus(position(seat(), seat()), 1, tokens=seat("k").tokens),
        ["INV-1"],
    ),
    "a card in another row": (wrong_level_in_row, ["ROW-6", "ROW-6"]),
    "a card in another deck": (wrong_level_in_deck, ["ROW-6", "ROW-6"]),
    "a card twice": (card_twice, ["INV-2", "INV-2"]),
    "a card instead of another": (card_instead_of_another, ["INV-2"]),
    "a card gone": (card_gone, ["INV-2"]),
    "a noble twice": (noble_twice, ["INV-3"]),
    "a noble of another pool": (
        lambda: position(seat(), seat(), nobles="wr wk gr", sound=False),
        ["INV-3"],
    ),
    "no nobles": (no_noble, ["INV-3"]),
    "a noble not deserved": (undeserved_noble, ["NOB-2"]),
    "eleven tokens between turns": (
        lambda: position(seat("wwwuuugggrr"), seat(), seat(), seat(), sound=False),
        ["INV-4"],
    ),
    "eleven tokens out of turn": (
        lambda: position(
            seat("wwwuuugggrr"), seat("wwwuuugggrrk"), seat(), seat(),
            mover=0, phase=Phase.RETURN, sound=False,
        ),
        ["INV-4"],
    ),
    "fourteen tokens within a turn": (
        lambda: position(
            seat("wwwuuugggrrrkk"), seat(), seat(), seat(), phase=Phase.RETURN, sound=False
        ),
        ["INV-4"],
    ),
    "eleven tokens with a noble to choose": (
        lambda: position(
            seat("wwwuuugggrr", bought="1w1 1w2 1w3 1w4 1u1 1u2 1u3 1u4 1k1 1k2 1k3 1k4"),
            seat(), seat(), seat(),
            nobles="wu wk gr rk ug", phase=Phase.NOBLE, sound=False,
        ),
        ["INV-4"],
    ),
    "four reserved cards": (
        lambda: position(seat(hand="1w1 1w2 ?2u1 #3"), seat(), sound=False),
        ["INV-5"],
    ),
    "a hole over a deck": (hole_over_a_deck, ["INV-6"]),
    "two holes in a row while one card is awaited": (lambda: awaiting(2, 1), ["INV-6"]),
    "holes in two rows while one card is awaited": (lambda: awaiting(1, 1, 3), ["INV-6"]),
    "more passes than turns": (
        lambda: position(seat(), seat(), seat(), turn=1, passes=2, sound=False),
        ["INV-9"],
    ),
    "more cards than turns": (
        lambda: position(seat(bought="1w1", hand="1w2"), seat(), turn=2, sound=False),
        ["INV-9"],
    ),
    "more cards than turns of a later seat": (
        lambda: position(seat(), seat(bought="1w1"), first_player=0, turn=1, sound=False),
        ["INV-9"],
    ),
    "more cards and nobles than turns": (
        lambda: position(
            seat(bought="1w1 1w2 1w3 1w4 1u1 1u2 1u3 1u4 1g1 1g2 1g3", nobles="wu wug"), seat(),
            nobles="wk", turn=2, sound=False,
        ),
        ["INV-9", "INV-9"],
    ),
    "over in the middle of a game": (
        lambda: position(seat(), seat(), phase=Phase.OVER, sound=False),
        ["TURN-5"],
    ),
    "going on after the end": (
        lambda: position(seat(bought="3w4 3u4 3g4"), seat(), sound=False),
        ["TURN-5"],
    ),
    "a return of nothing": (
        lambda: position(seat("www"), seat(), phase=Phase.RETURN, sound=False),
        ["TURN-5"],
    ),
    "a choice of one noble": (
        lambda: position(
            seat(bought="1w1 1w2 1w3 1w4 1u1 1u2 1u3 1u4"), seat(),
            nobles="wu wk gr", phase=Phase.NOBLE, sound=False,
        ),
        ["TURN-5"],
    ),
    "a reveal without an empty place": (
        lambda: position(seat(), seat(), phase=Phase.REVEAL, hidden=True, sound=False),
        ["TURN-5"],
    ),
}  # fmt: skip


@pytest.mark.rule("INV-1", "INV-2", "INV-3", "INV-4", "INV-5", "INV-6", "INV-9", "ROW-6", "TURN-5")
@pytest.mark.rule("NOB-2")
@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_position_is_told_by_the_rule_it_breaks(name: str) -> None:
    make, rules = BROKEN[name]
    state = make()
    found = problems(state)
    assert [problem.rule.value for problem in found] == rules
    with pytest.raises(InvalidPositionError) as caught:
        ensure_valid(state)
    assert caught.value.problems == found
    assert str(caught.value) == "; ".join(map(str, found))
    assert "State(" not in str(caught.value)


@pytest.mark.rule("INV-1", "INV-2", "INV-4", "INV-5", "INV-6", "INV-9")
@pytest.mark.parametrize(
    ("name", "sentences"),
    [
        (
            "tokens missing",
            ["INV-1: there are 3 white tokens, not 4", "INV-1: there are 4 gold tokens, not 5"],
        ),
        (
            "a card in another row",
            [
                "ROW-6: card 2w1 lies among those of level 1",
                "ROW-6: card 1w1 lies among those of level 2",
            ],
        ),
        (
            "a card twice",
            ["INV-2: card 1w5 is in 2 places", "INV-2: there are 41 cards of level 1, not 40"],
        ),
        ("a card gone", ["INV-2: there are 19 cards of level 3, not 20"]),
        ("a noble twice", ["INV-3: noble wk is in 2 places"]),
        ("a noble of another pool", ["INV-3: noble wr is not in the pool"]),
        ("no nobles", ["INV-3: the number of nobles revealed is 0, not 3"]),
        (
            "a noble not deserved",
            ["NOB-2: noble wk is with player 0, whose bonuses do not reach it"],
        ),
        ("eleven tokens out of turn", ["INV-4: player 1 holds 12 tokens, more than 10"]),
        ("fourteen tokens within a turn", ["INV-4: player 0 holds 14 tokens, more than 13"]),
        ("four reserved cards", ["INV-5: player 0 holds 4 reserved cards, more than 3"]),
        (
            "two holes in a row while one card is awaited",
            ["INV-6: 2 places of level 1 are empty while its deck has cards"],
        ),
        (
            "holes in two rows while one card is awaited",
            ["INV-6: 1 places of level 3 are empty while its deck has cards"],
        ),
        ("more passes than turns", ["INV-9: 2 passes in 1 turns"]),
        ("more cards than turns", ["INV-9: player 0 has 2 cards after 1 turns"]),
        ("more cards than turns of a later seat", ["INV-9: player 1 has 1 cards after 0 turns"]),
        (
            "more cards and nobles than turns",
            [
                "INV-9: player 0 has 11 cards after 1 turns",
                "INV-9: player 0 has 2 nobles after 1 turns",
            ],
        ),
        ("a return of nothing", ["TURN-5: nothing in the position awaits the phase: return"]),
    ],
)
def test_the_sentence_gives_the_figures(name: str, sentences: list[str]) -> None:
    assert [str(problem) for problem in problems(BROKEN[name][0]())] == sentences


@pytest.mark.rule("INV-1", "INV-3", "INV-4", "TURN-5")
def test_all_problems_are_told_at_once() -> None:
    state = attrs.evolve(
        setup(2, seed=1),
        bank=seat("w").tokens,
        nobles=(),
        players=(seat("wwwwwwwwwww"), Player()),
        phase=Phase.NOBLE,
    )
    rules = [problem.rule.value for problem in problems(state)]
    assert rules == ["INV-1"] * 6 + ["INV-3", "INV-4", "TURN-5"]


@pytest.mark.rule("INV-4", "INV-6", "INV-9")
def test_a_position_in_the_middle_of_a_turn_is_sound() -> None:
    """Thirteen tokens, an awaited refill, and a card gained on the turn that is not counted yet."""
    thirteen = do(position(seat("wwwuuugggr"), seat(), seat(), seat()), take("urk"))
    assert thirteen.phase is Phase.RETURN
    assert ensure_valid(thirteen) is thirteen
    refill = do(position(seat(), seat(), hidden=True), reserve("1w1"))
    assert refill.phase is Phase.REVEAL
    assert ensure_valid(refill) is refill


@pytest.mark.rule("INV-6", "ROW-2")
def test_an_empty_place_without_a_deck_is_sound() -> None:
    state = do(position(seat(), seat(), sold_out=[1], rules=LONG), reserve("1w1"))
    assert problems(state) == ()


def test_a_position_that_awaits_what_cannot_come_offers_nothing() -> None:
    state = position(seat(), seat(), phase=Phase.REVEAL, hidden=True, sound=False)
    assert legal_actions(state) == ()


# Games


def cards_of(state: State) -> list[Card | CardBack]:
    """All cards, wherever they lie."""
    cards = [card for deck in state.decks for card in deck]
    cards += [place for row in state.rows for place in row if place is not None]
    for player in state.players:
        cards += [*player.purchased, *(entry.card for entry in player.reserved)]
    return cards


def assert_sound(opening: State, state: State) -> None:
    """INV-1 to INV-7, counted here and not by `problems`."""
    assert supply(state) == supply(opening)
    assert Counter(cards_of(state)) == Counter(CARDS.values())
    nobles = [*state.nobles, *(noble for player in state.players for noble in player.nobles)]
    assert Counter(nobles) == Counter(opening.nobles)
    for number, player in enumerate(state.players):
        within = state.phase is Phase.RETURN and number == state.mover
        assert player.tokens.total <= (13 if within else 10)
        assert len(player.reserved) <= 3
        points = sum(card.points for card in player.purchased)
        assert player.points == points + 3 * len(player.nobles)
        bonuses = Counter(card.bonus.letter for card in player.purchased)
        assert Counter(gem.letter for gem in player.bonuses) == bonuses
    for row, deck in zip(state.rows, state.decks, strict=True):
        assert len(row) == 4
        assert None not in row or not deck
    assert min(state.bank.counts) >= 0


def assert_step(before: State, after: State) -> None:
    """INV-7 to INV-9: only the mover gains, at most a card and a noble, and a turn counts one."""
    assert after.turn - before.turn == (after.phase in {Phase.MAIN, Phase.OVER})
    for number, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        if number != before.mover:
            assert new == old
        assert 0 <= len(new.nobles) - len(old.nobles) <= 1
        assert set(old.purchased) <= set(new.purchased)
        assert set(old.nobles) <= set(new.nobles)
        owned = [
            {*player.purchased, *(entry.card for entry in player.reserved)} for player in (old, new)
        ]
        assert owned[0] <= owned[1]
        assert len(owned[1]) - len(owned[0]) <= 1
        assert new.points >= old.points


@pytest.mark.rule("INV-1", "INV-2", "INV-3", "INV-4", "INV-5", "INV-6", "INV-7", "INV-9")
@given(opening=openings(), random=RANDOM)
def test_every_step_of_every_game_keeps_the_invariants(opening: State, random: Random) -> None:
    assert_sound(opening, opening)
    for before, _, after in walk(opening, random, 60):
        assert problems(after) == ()
        assert_sound(opening, after)
        assert_step(before, after)


@pytest.mark.rule("INV-10", "PASS-1", "TURN-3")
@pytest.mark.pitfall(28)
@given(state=middles(), random=RANDOM)
def test_the_legal_actions_are_those_of_the_book(state: State, random: Random) -> None:
    """A slow second reading of the rules lists the same actions, and each of them once."""
    for before, _, after in walk(state, random, 8):
        listed = legal_actions(before)
        assert len(listed) == len(set(listed))
        assert set(listed) == legal_by_the_book(before)
        assert (legal_actions(after) == ()) is (after.phase is Phase.OVER)


@pytest.mark.rule("INV-10")
@given(state=middles(), random=RANDOM)
def test_every_legal_action_applies_and_leaves_its_state_as_it_was(
    state: State, random: Random
) -> None:
    for before, _, _ in walk(state, random, 5):
        text, data = repr(before), pickle.dumps(before)
        for action in legal_actions(before):
            assert check(before, action) is None
            assert apply(before, action) == apply(before, action) != before
        assert repr(before) == text
        assert pickle.dumps(before) == data


def sample(number: int) -> State:
    """A state in the middle of a game: of 2 to 4 players, under several rules."""
    rules = (Rules(), Rules(take_fewer="always"), Rules(payment="gold_last"))[number % 3]
    state = setup(2 + number % 3, seed=number, rules=rules)
    for _, _, after in walk(state, Random(number), 12 + 9 * number):  # noqa: S311 - a game
        if after.phase is not Phase.OVER:
            state = after
    return state


@pytest.mark.rule("INV-10", "TURN-4", "END-8")
@pytest.mark.parametrize("number", range(12))
def test_of_all_that_can_be_written_down_only_what_is_listed_applies(number: int) -> None:
    state = sample(number)
    text = repr(state)
    listed = set(legal_actions(state))
    seen: set[Action] = set()
    for action in writable(state):
        seen.add(action)
        violation = check(state, action)
        assert (violation is None) is (action in listed)
        if violation is not None:
            with pytest.raises(IllegalActionError) as caught:
                apply(state, action)
            assert caught.value.violation == violation
            assert caught.value.action is action
    assert listed <= seen
    assert len(seen) >= len(ALWAYS) + 2 * len(CARDS)
    assert repr(state) == text


PHASES: dict[str, Callable[[], State]] = {
    "return three": lambda: do(position(seat("wwwwuuuggy"), seat(), seat(), seat()), take("grk")),
    "return gold": lambda: do(position(seat("wwuuggrrky"), seat(), seat(), seat()), blind(1)),
    "noble": lambda: do(
        position(
            seat(bought="1w1 1w2 1w3 1u1 1u2 1u3 1u4 1k1 1k2 1k3 1k4"),
            seat(),
            face_up="1w4",
            nobles="wk wu gr",
        ),
        buy("1w4"),
    ),
    "reveal": lambda: do(position(seat(), seat(), hidden=True), reserve("2w2")),
    "stuck": lambda: position(
        seat("wwuuggrrkk", hand="3w1 3w2 3w3"),
        seat("wwuuggrrkk", hand="3u1 3u2 3u3"),
        face_up="1w6 1w8 1u1 1k3",
    ),
    "over": lambda: position(seat(bought="3w4 3u4 3g4"), seat(), phase=Phase.OVER),
}


@pytest.mark.rule("INV-10", "LIMIT-2", "LIMIT-3", "NOB-6", "PASS-1")
@pytest.mark.parametrize("name", PHASES)
def test_in_every_phase_only_what_is_listed_applies(name: str) -> None:
    state = PHASES[name]()
    listed = set(legal_actions(state))
    accepted = {action for action in writable(state) if check(state, action) is None}
    assert accepted == listed


@pytest.mark.rule("INV-9", "TURN-5")
@pytest.mark.parametrize("name", ["return gold", "noble", "reveal"])
def test_a_card_gained_on_a_turn_that_awaits_a_decision_is_not_one_too_many(name: str) -> None:
    """The player has that one and a card for each turn before; one more would be too many."""
    state = PHASES[name]()
    player = state.players[0]
    assert (state.mover, state.phase is Phase.MAIN) == (0, False)
    gained = len(player.purchased) + len(player.reserved)
    assert gained == state.turn // len(state.players) + 1
    assert problems(state) == ()
    more = plus(state, 0, purchased=(*player.purchased, CARDS["3k4"]))
    assert "INV-9" in {problem.rule.value for problem in problems(more)}


@pytest.mark.rule("INV-8", "END-3", "END-9", "END-1", "END-6", "END-7")
@pytest.mark.parametrize("number", range(30))
def test_every_game_ends_as_the_rules_say(number: int) -> None:
    """The turns of each seat are counted here, and the reason of the end found here."""
    players = 2 + number % 3
    rules = Rules(target_score=(15, 8, 1)[number % 3], turn_limit=(None, 25)[number % 2])
    opening = setup(players, seed=number, rules=rules, first_player=number % players)
    turns = Counter(range(players))
    turns.subtract(range(players))
    state = opening
    for before, action, after in walk(opening, Random(number), 2000):  # noqa: S311 - a game
        turns[before.mover] += after.turn - before.turn
        assert max(turns.values()) - min(turns.values()) <= 1
        target = any(player.points >= rules.target_score for player in after.players)
        complete = after.turn % players == 0 and after.phase in {Phase.MAIN, Phase.OVER}
        limit = rules.turn_limit is not None and after.turn >= rules.turn_limit * players
        stalemate = after.passes >= players
        assert (after.phase is Phase.OVER) is ((complete and (target or limit)) or stalemate)
        if isinstance(action, BuyCard):
            assert after.passes == 0
        state = after
    assert state.phase is Phase.OVER
    end = outcome(state)
    assert end is not None
    assert len(set(turns.values())) == 1 or end.reason == "stalemate"
    best = max(player.points for player in state.players)
    leaders = [seat for seat, player in enumerate(state.players) if player.points == best]
    fewest = min(len(state.players[seat].purchased) for seat in leaders)
    assert end.winners == tuple(
        seat for seat in leaders if len(state.players[seat].purchased) == fewest
    )


@pytest.mark.rule("INV-7", "WIN-1", "BON-1")
@pytest.mark.parametrize("number", range(9))
def test_in_whole_games_what_is_kept_is_what_would_be_counted(number: int) -> None:
    """Points, bonuses and known cards are carried along; made anew, a state has the same.

    The last three games are played on counted decks.
    """
    opening = setup(2 + number % 3, seed=number)
    opening = opening if number < 6 else observe(opening, None)
    for before, _, after in walk(opening, Random(number), 2000):  # noqa: S311 - a game
        assert attrs.evolve(after)._face_up == after._face_up
        for old, new in zip(before.players, after.players, strict=True):
            again = attrs.evolve(new)
            assert (new.points, new.bonuses) == (again.points, again.bonuses)
            assert (new._hand, new._backs) == (again._hand, again._backs)
            assert new.points >= old.points


@pytest.mark.rule("INV-4", "LIMIT-4")
@pytest.mark.parametrize(
    ("tokens", "rule"), [(Gems(4, 4, 2), "TURN-5"), (Gems(31, 31, 31, 31, 31, 31), "INV-4")]
)
def test_returns_are_not_listed_where_no_turn_asks_for_them(tokens: Gems, rule: str) -> None:
    """Ten tokens need no return, and of 186 there would be no end of ways to return the excess."""
    state = setup(2, seed=1)
    state = attrs.evolve(state, players=(Player(tokens), Player()), phase=Phase.RETURN)
    with pytest.raises(InvalidPositionError) as refusal:
        legal_actions(state)
    assert rule in {str(problem.rule) for problem in refusal.value.problems}
