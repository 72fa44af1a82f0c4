"""The two tables as CSV, for spreadsheets and programs."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from .desk import Entry, Fault, Standing, called, shown

STANDINGS: Final = (
    "rank",
    "player",
    "games",
    "wins",
    "wins_in_twelfths",
    "win_share",
    "points",
    "average_points",
    "cards",
    "average_cards",
)
NOT_COUNTED: Final = (
    "file",
    "game",
    "why",
    "rule",
    "sentence",
    "event",
    "turn",
    "player",
    "place",
    "players",
    "replay",
)
TWELFTHS: Final = 12
"""A victory is shared by 2, 3 or 4 players, so that any sum of shares is a whole number of these.
"""
_FORMULA: Final = re.compile("(^|[;,|])( *)(?=[-=+@\uff1d\uff0b\uff0d\uff20])")
"""Before what a spreadsheet may take for the beginning of a formula, the last four in Japanese,
also if it splits cells at another separator; tabs and line ends are spelled out."""


def standings_csv(table: Iterable[Standing]) -> str:
    """Return standings.csv: numbers are decimals, and wins also exact, in twelfths."""
    return _csv(
        STANDINGS,
        (
            (
                standing.rank,
                cell(standing.player),
                standing.games,
                decimal(standing.wins),
                int(standing.wins * TWELFTHS),
                decimal(standing.win_share),
                standing.points,
                decimal(standing.average_points),
                standing.cards,
                decimal(standing.average_cards),
            )
            for standing in table
        ),
    )


def not_counted_csv(entries: Iterable[Entry]) -> str:
    """Return not-counted.csv: the games that do not count, and why."""
    faults = ((entry, entry.fault) for entry in entries if entry.fault is not None)
    return _csv(
        NOT_COUNTED,
        (
            (
                cell(entry.source.file),
                entry.source.number or "",
                fault.kind,
                fault.rule,
                cell(fault.sentence),
                fault.event,
                fault.turn,
                cell(_player(entry, fault)),
                cell(fault.place),
                cell(", ".join(map(called, entry.names))),
                entry.replay,
            )
            for entry, fault in faults
        ),
    )


def _player(entry: Entry, fault: Fault) -> str:
    return "" if fault.player is None else called(entry.names[fault.player])


def cell(text: str) -> str:
    """Return a text of strangers as a cell that no spreadsheet takes for a formula.

    >>> cell("=1+1"), cell("Ada; =1"), cell("Ada")
    ("'=1+1", "Ada; '=1", 'Ada')
    """
    return _FORMULA.sub(r"\1\2'", shown(text))


def decimal(number: Fraction) -> str:
    """Return a number with at most six places.

    >>> decimal(Fraction(3, 2)), decimal(Fraction(1, 3))
    ('1.5', '0.333333')
    """
    return f"{float(number):.6f}".rstrip("0").rstrip(".")


def _csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a sheet with the mark by which spreadsheets know that it is UTF-8."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(head)
    writer.writerows(rows)
    return f"\ufeff{file.getvalue()}"
