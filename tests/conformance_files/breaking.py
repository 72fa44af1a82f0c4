"""The lines of `positions.jsonl`: positions that can be read and that no play comes to.

Most change one thing in a sound position; what a line is about says which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import attrs

from splendor import CARDS, NOBLES, CardBack, Phase, State, format_position, problems
from tests.conformance_files.starts import BLACK, BLUE, WHITE
from tests.positions import held, position, seat

Change = Callable[[State], State]
ELEVEN: Final = "wwwuuugggrr"


def lines() -> Iterator[dict[str, Any]]:
    """Yield all lines of the file."""
    for rule, about, state in broken_positions():
        assert problems(state)[0].rule.value == rule, about
        yield {"rule": rule, "about": about, "position": format_position(state)}


def broken_positions() -> Iterator[tuple[str, str, State]]:
    """Yield the first rule broken, what is wrong, and the position."""
    for some in (tokens, cards, nobles, limits, rows, turns, phases):
        yield from some()


def plain() -> State:
    return position(seat(), seat())


def change(state: State, number: int, **changes: Any) -> State:  # noqa: ANN401 - any field
    """Change one player."""
    players = list(state.players)
    players[number] = attrs.evolve(players[number], **changes)
    return attrs.evolve(state, players=players)


def tokens() -> Iterator[tuple[str, str, State]]:
    state = plain()
    missing = attrs.evolve(state, bank=state.bank - seat("wy").tokens)
    yield "INV-1", "a white and a gold token are missing", missing
    yield "INV-1", "a black token too many", change(state, 1, tokens=seat("k").tokens)


def cards() -> Iterator[tuple[str, str, State]]:
    state = plain()
    one, two, three = state.rows
    swapped = ((two[0], *one[1:]), (one[0], *two[1:]), three)
    yield "ROW-6", "1w1 and 2w1 have changed places", attrs.evolve(state, rows=swapped)
    first, second, third = state.decks
    decks = (first, (third[0], *second[1:]), (second[0], *third[1:]))
    yield (
        "ROW-6",
        "the top cards of two decks have changed places",
        attrs.evolve(state, decks=decks),
    )
    later = position(seat(), seat(), turn=2)
    yield (
        "INV-2",
        "1w5 lies in a deck and in a hand",
        change(later, 0, reserved=(held("1w5"),)),
    )
    rows = ((one[0], one[0], *one[2:]), two, three)
    yield "INV-2", "1w1 lies twice in a row, and 1w2 nowhere", attrs.evolve(state, rows=rows)
    gone = attrs.evolve(state, decks=(first, second, third[1:]))
    yield "INV-2", "a card of level 3 is gone", gone
    backs = tuple((CardBack(level),) * number for level, number in ((1, 37), (2, 26), (3, 16)))
    yield "INV-2", "a deck of unknown cards has one too many", attrs.evolve(state, decks=backs)


def nobles() -> Iterator[tuple[str, str, State]]:
    state = position(seat(), seat(), nobles="wk wu gr")
    twice = (NOBLES["wk"], NOBLES["wk"], NOBLES["gr"])
    yield "INV-3", "a noble lies there twice", attrs.evolve(state, nobles=twice)
    strange = position(seat(), seat(), nobles="wr wk gr", sound=False)
    yield "INV-3", "a noble is not in the pool", strange
    yield "INV-3", "no nobles are there", attrs.evolve(state, nobles=())
    poor = position(seat(bought="1w1"), seat(), nobles="wk gr ug")
    poor = attrs.evolve(poor, nobles=poor.nobles[1:])
    visited = change(poor, 0, nobles=(NOBLES["wk"],))
    yield "NOB-2", "a noble is with a player of one bonus", visited


def limits() -> Iterator[tuple[str, str, State]]:
    others = [seat(), seat()]
    yield (
        "INV-4",
        "eleven tokens between two turns",
        position(seat(ELEVEN), seat(), *others, sound=False),
    )
    yield (
        "INV-4",
        "twelve tokens with a player whose turn it is not",
        position(seat(ELEVEN), seat(f"{ELEVEN}k"), *others, phase=Phase.RETURN, sound=False),
    )
    yield (
        "INV-4",
        "fourteen tokens, of which none is left to return but three",
        position(seat(f"{ELEVEN}rkk"), seat(), *others, phase=Phase.RETURN, sound=False),
    )
    chooser = seat(ELEVEN, bought=f"{WHITE} {BLUE} {BLACK}")
    yield (
        "INV-4",
        "eleven tokens with a noble to choose, which comes after the return",
        position(chooser, seat(), *others, nobles="wu wk gr rk ug", phase=Phase.NOBLE, sound=False),
    )
    four = seat(hand="1w1 1w2 ?2u1 3g1")
    yield "INV-5", "four cards in a hand", position(four, seat(), sound=False)


def rows() -> Iterator[tuple[str, str, State]]:
    hole = attrs.evolve(_awaiting(1, 2), phase=Phase.MAIN)
    yield "INV-6", "an empty place over a deck, and no refill is awaited", hole
    yield "INV-6", "two empty places in a row", _awaiting(2, 1)
    yield "INV-6", "an empty place in each of two rows", _awaiting(1, 1, 3)


def _awaiting(holes: int, *levels: int) -> State:
    """Await a card, with so many empty places in the rows of these levels."""
    state = position(seat(), seat(), hidden=True, turn=6)
    rows_left, decks = list(state.rows), list(state.decks)
    for level in levels:
        rows_left[level - 1] = (*(None,) * holes, *rows_left[level - 1][holes:])
        decks[level - 1] = (*decks[level - 1], *(CardBack(level),) * holes)
    return attrs.evolve(state, rows=rows_left, decks=decks, phase=Phase.REVEAL)


def turns() -> Iterator[tuple[str, str, State]]:
    yield (
        "INV-9",
        "two passes in one turn",
        position(seat(), seat(), seat(), turn=1, passes=2, sound=False),
    )
    yield (
        "INV-9",
        "two cards after one turn",
        position(seat(bought="1w1", hand="1w2"), seat(), turn=2, sound=False),
    )
    yield (
        "INV-9",
        "a card with a player who has not had a turn",
        position(seat(), seat(bought="1w1"), first_player=0, turn=1, sound=False),
    )
    quick = change(plain(), 0, purchased=(CARDS["1k8"],))
    decks = tuple(tuple(c for c in deck if c is not CARDS["1k8"]) for deck in quick.decks)
    yield "INV-9", "a card before the first turn", attrs.evolve(quick, decks=decks)


def phases() -> Iterator[tuple[str, str, State]]:
    for about, phase, player in (
        ("over in the middle of a game", Phase.OVER, seat()),
        ("going on after the end", Phase.MAIN, seat(bought="3w4 3u4 3g4")),
        ("a return with three tokens", Phase.RETURN, seat("www")),
        ("a choice of no noble", Phase.NOBLE, seat()),
        ("a card to turn up with no place for it", Phase.REVEAL, seat()),
    ):
        yield "TURN-5", about, position(player, seat(), phase=phase, sound=False)
    one = position(
        seat(bought=f"{WHITE} {BLUE}"), seat(), nobles="wu wk gr", phase=Phase.NOBLE, sound=False
    )
    yield "TURN-5", "a choice of one noble", one
    stale = position(seat(), seat(), passes=2, turn=4, sound=False)
    yield "TURN-5", "going on after as many passes as players", stale
