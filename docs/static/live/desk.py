"""What the page docs/try.md asks of Python: files go in, verdicts and tables come out as JSON.

Nothing is kept between two calls, so the worker that runs this can be ended at any time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version
from itertools import groupby, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import attrs
import cattrs

from splendor import (
    Action,
    BuyCard,
    ChooseNoble,
    FoundGame,
    InvalidValueError,
    Pass,
    Record,
    Report,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    Score,
    SkippedFile,
    State,
    TakeTokens,
    UnreadableError,
    UnreadableFile,
    apply,
    find_games,
    format_action,
    from_json,
    legal_actions,
    observe,
    parse_action,
    record_game,
    score,
    setup,
    to_json,
    verify,
)
from splendor.bots import Bot, GreedyBot, RandomBot, ask
from splendor.render import headline, replay_html, say, svg

MAX_GAMES: Final = 100
"""How many games of a file are judged."""
MAX_NAME: Final = 40
"""How much is shown of a name that stands in a file."""
BATCH: Final = 60
"""How many decisions bots take in one call, so that their game can be watched and stopped."""


def versions() -> str:
    """Return the version of the package that runs here."""
    return version("splendor-rules")


# Checking logs


@attrs.frozen
class Standing:
    """How a player stands after the last good turn."""

    name: str
    points: int
    cards: int
    rank: int


@attrs.frozen
class Finding:
    """A game of the files that were dropped, or what of them cannot be read.

    `number` is that of the game, from 1, if its file holds several; `record` is the game as JSON.
    """

    files: tuple[str, ...]
    verdict: str
    number: int | None = None
    sentence: str = ""
    rule: str = ""
    place: str = ""
    turns: int = 0
    complete: bool = False
    standings: tuple[Standing, ...] = ()
    record: str = ""


def check(files: Iterable[tuple[str, bytes]]) -> str:
    """Judge the games in files, each a name and its bytes; those that belong together in one go.

    The two halves of a Board Game Arena game are found as `splendor.find_games` finds them: their
    names are the same up to the first dot. Two files are tried together whatever their names are.
    """
    given = list(files)
    groups: dict[str, list[tuple[str, bytes]]] = {}
    for name, content in given:
        groups.setdefault("" if len(given) == 2 else _stem(name), []).append((name, content))  # noqa: PLR2004 - halves
    findings = (finding for group in groups.values() for finding in _findings(group))
    return json.dumps([attrs.asdict(finding) for finding in findings])


def _stem(name: str) -> str:
    return name.partition(".")[0]


def _findings(group: Sequence[tuple[str, bytes]]) -> Iterator[Finding]:
    """Judge the games of files that may belong together, in a folder of their own."""
    stem = re.sub(r"[^A-Za-z0-9_-]", "_", _stem(group[0][0]))[:MAX_NAME]
    with TemporaryDirectory() as folder:
        names = {Path(folder) / f"{stem}.{at}.json": name for at, (name, _) in enumerate(group)}
        for place, (_, content) in zip(names, group, strict=True):
            place.write_bytes(content)
        games = (found for found in find_games(names) if not isinstance(found, SkippedFile))
        for found in islice(games, MAX_GAMES):
            yield _finding(found, names)
        for found in islice(games, 1):
            sentence = f"only {MAX_GAMES} games are checked here at once"
            yield Finding((names[found.path],), "unreadable", sentence=sentence)


def _finding(found: FoundGame | UnreadableFile, names: Mapping[Path, str]) -> Finding:
    """Judge a game; of one in two halves both files are named."""
    try:
        if isinstance(found, UnreadableFile):
            raise found.error
        halves = {found.path, found.beside}
        files = tuple(name for place, name in names.items() if place in halves)
        return _judged(files, found.read(), found.number)
    except UnreadableError as error:
        files = (names[found.path],)
        number, sentence, place = found.number, error.message, error.path
        return Finding(files, "unreadable", number, sentence=sentence, place=place)


def _judged(files: tuple[str, ...], record: Record, number: int | None = None) -> Finding:
    report = verify(record)
    problem = report.problem
    return Finding(
        files,
        report.verdict.value,
        number,
        sentence=_good(report) if problem is None else problem.violation.sentence,
        rule="" if problem is None else str(problem.rule),
        place="" if problem is None else str(problem).partition(f": {problem.rule}")[0],
        turns=report.turns,
        complete=report.complete,
        standings=_standings(record.players, report.scores),
        record=to_json(record),
    )


def _good(report: Report) -> str:
    if not report.unnamed:
        return "Every event is legal, and every card that left a deck is named."
    return (
        f"Every event is legal with some face for each card that is never named "
        f"({len(report.unnamed)} of them)."
    )


def _standings(names: Sequence[str], scores: Sequence[Score]) -> tuple[Standing, ...]:
    pairs = zip(names, scores, strict=False)  # without a good opening there are no scores
    return tuple(
        Standing(name[:MAX_NAME], each.points, each.purchased, each.rank) for name, each in pairs
    )


def page(record: str) -> str:
    """Return the replay page of a record, which is JSON."""
    return replay_html(from_json(record, Record))


# Playing


@attrs.frozen
class Seat:
    """Who sits somewhere: the name, and of a program which bot it is."""

    name: str
    bot: str | None = None


@attrs.frozen
class Game:
    """A game that is played: all that is kept of it, from which it is played again in every call.

    `actions` are in notation; `looking` is the seat whose view is on the screen, None before the
    first.
    """

    seats: tuple[Seat, ...]
    seed: int
    actions: tuple[str, ...] = ()
    looking: int | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat."""
        return tuple(seat.name for seat in self.seats)

    def bot(self, seat: int | None) -> Bot | None:
        """The bot of a seat, if there is one."""
        name = None if seat is None else self.seats[seat].bot
        return None if name is None else RandomBot(self.seed) if name == "random" else GreedyBot()


@attrs.frozen
class Choice:
    """An action that is legal: its kind, how it is written, and what it does in words."""

    kind: str
    notation: str
    words: str


@attrs.frozen
class Line:
    """What was done in a turn, to be read behind the name."""

    turn: int
    name: str
    words: str


@attrs.frozen
class Table:
    """What the page shows after a decision.

    `curtain` is the seat that has to come to the screen first; then there is nothing to be seen.
    `busy` tells that bots have to be let on.
    """

    game: Game
    headline: str
    mover: int | None
    busy: bool
    curtain: int | None
    picture: str
    choices: tuple[Choice, ...]
    history: tuple[Line, ...]
    standings: tuple[Standing, ...]


def go_on(text: str) -> str:
    """Let the bots of a game decide until a person has to, and return the table for that person.

    The text is a `Game` as JSON, and what comes back a `Table`. Raises InvalidValueError and
    UnreadableError for what is no such game, and IllegalActionError for an action that cannot be.
    """
    game = cattrs.structure(json.loads(text), Game)
    states, actions = _played(game)
    for _ in range(BATCH):
        bot = game.bot(states[-1].decider)
        if bot is None:
            break
        actions.append(ask(bot, states[-1]))
        states.append(apply(states[-1], actions[-1]))
    return json.dumps(attrs.asdict(_table(game, states, actions)))


def record(text: str) -> str:
    """Return the record of a game, finished or not, as JSON."""
    game = cattrs.structure(json.loads(text), Game)
    states, actions = _played(game)
    return to_json(record_game(states[0], actions, players=game.names, seed=game.seed))


def _played(game: Game) -> tuple[list[State], list[Action]]:
    """Return all states of a game, and the actions between them."""
    if not all(seat.name.strip() for seat in game.seats):
        message = "a player without a name"
        raise InvalidValueError(message)
    states, actions = [setup(len(game.seats), seed=game.seed)], list[Action]()
    for written in game.actions:
        actions.append(parse_action(written, states[-1]))
        states.append(apply(states[-1], actions[-1]))
    return states, actions


def _table(game: Game, states: Sequence[State], actions: Sequence[Action]) -> Table:
    state = states[-1]
    seat = state.decider
    busy = game.bot(seat) is not None
    persons = [each for each in range(len(game.seats)) if game.bot(each) is None]
    eyes = persons[0] if len(persons) == 1 else None if busy else seat
    view = observe(state, eyes)
    # Whoever sits at the screen must not see what only the next person may know, nor the reverse.
    looking = game.looking
    hidden = None not in (looking, eyes) and view != observe(state, looking)
    choices = () if busy or hidden or seat is None else tuple(map(_choice, legal_actions(view)))
    return Table(
        game=attrs.evolve(
            game,
            actions=tuple(map(format_action, actions)),
            looking=looking if hidden or eyes is None else eyes,
        ),
        headline=headline(observe(state, None), game.names),
        mover=seat,
        busy=busy,
        curtain=eyes if hidden else None,
        picture="" if hidden else svg(view, names=game.names),
        choices=choices,
        history=tuple(_lines(game.names, states, actions)),
        standings=_standings(game.names, score(state)) if seat is None else (),
    )


_KINDS: Final[Mapping[type[Action], str]] = {
    TakeTokens: "Take",
    BuyCard: "Buy",
    ReserveCard: "Reserve",
    ReserveFromDeck: "Reserve",
    ReturnTokens: "Return",
    ChooseNoble: "Choose",
    Pass: "Pass",
}


def _choice(action: Action) -> Choice:
    return Choice(_KINDS[type(action)], format_action(action), say(action))


def _lines(
    names: Sequence[str], states: Sequence[State], actions: Sequence[Action]
) -> Iterator[Line]:
    """Tell each turn, with the noble that came by itself."""
    told = zip(states, states[1:], actions, strict=False)
    for turn, steps in groupby(told, key=_turn):
        words: list[str] = []
        mover = 0
        for before, after, action in steps:
            mover = before.mover
            words.append(say(action))
            came = set(before.nobles) - set(after.nobles)
            if came and not isinstance(action, ChooseNoble):
                words.append(f"the noble {came.pop()} comes")
        yield Line(turn + 1, names[mover], ", ".join(words))


def _turn(step: tuple[State, State, Action]) -> int:
    return step[0].turn
