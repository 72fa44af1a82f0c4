"""The `splendor` command and its subcommands: arguments, exit codes, and nothing else."""

from __future__ import annotations

import re
import secrets
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, version
from io import StringIO
from pathlib import Path
from typing import Any, Final

import click

from splendor.cli import INTERRUPTED, MISUSED
from splendor.cli.checking import (
    check_games,
    exit_code,
    json_of,
    notes_on,
    remarks_on_skipped,
    summary_of,
    table_of,
)
from splendor.cli.converting import BY_SUFFIX, FORMS, ConversionError, Form, convert_file, text_of
from splendor.cli.output import plain, render, write
from splendor.cli.showing import NoSuchTurnError, View, seen_by, view_of
from splendor.engine.invariants import InvalidPositionError
from splendor.engine.perft import divide, perft
from splendor.engine.setup import seed_text, setup
from splendor.errors import InvalidValueError, UnreadableError
from splendor.formats.files import load_reading
from splendor.formats.json import to_json
from splendor.formats.notation import format_action, parse_position
from splendor.formats.record import Record, Seed
from splendor.formats.schema import schema_text
from splendor.model.rules import PLAYER_COUNTS, PRESETS
from splendor.render.foreign import clean

INVALID: Final = 1
BROKEN_PIPE: Final = 128 + 13
"""What a shell reports for a program that SIGPIPE ended."""
SEED_BYTES: Final = 16
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

    Exit codes: 0 all are good, 1 some are INVALID, 2 some are UNREADABLE or there are none.
    """
    findings = list(check_games(paths))
    if as_json:
        write(json_of(findings), sys.stdout)
    else:
        table = table_of(findings)
        parts = [table, "", *notes_on(findings)] if table.rows else []
        parts += [*remarks_on_skipped(findings), summary_of(findings)]
        write(render(*parts), sys.stdout)
    context.exit(exit_code(findings))


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
        write(render(*view.parts), sys.stdout)
        context.exit(INVALID if view.invalid else 0)


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
    try:
        return view_of(loaded, turn)
    except NoSuchTurnError as error:
        raise click.BadParameter(str(error), param_hint="'--turn'") from None


@splendor.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--seat",
    type=click.IntRange(min=0),
    metavar="N",
    help="Show what the player of this seat may know, counted from 0.",
)
@click.option("--spectator", is_flag=True, help="Show what somebody at no seat may know.")
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
        players = len(loaded.game.players)
        if seat is not None and seat >= players:
            message = f"there is no seat {seat}: with {players} players they end with {players - 1}"
            raise click.BadParameter(message, param_hint="'--seat'")
        known = seen_by(loaded, seat)
        shown = view_of(known)
        text = render(*shown.parts) if form is None else text_of(known.game, form)
        write(text, sys.stdout)
        context.exit(INVALID if shown.invalid else 0)


@splendor.command()
@click.argument("source", metavar="IN", type=click.Path(path_type=Path))
@click.argument("target", metavar="OUT", type=click.Path(path_type=Path))
@click.option("--to", "form", type=click.Choice(FORMS), help="The form, whatever OUT is called.")
@click.pass_context
def convert(context: click.Context, source: Path, target: Path, form: Form | None) -> None:
    """Write the games or the position in a file in another form.

    IN is anything that verify or show can read. OUT is written as its name ends: .json for JSON,
    .jsonl or .ndjson for JSON Lines, .txt or .splendor for text; - is standard output. Several
    games go only to JSON Lines and text. Nothing is judged: an illegal game stays as it is. What
    had to be assumed is told on standard error. IN is never written over.

    Exit codes: 0 written, 1 IN holds an INVALID position, 2 IN cannot be read or OUT not written;
    then OUT is left as it was.
    """
    _refuse_standard_input(source, "IN")
    form = form or BY_SUFFIX.get(target.suffix.lower())
    if form is None:
        message = f"expected a name that ends in one of {', '.join(BY_SUFFIX)}, or --to"
        raise click.BadParameter(message, param_hint="'OUT'")
    with _refusals(context):
        convert_file(source, None if target == Path("-") else target, form)


@splendor.command()
def schema() -> None:
    """Print the JSON Schema (2020-12) of records and positions."""
    write(schema_text(), sys.stdout)


def _seed(_: click.Context, __: click.Parameter, text: str | None) -> Seed | None:
    """Read a seed: decimal digits, or `hex:` and two hexadecimal digits a byte."""
    if text is None:
        return None
    if re.fullmatch("(int:)?[0-9]{1,78}", text):
        seed: Seed = int(text.removeprefix("int:"))
    elif re.fullmatch("hex:([0-9a-fA-F]{2})+", text):
        seed = bytes.fromhex(text.removeprefix("hex:"))
    else:
        message = "expected decimal digits, or hex: and two hexadecimal digits a byte"
        raise click.BadParameter(message)
    try:
        seed_text(seed)
    except InvalidValueError as error:
        raise click.BadParameter(str(error)) from None
    return seed


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
    callback=_seed,
    metavar="SEED",
    help="Decimal digits, or hex: and up to 32 bytes. Default: 128 random bits, told on stderr.",
)
@click.option(
    "--rules",
    "preset",
    type=click.Choice(list(PRESETS)),
    default="official",
    show_default=True,
    help="The rules by name.",
)
@click.option(
    "--first-player",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    metavar="SEAT",
    help="The seat that starts, counted from 0.",
)
def new(players: int, seed: Seed | None, preset: str, first_player: int) -> None:
    """Deal a game and print its opening as JSON.

    The same seed deals the same game everywhere. The decks are printed in their order: whoever sees
    the output or the seed knows all cards.
    """
    if first_player >= players:
        seats = f"with {players} players the seats run from 0 to {players - 1}"
        message = f"there is no seat {first_player}: {seats}"
        raise click.BadParameter(message, param_hint="'--first-player'")
    if seed is None:
        seed = secrets.token_bytes(SEED_BYTES)
        write(f"seed: {seed_text(seed)}\n", sys.stderr)
    opening = setup(players, seed=seed, rules=PRESETS[preset], first_player=first_player)
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
