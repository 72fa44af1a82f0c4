"""Replay pages as people use them: in a browser, by pointer, keyboard and address.

They need Debian's package chromium (or any Chromium or Chrome) and are skipped without, except in
CI. `SPLENDOR_PICTURES=write` writes the pictures in tests/pictures that screenshots are held to.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, TypeAlias

import attrs
import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser, BrowserContext, Page, expect

from splendor import Disclosure, Move, redact, replay, verify
from splendor.render import replay_html
from splendor.render.sights import turns_of
from tests.chromium import running_chromium  # noqa: F401 - the fixture `chromium`
from tests.replay_pages import HOSTILE, game, pages

PICTURES = Path(__file__).parent / "pictures"
WIDE = {"width": 1280, "height": 900}
PHONE = {"width": 360, "height": 740}
PLAYABLE = [name for name in pages() if name != "wrong-opening"]
LAST = verify(game("four-players")).turns


@attrs.frozen
class Visit:
    """A page that is open, and what has gone wrong in it or was asked for from outside."""

    page: Page
    troubles: list[str] = attrs.field(factory=list)

    def outside(self, address: str) -> None:
        """Take note of what is not the page itself."""
        if not address.startswith("file:"):
            self.troubles.append(address)

    def at(self, turn: int, of: int = LAST) -> None:
        """See that the page shows a turn, with table, log and charts in step."""
        page = self.page
        expect(page.locator("#where")).to_have_text(f"{turn} of {of}")
        expect(page.locator("#turn")).to_have_value(str(turn))
        head = page.locator("#head p").last
        expect(head).to_contain_text(f"After {turn} turn" if turn else "At the opening")
        current = page.locator("#log .current b")
        expect(current).to_have_text(str(turn) if turn else "Opening")
        self.points_at(turn, of)

    def at_problem(self, turn: int) -> None:
        """See that the page shows what is wrong behind its last good turn."""
        page = self.page
        expect(page.locator("#where")).to_have_text("INVALID")
        expect(page.locator("#turn")).to_have_value(str(turn + 1))
        expect(page.locator("#head .problem")).to_have_count(1)
        expect(page.locator("#log .current.problem")).to_have_count(1)
        self.points_at(turn, turn)

    def points_at(self, turn: int, of: int) -> None:
        """See that the charts point at a turn."""
        across = float(re.findall(r"[\d.]+", cursor_of(self.page))[0])
        assert across == pytest.approx(318 * turn / of, abs=0.01)


def cursor_of(page: Page) -> str:
    """Where the cursors of the charts are, which all are at one place."""
    (where,) = set(
        page.locator(".cursor").evaluate_all("all => all.map(e => e.getAttribute('transform'))")
    )
    return str(where)


Opener: TypeAlias = Callable[..., Visit]


@pytest.fixture
def visit(chromium: Browser, tmp_path: Path) -> Iterator[Opener]:
    """Open pages, and see in the end that none had any trouble."""
    contexts: list[BrowserContext] = []
    visits: list[Visit] = []

    def opened(name: str, fragment: str = "", **options: Any) -> Visit:  # noqa: ANN401
        file = tmp_path / f"{name}.html"
        file.write_text(replay_html(pages()[name]), encoding="utf-8")
        context = chromium.new_context(**{"viewport": WIDE, **options})
        contexts.append(context)
        seen = Visit(context.new_page())
        visits.append(seen)
        seen.page.on("console", lambda message: seen.troubles.append(message.text))
        seen.page.on("pageerror", lambda error: seen.troubles.append(str(error)))
        seen.page.on(
            "request",
            lambda request: seen.outside(request.url),
        )
        seen.page.goto(f"{file.as_uri()}{fragment}")
        return seen

    yield opened
    for context in contexts:
        context.close()
    assert [seen.troubles for seen in visits] == [[]] * len(visits)


@pytest.mark.parametrize("name", PLAYABLE)
def test_a_page_opens_at_the_opening_and_goes_to_the_last_turn(visit: Opener, name: str) -> None:
    report = verify(pages()[name])
    seen = visit(name)
    seen.at(0, report.turns)
    seen.page.locator("#turn").fill(str(report.turns))
    seen.at(report.turns, report.turns)
    seen.page.locator("#first").click()
    seen.page.locator("#last").click()
    if report.problem is None:
        seen.at(report.turns, report.turns)
    else:
        seen.at_problem(report.turns)
    points = [
        seen.page.locator(f"#player-{seat}-points text").first.text_content()
        for seat in range(len(report.scores))
    ]
    assert points == [str(score.points) for score in report.scores]
    assert seen.page.locator("figure svg").count() == 3
    assert seen.page.locator(".verdict").inner_text() == report.verdict.value.upper()


def test_buttons_keys_slider_and_log_step(visit: Opener) -> None:
    seen = visit("four-players")
    page = seen.page
    assert page.locator("#back").is_disabled()
    assert page.locator("#first").is_disabled()
    page.locator("#next").click()
    page.locator("#next").click()
    seen.at(2)
    page.locator("#back").click()
    seen.at(1)
    page.locator("#last").click()
    seen.at(LAST)
    assert page.locator("#next").is_disabled()
    page.locator("#first").click()
    page.locator("body").press("ArrowRight")
    seen.at(1)
    page.locator("body").press("End")
    seen.at(LAST)
    page.locator("body").press("ArrowLeft")
    seen.at(LAST - 1)
    page.locator("body").press("Home")
    seen.at(0)
    page.locator("body").press("Control+ArrowRight")  # the browser's own
    page.locator("body").press("x")
    seen.at(0)
    page.locator("#turn").fill("40")
    seen.at(40)
    page.locator("#turn").press("ArrowRight")  # the slider's own key steps once, not twice
    seen.at(41)
    page.locator("#log a").nth(7).click()
    seen.at(7)
    assert page.url.endswith("#turn-7")


def test_what_a_turn_changed_is_marked_and_nothing_else(visit: Opener) -> None:
    record = pages()["four-players"]
    first = record.events[0]
    assert isinstance(first, Move)
    assert str(first.action) == "R 3u1"
    [slot] = [number for number, card in enumerate(record.opening.rows[2]) if str(card) == "3u1"]
    mover = {f"player-{seat}-{part}" for seat in (0, 1) for part in ("frame", "name")}
    changed = {f"row-3-{slot}", "deck-3", "bank-gold", "player-0-gold", "player-0-hand-0"}
    page = visit("four-players", "#turn-1").page
    assert marked(page) == changed | mover
    glows = page.locator(".changed").evaluate_all(
        "all => all.filter(e => getComputedStyle(e).filter !== 'none').map(e => e.id)"
    )
    assert set(glows) == changed
    page.locator("#turn").fill("60")  # Dee buys 1g8 for kkk
    mover = {f"player-{seat}-{part}" for seat in (3, 0) for part in ("frame", "name")}
    spent = {"bank-black", "player-3-black", "player-3-green-bonus", "player-3-points"}
    assert marked(page) - mover == spent | {"deck-1", "row-1-1"}


def marked(page: Page) -> set[str]:
    """The spots of the table that are marked."""
    return set(page.locator(".changed").evaluate_all("all => all.map(each => each.id)"))


def test_the_table_is_the_same_however_a_turn_is_reached(visit: Opener) -> None:
    seen = visit("four-players")
    for _ in range(12):
        seen.page.locator("#next").click()
    again = visit("four-players", "#turn-12")
    assert table_of(again.page) == table_of(seen.page)


def table_of(page: Page) -> str:
    """What the table looks like."""
    return page.locator(".table").inner_html().replace(' class=""', "")


def test_the_address_names_the_turn_and_the_eyes(visit: Opener) -> None:
    seen = visit("four-players", "#turn-33/seat-1")
    seen.at(33)
    assert seen.page.locator("#eyes").input_value() == "2"
    seen.page.locator("#next").click()
    assert seen.page.url.endswith("#turn-34/seat-1")
    seen.page.evaluate("location.hash = '#turn-5'")
    seen.at(5)
    assert seen.page.locator("#eyes").input_value() == "2", "eyes that are not named stay"
    seen.page.evaluate("location.hash = '#turn-6/spectator'")
    seen.at(6)
    assert seen.page.locator("#eyes").input_value() == "5"
    for wrong in ("#turn-x", "#elsewhere", "#turn-6/nobody"):
        seen.page.evaluate(f"location.hash = '{wrong}'")
        seen.at(6)
    visit("four-players", "#turn-100000").at(LAST)


def test_eyes_hide_what_they_may_not_know(visit: Opener) -> None:
    """The cards that players drew blind are backs in the eyes of the others, and in their log."""
    record = pages()["four-players"]
    named = [event for event in record.events if isinstance(event, Disclosure)]
    drawn = {str(event.disclose): event.seat for event in named}
    assert set(drawn.values()) >= {0, 1}
    page = visit("four-players", "#turn-20").page
    options = page.locator("#eyes option").all_inner_texts()
    assert options == ["everything", *record.players, "a spectator"]
    for number, eyes in enumerate((*range(4), None), start=1):
        page.locator("#eyes").select_option(str(number))
        log = page.locator("#log").inner_text()
        assert {card for card in drawn if f"={card}" in log} == {
            card for card, seat in drawn.items() if seat == eyes
        }
        hands = page.locator("[id*=-hand-]").all_text_contents()
        seen = replay(redact(record, eyes)).states
        at_20 = next(state for state in reversed(seen) if state.turn == 20)
        backs = [str(e.card)[0] == "#" for player in at_20.players for e in player.reserved]
        assert sum("face unknown" in hand for hand in hands) == sum(backs)


def test_what_was_drawn_is_told_to_the_right_eyes_alone(visit: Opener) -> None:
    """Above the table as in the log."""
    record = pages()["four-players"]
    blind = next(turn for turn in turns_of(record, verify(record)) if "=" in turn.notation)
    drawn = blind.notation.partition("=")[2].partition(" ")[0]
    seat = next(e.seat for e in record.events if isinstance(e, Disclosure))
    page = visit("four-players", f"#turn-{blind.number}").page
    for number, eyes in enumerate(("all", *range(4), None)):
        page.locator("#eyes").select_option(str(number))
        for place in ("#head", "#log .current"):
            knows = f"it is {drawn}" in page.locator(place).inner_text()
            assert knows == (eyes in ("all", seat))


FOCUSED = "document.activeElement.id || document.activeElement.tagName"


def test_the_keyboard_alone_reaches_everything(visit: Opener) -> None:
    seen = visit("four-players", "#turn-3")
    reached = set()
    for _ in range(60):
        seen.page.keyboard.press("Tab")
        reached.add(
            seen.page.evaluate("document.activeElement.id || document.activeElement.tagName")
        )
    assert {"first", "back", "turn", "next", "last", "eyes", "log", "A"} <= reached
    seen.page.locator("#next").focus()
    seen.page.keyboard.press("Enter")
    seen.at(4)
    seen.page.locator("#eyes").focus()
    seen.page.keyboard.press("ArrowDown")
    assert seen.page.locator("#eyes").input_value() == "1"
    seen.at(4)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_screen_reader_finds_names_and_contrast(
    visit: Opener, scheme: str, size: dict[str, int]
) -> None:
    seen = visit("four-players", "#turn-60", color_scheme=scheme, viewport=size, bypass_csp=True)
    found = Axe().run(seen.page).response["violations"]
    assert [
        (each["id"], [node["html"][:120] for node in each["nodes"][:3]]) for each in found
    ] == []
    tree = seen.page.locator("main").aria_snapshot()
    for named in (
        'button "Next turn',
        'slider "Turn"',
        "deck of level 3",
        "player 0",
        'group "Bank"',
    ):
        assert named in tree
    assert seen.page.locator("#head").get_attribute("aria-live") == "polite"


@pytest.mark.parametrize("name", PLAYABLE)
def test_nothing_is_cut_off_on_a_phone(visit: Opener, name: str) -> None:
    seen = visit(name, "#turn-20", viewport=PHONE, has_touch=True, is_mobile=True)
    page = seen.page
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    for button in ("first", "back", "next", "last"):
        box = page.locator(f"#{button}").bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40
        assert 0 <= box["x"] <= PHONE["width"] - box["width"]
        assert 0 <= box["y"] <= PHONE["height"] - box["height"], "the buttons stay in sight"
    turns = verify(pages()[name]).turns
    page.locator("#turn").fill(str(turns - 1))
    page.locator("#next").tap()
    seen.at(turns, turns)


def test_a_problem_is_shown_in_its_place_with_its_rule(visit: Opener) -> None:
    seen = visit("invalid")
    banner = seen.page.locator("header .problem")
    expect(banner).to_contain_text("event 31, turn 21, player 0: PAY-4")
    banner.locator("a").click()
    seen.at_problem(20)
    expect(seen.page.locator("#head")).to_contain_text("Ada buys 1g1 for 1 gold (B 1g1 y)")
    seen.page.locator("#back").click()
    seen.at(20, 20)
    seen.page.locator("#log .problem a").click()
    for number in range(seen.page.locator("#eyes option").count()):
        seen.page.locator("#eyes").select_option(str(number))
        seen.at_problem(20)


def test_a_game_whose_opening_is_wrong_has_nothing_to_step_through(visit: Opener) -> None:
    page = visit("wrong-opening").page
    expect(page.locator("header .problem")).to_contain_text("opening: INV-2")
    assert page.locator("main, .ready").count() == 0


def test_names_do_no_harm(visit: Opener) -> None:
    seen = visit("hostile-names", "#turn-9")
    page = seen.page
    assert "harmed" not in page.evaluate(
        "[...document.scripts].map(e => e.src).join() + location.href"
    )
    assert page.locator("img, script[src], iframe, a[href^='javascript']").count() == 0
    assert page.title().startswith("Splendor: <img")
    shown = page.locator("h1 bdi").all_inner_texts()
    assert shown[:2] == [f"{name[:40]}..." for name in HOSTILE[:2]]
    assert shown[2] == "\\u202eשלם \\u2067אבג"
    assert "\x1b" not in page.content()
    assert "\ufffe" not in page.content()
    assert page.evaluate("document.scripts.length") == 2


def test_without_scripts_the_last_position_and_the_log_are_there(visit: Opener) -> None:
    seen = visit("four-players", java_script_enabled=False)
    expect(seen.page.locator("#head")).to_contain_text("the game is over")
    assert seen.page.locator("#log li").count() == LAST + 1
    assert not seen.page.locator(".controls").is_visible()


def test_a_frame_without_an_address_can_be_stepped_through(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content("<iframe sandbox='allow-scripts' width=1200 height=800></iframe>")
    page.evaluate(
        "html => document.querySelector('iframe').srcdoc = html", replay_html(pages()["bga-2021"])
    )
    frame = page.frame_locator("iframe")
    frame.locator("#next").click()
    expect(frame.locator("#where")).to_have_text("1 of 52")
    frame.locator("#log a").nth(7).click()
    expect(frame.locator("#where")).to_have_text("7 of 52")
    page.close()


def test_every_part_of_the_script_is_used_in_these_tests(visit: Opener) -> None:
    seen = visit("invalid")
    page = seen.page
    session = page.context.new_cdp_session(page)
    session.send("Profiler.enable")
    session.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": True})
    page.reload()
    page.locator("#next").click()
    page.locator("#last").click()
    page.locator("#back").click()
    page.locator("#first").click()
    page.locator("body").press("ArrowRight")
    page.locator("body").press("x")
    page.locator("#turn").fill("3")
    page.locator("#eyes").select_option("1")
    page.locator("#log a").nth(2).click()
    page.locator("#log").dispatch_event("click")
    page.evaluate("location.hash = '#turn-5/seat-0'")
    page.evaluate("location.hash = '#nowhere'")
    seen.at(5, 20)
    found = session.send("Profiler.takePreciseCoverage")["result"]
    (script,) = [each for each in found if each["url"].endswith("invalid.html")]
    ranges = [each for function in script["functions"] for each in function["ranges"]]
    (code,) = re.findall(r"<script>(.*?)</script>", page.content(), re.DOTALL)
    unused = [code[each["startOffset"] :].split("\n")[1] for each in ranges if not each["count"]]
    # What is left is tested by itself: in a frame without an address.
    assert [line.strip()[:19] for line in unused] == ["// a frame without "]


# Pictures


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("wide", {"viewport": WIDE}),
        ("wide-dark", {"viewport": WIDE, "color_scheme": "dark"}),
        ("phone", {"viewport": PHONE}),
    ],
)
def test_a_page_looks_as_it_did(visit: Opener, name: str, options: dict[str, Any]) -> None:
    seen = visit("four-players", "#turn-100", **options)
    shot = Image.open(BytesIO(seen.page.screenshot()))
    assert difference(f"page-{name}", shot) < 6


def difference(name: str, shot: Image.Image) -> float:
    """By how much of 255 a screenshot differs from the picture that is kept, on an average.

    Both are made small, so that fonts and the edges of things do not count.
    """
    small = shot.convert("RGB").resize((shot.width // 8, shot.height // 8), Image.Resampling.BOX)
    kept = PICTURES / f"{name}.png"
    if os.environ.get("SPLENDOR_PICTURES") == "write":
        kept.parent.mkdir(exist_ok=True)
        small.save(kept, optimize=True)
    with Image.open(kept) as picture:
        assert picture.size == small.size
        return sum(ImageStat.Stat(ImageChops.difference(small, picture)).mean) / 3
