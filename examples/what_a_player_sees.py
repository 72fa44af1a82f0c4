"""Serve two players: the table knows all, each client keeps only what its player may know.

python examples/what_a_player_sees.py
"""

from splendor import Card, ReserveFromDeck, apply, disclose, observe, setup


def main() -> None:
    """Let a player reserve from a deck, and bring both views up to date."""
    table = setup(2, seed=7)
    ada, bo = observe(table, 0), observe(table, 1)

    # Ada draws blind. The server and both clients apply the same action ...
    draw = ReserveFromDeck(3)
    table, ada, bo = apply(table, draw), apply(ada, draw), apply(bo, draw)

    # ... and only Ada is told which card it was.
    drawn = table.players[0].reserved[0].card
    if isinstance(drawn, Card):
        ada = disclose(ada, 0, drawn)

    print("the table knows", table.players[0].reserved)
    print("Ada knows      ", ada.players[0].reserved)
    print("Bo knows       ", bo.players[0].reserved)

    # Each view is exactly what the rules let its player know.
    print("up to date:", ada == observe(table, 0) and bo == observe(table, 1))


if __name__ == "__main__":
    main()
