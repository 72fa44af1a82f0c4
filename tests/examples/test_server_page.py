"""The page of examples/server as people use it: in a browser, at a server that is started for it.

They need Debian's package chromium (or any Chromium or Chrome) and are skipped without, except in
CI.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, reduce
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    WebSocketRoute,
    expect,
)

from splendor import (
    CARDS,
    Action,
    BuyCard,
    CardBack,
    ChooseNoble,
    Gems,
    Move,
    Record,
    ReserveCard,
    ReturnTokens,
    RevealCard,
    State,
    TakeTokens,
    Verdict,
    apply,
    legal_actions,
    load,
    outcome,
    replay,
    score,
    setup,
    verify,
)
from splendor.bots import GreedyBot, RandomBot, play_game
from splendor.render import say
from tests.chromium import running_chromium  # noqa: F401 - the fixture `chromium`
from tests.examples.page_server import Seats, Server

PHONE = {"width": 360, "height": 740}
NAMES = ("Ada", "Bo")
SEED = b"\x7e"
"""Two greedy bots need 41 decisions, and take, buy, reserve and return."""
NOBLE = b"\x95"
"""They choose a noble as well."""
HOSTILE = "<img src=x onerror=alert(1)>"
TAMPER = """
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    const message = JSON.parse(text);
    const sent = window.tamper && message.type === "act" ? window.tamper(message) : message;
    if (sent) send.call(this, JSON.stringify(sent));
  };
"""
"""Lets a test change, or with `null` lose, what a page sends of decisions."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server."""
    server = Server(tmp_path_factory.mktemp("server") / "tables.db")
    server.start()
    yield server
    server.stop()


Opener: TypeAlias = Callable[..., Page]


@pytest.fixture
def visit(chromium: Browser, server: Server) -> Iterator[Opener]:
    """Open the page in a browser of its own, and see in the end that nothing has gone wrong."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def note(trouble: str) -> None:
        # What a browser says of a server that is away, or that refuses, is no trouble of the page.
        if not trouble.startswith(("WebSocket connection to", "Failed to load resource")):
            troubles.append(trouble)

    def opened(fragment: str = "", **options: Any) -> Page:  # noqa: ANN401
        context = chromium.new_context(**options)
        contexts.append(context)
        context.add_init_script(TAMPER)
        page = context.new_page()
        page.on("console", lambda message: note(message.text))
        page.on("pageerror", lambda error: note(str(error)))
        page.on("dialog", lambda dialog: note(dialog.message))
        page.goto(server.address + fragment)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert troubles == []


@cache
def decisions(seed: bytes) -> list[Action]:
    """What two greedy bots decide, without the cards that are turned up in between."""
    game = play_game(setup(2, seed=seed), [GreedyBot(), GreedyBot()])
    moves = [event.action for event in game.events if isinstance(event, Move)]
    return [action for action in moves if not isinstance(action, RevealCard)]


def after(seed: bytes, actions: Iterable[Action]) -> State:
    """The table after some decisions."""
    return reduce(apply, actions, setup(2, seed=seed))


def words(gems: Gems) -> str:
    """Tokens as a button names them."""
    text = gems.in_words()
    return text.replace("1 ", "") if max(gems.counts) == 1 else text


def group(page: Page, heading: str) -> Locator:
    """The choices of a kind."""
    return page.locator("#choices details", has=page.get_by_role("heading", name=heading))


def choose(page: Page, action: Action) -> None:
    """Click what an action takes."""
    match action:
        case TakeTokens(gems):
            tokens(group(page, "Take tokens"), gems).click()
        case ReturnTokens(gems):
            tokens(group(page, "Return tokens"), gems).click()
        case BuyCard(card, payment):
            button = group(page, "Buy a card").locator(f".cards [data-card='{card}']")
            several = button.get_attribute("aria-expanded") is not None
            button.click()
            if several:
                tokens(page.locator("#payments"), payment).click()
        case ReserveCard(card):
            reserving = group(page, "Reserve a card")
            reserving.locator("summary").click()
            reserving.locator(f"[data-card='{card}']").click()
        case ChooseNoble(noble):
            choosing = group(page, "Choose a noble")
            choosing.get_by_role("button", name=re.compile(rf"\b{noble}$")).click()
        case _:
            raise AssertionError(action)


def tokens(place: Locator, gems: Gems) -> Locator:
    """The button of some tokens."""
    return place.get_by_role("button", name=words(gems), exact=True)


def told(page: Page, number: int, what: str = "") -> None:
    """See that a page has heard of so many decisions, and of the last one."""
    expect(page.locator("#history li")).to_have_count(number)
    if number:
        expect(page.locator("#history li").first).to_contain_text(what)


def turn(page: Page, text: str) -> None:
    """See whose turn it is, in the page and in its title; names are isolated."""
    expect(page.locator("#turn")).to_have_text(text.replace("{", "\u2068").replace("}", "\u2069"))
    expect(page).to_have_title(re.compile("^● " if text.startswith("Your turn") else "^[^●]"))


def accessible(page: Page) -> None:
    """See that axe has no complaint."""
    found = Axe().run(page).response["violations"]
    assert [
        (each["id"], [node["html"][:120] for node in each["nodes"][:3]]) for each in found
    ] == []


# A game


def test_a_whole_game_is_played_by_clicking_while_the_server_is_restarted(
    visit: Opener, server: Server, tmp_path: Path
) -> None:
    played = decisions(SEED)
    seats = server.put(NAMES, SEED)
    players = [visit(seats.fragment(seat)) for seat in (0, 1)]
    pages = [*players, visit(seats.fragment())]
    state = setup(2, seed=SEED)
    history: list[str] = []
    for number, action in enumerate(played):
        assert state.decider is not None
        decider = players[state.decider]
        expect(decider.locator("#turn")).to_contain_text(f"Your turn, \u2068{NAMES[state.decider]}")
        if number == len(played) // 2:
            turn(players[1 - state.decider], f"{{{NAMES[state.decider]}}} is to move.")
            restart(server, pages, decider, action)
        choose(decider, action)
        told(decider, number + 1)
        history.insert(0, f"{NAMES[state.decider]} {say(action)}")
        state = apply(state, action)
    reached = outcome(state)
    assert reached is not None
    (winner,) = reached.winners
    turn(players[winner], "You have won!")
    for page in (players[1 - winner], pages[-1]):
        turn(page, f"{{{NAMES[winner]}}} has won.")
    for page in pages:
        expect(page.locator("#history li")).to_have_text(history)
        points = f"{NAMES[winner]}: {score(state)[winner].points} points, the winner"
        expect(page.locator("#result li").first).to_have_text(points)
        proven(page, seats, tmp_path)
    accessible(players[winner])


def restart(server: Server, pages: list[Page], decider: Page, action: Action) -> None:
    """Stop the server when a decision is lost on its way to it, and start it again."""
    decider.evaluate("window.tamper = () => null")
    choose(decider, action)
    expect(decider.locator("#choices")).to_have_attribute("aria-busy", "true")
    server.stop()
    for page in pages:
        expect(page.locator("#line")).to_contain_text("The connection is lost. Trying again in")
        expect(page.locator("#choices button:enabled")).to_have_count(0)
    decider.evaluate("window.tamper = null")
    server.start()
    for page in pages:
        expect(page.locator("#line")).to_be_empty(timeout=10_000)
    expect(decider.locator("#trouble")).to_have_text(
        "Your last choice did not reach the server. Choose again."
    )


def proven(page: Page, seats: Seats, folder: Path) -> None:
    """See that the log that is saved is valid, with the promise about the cards kept."""
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the log").click()
    assert saved.value.suggested_filename == f"splendor-{seats.number}.json"
    path = folder / "game.json"
    saved.value.save_as(path)
    record = load(path)
    assert isinstance(record, Record)
    assert record.players == NAMES
    assert verify(record).verdict is Verdict.VALID
    assert record.commitment == seats.table.commitment
    assert record.commitment.salt is not None
    page.locator("#promise summary").click()
    assert page.locator("#promise dd").all_inner_texts() == [
        record.commitment.digest,
        SEED.hex(),
        record.commitment.salt.hex(),
    ]


def test_the_log_of_a_game_that_goes_on_holds_what_the_seat_may_know(
    visit: Opener, server: Server, tmp_path: Path
) -> None:
    seats = server.put(NAMES, SEED, decisions(SEED)[:20])
    page = visit(seats.fragment(1))
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the log").click()
    saved.value.save_as(tmp_path / "game.json")
    record = load(tmp_path / "game.json")
    assert isinstance(record, Record)
    assert record.commitment == seats.table.commitment.sealed
    assert set(replay(record).states[-1].decks[0]) == {CardBack(1)}
    page.route("**/record", lambda route: route.abort())
    page.get_by_role("button", name="Save the log").click()
    expect(page.locator("#saved")).to_contain_text("did not answer")
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Step through the game").click()
    expect(opened.value.locator("#log")).to_contain_text("Ada")


def test_what_may_be_paid_in_several_ways_is_chosen_in_two_steps(
    visit: Opener, server: Server
) -> None:
    bot, state, played = RandomBot(0), setup(2, seed=SEED), list[Action]()
    for _ in range(8):
        played.append(bot.choose(state))
        state = apply(state, played[-1])
    page = visit(server.put(NAMES, SEED, played).fragment(state.decider))
    for heading, count in {"Take tokens": 11, "Reserve a card": 15, "Buy a card": 4}.items():
        expect(group(page, heading).locator("button")).to_have_count(count)
    legal = [action for action in legal_actions(state) if isinstance(action, BuyCard)]
    first, second = (
        page.get_by_role("button", name=re.compile(f"{card}: .* 4 ways to pay$"))
        for card in ("1u7", "1g4")
    )
    ways = [action for action in legal if action.card == CARDS["1g4"]]
    assert len(ways) == 4
    first.click()
    second.click()
    expect(first).to_have_attribute("aria-expanded", "false")
    expect(second).to_have_attribute("aria-expanded", "true")
    expect(page.locator("#payments h3")).to_have_text("Pay for 1g4 with")
    expect(page.locator("#payments button")).to_have_count(4)
    accessible(page)
    second.click()
    expect(page.locator("#payments button")).to_have_count(0)
    page.locator("#picture .can").get_by_text("1g4", exact=True).click()  # leads to it as well
    expect(second).to_be_focused()
    choose(page, ways[-1])
    told(page, 9, f"Ada {say(ways[-1])}")


# A new table


def test_a_table_is_opened_and_links_lead_to_its_seats(visit: Opener) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"])
    accessible(page)
    for place, name in enumerate(("Ada", HOSTILE, "  "), start=1):
        page.get_by_label(f"Player {place}").fill(name)
    page.get_by_role("button", name="New table").click()
    expect(page.locator("#links li")).to_have_count(3)
    accessible(page)
    links = [field.input_value() for field in page.locator("#links input").all()]
    page.reload()
    assert [field.input_value() for field in page.locator("#links input").all()] == links
    page.get_by_role("button", name="Copy").first.click()
    expect(page.locator("#copied")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == links[0]
    page.get_by_role("link", name="Sit down as").nth(1).click()
    turn(page, "{Ada} is to move.")
    expect(page.locator("#picture p")).to_contain_text(f"You are \u2068{HOSTILE}\u2069.")
    page.go_back()
    page.get_by_role("link", name="Watch").click()
    expect(page.locator("#picture p")).to_contain_text("You are watching.")
    page.goto(links[0])
    turn(page, "Your turn, {Ada}.")
    page.locator("#choices button").first.click()
    turn(page, f"{{{HOSTILE}}} is to move.")
    assert page.locator("img").count() == 0
    page.reload()
    turn(page, f"{{{HOSTILE}}} is to move.")


def test_a_link_is_selected_where_the_page_may_not_copy(visit: Opener) -> None:
    page = visit("#table=x&name=Ada&seat=y")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.get_by_role("button", name="Copy").first.click()
    expect(page.locator("#copied")).to_contain_text("copy it with the keyboard")
    assert page.evaluate("getSelection().toString()").endswith("#table=x&token=y")


def test_names_that_the_server_refuses_are_told(visit: Opener, server: Server) -> None:
    page = visit()
    for place in (1, 2):
        page.get_by_label(f"Player {place}").fill("Ada")
    page.get_by_role("button", name="New table").click()
    expect(page.locator("#start-trouble")).to_contain_text("a different name")
    page.route("**/tables", lambda route: route.abort())
    page.get_by_role("button", name="New table").click()
    expect(page.locator("#start-trouble")).to_contain_text("did not answer")
    assert page.url == server.address


# What goes wrong


def test_a_second_window_takes_the_seat_and_the_first_says_so(
    visit: Opener, server: Server
) -> None:
    seats = server.put(NAMES, SEED)
    first = visit(seats.fragment(0))
    turn(first, "Your turn, {Ada}.")
    second = visit(seats.fragment(0))
    expect(first.locator("#trouble")).to_contain_text("played in another window now")
    expect(first.locator("#choices button:enabled")).to_have_count(0)
    expect(first.locator("#line")).to_be_empty()
    turn(second, "Your turn, {Ada}.")
    expect(second.locator("#trouble")).to_be_empty()
    first.get_by_role("button", name="Play here instead").click()
    expect(second.locator("#trouble")).to_contain_text("played in another window now")
    expect(first.locator("#trouble")).to_be_empty()
    first.locator("#choices button").first.click()
    turn(first, "{Bo} is to move.")


def test_links_that_lead_nowhere_are_explained(visit: Opener, server: Server) -> None:
    seats = server.put(NAMES, SEED)
    page = visit(seats.fragment(key="of-another-table"))
    expect(page.locator("#trouble")).to_contain_text("This link opens no seat at this table.")
    accessible(page)
    page.get_by_role("button", name="Only watch").click()
    expect(page.locator("#picture p")).to_contain_text("You are watching.")
    expect(page.locator("#trouble")).to_be_empty()
    for number in ("00000000-0000-4000-8000-000000000000", "x"):
        page.goto(f"{server.address}#table={number}")
        expect(page.locator("#trouble")).to_contain_text("There is no such table here.")
        expect(page.locator("#picture")).not_to_be_visible()
    page.get_by_role("button", name="Open a new table").click()
    expect(page.get_by_role("button", name="New table")).to_be_visible()


def test_a_refused_action_is_shown_with_its_reason_until_the_next_view(
    visit: Opener, server: Server
) -> None:
    page = visit(server.put(NAMES, SEED).fragment(0))
    button = page.locator("#choices button").first
    for tamper, reason in (
        ("({ ...message, number: 7 })", "the next decision is number 0"),
        ("({ ...message, action: { do: 'take', gems: [0, 0, 0, 3, 0, 0] } })", "TAKE-11: 3 red"),
        ("({ ...message, action: 'all' })", "action"),
    ):
        page.evaluate(f"window.tamper = (message) => {tamper}")
        button.click()
        expect(page.locator("#trouble")).to_contain_text(f"Not accepted: {reason}")
        expect(button).to_be_focused()
    accessible(page)
    page.evaluate("window.tamper = null")
    button.press("Enter")
    turn(page, "{Bo} is to move.")
    expect(page.locator("#trouble")).to_be_empty()


def test_two_clicks_decide_once(visit: Opener, server: Server) -> None:
    seats = server.put(NAMES, SEED)
    page = visit(seats.fragment(0))
    page.locator("#choices button").first.dblclick()
    told(page, 1, "takes 1 white, 1 blue, 1 green")
    page.wait_for_timeout(100)
    told(page, 1)
    expect(page.locator("#trouble")).to_be_empty()


def test_a_lost_connection_is_tried_again_after_longer_and_longer_pauses(
    visit: Opener, server: Server
) -> None:
    seats = server.put(NAMES, SEED)
    page = visit(seats.fragment(0))
    page.route_web_socket("**", lambda line: line.close())
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.reload()
    for pause in (1, 2, 4, 8, 15, 30):
        expect(page.locator("#line")).to_contain_text(f"Trying again in {pause} s.")
        page.clock.run_for(1000 * pause - 1)
        expect(page.locator("#line")).to_contain_text(f"Trying again in {pause} s.")
        page.clock.run_for(1)
    expect(page.locator("#line")).to_contain_text("Trying again in 30 s.")
    page.route_web_socket("**", lambda line: line.connect_to_server())
    page.get_by_role("button", name="Try now").click()
    turn(page, "Your turn, {Ada}.")
    expect(page.locator("#line")).to_be_empty()


@pytest.mark.parametrize(
    ("rare", "shown"),
    [
        ({"choices": [{"action": {"do": "pass"}}]}, "Nothing else is possible"),
        (
            {"over": {"winners": [0, 1], "points": [15, 15], "seed": "5eed", "salt": "5a17"}},
            "\u2068Ada\u2069 and \u2068Bo\u2069 share the victory.",
        ),
    ],
    ids=["pass", "shared victory"],
)
def test_what_hardly_ever_happens_is_shown_too(
    visit: Opener, server: Server, rare: dict[str, object], shown: str
) -> None:
    def changed(line: WebSocketRoute) -> None:
        there = line.connect_to_server()
        there.on_message(lambda text: line.send(json.dumps({**json.loads(text), **rare})))

    page = visit(server.put(NAMES, SEED).fragment(0))
    page.route_web_socket("**", changed)
    page.reload()
    expect(page.locator("#table").get_by_text(shown)).to_be_visible()


# How it looks, and how it is used without a pointer


@pytest.mark.parametrize(
    ("seed", "kind", "scheme"),
    [(SEED, BuyCard, "light"), (SEED, ReturnTokens, "dark"), (NOBLE, ChooseNoble, "light")],
    ids=["buy", "return", "noble"],
)
def test_every_kind_of_choice_is_for_screen_readers_and_for_phones(
    visit: Opener, server: Server, seed: bytes, kind: type[Action], scheme: str
) -> None:
    played = decisions(seed)
    number = next(at for at, action in enumerate(played) if isinstance(action, kind))
    seats = server.put(NAMES, seed, played[:number])
    seat = after(seed, played[:number]).decider
    page = visit(seats.fragment(seat), viewport=PHONE, color_scheme=scheme)
    page.get_by_role("button", name="Choose", exact=True).click()
    expect(page.locator("#choices")).to_be_focused()
    for closed in page.locator("#choices details:not([open]) summary").all():
        closed.click()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    boxes = [button.bounding_box() for button in page.locator("#choices button").all()]
    assert min(min(box["width"], box["height"]) for box in boxes if box is not None) >= 40
    accessible(page)
    choose(page, played[number])
    told(page, number + 1, say(played[number]))


def test_the_keyboard_alone_plays(visit: Opener, server: Server) -> None:
    seats = server.put(NAMES, SEED)
    pages = [visit(seats.fragment(seat)) for seat in (0, 1)]
    for number, page in enumerate([*pages, *pages]):
        expect(page.locator("#turn")).to_contain_text("Your turn")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Take tokens"
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        told(page, number + 1)
        expect(page.locator("#turn")).to_be_focused()
    for page in pages:
        told(page, 4)
        expect(page.locator("#turn")).to_be_focused()
