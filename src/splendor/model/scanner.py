"""`Scanner`: reading a line of notation from the left, and saying where it is not as expected."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NoReturn, TypeVar

from splendor.errors import InvalidValueError, UnreadableError, brief
from splendor.model.cards import (
    ALL_CARDS,
    BACKS,
    CARDS,
    EXTRA_NOBLES,
    NOBLES,
    Card,
    CardBack,
    Noble,
)
from splendor.model.gems import LETTERS, Gems

SEATS: Final = "abcd"
"""The letters of the seats, in the order of play."""
CARD: Final = re.compile(r"[1-3][wugrk](?::[wugrk]+|[1-8])", re.ASCII | re.IGNORECASE)
BACK: Final = re.compile(r"#[1-3]", re.ASCII)
NOBLE: Final = re.compile(r"[wugrk]+", re.ASCII | re.IGNORECASE)
GEMS: Final = re.compile(r"[wugrky]+|-(?![wugrky-])", re.ASCII | re.IGNORECASE)
SEAT: Final = re.compile(r"[a-d](?![a-z0-9])", re.ASCII | re.IGNORECASE)
BLANK: Final = (" ", "\t", "\r")
BLANKS: Final = re.compile(r"[ \t\r]*", re.ASCII)
END: Final = re.compile(r"\Z")
DASH: Final = re.compile(r"-")
SLASH: Final = re.compile(r"/")
_NUMBER: Final = re.compile(r"[0-9]{1,12}(?![0-9])", re.ASCII)
_WORD: Final = re.compile(r"\S+|.", re.DOTALL)

_BY_CONTENT: Final = {f"{card.level}{card.bonus.letter}:{card.cost}": card.id for card in ALL_CARDS}
"""The ids of the cards by level, bonus and cost, which are enough to know one."""

_T = TypeVar("_T")


class Scanner:
    """A line of notation, and how far it has been read.

    What is read may be in capitals or not, with blanks in front. An error says what was expected,
    what was found, and the column, from 1, behind the number of the line if it has one.
    """

    def __init__(self, text: str, line: int | None = None) -> None:
        self.text: str = text
        self.line: int | None = line
        self.at: int = 0

    def skip(self) -> int:
        """Go to the next character that is no blank, and return its index."""
        if self.text.startswith(BLANK, self.at):  # hardly ever
            blanks = BLANKS.match(self.text, self.at)
            self.at = blanks.end() if blanks else self.at
        return self.at

    def take(self, pattern: re.Pattern[str]) -> str | None:
        """Read what fits a pattern, in small letters; None, and nothing read, if it does not."""
        found = pattern.match(self.text, self.skip())
        if found is None:
            return None
        self.at = found.end()
        return found[0].lower()

    def expect(self, pattern: re.Pattern[str], what: str) -> str:
        """Read what fits a pattern; UnreadableError if it does not."""
        found = self.take(pattern)
        return self.refuse(what) if found is None else found

    def finish(self) -> None:
        """Raise UnreadableError unless the line ends here."""
        self.expect(END, "the end")

    def card(self, what: str = "a card such as 1k3") -> Card:
        """Read a card by its id, or by its content, such as `1k:ggg`."""
        start = self.skip()
        text = self.expect(CARD, what)
        level_and_bonus, colon, cost = text.partition(":")
        if colon:
            gems = self.valid(lambda: Gems.parse(cost), start)
            text = _BY_CONTENT.get(f"{level_and_bonus}:{gems}", text)
        return CARDS[text] if text in CARDS else self.refuse("a card that there is", start)

    def face(self) -> Card | CardBack:
        """Read a card, or an unknown one, such as `#2`."""
        back = self.take(BACK)
        if back is not None:
            return BACKS[int(back[1]) - 1]
        return self.card("a card such as 1k3, or an unknown one such as #1")

    def noble(self) -> Noble:
        """Read a noble by the letters it asks for, in any order."""
        start = self.skip()
        letters = self.expect(NOBLE, "a noble such as wug")
        name = "".join(letter for letter in LETTERS if letter in letters)
        noble = NOBLES.get(name) or EXTRA_NOBLES.get(name)
        if noble is None or len(name) != len(letters):
            self.refuse("a noble that there is", start)
        return noble

    def gems(self) -> Gems:
        """Read gems as letters, such as `wwr`; `-` is none."""
        start = self.skip()
        letters = self.expect(GEMS, "gems such as wwr, or - for none")
        return self.valid(lambda: Gems.parse(letters), start)

    def space(self) -> Card | CardBack | None:
        """Read what lies on a place of a row; a dash is nothing."""
        return None if self.take(DASH) is not None else self.face()

    def number(self) -> int:
        """Read a number of at most 12 digits."""
        return int(self.expect(_NUMBER, "a number"))

    def numbers(self, count: int) -> tuple[int, ...]:
        """Read so many numbers with slashes between."""
        numbers = [self.number()]
        while len(numbers) < count:
            self.expect(SLASH, f"a slash and {count - len(numbers)} more numbers")
            numbers.append(self.number())
        return tuple(numbers)

    def supply(self) -> Gems:
        """Read a supply: six numbers in the order white, blue, green, red, black, gold."""
        start = self.skip()
        counts = self.numbers(len(LETTERS))
        return self.valid(lambda: Gems(*counts), start)

    def valid(self, make: Callable[[], _T], start: int) -> _T:
        """Return what `make` does; an InvalidValueError becomes an UnreadableError at `start`."""
        try:
            return make()
        except InvalidValueError as error:
            message = str(error)
        raise UnreadableError(message, path=self.place(start))

    def refuse(self, expected: str, start: int | None = None) -> NoReturn:
        """Raise UnreadableError: this was expected, and that was found."""
        at = self.skip() if start is None else start
        word = _WORD.match(self.text, at)
        found = brief(word[0]) if word else "the end"
        message = f"expected {expected}, not {found}"
        raise UnreadableError(message, path=self.place(at))

    def place(self, at: int) -> str:
        """Return an index in words: its column, and its line if that has a number."""
        column = f"column {at + 1}"
        return column if self.line is None else f"line {self.line}, {column}"
