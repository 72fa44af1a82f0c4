"""What the fuzzer starts from: small documents of every kind, of our own games and examples."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random
from typing import Final

import attrs

from splendor import (
    BOARD_GAME_ARENA,
    OFFICIAL,
    PRESETS,
    SPENDEE,
    SPENDEE_21,
    Action,
    Card,
    Claims,
    Ending,
    Gems,
    Generator,
    Meta,
    Move,
    Phase,
    Record,
    ReserveFromDeck,
    Result,
    Rules,
    SplendorError,
    State,
    TakeTokens,
    apply,
    commit,
    format_position,
    format_record,
    format_turn,
    from_json,
    legal_actions,
    observe,
    parse_record,
    record_game,
    redact,
    setup,
)
from tests.bga_logs import ORDERS
from tests.bga_writer import write_bga, write_table
from tests.fuzz.foreign import ai_splendor_log, spendee_game
from tests.games import at_random, buying, play, stalemate, states_of

TRACES: Final = Path(__file__).parents[1] / "conformance" / "traces"
EXAMPLES: Final = Path(__file__).parents[2] / "examples" / "games"
HOUSE: Final = Rules(
    target_score=3,
    gem_tokens=(3, 5, 7),
    gold_tokens=(1, 0, 2),
    noble_count=(2, 0, 1),
    take_fewer="always",
    payment="gold_last",
    tie_break="shared",
    turn_limit=9,
)
"""A short game of unusual rules."""
POOLS: Final = (OFFICIAL, BOARD_GAME_ARENA)
BEGINNING: Final = 24
"""So many actions of a game that is cut short."""
_KIND_WRITING: Final = (
    (r"\A", "; a game\n"),
    (r"\]\n\[", "] ["),
    (r"\n2a ", "\n; well; played\n 2 A "),
    (" > ", "\n> "),
    (r" \+y", " + Y"),
    ("R #", "r #"),
    (r"\Z", "; the end\n"),
)
"""What people write otherwise, as regular expressions and what takes their place."""


@cache
def records() -> tuple[Record, ...]:
    """Whole and unfinished games of any players and rules, and something of everything."""
    games = [
        play(11, 2, policy=buying),
        play(1, 2, rules=HOUSE, policy=buying),
        play(5, 4, rules=HOUSE),
        stalemate(),
    ]
    cut = [
        play(seed, 2 + seed % 3, rules=rules, policy=buying if seed % 2 else at_random)
        for seed, rules in enumerate(PRESETS.values())
    ]
    whole = [record_game(opening, actions) for opening, actions in games]
    return (
        _everything(),
        *whole,
        *(record_game(opening, actions[:BEGINNING]) for opening, actions in cut),
        *(redact(game, seat) for game in whole[-2:] for seat in (None, 1)),
        *(
            from_json(path.read_bytes(), Record)
            for path in sorted(EXAMPLES.glob("*[a-z0-9].json"))
            if "own-game" not in path.name
        ),
    )


def _everything() -> Record:
    """A short game with something in every field."""
    opening = setup(2, seed=7, rules=Rules(target_score=18, turn_limit=40))
    decks = tuple(tuple(card for card in deck if isinstance(card, Card)) for deck in opening.decks)
    game = record_game(
        opening,
        [TakeTokens(Gems(white=1, blue=1, red=1)), ReserveFromDeck(2)],
        players=('Ada; "x"', "Zo\xeb"),
        ending=Ending("resigned", 0),
        seed=7,
        generator=Generator("a program", "3"),
        meta=Meta({"comment": "a; b", "tags": ["a", {"b": None, "c": -1}], "x_table": {"n": 4}}),
    )
    take, *others = game.events
    assert isinstance(take, Move)
    first = attrs.evolve(
        take,
        claims=Claims(points=0, gained=0, change=(1, 1, 0, 1, 0, 0), round=1),
        digest="0123456789ab",
        meta=Meta({"clock": 5, "x_mark": True}),
    )
    return attrs.evolve(
        game,
        events=(first, *others),
        result=Result((0, 0), (0, 0), (2, 1), (1,)),
        decks=decks,
        commitment=commit(opening, salt=b"sixteen bytes .."),
    )


@cache
def texts() -> tuple[str, ...]:
    """Records as text, also with what people leave out, write otherwise and remark."""
    found = [format_record(record) for record in records()]
    return (*found, *map(_by_hand, found))


def _by_hand(text: str) -> str:
    for exact, kind in _KIND_WRITING:
        text = re.sub(exact, kind, text)
    short = re.sub(r"(B \w+) [wugrky]+", r"\1", re.sub("![wugrk]+", "!", text))
    try:
        parse_record(short)
    except SplendorError:  # there is a payment that can be several
        return text
    return short


@cache
def states() -> tuple[State, ...]:
    """Positions of every phase, full and as a seat or a spectator sees them."""
    found: list[State] = []
    for seed, rules in enumerate((*PRESETS.values(), HOUSE)):
        opening, actions = play(seed, 2 + seed % 3, rules=rules, policy=buying)
        game = list(states_of(opening, actions))
        found += [game[0], game[len(game) // 2], game[-1]]
        found += [state for state in game if state.phase in {Phase.RETURN, Phase.NOBLE}][:2]
        found += [observe(game[len(game) // 2], seed % 2), observe(game[-2], None)]
    return tuple(found)


@cache
def actions() -> tuple[Action, ...]:
    """Some actions of every kind."""
    random = Random(1)
    kinds: dict[type, list[Action]] = {}
    for action in chain.from_iterable(legal_actions(state) for state in states()):
        kinds.setdefault(type(action), []).append(action)
    return tuple(action for some in kinds.values() for action in random.choices(some, k=4))


@cache
def bga_logs() -> tuple[str, ...]:
    """Logs in the shape of Board Game Arena of games that begin with one table, `bga_table`."""
    found = []
    for order in ORDERS:
        for policy in (at_random, buying, _drawing):
            opening, moves = play(7, policy=policy)
            for length in (1, BEGINNING):
                game = record_game(opening, moves[:length])
                _, log = write_bga(game, order=order, private={0} if policy is at_random else ())
                found.append(_dumped(log))
    opening, moves = play(7)
    for ending in (Ending("resigned", 1), Ending("timeout", 1)):
        game = record_game(opening, moves[:3], ending=ending)
        found.append(_dumped(write_bga(game, order="2021")[1]))
    return tuple(found)


def bga_table(players: int = 2, rules: Rules = OFFICIAL) -> str:
    """A table in the shape of Board Game Arena."""
    return _dumped(write_table(record_game(setup(players, seed=7, rules=rules), [])))


def _drawing(rng: Random, _: State, actions: Sequence[Action]) -> Action:
    """A blind reservation as often as not, so that there are returns and cards never named."""
    drawing = [action for action in actions if isinstance(action, ReserveFromDeck)]
    return rng.choice(drawing if drawing and rng.random() < 1 / 2 else actions)


@cache
def turns() -> tuple[str, ...]:
    """Positions with a turn below, as everybody, a seat or a spectator knows them."""
    found = []
    random = Random(2)
    for state in states():
        after = state
        turn: list[Action] = []
        while after.turn == state.turn and after.phase is not Phase.OVER:
            turn.append(random.choice(legal_actions(after)))
            after = apply(after, turn[-1])
        if turn:
            found.append(f"{format_position(state)}\n{format_turn(turn)}")
    return tuple(found)


@cache
def traces() -> tuple[str, ...]:
    """The beginning of a game of every source of traces, and the whole of a short one."""
    found = []
    for path in sorted(TRACES.glob("*.jsonl")):
        game = json.loads(path.read_text("utf-8").partition("\n")[0])
        game["steps"] = game["steps"][:4]
        found.append(_dumped(game))
    return (*found, f"{found[0]}\n{found[1]}\n")


@cache
def spendee() -> tuple[str, ...]:
    """Documents of Spendee: positions, games with actions, and several in one."""
    games = []
    for seed, rules in ((3, SPENDEE), (4, SPENDEE_21)):
        opening, moves = play(seed, 2 + seed % 2, rules=rules, policy=buying)
        game = list(states_of(opening, moves))
        games += [spendee_game(state) for state in (game[0], game[len(game) // 2], game[-1])]
        games.append(spendee_game(opening, moves[:BEGINNING]))
    return tuple(map(_dumped, (*games, {"games": games[:2]}, games[0]["data"])))


@cache
def ai_splendor() -> tuple[str, ...]:
    """Logs of AI-Splendor, of a few turns each."""
    found = []
    for seed in (5, 6):
        opening, moves = play(seed, policy=_drawing)
        for length in (1, 3, 4):
            lines = ai_splendor_log(opening, moves[:length])
            found.append("\n".join(map(_dumped, lines)) + "\n")
    return tuple(found)


def _dumped(document: object) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))
