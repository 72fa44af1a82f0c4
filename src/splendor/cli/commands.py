"""The `splendor` command and its subcommands: their arguments, options and help.

What they do is imported when it is asked for, so that help and completion are quick.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import Any, Final

import click

from splendor.cli import INTERRUPTED, MISUSED
from splendor.cli.completion import NAME, SHELLS, VARIABLE, answer, script
from splendor.cli.dealing import first_player_option, read_seed, rules_option
from splendor.cli.eyes import Eyes, Who, seat_option, spectator_option
from splendor.cli.forms import FORMS, Checked, Form
from splendor.cli.manual import Contents, Manual, Page
from splendor.cli.play_command import play
from splendor.cli.streams import write
from splendor.formats.record import Seed
from splendor.model.rules import PLAYER_COUNTS

BROKEN_PIPE: Final = 128 + 13
"""What a shell reports for a program that SIGPIPE ended."""
CONTEXT: Final[dict[str, Any]] = {"help_option_names": ["--help", "-h"]}


def run(arguments: Sequence[str] | None = None, name: str = NAME) -> int:
    """Run the command and return its exit code; an interrupt or a closed pipe ends it quietly.

    `name` is what it was called by.
    """
    stdout = sys.stdout
    try:
        return _run(arguments, name)
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


def _run(arguments: Sequence[str] | None, name: str) -> int:
    try:
        if instruction := os.environ.get(VARIABLE):
            click.echo(os.fsencode(answer(splendor, instruction)), nl=False)  # as it was typed
            return 0
        code = splendor.main(arguments, prog_name=name, standalone_mode=False)
    except click.ClickException as error:
        from splendor.render.foreign import clean

        shown = StringIO()  # it may quote a file, or what was typed
        error.show(shown)
        write("\n".join(map(clean, shown.getvalue().split("\n"))), sys.stderr)
        return error.exit_code
    return int(code or 0)


def _version(context: click.Context, _: click.Parameter, asked: bool) -> None:  # noqa: FBT001
    if asked and not context.resilient_parsing:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("splendor-rules")
        except PackageNotFoundError:
            number = "(not installed)"
        write(f"splendor-rules {number}\n", sys.stdout)
        context.exit()


# Arguments and options of several commands

_file: Final = click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
_paths: Final = click.Path(path_type=Path)
_out: Final = click.Path(readable=False)
MAX_JOBS: Final = 256
INTERRUPTED_FILES: Final = "Interrupted; files that are finished stay."
PART: Final = {"OUT.part": "What is not finished yet. It is put in the place of OUT when it is."}
FILES: Final = {
    "splendor-game.json": "The game that play keeps, unless it is told otherwise.",
    **PART,
}


@click.group(
    cls=Contents,
    context_settings=CONTEXT,
    sections={
        "Games in files": ("verify", "show", "watch", "replay", "convert", "view"),
        "New games": ("play", "new"),
        "For programs": ("schema", "perft", "completion"),
    },
    page=Page(
        examples={
            "Check the games of a folder": "splendor verify examples/games",
            "Look at the end of one": "splendor show examples/games/four-players.json",
            "Play against a bot": "splendor play",
            "Read about a command": "splendor verify --help",
        },
        exits={
            0: "All is well.",
            1: "Something breaks the rules.",
            2: "Something cannot be read or written, or the command is misused.",
            130: "Interrupted.",
            141: "Nobody reads what is printed.",
        },
        more={
            "Environment": {
                "COLUMNS": "How wide to print, whatever the terminal says. 80 are enough.",
                "NO_COLOR": "Set to 1: no colours.",
                "FORCE_COLOR": "Set to 1: colours also in a file or a pipe.",
            },
            "Files": FILES,
            "More": {
                "docs/reference/command.md": "All about the commands, in the documentation.",
                "docs/reference/rules.md": "The rules that a verdict names, such as PAY-4.",
            },
        },
    ),
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Print the version and exit.",
)
def splendor() -> None:
    """Check, show, convert, play and deal games of Splendor.

    A game is a file, whatever its name: a splendor-record, as JSON, JSON Lines or text, a log of
    AI-Splendor, a document of Spendee, or one half of a Board Game Arena game, whose other half
    lies beside it (NAME.gamedatas.json and NAME.g_gamelogs.json).

    Seats count from 0, in the order of play. A player without a name is called "Player 1" at seat
    0, "Player 2" at seat 1, and so on. Where a SEAT is asked for, a player's name does as well;
    what is a number is always a seat. Turns count from 1; turn 0 is the opening.
    """


@splendor.command(
    cls=Manual,
    page=Page(
        arguments={"PATH": "A game, or a folder, which is searched with all folders in it."},
        examples={
            "Check the games of a folder, one of which is forged": "splendor verify examples/games",
            "Have a report for a program": ("splendor verify --json examples/games > report.json"),
            "Check a Board Game Arena game, given one of its halves": (
                "splendor verify examples/games/own-game.gamedatas.json"
            ),
            "Check very many with two processes, and go on where it was cut off": (
                "splendor verify examples/games --jobs 2 --results results.jsonl"
            ),
        },
        exits={
            0: "All games are good.",
            1: "Some are INVALID.",
            2: "Some are UNREADABLE, or there are none; or FILE cannot be written. Before 1.",
            3: "Some are UNVERIFIED: the same command may do it. Before 2.",
            130: "Interrupted; what is finished by then is printed.",
        },
    ),
)
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=_paths)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table.")
@click.option("--summary", is_flag=True, help="Print counts instead of a table of all games.")
@click.option(
    "--jobs",
    type=click.IntRange(1, MAX_JOBS),
    metavar="N",
    default=1,
    show_default=True,
    help="Let so many processes verify.",
)
@click.option(
    "--results",
    type=click.Path(path_type=Path),
    metavar="FILE",
    show_default="nothing is kept",
    help="Append a line of JSON for each game to FILE, leave out those that are in it, and print "
    "counts of all.",
)
def verify(
    paths: tuple[Path, ...], jobs: int, results: Path | None, *, as_json: bool, summary: bool
) -> int:
    """Check games against the rules.

    The verdict is VALID, CONSISTENT (legal as far as it can be known: some card is never named),
    INVALID with the first rule broken, UNREADABLE, or UNVERIFIED if a process ended before it was
    judged. Seats, like events, count from 0, turns from 1.

    Files may be compressed with gzip or zstd. With --results a run that was cut off, whatever ended
    it, is gone on with by the same command.
    """
    from splendor.cli import doing

    if as_json and (summary or results is not None):
        message = "--json prints all games, and neither --summary nor --results goes with it"
        raise click.UsageError(message)
    form: Checked = "json" if as_json else "summary" if summary or results is not None else "table"
    return doing.verify(paths, jobs=jobs, form=form, results=results)


@splendor.command(
    cls=Manual,
    page=Page(
        arguments={"FILE": "A game or a position; standard input is not read."},
        examples={
            "Look at the end of a game": "splendor show examples/games/three-players.json",
            "Look at it after ten turns": (
                "splendor show examples/games/three-players.json --turn 10"
            ),
            "Look at the good part of a forged game": "splendor show examples/games/forged.json",
        },
        exits={
            0: "Shown.",
            1: "The game or the position is INVALID.",
            2: "FILE cannot be read, or the game has no such turn.",
        },
    ),
)
@_file
@click.option(
    "--turn",
    type=click.IntRange(min=0),
    metavar="N",
    show_default="the last position",
    help="Show the table after N turns, 0 for the opening.",
)
def show(file: Path, turn: int | None) -> int:
    """Show the table of a game after some turn, or of a position.

    Cards are shown with bonus, points and cost, an unknown card of level 2 as #2. Of a game that is
    INVALID the good part can be shown.
    """
    from splendor.cli import doing

    return doing.show(file, turn)


@splendor.command(
    cls=Manual,
    page=Page(
        arguments={"FILE": "A game."},
        examples={
            "Step through a game": "splendor watch examples/games/four-players.json",
            "Begin after ten turns, and see what Bo saw": (
                "splendor watch examples/games/four-players.json --turn 10 --seat Bo"
            ),
        },
        exits={
            0: "Watched.",
            1: "The game is INVALID.",
            2: "FILE cannot be read, the game has no such turn, or there is no terminal.",
        },
        more={
            "Keys": {
                "space, n, right": "The next turn.",
                "b, p, left": "The turn before.",
                "0, Home": "The opening.",
                "$, End": "The last turn.",
                "g, a number, Enter": "That turn.",
                "s": "Through the eyes of the next who may look.",
                "?": "All this.",
                "q, Ctrl-D": "The end.",
            }
        },
    ),
)
@_file
@click.option(
    "--turn",
    type=click.IntRange(min=0),
    metavar="N",
    default=0,
    show_default=True,
    help="Begin after N turns, 0 for the opening.",
)
@seat_option
@spectator_option
def watch(file: Path, turn: int, who: Who | None, *, spectator: bool) -> int:
    """Step through a game on the terminal, turn by turn.

    A game that is INVALID is shown up to what is wrong.
    """
    from splendor.cli import doing

    return doing.watch(file, Eyes(who, spectator).refuse_both(), turn)


@splendor.command(
    cls=Manual,
    page=Page(
        arguments={"GAME": "A game, or a folder of games."},
        examples={
            "Make a page of a game": (
                "splendor replay examples/games/four-players.json -o page.html"
            ),
            "Make the page that Ada may see": (
                "splendor replay examples/games/four-players.json -o ada.html --seat Ada"
            ),
            "Make pages of a folder, one of whose games is forged": (
                "splendor replay examples/games -o pages/"
            ),
        },
        exits={
            0: "Written.",
            1: "A game is INVALID; its page goes up to what is wrong.",
            2: "A game cannot be read, or a page not written.",
            130: INTERRUPTED_FILES,
        },
        more={"Files": PART},
    ),
)
@click.argument("games", metavar="GAME...", nargs=-1, required=True, type=_paths)
@click.option(
    "-o",
    "--output",
    "out",
    type=_out,
    metavar="OUT",
    required=True,
    help="The page, or the folder of pages; - is standard output.",
)
@seat_option
@spectator_option
def replay(games: tuple[Path, ...], out: str, who: Who | None, *, spectator: bool) -> int:
    """Make a page of a game, to step through in a browser.

    The page is one file that needs no other and no network. It holds all that the game holds,
    unless --seat or --spectator says whom it is for. A game that is INVALID is shown up to what is
    wrong.

    Several GAMEs, or a folder, go to a folder OUT, which exists or ends in /: a page each, of the
    same name; games that stand in one file are numbered. What fails is told and stops nothing.
    """
    from splendor.cli import doing

    return doing.replay(games, out, Eyes(who, spectator).refuse_both())


@splendor.command(
    cls=Manual,
    page=Page(
        arguments={
            "IN": "Anything that verify or show can read, or a folder of it.",
            "OUT": "A file, whose form is that of its name: .json for JSON, .jsonl or .ndjson for "
            "JSON Lines, .txt or .splendor for text. Or a folder. - is standard output.",
        },
        examples={
            "Have a log of Board Game Arena as a record of text": (
                "splendor convert examples/games/own-game.gamedatas.json game.txt"
            ),
            "Print a game as one line of JSON": (
                "splendor convert --to jsonl examples/games/three-players.json -"
            ),
            "Convert a folder": "splendor convert examples/games converted/ --to text",
        },
        exits={
            0: "Written.",
            1: "IN holds an INVALID position.",
            2: "IN cannot be read or OUT not written; then OUT is left as it was.",
            130: INTERRUPTED_FILES,
        },
        more={"Files": PART},
    ),
)
@click.argument("sources", metavar="IN...", nargs=-1, required=True, type=_paths)
@click.argument("out", metavar="OUT", type=_out)
@click.option("--to", "form", type=click.Choice(FORMS), help="The form, whatever OUT is called.")
def convert(sources: tuple[Path, ...], out: str, form: Form | None) -> int:
    """Write the games or the position in a file in another form.

    Several games go only to JSON Lines and text. Nothing is judged: an illegal game stays as it is.
    What had to be assumed is told on standard error. IN is never written over.

    Several IN, or a folder, go to a folder OUT, which exists or ends in /: a file each, of the same
    name, as JSON, JSON Lines if there are several games in it, or what --to says. What fails is
    told and stops nothing.
    """
    from splendor.cli import doing

    return doing.convert(sources, out, form)


@splendor.command(
    cls=Manual,
    page=Page(
        arguments={"FILE": "A game or a position; standard input is not read."},
        examples={
            "Look at a game as Bo saw it after ten turns": (
                "splendor view examples/games/four-players.json --seat Bo --turn 10"
            ),
            "Have a file of what Ada, at seat 0, may know": (
                "splendor view examples/games/four-players.json --seat 0 --json > ada.json"
            ),
            "Print that for spectators as text": (
                "splendor view examples/games/three-players.json --spectator --text"
            ),
        },
        exits={
            0: "Shown.",
            1: "The game or the position is INVALID.",
            2: "FILE cannot be read, or the game has no such turn or player.",
        },
    ),
)
@_file
@seat_option
@spectator_option
@click.option(
    "--turn",
    type=click.IntRange(min=0),
    metavar="N",
    show_default="the last position; with --json or --text the game",
    help="Show the position after N turns, 0 for the opening.",
)
@click.option("--json", "form", flag_value="json", help="Print it as JSON.")
@click.option("--text", "form", flag_value="text", help="Print it as a record or position of text.")
def view(
    file: Path, who: Who | None, turn: int | None, form: Form | None, *, spectator: bool
) -> int:
    """Show what a seat or a spectator may know of a game or position.

    The cards of the decks and those reserved blind by others are hidden; of a game, so are seed,
    salt, and all comments and other texts. What is printed with --json or --text may be given to
    that player.
    """
    from splendor.cli import doing

    eyes = Eyes(who, spectator).refuse_both()
    if not eyes.restricted:
        message = "--seat or --spectator is needed"
        raise click.UsageError(message)
    return doing.view(file, eyes, turn, form)


@splendor.command(
    cls=Manual,
    page=Page(
        examples={
            "Deal a game for three, which can be had again by its seed": (
                "splendor new --players 3 --seed 42 > opening.json"
            ),
            "Deal one by the rules of a site": (
                "splendor new --players 2 --rules board_game_arena > opening.json"
            ),
            "Look at it": "splendor show opening.json",
        },
        exits={0: "Dealt.", 2: "The command is misused."},
    ),
)
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
    show_default="128 random bits, told on standard error",
    help="Decimal digits, or hex: and up to 32 bytes.",
)
@rules_option
@first_player_option
def new(players: int, seed: Seed | None, preset: str, first_player: int) -> int:
    """Deal a game and print its opening as JSON.

    The same seed deals the same game everywhere. The decks are printed in their order: whoever sees
    the output or the seed knows all cards.
    """
    from splendor.cli import doing

    return doing.new(players, seed, preset, first_player)


splendor.add_command(play)


@splendor.command(
    cls=Manual,
    page=Page(
        examples={"Keep it in a file": "splendor schema > splendor.schema.json"},
        exits={0: "Printed."},
    ),
)
def schema() -> int:
    """Print the JSON Schema (2020-12) of records and positions."""
    from splendor.formats.schema import schema_text

    write(schema_text(), sys.stdout)
    return 0


@splendor.command(
    name="perft",
    cls=Manual,
    page=Page(
        arguments={
            "POSITION": "A position of text, in quotes.",
            "DEPTH": "How many actions, 0 or more. One more takes about thirty times as long.",
        },
        examples={
            "Deal a position": "splendor new --players 2 --seed 1 > opening.json",
            "Have it as text": "splendor convert opening.json opening.txt",
            "Count": 'splendor perft "$(cat opening.txt)" 3',
            "See where two programs differ": 'splendor perft "$(cat opening.txt)" 2 --divide',
        },
        exits={0: "Counted.", 1: "The position is INVALID.", 2: "It cannot be read."},
    ),
)
@click.argument("position", metavar="POSITION")
@click.argument("depth", metavar="DEPTH", type=click.IntRange(min=0))
@click.option("--divide", "divided", is_flag=True, help="Print the count behind each action too.")
def count(position: str, depth: int, *, divided: bool) -> int:
    """Count the sequences of DEPTH legal actions from a position.

    Every decision counts as an action: a return, the choice of a noble and a card turned up, too.
    Sequences after which the game is over too soon do not count. With --divide each legal action
    stands on a line of its own with the number of sequences it begins, and the sum on the last.
    """
    from splendor.cli import doing

    return doing.perft(position, depth, divided=divided)


@splendor.command(
    cls=Manual,
    page=Page(
        arguments={"SHELL": f"One of {', '.join(SHELLS)}."},
        examples={
            "Look at it": "splendor completion bash",
            "Have it read by fish whenever that starts": (
                "splendor completion fish > ~/.config/fish/completions/splendor.fish"
            ),
        },
        exits={0: "Printed.", 2: "There is none for this shell."},
        more={
            "Files": {
                "~/.bashrc": 'For bash, add the line: eval "$(splendor completion bash)"',
                "~/.zshrc": 'For zsh, behind compinit: eval "$(splendor completion zsh)"',
            },
        },
    ),
)
@click.argument("shell", metavar="SHELL", type=click.Choice(SHELLS))
def completion(shell: str) -> int:
    """Print a script that completes the command line in a shell.

    When a shell has read it, the Tab key completes commands, options and what they take: files,
    presets, forms, and the bots of play. The splendor command has to be on the PATH.
    """
    write(script(splendor, shell), sys.stdout)
    return 0
