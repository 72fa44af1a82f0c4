"""`Bot`: who decides for a seat, and how it is asked."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from splendor.engine.judge import check
from splendor.engine.knowledge import observe
from splendor.engine.violation import Violation
from splendor.errors import BRIEF_LENGTH, InvalidValueError, SplendorError, brief, printable
from splendor.model.actions import ACTION_TYPES, Action
from splendor.model.state import State, check_type


@runtime_checkable
class Bot(Protocol):
    """Whatever has a method `choose`: a view goes in, an action comes out.

    The view is what the deciding seat may know, as `splendor.observe` gives it: the decks and what
    others reserved blind are card backs. `view.mover` is that seat, and `legal_actions(view)` are
    its choices. A bot that is a function of its view alone plays the same game again from the same
    opening, and goes on in the same way when a game is resumed.
    """

    def choose(self, view: State, /) -> Action:
        """Return the action to take where `view.phase` awaits one of the seat `view.mover`."""
        ...


class BotError(SplendorError):
    """An answer of a bot that is no legal action: whose, what, and the rule broken.

    `violation` is None if the answer is no action at all.
    """

    def __init__(self, bot: str, seat: int, answer: str, violation: Violation | None) -> None:
        self.bot = bot
        self.seat = seat
        self.answer = answer
        self.violation = violation
        why = "which is no action" if violation is None else f"which is illegal: {violation}"
        super().__init__(f"the bot {bot} of player {seat} answered {answer}, {why}")

    def __reduce__(self) -> tuple[type[BotError], tuple[str, int, str, Violation | None]]:
        return BotError, (self.bot, self.seat, self.answer, self.violation)


def ask(bot: Bot, state: State) -> Action:
    """Return what a bot does where a state awaits a decision of its seat.

    The bot is given what that seat may know of the state, nothing else. Raises BotError for an
    answer that is no legal action, and InvalidValueError where no player has to decide.

    >>> from splendor import setup
    >>> from splendor.bots import GreedyBot
    >>> str(ask(GreedyBot(), setup(2, seed=42)))
    'T ugr'
    """
    check_type(state, State, "state")
    if not isinstance(bot, Bot):
        message = f"a bot has a method choose, and there is none in {brief(bot)}"
        raise InvalidValueError(message)
    seat = state.decider
    if seat is None:
        message = f"no player has to decide in the phase {state.phase.value}"
        raise InvalidValueError(message)
    answer: object = bot.choose(observe(state, seat))
    name = printable(type(bot).__name__, BRIEF_LENGTH)
    if type(answer) not in ACTION_TYPES:
        raise BotError(name, seat, brief(answer), None)
    action: Action = answer  # type: ignore[assignment]  # its type was just looked up
    violation = check(state, action)
    if violation is not None:
        raise BotError(name, seat, str(action), violation)
    return action
