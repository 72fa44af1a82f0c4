"""The rules of the board game Splendor, as a library without side effects."""

from splendor.engine.generate import legal_actions
from splendor.engine.invariants import InvalidPositionError, problems
from splendor.engine.judge import check
from splendor.engine.knowledge import DisclosureError, disclose, observe, possible_reveals
from splendor.engine.scoring import Outcome, Score, outcome, score
from splendor.engine.setup import deal, setup
from splendor.engine.turn import apply
from splendor.engine.violation import IllegalActionError, Violation
from splendor.errors import (
    InvalidValueError,
    SplendorError,
    UnreadableError,
    UnsupportedVersionError,
)
from splendor.formats.files import load
from splendor.formats.importers.bga import read_bga
from splendor.formats.json import digest, from_json, to_json
from splendor.formats.meta import Meta
from splendor.formats.record import (
    Claims,
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
from splendor.verification import Problem, Replay, Report, Unnamed, Verdict, replay, verify

__all__ = [
    "BOARD_GAME_ARENA",
    "CARDS",
    "EXTRA_NOBLES",
    "NOBLES",
    "OFFICIAL",
    "PRESETS",
    "SPENDEE",
    "SPENDEE_21",
    "TEXT_B",
    "Action",
    "BuyCard",
    "Card",
    "CardBack",
    "ChooseNoble",
    "Claims",
    "Disclosure",
    "DisclosureError",
    "Ending",
    "Event",
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
    "SplendorError",
    "State",
    "TakeTokens",
    "Unnamed",
    "UnreadableError",
    "UnsupportedVersionError",
    "Verdict",
    "Violation",
    "apply",
    "check",
    "deal",
    "digest",
    "disclose",
    "from_json",
    "legal_actions",
    "load",
    "observe",
    "outcome",
    "possible_reveals",
    "problems",
    "read_bga",
    "record_game",
    "replay",
    "score",
    "setup",
    "to_json",
    "verify",
]
