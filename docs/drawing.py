"""The directive `drawn`: a picture of a value, drawn by the package while the pages are built.

    ```{drawn} Ada's view of the opening
    observe(setup(2, seed=42), 0)
    ```

The argument is the caption; what stands inside is an expression of Python, in which all public
names of `splendor` are known, `BOTS` and `play_game` as well, and the value is whatever
`splendor.render.svg` draws. With the option `names` the players are called so.
"""

import re
from html import escape
from pathlib import Path
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import splendor
from splendor.bots import BOTS, play_game
from splendor.render import svg
from splendor.render.theme import DARK, LIGHT

KNOWN = {name: getattr(splendor, name) for name in splendor.__all__}
KNOWN |= {"BOTS": BOTS, "play_game": play_game}


class Drawn(SphinxDirective):
    """Puts a picture and its caption where it stands, in HTML."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar = {"names": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        """Evaluate the expression and draw what it gives."""
        caption = escape(self.arguments[0])
        names = re.findall(r"\w+", self.options.get("names", ""))
        try:
            value = eval("\n".join(self.content), dict(KNOWN))  # noqa: S307 - our own pages
            picture = svg(value, names=names)
        except Exception as error:  # whatever an expression may raise
            message = f"{type(error).__name__}: {error}"
            raise self.error(message) from error
        figure = f'<figure class="drawn">{picture}<figcaption>{caption}</figcaption></figure>'
        return [nodes.raw("", figure, format="html")]


def write_style(app: Sphinx) -> None:
    """Write a style sheet that gives pictures the theme chosen on the page, light or dark."""
    folder = Path(app.outdir) / "_static"
    folder.mkdir(parents=True, exist_ok=True)
    themes = {"light": LIGHT, "dark": DARK}
    rules = [
        f'body[data-theme="{theme}"] {{ '
        + " ".join(f"--splendor-{name}: {colour};" for name, colour in colours.items())
        + " }"
        for theme, colours in themes.items()
    ]
    (folder / "drawn.css").write_text("\n".join([*rules, ""]), encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directive and its style sheet."""
    app.add_directive("drawn", Drawn)
    app.connect("builder-inited", write_style)
    app.add_css_file("drawn.css")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
