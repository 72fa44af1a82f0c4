"""The documents: every block of code in them is carried out, and shows what the page says."""

import codeop
import doctest
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.documents import (
    ELSEWHERE,
    ROOT,
    Block,
    DocumentError,
    Session,
    blocks,
    blocks_of,
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
    found = {command.text.partition("  #")[0] for each in console for command in commands(each)}
    assert {command.strip() for command in found} >= ELSEWHERE.keys()


def test_a_command_is_run_elsewhere_as_a_whole() -> None:
    assert elsewhere("python -m pip install .") is not None
    assert elsewhere(".venv/bin/nox -s docs                # the documentation") is not None
    assert elsewhere("python -m pip install . && splendor verify examples/games") is None


@pytest.mark.parametrize(
    "text",
    [
        "~~~python\n>>> 1\n2\n~~~\n",
        "````python\n>>> 1\n2\n````\n",
        "- ```python\n  >>> 1\n  2\n  ```\n",
        "> ```python\n> >>> 1\n> 2\n> ```\n",
        "``` python\n>>> 1\n2\n",
        "text\n\n    >>> 1\n    2\n",
        "```{code-block} python\n>>> 1\n2\n```\n",
        "```text\n>>> 1\n2\n```\n",
        "```python\n>>> 1  # doctest: +SKIP\n2\n```\n",
    ],
)
def test_no_code_escapes(text: str, session: Session) -> None:
    (found,) = blocks_of("page.md", text)
    with pytest.raises(DocumentError, match=r"^page\.md, line [123]: "):
        session.carry_out(found)


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
        ("text", "$ exit 1\n"),
        ("javascript", "console.log(1);\n"),
        ("console", "no command\n"),
        ("console", "$ exit 1\n"),
        ("console", "$ exit 1 | cat\n"),
        ("console", "$ echo one\n...\n"),
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


@pytest.mark.parametrize("page", pages())
def test_a_page_can_be_typed_into_python(page: str) -> None:
    """There an empty line, shown as `...`, ends what is indented."""
    for each in blocks(page):
        if each.language == "python" and ">>> " in each.text:
            lines = [*each.text.splitlines(), ""]
            for example in doctest.DocTestParser().get_examples(each.text):
                source = example.source.rstrip("\n")
                if codeop.compile_command(source) is None:
                    after = lines[example.lineno + len(source.splitlines())]
                    assert after.strip() == "...", f"{each.place}: {source}"


@pytest.mark.parametrize("page", pages())
def test_every_link_has_words(page: str) -> None:
    """Also where the pages are not built."""
    assert "[](" not in (ROOT / page).read_text(encoding="utf-8")


def test_text_is_left_alone(session: Session) -> None:
    session.carry_out(block("text", "differences: 0\n"))
