"""The documents as programs: the blocks of code in a Markdown page, and how each is carried out.

A page is carried out from top to bottom in a scratch folder of its own:

- `python` with `>>>` is a doctest, in one namespace for the page. It runs in the checkout, with the
  scratch folder on the path of modules;
- `python` without, and `javascript`, is a file. Its first line is a comment with the file's name,
  and it is put into the scratch folder. What it does is seen by what goes on with it;
- `console` is a shell in the scratch folder: what stands below a `$ command` is what it prints. A
  command fails the page if its exit code is not 0, or that of a part of a pipe. `examples` and
  `tests` are there as in a checkout;
- `json` and `toml` can be read, and `lark` is a grammar;
- `css` mentions no variable but those of the pictures.

A block of `text` is no code. Any other language is refused, and none as well: somebody has to say
how it is carried out. So is code that is only indented.
"""

from __future__ import annotations

import doctest
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

import attrs
from lark import Lark
from markdown_it import MarkdownIt

from splendor import setup
from splendor.render import svg
from tests.node import NODE

ROOT: Final = Path(__file__).parents[1]
OPTIONS: Final = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
DIRECTIVES: Final = {"{asked}", "{drawn}", "{eval-rst}", "{runtime}", "{toctree}"}
"""What Sphinx carries out, when the documentation is built."""
ELSEWHERE: Final = {
    "python3 -m venv .venv": "the session `packages` of noxfile.py",
    ".venv/bin/python -m pip install .": "the session `packages`: the wheel from this folder",
    ".venv/bin/python": "what follows on the page is typed into it",
    "python -m pip install .": "the session `packages`: the wheel from this folder",
    "python -m pip install . fastapi uvicorn websockets": "all sessions: the group `examples`",
    "python -m examples.server --database tables.db": "tests/examples/test_server_process.py",
    'python -m pip install ".[testing]"': "the session `pyodide`, with this extra alone",
    'python -m pip install ".[cli,testing]"': "all other sessions: the wheel with these extras",
    'python -m pip install ".[cli,tables]" matplotlib': "the session `coverage`",
    'python -m pip install ".[cli]"': "the session `packages`",
    'python -m pip install ".[cli]" "dask[distributed]"': "the session `coverage`",
    "python on_dask.py games.jsonl.zst": "tests/examples/test_many_dask.py: it takes it from here",
    "python examples/questions.py tables --plots plots": "tests/examples/test_questions.py",
    "python -m tests.many_games 20000 games.jsonl.zst": "tests/test_many_games.py, with fewer",
    "python tests/benchmarks/many.py games.jsonl.zst": "tests/test_benchmarks.py",
    "python tests/benchmarks/random_play.py path/to/yardstick.py": "tests/test_benchmarks.py",
    "python tests/benchmarks/operations.py": "tests/test_benchmarks.py",
    'python3 -m venv .venv && .venv/bin/python -m pip install --quiet "nox[uv]" && .venv/bin/nox': (
        ".ci/run"
    ),
    'python3 -m venv .venv && .venv/bin/python -m pip install --quiet ".[cli]"'
    " && .venv/bin/splendor verify examples/games": "the session `packages`, in these three steps",
    '.venv/bin/uv pip install --group dev -e ".[cli,testing]"': "people who change the project",
    ".venv/bin/pytest tests/test_machine.py": "all sessions that test",
    ".venv/bin/pytest --about TAKE-5": "tests/test_traceability.py",
    ".venv/bin/nox -s lint types": ".ci/run, with all others",
    ".venv/bin/nox -s docs": ".ci/run, with all others",
    ".venv/bin/nox -s soak faults mutants": "people: CI would take hours",
}
"""Commands that no test can run in the midst of a page, and who runs them."""


@attrs.frozen
class Block:
    """A block of code, the page it is on, and the line of the page that its first line is."""

    page: str
    line: int
    language: str
    text: str

    @property
    def place(self) -> str:
        return f"{self.page}, line {self.line}"


@attrs.frozen
class Command:
    """What stands behind a `$`, and the output below it, if any."""

    text: str
    output: str


class DocumentError(AssertionError):
    """A block does not do what its page says."""

    def __init__(self, block: Block, what: str) -> None:
        super().__init__(f"{block.place}: {what}")


def pages() -> list[str]:
    """All documents with code, by their paths in the checkout."""
    documents = sorted((*(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md")))
    return [
        *("README.md", "CONTRIBUTING.md", "SECURITY.md"),
        *(path.relative_to(ROOT).as_posix() for path in documents),
    ]


def blocks(page: str) -> Iterator[Block]:
    """The blocks of a page in their order, but for directives of Sphinx."""
    yield from blocks_of(page, (ROOT / page).read_text(encoding="utf-8"))


def blocks_of(page: str, text: str) -> Iterator[Block]:
    """The same, of a text."""
    for token in MarkdownIt().parse(text):
        if token.type in {"fence", "code_block"} and token.map is not None:
            opening = int(token.type == "fence")  # a line of its own, with the language
            language = token.info.strip()
            if language.partition(" ")[0] not in DIRECTIVES:
                yield Block(page, token.map[0] + opening + 1, language, token.content)


def commands(block: Block) -> Iterator[Command]:
    """The commands of a `console` block; one that ends with a backslash goes on below."""
    head, *rest = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    if head.strip():
        raise DocumentError(block, "a console block begins with a command")
    for part in rest:
        lines = part.splitlines(keepends=True)
        last = next((at for at, line in enumerate(lines) if not line.endswith("\\\n")), 0)
        yield Command("".join(lines[: last + 1]).strip(), "".join(lines[last + 1 :]))


def elsewhere(command: str) -> str | None:
    """Who runs a command that no page can, or None."""
    return ELSEWHERE.get(command.partition("  #")[0].strip())


@attrs.frozen
class Session:
    """A page while it is carried out: its scratch folder, and the names its doctests share."""

    folder: Path
    names: dict[str, Any] = attrs.field(factory=dict)

    def carry_out(self, block: Block) -> None:
        """Carry out one block, or raise DocumentError."""
        if block.language == "text":
            if re.search(r"^(>>>|\$) ", block.text, re.MULTILINE):
                raise DocumentError(block, "this text is code")
            return
        if block.language not in KINDS:
            raise DocumentError(block, f"nobody knows how to carry out {block.language or 'this'}")
        KINDS[block.language](self, block)

    def python(self, block: Block) -> None:
        """Run a doctest, or write a file."""
        if ">>> " not in block.text:
            compile(block.text, block.place, "exec")
            self.write(block, r"# (\w+\.py)\n")
            return
        if "+SKIP" in block.text:
            raise DocumentError(block, "part of it is skipped")
        test = doctest.DocTestParser().get_doctest(
            block.text, self.names, block.page, block.page, block.line - 1
        )
        test.globs = self.names  # the next block goes on with what this one has named
        said: list[str] = []
        runner = doctest.DocTestRunner(optionflags=OPTIONS)
        runner.run(test, out=said.append, clear_globs=False)
        if said:
            raise DocumentError(block, "".join(said))

    def javascript(self, block: Block) -> None:
        """Write a module, which a console block then runs."""
        self.write(block, r"// (\w+\.mjs)\n")

    def write(self, block: Block, name: str) -> None:
        found = re.match(name, block.text)
        if found is None:
            raise DocumentError(block, f"its first line does not name a file, as {name}")
        (self.folder / found[1]).write_text(block.text, encoding="utf-8")

    def console(self, block: Block) -> None:
        """Run the commands of a shell, and compare what they print."""
        for command in commands(block):
            if elsewhere(command.text) is None:
                self.run(block, command)

    def run(self, block: Block, command: Command) -> None:
        process = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command.text],  # noqa: S607 - whichever is there
            cwd=self.folder,
            env=environment(self.folder),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        if process.returncode != 0:
            raise DocumentError(block, f"{command.text}: {process.returncode}\n{process.stdout}")
        if command.output.strip() == "...":
            raise DocumentError(block, f"{command.text}: its output is not stated")
        checker = doctest.OutputChecker()
        if command.output and not checker.check_output(command.output, process.stdout, OPTIONS):
            raise DocumentError(block, f"{command.text} prints\n{process.stdout}")

    def data(self, block: Block) -> None:
        """Read a document."""
        READ[block.language](block.text)

    def css(self, block: Block) -> None:
        """See that the variables are those that a picture has."""
        known = set(re.findall(r"--splendor-[\w-]+", svg(setup(2, seed=1))))
        unknown = set(re.findall(r"--[\w-]+", block.text)) - known
        if unknown:
            raise DocumentError(block, f"no variables of a picture: {sorted(unknown)}")


READ: Final[Mapping[str, Callable[[str], object]]] = {
    "json": json.loads,
    "toml": tomllib.loads,
    "lark": partial(Lark, parser="lalr"),
}
KINDS: Final[Mapping[str, Callable[[Session, Block], None]]] = {
    "python": Session.python,
    "javascript": Session.javascript,
    "console": Session.console,
    "css": Session.css,
    **dict.fromkeys(READ, Session.data),
}


def prepare(folder: Path) -> None:
    """Make a scratch folder: what a checkout has, and the commands of an installed package."""
    for name in ("examples", "tests"):
        (folder / name).symlink_to(ROOT / name)
    tools = folder / ".bin"
    tools.mkdir()
    starts = {"python": "", "python3": "", "splendor": "-m splendor"}
    for name, module in starts.items():
        script(tools / name, f'exec "{sys.executable}" {module} "$@"')
    if NODE is not None:
        script(tools / "node", f'exec "{NODE}" "$@"')


def script(path: Path, line: str) -> None:
    path.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
    path.chmod(0o755)


def environment(folder: Path) -> dict[str, str]:
    """What the commands of a page find: plain output, 80 columns, and the tools of `prepare`."""
    path = [str(folder / ".bin"), os.environ.get("PATH", "")]
    modules = [
        str(ROOT / part) for part in os.environ.get("PYTHONPATH", "").split(os.pathsep) if part
    ]
    # What a command runs is not measured: it would take three times as long.
    kept = {name: text for name, text in os.environ.items() if not name.startswith("COVERAGE_")}
    return {
        **kept,
        "PATH": os.pathsep.join(path),
        "PYTHONPATH": os.pathsep.join(modules),
        "COLUMNS": "80",
        "NO_COLOR": "1",
        "PYTHONUTF8": "1",
    }
