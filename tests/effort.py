"""How much a run of the tests tries: of each sweep a sample spread over all of it, or everything.

`SPLENDOR_SOAK=1` asks for everything, as the session `soak` of noxfile.py does.
"""

from __future__ import annotations

import os
from typing import Final

SOAK: Final = bool(os.environ.get("SPLENDOR_SOAK"))


def effort(quick: int, soak: int = 1) -> int:
    """The first number in a quick run, the second in a soak.

    It is how many things are tried, or, where every so-manyth is, how far they are apart.
    """
    return soak if SOAK else quick
