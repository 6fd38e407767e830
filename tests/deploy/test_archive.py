"""The archive of a release: the same commit gives the same bytes, with a bill of materials; pip is a stand-in here.

`pi_root` makes an archive with real wheels, twice, and compares them.
"""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.deploy.board import DEPLOY, PACKAGES
from tests.deploy.test_locks import wheel

HOUSE = DEPLOY.parent
VERSION = tomllib.loads((HOUSE / "pyproject.toml").read_text())["project"]["version"]
PIP = """#!/bin/bash
# stands in for a Python whose pip has nowhere to download from
[ "$1" = -m ] || exec {python} "$@"
while [ $# -gt 0 ]; do
  case $1 in
    install) exit ;;
    wheel) from=ours ;;
    download) from=theirs ;;
    --wheel-dir | --dest) to=$2 ;;
  esac
  shift
done
mkdir -p "$to" && cp {wheels}/$from/* "$to"
"""
HAS_GIT = shutil.which("git") is not None

pytestmark = pytest.mark.skipif(not HAS_GIT, reason="needs git")


class Maker:
    """Makes archives of checkouts of one commit."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.origin = folder / "origin"
        wheel(folder / "wheels/ours", "kiebitz", VERSION)
        needed = wheel(folder / "wheels/theirs", "needed")
        self.python = folder / "python"
        self.python.write_text(PIP.format(python=sys.executable, wheels=folder / "wheels"))
        self.python.chmod(0o755)
        self._commit(needed)

    def _commit(self, needed: Path) -> None:
        for part in ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "deploy", "models"):
            copy = shutil.copytree if (HOUSE / part).is_dir() else shutil.copy
            (self.origin / part).parent.mkdir(parents=True, exist_ok=True)
            copy(HOUSE / part, self.origin / part)
        for part in (*PACKAGES, "docs", "lab"):
            (self.origin / part).mkdir()
            (self.origin / part / "some.py").write_text(part)
        digest = subprocess.run(["sha256sum", needed], capture_output=True, text=True, check=True).stdout.split()[0]
        (self.origin / "deploy/locks/trixie.txt").write_text(f"needed==1.0 --hash=sha256:{digest}\n")
        self.git("init", "-q")
        self.git("add", "-A")
        self.git("-c", "user.name=a", "-c", "user.email=a@localhost", "commit", "-qm", "First")

    def git(self, *words: str) -> None:
        subprocess.run(["git", *words], cwd=self.origin, check=True)

    def make(self, name: str, *words: str, umask: int = 0o022, **environment: str) -> tuple[Path, str]:
        """Clones the commit into a folder of that name; returns the archive made of it, and what was said."""
        checkout = self.folder / name / "checkout"
        if not checkout.exists():
            subprocess.run(["git", "clone", "-q", self.origin, checkout], check=True, umask=umask)
        to = self.folder / name / "made"
        done = self.run(checkout, to, *words, umask=umask, **environment)
        assert done.returncode == 0, done.stderr
        return to / f"kiebitz-{VERSION}.tar.gz", done.stdout

    def run(
        self, checkout: Path, to: Path, *words: str, umask: int = 0o022, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, checkout / "deploy/archive.py", "--to", to, *words]
        variables = os.environ | {"PYTHON": str(self.python)} | environment
        return subprocess.run(command, env=variables, capture_output=True, text=True, check=False, umask=umask)

    def bill(self, archive: Path) -> dict[str, Any]:
        with tarfile.open(archive) as opened:
            content = opened.extractfile(f"kiebitz-{VERSION}/sbom.cdx.json")
            assert content is not None
            bill: dict[str, Any] = json.load(content)
        return bill


@pytest.fixture
def maker(tmp_path: Path) -> Maker:
    return Maker(tmp_path)


@pytest.mark.slow
def test_the_same_commit_gives_the_same_bytes(maker: Maker) -> None:
    first, output = maker.make("first")
    assert "not of a commit" not in output
    later = maker.folder / "in another folder" / "checkout"
    subprocess.run(["git", "clone", "-q", maker.origin, later], check=True, umask=0o002)
    for path in (path for path in later.rglob("*") if path.is_file()):
        os.utime(path, (1e9, 1e9))
    (later / "engine/__pycache__").mkdir()
    (later / "engine/__pycache__/some.pyc").touch()
    second, _ = maker.make("in another folder", umask=0o002, TZ="Asia/Tokyo", LC_ALL="C")
    assert second.read_bytes() == first.read_bytes()


@pytest.mark.slow
def test_another_commit_gives_other_bytes(maker: Maker) -> None:
    first, _ = maker.make("first")
    (maker.origin / "engine/some.py").write_text("another")
    maker.git("-c", "user.name=a", "-c", "user.email=a@localhost", "commit", "-qam", "Second")
    second, _ = maker.make("second")
    assert second.read_bytes() != first.read_bytes()


@pytest.mark.slow
def test_what_is_not_committed_is_told_and_what_is_new_stays_out(maker: Maker) -> None:
    _, output = maker.make("first")
    (maker.folder / "first/checkout/engine/secret").touch()
    archive, output = maker.make("first")
    assert "not of a commit" in output
    with tarfile.open(archive) as opened:
        assert not [name for name in opened.getnames() if "secret" in name]


@pytest.mark.slow
def test_an_older_version_finds_the_parts_that_it_demands_before_it_hands_over(maker: Maker) -> None:
    archive, _ = maker.make("first")
    with tarfile.open(archive) as opened:
        there = {name.partition("/")[2] for name in opened.getnames()}
    assert there >= {"engine", "vision", "device", "page", "link", "hall", "models", "firmware_config", "deploy"}


@pytest.mark.slow
def test_the_owner_and_the_hour_are_nobodys(maker: Maker) -> None:
    archive, _ = maker.make("first", SOURCE_DATE_EPOCH="1700000000")
    with tarfile.open(archive) as opened:
        members = opened.getmembers()
    assert {(member.uid, member.gid, member.uname, member.gname, member.mtime) for member in members} == {
        (0, 0, "", "", 1700000000)
    }
    assert {oct(member.mode) for member in members} == {"0o755", "0o644"}


@pytest.mark.slow
def test_the_bill_names_every_wheel_with_its_hash(maker: Maker) -> None:
    archive, _ = maker.make("first", SOURCE_DATE_EPOCH="1700000000")
    bill = maker.bill(archive)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert bill["metadata"]["timestamp"] == "2023-11-14T22:13:20Z"
    assert bill["metadata"]["component"]["purl"] == f"pkg:pypi/kiebitz@{VERSION}"
    named = {(part["name"], part["type"]): part["hashes"][0]["content"] for part in bill["components"]}
    assert set(named) == {("needed", "library"), ("reader", "machine-learning-model")}
    lock = (maker.origin / "deploy/locks/trixie.txt").read_text()
    assert named["needed", "library"] in lock
    assert named["reader", "machine-learning-model"] in (HOUSE / "models/reader.sha256").read_text()
    references = [part["bom-ref"] for part in bill["components"]]
    assert bill["dependencies"][0]["dependsOn"] == references
    assert len(set(references)) == len(references)


@pytest.mark.slow
def test_a_wheel_that_no_lock_names_ends_it(maker: Maker) -> None:
    wheel(maker.folder / "wheels/theirs", "stranger")
    checkout = maker.folder / "checkout"
    subprocess.run(["git", "clone", "-q", maker.origin, checkout], check=True)
    done = maker.run(checkout, maker.folder / "made")
    assert done.returncode != 0
    assert "got stranger-1.0-py3-none-any.whl, which no lock file names" in done.stderr
    assert not list((maker.folder / "made").iterdir())


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("ssh-keygen"), reason="needs ssh-keygen, of the package openssh-client")
def test_a_key_signs_it_for_releases(maker: Maker) -> None:
    key = maker.folder / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    archive, output = maker.make("first", "--key", str(key))
    assert output.endswith(".sig: signed\n")
    signers = maker.folder / "signers"
    signers.write_text(f"kiebitz-release {key.with_suffix('.pub').read_text()}")
    command = ["ssh-keygen", "-Y", "verify", "-f", signers, "-I", "kiebitz-release", "-n", "kiebitz-release", "-s"]
    subprocess.run([*command, f"{archive}.sig"], input=archive.read_bytes(), check=True, capture_output=True)
    archive, output = maker.make("first")
    assert "not signed" in output
    assert not Path(f"{archive}.sig").exists(), "a signature of before does not fit"


def test_a_key_that_is_not_there_is_told_before_anything_is_fetched() -> None:
    done = subprocess.run(
        [sys.executable, DEPLOY / "archive.py", "--key", "/nowhere"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith("kiebitz: got no file /nowhere, expected the private key")


def test_the_command_explains_itself() -> None:
    command = [sys.executable, DEPLOY / "archive.py"]
    output = subprocess.run([*command, "--help"], capture_output=True, text=True, check=True).stdout
    assert "--key" in output


@pytest.mark.slow
def test_archive_of_a_checkout_of_windows_is_as_committed(maker: Maker) -> None:
    """Its git writes other ends of lines, and its files have no mark of a program."""
    first, _ = maker.make("first")
    checkout = maker.folder / "windows" / "checkout"
    crlf = ["-c", "core.autocrlf=true"]
    command = ["git", *crlf, "clone", "-q", *crlf, "-c", "core.fileMode=false"]
    subprocess.run([*command, maker.origin, checkout], check=True)
    for path in (path for path in checkout.rglob("*") if path.is_file() and ".git" not in path.parts):
        path.chmod(0o644)
    assert b"\r\n" in (checkout / "deploy/install").read_bytes()
    second, output = maker.make("windows")
    assert "not of a commit" not in output
    assert second.read_bytes() == first.read_bytes()


@pytest.mark.slow
def test_without_git_everything_here_goes_in(maker: Maker) -> None:
    archive, output = maker.make("first", GIT_DIR="/nowhere", SOURCE_DATE_EPOCH="0")
    assert "this is no checkout with git" in output
    with tarfile.open(archive) as opened:
        names = opened.getnames()
    assert f"kiebitz-{VERSION}/engine/some.py" in names
    assert not [name for name in names if ".git" in name]


def test_no_private_key_is_in_the_repository() -> None:
    found = [path for path in DEPLOY.rglob("*") if path.is_file() and b"PRIVATE KEY" in path.read_bytes()]
    assert found == []
