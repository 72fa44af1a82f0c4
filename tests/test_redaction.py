"""`redact`: what a seat or a spectator may know of a record, and nothing that tells more."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import Final

import attrs
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import tests.forgery  # noqa: F401 - it registers the kinds
from splendor import (
    Card,
    CardBack,
    Disclosure,
    Generator,
    InvalidValueError,
    Meta,
    Move,
    Pass,
    Record,
    RevealCard,
    RuleId,
    State,
    Verdict,
    commit,
    digest,
    record_game,
    redact,
    replay,
    setup,
    to_json,
    verify,
)
from splendor.model.cards import LEVEL_CARDS
from splendor.testing import openings
from tests.effort import effort
from tests.forgery_sources import own_games
from tests.forging import KINDS, Game, some
from tests.records import game
from tests.walks import RANDOM, walk

SALT: Final = bytes(range(100, 116))
TOKEN: Final = re.compile(r"\d[wugrk]\d")


def seats_of(record: Record) -> tuple[int | None, ...]:
    """A spectator and every seat."""
    return None, *range(len(record.players))


def told(opening: State, record: Record) -> Record:
    """The record with all that a server knows: decks, digests of what it knows, and notes."""
    decks = tuple(tuple(known(card) for card in deck) for deck in opening.decks)
    notes = Meta({"decks": " ".join(card.id for deck in decks for card in deck)})
    events = tuple(
        attrs.evolve(event, digest=digest(state), meta=notes)
        for event, state in zip(record.events, replay(record).states[1:], strict=True)
    )
    return attrs.evolve(record, events=events, decks=decks, meta=notes)


def known(card: Card | CardBack) -> Card:
    """A card whose face is known."""
    assert isinstance(card, Card)
    return card


@st.composite
def games(draw: st.DrawFn) -> tuple[State, Record]:
    """Draw a game played at random under any rules, with all that its server knows."""
    opening = draw(openings())
    steps = walk(opening, draw(RANDOM), draw(st.integers(0, 120)))
    record = record_game(opening, [action for _, action, _ in steps], perspective="full")
    return opening, told(opening, record)


def hidden_from(record: Record, seat: int | None) -> dict[int, list[Card]]:
    """What a seat may not know at the end, by level: blind cards of others, and the decks."""
    final = verify(record).final
    assert final is not None
    mine = set() if seat is None else {entry.card for entry in final.players[seat].reserved}
    open_ = {card for row in final.rows for card in row} | mine
    for player in final.players:
        open_ |= {*player.purchased, *(e.card for e in player.reserved if not e.face_down)}
    return {
        level: [card for card in cards if card not in open_]
        for level, cards in enumerate(LEVEL_CARDS, start=1)
    }


@pytest.mark.rule("INFO-1", "INFO-2", "INFO-5", "INFO-6")
class TestLaws:
    """What holds of every game and of whoever looks on."""

    @settings(max_examples=effort(15, 200))
    @given(games(), RANDOM)
    def test_redacting_twice_changes_nothing(
        self, made: tuple[State, Record], random: Random
    ) -> None:
        _, record = made
        seat = random.randrange(len(record.players))
        public, mine = redact(record, None), redact(record, seat)
        assert redact(public, None) == redact(public, seat) == redact(mine, None) == public
        assert redact(mine, seat) == mine

    @settings(max_examples=effort(15, 200))
    @given(games(), RANDOM)
    def test_no_card_that_is_hidden_stands_in_it_and_its_digests_are_right(
        self, made: tuple[State, Record], random: Random
    ) -> None:
        _, record = made
        assert verify(record).verdict is Verdict.VALID
        seat = random.choice(seats_of(record))
        redacted = redact(record, seat)
        tokens = set(TOKEN.findall(to_json(redacted)))
        hidden = {card.id for cards in hidden_from(record, seat).values() for card in cards}
        assert not tokens & hidden
        assert all(event.digest for event in redacted.events)
        assert verify(redacted).verdict is not Verdict.INVALID

    @settings(max_examples=effort(15, 200))
    @given(games(), RANDOM)
    def test_games_that_differ_in_what_is_hidden_are_redacted_alike(
        self, made: tuple[State, Record], random: Random
    ) -> None:
        opening, record = made
        seat = random.choice(seats_of(record))
        other = twin(opening, record, seat, random)
        assume(other is not None)
        assert other is not None
        assert other != record
        assert to_json(redact(other, seat)) == to_json(redact(record, seat))


def twin(opening: State, record: Record, seat: int | None, random: Random) -> Record | None:
    """The same game with the cards exchanged that a seat does not know, if it could go so."""
    faces: dict[Card | CardBack, Card] = {}
    for cards in hidden_from(record, seat).values():
        others = random.sample(cards, len(cards))
        faces |= dict(zip(cards, others, strict=True))
    decks = [[faces.get(card, known(card)) for card in deck] for deck in opening.decks]
    events = tuple(
        attrs.evolve(event, digest=None, disclose=faces.get(event.disclose, event.disclose))
        if isinstance(event, Disclosure)
        else attrs.evolve(event, digest=None)
        for event in record.events
    )
    bare = attrs.evolve(record, events=events, decks=None)
    if verify(bare).problem is not None:
        return None
    return told(attrs.evolve(opening, decks=decks), bare)


class TestWhatStays:
    """One record, part by part."""

    @pytest.mark.parametrize(
        ("perspective", "seat", "expected"),
        [
            ("full", None, "public"),
            ("full", 0, 0),
            ("full", 1, 1),
            (0, 0, 0),
            (0, 1, "public"),
            (0, None, "public"),
            ("public", None, "public"),
            ("public", 1, "public"),
        ],
    )
    def test_the_perspective_is_that_of_the_seat_if_the_record_knew_it(
        self, perspective: object, seat: int | None, expected: object
    ) -> None:
        record = attrs.evolve(game(), perspective=perspective)  # type: ignore[arg-type]
        assert redact(record, seat).perspective == expected

    def test_what_is_secret_or_free_text_is_dropped_and_what_all_saw_stays(self) -> None:
        opening = setup(2, seed=11)
        commitment = commit(opening, salt=SALT)
        record = attrs.evolve(
            told(opening, game()), commitment=commitment, generator=Generator("server", "1")
        )
        redacted = redact(record, None)
        assert (redacted.seed, redacted.decks, redacted.meta) == (None, None, Meta())
        assert redacted.commitment == commitment.sealed
        assert redacted.generator == record.generator
        for name in ("players", "opening", "rules", "ending", "result"):
            assert getattr(redacted, name) == getattr(record, name)
        shown = [
            attrs.evolve(event, digest=None, meta=Meta())
            for event in record.events
            if isinstance(event, Move)
        ]
        assert [attrs.evolve(event, digest=None) for event in redacted.events] == shown
        text = to_json(redacted)
        assert SALT.hex() not in text
        assert "int:11" not in text

    @pytest.mark.rule("INFO-2")
    def test_only_the_own_hand_is_disclosed_and_what_lies_in_a_row(self) -> None:
        card = known(setup(2, seed=11).decks[0][0])
        faces = (Disclosure(card, 0), Disclosure(card, 1), Disclosure(card))
        record = attrs.evolve(game(), events=faces)
        assert redact(record, None).events == faces[2:]
        assert redact(record, 0).events == (faces[0], faces[2])
        assert redact(record, 1).events == faces[1:]

    def test_without_digests_it_has_none_and_with_some_those(self) -> None:
        record = attrs.evolve(game(), seed=None)
        assert not any(event.digest for event in redact(record, 0).events)
        states = replay(record).states[1:]
        moves = [i for i, event in enumerate(record.events) if isinstance(event, Move)]
        events = list(record.events)
        for index in moves[::5]:
            events[index] = attrs.evolve(events[index], digest=digest(states[index]))
        redacted = redact(attrs.evolve(record, events=tuple(events)), None)
        placed = [place for place, event in enumerate(redacted.events) if event.digest]
        assert placed == list(range(0, len(moves), 5))
        assert verify(redacted).problem is None

    @pytest.mark.parametrize("seat", [2, -1, True, "0"])
    def test_a_seat_that_is_not_at_the_table_is_refused(self, seat: object) -> None:
        message = r"a seat is an int from 0 to 1, or None, not "
        with pytest.raises(InvalidValueError, match=message):
            redact(game(), seat)  # type: ignore[arg-type]


@cache
def digested() -> tuple[Game, ...]:
    """Sound games with the digest of the state on every event."""
    names = ("as one", "passes")
    games = []
    for sound in own_games():
        if sound.name.startswith(names):
            states = replay(sound.record).states[1:]
            pairs = zip(sound.record.events, states, strict=True)
            events = tuple(attrs.evolve(event, digest=digest(state)) for event, state in pairs)
            games.append(attrs.evolve(sound, record=attrs.evolve(sound.record, events=events)))
    return tuple(games)


class TestWrongRecords:
    """A record with a problem is redacted, too, and no digest in it becomes right."""

    @pytest.mark.sweep
    @pytest.mark.parametrize("name", KINDS)
    def test_it_is_redacted_up_to_the_end_with_digests_up_to_the_problem(self, name: str) -> None:
        for sound in digested():
            for forgery in some(KINDS[name].forge(sound), effort(2, 6))[-effort(1, 6) :]:
                check_wrong(forgery.record)

    @pytest.mark.rule("INV-10")
    def test_a_digest_that_was_wrong_is_dropped_with_all_that_follow(self) -> None:
        record = digested()[0].record
        events = list(record.events)
        events[9] = attrs.evolve(events[9], digest="0" * 12)
        wrong = attrs.evolve(record, events=tuple(events))
        assert verify(wrong).problem is not None
        redacted = redact(wrong, None)
        before = sum(isinstance(event, Move) for event in events[:9])
        assert [bool(event.digest) for event in redacted.events] == [
            place < before for place in range(len(redacted.events))
        ]
        assert verify(redacted).problem is None

    def test_of_a_game_that_cannot_go_on_all_events_are_kept(self) -> None:
        record = digested()[0].record
        events = list(record.events)
        events[9] = Move(Pass(), None)
        wrong = attrs.evolve(record, events=tuple(events))
        redacted = redact(wrong, None)
        before = sum(isinstance(event, Move) for event in events[:9])
        assert [bool(event.digest) for event in redacted.events] == [
            place < before for place in range(len(redacted.events))
        ]
        assert len(replay(redacted).states) == before + 1

    def test_of_a_wrong_opening_or_claim_no_digest_is_left(self) -> None:
        wrong = attrs.evolve(digested()[0].record, seed=12)
        assert verify(wrong).events == 0
        for seat in seats_of(wrong):
            assert not any(event.digest for event in redact(wrong, seat).events)

    def test_a_wrong_ending_or_result_leaves_the_digests(self) -> None:
        record = digested()[0].record
        assert record.result is not None
        wrong = attrs.evolve(record, result=attrs.evolve(record.result, points=(99, 99)))
        redacted = redact(wrong, 1)
        assert all(event.digest for event in redacted.events)
        problem = verify(redacted).problem
        assert problem is not None
        assert problem.rule is RuleId.WIN_1

    def test_a_problem_that_is_left_out_is_gone(self) -> None:
        record = game()
        seen = next(card for card in record.opening.rows[0] if isinstance(card, Card))
        wrong = attrs.evolve(record, events=(Disclosure(seen, 0), *record.events), seed=None)
        assert verify(wrong).verdict is Verdict.INVALID
        assert verify(redact(wrong, 0)).verdict is Verdict.INVALID
        assert verify(redact(wrong, None)).verdict is not Verdict.INVALID


def check_wrong(record: Record) -> None:
    """The laws, and digests that are right as far as there are any."""
    report = verify(record)
    problem = report.problem
    public = redact(record, None)
    for seat in (None, 0):
        redacted = redact(record, seat)
        assert redact(redacted, seat) == redacted
        assert redact(redacted, None) == public
        shown = [
            index
            for index, event in enumerate(record.events)
            if isinstance(event, Move) or event.seat in {None, seat}
        ]
        for index, event in zip(shown, redacted.events, strict=True):
            good = bool(record.events[index].digest) and index < report.events
            assert bool(event.digest) is good
        found = verify(redacted).problem
        assert found is None or found.rule is not RuleId.INV_10
        if problem is None or problem.event is None:
            assert found is None or found.event is None


def test_cards_turned_up_stay_as_they_were_told() -> None:
    """Also one that nobody recorded."""
    record = game()
    index = next(
        i
        for i, e in enumerate(record.events)
        if isinstance(e, Move) and isinstance(e.action, RevealCard)
    )
    back = Move(RevealCard(CardBack(1)))
    silent = attrs.evolve(record, events=(*record.events[:index], back))
    assert redact(silent, None).events[-1] == back
