"""The page docs/try.md as a reader uses it, in a browser that reaches nothing but the site.

`tests.site` gives it the page of a built site. Python is started once, and once more after it was
stopped.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import attrs
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, FilePayload, Page, Request, expect

from splendor import (
    Ending,
    Meta,
    Verdict,
    commit,
    format_record,
    load,
    record_game,
    score,
    setup,
    to_json,
    verify,
)
from splendor.bots import GreedyBot, RandomBot, play_game

GAMES: Final = Path(__file__).parents[1] / "examples" / "games"
VALID, FORGED = GAMES / "four-players.json", GAMES / "forged.json"
HALVES: Final = [GAMES / "own-game.gamedatas.json", GAMES / "own-game.g_gamelogs.json"]
HOSTILE: Final = "<img src=x onerror=alert(1)>"
TURNED, SPELLED = "\u202eadA", "\\u202eadA"  # turns what stands behind it around
PATIENCE: Final = 40_000  # Python starts slowly on a busy machine
SEED: Final = 42
UNREADABLE: Final = {
    "nonsense.json": (b"\xff{[nonsense", "byte 0: not UTF-8"),
    "empty.json": (b"", "empty"),
    "deep.json": (b"[" * 100_000, "expected at most 100 lists"),
    "huge.json": (b" " * 9_000_000, "expected at most 8388608 bytes, not 9000000"),
    f"{HOSTILE}.json": (b'{"format": "else"}', "expected a game"),
}
DROP: Final = """files => {
  const data = new DataTransfer();
  files.forEach(([name, text]) => data.items.add(new File([text], name)));
  const drop = document.getElementById("check-drop");
  drop.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
}"""
AT_ONCE: Final = """labels => labels.forEach(label =>
  [...document.querySelectorAll(".desk button")].find(it => it.textContent.includes(label)).click()
)"""
ASKS: Final = "!dispatchEvent(new Event('beforeunload', { cancelable: true }))"
OUTSIDE: Final = """() => [...document.querySelectorAll(".board svg, .choices button")]
  .map((each) => each.getBoundingClientRect())
  .filter(({ left, right }) => left < 0 || right > innerWidth).length"""
TOO_WIDE: Final = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def payload(name: str, content: bytes) -> FilePayload:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": content}


@attrs.frozen
class Visit:
    """The page, and what goes wrong on it."""

    page: Page
    faults: list[str]

    def verdict(self, expected: str, *said: str) -> None:
        """See the verdict on one game, and what is said of it."""
        finding = self.page.locator(".finding")
        expect(finding.locator("h3 .verdict")).to_have_text(expected)
        for words in said:
            expect(finding).to_contain_text(words)

    def choose(self, *files: Path | FilePayload) -> None:
        """Choose files, with the last result out of the way."""
        given: Any = list(files)
        self.page.locator("#check-files").set_input_files(given)

    def look(self, where: str) -> None:
        """See that the page is accessible, and no wider than a phone or a desk."""
        for width, height, scheme in ((390, 844, "dark"), (1400, 1000, "light")):
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            if self.page.evaluate(TOO_WIDE) > 0 or self.page.evaluate(OUTSIDE) > 0:
                self.faults.append(f"try.html, {where}: too wide for {width} pixels")
            found = Axe().run(self.page, {"include": [[".content"]], "exclude": [["iframe"]]})
            self.faults.extend(
                f"try.html, {where}, {scheme}: {each['id']}: {each['nodes'][0]['html']}"
                for each in found.response["violations"]
            )


# Checking


def start(visit: Visit) -> None:
    """Python is started by its button, and is that of the wheel."""
    page = visit.page
    button = page.locator("#python-start")
    expect(button).to_have_text(re.compile(r"Start Python \(\d\d MB\)"))
    visit.look("before the start")
    button.click()
    said = f"Python is running, with splendor-rules {version('splendor-rules')}."
    expect(page.locator("#python-version")).to_have_text(said)


def good_games(visit: Visit) -> None:
    """A good game is VALID, and can be stepped through in its frame."""
    visit.choose(VALID)
    report = verify(load(VALID))
    visit.verdict("VALID", "four-players.json", f"{report.turns} turns, played to its end.")
    cells = visit.page.locator(".finding td:nth-child(2)")
    expect(cells).to_have_text([str(each.points) for each in report.scores])
    visit.page.locator(".replay iframe").scroll_into_view_if_needed()
    frame = visit.page.frame_locator(".replay iframe")
    frame.locator("#log a").nth(3).click()
    expect(frame.locator("#where")).to_have_text(f"3 of {report.turns}")
    expect(frame.locator("#log .current b")).to_have_text("3")


def halves(visit: Visit) -> None:
    """The two files of one game are dropped together, whatever they were renamed to."""
    texts = [path.read_text(encoding="utf-8") for path in HALVES]
    visit.page.evaluate(DROP, [["table.txt", texts[0]], ["the log", texts[1]]])
    visit.verdict("VALID", "table.txt, the log")
    visit.choose(HALVES[0])
    visit.verdict("UNREADABLE", "own-game.gamedatas.json", "beside it")


def forged_games(visit: Visit) -> None:
    """A forged game is INVALID: the event, and the rule with its link."""
    visit.page.get_by_text("a forged one").click()
    problem = verify(load(FORGED)).problem
    assert problem is not None
    place = f"event {problem.event}, turn {problem.turn}, Ada"
    visit.verdict("INVALID", place, str(problem.rule))
    link = visit.page.locator(".finding .reason a")
    expect(link).to_have_attribute("href", f"reference/rules.html#{str(problem.rule).lower()}")
    expect(visit.page.frame_locator(".replay iframe").locator("header .problem")).to_be_visible()


def unreadable_files(visit: Visit) -> None:
    """What is no game is UNREADABLE, and its name is text."""
    for name, (content, said) in UNREADABLE.items():
        visit.choose(payload(name, content))
        visit.verdict("UNREADABLE", name, said)
    expect(visit.page.locator(".desk img")).to_have_count(0)


def hostile_names(visit: Visit) -> None:
    """The names of players are text wherever they stand; a game can be pasted as well."""
    record = attrs.evolve(load(FORGED), players=(HOSTILE, TURNED))
    visit.page.get_by_text("Paste text").click()
    visit.page.locator("#check-text").fill(format_record(record))
    visit.page.get_by_role("button", name="Check the text").click()
    visit.verdict("INVALID", HOSTILE, SPELLED, "pasted text")
    expect(visit.page.locator(".desk img")).to_have_count(0)
    frame = visit.page.frame_locator(".replay iframe")
    expect(frame.locator("h1")).to_contain_text(HOSTILE)
    expect(frame.locator("img")).to_have_count(0)
    files = [payload(f"{TURNED}{number}.json", to_json(record).encode()) for number in range(3)]
    visit.choose(*files)
    rows = visit.page.locator("#check-result tbody tr")
    expect(rows).to_contain_text([f"{SPELLED}{number}.json" for number in range(3)])
    expect(rows.first).to_contain_text(f"{HOSTILE}: 0, {SPELLED}: 1")
    assert TURNED not in visit.page.locator("#check-result").inner_html()


def what_verify_says(visit: Visit) -> None:
    """What there is to know besides the verdict: the end, the commitment, what was assumed."""
    start = setup(2, seed=SEED)
    record = record_game(
        start,
        [],
        players=("Ada", "Bo"),
        seed=SEED,
        ending=Ending("resigned", 1),
        commitment=commit(start, salt=bytes(16)),
        meta=Meta({"assumptions": ["nobody cheats"]}),
    )
    visit.choose(payload("game.json", to_json(record).encode()))
    visit.verdict("VALID", "0 turns, Bo resigned. The commitment was opened and holds.")
    expect(visit.page.locator(".finding li")).to_have_text(["nobody cheats"])


def several_games(visit: Visit) -> None:
    """Several games are listed, one that cannot be read among them, and each can be looked at."""
    lines = [to_json(load(VALID)), "nonsense", to_json(load(FORGED))]
    given = [payload(path.name, path.read_bytes()) for path in (VALID, FORGED)]
    visit.choose(payload("games.jsonl", "\n".join(lines).encode()), *given)
    verdicts = visit.page.locator("#check-result td .verdict")
    found = ["VALID", "UNREADABLE", "INVALID", "VALID", "INVALID"]
    expect(verdicts).to_have_text(found)
    visit.page.get_by_role("button", name="games.jsonl, game 3").click()
    visit.verdict("INVALID", "games.jsonl, game 3", "PAY-4")
    visit.look("with several games")


def one_upon_another(visit: Visit) -> None:
    """The replay of a game does not come under the verdict on the next."""
    expect(visit.page.locator("#check-result .wide caption")).to_have_text("4 games")
    visit.page.evaluate(AT_ONCE, ["games.jsonl, game 1", "games.jsonl, game 2"])
    expect(visit.page.locator("#check-status [role=status]")).to_have_text("")
    visit.verdict("UNREADABLE", "games.jsonl, game 2")
    expect(visit.page.locator(".replay iframe")).to_have_count(0)


# Playing


def deal(visit: Visit, players: list[str], *names: str) -> None:
    """Start a game with the seed, and be taken to it; who is named `""` is a person."""
    page = visit.page
    for number in range(4):
        choice = players[number] if number < len(players) else "nobody"
        page.locator("#play-form fieldset select").nth(number).select_option(choice)
    for number, name in enumerate(names or ("Ada", "Bo", "Cy", "Dee")):
        page.locator("#play-form fieldset input").nth(number).fill(name)
    page.locator("#play-seed").fill(str(SEED))
    page.get_by_role("button", name="Deal the game").click()


def take(visit: Visit, action: str) -> None:
    """Carry out an action by its button."""
    visit.page.locator(f"[data-action='{action}']").click()


def dealt(visit: Visit) -> None:
    """The form wants names that differ, and says so; then the table comes to the eye."""
    page = visit.page
    deal(visit, ["", ""], "Ada", " Ada")
    expect(page.locator("#play-status")).to_have_text("Every player needs a different name.")
    expect(page.locator(".headline")).to_have_count(0)
    deal(visit, ["", "greedy"], TURNED)
    expect(page.locator(".headline")).to_contain_text(f"{SPELLED} is to move")
    expect(page.locator(".board svg").first).to_be_in_viewport(ratio=1)
    take(visit, "T wug")
    expect(page.locator(".history li")).to_have_count(2)
    assert TURNED not in page.locator("#play-table").inner_html()


def two_persons(visit: Visit) -> None:
    """A card that one of them drew is not in the page while the other looks."""
    page = visit.page
    secret = setup(2, seed=SEED).decks[2][0]
    deal(visit, ["", ""])
    headline, curtain = page.locator(".headline"), page.locator(".curtain")
    expect(headline).to_have_text("At the opening, round 1: Ada is to move.")
    expect(page.locator("#play-table").get_by_text("At the opening")).to_have_count(1)
    assert not page.evaluate(ASKS)
    take(visit, "T wug")
    expect(headline).to_contain_text("Bo is to move")  # there is no need of a curtain
    take(visit, "T wug")
    visit.look("in a game")
    expect(page.locator(".back-to-top")).to_be_hidden()
    assert page.evaluate(ASKS)
    take(visit, "R #3")
    expect(curtain).to_contain_text("Pass the screen to Bo")
    expect(page.locator(".board")).to_have_count(0)
    expect(curtain.locator("button")).to_be_focused()
    visit.look("behind the curtain")
    assert str(secret) not in page.locator("#play-table").inner_html()
    curtain.locator("button").click()
    expect(curtain).to_have_count(0)
    expect(headline).to_contain_text("Bo is to move")
    assert str(secret) not in page.locator("#play-table").inner_html()
    take(visit, "R 1u3")
    curtain.locator("button").click()
    expect(curtain).to_have_count(0)
    expect(headline).to_contain_text("Ada is to move")
    assert str(secret) in page.locator("#play-table").inner_html()
    expect(page.locator(".history li").last).to_contain_text("Ada takes 1 white, 1 blue, 1 green")
    keep(visit, 4)


def keep(visit: Visit, turns: int) -> None:
    """A game that is stopped is a good record."""
    page = visit.page
    page.get_by_role("button", name="Stop here").click()
    expect(page.locator("#play-table").get_by_text("Download the record")).to_be_visible()
    assert page.evaluate(ASKS)
    with page.expect_download() as download:
        page.locator("#play-table").get_by_text("Download the record").click()
    assert not page.evaluate(ASKS)
    record = load(download.value.path())
    report = verify(record)
    assert (report.verdict, report.turns, record.seed) == (Verdict.VALID, turns, SEED)


def dealt_anew(visit: Visit) -> None:
    """The replay of a game, which tells its cards, does not come under the next."""
    deal(visit, ["", ""])
    headline = visit.page.locator(".headline")
    for _ in range(2):
        take(visit, "T wug")
        expect(headline).to_contain_text("Bo is to move")
        expect(visit.page.locator("#play-table .replay *")).to_have_count(0)
        visit.page.evaluate(AT_ONCE, ["Stop here", "Deal the game"])
        expect(headline).to_contain_text("At the opening")


def against_a_bot(visit: Visit) -> None:
    """A bot answers at once; the keyboard is enough."""
    deal(visit, ["", "greedy"])
    lines = visit.page.locator("#play-table .history li")
    for turns in (2, 4):
        visit.page.locator("[data-action]").first.press("Enter")
        expect(lines).to_have_count(turns)
    expect(visit.page.locator(".headline")).to_be_focused()


def bots_only(visit: Visit) -> None:
    """Bots play the game of the seed to its end, as they do anywhere."""
    deal(visit, ["greedy", "random", "greedy"])
    game = play_game(setup(3, seed=SEED), [GreedyBot(), RandomBot(SEED), GreedyBot()])
    final = verify(game).final
    assert final is not None
    expect(visit.page.locator(".headline")).to_contain_text("the game is over")
    cells = visit.page.locator("#play-table td:nth-child(2)")
    expect(cells).to_have_text([str(each.points) for each in score(final)])
    frame = visit.page.frame_locator("#play-table .replay iframe")
    expect(frame.locator(".verdict")).to_have_text("VALID")
    visit.look("at the end of a game")


def patience(visit: Visit) -> None:
    """What takes too long is stopped, and Python starts again with the next thing that is done."""
    visit.page.evaluate("window.tryPatience = 0")
    visit.choose(VALID)
    status = visit.page.locator("#check-status")
    expect(status).to_contain_text("was stopped")
    expect(visit.page.locator("#python-start")).to_be_visible()
    visit.page.evaluate("delete window.tryPatience")
    visit.choose(FORGED)
    visit.verdict("INVALID")


STEPS: Final[tuple[Callable[[Visit], None], ...]] = (
    start,
    good_games,
    halves,
    forged_games,
    what_verify_says,
    unreadable_files,
    hostile_names,
    several_games,
    one_upon_another,
    dealt,
    two_persons,
    dealt_anew,
    against_a_bot,
    bots_only,
    patience,
)


def see_runtime(page: Page, address: str, faults: list[str]) -> None:
    """Go through the page, with everything refused that is not of the site."""
    inside = (f"{address}/", "data:text/html", f"blob:{address}/")

    def count(request: Request) -> None:
        if not request.url.startswith(inside):
            faults.append(f"try.html asks for {request.url[:200]}")

    page.context.route(lambda url: not url.startswith(inside), lambda route: route.abort())
    page.context.on("request", count)
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    page.goto(f"{address}/try.html")
    visit = Visit(page, faults)
    for step in STEPS:
        try:
            step(visit)
        except Exception as error:  # noqa: BLE001 - whatever a browser may raise
            faults.append(f"try.html, {step.__name__}: {error}")


def see_file(browser: Browser, folder: Path, faults: list[str]) -> None:
    """Opened as a file the page says what to do."""
    page = browser.new_page()
    page.goto((folder.resolve() / "try.html").as_uri())
    try:
        expect(page.locator(".lifeless")).to_be_visible()
        expect(page.locator("#check-files")).to_be_hidden()
    except AssertionError as error:
        faults.append(f"try.html as a file: {error}")
    page.close()
