"""The documents: every block of code in them is carried out, and shows what the page says."""

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.documents import (
    ELSEWHERE,
    KINDS,
    ROOT,
    Block,
    DocumentError,
    Session,
    blocks,
    commands,
    elsewhere,
    pages,
    prepare,
)
from tests.node import NODE


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    """A scratch folder; the working directory is the checkout, as for any reader of the page."""
    prepare(tmp_path)
    monkeypatch.chdir(ROOT)
    monkeypatch.syspath_prepend(tmp_path)
    yield Session(tmp_path)
    for name in {path.stem for path in tmp_path.glob("*.py")}:
        sys.modules.pop(name, None)  # another page may have a file of the same name


def block(language: str, text: str) -> Block:
    return Block("page.md", 1, language, text)


@pytest.mark.parametrize("page", pages())
def test_the_code_of_a_page_runs(page: str, session: Session) -> None:
    found = list(blocks(page))
    if any(each.language == "javascript" for each in found) and NODE is None:
        pytest.skip("Node.js is not installed")
    for each in found:
        session.carry_out(each)


def test_every_command_that_is_run_elsewhere_is_on_a_page() -> None:
    console = [each for page in pages() for each in blocks(page) if each.language == "console"]
    found = [command.text for each in console for command in commands(each)]
    for start in ELSEWHERE:
        assert any(re.match(start, command) for command in found), start


def test_a_command_is_run_elsewhere_for_its_beginning_alone() -> None:
    assert elsewhere("python tests/benchmarks/operations.py") is not None
    assert elsewhere("splendor verify examples/games") is None
    assert elsewhere("echo python tests/benchmarks/operations.py") is None


def test_a_page_is_cut_into_its_blocks() -> None:
    found = list(blocks("README.md"))
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert {each.language for each in found} >= {"python", "console"}
    for each in found:
        assert lines[each.line - 1] == each.text.splitlines()[0]
        assert lines[each.line - 2].strip().startswith(f"```{each.language}")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("cobol", "STOP RUN."),
        ("", ">>> 1 + 1\n2\n"),
        ("python", ">>> 1 + 1\n3\n"),
        ("python", ">>> unknown\n"),
        ("python", "import splendor\n"),
        ("javascript", "console.log(1);\n"),
        ("console", "no command\n"),
        ("console", "$ exit 1\n"),
        ("console", "$ echo one\ntwo\n"),
        ("console", "$ echo one\n$ echo two\none\n"),
        ("css", "p { color: var(--splendor-purple); }\n"),
    ],
)
def test_a_block_that_does_not_do_what_it_says_is_found(
    language: str, text: str, session: Session
) -> None:
    with pytest.raises(DocumentError, match=r"^page\.md, line 1: "):
        session.carry_out(block(language, text))


@pytest.mark.parametrize(("language", "text"), [("json", "{"), ("toml", "="), ("lark", "start")])
def test_a_document_that_cannot_be_read_is_found(
    language: str, text: str, session: Session
) -> None:
    with pytest.raises(Exception, match=r"."):
        session.carry_out(block(language, text))


def test_a_page_goes_on_with_what_it_has_made(session: Session) -> None:
    session.carry_out(block("python", "# mine.py\nNUMBER = 6\n"))
    session.carry_out(block("python", ">>> from mine import NUMBER\n>>> double = NUMBER * 2\n"))
    session.carry_out(block("python", ">>> double\n12\n"))
    session.carry_out(
        block("console", "$ python -c 'import mine; print(mine.NUMBER \\\n+ 1)'\n7\n")
    )
    session.carry_out(block("console", "$ ls examples/games > list; echo $?\n0\n$ wc -l < list\n"))
    assert (session.folder / "list").read_text(encoding="utf-8").count(os.linesep) > 0


@pytest.mark.parametrize("page", [*pages(), "CONTRIBUTING.md", "SECURITY.md"])
def test_code_stands_in_fences_with_a_language(page: str) -> None:
    """An indented block, or a fence inside another, would be carried out by nobody."""
    text = (ROOT / page).read_text(encoding="utf-8")
    outside = re.sub(r"^( *)```.*?^\1```$", "", text, flags=re.DOTALL | re.MULTILINE)
    assert "```" not in outside
    assert re.findall(r"^\n {4,}.*$", outside, flags=re.MULTILINE) == []
    assert re.findall(r"^ *```text\n(?:>>>|\$).*$", text, flags=re.MULTILINE) == []
    assert {each.language for each in blocks(page)} <= {*KINDS, "text"}


def test_text_is_left_alone(session: Session) -> None:
    session.carry_out(block("text", "differences: 0\n"))
