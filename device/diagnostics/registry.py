"""All health checks. Each is cheap, and none raises."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.diagnostics import board_checks as board
from device.diagnostics import part_checks as parts
from device.diagnostics.base import Check, CheckContext, CheckResult
from engine.text import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from device.diagnostics.base import CheckFunction, Verdict

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
