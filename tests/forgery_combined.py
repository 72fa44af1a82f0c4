"""Forgeries of several changes at once, drawn by chance from a seed.

One change alone is mostly found where it stands. Two or more can hide each other, or the second
can make the first one right: a card is left unnamed and then named late, two cards are taken for
each other throughout, a noble comes an event too soon. What must be found, event and rule, says
the referee of `tests.arbiter_records`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

import attrs

from splendor import (
    CARDS,
    Action,
    BuyCard,
    Card,
    CardBack,
    ChooseNoble,
    Disclosure,
    Ending,
    Event,
    Gems,
    Move,
    Pass,
    Record,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    Rules,
    TakeTokens,
    verify,
)
from tests.arbiter import ALL_NOBLES
from tests.arbiter_records import first_problem
from tests.forging import Game, acting

Change = Callable[[Random, Record], Record]
CHANGES: Final[dict[Change, int]] = {}
"""Each with its weight: those that mostly end in the wrong turn are drawn less often."""


def combined(games: Sequence[Game], number: int, *, seed: int = 0) -> Counter[str]:
    """Forge so many records by 1 to 4 changes each; how often each rule was found, or nothing.

    Each is drawn from the seed and its own number, so that one alone can be made again.
    """
    found: Counter[str] = Counter()
    for which in range(number):
        random = Random(f"{seed}/{which}")  # noqa: S311 - a forgery, not a secret
        game = random.choice(games)
        record = attrs.evolve(game.record, seed=None)
        changes = random.choices(list(CHANGES), [*CHANGES.values()], k=random.randint(1, 4))
        for make in changes:
            record = make(random, record)
        first = first_problem(record)
        problem = verify(record).problem
        here = None if problem is None else (problem.event, problem.rule)
        names = [make.__name__.strip("_") for make in changes]
        assert here == first, (seed, which, game.name, names, str(problem), first)
        found["nothing" if first is None else first[1].value] += 1
    return found


def change(weight: int = 1) -> Callable[[Change], Change]:
    """Register a change."""

    def register(make: Change) -> Change:
        CHANGES[make] = weight
        return make

    return register


# What changes are made of


def _with(record: Record, events: Sequence[Event]) -> Record:
    return attrs.evolve(record, events=tuple(events))


def _put_in(record: Record, index: int, *events: Event) -> Record:
    return _with(record, (*record.events[:index], *events, *record.events[index:]))


def _instead(record: Record, index: int, *events: Event) -> Record:
    return _with(record, (*record.events[:index], *events, *record.events[index + 1 :]))


def _places(record: Record, *kinds: type) -> list[int]:
    """The numbers of the events that are of some kinds, or whose action is."""
    return [
        index
        for index, event in enumerate(record.events)
        if isinstance(event, kinds) or (isinstance(event, Move) and isinstance(event.action, kinds))
    ]


def _move(random: Random, record: Record, *kinds: type) -> tuple[int, Move] | None:
    """Any move with an action of some kinds, if there is one."""
    places = _places(record, *(kinds or (Move,)))
    if not places:
        return None
    index = random.choice(places)
    event = record.events[index]
    assert isinstance(event, Move)
    return index, event


def _near(random: Random, record: Record, index: int, most: int) -> int:
    """A place for an event that is not far from another."""
    return min(max(index + random.randint(-most, most), 0), len(record.events))


def _any_seat(random: Random, record: Record) -> int | None:
    seats: list[int | None] = [None, *range(len(record.players))]
    return random.choice(seats)


def _any_card(random: Random, level: int | None = None) -> Card:
    cards = [card for card in CARDS.values() if level in {None, card.level}]
    return random.choice(cards)


# Events elsewhere, missing, or too many


@change()
def _two_events_swapped(random: Random, record: Record) -> Record:
    if not record.events:
        return record
    events = list(record.events)
    first = random.randrange(len(events))
    second = min(_near(random, record, first, 4), len(events) - 1)
    events[first], events[second] = events[second], events[first]
    return _with(record, events)


@change()
def _an_event_moved(random: Random, record: Record) -> Record:
    if not record.events:
        return record
    index = random.randrange(len(record.events))
    without = _instead(record, index)
    return _put_in(without, _near(random, without, index, 6), record.events[index])


@change()
def _some_events_dropped(random: Random, record: Record) -> Record:
    if not record.events:
        return record
    index = random.randrange(len(record.events))
    return _with(
        record, record.events[:index] + record.events[index + random.choice((1, 1, 1, 2, 3, 6)) :]
    )


@change(2)
def _cut_off(random: Random, record: Record) -> Record:
    return _with(record, record.events[: random.randint(0, len(record.events))])


@change()
def _an_event_twice(random: Random, record: Record) -> Record:
    if not record.events:
        return record
    index = random.randrange(len(record.events))
    return _put_in(record, _near(random, record, index + 1, 3), record.events[index])


@change()
def _an_action_put_in(random: Random, record: Record) -> Record:
    actions: list[Action] = [
        Pass(),
        ReturnTokens(Gems(white=1)),
        ChooseNoble(random.choice(list(ALL_NOBLES.values()))),
        RevealCard(_any_card(random)),
        RevealCard(CardBack(random.randint(1, 3))),
        ReserveFromDeck(random.randint(1, 3)),
    ]
    action = random.choice(actions)
    gold = random.random() < 0.7 if isinstance(action, ReserveFromDeck) else None
    index = random.randint(0, len(record.events))
    return _put_in(record, index, Move(action, _any_seat(random, record), gold=gold))


# Cards by other names, and the names of cards


@change(3)
def _two_cards_renamed(random: Random, record: Record) -> Record:
    """From one event on, or from the opening on, each of two cards is called by the other's name.

    At best it is two unseen cards that come to be seen in the other order.
    """
    first = _any_card(random)
    second = _any_card(random, first.level)
    names = {first: second, second: first}
    whole = random.random() < 0.3
    start = 0 if whole else random.randint(0, len(record.events))
    renamed = [_renamed(event, names) for event in record.events[start:]]
    rows = tuple(
        tuple(names.get(card, card) if isinstance(card, Card) and whole else card for card in row)
        for row in record.opening.rows
    )
    opening = attrs.evolve(record.opening, rows=rows)
    return attrs.evolve(record, opening=opening, events=(*record.events[:start], *renamed))


def _renamed(event: Event, names: dict[Card, Card]) -> Event:
    if isinstance(event, Disclosure):
        return attrs.evolve(event, disclose=names.get(event.disclose, event.disclose))
    match event.action:
        case BuyCard(card, payment) if card in names:
            return acting(event, BuyCard(names[card], payment))
        case ReserveCard(card) if card in names:
            return acting(event, ReserveCard(names[card]))
        case RevealCard(card) if isinstance(card, Card) and card in names:
            return acting(event, RevealCard(names[card]))
    return event


@change(5)
def _a_refill_left_unnamed(random: Random, record: Record) -> Record:
    """Later the card is named, rightly or wrongly, or it never is."""
    found = _move(random, record, RevealCard)
    if found is None:
        return record
    index, move = found
    assert isinstance(move.action, RevealCard)
    level, card = move.action.card.level, move.action.card
    unnamed = _instead(record, index, acting(move, RevealCard(CardBack(level))))
    if not isinstance(card, Card) or random.random() < 0.2:
        return unnamed
    named = card if random.random() < 0.7 else _any_card(random, level)
    seat = None if random.random() < 0.8 else _any_seat(random, record)
    later = min(index + random.choice((1, 1, 2, 3, 5, 9)), len(record.events))
    return _put_in(unnamed, later, Disclosure(named, seat))


@change(3)
def _a_disclosure_moved(random: Random, record: Record) -> Record:
    """Also it may name another card of the level."""
    places = _places(record, Disclosure)
    if not places:
        return record
    index = random.choice(places)
    event = record.events[index]
    assert isinstance(event, Disclosure)
    if random.random() < 0.3:
        event = attrs.evolve(event, disclose=_any_card(random, event.disclose.level))
    without = _instead(record, index)
    return _put_in(without, _near(random, without, index, 12), event)


@change()
def _a_disclosure_put_in(random: Random, record: Record) -> Record:
    index = random.randint(0, len(record.events))
    return _put_in(record, index, Disclosure(_any_card(random), _any_seat(random, record)))


@change()
def _a_refill_dropped(random: Random, record: Record) -> Record:
    found = _move(random, record, RevealCard)
    return record if found is None else _instead(record, found[0])


# Other moves


@change(3)
def _a_visit_moved(random: Random, record: Record) -> Record:
    """A noble comes an event or three sooner or later."""
    visits = [i for i, e in enumerate(record.events) if isinstance(e, Move) and e.visit]
    if not visits:
        return record
    index = random.choice(visits)
    move = record.events[index]
    other = index + random.choice((-3, -2, -1, 1, 2, 3))
    assert isinstance(move, Move)
    record = _instead(record, index, attrs.evolve(move, visit=None))
    host = record.events[other] if 0 <= other < len(record.events) else None
    if not isinstance(host, Move):
        return record
    return _instead(record, other, attrs.evolve(host, visit=move.visit))


@change()
def _another_visit(random: Random, record: Record) -> Record:
    found = _move(random, record)
    if found is None:
        return record
    index, move = found
    noble = random.choice([None, *record.opening.nobles, *ALL_NOBLES.values()])
    return _instead(record, index, attrs.evolve(move, visit=noble))


@change()
def _another_seat(random: Random, record: Record) -> Record:
    found = _move(random, record)
    if found is None:
        return record
    return _instead(record, found[0], attrs.evolve(found[1], by=_any_seat(random, record)))


@change(3)
def _other_tokens(random: Random, record: Record) -> Record:
    """One token of a payment, a take or a return is of another colour."""
    found = _move(random, record, BuyCard, TakeTokens, ReturnTokens)
    if found is None:
        return record
    index, move = found
    match move.action:
        case BuyCard(card, payment):
            return _instead(
                record, index, acting(move, BuyCard(card, _recoloured(random, payment)))
            )
        case TakeTokens(gems):
            return _instead(record, index, acting(move, TakeTokens(_recoloured(random, gems))))
        case ReturnTokens(gems):
            return _instead(record, index, acting(move, ReturnTokens(_recoloured(random, gems))))
    return record


def _recoloured(random: Random, gems: Gems) -> Gems:
    numbers = list(gems.counts)
    old, new = random.randrange(6), random.randrange(6)
    if numbers[old]:
        numbers[old] -= 1
        numbers[new] += 1
    return Gems(*numbers)


@change(2)
def _another_reservation(random: Random, record: Record) -> Record:
    """From another deck, from the deck rather than the row, or another card."""
    found = _move(random, record, ReserveCard, ReserveFromDeck)
    if found is None:
        return record
    index, move = found
    actions = (ReserveFromDeck(random.randint(1, 3)), ReserveCard(_any_card(random)))
    return _instead(record, index, acting(move, random.choice(actions)))


# Other ends


@change()
def _another_ending(random: Random, record: Record) -> Record:
    seat = random.randrange(len(record.players))
    endings = (Ending(), Ending("played"), Ending("resigned", seat), Ending("timeout", seat))
    return attrs.evolve(record, ending=random.choice(endings))


@change(2)
def _no_result(_: Random, record: Record) -> Record:
    return attrs.evolve(record, result=None)


@change()
def _other_rules(random: Random, record: Record) -> Record:
    """The game was played to another score, or under other rules about payments or takes."""
    rules: Rules = record.rules
    return attrs.evolve(
        record,
        rules=random.choice(
            (
                attrs.evolve(rules, target_score=random.randint(1, 21)),
                attrs.evolve(rules, payment="gold_last"),
                attrs.evolve(rules, take_fewer="when_short"),
                attrs.evolve(rules, turn_limit=random.randint(1, 40)),
            )
        ),
    )
