"""Everything that can be written down, sensible or not: actions, events, records and states."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from splendor import (
    CARDS,
    Action,
    BuyCard,
    CardBack,
    ChooseNoble,
    Claims,
    Commitment,
    Disclosure,
    Ending,
    Event,
    Gems,
    Generator,
    Meta,
    Move,
    Opening,
    Pass,
    Phase,
    Player,
    Record,
    ReserveCard,
    Reserved,
    ReserveFromDeck,
    Result,
    ReturnTokens,
    RevealCard,
    State,
    TakeTokens,
)
from tests.walks import ALL_NOBLES, RULES

GEMS = st.builds(Gems, *[st.integers(0, 31) | st.integers(0, 2)] * 6)
CARD = st.sampled_from(list(CARDS.values()))
LEVEL = st.integers(1, 3)
BACK = st.builds(CardBack, LEVEL)
FACE = CARD | BACK
NOBLE = st.sampled_from(ALL_NOBLES)
SEAT = st.integers(0, 3)
ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.builds(TakeTokens, GEMS),
    st.builds(ReserveCard, CARD),
    st.builds(ReserveFromDeck, LEVEL),
    st.builds(BuyCard, CARD, GEMS),
    st.builds(ReturnTokens, GEMS),
    st.builds(ChooseNoble, NOBLE),
    st.just(Pass()),
    st.builds(RevealCard, FACE),
)
FIGURE = st.integers(-(10**15), 10**15)
CLAIMS = st.builds(
    Claims,
    points=st.none() | FIGURE,
    gained=st.none() | FIGURE,
    change=st.none() | st.tuples(*[FIGURE] * 6),
    round=st.none() | FIGURE | st.integers(1, 3),
)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20) | st.sampled_from(
    ["]", "}", '"', "\\", ";", "\n", "# 2k1", "a; b", "\u2028", "[Format", " "]
)
_LEAF = st.none() | st.booleans() | st.integers(-(10**18) + 1, 10**18 - 1) | TEXT
_TREE = st.recursive(
    _LEAF, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3)
)
META = st.builds(Meta, st.dictionaries(TEXT, _TREE, max_size=3))
DIGEST = st.none() | st.text("0123456789abcdef", min_size=12, max_size=12)


@st.composite
def moves(draw: st.DrawFn, seats: int = 4) -> Move:
    """Draw any move of one of so many seats."""
    action = draw(ACTIONS)
    reserves = isinstance(action, (ReserveCard, ReserveFromDeck))
    return Move(
        action,
        draw(st.none() | st.integers(0, seats - 1)),
        draw(st.booleans() if reserves else st.none() | st.booleans()),
        draw(st.none() | NOBLE),
        draw(st.just(Claims()) | CLAIMS),
        draw(DIGEST),
        draw(st.just(Meta()) | META),
    )


@st.composite
def disclosures(draw: st.DrawFn, seats: int = 4) -> Disclosure:
    """Draw any disclosure."""
    seat = draw(st.none() | st.integers(0, seats - 1))
    return Disclosure(draw(CARD), seat, draw(DIGEST), draw(st.just(Meta()) | META))


def events(seats: int) -> st.SearchStrategy[Event]:
    """Return any event of a game of so many players."""
    return moves(seats) | disclosures(seats)


ROW = st.tuples(*[st.none() | FACE] * 4)
COUNT = st.integers(0, 40)
DECKS = st.tuples(*[st.lists(CARD, max_size=40).map(tuple)] * 3)
NOBLES = st.lists(NOBLE, max_size=5).map(tuple)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Draw any record that can be written down, nearly all of games that never were."""
    seats = draw(st.integers(2, 4))
    figures = st.none() | st.lists(FIGURE, max_size=4).map(tuple)
    winners = st.none() | st.lists(st.integers(0, seats - 1), unique=True).map(tuple)
    return Record(
        players=tuple(draw(st.lists(TEXT, min_size=seats, max_size=seats))),
        opening=Opening(
            draw(st.integers(0, seats - 1)),
            draw(GEMS),
            draw(st.tuples(ROW, ROW, ROW)),
            draw(NOBLES),
            draw(st.tuples(COUNT, COUNT, COUNT)),
        ),
        events=tuple(draw(st.lists(events(seats), max_size=8))),
        rules=draw(RULES),
        perspective=draw(st.sampled_from(["full", "public", 0, 1])),
        ending=draw(
            st.sampled_from([Ending(), Ending("played")])
            | st.builds(Ending, st.sampled_from(["resigned", "timeout"]), st.integers(0, seats - 1))
        ),
        result=draw(st.none() | st.builds(Result, figures, figures, figures, winners)),
        decks=draw(st.none() | DECKS),
        seed=draw(st.none() | st.integers(0, 2**256 - 1) | st.binary(max_size=32)),
        commitment=draw(st.none() | _commitments()),
        generator=draw(st.none() | st.builds(Generator, TEXT, TEXT)),
        meta=draw(st.just(Meta()) | META),
    )


def _commitments() -> st.SearchStrategy[Commitment]:
    digits = st.text("0123456789abcdef", min_size=64, max_size=64)
    return st.builds(Commitment, digits, st.none() | st.binary(min_size=16, max_size=32))


@st.composite
def _reserved(draw: st.DrawFn) -> Reserved:
    card = draw(FACE)
    return Reserved(card, face_down=True if isinstance(card, CardBack) else draw(st.booleans()))


PLAYERS = st.builds(
    Player,
    GEMS,
    st.lists(CARD, unique=True, max_size=20),
    st.lists(_reserved(), max_size=4),
    st.lists(NOBLE, unique=True, max_size=4),
)


@st.composite
def states(draw: st.DrawFn) -> State:
    """Draw any state of the right shape, nearly all of them such that break invariants."""
    seats = draw(st.integers(2, 4))
    piles: st.SearchStrategy[Any] = st.lists(FACE, max_size=42) | st.lists(BACK, max_size=42)
    return State(
        draw(RULES),
        draw(GEMS),
        draw(st.tuples(piles, piles, piles)),
        draw(st.tuples(ROW, ROW, ROW)),
        draw(NOBLES),
        draw(st.lists(PLAYERS, min_size=seats, max_size=seats)),
        draw(st.integers(0, seats - 1)),
        draw(st.integers(0, 4_000_000)),
        draw(st.integers(0, 4_000_000)),
        draw(st.sampled_from(list(Phase))),
    )
