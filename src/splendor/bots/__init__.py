"""Players that are programs: the protocol `Bot`, two of them, and games between them."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from splendor.bots.bot import Bot, BotError, ask
from splendor.bots.chance import RandomBot
from splendor.bots.greedy import GreedyBot
from splendor.bots.match import play_game

__all__ = ["BOTS", "Bot", "BotError", "GreedyBot", "RandomBot", "ask", "play_game"]

BOTS: Final[Mapping[str, Callable[[], Bot]]] = MappingProxyType(
    {"greedy": GreedyBot, "random": RandomBot}
)
"""What makes the bots that `splendor play` knows by name."""
