"""Monitors power, temperature, memory and disk while Kiebitz runs, and warns once of each."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from device.diagnostics.registry import WORST_FIRST, run_check
from device.screens.base import Notice

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from device.diagnostics.base import Check, CheckContext, Verdict

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
