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
    Card,
    CardBack,
    ChooseNoble,
    FoundGame,
    Gem,
    Gems,
    InvalidValueError,
    Noble,
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

MAX_BYTES: Final = 8 * 1024 * 1024
"""How large a file may be."""
MAX_GAMES: Final = 100
"""How many games of a file are judged."""
MAX_NAME: Final = 40
"""How much is shown of the name of a player."""
MAX_TEXT: Final = 400
"""How much is shown of any other text that stands in a file."""
MAX_ASSUMPTIONS: Final = 10
JOINERS: Final = "\u200c\u200d"
"""Invisible, harmless, and needed: in Persian, in Indian scripts and inside emoji."""
BATCH: Final = 60
"""How many decisions bots take in one call, so that their game can be watched and stopped."""


def versions() -> str:
    """Return the version of the package that runs here."""
    return version("splendor-rules")


def shown(text: str, longest: int = MAX_TEXT) -> str:
    r"""Return a text of strangers, not too long, with all spelled out that steers what shows it.

    Those are controls, line ends, and marks that turn the direction of writing.

    >>> shown("Ada\u202e\n")
    'Ada\\u202e\\n'
    """
    start = text[: longest + 1]
    spelled = "".join(
        char if char.isprintable() or char in JOINERS else ascii(char)[1:-1] for char in start
    )
    return spelled if len(spelled) <= longest else f"{spelled[:longest]}..."


def _names(players: Iterable[str]) -> tuple[str, ...]:
    return tuple(shown(name, MAX_NAME) or "?" for name in players)


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
    In `remarks` the players are named by seat, as in "player 1"; their names are in `standings`.
    """

    files: tuple[str, ...]
    verdict: str
    number: int | None = None
    sentence: str = ""
    rule: str = ""
    place: str = ""
    remarks: str = ""
    assumptions: tuple[str, ...] = ()
    standings: tuple[Standing, ...] = ()
    record: str = ""


def check(files: Iterable[tuple[str, bytes | int]]) -> str:
    """Judge the games in files, each a name and its bytes; those that belong together in one go.

    The two halves of a Board Game Arena game are found as `splendor.find_games` finds them: their
    names are the same up to the first dot. Two files are tried together whatever their names are.
    Of a file that is too large its size is given in place of the bytes.
    """
    given = list(files)
    findings = [_too_large(name, size) for name, size in given if isinstance(size, int)]
    groups: dict[str, list[tuple[str, bytes]]] = {}
    for name, content in given:
        if not isinstance(content, int):
            stem = "" if len(given) == 2 else _stem(name)  # noqa: PLR2004 - halves
            groups.setdefault(stem, []).append((name, content))
    findings.extend(finding for group in groups.values() for finding in _findings(group))
    return json.dumps([attrs.asdict(finding) for finding in findings])


def _too_large(name: str, size: int) -> Finding:
    sentence = f"expected at most {MAX_BYTES} bytes, not {size}"
    return Finding((shown(name),), "unreadable", sentence=sentence)


def _stem(name: str) -> str:
    return name.partition(".")[0]


def _findings(group: Sequence[tuple[str, bytes]]) -> Iterator[Finding]:
    """Judge the games of files that may belong together, in a folder of their own."""
    stem = re.sub(r"[^A-Za-z0-9_-]", "_", _stem(group[0][0]))[:MAX_NAME]
    with TemporaryDirectory() as folder:
        names = {
            Path(folder) / f"{stem}.{at}.json": shown(name) for at, (name, _) in enumerate(group)
        }
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
        record = found.read()
        return _judged(record, found.reading().assumptions, files=files, number=found.number)
    except UnreadableError as error:
        files = (names[found.path],)
        number, sentence, place = found.number, shown(error.message), shown(error.path)
        return Finding(files, "unreadable", number, sentence=sentence, place=place)


def _judged(
    record: Record, assumptions: Sequence[str], *, files: tuple[str, ...], number: int | None
) -> Finding:
    report = verify(record)
    problem = report.problem
    more = len(assumptions) - MAX_ASSUMPTIONS
    return Finding(
        files,
        report.verdict.value,
        number,
        sentence=_good(report) if problem is None else shown(problem.violation.sentence),
        rule="" if problem is None else str(problem.rule),
        place="" if problem is None else str(problem).partition(f": {problem.rule}")[0],
        remarks=" ".join(_remarks(record, report)),
        assumptions=(
            *map(shown, assumptions[:MAX_ASSUMPTIONS]),
            *([f"{more} more"] if more > 0 else []),
        ),
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


def _remarks(record: Record, report: Report) -> Iterator[str]:
    """Say how far a game went, and of a good one what else there is to know."""
    turns = "turn" if report.turns == 1 else "turns"
    if report.problem is not None:
        yield f"{report.turns} good {turns}."
        return
    yield f"{report.turns} {turns}, {_ended(record, report)}."
    if report.missing_refill:
        yield "The last refill is not recorded."
    if report.commitment is not None:
        yield _COMMITMENTS[report.commitment]


_COMMITMENTS: Final = {
    "sealed": "The commitment is sealed and could not be checked.",
    "opened": "The commitment was opened and holds.",
}


def _ended(record: Record, report: Report) -> str:
    ending = record.ending
    if ending.seat is not None:
        how = "resigned" if ending.kind == "resigned" else "ran out of time"
        return f"player {ending.seat} {how}"
    if report.outcome is None:
        return "not finished"
    reason = report.outcome.reason
    return f"played to its end{'' if reason == 'target' else f' ({reason})'}".replace("_", " ")


def _standings(names: Sequence[str], scores: Sequence[Score]) -> tuple[Standing, ...]:
    pairs = zip(_names(names), scores, strict=False)  # without a good opening there are no scores
    return tuple(Standing(name, each.points, each.purchased, each.rank) for name, each in pairs)


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
    """An action that is legal: its kind, how it is written, and what stands on its button.

    `face` is the card, deck or noble it is about, a key of the faces of the table, and `gems` are
    the tokens that are moved, each colour with how many.
    """

    kind: str
    notation: str
    words: str
    face: str = ""
    gems: tuple[tuple[str, int], ...] = ()


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
    `busy` tells that bots have to be let on. `names` are those to be shown, and the headline names
    the players by seat, as in "player 1". `picture` and `faces` are SVG.
    """

    game: Game
    names: tuple[str, ...]
    headline: str
    mover: int | None
    busy: bool
    curtain: int | None
    picture: str
    choices: tuple[Choice, ...]
    faces: dict[str, str]
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
    legal = () if busy or hidden or seat is None else legal_actions(view)
    names = _names(game.names)
    return Table(
        game=attrs.evolve(
            game,
            actions=tuple(map(format_action, actions)),
            looking=looking if hidden or eyes is None else eyes,
        ),
        names=names,
        headline=headline(observe(state, None)),
        mover=seat,
        busy=busy,
        curtain=eyes if hidden else None,
        picture="" if hidden else svg(view, names=game.names),
        choices=tuple(map(_choice, legal)),
        faces={str(face): svg(face) for face in map(_face, legal) if face is not None},
        history=tuple(_lines(names, states, actions)),
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
    face, gems = _face(action), _gems(action)
    return Choice(
        _KINDS[type(action)],
        format_action(action),
        _words(action),
        face="" if face is None else str(face),
        gems=tuple((gem.value, gems.of(gem)) for gem in Gem if gems.of(gem)),
    )


def _face(action: Action) -> Card | CardBack | Noble | None:
    """Return what an action is about, as far as it can be pictured."""
    match action:
        case BuyCard(card) | ReserveCard(card):
            return card
        case ReserveFromDeck(level):
            return CardBack(level)
        case ChooseNoble(noble):
            return noble
        case _:
            return None


def _gems(action: Action) -> Gems:
    """Return the tokens that an action moves by choice."""
    match action:
        case TakeTokens(gems) | ReturnTokens(gems) | BuyCard(_, gems):
            return gems
        case _:
            return Gems()


def _words(action: Action) -> str:
    """Return what stands on the button of an action, with the printed facts of a card."""
    match action:
        case BuyCard(card, payment):
            return f"{_printed(card)}, for {payment.in_words()}"
        case ReserveCard(card):
            return f"{_printed(card)}, costs {card.cost.in_words()}"
        case ReserveFromDeck(level):
            return f"the top card of level {level}"
        case ChooseNoble(noble):
            return f"the noble {noble}"
        case TakeTokens(gems) | ReturnTokens(gems):
            return gems.in_words()
        case _:
            return ""


def _printed(card: Card) -> str:
    return f"{card} {card.bonus.value}, {card.points} point{'' if card.points == 1 else 's'}"


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
