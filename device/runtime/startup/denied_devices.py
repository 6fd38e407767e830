"""Devices that the unit denies: systemd resolves the names of `DeviceAllow=` when the unit starts, and a kernel module
that is loaded later has none then. Only another start of the unit admits its devices.
"""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

from device.runtime.startup.quick_starts import Starts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from device.diagnostics.base import Part

NODES: Mapping[Part, tuple[str, ...]] = {
    "camera": ("media*", "video*", "dma_heap/*"),
    "display": ("i2c-*", "spidev*", "gpiochip*"),
    "pins": ("gpiochip*",),
}
"""Device nodes by the part that needs them."""
CHECK_SECONDS = 5.0
MAX_RESTARTS = 5
"""Most restarts for the sake of a device since the machine was switched on; there are five kinds of them."""


def denied_device(part: Part, folder: Path = Path("/dev")) -> Path | None:
    """Returns a device of *part* that no right of the user opens; None without one.

    A control group answers EPERM, while missing rights of the user are EACCES. Either is decided before the driver is
    called.
    """
    for node in (path for pattern in NODES.get(part, ()) for path in sorted(folder.glob(pattern))):
        if os.access(node, os.R_OK | os.W_OK):
            continue
        try:
            os.close(os.open(node, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC))
        except OSError as error:
            if error.errno == errno.EPERM:
                return node
    return None


class DeniedDevices:
    """Call `needs_restart` at every turn of the loop: it looks every few seconds."""

    def __init__(self, file: Path, say: Callable[[str], None], clock: Callable[[], float] = time.monotonic) -> None:
        """*file* counts the restarts."""
        self._restarts, self._say, self._clock = Starts(file), say, clock
        self._check_at = float("-inf")
        self._has_given_up = False

    def needs_restart(self, faults: Callable[[], Mapping[Part, str]], is_supervised: bool) -> bool:
        """Returns whether the program is to end, because another start admits a device of a part with a fault.

        *faults* are empty for parts that answer; *is_supervised*: something starts the program again.
        """
        if self._clock() < self._check_at:
            return False
        self._check_at = self._clock() + CHECK_SECONDS
        denied = next(filter(None, (denied_device(part) for part, fault in faults().items() if fault)), None)
        if denied is None:
            return False
        reason = f"the unit denies {denied} ({os.strerror(errno.EPERM)}): its kernel module was loaded after the start"
        self._has_given_up |= not is_supervised or self._restarts.count() >= MAX_RESTARTS
        self._say(f"{reason}; {'sudo systemctl restart kiebitz' if self._has_given_up else 'starting again'}")
        return not self._has_given_up
