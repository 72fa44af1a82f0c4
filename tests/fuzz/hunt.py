"""The process that fuzzes one reader, guided by which lines of `splendor` an input reaches.

`python -m tests.fuzz.hunt READER FINDINGS FLAG...`, started by `tests.fuzz.runner`; the flags go to
libFuzzer. It goes on after a finding, and ends with the process.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

BY_BYTES: Final = 1 / 4
"""How often bytes are changed and not values or words."""


def main(name: str, findings: str, *flags: str) -> None:
    """Fuzz a reader until the time that the flags give is over."""
    # It has no types, and is there only in the dependency group `fuzz`.
    atheris: Any = importlib.import_module("atheris")
    with atheris.instrument_imports(include=["splendor"]):
        # imported here and not above, so that what they import of the package is instrumented
        from tests.fuzz.findings import find, keep  # noqa: PLC0415
        from tests.fuzz.targets import TARGETS  # noqa: PLC0415
    target = TARGETS[name]
    folder = Path(findings)

    def run(data: bytes) -> None:
        finding = find(target, data)
        if finding is not None:
            keep(finding, data, folder)

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        changed = _varied(target.vary, data, Random(seed))
        return changed if 0 < len(changed) <= most else bytes(atheris.Mutate(data, most))

    atheris.Setup([sys.argv[0], *flags], run, custom_mutator=mutate)
    atheris.Fuzz()


def _varied(vary: Callable[[bytes, Random], bytes], data: bytes, random: Random) -> bytes:
    """Change a document so that it keeps its shape; nothing where bytes are to be changed."""
    if random.random() < BY_BYTES:
        return b""
    try:
        return vary(data, random)
    except Exception:  # noqa: BLE001 - no document, or a finding, which `run` meets as well
        return b""


if __name__ == "__main__":
    main(*sys.argv[1:])
