"""May this tag be released? `python -m tests.packages.tag v1.2.3`, run from the checkout."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path


def objection(tag: str, version: str, changelog: str) -> str | None:
    """What speaks against releasing the version by that tag, if anything does."""
    if tag != f"v{version}":
        return f"the tag is {tag}, but the version in pyproject.toml is {version}"
    heading = rf"## \[{re.escape(version)}\] - \d{{4}}-\d{{2}}-\d{{2}}"
    if not re.search(rf"^{heading}$", changelog, re.MULTILINE):
        return f"CHANGELOG.md has no dated section for {version}"
    return None


if __name__ == "__main__":
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    changes = Path("CHANGELOG.md").read_text(encoding="utf-8")
    sys.exit(objection(sys.argv[1], project["version"], changes))
