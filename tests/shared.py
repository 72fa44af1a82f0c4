"""Where the facts that this project was built from lie beside it: sample logs and source texts.

They are other people's and no part of the project. Tests that read them are skipped where they are
absent.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

SHARED: Final = next(
    (
        parent / "shared"
        for parent in Path(__file__).resolve().parents
        if (parent / "shared" / "samples").is_dir()
    ),
    None,
)
"""The folder, wherever above the tests it lies, or None."""

needs_shared: Final = pytest.mark.skipif(
    SHARED is None, reason="the folder `shared` is not beside the project"
)


def shared(*names: str) -> Path:
    """A file or folder of it; only for tests that are skipped where it is absent."""
    return (SHARED or Path("shared")).joinpath(*names)
