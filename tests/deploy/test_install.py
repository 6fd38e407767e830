"""The installation as a new user would do it, from an unpacked archive, on the processor of a Raspberry Pi, emulated.

Stand-ins, laid down by `pi_root`: three packages of Raspberry Pi OS that Debian has not, and the boot partition. There
is no systemd that runs: the unit is enabled, and its program is started by hand as systemd would.
"""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from lab.training.data.options import cache_folder

ROOT = cache_folder() / "pi"
BINFMT = Path("/proc/sys/fs/binfmt_misc")
ARM64 = "7f454c460201010000000000000000000200b700"
"""How programs for arm64 begin."""
MASK = "ffffffffffffff00fffffffffffffffffeffffff"
BY_US = "kiebitz-arm64"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
HOME = "/root"
"""Of root, on the board."""

pytestmark = [
    pytest.mark.download,
    pytest.mark.slow,
    pytest.mark.skipif(not (ROOT / "root").exists(), reason=f"needs {ROOT}, which tests/deploy/pi_root makes"),
    pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to change the root folder to the emulated machine's"),
]


class Pi:
    """A fresh copy of the root, in which programs run as if they were at home."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def command(self, line: str) -> list[str]:
        inside = f"mount -t proc proc '{self.root}/proc' && exec chroot '{self.root}' /bin/bash -c \"$1\""
        return ["unshare", "--mount", "--pid", "--fork", "--kill-child", "bash", "-c", inside, "bash", line]

    def environment(self) -> dict[str, str]:
        """Emulating a Cortex-A72 takes a twentieth of the time that emulating every processor feature takes."""
        return {"PATH": PATH, "HOME": HOME, "LANG": "C.UTF-8", "QEMU_CPU": "cortex-a72"}

    def run(self, line: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(line), env=self.environment(), capture_output=True, text=True, check=False, timeout=1800
        )

    def output_of(self, line: str) -> str:
        done = self.run(line)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def text(self, path: str) -> str:
        return (self.root / path).read_text(encoding="utf-8")

    def ours(self) -> list[str]:
        """Every path with our name in it, outside of the user's own folder."""
        found = {
            path.relative_to(self.root) for top in ("etc", "opt", "usr", "var", "boot") for path in self._below(top)
        }
        return sorted(str(path) for path in found)

    def _below(self, top: str) -> Iterator[Path]:
        return (path for path in (self.root / top).rglob("*kiebitz*") if "wheels" not in path.parts)


@pytest.fixture(scope="module")
def emulation() -> Iterator[None]:
    """The kernel starts programs for arm64 by itself; what was set for that is taken back."""
    if not (BINFMT / "status").exists():
        subprocess.run(["mount", "-t", "binfmt_misc", "binfmt_misc", BINFMT], check=False, capture_output=True)
    if not (BINFMT / "register").exists():
        pytest.skip("this kernel does not run programs of other processors by itself: it has no binfmt_misc")
    if any(ARM64 in entry.read_text() for entry in BINFMT.iterdir() if entry.name not in ("register", "status")):
        yield
        return
    escaped = ("".join(f"\\x{digits[place : place + 2]}" for place in range(0, 40, 2)) for digits in (ARM64, MASK))
    magic, mask = escaped
    (BINFMT / "register").write_text(f":{BY_US}:M::{magic}:{mask}:{shutil.which('qemu-aarch64-static')}:F")
    yield
    (BINFMT / BY_US).write_text("-1")


@pytest.fixture
def pi(emulation: None) -> Iterator[Pi]:
    with tempfile.TemporaryDirectory(dir=ROOT.parent, prefix="pi-") as folder:
        subprocess.run(["cp", "-a", f"{ROOT}/.", folder], check=True)
        unpack(Path(folder) / "root")
        yield Pi(Path(folder))


def unpack(home: Path) -> None:
    """Unpacks the archive on this processor: emulated, gzip alone takes many seconds."""
    (archive,) = home.glob("kiebitz-*.tar.gz")
    subprocess.run(["tar", "-xzf", archive, "-C", home], check=True)
    (home / archive.name.removesuffix(".tar.gz")).rename(home / "kiebitz")


def test_it_is_installed_used_and_taken_away(pi: Pi) -> None:
    """One test, for an emulated installation takes minutes."""
    before, boot = pi.ours(), pi.text("boot/firmware/config.txt")
    output = pi.output_of("~/kiebitz/deploy/install --board pi4")
    assert all(line.startswith("* ") for line in output.splitlines()), output
    _is_installed(pi)
    _is_ready(pi)
    _again_changes_nothing(pi)
    _goes_away(pi, before, boot)


def _is_installed(pi: Pi) -> None:
    system = pi.output_of("python3 -c 'import numpy; print(numpy.__version__)'")
    own = pi.output_of(
        "cd / && /opt/kiebitz/current/bin/python -c 'import numpy, picamera2, lgpio; print(numpy.__version__)'"
    )
    assert own == system, "picamera2 was compiled against the system's numpy"
    version = pi.output_of("kiebitz --version")
    assert version.startswith("kiebitz ")
    as_nobody = "setpriv --reuid=nobody --regid=nogroup --clear-groups"
    assert pi.output_of(f"{as_nobody} kiebitz --version") == version
    assert '"event":"statistics"' in pi.output_of(f"{as_nobody} kiebitz simulate --deals 2 --jsonl").replace(" ", "")
    enabled = pi.root / "etc/systemd/system/multi-user.target.wants/kiebitz.service"
    assert enabled.is_symlink()
    assert "kiebitz" in pi.output_of("id --groups --name kiebitz").split()
    assert {"video", "gpio", "i2c", "spi"} <= set(pi.output_of("id --groups --name kiebitz").split())
    assert 'board = "pi4"' in pi.text("etc/kiebitz/kiebitz.toml")
    assert "# kiebitz: end" in pi.text("boot/firmware/config.txt").splitlines()[-1]


def _is_ready(pi: Pi) -> None:
    """Without camera, display and pins it still gets ready, as its own user, and ends when it is told to."""
    place = pi.root / "run/kiebitz"
    place.mkdir(exist_ok=True)
    shutil.chown(place, *(int(pi.output_of(f"id -{kind} kiebitz")) for kind in "ug"))
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notified:
        notified.bind(str(place / "notify"))
        notified.settimeout(300)
        (place / "notify").chmod(0o666)
        line = "cd /run/kiebitz && NOTIFY_SOCKET=/run/kiebitz/notify exec kiebitz run"
        started = subprocess.Popen(
            pi.command(line), env=pi.environment(), stderr=subprocess.PIPE, text=True, start_new_session=True
        )
        messages = []
        try:
            while "READY=1" not in messages:
                messages.append(notified.recv(4096).decode())
        except TimeoutError:
            messages.append("nothing more for five minutes")
        finally:
            os.killpg(started.pid, signal.SIGKILL)
            said = started.communicate()[1]
    assert messages[-1] == "READY=1", f"{messages}\n{said}"
    assert "Traceback" not in said, said
    assert (pi.root / "var/lib/kiebitz/journal.sqlite").exists()
    shutil.rmtree(place)


def _again_changes_nothing(pi: Pi) -> None:
    paths = pi.ours()
    boot = pi.text("boot/firmware/config.txt")
    links = [path.readlink() for path in (pi.root / "opt/kiebitz").iterdir() if path.is_symlink()]
    output = pi.output_of("~/kiebitz/deploy/install --board pi4")
    assert output.count("there already") >= 3, output
    assert "written" not in output
    assert pi.ours() == paths
    assert pi.text("boot/firmware/config.txt") == boot
    assert [path.readlink() for path in (pi.root / "opt/kiebitz").iterdir() if path.is_symlink()] == links
    refused = pi.run("/opt/kiebitz/upgrade --back")
    assert refused.returncode == 2
    assert "no version before this one" in refused.stderr
    refused = pi.run("cd ~ && /opt/kiebitz/upgrade kiebitz-*.tar.gz")
    assert refused.returncode == 2
    assert f"got no signature {HOME}/kiebitz-" in refused.stderr


def _goes_away(pi: Pi, before: list[str], boot: str) -> None:
    journal = pi.root / "var/lib/kiebitz/journal.sqlite"
    pi.output_of("/opt/kiebitz/uninstall")
    assert pi.text("boot/firmware/config.txt") == boot
    kept = ("etc/kiebitz", "var/lib/kiebitz")
    assert [path for path in pi.ours() if not path.startswith(kept)] == before
    assert journal.exists(), "the evenings are kept"
    pi.output_of("~/kiebitz/deploy/uninstall --purge")
    assert pi.ours() == before
    assert pi.run("id kiebitz").returncode != 0
