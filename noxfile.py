"""All checks of the project: ``nox`` runs them, ``nox -s tests coverage`` some of them.

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

DIST = Path("dist")
PYTHONS = ["3.11", "3.12", "3.13"]
# Coverage is measured on the oldest that is there, the others run the tests as they are.
MEASURED = next((python for python in PYTHONS if shutil.which(f"python{python}")), PYTHONS[0])
# The tests, and the doctests of the package wherever it is installed.
PYTEST = [
    *("pytest", "--numprocesses=2", "--dist=worksteal"),
    *("--doctest-modules", "--pyargs", "tests", "splendor"),
]

# A browser does not depend on the Python: the session `coverage` tries the replay pages.
NO_BROWSER = "--deselect=tests/test_page_in_chromium.py"


@nox.session
def build(session: nox.Session) -> None:
    """Build the source distribution, and the wheel from it."""
    shutil.rmtree(DIST, ignore_errors=True)
    session.run("uv", "build", "--quiet", f"--out-dir={DIST}")


def install(session: nox.Session, *groups: str) -> None:
    """Install the wheel with its extras, and dependency groups of pyproject.toml."""
    session.install(f"{wheel()}[cli,testing]", *(f"--group={group}" for group in groups))


def wheel() -> Path:
    """The wheel that the session `build` made."""
    (path,) = DIST.resolve().glob("*.whl")
    return path


def unpack(session: nox.Session) -> Path:
    """Unpack the source distribution, without the package itself."""
    (packed,) = DIST.glob("*.tar.gz")
    folder = Path(session.create_tmp()) / "unpacked"
    shutil.rmtree(folder, ignore_errors=True)
    with tarfile.open(packed) as sdist:
        sdist.extractall(folder, filter="data")
    (root,) = folder.resolve().iterdir()
    shutil.rmtree(root / "src")
    return root


@nox.session(requires=["build"])
def lint(session: nox.Session) -> None:
    """Check the style, the format and which floor imports which."""
    install(session, "lint")
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    session.run("lint-imports", "--no-logo", "--no-cache")


@nox.session(requires=["build"])
def types(session: nox.Session) -> None:
    """Check the types with mypy and pyright, and that every public name has a complete one."""
    install(session, "typing")
    session.run("mypy")
    session.run("pyright")
    session.run("pyright", "--verifytypes", "splendor", "--ignoreexternal")


def prepare(session: nox.Session) -> Path:
    """Run README.md on the wheel without any extra, and install what the tests need."""
    root = unpack(session)
    session.install(str(wheel()))
    session.run("python", "--version")
    with session.chdir(root):
        session.run("python", "-m", "doctest", "README.md")
    install(session, "test")
    return root


@nox.session(python=[python for python in PYTHONS if python != MEASURED], requires=["build"])
def tests(session: nox.Session) -> None:
    """Run README.md and the tests on each Python but the one of `coverage`."""
    with session.chdir(prepare(session)):
        session.run(*PYTEST, NO_BROWSER, *session.posargs)


@nox.session(python=MEASURED, requires=["build"])
def coverage(session: nox.Session) -> None:
    """Run README.md and the tests, measured: every line and branch has to be reached.

    It runs in the checkout: some tests are about the source itself.
    """
    prepare(session)
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
    """Build the documentation; a warning or a reference to nothing is an error."""
    install(session, "docs")
    session.run("sphinx-build", "-q", "-n", "-W", "--keep-going", "-E", "docs", "docs/_build/html")
