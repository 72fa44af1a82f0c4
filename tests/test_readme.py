"""The documents: every Python example in them runs and shows what it says."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = ["README.md", *(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md")))]
BLOCK = re.compile(r"^```(?:python|pycon)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def examples(text: str) -> str:
    """The Python blocks of a Markdown text, each on the lines where it stands there.

    All else becomes blank lines, so that doctest neither takes a closing fence for expected
    output nor reports a wrong line.
    """
    lines = ["\n"] * len(text.splitlines())
    for block in BLOCK.finditer(text):
        first = text.count("\n", 0, block.start(1))
        code = block[1].splitlines(keepends=True)
        lines[first : first + len(code)] = code
    return "".join(lines)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_examples_run(document: str) -> None:
    """The `>>>` examples of one document run in order, in one namespace."""
    text = (ROOT / document).read_text(encoding="utf-8")
    test = doctest.DocTestParser().get_doctest(examples(text), {}, document, document, 0)
    report: list[str] = []
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    doctest.DocTestRunner(optionflags=options).run(test, out=report.append)
    assert not report, "".join(report)


def test_readme_has_examples() -> None:
    """README.md shows the library at work."""
    assert ">>> " in examples((ROOT / "README.md").read_text(encoding="utf-8"))
