"""Is what is installed the lowest version that is allowed? `python -m tests.packages.lowest`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import requires, version

from packaging.requirements import Requirement
from packaging.version import Version


def differences(package: str) -> Iterator[str]:
    """Which requirements of the package, of extras too, are there in another version."""
    for requirement in map(Requirement, requires(package) or []):
        if not requirement.specifier.contains(found := version(requirement.name)):
            yield f"{requirement.name} {found} is not allowed: {requirement}"
        elif not any(Version(found) == Version(each.version) for each in requirement.specifier):
            yield f"{requirement.name} {found} is not the lowest of {requirement}"


if __name__ == "__main__":
    sys.exit("\n".join(differences("splendor-rules")) or None)
