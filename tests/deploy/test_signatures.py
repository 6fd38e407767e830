"""An upgrade takes an archive that a key of the running version has signed, and no other unless it is told to."""

import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.deploy.board import Board
from tests.support.examples import one_in

PARTS = ("pyproject.toml", "README.md", "LICENSE", "engine/a", "vision/a", "device/a", "page/a", "link/a", "hall/a",
         "models/a", "firmware_config/a")  # fmt: skip
TAKEN = "taken"
"""What the new version's own upgrade says here, in whose place it stands."""

pytestmark = pytest.mark.skipif(
    not shutil.which("ssh-keygen"), reason="needs ssh-keygen, of the package openssh-client"
)


class Release:
    """A board with a version in use that knows one key, and an archive of another version, signed with it."""

    def __init__(self, folder: Path) -> None:
        self.board = Board(folder)
        self.folder = folder / "download"
        self.folder.mkdir()
        self.board.file("etc/os-release", "VERSION_CODENAME=trixie\n")
        self.board.tool("dpkg", "echo arm64")
        self.board.version("1-a")
        self.board.output_of("point $current 1-a")
        self.keys = {name: self._key(name) for name in ("release", "other")}
        public = self.keys["release"].with_suffix(".pub").read_text()
        self.signers = self.board.root / "opt/kiebitz/versions/1-a/deploy/allowed_signers"
        self.signers.write_text(f'kiebitz-release namespaces="kiebitz-release" {public}')
        self.archive = self._archive()
        self.sign()

    def _key(self, name: str) -> Path:
        path = self.folder / name
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", path], check=True)
        return path

    def _archive(self) -> Path:
        source = self.folder / "kiebitz-2"
        for part in (*PARTS, "deploy/upgrade"):
            (source / part).parent.mkdir(parents=True, exist_ok=True)
            (source / part).write_text(f"echo {TAKEN} $*")
        path = self.folder / "kiebitz-2.tar.gz"
        subprocess.run(["tar", "-czf", path, "-C", self.folder, "kiebitz-2"], check=True)
        return path

    @property
    def signature(self) -> Path:
        return Path(f"{self.archive}.sig")

    def sign(self, key: str = "release", namespace: str = "kiebitz-release") -> None:
        self.signature.unlink(missing_ok=True)
        command = ["ssh-keygen", "-Y", "sign", "-q", "-f", self.keys[key], "-n", namespace, self.archive]
        subprocess.run(command, check=True)

    def upgrade(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Calls the upgrade of the version in use, in the folder of the archive."""
        return self.board.run(f"bash $current/deploy/upgrade {' '.join(words)}", self.folder)


@pytest.fixture
def release(tmp_path: Path) -> Release:
    return Release(tmp_path)


@pytest.mark.parametrize("name", one_in(3, ["kiebitz-2.tar.gz", "$PWD/kiebitz-2.tar.gz", "./kiebitz-2.tar.gz"]))
def test_a_signed_archive_is_handed_to_its_own_upgrade(release: Release, name: str) -> None:
    done = release.upgrade(name)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["* signature: by a key of the version in use", f"{TAKEN} --unsigned"]
    assert not (release.board.root / "opt/kiebitz/incoming").exists()


def flip(path: Path, place: int) -> None:
    content = bytearray(path.read_bytes())
    content[place % len(content)] ^= 1
    path.write_bytes(content)


def lengthen(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\0")


def link_to_itself(path: Path) -> None:
    """Leaves a link in place of a file, to that file under another name."""
    path.rename(path.with_name(f"{path.name}.elsewhere"))
    path.symlink_to(f"{path.name}.elsewhere")


FAULTS: dict[str, tuple[Callable[[Release], object], str]] = {
    "changed archive": (lambda release: flip(release.archive, 300), "that its signature does not fit"),
    "longer archive": (lambda release: lengthen(release.archive), "that its signature does not fit"),
    "changed signature": (lambda release: flip(release.signature, 150), "that its signature does not fit"),
    "empty signature": (lambda release: release.signature.write_text(""), "that its signature does not fit"),
    "another key": (lambda release: release.sign("other"), "by a key unknown here"),
    "signed for something else": (lambda release: release.sign(namespace="file"), "that its signature does not fit"),
    "no signature": (lambda release: release.signature.unlink(), "got no signature"),
    "link as archive": (lambda release: link_to_itself(release.archive), "cannot be read, expected a file that is no"),
    "link as signature": (lambda release: link_to_itself(release.signature), "expected a file that is no link"),
    "no archive": (lambda release: release.archive.unlink(), "got no file"),
    "no key yet": (lambda release: release.signers.write_text("# none\n"), "got no release key in the version in use"),
    "older version": (lambda release: release.signers.unlink(), "got no release key in the version in use"),
}


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_anything_else_is_refused_in_one_line(release: Release, fault: str) -> None:
    spoil, expected = FAULTS[fault]
    spoil(release)
    done = release.upgrade("kiebitz-2.tar.gz")
    assert done.returncode == 2
    assert expected in done.stderr
    assert done.stderr.count("\n") == 1
    assert TAKEN not in done.stdout
    assert not (release.board.root / "opt/kiebitz/incoming").exists()


@pytest.mark.slow
def test_any_changed_byte_is_refused(release: Release) -> None:
    content, chance = release.archive.read_bytes(), random.Random(1)
    for place in chance.sample(range(len(content)), 15):
        flip(release.archive, place)
        assert release.upgrade("kiebitz-2.tar.gz").returncode == 2, place
        release.archive.write_bytes(content)
    assert release.upgrade("kiebitz-2.tar.gz").returncode == 0


@pytest.mark.parametrize("fault", ["another key", "no signature", "no key yet"])
def test_a_word_takes_an_archive_without_the_check(release: Release, fault: str) -> None:
    FAULTS[fault][0](release)
    assert release.upgrade("--unsigned", "kiebitz-2.tar.gz").stdout == f"{TAKEN} --unsigned\n"


def test_half_an_archive_is_refused_with_the_word_too(release: Release) -> None:
    release.archive.write_bytes(release.archive.read_bytes()[:200])
    done = release.upgrade("--unsigned", "kiebitz-2.tar.gz")
    assert "cannot be unpacked" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_folder_is_taken_with_the_word_only(release: Release) -> None:
    done = release.upgrade()
    assert done.returncode == 2
    assert done.stderr.startswith("kiebitz: got no archive, expected sudo /opt/kiebitz/upgrade kiebitz-VERSION.tar.gz")


@pytest.mark.parametrize(
    ("in_use", "check", "taken"),
    one_in(4, [("", "yes", True), ("1-a", "yes", True), ("2-b", "yes", False), ("2-b", "no", True)]),
)
def test_an_installation_over_another_version_needs_the_word(
    tmp_path: Path, in_use: str, check: str, taken: bool
) -> None:
    board = Board(tmp_path)
    if in_use:
        board.version(in_use)
        board.output_of(f"point $current {in_use}")
    done = board.run(f"need_same_version 1-a {check}")
    assert (done.returncode == 0) == taken
    assert taken or "got version 2-b in use, expected none or this one (1-a)" in done.stderr


@pytest.mark.parametrize(
    ("fault", "result"), [("", "done"), ("changed archive", "bad_signature"), ("no signature", "bad_signature")]
)
def test_the_display_installs_from_the_stick_what_is_signed_and_nothing_else(
    release: Release, fault: str, result: str
) -> None:
    if fault:
        FAULTS[fault][0](release)
    stick = release.board.root / "media/kiebitz"
    stick.mkdir(parents=True)
    for file in release.folder.glob("kiebitz-2.tar.gz*"):
        shutil.copy(file, stick)
    release.board.file("run/kiebitz/update", "kiebitz-2.tar.gz\n")
    done = release.board.run("bash $current/deploy/update")
    assert (TAKEN in done.stdout) == (not fault)
    assert (release.board.root / "run/kiebitz-update/result").read_text().split("\n")[0] == result
