"""The types of records, of what reads and writes them, and of what verifies them."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, Literal, Never, assert_type

from splendor import (
    READERS,
    Action,
    AmbiguousActionError,
    BuyCard,
    Card,
    CardBack,
    CheckedGame,
    Claims,
    Commitment,
    Disclosure,
    Ending,
    Event,
    Finding,
    FoundGame,
    Gems,
    Generator,
    Meta,
    Move,
    Noble,
    Opening,
    Outcome,
    Problem,
    Reader,
    Reading,
    Record,
    Replay,
    Report,
    Result,
    RuleId,
    Rules,
    Score,
    SkippedFile,
    State,
    Unnamed,
    UnreadableError,
    UnreadableFile,
    UnverifiedGame,
    Value,
    Verdict,
    Violation,
    commit,
    digest,
    find_games,
    format_action,
    format_position,
    format_record,
    format_turn,
    from_json,
    import_games,
    json_schema,
    legal_actions,
    load,
    parse_action,
    parse_position,
    parse_record,
    parse_records,
    parse_turn,
    read_ai_splendor,
    read_bga,
    read_lines,
    read_spendee,
    read_traces,
    record_game,
    redact,
    replay,
    to_json,
    verify,
    verify_many,
    write_lines,
)


def json(value: State | Record | Action | Rules | Gems, data: str | bytes, state: State) -> None:
    """What is read has the type that was asked for."""
    assert_type(to_json(value), str)
    assert_type(from_json(data, State), State)
    assert_type(from_json(data, Record, strict=True), Record)
    assert_type(from_json(data, Action), Action)
    assert_type(from_json(data, BuyCard), BuyCard)
    assert_type(from_json(data, Rules), Rules)
    assert_type(from_json(data, Gems), Gems)
    assert_type(digest(state), str)
    assert_type(json_schema(), dict[str, Any])


def text(state: State, action: Action, record: Record, events: list[Action | Disclosure]) -> None:
    assert_type(format_action(action), str)
    assert_type(parse_action("T wug"), Action)
    assert_type(parse_action("B 1w1", state, strict=True), Action)
    assert_type(format_turn(events), str)
    assert_type(format_turn(legal_actions(state)[:1]), str)
    assert_type(parse_turn("T wug", state), tuple[Action | Disclosure, ...])
    assert_type(format_position(state), str)
    assert_type(parse_position("a line", strict=True), State)
    assert_type(format_record(record), str)
    assert_type(parse_record(b"a text", strict=True), Record)
    assert_type(parse_records("several"), tuple[Record, ...])
    try:
        parse_action("B 1w1", state)
    except AmbiguousActionError as error:
        assert_type(error, AmbiguousActionError)
        assert_type((error.message, error.path), tuple[str, str])
        assert_type(error.candidates, tuple[Action, ...])


def files(path: Path, records: list[Record], errors: list[UnreadableError]) -> None:
    assert_type(load(path), Record)
    assert_type(load("game.json"), Record)
    assert_type(find_games("games"), Iterator[FoundGame | UnreadableFile | SkippedFile])
    assert_type(list(find_games(["games", path])), list[FoundGame | UnreadableFile | SkippedFile])
    assert_type(read_lines(path), Iterator[Record])
    assert_type(read_lines([b"a line"], on_error=errors.append), Iterator[Record])
    assert_type(write_lines(records), Iterator[str])
    assert_type("".join(write_lines(iter(records))), str)


def found_files(game: FoundGame, unreadable: UnreadableFile, skipped: SkippedFile) -> None:
    assert_type((game.path, game.beside), tuple[Path, Path | None])
    assert_type((game.number, game.position), tuple[int | None, bool])
    assert_type(game.read(), Record)
    assert_type(game.reading(), Reading)
    assert_type((unreadable.path, unreadable.number), tuple[Path, int | None])
    assert_type(unreadable.error, UnreadableError)
    assert_type((skipped.path, skipped.remark), tuple[Path, str])


def many(records: list[Record], found: list[FoundGame], executor: Executor) -> None:
    assert_type(verify_many("games"), Iterator[Finding])
    assert_type(verify_many(["games", Path("more")], executor, in_order=False), Iterator[Finding])
    assert_type(verify_many(iter(records), keep_records=True), Iterator[Finding])
    assert_type(verify_many(found, chunk_size=8, in_flight=4), Iterator[Finding])
    assert_type(
        next(verify_many([], skip=lambda path, number: path is None or number == 1)), Finding
    )


def found_out(finding: Finding, checked: CheckedGame, unverified: UnverifiedGame) -> None:
    assert_type(finding, CheckedGame | UnreadableFile | SkippedFile | UnverifiedGame)
    assert_type((checked.path, checked.number), tuple[Path | None, int | None])
    assert_type((checked.origin, checked.players), tuple[str, tuple[str, ...]])
    assert_type((checked.ending, checked.report), tuple[Ending, Report])
    assert_type((checked.assumptions, checked.record), tuple[tuple[str, ...], Record | None])
    assert_type((unverified.path, unverified.number), tuple[Path | None, int | None])
    assert_type(unverified.reason, str)


def importers(data: str | bytes) -> None:
    assert_type(import_games(data, source="a name"), tuple[Reading, ...])
    assert_type(read_ai_splendor(data), tuple[Reading, ...])
    assert_type(read_spendee(data), tuple[Reading, ...])
    assert_type(read_traces(data), tuple[Reading, ...])
    assert_type(read_bga(data, data, source="a name"), Record)
    assert_type(READERS, tuple[Reader, ...])


def readings(reading: Reading, reader: Reader) -> None:
    assert_type(reading.game, Record | State)
    assert_type(reading.players, tuple[str, ...])
    assert_type(reading.assumptions, tuple[str, ...])
    assert_type(reader.what, str)
    assert_type(reader.recognises, Callable[[object], bool])
    assert_type(reader.interpret, Callable[[Iterable[Value]], Iterator[Reading]])
    assert_type(reader.by_line, bool)
    assert_type(reader.read(b"", source="a name"), tuple[Reading, ...])


def values(value: Value) -> None:
    assert_type(value.raw, Any)
    assert_type(value.path, str)
    assert_type(value.source, str)
    assert_type(value["key"], Value)
    assert_type(value.get("key"), Value | None)
    assert_type(value.given("key"), Value | None)
    assert_type(value.fields(), Iterator[tuple[str, Value]])
    assert_type(value.items(), Iterator[Value])
    assert_type(value.number(), int)
    assert_type(value.figure(), int)
    assert_type(value.count(4), int)
    assert_type(value.one_of({"w": "white"}, "a colour"), str)
    assert_type(value.flag(), bool)
    assert_type(value.text(100), str)
    if value.flag():
        assert_type(value.fail("why"), Never)
    if value.flag():
        assert_type(value.refuse("a number"), Never)


def recording(opening: State, actions: list[Action]) -> None:
    assert_type(record_game(opening, actions), Record)
    assert_type(
        record_game(
            opening,
            iter(actions),
            players=("Ada", "Bo"),
            perspective="public",
            ending=Ending("resigned", seat=1),
            seed=42,
            commitment=commit(opening, salt=b"sixteen bytes at least"),
            generator=Generator("my server", "1.0"),
            meta=Meta({"table": 17}),
        ),
        Record,
    )


def record(record: Record) -> None:
    assert_type(record.players, tuple[str, ...])
    assert_type(record.opening, Opening)
    assert_type(record.events, tuple[Event, ...])
    assert_type(record.rules, Rules)
    assert_type(record.perspective, Literal["full", "public"] | int)
    assert_type(record.ending, Ending)
    assert_type(record.result, Result | None)
    assert_type(record.decks, tuple[tuple[Card, ...], ...] | None)
    assert_type(record.seed, int | bytes | None)
    assert_type(record.commitment, Commitment | None)
    assert_type(record.generator, Generator | None)
    assert_type(record.meta, Meta)


def opening(opening: Opening) -> None:
    assert_type(opening.first_player, int)
    assert_type(opening.bank, Gems)
    assert_type(opening.rows, tuple[tuple[Card | CardBack | None, ...], ...])
    assert_type(opening.nobles, tuple[Noble, ...])
    assert_type(opening.deck_counts, tuple[int, ...])


def events(move: Move, disclosure: Disclosure, claims: Claims) -> None:
    assert_type(move.action, Action)
    assert_type(move.by, int | None)
    assert_type(move.gold, bool | None)
    assert_type(move.visit, Noble | None)
    assert_type(move.claims, Claims)
    assert_type(move.digest, str | None)
    assert_type(move.meta, Meta)
    assert_type(disclosure.disclose, Card)
    assert_type(disclosure.seat, int | None)
    assert_type(disclosure.digest, str | None)
    assert_type(disclosure.meta, Meta)
    assert_type(claims.points, int | None)
    assert_type(claims.gained, int | None)
    assert_type(claims.change, tuple[int, ...] | None)
    assert_type(claims.round, int | None)


def around(ending: Ending, result: Result, generator: Generator, commitment: Commitment) -> None:
    assert_type(ending.kind, Literal["played", "resigned", "timeout", "unfinished"])
    assert_type(ending.seat, int | None)
    assert_type(result.points, tuple[int, ...] | None)
    assert_type(result.purchased, tuple[int, ...] | None)
    assert_type(result.ranks, tuple[int, ...] | None)
    assert_type(result.winners, tuple[int, ...] | None)
    assert_type(generator.name, str)
    assert_type(generator.version, str)
    assert_type(commitment.digest, str)
    assert_type(commitment.salt, bytes | None)
    assert_type(commitment.sealed, Commitment)


def meta(meta: Meta) -> None:
    assert_type(Meta({"tags": ["final"], "table": {"id": 17}}), Meta)
    assert_type(meta["key"], Any)
    assert_type(meta.get("key"), Any | None)
    assert_type(list(meta), list[str])
    assert_type(len(meta), int)
    assert_type(meta.thaw(), dict[str, Any])
    assert_type({meta: "a key"}, dict[Meta, str])


def verification(record: Record) -> None:
    assert_type(verify(record), Report)
    assert_type(replay(record), Replay)
    assert_type(redact(record, 0), Record)
    assert_type(redact(record, None), Record)


def report(report: Report, replay: Replay) -> None:
    assert_type(report.verdict, Verdict)
    assert_type(report.problem, Problem | None)
    assert_type(report.complete, bool)
    assert_type(report.events, int)
    assert_type(report.turns, int)
    assert_type(report.scores, tuple[Score, ...])
    assert_type(report.outcome, Outcome | None)
    assert_type(report.claimed, Result | None)
    assert_type(report.unnamed, tuple[Unnamed, ...])
    assert_type(report.missing_refill, bool)
    assert_type(report.commitment, Literal["sealed", "opened"] | None)
    assert_type(report.final, State | None)
    assert_type(replay.states, tuple[State, ...])
    assert_type(replay.problem, Problem | None)


def findings(problem: Problem, unnamed: Unnamed) -> None:
    assert_type(problem.violation, Violation)
    assert_type(problem.rule, RuleId)
    assert_type(problem.event, int | None)
    assert_type(problem.turn, int | None)
    assert_type(problem.player, int | None)
    assert_type(unnamed.level, int)
    assert_type(unnamed.seat, int | None)
