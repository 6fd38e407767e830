"""Keeps the journal while the appliance runs: looks for damage in older evenings, and backs it up once a day.

Backups are on the same card, against damage to single files, and on a USB stick if one is mounted. The ids of journals
from which something was erased are kept, so that their backups on a stick are removed later: a journal gets another id
whenever it is written anew, and the ids say nothing about people. The work runs in a thread of low priority that begins
some time after the start, so that the first screen, the camera and the network come first."""

import os
import shutil
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from pathlib import Path

import msgspec

from common.files.durable_files import copy_synced, replace_synced, write_atomically
from common.files.user_files import read_bounded
from device.storage.journal import JournalWarning
from device.storage.journal_content import open_content
from device.storage.journal_format import earlier_journal_id, encode_journal
from device.storage.journal_repair import damaged_evenings
from device.storage.stick import USB_MOUNT

MAX_BACKUPS = 7
"""Number of backups in a folder; the oldest are removed."""
MIN_FREE_BYTES = 64 << 20
"""Bytes that must stay free on the disk."""
_MAX_ID_BYTES = 64 << 10


class DiskFull(OSError):
    """Raised where a backup would fill the disk."""


def backup_folder(journal: Path) -> Path:
    return journal.parent / "backups"


def backups(folder: Path, journal: Path, today: date = date.max) -> list[Path]:
    """Returns the backups of a journal in a folder, the newest first.

    Those of days after *today* come last: the clock, which has no battery, was wrong when they were made.
    """
    last = _backup_name(journal, today)
    files = folder.glob(f"{journal.stem}-*{journal.suffix}")
    return sorted(files, key=lambda file: (file.name <= last, file.name), reverse=True)


def back_up(journal: Path, day: date) -> list[Path]:
    """Makes the backups of this day that are missing, and returns them; another thread may write the journal.

    :raises OSError: if the journal cannot be read, or a backup cannot be written.
    """
    name, made = _backup_name(journal, day), []
    on_card = backup_folder(journal) / name
    if not on_card.exists():
        on_card.parent.mkdir(exist_ok=True)
        _check_room(on_card.parent, journal.stat().st_size)
        with open_content(journal) as content:
            write_atomically(on_card, encode_journal(content.rows(), content.id))
        made.append(on_card)
    if os.path.ismount(USB_MOUNT):
        remove_erased_backups(USB_MOUNT, journal)
    if stick_lacks_backup(journal, day):
        _check_room(USB_MOUNT, on_card.stat().st_size)
        part = USB_MOUNT / f"{name}.part"
        copy_synced(on_card, part)
        replace_synced(part, USB_MOUNT / name)
        made.append(USB_MOUNT / name)
    for file in made:
        for old in backups(file.parent, journal, day)[MAX_BACKUPS:]:
            old.unlink()
    return made


def stick_lacks_backup(journal: Path, day: date) -> bool:
    """Returns whether a USB stick is mounted and lacks the backup of this day, which exists, or has one from before an
    erasure."""
    name = _backup_name(journal, day)
    if not (backup_folder(journal) / name).exists() or not os.path.ismount(USB_MOUNT):
        return False
    return not (USB_MOUNT / name).exists() or journal_id(USB_MOUNT / name) in erased_ids(journal)


def _backup_name(journal: Path, day: date) -> str:
    return f"{journal.stem}-{day.isoformat()}{journal.suffix}"


def _check_room(folder: Path, size: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < size + MIN_FREE_BYTES:
        raise DiskFull(
            f"got {free >> 20} MiB free in {folder}, expected {(size + MIN_FREE_BYTES) >> 20} MiB for a backup of the "
            "journal: make room"
        )


def remove_erased_backups(folder: Path, journal: Path) -> list[Path]:
    """Removes backups of journals from which something was erased since, and returns them.

    :raises OSError: if one cannot be removed.
    """
    erased = set(erased_ids(journal))
    removed = [file for file in backups(folder, journal) if journal_id(file) in erased]
    for file in removed:
        file.unlink()
    return removed


def erased_file(journal: Path) -> Path:
    return journal.with_name(f"{journal.name}.erased")


def erased_ids(journal: Path) -> list[int]:
    with suppress(OSError, ValueError):
        return msgspec.json.decode(read_bounded(erased_file(journal), _MAX_ID_BYTES), type=list[int])
    return []


def journal_id(file: Path) -> int:
    """Returns the id of a journal or a backup; 0 if it has none or cannot be read."""
    with suppress(OSError):
        earlier = earlier_journal_id(file)
        if earlier is not None:
            return earlier
        with open_content(file) as content:
            return content.id
    return 0


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
        taken, self._warnings = self._warnings, []
        return taken

    def _run(self) -> None:
        with suppress(AttributeError, OSError):  # other systems, and where the service may not
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _LOWEST_PRIORITY)
        day, wait = None, self._delay
        while not self._stop.wait(wait):
            wait = self._every
            today = self._today()
            is_first, day = day != today, today
            try:
                # Later the backup of this day is copied to a stick, which may be plugged in at any time.
                if self._is_intact() if is_first else stick_lacks_backup(self._journal, today):
                    back_up(self._journal, today)
            except _UpkeepStopped:
                return
            except (OSError, ValueError) as error:
                self._warnings.append(JournalWarning("not_backed_up", f"cannot back up the journal: {error}"))

    def _is_intact(self) -> bool:
        """Warns of damaged evenings: a backup with one would displace an intact backup."""
        damaged = damaged_evenings(self._journal, self._rest)
        for name, fault in damaged.items():
            text = f"evening {name} of journal {self._journal} is damaged ({fault}): mend it with kiebitz salvage"
            self._warnings.append(JournalWarning("evening_damaged", text))
        return not damaged

    def _rest(self) -> None:
        if self._stop.wait(REST_S):
            raise _UpkeepStopped


class _UpkeepStopped(Exception):
    """Raised in the thread of the upkeep when the appliance ends."""
