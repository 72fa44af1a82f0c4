"""The table of a game as text in colours, which can be read without them too.

A gem is a chip in its colour and always has its letter or name; a card has its id, its bonus, its
points and its cost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from splendor.cli.output import gem_style, plain
from splendor.formats.record import Ending
from splendor.model.cards import LEVELS, Card, CardBack, Noble
from splendor.model.gems import COLOURS, GEMS, Gem, Gems
from splendor.model.state import Phase, Reserved, State
from splendor.render.foreign import clean
from splendor.render.headline import headline, rules_in_words

MAX_NAME: Final = 20
DENSE_NAME: Final = 16
DENSE_CELL: Final = 4
GAP: Final = (0, 2, 0, 0)
"""Two blanks behind every column."""
DIM: Final = "dim"


def board(
    state: State, names: Sequence[str], news: str = "", ending: Ending | None = None
) -> list[RenderableType]:
    """Return the table, part by part; with four players and full hands it takes some 45 lines.

    `names` are those of the players by seat, empty where one has none; `news` says what was done
    last; `ending` is that of a record that ends here.
    """
    return [
        Text(headline(state, names, ending), "bold"),
        plain(f"Rules: {rules_in_words(state.rules)}"),
        *([Text(news)] if news else []),
        "",
        _market(state, apart=True),
        _nobles(state),
        _tokens(state, names),
        "",
        _holdings(state, names),
    ]


def dense_board(
    state: State, names: Sequence[str], ending: Ending | None = None
) -> list[RenderableType]:
    """Return the same without the rules in fewer lines: some 20 with four players.

    Tokens and bonuses share a cell, as `2+3`, and a card reserved face down has a star.
    """
    seats = [part for seat in range(len(names)) for part in _seat(seat, state, names)]
    nobles = [_words(str(noble), _gems(noble.requires)) for noble in state.nobles]
    return [
        Text(headline(state, names, ending), "bold"),
        _market(state, apart=False),
        Text("  ").join([Text("Nobles   "), *(nobles or [Text("none")])]),
        _row("tokens+bonuses", "", [_chip(gem.letter, gem) for gem in GEMS], "all"),
        _row(
            "bank", "", [_count(count, gem) for count, gem in _pairs(state.bank)], state.bank.total
        ),
        *seats,
    ]


def _pairs(gems: Gems) -> Iterator[tuple[int, Gem]]:
    return zip(gems.counts, GEMS, strict=True)


def _seat(seat: int, state: State, names: Sequence[str]) -> Iterator[RenderableType]:
    player = state.players[seat]
    cells = [
        _words(_count(count, gem), _count(bonus, gem), between="+") if bonus else _count(count, gem)
        for (count, gem), bonus in zip(_pairs(player.tokens), player.bonuses.counts, strict=True)
    ]
    nobles = " ".join(map(str, player.nobles))
    label, points = _label(seat, state, names), Text(f"{player.points} pt", "bold")
    yield _row(label, points, cells, player.tokens.total, nobles)
    if player.reserved:
        yield Text("  ").join([Text(" "), *map(_shortly, player.reserved)])


def _row(
    first: Text | str, points: Text | str, cells: Sequence[Text], total: object, nobles: str = ""
) -> Table:
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(width=DENSE_NAME, no_wrap=True, overflow="ellipsis")
    for width in (5, *(DENSE_CELL for _ in cells), 3):
        table.add_column(width=width, justify="right")
    table.add_column()
    table.add_row(first, points, *cells, str(total), Text(nobles and f" {nobles}"))
    return table


def _shortly(entry: Reserved) -> Text:
    card = entry.card
    if isinstance(card, CardBack):
        return Text(str(card))
    star = "*" if entry.face_down else ""
    return Text.assemble(
        _words(_chip(card.id, card.bonus), _points(card.points, "pt"), _gems(card.cost)), star
    )


def _market(state: State, *, apart: bool) -> Table:
    table = Table.grid(padding=GAP)
    for level in reversed(LEVELS):
        left = len(state.decks[level - 1])
        deck = _lines(f"Level {level}", Text(f"{left} in deck", DIM), *([""] if apart else []))
        table.add_row(deck, *map(_place, state.rows[level - 1]))
    return table


def _place(card: Card | CardBack | None) -> Text:
    if isinstance(card, Card):
        return _lines(_title(card), _gems(card.cost))
    return Text("-", DIM) if card is None else _lines(str(card), Text("unknown", DIM))


def _title(card: Card) -> Text:
    return _words(card.id, _chip(card.bonus.value, card.bonus), _points(card.points))


def _points(points: int, unit: str = " pt") -> Text:
    return Text(f"{points}{unit}" if points else "", "bold")


def _gems(gems: Gems) -> Text:
    return _words(*(_chip(f"{count}{gem.letter}", gem) for count, gem in _pairs(gems) if count))


def _chip(text: str, gem: Gem) -> Text:
    """Return a text in the colour of a gem, whose name or letter it has in it."""
    return _styled(text, gem_style(gem))


def _styled(text: str, style: str) -> Text:
    """Return a text whose style does not reach into the blanks around it in a table."""
    return Text.assemble((text, style))


def _words(*parts: str | Text, between: str = " ") -> Text:
    return Text(between).join(Text.assemble(part) for part in parts if part)


def _lines(*parts: str | Text) -> Text:
    return Text("\n").join(map(Text.assemble, parts))


def _nobles(state: State) -> Table:
    table = Table.grid(padding=GAP)
    table.add_row("Nobles    ", *(map(_noble, state.nobles) if state.nobles else ["none\n"]))
    return table


def _noble(noble: Noble) -> Text:
    return _lines(_words(str(noble), _points(noble.points)), _gems(noble.requires), "")


def _tokens(state: State, names: Sequence[str]) -> Table:
    table = _table("tokens")
    for gem in GEMS:
        table.add_column(_chip(f"{gem.value} {gem.letter}", gem), justify="right")
    table.add_column(Text("all", DIM), justify="right")
    table.add_row("bank", *_counts(state.bank))
    for seat, player in enumerate(state.players):
        table.add_row(_label(seat, state, names), *_counts(player.tokens))
        table.add_row("  bonuses", *_counts(player.bonuses, gold=False))
    return table


def _counts(gems: Gems, *, gold: bool = True) -> list[Text]:
    shown = GEMS if gold else COLOURS
    counts = [_count(count, gem) for count, gem in zip(gems.counts, shown, strict=False)]
    return [*counts, *([] if gold else [Text()]), Text(str(gems.total))]


def _count(count: int, gem: Gem) -> Text:
    return _chip(f"{count}", gem) if count else Text(".", DIM)


def _holdings(state: State, names: Sequence[str]) -> Table:
    table = _table("", "points", "nobles", "reserved")
    table.columns[1].justify = "right"
    for seat, player in enumerate(state.players):
        nobles = " ".join(map(str, player.nobles)) or "."
        hand = _lines(*map(_held, player.reserved)) if player.reserved else "."
        label, points = _label(seat, state, names), Text(str(player.points), "bold")
        table.add_row(label, points, nobles, hand)
    return table


def _held(entry: Reserved) -> Text:
    card = entry.card
    if isinstance(card, CardBack):
        return Text(str(card))
    hidden = ", face down" if entry.face_down else ""
    return Text.assemble(_title(card), ": ", _gems(card.cost), (hidden, DIM))


def _label(seat: int, state: State, names: Sequence[str]) -> Text:
    """Return a player by name, marked if it is for them to decide."""
    name = names[seat]
    moves = seat == state.mover and state.phase is not Phase.OVER
    label = clean(f"{seat} {name}" if name else f"player {seat}")
    return _styled(label, "bold reverse" if moves else "")


def _table(first: str, *others: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=GAP, header_style="")
    table.add_column(Text(first, DIM), no_wrap=True, overflow="ellipsis", max_width=MAX_NAME)
    for other in others:
        table.add_column(Text(other, DIM))
    return table
