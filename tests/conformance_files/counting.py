"""The lines of `perft.jsonl`: how far the engine counts, and how far the oracle recounts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from splendor import format_position
from splendor.engine.perft import perft
from tests.arbiter import Table, carry_out, copied
from tests.conformance_files.starts import Start
from tests.universe import legal

MOST: Final = 350_000
"""A depth is counted if no more actions than this have to be carried out for it."""
MOST_BY_ORACLE: Final = 2_000
"""The same for the oracle, which is slow."""
DEEPEST: Final = 12


def line(start: Start) -> dict[str, Any]:
    """Return a line of the file."""
    counts = [perft(start.state, 1)]
    while 0 < counts[-1] <= MOST and len(counts) < DEEPEST:
        counts.append(perft(start.state, len(counts) + 1))
    return {
        "id": start.id,
        "about": start.about,
        "position": format_position(start.state),
        "counts": counts,
        "oracle": affordable(counts, MOST_BY_ORACLE),
    }


def affordable(counts: Sequence[int], most: int) -> int:
    """Return the depth down to which no depth takes more actions than so many."""
    return next((depth for depth, count in enumerate(counts[:-1], 1) if count > most), len(counts))


def recount(table: Table, depth: int) -> int:
    """Count by the oracle."""
    actions = legal(table)
    if depth == 1:
        return len(actions)
    count = 0
    for action in actions:
        after = copied(table)
        carry_out(after, action)
        count += recount(after, depth - 1)
    return count
