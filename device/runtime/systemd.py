"""The log; notifications to systemd: readiness, status and watchdog; starts in quick succession, and restarts.

The protocol is one datagram a message to the socket that `NOTIFY_SOCKET` names (man sd_notify); nothing is sent
without systemd.

Only starts since the machine was switched on count: a power cut is no sign of a broken journal. systemd resolves the
names of `DeviceAllow=` when the unit starts, and a kernel module that is loaded later has none then: only another start
of the unit admits its devices.
"""

import errno
import os
import socket
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from io import TextIOBase
from itertools import pairwise, takewhile
from pathlib import Path
from typing import TextIO, TypeAlias

import msgspec

from common.files.durable_files import write_atomically
from common.files.user_files import read_bounded
from device.diagnostics.check import Part

Say: TypeAlias = Callable[[str], None]
"""Logs a line, as `Log.say`."""
HOUR_SECONDS = 3600.0
MAX_LINES_PER_HOUR = 60


class Log:
    """Logs the same line at most once an hour, as a missing camera is retried every few seconds."""

    def __init__(self, stream: TextIO | TextIOBase = sys.stderr, clock: Callable[[], float] = time.monotonic) -> None:
        self.last = ""
        """The newest line, logged or not."""
        self._stream, self._clock = stream, clock
        self._recent: deque[tuple[float, str]] = deque()

    def say(self, line: str) -> None:
        self.last = line
        now = self._clock()
        while self._recent and now - self._recent[0][0] >= HOUR_SECONDS:
            self._recent.popleft()
        if len(self._recent) < MAX_LINES_PER_HOUR and all(line != logged for _, logged in self._recent):
            self._recent.append((now, line))
            print(f"kiebitz: {line}", file=self._stream, flush=True)


NOTIFICATIONS_PER_TIMEOUT = 4
"""Number of watchdog notifications within its timeout."""


class Service:
    def __init__(
        self, environment: Mapping[str, str] = os.environ, clock: Callable[[], float] = time.monotonic
    ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._clock = clock
        own, timeout_us = str(os.getpid()), environment.get("WATCHDOG_USEC", "")
        is_watched = timeout_us.isdigit() and environment.get("WATCHDOG_PID", own) == own
        self._every = int(timeout_us) / 1e6 / NOTIFICATIONS_PER_TIMEOUT if is_watched else float("inf")
        self._fed_at = float("-inf")
        self._status = ""

    @property
    def is_supervised(self) -> bool:
        """Whether systemd runs this process, and starts it again when it ends."""
        return bool(self._address)

    def ready(self) -> None:
        self._send("READY=1")

    def stopping(self) -> None:
        self._send("STOPPING=1")

    def status(self, text: str) -> None:
        """Sends the status text, if it has changed."""
        if text != self._status:
            self._status = text
            self._send(f"STATUS={' '.join(text.split())}")

    def feed(self) -> None:
        """Feeds the watchdog; call it at every turn of the loop, it notifies at intervals."""
        now = self._clock()
        if now - self._fed_at >= self._every:
            self._fed_at = now
            self._send("WATCHDOG=1")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as to_systemd:
            to_systemd.setblocking(False)
            to_systemd.sendto(message.encode(), self._address)


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
