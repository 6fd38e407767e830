"""The report of a board: what it is, what was measured on it, and how that compares with what the manuals promise.

A report is a TOML file that people and programs read. It is sent to others, so names of people and of the machine,
serial numbers and addresses are replaced in it.
"""

from __future__ import annotations

import grp
import platform
import pwd
import stat
import struct
import time
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from common.files.user_files import NOT_LITERAL, read_bounded, toml_text
from device.camera.base import DEFAULT_FPS
from device.diagnostics.check import HOT, OWN_MIB_TOO_MUCH, CheckContext, kib
from device.diagnostics.registry import LIBRARIES, version_of
from device.diagnostics.support_bundle import UNIT, output_of, without_names, without_serials

Value: TypeAlias = "str | int | float | list[str] | list[list[float]]"
Section: TypeAlias = dict[str, Value]
Report: TypeAlias = dict[str, Section]

MAX_REPORT_BYTES = 16 << 20
TITLE = "Report of a Kiebitz board: `kiebitz field --read FILE` compares it with what the manuals promise."


class BadReport(ValueError):
    """Raised for a file that is no report of a board."""


def report_text(report: Mapping[str, Section], names: Iterable[str]) -> str:
    """Returns the report as TOML, the long texts last, without *names* and without serial numbers."""
    ordered = dict(sorted(report.items(), key=lambda entry: entry[0] == "texts"))
    return without_serials(without_names(toml_text(TITLE, ordered), names))


def read_report(path: Path) -> Report:
    """:raises BadReport: if the file cannot be read, or is no report."""
    try:
        content: dict[str, Any] = tomllib.loads(read_bounded(path, MAX_REPORT_BYTES).decode("utf-8"))
    except (OSError, ValueError) as error:
        raise BadReport(f"cannot read report {path}: {error}; expected a file that kiebitz field wrote") from error
    if not content or not all(isinstance(section, dict) for section in content.values()):
        raise BadReport(f"got {path} without sections, expected a file that kiebitz field wrote")
    return content


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
    release = (context.read("etc/os-release") or "").splitlines()
    packages = output_of("dpkg-query", "--show", "--showformat=${Package} ${Version}\n", *APT_PACKAGES).splitlines()
    board: Section = {
        "model": context.read("proc/device-tree/model") or f"no Raspberry Pi: {platform.machine()}",
        "firmware": output_of("vcgencmd", "version").strip(),
        "kernel": platform.release(),
        "day": time.strftime("%Y-%m-%d"),
        "system": next((line.partition("=")[2].strip('"') for line in release if line.startswith("PRETTY_NAME=")), ""),
        "bits": 8 * struct.calcsize("P"),
    }
    versions: Section = {
        "python": platform.python_version(),
        "kiebitz": version_of("kiebitz"),
        "libraries": [f"{name} {version_of(name) or 'missing'}" for name in LIBRARIES],
        "packages": [line for line in packages if line.count(" ") == 1 and not line.endswith(" ")],
    }
    texts = {
        "config_txt": context.read("boot/firmware/config.txt") or context.read("boot/config.txt") or "there is none",
        "proc_devices": context.read("proc/devices") or "there is none",
        "start_of_the_system": output_of("systemd-analyze", "time"),
        "start_of_the_unit": output_of("systemd-analyze", "critical-chain", f"{UNIT}.service"),
    }
    log = ("journalctl", "--no-pager", "--no-hostname", "--output=short-monotonic", f"--lines={LOG_LINES}")
    for boot in (0, -1, -2):
        texts[f"log_of_boot_{-boot}"] = output_of(*log, f"--boot={boot}", f"--unit={UNIT}")
        texts[f"kernel_of_boot_{-boot}"] = output_of(*log, f"--boot={boot}", "--dmesg", "--priority=warning")
    return {
        "board": board,
        "versions": versions,
        "memory_mib": memory_mib(context),
        "nodes": {"list": list(_nodes(context))},
        "texts": {key: f"{NOT_LITERAL.sub('', text).rstrip()}\n" for key, text in texts.items()},
    }


def memory_mib(context: CheckContext) -> Section:
    """Returns the memory of the machine in MiB; `contiguous` is what the camera takes its buffers from."""
    sizes = {key: kib(context, "proc/meminfo", name) for key, name in MEMORY_KEYS.items()}
    return {key: size >> 10 for key, size in sizes.items() if size is not None}


def _nodes(context: CheckContext) -> Iterator[str]:
    """Yields the device nodes with their mode, user and group, as `ls -l` prints them."""
    for pattern in NODES:
        for node in sorted((context.root / "dev").glob(pattern)):
            with suppress(OSError, KeyError):
                about = node.stat()
                owner, group = pwd.getpwuid(about.st_uid).pw_name, grp.getgrgid(about.st_gid).gr_name
                yield f"{stat.filemode(about.st_mode)} {owner} {group} /{node.relative_to(context.root)}"


Verdict: TypeAlias = Literal["kept", "not kept", "not measured"]


class Promise(NamedTuple):
    """A value of a report, in what section and under what key, with its limit."""

    section: str
    key: str
    limit: float
    text: str
    source: str
    """The document that says so, or what of the program needs it."""
    is_least: bool = False
    """Whether the limit is the least value; else the largest."""


CAMERA = "docs/camera.md"
BUFFERS_MIB = 27
"""MiB of contiguous memory for four buffers of 6.6 MB each (`device.camera.picamera`)."""
PROMISES = (
    Promise("camera", "seconds_to_lock", 5, "s until light and focus are locked", CAMERA),
    Promise("camera", "interval_ms_median", 1100 / DEFAULT_FPS, "ms between two frames", CAMERA),
    Promise("camera", "interval_ms_longest", 3000, "ms, the longest gap between two frames", CAMERA),
    Promise("openings", "failed", 0, "of five openings failed", CAMERA),
    Promise("openings", "descriptors_left", 0, "file descriptors left open by five openings", "none may run out"),
    Promise("memory_mib", "contiguous", BUFFERS_MIB, "MiB of contiguous memory for four buffers", CAMERA, True),
    Promise("display", "errors", 0, "of a hundred pictures with an error", "a press must be shown"),
    Promise("display", "picture_ms_median", 100, "ms to show a picture", "a press must be shown in 100 ms"),
    Promise("buttons", "missed", 0, "presses not counted, of five of each button", "none may be lost"),
    Promise("buttons", "extra", 0, "presses counted twice", "docs/flows.md"),
    Promise("light", "wrong", 0, "signals of light and buzzer not as they should be", "docs/build.md"),
    Promise("load", "hottest_degrees", HOT, "°C under load", "kiebitz doctor"),
    Promise("load", "throttled_samples", 0, "samples in which the board was slowed down", "kiebitz doctor"),
    Promise("load", "memory_mib", OWN_MIB_TOO_MUCH, "MiB of memory taken under load", "kiebitz doctor"),
    Promise("speed", "gate_ms", 1000 / DEFAULT_FPS, "ms to find what moves in a frame", "the next frame comes then"),
    Promise("speed", "sample_seconds", 12.5, "s to read a picture with four cards", "twice that counts as hung"),
    Promise("sheet", "right", 4, "places at which the printed card was named", "docs/packs.md", True),
)


class Comparison(NamedTuple):
    promise: Promise
    verdict: Verdict
    value: float | None


def compare(report: Mapping[str, Section]) -> Iterator[Comparison]:
    for promise in PROMISES:
        value = report.get(promise.section, {}).get(promise.key)
        if not isinstance(value, int | float):
            yield Comparison(promise, "not measured", None)
            continue
        is_kept = value >= promise.limit if promise.is_least else value <= promise.limit
        yield Comparison(promise, "kept" if is_kept else "not kept", value)
