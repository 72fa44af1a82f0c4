"""The directive `runtime`, and the Python for browsers that the page docs/try.md runs.

    ```{runtime}
    <p>HTML that needs it</p>
    ```

`-D runtime=FOLDER` names a folder with `node_modules/pyodide`, the npm package, and `packages`, the
installed wheels of this project and of what it needs. What a browser needs of them is put into the
site, so that nothing is fetched from elsewhere. Without, the site is built all the same, and in
place of the first HTML stands how to build it with.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

PYODIDE = [f"pyodide{part}" for part in (".mjs", ".asm.mjs", ".asm.wasm", "-lock.json")]
PYODIDE += ["python_stdlib.zip"]
NOTED = {"RECORD", "direct_url.json", "uv_cache.json"}
"""What an installer writes, with places and times of the machine."""
GAMES = Path(__file__).parents[1] / "examples" / "games"
WITHOUT = (
    "This copy of the documentation was built without Python for browsers, so nothing can be tried "
    "here. In a checkout, "
)
NOTICE = """\
What the folder of this file holds, and under which licences

The files whose names begin with pyodide or python: Pyodide {version}, which holds the Python of the
Python Software Foundation and libraries of others, each under its own licence.
    Licence of Pyodide: {license}, the text of which is at https://mozilla.org/MPL/2.0/
    Its source: {source}
    Libraries that it is built with: {source}/cpython/Makefile
    Licence of Python: the PSF License Agreement, the text of which, with the licences of what
    Python has taken over from others, is at https://docs.python.org/3/license.html

packages.zip: the packages below.
"""


class Runtime(SphinxDirective):
    """Puts HTML where it stands, if there is a Python to run it with."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the HTML, or what to do to have it, once a page."""
        if self.config.runtime:
            return [nodes.raw("", "\n".join(self.content), format="html")]
        if self.env.temp_data.setdefault("runtime", self) is not self:
            return []
        command = nodes.literal("", "nox -s docs")
        return [nodes.note("", nodes.paragraph("", WITHOUT, command, nodes.Text(" builds one.")))]


def copy_runtime(app: Sphinx, error: Exception | None) -> None:
    """Put the runtime, the packages, their licences and example games into the site."""
    if error is not None or not app.config.runtime:
        return
    source = Path(app.confdir, app.config.runtime)
    pyodide, packages = source / "node_modules" / "pyodide", source / "packages"
    target = Path(app.outdir) / "_static" / "runtime"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(GAMES, target / "games")
    for name in PYODIDE:
        shutil.copyfile(pyodide / name, target / name)
    pack(packages, target / "packages.zip")
    about = json.loads((pyodide / "package.json").read_text(encoding="utf-8"))
    repository = about["repository"]["url"].removeprefix("git+").removesuffix(".git")
    about["source"] = f"{repository}/tree/{about['version']}"
    notice = "\n".join([NOTICE.format_map(about), *licences(packages)])
    (target / "licences.txt").write_text(notice, encoding="utf-8")
    fetched = [path for path in target.glob("*.*") if path.suffix not in {".mjs", ".txt"}]
    manifest = {"bytes": sum(path.stat().st_size for path in fetched)}
    (target / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")


def pack(packages: Path, target: Path) -> None:
    """Pack installed packages: the same bytes for the same files."""
    with ZipFile(target, "w", ZIP_DEFLATED) as packed:
        for path in files(packages):
            name = path.relative_to(packages).as_posix()
            packed.writestr(ZipInfo(name), path.read_bytes(), ZIP_DEFLATED)


def files(packages: Path) -> Iterator[Path]:
    """Yield the files of installed packages, without commands and what an installer noted down."""
    for path in sorted(packages.rglob("*")):
        parts = path.relative_to(packages).parts
        odd = {"bin", "__pycache__"} & {*parts} or parts[0].startswith(".")
        if path.is_file() and not odd and path.name not in NOTED:
            yield path


def licences(packages: Path) -> Iterator[str]:
    """Yield the licence of each package below its name and version."""
    for path in sorted(packages.glob("*.dist-info/licenses/**/*")):
        if path.is_file():
            name = path.relative_to(packages).parts[0].removesuffix(".dist-info")
            yield f"{name}\n{'-' * len(name)}\n\n{path.read_text(encoding='utf-8')}"


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directive, its setting, and the style of what it shows."""
    app.add_config_value("runtime", "", "env", str)
    app.add_directive("runtime", Runtime)
    app.connect("build-finished", copy_runtime)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
