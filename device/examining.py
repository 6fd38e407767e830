"""Has the health looked at aside: some checks take a second or two, and presses do not wait for them."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.checks import Check, Patient


@dataclass(frozen=True, slots=True)
class Examined:
    checks: tuple[Check, ...]


def examine(patient: Patient, tell: Callable[[Examined], None]) -> None:
    """Begins to look, and tells what was found from a thread of its own."""

    def look() -> None:
        from device.health import examined

        tell(Examined(tuple(examined(patient))))

    threading.Thread(target=look, name="doctor", daemon=True).start()
