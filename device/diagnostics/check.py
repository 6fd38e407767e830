"""Health checks: verdict, finding and advice, and those of the board: power, temperature, memory, disk, clock."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from common.json_types import Line
from common.texts.keys import FilledPhrase, Phrase, PhraseKey
from common.texts.phrases import Language, phrase_in
from device.hardware.board import Board

if TYPE_CHECKING:
    from device.settings.settings import Config


Verdict = Literal["ok", "unknown", "warn", "bad"]
"""From best to worst. `unknown`: this machine cannot tell; no fault."""
Part = Literal["camera", "display", "pins", "journal"]


class CheckResult(NamedTuple):
    """The result of a check: a few words that fit on the display, and a sentence of advice or none."""

    verdict: Verdict
    found: Phrase
    advice: PhraseKey | None = None
    detail: str = ""
    """Details in English for a log, or empty."""


@dataclass(frozen=True, slots=True)
class Check:
    """`name` is stable, for programs; `title` is for people."""

    name: str
    title: PhraseKey
    verdict: Verdict
    found: Phrase
    advice: PhraseKey | None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class CheckContext:
    """The inputs of the checks; *root* is the folder of `proc`, `sys` and `dev`."""

    config: Config
    board: Board
    state: Path
    """The folder of journal and packs."""
    faults: Mapping[Part, str] = field(default_factory=dict)
    """The fault of each part, empty without one; parts that were not examined are missing."""
    settings_fault: str = ""
    root: Path = Path("/")

    def read(self, path: str) -> str | None:
        """Returns the text of a small system file; None if it cannot be read."""
        try:
            return (self.root / path).read_text(encoding="utf-8", errors="replace").strip("\0\n ")
        except OSError:
            return None

    def first(self, pattern: str) -> str | None:
        """Returns the text of the first readable file that matches the pattern."""
        contents = (self.read(str(path.relative_to(self.root))) for path in sorted(self.root.glob(pattern)))
        return next((text for text in contents if text is not None), None)


CheckFunction: TypeAlias = Callable[[CheckContext], CheckResult]


WORST_FIRST: tuple[Verdict, ...] = ("bad", "warn", "unknown", "ok")


def worst(checks: Iterable[Check]) -> Verdict:
    """Returns the worst verdict; `ok` also if some are only unknown."""
    verdicts = {check.verdict for check in checks} - {"unknown"}
    return next((verdict for verdict in WORST_FIRST if verdict in verdicts), "ok")


MARKS: Mapping[Verdict, PhraseKey] = {
    "ok": "verdict_ok",
    "unknown": "verdict_unknown",
    "warn": "verdict_warn",
    "bad": "verdict_bad",
}


def lines(checks: Sequence[Check], process: int | None, language: Language) -> Iterator[Line]:
    for check in checks:
        yield {
            "event": "check",
            "name": check.name,
            "verdict": check.verdict,
            "title": phrase_in(language, check.title),
            "found": phrase_in(language, check.found),
            "advice": phrase_in(language, check.advice) if check.advice else "",
            "detail": check.detail,
        }
    yield {"event": "health", "verdict": worst(checks), "process": process}


UNDERVOLTAGE, FREQUENCY_CAPPED, THROTTLED = 1 << 0, 1 << 1, 1 << 2
SINCE_START = 16
"""Offset of the firmware's bits for the whole time since the start."""
WARM, HOT = 75.0, 80.0
"""°C. A Raspberry Pi slows down from 80 on."""
FEW_MIB, TOO_FEW_MIB = 60, 25
OWN_MIB_TOO_MUCH = 250
"""MiB of memory from which Kiebitz uses too much; it usually takes half of that."""
LITTLE_ROOM_MIB, NO_ROOM_MIB = 200, 20
"""MiB on the disk; an evening takes less than one."""
EARLIEST_VALID_TIME = 1_767_225_600
"""Seconds from 1970 to 2026: an earlier clock is wrong."""
PARTS_OF_DATE: Mapping[str, str] = {
    "day": "%d",
    "month_number": "%m",
    "month_name": "%b",
    "year": "%Y",
    "time": "%H:%M",
}
_MIB = 1 << 20


def power(context: CheckContext) -> CheckResult:
    """Power supply by the firmware: `get_throttled`, or the alarm of the sensor of newer kernels."""
    flags = throttle_flags(context)
    if flags is not None:
        if flags & (UNDERVOLTAGE | UNDERVOLTAGE << SINCE_START):
            return _too_weak(now=bool(flags & UNDERVOLTAGE), detail=f"get_throttled {flags:#x}")
        return CheckResult("ok", "check_enough", detail=f"get_throttled {flags:#x}")
    for sensor in sorted((context.root / "sys/class/hwmon").glob("*")):
        folder = str(sensor.relative_to(context.root))
        if context.read(f"{folder}/name") == "rpi_volt":
            if context.read(f"{folder}/in0_lcrit_alarm") == "1":
                return _too_weak(now=True, detail="in0_lcrit_alarm 1")
            return CheckResult("ok", "check_enough")
    return CheckResult("unknown", "check_not_measured", detail="no get_throttled and no sensor rpi_volt")


def throttle_flags(context: CheckContext) -> int | None:
    """Returns the firmware's bits about power and heat; None where it does not say them."""
    text = context.first("sys/devices/platform/*/*/get_throttled")
    return None if text is None else int(text, 16)


def _too_weak(now: bool, detail: str) -> CheckResult:
    found: PhraseKey = "check_too_weak" if now else "check_was_too_weak"
    return CheckResult("bad" if now else "warn", found, "check_power_advice", detail)


def temperature(context: CheckContext) -> CheckResult:
    degrees = degrees_celsius(context)
    if degrees is None:
        return CheckResult("unknown", "check_not_measured")
    hot: Verdict = "bad" if degrees >= HOT else "warn" if degrees >= WARM else "ok"
    found = FilledPhrase("check_degrees", {"degrees": f"{degrees:.0f}"})
    return CheckResult(hot, found, None if hot == "ok" else "check_heat_advice")


def degrees_celsius(context: CheckContext) -> float | None:
    """Returns the temperature of the processor in °C; None where it is not measured."""
    text = context.first("sys/class/thermal/thermal_zone*/temp")
    return None if text is None else int(text) / 1000


def memory(context: CheckContext) -> CheckResult:
    own, free = kib(context, "proc/self/status", "VmRSS"), kib(context, "proc/meminfo", "MemAvailable")
    if own is None or free is None:
        return CheckResult("unknown", "check_not_measured")
    own_mib, free_mib = own >> 10, free >> 10
    is_tight = free_mib < FEW_MIB or own_mib > OWN_MIB_TOO_MUCH
    tight: Verdict = "bad" if free_mib < TOO_FEW_MIB else "warn" if is_tight else "ok"
    found = FilledPhrase("check_memory_use", {"own": own_mib, "free": free_mib})
    advice: PhraseKey | None = None if tight == "ok" else "check_memory_advice"
    return CheckResult(tight, found, advice, f"{own_mib} MiB resident, {free_mib} MiB available")


def kib(context: CheckContext, path: str, name: str) -> int | None:
    """Returns the value of a line such as `VmRSS: 1024 kB`; None if there is no such line."""
    lines = (context.read(path) or "").splitlines()
    return next((int(line.split()[1]) for line in lines if line.startswith(f"{name}:")), None)


def disk(context: CheckContext) -> CheckResult:
    """Free space in the folder of the journal, or in its nearest existing parent."""
    folder = next(path for path in (context.state, *context.state.parents) if path.exists())
    free_mib = shutil.disk_usage(folder).free // _MIB
    if os.statvfs(folder).f_flag & os.ST_RDONLY:
        detail = f"{folder} is on a read-only file system"
        return CheckResult("bad", "check_read_only", "check_read_only_advice", detail)
    if not os.access(folder, os.W_OK):
        detail = f"{folder} is not ours to write"
        return CheckResult("unknown", "check_other_folder", "check_other_folder_advice", detail)
    low: Verdict = "bad" if free_mib < NO_ROOM_MIB else "warn" if free_mib < LITTLE_ROOM_MIB else "ok"
    free = f"{free_mib / 1024:.0f} GB" if free_mib >= 10_240 else f"{free_mib} MB"
    advice: PhraseKey | None = None if low == "ok" else "check_disk_advice"
    return CheckResult(low, FilledPhrase("check_free", {"free": free}), advice, f"{free_mib} MiB free in {folder}")


def clock(context: CheckContext) -> CheckResult:
    """Without a network the clock is not set; only the names of evenings depend on it."""
    now = time.time()
    parts = {name: time.strftime(how, time.localtime(now)) for name, how in PARTS_OF_DATE.items()}
    date = FilledPhrase("check_date", parts)
    if now < EARLIEST_VALID_TIME:
        return CheckResult("warn", date, "check_clock_advice", "the clock stands before this program was made")
    set_by_network = (context.root / "run/systemd/timesync/synchronized").exists()
    return CheckResult(
        "ok", date, detail="set by the network" if set_by_network else "not set by a network since start"
    )
