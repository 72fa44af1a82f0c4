"""Try mutants: collect the tests once, and for each mutant fork and run those that reach it.

`python -m tests.mutation.trial JOBS < NAMES`, with the mutated copy first in PYTHONPATH, prints for
each mutant its name and what came of it. A test reaches a mutant if it calls its function when run
alone.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from functools import _lru_cache_wrapper
from typing import Any, Final

import pytest

from tests.markers import TESTS
from tests.mutation.mutants import KILLED, SURVIVED, TIMEOUT, UNREACHED

SUITE: Final = (
    "tests/rules",
    "tests/test_cards.py",
    "tests/test_commitment.py",
    "tests/test_conformance.py",
    "tests/test_determinize.py",
    "tests/test_errors.py",
    "tests/test_gems.py",
    "tests/test_invariants.py",
    "tests/test_json.py",
    "tests/test_knowledge.py",
    "tests/test_lines.py",
    "tests/test_memo.py",
    "tests/test_messages.py",
    "tests/test_notation.py",
    "tests/test_perft.py",
    "tests/test_position.py",
    "tests/test_record.py",
    "tests/test_redaction.py",
    "tests/test_refusals.py",
    "tests/test_rules_options.py",
    "tests/test_scanner.py",
    "tests/test_sentences.py",
    "tests/test_setup.py",
    "tests/test_state.py",
    "tests/test_svg.py",
    "tests/test_unchecked.py",
    "tests/test_verdicts.py",
    "tests/test_verification.py",
    "tests/test_verification_claims.py",
    "tests/test_verification_decks.py",
    "tests/test_worked_examples.py",
)
LEFT_OUT: Final = (
    "tests/test_conformance.py::test_positions_are_sound",
    "tests/test_determinize.py::test_the_measure",
    "tests/test_invariants.py::test_every_step_of_every_game_keeps_the_invariants",
    "tests/test_invariants.py::test_of_all_that_can_be_written_down_only_what_is_listed_applies",
    "tests/test_knowledge.py::test_a_view_follows_the_game_by_what_its_viewer_is_told",
    "tests/test_lines.py::test_a_long_file_takes_the_memory_of_a_line",
    "tests/test_perft.py::test_the_",
    "tests/test_position.py::TestSpelling::test_any_state_is_read_back_and_evaluated",
    "tests/test_position.py::TestSpelling::test_every_state_and_view_of_a_game_is_read_back",
    "tests/test_redaction.py::TestLaws",
    "tests/test_sentences.py::test_nothing_else_is_written_down",
    "tests/test_verdicts.py::TestPassesInDoubt::test_the_pass_named_is_the_first",
    "tests/test_verdicts.py::TestPassesInDoubt::test_the_referee_finds_the_same",
    "tests/test_verdicts.py::TestSilence::test_redacted_it_lacks_the_blind_cards",
    "tests/test_worked_examples.py::test_every_example_has_a_test",
)
"""The beginnings of the names of tests that take long, though they are no sweeps."""
EXAMPLES: Final = 5
PATIENCE: Final = 10
"""How many times as long as without the mutant a test may take, and 3 seconds more."""
MEMORY: Final = 3 << 30
NOTHING: Final = "splendor.no_function__mutmut_0"
"""No mutant: all tests have to pass."""


class Trials:
    """A plugin of pytest that runs the tests once for each mutant, in place of once."""

    def __init__(self, names: list[str], jobs: int) -> None:
        self._names = names
        self._jobs = jobs
        self._failed = ""
        self._forget: list[Callable[[], object]] = []
        self._trampoline: Any = importlib.import_module("mutmut.mutation.trampoline")
        self._seconds: dict[str, float] = {}

    def pytest_collection(self) -> None:
        """Let Hypothesis try few examples, always the same, and leave them as large as they are."""
        # After tests/conftest.py has loaded its profile, and before any test takes it over. pytest
        # wants to be the first to import Hypothesis.
        from hypothesis import HealthCheck, Phase, settings  # noqa: PLC0415

        settings.register_profile(
            "mutation",
            database=None,
            deadline=None,
            derandomize=True,
            max_examples=EXAMPLES,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        settings.load_profile("mutation")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Find out which tests reach which function, then try the mutants."""
        from splendor.engine.memo import Memo  # noqa: PLC0415 - after Hypothesis, as above

        found = gc.get_objects()
        self._forget = [
            *(cache.cache_clear for cache in found if isinstance(cache, _lru_cache_wrapper)),
            *(memo.clear for memo in found if isinstance(memo, Memo)),
        ]
        (child,) = _in_forks([lambda: json.dumps(self._measure(session.items))], 1)
        measured = json.loads(child[1])
        if "failed" in measured:
            _say(f"without a mutant fails {measured['failed']}")
            return True
        seconds = self._seconds = measured["seconds"]
        tests = sorted(session.items, key=lambda item: seconds[item.nodeid])
        _say(f"{len(tests)} tests of {sum(seconds[item.nodeid] for item in tests):.1f} seconds")
        reached: dict[str, list[pytest.Item]] = {NOTHING.partition("__mutmut_")[0]: tests}
        for item in tests:
            for key in measured["keys"][item.nodeid]:
                reached.setdefault(key, []).append(item)

        def trial(name: str) -> Callable[[], str]:
            items = reached.get(name.partition("__mutmut_")[0], [])
            return lambda: self._try(name, items)

        gc.collect()
        gc.freeze()  # so that no process copies what all have in common
        names = [NOTHING, *self._names]
        for index, answer in _in_forks([trial(name) for name in names], self._jobs):
            if names[index] != NOTHING:
                _say(f"{names[index]} {answer}")
            elif answer != SURVIVED:
                _say(f"without a mutant too the tests fail: {answer}")
                break
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a failure."""
        if report.failed and not self._failed:
            self._failed = report.nodeid

    def _measure(self, items: list[pytest.Item]) -> dict[str, Any]:
        """Run all tests, each alone with empty memos: how long they take, and what they call."""
        items[0].config.pluginmanager.unregister(name="terminalreporter")
        called: set[str] = importlib.import_module("mutmut.state").state()._stats
        seconds, keys = {}, {}
        for item in items:
            self._choose("")
            start = time.process_time()
            self._run(item)
            seconds[item.nodeid] = time.process_time() - start
            self._choose("stats")
            called.clear()
            self._run(item)
            keys[item.nodeid] = sorted(called)
            if self._failed:
                return {"failed": self._failed}
        return {"seconds": seconds, "keys": keys}

    def _try(self, name: str, items: list[pytest.Item]) -> str:
        if not items:
            return UNREACHED
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        self._choose(name)
        items[0].config.pluginmanager.unregister(name="terminalreporter")
        for item in items:
            limit = int(time.process_time() + PATIENCE * self._seconds[item.nodeid]) + 3
            resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
            self._run(item)
            if self._failed:
                return f"{KILLED} by {self._failed}"
        return SURVIVED

    def _choose(self, name: str) -> None:
        """Let mutmut call this mutant, with empty memos."""
        # As the variable MUTANT_UNDER_TEST would, which takes longer to be looked up.
        self._trampoline.get_mutant_under_test = lambda: name
        for forget in self._forget:
            forget()

    def _run(self, item: pytest.Item) -> None:
        """Run one test as if it were the only one."""
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)


def _in_forks(tasks: list[Callable[[], str]], jobs: int) -> Iterator[tuple[int, str]]:
    """Yield the number of each task and what it returns, run in a process of its own.

    What a process returns that is ended by a signal is TIMEOUT if that was for its time.
    """
    running: dict[int, tuple[int, int]] = {}
    for index, task in enumerate(tasks):
        if len(running) == jobs:
            yield _answer(running)
        reading, writing = os.pipe()
        process = os.fork()
        if not process:
            _answer_and_leave(task, writing)
        os.close(writing)
        running[reading] = index, process
    while running:
        yield _answer(running)


def _answer_and_leave(task: Callable[[], str], writing: int) -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    with os.fdopen(writing, "w", encoding="utf-8") as answer:
        answer.write(task())
    os._exit(0)


def _answer(running: dict[int, tuple[int, int]]) -> tuple[int, str]:
    reading = select.select(list(running), [], [])[0][0]
    index, process = running.pop(reading)
    with os.fdopen(reading, encoding="utf-8") as answer:
        text = answer.read()
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    if code in {-signal.SIGXCPU, -signal.SIGKILL}:
        return index, TIMEOUT
    return index, text if code == 0 else f"{KILLED} by exit code {code}"


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - the output of the command


def main(jobs: str) -> None:
    """Try the mutants named in the standard input."""
    options = ["-o", "addopts=--import-mode=importlib", "-p", "no:randomly", "-p", "no:xdist"]
    options += [
        "-p",
        "no:cacheprovider",
        "-q",
        "--tb=native",
        "--capture=no",
        "-m",
        "not sweep",
        *SUITE,
    ]
    options += [f"--deselect={test}" for test in LEFT_OUT]
    os.chdir(TESTS.parent)
    pytest.main(options, plugins=[Trials(sys.stdin.read().split(), int(jobs))])


if __name__ == "__main__":
    main(*sys.argv[1:])
