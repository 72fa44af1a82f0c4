"""`verify_many`: the games of any source, judged here or by any executor, each exactly once."""

from __future__ import annotations

import gzip
import json
import os
import pickle
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from itertools import count, repeat
from multiprocessing import get_context
from pathlib import Path
from threading import Thread
from typing import Any, Final, TypeAlias

import attrs
import pytest

from splendor import (
    CheckedGame,
    Ending,
    FoundGame,
    InvalidValueError,
    Meta,
    Record,
    Report,
    SkippedFile,
    UnreadableError,
    UnreadableFile,
    UnsupportedVersionError,
    UnverifiedGame,
    Verdict,
    find_games,
    format_record,
    record_game,
    redact,
    setup,
    to_json,
    verify,
    verify_many,
)
from splendor.formats import files, search
from splendor.formats.files import EVENT_BYTES
from splendor.formats.folders import MAX_SMALL
from splendor.formats.importers.reader import Reading
from splendor.formats.record import Generator
from splendor.formats.search import FoundFile, Search
from splendor.verification import Finding, many
from splendor.verification.many import CHUNK_BYTES, CHUNK_SIZE
from tests.ai_writer import write_log
from tests.bga_writer import write_bga
from tests.games import buying, play
from tests.records import forged, game
from tests.spendee_writer import write_data, write_game


def begun(seed: int) -> Record:
    """The first turns of a game, so that many of them take no time; a card is reserved blind."""
    opening, actions = play(seed, policy=buying)
    return record_game(opening, actions[:24])


FULL: Final = game(1)
GOOD: Final = begun(1)
OTHER: Final = attrs.evolve(begun(2), meta=Meta({"site": "North"}))
WRONG: Final = forged(GOOD, 0)
"""Its first move is not written down (TURN-4)."""
REDACTED: Final = redact(GOOD, None)
SHORT: Final = record_game(setup(2, seed=1), [])
"""A game of which there is the opening, for when there are very many of them."""
GAMES: Final = [GOOD, OTHER, WRONG, REDACTED, SHORT]
VERDICTS: Final = ["valid", "valid", "invalid", "consistent", "valid"]
NEWER: Final = '{"format": "splendor-record", "version": 99}'
Source: TypeAlias = Callable[[Path], Any]
BOTH = pytest.mark.parametrize("in_order", [True, False], ids=["in_order", "as_made"])


# Executors


class Now(Executor):
    """Does at once what it is handed, and notes how many games it was each time."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ANN401 - any call
        """Do it."""
        self.sizes.append(len(args[0]))
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - as executors do
            future.set_exception(error)
        return future


class Keeping(Now):
    """The same, and keeps what it was handed."""

    def __init__(self) -> None:
        super().__init__()
        self.chunks: list[tuple[Any, ...]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ANN401 - any call
        """Do it."""
        self.chunks.append(args[0])
        return super().submit(fn, *args, **kwargs)


class Later(Executor):
    """Does what it is handed when it is told to; `then` tells it at each call."""

    def __init__(self, then: Callable[[Later], object] = lambda _: None) -> None:
        self.calls: list[Callable[[], Any]] = []
        self.futures: list[Future[Any]] = []
        self.then = then

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ANN401 - any call
        """Note it."""
        future: Future[Any] = Future()
        self.calls.append(partial(fn, *args, **kwargs))
        self.futures.append(future)
        self.then(self)
        return future

    def finish(self, *numbers: int) -> None:
        """Do the calls of these numbers, from 0."""
        for number in numbers:
            self.futures[number].set_result(self.calls[number]())

    @property
    def waiting(self) -> list[int]:
        """The numbers of the calls that are not done."""
        return [number for number, future in enumerate(self.futures) if not future.done()]


class Failing(Executor):
    """Refuses what it is handed, or returns a future that fails."""

    def __init__(self, error: BaseException, *, at_once: bool = True) -> None:
        self.error = error
        self.at_once = at_once

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ANN401, ARG002 - any call
        """Fail."""
        if self.at_once:
            raise self.error
        future: Future[Any] = Future()
        future.set_exception(self.error)
        return future


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPoolExecutor]:
    """Two real processes: starting them takes the longest here."""
    with ProcessPoolExecutor(2, get_context("spawn")) as executor:
        yield executor


@pytest.fixture(params=["now", "threads", "processes"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    """An executor of each kind."""
    if request.param == "processes":
        yield request.getfixturevalue("pool")
    else:
        with Now() if request.param == "now" else ThreadPoolExecutor(2) as executor:
            yield executor


# What there is to find


def put(path: Path, content: object) -> Path:
    """Write text, a record or JSON to a file, and the folders it is in."""
    if isinstance(content, Record):
        text = to_json(content)
    else:
        text = content if isinstance(content, str) else json.dumps(content)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def put_lines(path: Path, *lines: object) -> Path:
    """Write records or texts to a file, one on each line."""
    texts = [to_json(line) if isinstance(line, Record) else line for line in lines]
    return put(path, "".join(f"{text}\n" for text in texts))


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with something of everything; nobody writes to it."""
    folder = tmp_path_factory.mktemp("world")
    opening, actions = play(5, policy=buying)
    table, log = write_bga(FULL, order="2025")
    put(folder / "a.json", OTHER)
    put(folder / "b.txt", f"{format_record(WRONG)}\n{format_record(REDACTED)}")
    put_lines(folder / "c.jsonl", GOOD, "{", to_json(setup(2, seed=3)), SHORT)
    padded = (f"{to_json(record):9000}" for record in [GOOD, WRONG, REDACTED] * 4)
    put_lines(folder / "d.jsonl", *padded, NEWER)
    assert (folder / "c.jsonl").stat().st_size <= MAX_SMALL < (folder / "d.jsonl").stat().st_size
    put(folder / "e.g_gamelogs.json", log)
    put(folder / "e.gamedatas.json", table)
    put(folder / "f.json", table)
    put_lines(folder / "g.ndjson", *map(json.dumps, write_log(opening, actions[:4], ended=False)))
    put(folder / "h.json", write_game(opening, actions))
    put(folder / "i.json", {"games": [write_data(opening)] * 2})
    (folder / "j.json.gz").write_bytes(gzip.compress(to_json(SHORT).encode()))
    put(folder / "k.md", "no game")
    put(folder / "l.json", NEWER)
    put(folder / "m.txt", "no game")
    put(folder / "deep" / "er" / "a.splendor", format_record(GOOD))
    return folder


IN_WORLD: Final = [
    ("a.json", None, "valid"),
    ("b.txt", 1, "invalid"),
    ("b.txt", 2, "consistent"),
    ("c.jsonl", 1, "valid"),
    ("c.jsonl", 2, "unreadable"),
    ("c.jsonl", 3, "unreadable"),
    ("c.jsonl", 4, "valid"),
    *(("d.jsonl", number, VERDICTS[at]) for number, at in enumerate((0, 2, 3) * 4, start=1)),
    ("d.jsonl", 13, "unreadable"),
    ("e.g_gamelogs.json", None, "consistent"),
    ("f.json", None, "unreadable"),
    ("g.ndjson", None, "valid"),
    ("h.json", None, "valid"),
    ("i.json", None, "skipped"),
    ("i.json", None, "skipped"),
    ("j.json.gz", None, "valid"),
    ("k.md", None, "skipped"),
    ("l.json", None, "unreadable"),
    ("m.txt", None, "skipped"),
    ("a.splendor", None, "valid"),
]
"""The name and number of each finding there, and what it comes to."""


def what(finding: Finding) -> str:
    """What a finding comes to, in a word."""
    if isinstance(finding, CheckedGame):
        return finding.report.verdict.value
    if isinstance(finding, UnverifiedGame):
        return "unverified"
    return "skipped" if isinstance(finding, SkippedFile) else "unreadable"


def place(finding: Finding) -> tuple[Path | None, int | None]:
    """Where a finding stands."""
    return finding.path, None if isinstance(finding, SkippedFile) else finding.number


def said(finding: Finding) -> tuple[object, ...]:
    """All that is in a finding, to be compared: an error equals no other."""
    if isinstance(finding, UnreadableFile):
        error = finding.error
        told = (type(error).__name__, error.message, error.path, error.source)
        return (finding.path, finding.number, *told)
    return (finding,)


def all_said(findings: Iterable[Finding], *, in_order: bool = True) -> list[tuple[object, ...]]:
    """The same of several, sorted if their order is no matter."""
    told = list(map(said, findings))
    return told if in_order else sorted(told, key=repr)


def numbers(findings: Iterable[Finding]) -> list[int | None]:
    """The numbers of games."""
    return [place(finding)[1] for finding in findings]


def checked(findings: Iterable[Finding]) -> list[CheckedGame]:
    """Findings all of which have to be of games that were judged."""
    games = []
    for finding in findings:
        assert isinstance(finding, CheckedGame)
        games.append(finding)
    return games


def drawn(source: Iterable[Record], into: list[int]) -> Iterator[Record]:
    """Records, of which the numbers are noted as they are drawn."""
    for number, record in enumerate(source, start=1):
        into.append(number)
        yield record


def pieces_in(path: Path) -> list[Any]:
    """The pieces that travel: small files unopened."""
    return list(Search().look_into(path))


SOURCES: Final[dict[str, Source]] = {
    "path": lambda folder: folder,
    "found": find_games,
    "pieces": pieces_in,
    "records": lambda _: GAMES,
    "mixed": lambda folder: [GOOD, folder / "c.jsonl", WRONG, *pieces_in(folder / "d.jsonl")],
}
sources = pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)


# One after the other


def test_everything_in_a_folder_comes_to_something_in_the_order_of_the_search(world: Path) -> None:
    findings = list(verify_many(world))
    assert [(each.path and each.path.name, place(each)[1], what(each)) for each in findings] == (
        IN_WORLD
    )
    again: list[Any] = [str(world), [world], find_games(world), iter(pieces_in(world))]
    for source in again:
        assert all_said(verify_many(source)) == all_said(findings)
    # What was named itself is never skipped.
    named: list[str | Path] = [*map(str, world.glob("?.*")), world / "deep"]
    told = all_said(verify_many(iter(named)))
    assert told == all_said(verify_many(find_games(named)))
    assert len(told) == len(findings)
    assert SkippedFile not in {type(first) for first, *_ in told}


def test_a_game_comes_to_what_verify_says_of_what_is_read(world: Path) -> None:
    judged: list[tuple[object, ...]] = []
    for found in find_games(world):
        if not isinstance(found, FoundGame):
            judged.append((found.path, None if isinstance(found, SkippedFile) else found.number))
            continue
        try:
            judged.append((found.path, found.number, verify(found.read())))
        except UnreadableError as error:
            judged.append((found.path, found.number, str(error)))
    for expected, finding in zip(judged, verify_many(world), strict=True):
        assert expected[:2] == place(finding)
        if isinstance(finding, CheckedGame):
            assert expected[2] == finding.report
        elif len(expected) > 2:
            assert isinstance(finding, UnreadableFile)
            assert expected[2] == str(finding.error)


def test_records_have_numbers_and_no_path() -> None:
    findings = checked(verify_many(GAMES))
    assert list(map(place, findings)) == [(None, number) for number in range(1, 6)]
    assert list(map(what, findings)) == VERDICTS
    assert [finding.report for finding in findings] == list(map(verify, GAMES))


def test_records_among_paths_have_the_numbers_of_their_places(tmp_path: Path) -> None:
    path = put(tmp_path / "game.json", GOOD)
    findings = list(verify_many([path, WRONG, FoundGame(path, partial(Reading, SHORT), 7), OTHER]))
    assert list(map(place, findings)) == [(path, None), (None, 2), (path, 7), (None, 4)]


def test_a_file_is_judged_once_whatever_leads_to_it(tmp_path: Path) -> None:
    path = put(tmp_path / "game.json", GOOD)
    assert [place(each) for each in verify_many([path, tmp_path, str(path)])] == [(path, None)]
    assert len(list(verify_many([GOOD, GOOD]))) == 2


def test_what_was_found_is_passed_on_as_it_is() -> None:
    skipped = SkippedFile(Path("a"), "no game")
    unreadable = UnreadableFile(Path("b"), UnreadableError("oh"), 3)
    for executor in (None, Now(), Failing(RuntimeError("lost"))):
        first, second = verify_many([skipped, unreadable], executor)
        assert first is skipped
        assert second is unreadable


def test_a_small_file_that_is_gone_when_its_turn_comes_is_unreadable(tmp_path: Path) -> None:
    [found] = Search().look_into(put(tmp_path / "game.json", GOOD))
    assert isinstance(found, FoundFile)
    found.path.unlink()
    [finding] = verify_many([found])
    assert isinstance(finding, UnreadableFile)
    assert finding.error.message == "expected a file that can be read: No such file or directory"


def test_the_origin_is_the_site_or_the_generator_or_nothing() -> None:
    program = Generator("splendid", "1.0")
    bare = attrs.evolve(SHORT, generator=None, meta=Meta({}))
    cases = {
        "North": attrs.evolve(bare, meta=Meta({"site": "North"}), generator=program),
        "splendid": attrs.evolve(bare, generator=program),
        "": bare,
    }
    assert [each.origin for each in checked(verify_many(cases.values()))] == list(cases)
    odd = [attrs.evolve(bare, meta=Meta({"site": site})) for site in (3, None, "")]
    assert [each.origin for each in checked(verify_many(odd))] == ["", "", ""]
    odd[0] = attrs.evolve(odd[0], generator=program)
    assert checked(verify_many(odd))[0].origin == "splendid"


def test_a_finding_tells_the_players_the_ending_and_what_was_assumed() -> None:
    meta = Meta({"assumptions": ("a card was bought", "nobody cheats")})
    record = attrs.evolve(SHORT, players=("Ada", "Bo"), ending=Ending("resigned", 1), meta=meta)
    plain, told = checked(verify_many([SHORT, record]))
    assert (plain.assumptions, plain.ending) == ((), Ending())
    assert (told.players, told.ending) == (("Ada", "Bo"), Ending("resigned", 1))
    assert told.assumptions == ("a card was bought", "nobody cheats")


def test_records_are_kept_if_they_are_to_be(world: Path) -> None:
    for executor in (None, Now()):
        assert {each.record for each in checked(verify_many(GAMES, executor))} == {None}
        kept = checked(verify_many(GAMES, executor, keep_records=True))
        assert [each.record for each in kept] == GAMES
        [found] = checked(verify_many(world / "a.json", executor, keep_records=True))
        assert found.record == OTHER


def test_of_nothing_comes_nothing(tmp_path: Path) -> None:
    for executor in (None, Now()):
        assert list(verify_many([], executor)) == []
        assert list(verify_many(tmp_path, executor)) == []


# As findings are asked for


def test_nothing_is_read_before_the_first_finding_is_asked_for(tmp_path: Path) -> None:
    for executor in (None, Now()):
        at: list[int] = []
        asked = verify_many(drawn(GAMES, at), executor)
        late = verify_many(tmp_path, executor)
        put(tmp_path / "game.json", GOOD)
        assert at == []
        assert what(next(asked)) == what(next(late)) == "valid"
        (tmp_path / "game.json").unlink()


def test_without_an_executor_one_game_is_drawn_at_a_time() -> None:
    at: list[int] = []
    for number, finding in enumerate(verify_many(drawn(repeat(SHORT, 5), at)), start=1):
        assert place(finding)[1] == at[-1] == number


@BOTH
def test_of_an_endless_source_no_more_is_drawn_than_may_be_in_flight(*, in_order: bool) -> None:
    at: list[int] = []
    executor = Now()
    findings = verify_many(
        drawn(repeat(SHORT), at), executor, in_order=in_order, chunk_size=3, in_flight=4
    )
    checked([next(findings)])
    assert len(at) == 12
    for given in range(2, 50):
        checked([next(findings)])
        assert len(at) <= given + 12
        assert 3 * len(executor.sizes) == len(at)
    findings.close()  # type: ignore[attr-defined]


def test_by_default_the_sizes_are_those_that_the_reference_names() -> None:
    executor = Now()
    at: list[int] = []
    assert place(next(verify_many(drawn(repeat(SHORT), at), executor))) == (None, 1)
    assert executor.sizes == [CHUNK_SIZE] * many.IN_FLIGHT == [32] * 32


# What is left out


def test_a_record_is_left_out_by_its_number_before_it_is_judged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judged: list[Record] = []

    def note(record: Record) -> Report:
        judged.append(record)
        return verify(record)

    def skip(path: Path | None, number: int | None) -> bool:
        assert path is None
        return number in {2, 3}

    monkeypatch.setattr(many, "verify", note)
    for executor in (None, Now()):
        findings = verify_many(GAMES, executor, skip=skip)
        assert numbers(findings) == [1, 4, 5]
    assert judged == [GOOD, REDACTED, SHORT] * 2


def test_a_whole_file_is_left_out_without_a_look_into_it(
    world: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    real = search._examine

    def note(path: Path, *args: Any, **kwargs: Any) -> Iterator[Any]:  # noqa: ANN401 - as it is
        opened.append(path.name)
        return real(path, *args, **kwargs)

    monkeypatch.setattr(search, "_examine", note)
    asked: list[tuple[Path | None, int | None]] = []

    def skip(path: Path | None, number: int | None) -> bool:
        asked.append((path, number))
        return path in {world / "a.json", world / "c.jsonl"}

    paths = [world / name for name in ("a.json", "b.txt", "c.jsonl")]
    findings = list(verify_many(paths, skip=skip))
    assert list(map(place, findings)) == [(world / "b.txt", 1), (world / "b.txt", 2)]
    assert opened == ["b.txt", "c.jsonl"]
    assert asked[:2] == [(world / "a.json", None), (world / "b.txt", None)]
    assert (world / "c.jsonl", None) not in asked


def test_games_of_a_small_file_are_left_out_by_their_numbers(
    world: Path, executor: Executor
) -> None:
    path = world / "c.jsonl"
    left_out = {(path, 2), (path, 4)}
    for each in (None, executor):
        findings = verify_many(path, each, skip=lambda *where: where in left_out)
        assert numbers(findings) == [1, 3]


def test_lines_of_a_long_file_are_left_out_before_they_are_judged(
    world: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int | None] = []
    real = FoundGame.read

    def note(self: FoundGame) -> Record:
        read.append(self.number)
        return real(self)

    monkeypatch.setattr(FoundGame, "read", note)
    path = world / "d.jsonl"

    def skip(where: Path | None, number: int | None) -> bool:
        return where == path and number is not None and number % 4 != 1

    for executor in (None, Now()):
        assert numbers(verify_many(path, executor, skip=skip)) == [1, 5, 9, 13]
    assert read == [1, 5, 9, 13] * 2


@sources
def test_what_is_left_out_is_what_would_stand_in_a_finding(source: Source, world: Path) -> None:
    """Of the places of all findings every other is left out."""
    everything = list(map(place, verify_many(source(world))))
    done = {where for where in everything[::2] if where[1] is not None}
    for executor in (None, Now()):
        left = verify_many(source(world), executor, skip=lambda *where: where in done)
        assert list(map(place, left)) == [where for where in everything if where not in done]


def test_an_error_of_skip_is_raised() -> None:
    def skip(_: Path | None, number: int | None) -> bool:
        if number == 2:
            raise ZeroDivisionError
        return False

    for executor in (None, Now()):
        findings = verify_many(GAMES, executor, skip=skip)
        assert place(next(findings)) == (None, 1)
        with pytest.raises(ZeroDivisionError):
            next(findings)


# By an executor


@BOTH
@sources
def test_any_executor_comes_to_the_same(
    source: Source, world: Path, executor: Executor, *, in_order: bool
) -> None:
    alone = verify_many(source(world), keep_records=True)
    together = verify_many(
        source(world), executor, in_order=in_order, keep_records=True, chunk_size=2, in_flight=3
    )
    assert all_said(together, in_order=in_order) == all_said(alone, in_order=in_order)


@pytest.mark.parametrize(("chunk_size", "in_flight"), [(1, 1), (1, 32), (32, 1), (2**70, 2**70)])
def test_any_sizes_come_to_the_same(chunk_size: int, in_flight: int, world: Path) -> None:
    alone = all_said(verify_many(world))
    for executor in (Now(), ThreadPoolExecutor(2)):
        with executor:
            together = verify_many(world, executor, chunk_size=chunk_size, in_flight=in_flight)
            assert all_said(together) == alone


def test_without_order_findings_come_as_they_are_made() -> None:
    later = Later(lambda self: self.finish(*{3: [2], 4: [0]}.get(len(self.calls), [])))
    findings = verify_many(GAMES[:4], later, in_order=False, chunk_size=1, in_flight=3)
    assert place(next(findings))[1] == 3
    assert place(next(findings))[1] == 1
    later.finish(3)
    assert place(next(findings))[1] == 4
    later.finish(1)
    assert numbers(findings) == [2]


def test_in_order_what_is_made_early_waits() -> None:
    later = Later(lambda self: self.finish(*{3: [2, 1, 0], 4: [3]}.get(len(self.calls), [])))
    findings = verify_many(GAMES[:4], later, chunk_size=1, in_flight=3)
    assert numbers(findings) == [1, 2, 3, 4]


@BOTH
def test_never_more_is_in_flight_than_may_be(*, in_order: bool) -> None:
    most = 0

    def then(self: Later) -> None:
        nonlocal most
        most = max(most, len(self.waiting))
        if len(self.waiting) == 4 or len(self.calls) == 25:
            self.finish(*self.waiting)

    source = repeat(SHORT, 50)
    findings = verify_many(source, Later(then), in_order=in_order, chunk_size=2, in_flight=4)
    assert sorted(place(each)[1] or 0 for each in findings) == list(range(1, 51))
    assert most == 4


def test_a_chunk_is_handed_out_as_soon_as_one_was_given() -> None:
    executor = Now()
    findings = verify_many(repeat(SHORT, 20), executor, chunk_size=1, in_flight=3)
    for given, _ in enumerate(findings, start=1):
        assert len(executor.sizes) == min(20, given + 2)


def test_games_travel_in_chunks_of_the_size_asked_for() -> None:
    for size, sizes in {1: [1] * 7, 3: [3, 3, 1], 7: [7], 8: [7]}.items():
        executor = Now()
        findings = verify_many(repeat(SHORT, 7), executor, chunk_size=size)
        assert numbers(findings) == [1, 2, 3, 4, 5, 6, 7]
        assert executor.sizes == sizes


def test_games_stop_travelling_together_at_so_many_bytes(
    world: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those before the last of a chunk are lighter, so that it may be one big game alone."""
    path = world / "d.jsonl"
    weights = [len(text) for text in path.read_bytes().splitlines()]
    for most in (1, 9000, 30_000):
        monkeypatch.setattr(many, "CHUNK_BYTES", most)
        executor = Keeping()
        assert numbers(verify_many(path, executor)) == list(range(1, 14))
        for chunk in executor.chunks:
            total = sum(weights[found.number - 1] for found in chunk)
            assert total <= most or len(chunk) == 1
        for one, after in zip(executor.chunks, executor.chunks[1:], strict=False):
            assert sum(weights[found.number - 1] for found in (*one, after[0])) > most


def test_a_record_weighs_what_its_events_do() -> None:
    fitting = CHUNK_BYTES // (EVENT_BYTES * len(FULL.events))
    assert 1 < fitting < CHUNK_SIZE
    executor = Now()
    assert len(list(verify_many([FULL] * 40, executor))) == 40
    assert set(executor.sizes[:-1]) == {fitting}
    executor = Now()
    assert len(list(verify_many([SHORT] * 40, executor))) == 40
    assert executor.sizes == [32, 8]


def test_small_files_travel_unopened_and_others_with_what_is_in_them(world: Path) -> None:
    executor = Keeping()
    assert list(verify_many(world, executor))
    kinds: dict[str, set[str]] = {}
    for piece in (piece for chunk in executor.chunks for piece in chunk):
        kinds.setdefault(piece.path.name, set()).add(type(piece).__name__)
    unopened = {name for name, kind in kinds.items() if kind == {"FoundFile"}}
    assert {name for name, kind in kinds.items() if "FoundFile" in kind} == unopened
    assert {"a.json", "b.txt", "f.json", "l.json", "m.txt", "a.splendor"} <= unopened
    assert (
        kinds["c.jsonl"]
        == kinds["d.jsonl"]
        == kinds["e.g_gamelogs.json"]
        == kinds["j.json.gz"]
        == {"FoundGame"}
    )
    assert kinds["k.md"] == {"SkippedFile"}
    assert "e.gamedatas.json" not in kinds


def test_the_executor_stays_open(executor: Executor) -> None:
    for _ in range(2):
        assert numbers(verify_many(GAMES, executor)) == [1, 2, 3, 4, 5]
    assert executor.submit(sorted, (2, 1)).result() == [1, 2]


@pytest.mark.parametrize("skip", [None, lambda *_: False], ids=["all", "skipping"])
@BOTH
def test_who_stops_asking_calls_back_what_is_handed_out(
    skip: Callable[..., bool] | None, *, in_order: bool
) -> None:
    later = Later(lambda self: self.finish(0) if len(self.calls) == 4 else None)
    findings = verify_many(
        repeat(SHORT), later, in_order=in_order, skip=skip, chunk_size=2, in_flight=4
    )
    assert place(next(findings))[1] == 1
    findings.close()  # type: ignore[attr-defined]
    assert [future.cancelled() for future in later.futures] == [False, True, True, True]
    assert list(findings) == []


def test_a_generator_that_is_dropped_calls_back_what_is_handed_out() -> None:
    later = Later(lambda self: self.finish(0) if len(self.calls) == 3 else None)
    findings = verify_many(repeat(SHORT), later, chunk_size=1, in_flight=3)
    assert place(next(findings))[1] == 1
    del findings
    assert [future.cancelled() for future in later.futures] == [False, True, True]


def test_an_interrupt_calls_back_what_is_handed_out() -> None:
    def interrupted() -> Iterator[Record]:
        yield from GAMES[:3]
        raise KeyboardInterrupt

    later = Later()
    with pytest.raises(KeyboardInterrupt):
        next(verify_many(interrupted(), later, chunk_size=1))
    assert [future.cancelled() for future in later.futures] == [True] * 3


# What travels


def travelled(value: Any) -> Any:  # noqa: ANN401 - anything
    """What arrives of a value."""
    return pickle.loads(pickle.dumps(value))  # noqa: S301 - our own


def test_every_piece_survives_its_way(world: Path) -> None:
    pieces = [*pieces_in(world), *find_games(world), many._Given(GOOD, 3)]
    kinds = {FoundFile, FoundGame, UnreadableFile, SkippedFile, many._Given}
    assert {type(piece) for piece in pieces} == kinds
    for piece in pieces:
        arrived = travelled(piece)
        assert type(arrived) is type(piece)
        if not isinstance(piece, UnreadableFile):
            assert arrived == piece
        assert many._weight(arrived) == many._weight(piece)
        here, there = (many._check((each,), keep=True) for each in (piece, arrived))
        assert all_said(there) == all_said(here) != []


def test_every_finding_survives_its_way(world: Path) -> None:
    lost = verify_many([GOOD, *pieces_in(world)], Failing(RuntimeError("lost")))
    findings = [*verify_many(world, keep_records=True), *verify_many(GAMES), *lost]
    kinds = {CheckedGame, UnreadableFile, SkippedFile, UnverifiedGame}
    assert {type(finding) for finding in findings} == kinds
    for finding in findings:
        arrived = travelled(finding)
        assert type(arrived) is type(finding)
        assert said(arrived) == said(finding)
    kept = [travelled(each) for each in findings if getattr(each, "record", None) is not None]
    assert {each.report.verdict for each in kept} == set(Verdict)


def test_a_newer_version_is_still_told_as_such_behind_its_way(
    world: Path, pool: ProcessPoolExecutor
) -> None:
    [finding] = verify_many(world / "l.json", pool)
    assert isinstance(finding, UnreadableFile)
    assert type(finding.error) is UnsupportedVersionError
    assert finding.error.path == "$.version"


# What goes wrong


def fails_in(finding: Finding) -> str:
    """The reason that nobody judged a game."""
    assert isinstance(finding, UnverifiedGame)
    return finding.reason


@BOTH
def test_an_executor_that_is_shut_down_judges_nothing_and_raises_nothing(
    world: Path, *, in_order: bool
) -> None:
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    findings = list(verify_many(GAMES, executor, in_order=in_order, chunk_size=2, in_flight=2))
    assert sorted(numbers(findings), key=str) == [1, 2, 3, 4, 5]
    assert {*map(fails_in, findings)} == {
        "RuntimeError: cannot schedule new futures after shutdown"
    }
    pieces = pieces_in(world)
    lost = list(verify_many(world, executor, in_order=True))
    assert [each.path for each in lost] == [piece.path for piece in pieces]
    for piece, finding in zip(pieces, lost, strict=True):
        assert isinstance(finding, UnverifiedGame) == isinstance(piece, (FoundFile, FoundGame))
        assert place(finding)[1] == getattr(piece, "number", None)


@BOTH
def test_an_executor_may_be_shut_down_in_the_middle(*, in_order: bool) -> None:
    executor = ThreadPoolExecutor(1)
    findings = verify_many(GAMES, executor, in_order=in_order, chunk_size=1, in_flight=2)
    first = next(findings)
    executor.shutdown()
    told = sorted([first, *findings], key=lambda finding: place(finding)[1] or 0)
    assert numbers(told) == [1, 2, 3, 4, 5]
    checked(told[:2])
    reason = "RuntimeError: cannot schedule new futures after shutdown"
    assert {*map(fails_in, told[2:])} == {reason}


@BOTH
def test_a_call_that_fails_or_is_called_back_costs_only_its_own_chunk(*, in_order: bool) -> None:
    def then(self: Later) -> None:
        if len(self.calls) == 3:
            self.finish(0)
            self.futures[1].set_exception(OSError(28, "No space left"))
            assert self.futures[2].cancel()
            self.futures[2].set_running_or_notify_cancel()
        elif len(self.calls) > 3:
            self.finish(len(self.calls) - 1)

    source = repeat(SHORT, 8)
    findings = list(verify_many(source, Later(then), in_order=in_order, chunk_size=2, in_flight=3))
    findings.sort(key=lambda finding: place(finding)[1] or 0)
    assert numbers(findings) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert numbers(checked(findings[:2] + findings[6:])) == [1, 2, 7, 8]
    assert [*map(fails_in, findings[2:4])] == ["OSError: [Errno 28] No space left"] * 2
    assert [*map(fails_in, findings[4:6])] == ["CancelledError"] * 2


@BOTH
def test_a_process_that_dies_costs_what_it_has_and_nothing_is_told_twice(
    world: Path, *, in_order: bool
) -> None:
    deadly: FoundGame = FoundGame(Path("deadly"), partial(os._exit, 3), 7)
    games: list[Any] = list(find_games(world / "d.jsonl"))
    games.insert(6, deadly)
    with ProcessPoolExecutor(2, get_context("spawn")) as executor:
        findings = list(verify_many(games, executor, in_order=in_order, chunk_size=1, in_flight=3))
    where = [(each.path, each.number) for each in games]
    told = {place(each): each for each in findings}
    assert len(findings) == len(told) == 14
    assert told.keys() == set(where)
    # It is handed out when of the six before it two at most are waiting.
    results = [told[each] for each in where]
    assert sum(not isinstance(each, UnverifiedGame) for each in results[:6]) >= 4
    lost = [each for each in results if isinstance(each, UnverifiedGame)]
    assert results[6] in lost
    assert all(each.reason.startswith("BrokenProcessPool: A ") for each in lost)
    alone = dict(zip(where, map(said, verify_many(games[:6])), strict=False))
    alone |= dict(zip(where[7:], map(said, verify_many(games[7:])), strict=True))
    for each in findings:
        assert isinstance(each, UnverifiedGame) or said(each) == alone[place(each)]
    if in_order:
        # When it is lost two behind it may be done, and all others are refused.
        assert list(map(place, findings)) == where
        assert results[9:] == lost[-5:]


HOSTILE: Final[dict[str, Exception]] = {
    "lines_and_colours": ValueError("a\nb\r\x1b[31mred\x1b[0m\u2028\u202e"),
    "ten_megabytes": ValueError("x" * 10**7),
    "ten_megabytes_of_escape_codes": ValueError("\x1b" * 10**7),
    "half_a_character": ValueError("\udcff"),
    "long_name": type("E" * 10_000, (Exception,), {})(),
    "nothing": ValueError(),
}
hostile = pytest.mark.parametrize("error", HOSTILE.values(), ids=HOSTILE)


@hostile
def test_a_reason_is_short_and_can_be_printed(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Record) -> None:
        raise error

    name = type(error).__name__[:200]
    for at_once in (True, False):
        [finding] = verify_many([SHORT], Failing(error, at_once=at_once))
        reason = fails_in(finding)
        assert reason.startswith(name)
        assert reason.isprintable()
        assert len(reason) <= many.MAX_REASON + len("...")
    monkeypatch.setattr(many, "verify", fail)
    [finding] = verify_many([SHORT])
    reason = fails_in(finding)
    assert reason.startswith(f"an error of splendor-rules itself, please report it: {name}")
    assert reason.isprintable()
    assert len(reason) <= 2 * many.MAX_REASON


def test_what_a_reason_says_stays_readable() -> None:
    [finding] = verify_many([SHORT], Failing(HOSTILE["lines_and_colours"]))
    assert fails_in(finding) == r"ValueError: a\nb\r\x1b[31mred\x1b[0m\u2028\u202e"
    [finding] = verify_many([SHORT], Failing(HOSTILE["ten_megabytes"]))
    assert fails_in(finding) == f"ValueError: {'x' * 188}..."


def test_a_fault_of_this_package_in_one_game_spares_the_rest(
    world: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(record: Record) -> Report:
        if record in (WRONG, OTHER):
            raise ZeroDivisionError
        return verify(record)

    monkeypatch.setattr(many, "verify", fail)
    reason = "an error of splendor-rules itself, please report it: ZeroDivisionError"
    for executor in (None, Now()):
        findings = list(verify_many(GAMES, executor, chunk_size=2))
        assert numbers(findings) == [1, 2, 3, 4, 5]
        assert [fails_in(findings[at]) for at in (1, 2)] == [reason] * 2
        assert numbers(checked(findings[:1] + findings[3:])) == [1, 4, 5]
        of_file = list(verify_many(world / "b.txt", executor))
        assert list(map(what, of_file)) == ["unverified", "consistent"]
        assert list(map(place, of_file)) == [(world / "b.txt", 1), (world / "b.txt", 2)]


def test_a_fault_of_this_package_in_the_look_into_a_file_names_the_file(
    world: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: FoundFile) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(FoundFile, "games", fail)
    for executor in (None, Now()):
        lost, *rest = verify_many([world / "b.txt", GOOD], executor)
        assert place(lost) == (world / "b.txt", None)
        assert fails_in(lost).endswith("please report it: ZeroDivisionError")
        assert numbers(checked(rest)) == [2]


def test_a_want_of_memory_here_is_raised_and_elsewhere_is_a_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(record: Record) -> Report:
        if record is WRONG:
            raise MemoryError
        return verify(record)

    monkeypatch.setattr(many, "verify", fail)
    findings = verify_many(GAMES)
    assert numbers([next(findings), next(findings)]) == [1, 2]
    with pytest.raises(MemoryError):
        next(findings)
    elsewhere = list(verify_many(GAMES, Now(), chunk_size=1))
    assert list(map(what, elsewhere)) == ["valid", "valid", "unverified", "consistent", "valid"]
    assert fails_in(elsewhere[2]) == "MemoryError"


@pytest.mark.parametrize("error", [OSError("gone"), MemoryError()], ids=["gone", "memory"])
@BOTH
def test_an_error_of_the_source_comes_behind_the_findings_before_it(
    error: Exception, *, in_order: bool
) -> None:
    def source() -> Iterator[Record]:
        yield from GAMES
        raise error

    sizes = [(1, 1), (2, 2), (3, 1), (5, 3), (32, 32)]
    executors: Sequence[tuple[Executor | None, int, int]] = [
        (None, 1, 1),
        *((Now(), *each) for each in sizes),
    ]
    for executor, chunk_size, in_flight in executors:
        findings = verify_many(
            source(), executor, in_order=in_order, chunk_size=chunk_size, in_flight=in_flight
        )
        assert sorted(numbers(next(findings) for _ in GAMES), key=str) == [1, 2, 3, 4, 5]
        with pytest.raises(type(error)) as caught:
            next(findings)
        assert caught.value is error
        assert list(findings) == []


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        (5, "5"),
        (None, "None"),
        (b"games", "a bytes"),
        ([GOOD], "a list"),
        (verify(SHORT), "a Report"),
        (1.5, "1.5"),
    ],
    ids=["int", "none", "bytes", "list", "report", "float"],
)
def test_what_is_no_path_record_or_game_is_refused_with_its_place(
    wrong: object, named: str
) -> None:
    source: Any = [GOOD, OTHER, wrong, WRONG]
    for executor in (None, Now()):
        findings = verify_many(source, executor)
        assert numbers([next(findings), next(findings)]) == [1, 2]
        with pytest.raises(InvalidValueError) as caught:
            next(findings)
        assert caught.value.path == "[2]"
        assert caught.value.message == (
            f"expected a path, a Record or what find_games gives, not {named}"
        )


@pytest.mark.parametrize("name", ["chunk_size", "in_flight"])
@pytest.mark.parametrize(
    ("size", "shown"),
    [(0, "0"), (-1, "-1"), (True, "True"), (1.5, "1.5"), ("3", "'3'"), (None, "None")],
    ids=["nought", "negative", "bool", "float", "text", "none"],
)
def test_a_size_that_is_no_int_from_1_is_refused_at_once(
    name: str, size: object, shown: str
) -> None:
    sizes: dict[str, Any] = {name: size}
    at: list[int] = []
    for executor in (None, Now()):
        with pytest.raises(InvalidValueError) as caught:
            verify_many(drawn(GAMES, at), executor, **sizes)
        assert str(caught.value) == f"{name} is an int from 1, not {shown}"
    assert at == []


# Memory


@pytest.mark.parametrize("by", ["nobody", "in_order", "as_made"])
def test_of_thousands_of_games_none_is_kept(by: str) -> None:
    """Those that are held at any time are in flight; of findings only the last are."""
    pieces: list[weakref.ref[FoundGame]] = []
    results: list[weakref.ref[Finding]] = []

    def games() -> Iterator[FoundGame]:
        for number in count(1):
            found: FoundGame = FoundGame(Path("a"), partial(Reading, SHORT), number)
            pieces.append(weakref.ref(found))
            yield found

    def alive(refs: list[weakref.ref[Any]]) -> int:
        refs[:] = [ref for ref in refs if ref() is not None]
        return len(refs)

    executor = None if by == "nobody" else Now()
    findings = verify_many(
        games(), executor, in_order=by != "as_made", chunk_size=5, in_flight=4, keep_records=True
    )
    most = 3 if executor is None else 5 * 4 + 6
    for number in range(3000):
        results.append(weakref.ref(next(findings)))
        if number % 50 == 0:
            assert alive(pieces) <= most
            assert alive(results) <= most
    findings.close()  # type: ignore[attr-defined]
    assert alive(pieces) == alive(results) == 0


# The search that finds what travels


def test_a_small_file_is_found_unopened_and_looked_into_later(world: Path) -> None:
    [found] = Search().look_into(world / "b.txt")
    assert found == FoundFile(world / "b.txt", named=True)
    assert isinstance(found, FoundFile)
    assert [getattr(each, "number", 0) for each in found.games()] == [1, 2]
    inside = [each for each in pieces_in(world) if isinstance(each, FoundFile)]
    assert {each.named for each in inside} == {False}
    assert len(inside) == len({each.path for each in inside})


def test_looking_into_each_piece_is_the_whole_search(world: Path) -> None:
    looked: list[Any] = []
    for piece in pieces_in(world):
        looked += piece.games() if isinstance(piece, FoundFile) else [piece]
    assert [(type(each), each.path) for each in looked] == [
        (type(each), each.path) for each in find_games(world)
    ]


def test_a_file_of_the_greatest_small_size_is_small_and_a_longer_one_not(tmp_path: Path) -> None:
    text = to_json(GOOD)
    path = put(tmp_path / "game.json", text + " " * (MAX_SMALL - len(text)))
    assert [type(each) for each in pieces_in(path)] == [FoundFile]
    path.write_bytes(path.read_bytes() + b" ")
    assert [type(each) for each in pieces_in(path)] == [FoundGame]


def test_a_search_goes_through_each_file_once_however_often_it_is_told(world: Path) -> None:
    going = Search()
    assert len(list(going.look_into(world / "a.json"))) == 1
    first = list(going.look_into(world))
    assert world / "a.json" not in {each.path for each in first}
    assert len(first) == len(pieces_in(world)) - 1
    assert list(going.look_into(world)) == []


def test_either_half_of_a_game_is_found_opened_and_the_other_not_again(world: Path) -> None:
    for half, other in (("gamedatas", "g_gamelogs"), ("g_gamelogs", "gamedatas")):
        going = Search()
        [found] = going.look_into(world / f"e.{half}.json")
        assert isinstance(found, FoundGame)
        assert found.beside == world / f"e.{other}.json"
        assert list(going.look_into(found.beside)) == []
        [finding] = checked(verify_many([world / f"e.{half}.json", world / f"e.{other}.json"]))
        assert (finding.path, finding.number, what(finding)) == (found.path, None, "consistent")


def test_a_search_lists_a_folder_once_and_keeps_no_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed: list[Path] = []
    real = files.by_stem

    def note(folder: Path) -> dict[str, list[str]]:
        listed.append(folder)
        return real(folder)

    monkeypatch.setattr(search, "by_stem", note)
    for number in range(3):
        put(tmp_path / f"{number}.json", "{")
    pieces = pieces_in(tmp_path)
    assert listed == [tmp_path]
    for finding in verify_many(pieces):
        assert isinstance(finding, UnreadableFile)
        assert finding.error.__traceback__ is None


# What was wrong once


@BOTH
def test_what_is_called_back_in_the_queue_of_an_executor_is_lost_and_waits_for_nobody(
    *, in_order: bool
) -> None:
    """As `shutdown(cancel_futures=True)` does: no worker ever takes such a call up."""

    def then(self: Later) -> None:
        if len(self.calls) == 3:
            self.finish(0)
            assert self.futures[1].cancel()
            assert self.futures[2].cancel()

    findings: list[Finding] = []
    source = verify_many(GAMES[:3], Later(then), in_order=in_order, chunk_size=1)
    asking = Thread(target=lambda: findings.extend(source), daemon=True)
    asking.start()
    asking.join(10)
    assert not asking.is_alive()
    assert sorted(map(what, findings)) == ["unverified", "unverified", "valid"]


def test_whole_games_that_travel_are_weighed(tmp_path: Path) -> None:
    table, log = write_bga(FULL, order="2025")
    for number in range(8):
        put(tmp_path / f"{number}.gamedatas.json", table)
        put(tmp_path / f"{number}.g_gamelogs.json", f"{json.dumps(log):200000}")
        put(tmp_path / f"x{number}.json", f"{to_json(GOOD):200000}")
    executor = Keeping()
    assert len(list(verify_many(tmp_path, executor))) == 16
    assert executor.sizes == [1] * 16


def test_a_chunk_has_no_more_bytes_than_may_travel_together() -> None:
    load = partial(Reading, SHORT)
    source = [FoundGame(Path("a"), load, number, weight=100_000) for number in range(9)]
    executor = Keeping()
    assert len(list(verify_many(source, executor))) == 9
    for chunk in executor.chunks:
        assert sum(map(many._weight, chunk)) <= CHUNK_BYTES


def test_a_half_whose_name_is_another_is_found_with_the_other_one_once(tmp_path: Path) -> None:
    table, log = write_bga(FULL, order="2025")
    path = put(tmp_path / "t1.gamedatas", table)
    put(tmp_path / "t1.g_gamelogs.json", log)
    assert list(map(what, verify_many([path, tmp_path]))) == ["consistent"]


def test_an_error_that_cannot_be_told_is_a_reason_all_the_same() -> None:
    class MuteError(Exception):
        def __str__(self) -> str:
            raise ZeroDivisionError

        __repr__ = __str__

    findings = list(verify_many(GAMES, Failing(MuteError()), chunk_size=1))
    assert numbers(findings) == [1, 2, 3, 4, 5]
    assert {fails_in(each)[:9] for each in findings} == {"MuteError"}


@pytest.mark.parametrize("wrong", [5, None, GOOD], ids=["int", "none", "record"])
def test_a_source_that_is_none_is_refused(wrong: object) -> None:
    source: Any = wrong
    for executor in (None, Now()):
        with pytest.raises(InvalidValueError):
            list(verify_many(source, executor))


def test_a_path_of_bytes_is_refused_with_its_place(tmp_path: Path) -> None:
    put(tmp_path / "game.json", GOOD)
    with os.scandir(os.fsencode(tmp_path)) as entries:
        source: Any = list(entries)
    with pytest.raises(InvalidValueError) as caught:
        list(verify_many(source))
    assert caught.value.path == "[0]"


def test_an_interrupt_while_the_first_chunk_is_waited_for_calls_that_back_too() -> None:
    class Interrupted(Future[Any]):
        def exception(self, timeout: float | None = None) -> None:  # noqa: ARG002 - as it is
            raise KeyboardInterrupt

    def then(self: Later) -> None:
        self.futures[-1].__class__ = Interrupted

    later = Later(then)
    with pytest.raises(KeyboardInterrupt):
        next(verify_many(GAMES, later, chunk_size=1))
    assert {future.cancelled() for future in later.futures} == {True}


@BOTH
def test_an_interrupt_of_a_worker_is_a_reason_and_none_of_ours(*, in_order: bool) -> None:
    def then(self: Later) -> None:
        self.futures[-1].set_exception(KeyboardInterrupt("there"))

    findings = list(verify_many(GAMES, Later(then), in_order=in_order, chunk_size=2))
    assert {fails_in(each) for each in findings} == {"KeyboardInterrupt: there"}
    assert set(numbers(findings)) == {1, 2, 3, 4, 5}
    assert len(findings) == 5


def test_short_lines_of_small_files_are_handed_out_a_few_at_a_time(tmp_path: Path) -> None:
    put(tmp_path / "short.jsonl", to_json(GOOD) + "\n{}" * 2000)
    executor = Keeping()
    assert len(list(verify_many(tmp_path, executor))) == 2001
    assert max(executor.sizes) == CHUNK_SIZE
