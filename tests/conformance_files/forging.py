"""The lines of `records.jsonl`: records that can be read and that no game can have left.

Each is a sound record with one thing forged; the rule is that of the first problem found.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import attrs

from splendor import (
    CARDS,
    NOBLES,
    TEXT_B,
    Card,
    ChooseNoble,
    Claims,
    Disclosure,
    Ending,
    Gems,
    Move,
    Pass,
    Record,
    Result,
    RevealCard,
    Rules,
    State,
    Verdict,
    commit,
    format_record,
    parse_action,
    record_game,
    setup,
    verify,
)
from tests.conformance_files.starts import DEAR
from tests.games import buying, play, stalemate
from tests.positions import blind, position, seat, take
from tests.records import index_of, move_at

Forged = tuple[str, str, Record]
SALT: Final = bytes(range(16))
OPENING: Final = setup(2, seed=1)
CHOOSING: Final = 141
"""The seed of a game in which a noble is chosen after 44 actions."""
NO_GOLD: Final = Rules(gold_tokens=(0, 0, 0))


def lines() -> Iterator[dict[str, Any]]:
    """Yield all lines of the file."""
    for rule, about, record in forged_records():
        report = verify(record)
        assert report.verdict is Verdict.INVALID, about
        assert report.problem is not None
        assert report.problem.rule.value == rule, (about, str(report.problem))
        yield {"rule": rule, "about": about, "record": format_record(record)}


def forged_records() -> Iterator[Forged]:
    """Yield the rule broken, what is forged, and the record."""
    for some in (openings, claimed_decks, moves, golds, visits, figures, faces, passes, endings):
        yield from some()


def short(actions: str = "T wug; R #2", opening: State = OPENING) -> Record:
    """A record of a few actions, semicolons between."""
    return record_game(opening, [parse_action(action) for action in actions.split("; ")])


def with_event(record: Record, index: int, **changes: Any) -> Record:  # noqa: ANN401 - any field
    """Change what one event says, and end the record there."""
    event = attrs.evolve(record.events[index], **changes)
    return cut(record, index, event)


def cut(record: Record, index: int, *events: Move | Disclosure) -> Record:
    """End the record with these events instead of the one of this number and all behind it."""
    kept = (*record.events[:index], *events)
    return attrs.evolve(record, events=kept, ending=Ending(), result=None)


def openings() -> Iterator[Forged]:
    for players, rule in ((2, "SETUP-6"), (3, "SETUP-7"), (4, "SETUP-8")):
        yield rule, f"a red token too few at the opening for {players}", _bank(players, Gems(red=1))
    yield "SETUP-9", "a gold token too few at the opening", _bank(2, Gems(gold=1))
    record = short()
    first, second, third = record.opening.rows
    twice = attrs.evolve(record.opening, rows=((first[0], first[0], *first[2:]), second, third))
    yield "INV-2", "a card lies twice in an opening row", attrs.evolve(record, opening=twice)
    bare = attrs.evolve(record.opening, nobles=record.opening.nobles[1:])
    yield "INV-3", "a noble too few at the opening", attrs.evolve(record, opening=bare)


def _bank(players: int, missing: Gems) -> Record:
    record = short(opening=setup(players, seed=1))
    opening = attrs.evolve(record.opening, bank=record.opening.bank - missing)
    return attrs.evolve(record, opening=opening)


def claimed_decks() -> Iterator[Forged]:
    record = short("R #2")
    yield "SETUP-2", "the seed deals another table", attrs.evolve(record, seed=2)
    decks = [[card for card in deck if isinstance(card, Card)] for deck in OPENING.decks]
    yield (
        "SETUP-2",
        "the claimed decks are not those of the seed",
        attrs.evolve(record, seed=1, decks=_decks(decks, swapped=3)),
    )
    sealed = commit(OPENING, salt=SALT)
    yield (
        "SETUP-2",
        "the opened commitment is to other decks than are claimed",
        attrs.evolve(record, decks=_decks(decks, swapped=3), commitment=sealed),
    )
    yield (
        "SETUP-2",
        "a commitment is opened, and neither decks nor a seed are claimed",
        attrs.evolve(record, commitment=sealed),
    )
    yield (
        "ROW-1",
        "the card drawn blind is not the first of the claimed deck",
        attrs.evolve(record, decks=_decks(decks, swapped=2)),
    )
    turned_up = short(f"R {OPENING.rows[0][0]}")
    yield (
        "ROW-1",
        "the card turned up is not the first of the claimed deck",
        attrs.evolve(turned_up, decks=_decks(decks, swapped=1)),
    )


def _decks(decks: list[list[Card]], *, swapped: int) -> tuple[tuple[Card, ...], ...]:
    """The decks with the first two cards of one level in each other's place."""
    return tuple(
        (deck[1], deck[0], *deck[2:]) if level == swapped else tuple(deck)
        for level, deck in enumerate(decks, start=1)
    )


def moves() -> Iterator[Forged]:
    record = short()
    yield "TURN-4", "a player acts out of turn", with_event(record, 0, by=1)
    yield "TURN-4", "the table acts where a player should", with_event(record, 0, by=None)
    yield "TAKE-9", "two of one colour and another", with_event(record, 0, action=take("wwu"))
    yield "INV-10", "the digest is of another state", with_event(record, 0, digest="0" * 12)
    done = record_game(*stalemate())
    more = attrs.evolve(done, events=(*done.events, Move(take("w"), 0)))
    yield "END-8", "something is done after the end", more
    turned_up = short(f"R {OPENING.rows[0][0]}")
    refill = move_at(turned_up, 1)
    late = Move(take("wug"), 1)
    yield "TURN-4", "the refill of a row is left out", cut(turned_up, 1, late, refill)
    for rule, about, card in (
        ("ROW-6", "a card of another level is turned up", CARDS["3w1"]),
        ("COMP-2", "a card that lies face up is turned up", OPENING.rows[0][1]),
    ):
        assert isinstance(card, Card)
        yield rule, about, with_event(turned_up, 1, action=RevealCard(card))


def golds() -> Iterator[Forged]:
    yield "RES-8", "a take brings gold", with_event(short(), 0, gold=True)
    yield "RES-3", "a reservation brings no gold, and there is some", _no_gold()
    poor = short("R #1", setup(2, seed=1, rules=TEXT_B))
    yield "RES-4", "a reservation brings gold, and there is none", with_event(poor, 0, gold=True)


def _no_gold() -> Record:
    return with_event(short("R #1"), 0, gold=False)


@cache
def _with_nobles() -> Record:
    """A game in which a noble is chosen and others come by themselves."""
    return record_game(*play(CHOOSING, policy=buying))


def visits() -> Iterator[Forged]:
    record = _with_nobles()
    chosen = index_of(record, lambda move: isinstance(move.action, ChooseNoble))
    choice = move_at(record, chosen).action
    assert isinstance(choice, ChooseNoble)
    state = verify(cut(record, chosen)).final
    assert state is not None
    bonuses = state.players[state.mover].bonuses
    other = next(
        noble
        for noble in state.nobles
        if noble is not choice.noble and bonuses.covers(noble.requires)
    )
    yield (
        "NOB-6",
        "two nobles come on one turn, one of them chosen",
        with_event(record, chosen, visit=other),
    )
    come = index_of(record, lambda move: move.visit is not None)
    yield (
        "NOB-4",
        "a noble comes, and the record leaves it out",
        with_event(record, come, visit=None),
    )
    yield (
        "NOB-2",
        "a noble comes to a player without bonuses",
        with_event(short(), 0, visit=OPENING.nobles[0]),
    )
    away = next(noble for noble in NOBLES.values() if noble not in OPENING.nobles)
    yield "NOB-1", "a noble comes that is not on the table", with_event(short(), 0, visit=away)


def figures() -> Iterator[Forged]:
    for rule, about, claims in (
        ("END-2", "an event is of round 2, and it is the first", Claims(round=2)),
        ("INV-1", "a player gets a token more than they take", Claims(change=(2, 1, 1, 0, 0, 0))),
        ("WIN-1", "a take gains a point", Claims(gained=1)),
        ("WIN-1", "a player has three points after a take", Claims(points=3)),
    ):
        yield rule, about, with_event(short(), 0, claims=claims)


def faces() -> Iterator[Forged]:
    record = short("T wug; R #2")
    yield (
        "INFO-2",
        "a card is named in a hand without unknown ones",
        _named(record, CARDS["2w1"], 0),
    )
    yield (
        "ROW-6",
        "a card is named in a row without unknown ones",
        _named(record, CARDS["2w1"], None),
    )
    seen = OPENING.rows[1][0]
    assert isinstance(seen, Card)
    yield "COMP-2", "the card drawn blind lies face up", _named(record, seen, 1)


def _named(record: Record, card: Card, seat_of_hand: int | None) -> Record:
    """Name another card instead of the one drawn, or somewhere else."""
    return cut(record, 2, Disclosure(card, seat_of_hand))


def passes() -> Iterator[Forged]:
    yield "PASS-2", "a pass, and tokens could be taken", with_event(short(), 0, action=Pass())
    opening = position(seat(), seat(), face_up=DEAR, hidden=True, rules=NO_GOLD)
    takes = ("wug", "wug", "wrk", "urk", "urk", "wrk", "g", "g")
    drawn = [blind(1), *[blind(3)] * 5]
    passed = record_game(opening, [*map(take, takes), *drawn, Pass(), Pass()])
    stop = len(passed.events) - 1
    yield (
        "PASS-2",
        "after a pass a card is named in that hand which could have been bought",
        cut(passed, stop, Disclosure(CARDS["1w1"], 0)),
    )


@cache
def _decided() -> Record:
    """A game for one point: seat 0 buys 1w8, and seat 1 has the last turn."""
    opening = position(seat(), seat(), face_up="1w8", rules=Rules(target_score=1))
    actions = "T gg; T wrk; T wug; R #1; T ugr; R #2; B 1w8 gggg; R #3"
    return short(actions, opening)


@cache
def _limited() -> Record:
    """Three rounds: seat 0 has a card of no points, seat 1 none, and so seat 1 wins."""
    opening = position(seat(), seat(), face_up="1w1", rules=Rules(turn_limit=3))
    return short("T wrk; T wug; T rug; T wuk; B 1w1 rrk; T wgr", opening)


def endings() -> Iterator[Forged]:
    won, limited, stalled = _decided(), _limited(), record_game(*stalemate())
    yield "END-1", "played out in the middle", attrs.evolve(short(), ending=Ending("played"))
    for rule, about, record in (
        ("END-1", "unfinished, and the target is reached", won),
        ("END-6", "unfinished, and all have passed", stalled),
        ("END-7", "unfinished, and the turn limit is reached", limited),
    ):
        yield rule, about, attrs.evolve(record, ending=Ending())
    yield (
        "END-1",
        "resigned after the target was reached",
        attrs.evolve(won, ending=Ending("resigned", 1)),
    )
    for rule, about, record, result in (
        ("WIN-1", "the points are wrong", won, Result(points=(2, 0))),
        ("WIN-3", "the bought cards are wrong", won, Result(purchased=(1, 1))),
        ("WIN-2", "the ranks are wrong", won, Result(ranks=(2, 1))),
        ("WIN-2", "the winner has fewer points", won, Result(winners=(1,))),
        ("WIN-3", "a winner has as many points and more cards", limited, Result(winners=(0, 1))),
        ("WIN-4", "a winner is left out", stalled, Result(winners=(0,))),
    ):
        yield rule, about, attrs.evolve(record, result=result)
