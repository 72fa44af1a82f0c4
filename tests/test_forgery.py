"""Forged games: each is found at the first event that cannot be, by its rule, or cannot be found.

What must be found says the referee of `tests.arbiter_records`; see `tests.forgery`.
"""

from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import attrs
import pytest

from splendor import RuleId, digest, replay, verify
from tests.forgery import (
    HEAD,
    OWN,
    committed,
    examine,
    expected,
    own_games,
    row,
    samples,
    tally,
)
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
from tests.forging import KINDS, Forgery, Game, Kind, some
from tests.shared import needs_shared

PAGE = Path(__file__).parents[1] / "docs" / "forgery.md"


def turn_about(games: tuple[Game, ...], name: str) -> Game:
    """One of the games, another for the next kind."""
    return games[list(KINDS).index(name) % len(games)]


each_kind = pytest.mark.parametrize("name", KINDS)


class TestRecords:
    """Forged at every place where a kind fits."""

    @each_kind
    def test_of_this_package(self, name: str) -> None:
        """Also, the page has their numbers, and no kind is called undetectable for nothing."""
        forgeries = KINDS[name]
        found = tally(forgeries, own_games())
        assert found.tried
        assert bool(found.never) is bool(forgeries.undetectable)
        assert row(forgeries, OWN, found) in PAGE.read_text(encoding="utf-8").splitlines()

    @each_kind
    def test_of_the_examples(self, name: str) -> None:
        """A share: each kind in one of them, since the command takes all of all."""
        tally(KINDS[name], [turn_about(committed(), name)], every=5)

    @needs_shared
    @each_kind
    def test_of_board_game_arena(self, name: str) -> None:
        tally(KINDS[name], [turn_about(samples(), name)], every=3)

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


@cache
def digested() -> Game:
    """A short game with the digest of the state on every event."""
    whole = own_games()[1].record
    states = replay(whole).states[1:61]
    events = [
        attrs.evolve(event, digest=digest(state))
        for event, state in zip(whole.events, states, strict=False)
    ]
    record = attrs.evolve(whole, events=tuple(events), result=None, seed=None)
    return Game.of("digested", record)


class TestWhatHelps:
    """A record may state more than it must: then less goes unnoticed."""

    @each_kind
    def test_digests_tell_each_change_of_the_game_at_the_very_event(self, name: str) -> None:
        game, forgeries = digested(), KINDS[name]
        found = (
            (forgery, forgery.place)
            for forgery in some(forgeries.forge(game), 12)
            if forgery.place is not None and forgery.record.events[forgery.place].digest
        )
        for forgery, place in found:
            first = expected(game, forgeries, forgery)
            at_once = first is not None and first[0] == place
            problem = verify(forgery.record).problem
            assert problem is not None
            wanted = first if at_once else (place, RuleId.INV_10)
            assert (problem.event, problem.rule) == wanted

    @pytest.mark.parametrize(
        "name", [name for name in KINDS if name.startswith(("payment", "tokens"))]
    )
    def test_stated_changes_of_tokens_tell_every_other_token(self, name: str) -> None:
        game = next(game for game in committed() if game.name.startswith("own-game"))
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
        for forgery in some(KINDS[name].forge(game), 60):
            record = attrs.evolve(forgery.record, seed=game.record.seed)
            problem = verify(record).problem
            assert problem is not None
            rule = RuleId.SETUP_2 if forgery.place is None else RuleId.ROW_1
            assert (problem.event, problem.rule) == (forgery.place, rule)


each_own = pytest.mark.parametrize("files", own_logs(), ids=lambda files: files.name)
each_sample = pytest.mark.parametrize("files", sample_logs(), ids=lambda files: files.name)


class TestLogs:
    """Of Board Game Arena's own files each number and text counts, or is known not to."""

    @each_own
    def test_what_counts_is_checked_in_logs_of_ours(self, files: Files) -> None:
        assert not [change for change in changes(files, 2) if not allowed(change)]

    @needs_shared
    @each_sample
    def test_what_counts_is_checked_in_logs_of_theirs(self, files: Files) -> None:
        assert not [change for change in changes(files, 1) if not allowed(change)]

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


class TestPage:
    """The page on forgery says what the command prints."""

    def test_has_the_table_and_nothing_else_in_it(self) -> None:
        lines = PAGE.read_text(encoding="utf-8").splitlines()
        table = [line for line in lines if line.startswith("|")]
        assert table[: len(HEAD)] == list(HEAD)
        names = [line.split("|")[1].strip() for line in table[len(HEAD) :]]
        assert names == list(KINDS)

    @pytest.mark.parametrize("name", [name for name in KINDS if KINDS[name].undetectable])
    def test_says_why_some_cannot_be_found(self, name: str) -> None:
        words = " ".join(PAGE.read_text(encoding="utf-8").split())
        assert KINDS[name].undetectable in words
