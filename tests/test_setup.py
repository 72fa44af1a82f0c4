"""The opening: SETUP-1 to SETUP-11, the documented shuffle, and given tables."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from splendor import (
    BOARD_GAME_ARENA,
    CARDS,
    NOBLES,
    OFFICIAL,
    PRESETS,
    TEXT_B,
    Card,
    CardBack,
    Gems,
    InvalidPositionError,
    InvalidValueError,
    Phase,
    Player,
    RuleId,
    Rules,
    State,
    deal,
    observe,
    problems,
    setup,
)
from tests.positions import ALL_NOBLES

# The shuffle, written once more from its description in `splendor.engine.setup`


def draw_below(bound: int, text: str, used: list[int]) -> int:
    """Draw the next index below a bound; `used` counts the 32-bit words of the stream."""
    largest = 2**32 // bound * bound
    while True:
        block, offset = divmod(used[0], 8)
        used[0] += 1
        digest = hashlib.sha256(f"{text}|{block}".encode("ascii")).hexdigest()
        word = int(digest[8 * offset : 8 * offset + 8], 16)
        if word < largest:
            return word % bound


def shuffled(pile: str, seed: str, items: Iterable[str]) -> list[str]:
    """Shuffle a pile by the description."""
    cards = list(items)
    used = [0]
    for i in reversed(range(1, len(cards))):
        j = draw_below(i + 1, f"splendor-rules shuffle 1|{pile}|{seed}", used)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def ids(things: Iterable[Any]) -> list[str]:
    return [str(thing) for thing in things]


def seed_text(seed: int | bytes) -> str:
    return f"int:{seed}" if isinstance(seed, int) else f"hex:{seed.hex()}"


@pytest.mark.rule("SETUP-2", "SETUP-3", "SETUP-4")
@given(
    seed=st.integers(0, 2**256 - 1) | st.binary(max_size=32),
    players=st.integers(2, 4),
    rules=st.sampled_from([OFFICIAL, BOARD_GAME_ARENA]),
)
def test_the_shuffle_is_the_documented_one(seed: int | bytes, players: int, rules: Rules) -> None:
    state = setup(players, seed=seed, rules=rules)
    for level in (1, 2, 3):
        cards = [card.id for card in CARDS.values() if card.level == level]
        pile = shuffled(f"level-{level}", seed_text(seed), cards)
        assert ids(state.rows[level - 1]) == pile[:4]
        assert ids(state.decks[level - 1]) == pile[4:]
    pool = [noble.id for noble in rules.noble_pool]
    assert ids(state.nobles) == shuffled("nobles", seed_text(seed), pool)[: players + 1]


@pytest.mark.rule("SETUP-2")
def test_a_shuffle_worked_by_hand() -> None:
    """The first two exchanges of the nobles of seed 0, from the words of block 0."""
    words = hashlib.sha256(b"splendor-rules shuffle 1|nobles|int:0|0").digest()
    first, second = (int.from_bytes(words[i : i + 4], "big") for i in (0, 4))
    pool = ids(NOBLES.values())
    for last, word in ((9, first), (8, second)):
        other = word % (last + 1)
        pool[last], pool[other] = pool[other], pool[last]
    everything = Rules(noble_count=(10, 10, 10))
    assert ids(setup(2, seed=0, rules=everything).nobles)[8:] == pool[8:]


@pytest.mark.rule("SETUP-2")
def test_a_word_above_the_largest_multiple_is_drawn_again() -> None:
    """One seed in ten million needs it: word 13 of level 1, for an index below 27."""
    text = b"splendor-rules shuffle 1|level-1|int:14704611|1"
    word = int.from_bytes(hashlib.sha256(text).digest()[20:24], "big")
    assert word == 4294967274 >= 2**32 // 27 * 27
    cards = [card.id for card in CARDS.values() if card.level == 1]
    state = setup(2, seed=14704611)
    assert [*ids(state.rows[0]), *ids(state.decks[0])] == shuffled("level-1", "int:14704611", cards)


@pytest.mark.rule("SETUP-2")
def test_the_opening_of_seed_42_stays_what_it_is() -> None:
    """A vector for other languages, and the promise that no release deals differently."""
    state = setup(2, seed=42)
    assert [" ".join(ids(row)) for row in state.rows] == [
        "1u3 1g3 1w4 1w2", "2r2 2w2 2g6 2r1", "3k1 3u1 3w3 3k2",
    ]  # fmt: skip
    assert [" ".join(ids(deck[:2])) for deck in state.decks] == ["1w8 1r4", "2k6 2u1", "3g3 3r2"]
    assert ids(state.nobles) == ["wu", "wuk", "grk"]
    other = setup(4, seed=b"\x00\xff")
    assert [" ".join(ids(row)) for row in other.rows] == [
        "1u7 1k3 1r8 1r7", "2w2 2g1 2g3 2k3", "3g4 3k1 3k4 3u4",
    ]  # fmt: skip
    assert ids(other.nobles) == ["wrk", "wk", "gr", "wu", "ug"]


@pytest.mark.rule("SETUP-1", "SETUP-3", "SETUP-4", "SETUP-6", "SETUP-7", "SETUP-8", "SETUP-9")
@pytest.mark.pitfall(22)
@pytest.mark.parametrize(("players", "gems", "nobles"), [(2, 4, 3), (3, 5, 4), (4, 7, 5)])
def test_the_opening_by_number_of_players(players: int, gems: int, nobles: int) -> None:
    state = setup(players, seed=7)
    assert state.bank == Gems(gems, gems, gems, gems, gems, 5)
    assert len(state.nobles) == len(set(state.nobles)) == nobles
    assert [len(row) for row in state.rows] == [4, 4, 4]
    assert all(isinstance(card, Card) for row in state.rows for card in row)
    assert [len(deck) for deck in state.decks] == [36, 26, 16]
    assert len(state.players) == players
    assert problems(state) == ()


@pytest.mark.rule("COMP-1", "SETUP-8", "SETUP-9")
def test_with_four_players_all_forty_tokens_are_used() -> None:
    assert setup(4, seed=1).bank.total == 40


@pytest.mark.rule("COMP-2", "SETUP-2", "INV-2")
def test_every_card_lies_in_the_row_or_deck_of_its_level() -> None:
    state = setup(3, seed=1)
    found = []
    for level, (row, deck) in enumerate(zip(state.rows, state.decks, strict=True), start=1):
        cards = [*row, *deck]
        assert {card.level for card in cards if card is not None} == {level}
        found += cards
    assert len(found) == 90
    assert set(found) == set(CARDS.values())


@pytest.mark.rule("SETUP-10", "TURN-1")
def test_players_start_with_nothing_and_the_first_turn_to_come() -> None:
    state = setup(3, seed=1)
    assert state.players == (Player(), Player(), Player())
    assert (state.turn, state.passes, state.phase, state.round) == (0, 0, Phase.MAIN, 1)
    assert state.rules == OFFICIAL


@pytest.mark.rule("SETUP-11", "TURN-1")
@pytest.mark.parametrize("first_player", [0, 1, 2])
def test_the_starting_seat_is_given(first_player: int) -> None:
    state = setup(3, seed=1, first_player=first_player)
    assert state.first_player == state.mover == first_player


@pytest.mark.rule("SETUP-11")
@pytest.mark.parametrize("first_player", [-1, 3, True, 1.0, None, "0"])
def test_a_starting_seat_that_is_not_at_the_table_is_refused(first_player: Any) -> None:  # noqa: ANN401
    with pytest.raises(InvalidValueError, match="first_player is an int from 0 to 2"):
        setup(3, seed=1, first_player=first_player)


@pytest.mark.rule("SETUP-1")
@pytest.mark.parametrize("players", [0, 1, 5, -2, 2.0, True, None, "2"])
def test_other_numbers_of_players_are_refused(players: Any) -> None:  # noqa: ANN401
    with pytest.raises(InvalidValueError, match="SETUP-1"):
        setup(players, seed=1)
    with pytest.raises(InvalidValueError, match="SETUP-1"):
        deal(players, rows=((None,) * 4,) * 3, nobles=(), deck_counts=(40, 30, 20))


@pytest.mark.rule("SETUP-4", "SETUP-5", "INFO-6")
def test_the_nobles_not_revealed_are_out_of_the_game() -> None:
    state = setup(2, seed=3)
    assert {*state.nobles, *state.box} == set(NOBLES.values())
    assert len(state.box) == 7


@pytest.mark.rule("VAR-5", "SETUP-4")
def test_the_pool_and_the_number_of_nobles_are_options() -> None:
    pool = (ALL_NOBLES["wr"], ALL_NOBLES["ugk"], ALL_NOBLES["wu"])
    state = setup(2, seed=1, rules=Rules(noble_pool=pool, noble_count=(2, 0, 3)))
    assert len(state.nobles) == 2
    assert set(state.nobles) < set(pool)
    assert setup(3, seed=1, rules=state.rules).nobles == ()
    assert set(setup(4, seed=1, rules=state.rules).nobles) == set(pool)


@pytest.mark.rule("VAR-5", "SETUP-4")
def test_board_game_arena_deals_from_twelve_nobles() -> None:
    seen = {
        noble.id
        for seed in range(40)
        for noble in setup(4, seed=seed, rules=BOARD_GAME_ARENA).nobles
    }
    assert seen == set(ALL_NOBLES)
    official = {noble.id for seed in range(40) for noble in setup(4, seed=seed).nobles}
    assert official == set(NOBLES)


@pytest.mark.rule("VAR-5", "SETUP-5")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_of_a_longer_pool_too_all_nobles_not_revealed_are_out_of_the_game(
    players: int, seed: int
) -> None:
    state = setup(players, seed=seed, rules=BOARD_GAME_ARENA)
    assert len(state.box) == 12 - (players + 1)
    revealed = set(state.nobles)
    assert list(state.box) == [noble for noble in ALL_NOBLES.values() if noble not in revealed]


@pytest.mark.rule("VAR-4", "VAR-8", "SETUP-9")
def test_the_supplies_are_options() -> None:
    assert setup(4, seed=1, rules=TEXT_B).bank == Gems(7, 7, 7, 7, 7, 7)
    assert setup(3, seed=1, rules=TEXT_B).bank == Gems(5, 5, 5, 5, 5)
    rules = Rules(gem_tokens=(1, 2, 3), gold_tokens=(10, 0, 1))
    assert setup(2, seed=1, rules=rules).bank == Gems(1, 1, 1, 1, 1, 10)


@pytest.mark.rule("SETUP-2")
def test_a_seed_deals_one_game_and_another_seed_another() -> None:
    assert setup(2, seed=1) == setup(2, seed=1)
    seeds: list[int | bytes] = [0, 1, 2**256 - 1, b"", b"\x00", b"\x01", b"1", bytes(32)]
    assert len({setup(2, seed=seed) for seed in seeds}) == len(seeds)
    for rules in PRESETS.values():
        assert setup(2, seed=1, rules=rules).rows == setup(4, seed=1).rows


@pytest.mark.rule("SETUP-2")
@pytest.mark.parametrize(
    "seed", [-1, 2**256, True, 1.5, None, "1", bytes(33), bytearray(b"1")], ids=repr
)
def test_what_is_no_seed_is_refused(seed: Any) -> None:  # noqa: ANN401
    with pytest.raises(
        InvalidValueError, match="a seed is an int from 0 to 2\\^256 - 1 or up to 32 bytes"
    ):
        setup(2, seed=seed)


@pytest.mark.parametrize("rules", [None, "official", 15])
def test_rules_that_are_none_are_refused(rules: Any) -> None:  # noqa: ANN401
    with pytest.raises(InvalidValueError):
        setup(2, seed=1, rules=rules)
    state = setup(2, seed=1)
    with pytest.raises(InvalidValueError):
        deal(2, rows=state.rows, nobles=state.nobles, decks=state.decks, rules=rules)


# Given tables


@pytest.mark.rule("SETUP-2", "SETUP-3", "INFO-4")
def test_a_given_table_is_dealt_with_decks_known_or_counted() -> None:
    state = setup(3, seed=5, first_player=1)
    known = deal(3, rows=state.rows, nobles=state.nobles, decks=state.decks, first_player=1)
    assert known == state
    counted = deal(
        3, rows=state.rows, nobles=state.nobles, deck_counts=(36, 26, 16), first_player=1
    )
    assert counted == observe(state, None)


@pytest.mark.rule("SETUP-3", "INV-6")
def test_a_card_of_the_opening_may_be_unknown_but_no_place_empty() -> None:
    state = setup(2, seed=5)
    rows = ((CardBack(1), *state.rows[0][1:]), *state.rows[1:])
    table = deal(2, rows=rows, nobles=state.nobles, deck_counts=(36, 26, 16))
    assert table.rows[0][0] == CardBack(1)
    empty = ((None, *state.rows[0][1:]), *state.rows[1:])
    with pytest.raises(InvalidPositionError) as caught:
        deal(2, rows=empty, nobles=state.nobles, deck_counts=(37, 26, 16))
    assert [problem.rule for problem in caught.value.problems] == [RuleId.INV_6]


@pytest.mark.rule("INV-2", "INV-3", "ROW-6")
def test_a_table_that_no_game_opens_with_is_refused_with_all_problems() -> None:
    state = setup(2, seed=5)
    other = next(card for card in state.decks[1])
    rows = ((other, *state.rows[0][1:]), *state.rows[1:])
    with pytest.raises(InvalidPositionError) as caught:
        deal(2, rows=rows, nobles=state.nobles[1:], decks=state.decks)
    rules = [problem.rule.value for problem in caught.value.problems]
    assert rules == ["ROW-6", "INV-2", "INV-2", "INV-2", "INV-3"]
    assert all(str(problem) in str(caught.value) for problem in caught.value.problems)


@pytest.mark.parametrize(
    "changes",
    [
        {"decks": None, "deck_counts": None},
        {"deck_counts": (36, 26, 16)},
        {"decks": None, "deck_counts": (36, 26)},
        {"decks": None, "deck_counts": (36, 26, 16, 0)},
        {"decks": None, "deck_counts": (41, 26, 16)},
        {"decks": None, "deck_counts": (-1, 26, 16)},
        {"decks": None, "deck_counts": (36.0, 26, 16)},
        {"decks": None, "deck_counts": (True, 26, 16)},
        {"decks": None, "deck_counts": 36},
        {"decks": None, "deck_counts": "abc"},
        {"decks": ((), ())},
        {"decks": ()},
        {"decks": 3},
        {"rows": ()},
        {"rows": None},
        {"nobles": ("wu", "wk", "ug")},
        {"nobles": None},
        {"first_player": 2},
    ],
    ids=lambda changes: ", ".join(f"{name}={value!r}" for name, value in changes.items()),
)
def test_wrong_types_and_shapes_of_a_table_are_refused(changes: dict[str, Any]) -> None:
    state = setup(2, seed=5)
    parts = {"rows": state.rows, "nobles": state.nobles, "decks": state.decks, **changes}
    with pytest.raises(InvalidValueError):
        deal(2, **parts)


def test_any_sequences_make_a_table() -> None:
    state = setup(2, seed=5)
    again: State = deal(
        2,
        rows=[list(row) for row in state.rows],
        nobles=(noble for noble in state.nobles),
        decks=(iter(deck) for deck in state.decks),
    )
    assert again == state
    counted = deal(2, rows=state.rows, nobles=state.nobles, deck_counts=iter((36, 26, 16)))
    assert counted == observe(state, None)
    assert attrs.evolve(again) == state
