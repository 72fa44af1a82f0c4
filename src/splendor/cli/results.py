"""The file of results: a line of JSON a game, appended, from which another run goes on.

A line is written in one piece when its game is judged, so that whatever ends a run leaves all lines
whole but, at the worst, the last one.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Generator
from contextlib import contextmanager, suppress
from importlib import import_module
from io import FileIO
from pathlib import Path
from typing import Any, Final

import attrs

from splendor.cli.report import KEYS, file_text, report_of
from splendor.cli.tally import UNREADABLE, UNVERIFIED, VERDICTS, Tally
from splendor.errors import SplendorError
from splendor.formats.search import SkippedFile, UnreadableFile
from splendor.model.rule_ids import RuleId
from splendor.render.foreign import clean
from splendor.verification import Finding, UnverifiedGame

BEGINNING: Final = b'{"assumptions": '
"""How every line begins."""
BROKEN, JUDGED = 1, 2
BLOCK: Final = 2**8
NO_BLOCK: Final = bytes(BLOCK)
MAX_LINE: Final = 2**25
"""More than the report on a document of 8 MiB can have: ASCII makes of it three times as much."""
MAX_NUMBER: Final = 10**9


class ResultsError(SplendorError):
    """A file of results that cannot be written, or that is none."""


@attrs.define
class Results:
    """A file of results that is open: what is in it, counted, and which games they are.

    That takes about a byte a game, and the name of each file. What was unreadable is looked into
    again, since a file may have been on its way: it counts, and stays out of the way, only if it is
    unreadable still.
    """

    path: Path
    _file: FileIO
    tally: Tally = attrs.field(factory=Tally, init=False)
    cut: bool = attrs.field(default=False, init=False)
    """Whether its last line was cut off, and is removed."""
    _whole: dict[str, int] = attrs.field(factory=dict, init=False)
    """Of each file that is a game or unreadable which of these it is: `JUDGED` or `BROKEN`."""
    _numbers: dict[tuple[str, int], bytearray] = attrs.field(factory=dict, init=False)
    """Of each file with several games the same for each of them, in blocks of numbers."""

    def skip(self, path: Path | None, number: int | None) -> bool:
        """Return whether a game is in the file already, or the path is that of the file."""
        if number is None and path is not None and self._is_own(path):
            return True
        return self._known(file_text(path), number) == JUDGED

    def _is_own(self, path: Path) -> bool:
        with suppress(OSError, ValueError):
            return os.path.samestat(path.stat(), os.fstat(self._file.fileno()))
        return False

    def _known(self, file: str, number: int | None) -> int:
        if number is None:
            return self._whole.get(file, 0)
        block, place = divmod(number, BLOCK)
        return self._numbers.get((file, block), NO_BLOCK)[place]

    def add(self, finding: Finding) -> None:
        """Append what a game comes to, unless nobody judged it; ResultsError if that fails."""
        if isinstance(finding, (SkippedFile, UnverifiedGame)):
            return
        if isinstance(finding, UnreadableFile) and self._known(
            file_text(finding.path), finding.number
        ):
            return
        line = f"{json.dumps(report_of(finding), sort_keys=True)}\n".encode()
        end = self._file.seek(0, os.SEEK_END)
        try:
            written = self._file.write(line)
            while written < len(line):  # the disk is full, which the next write tells
                written += self._file.write(line[written:])
        except OSError as error:
            with suppress(OSError):
                self._file.truncate(end)
            raise _failed(self.path, f"cannot be written: {error.strerror}") from None

    def read(self) -> None:
        """Read what is there, and remove a last line that is cut off.

        Raises ResultsError if it is something else.
        """
        end = 0
        with self.path.open("rb") as file:
            for number, line in enumerate(iter(lambda: file.readline(MAX_LINE), b""), start=1):
                if line.endswith(b"\n"):
                    self._note(number, line)
                    end += len(line)
                elif BEGINNING.startswith(line[: len(BEGINNING)]) and len(line) < MAX_LINE:
                    self.cut = True
                else:
                    raise self._strange(number)
        if self.cut:
            self._file.truncate(end)

    def _note(self, number: int, line: bytes) -> None:
        try:
            report = json.loads(line)
            file, game, verdict = report["file"], report["game"], report["verdict"]
            problem = report["problem"]
            rule = None if problem is None else RuleId(problem["rule"]).value
            sound = report.keys() == set(KEYS) and isinstance(file, str)
            sound &= game is None or (type(game) is int and 0 < game < MAX_NUMBER)
            sound &= verdict in VERDICTS and verdict != UNVERIFIED
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise self._strange(number) from None
        if not sound:
            raise self._strange(number)
        known = BROKEN if verdict == UNREADABLE else JUDGED
        if self._known(file, game) >= known:
            raise _failed(self.path, f"line {number} is about a game that is there before")
        if known == JUDGED:
            self.tally.add(verdict, str(report["origin"] or ""), rule)
        if game is None:
            self._whole[file] = known
            return
        block, place = divmod(game, BLOCK)
        self._numbers.setdefault((file, block), bytearray(BLOCK))[place] = known

    def _strange(self, number: int) -> ResultsError:
        return _failed(self.path, f"line {number} is no result of splendor verify")


def _failed(path: Path, what: str) -> ResultsError:
    return ResultsError(f"{clean(str(path))}: {what}")


@contextmanager
def open_results(path: Path) -> Generator[Results]:
    """Open a file of results, and make it if it is not there; nobody else may have it open.

    Raises ResultsError if it cannot be read and written, or is something else.
    """
    try:
        file = FileIO(path, "a+")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise _failed(path, f"cannot be written: {reason}") from None
    with file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise _failed(path, "is no file that could be appended to")
        _lock(path, file)
        results = Results(path, file)
        results.read()
        yield results


def _lock(path: Path, file: FileIO) -> None:
    """Keep others out for as long as the file is open, where the system can do that."""
    try:
        fcntl: Any = import_module("fcntl")
    except ModuleNotFoundError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise _failed(path, "another run is writing it") from None
