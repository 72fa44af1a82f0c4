"""Games for pages: those of examples/, and one with the names that strangers choose."""

from functools import cache
from pathlib import Path

import attrs

from splendor import Record, load, redact

GAMES = Path(__file__).parents[1] / "examples" / "games"
HOSTILE = (
    "<img src=x onerror=document.title='harmed'>",
    "</script><script>document.title='harmed'</script>",
    "\u202eשלם \u2067אבג",
    '👩‍🚀\u200f s-red \ufffe\x1b[31m\' onload="x"',
)


@cache
def game(name: str) -> Record:
    """A game of examples/games."""
    return load(GAMES / f"{name}.json")


@cache
def pages() -> dict[str, Record]:
    """The games that pages are made of, by what they show."""
    four = game("four-players")
    return {
        "bga-2021": game("board-game-arena-2021"),
        "bga-2025": game("board-game-arena-2025"),
        "four-players": four,
        "invalid": game("forged"),
        "single-seat": redact(four, 1),
        "wrong-opening": attrs.evolve(
            four, opening=attrs.evolve(four.opening, deck_counts=(40, 1, 1))
        ),
        "hostile-names": attrs.evolve(four, players=HOSTILE),
    }
