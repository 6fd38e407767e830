"""The lock files name what pyproject.toml allows, and pip installs nothing else."""

import base64
import hashlib
import re
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.deploy.board import DEPLOY, Board

LOCKS = DEPLOY / "locks"
SYSTEM, PYTHON = "trixie", "3.13"
PROJECT = tomllib.loads((DEPLOY.parent / "pyproject.toml").read_text())
PIP = sorted(Path("/usr/share/python-wheels").glob("pip-*.whl"))
FROM_APT = {"numpy"}
"""Of the system, so in no lock file."""


def locked(name: str) -> dict[str, Version]:
    found = re.findall(r"^([\w.-]+)==([\w.]+)", (LOCKS / f"{name}.txt").read_text(), re.MULTILINE)
    return {str(canonicalize_name(package)): Version(version) for package, version in found}


def required() -> dict[str, Requirement]:
    machine = {"python_version": PYTHON, "platform_machine": "aarch64"}
    extras = PROJECT["project"]["optional-dependencies"]
    lines = [*PROJECT["project"]["dependencies"], *extras["page"], *extras["link"]]
    requirements = [Requirement(line) for line in lines]
    return {
        str(canonicalize_name(each.name)): each
        for each in requirements
        if each.marker is None or each.marker.evaluate(machine)
    }


def test_lock_and_project_agree() -> None:
    versions, requirements = locked(SYSTEM), required()
    assert set(requirements) - set(versions) == FROM_APT, "run deploy/lock"
    refused = [name for name, version in versions.items() if not allows(requirements.get(name), version)]
    assert refused == [], "run deploy/lock"


def allows(requirement: Requirement | None, version: Version) -> bool:
    return requirement is None or requirement.specifier.contains(version)


def test_the_build_is_locked_too() -> None:
    versions = locked("build")
    for line in PROJECT["build-system"]["requires"]:
        requirement = Requirement(line)
        assert requirement.specifier.contains(versions[str(canonicalize_name(requirement.name))])


def test_the_system_facts_are_those_of_the_tests(tmp_path: Path) -> None:
    assert Board(tmp_path).output_of('echo "$system $python_version"').split() == [SYSTEM, PYTHON]


@pytest.mark.parametrize("name", [SYSTEM, "build"])
def test_every_version_has_a_hash_and_no_address(name: str) -> None:
    text = (LOCKS / f"{name}.txt").read_text()
    entries = re.split(r"^(?=\w)", text, flags=re.MULTILINE)[1:]
    assert len(entries) >= 4
    assert all("--hash=sha256:" in entry for entry in entries)
    assert "://" not in text
    assert not re.search(r"^--", text, re.MULTILINE)


# What pip does with them

needs_pip = pytest.mark.skipif(not PIP, reason="needs the pip wheel of the Debian package python3-venv")


def wheel(folder: Path, name: str, version: str = "1.0", content: str = "") -> Path:
    """Returns a wheel with one module."""
    folder.mkdir(parents=True, exist_ok=True)
    info = f"{name}-{version}.dist-info"
    files = {
        f"{name}.py": content,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = [f"{path},sha256={_digest(text)},{len(text)}" for path, text in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,\n"])
    path = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for file, text in files.items():
            archive.writestr(file, text)
    return path


def _digest(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """An unpacked archive with a Kiebitz of one module that needs one other."""
    source = tmp_path / "source"
    wheel(source / "wheels", "kiebitz")
    needed = wheel(source / "wheels", "needed")
    (source / "deploy/locks").mkdir(parents=True)
    digest = hashlib.sha256(needed.read_bytes()).hexdigest()
    (source / "deploy/locks/trixie.txt").write_text(f"needed==1.0 \\\n    --hash=sha256:{digest}\n")
    return source


FILL = "system_numpy() {{ echo 2.2.4; }}; mkdir -p $versions; fill_environment $versions/1-a {source}"


OTHER_FAULTS = ("no hash", "only a source package", "another version")
"""Slow: pip starts for each."""


@pytest.mark.slow
@needs_pip
def test_what_the_lock_names_is_installed(tmp_path: Path, source: Path) -> None:
    board = Board(tmp_path)
    board.output_of(FILL.format(source=source))
    installed = {
        path.name for path in (board.root / "opt/kiebitz/versions/1-a").glob("lib/python3*/site-packages/*.py")
    }
    assert installed == {"kiebitz.py", "needed.py"}


@pytest.mark.slow
@needs_pip
@pytest.mark.parametrize("fault", ["changed", *OTHER_FAULTS])
def test_anything_else_is_refused(tmp_path: Path, source: Path, fault: str) -> None:
    board = Board(tmp_path)
    lock = source / "deploy/locks/trixie.txt"
    if fault == "changed":
        wheel(source / "wheels", "needed", content="changed = True")
    elif fault == "no hash":
        lock.write_text("needed==1.0\n")
    elif fault == "another version":
        (source / "wheels/needed-1.0-py3-none-any.whl").unlink()
        wheel(source / "wheels", "needed", "1.1")
    else:
        (source / "wheels/needed-1.0-py3-none-any.whl").rename(source / "wheels/needed-1.0.zip")
    assert board.run(FILL.format(source=source)).returncode != 0
    assert not list((board.root / "opt/kiebitz/versions/1-a").glob("lib/python3*/site-packages/needed.py"))
