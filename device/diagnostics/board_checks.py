"""Checks of the board: power, temperature, memory, disk, clock."""

from __future__ import annotations

import os
import shutil
import time
from typing import TYPE_CHECKING

from device.diagnostics.check import CheckResult, same_in_both
from engine.text import Words

if TYPE_CHECKING:
    from device.diagnostics.check import CheckContext, Verdict

UNDERVOLTAGE, FREQUENCY_CAPPED, THROTTLED = 1 << 0, 1 << 1, 1 << 2
SINCE_START = 16
"""Offset of the firmware's bits for the whole time since the start."""
WARM, HOT = 75.0, 80.0
"""°C. A Raspberry Pi slows down from 80 on."""
FEW_MIB, TOO_FEW_MIB = 60, 25
"""MiB of available memory."""
OWN_MIB_TOO_MUCH = 250
"""MiB of memory from which Kiebitz uses too much; it usually takes half of that."""
LITTLE_ROOM_MIB, NO_ROOM_MIB = 200, 20
"""MiB on the disk; an evening takes less than one."""
EARLIEST_VALID_TIME = 1_767_225_600
"""Seconds from 1970 to 2026: an earlier clock is wrong."""
_MIB = 1 << 20


def power(context: CheckContext) -> CheckResult:
    """Power supply by the firmware: `get_throttled`, or the alarm of the sensor of newer kernels."""
    flags_text = context.first("sys/devices/platform/*/*/get_throttled")
    if flags_text is not None:
        flags = int(flags_text, 16)
        if flags & (UNDERVOLTAGE | UNDERVOLTAGE << SINCE_START):
            return _too_weak(now=bool(flags & UNDERVOLTAGE), detail=f"get_throttled {flags:#x}")
        return CheckResult("ok", Words("genug", "enough"), detail=f"get_throttled {flags:#x}")
    for sensor in sorted((context.root / "sys/class/hwmon").glob("*")):
        folder = str(sensor.relative_to(context.root))
        if context.read(f"{folder}/name") == "rpi_volt":
            alarm = context.read(f"{folder}/in0_lcrit_alarm") == "1"
            return (
                _too_weak(now=True, detail="in0_lcrit_alarm 1")
                if alarm
                else CheckResult("ok", Words("genug", "enough"))
            )
    return CheckResult(
        "unknown", Words("nicht messbar", "not measured"), detail="no get_throttled and no sensor rpi_volt"
    )


def _too_weak(now: bool, detail: str) -> CheckResult:
    finding = Words("zu schwach", "too weak") if now else Words("war zu schwach", "was too weak")
    advice = Words(
        "Anderes Netzteil und kurzes, dickes Kabel nehmen: Pi 5 braucht 5 A, Pi 4 3 A, Zero 2,5 A.",
        "Take another power supply and a short, thick cable: a Pi 5 needs 5 A, a Pi 4 3 A, a Zero 2.5 A.",
    )
    return CheckResult("bad" if now else "warn", finding, advice, detail)


def temperature(context: CheckContext) -> CheckResult:
    text = context.first("sys/class/thermal/thermal_zone*/temp")
    if text is None:
        return CheckResult("unknown", Words("nicht messbar", "not measured"))
    degrees = int(text) / 1000
    advice = Words("", "")
    if degrees >= WARM:
        advice = Words("Luft an das Gehäuse lassen, aus der Sonne nehmen.", "Let air to the case, out of the sun.")
    return CheckResult(
        "bad" if degrees >= HOT else "warn" if degrees >= WARM else "ok", same_in_both(f"{degrees:.0f} °C"), advice
    )


def memory(context: CheckContext) -> CheckResult:
    own, free = _kib(context, "proc/self/status", "VmRSS"), _kib(context, "proc/meminfo", "MemAvailable")
    if own is None or free is None:
        return CheckResult("unknown", Words("nicht messbar", "not measured"))
    own_mib, free_mib = own >> 10, free >> 10
    tight: Verdict = (
        "bad" if free_mib < TOO_FEW_MIB else "warn" if free_mib < FEW_MIB or own_mib > OWN_MIB_TOO_MUCH else "ok"
    )
    advice = Words("", "")
    if tight != "ok":
        advice = Words("Andere Programme beenden, oder neu starten.", "End other programs, or start again.")
    finding = Words(f"{own_mib} MB, frei {free_mib}", f"{own_mib} MB, free {free_mib}")
    return CheckResult(tight, finding, advice, f"{own_mib} MiB resident, {free_mib} MiB available")


def _kib(context: CheckContext, path: str, name: str) -> int | None:
    lines = (context.read(path) or "").splitlines()
    return next((int(line.split()[1]) for line in lines if line.startswith(f"{name}:")), None)


def disk(context: CheckContext) -> CheckResult:
    """Free space in the folder of the journal, or in its nearest existing parent."""
    folder = next(path for path in (context.state, *context.state.parents) if path.exists())
    free_mib = shutil.disk_usage(folder).free // _MIB
    if os.statvfs(folder).f_flag & os.ST_RDONLY:
        advice = Words(
            "Gespeichert wird nichts. Die Karte ist schreibgeschützt oder am Ende: tauschen.",
            "Nothing is saved. The card is write-protected or worn out: replace it.",
        )
        return CheckResult("bad", Words("nur lesbar", "read-only"), advice, f"{folder} is on a read-only file system")
    if not os.access(folder, os.W_OK):
        advice = Words("Als Benutzer kiebitz oder mit sudo ansehen.", "Look as the user kiebitz, or with sudo.")
        return CheckResult(
            "unknown", Words("fremder Ordner", "not our folder"), advice, f"{folder} is not ours to write"
        )
    low: Verdict = "bad" if free_mib < NO_ROOM_MIB else "warn" if free_mib < LITTLE_ROOM_MIB else "ok"
    advice = Words("", "")
    if low != "ok":
        advice = Words("Auf der Karte Platz schaffen.", "Make room on the card.")
    free = f"{free_mib / 1024:.0f} GB" if free_mib >= 10_240 else f"{free_mib} MB"
    return CheckResult(low, Words(f"frei {free}", f"free {free}"), advice, f"{free_mib} MiB free in {folder}")


def clock(context: CheckContext) -> CheckResult:
    """Without a network the clock is not set; only the names of evenings depend on it."""
    now = time.time()
    date = Words(*(time.strftime(how, time.localtime(now)) for how in ("%d.%m.%Y %H:%M", "%d %b %Y %H:%M")))
    if now < EARLIEST_VALID_TIME:
        advice = Words(
            "Gespielt werden kann. Nur das Datum des Abends stimmt nicht: einmal ans Netz hängen.",
            "You can play. Only the date of the evening is wrong: connect it to a network once.",
        )
        return CheckResult("warn", date, advice, "the clock stands before this program was made")
    set_by_network = (context.root / "run/systemd/timesync/synchronized").exists()
    return CheckResult(
        "ok", date, detail="set by the network" if set_by_network else "not set by a network since start"
    )
