"""What is shipped: the wheel, the source distribution and the metadata."""

import tarfile
from importlib.metadata import distribution
from pathlib import Path
from zipfile import ZipFile

import pytest
from hatchling.build import build_sdist, build_wheel
from packaging.requirements import Requirement

from splendor.testing import OwnEngine, check_engine
from splendor.testing.corpus import packaged

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


def test_licence_is_declared() -> None:
    """The metadata name the licence as an SPDX expression and carry its text."""
    metadata = distribution("splendor-rules").metadata
    assert metadata["License-Expression"] == "MIT"
    assert metadata.get_all("License-File") == ["LICENSE"]


def test_command_is_installed() -> None:
    """The `splendor` command starts `splendor.cli:main`."""
    scripts = distribution("splendor-rules").entry_points.select(group="console_scripts")
    assert {script.name: script.value for script in scripts} == {"splendor": "splendor.cli:main"}
