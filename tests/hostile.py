"""Every reader of the library as a function from a document to the text of its refusal.

`python -m tests.hostile`, run from the checkout, reads big documents under limits of memory and
processor time: see `serve`.
"""

from __future__ import annotations

import json
import re
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import attrs
from click.testing import CliRunner

from splendor import (
    SPENDEE,
    Action,
    BuyCard,
    Claims,
    Ending,
    Gems,
    Generator,
    InvalidPositionError,
    Meta,
    Move,
    Record,
    ReserveFromDeck,
    Result,
    Rules,
    SplendorError,
    State,
    TakeTokens,
    UnreadableError,
    UnsupportedVersionError,
    from_json,
    import_games,
    load,
    read_ai_splendor,
    read_bga,
    read_spendee,
    read_traces,
    record_game,
    setup,
    to_json,
)
from splendor.cli.commands import splendor
from splendor.formats.files import FoundGame, load_any
from splendor.formats.search import UnreadableFile, find_games
from splendor.model.cards import CARDS
from tests.ai_writer import write_log
from tests.bga_writer import write_bga
from tests.spendee_writer import write_game

MIB: Final = 1 << 20
LONGEST: Final = 500
"""No refusal has so many characters."""
_PLACE: Final = re.compile(
    r"line \d+, column \d+: |byte \d+: |(^|[: ])\$|at most \d+ bytes, not \d+$"
)
_OTHER_FILE: Final = re.compile(
    r"(game\.json: )?expected (a game|a Board Game Arena|one game, not several)"
)
_EXPECTATION: Final = re.compile(
    r"expected |not JSON: .|not UTF-8: .|unknown key |is missing$|stands twice|"
    r"lone surrogate|canonical spelling|must be |there is no (card|noble|seat) |"
    r"(is|are) (an int|three|one|1, 2 or 3)\b|is one of |of at most |take part, not |twice$|"
    r"is 6 signed numbers|is newer than "
)


def _record() -> Record:
    """A short game with something in every field."""
    opening = setup(2, seed=7, rules=Rules(target_score=18, turn_limit=40))
    game = record_game(
        opening,
        [TakeTokens(Gems(white=1, blue=1, red=1)), ReserveFromDeck(2)],
        players=("Ada", "Zo\xeb"),
        seed=7,
    )
    take, *others = game.events
    assert isinstance(take, Move)
    first = attrs.evolve(
        take,
        claims=Claims(points=0, gained=0, change=(1, 1, 0, 1, 0, 0), round=1),
        meta=Meta({"clock": 5, "x_mark": True}),
    )
    return attrs.evolve(
        game,
        events=(first, *others),
        ending=Ending("resigned", 0),
        result=Result((0, 0), (0, 0), (2, 1), (1,)),
        generator=Generator("a program", "3"),
        meta=Meta({"site": "here", "tags": ["a", {"b": None, "c": -1}], "x_table": {"n": 4}}),
    )


RECORD: Final = to_json(_record())
STATE: Final = to_json(setup(2, seed=7))
TABLE, LOG = (
    json.dumps(half, ensure_ascii=False)
    for half in write_bga(record_game(setup(2, seed=7), [TakeTokens(Gems(1, 1, 1))]), order="2025")
)
BOUGHT: Final = to_json(BuyCard(CARDS["1k3"], Gems(green=2, gold=1)))


_OPENING: Final = setup(2, seed=7, rules=SPENDEE)
_ACTIONS: Final = (TakeTokens(Gems(1, 1, 1)), ReserveFromDeck(2))
SPENDEE_GAME: Final = json.dumps(write_game(_OPENING, _ACTIONS))
AI_GAME, AI_TURN = (
    json.dumps(line)
    for line in write_log(attrs.evolve(_OPENING, decks=[(), (), ()], nobles=()), [])[:2]
)
_CARD: Final = "L1-K-0-00210"
TRACE: Final = json.dumps(
    {
        "trace": "splendor-trace/1",
        "id": "1",
        "source": "here",
        "players": 2,
        "first": 0,
        "rules": {"target": 15, "quirks": ["gold_last"]},
        "setup": {
            "bank": [4, 4, 4, 4, 4, 5],
            "market": [[_CARD, None, None, None], [None] * 4, [None] * 4],
            "decks": None,
            "deck_counts": [36, 26, 16],
            "nobles": ["N-44000"],
        },
        "steps": [
            {"do": "take", "by": 0, "gems": [1, 1, 1, 0, 0], "after": {"points": [0, 0]}},
            {"do": "reserve", "by": 1, "from": "deck", "level": 2, "card": None, "gold": True},
            {"do": "buy", "by": 0, "from": "row", "card": _CARD, "pay": [0, 0, 2, 1, 0, 0]},
            {"do": "reveal", "level": 1, "card": _CARD},
            {"do": "noble", "by": 0, "noble": "N-44000", "eligible": ["N-44000"]},
        ],
        "end": {"scores": [0, 0], "purchased": None, "winners": [0]},
    }
)


def refusal_of(read: Callable[[], object]) -> str:
    """The text with which a document is refused; empty if it is read.

    A position that breaks invariants was read: its problems are a judgement.
    """
    try:
        read()
    except InvalidPositionError:
        return ""
    except SplendorError as error:
        refusal = error
    else:
        return ""
    assert type(refusal) in {UnreadableError, UnsupportedVersionError}
    return str(refusal)


def assert_refused(text: str) -> None:
    """Refused at a place, or as a whole file that is of another kind, or half a game."""
    assert _PLACE.search(text) or _OTHER_FILE.match(text), text
    assert _EXPECTATION.search(text), text
    assert len(text) < LONGEST
    assert text.isprintable()


@attrs.frozen
class Reader:
    """A reader, a small document that it reads, and how much of a document it looks at."""

    name: str
    sample: str
    read: Callable[[str | bytes, Path], str]
    partial: bool = False
    """Whether it reads only what it needs of another program's document."""
    stride: int = 1
    """One of how many places of a document is tried where all would take too long."""
    by_file: bool = False
    """Whether it reads files."""

    def __str__(self) -> str:
        return self.name


def _of_json(kind: Any, *, strict: bool = False) -> Callable[[str | bytes, Path], str]:  # noqa: ANN401 - a type or a union
    return lambda data, _: refusal_of(lambda: from_json(data, kind, strict=strict))


def _imported(read: Callable[[str | bytes], object]) -> Callable[[str | bytes, Path], str]:
    return lambda data, _: refusal_of(lambda: read(data))


def _put(data: str | bytes, folder: Path) -> Path:
    path = folder / "game.json"
    path.write_bytes(data.encode(errors="surrogatepass") if isinstance(data, str) else data)
    return path


def _of_file(read: Callable[[Path], object]) -> Callable[[str | bytes, Path], str]:
    return lambda data, folder: refusal_of(lambda: read(_put(data, folder)))


def _found(path: Path) -> object:
    games = []
    for found in find_games([path]):
        if isinstance(found, UnreadableFile):
            raise found.error
        assert isinstance(found, FoundGame)
        games.append(found.read())
    assert games
    return games


def _run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(splendor, arguments, env={"COLUMNS": "999"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def _verified(data: str | bytes, folder: Path) -> str:
    code, out, _ = _run("verify", "--json", str(_put(data, folder)))
    reports = json.loads(out)["reports"]
    error = next(filter(None, (report["error"] for report in reports)), None)
    assert (code == 2) == (error is not None)
    return "" if error is None else ": ".join(filter(None, (error["path"], error["message"])))


def _printed(command: str, *options: str) -> Callable[[str | bytes, Path], str]:
    def read(data: str | bytes, folder: Path) -> str:
        code, out, err = _run(command, str(_put(data, folder)), *options)
        assert (code == 2) == (not out)
        told = [line for line in err.split("\n") if not line.startswith("assumed: ")]
        return "\n".join(told).removeprefix("Error: ").removesuffix("\n")

    return read


READERS: Final = (
    Reader("from_json Record", RECORD, _of_json(Record)),
    Reader("from_json Record strict", RECORD, _of_json(Record, strict=True), stride=5),
    Reader("from_json State", STATE, _of_json(State)),
    Reader("from_json Action", BOUGHT, _of_json(Action)),
    Reader("from_json Rules", '{"gold_tokens":[1,2,3],"turn_limit":9}', _of_json(Rules)),
    Reader("from_json Gems", "[1,0,2,0,0,5]", _of_json(Gems)),
    Reader(
        "read_bga table",
        TABLE,
        lambda data, _: refusal_of(lambda: read_bga(data, LOG)),
        partial=True,
        stride=41,
    ),
    Reader(
        "read_bga log",
        LOG,
        lambda data, _: refusal_of(lambda: read_bga(TABLE, data)),
        partial=True,
        stride=7,
    ),
    Reader("read_spendee", SPENDEE_GAME, _imported(read_spendee), partial=True, stride=3),
    Reader("read_ai_splendor", AI_GAME, _imported(read_ai_splendor), partial=True, stride=41),
    Reader("read_traces", TRACE, _imported(read_traces), partial=True, stride=5),
    Reader("import_games", TRACE, _imported(import_games), partial=True, stride=11),
    Reader("load", RECORD, _of_file(load), stride=5, by_file=True),
    Reader("load_any", STATE, _of_file(load_any), stride=11, by_file=True),
    Reader("find_games", RECORD, _of_file(_found), stride=11, by_file=True),
    Reader("splendor verify", RECORD, _verified, stride=97, by_file=True),
    Reader("splendor show", RECORD, _printed("show"), stride=97, by_file=True),
    Reader("splendor view", RECORD, _printed("view", "--seat", "0"), stride=97, by_file=True),
    Reader(
        "splendor convert",
        RECORD,
        _printed("convert", "-", "--to", "text"),
        stride=97,
        by_file=True,
    ),
)
BY_NAME: Final = {reader.name: reader for reader in READERS}

_TOKEN: Final = re.compile(
    r'(?P<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?P<string>"(?:[^"\\]|\\.)*")|(?P<int>-?\d+)|(?P<object>\{)'
)


def places(text: str, kind: str) -> list[tuple[int, int]]:
    """Where the tokens of a kind stand in a document: keys, strings, ints or objects."""
    return [found.span() for found in _TOKEN.finditer(text) if found.lastgroup == kind]


# Big documents


@attrs.frozen
class Big:
    """A document of some size, given by its beginning, what is repeated, and its end."""

    head: str
    unit: str
    tail: str = ""

    def text(self, size: int) -> str:
        """The document, of at most so many bytes."""
        room = size - len(self.head.encode()) - len(self.tail.encode())
        return self.head + self.unit * (room // len(self.unit.encode())) + self.tail


def inside(sample: str, unit: str, *keys: str | int, wrap: str = "[*]", last: str = "") -> Big:
    """A document with something big at a place: a list (or else) of units, and of a last one."""
    hole = "<the hole>"
    document = json.loads(sample)
    node = document
    for key in keys[:-1]:
        node = node[key]
    node[keys[-1]] = hole
    head, tail = json.dumps(document, ensure_ascii=False).split(f'"{hole}"')
    begin, end = wrap.split("*")
    return Big(head + begin, unit, (last or unit.rstrip(",")) + end + tail)


@attrs.frozen
class Task:
    """A document to be read by a reader, with some bytes of memory to spare beyond it."""

    reader: str
    document: Big
    size: int
    spare: int
    as_bytes: bool = False


@attrs.frozen
class Answer:
    """What came of it: the refusal (empty if the document was read), memory in bytes, seconds.

    The memory is what Python's allocators gave at most, and is only noted with little to spare.
    """

    refusal: str
    peak: int
    seconds: float


SMALL: Final = 8 * MIB
"""So little to spare that noting each piece of memory takes no time."""


@lru_cache(maxsize=1)
def _document(document: Big, size: int, *, as_bytes: bool) -> str | bytes:
    text = document.text(size)
    return text.encode() if as_bytes else text


def serve(lines: Iterable[str]) -> Iterator[Answer]:
    """Carry out tasks, one a line, in this process, which may use no more memory than they allow.

    A document that needs more ends in a MemoryError.
    """
    import resource  # noqa: PLC0415 - there is none on Windows

    _, most = resource.getrlimit(resource.RLIMIT_AS)
    for line in lines:
        name, big, size, spare, as_bytes = json.loads(line)
        data = _document(Big(*big), size, as_bytes=as_bytes)
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + spare, most))
        if spare <= SMALL:
            tracemalloc.start()
        began = time.process_time()
        refusal = BY_NAME[name].read(data, Path())
        seconds = time.process_time() - began
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        yield Answer(refusal, peak, seconds)


if __name__ == "__main__":
    for answer in serve(sys.stdin):
        print(json.dumps(attrs.astuple(answer)))  # noqa: T201 - the answer
