"""Run the tests about one subject on one copy of the package, and tell which one fails.

`python -m tests.faults.trial PACKAGE SUBJECT FILE...` with the folder of PACKAGE in PYTHONPATH. The
last line printed is CAUGHT and the test that failed, or how pytest ended.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import pytest

import splendor

CAUGHT: Final = "caught by "


class Witness:
    """Remembers the first test that fails in its own body, not in collection or preparation."""

    failed: str | None = None

    def pytest_collection(self) -> None:
        """Leave examples that fail as large as they are, as nobody reads them."""
        # After tests/conftest.py has loaded its profile, and before any test takes it over. pytest
        # wants to be the first to import Hypothesis.
        from hypothesis import Phase, settings  # noqa: PLC0415

        settings.register_profile("trial", settings(), phases=[Phase.explicit, Phase.generate])
        settings.load_profile("trial")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a failure."""
        if report.failed and report.when == "call" and self.failed is None:
            self.failed = report.nodeid


def main(package: str, subject: str, *files: str) -> str:
    """Return CAUGHT and the name of the test that failed, or something else."""
    found = Path(splendor.__file__).parent
    if found != Path(package).resolve():
        return f"tested would be {found}"
    witness = Witness()
    options = ["--about", subject, "-p", "no:randomly", "-p", "no:cacheprovider", "-x", "-q"]
    code = pytest.main([*options, *files], plugins=[witness])
    if code == pytest.ExitCode.TESTS_FAILED and witness.failed is not None:
        return CAUGHT + witness.failed
    return f"pytest ended with {code!r}"


if __name__ == "__main__":
    print(main(*sys.argv[1:]))  # noqa: T201 - the answer
