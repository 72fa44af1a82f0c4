"""What the subcommands do: each function is given what was asked for and returns an exit code.

Nothing here is imported before a subcommand runs, so that help and completion are quick.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path

import click
from click.exceptions import Exit
from rich.console import RenderableType

from splendor.cli import INTERRUPTED, INVALID, MISUSED, watching
from splendor.cli.batch import SEPARATORS, ConversionError, into_folder
from splendor.cli.checking import check_files
from splendor.cli.converting import convert_file, convert_to, text_of
from splendor.cli.dealing import dealt, drawn_seed
from splendor.cli.eyes import Eyes, NoSuchSeatError
from splendor.cli.forms import BY_SUFFIX, Checked, Form
from splendor.cli.output import plain, render, too_narrow
from splendor.cli.pages import Pages
from splendor.cli.report import json_of
from splendor.cli.results import ResultsError, open_results
from splendor.cli.showing import NoSuchTurnError, View, seen_by, view_of
from splendor.cli.streams import write
from splendor.cli.tally import SKIPPED, Checks
from splendor.cli.verdicts import notes_on, remarks_on_skipped, summary_of, table_of, tables_of
from splendor.engine.invariants import InvalidPositionError
from splendor.engine.perft import divide
from splendor.engine.perft import perft as count
from splendor.engine.setup import seed_text
from splendor.errors import UnreadableError
from splendor.formats.files import load, load_reading
from splendor.formats.folders import is_folder
from splendor.formats.importers.reader import Reading
from splendor.formats.json import to_json
from splendor.formats.notation import format_action, parse_position
from splendor.formats.record import Record, Seed
from splendor.render.foreign import clean
from splendor.render.words import counted
from splendor.verification import redact


class _Refusal(click.ClickException):
    """A file that cannot be read or written."""

    exit_code = MISUSED


@contextmanager
def _refusals(*, secret: bool = False) -> Generator[None]:
    """End with 2 for what cannot be read or converted, and with 1 for an impossible position.

    Its problems may name cards that somebody may not know.
    """
    try:
        yield
    except (UnreadableError, ConversionError) as error:
        raise _Refusal(str(error)) from None
    except InvalidPositionError as error:
        problems = ("splendor show says why",) if secret else error.problems
        lines = [plain(f"INVALID: {problem}", "red") for problem in problems]
        write(render(*lines), sys.stdout)
        raise Exit(INVALID) from None


@contextmanager
def _nothing_like_that() -> Generator[None]:
    """End with 2 for a turn or seat that a game does not have."""
    try:
        yield
    except NoSuchTurnError as error:
        raise click.BadParameter(str(error), param_hint="'--turn'") from None
    except NoSuchSeatError as error:
        raise click.BadParameter(str(error), param_hint="'--seat'") from None


def _refuse_standard_input(file: Path, name: str = "FILE") -> None:
    if file == Path("-") and not file.exists():
        message = "a file is needed, standard input is not read"
        raise click.BadParameter(message, param_hint=f"'{name}'")


def verify(paths: Sequence[Path], *, jobs: int, form: Checked, results: Path | None) -> int:
    """Check the games in files and folders."""
    try:
        with nullcontext() if results is None else open_results(results) as file:
            if file is not None and file.cut:
                with suppress(OSError):  # nobody may be there to be told
                    line = f"{clean(str(results))}: the last line was cut off, and is removed\n"
                    write(line, sys.stderr)
            checks = check_files(paths, jobs=jobs, keep=form != "summary", results=file)
    except ResultsError as error:
        raise _Refusal(str(error)) from None
    if form == "json":
        write(json_of(checks), sys.stdout)
    else:
        write(render(*_verdicts(checks, form)), sys.stdout)
    if checks.failure:
        raise _Refusal(checks.failure)
    if checks.interrupted:
        line = "interrupted: not everything was checked\n"
        write(line, sys.stderr if form == "json" else sys.stdout)
        return INTERRUPTED
    return checks.tally.exit_code


def _verdicts(checks: Checks, form: Checked) -> Iterator[RenderableType]:
    findings, tally = checks.findings, checks.tally
    table = table_of(findings)
    if form == "table" and table.rows:
        yield from (table, "")
    yield from notes_on(findings)
    if form == "summary":
        if checks.more:
            yield from (f"{counted(checks.more, 'more game')} not good", "")
        if checks.before:
            yield from (f"{counted(checks.before, 'game')} not good by a run before", "")
        yield from tables_of(tally)
    yield from remarks_on_skipped(findings, tally.verdicts[SKIPPED])
    yield summary_of(tally)


# One game or position


def show(file: Path, turn: int | None) -> int:
    """Show the table of a game, or a position."""
    _refuse_standard_input(file)
    with _refusals():
        shown = _view(load_reading(file), turn)
        _print(shown.parts)
        return INVALID if shown.invalid else 0


def view(file: Path, eyes: Eyes, turn: int | None, form: Form | None) -> int:
    """Show what somebody may know of a game or position, or write it in some form."""
    _refuse_standard_input(file)
    with _refusals(secret=True):
        loaded = load_reading(file)
        with _nothing_like_that():
            seat = eyes.seat_of(loaded.players, len(loaded.game.players))
        known = seen_by(loaded, seat)
        shown = _view(known, turn)
        game = known.game if turn is None else shown.state
        if form is None or game is None:
            _print(shown.parts)
        else:
            write(text_of(game, form), sys.stdout)
        return INVALID if shown.invalid else 0


def _view(reading: Reading, turn: int | None) -> View:
    if turn is not None and not isinstance(reading.game, Record):
        message = "a splendor-state is one position; --turn is for games"
        raise click.UsageError(message)
    with _nothing_like_that():
        return view_of(reading, turn)


def _print(parts: Sequence[RenderableType]) -> None:
    """Print a board, also on a terminal that is too narrow, but say so."""
    write(render(*parts), sys.stdout)
    remark = too_narrow(parts)
    if remark:
        write(f"{remark}\n", sys.stderr)


def watch(file: Path, eyes: Eyes, turn: int) -> int:
    """Let somebody step through a game."""
    _refuse_standard_input(file)
    if not watching.is_terminal():
        message = "watch needs a terminal for its keys; splendor show --turn N prints one turn"
        raise click.UsageError(message)
    with _refusals(secret=eyes.restricted), _nothing_like_that():
        game = load(file)
        if eyes.restricted:
            game = redact(game, eyes.seat_of(game.players))
        return INVALID if watching.watch(game, turn) else 0


# Files made of files


def convert(sources: Sequence[Path], out: str, form: Form | None) -> int:
    """Write games and positions in another form."""
    for each in sources:
        _refuse_standard_input(each, "IN")
    target = Path(out)
    with _refusals():
        if _is_for_folder(sources, out):
            return into_folder(sources, target, "converted", partial(convert_to, form))
        source, *_ = sources
        form = form or BY_SUFFIX.get(target.suffix.lower())
        if form is None:
            message = f"expected a name that ends in one of {', '.join(BY_SUFFIX)}, or --to"
            raise click.BadParameter(message, param_hint="'OUT'")
        convert_file(source, None if out == "-" else target, form)
    return 0


def replay(games: Sequence[Path], out: str, eyes: Eyes) -> int:
    """Make pages of games."""
    for game in games:
        _refuse_standard_input(game, "GAME")
    first, *_ = games
    pages = Pages(eyes)
    with _refusals():
        code = 0
        if _is_for_folder(games, out):
            code = into_folder(games, Path(out), "replayed", pages.write_to)
        else:
            pages.write(first, None if out == "-" else Path(out))
        return code or (INVALID if pages.invalid else 0)


def _is_for_folder(sources: Sequence[Path], out: str) -> bool:
    """Return whether what is made goes to a folder; several sources have to."""
    if out.endswith(SEPARATORS) or is_folder(Path(out)):
        return True
    if len(sources) > 1 or any(map(is_folder, sources)):
        message = "several files go to a folder: to one that exists, or to a name with / behind"
        raise click.BadParameter(message, param_hint="'OUT'")
    return False


# Positions


def new(players: int, seed: Seed | None, preset: str, first_player: int) -> int:
    """Deal a game and print its opening."""
    drawn = drawn_seed() if seed is None else seed
    opening = dealt(players, drawn, preset, first_player)
    if seed is None:
        write(f"seed: {seed_text(drawn)}\n", sys.stderr)
    write(f"{to_json(opening)}\n", sys.stdout)
    return 0


def perft(position: str, depth: int, *, divided: bool) -> int:
    """Count the sequences of so many legal actions."""
    if divided and not depth:
        message = "with --divide the depth is at least 1"
        raise click.BadParameter(message, param_hint="'DEPTH'")
    with _refusals():
        state = parse_position(position)
        parts = divide(state, depth) if divided else ()
        total = sum(number for _, number in parts) if divided else count(state, depth)
        lines = [*(f"{format_action(action)}: {number}" for action, number in parts), str(total)]
        write("".join(f"{line}\n" for line in lines), sys.stdout)
    return 0
