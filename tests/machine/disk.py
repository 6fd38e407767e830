"""Machines with a disk, which are killed again and again, and do not boot each time.

One of them boots, and is saved before it has looked at its disk; the others go on from there with disks of their own.
"""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import pytest

from tests.machine.machine import BUILT, NOT_BUILT, QUIET, Machine, made_initrd

BOOT_S = 300
"""How long the start may take on a machine that emulates another one."""
MARKS = [
    pytest.mark.download,
    pytest.mark.slow,
    pytest.mark.skipif(not BUILT, reason=NOT_BUILT),
    pytest.mark.skipif(not shutil.which("mkfs.ext4"), reason="needs mkfs.ext4, of the package e2fsprogs"),
]


def ext4_disk(contents: Path, size: str, program: Path) -> Path:
    """Returns a file with an ext4 file system of *size*, such as `64M`, with the contents and the program."""
    disk = contents.with_suffix(".img")
    shutil.copy(program, contents / "program.py")
    subprocess.run(["mkfs.ext4", "-q", "-d", str(contents), str(disk), size], check=True, stdout=subprocess.DEVNULL)
    return disk


def going_on(disk: Path, folder: Path) -> Machine:
    """Returns a machine that mounts the disk and runs its program; it has a shell, and the folder `/house/deploy`."""
    boot = _booted()
    seed = os.urandom(32).hex()  # without one, each would have the random numbers of the others
    return Machine(folder, boot / "initrd.cpio", [*_with(disk), "-incoming", f"exec:cat {boot / 'state'}"], f"{seed}\n")


@cache
def _booted() -> Path:
    """Returns a folder with the state of a machine that is about to look at its disk, and with its root."""
    folder = Path(tempfile.mkdtemp(prefix="kiebitz-machine-"))
    atexit.register(shutil.rmtree, folder)
    no_disk = folder / "disk.img"
    no_disk.write_bytes(bytes(1 << 20))
    with Machine(folder, made_initrd(folder, ["root.cpio", "tools.cpio"]), _with(no_disk)) as machine:
        machine.wait_for("booted", BOOT_S)
        machine.save(folder / "state")
    return folder


def _with(disk: Path) -> list[str]:
    drive = f"file={disk},format=raw,if=none,id=disk,cache=writeback"
    return ["-append", f"{QUIET} disk", "-drive", drive, "-device", "virtio-blk-pci,drive=disk"]
