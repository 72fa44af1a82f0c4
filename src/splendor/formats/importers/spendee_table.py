"""The table of a Spendee game: their numbers of cards and nobles, and what lies where."""

from __future__ import annotations

from typing import Final

import attrs

from splendor.errors import InvalidValueError
from splendor.formats.importers.values import Value
from splendor.formats.record import MAX_DECK, MAX_NAME
from splendor.model.cards import CARDS, LEVELS, NOBLES, Card, Noble
from splendor.model.gems import COLOURS, MAX_COUNT, Gems
from splendor.model.rules import MAX_NUMBER, PLAYER_COUNTS, ROW_SIZE
from splendor.model.state import Player, Reserved

_CARDS: Final = """
    1w6 1w1 1w2 1w4 1w8 1w3 1w5 1w7
    1u4 1u1 1u5 1u2 1u8 1u6 1u7 1u3
    1g7 1g1 1g4 1g3 1g8 1g5 1g2 1g6
    1r1 1r7 1r3 1r4 1r8 1r6 1r5 1r2
    1k2 1k3 1k4 1k6 1k8 1k5 1k7 1k1
    2w3 2w6 2w1 2w5 2w2 2w4  2u3 2u6 2u1 2u4 2u2 2u5  2g3 2g6 2g1 2g2 2g5 2g4
    2r3 2r6 2r2 2r4 2r1 2r5  2k5 2k6 2k2 2k4 2k1 2k3
    3w2 3w4 3w3 3w1  3u3 3u4 3u2 3u1  3g2 3g4 3g3 3g1  3r2 3r4 3r3 3r1  3k2 3k4 3k3 3k1
    """
_NOBLES: Final = "wuk wug ugr grk wrk wk wu ug gr rk"
CARD_NUMBERS: Final = tuple(CARDS[name] for name in _CARDS.split())
"""The card that each of their numbers, 0 to 89, stands for."""
NOBLE_NUMBERS: Final = tuple(NOBLES[name] for name in _NOBLES.split())
"""The noble that each of their numbers, 0 to 9, stands for."""
REGULAR: Final = "SPENDEE_REGULAR"


@attrs.frozen(kw_only=True)
class Table:
    """What a document says of a game; `at` is its `data`, and None what it leaves out."""

    at: Value
    names: tuple[str, ...]
    target: int | None
    finished: bool
    mover: int
    """Whose turn it is; 0 if the game is finished."""
    job: str
    """What is awaited, in their words."""
    turns: int | None
    bank: Gems
    decks: tuple[tuple[Card, ...], ...]
    """As listed, from element 0."""
    rows: tuple[tuple[Card | None, ...], ...]
    nobles: tuple[Noble, ...]
    players: tuple[Player, ...]
    actions: tuple[Value, ...]


def read_table(game: Value, data: Value) -> Table:
    """Read the `data` of a game document, which is `data` itself where there is no other."""
    bank, players = data["bank"], tuple(map(_player, data["players"].items()))
    if len(players) not in PLAYER_COUNTS:
        data["players"].fail(f"expected 2 to 4 players, not {len(players)}")
    state, status = data.given("state"), game.given("status")
    finished = state is None or (status is not None and status.text(MAX_NAME) == "FINISHED")
    settings = game.given("settings")
    target = data.given("targetScore")
    if target is None and settings is not None:
        target = settings.given("targetScore")
    turns = data.given("turnsCount")
    job = None if state is None else state.given("currentJob")
    actions = game.given("actionItems")
    return Table(
        at=data,
        names=() if game is data else _names(game["players"], len(players)),
        target=_target(target),
        finished=finished,
        mover=0 if state is None or finished else _seat(state["currentPlayerIndex"], len(players)),
        job=REGULAR if job is None else job.text(MAX_NAME),
        turns=None if turns is None else turns.count(MAX_NUMBER),
        bank=_gems(bank),
        decks=tuple(_cards(deck, MAX_DECK) for deck in _three(bank["hiddenCards"])),
        rows=tuple(map(_row, _three(bank["showedCards"]))),
        nobles=_nobles(bank["nobles"]),
        players=players,
        actions=() if actions is None else tuple(actions.items()),
    )


def read_card(number: Value) -> Card:
    """Read a card by its number."""
    return CARD_NUMBERS[number.count(len(CARD_NUMBERS) - 1)]


def read_noble(number: Value) -> Noble:
    """Read a noble by its number."""
    return NOBLE_NUMBERS[number.count(len(NOBLE_NUMBERS) - 1)]


def read_chips(chips: Value, gold: int = 0) -> Gems:
    """Read five counts, white to black."""
    counts = [count.count(MAX_COUNT) for count in chips.items()]
    if len(counts) != len(COLOURS):
        chips.fail(f"expected {len(COLOURS)} counts, white to black, not {len(counts)}")
    return Gems(*counts) + Gems(gold=gold)


def _gems(holder: Value) -> Gems:
    return read_chips(holder["chips"], holder["goldChips"].count(MAX_COUNT))


def _target(target: Value | None) -> int | None:
    if target is not None and target.count(MAX_NUMBER) == 0:
        target.refuse("a score of at least 1")
    return None if target is None else target.number()


def _seat(value: Value, players: int) -> int:
    return value.count(players - 1)


def _names(players: Value, seats: int) -> tuple[str, ...]:
    names = tuple(player["name"].text(MAX_NAME) for player in players.items())
    if len(names) != seats:
        players.fail(f"expected the names of {seats} players, not {len(names)}")
    return names


def _player(player: Value) -> Player:
    """Read what a player holds; that reserved cards came from a deck is not known to be so."""
    bought, hand = player["purchasedCards"], player["reservedCards"]
    try:
        return Player(
            _gems(player),
            _cards(bought, len(CARDS)),
            [Reserved(card, face_down=True) for card in _cards(hand, len(CARDS))],
            _nobles(player["nobles"]),
        )
    except InvalidValueError as error:
        player.fail(str(error))


def _cards(numbers: Value, most: int) -> tuple[Card, ...]:
    cards = tuple(map(read_card, numbers.items()))
    if len(cards) > most:
        numbers.fail(f"expected at most {most} cards, not {len(cards)}")
    return cards


def _nobles(numbers: Value) -> tuple[Noble, ...]:
    nobles = tuple(map(read_noble, numbers.items()))
    if len(nobles) > len(NOBLE_NUMBERS):
        numbers.fail(f"expected at most {len(NOBLE_NUMBERS)} nobles, not {len(nobles)}")
    return nobles


def _three(value: Value) -> tuple[Value, ...]:
    levels = tuple(value.items())
    if len(levels) != len(LEVELS):
        value.fail(f"expected {len(LEVELS)}, one a level, not {len(levels)}")
    return levels


def _row(row: Value) -> tuple[Card | None, ...]:
    places = tuple(None if place.raw is None else read_card(place) for place in row.items())
    if len(places) > ROW_SIZE:
        row.fail(f"expected at most {ROW_SIZE} places, not {len(places)}")
    return (*places, *(None,) * (ROW_SIZE - len(places)))
