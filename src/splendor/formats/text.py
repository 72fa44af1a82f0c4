"""Records as text, for people to read and write: `format_record`, `parse_record`, `parse_records`.

Tags in brackets, the opening table, and a line for each turn, in the notation of
`splendor.formats.notation`; docs/reference/text.md has the grammar. Reading looks at the spelling
alone: what an event says is kept as it stands, right or wrong, and `splendor.verify` judges it.
Only where a payment or the noble of a visit is left out the game is followed, to see which it can
be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, cast

import attrs

from splendor.errors import InvalidValueError, UnreadableError, brief
from splendor.formats.json import RECORD_FORMAT, VERSION, from_data, to_data
from splendor.formats.meta import NO_META
from splendor.formats.plain import check_spelling
from splendor.formats.record import Opening, Record
from splendor.formats.strict import text_of
from splendor.formats.text_events import (
    EventReader,
    json_text,
    read_json,
    with_comments,
    write_events,
)
from splendor.model.cards import LEVELS
from splendor.model.position import space_text, supply_text
from splendor.model.rules import PLAYER_COUNTS, ROW_SIZE, Rules
from splendor.model.scanner import DASH, SEAT, SEATS, SLASH, Scanner

TAGS: Final = (
    "format",
    "cards",
    "rules",
    "players",
    "perspective",
    "ending",
    "result",
    "seed",
    "decks",
    "commitment",
    "generator",
    "meta",
)
"""The tags in their order; all but the first are keys of the JSON, and hold what those do."""
_SHORT: Final = {"rules": "preset", "ending": "kind"}
"""Tags that hold one string where it is all there is to say, and its key."""
_REQUIRED: Final = ("format", "cards", "players")
_FORMAT: Final = re.compile(f"{RECORD_FORMAT}/([0-9]{{1,9}})")
_TAG: Final = re.compile(r"\[[ \t]*[a-z_]+", re.ASCII | re.IGNORECASE)
_BRACKET: Final = re.compile(r"\]")
_OPENING: Final = re.compile(r"(bank|first|nobles|[123][ \t]*:)", re.ASCII | re.IGNORECASE)
_TAG_OF_PATH: Final = re.compile(r"\$\.(\w+)(.*)", re.DOTALL)


# Writing


def format_record(record: Record) -> str:
    """Return a record as text, in its one spelling, with a line feed at the end.

    Games in one file stand behind each other with an empty line between. Nothing is lost:
    `parse_record` gives the same record back. Raises InvalidValueError for what is no record.
    """
    if not isinstance(record, Record):
        message = f"a record is expected, not {brief(record)}"
        raise InvalidValueError(message)
    lines = [*_tag_lines(record), "", *_opening_lines(record.opening)]
    events = list(write_events(record.events, len(record.players)))
    if events:
        lines += ["", *events]
    return "\n".join(lines) + "\n"


def _tag_lines(record: Record) -> Iterator[str]:
    data = to_data(attrs.evolve(record, events=(), meta=NO_META))
    data["format"] = f"{RECORD_FORMAT}/{VERSION}"
    data["meta"] = record.meta.thaw() or None
    for name, key in _SHORT.items():
        if data[name].keys() == {key}:
            data[name] = data[name][key]
    for tag in TAGS:
        if data.get(tag) is not None:
            yield f"[{tag.capitalize()} {json_text(data[tag])}]"


def _opening_lines(opening: Opening) -> Iterator[str]:
    yield f"bank {supply_text(opening.bank)}"
    yield f"first {SEATS[opening.first_player]}"
    yield f"nobles {' '.join(map(str, opening.nobles)) or '-'}"
    for level, row, count in zip(LEVELS, opening.rows, opening.deck_counts, strict=True):
        yield f"{level}: {' '.join(map(space_text, row))} /{count}"


# Reading


def is_text_record(text: str) -> bool:
    """Return whether a text begins as a record does: with a tag, behind comments if there are."""
    for line in text.split("\n"):
        start = line.strip(" \t\r")
        if start and not start.startswith(";"):
            tag = _TAG.match(start)
            return tag is not None and tag[0].strip("[ \t").lower() in TAGS
    return False


def parse_record(text: str | bytes, *, strict: bool = False) -> Record:
    """Read the one record that a text holds.

    With `strict=True` it has to be spelled as `format_record` spells it. Raises UnreadableError
    with line and column and what was expected there, UnsupportedVersionError for a newer format,
    and AmbiguousActionError for a payment that is left out and can be several. An illegal event is
    none of these: `verify` finds it.
    """
    written = text_of(text)
    games = _split(written)
    record = _read(next(games))
    for second in games:
        message = "expected one game, and here another begins"
        raise UnreadableError(message, path=f"line {second[0][0]}, column 1")
    if strict:
        check_spelling(written, format_record(record))
    return record


def parse_records(text: str | bytes) -> tuple[Record, ...]:
    """Read all records of a text, one behind the other; the tags of a game begin it.

    Raises what `parse_record` does.
    """
    return tuple(map(_read, _split(text_of(text))))


def _split(text: str) -> Iterator[list[tuple[int, str]]]:
    """Yield the numbered lines of each game; behind the rest of a game a tag begins another."""
    if text.startswith("\ufeff"):
        message = "expected a text without a byte order mark"
        raise UnreadableError(message, path="line 1, column 1")
    game: list[tuple[int, str]] = []
    begun = False
    for number, line in enumerate(text.split("\n"), start=1):
        start = line.lstrip(" \t\r")[:1]
        if start == "[" and begun:
            yield game
            game = []
            begun = False
        begun = begun or start not in {"", "[", ";"}
        if start:
            game.append((number, line))
    yield game


def _read(lines: list[tuple[int, str]]) -> Record:
    game = _Game(lines[0][0] if lines else 1)
    for number, text in lines:
        game.read(Scanner(text, number))
    return game.record()


class _Game:
    """A game as far as it has been read: tags, then the opening, then events."""

    def __init__(self, first_line: int) -> None:
        self._place = f"line {first_line}, column 1"
        self._tags: dict[str, Any] = {}
        self._places: dict[str, str] = {}
        self._opening: dict[str, Any] = {}
        self._rows: dict[int, list[str | None]] = {}
        self._counts: dict[int, int] = {}
        self._comments: list[str] = []
        self._events: EventReader | None = None

    def read(self, line: Scanner) -> None:
        """Read a line, up to its comment."""
        while line.take(_TAG) is not None:
            self._read_tag(line)
        if line.skip() < len(line.text) and line.text[line.at] != ";":
            opening = None if self._events else line.take(_OPENING)
            if opening is not None:
                self._read_opening(line, opening)
            else:
                self._events = self._events or EventReader(self._header())
                self._events.read(line)
        if line.text[line.skip() :].startswith(";"):
            comments = self._comments if self._events is None else self._events.comments
            comments.append(line.text[line.at + 1 :].strip(" \t\r"))
        else:
            line.finish()

    def record(self) -> Record:
        """Return the record of all that was read."""
        record = self._header()
        if self._comments:
            record = attrs.evolve(
                record, meta=with_comments(record.meta, self._comments, self._place)
            )
        if self._events is None:
            return record
        self._events.finish()
        try:
            return attrs.evolve(record, events=tuple(self._events.events))
        except InvalidValueError as error:  # only a seat that is not at the table can be wrong now
            message = error.message
            place = self._events.places[int(error.path.removeprefix(".events[").partition("]")[0])]
        raise UnreadableError(message, path=place)

    def _read_tag(self, line: Scanner) -> None:
        """Read what follows the bracket and the name of a tag, which have been read."""
        name = line.text[: line.at].rpartition("[")[2].strip(" \t").lower()
        place = line.place(line.at - len(name))
        if name not in TAGS:
            message = f"expected a tag ({', '.join(map(str.capitalize, TAGS))}), not {brief(name)}"
            raise UnreadableError(message, path=place)
        if name in self._tags:
            message = f"expected the tag {name.capitalize()} once"
            raise UnreadableError(message, path=place)
        self._places[name] = line.place(line.skip())
        self._tags[name] = read_json(line)
        line.expect(_BRACKET, "] and the end of the tag")
        if name == "format" and self._format()[1] > VERSION:
            self._made({"format": RECORD_FORMAT, "version": self._format()[1]}, Record)

    def _read_opening(self, line: Scanner, name: str) -> None:
        """Read what follows the name of a line of the opening table."""
        key = name.rstrip(" \t:")
        place = line.place(line.at - len(name))
        if key in self._opening:
            message = f"expected the line {key} of the opening once"
            raise UnreadableError(message, path=place)
        self._places.setdefault("opening", place)
        self._opening[key] = self._read_table(line, key)

    def _read_table(self, line: Scanner, key: str) -> Any:
        if key == "bank":
            return list(line.supply().counts)
        if key == "first":
            return SEATS.index(line.expect(SEAT, "the letter of the seat that begins"))
        if key == "nobles":
            nobles: list[str] = []
            if line.take(DASH) is None:
                nobles.append(line.noble().id)
                while line.skip() < len(line.text) and line.text[line.at] != ";":
                    nobles.append(line.noble().id)
            return nobles
        row = [line.space() for _ in range(ROW_SIZE)]
        line.expect(SLASH, "a slash and the number of cards in the deck")
        return [None if card is None else str(card) for card in row], line.number()

    def _header(self) -> Record:
        """Return the game without its events."""
        data = dict(self._tags)
        for tag in _REQUIRED:
            if tag not in data:
                self._fail(f"the tag {tag.capitalize()} is missing")
        for key in ("nobles", *map(str, LEVELS)):
            if key not in self._opening:
                self._fail(f"the opening has no line that begins with {key}")
        for name, key in _SHORT.items():
            if isinstance(data.get(name), str):
                data[name] = {key: data[name]}
        if isinstance(data["players"], str):
            data["players"] = [player.strip() for player in data["players"].split(";")]
        rows, counts = zip(*(self._opening[str(level)] for level in LEVELS), strict=True)
        data["format"], data["version"] = self._format()
        data["opening"] = {
            "bank": self._opening.get("bank") or self._bank(data),
            "first_player": self._opening.get("first", 0),
            "nobles": self._opening["nobles"],
            "rows": list(rows),
            "deck_counts": list(counts),
        }
        data["events"] = []
        return cast("Record", self._made(data, Record))

    def _bank(self, data: dict[str, Any]) -> list[int]:
        """Return the bank of the rules, for a game that does not state its own."""
        rules: Rules = self._made(data.get("rules", {}), Rules, "rules")
        players = data["players"]
        if not isinstance(players, list) or len(players) not in PLAYER_COUNTS:
            return [0] * 6
        gems, gold = rules.gems_for(len(players)), rules.gold_for(len(players))
        return [gems, gems, gems, gems, gems, gold]

    def _format(self) -> tuple[str, int]:
        written = self._tags["format"]
        found = _FORMAT.fullmatch(written) if isinstance(written, str) else None
        if found is None:
            message = f"expected the format {RECORD_FORMAT}/{VERSION}, not {brief(written)}"
            raise UnreadableError(message, path=self._places["format"])
        return RECORD_FORMAT, int(found[1])

    def _made(self, data: Any, kind: Any, tag: str = "") -> Any:
        """Make an object of plain data; an error names the tag instead of the path in JSON."""
        try:
            return from_data(data, kind)
        except UnreadableError as error:
            path = error.path.replace("$", f"$.{tag}", 1) if tag else error.path
            found = _TAG_OF_PATH.fullmatch(path.replace("$.version", "$.format"))
            name, rest = (found[1], found[2].removeprefix(".")) if found else ("", "")
            message = f"{rest}: {error.message}" if rest else error.message
            kind_of_error = type(error)
        raise kind_of_error(message, path=self._places.get(name, self._place))

    def _fail(self, message: str) -> None:
        raise UnreadableError(message, path=self._place)
