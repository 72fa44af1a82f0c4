"""What all tests share: the Hypothesis profiles, and the choice of tests by what they are about."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

# In CI: the same examples every time, no failure for a busy machine, and a line that reproduces
# whatever fails.
settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("dev", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--about TAKE-5` runs only the tests whose markers name TAKE-5, `--about 7` pitfall 7."""
    parser.addoption("--about", help="a rule id or the number of a pitfall")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave only the tests about what is asked for."""
    about = config.getoption("--about")
    if about is not None:
        items[:] = [item for item in items if about in subjects(item)]


def subjects(item: pytest.Item) -> set[str]:
    """The rule ids and the numbers of pitfalls that the markers of a test name."""
    marks = (mark for mark in item.iter_markers() if mark.name in {"rule", "pitfall"})
    return {str(subject) for mark in marks for subject in mark.args}
