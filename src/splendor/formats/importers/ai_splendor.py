"""AI-Splendor: games between language models, logged as one JSON object a line without type tags.

A turn is what stands between one `TurnStarted` and the next: attempts, reasonings, and the action
that succeeded, if one did. What it came to is the difference of the tables that the two state:
tokens, cards turned up, a noble. Only after the last turn nobody states a table, and the rules and
the order of the decks have to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from splendor.formats.importers.ai_splendor_table import read_ids, read_table
from splendor.formats.importers.ai_splendor_turns import Turn, write_turn
from splendor.formats.importers.reader import Reader, Reading, build
from splendor.formats.importers.script import Script
from splendor.formats.importers.values import Value
from splendor.formats.meta import Meta
from splendor.formats.record import MAX_NAME, Ending, Generator, Opening, Result
from splendor.model.rules import OFFICIAL, ROW_SIZE

SITE: Final = "ai-splendor"


def is_ai_splendor(content: object) -> bool:
    """Return whether parsed JSON looks like the first line of such a log, `GameStarted`."""
    return isinstance(content, dict) and content.keys() >= {"gameId", "initialState"}


def read_ai_splendor(data: str | bytes, *, source: str = "") -> tuple[Reading, ...]:
    """Read the games of an AI-Splendor log, JSON Lines that begin with `GameStarted`.

    A turn without a successful action is a pass, as that program plays on, whether the rules allow
    one or not. The score, the round and the tokens that the log states are kept as claims. Raises
    UnreadableError, naming the line, for a damaged line or one in another shape: none is skipped.
    """
    return AI_SPLENDOR.read(data, source=source)


def _interpret(lines: Iterable[Value]) -> Iterator[Reading]:
    game: _Game | None = None
    for number, line in enumerate(lines, start=1):
        kind = _kind(line)
        if kind == "GameStarted":
            if game is not None:
                yield game.reading()
            game = _Game(line)
        elif game is None:
            line.fail("expected a GameStarted line first")
        else:
            _LINES[kind](game, line, number)
    if game is not None:
        yield game.reading()


AI_SPLENDOR: Final = Reader("an AI-Splendor log", is_ai_splendor, _interpret, by_line=True)

_KEYS: Final[Mapping[str, frozenset[str]]] = {
    "GameStarted": frozenset({"gameId", "initialState"}),
    "TurnStarted": frozenset({"turn", "playerIndex", "gameState"}),
    "Action": frozenset({"playerIndex", "action", "success"}),
    "Retry": frozenset({"playerIndex", "attempt", "error"}),
    "Reasoning": frozenset({"playerIndex", "reasoning"}),
    "GameEnded": frozenset({"winnerIndex", "finalScores"}),
}
"""What tells the kinds of lines apart."""


def _kind(line: Value) -> str:
    found = {key for key, _ in line.fields()}
    kind = next((kind for kind, keys in _KEYS.items() if found >= keys), None)
    if kind is None:
        line.fail(f"expected the keys of one of {', '.join(_KEYS)}")
    return kind


class _Game:
    """A game as far as it has been read; a turn is written down when the next line of one comes."""

    def __init__(self, line: Value) -> None:
        self._start = line
        state = line["initialState"]
        self._table = read_table(state)
        self._cards = read_ids(state)
        seats = range(len(self._table.players))
        self._names = tuple(line[f"player{seat}Model"].text(MAX_NAME) for seat in seats)
        self._opening = Opening(
            first_player=self._table.current,
            bank=self._table.bank,
            rows=tuple((*row, *(None,) * (ROW_SIZE - len(row))) for row in self._table.rows),
            nobles=self._table.nobles,
            deck_counts=tuple(map(len, self._table.decks)),
        )
        self._script = Script(self._opening, len(self._names), OFFICIAL)
        self._turn: Turn | None = None
        self._end: Value | None = None

    # The lines

    def turn_started(self, line: Value, number: int) -> None:
        """Close the turn before, and begin one."""
        self._refuse_after_end(line)
        table = read_table(line["gameState"])
        if len(table.players) != len(self._names):
            line["gameState"]["players"].fail(f"expected {len(self._names)} players as before")
        if self._turn is not None:
            write_turn(self._script, self._turn, table, self._cards)
        elif table != self._table:
            line["gameState"].fail("expected the table of the GameStarted line again")
        seat = line["playerIndex"].count(len(self._names) - 1)
        self._turn = Turn(number, seat, line["turn"].figure(), table)

    def action(self, line: Value, number: int) -> None:
        """Take an action into the turn; one that failed is only counted."""
        turn = self._turn_of(line)
        if not line["success"].flag():
            turn.failures += 1
        elif turn.action is not None:
            line.fail("expected at most one action of a turn to succeed")
        else:
            turn.action = number, line

    def retry(self, line: Value, _: int) -> None:
        """Count a failed attempt."""
        self._turn_of(line).failures += 1

    def reasoning(self, line: Value, _: int) -> None:
        """Leave alone what a player thought."""
        self._turn_of(line)

    def game_ended(self, line: Value, _: int) -> None:
        """Note the result."""
        self._refuse_after_end(line)
        self._end = line

    def _turn_of(self, line: Value) -> Turn:
        self._refuse_after_end(line)
        if self._turn is None:
            line.fail("expected a TurnStarted line first")
        if line["playerIndex"].number() != self._turn.seat:
            line["playerIndex"].refuse(f"{self._turn.seat}, whose turn it is")
        return self._turn

    def _refuse_after_end(self, line: Value) -> None:
        if self._end is not None:
            line.fail("expected nothing of this game after its GameEnded line")

    def reading(self) -> Reading:
        """Write down the last turn, if anything came of it, and return the game."""
        script, turn = self._script, self._turn
        if turn is not None and (turn.action is not None or (self._end and turn.failures)):
            write_turn(script, turn, None, self._cards)
        record = build(
            self._start,
            players=self._names,
            opening=self._opening,
            events=tuple(script.events),
            rules=OFFICIAL,
            ending=Ending("unfinished" if self._end is None else "played"),
            result=None if self._end is None else _result(self._end, len(self._names)),
            decks=self._table.decks,
            generator=Generator(SITE),
            meta=Meta(
                {
                    "site": SITE,
                    "game": self._start["gameId"].text(MAX_NAME),
                    "assumptions": tuple(script.assumptions),
                }
            ),
        )
        return Reading(record, record.players, tuple(script.assumptions))


_LINES: Final[Mapping[str, Callable[[_Game, Value, int], None]]] = {
    "TurnStarted": _Game.turn_started,
    "Action": _Game.action,
    "Retry": _Game.retry,
    "Reasoning": _Game.reasoning,
    "GameEnded": _Game.game_ended,
}


def _result(end: Value, players: int) -> Result:
    """Read the final scores and the winner, who is null or -1 where there is none."""
    scores = end["finalScores"]
    winner = end.given("winnerIndex")
    alone = None if winner is None or winner.number() < 0 else winner.count(players - 1)
    return Result(
        points=tuple(scores[str(seat)].figure() for seat in range(players)),
        winners=None if alone is None else (alone,),
    )
