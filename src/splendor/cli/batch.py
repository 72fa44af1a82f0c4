"""Many files, each of which makes one file in a folder: what `convert` and `replay` have in common.

A file goes to the folder under its own name with another suffix; of a folder that is read, the
folders inside it are kept. What fails is told and stops nothing, an interrupt keeps all that is
finished, and nothing is written over a file that is read, or over one written just before.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

import attrs

from splendor.cli import INTERRUPTED, INVALID, MISUSED
from splendor.cli.output import shortened
from splendor.cli.progress import following
from splendor.cli.streams import write
from splendor.engine.invariants import InvalidPositionError
from splendor.errors import SplendorError, UnreadableError
from splendor.formats.compression import uncompressed
from splendor.formats.content import NAMES, content_of
from splendor.formats.folders import files_in, is_folder, read_head
from splendor.formats.search import SUFFIXES, UnreadableFile
from splendor.render.foreign import clean
from splendor.render.words import counted

Place: TypeAlias = Callable[[str, Path | None], Path]
"""Where to write, given what follows the name that is read without its suffix, such as `.html`,
and the other half of a Board Game Arena game or None.

Raises ConversionError if nothing may be written there.
"""
Work: TypeAlias = Callable[[Path, Place], Iterable[Path]]
"""Makes files of another one where the place says, and yields the path of each when it is made."""
SEPARATORS: Final = tuple(filter(None, (os.sep, os.altsep)))
"""With one of these at its end, a path names a folder."""


class ConversionError(SplendorError):
    """A file that cannot be made: it would go over what is read, or it cannot be written."""


class NoGameError(ConversionError):
    """A file of which nothing is made, though it is as it should be; in a folder it is skipped."""


@attrs.frozen
class Source:
    """A file that is read, and the folder that was named and has it in it, if it was found so."""

    path: Path
    folder: Path | None = None

    @property
    def inside(self) -> Path:
        """Its path in that folder."""
        return Path(self.path.name) if self.folder is None else self.path.relative_to(self.folder)


def sources_of(
    paths: Iterable[Path], leave_out: Path | None = None
) -> Iterator[Source | UnreadableFile]:
    """Yield the files in files and folders, in the order of the paths.

    What lies in the folder `leave_out` is left out, unless that was named itself.
    """
    left_out = None if leave_out is None else _real(leave_out)
    for path in paths:
        if not is_folder(path):
            yield Source(path)
            continue
        inner = left_out if left_out != _real(path) else None
        for found, error in files_in(path):
            if error is not None:
                yield UnreadableFile(found, error)
            elif inner is None or inner not in _real(found).parents:
                yield Source(found, path)


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))


def into_folder(paths: Sequence[Path], folder: Path, did: str, work: Work) -> int:
    """Make a file in a folder of each file in files and folders, and return the exit code.

    `did` says what the work does, in the past tense. What fails is told on standard error, and 2 is
    returned if something could not be read or written or there is no file to be read, else 1 if a
    position is INVALID, else 0; 130 after an interrupt. Raises ConversionError if the folder cannot
    be made.
    """
    _make(folder)
    sources = list(sources_of(paths, folder))
    batch = _Batch(folder)
    for source in sources:
        batch.keep(source.path, "is what is read; nothing is written over it")
    interrupted = False
    with following(len(sources), did) as progress:
        try:
            for done, source in enumerate(sources, start=1):
                batch.take(source, work)
                progress.at(done, batch.note)
        except KeyboardInterrupt:
            interrupted = True
    for line in shortened(batch.skipped, "skipped"):
        _tell(line)
    if interrupted:
        _tell(f"interrupted after {batch.done} of {counted(len(sources), 'file')}")
        return INTERRUPTED
    if batch.done == len(batch.skipped):
        _tell("no game or position found")
        return MISUSED
    return batch.code


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"the folder {clean(str(folder))} cannot be made: {_reason(error)}"
        raise ConversionError(message) from None


@attrs.define
class _Batch:
    """What became of the files so far."""

    folder: Path
    done: int = 0
    failed: int = 0
    code: int = 0
    skipped: list[str] = attrs.field(factory=list)
    _read: set[Path] = attrs.field(factory=set)
    _kept: dict[tuple[int, int], str] = attrs.field(factory=dict)
    """Files that nothing may be written over, by device and number, and why."""

    @property
    def note(self) -> str:
        return f"{self.failed} failed" if self.failed else ""

    def keep(self, path: Path, reason: str) -> None:
        """Have nothing written over a file."""
        with suppress(OSError):  # there is none; who reads it says so
            status = path.stat()
            self._kept[status.st_dev, status.st_ino] = reason

    def take(self, source: Source | UnreadableFile, work: Work) -> None:
        """Do the work on a file, and tell what goes wrong."""
        try:
            if isinstance(source, UnreadableFile):
                raise source.error
            if _real(source.path) not in self._read:
                self._read.add(_real(source.path))
                self._do(source, work)
        except InvalidPositionError as error:
            self.code = max(self.code, INVALID)
            self._fail(source.path, f"INVALID: {'; '.join(map(str, error.problems))}")
        except (SplendorError, OSError) as error:
            self.code = MISUSED
            self._fail(source.path, _reason(error))
        self.done += 1

    def _fail(self, path: Path, reason: str) -> None:
        self.failed += 1
        _tell(f"{path}: {reason}")

    def _do(self, source: Source, work: Work) -> None:
        found = source.folder is not None
        remark = _of_another_name(source.path) if found else ""
        if not remark:
            try:
                for target in work(source.path, partial(self._place, source)):
                    self.keep(target, f"was just made of {clean(str(source.path))}")
            except NoGameError as error:
                remark = str(error) if found else ""
                if not remark:
                    raise
            except UnreadableError:
                remark = _of_another_kind(source.path) if found else ""
                if not remark:
                    raise
        if remark:
            self.skipped.append(f"{source.path}: {remark}")

    def _place(self, source: Source, ending: str, beside: Path | None) -> Path:
        inside = uncompressed(source.inside)
        target = (self.folder / inside).with_name(inside.stem + ending)
        if beside is not None:
            self._read.add(_real(beside))
            target = target.with_name(source.path.name.partition(".")[0] + ending)
        _make(target.parent)
        with suppress(FileNotFoundError):
            status = target.stat()
            reason = self._kept.get((status.st_dev, status.st_ino))
            if reason is not None:
                message = f"{clean(str(target))} {reason}"
                raise ConversionError(message)
        return target


def _of_another_name(path: Path) -> str:
    expected = f"not {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}"
    return "" if uncompressed(path).suffix.lower() in SUFFIXES else expected


def _of_another_kind(path: Path) -> str:
    """Say what a file holds if that is nothing known; nothing if it is broken."""
    head = read_head(path)
    if head.damage is not None:
        return ""
    try:
        content = content_of(head.data, head.size)
    except UnreadableError:
        return NAMES["words"] if uncompressed(path).suffix.lower() == ".txt" else ""
    return content.what if content.kind == "other" else ""


def _reason(error: Exception) -> str:
    if isinstance(error, UnreadableError):  # without its source, which is part of the path
        return f"{error.path}: {error.message}" if error.path else error.message
    return str(getattr(error, "strerror", None) or error)


def _tell(line: str) -> None:
    write(f"{clean(line)}\n", sys.stderr)


def refuse_same(path: Path, target: Path) -> None:
    """Raise ConversionError if a file that is read is the one to be written."""
    with suppress(OSError):
        if path.samefile(target):
            message = f"{clean(str(target))} is what is read; nothing is written over it"
            raise ConversionError(message)


def put_in_place(target: Path, texts: Iterable[str]) -> None:
    """Write a file beside its place and put it there when it is whole.

    Links are followed. What was there stays if anything fails, and nothing else is left behind.
    Raises ConversionError if it cannot be written.
    """
    target = _real(target)
    if target.exists() and not target.is_file():
        message = f"{clean(str(target))} is no file that could be written"
        raise ConversionError(message)
    part = target.with_name(f"{target.name}.part")
    ours = not part.exists()  # known before it is made: an interrupt may come at any moment
    try:
        with part.open("x", encoding="utf-8", newline="\n") as file:
            file.writelines(texts)
        part.replace(target)
    except FileExistsError:
        ours = False
        message = f"{clean(part.name)} is in the way: another conversion, or one that was cut off"
        raise ConversionError(message) from None
    except OSError as error:
        message = f"{clean(str(target))} cannot be written: {error.strerror}"
        raise ConversionError(message) from None
    finally:
        if ours:
            with suppress(OSError):
                part.unlink()
