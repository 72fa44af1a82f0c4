"""Hypothesis strategies for what a game is made of, and for games as they are played.

`states`, `games`, `records` and `views` come from play, so all that they give is sound. Hypothesis
draws the opening, the number of actions and the seed of the choices between them: an example that
fails shrinks to a short game.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, TypeAlias

from hypothesis import strategies as st

from splendor.engine.generate import legal_actions
from splendor.engine.knowledge import observe
from splendor.engine.setup import setup
from splendor.engine.turn import apply
from splendor.errors import InvalidValueError, brief
from splendor.formats.record import Record
from splendor.formats.recording import record_game
from splendor.model.actions import (
    Action,
    BuyCard,
    ChooseNoble,
    Pass,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    TakeTokens,
)
from splendor.model.cards import (
    ALL_CARDS,
    BACKS,
    EXTRA_NOBLES,
    LEVEL_CARDS,
    LEVELS,
    NOBLES,
    Card,
    Noble,
    check_level,
)
from splendor.model.gems import GEMS, MAX_COUNT, Gems
from splendor.model.rules import (
    MAX_SUPPLY,
    PLAYER_COUNTS,
    PRESETS,
    Rules,
    check_players,
    is_count,
)
from splendor.model.state import Phase, State
from splendor.verification.redaction import redact

Game: TypeAlias = tuple[State, tuple[Action, ...]]
"""The opening of a game and its actions in order."""

MOST_ACTIONS: Final = 1000
"""A game that has not ended by then is left unfinished; hardly any has."""
EAGERNESS: Final = 0.7
"""How often a purchase is picked where one is possible, so that games get somewhere."""
_ALL_NOBLES: Final = (*NOBLES.values(), *EXTRA_NOBLES.values())
_RANDOM: Final = st.randoms(use_true_random=True)
"""A source of chance that draws nothing from Hypothesis but its seed."""


# What a game is made of


def gems(most: int = 7) -> st.SearchStrategy[Gems]:
    """Return a strategy for gems, up to `most` of each of the six colours.

    Raises InvalidValueError unless that is an int from 0 to 31.
    """
    if not is_count(most, MAX_COUNT):
        message = f"most is an int from 0 to {MAX_COUNT}, not {brief(most)}"
        raise InvalidValueError(message)
    return st.builds(Gems, *[st.integers(0, most)] * len(GEMS))


def cards(level: int | None = None) -> st.SearchStrategy[Card]:
    """Return a strategy for the 90 cards, or for those of one level.

    Raises InvalidValueError for a level that is none.
    """
    if level is not None:
        check_level(level)
    return st.sampled_from(ALL_CARDS if level is None else LEVEL_CARDS[level - 1])


def nobles() -> st.SearchStrategy[Noble]:
    """Return a strategy for the ten nobles and Board Game Arena's two."""
    return st.sampled_from(_ALL_NOBLES)


def actions() -> st.SearchStrategy[Action]:
    """Return a strategy for any action that can be written down, most of them never legal."""
    return st.one_of(
        st.builds(TakeTokens, gems(3)),
        st.builds(BuyCard, cards(), gems()),
        st.builds(ReserveCard, cards()),
        st.builds(ReserveFromDeck, st.sampled_from(LEVELS)),
        st.builds(ReturnTokens, gems(3)),
        st.builds(ChooseNoble, nobles()),
        st.just(Pass()),
        st.builds(RevealCard, cards() | st.sampled_from(BACKS)),
    )


def rules() -> st.SearchStrategy[Rules]:
    """Return a strategy for rules: the presets, and every option at any of its values.

    Target scores go up to 30 and turn limits to 40, so that a game comes to an end.
    """
    return st.sampled_from(list(PRESETS.values())) | house_rules()


@st.composite
def house_rules(draw: st.DrawFn) -> Rules:
    """Draw rules with every option at any of its values."""
    pool = draw(st.lists(nobles(), unique=True, min_size=1))
    supply = st.tuples(*[st.integers(0, MAX_SUPPLY)] * len(PLAYER_COUNTS))
    return Rules(
        gem_tokens=draw(supply),
        gold_tokens=draw(supply),
        noble_pool=tuple(pool),
        noble_count=draw(st.tuples(*[st.integers(0, len(pool))] * len(PLAYER_COUNTS))),
        target_score=draw(st.integers(1, 30)),
        take_fewer=draw(st.sampled_from(["when_short", "always"])),
        payment=draw(st.sampled_from(["any_exact", "gold_last"])),
        tie_break=draw(st.sampled_from(["fewest_purchased", "shared"])),
        turn_limit=draw(st.none() | st.integers(1, 40)),
    )


# Games as they are played


@st.composite
def openings(
    draw: st.DrawFn,
    players: int | None = None,
    rules: st.SearchStrategy[Rules] = rules(),  # noqa: B008 - strategies are values
) -> State:
    """Draw the opening of a game, its decks known, of 2 to 4 players or of so many (SETUP-1).

    Raises InvalidValueError, when it draws, for another number of players.
    """
    number = draw(st.sampled_from(PLAYER_COUNTS)) if players is None else players
    check_players(number)
    return setup(
        number,
        seed=draw(st.integers(0, 2**64)),
        rules=draw(rules),
        first_player=draw(st.integers(0, number - 1)),
    )


@st.composite
def games(
    draw: st.DrawFn,
    openings: st.SearchStrategy[State] = openings(),  # noqa: B008 - as above
) -> Game:
    """Draw a whole game from one of the openings: its opening and its actions.

    Any state may stand for the opening, though `records` takes only what `record_game` does. A game
    that does not end stops after a thousand actions.
    """
    opening = draw(openings)
    return opening, tuple(action for action, _ in _play(opening, draw(_RANDOM), MOST_ACTIONS))


@st.composite
def states(
    draw: st.DrawFn,
    openings: st.SearchStrategy[State] = openings(),  # noqa: B008 - as above
    most_actions: int = 150,
) -> State:
    """Draw a state that play reaches from one of the openings, in any phase, fully known."""
    state = draw(openings)
    for _, after in _play(state, draw(_RANDOM), draw(st.integers(0, most_actions))):
        state = after
    return state


@st.composite
def views(
    draw: st.DrawFn,
    states: st.SearchStrategy[State] = states(),  # noqa: B008 - as above
) -> State:
    """Draw what one seat, or a spectator, may know of one of the states."""
    state = draw(states)
    return observe(state, draw(st.none() | st.integers(0, len(state.players) - 1)))


@st.composite
def records(
    draw: st.DrawFn,
    games: st.SearchStrategy[Game] = games(),  # noqa: B008 - as above
) -> Record:
    """Draw the record of one of the games, whole or broken off, full or as a seat or all know it.

    None is INVALID: `verify` finds it VALID, or CONSISTENT if it leaves blind cards unnamed.
    """
    opening, actions = draw(games)
    played = actions[: draw(st.just(len(actions)) | st.integers(0, len(actions)))]
    record = record_game(opening, played)
    seats = st.integers(0, len(opening.players) - 1)
    return draw(st.just(record) | (st.none() | seats).map(lambda seat: redact(record, seat)))


def _play(state: State, random: Random, most: int) -> Iterator[tuple[Action, State]]:
    """Play at random up to so many actions: each action, and the state after it."""
    for _ in range(most):
        if state.phase is Phase.OVER:
            return
        action = _pick(legal_actions(state), random)
        state = apply(state, action)
        yield action, state


def _pick(legal: tuple[Action, ...], random: Random) -> Action:
    purchases = [action for action in legal if isinstance(action, BuyCard)]
    return random.choice(purchases if purchases and random.random() < EAGERNESS else legal)
