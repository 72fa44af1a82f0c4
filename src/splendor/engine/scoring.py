"""Points, ranking, and when and why a game ends (END-1 to END-9, WIN-1 to WIN-4)."""

from __future__ import annotations

from typing import Literal, TypeAlias

import attrs

from splendor.model.state import Phase, Player, State, StateDraft

EndReason: TypeAlias = Literal["target", "stalemate", "turn_limit"]


@attrs.frozen
class Score:
    """One player's standing: points, bought cards, and rank.

    Ranks count from 1; equals share the better one (1-1-3).
    """

    points: int
    purchased: int
    rank: int


@attrs.frozen
class Outcome:
    """The end of a game: the winning seats, all seats by rank, and why it ended.

    `ranking` groups the seats that are equal, best first; `winners` is its first group.
    """

    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    reason: EndReason


def target_reached(state: StateDraft) -> bool:
    """Return whether some player has the target score, so that this round is the last (END-1)."""
    target = state.rules.target_score
    for player in state.players:  # noqa: SIM110 - any() takes three times as long
        if player._points >= target:
            return True
    return False


def end_reason(state: StateDraft) -> EndReason | None:
    """Return why a game is over between two turns, or None if it goes on (END-9).

    The target counts only with the round complete (END-2, END-3); a stalemate also in mid-round.
    """
    turn = state.turn
    seats = len(state.players)
    if not turn % seats and target_reached(state):
        return "target"
    if state.passes >= seats:
        return "stalemate"
    limit = state.rules.turn_limit
    if limit is not None and turn >= limit * seats:
        return "turn_limit"
    return None


def score(state: State) -> tuple[Score, ...]:
    """Return each seat's points, bought cards and rank, also in mid-game (WIN-1 to WIN-4).

    Among equal points fewer bought cards rank higher, unless the option `tie_break` shares at once;
    reserved cards never count.
    """
    keys = [_merit(state, player) for player in state.players]
    return tuple(
        Score(
            player.points,
            player._purchased.bit_count(),
            1 + sum(other > key for other in keys),
        )
        for key, player in zip(keys, state.players, strict=True)
    )


def _merit(state: State, player: Player) -> tuple[int, int]:
    """Return what players are ranked by; more is better (WIN-2, WIN-3)."""
    tie_break = state.rules.tie_break == "fewest_purchased"
    return player.points, -player._purchased.bit_count() if tie_break else 0


def outcome(state: State) -> Outcome | None:
    """Return winners, ranking and reason of a game that is over, else None."""
    reason = end_reason(state) if state.phase is Phase.OVER else None
    if reason is None:
        return None
    ranks = [entry.rank for entry in score(state)]
    ranking = tuple(
        tuple(seat for seat, other in enumerate(ranks) if other == rank)
        for rank in sorted(set(ranks))
    )
    return Outcome(ranking[0], ranking, reason)
