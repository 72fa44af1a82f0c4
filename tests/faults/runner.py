"""Try faults: for each subject of a fault, some test about it must fail."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import attrs

from tests.faults.fault import Fault
from tests.faults.trial import CAUGHT
from tests.markers import TESTS, files_by_subject

WORKERS: Final = 2
SECONDS: Final = 300
"""How long the tests of one file may take: a fault may make a game endless."""
NOT_PASSED_ON: Final = ("PYTEST", "COV", "PYTHONPATH")
"""What an outer pytest or coverage leaves in the environment: nobody measures the copies."""


@attrs.frozen
class Found:
    """What came of one subject of a fault: the test that failed first, None if none did."""

    fault: Fault
    subject: str
    test: str | None
    output: str = attrs.field(default="", repr=False)
    """What pytest printed, where no test failed."""


def try_faults(faults: Iterable[Fault], subjects: Iterable[str] = ()) -> Iterator[Found]:
    """Yield what came of each subject of each fault, or only of some subjects, in order."""
    wanted = set(subjects)
    files = files_by_subject()
    with ThreadPoolExecutor(WORKERS) as pool:
        for found in pool.map(lambda fault: list(_try(fault, wanted, files)), faults):
            yield from found


def _try(fault: Fault, wanted: set[str], files: dict[str, tuple[Path, ...]]) -> Iterator[Found]:
    with tempfile.TemporaryDirectory() as folder:
        package = fault.copy_into(Path(folder).resolve())
        for subject in fault.subjects:
            if not wanted or subject in wanted:
                yield _first_failure(fault, subject, package, files.get(subject, ()))


def _first_failure(fault: Fault, subject: str, package: Path, files: Iterable[Path]) -> Found:
    """Run the tests about a subject file by file, until one fails."""
    output = ""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(NOT_PASSED_ON)}
    for file in files:
        try:
            done = subprocess.run(
                [sys.executable, "-m", "tests.faults.trial", package, subject, file],
                cwd=TESTS.parent,
                env={**kept, "PYTHONPATH": str(package.parent), "CI": "1"},
                capture_output=True,
                check=False,
                text=True,
                timeout=SECONDS,
            )
        except subprocess.TimeoutExpired:
            output += f"{file.name} took more than {SECONDS} seconds\n"
            continue
        output += done.stdout + done.stderr
        *_, last = done.stdout.splitlines() or [""]
        if last.startswith(CAUGHT):
            return Found(fault, subject, last.removeprefix(CAUGHT))
    return Found(fault, subject, None, output)
