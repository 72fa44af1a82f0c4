"""What forgeries are made of: a sound game, a forged one, and the kinds, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import attrs

from splendor import (
    CARDS,
    Action,
    BuyCard,
    Card,
    Disclosure,
    Event,
    Gems,
    Move,
    Pass,
    Record,
    ReserveCard,
    RevealCard,
    RuleId,
)
from tests.arbiter import LETTERS, Table, counts, face_up, unseen
from tests.arbiter_records import (
    First,
    Told,
    copied,
    first_problem,
    laid_out,
    last_turn,
    play_event,
)
from tests.records import forged

T = TypeVar("T")
R = RuleId


@attrs.frozen
class Forgery:
    """A forged record, the first event that is another one, and what must be found if it is plain.

    `place` is None if the opening, the ending or a claim was forged, or events are missing at the
    end. With `sure`, it is plain also that nothing can be found if `plain` is None.
    """

    record: Record
    place: int | None = None
    plain: First | None = None
    sure: bool = False


@attrs.frozen
class Game:
    """A sound record, with the referee's table before each event and after the last one."""

    name: str
    record: Record
    tables: list[Told]

    @classmethod
    def of(cls, name: str, record: Record) -> Game:
        """Play a record on plain tables."""
        assert first_problem(record) is None
        table = laid_out(record)
        tables = [table]
        last = last_turn(record)
        for index, event in enumerate(record.events):
            table = copied(table)
            play_event(table, event, refill_left_out=index > last)
            tables.append(table)
        return cls(name, record, tables)

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the record."""
        return self.record.events

    def moves(self, *kinds: type) -> Iterator[tuple[int, Move, Told]]:
        """The moves with an action of some kinds (or any), and the tables they are made at."""
        for index, event in enumerate(self.events):
            if isinstance(event, Move) and isinstance(event.action, kinds or object):
                yield index, event, self.tables[index]

    def disclosures(self) -> Iterator[tuple[int, Disclosure, Told]]:
        """The disclosures, and the tables they are made at."""
        for index, event in enumerate(self.events):
            if isinstance(event, Disclosure):
                yield index, event, self.tables[index]

    def instead(self, index: int, *events: Event, rule: RuleId | None = None) -> Forgery:
        """Other events in the place of one; the rule that the first other one plainly breaks."""
        record = forged(self.record, index, *events)
        pairs = zip(self.events[index:], record.events[index:], strict=False)
        differ = (place for place, (old, new) in enumerate(pairs, index) if old != new)
        place = next(differ, min(len(self.events), len(record.events)))
        at_end = place >= len(record.events)
        return Forgery(record, None if at_end else place, None if rule is None else (place, rule))

    def altered(self, plain: RuleId | None = None, **changes: object) -> Forgery:
        """The record with another ending, result or claim; the rule that is plainly broken."""
        changed: dict[str, Any] = {"seed": None, **changes}
        record = attrs.evolve(self.record, **changed)
        return Forgery(record, None, None if plain is None else (None, plain))

    def opened(self, plain: First | RuleId | None = None, **changes: object) -> Forgery:
        """The record with another opening."""
        changed: dict[str, Any] = changes
        opening = attrs.evolve(self.record.opening, **changed)
        record = attrs.evolve(self.record, opening=opening, seed=None)
        return Forgery(record, None, (None, plain) if isinstance(plain, RuleId) else plain)


Forge = Callable[[Game], Iterator[Forgery]]


@attrs.frozen
class Kind:
    """A kind of forgery, and why some of that kind cannot be found, if so.

    With `refereed` false the referee does not judge it, since digests and claims about seed and
    decks are none of its rules: what must be found there says the kind.
    """

    name: str
    forge: Forge
    undetectable: str
    refereed: bool


KINDS: dict[str, Kind] = {}


def kind(name: str, *, undetectable: str = "", refereed: bool = True) -> Callable[[Forge], Forge]:
    """Register a kind of forgery."""

    def register(forge: Forge) -> Forge:
        KINDS[name] = Kind(name, forge, undetectable, refereed)
        return forge

    return register


# Other tokens, cards and nobles


def some(things: Iterable[T], most: int = 4) -> list[T]:
    """At most so many of the things, evenly spaced."""
    everything = list(things)
    return everything[:: -(-len(everything) // most) or 1]


def varied(gems: Gems, change: dict[str, int]) -> Gems | None:
    """Gems with more or fewer of some letters; None if there are not so many."""
    changed = [number + change.get(letter, 0) for letter, number in counts(gems).items()]
    return None if min(changed) < 0 else Gems(*changed)


def exchanged(gems: Gems, into: str = LETTERS) -> Iterator[tuple[Gems, str, str]]:
    """Gems with one of them exchanged, and which for which."""
    for old in {letter: None for letter, number in counts(gems).items() if number}:
        for new in into.replace(old, ""):
            other = varied(gems, {old: -1, new: 1})
            assert other is not None
            yield other, old, new


def resized(gems: Gems, by: int) -> Iterator[tuple[Gems, str]]:
    """Gems with one more or one fewer, and of which letter."""
    for letter in LETTERS:
        other = varied(gems, {letter: by})
        if other is not None:
            yield other, letter


def seen(table: Table, level: int) -> list[Card]:
    """The cards of a level that are known not to be in the deck."""
    hidden = unseen(table, level)
    return [card for card in CARDS.values() if card.level == level and card.id not in hidden]


def not_seen(table: Table, level: int) -> list[Card]:
    """The cards of a level that stand nowhere."""
    return [CARDS[card] for card in sorted(unseen(table, level))]


def laid_out_cards(table: Table, but: Card) -> Iterator[Card]:
    """The cards in the rows but one."""
    return (CARDS[card] for card in face_up(table) if card != but.id)


def nobles_gone(table: Table) -> set[str]:
    """The nobles that are with players."""
    return {noble for seat in table.players for noble in seat.nobles}


def acting(move: Move, action: Action) -> Move:
    """The move with another action."""
    return attrs.evolve(move, action=action)


_FOUND_BY: dict[type, RuleId] = {
    BuyCard: R.BUY_1,
    ReserveCard: R.RES_1,
    RevealCard: R.COMP_2,
    Disclosure: R.COMP_2,
}


def mistaken(game: Game, forgery: Forgery, after: int, *cards: Card) -> Forgery:
    """The forgery, with where a card that was taken for another is found: when either is named.

    That is plain only where all cards are named and nobody passes: an unknown card in a hand might
    be the one, and one that could be bought would forbid a pass.
    """
    if game.record.perspective != "full" or any(game.moves(Pass)):
        return forgery
    named = None
    for index in reversed(range(after + 1, len(game.events))):
        event = game.events[index]
        what = event if isinstance(event, Disclosure) else event.action
        face = event.disclose if isinstance(event, Disclosure) else getattr(what, "card", None)
        if face in cards:
            named = index, _FOUND_BY[type(what)]
    return attrs.evolve(forgery, plain=named, sure=True)
