"""The browser that pages are looked at in."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, sync_playwright

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")
CHROMIUM: Final = next(filter(None, map(shutil.which, NAMES)), None)


@pytest.fixture(scope="module", name="chromium")
def running_chromium() -> Iterator[Browser]:
    """A running browser."""
    if CHROMIUM is None and not os.environ.get("CI"):
        pytest.skip("no Chromium is installed: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()
