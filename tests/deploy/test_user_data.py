"""What sets up a new card: beside what Raspberry Pi Imager wrote, as the cloud-init of Raspberry Pi OS reads it."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from deploy.card import merge
from lab.training.data.options import cache_folder
from tests.deploy.board import DEPLOY, Board

USER_DATA = DEPLOY / "user-data"
ROOT = cache_folder() / "cloud-init"
OURS = USER_DATA.read_text()
COMMAND = OURS.splitlines()[-1].strip()
BASE = """#cloud-config
hostname: kneipe
manage_etc_hosts: true
packages:
- avahi-daemon
apt:
  conf: |
    Acquire {
      Check-Date "false";
    };
timezone: Europe/Berlin
keyboard:
  model: pc105
  layout: "de"
ssh_pwauth: true
users:
- name: wirtin
  groups: users,adm,gpio,sudo
  shell: /bin/bash
  lock_passwd: false
  passwd: $5$salt$hash
  ssh_authorized_keys:
    - ssh-ed25519 AAAA wirtin@laptop
"""
UNBLOCK = """runcmd:
  - [ rfkill, unblock, wifi ]
  - [ sh, -c, "for f in /var/lib/systemd/rfkill/*:wlan; do echo 0 > \\"$f\\"; done" ]
"""
IMAGERS = {
    "without commands": BASE,
    "with commands": BASE + UNBLOCK,
    "with a blank line at the end": BASE + UNBLOCK + "\n",
    "without a line end at the end": (BASE + UNBLOCK).rstrip("\n"),
    "as Windows writes it": (BASE + UNBLOCK).replace("\n", "\r\n"),
    "commands first": f"#cloud-config\n{UNBLOCK}\n# what follows\n{BASE.partition(chr(10))[2]}",
    "commands without indent": BASE + UNBLOCK.replace("\n  -", "\n-"),
    "commands indented by four": BASE + UNBLOCK.replace("\n  -", "\n    -"),
    "one command in lines": BASE + "runcmd:  # mine\n  - |\n    systemctl enable ssh\n\n    systemctl start ssh\n",
    "entries of many lines": BASE + "runcmd:\n  -\n    - systemctl\n    - start\n    - ssh\n",
    "commands in one line": BASE + "runcmd: [[systemctl, enable, ssh], 'rfkill unblock wifi']\n",
    "no commands in one line": BASE + "runcmd: []\n",
    "a quoted key": BASE + UNBLOCK.replace("runcmd", '"runcmd"'),
}
"""What Imager 2 writes by its settings, and what people make of it."""


def test_it_begins_as_cloud_init_wants_it() -> None:
    """Without this line it is passed over silently."""
    assert USER_DATA.read_text().startswith("#cloud-config\n")


def test_it_looks_for_the_archive_that_we_make() -> None:
    version = tomllib.loads((USER_DATA.parents[1] / "pyproject.toml").read_text())["project"]["version"]
    assert Path(f"/boot/firmware/kiebitz-{version}.tar.gz").match("/boot/firmware/kiebitz-*.tar.gz")
    assert "/boot/firmware/kiebitz-*.tar.gz" in USER_DATA.read_text()
    maker = (USER_DATA.parent / "archive.py").read_text(encoding="utf-8")
    assert 'f"kiebitz-{version}"' in maker
    assert 'f"{tree.name}.tar.gz"' in maker


@pytest.mark.slow
@pytest.mark.download
@pytest.mark.skipif(not (ROOT / "whole").exists(), reason=f"needs {ROOT}, which tests/deploy/cloud_init_root makes")
@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to change the root folder to the one with cloud-init")
@pytest.mark.parametrize(("changed", "verdict"), [("runcmd", 0), ("runcmds", 1)])
def test_cloud_init_takes_it_and_no_other(changed: str, verdict: int) -> None:
    given = ROOT / "tmp" / f"user-data-{os.getpid()}"
    given.write_text(USER_DATA.read_text().replace("runcmd:", f"{changed}:"))
    schema = ["/usr/bin/cloud-init", "schema", "--config-file", f"/tmp/{given.name}"]
    command = ["chroot", ROOT, "/usr/bin/python3", *schema]
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    given.unlink()
    assert done.returncode == verdict, done.stdout + done.stderr


@pytest.mark.parametrize("name", IMAGERS)
def test_what_imager_wrote_stays(name: str) -> None:
    """Every line stays in its order, but for a list in the line of the key; our command comes once."""
    theirs = IMAGERS[name]
    merged = merge(theirs, OURS)
    left = merged.replace(COMMAND, "").replace("\r\n", "\n").splitlines()
    for line in theirs.splitlines():
        if not line.replace('"', "").startswith("runcmd:"):
            while left and left[0] != line:
                left.pop(0)
            assert left.pop(0) == line
    assert merged.count("kiebitz-install.service") == OURS.count("kiebitz-install.service")
    assert merged.count("runcmd") == 1
    assert merge(merged, OURS) == merged, "once is enough"


@pytest.mark.parametrize(
    "theirs", ["", "#cloud-config\n# hostname: kneipe\n\n#runcmd:\n"], ids=["none", "comments only"]
)
def test_ours_is_taken_where_nothing_is_set(theirs: str) -> None:
    assert merge(theirs, OURS) == OURS


@pytest.mark.parametrize(
    ("theirs", "reason"),
    [
        ("#!/bin/sh\necho\n", "expected #cloud-config"),
        ("Content-Type: multipart/mixed\n", "expected #cloud-config"),
        (BASE + UNBLOCK + UNBLOCK, "more than one runcmd"),
        (BASE + "runcmd: *mine\n", "expected a list below runcmd"),
    ],
)
def test_what_cannot_be_merged_is_left_alone(theirs: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "config.txt").touch()
    (tmp_path / "kiebitz-1.0.tar.gz").touch()
    (tmp_path / "user-data").write_text(theirs)
    done = prepared(tmp_path)
    assert done.returncode == 2
    assert reason in done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / "user-data").read_text() == theirs


def prepared(folder: Path, *more: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", str(DEPLOY / "card.py"), str(folder), *map(str, more)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_card_is_prepared(tmp_path: Path) -> None:
    boot, archive = tmp_path / "bootfs", tmp_path / "kiebitz-1.2.3.tar.gz"
    boot.mkdir()
    archive.write_bytes(b"packed")
    assert "expected the boot partition" in prepared(boot, archive).stderr
    (boot / "config.txt").touch()
    assert "expected its name after that of the folder" in prepared(boot).stderr
    assert "expected an archive" in prepared(boot, tmp_path / "kiebitz.zip").stderr
    assert not (boot / "user-data").exists()
    (boot / "user-data").write_text(IMAGERS["with commands"])
    assert prepared(boot, archive).returncode == 0
    assert (boot / archive.name).read_bytes() == b"packed"
    assert (boot / "user-data").read_text() == merge(IMAGERS["with commands"], OURS)


def as_cloud_init_reads(text: str) -> dict[str, Any]:
    given = ROOT / "tmp" / f"user-data-{os.getpid()}"
    given.write_text(text, newline="")
    read = "import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1]))))"
    command = ["chroot", ROOT, "/usr/bin/python3", "-c", read, f"/tmp/{given.name}"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    given.unlink()
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.slow
@pytest.mark.download
@pytest.mark.skipif(not (ROOT / "whole").exists(), reason=f"needs {ROOT}, which tests/deploy/cloud_init_root makes")
@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to change the root folder to the one with cloud-init")
@pytest.mark.parametrize("name", IMAGERS)
def test_cloud_init_reads_both(name: str) -> None:
    theirs, merged = as_cloud_init_reads(IMAGERS[name]), as_cloud_init_reads(merge(IMAGERS[name], OURS))
    ours = as_cloud_init_reads(OURS)["runcmd"]
    assert merged == {**theirs, "runcmd": [*(theirs.get("runcmd") or []), *ours]}


# The installation that goes on until it has succeeded


@pytest.fixture
def board(tmp_path: Path) -> Board:
    board = Board(tmp_path)
    installer = board.root / "opt/kiebitz-install/deploy"
    installer.mkdir(parents=True)
    for name in ("first-start", "steps.sh", "kiebitz-install.service"):
        (installer / name).write_bytes((DEPLOY / name).read_bytes())
    (board.root / "var/log").mkdir(parents=True)
    board.tool("sleep", f"touch {board.root}/slept")
    return board


FIRST_START = "export KIEBITZ_CLOCK_PATIENCE=3; bash $root/opt/kiebitz-install/deploy/first-start"


def test_the_installer_stays_until_it_has_succeeded(board: Board) -> None:
    unit, log = board.root / "etc/systemd/system/kiebitz-install.service", board.root / "var/log/kiebitz-install.log"
    install = board.root / "opt/kiebitz-install/deploy/install"
    board.output_of(f"{FIRST_START} --begin")
    assert unit.exists()
    assert "systemctl enable --quiet kiebitz-install" in board.calls.read_text()
    assert "systemctl start --no-block kiebitz-install" in board.calls.read_text()
    board.program(install, "echo kiebitz: got no list of packages; exit 2")
    for _ in range(2):
        assert board.run(FIRST_START).returncode == 2
        assert unit.exists()
    assert log.read_text().count("got no list of packages") == 2
    assert "reboot" not in board.calls.read_text()
    board.program(install, "echo '* done'")
    board.output_of(FIRST_START)
    assert not unit.exists()
    assert not (board.root / "opt/kiebitz-install").exists()
    assert board.calls.read_text().splitlines()[-1] == "systemctl --no-block reboot"


@pytest.mark.parametrize(("is_set", "seconds"), [(True, 0), (False, 3)], ids=["set", "not set"])
def test_the_clock_is_waited_for_but_not_for_ever(board: Board, is_set: bool, seconds: int) -> None:
    board.program(board.root / "opt/kiebitz-install/deploy/install", "exit 0")
    board.output_of(f"{FIRST_START} --begin")
    if is_set:
        board.file("run/systemd/timesync/synchronized")
    board.output_of(FIRST_START)
    assert board.calls.read_text().count("sleep 1") == seconds
