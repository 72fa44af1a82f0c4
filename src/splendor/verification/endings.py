"""The ending and the result of a record, held against the last state, and what stays unnamed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from splendor.engine.scoring import outcome, score
from splendor.engine.violation import Violation, violation
from splendor.formats.record import Record
from splendor.model.cards import CardBack
from splendor.model.rule_ids import RuleId
from splendor.model.state import State
from splendor.verification.events import listed
from splendor.verification.report import Problem, Unnamed

_REASONS: Final = {
    "target": RuleId.END_1,
    "stalemate": RuleId.END_6,
    "turn_limit": RuleId.END_7,
}


def problem_of_ending(record: Record, final: State) -> Problem | None:
    """Return what is wrong with the ending or the result if the record comes to this state."""
    found = _wrong_ending(record, final) or _wrong_result(record, final)
    return None if found is None else Problem(found, None, final.turn + 1, final.mover)


def _wrong_ending(record: Record, final: State) -> Violation | None:
    reached = outcome(final)
    kind = record.ending.kind
    if reached is None and kind == "played":
        return violation(
            RuleId.END_1,
            "the record says that the game was played out, and it awaits: {phase}",
            phase=final.phase.value,
        )
    if reached is not None and kind != "played":
        return violation(
            _REASONS[reached.reason],
            "the game is over ({reason}), and the record says: {ending}",
            reason=reached.reason,
            ending=kind,
        )
    return None


def _wrong_result(record: Record, final: State) -> Violation | None:
    """Compare the claimed result with the recomputed one (WIN-1 to WIN-4)."""
    claimed = record.result
    if claimed is None:
        return None
    scores = score(final)
    reached = outcome(final)
    ranks = None if reached is None else claimed.ranks
    for name, rule, figures, actual in (
        ("points", RuleId.WIN_1, claimed.points, tuple(entry.points for entry in scores)),
        ("bought cards", RuleId.WIN_3, claimed.purchased, tuple(e.purchased for e in scores)),
        ("ranks", RuleId.WIN_2, ranks, tuple(entry.rank for entry in scores)),
    ):
        if figures is not None and figures != actual:
            return violation(
                rule,
                "the {figure} are {actual}, not {claimed}",
                figure=name,
                actual=listed(actual),
                claimed=listed(figures),
            )
    if claimed.winners is None or reached is None or set(claimed.winners) == set(reached.winners):
        return None
    best = max(entry.points for entry in scores)
    fewer = any(scores[seat].points < best for seat in claimed.winners)
    extra = any(scores[seat].rank > 1 for seat in claimed.winners)
    rule = RuleId.WIN_2 if fewer else RuleId.WIN_3 if extra else RuleId.WIN_4
    return violation(
        rule,
        "the winning seats are {winners}, not {claimed}",
        winners=listed(reached.winners),
        claimed=listed(claimed.winners),
    )


def unnamed_cards(state: State, unrecorded: int | None) -> Iterator[Unnamed]:
    """Yield the cards that left a deck and have no name, but for a last refill not recorded."""
    backs = [card.level for card in state._rows if isinstance(card, CardBack)]
    if unrecorded is not None:
        backs.remove(unrecorded)
    for level in backs:
        yield Unnamed(level, None)
    for seat, player in enumerate(state.players):
        for entry in player.reserved:
            if isinstance(entry.card, CardBack):
                yield Unnamed(entry.card.level, seat)
