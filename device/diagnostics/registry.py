"""All health checks, and the monitor that warns once of each. Each check is cheap, and none raises."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.diagnostics import board_checks as board
from device.diagnostics import part_checks as parts
from device.diagnostics.base import Check, CheckContext, CheckResult
from device.screens.base import Notice
from engine.text import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from device.diagnostics.base import CheckContext, CheckFunction, Verdict


CHECKS: Mapping[str, tuple[Words, CheckFunction]] = {
    "power": (Words("Strom", "Power"), board.power),
    "temperature": (Words("Wärme", "Heat"), board.temperature),
    "memory": (Words("Speicher", "Memory"), board.memory),
    "disk": (Words("Platz", "Disk"), board.disk),
    "clock": (Words("Uhr", "Clock"), board.clock),
    "camera": (Words("Kamera", "Camera"), parts.camera),
    "display": (Words("Anzeige", "Display"), parts.display),
    "buttons": (Words("Tasten", "Buttons"), parts.buttons),
    "network": (Words("Kartenleser", "Reader"), parts.network),
    "packs": (Words("Decks", "Decks"), parts.packs),
    "journal": (Words("Tagebuch", "Journal"), parts.journal),
    "settings": (Words("Vorgaben", "Settings"), parts.settings),
    "system": (Words("Rechner", "Board"), parts.system),
    "libraries": (Words("Programme", "Libraries"), parts.libraries),
}
"""The checks by name, in the order of their report."""
WORST_FIRST: tuple[Verdict, ...] = ("bad", "warn", "unknown", "ok")


def run_checks(context: CheckContext) -> list[Check]:
    """Returns the results of all checks, from power to libraries."""
    return [run_check(name, context) for name in CHECKS]


def run_check(name: str, context: CheckContext) -> Check:
    title, start_checks = CHECKS[name]
    try:
        result = start_checks(context)
    except Exception as error:  # a failing check must not stop the others
        reason = f"{type(error).__name__}: {error}"
        result = CheckResult("unknown", Words("nicht prüfbar", "cannot be checked"), detail=reason)
    return Check(name, title, *result)


def worst(checks: Iterable[Check]) -> Verdict:
    """Returns the worst verdict; `ok` also if some are only unknown."""
    verdicts = {check.verdict for check in checks} - {"unknown"}
    return next((verdict for verdict in WORST_FIRST if verdict in verdicts), "ok")


@dataclass(frozen=True, slots=True)
class CheckRun:
    checks: tuple[Check, ...]


def start_checks(context: CheckContext, on_result: Callable[[CheckRun], None]) -> None:
    """Starts all checks in a separate thread, which passes the results to *on_result*."""

    def look() -> None:

        on_result(CheckRun(tuple(run_checks(context))))

    threading.Thread(target=look, name="doctor", daemon=True).start()


CHECK_INTERVAL_SECONDS = 60.0
"""Seconds between two checks."""
GOOD_CHECKS_BEFORE_REPEAT = 10
"""Good checks in a row before the same warning is repeated, so that a borderline value warns once."""
NOTICES: Mapping[str, Notice] = {
    "power": Notice("weak_power", "weak_power_text"),
    "temperature": Notice("hot", "hot_text"),
    "memory": Notice("little_memory", "little_memory_text"),
    "disk": Notice("little_room", "little_room_text"),
}
"""The notice on the display by name of the check."""


class HealthMonitor:
    """Call `worsened_checks` at every turn of the loop: it checks once a minute, from a minute after the start."""

    def __init__(self, context: CheckContext, clock: Callable[[], float] = time.monotonic) -> None:
        self._context, self._clock = context, clock
        self._next = clock() + CHECK_INTERVAL_SECONDS
        self._reported: dict[str, Verdict] = {}
        self._well: dict[str, int] = {}

    def worsened_checks(self) -> list[Check]:
        """Returns the checks that have become worse since they were last reported, usually none."""
        if self._clock() < self._next:
            return []
        self._next = self._clock() + CHECK_INTERVAL_SECONDS
        return [check for check in (run_check(name, self._context) for name in NOTICES) if self._is_news(check)]

    def _is_news(self, check: Check) -> bool:
        if check.verdict in ("ok", "unknown"):
            self._well[check.name] = self._well.get(check.name, 0) + 1
            if self._well[check.name] >= GOOD_CHECKS_BEFORE_REPEAT:
                self._reported.pop(check.name, None)
            return False
        self._well[check.name] = 0
        reported = self._reported.get(check.name, "ok")
        if WORST_FIRST.index(check.verdict) >= WORST_FIRST.index(reported):
            return False
        self._reported[check.name] = check.verdict
        return True
