"""`record_game`: a played game becomes a Record."""

from __future__ import annotations

from collections.abc import Iterable

from splendor.engine.invariants import InvalidPositionError, ensure_valid
from splendor.engine.knowledge import disclose, observe
from splendor.engine.scoring import outcome, score
from splendor.engine.setup import deal
from splendor.engine.turn import apply
from splendor.errors import InvalidValueError
from splendor.formats.meta import NO_META, Meta
from splendor.formats.record import (
    Commitment,
    Disclosure,
    Ending,
    Event,
    Generator,
    Move,
    Opening,
    Perspective,
    Record,
    Result,
    Seed,
)
from splendor.model.actions import Action, ReserveCard, ReserveFromDeck, RevealCard
from splendor.model.cards import Card, CardBack, Noble
from splendor.model.rules import Rules
from splendor.model.state import Phase, Player, State, items_of


def record_game(  # noqa: PLR0913 - what a record says beside the game
    opening: State,
    actions: Iterable[Action | Disclosure],
    *,
    players: tuple[str, ...] | None = None,
    perspective: Perspective | None = None,
    ending: Ending | None = None,
    seed: Seed | None = None,
    commitment: Commitment | None = None,
    generator: Generator | None = None,
    meta: Meta = NO_META,
) -> Record:
    """Return the record of a game played with these actions from an opening.

    The refills that a known deck turned up, and the faces of cards drawn blind, become events; on
    counted decks they stand among the actions, as `RevealCard` and `Disclosure`. The result is what
    the rules say. Without names the players are called `Player 1` and so on. Without `perspective`
    it is `full`, or `public` if some card is never named; without `ending` the game is `played` if
    it is over, else `unfinished`.

    Raises IllegalActionError at the first illegal action, DisclosureError at a face that cannot be,
    and InvalidValueError if the state is no opening, or has another number of players than there
    are names.

    >>> from splendor import legal_actions, setup
    >>> opening = setup(2, seed=1)
    >>> game = record_game(opening, [legal_actions(opening)[0]])
    >>> game.events[0].by, game.ending.kind
    (0, 'unfinished')
    """
    check_opening(opening)
    if players is None:
        players = tuple(f"Player {seat + 1}" for seat in range(len(opening.players)))
    players = items_of(players, "players")
    if len(players) != len(opening.players):
        message = f"{len(players)} names for {len(opening.players)} players"
        raise InvalidValueError(message)
    state = opening
    table = observe(opening, None)
    events: list[Event] = []
    for action in actions:
        if isinstance(action, Disclosure):
            state = disclose(state, action.seat, action.disclose)
            table = disclose(table, action.seat, action.disclose)
            events.append(action)
            continue
        known = apply(state, action)
        table = _write(events, table, action)
        drawn = _drawn(state, action)
        if drawn is not None:
            table = disclose(table, state.mover, drawn)
            events.append(Disclosure(drawn, state.mover))
        if table.phase is Phase.REVEAL and known.phase is not Phase.REVEAL:
            table = _write(events, table, _turned_up(table, known))
        state = known
    scores = score(state)
    final = outcome(state)
    return Record(
        players=players,
        opening=opening_of(opening),
        events=tuple(events),
        rules=opening.rules,
        perspective=_perspective(table) if perspective is None else perspective,
        ending=ending or Ending("played" if final else "unfinished"),
        result=Result(
            points=tuple(entry.points for entry in scores),
            purchased=tuple(entry.purchased for entry in scores),
            ranks=tuple(entry.rank for entry in scores) if final else None,
            winners=final.winners if final else None,
        ),
        seed=seed,
        commitment=commitment,
        generator=generator,
        meta=meta,
    )


def check_opening(state: State) -> None:
    """Raise InvalidValueError unless a state is an opening, before the first turn."""
    ensure_valid(state)
    empty = all(player == Player() for player in state.players)
    if state.turn or state.phase is not Phase.MAIN or not empty:
        message = "a game begins with an opening, before the first turn"
        raise InvalidValueError(message)


def opening_of(state: State) -> Opening:
    """Return the table of an opening, its decks by count."""
    counts = tuple(len(deck) for deck in state.decks)
    return Opening(state.first_player, state.bank, state.rows, state.nobles, counts)


def counted(opening: Opening, players: int, rules: Rules) -> State | None:
    """Return the state that an opening is, on counted decks; None if no game begins with it."""
    try:
        return deal(
            players,
            rows=opening.rows,
            nobles=opening.nobles,
            deck_counts=opening.deck_counts,
            rules=rules,
            first_player=opening.first_player,
        )
    except InvalidPositionError:
        return None


def gold_taken(state: State, action: Action) -> bool | None:
    """Return whether a reservation takes a gold (RES-3, RES-4); None for any other action."""
    return state.bank.gold > 0 if isinstance(action, (ReserveCard, ReserveFromDeck)) else None


def noble_come(state: State, after: State) -> Noble | None:
    """Return the noble that has come to the player of the turn since `state`, if one has."""
    if len(after.nobles) == len(state.nobles):
        return None
    held = state.players[state.mover].nobles
    return next((noble for noble in after.players[state.mover].nobles if noble not in held), None)


def _perspective(table: State) -> Perspective:
    """Return `public` if some card that left a deck has no name, else `full`."""
    places = (*table._rows, *(entry.card for player in table.players for entry in player.reserved))
    return "public" if any(isinstance(card, CardBack) for card in places) else "full"


def _write(events: list[Event], table: State, action: Action) -> State:
    """Carry out an action on the counted table and note it with what came of it by itself."""
    after = apply(table, action)
    visit = None if table.phase is Phase.NOBLE else noble_come(table, after)
    events.append(Move(action, table.decider, gold_taken(table, action), visit))
    return after


def _drawn(state: State, action: Action) -> Card | None:
    """Return the card that a reservation draws, if the deck's order is known."""
    if not isinstance(action, ReserveFromDeck):
        return None
    card = state.decks[action.level - 1][0]
    return card if isinstance(card, Card) else None


def _turned_up(table: State, known: State) -> RevealCard:
    """Return the reveal of the card that lies in `known` where the counted table has a gap."""
    places = zip(table._rows, known._rows, strict=True)
    return RevealCard(next(card for gap, card in places if gap is None and card is not None))
