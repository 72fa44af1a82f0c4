"""`replay_html`: a game as one page that needs nothing else, to step through in a browser.

Everything is drawn here. The page holds each drawing once, and for every turn and pair of eyes
which of them have changed; its script only swaps them.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from splendor.errors import InvalidValueError, brief
from splendor.formats.content import reading_of
from splendor.formats.record import Ending, Record
from splendor.model.state import State
from splendor.render.chart import LAST, LEFT, WIDTH, charts, line_sample
from splendor.render.foreign import clean
from splendor.render.headline import MAX_SAID, called, headline, rules_in_words
from splendor.render.markup import element, text
from splendor.render.sights import Sight, Turn, sights
from splendor.render.table import WIDTH as PANEL_WIDTH
from splendor.render.table import Panel, panels
from splendor.render.theme import css
from splendor.render.words import counted
from splendor.verification import Report, Verdict, verify

SCOPE: Final = "splendor-auto"
_SHOWN: Final = 10
"""How many assumptions are shown."""


def replay_html(record: Record) -> str:
    """Return a page that replays a game: the table, the log, charts, and whose eyes to see through.

    It is one HTML document that loads nothing and sends nothing. It holds what the record holds, up
    to the first problem, which it shows with the rule broken: for the eyes of one player give it
    `redact(record, seat)` (INFO-2, INFO-4). The fragment `#turn-12` opens it at a turn,
    `#turn-12/seat-1` in the eyes of a seat, `#turn-12/spectator` in those of a spectator. The
    string is the same every time. Raises InvalidValueError for what is no record.
    """
    if not isinstance(record, Record):
        message = f"a record is expected, not {brief(record)}"
        raise InvalidValueError(message)
    report = verify(record)
    game = _Game(record.players, _standing(record.players, report))
    for sight in sights(record, report):
        game.add(sight)
    title = " · ".join(clean(name, MAX_SAID) or "?" for name in record.players)
    body = _header(record, report, game.last) + game.main()
    style, script = _asset("page.css") + css("auto", SCOPE, game.drawn()), _asset("page.js")
    policy = (
        f"default-src 'none'; style-src '{_fingerprint(style)}'; "
        f"script-src '{_fingerprint(script)}'; base-uri 'none'; form-action 'none'"
    )
    head = (
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        '<meta name="color-scheme" content="light dark">',
        element("title", text(f"Splendor: {title}")),
        f"<style>{style}</style>",
    )
    data = f'<script type="application/json" id="game">{game.data()}</script>'
    return (
        f'<!doctype html>\n<html lang="en"><head>{"".join(head)}</head>'
        f'<body class="{SCOPE}">{body}{data}<script>{script}</script></body></html>\n'
    )


@cache
def _asset(name: str) -> str:
    return files("splendor.render").joinpath(name).read_text(encoding="utf-8")


def _fingerprint(content: str) -> str:
    """Return how a content policy names a script or style that may stand in the page."""
    digest = hashlib.sha256(content.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


class _Game:
    """The drawings of a game, each once, and where they are after every turn in every eyes."""

    def __init__(self, players: Sequence[str], standing: str) -> None:
        self._players = players
        self._standing = standing
        self._pool: dict[str, int] = {}
        self._sights: list[Sight] = []
        self._eyes: list[dict[str, object]] = []

    def add(self, sight: Sight) -> None:
        """Put in the turns of a sight; the first is the one that the page opens with."""
        before: list[int] = []
        changes: list[list[int]] = []
        for turn in sight.turns:
            spots = (spot for panel in self._panels(turn.state) for spot in panel.spots)
            after = [self._number(spot.drawing) for spot in spots]
            old = before or [-1] * len(after)
            pairs = enumerate(zip(old, after, strict=True))
            changed = [(spot, now) for spot, (was, now) in pairs if was != now]
            changes.append([number for pair in changed for number in pair])
            before = after
        heads = [_heading(turn, self._players) for turn in sight.turns]
        if sight.turns and sight.problem is not None:  # a step to where it goes wrong
            changes.append([])
            heads.append(element("p", text(sight.problem), class_="problem"))
        self._sights.append(sight)
        self._eyes.append(
            {
                "key": sight.key,
                "changes": changes,
                "heads": [self._number(head) for head in heads],
                "log": [self._number(entry) for entry in _log(sight)],
            }
        )

    @property
    def last(self) -> int:
        """The number of the last step: that of a turn, begun or complete, or of the problem."""
        sight = self._sights[0]
        return len(sight.turns) - (sight.problem is None)

    def _panels(self, state: State) -> tuple[Panel, ...]:
        return panels(state, self._players)

    def _number(self, drawing: str) -> int:
        return self._pool.setdefault(drawing, len(self._pool))

    def drawn(self) -> str:
        """Return all drawings, and the lines of the charts."""
        return "".join(self._pool) + "".join(map(line_sample, range(len(self._players))))

    def data(self) -> str:
        """Return what the script needs as JSON that cannot end its element."""
        sight = self._sights[0]
        spots = self._panels(sight.turns[0].state) if sight.turns else ()
        data = {
            "pool": list(self._pool),
            "spots": [spot.name for panel in spots for spot in panel.spots],
            "eyes": self._eyes,
            "turns": len(sight.turns) - 1,
            "across": WIDTH - LEFT - LAST,
        }
        written = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        return written.replace("<", "\\u003c")

    def main(self) -> str:
        """Return the page below its header, as it is after the last turn."""
        sight = self._sights[0]
        if not sight.turns:
            return ""
        last = sight.turns[-1]
        market, bank, *seats = map(_panel, self._panels(last.state))
        table = (
            element("div", market, bank, class_="market"),
            element("div", *seats, class_="seats"),
        )
        log = element("ol", *_log(sight), id="log", tabindex="0", aria_label="Turns")
        drawn = charts([turn.state for turn in sight.turns])
        figures = (element("figure", element("figcaption", name), chart) for name, chart in drawn)
        return element(
            "main",
            element("div", _heading(last, self._players), id="head", aria_live="polite"),
            element("section", *table, class_="table", aria_label="Table"),
            self._controls(),
            element("section", element("h2", "Log"), log, class_="log"),
            element("section", element("h2", "Charts"), self._standing, *figures, class_="charts"),
        )

    def _controls(self) -> str:
        """Return what steps through the game."""
        last = self.last
        eyes = (
            element("option", text(sight.name), value=number)
            for number, sight in enumerate(self._sights)
        )
        return element(
            "form",
            _button("first", "|&lt;", "First turn (Home)"),
            _button("back", "&lt;", "Turn before (left arrow)"),
            element("input", type="range", id="turn", max=last, value=last, aria_label="Turn"),
            _button("next", "&gt;", "Next turn (right arrow)"),
            _button("last", "&gt;|", "Last turn (End)"),
            element("output", "", id="where", for_="turn"),
            element("label", "Eyes ", element("select", *eyes, id="eyes")),
            element("span", "Keys: left and right, Home and End.", class_="keys"),
            class_="controls",
            aria_label="Step through the game",
        )


def _button(key: str, sign: str, label: str) -> str:
    shown = element("span", sign, aria_hidden="true")
    return element("button", shown, type="button", id=key, aria_label=label, title=label)


def _panel(panel: Panel) -> str:
    spots = (
        element("g", spot.drawing, id=spot.name, transform=spot.transform) for spot in panel.spots
    )
    box = f"-2 -2 {PANEL_WIDTH + 4:g} {panel.height + 4:g}"
    return element("svg", *spots, viewBox=box, role="group", aria_label=panel.title)


def _heading(turn: Turn, players: Sequence[str]) -> str:
    """Return what was done in a turn, and what is awaited after it."""
    told = element("p", text(turn.words), class_="told") if turn.words else ""
    return told + element("p", text(headline(turn.state, players, turn.ending)))


def _log(sight: Sight) -> Iterable[str]:
    """Yield the entries of the log, the problem last."""
    for turn in sight.turns:
        number = str(turn.number) if turn.number else "Opening"
        parts = [element("b", number), " ", element("code", text(turn.notation))]
        link = element("a", *parts, href=f"#turn-{turn.number}")
        words = turn.words if turn.complete else f"{turn.words} Then the record stops."
        yield element("li", link, " ", element("span", text(words)))
    if sight.problem is not None:
        link = element("a", text(sight.problem), href=f"#turn-{len(sight.turns)}")
        yield element("li", link, class_="problem")
    elif sight.turns and sight.turns[-1].ending == Ending("unfinished"):
        yield element("li", "The game is unfinished.")


# What stands on the page once


def _header(record: Record, report: Report, last: int) -> str:
    names = (element("bdi", text(clean(name, MAX_SAID)) or "?") for name in record.players)
    verdict = report.verdict.value.upper()
    badge = element("strong", verdict, class_=f"verdict {report.verdict.value}")
    facts = (
        f" {counted(report.turns, 'turn')}, rules: {rules_in_words(record.rules)}. {_holds(record)}"
    )
    problem = ""
    if report.problem is not None:
        link = element("a", "Look at it", href=f"#turn-{last}") if report.final else ""
        problem = element("p", text(f"{report.problem}. "), link, class_="problem")
    return element(
        "header",
        element("h1", ", ".join(names)),
        element("p", badge, text(facts)),
        problem,
        _assumed(reading_of(record).assumptions),
    )


def _assumed(assumptions: Sequence[str]) -> str:
    """Return what a reader of another program's log had to assume, to be unfolded."""
    if not assumptions:
        return ""
    more = [f"and {len(assumptions) - _SHOWN} more"] if len(assumptions) > _SHOWN else []
    entries = (element("li", text(clean(each))) for each in (*assumptions[:_SHOWN], *more))
    return element("details", element("summary", "What was assumed"), element("ul", *entries))


def _holds(record: Record) -> str:
    """Say what somebody who has the page can learn from it."""
    if record.perspective == "full":
        return "This page holds all cards, whatever eyes it is seen with."
    if record.perspective == "public":
        return "This page holds what everybody may know."
    return f"This page holds what {called(record.perspective, record.players)} may know."


def _standing(players: Sequence[str], report: Report) -> str:
    """Return the standing after the last turn, which is the legend of the charts as well."""
    if not report.scores:
        return ""
    head = (element("th", name, scope="col") for name in ("Player", "Points", "Cards", "Rank"))
    rows = []
    for seat, score in enumerate(report.scores):
        name = element("bdi", text(clean(players[seat], MAX_SAID)) or "?")
        figures = (score.points, score.purchased, score.rank)
        cells = (element("td", str(figure)) for figure in figures)
        rows.append(element("tr", element("th", line_sample(seat), " ", name, scope="row"), *cells))
    good = "good " if report.verdict is Verdict.INVALID else ""
    caption = element("caption", f"After the last {good}turn")
    return element("table", caption, element("tr", *head), *rows)
