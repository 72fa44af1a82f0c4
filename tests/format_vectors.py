"""Spellings that a reader in another language can be held to: docs/reference/vectors.md says how.

`python -m tests.format_vectors` prints the file `tests/format_vectors.json`.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any, Final

import attrs

from splendor import (
    PRESETS,
    Action,
    CardBack,
    Claims,
    Disclosure,
    Ending,
    Generator,
    Meta,
    Move,
    Phase,
    Record,
    ReserveFromDeck,
    RevealCard,
    Rules,
    State,
    UnreadableError,
    apply,
    commit,
    digest,
    format_action,
    format_position,
    format_record,
    observe,
    parse_action,
    parse_record,
    record_game,
    setup,
    to_json,
)
from tests.positions import (
    blind,
    buy,
    choose,
    give_back,
    position,
    reserve,
    reveal,
    seat,
    take,
)
from tests.walks import pick

FILE: Final = Path(__file__).with_name("format_vectors.json")
ACTIONS: Final[tuple[Action, ...]] = (
    take("wug"),
    take("rr"),
    reserve("1k3"),
    blind(2),
    buy("1k3", "ggy"),
    buy("3u4"),
    give_back("wky"),
    choose("ugk"),
    reveal("1g5"),
    reveal("#3"),
    parse_action("P"),
)
KIND_ACTIONS: Final = (
    "t WUG",
    "  R  1k:ggg ",
    "r#2",
    "B2k:GGuuwww - ",
    "b 1k3 gyg",
    "- YWK",
    "n guw",
    ">1G5",
    "p",
)
WRONG_ACTIONS: Final = (
    "",
    "X",
    "T",
    "T wxg",
    "R 1k9",
    "R #4",
    "B 1k3",
    "B 1k:gg g",
    "N ww",
    "N",
    "P P",
    "> -",
    "T wug\n",
)
HOUSE: Final = Rules(target_score=21, noble_pool=(), noble_count=(0, 0, 0), turn_limit=9)


def states() -> list[State]:
    """Return states of random games, as all sides know them."""
    found = []
    for number, rules in enumerate([*PRESETS.values(), HOUSE]):
        random = Random(number)  # noqa: S311 - games, no secrets
        state = setup(2 + number % 3, seed=number, rules=rules, first_player=number % 2)
        for step in range(200):
            if step % 40 == number or state.phase in {Phase.RETURN, Phase.NOBLE, Phase.OVER}:
                found += [state, observe(state, None), observe(state, 1)]
            if state.phase is Phase.OVER or len(found) > 8 * (number + 1):
                break
            state = apply(state, pick(state, random))
    return [*found, *corners()]


def corners() -> list[State]:
    """Return states in the other phases, with an empty place, and with decks known in part."""
    full = setup(2, seed=9)
    view = observe(full, None)
    card = full.rows[1][2]
    assert card is not None
    awaiting = apply(view, reserve(str(card)))
    decks = [(deck[0], *backs[1:]) for deck, backs in zip(full.decks, view.decks, strict=True)]
    bought = "1w1 1w2 1w3 1w4 1u1 1u2 1u3 1u4 1k1 1k2 1k4 1k5"
    rich = position(seat(bought=bought, hand="?3u1 #2"), seat(), nobles="wu wk ug")
    return [awaiting, attrs.evolve(view, decks=decks), apply(rich, take("wug"))]


def games() -> list[Record]:
    """Return records of played games, and one of all that can be written."""
    found = []
    for number, rules in enumerate([*PRESETS.values(), HOUSE]):
        random = Random(number)  # noqa: S311 - games, no secrets
        seed = number if number % 2 else bytes([number])
        opening = state = setup(2 + number % 3, seed=seed, rules=rules)
        actions = []
        while state.phase is not Phase.OVER:
            actions.append(pick(state, random))
            state = apply(state, actions[-1])
        salt = bytes(range(16 + number))
        record = record_game(opening, actions, seed=seed)
        decks: Any = opening.decks
        found.append(attrs.evolve(record, decks=decks, commitment=commit(opening, salt=salt)))
    return [*found, odd()]


def odd() -> Record:
    """Return a record that no game gives, with all that a record can hold."""
    record = record_game(setup(3, seed=5, first_player=2), [take("wug"), blind(3)])
    rows = ((None, CardBack(1), *record.opening.rows[0][2:]), *record.opening.rows[1:])
    meta = Meta({"comment": 'a ] "b" \u2028', "x_clock": [12, None, True], "deep": {"a": {}}})
    every: tuple[Move | Disclosure, ...] = (
        Disclosure(record.opening.rows[0][3]),  # type: ignore[arg-type]  # it is a card
        Move(RevealCard(CardBack(2)), 1),
        *record.events,
        Move(take("kk"), None, gold=True, digest="0123456789ab"),
        Move(ReserveFromDeck(3), 2, gold=True, digest="0123456789ab"),
        Disclosure(buy("3u4").card, 2),
        Disclosure(buy("3u4").card, 1),
        Move(reveal("1k3")),
        Move(give_back("w"), 2),
        Move(ReserveFromDeck(1), 0, gold=False, meta=meta),
        Disclosure(buy("1k3").card, 0, meta=meta),
        Move(give_back("wy"), 2, visit=choose("wug").noble),
        Move(give_back(""), 0, claims=Claims(points=-3, gained=0, change=(0, -1, 2, 0, 0, 9))),
        Move(choose("wr"), 1, gold=False, claims=Claims(round=12)),
        Move(reveal("#1")),
        Move(parse_action("P"), 1),
    )
    return attrs.evolve(
        record,
        players=("Ada; [x]", "", "Zo\u00eb \U0001f48e"),
        opening=attrs.evolve(record.opening, rows=rows),
        events=every,
        perspective=2,
        ending=Ending("resigned", 1),
        generator=Generator("odd", "1.0"),
        meta=meta,
    )


def vectors() -> dict[str, Any]:
    """Return all spellings."""
    texts = [format_record(record) for record in games()]
    return {
        "format": "splendor-format-vectors",
        "version": 1,
        "actions": [{"text": format_action(action), "json": to_json(action)} for action in ACTIONS],
        "kind_actions": [
            {"text": text, "canonical": format_action(parse_action(text))} for text in KIND_ACTIONS
        ],
        "unreadable_actions": list(WRONG_ACTIONS),
        "positions": [
            {"text": format_position(state), "json": to_json(state), "digest": digest(state)}
            for state in states()
        ],
        "records": [{"text": text, "json": to_json(parse_record(text))} for text in texts],
        "kind_records": [
            {"text": text, "json": to_json(parse_record(text))}
            for text in (*map(kinder, texts), commented(texts[0]))
        ],
        "unreadable_records": unreadable(texts[0]),
    }


def kinder(text: str) -> str:
    """Spell a record otherwise: tags in small letters and joined, blanks, no numbers, comments."""
    tags, opening, events = text.split("\n\n")
    lines = [line.lstrip("0123456789") for line in events.split("\n")]
    return "\n".join(
        (
            " ".join(tag.replace("[", "[ ", 1).lower() for tag in tags.split("\n")[:2])
            + "\n".join(["", *tags.split("\n")[2:]]),
            "",
            "\r\n".join(reversed(opening.split("\n"))),
            "\n".join(line.replace(" > ", "  >").replace(" +y", " + Y") for line in lines),
        )
    )


def commented(text: str) -> str:
    """Spell a record with comments, capital seats, players in one string, and a shorter opening."""
    tags, opening, events = text.split("\n\n")
    lines = [line for line in opening.split("\n") if not line.startswith(("bank", "first"))]
    lines += [f"{line[:2].upper()}{line[2:]} ; turn {line[:2]}" for line in events.split("\n")[:9]]
    names = tags.replace('["Player 1","Player 2"]', '"Player 1; Player 2"')
    return "\n".join(["; two players", names, *lines, "; and so on", *events.split("\n")[9:]])


def unreadable(text: str) -> list[str]:
    """Break a record in several ways."""
    changes = (
        ("[Format", "[Fromat"),
        ("splendor-record/1", "splendor-record/2"),
        ("base#", "base"),
        ("first a", "first z"),
        ("nobles", "nobel"),
        ("1: ", "1: 1w9 "),
        ("1a ", "1e "),
        ("1a ", "1a X "),
        ('"Player 1",', ""),
        ("[Players", "[Cards"),
    )
    found = [text.replace(old, new, 1) for old, new in changes]
    for broken in found:
        try:
            parse_record(broken)
        except UnreadableError:
            continue
        raise AssertionError(broken)
    return ["", *found]


def written() -> str:
    """The whole file: one vector a line."""
    parts = [
        f'"{name}":{json.dumps(value)}'
        if isinstance(value, (str, int))
        else f'"{name}":[\n' + ",\n".join(json.dumps(item) for item in value) + "\n]"
        for name, value in vectors().items()
    ]
    return "{" + ",\n".join(parts) + "}\n"


if __name__ == "__main__":
    print(written(), end="")  # noqa: T201 - what the command is for
