"""Judging records: `verify` and `replay` them, and `redact` what a seat may not know."""

from splendor.verification.redaction import redact
from splendor.verification.replaying import replay, verify
from splendor.verification.report import Problem, Replay, Report, Unnamed, Verdict

__all__ = ["Problem", "Replay", "Report", "Unnamed", "Verdict", "redact", "replay", "verify"]
