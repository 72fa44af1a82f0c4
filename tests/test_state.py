"""State, Player, Reserved, Phase and the actions as values."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from hypothesis.vendor.pretty import pretty

import splendor
from splendor import (
    CARDS,
    NOBLES,
    OFFICIAL,
    Action,
    BuyCard,
    CardBack,
    ChooseNoble,
    Gems,
    InvalidValueError,
    Pass,
    Phase,
    Player,
    ReserveCard,
    Reserved,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    Rules,
    State,
    TakeTokens,
    UnreadableError,
    observe,
    setup,
)
from tests.positions import (
    LONG,
    blind,
    buy,
    choose,
    do,
    give_back,
    position,
    reserve,
    reveal,
    row,
    seat,
    take,
)

FORGED = attrs.evolve(CARDS["1w1"], points=5)
NAMESPACE = {name: getattr(splendor, name) for name in splendor.__all__}


def busy() -> State:
    """A position with something of everything."""
    return position(
        seat("wuy", bought="1w1 1w2 1w3 1w4 1u1 1u2 1u3 1u4", hand="?1k1 3w4 #2", nobles="wu"),
        seat("ggk", bought="2g1"),
        seat(),
        first_player=2,
        mover=1,
        rules=Rules(target_score=21, payment="gold_last"),
    )


VALUES: list[Any] = [
    busy(),
    setup(4, seed=1),
    observe(setup(3, seed=2), 1),
    do(position(seat(), seat(), hidden=True), reserve("1w2")),
    do(position(seat(), seat(), hidden=True), reserve("1w2"), reveal("#1")),
    position(seat(), seat(), sold_out=[1, 2, 3], rules=LONG),
    Player(),
    busy().players[0],
    Reserved(CARDS["1w1"]),
    Reserved(CARDS["1w1"], face_down=True),
    Reserved(CardBack(3), face_down=True),
    CardBack(2),
    *Phase,
    take("wug"),
    reserve("1w1"),
    blind(2),
    buy("1w1", "rry"),
    give_back("wy"),
    choose("wu"),
    choose("ugk"),
    Pass(),
    reveal("3k4"),
    reveal("#1"),
    OFFICIAL,
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: f"{VALUES.index(value)}")
def test_values_print_copy_and_pickle_to_equals(value: Any) -> None:  # noqa: ANN401
    """The text evaluates back with nothing but the public names."""
    copies = (
        eval(repr(value), dict(NAMESPACE)),  # noqa: S307 - our own text
        pickle.loads(pickle.dumps(value)),  # noqa: S301 - our own pickle
        copy.copy(value),
        copy.deepcopy(value),
    )
    for other in copies:
        assert type(other) is type(value)
        assert other == value
        assert hash(other) == hash(value)
        assert repr(other) == repr(value)
    assert value != repr(value)


FROZEN = [value for value in VALUES if not isinstance(value, Phase)]


@pytest.mark.parametrize("value", FROZEN, ids=lambda value: f"{FROZEN.index(value)}")
def test_values_cannot_be_changed(value: Any) -> None:  # noqa: ANN401
    names = [field.name for field in attrs.fields(type(value))] or ["anything"]
    for name in names:
        with pytest.raises((attrs.exceptions.FrozenInstanceError, AttributeError)):
            setattr(value, name, None)
        with pytest.raises((attrs.exceptions.FrozenInstanceError, AttributeError)):
            delattr(value, name)
    assert not hasattr(value, "__dict__")


@pytest.mark.rule("INV-9")
def test_a_state_after_an_action_is_frozen_too() -> None:
    """The engine fills in plain drafts; what it hands out are values."""
    after = do(setup(2, seed=1), take("wug"))
    assert type(after) is State
    assert all(type(player) is Player for player in after.players)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        after.turn = 0  # type: ignore[misc]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        after.players[0]._tokens = 0
    assert hash(after) == hash(eval(repr(after), dict(NAMESPACE)))  # noqa: S307 - our own text


def test_hypothesis_prints_a_state_as_its_repr() -> None:
    """On one line that evaluates back, not field by field on hundreds."""
    state = setup(2, seed=1)
    assert pretty(state) == repr(state)


@pytest.mark.parametrize("text", [None, b"4/4", 7])
def test_what_is_no_text_is_no_state(text: object) -> None:
    with pytest.raises(UnreadableError, match="expected a line of text, not "):
        State.parse(text)  # type: ignore[arg-type]  # on purpose


FIELDS: dict[str, Any] = {
    "rules": Rules(target_score=99),
    "bank": Gems(white=1),
    "decks": ((), (), ()),
    "rows": ((None,) * 4,) * 3,
    "nobles": (NOBLES["rk"],),
    "players": (Player(), Player(), Player(Gems(white=1))),
    "first_player": 0,
    "turn": 99,
    "passes": 5,
    "phase": Phase.OVER,
}


@pytest.mark.parametrize("name", FIELDS)
def test_every_field_of_a_state_counts_in_equality(name: str) -> None:
    state = busy()
    other = attrs.evolve(state, **{name: FIELDS[name]})
    assert other != state
    assert getattr(other, name) == FIELDS[name]
    assert attrs.evolve(other, **{name: getattr(state, name)}) == state
    assert repr(other) != repr(state)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("tokens", Gems(white=2)),
        ("purchased", (CARDS["1w1"],)),
        ("reserved", ()),
        ("nobles", ()),
    ],
)
def test_every_field_of_a_player_counts_in_equality(name: str, value: Any) -> None:  # noqa: ANN401
    player = busy().players[0]
    other = attrs.evolve(player, **{name: value})
    assert other != player
    assert getattr(other, name) == value
    assert hash(other) != hash(player)


def test_states_that_differ_are_seldom_hashed_alike() -> None:
    assert len({hash(setup(2, seed=seed)) for seed in range(9)}) > 5


def test_the_fields_have_the_documented_names() -> None:
    assert [field.name for field in attrs.fields(State)] == list(FIELDS)
    assert State.__match_args__ == tuple(FIELDS)
    assert Player.__match_args__ == ("tokens", "purchased", "reserved", "nobles")
    assert [field.name for field in attrs.fields(Player)] == list(Player.__match_args__)
    match Player(Gems(white=1)):
        case Player(Gems(1), (), (), ()):
            pass
        case _:
            pytest.fail("players match by position")


def test_the_order_in_which_things_came_does_not_count() -> None:
    one = seat(bought="1w1 3k4 2u3", hand="?1k1 #3 3w4 1r1 #1", nobles="wug wu ugk")
    other = seat(bought="2u3 1w1 3k4", hand="#1 1r1 3w4 #3 ?1k1", nobles="ugk wu wug")
    assert one == other
    assert hash(one) == hash(other)
    assert [card.id for card in one.purchased] == ["1w1", "2u3", "3k4"]
    assert [str(entry.card) for entry in one.reserved] == ["1k1", "1r1", "#1", "3w4", "#3"]
    assert [noble.id for noble in one.nobles] == ["wu", "wug", "ugk"]


@pytest.mark.rule("WIN-1", "BON-1")
def test_bonuses_and_points_follow_from_cards_and_nobles() -> None:
    player = seat(bought="1w8 3k4 2u3 1w1", nobles="wu wug")
    assert player.bonuses == Gems(white=2, blue=1, black=1)
    assert player.points == 1 + 5 + 2 + 0 + 3 + 3


def test_any_sequences_will_do() -> None:
    player = Player(
        Gems(),
        [CARDS["1w1"]],
        iter([Reserved(CARDS["1w2"])]),
        (noble for noble in [NOBLES["wu"]]),
    )
    assert player == seat(bought="1w1", hand="1w2", nobles="wu")
    state = setup(2, seed=1)
    again = State(
        state.rules,
        state.bank,
        [list(deck) for deck in state.decks],
        [list(places) for places in state.rows],
        list(state.nobles),
        list(state.players),
    )
    assert again == state


def make_player(**changes: Any) -> Callable[[], object]:  # noqa: ANN401
    return lambda: Player(**changes)


def make_state(**changes: Any) -> Callable[[], object]:  # noqa: ANN401
    state = setup(2, seed=1)
    return lambda: attrs.evolve(state, **changes)


REFUSED: dict[str, Callable[[], object]] = {
    "tokens": make_player(tokens="w"),
    "tokens counts": make_player(tokens=(1, 0, 0, 0, 0, 0)),
    "purchased id": make_player(purchased=["1w1"]),
    "purchased text": make_player(purchased="1w1"),
    "purchased bytes": make_player(purchased=b"1w1"),
    "purchased one": make_player(purchased=CARDS["1w1"]),
    "purchased back": make_player(purchased=[CardBack(1)]),
    "purchased twice": make_player(purchased=[CARDS["1w1"], CARDS["1w1"]]),
    "purchased forged": make_player(purchased=[FORGED]),
    "reserved card": make_player(reserved=[CARDS["1w1"]]),
    "reserved none": make_player(reserved=None),
    "nobles id": make_player(nobles=["wu"]),
    "nobles twice": make_player(nobles=[NOBLES["wu"], NOBLES["wu"]]),
    "rules": make_state(rules="official"),
    "bank": make_state(bank=None),
    "decks two": make_state(decks=((), ())),
    "decks four": make_state(decks=((), (), (), ())),
    "decks text": make_state(decks="abc"),
    "decks counts": make_state(decks=(36, 26, 16)),
    "decks none inside": make_state(decks=((None,), (), ())),
    "decks forged": make_state(decks=((FORGED,), (), ())),
    "rows short": make_state(rows=((None,) * 3,) * 3),
    "rows long": make_state(rows=((None,) * 5,) * 3),
    "rows two": make_state(rows=((None,) * 4,) * 2),
    "rows ids": make_state(rows=(("1w1",) * 4,) * 3),
    "rows forged": make_state(rows=((FORGED, None, None, None), (None,) * 4, (None,) * 4)),
    "nobles of a state": make_state(nobles=["wu"]),
    "players one": make_state(players=[Player()]),
    "players five": make_state(players=[Player()] * 5),
    "players names": make_state(players=["ann", "bob"]),
    "players number": make_state(players=2),
    "first player": make_state(first_player=2),
    "first player negative": make_state(first_player=-1),
    "first player bool": make_state(first_player=True),
    "turn negative": make_state(turn=-1),
    "turn float": make_state(turn=1.0),
    "turn huge": make_state(turn=10**60),
    "passes": make_state(passes="0"),
    "phase": make_state(phase="main"),
    "reserved id": lambda: Reserved("1w1"),  # type: ignore[arg-type]
    "reserved forged": lambda: Reserved(FORGED),
    "back face up": lambda: Reserved(CardBack(1)),
    "face_down int": lambda: Reserved(CARDS["1w1"], face_down=1),  # type: ignore[arg-type]
    "take text": lambda: TakeTokens("wug"),  # type: ignore[arg-type]
    "reserve id": lambda: ReserveCard("1w1"),  # type: ignore[arg-type]
    "reserve back": lambda: ReserveCard(CardBack(1)),  # type: ignore[arg-type]
    "deck level": lambda: ReserveFromDeck(4),
    "deck bool": lambda: ReserveFromDeck(True),  # noqa: FBT003
    "buy forged": lambda: BuyCard(FORGED, Gems()),
    "buy back": lambda: BuyCard(CardBack(1), Gems()),  # type: ignore[arg-type]
    "buy payment": lambda: BuyCard(CARDS["1w1"], "rrk"),  # type: ignore[arg-type]
    "return": lambda: ReturnTokens(None),  # type: ignore[arg-type]
    "noble id": lambda: ChooseNoble("wu"),  # type: ignore[arg-type]
    "noble forged": lambda: ChooseNoble(attrs.evolve(NOBLES["wu"], points=9)),
    "reveal none": lambda: RevealCard(None),  # type: ignore[arg-type]
    "reveal id": lambda: RevealCard("1w1"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", REFUSED)
def test_wrong_types_and_shapes_are_refused_with_a_short_sentence(name: str) -> None:
    with pytest.raises(InvalidValueError) as caught:
        REFUSED[name]()
    assert 10 < len(str(caught.value)) < 150


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("tokens", "tokens is a Gems, not 'w'"),
        ("purchased twice", "purchased names one twice"),
        ("nobles twice", "nobles names one twice"),
        ("purchased one", "purchased is a sequence, not a Card"),
        ("decks two", "decks are three, one a level, not 2"),
        ("rows short", "a row has 4 places, None where one is empty"),
        ("players one", "SETUP-1: 2, 3 or 4 players take part, not 1"),
        ("first player", "first_player is an int from 0 to 1, not 2"),
        ("turn huge", "turn is an int from 0 to 4000000, not a huge int"),
        ("rules", "rules is a Rules, not 'official'"),
        ("phase", "phase is a Phase, not 'main'"),
        ("back face up", "face_down is a bool, True for a CardBack, not False"),
        ("deck level", "a level is 1, 2 or 3, not 4"),
        ("take text", "gems is a Gems, not 'wug'"),
        ("buy payment", "payment is a Gems, not 'rrk'"),
    ],
)
def test_the_sentence_says_what_is_wrong(name: str, sentence: str) -> None:
    with pytest.raises(InvalidValueError) as caught:
        REFUSED[name]()
    assert str(caught.value) == sentence


@pytest.mark.rule("TURN-1", "END-2")
@pytest.mark.parametrize(
    ("phase", "turn", "mover", "decider", "round_"),
    [
        (Phase.MAIN, 0, 2, 2, 1),
        (Phase.MAIN, 1, 0, 0, 1),
        (Phase.MAIN, 2, 1, 1, 1),
        (Phase.MAIN, 3, 2, 2, 2),
        (Phase.RETURN, 4, 0, 0, 2),
        (Phase.NOBLE, 5, 1, 1, 2),
        (Phase.REVEAL, 5, 1, None, 2),
        (Phase.OVER, 6, 2, None, 2),
        (Phase.OVER, 5, 1, None, 2),
        (Phase.OVER, 0, 2, None, 1),
    ],
)
def test_mover_decider_and_round_follow_from_the_turn(
    phase: Phase, turn: int, mover: int, decider: int | None, round_: int
) -> None:
    """Three players, the last of whom starts."""
    state = attrs.evolve(setup(3, seed=1), first_player=2, turn=turn, phase=phase)
    assert (state.mover, state.decider, state.round) == (mover, decider, round_)


@pytest.mark.rule("SETUP-5")
def test_the_box_holds_the_nobles_of_the_pool_that_were_not_revealed() -> None:
    state = position(
        seat(bought="1w1 1w2 1w3 1w4 1u1 1u2 1u3 1u4", nobles="wu"), seat(), nobles="grk wk"
    )
    assert [noble.id for noble in state.box] == ["ug", "gr", "rk", "wug", "wuk", "wrk", "ugr"]


@pytest.mark.rule("ROW-1", "ROW-2")
def test_the_awaited_place_is_the_empty_one_whose_deck_has_cards() -> None:
    assert setup(2, seed=1).awaited_place is None
    state = position(seat(), seat(), hidden=True)
    assert do(state, reserve("3w4")).awaited_place == (3, 3)
    shrunk = do(position(seat(), seat(), sold_out=[1], rules=LONG), reserve("1w1"))
    assert row(shrunk, 1) == "- 1w2 1w3 1w4"
    assert shrunk.awaited_place is None


ACTIONS: list[Action] = [take("w"), reserve("1w1"), blind(1), buy("1w1", "w"), give_back("w")]


def test_actions_differ_by_kind_and_by_content() -> None:
    assert len({*ACTIONS, take("w"), give_back("w"), Pass(), Pass(), reveal("1w1")}) == 7
    assert buy("1w1", "w") != buy("1w1", "u")
    assert attrs.evolve(buy("1w1", "w"), payment=Gems(gold=1)) == buy("1w1", "y")
