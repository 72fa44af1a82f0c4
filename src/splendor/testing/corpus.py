"""The conformance corpus: the files under `tests/conformance/`, which the wheel brings along.

Games of this package, of other engines and of people become a `Play` each: an opening, and what is
done from there. The README beside the files says what each of them is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final, Literal, TypeAlias, cast

import attrs

from splendor.engine.setup import deal
from splendor.formats.importers.traces import read_traces
from splendor.formats.notation import parse_action, parse_position
from splendor.formats.record import Move, Record
from splendor.model.actions import (
    Action,
    BuyCard,
    ChooseNoble,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    TakeTokens,
)
from splendor.model.cards import card_by_id, noble_by_id
from splendor.model.gems import Gems
from splendor.model.state import State

Part: TypeAlias = Literal["games", "lists", "traces", "refusals", "positions", "perft"]
"""What a part of the corpus is about; the files are called likewise."""


@attrs.frozen
class Play:
    """A game of the corpus: where it stands, what it is, the opening, and what is done from there.

    The last action may be one that is to be refused; none follows it.
    """

    name: str
    about: str
    opening: State
    actions: tuple[Action, ...]


@attrs.frozen
class Refused:
    """An action that a position refuses, by the first rule it breaks; without one, a position."""

    name: str
    about: str
    position: str
    action: str
    rule: str


@attrs.frozen
class Count:
    """A position with the number of ways to go on, one action deep, two, and so on."""

    name: str
    about: str
    position: str
    counts: tuple[int, ...]


def packaged() -> Traversable:
    """Return the folder of the corpus that is installed with the package."""
    return files("splendor.testing").joinpath("conformance")


# Games


def games(corpus: Traversable) -> Iterator[Play]:
    """Yield the games of `games/`, written with all that is legal on the way."""
    for path in sorted(corpus.joinpath("games").iterdir(), key=lambda path: path.name):
        lines = path.read_text(encoding="utf-8").splitlines()
        words = [line.partition(" ") for line in lines]
        opening = next(rest for word, _, rest in words if word == "opening")
        actions = [parse_action(rest) for word, _, rest in words if word == "play"]
        about = " ".join(rest for word, _, rest in words if word == "#")
        yield Play(f"games/{path.name}", about, parse_position(opening), tuple(actions))


def lists(corpus: Traversable) -> Iterator[Play]:
    """Yield the games of `legal-lists.jsonl`, played by another engine."""
    for name, game in _lines(corpus, "legal-lists.jsonl"):
        opening = deal(
            game["players"],
            rows=[map(card_by_id, row) for row in game["market"]],
            decks=[map(card_by_id, deck) for deck in game["decks"]],
            nobles=map(noble_by_id, game["nobles"]),
        )
        chosen = (_CHOSEN[entry["kind"]](entry) for entry in game["decisions"])
        yield Play(
            name, game["id"], opening, tuple(action for action in chosen if action is not None)
        )


def _main(decision: dict[str, Any]) -> Action | None:
    """Return a main action; None for a card, which the next decision pays for."""
    kind, what = decision["chosen"]
    return _MAIN[kind](what)


_MAIN: Final[dict[str, Callable[[Any], Action | None]]] = {
    "take": lambda counts: TakeTokens(Gems(*counts)),
    "reserve": lambda card: ReserveCard(card_by_id(card)),
    "top": ReserveFromDeck,
    "buy": lambda _: None,
}
_CHOSEN: Final[dict[str, Callable[[dict[str, Any]], Action | None]]] = {
    "main": _main,
    "pay": lambda entry: BuyCard(card_by_id(entry["card"]), Gems(*entry["chosen"])),
    "return": lambda entry: ReturnTokens(Gems(*entry["chosen"])),
    "noble": lambda entry: ChooseNoble(noble_by_id(entry["chosen"])),
}


def traces(corpus: Traversable) -> Iterator[Play]:
    """Yield the games of `traces/`, played by other engines and by people."""
    for path in sorted(corpus.joinpath("traces").iterdir(), key=lambda path: path.name):
        readings = read_traces(path.read_bytes(), source=path.name)
        for number, reading in enumerate(readings, start=1):
            record = cast("Record", reading.game)  # and never a single position
            yield _play_of(f"traces/{path.name}:{number}", record)


def _play_of(name: str, record: Record) -> Play:
    """Return a recorded game; where the decks are known, cards turn up by themselves."""
    opening, known = record.opening, record.decks is not None
    state = deal(
        len(record.players),
        rows=opening.rows,
        nobles=opening.nobles,
        decks=record.decks,
        deck_counts=None if known else opening.deck_counts,
        rules=record.rules,
        first_player=opening.first_player,
    )
    moves = (event.action for event in record.events if isinstance(event, Move))
    kept = (move for move in moves if not known or not isinstance(move, RevealCard))
    return Play(name, str(record.meta["trace"]), state, tuple(kept))


# Single positions


def refusals(corpus: Traversable) -> Iterator[Refused]:
    """Yield the actions of `refusals.jsonl`, which are to be refused."""
    for name, line in _lines(corpus, "refusals.jsonl"):
        yield Refused(name, line["about"], line["position"], line["action"], line["rule"])


def positions(corpus: Traversable) -> Iterator[Refused]:
    """Yield the positions of `positions.jsonl`, which are to be refused."""
    for name, line in _lines(corpus, "positions.jsonl"):
        yield Refused(name, line["about"], line["position"], "", line["rule"])


def counts(corpus: Traversable) -> Iterator[Count]:
    """Yield the positions of `perft.jsonl`, with how many ways there are to go on."""
    for name, line in _lines(corpus, "perft.jsonl"):
        yield Count(name, line["about"], line["position"], tuple(line["counts"]))


def _lines(corpus: Traversable, name: str) -> Iterator[tuple[str, Any]]:
    """Yield the values of a file of JSON Lines, each with its place."""
    text = corpus.joinpath(name).read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), start=1):
        yield f"{name}:{number}", json.loads(line)
