"""Break every rule on purpose, and commit every pitfall, to see that a test notices.

`python -m tests.faults` tries all faults of the catalogue, `python -m tests.faults TAKE-5 7` those
that concern rule TAKE-5 and pitfall 7. Each fault is made in a copy of the source; the exit code is
1 if the tests about some subject do not fail.
"""

from __future__ import annotations

import sys

from tests.faults.catalogue import FAULTS
from tests.faults.runner import try_faults


def main(*subjects: str) -> int:
    """Try the faults and print a line for each subject of each."""
    known = {subject for fault in FAULTS for subject in fault.subjects}
    unknown = sorted(set(subjects) - known)
    if unknown:
        _say("no fault concerns", *unknown)
        return 2
    faults = [fault for fault in FAULTS if not subjects or set(fault.subjects) & set(subjects)]
    survived = []
    tried = set()
    for found in try_faults(faults, subjects):
        tried.add(found.subject)
        _say(f"{found.subject:8}  {found.fault.says}\n{'':10}{found.test or 'SURVIVED'}")
        if found.test is None:
            survived.append(found)
    for found in survived:
        _say(f"\n{found.subject} survived: {found.fault.says}\n{found.output}")
    result = f"{len(survived)} survived" if survived else "all caught"
    _say(f"\n{len(faults)} faults, {len(tried)} subjects, {result}")
    return 1 if survived else 0


def _say(*words: str) -> None:
    print(*words, flush=True)  # noqa: T201 - the output of the command


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
