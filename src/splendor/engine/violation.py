"""What a refusal says: the rule broken, with figures and a sentence."""

from __future__ import annotations

from typing import TypeAlias

import attrs

from splendor.errors import SplendorError
from splendor.model.actions import Action
from splendor.model.gems import Gems
from splendor.model.rule_ids import RuleId
from splendor.model.state import State

Parameter: TypeAlias = int | str


@attrs.frozen
class Violation:
    """Why an action is illegal: the first rule it breaks, figures by name, an English sentence.

    Colours, cards and nobles stand in `parameters` by name or id. A violation says nothing that the
    player to move may not know.

    >>> str(Violation(RuleId.TAKE_7, (("colour", "red"),), "the bank has no red token"))
    'TAKE-7: the bank has no red token'
    """

    rule: RuleId
    parameters: tuple[tuple[str, Parameter], ...]
    sentence: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.sentence}"


class IllegalActionError(SplendorError):
    """An action that the rules forbid in a state; all three are carried along, nothing changed.

    The text and `args` name the rule broken and never contain the state, which may hold secrets.
    `path` is the place in the text that the action was read from, such as `column 10`, if it was.
    """

    def __init__(
        self, state: State, action: Action, violation: Violation, *, path: str = ""
    ) -> None:
        self.state = state
        self.action = action
        self.violation = violation
        self.path = path
        super().__init__(f"{path}: {violation}" if path else str(violation))

    def __reduce__(self) -> tuple[object, tuple[State, Action, Violation, str]]:
        return _illegal, (self.state, self.action, self.violation, self.path)


def _illegal(state: State, action: Action, violation: Violation, path: str) -> IllegalActionError:
    return IllegalActionError(state, action, violation, path=path)


def violation(rule: RuleId, sentence: str, **parameters: Parameter | Gems) -> Violation:
    """Make a Violation; the sentence may name the parameters in braces.

    Gems are letters in the parameters and words in the sentence.
    """
    letters: dict[str, Parameter] = {}
    words: dict[str, Parameter] = {}
    for name, value in parameters.items():
        letters[name] = str(value) if isinstance(value, Gems) else value
        words[name] = value.in_words() if isinstance(value, Gems) else value
    return Violation(rule, tuple(letters.items()), sentence.format(**words))
