"""The directive `asked`: a question of examples/questions.py, and the answer to it.

    ```{asked} first-player
    ```

The argument names the question. It is put to the first games of tests/many_games.py, which are
verified and written to tables when a page first needs them: what stands on the page are the SQL,
the answer, and the drawing of it.
"""

import sys
from base64 import b64encode
from functools import cache
from html import escape
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from splendor import verify_many
from splendor.adapters.tables import open_database, write_tables

sys.path.insert(0, str(Path(__file__).parents[1]))

from examples.questions import QUESTIONS, ask, drawn, save
from tests.many_games import lines

COUNT = 400


@cache
def database() -> duckdb.DuckDBPyConnection:
    """The tables of so many games, in a file that is gone once it is closed."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.jsonl"
        path.write_text("".join(lines(COUNT)), encoding="utf-8")
        write_tables(verify_many(path, keep_records=True), folder)
        return open_database(folder, Path(folder) / "games.duckdb")


class Asked(SphinxDirective):
    """Puts a question, its answer and the drawing where it stands, in HTML."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Ask it."""
        name = self.arguments[0]
        question = QUESTIONS[name]
        answer = ask(database(), question)
        image = BytesIO()
        save(drawn(question, answer.fetchall()), image)
        address = f"data:image/svg+xml;base64,{b64encode(image.getvalue()).decode()}"
        picture = f'<figure><img src="{address}" alt="{escape(str(answer))}">'
        caption = f"The answer by {COUNT} games, asked when this page was built."
        return [
            literal(question.sql, "sql"),
            literal(str(answer), "text"),
            nodes.raw("", f"{picture}<figcaption>{caption}</figcaption></figure>", format="html"),
        ]


def literal(text: str, language: str) -> nodes.literal_block:
    """A block of code."""
    return nodes.literal_block(text, text, language=language)


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directive."""
    app.add_directive("asked", Asked)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
