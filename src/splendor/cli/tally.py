"""How many games came to what: by verdict, by where they come from, and by the rule broken."""

from __future__ import annotations

from collections import Counter
from typing import Final

import attrs

from splendor.cli import INVALID, MISUSED, UNFINISHED
from splendor.errors import printable
from splendor.formats.search import UnreadableFile
from splendor.verification import CheckedGame, Finding, UnverifiedGame, Verdict

UNREADABLE: Final = "unreadable"
UNVERIFIED: Final = "unverified"
SKIPPED: Final = "skipped"
VERDICTS: Final = (*(verdict.value for verdict in Verdict), UNREADABLE, UNVERIFIED)
BAD: Final = (Verdict.INVALID.value, UNREADABLE, UNVERIFIED)
MAX_ORIGINS: Final = 1000
"""How many origins are told apart: a log may claim any."""
MAX_ORIGIN: Final = 60
OTHERS: Final = "(others)"


def verdict_of(finding: Finding) -> str:
    """Return what was found by name: a verdict, `unreadable`, `unverified` or `skipped`."""
    if isinstance(finding, CheckedGame):
        return finding.report.verdict.value
    if isinstance(finding, UnverifiedGame):
        return UNVERIFIED
    return UNREADABLE if isinstance(finding, UnreadableFile) else SKIPPED


def rule_of(finding: Finding) -> str | None:
    """Return the id of the rule that a game breaks, if it breaks one."""
    problem = finding.report.problem if isinstance(finding, CheckedGame) else None
    return None if problem is None else problem.rule.value


@attrs.define
class Tally:
    """The counts so far. Games of which nobody knows the origin count under an empty one."""

    verdicts: Counter[str] = attrs.field(factory=Counter)
    origins: dict[str, Counter[str]] = attrs.field(factory=dict)
    """The verdicts on the games of each origin."""
    rules: dict[str, Counter[str]] = attrs.field(factory=dict)
    """The origins of the games that break each rule."""

    def add(self, verdict: str, origin: str, rule: str | None) -> None:
        """Count a game, or a file that was skipped."""
        self.verdicts[verdict] += 1
        if verdict == SKIPPED:
            return
        name = printable(origin, MAX_ORIGIN)
        if name not in self.origins and len(self.origins) >= MAX_ORIGINS:
            name = OTHERS
        self.origins.setdefault(name, Counter())[verdict] += 1
        if rule is not None:
            self.rules.setdefault(rule, Counter())[name] += 1

    def add_finding(self, finding: Finding) -> None:
        """Count what was found."""
        origin = finding.origin if isinstance(finding, CheckedGame) else ""
        self.add(verdict_of(finding), origin, rule_of(finding))

    @property
    def games(self) -> int:
        """How many games there were, good or bad."""
        return self.verdicts.total() - self.verdicts[SKIPPED]

    @property
    def bad(self) -> int:
        """How many of them are not good."""
        return sum(self.verdicts[verdict] for verdict in BAD)

    @property
    def exit_code(self) -> int:
        """3 if something is unverified, 2 if it is unreadable or there is no game, 1 if INVALID."""
        if self.verdicts[UNVERIFIED]:
            return UNFINISHED
        if self.verdicts[UNREADABLE] or not self.games:
            return MISUSED
        return INVALID if self.verdicts[Verdict.INVALID.value] else 0


@attrs.frozen
class Checks:
    """What games came to, and what ended it too soon, if anything did."""

    findings: tuple[Finding, ...]
    """All that was found, or the first games that are not good and files that are skipped."""
    tally: Tally
    more: int = 0
    """How many games are not good beyond those."""
    before: int = 0
    """How many were not good in a run before."""
    interrupted: bool = False
    failure: str = ""
