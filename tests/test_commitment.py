"""Commitments: a digest of the whole opening, published sealed and opened after the game."""

from __future__ import annotations

import hashlib
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from splendor import (
    BOARD_GAME_ARENA,
    CardBack,
    Commitment,
    InvalidPositionError,
    InvalidValueError,
    Record,
    State,
    UnreadableError,
    apply,
    commit,
    from_json,
    legal_actions,
    observe,
    record_game,
    setup,
    to_json,
)
from splendor.formats.commitment import commitment_digest
from splendor.testing import openings

SALT = bytes(range(16))
OPENING = setup(2, seed=42)
SALTS = st.binary(min_size=16, max_size=32)


def documented(opening: State, salt: bytes) -> str:
    """The digest by its description in docs/how-to/fairness.md, written once more."""
    text = "splendor-rules commitment 1|" + salt.hex()
    for row, deck in zip(opening.rows, opening.decks, strict=True):
        text += "|" + " ".join("-" if card is None else str(card) for card in [*row, *deck])
    text += "|" + " ".join(str(noble) for noble in opening.nobles)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


@given(opening=openings(), salt=SALTS)
def test_the_digest_is_that_of_the_documented_text(opening: State, salt: bytes) -> None:
    commitment = commit(opening, salt=salt)
    assert commitment == Commitment(documented(opening, salt), salt)
    assert commitment.digest == commitment_digest(opening.rows, opening.decks, opening.nobles, salt)


def test_sealed_it_tells_nothing_but_the_digest() -> None:
    commitment = commit(OPENING, salt=SALT)
    assert commitment.sealed == Commitment(commitment.digest)
    assert commitment.sealed.salt is None
    assert commitment.sealed.sealed == commitment.sealed
    assert SALT.hex() not in repr(commitment.sealed)


def test_whatever_differs_in_the_opening_or_the_salt_gives_another_digest() -> None:
    """Two cards of a deck, of a row, or two nobles that change places; a card of each."""
    (one, two, *deck), *decks = OPENING.decks
    (first, second, *row), *rows = OPENING.rows
    (left, right, *nobles) = OPENING.nobles
    assert first is not None
    others = [
        attrs.evolve(OPENING, decks=[(two, one, *deck), *decks]),
        attrs.evolve(OPENING, rows=[(second, first, *row), *rows]),
        attrs.evolve(
            OPENING, rows=[(one, second, *row), *rows], decks=[(first, two, *deck), *decks]
        ),
        attrs.evolve(OPENING, nobles=(right, left, *nobles)),
    ]
    digests = {commit(state, salt=SALT).digest for state in (OPENING, *others)}
    digests |= {commit(OPENING, salt=salt).digest for salt in (bytes(16), bytes(17), bytes(32))}
    assert len(digests) == 8


def test_who_begins_and_the_tokens_are_public_and_not_committed_to() -> None:
    assert commit(setup(2, seed=42, first_player=1), salt=SALT) == commit(OPENING, salt=SALT)


def test_an_empty_place_is_a_dash() -> None:
    """No game opens so, but a verifier may be given such a table."""
    card, (noble, *_) = OPENING.rows[0][0], OPENING.nobles
    rows = [(None, card, None, None), (), ()]
    text = f"splendor-rules commitment 1|{SALT.hex()}|- {card} - -|||{noble}"
    digest = commitment_digest(rows, [(), (), ()], [noble], SALT)
    assert digest == hashlib.sha256(text.encode()).hexdigest()


# Refusals


@pytest.mark.parametrize("salt", [b"", bytes(15), bytes(33), "0" * 32, 5, None, bytearray(16)])
def test_another_salt_is_refused(salt: Any) -> None:  # noqa: ANN401 - anything
    with pytest.raises(InvalidValueError, match="a salt is 16 to 32 bytes, not"):
        commit(OPENING, salt=salt)
    if salt is not None:
        with pytest.raises(InvalidValueError, match="a salt is 16 to 32 bytes, not"):
            Commitment("0" * 64, salt)


@pytest.mark.parametrize(
    "digest", ["", "0" * 63, "0" * 65, "A" * 64, "g" * 64, "0" * 64 + "\n", bytes(32), 5, None]
)
def test_a_digest_is_64_lower_case_hexadecimal_digits(digest: Any) -> None:  # noqa: ANN401
    with pytest.raises(InvalidValueError, match="digest is 64 hexadecimal digits, not"):
        Commitment(digest)


def test_unknown_cards_cannot_be_committed_to() -> None:
    (top, *deck), *decks = OPENING.decks
    (_, *row), *rows = OPENING.rows
    for opening in (
        observe(OPENING, None),
        attrs.evolve(OPENING, decks=[(top, *deck[:-1], CardBack(1)), *decks]),
        attrs.evolve(OPENING, rows=[(CardBack(1), *row), *rows]),
    ):
        with pytest.raises(InvalidValueError, match="a commitment is to known cards"):
            commit(opening, salt=SALT)


def test_only_an_opening_can_be_committed_to() -> None:
    later = apply(OPENING, legal_actions(OPENING)[0])
    with pytest.raises(InvalidValueError, match="begins with an opening"):
        commit(later, salt=SALT)
    with pytest.raises(InvalidPositionError):
        commit(attrs.evolve(OPENING, nobles=()), salt=SALT)


# In a record


@pytest.mark.parametrize("opened", [False, True])
def test_a_record_keeps_a_commitment_and_its_json_reads_back(opened: bool) -> None:  # noqa: FBT001
    commitment = commit(OPENING, salt=SALT)
    kept = commitment if opened else commitment.sealed
    record = record_game(OPENING, [], commitment=kept)
    assert record.commitment == kept
    text = to_json(record)
    written = f'"commitment":{{"digest":"{kept.digest}"'
    written += f',"salt":"{SALT.hex()}"}}' if opened else "}"
    assert written in text
    assert from_json(text, Record) == record
    assert from_json(text, Record, strict=True) == record
    assert "commitment" not in to_json(record_game(OPENING, []))


def test_a_record_has_a_commitment_or_none() -> None:
    with pytest.raises(InvalidValueError, match="commitment is a Commitment, not"):
        record_game(OPENING, [], commitment="0" * 64)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"salt":"00', '"salt":"0', r"\$.commitment.salt: expected a salt in lower-case hex"),
        ('"salt":"000102030405060708090a0b0c0d0e0f"', '"salt":""', "lower-case hexadecimal"),
        ("0a0b", "0A0B", "lower-case hexadecimal"),
        ("0a0b", "0a 0b", "lower-case hexadecimal"),
        ("0e0f", "0e", r"\$.commitment.salt: a salt is 16 to 32 bytes, not 15 bytes"),
        ("0e0f", "0e0f" + "00" * 17, "not 33 bytes"),
        ('"salt":"000102030405060708090a0b0c0d0e0f"', '"salt":7', "expected a salt, not 7"),
        ('"salt"', '"pepper"', "pepper"),
        ('"commitment":{"digest"', '"commitment":{"hash"', "commitment"),
        ('"digest":"', '"digest":"0', r"\$.commitment: digest is 64 hexadecimal digits"),
    ],
)
def test_a_commitment_written_otherwise_is_unreadable(old: str, new: str, message: str) -> None:
    text = to_json(record_game(OPENING, [], commitment=commit(OPENING, salt=SALT)))
    assert text.count(old) == 1
    with pytest.raises(UnreadableError, match=message):
        from_json(text.replace(old, new), Record)


def test_a_salt_that_is_null_is_a_sealed_commitment_but_not_in_canonical_spelling() -> None:
    record = record_game(OPENING, [], commitment=commit(OPENING, salt=SALT).sealed)
    text = to_json(record).replace('"},"ending"', '","salt":null},"ending"')
    assert from_json(text, Record) == record
    with pytest.raises(UnreadableError, match="not in canonical spelling"):
        from_json(text, Record, strict=True)


def test_the_twelve_noble_pool_and_four_players_are_committed_to_as_well() -> None:
    opening = setup(4, seed=1, rules=BOARD_GAME_ARENA)
    assert commit(opening, salt=SALT).digest == documented(opening, SALT)
