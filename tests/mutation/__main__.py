"""Change the package in thousands of small ways, to see that a test notices.

`python -m tests.mutation` tries all mutants that mutmut makes of model, engine and verification,
`python -m tests.mutation gems.Gems judge` only those of functions with such words in their names.
Exactly the survivors have to be explained in explained.toml; if they are not, or if fewer than
95 % of the mutants are killed, the exit code is 1. It needs the dependency group `mutants`.

The mutated copy of the source and the results are kept in the folder `--folder`. An interrupted run
goes on where it was; after a change of source or tests everything is tried anew.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from tests.faults.fault import SOURCE
from tests.markers import TESTS
from tests.mutation.explained import read, unexplained
from tests.mutation.mutants import KILLED, TIMEOUT, UNREACHED, Mutant, make

LEAST: Final = 95
"""How many of a hundred mutants have to be killed."""


def main(*arguments: str) -> int:
    """Try mutants; print what came of them, and what is not explained or explained in vain."""
    options = _parser().parse_args(arguments)
    folder: Path = options.folder.resolve()
    mutants = [
        mutant
        for mutant in make(folder)
        if not options.words or any(word in mutant.function for word in options.words)
    ]
    results = folder / f"results-{digest()}.txt"
    ends = read_results(results)
    left = [mutant.name for mutant in mutants if mutant.name not in ends]
    _say(f"{len(mutants)} mutants, {len(left)} of them yet to be tried")
    if left:
        with results.open("w", encoding="utf-8") as file:
            file.writelines(f"{name} {end}\n" for name, end in ends.items())
            for line in _try(left, folder, options.jobs):
                print(line, file=file, flush=True)
        ends = read_results(results)
    return report(mutants, ends, partial=bool(options.words))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("words", nargs="*", metavar="WORD", help="in the name of a function")
    parser.add_argument("--jobs", type=int, default=2, help="so many mutants at once")
    parser.add_argument("--folder", type=Path, default=TESTS.parent / "mutants")
    return parser


def digest() -> str:
    """Return a digest of the source and the tests: of another one no result holds."""
    paths = [*SOURCE.rglob("*.py"), *TESTS.rglob("*.py"), *TESTS.rglob("*.json*")]
    texts = [path.read_bytes() for path in sorted(paths) if "mutants" not in path.parts]
    return hashlib.sha256(b"\0".join(texts)).hexdigest()[:16]


def read_results(path: Path) -> dict[str, str]:
    """Return what came of the mutants tried so far; a line cut short counts for none."""
    text = path.read_text("utf-8") if path.exists() else ""
    lines = [line.split(" ", 1) for line in text.splitlines(keepends=True) if line.endswith("\n")]
    return {name: end.strip() for name, end in lines}


def _try(names: Iterable[str], folder: Path, jobs: int) -> Iterator[str]:
    """Try mutants in a process that imports the mutated copy; yield the name and end of each."""
    command = [sys.executable, "-m", "tests.mutation.trial", str(jobs)]
    environment = {**os.environ, "CI": "1", "PYTHONPATH": str(folder / "src")}
    with subprocess.Popen(
        command,
        cwd=TESTS.parent,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("\n".join(names))
        process.stdin.close()
        for line in process.stdout:
            if line.startswith("splendor."):
                if KILLED not in line:
                    _say(line.strip())
                yield line.strip()
            elif line.strip():
                _say(line.strip())


def report(mutants: list[Mutant], ends: dict[str, str], *, partial: bool) -> int:
    """Print how many mutants of how many were killed; 1 if that is not enough."""
    number = Counter(ends[one.name].split()[0] for one in mutants if one.name in ends)
    unreached, timeouts = number[UNREACHED], number[TIMEOUT]
    run = number.total() - unreached
    killed = number[KILLED] + timeouts
    score = 100 * killed / max(run, 1)
    wrong = list(unexplained(read(), mutants, ends, partial=partial))
    for line in wrong:
        _say(f"\n{line}")
    _say(
        f"\n{len(mutants)} mutants of {len({mutant.function for mutant in mutants})} functions; "
        f"{unreached} in functions that run only on import; {run} run: {killed} killed, "
        f"{timeouts} of them for their time; {run - killed} survived; score {score:.1f} %"
    )
    return 1 if wrong or score < LEAST or number.total() < len(mutants) else 0


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - the output of the command


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
