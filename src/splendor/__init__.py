"""The rules of the board game Splendor, as a library without side effects."""

from importlib import import_module
from typing import TYPE_CHECKING

from splendor.engine.generate import legal_actions
from splendor.engine.invariants import InvalidPositionError, problems
from splendor.engine.judge import check
from splendor.engine.knowledge import DisclosureError, disclose, observe, possible_reveals
from splendor.engine.scoring import Outcome, Score, outcome, score
from splendor.engine.setup import deal, setup
from splendor.engine.turn import apply, apply_unchecked
from splendor.engine.violation import IllegalActionError, Violation
from splendor.engine.worlds import determinize
from splendor.errors import (
    InvalidValueError,
    SplendorError,
    UnreadableError,
    UnsupportedVersionError,
)
from splendor.model.actions import (
    Action,
    BuyCard,
    ChooseNoble,
    Pass,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    TakeTokens,
)
from splendor.model.cards import CARDS, EXTRA_NOBLES, NOBLES, Card, CardBack, Noble
from splendor.model.gems import Gem, Gems
from splendor.model.rule_ids import RuleId
from splendor.model.rules import (
    BOARD_GAME_ARENA,
    OFFICIAL,
    PRESETS,
    SPENDEE,
    SPENDEE_21,
    TEXT_B,
    Rules,
)
from splendor.model.state import Phase, Player, Reserved, State

if TYPE_CHECKING:
    from splendor.formats.commitment import commit
    from splendor.formats.files import FoundGame, load, read_lines
    from splendor.formats.importers.ai_splendor import read_ai_splendor
    from splendor.formats.importers.bga import read_bga
    from splendor.formats.importers.reader import Reader, Reading
    from splendor.formats.importers.readers import READERS, import_games
    from splendor.formats.importers.spendee import read_spendee
    from splendor.formats.importers.traces import read_traces
    from splendor.formats.importers.values import Value
    from splendor.formats.json import digest, from_json, to_json
    from splendor.formats.lines import write_lines
    from splendor.formats.meta import Meta
    from splendor.formats.notation import (
        AmbiguousActionError,
        format_action,
        format_position,
        format_turn,
        parse_action,
        parse_position,
        parse_turn,
    )
    from splendor.formats.record import (
        Claims,
        Commitment,
        Disclosure,
        Ending,
        Event,
        Generator,
        Move,
        Opening,
        Record,
        Result,
    )
    from splendor.formats.recording import record_game
    from splendor.formats.schema import json_schema
    from splendor.formats.search import SkippedFile, UnreadableFile, find_games
    from splendor.formats.text import format_record, parse_record, parse_records
    from splendor.verification import (
        CheckedGame,
        Finding,
        Problem,
        Replay,
        Report,
        Unnamed,
        UnverifiedGame,
        Verdict,
        redact,
        replay,
        verify,
        verify_many,
    )

__all__ = [
    "BOARD_GAME_ARENA",
    "CARDS",
    "EXTRA_NOBLES",
    "NOBLES",
    "OFFICIAL",
    "PRESETS",
    "READERS",
    "SPENDEE",
    "SPENDEE_21",
    "TEXT_B",
    "Action",
    "AmbiguousActionError",
    "BuyCard",
    "Card",
    "CardBack",
    "CheckedGame",
    "ChooseNoble",
    "Claims",
    "Commitment",
    "Disclosure",
    "DisclosureError",
    "Ending",
    "Event",
    "Finding",
    "FoundGame",
    "Gem",
    "Gems",
    "Generator",
    "IllegalActionError",
    "InvalidPositionError",
    "InvalidValueError",
    "Meta",
    "Move",
    "Noble",
    "Opening",
    "Outcome",
    "Pass",
    "Phase",
    "Player",
    "Problem",
    "Reader",
    "Reading",
    "Record",
    "Replay",
    "Report",
    "ReserveCard",
    "ReserveFromDeck",
    "Reserved",
    "Result",
    "ReturnTokens",
    "RevealCard",
    "RuleId",
    "Rules",
    "Score",
    "SkippedFile",
    "SplendorError",
    "State",
    "TakeTokens",
    "Unnamed",
    "UnreadableError",
    "UnreadableFile",
    "UnsupportedVersionError",
    "UnverifiedGame",
    "Value",
    "Verdict",
    "Violation",
    "apply",
    "apply_unchecked",
    "check",
    "commit",
    "deal",
    "determinize",
    "digest",
    "disclose",
    "find_games",
    "format_action",
    "format_position",
    "format_record",
    "format_turn",
    "from_json",
    "import_games",
    "json_schema",
    "legal_actions",
    "load",
    "observe",
    "outcome",
    "parse_action",
    "parse_position",
    "parse_record",
    "parse_records",
    "parse_turn",
    "possible_reveals",
    "problems",
    "read_ai_splendor",
    "read_bga",
    "read_lines",
    "read_spendee",
    "read_traces",
    "record_game",
    "redact",
    "replay",
    "score",
    "setup",
    "to_json",
    "verify",
    "verify_many",
    "write_lines",
]

# What reads, writes and verifies games is not needed to play them: it is imported on first use.
_LATE = {
    "splendor.formats.commitment": ("commit",),
    "splendor.formats.files": (
        "FoundGame",
        "load",
        "read_lines",
    ),
    "splendor.formats.importers.ai_splendor": ("read_ai_splendor",),
    "splendor.formats.importers.bga": ("read_bga",),
    "splendor.formats.importers.reader": (
        "Reader",
        "Reading",
    ),
    "splendor.formats.importers.readers": (
        "READERS",
        "import_games",
    ),
    "splendor.formats.importers.spendee": ("read_spendee",),
    "splendor.formats.importers.traces": ("read_traces",),
    "splendor.formats.importers.values": ("Value",),
    "splendor.formats.json": (
        "digest",
        "from_json",
        "to_json",
    ),
    "splendor.formats.lines": ("write_lines",),
    "splendor.formats.meta": ("Meta",),
    "splendor.formats.notation": (
        "AmbiguousActionError",
        "format_action",
        "format_position",
        "format_turn",
        "parse_action",
        "parse_position",
        "parse_turn",
    ),
    "splendor.formats.record": (
        "Claims",
        "Commitment",
        "Disclosure",
        "Ending",
        "Event",
        "Generator",
        "Move",
        "Opening",
        "Record",
        "Result",
    ),
    "splendor.formats.recording": ("record_game",),
    "splendor.formats.schema": ("json_schema",),
    "splendor.formats.search": (
        "SkippedFile",
        "UnreadableFile",
        "find_games",
    ),
    "splendor.formats.text": (
        "format_record",
        "parse_record",
        "parse_records",
    ),
    "splendor.verification": (
        "CheckedGame",
        "Finding",
        "Problem",
        "Replay",
        "Report",
        "Unnamed",
        "UnverifiedGame",
        "Verdict",
        "redact",
        "replay",
        "verify",
        "verify_many",
    ),
}
_HOMES = {name: module for module, names in _LATE.items() for name in names}

if not TYPE_CHECKING:  # a checker would take any name for a good one

    def __getattr__(name: str) -> object:
        if name in {"bots", "formats", "render", "verification"}:
            return import_module(f"splendor.{name}")
        if name not in _HOMES:
            message = f"module {__name__!r} has no attribute {name!r}"
            raise AttributeError(message)
        value = globals()[name] = getattr(import_module(_HOMES[name]), name)
        return value


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
