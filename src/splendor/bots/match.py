"""`play_game`: bots play a game to its end."""

from __future__ import annotations

from collections.abc import Sequence

from splendor.bots.bot import Bot, ask
from splendor.engine.turn import apply_unchecked
from splendor.errors import InvalidValueError
from splendor.formats.record import Record, Seed
from splendor.formats.recording import check_opening, record_game
from splendor.model.actions import Action
from splendor.model.state import Phase, State, check_type, is_unknown, items_of


def play_game(
    opening: State,
    bots: Sequence[Bot],
    *,
    players: tuple[str, ...] | None = None,
    seed: Seed | None = None,
) -> Record:
    """Return the record of the game that bots, one a seat, play from an opening.

    Each is asked for every decision of its seat and shown only what that seat may know. `seed` is
    what the opening was dealt from, if the record shall say it. A game that may have no end, as
    between bots that never buy, is ended by the option `turn_limit` of `splendor.Rules`.

    Raises BotError at the first answer that is no legal action, and InvalidValueError if the state
    is no opening with known decks, or has another number of players than there are bots.

    >>> from splendor import setup
    >>> from splendor.bots import GreedyBot, RandomBot
    >>> game = play_game(setup(2, seed=1), [GreedyBot(), RandomBot()])
    >>> game.ending.kind, game.result.winners
    ('played', (0,))
    """
    check_type(opening, State, "opening")
    check_opening(opening)
    if any(deck and is_unknown(deck) for deck in opening.decks):
        message = "a game is played from an opening whose decks are known"
        raise InvalidValueError(message)
    bots = items_of(bots, "bots")
    if len(bots) != len(opening.players):
        message = f"{len(bots)} bots for {len(opening.players)} players"
        raise InvalidValueError(message)
    if players is not None and len(items_of(players, "players")) != len(bots):
        message = f"{len(players)} names for {len(bots)} players"
        raise InvalidValueError(message)
    actions: list[Action] = []
    state = opening
    while state.phase is not Phase.OVER:
        actions.append(ask(bots[state.mover], state))
        state = apply_unchecked(state, actions[-1])
    return record_game(opening, actions, players=players, seed=seed)
