"""What all tests share: the Hypothesis profiles, and the choice of tests by what they are about."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Generator
from functools import _lru_cache_wrapper, cache

import pytest
from hypothesis import HealthCheck, settings

from splendor.engine.memo import Memo
from tests.effort import SOAK, effort

# In CI: the same examples every time, no failure for a busy machine, and a line that reproduces
# whatever fails. In a soak: many examples, other ones every time.
settings.register_profile("dev", deadline=None, max_examples=effort(25, 500))
settings.register_profile(
    "ci",
    settings.get_profile("dev"),
    derandomize=not SOAK,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--about TAKE-5` runs only the tests whose markers name TAKE-5, `--about 7` pitfall 7."""
    parser.addoption("--about", help="a rule id or the number of a pitfall")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave only the tests about what is asked for."""
    about = config.getoption("--about")
    if about is not None:
        items[:] = [item for item in items if about in subjects(item)]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Measure no coverage in a sweep: it would take three times as long, and reach nothing more.

    What the sweep has made once is forgotten behind it, so that it is made again where that counts.
    """
    tracer = sys.gettrace()
    measured = type(tracer).__module__.startswith("coverage")
    if not measured or item.get_closest_marker("sweep") is None:
        return (yield)
    sys.settrace(None)
    try:
        return (yield)
    finally:
        for forget in forgetters():
            forget()
        sys.settrace(tracer)


@cache
def forgetters() -> list[Callable[[], object]]:
    """Return what empties each cache and memo of the package."""
    found = gc.get_objects()
    caches = [one for one in found if isinstance(one, _lru_cache_wrapper)]
    return [
        *(one.cache_clear for one in caches if one.__module__.startswith("splendor.")),
        *(one.clear for one in found if isinstance(one, Memo)),
    ]


def subjects(item: pytest.Item) -> set[str]:
    """The rule ids and the numbers of pitfalls that the markers of a test name."""
    marks = (mark for mark in item.iter_markers() if mark.name in {"rule", "pitfall"})
    return {str(subject) for mark in marks for subject in mark.args}
