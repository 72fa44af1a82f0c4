"""The built documentation as a browser shows it: `python -m tests.site docs/_build/html`.

Every page is opened at the width of a desk, in light, and of a phone, in dark. It must not be wider
than the window, load anything that is not there, fail in a script, or have a link within the site
that leads nowhere. Then something is searched for, and the theme is changed by its button, which
the pictures have to follow, and the page that runs the package is gone through: tests/site_try.py.
"""

from __future__ import annotations

import os
import posixpath
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from playwright.sync_api import Browser, Page, sync_playwright

from tests.chromium import CHROMIUM
from tests.site_try import see_file, see_runtime

WINDOWS: Final = {"desk": (1400, 1000, "light"), "phone": (390, 844, "dark")}
TOO_WIDE: Final = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
GROUND: Final = "getComputedStyle(document.querySelector('.drawn .s-table')).fill"
WORD: Final = "noble"


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on this machine alone, at the address given."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def opened(browser: Browser, window: str, faults: list[str]) -> Iterator[Page]:
    """A page of a browser that writes down what goes wrong in it."""
    width, height, scheme = WINDOWS[window]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(f"{page.url}: {error}"))
    page.on(
        "console",
        lambda said: faults.append(f"{page.url}: {said.text}") if said.type == "error" else None,
    )
    page.on(
        "requestfailed",
        lambda request: (
            faults.append(f"{page.url}: {request.url}: {request.failure}")
            if request.failure != "net::ERR_ABORTED"  # by the next page, which is opened at once
            else None
        ),
    )
    page.on(
        "response",
        lambda found: (
            faults.append(f"{page.url}: {found.status} {found.url}")
            if found.status >= 400
            else None
        ),
    )
    yield page
    context.close()


def see_pages(browser: Browser, address: str, names: list[str], faults: list[str]) -> None:
    """Open every page in each window."""
    for window in WINDOWS:
        with opened(browser, window, faults) as page:
            for name in names:
                page.goto(f"{address}/{name}")
                excess = page.evaluate(TOO_WIDE)
                if excess > 0:
                    faults.append(f"{name}: {excess} pixels too wide for a {window}")


def see_links(folder: Path, names: list[str], faults: list[str]) -> None:
    """Follow every link within the site, to the place in the page that it names."""
    pages = {name: Links() for name in names}
    for name, links in pages.items():
        links.feed((folder / name).read_text(encoding="utf-8"))
    for name, links in pages.items():
        for target in links.targets:
            path, _, place = target.partition("#")
            other = (
                posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
            )
            if not (folder / other).exists():
                faults.append(f"{name}: there is no {target}")
            elif place and other in pages and unquote(place) not in pages[other].places:
                faults.append(f"{name}: {target} is not in that page")


class Links(HTMLParser):
    """The links of a page to others of the site, and the places in it that can be linked to."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: set[str] = set()
        self.places: set[str] = {""}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take note of an element."""
        found = dict(attrs)
        self.places.add(found.get("id") or "")
        target = found.get("href") or ""
        if tag == "a" and target and not re.match(r"\w+:|//", target):
            self.targets.add(target.partition("?")[0])


def search(browser: Browser, address: str, faults: list[str]) -> None:
    """Look for a word as a reader does."""
    with opened(browser, "desk", faults) as page:
        page.goto(f"{address}/index.html")
        page.fill("input.sidebar-search", WORD)
        page.press("input.sidebar-search", "Enter")
        page.wait_for_selector("ul.search li a")
        found = page.locator("ul.search li a").all_inner_texts()
        if not any(WORD in title.lower() for title in found):
            faults.append(f"searching for {WORD} finds {found}")


def change_theme(browser: Browser, address: str, faults: list[str]) -> None:
    """Press the button for the theme: a picture has two grounds, as the page has."""
    with opened(browser, "desk", faults) as page:
        page.goto(f"{address}/tutorial.html")
        seen = set()
        for _ in range(3):  # as the system has it, light, dark
            seen.add(
                (page.evaluate(GROUND), page.evaluate("getComputedStyle(document.body).color"))
            )
            page.locator("button.theme-toggle").locator("visible=true").first.click()
        if len(seen) != 2:
            faults.append(f"the pictures do not follow the theme: {seen}")


def main(folder: Path) -> int:
    """See a built site, and return how many faults it has."""
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.html"))
    faults: list[str] = []
    see_links(folder, names, faults)
    if CHROMIUM is None:
        sys.stdout.write("no Chromium is installed: the built pages were not opened\n")
        return int(bool(faults) or bool(os.environ.get("CI")))
    with served(folder) as address, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        see_pages(browser, address, names, faults)
        search(browser, address, faults)
        change_theme(browser, address, faults)
        with opened(browser, "desk", faults) as page:
            see_runtime(page, address, faults)
        see_file(browser, folder, faults)
        browser.close()
    sys.stdout.writelines(f"{fault}\n" for fault in faults)
    sys.stdout.write(f"{len(names)} pages, {len(faults)} faults\n")
    return min(len(faults), 1)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
