"""`python -m splendor` is the `splendor` command."""

import sys

from splendor.cli import main

sys.exit(main(name="python -m splendor"))
