"""Executes the notebook of `examples/` anew: `python -m tests.examples.notebook`, in the checkout.

What is stored holds nothing of the machine: no times, no paths, and no version of Python.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

import nbformat
from nbclient import NotebookClient

ROOT: Final = Path(__file__).parents[2]
NOTEBOOK: Final = ROOT / "examples" / "a-game-explored.ipynb"
METADATA: Final = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def stored() -> Any:  # noqa: ANN401 - nbformat has no types
    """The notebook as it is in the checkout."""
    return nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]


def executed() -> Any:  # noqa: ANN401
    """The notebook with what its cells give now, in a kernel of this Python."""
    notebook = stored()
    paths = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    modules = os.pathsep.join(str(ROOT / path) for path in paths if path)
    client = NotebookClient(
        notebook,
        timeout=120,
        kernel_name="python3",
        record_timing=False,
        coalesce_streams=True,  # in how many pieces a cell prints is chance
        resources={"metadata": {"path": str(NOTEBOOK.parent)}},
    )
    # What runs in it is not measured: it would take three times as long.
    kept = {name: text for name, text in os.environ.items() if not name.startswith("COVERAGE_")}
    client.execute(env={**kept, "PYTHONPATH": modules})
    notebook.metadata = nbformat.from_dict(METADATA)  # type: ignore[no-untyped-call]
    return notebook


def text_of(notebook: Any) -> str:  # noqa: ANN401
    """A notebook as it is stored."""
    text: str = nbformat.writes(notebook)  # type: ignore[no-untyped-call]
    return f"{text.rstrip()}\n"


if __name__ == "__main__":
    NOTEBOOK.write_text(text_of(executed()), encoding="utf-8", newline="\n")
