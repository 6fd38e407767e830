"""Runs `kiebitz` without the modules, functions and flags of Linux that macOS or Windows lack: python FILE ARGUMENT …

It is no test on such a system: it finds what is imported or called by name.
"""

import asyncio
import concurrent.futures
import logging
import multiprocessing
import os
import platform
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import types
from collections.abc import Sequence
from importlib.machinery import ModuleSpec

STANDARD_LIBRARY = (
    asyncio, concurrent.futures, logging, multiprocessing, platform, random, shutil, subprocess, tempfile,
)  # fmt: skip
"""Imported first, since that of Linux uses what is taken away."""
MODULES = {
    "fcntl", "termios", "tty", "pty", "pwd", "grp", "resource", "syslog", "curses", "readline",
    "gpiozero", "lgpio", "picamera2", "libcamera", "spidev", "smbus", "smbus2", "luma", "systemd",
}  # fmt: skip
NAMES = {
    os: (
        "pread", "pwrite", "geteuid", "getuid", "chown", "posix_fadvise", "posix_fallocate", "O_NONBLOCK", "O_CLOEXEC",
        "fchmod", "fork", "sched_getaffinity", "sched_setaffinity", "getloadavg",
    ),
    signal: ("SIGHUP", "SIGUSR1", "SIGUSR2"),
    socket: ("AF_UNIX", "SOCK_CLOEXEC"),
}  # fmt: skip


class Missing:
    """A finder of modules that finds none of `MODULES`."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: object = None) -> ModuleSpec | None:
        if name.partition(".")[0] in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


def leave_linux() -> None:
    for owner, names in NAMES.items():
        for name in names:
            if hasattr(owner, name):
                delattr(owner, name)
    for name in MODULES:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, Missing())
    windows = types.ModuleType("msvcrt")
    windows.LK_NBLCK, windows.locking = 2, lambda file, mode, count: None  # type: ignore[attr-defined]
    sys.modules["msvcrt"] = windows


if __name__ == "__main__":
    leave_linux()
    from cli.main import main

    sys.exit(main())
