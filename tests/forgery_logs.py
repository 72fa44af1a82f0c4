"""Forgeries of Board Game Arena's own files: one number or text after another changed.

Whatever the reader relies on, a change of it is refused or makes the game INVALID. What it lets
pass is named here by its place.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from typing import Any, Final, Literal

import attrs

from splendor import Meta, Record, SplendorError, Verdict, read_bga, verify
from tests.bga_logs import RETURNING, another_figure, game
from tests.bga_writer import Json, write_bga
from tests.forging import some
from tests.shared import SHARED, shared

Fate = Literal["refused", "invalid", "kept", "ignored"]
Place = tuple[str | int, ...]
"""The keys on the way to a number or text."""

IGNORED: Final = (
    # how things look, and what the site tells its own programs
    *("*.log", "*.uid", "*.h", "*.lock_uuid", "*.player_name", "*.i18n", "*.preserve"),
    *("*.cardname", "*.noble_desc", "*.color", "*.color_back", "*.img", "*.promo", "nobledb.name"),
    *("gamestate.*", "gamestates.*", "notifications.*", "status", "data.valid"),
    *("packet.channel", "packet.packet_type", "simpleNote.args.*", "simpleNode.args.*"),
    # clocks, and seats at which programs sit
    *("*.reflexion.*", "updateReflexionTime.args.*", "players.is_ai"),
    *("players.zombie", "players.eliminated"),
    # a noble has those of the card with its number; a card is where the game has it
    *("*.location", "*.location_arg", "*.type_arg"),
    # no part of the base game
    *("*.cardToCopyId", "*.doubleGoldCardsIdList", "*.expenseCardsIdList", "*.isCities*"),
    "market.orient_row.count",
    # said again elsewhere: the key of the noble, the players' names, ranks, whether anybody left
    *("nobledb.id", "*.result.name", "*.result.tie", "*.result.zombie", "*.args.table.*"),
    # of a change of state its number counts, of a turn's also whose it is and the round
    *("gameStateChange*.args.type", "gameStateChange*.updateGameProgression"),
    *("gameStateChange.args.*", "gameStateChange40.args.active_player"),
    *("gameStateChange75.args.active_player", "gameStateChange99.args.active_player"),
    *("gameStateChange40.args.args", "gameStateChange75.args.args"),
)
"""Patterns of the places that the reader does not look at."""
KEPT: Final = ("players.name", "packet.packet_id", "packet.time", "packet.move_id")
"""Kept beside the game, and judged by no rule: names, and where in the log an event stands.

Two moves of one number are one, which is found unless nothing in them is a matter of rules.
"""
NOT_FOUND: Final = ("reserveCard.args.rank",)
"""The level of a card drawn blind, which nobody need ever name: another may go unnoticed."""


@attrs.frozen
class Files:
    """A game in its two files."""

    name: str
    table: Json
    log: Json

    def read(self) -> Record:
        """What the reader makes of it."""
        return read_bga(json.dumps(self.table), json.dumps(self.log))


@attrs.frozen
class Changed:
    """A number or text that was changed, and what became of it."""

    place: Place
    name: str
    fate: Fate | None
    """None if the game is another one, and nothing is found."""


@cache
def own_logs() -> tuple[Files, ...]:
    """Games of this package as Board Game Arena would write them, of both years."""
    return (
        Files("short, as of 2021", *write_bga(RETURNING, order="2021")),
        Files("whole, as of 2025", *write_bga(game(1), order="2025")),
    )


@cache
def sample_logs() -> tuple[Files, ...]:
    """The logs beside the project; none where they are absent."""
    return tuple(
        Files(f"Board Game Arena {year}", *(_parsed(year, half) for half in _HALVES))
        for year in (2021, 2025)
        if SHARED is not None
    )


_HALVES = ("gamedatas", "g_gamelogs")


def _parsed(year: int, half: str) -> Json:
    text = shared("samples", f"bga-{year}.{half}.json").read_text(encoding="utf-8")
    document: Json = json.loads(text)
    return document


def changes(files: Files, most: int) -> Iterator[Changed]:
    """Change each number and text in turn that counts, of those at like places at most so many."""
    halves = (files.table, files.log)
    texts = [json.dumps(half) for half in halves]
    original = files.read()
    for number, document in enumerate(halves):
        for name, places in _places(document).items():
            for place in [] if ignored(name) else some(places, most):
                holder = _at(document, place[:-1])
                old = holder[place[-1]]
                holder[place[-1]] = _another(old)
                changed = [*texts]
                changed[number] = json.dumps(document)
                holder[place[-1]] = old
                yield Changed(place, name, _fate(changed, original))


def ignored(name: str) -> bool:
    """Whether a place is one that the reader does not look at."""
    return any(fnmatch(name, pattern) for pattern in IGNORED)


def with_noise(files: Files) -> Record:
    """What is read if everything that does not count is changed at once."""
    halves: list[Json] = [json.loads(json.dumps(half)) for half in (files.table, files.log)]
    for document in halves:
        for name, places in _places(document).items():
            for place in places if ignored(name) else []:
                holder = _at(document, place[:-1])
                holder[place[-1]] = _another(holder[place[-1]])
    return read_bga(*map(json.dumps, halves))


def _another(old: object) -> object:
    return 1 if old is None else another_figure(old) if old != "" else "x"


def _fate(texts: list[str], original: Record) -> Fate | None:
    try:
        record = read_bga(*texts)
    except SplendorError:
        return "refused"
    if verify(record).verdict is Verdict.INVALID:
        return "invalid"
    if record == original:
        return "ignored"
    return "kept" if _game_alone(record) == _game_alone(original) else None


def _game_alone(record: Record) -> Record:
    """A record without names and the places in its source."""
    events = tuple(attrs.evolve(event, meta=Meta()) for event in record.events)
    players = tuple("" for _ in record.players)
    return attrs.evolve(record, events=events, players=players, meta=Meta())


def allowed(change: Changed) -> bool:
    """Whether what became of a change is right."""
    if change.name in KEPT:
        return change.fate is not None
    if change.name in NOT_FOUND:
        return change.fate in {"refused", "invalid", None}
    return change.fate in {"refused", "invalid"}


def fates(files: Files, most: int) -> Counter[str]:
    """Count what becomes of the changes."""
    return Counter(str(change.fate) for change in changes(files, most))


def places_of(files: Files) -> set[str]:
    """The names of all places in both files."""
    return {*_places(files.table), *_places(files.log)}


def _places(document: Json) -> dict[str, list[Place]]:
    """The numbers and texts by the names of their places."""
    found: dict[str, list[Place]] = {}
    for place in _leaves(document):
        found.setdefault(_name(document, place), []).append(place)
    return found


def _leaves(holder: Json | list[Any], way: Place = ()) -> Iterator[Place]:
    pairs: Any = holder.items() if isinstance(holder, dict) else enumerate(holder)
    for key, value in pairs:
        if isinstance(value, (dict, list)):
            yield from _leaves(value, (*way, key))
        else:
            yield *way, key


def _at(document: Json, place: Place) -> Any:  # noqa: ANN401 - whatever stands there
    found: Any = document
    for key in place:
        found = found[key]
    return found


def _name(document: Json, place: Place) -> str:
    """The place without numbers; in a log it begins with the kind of notification, or `packet`."""
    words = [str(key).rstrip("0123456789_") for key in place if not str(key).lstrip("-").isdigit()]
    if place[:2] != ("data", "data"):
        return ".".join(words)
    if len(place) == len(("data", "data", 0, "time")):
        return f"packet.{words[-1]}"
    note = _at(document, place[:5])
    state = note["args"].get("id", "") if note["type"] == "gameStateChange" else ""
    return ".".join([f"{note['type']}{state}", *words[3:]])
