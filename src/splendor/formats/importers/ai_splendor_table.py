"""The table of an AI-Splendor game, as its log states it whenever a turn begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from splendor.formats.importers.values import Value
from splendor.formats.record import MAX_DECK, MAX_NAME
from splendor.model.cards import ALL_CARDS, LEVELS, NOBLES, Card, Noble
from splendor.model.gems import COLOURS, GEMS, MAX_COUNT, Gems
from splendor.model.rules import PLAYER_COUNTS, ROW_SIZE

MAX_BONUSES: Final = 18
"""How many cards of a colour there are."""
LEVEL_NAMES: Final[Mapping[str, int]] = {f"LEVEL_{level}": level for level in LEVELS}
_GEM_NAMES: Final = tuple(gem.name for gem in GEMS)
_COLOUR_NAMES: Final[Mapping[str, int]] = {gem.name: gem.index for gem in COLOURS}
_CARDS: Final = {(card.level, card.bonus.index, card.points, card.cost): card for card in ALL_CARDS}
_NOBLES: Final = {(noble.points, noble.requires): noble for noble in NOBLES.values()}


@attrs.frozen
class Held:
    """What a player holds, and the score as the log states it."""

    tokens: Gems
    bonuses: Gems
    reserved: frozenset[Card]
    nobles: frozenset[Noble]
    score: int


@attrs.frozen
class Table:
    """The table between two turns; the rows close up, so that a card has no place in them."""

    bank: Gems
    rows: tuple[tuple[Card, ...], ...]
    decks: tuple[tuple[Card, ...], ...]
    """The next card first."""
    nobles: tuple[Noble, ...]
    players: tuple[Held, ...]
    current: int
    """The seat whose turn it is."""


def read_table(state: Value) -> Table:
    """Read a table; UnreadableError for cards, nobles or tokens that the game does not have."""
    board, players = state["board"], tuple(state["players"].items())
    if len(players) not in PLAYER_COUNTS:
        state["players"].fail(f"expected 2 to 4 players, not {len(players)}")
    return Table(
        bank=read_gems(board["availableTokens"]["counts"]),
        rows=tuple(_cards(board["faceUpCards"][level], ROW_SIZE) for level in LEVEL_NAMES),
        decks=tuple(_cards(board["decks"][level], MAX_DECK) for level in LEVEL_NAMES),
        nobles=tuple(map(_noble, board["availableNobles"].items())),
        players=tuple(map(_held, players)),
        current=state["currentPlayerIndex"].count(len(players) - 1),
    )


def read_ids(state: Value) -> dict[str, Card]:
    """Return the cards by the ids that the log has for them."""
    board = state["board"]
    found: dict[str, Card] = {}
    for pile in ("faceUpCards", "decks"):
        for level in LEVEL_NAMES:
            for card in board[pile][level].items():
                found[card["id"].text(MAX_NAME)] = _card(card)
    return found


def read_gems(counts: Value, most: int = MAX_COUNT) -> Gems:
    """Read counts by the names of their colours; a colour that is left out is none."""
    found = dict.fromkeys(_GEM_NAMES, 0)
    for name, count in counts.fields():
        if name not in found:
            count.fail(f"expected one of {', '.join(_GEM_NAMES)}")
        found[name] = count.count(most)
    return Gems(*found.values())


def _held(player: Value) -> Held:
    return Held(
        tokens=read_gems(player["tokens"]["counts"]),
        bonuses=read_gems(player["bonuses"], MAX_BONUSES),
        reserved=frozenset(map(_card, player["reservedCards"].items())),
        nobles=frozenset(map(_noble, player["visitedNobles"].items())),
        score=player["score"].figure(),
    )


def _cards(pile: Value, most: int) -> tuple[Card, ...]:
    cards = tuple(map(_card, pile.items()))
    if len(cards) > most:
        pile.fail(f"expected at most {most} cards, not {len(cards)}")
    return cards


def _card(card: Value) -> Card:
    content = (
        card["level"].one_of(LEVEL_NAMES, f"one of {', '.join(LEVEL_NAMES)}"),
        card["bonusGem"].one_of(_COLOUR_NAMES, f"one of {', '.join(_COLOUR_NAMES)}"),
        card["prestigePoints"].number(),
        read_gems(card["cost"]),
    )
    if content not in _CARDS:
        card.fail("expected one of the 90 cards of the game, by level, bonus, points and cost")
    return _CARDS[content]


def _noble(noble: Value) -> Noble:
    content = noble["prestigePoints"].number(), read_gems(noble["requirement"])
    if content not in _NOBLES:
        noble.fail("expected one of the ten nobles of the game, by points and requirement")
    return _NOBLES[content]
