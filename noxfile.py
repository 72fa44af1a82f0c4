"""All checks of the project: ``nox`` runs them, ``nox -s tests coverage`` some of them.

Every session installs the package as a user would get it, never an editable one, and the
dependency groups of pyproject.toml it needs. What follows ``--`` goes to pytest.
"""

import os

import nox

nox.needs_version = ">=2025.10.14"
nox.options.default_venv_backend = "uv"
# A Python that is not installed is skipped with a remark, also where CI is set, and never fetched.
nox.options.error_on_missing_interpreters = False
nox.options.download_python = "never"
os.environ["UV_PYTHON_DOWNLOADS"] = "never"

PACKAGE = ".[cli,testing]"
PYTHONS = ["3.11", "3.12", "3.13"]
# The tests, and the doctests of the package wherever it is installed.
PYTEST = ["pytest", "--numprocesses=2", "--doctest-modules", "--pyargs", "tests", "splendor"]


def install(session: nox.Session, *groups: str) -> None:
    """Install the package and dependency groups of pyproject.toml."""
    session.install(PACKAGE, *(f"--group={group}" for group in groups))


@nox.session
def lint(session: nox.Session) -> None:
    """Check the style, the format and which floor imports which."""
    install(session, "lint")
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    session.run("lint-imports", "--no-logo", "--no-cache")


@nox.session
def types(session: nox.Session) -> None:
    """Check the types with mypy and pyright, and that every public name has a complete one."""
    install(session, "typing")
    session.run("mypy")
    session.run("pyright")
    session.run("pyright", "--verifytypes", "splendor", "--ignoreexternal")


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """Run the tests on each Python."""
    install(session, "test")
    session.run("python", "--version")
    session.run(*PYTEST, *session.posargs)


@nox.session
def coverage(session: nox.Session) -> None:
    """Run the tests once more, measured: every line and branch has to be reached."""
    install(session, "test")
    session.run("coverage", "erase")
    session.run("coverage", "run", "-m", *PYTEST, *session.posargs)
    session.run("coverage", "combine", "--quiet")
    session.run("coverage", "report")


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation; a warning or a reference to nothing is an error."""
    install(session, "docs")
    session.run("sphinx-build", "-q", "-n", "-W", "--keep-going", "-E", "docs", "docs/_build/html")
