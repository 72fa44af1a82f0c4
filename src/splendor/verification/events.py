"""One event of a record, held against the state before it: seat, action, gold, visit, figures."""

from __future__ import annotations

from collections.abc import Sequence

from splendor.engine.judge import check_visit
from splendor.engine.knowledge import check_disclosure, put_face
from splendor.engine.turn import apply
from splendor.engine.violation import IllegalActionError, Violation, violation
from splendor.formats.json import digest
from splendor.formats.record import NO_CLAIMS, Disclosure, Event, Move
from splendor.formats.recording import gold_taken, noble_come
from splendor.model.cards import Card
from splendor.model.rule_ids import RuleId
from splendor.model.state import Phase, State


def step(state: State, event: Event) -> State | Violation:
    """Return the state after an event, or the first rule that the event breaks."""
    if isinstance(event, Disclosure):
        after: State | Violation | None = check_disclosure(state, event.seat, event.disclose)
        after = after or put_face(state, event.seat, event.disclose)
    else:
        after = _move(state, event)
    if event.digest is not None and isinstance(after, State) and event.digest != digest(after):
        return violation(
            RuleId.INV_10,
            "the digest after the event is {digest}, not {claimed}",
            digest=digest(after),
            claimed=event.digest,
        )
    return after


def _move(state: State, move: Move) -> State | Violation:
    if move.by != state.decider and state.phase is not Phase.OVER:
        return violation(
            RuleId.TURN_4,
            "{by} acts, and it is for {decider} to {what}",
            by=_who(move.by),
            decider=_who(state.decider),
            what=_awaited(state),
        )
    try:
        after = apply(state, move.action)
    except IllegalActionError as error:
        return error.violation
    wrong = None
    if move.gold is not (taken := gold_taken(state, move.action)):
        wrong = _wrong_gold(taken)
    elif move.visit is not None or after.nobles is not state.nobles:
        wrong = _wrong_visit(state, after, move)
    if wrong is None and move.claims is not NO_CLAIMS:
        wrong = _wrong_claim(state, after, move)
    return wrong or after


def _who(seat: int | None) -> str:
    return "the table" if seat is None else f"player {seat}"


def _awaited(state: State) -> str:
    place = state.awaited_place
    if place is not None:
        return f"turn up a card of level {place[0]}"
    return {Phase.RETURN: "return tokens", Phase.NOBLE: "choose a noble"}.get(state.phase, "move")


def _wrong_gold(taken: bool | None) -> Violation:  # noqa: FBT001 - what `gold` should be
    if taken is None:
        return violation(RuleId.RES_8, "only a reservation gives gold")
    if taken:
        return violation(RuleId.RES_3, "the bank has gold, and the event takes none")
    return violation(RuleId.RES_4, "the bank has no gold, and the event takes one")


def _wrong_visit(state: State, after: State, move: Move) -> Violation | None:
    """Compare the noble that came by itself with the one the event states."""
    come = None if state.phase is Phase.NOBLE else noble_come(state, after)
    claimed = move.visit
    if claimed is not None and claimed is not come:
        return check_visit(after, state.mover, claimed) or violation(
            RuleId.NOB_6, "noble {noble} does not come with this event", noble=claimed.id
        )
    if come is not None and claimed is None:
        return violation(
            RuleId.NOB_4, "noble {noble} visits, and the event leaves it out", noble=come.id
        )
    return None


def _wrong_claim(state: State, after: State, move: Move) -> Violation | None:
    """Compare the figures that a log states beside an event with those of the game."""
    claims = move.claims
    seat = state.mover
    before, now = state.players[seat], after.players[seat]
    change = tuple(
        new - old for new, old in zip(now.tokens.counts, before.tokens.counts, strict=True)
    )
    for name, rule, actual, claimed in (
        ("round", RuleId.END_2, state.round, claims.round),
        ("change of tokens", RuleId.INV_1, change, claims.change),
        ("gain of points", RuleId.WIN_1, now.points - before.points, claims.gained),
        ("score", RuleId.WIN_1, now.points, claims.points),
    ):
        if claimed is not None and claimed != actual:
            return violation(
                rule,
                "the {figure} of player {seat} is {actual}, not {claimed}",
                figure=name,
                seat=seat,
                actual=listed(actual),
                claimed=listed(claimed),
            )
    return None


def listed(figures: int | Sequence[int]) -> str:
    """Spell out a figure, or several."""
    return str(figures) if isinstance(figures, int) else ", ".join(map(str, figures)) or "none"


def is_known(state: State, card: Card) -> bool:
    """Return whether a card lies face up or is a known one of the mover's hand."""
    return bool((state._face_up | state.players[state.mover]._hand) & card._bit)
