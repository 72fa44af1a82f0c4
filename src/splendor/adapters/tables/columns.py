"""The columns of the two tables: what they are called and what is in them."""

from __future__ import annotations

from typing import Final

import pyarrow as pa

VERSION: Final = 1
"""Stands in each row of a game, so that whatever copies the tables keeps it."""
_COUNTS: Final = pa.list_(pa.int32())
_TEXT: Final = pa.string()

GAMES: Final = pa.schema(
    {
        "version": pa.int8(),
        "game": pa.int64(),
        "file": _TEXT,
        "number": pa.int64(),
        "verdict": _TEXT,
        "error": _TEXT,
        "error_kind": _TEXT,
        "error_path": _TEXT,
        "error_source": _TEXT,
        "origin": _TEXT,
        "players": pa.list_(_TEXT),
        "player_count": pa.int8(),
        "first_player": pa.int8(),
        "rules": _TEXT,
        "perspective": _TEXT,
        "ending": _TEXT,
        "ending_seat": pa.int8(),
        "complete": pa.bool_(),
        "events": pa.int32(),
        "good_events": pa.int32(),
        "turns": pa.int32(),
        "points": _COUNTS,
        "purchased": _COUNTS,
        "ranks": _COUNTS,
        "winners": _COUNTS,
        "reason": _TEXT,
        "rule": _TEXT,
        "sentence": _TEXT,
        "parameters": _TEXT,
        "problem_event": pa.int32(),
        "problem_turn": pa.int32(),
        "problem_player": pa.int8(),
        "unnamed": pa.list_(_TEXT),
        "missing_refill": pa.bool_(),
        "commitment": _TEXT,
        "assumptions": pa.list_(_TEXT),
        "final": _TEXT,
        "record": _TEXT,
    }
)
EVENTS: Final = pa.schema(
    {
        "game": pa.int64(),
        "event": pa.int32(),
        "turn": pa.int32(),
        "round": pa.int32(),
        "player": pa.int8(),
        "does": _TEXT,
        "text": _TEXT,
        "card": _TEXT,
        "level": pa.int8(),
        "bonus": _TEXT,
        "card_points": pa.int8(),
        "noble": _TEXT,
        "white": pa.int8(),
        "blue": pa.int8(),
        "green": pa.int8(),
        "red": pa.int8(),
        "black": pa.int8(),
        "gold": pa.int8(),
        "points": pa.int32(),
        "legal": pa.bool_(),
        "record": _TEXT,
    }
)
NAMES: Final = {"games": GAMES, "events": EVENTS}
