"""What a tournament desk decides: which games count, why others do not, and who stands where.

Values and functions, and nothing about files. Nothing of a game is kept but an `Entry`, so that a
folder may hold any number of games.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from typing import Final, Literal, TypeAlias

import attrs

from splendor import (
    PRESETS,
    Move,
    Problem,
    Record,
    Report,
    RevealCard,
    Rules,
    UnreadableError,
    Verdict,
    format_action,
    verify,
)

from .logs import Source

Kind: TypeAlias = Literal["invalid", "unreadable", "ending", "names", "rules", "copy", "renamed"]
"""Why a game does not count. The first two are wrong; the others are for the desk to decide."""
WRONG: Final = frozenset[Kind]({"invalid", "unreadable"})
Order: TypeAlias = Literal["wins", "share"]
"""What decides first about the rank: wins, or wins a game."""
NO_NAME: Final = "(no name)"
_WHICH: Final = ("first", "second", "third", "fourth")
_NO_NAMES: Final = frozenset({NO_NAME, *(f"Player {number}" for number in range(1, 5))})
"""What stands for a player who has no name, also if they have changed seats since."""
JOINERS: Final = "\u200c\u200d"
"""Invisible, harmless, and needed: in Persian, in Indian scripts and inside emoji."""


@attrs.frozen
class Fault:
    """Why a game does not count: a sentence, and where it stands, as far as that is known.

    Of an INVALID game `rule` is the id of the rule that is broken, `event` counts from 0, `turn`
    from 1, and `player` is a seat, from 0. Of an unreadable one `place` is the place in the file.
    """

    kind: Kind
    sentence: str
    rule: str = ""
    event: int | None = None
    turn: int | None = None
    player: int | None = None
    place: str = ""


@attrs.frozen
class Seat:
    """What a player has of a game; `share` is that of the victory.

    `written` is the name as it stands in the log.
    """

    player: str
    written: str
    points: int = 0
    cards: int = 0
    share: Fraction = Fraction(0)


@attrs.frozen
class Entry:
    """What the desk keeps of a game that was handed in.

    `fault` is None if it counts. `first` is the seat that began. `game` is the same of two logs
    with as many players and the same moves, whatever else they say, and empty of what could not be
    read and of a record without moves.
    """

    source: Source
    fault: Fault | None = None
    seats: tuple[Seat, ...] = ()
    turns: int = 0
    verdict: str = "unreadable"
    rules: str = ""
    first: int = 0
    game: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Who played, in seat order."""
        return tuple(seat.player for seat in self.seats)

    @property
    def in_turn(self) -> tuple[str, ...]:
        """Who played, in the order of play; the same however the seats are turned."""
        return self.names[self.first :] + self.names[: self.first]

    @property
    def replay(self) -> str:
        """The path of its replay page, which no other game has; empty if it has none."""
        if not self.game:
            return ""
        source = self.source
        digest = hashlib.sha256(repr(source).encode(errors="backslashreplace")).hexdigest()
        stem = source.file.rpartition("/")[2].partition(".")[0]
        plain = re.sub(r"[^A-Za-z0-9]+", "-", stem[:40]).strip("-")
        return f"games/{'-'.join(filter(None, (plain, digest[:16])))}.html"


@attrs.frozen
class Standing:
    """How a player stands: sums over the games that count. `written` are the ways of their name."""

    rank: int
    player: str
    games: int
    wins: Fraction
    points: int
    cards: int
    written: tuple[str, ...] = ()

    @property
    def win_share(self) -> Fraction:
        """Wins a game."""
        return self.wins / self.games

    @property
    def average_points(self) -> Fraction:
        """Prestige points a game."""
        return Fraction(self.points, self.games)

    @property
    def average_cards(self) -> Fraction:
        """Bought cards a game."""
        return Fraction(self.cards, self.games)

    def merits(self, order: Order) -> tuple[Fraction, ...]:
        """Return what decides about the rank, the more the better; fewer cards are (WIN-3)."""
        share = order == "share"
        first = (self.win_share, self.wins) if share else (self.wins, self.win_share)
        return *first, self.average_points, -self.average_cards


# Names


def name_of(written: str) -> str:
    r"""Return whom a written name means: without blanks around it, and in one spelling (NFC).

    Nothing else makes two names one, neither capitals nor look-alikes.

    >>> name_of(" Zoe\u0308 ") == name_of("Zo\xeb"), name_of("zoe") == name_of("Zoe")
    (True, False)
    """
    return unicodedata.normalize("NFC", written).strip()


def called(name: str) -> str:
    """Return what a player is called where the name has to be seen.

    >>> called("Ada"), called("")
    ('Ada', '(no name)')
    """
    return name if name.strip(JOINERS) else NO_NAME


def shown(text: str) -> str:
    r"""Return a text of strangers with everything spelled out that steers what shows it.

    Those are controls, line ends, and marks that turn the direction of writing.

    >>> shown("Ada\u202e\n")
    'Ada\\u202e\\n'
    """
    return "".join(
        char if char.isprintable() or char in JOINERS else ascii(char)[1:-1] for char in text
    )


def alike(names: Iterable[str]) -> list[tuple[str, ...]]:
    """Return the groups of names that differ in nothing that one sees well.

    That are capitals, blanks, other signs between letters, widths, and what is invisible.

    >>> alike(["Bo", "Ada", "ada "])
    [('Ada', 'ada ')]
    """
    groups: defaultdict[str, set[str]] = defaultdict(set)
    for name in names:
        plain = unicodedata.normalize("NFKC", name).casefold()
        groups["".join(filter(str.isalnum, plain)) or plain].add(name)
    return sorted(tuple(sorted(group)) for group in groups.values() if len(group) > 1)


# Games


def unreadable(source: Source, error: UnreadableError) -> Entry:
    """Return the entry of what cannot be read."""
    return Entry(source, Fault("unreadable", error.message, place=error.path))


def judge(source: Source, record: Record, presets: Collection[str]) -> Entry:
    """Return the entry of a game, which counts if nothing is found against it.

    `presets` are the names of the rules that may have been played by.
    """
    report = verify(record)
    names = tuple(map(name_of, record.players))
    return Entry(
        source=source,
        fault=_fault(record, report, names, presets),
        seats=tuple(_seats(record, names, report)),
        turns=report.turns,
        verdict=report.verdict.value,
        rules=_preset(record.rules),
        first=record.opening.first_player,
        game=_identity(record),
    )


def _preset(rules: Rules) -> str:
    """Return the preset that a game keeps to, as long as no limit of turns ends it."""
    endless = attrs.evolve(rules, turn_limit=None)
    return next((name for name, preset in PRESETS.items() if preset == endless), "house rules")


def _fault(
    record: Record, report: Report, names: tuple[str, ...], presets: Collection[str]
) -> Fault | None:
    """Return the first reason for which a game does not count, or None."""
    if report.verdict is Verdict.INVALID and report.problem is not None:
        return _problem(report.problem)
    for seat, name in enumerate(names):
        if called(name) in _NO_NAMES:
            return Fault("names", f"the {_WHICH[seat]} player has no name")
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        return Fault("names", f"two players are called {twice}")
    if _preset(record.rules) not in presets:
        return Fault("rules", f"not played by rules that count here: {record.rules}")
    ending = _ending(record, report, names)
    return None if ending is None else Fault("ending", ending)


def _problem(problem: Problem) -> Fault:
    return Fault(
        kind="invalid",
        sentence=problem.violation.sentence,
        rule=problem.rule.value,
        event=problem.event,
        turn=problem.turn,
        player=problem.player,
    )


def _ending(record: Record, report: Report, names: tuple[str, ...]) -> str | None:
    """Say how a game ended that was not played to its end; None of any other."""
    if report.outcome is not None:
        limit = report.outcome.reason == "turn_limit"
        return f"stopped by the limit of {record.rules.turn_limit} rounds" if limit else None
    seat = record.ending.seat
    if seat is None:
        return "unfinished"
    return f"{names[seat]} {'resigned' if record.ending.kind == 'resigned' else 'ran out of time'}"


def _seats(record: Record, names: tuple[str, ...], report: Report) -> Iterator[Seat]:
    winners = () if report.outcome is None else report.outcome.winners
    for seat, (name, written) in enumerate(zip(names, record.players, strict=True)):
        if not report.scores:  # the opening itself is wrong
            yield Seat(name, written)
            continue
        score = report.scores[seat]
        share = Fraction(seat in winners, len(winners) or 1)
        yield Seat(name, written, score.points, score.purchased, share)


def _identity(record: Record) -> str:
    """Return what all logs of one game have in common: how many played, and what they did.

    Names are soon changed, seats turned, and cards that lay or came open hidden or put in another
    order. It is empty if nobody did anything.
    """
    moves = (event.action for event in record.events if isinstance(event, Move))
    actions = [format_action(move) for move in moves if not isinstance(move, RevealCard)]
    parts = (str(len(record.players)), *actions)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest() if actions else ""


def count_once(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries by file, with a fault on each game that counts already.

    Of the logs of one game a VALID one counts, as it has all cards; of several the first by path.
    """
    best: dict[str, Entry] = {}
    found: list[Entry] = []
    for entry in sorted(entries, key=lambda entry: (entry.verdict != "valid", entry.source)):
        if entry.fault is None and best.setdefault(entry.game, entry) is not entry:
            found.append(attrs.evolve(entry, fault=_again(entry, best[entry.game])))
        else:
            found.append(entry)
    return sorted(found, key=lambda entry: entry.source)


def _again(entry: Entry, counted: Entry) -> Fault:
    if entry.in_turn == counted.in_turn:
        return Fault("copy", f"the same game as {counted.source}")
    return Fault("renamed", f"the same moves as {counted.source}, under other names")


def standings(entries: Iterable[Entry], order: Order = "wins") -> list[Standing]:
    """Return who stands where by the games that count, the best first.

    What decides is, one after the other: wins, wins a game, points a game, and fewer cards a game;
    in the order "share" wins a game go before wins. Equals share the better rank, and the next one
    is left out: 1, 1, 3. They stand by name.
    """
    seats: defaultdict[str, list[Seat]] = defaultdict(list)
    for entry in entries:
        if entry.fault is None:
            for seat in entry.seats:
                seats[seat.player].append(seat)
    table = [_sums(player, seats[player]) for player in sorted(seats)]
    table.sort(key=lambda standing: standing.merits(order), reverse=True)
    ranks: dict[tuple[Fraction, ...], int] = {}
    for place, standing in enumerate(table, start=1):
        ranks.setdefault(standing.merits(order), place)
    return [attrs.evolve(standing, rank=ranks[standing.merits(order)]) for standing in table]


def _sums(player: str, seats: list[Seat]) -> Standing:
    return Standing(
        rank=0,
        player=player,
        games=len(seats),
        wins=sum((seat.share for seat in seats), start=Fraction(0)),
        points=sum(seat.points for seat in seats),
        cards=sum(seat.cards for seat in seats),
        written=tuple(sorted({seat.written for seat in seats})),
    )
