"""Games of ours as AI-Splendor would log them, to read them back.

Ids, names and times are made up. A row closes up, and the new card comes last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from splendor import (
    Action,
    BuyCard,
    Card,
    Gems,
    Noble,
    Pass,
    Phase,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    State,
    TakeTokens,
    score,
)
from splendor.model.gems import GEMS
from tests.games import states_of

Json = dict[str, Any]


def write_log(opening: State, actions: Sequence[Action], *, ended: bool = True) -> list[Json]:
    """The lines of a game; `ended` whether its end is logged."""
    lines: list[Json] = [
        {
            "gameId": "g1",
            "initialState": write_table(opening),
            **{f"player{seat}Model": f"model-{seat}" for seat in range(len(opening.players))},
        }
    ]
    states = list(states_of(opening, actions))
    for turn, start in _turns(states, actions):
        lines += _turn(states[start], turn)
    final = states[-1]
    if final.phase is Phase.MAIN:
        lines.append(_begin(final))
    if ended:
        scores = score(final)
        first = [seat for seat, entry in enumerate(scores) if entry.rank == 1]
        lines.append(
            {
                "winnerIndex": first[0] if len(first) == 1 else None,
                "winnerReason": "points",
                "finalScores": {str(seat): each.points for seat, each in enumerate(scores)},
            }
        )
    return lines


def _turns(
    states: Sequence[State], actions: Sequence[Action]
) -> Iterator[tuple[list[Action], int]]:
    """The actions of each turn, and the number of its first one."""
    starts = [place for place, state in enumerate(states) if state.phase is Phase.MAIN]
    starts = [place for place in starts if place < len(actions)]
    for start, end in zip(starts, [*starts[1:], len(actions)], strict=False):
        yield list(actions[start:end]), start


def _begin(state: State) -> Json:
    return {
        "turn": state.round,
        "playerIndex": state.mover,
        "gameState": write_table(state),
    }


def _turn(state: State, turn: list[Action]) -> list[Json]:
    seat = {"playerIndex": state.mover}
    lines = [_begin(state), {**seat, "reasoning": "first\u2028second"}]
    main = turn[0]
    if isinstance(main, Pass):
        return [*lines, *({**seat, "attempt": number, "error": "no"} for number in (1, 2))]
    back = next((action.gems for action in turn if isinstance(action, ReturnTokens)), None)
    action = {**_action(main), "tokensToReturn": None if back is None else named(back)}
    return [*lines, {**seat, "action": action, "success": True}]


def _action(main: Action) -> Json:
    match main:
        case TakeTokens(gems):
            return {"type": "TAKE_TOKENS", "tokens": named(gems)}
        case ReserveCard(card):
            return {"type": "RESERVE_CARD", "cardId": card_id(card), "deckLevel": None}
        case ReserveFromDeck(level):
            return {"type": "RESERVE_CARD", "cardId": None, "deckLevel": f"LEVEL_{level}"}
        case _:
            assert isinstance(main, BuyCard)
            return {"type": "PURCHASE_CARD", "cardId": card_id(main.card)}


def write_table(state: State) -> Json:
    """A table as they state it."""
    return {
        "board": {
            "availableTokens": {"counts": named(state.bank)},
            "faceUpCards": {
                f"LEVEL_{level}": [_card(card) for card in row if card is not None]
                for level, row in enumerate(state.rows, start=1)
            },
            "decks": {
                f"LEVEL_{level}": list(map(_card, deck))
                for level, deck in enumerate(state.decks, start=1)
            },
            "availableNobles": list(map(_noble, state.nobles)),
        },
        "players": [
            {
                "tokens": {"counts": named(player.tokens)},
                "bonuses": named(player.bonuses),
                "reservedCards": [_card(entry.card) for entry in player.reserved],
                "visitedNobles": list(map(_noble, player.nobles)),
                "score": player.points,
            }
            for player in state.players
        ],
        "currentPlayerIndex": state.mover,
    }


def named(gems: Gems) -> Json:
    """Tokens as they write them."""
    return {gem.name: gems.of(gem) for gem in GEMS if gems.of(gem)}


def card_id(card: Card) -> str:
    """An id for a card."""
    return f"L{card.level}_{card.id}"


def _card(card: object) -> Json:
    assert isinstance(card, Card)
    return {
        "id": card_id(card),
        "level": f"LEVEL_{card.level}",
        "bonusGem": card.bonus.name,
        "prestigePoints": card.points,
        "cost": named(card.cost),
    }


def _noble(noble: Noble) -> Json:
    return {"requirement": named(noble.requires), "prestigePoints": noble.points}
