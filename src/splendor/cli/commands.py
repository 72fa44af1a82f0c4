"""The `splendor` command and its subcommands: arguments, exit codes, and nothing else."""

from __future__ import annotations

import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from io import StringIO
from pathlib import Path
from typing import Any, Final

import click
from rich.console import RenderableType

from splendor.cli import INTERRUPTED, INVALID, MISUSED, watching
from splendor.cli.batch import SEPARATORS, ConversionError, into_folder
from splendor.cli.checking import (
    check_files,
    exit_code,
    json_of,
    notes_on,
    remarks_on_skipped,
    summary_of,
    table_of,
)
from splendor.cli.converting import (
    BY_SUFFIX,
    FORMS,
    Form,
    convert_file,
    convert_to,
    text_of,
)
from splendor.cli.dealing import (
    dealt,
    drawn_seed,
    first_player_option,
    read_seed,
    rules_option,
)
from splendor.cli.output import plain, render, too_narrow, write
from splendor.cli.pages import Pages
from splendor.cli.play_command import play
from splendor.cli.showing import NoSuchTurnError, View, seen_by, view_of
from splendor.engine.invariants import InvalidPositionError
from splendor.engine.perft import divide, perft
from splendor.engine.setup import seed_text
from splendor.errors import UnreadableError
from splendor.formats.files import load, load_reading
from splendor.formats.folders import is_folder
from splendor.formats.json import to_json
from splendor.formats.notation import format_action, parse_position
from splendor.formats.record import Record, Seed
from splendor.formats.schema import schema_text
from splendor.model.rules import PLAYER_COUNTS
from splendor.render.foreign import clean
from splendor.render.words import counted
from splendor.verification import redact

BROKEN_PIPE: Final = 128 + 13
"""What a shell reports for a program that SIGPIPE ended."""
CONTEXT: Final[dict[str, Any]] = {"help_option_names": ["-h", "--help"], "max_content_width": 90}


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code; an interrupt or a closed pipe ends it quietly."""
    stdout = sys.stdout
    try:
        return _run(arguments)
    except click.Abort:
        return INTERRUPTED
    except (OSError, MemoryError) as error:
        reason = "out of memory" if isinstance(error, MemoryError) else error.strerror or error
        with suppress(OSError):
            write(f"Error: splendor cannot go on: {reason}\n", sys.stderr)
        if sys.stdout is sys.__stdout__:  # else, at the exit, it would fail once more, with 120
            sys.stdout = None
        return MISUSED
    except SystemExit:
        if sys.stdout is not stdout:  # click muffles it when the pipe is closed, and exits with 1
            return BROKEN_PIPE
        raise


def _run(arguments: Sequence[str] | None) -> int:
    try:
        code = splendor.main(arguments, prog_name="splendor", standalone_mode=False)
    except click.ClickException as error:
        shown = StringIO()  # it may quote a file, or what was typed
        error.show(shown)
        write("\n".join(map(clean, shown.getvalue().split("\n"))), sys.stderr)
        return error.exit_code
    return int(code or 0)


def _version(context: click.Context, _: click.Parameter, asked: bool) -> None:  # noqa: FBT001
    if asked:
        try:
            number = version("splendor-rules")
        except PackageNotFoundError:
            number = "(not installed)"
        write(f"splendor-rules {number}\n", sys.stdout)
        context.exit()


@click.group(context_settings=CONTEXT)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Print the version and exit.",
)
def splendor() -> None:
    """Check, show, convert and open games of Splendor.

    A game is a file, whatever its name: a splendor-record, as JSON, JSON Lines or text, a log of
    AI-Splendor, a document of Spendee, or one half of a Board Game Arena game, whose other half
    lies beside it (NAME.gamedatas.json and NAME.g_gamelogs.json).

    Exit codes: 0 all is well, 1 something breaks the rules, 2 something cannot be read or written
    or the command is misused.
    """


@splendor.command()
@click.argument(
    "paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table.")
@click.pass_context
def verify(context: click.Context, paths: tuple[Path, ...], *, as_json: bool) -> None:
    """Check games against the rules.

    Each PATH is a game or a folder, which is searched for games with all folders in it. The verdict
    is VALID, CONSISTENT (legal as far as it can be known: some card is never named), INVALID with
    the first rule broken, or UNREADABLE. Seats, like events, count from 0, turns from 1.

    Exit codes: 0 all are good, 1 some are INVALID, 2 some are UNREADABLE or there are none, 130
    interrupted: what is finished by then is printed.
    """
    checks = check_files(paths)
    findings = checks.findings
    if as_json:
        write(json_of(checks), sys.stdout)
    else:
        table = table_of(findings)
        parts = [table, "", *notes_on(findings)] if table.rows else []
        parts += [*remarks_on_skipped(findings), summary_of(findings)]
        write(render(*parts), sys.stdout)
    if checks.interrupted:
        files = counted(checks.files, "file")
        line = f"interrupted: {checks.checked} of {files} were checked\n"
        write(line, sys.stderr if as_json else sys.stdout)
        context.exit(INTERRUPTED)
    context.exit(exit_code(findings))


_seat_option = click.option(
    "--seat",
    type=click.IntRange(min=0),
    metavar="N",
    help="Show only what the player of this seat may know, counted from 0.",
)
_spectator_option = click.option(
    "--spectator", is_flag=True, help="Show only what somebody at no seat may know."
)


def _is_for_folder(sources: Sequence[Path], out: str) -> bool:
    """Return whether what is made goes to a folder; several sources have to."""
    if out.endswith(SEPARATORS) or is_folder(Path(out)):
        return True
    if len(sources) > 1 or any(map(is_folder, sources)):
        message = "several files go to a folder: to one that exists, or to a name with / behind"
        raise click.BadParameter(message, param_hint="'OUT'")
    return False


def _refuse_both(seat: int | None, *, spectator: bool) -> None:
    if seat is not None and spectator:
        message = "either --seat N or --spectator, not both"
        raise click.UsageError(message)


class _Refusal(click.ClickException):
    """A file that cannot be read or written."""

    exit_code = MISUSED


@splendor.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--turn",
    type=click.IntRange(min=0),
    metavar="N",
    help="Show the table after N turns, 0 for the opening. Default: the last position.",
)
@click.pass_context
def show(context: click.Context, file: Path, turn: int | None) -> None:
    """Show the table of a game after some turn, or of a position.

    FILE is a game or a position; standard input is not read. Cards are shown with bonus, points
    and cost, an unknown card of level 2 as #2. Of a game that is INVALID the good part can
    be shown.

    Exit codes: 0 shown, 1 the game or the position is INVALID, 2 FILE cannot be read or the game
    has no such turn.
    """
    _refuse_standard_input(file)
    with _refusals(context):
        view = _view(file, turn)
        _print(view.parts)
        context.exit(INVALID if view.invalid else 0)


def _print(parts: Sequence[RenderableType]) -> None:
    """Print a board, also on a terminal that is too narrow, but say so."""
    write(render(*parts), sys.stdout)
    remark = too_narrow(parts)
    if remark:
        write(f"{remark}\n", sys.stderr)


def _refuse_standard_input(file: Path, name: str = "FILE") -> None:
    if file == Path("-") and not file.exists():
        message = "a file is needed, standard input is not read"
        raise click.BadParameter(message, param_hint=f"'{name}'")


@contextmanager
def _refusals(context: click.Context, *, secret: bool = False) -> Generator[None]:
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
        context.exit(INVALID)


def _view(file: Path, turn: int | None) -> View:
    loaded = load_reading(file)
    if turn is not None and not isinstance(loaded.game, Record):
        message = "a splendor-state is one position; --turn is for games"
        raise click.UsageError(message)
    with _no_such_turn():
        return view_of(loaded, turn)


@contextmanager
def _no_such_turn() -> Generator[None]:
    try:
        yield
    except NoSuchTurnError as error:
        raise click.BadParameter(str(error), param_hint="'--turn'") from None


@splendor.command()
@click.argument("file", type=click.Path(path_type=Path))
@_seat_option
@_spectator_option
@click.option("--json", "form", flag_value="json", help="Print it as JSON.")
@click.option("--text", "form", flag_value="text", help="Print it as a record or position of text.")
@click.pass_context
def view(
    context: click.Context, file: Path, seat: int | None, form: Form | None, *, spectator: bool
) -> None:
    """Show what a seat or a spectator may know of a game or position.

    The cards of the decks and those reserved blind by others are hidden; of a game, so are seed,
    salt, and all comments and other texts. What is printed with --json or --text may be given to
    that player.

    Exit codes: 0 shown, 1 the game or the position is INVALID, 2 FILE cannot be read.
    """
    _refuse_standard_input(file)
    if (seat is None) != spectator:
        message = "either --seat N or --spectator is needed"
        raise click.UsageError(message)
    with _refusals(context, secret=True):
        loaded = load_reading(file)
        _refuse_seat(seat, len(loaded.game.players))
        known = seen_by(loaded, seat)
        shown = view_of(known)
        if form is None:
            _print(shown.parts)
        else:
            write(text_of(known.game, form), sys.stdout)
        context.exit(INVALID if shown.invalid else 0)


def _refuse_seat(seat: int | None, players: int) -> None:
    if seat is not None and seat >= players:
        message = f"there is no seat {seat}: with {players} players they end with {players - 1}"
        raise click.BadParameter(message, param_hint="'--seat'")


@splendor.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--turn",
    type=click.IntRange(min=0),
    metavar="N",
    default=0,
    help="Begin after N turns. Default: at the opening.",
)
@_seat_option
@_spectator_option
@click.pass_context
def watch(
    context: click.Context, file: Path, turn: int, seat: int | None, *, spectator: bool
) -> None:
    """Step through a game on the terminal, turn by turn.

    Space, n or the right arrow show the next turn, b, p or the left arrow the one before; Home or 0
    the opening, End or $ the last turn; g, a number and Enter that turn; s through whose eyes; q or
    Ctrl-D end, and ? tells all this. A game that is INVALID is shown up to what is wrong.

    Exit codes: 0 watched, 1 the game is INVALID, 2 FILE cannot be read, the game has no such turn
    or there is no terminal.
    """
    _refuse_standard_input(file)
    _refuse_both(seat, spectator=spectator)
    if not watching.is_terminal():
        message = "watch needs a terminal for its keys; splendor show --turn N prints one turn"
        raise click.UsageError(message)
    with _refusals(context, secret=spectator or seat is not None):
        game = load(file)
        if spectator or seat is not None:
            _refuse_seat(seat, len(game.players))
            game = redact(game, seat)
        with _no_such_turn():
            invalid = watching.watch(game, turn)
        context.exit(INVALID if invalid else 0)


@splendor.command()
@click.argument(
    "sources", metavar="IN...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.argument("out", metavar="OUT")
@click.option("--to", "form", type=click.Choice(FORMS), help="The form, whatever OUT is called.")
@click.pass_context
def convert(context: click.Context, sources: tuple[Path, ...], out: str, form: Form | None) -> None:
    """Write the games or the position in a file in another form.

    IN is anything that verify or show can read. OUT is written as its name ends: .json for JSON,
    .jsonl or .ndjson for JSON Lines, .txt or .splendor for text; - is standard output. Several
    games go only to JSON Lines and text. Nothing is judged: an illegal game stays as it is. What
    had to be assumed is told on standard error. IN is never written over.

    Several IN, or a folder, go to a folder OUT, which exists or ends in /: a file each, of the same
    name, as JSON, JSON Lines if there are several games in it, or what --to says. What fails is
    told and stops nothing.

    Exit codes: 0 written, 1 IN holds an INVALID position, 2 IN cannot be read or OUT not written;
    then OUT is left as it was. 130 interrupted: files that are finished stay.
    """
    for each in sources:
        _refuse_standard_input(each, "IN")
    target = Path(out)
    with _refusals(context):
        if _is_for_folder(sources, out):
            context.exit(into_folder(sources, target, "converted", partial(convert_to, form)))
        source, *_ = sources
        form = form or BY_SUFFIX.get(target.suffix.lower())
        if form is None:
            message = f"expected a name that ends in one of {', '.join(BY_SUFFIX)}, or --to"
            raise click.BadParameter(message, param_hint="'OUT'")
        convert_file(source, None if out == "-" else target, form)


@splendor.command()
@click.argument(
    "games", metavar="GAME...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option("-o", "--output", "out", metavar="OUT", required=True, help="The page, or a folder.")
@_seat_option
@_spectator_option
@click.pass_context
def replay(
    context: click.Context, games: tuple[Path, ...], out: str, seat: int | None, *, spectator: bool
) -> None:
    """Make a page of a game, to step through in a browser.

    The page is one file that needs no other and no network. It holds all that the game holds,
    unless --seat or --spectator says whom it is for. A game that is INVALID is shown up to what is
    wrong. - as OUT is standard output.

    Several GAMEs, or a folder, go to a folder OUT, which exists or ends in /: a page each, of the
    same name; games that stand in one file are numbered. What fails is told and stops nothing.

    Exit codes: 0 written, 1 a game is INVALID, 2 a game cannot be read or a page not written, 130
    interrupted: pages that are finished stay.
    """
    for game in games:
        _refuse_standard_input(game, "GAME")
    _refuse_both(seat, spectator=spectator)
    first, *_ = games
    pages = Pages(seat, restricted=spectator or seat is not None)
    with _refusals(context):
        code = 0
        if _is_for_folder(games, out):
            code = into_folder(games, Path(out), "replayed", pages.write_to)
        else:
            pages.write(first, None if out == "-" else Path(out))
        context.exit(code or (INVALID if pages.invalid else 0))


@splendor.command()
def schema() -> None:
    """Print the JSON Schema (2020-12) of records and positions."""
    write(schema_text(), sys.stdout)


@splendor.command()
@click.option(
    "--players",
    type=click.IntRange(PLAYER_COUNTS[0], PLAYER_COUNTS[-1]),
    metavar="N",
    required=True,
    help="How many take part.",
)
@click.option(
    "--seed",
    callback=read_seed,
    metavar="SEED",
    help="Decimal digits, or hex: and up to 32 bytes. Default: 128 random bits, told on stderr.",
)
@rules_option
@first_player_option
def new(players: int, seed: Seed | None, preset: str, first_player: int) -> None:
    """Deal a game and print its opening as JSON.

    The same seed deals the same game everywhere. The decks are printed in their order: whoever sees
    the output or the seed knows all cards.
    """
    drawn = drawn_seed() if seed is None else seed
    opening = dealt(players, drawn, preset, first_player)
    if seed is None:
        write(f"seed: {seed_text(drawn)}\n", sys.stderr)
    write(f"{to_json(opening)}\n", sys.stdout)


@splendor.command(name="perft")
@click.argument("position")
@click.argument("depth", type=click.IntRange(min=0))
@click.option("--divide", "divided", is_flag=True, help="Print the count behind each action too.")
@click.pass_context
def count(context: click.Context, position: str, depth: int, *, divided: bool) -> None:
    """Count the sequences of DEPTH legal actions from a position.

    POSITION is a position of text, in quotes. Every decision counts as an action: a return, the
    choice of a noble and a card turned up, too. Sequences after which the game is over too soon do
    not count. With --divide each legal action stands on a line of its own with the number of
    sequences it begins, and the sum on the last.

    Exit codes: 0 counted, 1 the position is INVALID, 2 it cannot be read.
    """
    if divided and not depth:
        message = "with --divide the depth is at least 1"
        raise click.BadParameter(message, param_hint="'DEPTH'")
    with _refusals(context):
        state = parse_position(position)
        parts = divide(state, depth) if divided else ()
        total = sum(number for _, number in parts) if divided else perft(state, depth)
        lines = [*(f"{format_action(action)}: {number}" for action, number in parts), str(total)]
        write("".join(f"{line}\n" for line in lines), sys.stdout)


splendor.add_command(play)
