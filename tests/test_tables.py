"""Games as tables: written, read again without loss, asked in SQL, refused when damaged."""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import attrs
import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from splendor import (
    BOARD_GAME_ARENA,
    PRESETS,
    BuyCard,
    Card,
    CheckedGame,
    ChooseNoble,
    Claims,
    Ending,
    Finding,
    Gem,
    Gems,
    Generator,
    InvalidValueError,
    Meta,
    Move,
    Record,
    Result,
    Rules,
    SkippedFile,
    State,
    UnreadableError,
    UnreadableFile,
    UnsupportedVersionError,
    UnverifiedGame,
    Verdict,
    commit,
    digest,
    from_json,
    record_game,
    redact,
    replay,
    setup,
    to_json,
    verify_many,
    write_lines,
)
from splendor.adapters.tables import open_database, read_tables, reading, write_tables, writing
from splendor.adapters.tables.columns import EVENTS, GAMES, NAMES, VERSION
from splendor.adapters.tables.rows import text_of
from splendor.formats.notation import parse_action
from splendor.formats.strict import MAX_BYTES
from splendor.testing import records
from tests import many_games
from tests.documents import ROOT
from tests.effort import effort
from tests.games import buying, play
from tests.records import forged, game

Read = Callable[[Path], list[Finding]]
Rows = list[dict[str, Any]]

HOUSE: Final = Rules(
    gem_tokens=(6, 7, 8), target_score=4, take_fewer="always", tie_break="shared", turn_limit=30
)
AWKWARD: Final = ("Robert'); DROP TABLE games;--", 'say "hi"', "", "Ἀλίκη\0\u2028\n\U0001f48e")
"""Names of players, as no database likes them."""


def findings_of(source: Any) -> list[Finding]:  # noqa: ANN401 - whatever verify_many takes
    """What is found, with its records."""
    return list(verify_many(source, keep_records=True))


def comparable(finding: Finding) -> object:
    """A finding as what can be compared: two errors are never equal, what they say is."""
    if not isinstance(finding, UnreadableFile):
        return finding
    error = finding.error
    said = (type(error), error.message, error.path, error.source, str(error))
    return finding.path, finding.number, said


def record_of(finding: Finding) -> Record:
    """The game of a finding that has one."""
    assert isinstance(finding, CheckedGame)
    assert finding.record is not None
    return finding.record


def same(found: Iterable[Finding], expected: Iterable[Finding]) -> bool:
    """Whether two streams of findings are equal."""
    return list(map(comparable, found)) == list(map(comparable, expected))


def from_folder(folder: Path) -> list[Finding]:
    """What the Parquet files of a folder say."""
    return list(read_tables(folder))


def from_views(folder: Path) -> list[Finding]:
    """What DuckDB says, which looks into the folder."""
    with open_database(folder) as database:
        return list(read_tables(database))


def from_database(folder: Path) -> list[Finding]:
    """What the file of a database says when the folder is gone."""
    path = folder.with_suffix(".duckdb")
    open_database(folder, path).close()
    for name in NAMES:
        (folder / f"{name}.parquet").unlink()
    with duckdb.connect(str(path), read_only=True) as database:
        return list(read_tables(database))


READERS: Final[dict[str, Read]] = {
    "folder": from_folder,
    "views": from_views,
    "database": from_database,
}
by_any = pytest.mark.parametrize("read", READERS.values(), ids=READERS)


# Games to write


@cache
def small() -> Record:
    """A game of nine turns, in which seat 1 begins."""
    opening = setup(2, seed=2, first_player=1)
    texts = (
        *("T wug", "R #3", "T ugr", "R 1w3", "T urk", "T wgk", "T urk", "-rk", "T wgr"),
        "B 1k8 uuuu",
    )
    return record_game(opening, map(parse_action, texts), players=("Ada", "Bo"), seed=2)


def short() -> Record:
    """The same without its last purchase and the card turned up for it."""
    return attrs.evolve(small(), events=small().events[:-2], result=None)


def brief() -> Record:
    """An event of each kind, the last but one the problem, and one behind it."""
    first = small().events
    return attrs.evolve(small(), events=(*first[:3], first[9], first[11]), seed=None)


def wrong() -> Record:
    """The same with a token too little paid, which is event 11 in turn 9 (PAY-4)."""
    last = small().events[-2]
    assert isinstance(last, Move)
    assert isinstance(last.action, BuyCard)
    paid = attrs.evolve(last, action=BuyCard(last.action.card, Gems(blue=3)))
    return forged(small(), len(small().events) - 2, paid)


def committed() -> Record:
    """A game with all that a record can have: decks, digests, claims, notes, an opened promise."""
    opening, actions = play(3, 3, rules=HOUSE, first_player=2)
    record = record_game(
        opening,
        actions,
        players=AWKWARD[:3],
        seed=3,
        commitment=commit(opening, salt=bytes(range(16))),
        generator=Generator("a 'program'", "1.0"),
        meta=Meta({"site": "", "nested": {"list": [1, True, None, {"a": "\0é"}]}}),
    )
    after = replay(record).states[1:]
    events = [
        attrs.evolve(event, digest=digest(state), meta=Meta({"note": f"{number}\n"}))
        for number, (event, state) in enumerate(zip(record.events, after, strict=True))
    ]
    first = events[0]
    assert isinstance(first, Move)
    events[0] = attrs.evolve(first, claims=Claims(points=0, round=1))
    decks = tuple(tuple(card for card in deck if isinstance(card, Card)) for deck in opening.decks)
    return attrs.evolve(record, events=tuple(events), decks=decks)


@cache
def played() -> tuple[Record, ...]:
    """Games of all endings, verdicts and rules."""
    whole, whose = game(11), committed()
    sealed = attrs.evolve(redact(whose, 1), rules=HOUSE)
    opening = attrs.evolve(whole.opening, bank=Gems(white=1))
    return (
        whole,
        redact(game(12, 4), None),
        redact(game(13, 3), 2),
        forged(whole, 9),
        attrs.evolve(whole, opening=opening),
        attrs.evolve(whole, result=Result(points=(99, 0))),
        attrs.evolve(small(), ending=Ending("resigned", 0)),
        attrs.evolve(small(), ending=Ending("timeout", 1), players=AWKWARD[2:]),
        attrs.evolve(small(), events=(), seed=b"\x00\xff"),
        attrs.evolve(small(), events=small().events[:-1]),
        wrong(),
        whose,
        sealed,
        *(game(15, 2 + number % 3, rules) for number, rules in enumerate(PRESETS.values())),
        game(16, rules=BOARD_GAME_ARENA),
    )


def put_files(folder: Path) -> Path:
    """A folder in which there is a file of each kind, and some that are none."""
    folder.mkdir()
    texts = {
        "1.json": to_json(played()[0]),
        "2.jsonl": f"{''.join(write_lines(played()[:2]))}what?\n\n{to_json(small())[:-9]}\n",
        "3.json": '{"format": "splendor-record", "version": 2}',
        "4.csv": "a,b",
        "5.txt": "nothing of ours",
        "6.json": to_json(setup(2, seed=1)),
        "it's; DROP TABLE.json": to_json(small()),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return folder


def everything(folder: Path) -> list[Finding]:
    """All that can be found."""
    site = Meta({"site": "boardgamearena"})
    return [
        *findings_of([*played(), attrs.evolve(small(), meta=site)]),
        UnverifiedGame(None, 7, "BrokenProcessPool: it's gone"),
        UnverifiedGame(folder / "a.json", None, ""),
        *findings_of([put_files(folder), ROOT / "examples/games", folder / "none.json", "a\0b"]),
        SkippedFile(Path("x.gif"), "no game"),
        UnreadableFile(Path(), UnreadableError(""), 3),
    ]


# Without loss


@by_any
def test_what_was_found_is_read_again_as_it_was(read: Read, tmp_path: Path) -> None:
    found = everything(tmp_path / "games")
    assert {type(each) for each in found} == {
        *(CheckedGame, UnverifiedGame, UnreadableFile, SkippedFile)
    }
    checked = [each for each in found if isinstance(each, CheckedGame)]
    assert {each.report.verdict for each in checked} == set(Verdict)
    assert {each.ending.kind for each in checked} == {
        *("played", "resigned", "timeout", "unfinished")
    }
    assert {each.report.commitment for each in checked} == {None, "sealed", "opened"}
    assert {each.report.missing_refill for each in checked} == {True, False}
    assert {each.origin for each in checked} == {"", "boardgamearena", "a 'program'"}
    assert any(each.assumptions for each in checked)
    assert any(each.report.final is None for each in checked)
    assert any(each.path is None for each in checked)
    errors = {type(each.error) for each in found if isinstance(each, UnreadableFile)}
    assert errors == {UnreadableError, UnsupportedVersionError}
    assert write_tables(found, tmp_path / "tables") == len(found)
    again = read(tmp_path / "tables")
    assert same(again, found)
    games = [each for each in again if isinstance(each, CheckedGame)]
    assert [to_json(record_of(each)) for each in games] == [
        to_json(record_of(each)) for each in checked
    ]


@by_any
def test_of_nothing_there_are_tables_without_rows(read: Read, tmp_path: Path) -> None:
    assert write_tables([], tmp_path) == 0
    with open_database(tmp_path) as database:
        assert database.sql("SELECT count(*) FROM games").fetchall() == [(0,)]
        assert database.sql("SELECT count(*) FROM events").fetchall() == [(0,)]
    assert read(tmp_path) == []


def test_findings_may_be_a_stream_and_the_folder_is_made(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    assert write_tables(verify_many([small()], keep_records=True), str(folder)) == 1
    assert sorted(each.name for each in folder.iterdir()) == ["events.parquet", "games.parquet"]
    assert list(read_tables(str(folder))) == findings_of([small()])


def test_what_is_no_character_comes_back_spelled_out(tmp_path: Path) -> None:
    def found(bad: str) -> list[Finding]:
        error = UnsupportedVersionError(f"m{bad}", path=f"p{bad}", source=f"s{bad}")
        path = Path(f"{bad}.json")
        [checked] = findings_of([small()])
        assert isinstance(checked, CheckedGame)
        return [
            UnreadableFile(path, error, 1),
            SkippedFile(path, f"r{bad}"),
            UnverifiedGame(path, 2, f"w{bad}"),
            attrs.evolve(checked, path=path, origin=bad, assumptions=(bad, "")),
        ]

    write_tables(found("\udcff"), tmp_path)
    for read in READERS.values():
        assert same(read(tmp_path), found(r"\udcff"))


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="names are text there")
def test_a_file_whose_name_is_no_utf_8_is_told_of(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.json"))
    path.write_text(to_json(small()), encoding="utf-8")
    found = findings_of([path])
    write_tables(found, tmp_path / "tables")
    [again] = from_folder(tmp_path / "tables")
    assert again == attrs.evolve(found[0], path=Path(text_of(path)))
    assert isinstance(again, CheckedGame)
    assert again.path is not None
    assert again.path.name == r"\udcff.json"


@given(
    record=records(),
    names=st.lists(st.text(max_size=9), min_size=4, max_size=4),
    site=st.text(max_size=9),
)
@settings(max_examples=effort(8, 300))
def test_any_record_is_read_again(record: Record, names: list[str], site: str) -> None:
    players = tuple(names[: len(record.players)])
    found = findings_of([attrs.evolve(record, players=players, meta=Meta({"site": site}))])
    with TemporaryDirectory() as name:
        write_tables(found, name)
        assert from_folder(Path(name)) == found
        assert from_views(Path(name)) == found


@given(st.lists(st.text(st.characters(exclude_categories=()), max_size=20), min_size=3, max_size=3))
def test_the_words_of_an_error_come_back_spelled_out(words: list[str]) -> None:
    message, path, source = words
    found = UnreadableFile(Path("x"), UnreadableError(message, path=path, source=source))
    message, path, source = map(text_of, words)
    expected = UnreadableFile(Path("x"), UnreadableError(message, path=path, source=source))
    with TemporaryDirectory() as name:
        write_tables([found], name)
        assert same(read_tables(name), [expected])


def test_rows_are_written_and_read_in_groups(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever a group or a batch ends: in a game, behind it, or behind one without events."""
    skipped = SkippedFile(Path("x"), "no game")
    empty = attrs.evolve(small(), events=())
    [one, two, three] = findings_of([brief(), empty, small()])
    found = [skipped, one, two, skipped, three, skipped, skipped]
    for group in (1, 2, 3, 7):
        monkeypatch.setattr(writing, "GROUP", {"games": group, "events": group + 1})
        folder = tmp_path / str(group)
        assert write_tables(iter(found), folder) == 7
        with pq.ParquetFile(folder / "games.parquet") as file:
            sizes = [file.metadata.row_group(at).num_rows for at in range(file.num_row_groups)]
        assert sum(sizes) == 7
        assert max(sizes) == group
        for batch in (1, 2, 11):
            monkeypatch.setattr(reading, "BATCH", batch)
            assert from_folder(folder) == found
            assert from_views(folder) == found


def test_games_are_read_one_by_one(tmp_path: Path) -> None:
    found = findings_of([small(), short()])
    write_tables(found, tmp_path)
    stream = read_tables(tmp_path)
    assert next(stream) == found[0]
    with open_database(tmp_path) as database:
        side, other = read_tables(database), read_tables(database)
        assert [next(side), next(other)] == [found[0], found[0]]
        assert database.sql("SELECT count(*) FROM games").fetchall() == [(2,)]
        assert [next(side), next(other)] == [found[1], found[1]]
    assert list(stream) == found[1:]


# What is in the columns


def ask(folder: Path, query: str) -> list[tuple[Any, ...]]:
    """The answer of SQL."""
    with open_database(folder) as database:
        return database.sql(query).fetchall()


def test_the_row_of_a_game_says_what_came_of_it(tmp_path: Path) -> None:
    paid = "the payment is 3 blue, and due are 4 blue, or gold for any of it"
    assert write_tables(findings_of([redact(wrong(), None)]), tmp_path) == 1
    [row] = pq.read_table(tmp_path / "games.parquet").to_pylist()
    assert row.pop("sentence") == paid
    parameters, record = (json.loads(row.pop(name)) for name in ("parameters", "record"))
    assert parameters == [["payment", "uuu"], ["due", "uuuu"]]
    document = json.loads(to_json(redact(wrong(), None)))
    assert {**record, "events": document["events"]} == document
    assert State.parse(row.pop("final")) == replay(redact(wrong(), None)).states[-1]
    assert row == {
        "version": 1,
        "game": 0,
        "number": 1,
        "verdict": "invalid",
        **dict.fromkeys(("file", "error", "error_kind", "error_path", "error_source")),
        "origin": "",
        "players": ["Ada", "Bo"],
        "player_count": 2,
        "first_player": 1,
        "rules": "official",
        "perspective": "public",
        "ending": "unfinished",
        "ending_seat": None,
        "complete": False,
        "events": 12,
        "good_events": 10,
        "turns": 8,
        "points": [0, 0],
        "purchased": [0, 0],
        "ranks": [1, 1],
        "winners": None,
        "reason": None,
        "rule": "PAY-4",
        "problem_event": 10,
        "problem_turn": 9,
        "problem_player": 1,
        "unnamed": ["#3 0"],
        "missing_refill": False,
        "commitment": None,
        "assumptions": [],
    }


def test_the_rows_of_the_events_say_who_did_what_and_got_what(tmp_path: Path) -> None:
    write_tables(findings_of([small()]), tmp_path)
    none = (None,) * 7
    assert ask(tmp_path, "SELECT * EXCLUDE (game, record) FROM events") == [
        (0, 1, 1, 1, "take", "T wug", *none[:5], 1, 1, 1, 0, 0, 0, 0, True),
        (
            *(1, 2, 1, 0, "reserve_from_deck", "R #3", None, 3, *none[:3]),
            *(0, 0, 0, 0, 0, 1, 0, True),
        ),
        (2, 3, 2, 0, "disclose", None, "3w1", 3, "white", 3, None, *none, True),
        (3, 3, 2, 1, "take", "T ugr", *none[:5], 0, 1, 1, 1, 0, 0, 0, True),
        (
            *(4, 4, 2, 0, "reserve", "R 1w3", "1w3", 1, "white", 0, None),
            *(0, 0, 0, 0, 0, 1, 0, True),
        ),
        (5, 4, 2, 0, "reveal", "> 1u2", "1u2", 1, "blue", 0, None, *(0,) * 7, True),
        (6, 5, 3, 1, "take", "T urk", *none[:5], 0, 1, 0, 1, 1, 0, 0, True),
        (7, 6, 3, 0, "take", "T wgk", *none[:5], 1, 0, 1, 0, 1, 0, 0, True),
        (8, 7, 4, 1, "take", "T urk", *none[:5], 0, 1, 0, 1, 1, 0, 0, True),
        (9, 7, 4, 1, "return", "-rk", *none[:5], 0, 0, 0, -1, -1, 0, 0, True),
        (10, 8, 4, 0, "take", "T wgr", *none[:5], 1, 0, 1, 1, 0, 0, 0, True),
        (
            *(11, 9, 5, 1, "buy", "B 1k8 uuuu", "1k8", 1, "black", 1, None),
            *(0, -4, 0, 0, 0, 0, 1, True),
        ),
        (12, 9, 5, 1, "reveal", "> 1k3", "1k3", 1, "black", 0, None, *(0,) * 6, 1, True),
    ]
    record = pq.read_table(tmp_path / "events.parquet").to_pylist()[0]["record"]
    assert record == '{"action":{"do":"take","gems":[1,1,1,0,0,0]},"by":1}'


def test_from_the_first_problem_on_events_are_not_legal(tmp_path: Path) -> None:
    """Its own turn is known, nothing of what is behind it, and no tokens change hands."""
    unknown = attrs.evolve(small().opening, bank=Gems())
    write_tables(findings_of([wrong(), attrs.evolve(small(), opening=unknown)]), tmp_path)
    query = (
        "SELECT event, turn, round, legal, blue, points FROM events WHERE game = {} AND event > 9"
    )
    assert ask(tmp_path, query.format(0)) == [
        (10, 8, 4, True, 0, 0),
        (11, 9, 5, False, None, None),
        (12, None, None, False, None, None),
    ]
    assert {row[1:] for row in ask(tmp_path, query.format(1))} == {(None, None, False, None, None)}
    query = "SELECT rule, problem_event, problem_turn, problem_player, points, final FROM games"
    assert ask(tmp_path, query)[1] == ("SETUP-6", None, None, None, [], None)


def test_a_card_without_a_face_has_a_level_alone(tmp_path: Path) -> None:
    unseen = tuple(
        attrs.evolve(event, action=parse_action("> #1"))
        if isinstance(event, Move) and event.by is None
        else event
        for event in small().events
    )
    write_tables(findings_of([attrs.evolve(small(), events=unseen, seed=None)]), tmp_path)
    query = "SELECT text, card, level, bonus, card_points FROM events WHERE does = 'reveal'"
    assert ask(tmp_path, query) == [("> #1", None, 1, None, None)] * 2


def test_nobles_stand_with_the_event_that_brought_them(tmp_path: Path) -> None:
    write_tables(many(), tmp_path)
    query = "SELECT game, event, noble, does = 'choose_noble' FROM events WHERE noble IS NOT NULL"
    expected = []
    for number, each in enumerate(many()):
        for at, event in enumerate(record_of(each).events):
            if isinstance(event, Move) and isinstance(event.action, ChooseNoble):
                expected.append((number, at, event.action.noble.id, True))
            elif isinstance(event, Move) and event.visit is not None:
                expected.append((number, at, event.visit.id, False))
    assert ask(tmp_path, f"{query} ORDER BY ALL") == expected
    assert {chosen for *_, chosen in expected} == {True, False}


def test_what_events_bring_sums_up_to_what_players_have(tmp_path: Path) -> None:
    """Tokens, cards, points and turns: by the database from the events, by us at the end."""
    found = many()
    write_tables(found, tmp_path)
    gained = ", ".join(f"sum({gem.value})::INTEGER" for gem in Gem)
    query = (
        f"SELECT game, player, {gained}, count(*) FILTER (does = 'buy'), "  # noqa: S608 - of ours
        "count(*) FILTER (does LIKE 'reserve%') FROM events WHERE legal AND player IS NOT NULL "
        "GROUP BY ALL"
    )
    summed = {(row[0], row[1]): row[2:] for row in ask(tmp_path, query)}
    query = (
        "SELECT game, max(turn)::INTEGER, max(round)::INTEGER FROM events "
        "WHERE legal AND does NOT IN ('disclose') GROUP BY game"
    )
    turns = {row[0]: row[1:] for row in ask(tmp_path, query)}
    for number, each in enumerate(found):
        final = each.report.final
        assert final is not None
        for seat, player in enumerate(final.players):
            *tokens, bought, reserved = summed[number, seat]
            assert tuple(tokens) == player.tokens.counts
            assert bought == len(player.purchased)
            assert reserved >= len(player.reserved)
        begun, rounds = turns[number]
        assert begun - each.report.turns in {0, 1}
        assert rounds == (begun - 1) // len(final.players) + 1


@cache
def many() -> tuple[CheckedGame, ...]:
    """Some games of the four clubs, whole or not, of which a few are INVALID."""
    found = findings_of(map(many_games.game, range(100, 100 + effort(30, 300))))
    return tuple(each for each in found if isinstance(each, CheckedGame))


def test_questions_in_sql_have_the_answers_of_python(tmp_path: Path) -> None:
    found = many()
    write_tables(found, tmp_path)
    won = Counter(
        len(each.players)
        for each in found
        if each.report.outcome is not None
        if record_of(each).opening.first_player in each.report.outcome.winners
    )
    query = (
        "SELECT player_count, count(*) FROM games WHERE list_contains(winners, first_player) "
        "GROUP BY player_count"
    )
    assert dict(ask(tmp_path, query)) == won
    assert won.total() > 3
    first = Counter(
        next(
            event.action.card.id
            for event in events
            if isinstance(event, Move) and isinstance(event.action, BuyCard)
        )
        for each in found
        for events in [record_of(each).events[: each.report.events]]
        if any(isinstance(e, Move) and isinstance(e.action, BuyCard) for e in events)
    )
    query = (
        "SELECT card, count(*) FROM (SELECT arg_min(card, event) AS card FROM events "
        "WHERE does = 'buy' AND legal GROUP BY game) GROUP BY card"
    )
    assert dict(ask(tmp_path, query)) == first
    assert first.total() > 20
    broken = Counter(
        (each.origin, each.report.problem.rule.value)
        for each in found
        if each.report.problem is not None
    )
    query = "SELECT origin, rule, count(*) FROM games WHERE rule IS NOT NULL GROUP BY ALL"
    assert {(origin, rule): count for origin, rule, count in ask(tmp_path, query)} == broken
    assert broken
    query = "SELECT turns, points, ranks, winners, complete FROM games ORDER BY game"
    assert ask(tmp_path, query) == [
        (
            each.report.turns,
            [score.points for score in each.report.scores],
            [score.rank for score in each.report.scores],
            None if each.report.outcome is None else list(each.report.outcome.winners),
            each.report.complete,
        )
        for each in found
    ]


def test_rules_are_the_name_of_a_preset_or_what_differs_from_it(tmp_path: Path) -> None:
    rules = [*PRESETS.values(), HOUSE]
    write_tables(
        findings_of(record_game(setup(2, seed=1, rules=each), []) for each in rules), tmp_path
    )
    *presets, house = [row[0] for row in ask(tmp_path, "SELECT rules FROM games ORDER BY game")]
    assert presets == list(PRESETS)
    assert from_json(house, Rules) == HOUSE
    assert house == to_json(HOUSE)


# The database


@pytest.mark.parametrize(
    "name", ["a*b", "a?", "[ab]", "a[", "]", "it's", 'a"b', "a b%20", "game=7", "{a,b}", "é", "#"]
)
def test_a_folder_may_be_called_anything(name: str, tmp_path: Path) -> None:
    found = findings_of([small()])
    (tmp_path / "a").mkdir()  # what a pattern would find
    for folder in (tmp_path / "ab", tmp_path / name):
        write_tables(found if folder.name == name else [], folder)
    for read in READERS.values():
        assert read(tmp_path / name) == found


def test_views_look_into_the_folder_and_tables_do_not(tmp_path: Path) -> None:
    folder, path = tmp_path / "tables", tmp_path / "games.duckdb"
    write_tables(findings_of([small()]), folder)
    count = "SELECT count(*) FROM games"
    with open_database(folder) as views, open_database(folder, path) as tables:
        write_tables(findings_of([small(), short()]), folder)
        assert views.sql(count).fetchall() == [(2,)]
        assert tables.sql(count).fetchall() == [(1,)]
    with open_database(str(folder), str(path)) as tables:  # they are put in place of the others
        assert tables.sql(count).fetchall() == [(2,)]
        assert tables.sql("SHOW TABLES").fetchall() == [("events",), ("games",)]


def test_what_duckdb_cannot_read_or_write_it_says_itself(tmp_path: Path) -> None:
    with pytest.raises(duckdb.Error, match="No files found"):
        open_database(tmp_path)
    write_tables([], tmp_path)
    with pytest.raises(duckdb.Error):
        open_database(tmp_path, tmp_path)
    (tmp_path / "text").write_text("no database" * 999, encoding="utf-8")
    with pytest.raises(duckdb.Error):
        open_database(tmp_path, tmp_path / "text")
    (tmp_path / "events.parquet").unlink()
    path = tmp_path / "games.duckdb"
    with pytest.raises(duckdb.Error, match=r"events\.parquet"):
        open_database(tmp_path, path)
    duckdb.connect(str(path)).close()  # nobody holds it open


# What cannot be written


def contents(folder: Path) -> dict[str, bytes]:
    """What is in the files of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_game_without_its_record_is_refused_and_nothing_is_left(tmp_path: Path) -> None:
    found = [*findings_of([small()]), *verify_many([small()])]
    with pytest.raises(InvalidValueError, match=r"keep_records=True") as caught:
        write_tables(found, tmp_path / "new")
    assert caught.value.path == "[1]"
    assert contents(tmp_path / "new") == {}
    write_tables(findings_of([short()]), tmp_path / "old")
    before = contents(tmp_path / "old")
    with pytest.raises(InvalidValueError, match=r"^\[0\]: its record was not kept"):
        write_tables(verify_many([small()]), tmp_path / "old")
    assert contents(tmp_path / "old") == before


@pytest.mark.parametrize("error", [ZeroDivisionError, KeyboardInterrupt])
def test_what_the_findings_raise_is_raised_and_the_old_files_are_kept(
    error: type[BaseException], tmp_path: Path
) -> None:
    def failing() -> Iterator[Finding]:
        yield from findings_of([small()])
        raise error

    write_tables(findings_of([short()]), tmp_path)
    before = contents(tmp_path)
    with pytest.raises(error):
        write_tables(failing(), tmp_path)
    assert contents(tmp_path) == before


@pytest.mark.parametrize("group", [1, 2**11])
@pytest.mark.parametrize("table", NAMES)
def test_a_full_disk_is_an_os_error_and_the_old_files_are_kept(
    table: str, group: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it is full in the midst of the games, or when the last of them are written."""
    write_tables(findings_of([short()]), tmp_path)
    before = contents(tmp_path)
    write = pq.ParquetWriter.write_table

    def full(writer: Any, rows: Any) -> None:  # noqa: ANN401 - PyArrow has no types
        if rows.schema.equals(NAMES[table]):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write(writer, rows)

    monkeypatch.setattr(writing, "GROUP", dict.fromkeys(NAMES, group))
    monkeypatch.setattr(pq.ParquetWriter, "write_table", full)
    with pytest.raises(OSError, match="No space left") as caught:
        write_tables(findings_of([small()]), tmp_path)
    assert caught.value.errno == errno.ENOSPC
    assert contents(tmp_path) == before


def test_where_no_folder_can_be_is_an_os_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    for folder in (tmp_path / "file", tmp_path / "file" / "folder"):
        with pytest.raises(OSError, match="file"):
            write_tables([], folder)
    (tmp_path / "games.parquet.part").mkdir()
    with pytest.raises(OSError, match="part"):
        write_tables([], tmp_path)
    assert not (tmp_path / "games.parquet").exists()


# What is damaged


@cache
def some() -> tuple[Finding, ...]:
    """One of each kind, the games short."""
    sealed = commit(setup(2, seed=2, first_player=1), salt=bytes(16)).sealed
    public = attrs.evolve(redact(short(), None), commitment=sealed, ending=Ending("timeout", 1))
    won = record_game(*play(2, rules=Rules(target_score=1), policy=buying), seed=2)
    valid, invalid, consistent = findings_of([won, wrong(), public])
    assert isinstance(consistent, CheckedGame)
    return (
        valid,
        invalid,
        attrs.evolve(consistent, path=Path("d"), assumptions=("this",), origin="here"),
        UnreadableFile(Path("a"), UnreadableError("m", path="$", source="a"), 2),
        UnverifiedGame(Path("b"), 3, "why"),
        SkippedFile(Path("c"), "no game"),
    )


def rows_of(folder: Path) -> dict[str, Rows]:
    """The rows of the two tables."""
    return {name: pq.read_table(folder / f"{name}.parquet").to_pylist() for name in NAMES}


@cache
def alone() -> tuple[tuple[Finding, dict[str, Any], Rows], ...]:
    """Each of them as the only one: its row, and those of its events."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        stored = []
        for found in some():
            write_tables([found], folder)
            tables = rows_of(folder)
            stored.append((found, tables["games"][0], tables["events"]))
    return tuple(stored)


def put_rows(folder: Path, **tables: Rows) -> Path:
    """Write rows as they are."""
    folder.mkdir(exist_ok=True)
    for name, rows in tables.items():
        table = pa.Table.from_pylist(rows, schema=NAMES[name])
        pq.write_table(table, folder / f"{name}.parquet", compression="none")
    return folder


def refusal(folder: Path, read: Read = from_folder) -> UnreadableError:
    """The error with which tables are refused."""
    with pytest.raises(UnreadableError) as caught:
        read(folder)
    return caught.value


OTHERS: Final[dict[str, Sequence[object]]] = {
    "verdict": ["valid", "consistent", "invalid", "skipped", "unreadable", "unverified", "good"],
    "error_kind": ["UnreadableError", "UnsupportedVersionError", "ValueError"],
    "ending": ["played", "resigned", "timeout", "unfinished"],
    "rules": ["official", "spendee", '{"preset":"official"}'],
    "perspective": ["full", "public", "0"],
    "reason": ["target", "stalemate", "turn_limit"],
    "rule": ["PAY-1", "PAY-99"],
    "parameters": ["[]", '[["a",1]]', "[1]", "{}", "", "[[]]", '[["a", 1]]', "9" * 5000],
    "unnamed": [["#1 0"], ["#4"], ["1"], ["#1 x"], [None]],
    "commitment": ["sealed", "opened"],
    "final": ["", "x", str(setup(2, seed=3))],
    "players": [["Ada"], ["Ada", None], []],
    "does": ["pass", "take"],
    "bonus": ["white", "gold"],
    "card": ["1w1", "9w9"],
    "noble": ["wu", "x"],
    "record": ["", "{}", "[]", "null", "[" * 9999, '{"a":' * 9999, "9" * 9999, "\0"],
}
"""By column, what else could stand there; elsewhere it is a number more, or a longer text."""
FREE: Final = {
    *("file", "number", "verdict", "error", "error_kind", "error_path", "error_source", "origin"),
    *("complete", "rule", "sentence", "parameters"),
    *("problem_event", "problem_turn", "problem_player", "unnamed", "missing_refill"),
    *("commitment", "assumptions"),
}
"""What nothing else in the tables says, or nothing that is compared: it is what it says."""


EXTRA: Final[dict[object, object]] = {
    **dict.fromkeys((pa.int8(), pa.int32(), pa.int64()), 0),
    pa.bool_(): True,
    pa.string(): "x",
    pa.list_(pa.int32()): [0],
    pa.list_(pa.string()): ["#1"],
}
"""By type, what may stand where nothing is."""


def others(table: str, column: str, value: object) -> Iterator[object]:
    """Other values for a cell."""
    kind = NAMES[table].field(column).type
    if value is None:
        yield EXTRA[kind]
        return
    yield None
    yield from (other for other in OTHERS.get(column, ()) if other != value)
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
    elif isinstance(value, str):
        yield f"{value}x"
    elif isinstance(value, list):
        yield [*value, *value[:1]] or EXTRA[kind]


@pytest.mark.sweep
@pytest.mark.parametrize("column", GAMES.names)
def test_an_altered_cell_of_a_game_is_refused_or_is_what_it_says(
    column: str, tmp_path: Path
) -> None:
    """Wherever it can be worked out again, or a figure stands twice, it is refused."""
    accepted = 0
    for found, row, events in alone():
        put_rows(tmp_path, events=events)
        for other in others("games", column, row[column]):
            put_rows(tmp_path, games=[{**row, column: other}])
            try:
                [again] = from_folder(tmp_path)
            except UnreadableError as error:
                assert error.source in {"games", "events"}  # noqa: PT017 - it need not be raised
                assert re.match(r"game 0\b", error.path)  # noqa: PT017
            else:
                accepted += 1
                assert comparable(again) != comparable(found), (column, other)
    assert bool(accepted) is (column in FREE)


@pytest.mark.sweep
@pytest.mark.parametrize("column", EVENTS.names)
def test_an_altered_cell_of_an_event_is_refused(column: str, tmp_path: Path) -> None:
    """Of a game with an event of each kind, the last of them behind the problem."""
    write_tables(findings_of([brief()]), tmp_path)
    own = rows_of(tmp_path)["events"]
    assert [row["legal"] for row in own] == [True] * 3 + [False] * 2
    for row in own:
        value = row[column]
        for other in others("events", column, value):
            row[column] = other
            error = refusal(put_rows(tmp_path, events=own))
            assert error.source in {"games", "events"}
            assert re.match(r"game 0\b", error.path), (other, str(error))
        row[column] = value


def test_what_only_the_record_says_is_what_it_says(tmp_path: Path) -> None:
    """Nothing else in the tables has the notes, so nothing can tell that they were others."""
    write_tables(findings_of([attrs.evolve(small(), meta=Meta({"a": 1}))]), tmp_path)
    tables = rows_of(tmp_path)
    row = tables["games"][0]
    row["record"] = row["record"].replace('{"a":1}', '{"a":2}')
    [again] = from_folder(put_rows(tmp_path, **tables))
    assert isinstance(again, CheckedGame)
    assert again.record == attrs.evolve(small(), meta=Meta({"a": 2}))
    row["record"] = row["record"].replace('{"a":2}', '{"a": 2}')
    error = refusal(put_rows(tmp_path, **tables))
    assert (error.source, error.path) == ("games", "game 0, record")


@pytest.mark.sweep
def test_rows_that_are_missing_twice_there_or_out_of_order_are_refused(tmp_path: Path) -> None:
    write_tables(findings_of([brief(), small(), brief()]), tmp_path)
    tables = rows_of(tmp_path)
    for name, rows in tables.items():
        for at in range(len(rows)):
            for altered in (
                [*rows[:at], *rows[at + 1 :]],
                [*rows[:at], rows[at], *rows[at:]],
                [*rows[:at], *rows[at + 1 : at + 2], rows[at], *rows[at + 2 :]],
            ):
                if altered != rows:
                    error = refusal(put_rows(tmp_path, **{**tables, name: altered}))
                    assert error.source in {"games", "events"}
                    assert "game" in error.path + error.message


def test_events_of_no_game_are_refused(tmp_path: Path) -> None:
    write_tables([*findings_of([short()]), SkippedFile(Path("x"), "no game")], tmp_path)
    tables = rows_of(tmp_path)
    extra = tables["events"][0]
    for number, message in (
        (1, "events: game 1, game: expected None, not 1"),
        (2, "events: expected events of the games 0 to 1, not of 2"),
        (99, "events: expected events of the games 0 to 1, not of 99"),
    ):
        rows = [*tables["events"], {**extra, "game": number}]
        error = refusal(put_rows(tmp_path, games=tables["games"], events=rows))
        assert str(error) == message
    for other in (-1, None):
        rows = [{**extra, "game": other}, *tables["events"]]
        assert "game 0" in str(refusal(put_rows(tmp_path, games=tables["games"], events=rows)))


def test_a_database_gives_its_rows_in_order(tmp_path: Path) -> None:
    found = findings_of([short(), wrong(), small()])
    write_tables(found, tmp_path)
    put_rows(tmp_path, **{name: rows[::-1] for name, rows in rows_of(tmp_path).items()})
    assert refusal(tmp_path).path.startswith("game 0")
    assert from_views(tmp_path) == found


@by_any
def test_what_is_before_the_damage_is_given(read: Read, tmp_path: Path) -> None:
    found = findings_of([short(), wrong(), small()])
    write_tables(found, tmp_path)
    tables = rows_of(tmp_path)
    tables["games"][2]["turns"] = None
    error = refusal(put_rows(tmp_path, **tables), read)
    assert str(error).startswith("games: game 2: expected a row that write_tables has written: ")
    put_rows(tmp_path, **tables)
    stream = read_tables(tmp_path)
    assert [next(stream), next(stream)] == found[:2]
    with pytest.raises(UnreadableError):
        next(stream)
    assert list(stream) == []


def test_a_newer_version_is_refused_as_such(tmp_path: Path) -> None:
    write_tables(findings_of([short(), small()]), tmp_path)
    tables = rows_of(tmp_path)
    tables["games"][1] |= {"version": VERSION + 1, "verdict": "of a newer kind"}
    error = refusal(put_rows(tmp_path, **tables))
    assert type(error) is UnsupportedVersionError
    assert str(error) == "games: game 1: version 2 of the tables is newer than 1"


@pytest.mark.parametrize("table", NAMES)
def test_what_is_no_parquet_is_refused(table: str, tmp_path: Path) -> None:
    write_tables(findings_of([short()]), tmp_path)
    path = tmp_path / f"{table}.parquet"
    whole = path.read_bytes()
    for data in (b"", b"PAR1", b"no Parquet" * 99, whole[: len(whole) // 2], whole[4:], whole[:-1]):
        path.write_bytes(data)
        assert refusal(tmp_path).source == table
    path.unlink()
    assert refusal(tmp_path).source == table
    path.mkdir()
    assert refusal(tmp_path).source == table
    assert refusal(tmp_path / "none").source == "events"


@pytest.mark.parametrize("table", NAMES)
def test_other_columns_and_types_are_refused(table: str, tmp_path: Path) -> None:
    write_tables(findings_of([short()]), tmp_path)
    path = tmp_path / f"{table}.parquet"
    whole = pq.read_table(path)
    others = [
        whole.drop_columns(["record"]),
        whole.append_column("more", whole["record"]),
        whole.rename_columns([name.upper() for name in whole.column_names]),
        whole.select(whole.column_names[::-1]),
        pa.table({"a": [1]}),
    ]
    for other in others:
        pq.write_table(other, path)
        error = refusal(tmp_path)
        assert str(error) == f"{table}: expected the columns {', '.join(NAMES[table].names)}"
        assert refusal(tmp_path, from_views).source == table
    for column, kind in (("game", "when"), (whole.column_names[2], [{"a": 1}]), ("record", 1.5)):
        at = whole.column_names.index(column)
        other = whole.set_column(at, column, pa.array([kind] * whole.num_rows))
        pq.write_table(other, path)
        for read in (from_folder, from_views):
            assert refusal(tmp_path, read).source in {"games", "events"}


@by_any
def test_types_may_be_wider_as_other_programs_write_them(read: Read, tmp_path: Path) -> None:
    found = some()
    write_tables(found, tmp_path)
    wider = {
        pa.int8(): pa.int64(),
        pa.int32(): pa.int64(),
        pa.string(): pa.large_string(),
        pa.list_(pa.int32()): pa.large_list(pa.int64()),
    }
    for name, schema in NAMES.items():
        path = tmp_path / f"{name}.parquet"
        fields = [(field.name, wider.get(field.type, field.type)) for field in schema]
        pq.write_table(pq.read_table(path).cast(pa.schema(fields)), path)
    assert same(read(tmp_path), found)


def bad_text(folder: Path) -> None:
    """Put a text into the table of games that is no UTF-8."""
    path = folder / "games.parquet"
    table = pq.read_table(path)
    at = table.column_names.index("origin")
    data = pa.array([b"\xff"] * table.num_rows, pa.binary())
    text = pa.Array.from_buffers(pa.string(), len(data), data.buffers())
    pq.write_table(table.set_column(at, table.field(at), text), path)


def test_text_that_is_no_utf_8_is_refused(tmp_path: Path) -> None:
    write_tables(findings_of([short()]), tmp_path)
    bad_text(tmp_path)
    assert refusal(tmp_path, from_views).source == "games"
    with pytest.raises(duckdb.Error, match="UTF8"):
        open_database(tmp_path, tmp_path / "games.duckdb")


def test_a_connection_without_the_tables_or_closed_is_refused(tmp_path: Path) -> None:
    with duckdb.connect() as database:
        with pytest.raises(UnreadableError, match=r"^events: expected a table that can be read"):
            list(read_tables(database))
        database.execute("CREATE TABLE events AS SELECT 1 AS game, 2 AS event")
        with pytest.raises(UnreadableError, match=r"^events: expected the columns game, event, "):
            list(read_tables(database))
    with pytest.raises(UnreadableError, match=r"^events: expected a table that can be read"):
        list(read_tables(database))
    assert list(tmp_path.iterdir()) == []


# Without the libraries


@pytest.mark.parametrize("library", ["duckdb", "pyarrow"])
def test_without_a_library_the_extra_is_named(
    library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("splendor.adapters.tables")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ModuleNotFoundError, match=library) as caught:
        import_module("splendor.adapters.tables")
    [note] = caught.value.__notes__
    assert note.endswith(': pip install "splendor-rules[tables]"')


# The page


TYPES: Final = {
    pa.int8(): "int8",
    pa.int32(): "int32",
    pa.int64(): "int64",
    pa.bool_(): "bool",
    pa.string(): "text",
    pa.list_(pa.int32()): "list of int32",
    pa.list_(pa.string()): "list of text",
}
IN_DUCKDB: Final = {
    "int8": "TINYINT",
    "int32": "INTEGER",
    "int64": "BIGINT",
    "bool": "BOOLEAN",
    "text": "VARCHAR",
    "list of int32": "INTEGER[]",
    "list of text": "VARCHAR[]",
}


@pytest.mark.parametrize("table", NAMES)
def test_the_page_has_all_columns_in_their_order(table: str, tmp_path: Path) -> None:
    page = (ROOT / "docs/reference/tables.md").read_text(encoding="utf-8")
    [part] = [part for part in page.split("\n## ") if part.startswith(f"The table `{table}`\n")]
    listed = re.findall(r"^\| `(\w+)` \| ([\w ]+) \|", part, re.MULTILINE)
    assert listed == [(field.name, TYPES[field.type]) for field in NAMES[table]]
    write_tables([], tmp_path)
    described = ask(tmp_path, f"SELECT column_name, column_type FROM (DESCRIBE {table})")  # noqa: S608
    assert described == [(name, IN_DUCKDB[kind]) for name, kind in listed]


# What was wrong once


@pytest.mark.parametrize("name", ["a:b", "s3:x", "file:x", "~"])
def test_a_relative_folder_is_no_address(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PyArrow takes a path with a colon for a URI, and a tilde for the home of the user."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    found = findings_of([small()])
    write_tables(found, name)
    assert list(read_tables(name)) == found
    assert from_views(Path(name)) == found


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="names are text there")
def test_a_folder_whose_name_is_no_utf_8_is_written_and_read(tmp_path: Path) -> None:
    found = findings_of([small()])
    write_tables(found, tmp_path / "\udcff")
    assert from_folder(tmp_path / "\udcff") == found


def test_text_that_is_no_utf_8_is_refused_in_a_folder_too(tmp_path: Path) -> None:
    write_tables(findings_of([short()]), tmp_path)
    bad_text(tmp_path)
    assert refusal(tmp_path).source == "games"


def test_parameters_that_are_deep_are_refused(tmp_path: Path) -> None:
    write_tables(findings_of([wrong()]), tmp_path)
    tables = rows_of(tmp_path)
    tables["games"][0]["parameters"] = "[" * 10**5
    assert refusal(put_rows(tmp_path, **tables)).path == "game 0"


@pytest.mark.parametrize("text", ['[["a",NaN]]', '[["a",[1]]]', '[[1,"a"]]', '[["a",null]]'])
def test_parameters_are_names_with_ints_or_texts(text: str, tmp_path: Path) -> None:
    write_tables(findings_of([wrong()]), tmp_path)
    tables = rows_of(tmp_path)
    tables["games"][0]["parameters"] = text
    assert refusal(put_rows(tmp_path, **tables)).path.startswith("game 0")


def test_the_long_place_of_an_error_comes_back_spelled_out(tmp_path: Path) -> None:
    """Spelled out it is longer than an error keeps, so that what was written is not read."""
    found = UnreadableFile(Path("x"), UnreadableError("m", path="\ud800" * 70))
    write_tables([found], tmp_path)
    [again] = from_folder(tmp_path)
    assert isinstance(again, UnreadableFile)


def test_a_table_of_another_kind_is_refused_though_it_has_no_rows(tmp_path: Path) -> None:
    write_tables([], tmp_path)
    pq.write_table(pa.table({"a": pa.array([], pa.int8())}), tmp_path / "games.parquet")
    assert refusal(tmp_path).source == "games"


def test_if_one_table_cannot_be_replaced_neither_is(tmp_path: Path) -> None:
    (tmp_path / "events.parquet").mkdir()
    (tmp_path / "games.parquet").write_bytes(b"old")
    with pytest.raises(OSError, match="events"):
        write_tables(findings_of([small()]), tmp_path)
    assert (tmp_path / "games.parquet").read_bytes() == b"old"


def test_if_one_table_cannot_be_read_a_database_keeps_both(tmp_path: Path) -> None:
    folder, path = tmp_path / "tables", tmp_path / "games.duckdb"
    write_tables(findings_of([small()]), folder)
    open_database(folder, path).close()
    write_tables(findings_of([small(), short()]), folder)
    (folder / "events.parquet").unlink()
    with pytest.raises(duckdb.Error):
        open_database(folder, path)
    with duckdb.connect(str(path)) as database:
        assert database.sql("SELECT count(*) FROM games").fetchall() == [(1,)]


def test_two_runs_do_not_write_into_one_folder_at_once(tmp_path: Path) -> None:
    def findings() -> Iterator[Finding]:
        yield from findings_of([small()])
        with pytest.raises(FileExistsError, match="games"):
            write_tables([], tmp_path)

    assert write_tables(findings(), tmp_path) == 1
    assert from_folder(tmp_path) == findings_of([small()])
    assert sorted(each.name for each in tmp_path.iterdir()) == ["events.parquet", "games.parquet"]


@pytest.mark.parametrize(
    ("column", "value", "why"),
    [
        ("verdict", "valid", "the verdict valid does not go with the rule"),
        ("good_events", 10**6, "1000000 good_events, but 11 are legal"),
        ("turns", -5, "-5 turns, but 8 in final"),
        ("verdict", "x" * 10**6, "does not go with the rule"),
    ],
)
def test_a_row_that_contradicts_itself_is_refused_in_few_words(
    column: str, value: object, why: str, tmp_path: Path
) -> None:
    write_tables(findings_of([wrong()]), tmp_path)
    tables = rows_of(tmp_path)
    tables["games"][0][column] = value
    error = refusal(put_rows(tmp_path, **tables))
    assert why in error.message
    assert len(error.message) < 300


def test_a_record_that_nobody_could_read_again_is_not_written(tmp_path: Path) -> None:
    """As JSON it has more than 8 MiB."""
    huge = attrs.evolve(small(), meta=Meta({"notes": "x" * MAX_BYTES}))
    with pytest.raises(InvalidValueError, match="longer than 8388608 bytes as JSON") as caught:
        write_tables(findings_of([small(), huge]), tmp_path)
    assert caught.value.path == "[1]"
    assert list(tmp_path.iterdir()) == []
