"""`setup` and `deal`: the opening of a game, and the shuffle that every language can repeat.

The shuffle. For each pile (`level-1`, `level-2`, `level-3`, `nobles`) a stream of numbers is made:
block k, from 0, is the SHA-256 of the ASCII text `splendor-rules shuffle 1|PILE|SEED|k`, where SEED
is `int:` and the decimal digits, or `hex:` and the lower-case hexadecimal of the bytes. A block
gives eight 32-bit big-endian words. To draw an index below n, words are taken until one is below
the largest multiple of n that is at most 2^32; the index is that word modulo n. The pile starts in
the order of the tables (`CARDS`, the noble pool of the rules); for i from its last index down to 1,
an index j below i + 1 is drawn and items i and j change places. The first four cards of a level are
its row, from the left, the rest its deck, next card first; the first nobles are the revealed ones.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from struct import Struct
from typing import Final, TypeVar

from splendor.engine.invariants import ensure_valid
from splendor.errors import InvalidValueError, brief
from splendor.model.cards import BACKS, LEVEL_CARDS, Card, CardBack, Noble
from splendor.model.gems import GOLD_ONE, ONE, Gems
from splendor.model.rules import OFFICIAL, ROW_SIZE, Rules, check_players, is_count
from splendor.model.state import (
    Phase,
    Player,
    State,
    StateDraft,
    check_number,
    check_type,
    frozen,
)

SHUFFLE_LABEL: Final = "splendor-rules shuffle 1"
MAX_SEED_BITS: Final = 256
_EIGHT_WORDS: Final = Struct(">8I").unpack
_WORDS: Final = 1 << 32
_NEWCOMER: Final = Player()

_T = TypeVar("_T")


def setup(
    players: int, *, seed: int | bytes, rules: Rules = OFFICIAL, first_player: int = 0
) -> State:
    """Return the opening of a game: decks shuffled, four cards of each level and nobles laid out.

    The seed is an int from 0 to 2^256 - 1 or up to 32 bytes. A small one can be found by search
    from the opening; for a game that matters use 128 random bits. The same seed deals the same game
    in every Python and, since the shuffle is documented (see the page on the shuffle), in every
    language. Raises InvalidValueError for a wrong seed, seat or number of players (SETUP-1 to 11).

    >>> state = setup(2, seed=42)
    >>> [str(card) for card in state.rows[0]], [str(noble) for noble in state.nobles]
    (['1u3', '1g3', '1w4', '1w2'], ['wu', 'wuk', 'grk'])
    """
    check_players(players)
    check_type(rules, Rules, "rules")
    check_number(first_player, players - 1, "first_player")
    text = seed_text(seed)
    piles = [
        shuffled(cards, f"level-{level}", text) for level, cards in enumerate(LEVEL_CARDS, start=1)
    ]
    nobles = shuffled(rules.noble_pool, "nobles", text)
    # Such a table needs none of the checks that `deal` makes
    table = StateDraft()
    table.rules = rules
    table._bank = rules.gems_for(players) * sum(ONE[:5]) + rules.gold_for(players) * GOLD_ONE
    table.decks = tuple([pile[ROW_SIZE:] for pile in piles])
    table._rows = tuple([card for pile in piles for card in pile[:ROW_SIZE]])
    table.nobles = nobles[: rules.nobles_for(players)]
    table.players = (_NEWCOMER,) * players
    table.first_player = first_player
    table.turn = 0
    table.passes = 0
    table.phase = Phase.MAIN
    table._face_up = sum([card._bit for pile in piles for card in pile[:ROW_SIZE]])
    return frozen(table)


def deal(  # noqa: PLR0913 - an opening has that many parts
    players: int,
    *,
    rows: Iterable[Iterable[Card | CardBack | None]],
    nobles: Iterable[Noble],
    decks: Iterable[Iterable[Card | CardBack]] | None = None,
    deck_counts: Iterable[int] | None = None,
    rules: Rules = OFFICIAL,
    first_player: int = 0,
) -> State:
    """Return the opening of a given table, its decks known (next card first) or only counted.

    `rows` are three of four places, None where one is empty. Exactly one of `decks` and
    `deck_counts` is given. Raises InvalidValueError for wrong types and shapes, and
    InvalidPositionError with all problems for a table that no game opens with.
    """
    check_players(players)
    check_type(rules, Rules, "rules")
    if (decks is None) == (deck_counts is None):
        message = "either decks or deck_counts is given"
        raise InvalidValueError(message)
    if deck_counts is not None:
        counts = tuple(deck_counts) if isinstance(deck_counts, Iterable) else ()
        if len(counts) != len(BACKS) or not all(is_count(count, 40) for count in counts):
            message = "deck_counts are three ints from 0 to 40, level 1 first"
            raise InvalidValueError(message)
        decks = [(back,) * count for back, count in zip(BACKS, counts, strict=True)]
    gems = rules.gems_for(players)
    return ensure_valid(
        State(
            rules=rules,
            bank=Gems(gems, gems, gems, gems, gems, rules.gold_for(players)),
            decks=decks or (),
            rows=rows,
            nobles=nobles,
            players=(Player(),) * players,
            first_player=first_player,
        )
    )


def seed_text(seed: object) -> str:
    """Return a seed as text: `int:` and decimal digits, or `hex:` and the bytes in hexadecimal."""
    if type(seed) is int and seed >= 0 and seed.bit_length() <= MAX_SEED_BITS:
        return f"int:{seed}"
    if isinstance(seed, bytes) and len(seed) * 8 <= MAX_SEED_BITS:
        return f"hex:{seed.hex()}"
    message = (
        f"a seed is an int from 0 to 2^{MAX_SEED_BITS} - 1 or up to {MAX_SEED_BITS // 8} bytes, "
    )
    raise InvalidValueError(message + f"not {brief(seed)}")


def _words(label: str, pile: str, seed: str) -> Iterator[int]:
    block = 0
    while True:
        yield from _EIGHT_WORDS(hashlib.sha256(f"{label}|{pile}|{seed}|{block}".encode()).digest())
        block += 1


def shuffled(
    items: Sequence[_T], pile: str, seed: str, label: str = SHUFFLE_LABEL
) -> tuple[_T, ...]:
    """Return items in the order that the words of a label, a pile and the text of a seed give."""
    words = _words(label, pile, seed)
    shuffled = list(items)
    for last in range(len(shuffled) - 1, 0, -1):
        bound = last + 1
        limit = _WORDS - _WORDS % bound
        word = next(words)
        while word >= limit:
            word = next(words)
        other = word % bound
        shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
    return tuple(shuffled)
