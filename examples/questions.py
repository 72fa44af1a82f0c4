"""Ask a database about many games, and draw the answers.

python examples/questions.py TABLES [--plots FOLDER]

TABLES is a folder that `splendor.adapters.tables.write_tables` has written. Each answer is printed;
with `--plots` it is also drawn, by Matplotlib, as an SVG file in FOLDER.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

import attrs
import duckdb

from splendor.adapters.tables import open_database

# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
# Matplotlib's types are not complete.

Row: TypeAlias = tuple[Any, ...]
Axes: TypeAlias = Any
Figure: TypeAlias = Any

SIZE: Final = (7, 3.2)
"""Of a drawing, in inches."""
COLOURS: Final = {
    "white": "#d9d4c7",
    "blue": "#3b6fb6",
    "green": "#3d8b57",
    "red": "#b8433f",
    "black": "#3f3b3a",
}
STYLE: Final[dict[Any, object]] = {
    "svg.hashsalt": "splendor",  # the same drawing is the same file
    "svg.fonttype": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
}


@attrs.frozen
class Question:
    """A question in words, and in SQL; the columns of the answer, and who draws it."""

    title: str
    sql: str
    draw: Callable[[Axes, list[Row]], None]


def ask(database: duckdb.DuckDBPyConnection, question: Question) -> duckdb.DuckDBPyRelation:
    """Return the answer."""
    return database.sql(question.sql)


def drawn(question: Question, rows: list[Row]) -> Figure:
    """Return an answer as a drawing."""
    from matplotlib import figure as figures  # noqa: PLC0415 - only who draws needs it
    from matplotlib import rc_context  # noqa: PLC0415

    with rc_context(STYLE):
        figure = figures.Figure(figsize=SIZE, layout="constrained")
        axes = figure.subplots()
        if rows:
            question.draw(axes, rows)
    return figure


def save(figure: Figure, file: Path | IO[bytes]) -> None:
    """Write a drawing as SVG, without the time it was made."""
    from matplotlib import rc_context  # noqa: PLC0415

    with rc_context(STYLE):
        figure.savefig(file, format="svg", metadata={"Date": None})


# How often does who begins win?

FIRST_PLAYER: Final = """\
WITH played AS (
  SELECT player_count AS players,
         CASE WHEN list_contains(winners, first_player) THEN 1 / len(winners) ELSE 0 END AS won
  FROM games
  WHERE ending = 'played' AND verdict IN ('valid', 'consistent')
)
SELECT players, count(*) AS games,
       round(100 * avg(won), 1) AS percent,
       round(196 * sqrt(avg(won) * (1 - avg(won)) / count(*)), 1) AS margin,
       round(100 / players, 1) AS fair
FROM played
GROUP BY players
ORDER BY players
"""


def draw_first_player(axes: Axes, rows: list[Row]) -> None:
    """A bar for each number of players, with its margin, and a mark for what would be fair."""
    names = [f"{players} players" for players, *_ in rows]
    percents = [percent for _, _, percent, _, _ in rows]
    margins = [margin for _, _, _, margin, _ in rows]
    axes.bar(names, percents, yerr=margins, capsize=6, width=0.5, color=COLOURS["blue"])
    fair = [fair for *_, fair in rows]
    axes.scatter(names, fair, marker="_", s=2500, color=COLOURS["red"], label="fair")
    axes.set_ylabel("won by who began, %")
    axes.legend(frameon=False, markerscale=0.4)


# What is bought first?

FIRST_PURCHASES: Final = """\
WITH purchases AS (
  SELECT *, row_number() OVER (PARTITION BY game, player ORDER BY event) AS nth
  FROM events
  WHERE does = 'buy' AND legal
)
SELECT card, bonus, card_points AS points, count(*) AS times,
       round(100 * count(*) / sum(count(*)) OVER (), 1) AS percent
FROM purchases
WHERE nth = 1
GROUP BY ALL
ORDER BY times DESC, card
LIMIT 10
"""


def draw_first_purchases(axes: Axes, rows: list[Row]) -> None:
    """A bar for each card, in the colour of its bonus."""
    names = [f"{card} ({points})" if points else card for card, _, points, _, _ in rows]
    percents = [percent for *_, percent in rows]
    axes.barh(names, percents, color=[COLOURS[bonus] for _, bonus, *_ in rows])
    axes.invert_yaxis()
    axes.set_xlabel("of all first purchases, %")
    axes.set_ylabel("card (points)")


# How long are games?

LENGTHS: Final = """\
WITH played AS (
  SELECT player_count AS players, ceil(turns / player_count)::INTEGER AS rounds
  FROM games
  WHERE ending = 'played' AND verdict IN ('valid', 'consistent')
)
SELECT players, count(*) AS games, min(rounds) AS shortest,
       quantile_disc(rounds, 0.25) AS quarter, quantile_disc(rounds, 0.5) AS half,
       quantile_disc(rounds, 0.75) AS three_quarters, max(rounds) AS longest
FROM played
GROUP BY players
ORDER BY players
"""


def draw_lengths(axes: Axes, rows: list[Row]) -> None:
    """A box for each number of players: the middle half of the games, and the extremes."""
    boxes = [
        {
            "label": f"{players} players",
            "whislo": least,
            "q1": q1,
            "med": half,
            "q3": q3,
            "whishi": most,
        }
        for players, _, least, q1, half, q3, most in rows
    ]
    axes.bxp(boxes, showfliers=False, orientation="horizontal")
    axes.invert_yaxis()
    axes.set_xlabel("rounds")


# Whose games break which rules?

VIOLATIONS: Final = """\
WITH judged AS (
  SELECT *, count(*) OVER (PARTITION BY origin) AS games
  FROM games
  WHERE verdict IN ('valid', 'consistent', 'invalid')
)
SELECT origin, games, rule, count(*) AS times,
       round(100 * count(*) / any_value(games), 2) AS percent
FROM judged
WHERE rule IS NOT NULL
GROUP BY ALL
ORDER BY origin, times DESC, rule
"""


def draw_violations(axes: Axes, rows: list[Row]) -> None:
    """A bar for each origin, a part of it for each rule."""
    origins = sorted({origin for origin, *_ in rows})
    percent = {(origin, rule): share for origin, _, rule, _, share in rows}
    left = dict.fromkeys(origins, 0.0)
    for rule in sorted({rule for _, _, rule, _, _ in rows}):
        shares = [percent.get((origin, rule), 0) for origin in origins]
        axes.barh(origins, shares, left=list(left.values()), label=rule)
        left = {origin: left[origin] + share for origin, share in zip(origins, shares, strict=True)}
    axes.invert_yaxis()
    axes.set_xlabel("of its games, %")
    axes.figure.legend(loc="outside right upper", frameon=False)


QUESTIONS: Final[Mapping[str, Question]] = {
    "first-player": Question("How often does who begins win?", FIRST_PLAYER, draw_first_player),
    "first-purchases": Question("What is bought first?", FIRST_PURCHASES, draw_first_purchases),
    "lengths": Question("How long are games?", LENGTHS, draw_lengths),
    "violations": Question("Whose games break which rules?", VIOLATIONS, draw_violations),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print all answers, draw them if asked to, and return the exit code."""
    parser = argparse.ArgumentParser(description="Ask a database about many games.")
    parser.add_argument("tables", type=Path, metavar="TABLES", help="the folder of the tables")
    parser.add_argument("--plots", type=Path, metavar="FOLDER", help="where to put drawings")
    options = parser.parse_args(arguments)
    try:
        with open_database(options.tables) as database:
            answers = {name: ask(database, question) for name, question in QUESTIONS.items()}
            for name, answer in answers.items():
                print(QUESTIONS[name].title)
                answer.show(max_width=80, max_rows=40)
            if options.plots is not None:
                options.plots.mkdir(parents=True, exist_ok=True)
                for name, answer in answers.items():
                    save(drawn(QUESTIONS[name], answer.fetchall()), options.plots / f"{name}.svg")
    except (duckdb.Error, OSError) as error:
        print(f"{options.tables}: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
