"""Judging records: `verify` and `replay` them, and `redact` what a seat may not know."""

from splendor.verification.findings import CheckedGame, Finding, UnverifiedGame
from splendor.verification.many import verify_many
from splendor.verification.redaction import redact
from splendor.verification.replaying import replay, verify
from splendor.verification.report import Problem, Replay, Report, Unnamed, Verdict

__all__ = [
    "CheckedGame",
    "Finding",
    "Problem",
    "Replay",
    "Report",
    "Unnamed",
    "UnverifiedGame",
    "Verdict",
    "redact",
    "replay",
    "verify",
    "verify_many",
]
