"""Neutral traces, `splendor-trace/1`: games of other engines and of people, one a line of JSON.

A trace names cards by what is printed on them, has one step for each decision and each card turned
up, and states the table after each turn. Every step becomes the event it is: a noble who was the
only one to qualify is written on the event that brought them, one of several is a choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

import attrs

from splendor.errors import UnsupportedVersionError, brief
from splendor.formats.importers.reader import Reader, Reading, build
from splendor.formats.importers.script import Script
from splendor.formats.importers.values import Value
from splendor.formats.meta import Meta
from splendor.formats.record import (
    MAX_DECK,
    MAX_NAME,
    Ending,
    Generator,
    Opening,
    Perspective,
    Result,
)
from splendor.model.actions import (
    BuyCard,
    ChooseNoble,
    Pass,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    TakeTokens,
)
from splendor.model.cards import ALL_CARDS, BACKS, EXTRA_NOBLES, LEVELS, NOBLES, Card, Noble
from splendor.model.gems import COLOURS, GEMS, MAX_COUNT, Gems
from splendor.model.rules import (
    BOARD_GAME_ARENA,
    MAX_NUMBER,
    OFFICIAL,
    PLAYER_COUNTS,
    ROW_SIZE,
    Rules,
)

FORMAT: Final = "splendor-trace/1"
_FAMILY: Final = "splendor-trace/"
_CARDS: Final[Mapping[str, Card]] = {
    f"L{card.level}-{card.bonus.letter.upper()}-{card.points}-"
    + "".join(map(str, card.cost.counts[:5])): card
    for card in ALL_CARDS
}
_NOBLES: Final[Mapping[str, Noble]] = {
    "N-" + "".join(map(str, noble.requires.counts[:5])): noble
    for noble in (*NOBLES.values(), *EXTRA_NOBLES.values())
}
_FEWER: Final = frozenset({"short_take_free", "short_take_near_limit"})
"""The quirks of sources that let a player take fewer tokens than there are colours."""


def is_trace(content: object) -> bool:
    """Return whether parsed JSON calls itself a trace, of whatever version."""
    name = content.get("trace") if isinstance(content, dict) else None
    return isinstance(name, str) and name.startswith(_FAMILY)


def read_traces(data: str | bytes, *, source: str = "") -> tuple[Reading, ...]:
    """Read neutral traces, `splendor-trace/1`, one a line.

    The points of the mover that are stated after a turn are kept as claims, and so is the end; a
    step that stands in no record of the source is marked `inferred` in the meta of its event.
    Raises UnreadableError, naming the line and the path, for a step or a table in another shape.
    """
    return TRACES.read(data, source=source)


def _interpret(games: Iterable[Value]) -> Iterator[Reading]:
    for game in games:
        yield _reading(game)


TRACES: Final = Reader(f"a {FORMAT}", is_trace, _interpret)


def _reading(game: Value) -> Reading:
    version = game["trace"].text(MAX_NAME)
    if version != FORMAT:
        message = f"expected {FORMAT}, which this release reads, not {brief(version)}"
        raise UnsupportedVersionError(message, path=f"{game.path}.trace", source=game.source)
    quirks = tuple(quirk.text(MAX_NAME) for quirk in game["rules"]["quirks"].items())
    players = _number(game["players"], PLAYER_COUNTS[-1], PLAYER_COUNTS[0])
    rules = _rules(game["rules"]["target"], quirks)
    opening = _opening(game, players)
    decks = game["setup"].given("decks")
    script = Script(opening, players, rules)
    unnamed = False
    for number, step in enumerate(game["steps"].items()):
        unnamed |= _write(script, step, number)
    perspective: Perspective = "public" if unnamed else "full"
    record = build(
        game,
        players=tuple(f"Player {seat + 1}" for seat in range(players)),
        opening=opening,
        events=tuple(script.events),
        rules=rules,
        perspective=perspective,
        ending=Ending("played"),
        result=_result(game["end"]),
        decks=None if decks is None else _three(decks, lambda deck: _cards(deck, MAX_DECK)),
        generator=Generator(game["source"].text(MAX_NAME)),
        meta=Meta(
            {
                "trace": game["id"].text(MAX_NAME),
                "quirks": quirks,
                "assumptions": tuple(script.assumptions),
            }
        ),
    )
    return Reading(record, record.players, tuple(script.assumptions))


def _rules(target: Value, quirks: Iterable[str]) -> Rules:
    """Return the official rules, loosened only where the source's own rules ask for it."""
    preset = BOARD_GAME_ARENA if "extra_nobles" in quirks else OFFICIAL
    return attrs.evolve(
        preset,
        target_score=_number(target, MAX_NUMBER, 1),
        take_fewer="always" if _FEWER.intersection(quirks) else "when_short",
    )


def _opening(game: Value, players: int) -> Opening:
    setup = game["setup"]
    return Opening(
        first_player=game["first"].count(players - 1),
        bank=_gems(setup["bank"], len(GEMS)),
        rows=_three(setup["market"], _row),
        nobles=tuple(map(_noble, setup["nobles"].items())),
        deck_counts=_three(setup["deck_counts"], lambda count: count.count(MAX_DECK)),
    )


def _result(end: Value) -> Result:
    return Result(
        points=_figures(end.given("scores")),
        purchased=_figures(end.given("purchased")),
        winners=_winners(end.given("winners")),
    )


def _figures(value: Value | None) -> tuple[int, ...] | None:
    if value is None:
        return None
    figures = tuple(item.count(MAX_NUMBER) for item in value.items())
    if len(figures) > PLAYER_COUNTS[-1]:
        value.fail(f"expected at most {PLAYER_COUNTS[-1]} figures, one a seat")
    return figures


def _winners(value: Value | None) -> tuple[int, ...] | None:
    winners = _figures(value)
    if value is not None and len(set(winners or ())) != len(winners or ()):
        value.fail("expected each winner once")
    return winners


# The steps


def _write(script: Script, step: Value, number: int) -> bool:
    """Write a step; return whether it draws or turns up a card that nobody names."""
    inferred = step.given("inferred")
    place: dict[str, Any] = {"step": number}
    if inferred is not None and inferred.flag():
        place["inferred"] = True
        script.assumptions.append(f"step {number} is in no record of the source")
    meta = Meta(place)
    kind = step["do"].one_of(_KINDS, f"one of {', '.join(_KINDS)}")
    unnamed = kind(script, step, meta)
    after = step.given("after")
    points = None if after is None else after.given("points")
    if points is not None:
        stated = _figures(points) or ()
        if script.seat is None or script.seat >= len(stated):
            points.refuse("the points of each player, after a turn")
        script.claim_points(stated[script.seat])
    return unnamed


def _take(script: Script, step: Value, meta: Meta) -> bool:
    script.move(TakeTokens(_gems(step["gems"], len(COLOURS))), _seat(step), meta=meta)
    return False


def _reserve(script: Script, step: Value, meta: Meta) -> bool:
    gold = step["gold"].flag()
    seat = _seat(step)
    if not step["from"].one_of({"row": False, "deck": True}, "row or deck"):
        script.move(ReserveCard(_card(step["card"])), seat, gold=gold, meta=meta)
        return False
    level = _number(step["level"], LEVELS[-1], LEVELS[0])
    script.move(ReserveFromDeck(level), seat, gold=gold, meta=meta)
    card = step.given("card")
    if card is not None:
        script.disclose(_card(card), seat, meta=meta)
    return card is None


def _buy(script: Script, step: Value, meta: Meta) -> bool:
    step["from"].one_of({"row": False, "hand": True}, "row or hand")
    action = BuyCard(_card(step["card"]), _gems(step["pay"], len(GEMS)))
    script.move(action, _seat(step), meta=meta)
    return False


def _return(script: Script, step: Value, meta: Meta) -> bool:
    script.move(ReturnTokens(_gems(step["tokens"], len(GEMS))), _seat(step), meta=meta)
    return False


def _visit(script: Script, step: Value, meta: Meta) -> bool:
    noble = _noble(step["noble"])
    eligible = tuple(map(_noble, step["eligible"].items()))
    seat = _seat(step)
    if eligible in {(), (noble,)} and script.may_come(seat):
        script.visit(noble)
    else:
        script.move(ChooseNoble(noble), seat, meta=meta)
    return False


def _pass(script: Script, step: Value, meta: Meta) -> bool:
    script.move(Pass(), _seat(step), meta=meta)
    return False


def _reveal(script: Script, step: Value, meta: Meta) -> bool:
    """Write a card turned up; without one the deck is empty, or the card has no name."""
    card, level = step.given("card"), step.given("level")
    if card is not None:
        script.move(RevealCard(_card(card)), None, meta=meta)
    elif level is not None and script.state is not None:
        back = BACKS[_number(level, LEVELS[-1], LEVELS[0]) - 1]
        if script.state.decks[back.level - 1]:
            script.move(RevealCard(back), None, meta=meta)
            return True
    return False


_KINDS: Final[Mapping[str, Callable[[Script, Value, Meta], bool]]] = {
    "take": _take,
    "reserve": _reserve,
    "buy": _buy,
    "return": _return,
    "noble": _visit,
    "pass": _pass,
    "reveal": _reveal,
}


# The values


def _seat(step: Value) -> int:
    return step["by"].count(PLAYER_COUNTS[-1] - 1)


def _number(value: Value, most: int, least: int) -> int:
    number = value.number()
    if not least <= number <= most:
        value.refuse(f"a whole number from {least} to {most}")
    return number


def _card(value: Value) -> Card:
    return value.one_of(_CARDS, "a card such as L2-K-1-30302")


def _noble(value: Value) -> Noble:
    return value.one_of(_NOBLES, "a noble such as N-44000")


def _cards(value: Value, most: int) -> tuple[Card, ...]:
    cards = tuple(map(_card, value.items()))
    if len(cards) > most:
        value.fail(f"expected at most {most} cards, not {len(cards)}")
    return cards


def _row(value: Value) -> tuple[Card | None, ...]:
    row = tuple(None if place.raw is None else _card(place) for place in value.items())
    if len(row) > ROW_SIZE:
        value.fail(f"expected at most {ROW_SIZE} places, not {len(row)}")
    return (*row, *(None,) * (ROW_SIZE - len(row)))


def _gems(value: Value, colours: int) -> Gems:
    counts = [count.count(MAX_COUNT) for count in value.items()]
    if len(counts) != colours:
        value.fail(f"expected {colours} counts, white to {GEMS[colours - 1].value}")
    return Gems(*counts)


def _three(value: Value, read: Callable[[Value], Any]) -> tuple[Any, ...]:
    found = tuple(map(read, value.items()))
    if len(found) != len(LEVELS):
        value.fail(f"expected {len(LEVELS)}, one a level, not {len(found)}")
    return found
