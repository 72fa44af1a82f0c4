"""`commit`: a server's promise about the order of the cards, which it can open after the game.

The digest is the SHA-256, in hexadecimal, of the ASCII text
`splendor-rules commitment 1|SALT|L1|L2|L3|NOBLES`. SALT is the lower-case hexadecimal of the salt.
Ln are the ids of level n, one space apart: the four places of the row from the left, `-` for an
empty one, and then the deck, the next card first. NOBLES are the ids of the revealed nobles as they
lie.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Final

from splendor.errors import InvalidValueError
from splendor.formats.record import Commitment, check_salt
from splendor.formats.recording import check_opening
from splendor.model.cards import Card, CardBack, Noble
from splendor.model.state import State

COMMITMENT_LABEL: Final = "splendor-rules commitment 1"


def commit(opening: State, *, salt: bytes) -> Commitment:
    """Return the opened commitment to the cards of an opening; its `sealed` may be published.

    The salt is 16 to 32 bytes that nobody can guess, new for every game. Raises InvalidValueError
    for another salt and for a state that is no opening or has unknown cards, and
    InvalidPositionError for a table that no game opens with.

    >>> from splendor import setup
    >>> commit(setup(2, seed=42), salt=bytes(16)).digest[:16]
    '9bbf331c80c6bd35'
    """
    check_salt(salt)
    check_opening(opening)
    digest = commitment_digest(opening.rows, opening.decks, opening.nobles, salt)
    return Commitment(digest, salt)


def commitment_digest(
    rows: Iterable[Iterable[Card | CardBack | None]],
    decks: Iterable[Iterable[Card | CardBack]],
    nobles: Iterable[Noble],
    salt: bytes,
) -> str:
    """Return the digest of a commitment: three rows of four places, three decks, next card first.

    Raises InvalidValueError if some card is unknown.
    """
    levels = [
        " ".join(_known(place) for place in (*row, *deck))
        for row, deck in zip(rows, decks, strict=True)
    ]
    tiles = " ".join(noble.id for noble in nobles)
    text = "|".join((COMMITMENT_LABEL, salt.hex(), *levels, tiles))
    return hashlib.sha256(text.encode()).hexdigest()


def _known(place: Card | CardBack | None) -> str:
    if isinstance(place, CardBack):
        message = "a commitment is to known cards: no face of the rows and decks may be missing"
        raise InvalidValueError(message)
    return "-" if place is None else place.id
