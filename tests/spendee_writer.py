"""Games of ours in the shape of Spendee documents, to read them back.

The shape of the actions is that of client programs; no document with actions was ever seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from splendor import (
    Action,
    BuyCard,
    Card,
    ChooseNoble,
    Gems,
    Pass,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    State,
    TakeTokens,
)
from splendor.formats.importers.spendee_table import CARD_NUMBERS, NOBLE_NUMBERS
from tests.games import states_of

Json = dict[str, Any]
JOBS = {
    "main": "SPENDEE_REGULAR",
    "return": "SPENDEE_RETURN_CHIPS",
    "noble": "SPENDEE_PICK_NOBLE",
    "reveal": "SPENDEE_FLIP_NEW_CARD",
}


def write_data(state: State, *, running: bool = True) -> Json:
    """The `data` of a position whose cards are all known."""
    data: Json = {
        "bank": {
            "hiddenCards": [list(map(number, deck)) for deck in state.decks],
            "showedCards": [list(map(number, row)) for row in state.rows],
            "nobles": list(map(NOBLE_NUMBERS.index, state.nobles)),
            **chips(state.bank),
        },
        "players": [
            {
                "purchasedCards": list(map(number, player.purchased)),
                "reservedCards": [number(entry.card) for entry in player.reserved],
                "nobles": list(map(NOBLE_NUMBERS.index, player.nobles)),
                **chips(player.tokens),
            }
            for player in state.players
        ],
    }
    if running:
        job = JOBS[state.phase.value]
        data["state"] = {"currentPlayerIndex": state.mover, "currentJob": job}
    return data


def write_game(state: State, actions: Sequence[Action] = (), *, picks: bool = True) -> Json:
    """The document of a game: an opening, or any position, and what was done from there on.

    With `picks` a noble is picked also where only one can be.
    """
    items = []
    for before, after, action in zip(
        states := list(states_of(state, actions)), states[1:], actions, strict=False
    ):
        seat = before.mover
        items.append({"action": write_action(action, seat)})
        come = set(after.players[seat].nobles) - set(before.players[seat].nobles)
        if picks and come and not isinstance(action, ChooseNoble):
            items += [{"action": write_action(ChooseNoble(noble), seat)} for noble in come]
    return {
        "_id": "g1",
        "status": "INPROGRESS",
        "settings": {"targetScore": str(state.rules.target_score)},
        "players": [{"name": f"Player {seat + 1}"} for seat in range(len(state.players))],
        "data": write_data(state),
        "actionItems": items,
    }


def write_action(action: Action, seat: int) -> Json:
    """An action in their words."""
    match action:
        case TakeTokens(gems):
            said: Json = {"type": "pickChips", "chips": chips(gems)["chips"]}
        case ReserveCard(card):
            said = {"type": "reserveShowedCard", "cardIndex": number(card)}
        case ReserveFromDeck(level):
            said = {"type": "reserveHiddenCard", "level": level - 1}
        case BuyCard(card):
            said = {"type": "buyCard", "cardIndex": number(card)}
        case ReturnTokens(gems):
            said = {"type": "returnChips", **chips(gems)}
        case ChooseNoble(noble):
            said = {"type": "pickNoble", "nobleIndex": NOBLE_NUMBERS.index(noble)}
        case _:
            assert isinstance(action, Pass)
            said = {"type": "passRegular"}
    return {**said, "playerIndex": seat}


def chips(gems: Gems) -> Json:
    """Tokens as they write them."""
    return {"chips": list(gems.counts[:5]), "goldChips": gems.gold}


def number(card: object) -> int | None:
    """Their number of a card, null for an empty place."""
    return CARD_NUMBERS.index(card) if isinstance(card, Card) else None
