"""`splendor verify` on many games: several processes, counts, and results to go on from."""

import gzip
import json
import os
import re
import signal
import subprocess
import sys
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import attrs
import pytest
from rich.text import Text

from splendor import Meta, Record, SkippedFile, UnreadableError, UnreadableFile, UnverifiedGame
from splendor.cli import checking, progress, results, workers
from splendor.cli.checking import Reach, check_files
from splendor.cli.results import ResultsError, open_results
from splendor.cli.tally import MAX_ORIGINS, OTHERS, Tally
from splendor.cli.verdicts import MAX_NAMED, notes_on
from splendor.cli.workers import Workers
from splendor.formats.files import FoundGame
from splendor.formats.json import to_json
from tests.command import (
    ENVIRONMENT,
    GAME,
    call,
    forged,
    here,  # noqa: F401 - a fixture
    put,
    record,
    report_of,
    start,
    unhurried,  # noqa: F401 - a fixture
)
from tests.pane import heed_ctrl_c

OTHER = record(3, 2)
FORGED = forged(GAME, 0, by=1)
"""A game that breaks TURN-4."""


def of(origin: str, game: Record = GAME) -> Record:
    """The game as some site would have written it."""
    return attrs.evolve(game, meta=Meta({"site": origin}))


def put_lines(path: str, *lines: object) -> Path:
    """Write records, or plain lines, to a file of JSON Lines."""
    texts = [line if isinstance(line, str) else to_json(line) for line in lines]  # type: ignore[arg-type]
    return put(path, "".join(f"{text}\n" for text in texts))


def lines_of(path: str) -> list[Any]:
    """What is in a file of results."""
    return [json.loads(line) for line in Path(path).read_text(encoding="ascii").splitlines()]


def games_in(path: str) -> Counter[tuple[str, int | None]]:
    """The games in a file of results."""
    return Counter((line["file"], line["game"]) for line in lines_of(path))


# Counts


def test_a_summary_counts_by_verdict_origin_and_rule() -> None:
    north = [of("North", each) for each in (GAME, OTHER, FORGED)]
    put_lines("games.jsonl", *north, of("South", FORGED), of("South", FORGED), GAME, "{")
    put("empty.txt", "")
    result = call("verify", "--summary", ".")
    assert result.exit_code == 2
    problem = "  event 0, turn 1, player 0: TURN-4: player 1 acts, and it is for player 0 to"
    forgeries = [
        line
        for number in (3, 4, 5)
        for line in (f"games.jsonl, game {number}", problem, "  move", "")
    ]
    assert result.output.splitlines() == [
        *forgeries,
        "games.jsonl, game 7",
        "  line 7, column 2: not JSON: Expecting property name enclosed in double quotes",
        "",
        "Origin   Games  Valid  Invalid  Unreadable",
        "──────────────────────────────────────────",
        "North        3      2        1           0",
        "South        2      0        2           0",
        "unknown      2      1        0           1",
        "",
        "Rule    Games  Origins",
        "───────────────────────────────",
        "TURN-4      3  South 2, North 1",
        "",
        "skipped empty.txt: text of another kind, not a game",
        "7 games: 3 valid, 3 invalid, 1 unreadable",
    ]


def test_of_many_bad_games_the_first_ten_of_each_kind_are_told() -> None:
    put_lines("games.jsonl", GAME, *["{"] * 12, *[FORGED] * 11)
    for number in range(11):
        put(f"{number:02}.txt", "")
    lines = call("verify", "--summary", ".").output.splitlines()
    told = [line for line in lines if line.startswith("games.jsonl")]
    assert told == [f"games.jsonl, game {number}" for number in (*range(2, 12), *range(14, 24))]
    assert "3 more games not good" in lines
    assert sum(line.startswith("skipped") for line in lines) == 11
    assert "skipped 1 more" in lines
    assert lines[-1] == "24 games: 1 valid, 11 invalid, 12 unreadable"


def test_a_summary_of_good_games_is_short_and_of_none_is_a_line() -> None:
    put("game.json", of("North"))
    assert call("verify", "--summary", ".").output.splitlines() == [
        "Origin  Games  Valid",
        "────────────────────",
        "North       1      1",
        "",
        "1 game: 1 valid",
    ]
    Path("empty").mkdir()
    nothing = call("verify", "--summary", "empty")
    assert (nothing.exit_code, nothing.output) == (2, "no game found\n")


def test_the_most_frequent_origins_of_a_broken_rule_are_named() -> None:
    origins = [f"site {number}" for number in range(MAX_NAMED + 2)]
    put_lines("games.jsonl", *(of(each, FORGED) for each in origins), of("site 3", FORGED))
    text = " ".join(call("verify", "--summary", ".", COLUMNS="200").output.split())
    assert f"TURN-4 {MAX_NAMED + 3} site 3 2, site 0 1, " in text
    assert "site 4 1, 2 more" in text


def test_programs_are_told_origins_and_rules() -> None:
    put_lines("games.jsonl", of("North"), of("North", FORGED), FORGED, "{")
    document = report_of(".")
    assert document["origins"] == {
        "": {"invalid": 1, "unreadable": 1},
        "North": {"invalid": 1, "valid": 1},
    }
    assert document["rules"] == {"TURN-4": {"": 1, "North": 1}}
    assert [report["origin"] for report in document["reports"]] == ["North", "North", "", None]


def test_origins_are_bounded_and_printable() -> None:
    """A log may claim any, and as many as it likes."""
    tally = Tally()
    for number in range(MAX_ORIGINS + 3):
        tally.add("valid", f"site {number}", None)
    tally.add("invalid", "site 0", "PAY-4")
    tally.add("invalid", "new", "PAY-4")
    assert len(tally.origins) == MAX_ORIGINS + 1
    assert tally.origins[OTHERS] == {"valid": 3, "invalid": 1}
    assert tally.rules == {"PAY-4": {"site 0": 1, OTHERS: 1}}
    put("game.json", of("\x1b[31m" + "x" * 1000))
    output = call("verify", "--summary", ".").output
    assert "\x1b" not in output
    assert "x" * 61 not in output.replace("\n", "")


# Several processes


def test_what_several_processes_find_is_the_same() -> None:
    put_lines("1.jsonl", *[GAME, "{", FORGED, OTHER] * 20)
    put("2.json", GAME)
    put("3.txt", "")
    alone = start("verify", "--json", ".", "missing")
    together = start("verify", "--json", ".", "missing", "--jobs", "2")
    assert (together.returncode, together.stdout) == (alone.returncode, alone.stdout)
    assert alone.returncode == 2


def killing(at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a process killed when so many chunks were handed out."""
    submitted = 0

    class Killed(Workers):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ANN401
            nonlocal submitted
            submitted += 1
            if submitted == at:
                while not self._pool._processes:
                    time.sleep(0.01)
                os.kill(next(iter(self._pool._processes)), signal.SIGKILL)
                time.sleep(0.3)
            return super().submit(fn, *args, **kwargs)

    monkeypatch.setattr(checking, "Workers", Killed)


def test_a_process_that_dies_costs_only_what_was_handed_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    put_lines("games.jsonl", *[GAME] * 600)
    with monkeypatch.context() as patch:
        killing(9, patch)
        result = call("verify", "games.jsonl", "--jobs", "2", "--results", "results.jsonl")
    assert result.exit_code == 3
    done = games_in("results.jsonl")
    assert set(done.values()) == {1}
    missing = 600 - len(done)
    assert 0 < missing <= 6 * 32
    assert result.output.endswith(f"600 games: {len(done)} valid, {missing} unverified\n")
    assert result.output.count("BrokenProcessPool") == 1
    named: set[int] = set()
    for first, last in re.findall(r"games\.jsonl, games? (\d+)(?:-(\d+))?\n", result.output):
        named.update(range(int(first), int(last or first) + 1))
    assert named == {*range(1, 601)} - {number for _, number in done}
    again = call("verify", "games.jsonl", "--jobs", "2", "--results", "results.jsonl")
    assert (again.exit_code, again.output.splitlines()[-1]) == (0, "600 games: 600 valid")
    assert games_in("results.jsonl") == {("games.jsonl", number + 1): 1 for number in range(600)}


def test_a_game_that_nobody_judged_is_told_in_every_form(monkeypatch: pytest.MonkeyPatch) -> None:
    real = FoundGame.read

    def read(self: FoundGame) -> Record:
        if self.path.name == "1.json":
            raise ZeroDivisionError
        return real(self)

    monkeypatch.setattr(FoundGame, "read", read)
    put("1.json", GAME)
    put("2.json", FORGED)
    result = call("verify", ".")
    assert result.exit_code == 3
    assert "1.json  UNVERIFIED\n" in result.output
    assert result.output.endswith("2 games: 1 invalid, 1 unverified\n")
    bad, _ = report_of(".")["reports"]
    assert bad["verdict"] == "unverified"
    assert bad["error"]["path"] == ""
    assert report_of(".")["summary"]["unverified"] == 1


def test_workers_ignore_an_interrupt_and_end_with_their_parent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ended: list[int] = []

    class Parent:
        def join(self) -> None:
            ended.append(0)

    monkeypatch.setattr(os, "_exit", ended.append)
    monkeypatch.setattr(workers, "parent_process", lambda: None)
    workers._end_with_parent()
    assert ended == []
    monkeypatch.setattr(workers, "parent_process", Parent)
    before = signal.getsignal(signal.SIGINT)
    try:
        workers._begin()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
    while len(ended) < 2:
        time.sleep(0.01)
    assert ended == [0, 1]


@pytest.mark.parametrize("options", [["--jobs", "0"], ["--jobs", "257"], ["--jobs", "x"]])
def test_a_number_of_processes_that_cannot_be_is_refused(options: list[str]) -> None:
    assert call("verify", ".", *options).exit_code == 2


@pytest.mark.parametrize("options", [["--summary"], ["--results", "results.jsonl"]])
def test_json_goes_with_nothing_that_prints_less(options: list[str]) -> None:
    put("game.json", GAME)
    result = call("verify", ".", "--json", *options)
    assert result.exit_code == 2
    assert "neither --summary nor --results" in result.output
    assert not Path("results.jsonl").exists()


# Results


def test_results_are_the_reports_a_line_each() -> None:
    put_lines("games.jsonl", GAME, FORGED, "{", of("North"))
    put("one.json", OTHER)
    put("skipped.txt", "")
    result = call("verify", ".", "--results", "results")
    assert result.exit_code == 2
    assert lines_of("results") == report_of("games.jsonl", "one.json")["reports"]
    assert result.output.endswith("5 games: 3 valid, 1 invalid, 1 unreadable\n")


def test_another_run_adds_only_what_is_new_and_counts_all() -> None:
    put_lines("games.jsonl", of("North"), FORGED, "{")
    put("one.json", of("North"))
    first = call("verify", ".", "--results", "results.jsonl")
    before = Path("results.jsonl").read_bytes()
    second = call("verify", ".", "--results", "results.jsonl")
    assert Path("results.jsonl").read_bytes() == before
    assert second.exit_code == first.exit_code == 2
    counts = first.output[first.output.index("Origin") :]
    unreadable = first.output[first.output.index("games.jsonl, game 3") : -len(counts)]
    assert second.output == f"{unreadable}1 game not good by a run before\n\n{counts}"
    put_lines("games.jsonl", of("North"), FORGED, "{", OTHER)
    put("two.json", FORGED)
    third = call("verify", ".", "--results", "results.jsonl")
    numbers = [*(("games.jsonl", number) for number in (1, 2, 3, 4)), ("one.json", None)]
    assert games_in("results.jsonl") == Counter([*numbers, ("two.json", None)])
    assert Path("results.jsonl").read_bytes().startswith(before)
    assert third.output.endswith("6 games: 3 valid, 2 invalid, 1 unreadable\n")


def test_the_exit_code_is_about_all_results() -> None:
    put("1.json", FORGED)
    assert call("verify", ".", "--results", "results.jsonl").exit_code == 1
    put("1.json", GAME)
    put("2.json", GAME)
    assert call("verify", ".", "--results", "results.jsonl").exit_code == 1


def test_results_among_the_games_are_none_of_them() -> None:
    Path("games").mkdir()
    put("games/1.json", GAME)
    put_lines("games/9.jsonl", *[GAME] * 10)
    for _ in range(2):
        result = call("verify", "games", "--results", "games/5.jsonl")
        assert result.output.endswith("11 games: 11 valid\n")
        assert len(lines_of("games/5.jsonl")) == 11


def test_long_results_among_the_games_are_none_of_them() -> None:
    """They are too long to be looked into by whoever is handed them."""
    put_lines("0.jsonl", *[GAME] * 150)
    for _ in range(2):
        call("verify", ".", "--results", "results.jsonl")
        assert Path("results.jsonl").stat().st_size > 2**16
        assert len(lines_of("results.jsonl")) == 150


def test_a_last_line_that_was_cut_off_is_removed_and_its_game_judged_again() -> None:
    put_lines("games.jsonl", GAME, OTHER, FORGED)
    call("verify", ".", "--results", "results.jsonl")
    whole = Path("results.jsonl").read_bytes()
    last = whole.rindex(b"\n", 0, -1) + 1
    for cut in (last + 1, last + 20, last + 400, len(whole) - 1):
        Path("results.jsonl").write_bytes(whole[:cut])
        result = call("verify", ".", "--results", "results.jsonl")
        assert result.stderr == "results.jsonl: the last line was cut off, and is removed\n"
        assert Path("results.jsonl").read_bytes() == whole
    assert call("verify", ".", "--results", "results.jsonl").stderr == ""


def strange() -> dict[str, bytes]:
    """Files that are no results, or that somebody has changed."""
    put("game.json", GAME)
    call("verify", "game.json", "--results", "good.jsonl")
    good = Path("good.jsonl").read_bytes()
    line = json.loads(good)

    def changed(**fields: object) -> bytes:
        return json.dumps({**line, **fields}).encode() + b"\n"

    short = {name: each for name, each in line.items() if name != "turns"}
    return {
        "a record": to_json(GAME).encode(),
        "lines of records": to_json(GAME).encode() + b"\n",
        "text": b"dear diary",
        "zeros": bytes(100),
        "deep": b"[" * 100_000 + b"\n",
        "a number": b"7\n",
        "another key": changed(more=1),
        "a missing key": json.dumps(short).encode() + b"\n",
        "no verdict": changed(verdict="good"),
        "unverified": changed(verdict="unverified"),
        "a file that is none": changed(file=7),
        "game 0": changed(game=0),
        "game true": changed(game=True),
        "a huge game": changed(game=10**12),
        "no rule": changed(problem=7),
        "a good line, then text": good + b"what is this?",
        "the same game twice": good + good,
    }


@pytest.mark.parametrize("kind", range(17))
def test_what_is_no_file_of_results_is_refused_and_left_as_it_is(kind: int) -> None:
    name, content = list(strange().items())[kind]
    path = Path("results.jsonl")
    path.write_bytes(content)
    result = call("verify", "game.json", "--results", path)
    number = 2 if name in {"a good line, then text", "the same game twice"} else 1
    what = "is about a game that is there before" if number == 2 and "twice" in name else ""
    assert result.exit_code == 2, name
    assert f"results.jsonl: line {number} {what or 'is no result of splendor verify'}" in (
        result.output
    ), name
    assert path.read_bytes() == content, name


def test_a_line_without_an_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "MAX_LINE", 100)
    put("results.jsonl", '{"assumptions": ' + " " * 200)
    result = call("verify", ".", "--results", "results.jsonl")
    assert "line 1 is no result" in result.output


def test_results_that_cannot_be_opened_are_refused() -> None:
    put("game.json", GAME)
    Path("folder").mkdir()
    for path, reason in (
        ("folder", "Is a directory"),
        ("missing/results.jsonl", "No such file or directory"),
        (os.devnull, "is no file that could be appended to"),
    ):
        result = call("verify", "game.json", "--results", path)
        assert result.exit_code == 2
        assert f"{path}: " in result.output
        assert reason in result.output


def test_two_runs_do_not_write_the_same_results(monkeypatch: pytest.MonkeyPatch) -> None:
    put("game.json", GAME)
    with open_results(Path("results.jsonl")):
        result = call("verify", ".", "--results", "results.jsonl")
        assert result.exit_code == 2
        assert "results.jsonl: another run is writing it" in result.output

        def missing(name: str) -> object:
            raise ModuleNotFoundError(name)

        monkeypatch.setattr(results, "import_module", missing)  # as on a system without locks
        assert call("verify", ".", "--results", "results.jsonl").exit_code == 0


LIMITED = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (5000, resource.RLIM_INFINITY))
from splendor.cli import main
code = main(sys.argv[1:])
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
sys.exit(code)
"""


def test_a_full_disk_keeps_what_is_finished() -> None:
    put_lines("games.jsonl", *[GAME] * 40)
    arguments = ["verify", "games.jsonl", "--results", "results.jsonl"]
    full = subprocess.run(
        [sys.executable, "-c", LIMITED, *arguments],
        capture_output=True,
        encoding="utf-8",
        env=ENVIRONMENT,
        check=False,
        timeout=60,
    )
    assert full.returncode == 2
    assert full.stderr == "Error: results.jsonl: cannot be written: File too large\n"
    done = len(lines_of("results.jsonl"))
    assert 0 < done < 40
    assert full.stdout.endswith(f"{done} games: {done} valid\n")
    assert call(*arguments).output.endswith("40 games: 40 valid\n")
    assert games_in("results.jsonl") == {("games.jsonl", number + 1): 1 for number in range(40)}


def test_a_write_that_takes_only_a_part_is_gone_on_with() -> None:
    class Slow:
        def __init__(self, path: str) -> None:
            self.file = Path(path).open("ab", buffering=0)  # noqa: SIM115

        def seek(self, offset: int, whence: int) -> int:
            return self.file.seek(offset, whence)

        def fileno(self) -> int:
            return self.file.fileno()

        def write(self, data: bytes) -> int:
            return self.file.write(data[:100])

    slow: Any = Slow("results.jsonl")
    with slow.file:
        put("game.json", GAME)
        check_files([Path("game.json")], results=results.Results(Path("results.jsonl"), slow))
    assert lines_of("results.jsonl") == report_of("game.json")["reports"]


def test_an_interrupt_keeps_the_results(monkeypatch: pytest.MonkeyPatch) -> None:
    put_lines("games.jsonl", *[GAME] * 10)
    real = FoundGame.read

    def read(self: FoundGame) -> Record:
        if self.number == 6:
            raise KeyboardInterrupt
        return real(self)

    with monkeypatch.context() as patch:
        patch.setattr(FoundGame, "read", read)
        result = call("verify", ".", "--results", "results.jsonl")
    assert result.exit_code == 130
    assert result.output.endswith("5 games: 5 valid\ninterrupted: not everything was checked\n")
    assert call("verify", ".", "--results", "results.jsonl").exit_code == 0
    assert games_in("results.jsonl") == {("games.jsonl", number + 1): 1 for number in range(10)}


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="it asks Linux for the processes")
def test_a_run_that_was_killed_is_gone_on_with_and_leaves_no_process() -> None:
    put_lines("games.jsonl", *[GAME] * 700)
    arguments = ["verify", "games.jsonl", "--jobs", "2", "--results", "results.jsonl"]
    path = Path("results.jsonl")
    for _ in range(2):
        process = subprocess.Popen(
            [sys.executable, "-m", "splendor", *arguments],
            stdout=subprocess.DEVNULL,
            env=ENVIRONMENT,
        )
        before = path.stat().st_size if path.exists() else 0
        while process.poll() is None and (not path.exists() or path.stat().st_size < before + 9999):
            time.sleep(0.002)
        [task] = Path(f"/proc/{process.pid}/task").glob(f"{process.pid}")
        children = (task / "children").read_text(encoding="ascii").split()
        process.kill()
        assert process.wait() == -signal.SIGKILL
        assert len(children) >= 2
        deadline = time.monotonic() + 20
        while any(_runs(child) for child in children):
            assert time.monotonic() < deadline
            time.sleep(0.01)
    assert 0 < path.read_bytes().count(b"\n") < 700
    assert call(*arguments).exit_code == 0
    assert games_in("results.jsonl") == {("games.jsonl", number + 1): 1 for number in range(700)}


def _runs(process: str) -> bool:
    try:
        status = Path(f"/proc/{process}/stat").read_text(encoding="ascii")
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def test_what_was_skipped_or_unverified_is_no_result() -> None:
    with open_results(Path("results.jsonl")) as file:
        file.add(SkippedFile(Path("a"), "words"))
        file.add(UnverifiedGame(Path("b"), 1, "it died"))
        file.add(UnreadableFile(Path("c"), UnreadableError("no")))
        assert not file.skip(Path("b"), 1)
    assert games_in("results.jsonl") == {("c", None): 1}
    with open_results(Path("results.jsonl")) as file:
        assert not file.skip(Path("c"), None)


def test_what_was_unreadable_is_looked_into_again_by_each_run() -> None:
    """It may have been on its way: it counts once it is there, and else is not written twice."""
    whole = f"{to_json(GAME)}\n{to_json(OTHER)}\n".encode()
    options = ("verify", "games.jsonl", "one.json", "--results", "results.jsonl")
    Path("games.jsonl").write_bytes(whole[:-9])
    first = call(*options)
    assert (first.exit_code, first.output.splitlines()[-1]) == (2, "3 games: 1 valid, 2 unreadable")
    before = Path("results.jsonl").read_bytes()
    again = call(*options)
    assert (again.exit_code, again.output) == (2, first.output)
    assert Path("results.jsonl").read_bytes() == before
    Path("games.jsonl").write_bytes(whole)
    put("one.json", FORGED)
    for _ in range(2):
        third = call(*options)
        assert third.exit_code == 1
        assert third.output.splitlines()[-1] == "3 games: 2 valid, 1 invalid"
    assert games_in("results.jsonl") == {
        ("games.jsonl", 1): 1,
        ("games.jsonl", 2): 2,
        ("one.json", None): 2,
    }


def test_a_damaged_file_that_is_whole_later_is_unreadable_no_more() -> None:
    packed = gzip.compress(f"{to_json(GAME)}\n{to_json(OTHER)}\n".encode())
    Path("games.jsonl.gz").write_bytes(packed[:-9])
    first = call("verify", ".", "--results", "r.json")
    assert first.output.splitlines()[-1] == "3 games: 2 valid, 1 unreadable"
    Path("games.jsonl.gz").write_bytes(packed)
    assert call("verify", ".", "--results", "r.json").output.splitlines()[-1] == "2 games: 2 valid"


def test_games_that_nobody_judged_are_named_together_by_reason_and_number() -> None:
    lost = [UnverifiedGame(Path("a"), number, "died") for number in (1, 2, 3, 5)]
    lost += [UnverifiedGame(Path("b"), None, "died"), UnverifiedGame(Path("b"), 1, "closed")]
    told = [str(each) for each in notes_on(lost) if isinstance(each, Text)]
    assert told == ["a, games 1-3", "a, game 5", "b", "b, game 1"]


def test_a_file_of_results_is_closed_with_the_block() -> None:
    with open_results(Path("results.jsonl")) as file:
        pass
    with pytest.raises(ValueError, match="closed"):
        file.add(UnreadableFile(Path("c"), UnreadableError("no")))
    put("strange", "words")
    with pytest.raises(ResultsError), open_results(Path("strange")):
        pass


def test_two_names_that_look_the_same_are_two_games() -> None:
    """One that is no text is spelled out, and one that is spelled so has its backslashes twice."""
    Path("a\udcff.json").write_text(to_json(GAME), encoding="utf-8")
    Path("a\\udcff.json").write_text(to_json(GAME), encoding="utf-8")
    for _ in range(2):
        result = call("verify", ".", "--results", "results")
        assert (result.exit_code, result.output.splitlines()[-1]) == (0, "2 games: 2 valid")
    assert set(games_in("results")) == {("a\\udcff.json", None), ("a\\\\udcff.json", None)}


def test_what_is_written_about_a_hostile_log_is_read_again() -> None:
    put("game.json", of("é" * 4_000_000))
    for _ in range(2):
        assert call("verify", "game.json", "--results", "results").exit_code == 0


def test_a_result_of_a_high_number_takes_no_memory_for_those_below() -> None:
    put("game.json", GAME)
    call("verify", "game.json", "--results", "results")
    line = Path("results").read_text(encoding="ascii")
    far = line.replace('"game": null', f'"game": {10**9 - 1}')
    Path("results").write_text(line + far, encoding="ascii")
    tracemalloc.start()
    try:
        with open_results(Path("results")) as file:
            assert file.skip(Path("game.json"), 10**9 - 1)
            assert not file.skip(Path("game.json"), 10**9 - 2)
        assert tracemalloc.get_traced_memory()[1] < 2**22
    finally:
        tracemalloc.stop()


def test_a_rule_that_is_none_is_no_result() -> None:
    put("game.json", FORGED)
    call("verify", "game.json", "--results", "results")
    line = Path("results").read_text(encoding="ascii")
    Path("results").write_text(line.replace('"TURN-4"', '"\\u001b[31m"'), encoding="ascii")
    result = call("verify", "game.json", "--results", "results")
    assert (result.exit_code, "\x1b" in result.output) == (2, False)
    assert "line 1 is no result of splendor verify" in result.output


def test_processes_verify_where_a_system_cannot_hold_interrupts_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(signal, "pthread_sigmask")
    put_lines("games.jsonl", GAME, FORGED)
    result = call("verify", "games.jsonl", "--jobs", "2", "--summary")
    assert result.output.splitlines()[-1] == "2 games: 1 valid, 1 invalid"


@pytest.mark.parametrize("after", [0, 0.1, 0.2])
def test_an_interrupt_of_all_processes_ends_them_all(after: float) -> None:
    """As Ctrl-C on a terminal does it while the processes start, or soon after."""
    put_lines("games.jsonl", *[GAME] * 700)
    path = Path("results.jsonl")
    arguments = ["verify", "games.jsonl", "--jobs", "2", "--results", str(path)]
    with subprocess.Popen(
        [sys.executable, "-m", "splendor", *arguments],
        env=ENVIRONMENT,
        start_new_session=True,
        preexec_fn=heed_ctrl_c,  # noqa: PLW1509 - nothing but a call of the system
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        while process.poll() is None and not path.exists():
            time.sleep(0.002)
        time.sleep(after)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(timeout=60) == 130
    assert call(*arguments).exit_code == 0
    assert games_in("results.jsonl") == {("games.jsonl", number + 1): 1 for number in range(700)}


# How far it is


def far(*paths: str) -> list[tuple[int, int]]:
    """How far it is after each thing that is found."""
    files = [Path(path) for path in paths]
    reach = Reach(sum(checking._size(path) for path in files))
    return [(reach.read, reach.total) for _ in reach.watched(files)]


def test_how_far_it_is_is_told_in_bytes_of_the_files() -> None:
    line = f"{to_json(GAME)}\n"
    put("1.jsonl", line * 20)
    put("2.json", GAME)
    size, other = len(line) * 20, len(line) - 1
    places = far("1.jsonl", "2.json", "missing")
    assert places == [
        *((len(line) * (number + 1), size + other) for number in range(20)),
        (size + other, size + other),
        (size + other, size + other),
    ]


def test_a_file_that_grows_does_not_pass_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    put("1.json", GAME)
    reach = Reach(10)
    list(reach.watched([Path("1.json")]))
    assert reach.read == 10
    monkeypatch.setattr(progress, "LINE_EVERY", 0)
    put("empty.jsonl", "")
    assert "checked 0 %: 1 game" in call("verify", "empty.jsonl").stderr


def test_the_rate_is_that_of_this_run() -> None:
    times = iter([0.0, 0.0, 2.0])
    pace = checking._Pace(before=100, clock=lambda: next(times))
    tally = Tally()
    for _ in range(150):
        tally.add("valid", "", None)
    assert pace.note(tally) == "150 games, 0/s"
    tally.add("invalid", "", "PAY-4")
    assert pace.note(tally) == "151 games, 26/s, 1 INVALID"
