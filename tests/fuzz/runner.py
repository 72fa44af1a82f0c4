"""Fuzz readers, each in a process of its own that is begun again when libFuzzer has ended it."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Final

import attrs

from tests.fuzz.findings import shrink
from tests.fuzz.mutation import tokens
from tests.fuzz.targets import Target

ROOT: Final = Path(__file__).parents[2]
MEMORY: Final = 2048
"""So many MiB the process may use."""
STUCK: Final = 60
"""After so many seconds with one input libFuzzer ends the process; other programs may be busy."""
SHRINKING: Final = 20
"""So many seconds are spent on making a finding small."""
ENDS: Final = 20
"""How often a process may end before its time."""
_STATUS: Final = re.compile(r"^#(\d+)\s.*cov: (\d+) ft: (\d+) corp: (\d+)/", re.MULTILINE)


@attrs.frozen
class Outcome:
    """What came of fuzzing a reader; `features` and `corpus` count what libFuzzer tells apart."""

    target: Target
    log: Path
    executions: int
    edges: int
    features: int
    corpus: int
    findings: tuple[Path, ...] = attrs.field(kw_only=True)

    def __str__(self) -> str:
        figures = (
            f"{self.executions:9} executions  {self.edges:5} edges  {self.features:6} features  "
            f"{self.corpus:5} inputs kept"
        )
        found = f"{len(self.findings)} findings" if self.findings else "no findings"
        return f"{self.target.name:16} {figures}  {found}"


def fuzz(
    targets: Iterable[Target], folder: Path, *, seconds: int, seed: int, jobs: int
) -> Iterator[Outcome]:
    """Fuzz each reader for so many seconds, some at once, and yield what came of it, in order."""
    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(
            lambda target: _fuzz(target, folder / target.name, seconds=seconds, seed=seed), targets
        )


def _fuzz(target: Target, folder: Path, *, seconds: int, seed: int) -> Outcome:
    findings, log = folder / "findings", folder / "log"
    findings.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "tests.fuzz.hunt", target.name, str(findings)]
    command += _flags(target, folder)
    command.append(f"-artifact_prefix={findings}/")
    end = time.monotonic() + seconds
    executions = 0
    figures = (0, 0, 0)
    for turn in range(ENDS):
        left = int(end - time.monotonic())
        if left <= 0:
            break
        number, *others = _run([*command, f"-max_total_time={left}", f"-seed={seed + turn}"], log)
        executions += number
        edges, features, corpus = others
        figures = (edges, features, corpus)
    for path in findings.glob("*.input"):
        shrink(target, path, seconds=SHRINKING)
    kept = tuple(sorted(path for path in findings.iterdir() if path.suffix != ".txt"))
    return Outcome(target, log, executions, *figures, findings=kept)


def _flags(target: Target, folder: Path) -> list[str]:
    """Write down the seeds and their words, and return what libFuzzer is told of a reader."""
    corpus = folder / "corpus"
    corpus.mkdir(exist_ok=True)
    seeds = target.corpus()
    for data in seeds:
        (corpus / f"seed-{sha256(data).hexdigest()[:12]}").write_bytes(data)
    words = folder / "words.dict"
    words.write_text(tokens(seeds), "ascii")
    samples = target.found_beside()
    longest = max(map(len, (*seeds, *(path.read_bytes() for path in samples))))
    flags = [f"-max_len={2 * longest}", f"-rss_limit_mb={MEMORY}", f"-timeout={STUCK}"]
    if samples:
        flags.append(f"-seed_inputs={','.join(map(str, samples))}")
    return [str(corpus), f"-dict={words}", *flags]


def _run(command: list[str], log: Path) -> tuple[int, int, int, int]:
    """Run libFuzzer until it ends, and return its last figures."""
    with log.open("ab") as file:
        begin = file.tell()
        subprocess.run(command, cwd=ROOT, stdout=file, stderr=subprocess.STDOUT, check=False)
    said = _STATUS.findall(log.read_bytes()[begin:].decode(errors="replace"))
    number, edges, features, corpus = map(int, said[-1]) if said else (0, 0, 0, 0)
    return number, edges, features, corpus
