"""Findings: which inputs break the same thing, where they are kept, and how they are made small."""

from __future__ import annotations

import hashlib
import json
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import attrs

import splendor
from tests.fuzz.laws import BrokenLawError
from tests.fuzz.targets import Target

PACKAGE: Final = str(Path(splendor.__file__).parent)


@attrs.frozen
class Finding:
    """A broken law or a stray exception: what it is known by, and how it was raised."""

    signature: str
    report: str = attrs.field(eq=False, repr=False)

    @property
    def name(self) -> str:
        """The name of its files."""
        return hashlib.sha256(self.signature.encode()).hexdigest()[:8]


def find(target: Target, data: bytes) -> Finding | None:
    """Return what an input breaks, None if nothing.

    What is raised is the same finding as another if it is of the same kind and comes from the same
    line of the package.
    """
    try:
        target.examine(data)
    except BrokenLawError as error:
        return Finding(error.law, str(error))
    except Exception as error:  # noqa: BLE001 - whatever it is, it is found
        frames = traceback.extract_tb(error.__traceback__)
        lines = [f"{f.filename}:{f.lineno}" for f in frames if f.filename.startswith(PACKAGE)]
        place = lines[-1].removeprefix(PACKAGE) if lines else "outside the package"
        report = "".join(traceback.format_exception(error))
        return Finding(f"{type(error).__name__} at {place}", report)
    return None


def keep(finding: Finding, data: bytes, folder: Path) -> Path:
    """Write a finding down, or a smaller input for it, and return the file of its input."""
    path = folder / f"{finding.name}.input"
    if not path.exists() or path.stat().st_size > len(data):
        path.write_bytes(data)
        path.with_suffix(".txt").write_text(
            f"{finding.signature}\n\n{finding.report}\n",
            encoding="utf-8",
            errors="backslashreplace",
        )
    return path


def shrink(target: Target, path: Path, *, seconds: float) -> None:
    """Make the input of a finding as small as can be done in so much time."""
    data = path.read_bytes()
    due = find(target, data)
    if due is None or due.signature == "too slow":
        return
    end = time.monotonic() + seconds
    progress = True
    while progress:
        progress = False
        for less in _smaller(data):
            if time.monotonic() > end:
                return
            found = find(target, less)
            if found == due:
                keep(found, less, path.parent)
                data = less
                progress = True
                break


def _smaller(data: bytes) -> Iterator[bytes]:
    """Yield inputs without some part of this one, large parts first."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        document = None
    if isinstance(document, (dict, list)):
        yield from _without_values(document)
    size = len(data) // 2
    while size:
        for begin in range(0, len(data), size):
            yield data[:begin] + data[begin + size :]
        size //= 2


def _without_values(document: Any) -> Iterator[bytes]:  # noqa: ANN401 - plain JSON
    waiting = [document]
    while waiting:
        holder = waiting.pop(0)
        for key in reversed(list(holder) if isinstance(holder, dict) else range(len(holder))):
            value = holder[key]
            rest = holder.copy()
            del holder[key]
            text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
            if isinstance(holder, dict):
                holder.clear()
                holder.update(rest)
            else:
                holder.insert(key, value)
            yield text.encode(errors="surrogatepass")
            if isinstance(value, (dict, list)):
                waiting.append(value)
