#!/usr/bin/python3.11
"""The one process of the machine under test: mounts what a program needs, runs /program.py, and switches off.

With `disk` on the kernel's command line it says that it is booted, and waits for a line of random numbers before it
mounts what hangs on /dev/vda at /data, and runs the program there.
"""

import ctypes
import fcntl
import importlib
import os
import runpy
import sys
import time
import traceback
from pathlib import Path

FINIT_MODULE = 273
POWER_OFF = 0x4321FEDC
RESEED = 0x5207
LIBC = ctypes.CDLL(None, use_errno=True)


def mount(source: str, target: str, kind: str) -> None:
    if LIBC.mount(source.encode(), target.encode(), kind.encode(), 0, None):
        raise OSError(ctypes.get_errno(), f"cannot mount {target}")


def load_modules(names: str) -> None:
    """Loads the modules that a file names, one a line with its parameters, in this order."""
    for line in Path("/modules", names).read_text().splitlines():
        name, _, parameters = line.partition(" ")
        with Path(f"/modules/{name}.ko").open("rb") as module:
            if LIBC.syscall(FINIT_MODULE, module.fileno(), parameters.encode(), 0):
                raise OSError(ctypes.get_errno(), f"cannot load {name}")


def import_early() -> None:
    """Imports what programs need, which takes a third as long as the boot."""
    for module in ("device.storage.journal", "engine.codec"):
        importlib.import_module(module)


def take_random(seed: str) -> None:
    """Makes random numbers that do not repeat, although the machine goes on from a state that it was in before."""
    with Path("/dev/urandom").open("w") as source:
        source.write(seed)
        source.flush()
        fcntl.ioctl(source, RESEED)


def mount_disk() -> None:
    load_modules("of-disk")
    while not Path("/dev/vda").exists():
        time.sleep(0.05)
    mount("/dev/vda", "/data", "ext4")


def main() -> None:
    for source, target, kind in (("proc", "/proc", "proc"), ("sys", "/sys", "sysfs"), ("dev", "/dev", "devtmpfs")):
        mount(source, target, kind)
    console = os.open("/dev/console", os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(console, stream)
    sys.stdout = sys.stderr = os.fdopen(console, "w", buffering=1)
    try:
        sys.path.insert(0, "/opt/site")
        program = "/program.py"
        words = Path("/proc/cmdline").read_text().split()
        if "webcam" in words:
            load_modules("of-webcam")
        if "disk" in words:
            import_early()
            print("booted")
            take_random(input())
            mount_disk()
            program = "/data/program.py"
        runpy.run_path(program, run_name="__main__")
    except BaseException:
        traceback.print_exc()
    print("program ended")
    LIBC.sync()
    LIBC.reboot(POWER_OFF)


if __name__ == "__main__" and os.getpid() == 1:  # it mounts, and switches the machine off
    main()
