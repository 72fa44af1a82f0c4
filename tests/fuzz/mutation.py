"""Changes of a document that keep its shape, so that they reach what lies behind the parser.

In JSON values are replaced by others (first of all by those of the same key elsewhere), moved,
doubled and left out; in a text words and lines. A game is also played on by another way.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from functools import reduce
from random import Random
from typing import Any, Final

import attrs

from splendor import (
    CARDS,
    EXTRA_NOBLES,
    NOBLES,
    Action,
    BuyCard,
    CardBack,
    ChooseNoble,
    Disclosure,
    Event,
    Gems,
    Move,
    Pass,
    Phase,
    Record,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    State,
    TakeTokens,
    apply,
    legal_actions,
    replay,
)
from splendor.formats.recording import gold_taken, noble_come

MOST_PLAYED: Final = 6
"""So many actions of another course of a game at most."""
MOST_TOKENS: Final = 500
"""So many words stand in a dictionary."""
_DEEP: Final = reduce(lambda inner, _: [inner], range(120), list[object]())
LEAVES: Final[tuple[object, ...]] = (
    *(None, True, False, -1, 0, 1, 2, 3, 4, 5, 6, 7, 10, 15, 16, 40, 41, 89, 90, 255, 256),
    *(
        10**15,
        10**15 + 1,
        10**18,
        10**20,
        10**21,
        -(10**18),
        1.5,
        "",
        "0",
        "-1",
        "1",
        "x" * 201,
        "\U000e0001" * 600,
    ),
    *(
        "#1",
        "#2",
        "#3",
        "#4",
        "\ud800",
        "\x1b[31m",
        "\u202e",
        "e\u0301",
        [],
        {},
        [[]],
        "null",
        _DEEP,
    ),
)
"""Values that some reader may not expect where they stand."""
_WORD: Final = re.compile(r"\w+|[^\w\s]+|[ \t]+|\n")
_Place = tuple[Any, Any]
"""An object or list, and a key or index of it."""


def mutate_json(data: bytes, random: Random) -> bytes:
    """Change some values of a JSON document; ValueError if it is none."""
    document = [json.loads(data)]
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        random.choice(_CHANGES)(list(_places(document)), random)
        if not document:
            return b""
    text = json.dumps(document[0], ensure_ascii=random.random() < 1 / 8, separators=(",", ":"))
    return text.encode(errors="surrogatepass")


def _places(document: list[Any]) -> Iterator[_Place]:
    waiting: list[Any] = [document]
    while waiting:
        holder = waiting.pop()
        keys: Iterable[Any] = list(holder) if isinstance(holder, dict) else range(len(holder))
        for key in keys:
            yield holder, key
            if isinstance(holder[key], (dict, list)):
                waiting.append(holder[key])


def _replace(places: list[_Place], random: Random) -> None:
    holder, key = random.choice(places)
    if random.random() < 1 / 2:
        holder[key] = random.choice((*LEAVES, random.choice(_IDS)))
        return
    alike = [other[name] for other, name in places if name == key and type(name) is str]
    other, name = random.choice(places)
    holder[key] = deepcopy(random.choice(alike) if alike else other[name])


def _nudge(places: list[_Place], random: Random) -> None:
    """Change a number a little, or write it as a string, or the other way round."""
    numbers = [(holder, key) for holder, key in places if _is_number(holder[key])]
    if not numbers:
        return
    holder, key = random.choice(numbers)
    value = holder[key]
    near = int(value) + random.choice((-1, 0, 1))
    holder[key] = near if isinstance(value, str) == (random.random() < 1 / 4) else str(near)


def _is_number(value: object) -> bool:
    return type(value) is int or (type(value) is str and value.isdecimal() and len(value) < 20)


def _remove(places: list[_Place], random: Random) -> None:
    holder, key = random.choice(places)
    del holder[key]


def _lists(places: list[_Place], least: int) -> list[list[Any]]:
    """Lists of so many items, as often as they have some, so that long ones are met more often."""
    return [holder for holder, _ in places[1:] if type(holder) is list and len(holder) >= least]


def _double(places: list[_Place], random: Random) -> None:
    items = random.choice(_lists(places, 1) or [[0]])
    items.insert(random.randrange(len(items) + 1), deepcopy(random.choice(items)))


def _swap(places: list[_Place], random: Random) -> None:
    items = random.choice(_lists(places, 2) or [[0, 0]])
    one = random.randrange(len(items))
    other = random.choice((random.randrange(len(items)), one - 1))
    items[one], items[other] = items[other], items[one]


def _shorten(places: list[_Place], random: Random) -> None:
    items = random.choice(_lists(places, 2) or [[0, 0]])
    del items[random.randrange(len(items)) :]


def _move(places: list[_Place], random: Random) -> None:
    """Put a copy of a value under a key, its own or that of another, of another object."""
    objects = [holder for holder, _ in places if type(holder) is dict]
    if not objects:
        return
    source, key = random.choice(places)
    name = key if type(key) is str else random.choice([key for _, key in places])
    random.choice(objects)[str(name)] = deepcopy(source[key])


_Change = Callable[[list[_Place], Random], None]
_CHANGES: Final[tuple[_Change, ...]] = (
    *(_replace, _replace, _replace, _nudge, _nudge),
    *(_remove, _double, _swap, _shorten, _move),
)


def mutate_lines(data: bytes, random: Random) -> bytes:
    """Change one line of a document that has JSON in each, or the order of the lines."""
    lines = data.split(b"\n")
    if random.random() < 1 / 4:
        _shuffled(lines, random)
    else:
        index = random.choice([index for index, line in enumerate(lines) if line] or [0])
        lines[index] = mutate_json(lines[index], random)
    return b"\n".join(lines)


def mutate_text(data: bytes, random: Random) -> bytes:
    """Change some words or lines of a text."""
    text = data.decode(errors="surrogateescape")
    for _ in range(random.choice((1, 1, 2, 4))):
        if random.random() < 1 / 3:
            lines = text.split("\n")
            _shuffled(lines, random)
            text = "\n".join(lines)
            continue
        words = _WORD.findall(text) or [""]
        index = random.randrange(len(words))
        if random.random() < 1 / 2:
            _shuffled(words, random)
        else:
            words[index] = random.choice(
                (random.choice(words), random.choice(_IDS), words[index].swapcase())
            )
        text = "".join(words)
    return text.encode(errors="surrogateescape")


def _shuffled(items: list[Any], random: Random) -> None:
    """Leave out, double or move some items that follow each other."""
    begin = random.randrange(len(items))
    some = items[begin : begin + random.choice((1, 1, 2, 5))]
    change = random.randrange(3)
    if change != 1:
        del items[begin : begin + len(some)]
    if change != 0:
        place = random.randrange(len(items) + 1)
        items[place:place] = some


def go_another_way(value: object, random: Random) -> object:
    """Play some random actions from somewhere in a recorded game, or from a position.

    In a record an event that is seldom legal may follow.
    """
    if isinstance(value, State):
        for _ in range(random.randint(1, MOST_PLAYED)):
            if value.phase is not Phase.OVER:
                value = apply(value, random.choice(legal_actions(value)))
        return value
    if not isinstance(value, Record) or not (states := replay(value).states):
        return value
    cut = random.randrange(len(states))
    state = states[cut]
    events = list(value.events[:cut])
    for _ in range(random.randint(0, MOST_PLAYED)):
        if state.phase is Phase.OVER:
            break
        action = random.choice(legal_actions(state))
        after = apply(state, action)
        visit = None if state.phase is Phase.NOBLE else noble_come(state, after)
        events.append(Move(action, state.decider, gold_taken(state, action), visit))
        state = after
    if random.random() < 1 / 2:
        events.append(_wrong(state, events, random))
    return attrs.evolve(value, events=tuple(events))


def _wrong(state: State, events: list[Event], random: Random) -> Event:
    """Return an event with something of another one, of another seat, or of any kind."""
    if random.random() < 1 / 4:
        seat = random.choice((None, state.mover))
        return Disclosure(random.choice(_CARDS), seat)
    action = any_action(random)
    last = events[-1] if events else None
    if isinstance(last, Move) and random.random() < 1 / 2:
        events.pop()
        action = last.action
    by = state.decider if random.random() < 3 / 4 else random.choice((None, 0, 1))
    gold = random.random() < 1 / 2 if gold_taken(state, action) is not None else None
    held = [noble for player in state.players for noble in player.nobles]
    visit = random.choice((None, random.choice((random.choice(_NOBLES), *held))))
    return Move(action, by, gold, visit)


def any_action(random: Random) -> Action:
    """Return some action, legal or not."""
    card = random.choice(_CARDS)
    level = random.choice((1, 2, 3))
    gems = Gems(*(random.choice((0, 0, 0, 1, 1, 2)) for _ in range(6)))
    return random.choice(
        (
            *(TakeTokens(gems), ReturnTokens(gems), BuyCard(card, gems), ReserveCard(card)),
            *(RevealCard(card), RevealCard(CardBack(level)), ReserveFromDeck(level), Pass()),
            ChooseNoble(random.choice(_NOBLES)),
        )
    )


_CARDS: Final = tuple(CARDS.values())
_NOBLES: Final = (*NOBLES.values(), *EXTRA_NOBLES.values())
_IDS: Final = (*CARDS, *NOBLES)


def tokens(seeds: Iterable[bytes]) -> str:
    """Return a dictionary for libFuzzer: the words that are most frequent in the seeds."""
    words = Counter(
        word for seed in seeds for word in re.findall(rb'"\w+":|[#?!]?[\w.-]{1,30}', seed)
    )
    found = [word for word, _ in words.most_common(MOST_TOKENS)]
    lines = ("".join(f"\\x{byte:02x}" for byte in word) for word in found)
    return "".join(f'"{line}"\n' for line in lines)
