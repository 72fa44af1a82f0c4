"""What is shipped: the wheel, the source distribution and the metadata.

The sessions that `nox -t packaging` runs try the same things from outside.
"""

import re
import subprocess
import sys
import tarfile
from email import message_from_string
from importlib.metadata import distribution
from pathlib import Path
from zipfile import ZipFile

import pytest
from hatchling.build import build_sdist, build_wheel
from packaging.requirements import Requirement

from splendor.testing import OwnEngine, check_engine
from splendor.testing.corpus import packaged
from tests import vectors
from tests.command import ENVIRONMENT
from tests.packages import lowest, smoke
from tests.packages.tag import objection

ROOT = Path(__file__).parents[1]
CORPUS = ROOT / "tests" / "conformance"
needs_source = pytest.mark.skipif(
    not (ROOT / "src").is_dir(), reason="the source of the package is not here to be packed"
)


@needs_source
def test_wheel_holds_the_typed_package_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The wheel is all of src/splendor, py.typed included, and the conformance corpus; no test."""
    monkeypatch.chdir(ROOT)
    with ZipFile(tmp_path / build_wheel(str(tmp_path))) as wheel:
        shipped = {name for name in wheel.namelist() if ".dist-info/" not in name}
    corpus = {f"splendor/testing/conformance/{name}" for name in files_in(CORPUS)}
    assert shipped == {f"splendor/{name}" for name in files_in(ROOT / "src" / "splendor")} | corpus
    assert "splendor/py.typed" in shipped


@needs_source
def test_the_same_bytes_come_whatever_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a clock nor a date of a file shows in what is built."""
    monkeypatch.chdir(ROOT)
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    for build in (build_wheel, build_sdist):
        first = (tmp_path / build(str(tmp_path))).read_bytes()
        monkeypatch.setattr("time.time", lambda: 2e9)
        assert (tmp_path / build(str(tmp_path))).read_bytes() == first


@needs_source
def test_the_index_is_given_the_readme_without_what_would_be_broken_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No picture, and no link to a file of the checkout; all else is as it stands."""
    monkeypatch.chdir(ROOT)
    with ZipFile(tmp_path / build_wheel(str(tmp_path))) as wheel:
        (name,) = (each for each in wheel.namelist() if each.endswith(".dist-info/METADATA"))
        metadata = message_from_string(wheel.read(name).decode())
    assert metadata["Description-Content-Type"] == "text/markdown"
    shown = str(metadata.get_payload())
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "![" not in shown
    assert all(":" in target for target in re.findall(r"\]\(([^)]*)\)", shown))
    words = re.sub(r"!\[.*\)|\]\([^)]*\)|[\[\]]", "", readme).splitlines()
    kept = [line.translate({ord("["): None, ord("]"): None}) for line in shown.splitlines()]
    lost = [line for line in words if line not in kept and line]
    assert len(lost) <= 2, lost  # the sentence that leads to the picture
    assert not set(kept) - set(words)


def files_in(folder: Path) -> set[str]:
    """The files in a folder, by their paths in it."""
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and path.parent.name != "__pycache__"
    }


def test_installed_is_the_corpus_of_the_tests() -> None:
    """`check_engine` reads what came with the package, and that is what is tested here."""
    folder = Path(str(packaged()))
    assert files_in(folder) == files_in(CORPUS)
    for name in files_in(CORPUS):
        assert (folder / name).read_bytes() == (CORPUS / name).read_bytes(), name
    assert check_engine(OwnEngine(), parts=["refusals"]) == ()


@needs_source
def test_sdist_holds_what_a_packager_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The source distribution has the package, its tests, its documentation and its licence."""
    monkeypatch.chdir(ROOT)
    with tarfile.open(tmp_path / build_sdist(str(tmp_path))) as sdist:
        shipped = {name.partition("/")[2] for name in sdist.getnames()}
    assert shipped >= {
        "LICENSE",
        "README.md",
        "CHANGELOG.md",
        "noxfile.py",
        "pyproject.toml",
        "docs/index.md",
        "src/splendor/py.typed",
        "tests/test_packaging.py",
    }
    for folder in ("docs", "examples", "tests"):
        assert any(name.startswith(f"{folder}/") for name in shipped), folder


def test_runtime_requirements_are_attrs_and_cattrs() -> None:
    """Without an extra the package brings attrs and cattrs, nothing else."""
    requirements = map(Requirement, distribution("splendor-rules").requires or [])
    assert {each.name for each in requirements if each.marker is None} == {"attrs", "cattrs"}


def test_every_python_that_is_tried_has_its_classifier() -> None:
    """Those of noxfile.py, and that of Pyodide; the oldest is the lowest that is required."""
    metadata = distribution("splendor-rules").metadata
    named = re.findall(
        r":: (3\.\d+)$", "\n".join(metadata.get_all("Classifier") or []), re.MULTILINE
    )
    tried = re.search(r"^PYTHONS = \[(.*)\]$", (ROOT / "noxfile.py").read_text(), re.MULTILINE)
    assert tried is not None
    assert named == [*re.findall(r"3\.\d+", tried[1]), "3.14"]
    assert metadata["Requires-Python"] == f">={named[0]}"


def test_licence_is_declared() -> None:
    """The metadata name the licence as an SPDX expression and carry its text."""
    metadata = distribution("splendor-rules").metadata
    assert metadata["License-Expression"] == "MIT"
    assert metadata.get_all("License-File") == ["LICENSE"]


def test_command_is_installed() -> None:
    """The `splendor` command starts `splendor.cli:main`."""
    scripts = distribution("splendor-rules").entry_points.select(group="console_scripts")
    assert {script.name: script.value for script in scripts} == {"splendor": "splendor.cli:main"}


def test_testing_says_which_extra_it_needs() -> None:
    """Where Hypothesis is missing, the error has a note of what to install."""
    code = "import sys; sys.modules['hypothesis'] = None; import splendor.testing"
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        encoding="utf-8",
        env=ENVIRONMENT,
        check=False,
    )
    assert run.returncode == 1
    assert run.stderr.endswith(
        'splendor.testing needs Hypothesis: pip install "splendor-rules[testing]"\n'
    )


def test_a_tag_is_released_if_it_is_the_version_and_the_changelog_has_it() -> None:
    changelog = "## [Unreleased]\n\n## [1.2.0] - 2026-11-30\n\n## [1.1.0]\n"
    assert objection("v1.2.0", "1.2.0", changelog) is None
    assert "1.3.0" in str(objection("v1.2.0", "1.3.0", changelog))
    assert "the tag is 1.2.0" in str(objection("1.2.0", "1.2.0", changelog))
    for version in ("1.1.0", "1.2", "Unreleased"):
        assert "no dated section" in str(objection(f"v{version}", version, changelog))


@pytest.mark.parametrize("found", [{"attrs": "23.1.0", "rich": "12.6.0"}, {"attrs": "23.1.0"}])
def test_the_session_lowest_sees_what_is_not_the_lowest(
    found: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lowest, "requires", lambda _: ["attrs>=23.1", 'rich>=12.6; extra == "cli"'])
    monkeypatch.setattr(lowest, "version", lambda name: found.get(name, "13.0"))
    wrong = list(lowest.differences("splendor-rules"))
    assert [each.split()[0] for each in wrong] == [name for name in ("rich",) if name not in found]


def test_the_smoke_test_sees_a_wrong_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smoke, "examples", lambda: iter(()))
    monkeypatch.setattr(smoke, "corpus", lambda: iter(()))
    python = ".".join(map(str, sys.version_info[:2]))
    before = set(smoke.differences(python))
    monkeypatch.setattr(vectors, "written", lambda: "{}")
    (wrong,) = set(smoke.differences(python)) - before
    assert wrong == "the games from seeds are not those of tests/vectors.json"
    assert any("this is Python" in each for each in smoke.differences("2.7"))


@pytest.mark.skipif(not (ROOT / ".github").is_dir(), reason="the workflows are not here")
def test_the_workflows_run_the_command_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"^\$ (.*/nox)$", readme, re.MULTILINE)
    for name in ("ci", "release"):
        workflow = (ROOT / ".github" / "workflows" / f"{name}.yml").read_text(encoding="utf-8")
        assert f"run: {command}\n" in workflow
