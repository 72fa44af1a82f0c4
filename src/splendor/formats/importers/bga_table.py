"""The table of a Board Game Arena game before its first move: their `gamedatas`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import attrs

from splendor.errors import brief
from splendor.formats.importers.values import Value
from splendor.formats.record import MAX_DECK, MAX_NAME, Opening
from splendor.model.cards import ALL_CARDS, EXTRA_NOBLES, LEVELS, NOBLES, Card, Noble
from splendor.model.gems import MAX_COUNT, Gems
from splendor.model.rules import BOARD_GAME_ARENA, OFFICIAL, PLAYER_COUNTS, ROW_SIZE, Rules

LETTERS: Final = "CSEROG"
"""Their letters for white, blue, green, red, black and gold, in our order."""
EXPANSION_OFF: Final = 2
_EXPANSION_TILES: Final = ("cities", "tradings", "strongholds")
_KEYS: Final = {"carddb", "nobledb", "market", "playerorder"}

_CARD_BY_CONTENT: Final = {
    (card.level, card.bonus.index, card.points, card.cost): card for card in ALL_CARDS
}
_NOBLE_BY_CONTENT: Final = {
    (noble.points, noble.requires): noble for noble in BOARD_GAME_ARENA.noble_pool
}


def is_bga_table(data: object) -> bool:
    """Return whether parsed JSON looks like the `gamedatas` of a game of Splendor."""
    return isinstance(data, dict) and data.keys() >= _KEYS


@attrs.frozen
class Table:
    """Who sits where, what lies on the table, and what their ids of cards and nobles stand for.

    Seat 0 is the starting player, whoever saved the file.
    """

    player_ids: tuple[int, ...]
    names: tuple[str, ...]
    rules: Rules
    opening: Opening
    cards: Mapping[int, Card]
    nobles: Mapping[int, Noble]

    def seat(self, player_id: Value) -> int:
        """Return the seat of a player."""
        number = player_id.number()
        if number not in self.player_ids:
            player_id.refuse("the id of a player at this table")
        return self.player_ids.index(number)


def read_table(gamedatas: Value) -> Table:
    """Read the table of an opening; UnreadableError if an expansion or a begun game lies on it."""
    market = gamedatas["market"]
    _refuse_expansions(gamedatas, market)
    _refuse_begun_game(gamedatas)
    cards = dict(_read_cards(gamedatas["carddb"]))
    if len(set(cards.values())) != len(ALL_CARDS) or len(cards) != len(ALL_CARDS):
        gamedatas["carddb"].fail(f"expected each of the {len(ALL_CARDS)} cards once")
    nobles = dict(_read_nobles(gamedatas["nobledb"]))
    player_ids = _read_seats(gamedatas)
    players = gamedatas["players"]
    return Table(
        player_ids=player_ids,
        names=tuple(players[str(number)]["name"].text(MAX_NAME) for number in player_ids),
        rules=_rules_of(nobles, gamedatas["nobledb"]),
        opening=_read_opening(market, cards, nobles),
        cards=cards,
        nobles=nobles,
    )


def read_gems(value: Value) -> Gems:
    """Read tokens written as repeated letters, such as `CCCG`."""
    letters = value.text(MAX_COUNT)
    if not set(letters) <= set(LETTERS):
        value.refuse(f"letters of {LETTERS}")
    return Gems(*(letters.count(letter) for letter in LETTERS))


def read_tile(value: Value, tiles: Mapping[int, Any], what: str) -> Any:
    """Read a card or noble as it lies somewhere, by its id.

    `location` and `location_arg` are left alone: a noble has those of the card with its number.
    """
    number = value["id"]
    kind = value.get("type")
    if number.number() not in tiles:
        number.refuse(f"the id of a {what}")
    if kind is not None and kind.number() != number.number():
        kind.refuse(f"the id of the {what} again, which is {number.number()}")
    return tiles[number.number()]


def _refuse_expansions(gamedatas: Value, market: Value) -> None:
    for key, switch in gamedatas.fields():
        if key.startswith("expansion_") and switch.number() != EXPANSION_OFF:
            switch.fail(f"the game is played with an expansion: {brief(key)}")
    for key, tiles in market.fields():
        if key in _EXPANSION_TILES or key.startswith("orient_row"):
            laid_out = tiles["cards"] if key.startswith("orient_row") else tiles
            if any(laid_out.fields()):
                tiles.fail(f"the game is played with an expansion: {brief(key)}")


def _refuse_begun_game(gamedatas: Value) -> None:
    """Refuse a table that is not as before the first move: the log begins there."""
    begun = "the table of a game before its first move"
    if gamedatas["roundnumber"].number() != 1:
        gamedatas["roundnumber"].refuse(f"{begun}, in round 1")
    if any(gamedatas["cards_hidden"].fields()):
        gamedatas["cards_hidden"].refuse(f"{begun}, without reserved cards")
    for _, player in gamedatas["players"].fields():
        for value in (player["score"], *_figures(player["coins"], player["nb_cards_hidden"])):
            if value.number():
                value.refuse(f"{begun}, and so 0")
        for cards in (player["cards_played"], player["nobles_played"]):
            if any(cards.fields()):
                cards.refuse(f"{begun}, and so nothing")


def _figures(*objects: Value) -> Iterator[Value]:
    for value in objects:
        for _, figure in value.fields():
            yield figure


def _read_seats(gamedatas: Value) -> tuple[int, ...]:
    """Read the players in playing order, the starting player first.

    Their order begins with whoever looked at the table, so that only its cycle counts.
    """
    order = [player.number() for player in gamedatas["playerorder"].items()]
    known = {player["id"].number() for _, player in gamedatas["players"].fields()}
    if set(order) != known or len(order) != len(known) or len(order) not in PLAYER_COUNTS:
        gamedatas["playerorder"].fail("expected the ids of the 2 to 4 players, each once")
    first = gamedatas["first_player"]
    if first.number() not in order:
        first.refuse("the id of a player at this table")
    start = order.index(first.number())
    return (*order[start:], *order[:start])


def _read_cards(carddb: Value) -> Iterator[tuple[int, Card]]:
    for key, entry in carddb.fields():
        content = (
            entry["lvl"].number(),
            entry["type"].number(),
            entry["points"].number(),
            read_gems(entry["cost"]),
        )
        if content not in _CARD_BY_CONTENT:
            entry.fail("expected one of the 90 cards of the game, by level, bonus, points and cost")
        yield _number(key, entry), _CARD_BY_CONTENT[content]


def _read_nobles(nobledb: Value) -> Iterator[tuple[int, Noble]]:
    for key, entry in nobledb.fields():
        content = entry["points"].number(), read_gems(entry["cost"])
        if content not in _NOBLE_BY_CONTENT:
            entry.fail("expected one of the twelve nobles, by points and cost")
        yield _number(key, entry), _NOBLE_BY_CONTENT[content]


def _number(key: str, entry: Value) -> int:
    return Value(key, entry.path, entry.source).number()


def _rules_of(nobles: Mapping[int, Noble], nobledb: Value) -> Rules:
    """Return the rules: since some day between 2021 and 2025 two nobles more are in the pool."""
    pool = sorted(noble.id for noble in nobles.values())
    if pool == sorted(NOBLES):
        return OFFICIAL
    if pool != sorted([*NOBLES, *EXTRA_NOBLES]):
        nobledb.fail("expected the ten nobles of the game, or the twelve of Board Game Arena")
    return BOARD_GAME_ARENA


def _read_opening(market: Value, cards: Mapping[int, Card], nobles: Mapping[int, Noble]) -> Opening:
    rows = [market[f"row_{level}"] for level in LEVELS]
    return Opening(
        first_player=0,
        bank=Gems(*(market["pool"][letter].count(MAX_COUNT) for letter in LETTERS)),
        rows=tuple(_read_row(row["cards"], cards) for row in rows),
        nobles=tuple(read_tile(noble, nobles, "noble") for _, noble in market["nobles"].fields()),
        deck_counts=tuple(row["count"].count(MAX_DECK) for row in rows),
    )


def _read_row(row: Value, cards: Mapping[int, Card]) -> tuple[Card | None, ...]:
    """Read a row; their cards have no places, so that the order of the file has to do."""
    found = [read_tile(card, cards, "card") for _, card in row.fields()]
    if len(found) > ROW_SIZE:
        row.fail(f"expected at most {ROW_SIZE} cards in a row, not {len(found)}")
    return (*found, *(None,) * (ROW_SIZE - len(found)))
