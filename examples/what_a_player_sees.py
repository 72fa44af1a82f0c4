"""Serve three players and a spectator: each keeps only what they may know, in step with the table.

python examples/what_a_player_sees.py [SEED]
"""

import random
import sys

from splendor import (
    Action,
    Card,
    CardBack,
    Phase,
    ReserveFromDeck,
    RevealCard,
    State,
    apply,
    disclose,
    legal_actions,
    observe,
    setup,
)

SPECTATOR = None


def card_turned_up(view: State, table: State) -> Card | CardBack | None:
    """Return the card that lies on the table where the view has a gap, if it has one."""
    if view.awaited_place is None:
        return None
    level, slot = view.awaited_place
    return table.rows[level - 1][slot]


def card_drawn(before: State, action: Action) -> Card | CardBack | None:
    """Return the card that an action draws from a deck into a hand, if it draws one."""
    return before.decks[action.level - 1][0] if isinstance(action, ReserveFromDeck) else None


def main(seed: int) -> None:
    """Play a random game to its end, and keep every view in step with the table."""
    table = setup(3, seed=seed)
    views = {seat: observe(table, seat) for seat in (0, 1, 2, SPECTATOR)}
    rng = random.Random(seed)  # noqa: S311 - an example, not a secret
    actions = reveals = draws = 0
    while table.phase is not Phase.OVER:
        action = rng.choice(legal_actions(table))
        before, table = table, apply(table, action)
        actions += 1
        drawn = card_drawn(before, action)
        for seat, old_view in views.items():
            # Everybody carries out the action,
            view = apply(old_view, action)
            # is shown the card that is turned up,
            shown = card_turned_up(view, table)
            if shown is not None:
                view = apply(view, RevealCard(shown))
                reveals += 1
            # and only who drew a card is told which one it was.
            if isinstance(drawn, Card) and seat == before.mover:
                view = disclose(view, seat, drawn)
                draws += 1
            # So each view is exactly what `observe` would show.
            assert view == observe(table, seat)  # noqa: S101 - the point of the example
            views[seat] = view

    print(f"{actions} decisions, all {len(views)} views in step after each")
    print(f"{reveals // len(views)} cards shown to everybody, {draws} to one player")
    for seat, player in enumerate(table.players):
        hidden = sum(entry.face_down for entry in player.reserved)
        print(f"seat {seat}: {player.points} points, cards in hand hidden from others: {hidden}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
