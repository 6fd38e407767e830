"""What a board is, without measuring: model, versions, memory, device nodes, boot and logs."""

from __future__ import annotations

import grp
import platform
import pwd
import stat
import struct
from contextlib import suppress
from typing import TYPE_CHECKING

from device.diagnostics.check import kib
from device.diagnostics.registry import LIBRARIES, version_of
from device.diagnostics.support_bundle import UNIT, output_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from device.diagnostics.check import CheckContext
    from device.field.report import Report, Section

NODES = ("video*", "media*", "i2c-*", "spidev*", "gpiochip*", "dma_heap/*", "watchdog*", "vchiq", "vcio")
APT_PACKAGES = (
    "libcamera*",
    "rpicam-apps*",
    "python3-libcamera",
    "python3-picamera2",
    "python3-lgpio",
    "python3-gpiozero",
)
MEMORY_KEYS = {"total": "MemTotal", "available": "MemAvailable", "contiguous": "CmaTotal", "contiguous_free": "CmaFree"}
LOG_LINES = 400
"""Lines of the log of each boot; an evening without faults takes some fifty."""


def board_facts(context: CheckContext) -> Report:
    """Returns what is known about the machine; what it does not have is left out."""
    return {
        "board": _board(context),
        "versions": _versions(),
        "memory_mib": memory_mib(context),
        "nodes": {"list": list(_nodes(context))},
        "texts": _texts(context),
    }


def memory_mib(context: CheckContext) -> Section:
    """Returns the memory of the machine in MiB; `contiguous` is what the camera takes its buffers from."""
    sizes = {key: kib(context, "proc/meminfo", name) for key, name in MEMORY_KEYS.items()}
    return {key: size >> 10 for key, size in sizes.items() if size is not None}


def _board(context: CheckContext) -> Section:
    release = (context.read("etc/os-release") or "").splitlines()
    name = next((line.partition("=")[2].strip('"') for line in release if line.startswith("PRETTY_NAME=")), "")
    return {
        "model": context.read("proc/device-tree/model") or f"no Raspberry Pi: {platform.machine()}",
        "firmware": output_of("vcgencmd", "version").strip(),
        "kernel": platform.release(),
        "system": name,
        "bits": 8 * struct.calcsize("P"),
    }


def _versions() -> Section:
    installed = {name: version_of(name) or "missing" for name in LIBRARIES}
    packages = output_of("dpkg-query", "--show", "--showformat=${Package} ${Version}\n", *APT_PACKAGES).splitlines()
    return {
        "python": platform.python_version(),
        "kiebitz": version_of("kiebitz"),
        "libraries": [f"{name} {version}" for name, version in installed.items()],
        "packages": [line for line in packages if line.count(" ") == 1 and not line.endswith(" ")],
    }


def _nodes(context: CheckContext) -> Iterator[str]:
    """Yields the device nodes with their mode, user and group, as `ls -l` prints them."""
    for pattern in NODES:
        for node in sorted((context.root / "dev").glob(pattern)):
            with suppress(OSError, KeyError):
                about = node.stat()
                owner, group = pwd.getpwuid(about.st_uid).pw_name, grp.getgrgid(about.st_gid).gr_name
                yield f"{stat.filemode(about.st_mode)} {owner} {group} /{node.relative_to(context.root)}"


def _texts(context: CheckContext) -> Section:
    log = ("journalctl", "--no-pager", "--no-hostname", "--output=short-monotonic", f"--lines={LOG_LINES}")
    texts = {
        "config_txt": context.read("boot/firmware/config.txt") or context.read("boot/config.txt") or "there is none",
        "proc_devices": context.read("proc/devices") or "there is none",
        "start_of_the_system": output_of("systemd-analyze", "time"),
        "start_of_the_unit": output_of("systemd-analyze", "critical-chain", f"{UNIT}.service"),
    }
    for boot in (0, -1, -2):
        texts[f"log_of_boot_{-boot}"] = output_of(*log, f"--boot={boot}", f"--unit={UNIT}")
        texts[f"kernel_of_boot_{-boot}"] = output_of(*log, f"--boot={boot}", "--dmesg", "--priority=warning")
    return {key: f"{text.rstrip()}\n" for key, text in texts.items()}
