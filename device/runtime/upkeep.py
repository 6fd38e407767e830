"""Keeps the journal while the appliance runs: looks for damage in older evenings, and backs it up once a day.

It runs in a thread of low priority that begins some time after the start, so that the first screen, the camera and the
network come first.
"""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING

from device.storage.daily_backup import back_up, stick_lacks_backup
from device.storage.journal import JournalWarning
from device.storage.journal_repair import damaged_evenings

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

DELAY_S = 60.0
"""Seconds between the start and the first check; camera and network are ready after about ten on a Zero 2 W."""
EVERY_S = 600.0
"""Seconds between two checks of the date."""
REST_S = 0.02
"""Seconds of pause after each batch of rows, so that loop and frame worker go first."""
_LOWEST_PRIORITY = 19


class Upkeep:
    """Call `start`, ask `take_warnings` now and then, and `close` it."""

    def __init__(
        self, journal: Path, delay: float = DELAY_S, today: Callable[[], date] = date.today, every: float = EVERY_S
    ) -> None:
        self._journal, self._delay, self._today, self._every = journal, delay, today, every
        self._warnings: list[JournalWarning] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="upkeep", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self, patience_s: float = 2.0) -> None:
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(patience_s)

    @property
    def is_alive(self) -> bool:
        """Whether it still reads the journal or writes a backup."""
        return self._thread.is_alive()

    def take_warnings(self) -> list[JournalWarning]:
        """Returns the warnings since the last call, and clears them."""
        taken, self._warnings = self._warnings, []
        return taken

    def _run(self) -> None:
        with suppress(AttributeError, OSError):  # other systems, and where the service may not
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _LOWEST_PRIORITY)
        day, wait = None, self._delay
        while not self._stop.wait(wait):
            wait = self._every
            today = self._today()
            if day != today:
                day = today
                self._check_and_back_up(today)
            elif stick_lacks_backup(self._journal, today):  # it may be plugged in at any time of the day
                self._back_up(today)  # copies the backup of this day, which was checked when it was made

    def _check_and_back_up(self, day: date) -> None:
        """Checks the journal, and backs it up unless it is damaged: a damaged backup would displace an intact one."""
        try:
            damaged = damaged_evenings(self._journal, self._rest)
            for name, fault in damaged.items():
                text = f"evening {name} of journal {self._journal} is damaged ({fault}): mend it with kiebitz salvage"
                self._warnings.append(JournalWarning("evening_damaged", text))
            if not damaged:
                self._back_up(day)
        except _UpkeepStopped:
            pass
        except (OSError, ValueError) as error:
            self._warn_of(error)

    def _back_up(self, day: date) -> None:
        try:
            back_up(self._journal, day)
        except (OSError, ValueError) as error:
            self._warn_of(error)

    def _warn_of(self, error: Exception) -> None:
        self._warnings.append(JournalWarning("not_backed_up", f"cannot back up the journal: {error}"))

    def _rest(self) -> None:
        if self._stop.wait(REST_S):
            raise _UpkeepStopped


class _UpkeepStopped(Exception):
    """Raised in the thread of the upkeep when the appliance ends."""
