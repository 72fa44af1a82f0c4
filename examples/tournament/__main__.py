"""A tournament desk: a folder of logs in, standings and the games that do not count out.

python -m examples.tournament LOGS OUT
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from splendor import PRESETS, Record
from splendor.render import replay_html

from .desk import WRONG, Entry, Order, count_once, judge, shown, standings, unreadable
from .logs import find
from .output import OutputError, new_folder
from .page import page, summary
from .sheets import not_counted_csv, standings_csv

GOOD, WRONG_GAMES, MISUSED = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the logs, write the results, and return the exit code."""
    options = _options().parse_args(arguments)
    try:
        logs, out = _resolved(options.logs), _resolved(options.out)
        presets = options.rules or list(PRESETS)
        entries = desk(logs, out, title=options.title, presets=presets, order=options.order)
    except (OutputError, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        _say(f"nothing is written to {options.out}: {reason}", sys.stderr)
        return MISUSED
    _say(summary(entries), sys.stdout)
    _say(str(options.out / "index.html"), sys.stdout)
    wrong = any(entry.fault is not None and entry.fault.kind in WRONG for entry in entries)
    return WRONG_GAMES if wrong or not entries else GOOD


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m examples.tournament",
        description="Verify the games in a folder and write who stands where, as a page and CSV.",
        epilog="The exit code is 0 if no game is invalid or unreadable, and 1 if one is or there "
        "is no game; 2 if nothing could be written.",
    )
    parser.add_argument("logs", type=Path, metavar="LOGS", help="the folder of logs")
    parser.add_argument("out", type=Path, metavar="OUT", help="the folder to write, or to replace")
    parser.add_argument("--title", default="Tournament", help="what the page is headed by")
    parser.add_argument(
        "--order",
        choices=("wins", "share"),
        default="wins",
        help="what decides first: wins, or the win share, that is wins a game (default: wins)",
    )
    parser.add_argument(
        "--rules",
        action="append",
        choices=PRESETS,
        help="rules by which a game counts, may be given several times (default: all of these)",
    )
    return parser


def _resolved(path: Path) -> Path:
    """Return a path without links; OutputError if it cannot be one, or its links go round."""
    try:
        return path.resolve()
    except (ValueError, RuntimeError) as error:
        raise OutputError(str(error)) from None


def _say(line: str, file: TextIO) -> None:
    """Print a line in which what the terminal cannot show is spelled out."""
    encoding = file.encoding or "utf-8"
    print(shown(line).encode(encoding, "backslashreplace").decode(encoding), file=file)


def desk(logs: Path, out: Path, *, title: str, presets: Sequence[str], order: Order) -> list[Entry]:
    """Write all results into a folder, and return the entries of all games.

    A record is judged and drawn before the next is read, and not kept. Raises OutputError or
    OSError, and nothing has changed, if that cannot be done.
    """
    if not logs.is_dir():
        message = f"{logs.name} is no folder"
        raise OutputError(message)
    if logs.is_relative_to(out):
        message = "the logs are in it"
        raise OutputError(message)
    found: list[Entry] = []
    skipped: list[str] = []
    with new_folder(out) as folder:
        (folder / "games").mkdir()
        for source, game in find(logs, out, skipped.append):
            if isinstance(game, Record):
                entry = judge(source, game, presets)
                if entry.replay:
                    _write(folder / entry.replay, replay_html(game))
            else:
                entry = unreadable(source, game)
            found.append(entry)
        entries = count_once(found)
        table = standings(entries, order)
        _write(folder / "standings.csv", standings_csv(table))
        _write(folder / "not-counted.csv", not_counted_csv(entries))
        _write(folder / "index.html", page(title, table, entries, sorted(skipped), order))
    return entries


def _write(path: Path, content: str) -> None:
    path.write_text(content, encoding="utf-8", newline="")


if __name__ == "__main__":
    sys.exit(main())
