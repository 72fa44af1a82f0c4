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
    "DisclosureError",
    "Gem",
    "Gems",
    "IllegalActionError",
    "InvalidPositionError",
    "InvalidValueError",
    "Noble",
    "Outcome",
    "Pass",
    "Phase",
    "Player",
    "ReserveCard",
    "ReserveFromDeck",
    "Reserved",
    "ReturnTokens",
    "RevealCard",
    "RuleId",
    "Rules",
    "Score",
    "SplendorError",
    "State",
    "TakeTokens",
    "UnreadableError",
    "UnsupportedVersionError",
    "Violation",
    "apply",
    "check",
    "deal",
    "disclose",
    "legal_actions",
    "observe",
    "outcome",
    "possible_reveals",
    "problems",
    "score",
    "setup",
]
