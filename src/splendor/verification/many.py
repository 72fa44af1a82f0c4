"""`verify_many`: any number of games, one after the other or by the workers of an executor.

What travels is a chunk of games: the lines of a long file, the paths of small ones, or records.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from pathlib import Path
from queue import SimpleQueue
from typing import Final, TypeAlias, TypeVar

import attrs

from splendor.errors import InvalidValueError, UnreadableError, brief, printable
from splendor.formats.content import reading_of
from splendor.formats.files import FoundGame, weight_of
from splendor.formats.record import Record
from splendor.formats.search import Found, FoundFile, Search, SkippedFile, UnreadableFile
from splendor.verification.findings import CheckedGame, Finding, UnverifiedGame
from splendor.verification.replaying import verify

CHUNK_SIZE: Final = 32
"""How many games, or small files, travel together: their verification takes longer by far than
their way, and an interrupt need not wait long for it."""
CHUNK_BYTES: Final = 2**18
"""About how many bytes travel together, but for a game that has more by itself."""
IN_FLIGHT: Final = 32
MAX_REASON: Final = 200


@attrs.frozen
class _Given:
    """A record that was given, and which of those given it is, from 1."""

    record: Record
    number: int


_Piece: TypeAlias = Found | FoundFile | _Given
_Chunk: TypeAlias = tuple[_Piece, ...]
Source: TypeAlias = (
    str | os.PathLike[str] | Iterable[str | os.PathLike[str] | Record | Found | FoundFile]
)
_Future: TypeAlias = Future[list[Finding]]
_HandOut: TypeAlias = Callable[[_Chunk], _Future]
_P = TypeVar("_P", bound=_Piece | Finding)
Skip: TypeAlias = Callable[[Path | None, int | None], bool]


def verify_many(  # noqa: PLR0913 - all but two are named, and seldom needed
    source: Source,
    executor: Executor | None = None,
    *,
    in_order: bool = True,
    keep_records: bool = False,
    skip: Skip | None = None,
    chunk_size: int = CHUNK_SIZE,
    in_flight: int = IN_FLIGHT,
) -> Iterator[Finding]:
    """Verify many games, and yield what each of them comes to; none of them stops the rest.

    `source` is a path, or an iterable of paths, as of `find_games`, of records, or of what
    `find_games` gives. It is read as findings are asked for, and they come in its order or, without
    `in_order`, as they are made. With `keep_records` each `CheckedGame` has its record. A game is
    left out if `skip`, given its path and number as they would stand in the finding, returns true;
    of a small file, but for JSON Lines, it is asked with None before anybody opens it. It may be
    asked more than once about a game.

    Any executor of `concurrent.futures` will do. It is handed chunks of up to `chunk_size` games,
    and never has more than `in_flight` of them: give it at least two for each worker. Memory is
    bounded by that, whatever the number of games, but that the name of each file is kept. Small
    files are opened by the workers, so they have to see them under the same paths; the lines of
    longer ones and records travel. The executor stays open. A chunk that it loses or refuses gives
    an `UnverifiedGame` for each game, or unopened file, of it, and the rest goes on.

    An error that `source` raises is raised when the findings before it were given. Raises
    InvalidValueError for what is no path, record or game, and for sizes that are no int from 1.

    >>> from collections import Counter
    >>> Counter(
    ...     finding.report.verdict.value
    ...     for finding in verify_many("examples/games")
    ...     if isinstance(finding, CheckedGame)
    ... )
    Counter({'valid': 5, 'invalid': 1})
    """
    for name, size in (("chunk_size", chunk_size), ("in_flight", in_flight)):
        if type(size) is not int or size < 1:
            message = f"{name} is an int from 1, not {brief(size)}"
            raise InvalidValueError(message)
    if isinstance(source, (str, os.PathLike)):
        source = (source,)
    if not isinstance(source, Iterable):
        message = f"the source is a path, or several paths, records or games, not {brief(source)}"
        raise InvalidValueError(message)
    pieces = _pieces(source, skip)
    findings: Iterator[Finding]
    if executor is None:
        findings = (each for piece in pieces for each in _checked(piece, keep=keep_records))
    else:

        def hand_out(chunk: _Chunk) -> _Future:
            return executor.submit(_check, chunk, keep=keep_records)

        findings = _handed_out(hand_out, _chunks(pieces, chunk_size), in_flight, in_order=in_order)
    return findings if skip is None else _without(skip, findings)


# What there is to do


def _pieces(source: Iterable[object], skip: Skip | None) -> Iterator[_Piece]:
    search = Search()
    for number, item in enumerate(source, start=1):
        if isinstance(item, Record):
            found: Iterable[_Piece] = (_Given(item, number),)
        elif isinstance(item, (str, os.PathLike)) and isinstance(path := os.fspath(item), str):
            found = search.look_into(Path(path))
        elif isinstance(item, (FoundGame, FoundFile, UnreadableFile, SkippedFile)):
            found = (item,)
        else:
            message = f"expected a path, a Record or what find_games gives, not {brief(item)}"
            raise InvalidValueError(message, path=f"[{number - 1}]")
        yield from found if skip is None else _without(skip, found)


def _without(skip: Skip, found: Iterable[_P]) -> Iterator[_P]:
    """Leave out what is to be left out; of an unopened file some games are known only behind it."""
    return (each for each in found if not skip(*_place(each)))


def _place(each: _Piece | Finding) -> tuple[Path | None, int | None]:
    if isinstance(each, _Given):
        return None, each.number
    if isinstance(each, (FoundFile, SkippedFile)):
        return each.path, None
    return each.path, each.number


def _chunks(pieces: Iterable[_Piece], size: int) -> Iterator[_Chunk]:
    """Gather pieces until they are enough; what there was before an error comes before it."""
    chunk: list[_Piece] = []
    weight = 0
    try:
        for piece in pieces:
            more = _weight(piece)
            if chunk and weight + more > CHUNK_BYTES:
                yield tuple(chunk)
                chunk, weight = [], 0
            chunk.append(piece)
            weight += more
            if len(chunk) == size:
                yield tuple(chunk)
                chunk, weight = [], 0
    except Exception:
        if chunk:
            yield tuple(chunk)
        raise
    if chunk:
        yield tuple(chunk)


def _weight(piece: _Piece) -> int:
    if isinstance(piece, _Given):
        return weight_of(piece.record)
    return piece._weight if isinstance(piece, FoundGame) else 0


# Doing it


def _handed_out(
    hand_out: _HandOut, chunks: Iterable[_Chunk], in_flight: int, *, in_order: bool
) -> Iterator[Finding]:
    waiting: dict[_Future, _Chunk] = {}
    done: SimpleQueue[_Future] = SimpleQueue()
    failure: Exception | None = None

    def following() -> _Future:
        return next(iter(waiting)) if in_order else done.get()

    try:
        try:
            for chunk in chunks:
                future = _future(hand_out, chunk)
                waiting[future] = chunk
                if not in_order:
                    future.add_done_callback(done.put)
                if len(waiting) == in_flight:
                    yield from _finished(waiting, following())
        except Exception as error:  # noqa: BLE001 - of the source, which may raise anything
            failure = error
        while waiting:
            yield from _finished(waiting, following())
        if failure is not None:
            raise failure
    finally:
        for future in waiting:
            future.cancel()


def _future(hand_out: _HandOut, chunk: _Chunk) -> _Future:
    try:
        return hand_out(chunk)
    except Exception as error:  # noqa: BLE001 - it is closed, or broken: its own kind of error
        refused: _Future = Future()
        refused.set_exception(error)
        return refused


def _finished(waiting: dict[_Future, _Chunk], future: _Future) -> list[Finding]:
    """Wait for a chunk, and return what came of it."""
    try:
        error = future.exception()  # also an interrupt of the worker, which is none of ours
    except CancelledError as cancelled:
        error = cancelled
    chunk = waiting.pop(future)
    if error is None:
        return future.result()
    reason = _reason(error)
    return [_unverified(piece, reason) for piece in chunk]


def _reason(error: BaseException) -> str:
    try:
        text = f": {error}" if str(error) else ""
    except Exception:  # noqa: BLE001 - it may be anybody's error, and fail at that too
        text = ""
    return printable(type(error).__name__ + text, MAX_REASON)


def _unverified(piece: _Piece, reason: str) -> Finding:
    if isinstance(piece, (UnreadableFile, SkippedFile)):
        return piece
    return UnverifiedGame(*_place(piece), reason)


def _check(chunk: _Chunk, *, keep: bool) -> list[Finding]:
    return [finding for piece in chunk for finding in _checked(piece, keep=keep)]


def _checked(piece: _Piece, *, keep: bool) -> Iterator[Finding]:
    """Yield what a piece comes to; of an unopened file there may be several."""
    try:
        if isinstance(piece, FoundFile):
            for found in piece.games():
                yield from _checked(found, keep=keep)
        elif isinstance(piece, (UnreadableFile, SkippedFile)):
            yield piece
        else:
            yield _judged(piece, keep=keep)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - a fault of this package in one game spares the rest
        reason = f"an error of splendor-rules itself, please report it: {_reason(error)}"
        yield _unverified(piece, reason)


def _judged(piece: FoundGame | _Given, *, keep: bool) -> Finding:
    path, number = _place(piece)
    if isinstance(piece, _Given):
        record = piece.record
    else:
        try:
            record = piece.read()
        except UnreadableError as error:
            return UnreadableFile(piece.path, error, number)
    return CheckedGame(
        path,
        number,
        _origin(record),
        record.players,
        record.ending,
        reading_of(record).assumptions,
        verify(record),
        record if keep else None,
    )


def _origin(record: Record) -> str:
    site = record.meta.get("site")
    if isinstance(site, str):
        return site
    return "" if record.generator is None else record.generator.name
