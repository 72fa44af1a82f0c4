"""Where a browser is that pages can be looked at in."""

from __future__ import annotations

import shutil
from typing import Final

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")
CHROMIUM: Final = next(filter(None, map(shutil.which, NAMES)), None)
