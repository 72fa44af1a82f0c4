"""How Sphinx builds the documentation; no network is needed."""

import sys
from importlib.metadata import version as installed_version
from pathlib import Path

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.logging import getLogger
from sphinx.util.typing import stringify_annotation

import splendor
import splendor.adapters.tables
import splendor.bots
import splendor.render
import splendor.testing

sys.path.insert(0, str(Path(__file__).parent))  # for asking.py and the like

project = "splendor-rules"
author = "the splendor-rules authors"
release = installed_version(project)
version = release

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.intersphinx",
    "sphinx_copybutton",
    "asking",  # answers of a database, to questions put while the pages are built
    "drawing",  # pictures, drawn while the pages are built
    "runtime",  # Python for the page that runs the package
]
myst_enable_extensions = ["attrs_inline"]  # the anchors of the rules: rules.md#take-5
exclude_patterns = ["_build", "objects", "static"]
myst_heading_anchors = 2  # so that links such as rules.md#presets work, as they do elsewhere
html_theme = "furo"
html_show_copyright = False
html_title = f"{project} {release}"
html_static_path = ["static"]
html_css_files = ["pages.css"]
html_favicon = "static/icon.svg"
copybutton_prompt_text = r">>> |\.\.\. ?|\$ "  # what is typed, without the marks before it
copybutton_prompt_is_regexp = True

# References to nothing are warnings, and warnings are errors: see the session `docs` in noxfile.py.
nitpicky = True
nitpick_ignore = [  # type variables, and what is of others, or of ours and not public
    ("py:class", "_duckdb.DuckDBPyConnection"),
    ("py:class", "concurrent.futures._base.Executor"),
    ("py:class", "splendor.formats.search.FoundFile"),
    ("py:class", "S"),
    ("py:class", "splendor.testing.adapter.S"),
    ("py:class", "splendor.testing.checking.S"),
    ("py:class", "SearchStrategy"),
    ("py:class", "st.SearchStrategy"),
    ("py:class", "hypothesis.strategies.SearchStrategy"),
    ("py:class", "splendor.formats.json._T"),
    ("py:class", "splendor.formats.importers.values._T"),
]

default_role = "code"  # `name` in a docstring
autodoc_default_options = {
    "members": True,
    "undoc-members": True,
    "inherited-members": "BaseException, Enum, Mapping, object",
}
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"

# The names of Python's library that signatures and docstrings mention, listed in a file of ours:
# the real inventory would have to be fetched. It is plain text, so just add a line.
intersphinx_mapping = {"python": ("https://docs.python.org/3", "objects/python.inv")}


PUBLIC = (
    splendor,
    splendor.adapters.tables,
    splendor.bots,
    splendor.render,
    splendor.testing,
)

# Classes whose objects are looked up and never made.
LOOKED_UP = {"splendor.Card", "splendor.Noble"}
UNIONS = {
    stringify_annotation(union, "smart"): f"~{name}"
    for name, union in (
        ("splendor.render.Picture", splendor.render.Picture),
        ("splendor.Action", splendor.Action),
        ("splendor.Event", splendor.Event),
        ("splendor.Finding", splendor.Finding),
    )
}


def show_signature(
    _app: Sphinx,
    _kind: str,
    name: str,
    _described: object,
    _options: object,
    arguments: str | None,
    result: str | None,
) -> tuple[str | None, str | None]:
    """Show no constructor where there is none to call, and unions by their names."""
    if name in LOOKED_UP:
        return "", None
    for spelled, alias in UNIONS.items():
        arguments = arguments and arguments.replace(spelled, alias)
        result = result and result.replace(spelled, alias)
    return arguments, result


def miss_undocumented_names(_: Sphinx, env: BuildEnvironment) -> None:
    """Warn of every public name that no page describes."""
    described = {entry[0] for entry in env.domains.python_domain.get_objects()}
    for module in PUBLIC:
        for name in module.__all__:
            if f"{module.__name__}.{name}" not in described:
                getLogger(__name__).warning("%s.%s is on no page", module.__name__, name)


def setup(app: Sphinx) -> None:
    """Let autodoc find what is written below constants and type aliases.

    It looks for such a text only in the module that is documented, and `splendor` itself merely
    re-exports. The values are left out: a table of all cards tells nobody anything.
    """
    app.add_lexer("lark", TextLexer)
    app.connect("autodoc-process-signature", show_signature)
    app.connect("env-check-consistency", miss_undocumented_names)
    for public in PUBLIC:
        surface = ModuleAnalyzer.for_module(public.__name__)
        surface.analyze()
        for path in sorted(Path(splendor.__file__).parent.rglob("*.py")):
            module = ModuleAnalyzer.for_file(path, path.stem)
            module.analyze()
            for (scope, name), text in module.attr_docs.items():
                if not scope and name in public.__all__:
                    surface.attr_docs["", name] = [*text, ":meta hide-value:", ""]
