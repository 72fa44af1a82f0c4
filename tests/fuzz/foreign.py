"""Games of ours as other programs write them down, short ones, for their readers to begin with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from splendor import (
    Action,
    BuyCard,
    Card,
    CardBack,
    ChooseNoble,
    Gem,
    Gems,
    Noble,
    Pass,
    Phase,
    Player,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    State,
    TakeTokens,
    apply,
    outcome,
)
from splendor.formats.importers.spendee_table import CARD_NUMBERS, NOBLE_NUMBERS, REGULAR

Json = dict[str, Any]
JOBS = {Phase.RETURN: "SPENDEE_RETURN_CHIPS", Phase.NOBLE: "SPENDEE_PICK_NOBLE"}


# Spendee


def spendee_game(state: State, actions: Sequence[Action] = (), **fields: object) -> Json:
    """A game of Spendee: a position whose cards are all known, and the actions that follow."""
    table = {
        "bank": {
            "hiddenCards": [_numbers(deck) for deck in state.decks],
            "showedCards": [_numbers(row) for row in state.rows],
            "nobles": _tiles(state.nobles),
            **_chips(state.bank),
        },
        "players": [_holder(player) for player in state.players],
        "turnsCount": state.turn,
    }
    if state.phase is not Phase.OVER:
        job = JOBS.get(state.phase, REGULAR)
        table["state"] = {"currentPlayerIndex": state.mover, "currentJob": job}
    game: Json = {
        "status": "FINISHED" if state.phase is Phase.OVER else "INPROGRESS",
        "settings": {"targetScore": str(state.rules.target_score)},
        "players": [{"name": f"player-{seat}"} for seat in range(len(state.players))],
        "data": table,
        **fields,
    }
    if actions:
        game["actionItems"] = list(_spendee_actions(state, actions))
    return game


def _numbers(cards: Sequence[Card | CardBack | None]) -> list[int | None]:
    return [CARD_NUMBERS.index(card) if isinstance(card, Card) else None for card in cards]


def _tiles(nobles: Sequence[Noble]) -> list[int]:
    return [NOBLE_NUMBERS.index(noble) for noble in nobles]


def _chips(gems: Gems) -> Json:
    *chips, gold = gems.counts
    return {"chips": chips, "goldChips": gold}


def _holder(player: Player) -> Json:
    return {
        "purchasedCards": _numbers(player.purchased),
        "reservedCards": _numbers([entry.card for entry in player.reserved]),
        "nobles": _tiles(player.nobles),
        **_chips(player.tokens),
    }


def _spendee_actions(state: State, actions: Sequence[Action]) -> Iterator[Json]:
    for action in actions:
        kind, fields = _spendee_action(state, action)
        yield {"action": {"type": kind, "playerIndex": state.mover, **fields}}
        state = apply(state, action)


def _spendee_action(state: State, action: Action) -> tuple[str, Json]:
    match action:
        case TakeTokens(gems):
            found: tuple[str, Json] = "pickChips", {"chips": list(gems.counts[:5])}
        case ReserveCard(card):
            found = "reserveShowedCard", {"cardIndex": CARD_NUMBERS.index(card)}
        case ReserveFromDeck(level):
            found = "reserveHiddenCard", {"level": level - 1}
        case BuyCard(card):
            kind = "buyCard" if any(card in row for row in state.rows) else "buyReservedCard"
            found = kind, {"cardIndex": CARD_NUMBERS.index(card)}
        case ReturnTokens(gems):
            found = "returnChips", _chips(gems)
        case ChooseNoble(noble):
            found = "pickNoble", {"nobleIndex": NOBLE_NUMBERS.index(noble)}
        case _:
            found = "passRegular", {}
    return found


# AI-Splendor


def ai_splendor_log(state: State, actions: Sequence[Action]) -> Iterator[Json]:
    """The lines of a game between language models; all cards are known."""
    names = {f"player{seat}Model": f"model-{seat}" for seat in range(len(state.players))}
    yield {"gameId": "game", **names, "initialState": _ai_table(state)}
    steps: list[tuple[int, State, Action]] = []
    for action in actions:
        steps.append((state.turn, state, action))
        state = apply(state, action)
    for _, turn in groupby(steps, key=lambda step: step[0]):
        (_, before, action), *others = turn
        seat = {"playerIndex": before.mover}
        yield {"turn": before.round, **seat, "gameState": _ai_table(before)}
        returned = next((act.gems for *_, act in others if isinstance(act, ReturnTokens)), None)
        yield {**seat, "reasoning": ""}
        if isinstance(action, Pass):
            yield {**seat, "attempt": 1, "error": "none"}
            continue
        stated = {**_ai_action(action), "tokensToReturn": returned and _ai_gems(returned)}
        yield {**seat, "action": stated, "success": True}
    final = outcome(state)
    if final is not None:
        scores = {str(seat): player.points for seat, player in enumerate(state.players)}
        yield {"winnerIndex": final.winners[0], "finalScores": scores}


def _ai_action(action: Action) -> Json:
    match action:
        case TakeTokens(gems):
            return {"type": "TAKE_TOKENS", "tokens": _ai_gems(gems)}
        case ReserveFromDeck(level):
            return {"type": "RESERVE_CARD", "deckLevel": f"LEVEL_{level}"}
        case ReserveCard(card):
            return {"type": "RESERVE_CARD", "cardId": card.id}
        case _:
            assert isinstance(action, BuyCard)
            return {"type": "PURCHASE_CARD", "cardId": action.card.id}


def _ai_table(state: State) -> Json:
    levels = ("LEVEL_1", "LEVEL_2", "LEVEL_3")
    return {
        "board": {
            "availableTokens": {"counts": _ai_gems(state.bank)},
            "faceUpCards": dict(zip(levels, map(_ai_cards, state.rows), strict=True)),
            "decks": dict(zip(levels, map(_ai_cards, state.decks), strict=True)),
            "availableNobles": [_ai_noble(noble) for noble in state.nobles],
        },
        "players": [
            {
                "tokens": {"counts": _ai_gems(player.tokens)},
                "bonuses": _ai_gems(player.bonuses),
                "reservedCards": _ai_cards([entry.card for entry in player.reserved]),
                "visitedNobles": [_ai_noble(noble) for noble in player.nobles],
                "score": player.points,
            }
            for player in state.players
        ],
        "currentPlayerIndex": state.mover,
    }


def _ai_gems(gems: Gems) -> Json:
    return {gem.name: gems.of(gem) for gem in Gem if gems.of(gem)}


def _ai_cards(cards: Sequence[Card | CardBack | None]) -> list[Json]:
    return [
        {
            "id": card.id,
            "level": f"LEVEL_{card.level}",
            "bonusGem": card.bonus.name,
            "prestigePoints": card.points,
            "cost": _ai_gems(card.cost),
        }
        for card in cards
        if isinstance(card, Card)
    ]


def _ai_noble(noble: Noble) -> Json:
    return {"prestigePoints": noble.points, "requirement": _ai_gems(noble.requires)}
