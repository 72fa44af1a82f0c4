"""Feed every reader inputs that reach ever more of the package, to see that none breaks a law.

`python -m tests.fuzz READER...` fuzzes some readers for `--seconds` each (600), `--all` all of
them; `--repeat FILE READER` tries one input, such as a finding. It needs the dependency group
`fuzz`. Inputs and findings are kept in the folder `--corpus`, or else a new one outside the
project. The exit code is 1 if there are findings.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.fuzz.findings import find
from tests.fuzz.runner import fuzz
from tests.fuzz.targets import TARGETS


def main(*arguments: str) -> int:
    """Fuzz readers and print a line for each, and for each finding how to repeat it."""
    options = _parser().parse_args(arguments)
    names = list(TARGETS) if options.all else options.readers
    if options.repeat is not None:
        return max([_repeat(name, options.repeat) for name in names], default=2)
    folder: Path = options.corpus or Path(tempfile.mkdtemp(prefix="splendor-fuzz-"))
    _say(f"inputs and findings are kept in {folder}")
    targets = [TARGETS[name] for name in names]
    findings = 0
    for outcome in fuzz(
        targets, folder, seconds=options.seconds, seed=options.seed, jobs=options.jobs
    ):
        _say(str(outcome))
        if not outcome.executions:
            _say(f"nothing was run: see {outcome.log}")
            findings += 1
        for path in outcome.findings:
            findings += 1
            report = path.with_suffix(".txt")
            signature = report.read_text("utf-8").splitlines()[0] if report.exists() else path.name
            _say(f"  {signature}\n    python -m tests.fuzz {outcome.target.name} --repeat {path}")
    return 1 if findings else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("readers", nargs="*", choices=[*TARGETS, []], metavar="READER")
    parser.add_argument("--all", action="store_true", help=f"all readers: {', '.join(TARGETS)}")
    parser.add_argument("--seconds", type=int, default=600, help="so long each")
    parser.add_argument("--seed", type=int, default=1, help="of libFuzzer's chance")
    parser.add_argument("--jobs", type=int, default=2, help="so many readers at once")
    parser.add_argument("--corpus", type=Path, help="a folder to begin with and go on in")
    parser.add_argument("--repeat", type=Path, metavar="FILE", help="try one input")
    return parser


def _repeat(name: str, path: Path) -> int:
    finding = find(TARGETS[name], path.read_bytes())
    _say(f"{name}: {'no finding' if finding is None else finding.report}")
    return 0 if finding is None else 1


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 - the output of the command


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
