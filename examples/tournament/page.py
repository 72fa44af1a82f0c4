"""`index.html`: the standings, what does not count and why, and the games, on one page.

It needs nothing else, has no script, and its content policy lets a browser see to that.
"""

from __future__ import annotations

import base64
import hashlib
import html
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from .desk import WRONG, Entry, Fault, Order, Seat, Standing, alike, called, shown

GENERATOR: Final = '<meta name="generator" content="splendor tournament desk">'
"""By this a page of this program is known."""
MAX_LISTED: Final = 20
"""How many names and files are told of which there should be none."""
STYLE: Final = """
:root { color-scheme: light dark; --ground: #f4f1ea; --paper: #fffdf8; --ink: #1c1c1c;
  --muted: #595959; --line: #cdc7ba; --link: #00558c; --bad: #a01313; --good: #17603a; }
@media (prefers-color-scheme: dark) { :root { --ground: #15181d; --paper: #20252c; --ink: #f2f2f2;
  --muted: #b4bac3; --line: #48515d; --link: #8cc8f5; --bad: #ff9a8f; --good: #7fd6a4; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 70rem; padding: 0 1rem 3rem; background: var(--ground);
  color: var(--ink); font: 1rem/1.45 system-ui, "Segoe UI", "DejaVu Sans", Arial, sans-serif; }
h1 { font-size: 1.6rem; margin: 1.2rem 0 .2rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2rem 0 .4rem; }
p { margin: .3rem 0; max-width: 46rem; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.table { overflow-x: auto; margin-top: .6rem; border: 1px solid var(--line); }
table { border-spacing: 0; width: 100%; background: var(--paper);
  font-variant-numeric: tabular-nums; }
th, td { padding: .4rem .6rem; text-align: left; vertical-align: top; overflow-wrap: anywhere;
  border-top: 1px solid var(--line); }
thead th { color: var(--muted); font-size: .85rem; vertical-align: bottom; border-top: 0; }
tbody th { font-weight: 600; min-width: 8.5rem; }
.number { text-align: right; }
.number, .word { white-space: nowrap; }
thead .number { white-space: normal; overflow-wrap: normal; }
.small, .place { color: var(--muted); font-size: .875rem; }
.place { display: block; font-weight: 400; }
.why { display: inline-block; margin-right: .4rem; padding: 0 .4rem; border: 2px solid;
  border-radius: 6px; font-size: .8rem; font-weight: 700; }
.wrong { color: var(--bad); }
.won { color: var(--good); font-weight: 600; }
.seats { list-style: none; margin: 0; padding: 0; min-width: 9rem; }
.hint { display: none; }
@media (max-width: 40rem) {
  body { padding: 0 .6rem 2rem; }
  th, td { padding: .35rem .3rem; }
  thead th { font-size: .75rem; }
  tbody th { min-width: 7rem; }
  tbody th, .name { position: sticky; left: 0; background: var(--paper); }
  .hint { display: block; }
}
@media print { body { max-width: none; } }
"""


def page(
    title: str,
    table: Sequence[Standing],
    entries: Sequence[Entry],
    skipped: Sequence[str],
    order: Order = "wins",
) -> str:
    """Return the page. `skipped` are the files that are no games, each with what it is."""
    digest = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    good = [entry for entry in entries if entry.fault is None]
    bad = [(entry, entry.fault) for entry in entries if entry.fault is not None]
    body = "\n".join(
        (
            f"<h1>{text(title)}</h1>",
            f"<p>{summary(entries)}</p>",
            '<p class="small hint">A table that is wider than the screen scrolls sideways.</p>',
            *_standings(table, order),
            *_notes(table),
            *_not_counted(bad),
            *_games(good),
            *_skipped(skipped),
        )
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="color-scheme" content="light dark">'
        f"{GENERATOR}<title>{text(title)}</title><style>{STYLE}</style></head>\n"
        f"<body><main>\n{body}\n</main></body></html>\n"
    )


def text(content: str) -> str:
    """Return a text of strangers as the content of an element, in which nothing is markup."""
    return html.escape(shown(content))


def isolated(content: str) -> str:
    """Return the same so that writing from right to left turns nothing around it."""
    return f"<bdi>{text(content)}</bdi>"


def summary(entries: Sequence[Entry]) -> str:
    """Say in a line how many games there are, how many count, and how many are wrong."""
    if not entries:
        return "no game found"
    kinds = [entry.fault.kind for entry in entries if entry.fault is not None]
    wrong = [f"{kinds.count(kind)} {kind}" for kind in sorted(WRONG) if kind in kinds]
    others = len(kinds) - sum(kind in WRONG for kind in kinds)
    parts = [f"{len(entries) - len(kinds)} count", *wrong]
    if others:
        parts.append(f"{others} not counted for other reasons")
    return f"{len(entries)} {'game' if len(entries) == 1 else 'games'}: {', '.join(parts)}"


# Tables


def _table(caption: str, head: Iterable[str], rows: Iterable[str]) -> str:
    """Return a table that scrolls in itself; the head and the rows are cells."""
    columns = "".join(head)
    body = "\n".join(f"<tr>{row}</tr>" for row in rows)
    return (
        f'<div class="table" role="region" aria-label="{caption}" tabindex="0">'
        f'<table aria-label="{caption}"><thead><tr>{columns}</tr></thead>'
        f"<tbody>\n{body}\n</tbody></table></div>"
    )


def _head(name: str, kind: str = "") -> str:
    return f'<th scope="col"{_class(kind)}>{name}</th>'


def _cell(content: str, kind: str = "") -> str:
    return f"<td{_class(kind)}>{content}</td>"


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""


def _standings(table: Sequence[Standing], order: Order) -> Iterator[str]:
    yield "<h2>Standings</h2>"
    yield (
        "<p>A shared victory counts as a share: one half, third or quarter. "
        f"The order is by {ORDERS[order]}, points a game, and fewer "
        "bought cards a game. Equals share a rank.</p>"
    )
    if not table:
        yield "<p>No game counts yet.</p>"
        return
    head = (
        _head("Rank", "number"),
        _head("Player", "name"),
        _head("Games", "number"),
        _head("Wins", "number"),
        _head("Win share", "number"),
        _head("Points", "number"),
        _head("Points a game", "number"),
        _head("Cards a game", "number"),
    )
    yield _table("Standings", head, map(_standing, table))


ORDERS: Final[dict[Order, str]] = {
    "wins": "wins, then by wins a game (the win share)",
    "share": "wins a game (the win share), then by wins",
}


def _standing(standing: Standing) -> str:
    return "".join(
        (
            _cell(str(standing.rank), "number"),
            f'<th scope="row">{isolated(standing.player)}</th>',
            _cell(str(standing.games), "number"),
            _cell(mixed(standing.wins), "number"),
            _cell(f"{float(100 * standing.win_share):.1f}%", "number"),
            _cell(str(standing.points), "number"),
            _cell(f"{float(standing.average_points):.1f}", "number"),
            _cell(f"{float(standing.average_cards):.1f}", "number"),
        )
    )


def mixed(number: Fraction) -> str:
    """Return a number with its fraction.

    >>> mixed(Fraction(3, 2)), mixed(Fraction(1, 3)), mixed(Fraction(2))
    ('1 1/2', '1/3', '2')
    """
    whole, rest = divmod(number, 1)
    return " ".join(str(part) for part in (whole, rest) if part) or "0"


def _notes(table: Sequence[Standing]) -> Iterator[str]:
    """Yield what the desk should know of the names."""
    written = [standing.written for standing in table if len(standing.written) > 1]
    for names in written[:MAX_LISTED]:
        ways = ", ".join(f"<code>{text(ascii(name))}</code>" for name in names[:MAX_LISTED])
        yield f"<p><strong>One player</strong>, whose name is written in several ways: {ways}.</p>"
    for names in alike(standing.player for standing in table)[:MAX_LISTED]:
        listed = ", ".join(map(isolated, names[:MAX_LISTED]))
        yield f"<p><strong>Different players</strong>, whose names look alike: {listed}.</p>"


def _not_counted(bad: Sequence[tuple[Entry, Fault]]) -> Iterator[str]:
    yield "<h2>Games that do not count</h2>"
    yield (
        "<p>A game counts if it was played to its end by known rules, by players who all have a "
        "name of their own, and if its log is VALID, or CONSISTENT: then some cards are never "
        "named, and with some choice of them all is legal. The same moves of as many players "
        "count once, whatever they are called. That somebody resigned or ran out of "
        "time no rule can check, so the desk decides about those games.</p>"
    )
    if not bad:
        yield "<p>There are none.</p>"
        return
    head = (_head("Game", "name"), _head("Why"))
    yield _table("Games that do not count", head, (_bad(entry, fault) for entry, fault in bad))


def _bad(entry: Entry, fault: Fault) -> str:
    players = ", ".join(map(_name, entry.names))
    kind = "why wrong" if fault.kind in WRONG else "why"
    badge = f'<span class="{kind}">{BADGES[fault.kind]}</span>'
    rule = f"<strong>{fault.rule}</strong>: " if fault.rule else ""
    place = f'<span class="place">{_place(entry, fault)}</span>'
    return _game(entry, players) + _cell(f"{badge}{rule}{text(fault.sentence)}{place}")


BADGES: Final = {
    "invalid": "INVALID",
    "unreadable": "UNREADABLE",
    "ending": "not played out",
    "names": "names",
    "rules": "rules",
    "copy": "handed in twice",
    "renamed": "under other names",
}


def _place(entry: Entry, fault: Fault) -> str:
    """Say where in a game, or in its file, something is wrong."""
    if fault.kind != "invalid":
        return text(fault.place)
    if fault.turn is None or fault.player is None:
        return "in the opening"
    where = "at the ending" if fault.event is None else f"event {fault.event} of the log"
    return f"turn {fault.turn}, {_name(entry.names[fault.player])}; {where}"


def _name(player: str) -> str:
    return isolated(called(player))


def _game(entry: Entry, below: str = "") -> str:
    """Return the cell that names a game and leads to its replay page."""
    name = isolated(str(entry.source))
    link = f'<a href="{entry.replay}">{name}</a>' if entry.replay else name
    more = f'<span class="place">{below}</span>' if below else ""
    return f'<th scope="row">{link}{more}</th>'


def _games(good: Sequence[Entry]) -> Iterator[str]:
    yield "<h2>Games that count</h2>"
    if not good:
        yield "<p>There are none.</p>"
        return
    head = (
        _head("Game", "name"),
        _head("Players and points"),
        _head("Turns", "number"),
        _head("Rules", "word"),
        _head("Verdict", "word"),
    )
    yield _table("Games that count", head, map(_good, good))


def _good(entry: Entry) -> str:
    seats = "".join(f"<li>{_seat(seat)}</li>" for seat in entry.seats)
    return "".join(
        (
            _game(entry),
            _cell(f'<ul class="seats">{seats}</ul>'),
            _cell(str(entry.turns), "number"),
            _cell(entry.rules.replace("_", " "), "word"),
            _cell(entry.verdict.upper(), "word"),
        )
    )


def _seat(seat: Seat) -> str:
    won = "won" if seat.share == 1 else f"won {seat.share}"
    victory = f' <span class="won">{won}</span>' if seat.share else ""
    return f"{isolated(seat.player)} {seat.points}{victory}"


def _skipped(skipped: Sequence[str]) -> Iterator[str]:
    if skipped:
        files = "; ".join(map(isolated, skipped[:MAX_LISTED]))
        more = f"; and {len(skipped) - MAX_LISTED} more" if len(skipped) > MAX_LISTED else ""
        yield f'<p class="small">Left out: {files}{more}.</p>'
