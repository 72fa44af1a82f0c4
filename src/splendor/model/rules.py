"""The options a game may be played under, and the named presets."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias, get_args

import attrs

from splendor.errors import InvalidValueError, brief
from splendor.model.cards import EXTRA_NOBLES, NOBLES, Noble, check_noble

PLAYER_COUNTS: Final = (2, 3, 4)
ROW_SIZE: Final = 4
"""Places in a row (SETUP-3)."""
MOST_TAKEN: Final = 3
"""Tokens of different colours in one take (TAKE-1)."""
PAIR: Final = 2
"""Tokens of the same colour in one take (TAKE-4)."""
PILE_FOR_PAIR: Final = 4
"""Tokens the bank must hold of a colour of which two are taken (TAKE-5)."""
TOKEN_LIMIT: Final = 10
"""Tokens a player may keep at the end of a turn (LIMIT-1)."""
HAND_LIMIT: Final = 3
"""Reserved cards a player may hold (RES-2)."""
MAX_SUPPLY: Final = 10
"""The largest supply of a colour; with it no lane of packed gems can overflow."""
MAX_NUMBER: Final = 1_000_000
"""The largest target score and turn limit."""

ByPlayers: TypeAlias = tuple[int, int, int]
"""A number for 2, for 3 and for 4 players."""
TakeFewer: TypeAlias = Literal["when_short", "always"]
Payment: TypeAlias = Literal["any_exact", "gold_last"]
TieBreak: TypeAlias = Literal["fewest_purchased", "shared"]

_Validator: TypeAlias = Callable[[object, "attrs.Attribute[Any]", object], None]


def check_players(players: object) -> None:
    """Raise InvalidValueError unless there are 2, 3 or 4 players (SETUP-1)."""
    if type(players) is not int or players not in PLAYER_COUNTS:
        message = f"SETUP-1: 2, 3 or 4 players take part, not {brief(players)}"
        raise InvalidValueError(message)


def is_count(value: object, most: int, least: int = 0) -> bool:
    """Return whether a value is an int, no bool, from `least` to `most`."""
    return type(value) is int and least <= value <= most


def _one_of(choices: object) -> _Validator:
    allowed = get_args(choices)

    def check(_: object, attribute: attrs.Attribute[Any], value: object) -> None:
        if not isinstance(value, str) or value not in allowed:
            message = f"{attribute.name} is one of {', '.join(allowed)}, not {brief(value)}"
            raise InvalidValueError(message)

    return check


def _by_players(most: int) -> _Validator:
    def check(_: object, attribute: attrs.Attribute[Any], value: object) -> None:
        sound = isinstance(value, tuple) and len(value) == len(PLAYER_COUNTS)
        if not sound or not all(is_count(number, most) for number in value):  # type: ignore[attr-defined]
            message = f"{attribute.name} is three ints from 0 to {most}, for 2, 3 and 4 players"
            raise InvalidValueError(message)

    return check


def _in_table_order(pool: tuple[Noble, ...]) -> tuple[Noble, ...]:
    """Sort a pool, since no rule asks for its order; what is no tuple is left to the validator."""
    if not isinstance(pool, tuple):
        return pool
    for noble in pool:
        check_noble(noble)
    return tuple(sorted(pool, key=lambda noble: noble._index))


def _check_pool(_: object, attribute: attrs.Attribute[Any], value: object) -> None:
    if not isinstance(value, tuple):
        message = f"{attribute.name} is a tuple of nobles, not {brief(value)}"
        raise InvalidValueError(message)
    if len(set(value)) != len(value):
        message = f"{attribute.name} names a noble twice"
        raise InvalidValueError(message)


def _number(value: object, name: str) -> None:
    if not is_count(value, MAX_NUMBER, least=1):
        message = f"{name} is an int from 1 to {MAX_NUMBER}, not {brief(value)}"
        raise InvalidValueError(message)


@attrs.frozen(repr=False)
class Rules:
    """The options of a game; the defaults are the game as published.

    Supplies and the number of nobles are given for 2, 3 and 4 players. Each option has its VAR
    rule. Raises InvalidValueError for a value that an option does not have.

    >>> Rules()
    Rules()
    >>> Rules(target_score=21, payment="gold_last") == SPENDEE_21
    True
    """

    gem_tokens: ByPlayers = attrs.field(default=(4, 5, 7), validator=_by_players(MAX_SUPPLY))
    """Tokens of each gem colour, 0 to 10 (VAR-8; SETUP-6 to SETUP-8)."""
    gold_tokens: ByPlayers = attrs.field(default=(5, 5, 5), validator=_by_players(MAX_SUPPLY))
    """Gold tokens, 0 to 10 (VAR-4; SETUP-9)."""
    noble_pool: tuple[Noble, ...] = attrs.field(
        default=tuple(NOBLES.values()), converter=_in_table_order, validator=_check_pool
    )
    """The nobles that are shuffled, kept in table order (VAR-5; SETUP-4)."""
    noble_count: ByPlayers = attrs.field(default=(3, 4, 5), validator=_by_players(12))
    """How many nobles are revealed (VAR-5; SETUP-4)."""
    target_score: int = attrs.field(default=15)
    """The points that make the current round the last one (VAR-1; END-1)."""
    take_fewer: TakeFewer = attrs.field(default="when_short", validator=_one_of(TakeFewer))
    """`when_short`: exactly as many different colours as there are, three at most;
    `always`: one to three different at will (VAR-3; TAKE-2, TAKE-3)."""
    payment: Payment = attrs.field(default="any_exact", validator=_one_of(Payment))
    """`any_exact`: gold may stand for a colour that one holds; `gold_last`: gold only for what is
    missing (VAR-7; PAY-3)."""
    tie_break: TieBreak = attrs.field(default="fewest_purchased", validator=_one_of(TieBreak))
    """`fewest_purchased`: fewest bought cards decides, then the victory is shared; `shared`: it is
    shared at once (VAR-2; WIN-3, WIN-4)."""
    turn_limit: int | None = attrs.field(default=None)
    """The number of rounds after which the game stops, or None (VAR-6; END-7)."""

    def __attrs_post_init__(self) -> None:
        _number(self.target_score, "target_score")
        if self.turn_limit is not None:
            _number(self.turn_limit, "turn_limit")
        if max(self.noble_count) > len(self.noble_pool):
            message = (
                f"noble_count asks for more nobles than the {len(self.noble_pool)} of the pool"
            )
            raise InvalidValueError(message)

    def gems_for(self, players: int) -> int:
        """Return how many tokens each gem colour starts with."""
        check_players(players)
        return self.gem_tokens[players - PLAYER_COUNTS[0]]

    def gold_for(self, players: int) -> int:
        """Return how many gold tokens there are."""
        check_players(players)
        return self.gold_tokens[players - PLAYER_COUNTS[0]]

    def nobles_for(self, players: int) -> int:
        """Return how many nobles are revealed."""
        check_players(players)
        return self.noble_count[players - PLAYER_COUNTS[0]]

    def overrides(self, preset: Rules) -> dict[str, Any]:
        """Return the options in which these rules differ from `preset`, by name."""
        return {
            field.name: getattr(self, field.name)
            for field in attrs.fields(Rules)
            if getattr(self, field.name) != getattr(preset, field.name)
        }

    def __repr__(self) -> str:
        changed = self.overrides(OFFICIAL).items()
        return f"Rules({', '.join(f'{name}={value!r}' for name, value in changed)})"


OFFICIAL: Final = Rules()
"""The game as published: the Ukrainian, Russian, Dutch and French texts, and both editions."""
BOARD_GAME_ARENA: Final = Rules(noble_pool=(*NOBLES.values(), *EXTRA_NOBLES.values()))
"""Board Game Arena: the official rules with a pool of twelve nobles."""
SPENDEE: Final = Rules(payment="gold_last")
"""Spendee: gold is paid last."""
SPENDEE_21: Final = Rules(payment="gold_last", target_score=21)
"""Spendee's longer game, to 21 points."""
TEXT_B: Final = Rules(gold_tokens=(0, 0, 7), tie_break="shared")
"""The numbers of the Belarusian text: seven gold with four players, else none, and no tie-break."""

PRESETS: Final = MappingProxyType(
    {
        "official": OFFICIAL,
        "board_game_arena": BOARD_GAME_ARENA,
        "spendee": SPENDEE,
        "spendee_21": SPENDEE_21,
        "text_b": TEXT_B,
    }
)
"""The presets by the names that files use for them: `official`, `board_game_arena`, `spendee`,
`spendee_21` and `text_b`. The mapping cannot be changed."""


def nearest_preset(rules: Rules) -> str:
    """Return the name of the preset that differs in the fewest options, of several the first."""
    for name, preset in PRESETS.items():
        if rules == preset:
            return name
    return min(PRESETS, key=lambda name: len(rules.overrides(PRESETS[name])))
