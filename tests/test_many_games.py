"""The made-up games of many clubs: the same every time, and wrong where they are meant to be."""

from __future__ import annotations

import gzip
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest

from splendor import (
    BOARD_GAME_ARENA,
    OFFICIAL,
    SPENDEE,
    Action,
    CheckedGame,
    Move,
    Record,
    UnreadableFile,
    Verdict,
    from_json,
    read_lines,
    record_game,
    setup,
    to_json,
    verify,
    verify_many,
)
from tests import many_games
from tests.command import ENVIRONMENT
from tests.compressed import zstd
from tests.games import Policy, at_random, buying
from tests.many_games import CLUBS, FAULTS, HALVED, RULES, changed, game, line_of, lines, write
from tests.records import forged
from tests.records import game as played

GAME: Final = played()
COUNT: Final = 300
DIGESTS: Final = (
    "fda7ae3ab3835c1e5b6dd29f82ee139582c8e21c1a0b209e0ecf4d374527a922",
    "7c84e40bfb242adca08af0e9a52acb49230c799621a5ce5325bef0980d2d0a63",
    "caa8c62d8d3b23b78b2bc661e330a54403965dccbaf21511ca388a1e65b5e5da",
)
"""Of the first lines. The pages about many games tell what comes of these very games."""
BROKEN: Final = {"South": {"PAY-4"}, "East": {"TAKE-11"}, "West": {"TURN-4", "END-1"}}
"""The rules that a club breaks: a take that is not written down may have been the last move."""


@pytest.fixture(scope="module")
def games() -> list[Record]:
    """The first games."""
    return [game(number) for number in range(COUNT)]


@pytest.fixture(scope="module")
def findings(games: list[Record]) -> list[CheckedGame]:
    """What they come to."""
    return [each for each in verify_many(games) if isinstance(each, CheckedGame)]


def share(some: Iterable[bool]) -> float:
    """Of how many it is true."""
    told = list(some)
    return sum(told) / len(told)


# The same every time


def test_the_first_games_are_what_they_were() -> None:
    assert tuple(sha256(line_of(number).encode()).hexdigest() for number in range(3)) == DIGESTS


def test_fewer_games_are_the_first_of_more() -> None:
    more = list(lines(6))
    assert list(lines(4)) == more[:4]
    assert more == [f"{line_of(number)}\n" for number in range(6)]
    assert list(lines(0)) == []
    assert [line_of(number) for number in (5, 2)] == [more[5][:-1], more[2][:-1]]


def test_a_line_is_its_game() -> None:
    for number in range(5):
        assert from_json(line_of(number), Record) == game(number)


# What there is


def test_each_club_has_its_share_and_plays_by_its_rules(games: list[Record]) -> None:
    clubs = Counter(record.meta["site"] for record in games)
    assert clubs.keys() == CLUBS.keys()
    for club, tenths in CLUBS.items():
        assert clubs[club] / COUNT == pytest.approx(tenths / 10, abs=0.06)
    rules = {club: {r.rules for r in games if r.meta["site"] == club} for club in CLUBS}
    assert rules == {club: set(some) for club, some in RULES.items()}
    assert {OFFICIAL, BOARD_GAME_ARENA, SPENDEE} == set().union(*rules.values())


def test_two_to_four_play_half_the_games_two_and_anybody_begins(games: list[Record]) -> None:
    tables = Counter(len(record.players) for record in games)
    for players, due in {2: 0.5, 3: 0.25, 4: 0.25}.items():
        assert tables[players] / COUNT == pytest.approx(due, abs=0.06)
    begun = {(len(r.players), r.opening.first_player) for r in games}
    assert begun == {(players, seat) for players in (2, 3, 4) for seat in range(players)}
    assert {name for record in games for name in record.players} == set(many_games.NAMES)
    assert all(len(set(record.players)) == len(record.players) for record in games)


def test_some_games_lack_their_end_and_some_what_spectators_did_not_see(
    games: list[Record],
) -> None:
    assert share(r.ending.kind != "played" for r in games) == pytest.approx(0.04, abs=0.03)
    assert {r.ending.kind for r in games} == {"played", "resigned", "timeout", "unfinished"}
    assert share(r.perspective == "public" for r in games) == pytest.approx(0.1, abs=0.05)
    for record in games:
        assert record.events or record.ending.kind != "played"
        assert (record.perspective == "public") <= (record.seed is None)


def test_players_buy_when_they_can_or_do_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of three one does anything."""
    asked: Counter[str] = Counter()
    for policy in (buying, at_random):

        def note(*args: Any, policy: Policy = policy) -> Action:  # noqa: ANN401 - as it is
            asked[policy.__name__] += 1
            return policy(*args)

        monkeypatch.setattr(many_games, policy.__name__, note)
    for number in range(20):
        game(number)
    assert 0.2 < asked["at_random"] / asked.total() < 0.5


def test_of_so_many_lines_one_is_half(monkeypatch: pytest.MonkeyPatch) -> None:
    short = record_game(setup(2, seed=1), [])
    monkeypatch.setattr(many_games, "game", lambda _: short)
    whole = to_json(short)
    halved = [number for number in range(2 * HALVED) if line_of(number) != whole]
    assert halved == [498, 1495]
    assert {line_of(number) for number in halved} == {whole[: len(whole) // 2]}


def test_half_a_line_is_unreadable(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    write(path, (f"{line_of(number)}\n" for number in (497, 498, 499)))
    first, half, last = verify_many(path)
    assert isinstance(first, CheckedGame)
    assert isinstance(half, UnreadableFile)
    assert isinstance(last, CheckedGame)
    assert half.number == 2
    assert half.error.message.startswith("not JSON: ")


# What is wrong with them


def test_all_games_are_good_but_those_with_the_faults_of_their_clubs(
    games: list[Record], findings: list[CheckedGame]
) -> None:
    assert len(findings) == COUNT
    broken: dict[str, list[str]] = {}
    for record, finding in zip(games, findings, strict=True):
        report = finding.report
        assert finding.origin == record.meta["site"]
        if report.problem is not None:
            assert report.verdict is Verdict.INVALID
            broken.setdefault(finding.origin, []).append(report.problem.rule.value)
        elif record.perspective == "full":
            assert report.verdict is Verdict.VALID
            assert report.complete == (record.ending.kind != "unfinished")
        else:
            assert report.verdict is Verdict.CONSISTENT or not report.unnamed
    assert broken.keys() == FAULTS.keys() == BROKEN.keys()
    for club, rules in broken.items():
        assert set(rules) <= BROKEN[club]
        of_club = sum(finding.origin == club for finding in findings)
        assert len(rules) / of_club == pytest.approx(FAULTS[club][0], abs=0.06)


@pytest.mark.parametrize("club", FAULTS)
def test_a_change_breaks_the_rule_of_its_club_whichever_move_it_is_made_to(
    club: str, games: list[Record], findings: list[CheckedGame]
) -> None:
    _, change = FAULTS[club]
    record = next(
        each
        for each, finding in zip(games, findings, strict=True)
        if finding.origin == club
        and finding.report.verdict is Verdict.VALID
        and each.ending.kind == "played"
    )
    broken: Counter[str] = Counter()
    for at, event in enumerate(record.events):
        events = change(event) if isinstance(event, Move) else None
        if events is None:
            continue
        wrong = forged(record, at, *events)
        problem = verify(wrong).problem
        assert problem is not None
        assert problem.event is None or problem.event >= at
        broken[problem.rule.value] += 1
    assert broken.total() > 10
    assert broken.keys() <= BROKEN[club]


def test_a_game_without_a_move_that_can_be_changed_is_left_as_it_is() -> None:
    first = GAME.events[0]
    rng = random.Random(1)  # noqa: S311 - a game, not a secret
    assert changed(rng, GAME, lambda _: None) is GAME
    assert changed(rng, GAME, lambda move: () if move is first else None) == forged(GAME, 0)


# Writing them


def test_they_are_written_as_the_name_says_and_the_same(tmp_path: Path) -> None:
    expected = "".join(lines(5)).encode()
    paths = [tmp_path / f"games.jsonl{suffix}" for suffix in ("", ".gz", ".zst")]
    for path in paths:
        write(path, lines(5))
    plain, gz, zst = (path.read_bytes() for path in paths)
    assert plain == gzip.decompress(gz) == zstd.decompress(zst) == expected
    assert [list(read_lines(path)) for path in paths] == [[game(at) for at in range(5)]] * 3


def test_the_program_writes_the_same_by_processes(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl.zst"
    subprocess.run(
        [sys.executable, "-m", "tests.many_games", "5", str(path)],
        check=True,
        cwd=Path(__file__).parents[1],
        env=ENVIRONMENT,
        timeout=120,
    )
    assert zstd.decompress(path.read_bytes()).decode() == "".join(lines(5))
