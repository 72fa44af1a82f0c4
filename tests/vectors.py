"""Whole games that any implementation can repeat and compare: docs/reference/vectors.md says how.

`python -m tests.vectors` prints the file `tests/vectors.json`.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final

from splendor import (
    BOARD_GAME_ARENA,
    OFFICIAL,
    SPENDEE,
    SPENDEE_21,
    TEXT_B,
    Action,
    Phase,
    Rules,
    State,
    apply,
    commit,
    determinize,
    digest,
    legal_actions,
    observe,
    outcome,
    record_game,
    score,
    setup,
    to_json,
)
from splendor.engine.setup import seed_text

GAMES: Final[tuple[tuple[int, int | bytes, Rules, int], ...]] = (
    (2, 0, OFFICIAL, 0),
    (2, 42, OFFICIAL, 1),
    (3, 1, OFFICIAL, 2),
    (4, bytes(range(16)), OFFICIAL, 0),
    (4, 2**256 - 1, BOARD_GAME_ARENA, 3),
    (2, b"", BOARD_GAME_ARENA, 0),
    (3, 14704611, SPENDEE, 0),
    (4, 5, SPENDEE_21, 1),
    (2, 6, TEXT_B, 0),
    (4, b"\x00\xff", TEXT_B, 2),
    (3, 8, Rules(take_fewer="always", turn_limit=12), 1),
    (2, 9, Rules(gem_tokens=(3, 3, 3), gold_tokens=(1, 1, 1), noble_count=(1, 1, 1)), 0),
)
"""Players, seed, rules and starting seat of each."""
SALT: Final = bytes(range(16))


def choice(seed: str, step: int, number: int) -> int:
    """Which of a number of legal actions is carried out at a step."""
    block = hashlib.sha256(f"splendor-rules walk 1|{seed}|{step}".encode("ascii")).digest()
    return int.from_bytes(block[:4], "big") % number


def vector(players: int, seed: int | bytes, rules: Rules, first_player: int) -> dict[str, Any]:
    """Play one game and write down what two implementations can compare."""
    opening = state = setup(players, seed=seed, rules=rules, first_player=first_player)
    text = seed_text(seed)
    actions: list[Action] = []
    counts: list[int] = []
    digests: list[str] = []
    lists = hashlib.sha256()
    while state.phase is not Phase.OVER:
        legal = legal_actions(state)
        counts.append(len(legal))
        lists.update(f"[{','.join(map(to_json, legal))}]\n".encode())
        actions.append(legal[choice(text, len(actions), len(legal))])
        state = apply(state, actions[-1])
        digests.append(digest(state))
    return {
        "players": players,
        "seed": text,
        "rules": json.loads(to_json(rules)),
        "first_player": first_player,
        "opening": digest(opening),
        "legal_counts": counts,
        "legal_lists": lists.hexdigest(),
        "digests": digests,
        "views": {"opening": views(opening), "final": views(state)},
        "worlds": {"opening": worlds(opening, seed), "final": worlds(state, seed)},
        "commitment": commit(opening, salt=SALT).digest,
        "record": hashlib.sha256(to_json(record_game(opening, actions)).encode()).hexdigest(),
        "end": end(state),
    }


def views(state: State) -> list[str]:
    """The digests of what each seat, and last a spectator, knows."""
    return [digest(observe(state, seat)) for seat in (*range(len(state.players)), None)]


def worlds(state: State, seed: int | bytes) -> list[str]:
    """The digests of a world drawn from what each seat, and last a spectator, knows."""
    seats = (*range(len(state.players)), None)
    return [digest(determinize(observe(state, seat), seed=seed)) for seat in seats]


def end(state: State) -> dict[str, Any]:
    """What a finished game comes to."""
    reached = outcome(state)
    assert reached is not None
    scores = score(state)
    return {
        "reason": reached.reason,
        "winners": list(reached.winners),
        "points": [entry.points for entry in scores],
        "purchased": [entry.purchased for entry in scores],
        "ranks": [entry.rank for entry in scores],
    }


def written() -> str:
    """The whole file: one game a line."""
    games = ",\n".join(json.dumps(vector(*game), separators=(",", ":")) for game in GAMES)
    return f'{{"format":"splendor-vectors","version":1,"games":[\n{games}\n]}}\n'


if __name__ == "__main__":
    print(written(), end="")  # noqa: T201 - what the command is for
