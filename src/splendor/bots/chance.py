"""`RandomBot`: any legal action, drawn by a seed."""

from __future__ import annotations

import hashlib
from typing import Final

import attrs

from splendor.engine.generate import legal_actions
from splendor.engine.setup import seed_text
from splendor.formats.json import digest
from splendor.model.actions import Action
from splendor.model.state import State

LABEL: Final = "splendor-rules random bot 1"


def _check_seed(_: object, __: object, seed: object) -> None:
    seed_text(seed)


@attrs.frozen
class RandomBot:
    """Takes any legal action, each as likely, drawn from its seed and the view alone.

    The action is that of the list whose index is the SHA-256 of the ASCII text
    `splendor-rules random bot 1|SEED|DIGEST`, read as one number, modulo the length of the list.
    SEED is written as for the shuffle, DIGEST is `splendor.digest` of the view. Raises
    InvalidValueError for a seed that `splendor.setup` would not take.
    """

    seed: int | bytes = attrs.field(default=0, validator=_check_seed)

    def choose(self, view: State) -> Action:
        """Return the action that the seed gives for a view."""
        actions = legal_actions(view)
        text = f"{LABEL}|{seed_text(self.seed)}|{digest(view)}"
        number = int.from_bytes(hashlib.sha256(text.encode()).digest())
        return actions[number % len(actions)]
