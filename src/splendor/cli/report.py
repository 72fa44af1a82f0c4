"""What games come to, as JSON for programs.

The page docs/reference/formats.md describes the documents, under "Reports".
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import attrs

from splendor.cli.tally import SKIPPED, VERDICTS, Checks, verdict_of
from splendor.formats.search import SkippedFile, UnreadableFile
from splendor.verification import CheckedGame, Report, UnverifiedGame


def json_of(checks: Checks) -> str:
    """Return the JSON document of all findings; it is ASCII, so that any pipe carries it."""
    findings, tally = checks.findings, checks.tally
    document = {
        "format": "splendor-report",
        "version": 1,
        "interrupted": checks.interrupted,
        "reports": [report_of(each) for each in findings if not isinstance(each, SkippedFile)],
        "skipped": [
            {"file": file_text(each.path), "remark": each.remark}
            for each in findings
            if isinstance(each, SkippedFile)
        ],
        "summary": {name: tally.verdicts[name] for name in (*VERDICTS, SKIPPED)},
        "origins": tally.origins,
        "rules": tally.rules,
    }
    return json.dumps(document, sort_keys=True, indent=2) + "\n"


def report_of(finding: CheckedGame | UnreadableFile | UnverifiedGame) -> dict[str, Any]:
    """Return the report on a game, as plain JSON values."""
    place = {"file": file_text(finding.path), "game": finding.number}
    verdict = verdict_of(finding)
    if not isinstance(finding, CheckedGame):
        error = {"message": _message(finding), "path": _inside(finding)}
        return {**dict.fromkeys(KEYS), **place, "verdict": verdict, "error": error}
    report = finding.report
    claimed = report.claimed
    return {
        **place,
        "verdict": verdict,
        "error": None,
        "origin": finding.origin,
        "players": finding.players,
        "events": report.events,
        "turns": report.turns,
        "complete": report.complete,
        "ending": attrs.asdict(finding.ending),
        "problem": _problem(report),
        "recomputed": _recomputed(report),
        "claimed": None if claimed is None else attrs.asdict(claimed),
        "assumptions": finding.assumptions,
        "unnamed": [attrs.asdict(card) for card in report.unnamed],
        "missing_refill": report.missing_refill,
        "commitment": report.commitment,
    }


def _message(finding: UnreadableFile | UnverifiedGame) -> str:
    return finding.error.message if isinstance(finding, UnreadableFile) else finding.reason


def _inside(finding: UnreadableFile | UnverifiedGame) -> str:
    return finding.error.path if isinstance(finding, UnreadableFile) else ""


KEYS: Final = (
    "file",
    "game",
    "verdict",
    "error",
    "origin",
    "players",
    "events",
    "turns",
    "complete",
    "ending",
    "problem",
    "recomputed",
    "claimed",
    "assumptions",
    "unnamed",
    "missing_refill",
    "commitment",
)
"""What every report has."""


def file_text(path: Path | None) -> str:
    """Return a path as text; what is no character of a name is spelled out.

    No two paths are the same text: what looks like that has all its backslashes twice.
    """
    text = str(path)
    spelled = text.encode(errors="backslashreplace").decode()
    if "\\ud" not in spelled:
        return text
    return text.replace("\\", "\\\\").encode(errors="backslashreplace").decode()


def _problem(report: Report) -> dict[str, Any] | None:
    problem = report.problem
    if problem is None:
        return None
    return {
        "rule": problem.rule.value,
        "sentence": problem.violation.sentence,
        "parameters": dict(problem.violation.parameters),
        "event": problem.event,
        "turn": problem.turn,
        "player": problem.player,
    }


def _recomputed(report: Report) -> dict[str, Any] | None:
    if not report.scores:
        return None
    return {
        "points": [score.points for score in report.scores],
        "purchased": [score.purchased for score in report.scores],
        "ranks": [score.rank for score in report.scores],
        "winners": None if report.outcome is None else report.outcome.winners,
        "reason": None if report.outcome is None else report.outcome.reason,
    }
