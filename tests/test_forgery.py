"""Forged games: each is found at the first event that cannot be, by its rule, or cannot be found.

What must be found says the referee of `tests.arbiter_records`; see `tests.forgery`.
"""

from collections.abc import Iterable
from fnmatch import fnmatch
from functools import cache
from random import Random
from typing import Final

import attrs
import pytest

from splendor import Move, Pass, Record, RuleId, digest, load, replay, verify
from tests.effort import SOAK, effort
from tests.forgery import (
    ALL,
    HEAD,
    OTHERS,
    OTHERS_HEAD,
    PAGE,
    Tally,
    cell,
    examine,
    expected,
    page_tables,
    row,
    tally,
)
from tests.forgery_combined import CHANGES, combined
from tests.forgery_logs import (
    IGNORED,
    Files,
    allowed,
    changes,
    own_logs,
    places_of,
    sample_logs,
    with_noise,
)
from tests.forgery_sources import (
    EXAMPLES,
    GAMES,
    NO_PLACE,
    OWN,
    SAMPLES,
    examples,
    own_games,
    samples,
    sources,
)
from tests.forging import KINDS, Forgery, Game, Kind, some
from tests.shared import needs_shared

SHARE: Final = effort(6)
SHARE_OF_EXAMPLES: Final = effort(40, 15)
SHARE_OF_SAMPLES: Final = effort(4)
"""Every so-manyth place of a game is forged; the command takes all."""


def words_of_page() -> str:
    """The page in one line."""
    return " ".join(PAGE.read_text(encoding="utf-8").split())


def cells() -> dict[str, list[list[str]]]:
    """The cells of the page's tables by the first of the line, of the first table first."""
    found: dict[str, list[list[str]]] = {}
    for line in page_tables():
        name, *rest = (text.strip() for text in line.strip("|").split("|"))
        found.setdefault(name, []).append(rest)
    return found


def agree(stated: Tally, found: Tally, name: str, games: Iterable[Game]) -> bool:
    """Whether the page says what was found; of a share, whether it may be one of what it says."""
    if SOAK:
        return stated == found
    places = sum(1 for game in games for _ in KINDS[name].forge(game))
    parts = zip(attrs.astuple(stated), attrs.astuple(found), strict=True)
    return stated.tried == places and all(whole >= part for whole, part in parts)


each_kind = pytest.mark.parametrize("name", KINDS)


@pytest.mark.sweep
class TestRecords:
    """Forged at a share of the places where a kind fits, in a soak at all of them."""

    @each_kind
    def test_of_this_package(self, name: str) -> None:
        """Also, the page has their numbers, and no kind is called undetectable for nothing."""
        stated = Tally(*map(int, cells()[name][0][1:]))
        found = tally(KINDS[name], own_games(), every=SHARE)
        assert found.tried
        assert bool(stated.never) is bool(KINDS[name].undetectable)
        assert agree(stated, found, name, own_games())
        assert row(name, stated) in page_tables()

    @each_kind
    def test_of_the_examples(self, name: str) -> None:
        found = tally(KINDS[name], examples(), every=SHARE_OF_EXAMPLES)
        assert bool(found.tried) is (name not in NO_PLACE[EXAMPLES])

    @pytest.mark.parametrize("which", range(2), ids=SAMPLES)
    @each_kind
    def test_of_board_game_arena(self, name: str, which: int) -> None:
        """Also, the page has their numbers."""
        found = tally(KINDS[name], [samples()[which]], every=SHARE_OF_SAMPLES)
        assert bool(found.tried) is (name not in NO_PLACE[SAMPLES[which]])
        stated = read(cells()[name][1][OTHERS.index(SAMPLES[which])])
        assert agree(stated, found, name, [samples()[which]])

    @needs_shared
    def test_the_samples_are_the_games_among_the_examples(self) -> None:
        """So that both are forged where the logs are absent, and the numbers are the same."""
        for year, game in zip((2021, 2025), samples(), strict=True):
            assert game.record == load(GAMES / f"board-game-arena-{year}.json")

    def test_nothing_else_is_said_to_have_no_place(self) -> None:
        assert NO_PLACE.keys() == sources().keys() == {OWN, *OTHERS}
        assert all(reasons.keys() <= KINDS.keys() for reasons in NO_PLACE.values())

    def test_what_nobody_may_change_unseen_is_not_called_undetectable(self) -> None:
        game = own_games()[0]
        sound = Kind("nothing is forged", lambda _: iter(()), undetectable="", refereed=True)
        with pytest.raises(AssertionError, match="nothing is forged"):
            examine(game, sound, Forgery(game.record))

    def test_a_forgery_that_is_found_elsewhere_than_is_plain_fails(self) -> None:
        game = own_games()[0]
        wrong = Forgery(game.record, plain=(0, RuleId.TURN_4))
        with pytest.raises(AssertionError, match="TURN_4"):
            expected(game, KINDS["seat: another player acts"], wrong)


SAID_OF_ALL: Final = "it is said of the whole game, and no part of a state"
NOT_IN_A_STATE: Final = {
    "event missing: all from one on": "the events that are left are the same",
    "result: points, cards, ranks or winners": SAID_OF_ALL,
    "ending: another one": SAID_OF_ALL,
    "perspective: another one": SAID_OF_ALL,
    "claimed seed: another": "a record is replayed on counted decks",
    "claimed decks: two neighbours swapped": "a record is replayed on counted decks",
}
"""The kinds that change neither an event nor the opening, and why no digest tells them."""


@cache
def digested() -> tuple[Game, ...]:
    """Games with the digest of the state on every event, in which every kind has a place."""
    games = (game for game in own_games() if game.name.startswith(("three", "as one", "passes")))
    return tuple(Game.of(f"{game.name}, digested", with_digests(game.record)) for game in games)


def with_digests(record: Record) -> Record:
    """The record with the digest of the state on every event."""
    states = replay(record).states[1:]
    events = [
        attrs.evolve(event, digest=digest(state))
        for event, state in zip(record.events, states, strict=True)
    ]
    return attrs.evolve(record, events=tuple(events))


def passes(record: Record, place: int) -> bool:
    """Whether the event with this number is a pass."""
    event = record.events[place]
    return isinstance(event, Move) and isinstance(event.action, Pass)


def digest_after(game: Game, forgery: Forgery) -> int | None:
    """The number of the first event with a digest from the forged one on, if anything is forged."""
    opening = forgery.record.opening != game.record.opening
    start = 0 if opening else forgery.place
    if start is None:
        return None
    rest = enumerate(forgery.record.events[start:], start)
    return next((index for index, event in rest if event.digest is not None), None)


@pytest.mark.sweep
class TestWhatHelps:
    """A record may state more than it must: then less goes unnoticed."""

    @each_kind
    def test_digests_tell_each_change_of_the_game_at_the_very_event(self, name: str) -> None:
        """At the latest: an event that breaks a rule is found by it, and one put in by the next."""
        found = [
            (game, forgery, place)
            for game in digested()
            for forgery in KINDS[name].forge(game)
            if (place := digest_after(game, forgery)) is not None
        ]
        assert bool(found) is (name not in NOT_IN_A_STATE)
        for game, forgery, place in some(found, effort(4, 60)):
            first = expected(game, KINDS[name], forgery)
            sooner = first is not None and (first[0] is None or first[0] <= place)
            if first == (place, RuleId.PASS_2) and not passes(forgery.record, place):
                sooner = False  # a pass put in doubt ranks behind what the event itself breaks
            problem = verify(forgery.record).problem
            assert problem is not None
            assert (problem.event, problem.rule) == (first if sooner else (place, RuleId.INV_10))

    def test_nothing_else_is_said_to_be_in_no_state(self) -> None:
        assert NOT_IN_A_STATE.keys() <= KINDS.keys()

    @pytest.mark.parametrize(
        "name", [name for name in KINDS if name.startswith(("payment", "tokens"))]
    )
    def test_stated_changes_of_tokens_tell_every_other_token(self, name: str) -> None:
        game = next(game for game in examples() if game.name.startswith("own-game"))
        found = tally(KINDS[name], [game], every=4)
        assert found.at_once == found.tried > 0

    @pytest.mark.parametrize(
        "name",
        [
            "card from a deck: named as another unseen one",
            "opening: another unseen card",
            "refill: another unseen card",
        ],
    )
    def test_a_claimed_seed_tells_every_other_card_at_once(self, name: str) -> None:
        game = own_games()[0]
        for forgery in some(KINDS[name].forge(game), effort(20, 1000)):
            record = attrs.evolve(forgery.record, seed=game.record.seed)
            problem = verify(record).problem
            assert problem is not None
            rule = RuleId.SETUP_2 if forgery.place is None else RuleId.ROW_1
            assert (problem.event, problem.rule) == (forgery.place, rule)


each_own = pytest.mark.parametrize("files", own_logs(), ids=lambda files: files.name)
each_sample = pytest.mark.parametrize("files", sample_logs(), ids=lambda files: files.name)


@pytest.mark.sweep
class TestLogs:
    """Of Board Game Arena's own files each number and text counts, or is known not to."""

    @each_own
    def test_what_counts_is_checked_in_logs_of_ours(self, files: Files) -> None:
        assert not [change for change in changes(files, effort(1, 5)) if not allowed(change)]

    @needs_shared
    @each_sample
    def test_what_counts_is_checked_in_logs_of_theirs(self, files: Files) -> None:
        assert not [change for change in changes(files, effort(1, 5)) if not allowed(change)]

    @each_own
    def test_nothing_else_counts_in_logs_of_ours(self, files: Files) -> None:
        assert with_noise(files) == files.read()

    @needs_shared
    @each_sample
    def test_nothing_else_counts_in_logs_of_theirs(self, files: Files) -> None:
        assert with_noise(files) == files.read()

    @needs_shared
    def test_nothing_is_called_ignored_that_no_log_has(self) -> None:
        names = {name for files in (*own_logs(), *sample_logs()) for name in places_of(files)}
        assert [p for p in IGNORED if not any(fnmatch(name, p) for name in names)] == []


@pytest.mark.sweep
class TestCombined:
    """Several changes at once, drawn by chance."""

    def test_the_referee_and_verify_find_the_same(self) -> None:
        """The command does more: `python -m tests.forgery --combined 20000`."""
        games = [game for some_games in sources().values() for game in some_games]
        number = effort(250, 5000)
        found = combined(games, number)
        assert found.total() == number
        assert len(found) > 15
        assert found["nothing"]

    def test_every_change_changes_something(self) -> None:
        game = own_games()[0].record
        for change in CHANGES:
            randoms = (Random(seed) for seed in range(20))  # noqa: S311 - no secrets
            assert any(change(random, game) != game for random in randoms), change


class TestPage:
    """The page on forgery says what the command prints."""

    def test_has_the_tables_and_nothing_else_in_them(self) -> None:
        table = page_tables()
        second = table.index(OTHERS_HEAD[0])
        assert table[:2] == list(HEAD)
        assert table[second : second + 2] == list(OTHERS_HEAD)
        names = [line.split("|")[1].strip() for line in table]
        assert names[2:second] == names[second + 2 :] == [*KINDS, ALL]

    def test_has_the_sums(self) -> None:
        lines = [rows for name, rows in cells().items() if name in KINDS]
        total = sum((Tally(*map(int, rows[0][1:])) for rows in lines), Tally())
        assert row(ALL, total) in page_tables()
        for column, source in enumerate(OTHERS):
            tallies = [read(rows[1][column]) for rows in lines]
            assert cells()[ALL][1][column] == cell(sum(tallies, Tally())), source

    @each_kind
    def test_says_where_there_is_no_place(self, name: str) -> None:
        for column, source in enumerate(OTHERS):
            absent = cells()[name][1][column] == "no place"
            assert absent is (name in NO_PLACE[source])
            assert not absent or NO_PLACE[source][name] in words_of_page()

    @pytest.mark.parametrize("name", [name for name in KINDS if KINDS[name].undetectable])
    def test_says_why_some_cannot_be_found(self, name: str) -> None:
        assert KINDS[name].undetectable in words_of_page()


def read(text: str) -> Tally:
    """A cell of the second table."""
    if text == "no place":
        return Tally()
    _, parts = text.split(" = ")
    return Tally(*map(int, parts.split(" + ")))
