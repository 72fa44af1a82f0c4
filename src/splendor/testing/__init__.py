"""Tools to test other programs with: Hypothesis strategies, `perft`, and the conformance corpus.

The extra `testing` brings what it needs.
"""

from splendor.engine.perft import divide, perft
from splendor.testing.adapter import Adapter, OwnEngine, Refusal, Unsupported, outcome_text
from splendor.testing.checking import Difference, check_engine

try:
    from splendor.testing.strategies import (
        Game,
        actions,
        cards,
        games,
        gems,
        nobles,
        openings,
        records,
        rules,
        states,
        views,
    )
except ModuleNotFoundError as _error:
    _error.add_note('splendor.testing needs Hypothesis: pip install "splendor-rules[testing]"')
    raise

__all__ = [
    "Adapter",
    "Difference",
    "Game",
    "OwnEngine",
    "Refusal",
    "Unsupported",
    "actions",
    "cards",
    "check_engine",
    "divide",
    "games",
    "gems",
    "nobles",
    "openings",
    "outcome_text",
    "perft",
    "records",
    "rules",
    "states",
    "views",
]
