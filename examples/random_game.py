"""Play a game with random decisions, write its record, read it back and verify it.

python examples/random_game.py [SEED]
"""

import random
import sys

from splendor import (
    Action,
    Phase,
    Record,
    apply,
    from_json,
    legal_actions,
    record_game,
    setup,
    to_json,
    verify,
)


def main(seed: int) -> None:
    """Play, record and verify one game of three players."""
    opening = setup(3, seed=seed)
    rng = random.Random(seed)  # noqa: S311 - an example, not a secret
    state = opening
    actions: list[Action] = []
    while state.phase is not Phase.OVER:
        action = rng.choice(legal_actions(state))
        actions.append(action)
        state = apply(state, action)

    text = to_json(record_game(opening, actions, players=("Ada", "Bo", "Cy"), seed=seed))
    report = verify(from_json(text, Record))
    print(f"{len(actions)} decisions, {report.turns} turns, {len(text)} bytes of JSON")
    print(f"verdict: {report.verdict.value}")
    for seat, entry in enumerate(report.scores):
        print(f"seat {seat}: {entry.points} points, {entry.purchased} cards, rank {entry.rank}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
