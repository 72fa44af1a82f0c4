"""Replay pages as bytes: what they hold, for whose eyes, and up to where."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from html import unescape
from html.parser import HTMLParser
from random import Random
from typing import Any

import attrs
import pytest

from splendor import (
    CARDS,
    SPENDEE_21,
    Action,
    Card,
    CardBack,
    Disclosure,
    Ending,
    Gems,
    InvalidValueError,
    Meta,
    Move,
    Phase,
    Player,
    Record,
    ReserveFromDeck,
    RevealCard,
    State,
    TakeTokens,
    apply,
    observe,
    record_game,
    redact,
    replay,
    setup,
    verify,
)
from splendor.render import replay_html
from splendor.render.chart import charts
from splendor.render.sights import UNSEEN, Sight, Turn, sights
from splendor.render.table import panels
from tests.games import buying, play, states_of
from tests.replay_pages import HOSTILE, game, pages


def data_of(page: str) -> dict[str, Any]:
    """What the page holds for its script."""
    (found,) = re.findall(r'<script type="application/json" id="game">(.*?)</script>', page)
    data: dict[str, Any] = json.loads(found)
    return data


def tables(page: str, key: str) -> list[list[str]]:
    """The drawings of the table after each turn in somebody's eyes."""
    data = data_of(page)
    (eyes,) = [each for each in data["eyes"] if each["key"] == key]
    table: dict[int, int] = {}
    found = []
    for changes in eyes["changes"]:
        table.update(zip(changes[::2], changes[1::2], strict=True))
        found.append([data["pool"][table[spot]] for spot in range(len(data["spots"]))])
    return found


def between_turns(record: Record) -> list[State]:
    """The states after each turn, the opening first."""
    states = replay(record).states
    last = {state.turn: state for state in states if state.phase in {Phase.MAIN, Phase.OVER}}
    return [last[turn] for turn in sorted(last)]


GOOD = ["four-players", "three-players", "board-game-arena-2021", "board-game-arena-2025"]


def seen(record: Record) -> tuple[Sight, ...]:
    return sights(record, verify(record))


# What is seen


@pytest.mark.rule("INFO-2", "INFO-4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_pair_of_eyes_sees_what_it_may_know_after_every_turn(players: int) -> None:
    opening, actions = play(players, players, policy=buying)
    record = record_game(opening, actions)
    page = replay_html(record)
    keys = {"all": ..., **{f"seat-{seat}": seat for seat in range(players)}, "spectator": None}
    assert [each["key"] for each in data_of(page)["eyes"]] == list(keys)
    for key, eyes in keys.items():
        views = [state if eyes is ... else observe(state, eyes) for state in between_turns(record)]
        expected = [
            [spot.drawing for panel in panels(view, record.players) for spot in panel.spots]
            for view in views
        ]
        assert tables(page, key) == expected


@pytest.mark.rule("INFO-2", "INFO-4")
@pytest.mark.pitfall(25)
@pytest.mark.parametrize("seed", range(4))
def test_a_page_for_one_seat_names_no_card_that_seat_may_not_know(seed: int) -> None:
    """The ids of cards that it never saw stand nowhere in the bytes."""
    opening, actions = play(seed, 2 + seed % 3, policy=reserving)
    states = list(states_of(opening, actions))
    record = record_game(opening, actions, seed=seed)
    hidden_from = 0
    for seat in (*range(len(opening.players)), None):
        page = replay_html(redact(record, seat))
        shown = {
            str(card)
            for state in states
            for view in (observe(state, seat),)
            for cards in (*view.rows, *(player.purchased for player in view.players), hands(view))
            for card in cards
        }
        never = CARDS.keys() - shown
        hidden_from += len({str(card) for state in states for card in hands(state)} - shown)
        assert [name for name in never if re.search(rf"\b{name}\b", page)] == []
        assert [name for name in shown & CARDS.keys() if name not in page] == []
    assert hidden_from > 3


def hands(state: State) -> list[Card | CardBack]:
    return [entry.card for player in state.players for entry in player.reserved]


def reserving(rng: Random, state: State, options: Sequence[Action]) -> Action:
    """Reserve from a deck in every third turn, if it can be, else buy, if that can be."""
    blind = [action for action in options if isinstance(action, ReserveFromDeck)]
    if blind and state.turn % 3 == 0:
        return blind[state.turn % len(blind)]
    return buying(rng, state, options)


def test_a_record_of_one_seat_has_a_spectators_eyes_and_a_public_one_no_others() -> None:
    four = game("four-players")
    assert [each.name for each in seen(four)] == [
        "everything",
        "Ada",
        "Bo",
        "Cy",
        "Dee",
        "a spectator",
    ]
    assert [each.name for each in seen(redact(four, 1))] == ["Bo", "a spectator"]
    assert [each.name for each in seen(redact(four, None))] == ["all that is recorded"]
    nameless = attrs.evolve(four, players=("", "", "", ""))
    assert [each.name for each in seen(redact(nameless, 1))] == ["player 1", "a spectator"]


# Turns


def turns(record: Record) -> tuple[Turn, ...]:
    return seen(record)[0].turns


@pytest.mark.parametrize("name", GOOD)
def test_there_is_a_frame_for_the_opening_and_each_turn(name: str) -> None:
    record = game(name)
    found = turns(record)
    assert [turn.number for turn in found] == list(range(verify(record).turns + 1))
    assert [turn.state for turn in found[:-1]] == between_turns(record)[:-1]
    assert found[-1].state == verify(record).final
    assert all(turn.complete for turn in found)
    assert (found[0].notation, found[0].words) == ("", "")


def test_a_turn_is_told_in_notation_and_in_words() -> None:
    told = {turn.notation: turn.words for turn in turns(game("four-players"))}
    opening = setup(2, seed=5)
    state = apply(opening, ReserveFromDeck(3))
    (drawn,) = (entry.card for entry in state.players[0].reserved)
    record = record_game(opening, [ReserveFromDeck(3)], players=("Ada", ""))
    (_, turn) = turns(record)
    assert turn.notation == f"R #3={drawn}"
    assert turn.words == (f"Ada reserves the top card of level 3 and takes a gold; it is {drawn}.")
    assert told["R 3u1 > 3r3"] == "Ada reserves 3u1 and takes a gold; the table turns up 3r3."


@pytest.mark.parametrize("name", GOOD)
def test_the_log_has_what_was_done_in_its_order(name: str) -> None:
    record = game(name)
    done = [str(event.action) for event in record.events if isinstance(event, Move)]
    told = " ".join(turn.notation for turn in turns(record)).strip()
    assert re.sub(r" ?(!\w+|=\w+|= (\w )?\w+)", "", told) == " ".join(done)
    page = replay_html(record)
    data = data_of(page)
    for eyes in data["eyes"]:
        entries = [data["pool"][number] for number in eyes["log"]]
        links = [re.findall(r'href="#turn-(\d+)"', entry) for entry in entries]
        assert links == [[str(number)] for number in range(verify(record).turns + 1)]
    assert "".join(data["pool"][number] for number in data["eyes"][0]["log"]) in page


@pytest.mark.parametrize("name", ["three-players", "four-players"])
def test_charts_show_points_bonuses_and_tokens_after_each_turn(name: str) -> None:
    record = game(name)
    states = [turn.state for turn in turns(record)]
    drawn = charts(states)
    assert [title for title, _ in drawn] == ["Points", "Bonuses", "Tokens"]
    figures: dict[str, Callable[[Player], int]] = {
        "Points": lambda player: player.points,
        "Bonuses": lambda player: len(player.purchased),
        "Tokens": lambda player: sum(player.tokens.counts),
    }
    page = replay_html(record)
    for title, chart in drawn:
        assert f"<figcaption>{title}</figcaption>{chart}" in page
        heights = map(float, re.findall(r'd="M30 ([\d.]+)H348"', chart))
        marks = map(int, re.findall(r'x="24" [^>]*>(\d+)<', chart))
        (zero, _), *_, (top, highest) = zip(heights, marks, strict=True)
        lines = re.findall(r'<path d="M([^"]*)" class="s-seat-(\d)-edge"', chart)
        assert [int(seat) for _, seat in lines] == [*range(len(record.players))]
        for points, seat in lines:
            numbers = [*map(float, points.split())]
            assert numbers[::2] == pytest.approx(
                [30 + 318 * turn / (len(states) - 1) for turn in range(len(states))], abs=0.06
            )
            values = [(zero - y) * highest / (zero - top) for y in numbers[1::2]]
            expected = [figures[title](state.players[int(seat)]) for state in states]
            assert values == pytest.approx(expected, abs=0.05)


def test_the_legend_has_the_line_and_the_figures_of_each_player() -> None:
    record = game("four-players")
    report = verify(record)
    rows = re.findall(r"<tr>(<th scope=.row.>.*?)</tr>", replay_html(record))
    assert len(rows) == 4
    for seat, row in enumerate(rows):
        score = report.scores[seat]
        assert f"s-seat-{seat}-edge" in row
        assert f"<bdi>{record.players[seat]}</bdi>" in row
        figures = (score.points, score.purchased, score.rank)
        assert re.findall(r"<td>(\d+)</td>", row) == [*map(str, figures)]


@pytest.mark.rule("NOB-1")
@pytest.mark.parametrize("name", GOOD)
def test_every_noble_that_comes_is_told_in_its_turn(name: str) -> None:
    """Also one that comes when the card bought has been replaced."""
    before: frozenset[str] = frozenset()
    for turn in turns(game(name)):
        here = frozenset(str(noble) for player in turn.state.players for noble in player.nobles)
        told = set(re.findall(r"; the noble (\w+) visits", turn.words))
        chosen = set(re.findall(r"chooses the noble (\w+)", turn.words))
        assert told | chosen == here - before
        before = here
    assert before


def test_cards_that_are_named_later_belong_to_the_turn_before() -> None:
    opening = observe(setup(2, seed=9), None)
    actions: list[Action] = [ReserveFromDeck(2), TakeTokens(Gems(1, 1, 1))]
    card = next(
        card for card in CARDS.values() if card.level == 2 and card not in sum(opening.rows, ())
    )
    record = record_game(opening, [*actions, Disclosure(card, 0)], players=("Ada", "Bo"))
    found = turns(record)
    assert [turn.notation for turn in found] == ["", "R #2", f"T wug = a {card}"]
    assert found[2].words == f"Bo takes 1 white, 1 blue, 1 green; a hidden card of Ada is {card}."
    assert found[2].state == replay(record).states[-1]


def test_what_is_disclosed_before_the_first_turn_belongs_to_the_opening() -> None:
    state = setup(2, seed=9)
    card = state.rows[1][0]
    assert isinstance(card, Card)
    rows = (state.rows[0], (CardBack(2), *state.rows[1][1:]), state.rows[2])
    opening = attrs.evolve(observe(state, None), rows=rows)
    record = record_game(opening, [Disclosure(card, None), TakeTokens(Gems(1, 1, 1))])
    found = turns(record)
    assert [turn.notation for turn in found] == [f"= {card}", "T wug"]
    assert found[0].words == f"a hidden card of the row is {card}."
    assert found[0].state.rows == state.rows


def test_a_turn_that_is_not_finished_is_shown_as_far_as_it_goes() -> None:
    opening, actions = play(2, 2)
    states = list(states_of(opening, actions))
    cut = next(at for at, state in enumerate(states) if state.phase is Phase.RETURN)
    record = record_game(opening, actions[:cut])
    last = turns(record)[-1]
    assert not last.complete
    assert last.number == states[cut].turn + 1
    assert last.state.phase is Phase.RETURN
    assert "Then the record stops." in replay_html(record)
    assert "Then the record stops." not in replay_html(record_game(opening, actions))


def test_a_refill_that_is_left_out_at_the_end_does_not_hide_the_end() -> None:
    """LOG-1."""
    record = game("board-game-arena-2025")
    while isinstance(record.events[-1], Move) and isinstance(record.events[-1].action, RevealCard):
        record = attrs.evolve(record, events=record.events[:-1])
    assert verify(record).verdict.value == "valid"
    assert turns(record)[-1].state.phase is Phase.OVER


# Problems


def test_a_page_goes_up_to_the_first_problem_and_names_its_rule() -> None:
    record = game("forged")
    page = replay_html(record)
    report = verify(record)
    assert report.problem is not None
    for each in seen(record):
        assert each.turns[-1].number == report.turns
        problem = str(report.problem).replace("event 31", f"event {event_in(record, each)}")
        assert each.problem == f"INVALID: Ada buys 1g1 for 1 gold (B 1g1 y): {problem}"
    assert f'<p class="problem">{report.problem}. <a href="#turn-21">Look at it</a></p>' in page
    assert '<strong class="verdict invalid">INVALID</strong>' in page


def event_in(record: Record, sight: Sight) -> int:
    """The number of event 31 of the forged game among those that somebody sees."""
    eyes = {"all": ..., "spectator": None, "seat-0": 0, "seat-1": 1}[sight.key]
    return sum(
        isinstance(event, Move) or eyes is ... or event.seat in {None, eyes}
        for event in record.events[:31]
    )


def test_a_game_that_was_not_played_out_says_how_it_ended() -> None:
    opening, actions = play(1, 2, policy=buying)
    left = record_game(opening, actions[:9], players=("Ada", "Bo"), ending=Ending("resigned", 1))
    page = replay_html(left)
    turn = verify(left).turns
    assert f"After {turn} turns, round {turn // 2 + 1}: player 1 (Bo) resigned" in page
    late = attrs.evolve(left, ending=Ending("timeout", 0))
    assert "player 0 (Ada) ran out of time" in replay_html(late)
    unfinished = attrs.evolve(left, ending=Ending("unfinished"))
    for record, times in ((left, 0), (late, 0), (unfinished, 2)):  # on the page and in its data
        assert replay_html(record).count("The game is unfinished.") == times


def test_a_page_says_what_can_be_learned_from_it() -> None:
    record = game("four-players")
    assert "This page holds all cards, whatever eyes it is seen with." in replay_html(record)
    assert "This page holds what Bo may know." in replay_html(redact(record, 1))
    nameless = attrs.evolve(record, players=("", "", "", ""))
    assert "This page holds what player 1 may know." in replay_html(redact(nameless, 1))
    assert "This page holds what everybody may know." in replay_html(redact(record, None))


@pytest.mark.parametrize("count", [0, 1, 10, 11])
def test_what_was_assumed_can_be_unfolded(count: int) -> None:
    record = attrs.evolve(game("four-players"), meta=Meta({"assumptions": ["<b>guess"] * count}))
    page = replay_html(record)
    assert page.count("<li>&lt;b&gt;guess</li>") == min(count, 10)
    assert ("What was assumed" in page) == (count > 0)
    assert ("<li>and 1 more</li>" in page) == (count > 10)


def test_a_problem_that_somebody_cannot_see_is_told_without_its_reason() -> None:
    """A player claims to have drawn a card that lies in a row: only they and the record know."""
    opening = setup(2, seed=5)
    record = record_game(opening, [ReserveFromDeck(3), TakeTokens(Gems(1, 1, 1))])
    move, drawn, *rest = record.events
    assert isinstance(drawn, Disclosure)
    card = opening.rows[2][0]
    assert isinstance(card, Card)
    forged = attrs.evolve(drawn, disclose=card)
    record = attrs.evolve(record, events=(move, forged, *rest))
    full, first, second, spectator = seen(record)
    assert full.problem is not None
    assert str(card) in full.problem
    assert first.problem == full.problem
    assert (second.problem, spectator.problem) == (UNSEEN, UNSEEN)
    assert [len(each.turns) for each in (full, first, second, spectator)] == [2, 2, 2, 2]
    assert "these eyes cannot see" in replay_html(record)


def test_a_wrong_ending_is_shown_behind_the_last_turn() -> None:
    opening, actions = play(1, 2, policy=buying)
    record = record_game(opening, actions[:10], ending=Ending("played"))
    for each in seen(record):
        assert len(each.turns) > 1
        assert each.problem is not None
        assert each.problem.startswith("INVALID: ending: ")


def test_a_wrong_opening_leaves_nothing_to_step_through() -> None:
    record = pages()["wrong-opening"]
    (only,) = seen(record)
    assert only.turns == ()
    assert only.problem is not None
    page = replay_html(record)
    assert "<main" not in page
    assert "opening: INV-2" in page
    assert data_of(page)["eyes"][0]["changes"] == []


# The document


class Checker(HTMLParser):
    """Sees that elements are closed in their order, and notes which there are."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.ids: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.addresses += [
            value or "" for name, value in attrs if name in {"href", "src", "action"}
        ]
        if tag not in {"meta", "input"}:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in {"meta", "input"}:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", pages())
def test_a_page_is_one_sound_document_that_leads_nowhere_else(name: str) -> None:
    page = replay_html(pages()[name])
    checker = Checker()
    checker.feed(page)
    assert checker.open == []
    assert len(set(checker.ids)) == len(checker.ids)
    assert all(re.fullmatch(r"#turn-\d+", address) for address in checker.addresses)
    assert not checker.tags & {"img", "link", "iframe", "object", "base", "b>"} - {"b"}
    assert not re.search("[\x00-\x08\x0b-\x1f\u202e\u2067\ufffe]", page)
    assert re.findall("(?:https?:)?//(?!www.w3.org/)[a-z]", page.partition("<script>")[0]) == []
    assert len(page.encode()) < 1_000_000


def test_a_long_game_of_four_stays_below_a_megabyte() -> None:
    opening, actions = play(5, 4)
    record = record_game(opening, actions)
    assert verify(record).turns > 160
    assert len(replay_html(record).encode()) < 1_000_000
    named = attrs.evolve(record, players=tuple(sign * 200 for sign in "<&'\""))
    assert len(replay_html(named).encode()) < 1_000_000


def test_names_are_escaped_wherever_they_stand() -> None:
    page = replay_html(pages()["hostile-names"])
    for name in HOSTILE[:2]:
        assert name not in page
    assert page.count("<script") == 2
    assert "&lt;img src=x onerror=" in page


def test_a_policy_keeps_everything_else_out() -> None:
    page = replay_html(game("forged"))
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert re.sub("sha256-[A-Za-z0-9+/=]{44}", "HASH", unescape(policy)) == (
        "default-src 'none'; style-src 'HASH'; script-src 'HASH'; "
        "base-uri 'none'; form-action 'none'"
    )


@pytest.mark.parametrize("wrong", [None, "game", setup(2, seed=1)])
def test_only_a_record_makes_a_page(wrong: object) -> None:
    with pytest.raises(InvalidValueError, match="a record is expected, not"):
        replay_html(wrong)  # type: ignore[arg-type]


def test_rules_that_are_not_a_preset_are_told() -> None:
    rules = attrs.evolve(SPENDEE_21, target_score=7)
    record = record_game(setup(2, seed=1, rules=rules), [])
    assert "rules: spendee; target_score 7" in replay_html(record)


def test_a_game_of_no_turn_is_a_page_as_well() -> None:
    page = replay_html(record_game(setup(2, seed=1), []))
    assert 'max="0"' in page
    assert "At the opening, round 1: player 0 (Player 1) is to move" in page
