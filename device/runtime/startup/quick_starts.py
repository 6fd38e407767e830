"""Counts starts of the appliance in quick succession, each of which ended in a crash, and restarts for one reason.

Only starts since the machine was switched on count: a power cut is no sign of a broken journal.
"""

from __future__ import annotations

import time
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from common.files.atomic_files import write_atomically
from common.files.bounded_read import read_bounded

if TYPE_CHECKING:
    from collections.abc import Callable

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
QUICK_START_SECONDS = 60.0
"""Most seconds between two starts in quick succession."""
MAX_KEPT_STARTS = 20
_MAX_BYTES = 4096
"""Bytes."""


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
        times = self._add()
        gaps = [later - earlier for earlier, later in pairwise(times)]
        quick = 0
        while quick < len(gaps) and gaps[-1 - quick] < QUICK_START_SECONDS:
            quick += 1
        return quick

    def count(self) -> int:
        """Records one, and returns how many there were before; the most that are kept if it cannot be recorded."""
        times = self._add()
        return len(times) - 1 if times and self.kept == len(times) else MAX_KEPT_STARTS

    @property
    def kept(self) -> int:
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
