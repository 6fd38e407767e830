"""The unit as systemd itself reads it, and that it forbids nothing that the appliance needs.

`verify` exits 0 even for unknown keys, so any word of it is a failure.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from common.files.paths import link_file, link_socket, table_socket

DEPLOY = Path(__file__).parents[2] / "deploy"
UNIT = DEPLOY / "kiebitz.service"
PAGE = DEPLOY / "kiebitz-page.service"
PAGE_PATH = DEPLOY / "kiebitz-page.path"
NETWORK = DEPLOY / "kiebitz-network.service"
UPDATE = DEPLOY / "kiebitz-update.service"
LINK = DEPLOY / "kiebitz-link.service"
LINK_PATH = DEPLOY / "kiebitz-link.path"
GROUPS = {
    "char-gpiochip": "gpio",
    "char-i2c": "i2c",
    "char-spi": "spi",
    "char-video4linux": "video",
    "char-media": "video",
    "char-dma_heap": "video",
}
"""To whom Raspberry Pi OS gives the devices of the kit."""
REFUSED_GENTLY = {"mbind", "sched_setaffinity", "setpriority", "sched_setscheduler"}
"""Libraries try these to be quicker; being refused, they go on without."""
ONLY_AS_ROOT = {"fchown", "chown"}
"""SQLite gives its log to the owner of the journal, and Kiebitz its files to the owner of their folder, if root runs
them; the unit's user is the owner."""

needs_systemd = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed")
needs_strace = pytest.mark.skipif(not shutil.which("strace"), reason="strace is missing: run tests/privacy/strace")


def values(key: str, unit: Path = UNIT) -> list[str]:
    """Returns what the unit says under a key, in order."""
    return re.findall(rf"^{key}=(.*)$", unit.read_text(), re.MULTILINE)


@needs_systemd
def test_the_units_have_no_unknown_keys(tmp_path: Path) -> None:
    for path in (*DEPLOY.glob("kiebitz*.service"), *DEPLOY.glob("kiebitz*.path")):
        text = re.sub(r"/opt/kiebitz(-install|/current)/(deploy/[\w-]+|bin/kiebitz)", "/bin/true", path.read_text())
        (tmp_path / path.name).write_text(text)
    units = [path.with_name(path.name.replace("@", "@sda1")) for path in tmp_path.iterdir()]
    assert len(units) > 9
    done = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False)
    assert done.stdout + done.stderr == ""
    assert done.returncode == 0


@needs_systemd
@pytest.mark.parametrize("unit", [UNIT, PAGE, LINK, NETWORK, UPDATE], ids=lambda unit: unit.name)
def test_the_unit_is_exposed_by_at_most_two_of_ten(unit: Path) -> None:
    command = ["systemd-analyze", "security", "--offline=true", "--threshold=20", str(unit)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-400:]


def test_an_upgrade_may_write_all_that_its_steps_write() -> None:
    names = ("home", "versions", "unit", "avahi", "command", "rules", "log_limits", "modules", "stick", "state")
    output = subprocess.run(
        ["bash", "-c", f"KIEBITZ_ROOT=; . {DEPLOY}/steps.sh; printf '%s\\n' {' '.join(f'${name}' for name in names)}"],
        capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    assert len(output) == len(names)
    writable = [path.lstrip("-") for path in values("ReadWritePaths", UPDATE)[0].split()]
    assert [path for path in output if not any(Path(path).is_relative_to(each) for each in writable)] == []


def test_the_user_may_open_what_the_unit_lets_through() -> None:
    allowed = [line.split()[0] for line in values("DeviceAllow")]
    assert sorted(allowed) == sorted(GROUPS)
    in_groups = values("SupplementaryGroups")[0].split()
    assert set(GROUPS.values()) <= set(in_groups)
    made = re.search(r"^groups=\((.*)\)$", (DEPLOY / "steps.sh").read_text(), re.MULTILINE)
    assert made
    assert sorted(made[1].split()) == sorted(in_groups), "a group that is missing keeps the unit from starting"
    rules = (DEPLOY / "60-kiebitz.rules").read_text()
    assert set(re.findall(r'GROUP="(\w+)"', rules)) == set(GROUPS.values())


MODULES = {
    "char-i2c": "i2c-dev",
    "char-spi": "spidev",
    "char-video4linux": "videodev",
    "char-media": "mc",
    "char-alsa": "snd",
}
"""Which module makes the name known to the kernel; it has the others built in."""


@pytest.mark.parametrize("unit", [UNIT, DEPLOY / "speech.conf"], ids=lambda unit: unit.name)
def test_it_starts_after_the_modules_of_its_devices(unit: Path) -> None:
    allowed = {line.split()[0] for line in values("DeviceAllow", unit)}
    modules = {f"modprobe@{module}.service" for name, module in MODULES.items() if name in allowed}
    assert {word for line in values("Wants", unit) for word in line.split()} == modules
    assert {word for line in values("After", unit) for word in line.split()} == modules


def test_libcamera_can_ask_for_cameras_but_nobody_can_send_anything() -> None:
    """libcamera looks for cameras over udev's netlink socket; the network namespace has nothing in it."""
    assert values("RestrictAddressFamilies") == ["AF_UNIX AF_NETLINK"]
    assert values("PrivateNetwork") == ["yes"]
    assert values("IPAddressDeny") == ["any"]


@pytest.mark.parametrize(
    ("unit", "user", "may"),
    [(PAGE, "page_user", "CAP_NET_BIND_SERVICE"), (LINK, "link_user", "")],
    ids=["page", "link"],
)
def test_page_and_link_have_users_of_their_own_without_camera_pins_and_journal(unit: Path, user: str, may: str) -> None:
    (own,) = values("User", unit)
    assert own == f"kiebitz-{user.removesuffix('_user')}"
    assert [own] != values("User")
    assert values("SupplementaryGroups", unit) == values("Group") == ["kiebitz"]
    assert values("StateDirectoryMode") == ["0700"], "its group may open the socket, and not the journal"
    assert "-/var/lib/kiebitz" in values("InaccessiblePaths", unit)[0].split()
    assert values("PrivateDevices", unit) == ["yes"]
    assert values("DeviceAllow", unit) == []
    assert values("CapabilityBoundingSet", unit) == [may]
    made = re.search(rf"^{user}=([\w-]+)", (DEPLOY / "steps.sh").read_text(), re.MULTILINE)
    assert made
    assert made[1] == own


@pytest.mark.parametrize(
    ("unit", "path", "socket"), [(PAGE, PAGE_PATH, table_socket), (LINK, LINK_PATH, link_socket)], ids=["page", "link"]
)
def test_page_and_link_run_only_while_they_are_switched_on(unit: Path, path: Path, socket: Callable[[], Path]) -> None:
    assert values("PathExists", path) == [f"/run/kiebitz/{socket().name}"]
    assert values("Unit", path) == [unit.name]
    assert "--while-on" in values("ExecStart", unit)[0].split()
    assert "[Install]" not in unit.read_text(), "nothing else starts it"


def test_the_link_reads_the_file_that_join_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/kiebitz")
    assert values("LoadCredential", LINK) == [f"link.toml:{link_file()}"]
    assert "--settings %d/link.toml" in values("ExecStart", LINK)[0]


def test_a_crash_leaves_no_picture() -> None:
    """The watchdog ends a process with SIGABRT, and a core dump holds the last frames."""
    assert values("LimitCORE") == ["0"]


def test_nothing_is_imported_from_where_it_works() -> None:
    assert "PYTHONSAFEPATH=1" in values("Environment")[0].split()


def test_it_waits_to_be_told_and_always_comes_back() -> None:
    assert (values("Type"), values("Restart"), values("StartLimitIntervalSec")) == (["notify"], ["always"], ["0"])
    assert int(values("WatchdogSec")[0]) >= 10


def allowed_calls() -> set[str]:
    """Returns the system calls that the unit's filters leave, as this systemd knows its groups."""
    allow, deny = values("SystemCallFilter")
    return _calls(allow.split()) - _calls(deny.removeprefix("~").split())


def _calls(names: list[str]) -> set[str]:
    calls: set[str] = set()
    for name in names:
        done = subprocess.run(["systemd-analyze", "syscall-filter", name], capture_output=True, text=True, check=True)
        listed = re.findall(r"^    (@?\w[\w-]*)$", done.stdout, re.MULTILINE)
        calls |= {call for call in listed if call[0] != "@"} | _calls([call for call in listed if call[0] == "@"])
    return calls


@pytest.mark.slow
@needs_systemd
@needs_strace
def test_what_reading_and_keeping_calls_is_allowed(tmp_path: Path) -> None:
    """The trial of the installation uses network, OpenCV, journal and screens; what it asks of the kernel is seen."""
    trace = tmp_path / "trace"
    trial = (DEPLOY / "trial.py").read_text().replace("\n    fits_the_system()\n", "\n")
    (tmp_path / "trial.py").write_text(trial)
    command = ["strace", "-f", "-qq", "-e", "signal=none", "-o", str(trace), sys.executable, str(tmp_path / "trial.py")]
    done = subprocess.run(
        command, env=os.environ | {"PYTHONPATH": str(DEPLOY.parent)}, capture_output=True, text=True, check=False
    )
    if "ptrace" in done.stderr:
        pytest.skip("strace may not trace here")
    assert done.returncode == 0, done.stderr
    called = set(re.findall(r"^\d+\s+(\w+)\(", trace.read_text(), re.MULTILINE))
    assert {"openat", "mmap", "fsync"} <= called
    assert called - allowed_calls() <= REFUSED_GENTLY | (ONLY_AS_ROOT if os.geteuid() == 0 else set())
    assert values("SystemCallErrorNumber") == ["EPERM"], "refused, not killed"
