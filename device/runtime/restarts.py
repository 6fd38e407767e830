"""Counts starts in quick succession and restarts for one reason, such as devices that the unit denies.

Only starts since the machine was switched on count: a power cut is no sign of a broken journal. systemd resolves the
names of `DeviceAllow=` when the unit starts, and a kernel module that is loaded later has none then: only another start
of the unit admits its devices.
"""

import errno
import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import pairwise, takewhile
from pathlib import Path

import msgspec

from common.files.durable_files import write_atomically
from common.files.user_files import read_bounded
from device.diagnostics.check import Part
from device.runtime.systemd import Say

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
QUICK_START_SECONDS = 60.0
"""Most seconds between two starts in quick succession."""
MAX_KEPT_STARTS = 20
_MAX_BYTES = 4096


class _Record(msgspec.Struct, frozen=True):
    boot: str
    times: tuple[float, ...]
    """In seconds since the machine was switched on."""


class Starts:
    """Call `begin` at every start and `forget` at a regular end; or `count` at each restart for one reason."""

    def __init__(self, file: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._file, self._clock = file, clock

    def begin(self) -> int:
        """Records a start, and returns the number of quick ones directly before it; 0 if that is unknown."""
        gaps = [later - earlier for earlier, later in pairwise(self._add())]
        return len(list(takewhile(lambda gap: gap < QUICK_START_SECONDS, reversed(gaps))))

    def count(self) -> int:
        """Records one, and returns how many there were before; the most that are kept if it cannot be recorded."""
        times = self._add()
        return len(times) - 1 if times and self.recorded_count == len(times) else MAX_KEPT_STARTS

    @property
    def recorded_count(self) -> int:
        """The number of records since the machine was switched on."""
        return len(self._before(_boot()))

    def forget(self) -> None:
        with suppress(OSError):
            self._file.unlink(missing_ok=True)

    def _add(self) -> tuple[float, ...]:
        """Records this moment, and returns the times of this boot up to it; none if the boot is unknown."""
        boot = _boot()
        if not boot:
            return ()
        times = (*self._before(boot), self._clock())[-MAX_KEPT_STARTS:]
        with suppress(OSError):
            write_atomically(self._file, msgspec.json.encode(_Record(boot, times)))
        return times

    def _before(self, boot: str) -> tuple[float, ...]:
        with suppress(OSError, ValueError):
            record = msgspec.json.decode(read_bounded(self._file, _MAX_BYTES), type=_Record)
            if record.boot == boot:
                return record.times
        return ()


def _boot() -> str:
    """Returns an identifier of the current boot; empty if the system has none."""
    try:
        return BOOT_ID.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""


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

    def __init__(self, file: Path, say: Say, clock: Callable[[], float] = time.monotonic) -> None:
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
