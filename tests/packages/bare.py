"""What pip installs without any extra, and what is said then: `python -m tests.packages.bare`."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import distributions
from pathlib import Path
from typing import Final

BROUGHT: Final = {"splendor-rules", "attrs", "cattrs", "typing-extensions"}
"""The last is what cattrs needs."""
OF_THE_VENV: Final = {"pip", "setuptools"}


def differences() -> Iterator[str]:
    """What is not as it should be."""
    there = {each.metadata["Name"].replace("_", "-").lower() for each in distributions()}
    if there - OF_THE_VENV != BROUGHT:
        yield f"installed is {sorted(there)}"
    script = Path(sysconfig.get_path("scripts")) / "splendor"
    for command in ([str(script)], [sys.executable, "-m", "splendor"]):
        run = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
        if run.returncode != 2 or 'pip install "splendor-rules[cli]"' not in run.stderr:
            yield f"{command} without the extra: {run}"
    for module, extra in (("splendor.testing", "testing"), ("splendor.adapters.tables", "tables")):
        try:
            import_module(module)
        except ModuleNotFoundError as error:
            if not any(f'pip install "splendor-rules[{extra}]"' in note for note in notes(error)):
                yield f"{module} without the extra: {error!r}"
        else:
            yield f"{module} needs no extra"


def notes(error: BaseException) -> list[str]:
    """What was added to an error."""
    return getattr(error, "__notes__", [])


if __name__ == "__main__":
    sys.exit("\n".join(differences()) or None)
