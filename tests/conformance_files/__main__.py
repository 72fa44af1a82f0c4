"""Write the conformance files of this package's own, under `tests/conformance/`.

`python -m tests.conformance_files` writes `perft.jsonl`, `refusals.jsonl`, `positions.jsonl`,
`records.jsonl` and `games/*.txt`; with `--check` it writes nothing, says which of them are not what
it would write, and exits with 1 if there are any. `--perft` recounts every line of `perft.jsonl`,
to the last depth by the engine and to the depth stated there by the oracle.
"""

from __future__ import annotations

import argparse
import json
import sys
from time import process_time

from splendor import parse_position
from splendor.engine.perft import perft
from tests.arbiter import table_of
from tests.conformance_files.counting import recount
from tests.conformance_files.files import FOLDER, counted_lines, files, stale


def main(arguments: list[str]) -> int:
    """Write the files, or check them; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance_files", description=__doc__)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="compare the files and write nothing")
    what.add_argument("--perft", action="store_true", help="recount all of perft.jsonl")
    asked = parser.parse_args(arguments)
    if asked.perft:
        return recount_all()
    wanted = files()
    found = stale(wanted)
    if asked.check:
        _say(*found, f"{len(wanted)} files, {len(found)} of them differ")
        return 1 if found else 0
    for name in found:
        path = FOLDER / name
        path.parent.mkdir(exist_ok=True)
        if name in wanted:
            path.write_text(wanted[name], encoding="utf-8", newline="\n")
        else:
            path.unlink()
    _say(*found, f"{len(wanted)} files, {len(found)} of them written or removed")
    return 0


def recount_all() -> int:
    """Recount every line of `perft.jsonl` by the engine and by the oracle."""
    wrong = 0
    by_engine = by_oracle = 0.0
    for line in counted_lines():
        state = parse_position(line["position"])
        counts, depth = line["counts"], line["oracle"]
        begun = process_time()
        found = [perft(state, number) for number in range(1, len(counts) + 1)]
        counted = process_time()
        again = recount(table_of(state), depth)
        by_engine += counted - begun
        by_oracle += process_time() - counted
        if found != counts or again != counts[depth - 1]:
            wrong += 1
            _say(json.dumps({**line, "engine": found, "by_oracle": again}))
    _say(f"engine {by_engine:.0f} s of CPU time, oracle {by_oracle:.0f} s, {wrong} lines are wrong")
    return 1 if wrong else 0


def _say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)  # noqa: T201 - the output of the command


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
