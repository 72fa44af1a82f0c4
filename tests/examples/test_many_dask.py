"""`verify_many` by the workers of Dask: processes of this computer, which stand in for hosts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final

import dask
import pytest
from distributed import Client, LocalCluster

from splendor import CheckedGame, FoundGame, UnverifiedGame, find_games, verify_many
from tests.command import ENVIRONMENT
from tests.documents import ROOT, blocks
from tests.many_games import lines

COUNT: Final = 300
PAGE: Final = "docs/how-to/many.md"


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of so many games."""
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    path.write_text("".join(lines(COUNT)), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    """A cluster of three processes; a chunk may kill one of them, and not another."""
    made: Any = LocalCluster
    connected: Any = Client
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1}),
        made(n_workers=3, threads_per_worker=1, dashboard_address=":0") as cluster,
        connected(cluster) as client,
    ):
        yield client


def test_a_worker_killed_in_the_middle_loses_nothing(games: Path, client: Any) -> None:  # noqa: ANN401 - Dask has no types
    """Every game is judged exactly once, and what is found is what one process finds."""
    serial = list(verify_many(games))
    assert len(serial) == COUNT
    assert all(isinstance(finding, CheckedGame) for finding in serial)
    pids = client.run(os.getpid)
    with client.get_executor() as executor:
        stream = verify_many(games, executor, in_order=False, chunk_size=4, in_flight=12)
        findings = list(islice(stream, 20))
        busy = [address for address, tasks in client.processing().items() if tasks]
        os.kill(pids[busy[0]], signal.SIGKILL)
        findings += stream
    assert sorted(findings, key=by_number) == serial
    assert pids[busy[0]] not in client.run(os.getpid).values()


def by_number(finding: Any) -> int:  # noqa: ANN401 - whichever it is
    """Which game of its file it is."""
    number: int = finding.number
    return number


def test_games_stay_in_order_if_they_are_asked_for_so(games: Path, client: Any) -> None:  # noqa: ANN401
    found = list(islice(find_games(games), 40))
    with client.get_executor() as executor:
        assert list(verify_many(found, executor, chunk_size=3)) == list(verify_many(found))


def test_a_game_that_kills_whoever_has_it_is_named_and_the_rest_is_judged(
    games: Path,
    client: Any,  # noqa: ANN401
) -> None:
    found = list(islice(find_games(games), 12))
    deadly = FoundGame(Path("deadly.json"), partial(os._exit, 1))
    with client.get_executor() as executor:
        stream = verify_many([*found, deadly], executor, in_order=False, chunk_size=1)
        findings = list(stream)
    lost = [each for each in findings if isinstance(each, UnverifiedGame)]
    assert [each.path for each in lost] == [deadly.path]
    assert lost[0].reason.startswith("KilledWorker: ")
    judged = [each for each in findings if isinstance(each, CheckedGame)]
    assert sorted(judged, key=by_number) == list(verify_many(found))


def test_the_program_on_the_page_runs(tmp_path: Path) -> None:
    [program] = [each.text for each in blocks(PAGE) if each.text.startswith("# on_dask.py\n")]
    path = tmp_path / "on_dask.py"
    path.write_text(program, encoding="utf-8")
    few = tmp_path / "few.jsonl"
    few.write_text("".join(lines(200)), encoding="utf-8")
    process = subprocess.run(
        [sys.executable, str(path), str(few)],
        capture_output=True,
        encoding="utf-8",
        env=ENVIRONMENT,
        cwd=ROOT,
        check=False,
        timeout=120,
    )
    assert process.returncode == 0, process.stderr
    verdicts = [
        each.report.verdict.value for each in verify_many(few) if isinstance(each, CheckedGame)
    ]
    counts = {verdict: verdicts.count(verdict) for verdict in sorted(set(verdicts))}
    assert process.stdout == f"{counts}\n"
    assert f"$ python on_dask.py games.jsonl.zst\n{counts}\n" in (ROOT / PAGE).read_text("utf-8")
