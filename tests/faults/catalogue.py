"""All faults: at least one for each rule, and one for each clause of each pitfall."""

from __future__ import annotations

from typing import Final

from tests.faults import cards, components, ends, knowing, records, turns

FAULTS: Final = (
    *components.FAULTS,
    *turns.FAULTS,
    *cards.FAULTS,
    *ends.FAULTS,
    *knowing.FAULTS,
    *records.FAULTS,
)
