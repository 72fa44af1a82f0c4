"""The opening of a record, and what the record claims about the order of the cards."""

from __future__ import annotations

from typing import TypeAlias

import attrs

from splendor.engine.invariants import InvalidPositionError
from splendor.engine.setup import deal, setup
from splendor.engine.violation import Violation, violation
from splendor.formats.commitment import commitment_digest
from splendor.formats.record import Opening, Record
from splendor.formats.recording import opening_of
from splendor.model.cards import Card, CardBack
from splendor.model.gems import GEMS, Gem
from splendor.model.rule_ids import RuleId
from splendor.model.rules import PLAYER_COUNTS
from splendor.model.state import State

Decks: TypeAlias = tuple[tuple[Card | CardBack, ...], ...]


def open_record(record: Record) -> tuple[State, Decks | None] | Violation:
    """Return the opening on counted decks, and the order of them that the record claims, if any."""
    opening = record.opening
    try:
        state = deal(
            len(record.players),
            rows=opening.rows,
            nobles=opening.nobles,
            deck_counts=opening.deck_counts,
            rules=record.rules,
            first_player=opening.first_player,
        )
        known = _claimed_opening(record)
    except InvalidPositionError as error:
        return error.problems[0]
    wrong = _wrong_bank(opening, state)
    if wrong is not None:
        return wrong
    if known is not None and (
        not _fits(opening, opening_of(known)) or record.decks not in {None, known.decks}
    ):
        return violation(RuleId.SETUP_2, "the claimed deck order or seed gives another table")
    return _wrong_commitment(record, known) or (state, None if known is None else known.decks)


def _fits(opening: Opening, dealt: Opening) -> bool:
    """Return whether an opening is the one dealt, as far as its cards are known."""
    rows = tuple(
        tuple(mine if isinstance(mine, CardBack) else card for mine, card in zip(*row, strict=True))
        for row in zip(opening.rows, dealt.rows, strict=True)
    )
    return attrs.evolve(dealt, rows=rows) == opening


def _wrong_bank(opening: Opening, state: State) -> Violation | None:
    """Compare the bank that a record opens with and the one of the rules (SETUP-6 to SETUP-9)."""
    by_players = (RuleId.SETUP_6, RuleId.SETUP_7, RuleId.SETUP_8)
    for gem in GEMS:
        claimed, supply = opening.bank.of(gem), state.bank.of(gem)
        if claimed != supply:
            gold = gem is Gem.GOLD
            return violation(
                RuleId.SETUP_9 if gold else by_players[len(state.players) - PLAYER_COUNTS[0]],
                "the bank opens with {supply} {colour} tokens, not {claimed}",
                colour=gem.value,
                supply=supply,
                claimed=claimed,
            )
    return None


def _claimed_opening(record: Record) -> State | None:
    opening = record.opening
    if record.seed is not None:
        return setup(
            len(record.players),
            seed=record.seed,
            rules=record.rules,
            first_player=opening.first_player,
        )
    if record.decks is None:
        return None
    return deal(
        len(record.players),
        rows=opening.rows,
        nobles=opening.nobles,
        decks=record.decks,
        rules=record.rules,
        first_player=opening.first_player,
    )


def _wrong_commitment(record: Record, known: State | None) -> Violation | None:
    """Hold an opened commitment against the cards it is to, which the record has to claim."""
    commitment = record.commitment
    if commitment is None or commitment.salt is None:
        return None
    if known is None:
        return violation(
            RuleId.SETUP_2, "the commitment is opened, and the record claims neither decks nor seed"
        )
    if any(isinstance(card, CardBack) for row in known.rows for card in row):
        return violation(
            RuleId.SETUP_2, "the commitment is opened, and some card of the opening rows is unknown"
        )
    digest = commitment_digest(known.rows, known.decks, known.nobles, commitment.salt)
    if digest == commitment.digest:
        return None
    return violation(
        RuleId.SETUP_2,
        "the commitment {claimed} is not that of the claimed decks and nobles",
        claimed=commitment.digest,
        digest=digest,
    )
