"""Backs the journal up once a day: on the same card, against damage to single files, and on a USB stick if one is
mounted.

SQLite makes the copy, so another connection may write meanwhile.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from datetime import date
from typing import TYPE_CHECKING

from common.files.atomic_files import copy_synced, replace_synced
from device.storage.erasure.erased_journals import erased_ids, journal_id
from device.storage.integrity.database import open_to_check
from device.storage.stick import USB_MOUNT

if TYPE_CHECKING:
    from pathlib import Path

MAX_BACKUPS = 7
"""Number of backups in a folder; the oldest are removed."""
MIN_FREE_BYTES = 64 << 20
"""Bytes that must stay free on the disk."""


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
    """Makes the backups of this day that are missing, and returns them.

    :raises OSError: if one cannot be written.
    :raises sqlite3.Error: if the journal cannot be read, or the disk is full.
    """
    name, made = _backup_name(journal, day), []
    on_card = backup_folder(journal) / name
    if not on_card.exists():
        on_card.parent.mkdir(exist_ok=True)
        _check_room(on_card.parent, journal.stat().st_size)
        part = on_card.with_name(f"{name}.part")
        part.unlink(missing_ok=True)
        _copy_database(journal, part)
        replace_synced(part, on_card)
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


def remove_erased_backups(folder: Path, journal: Path) -> list[Path]:
    """Removes backups of journals from which something was erased since, and returns them.

    :raises OSError: if one cannot be removed.
    """
    erased = set(erased_ids(journal))
    removed = [file for file in backups(folder, journal) if journal_id(file) in erased]
    for file in removed:
        file.unlink()
    return removed


def _copy_database(journal: Path, target: Path) -> None:
    with closing(open_to_check(journal)) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy)
        copy.execute("pragma journal_mode=delete")  # one file, without a log


def _check_room(folder: Path, size: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < size + MIN_FREE_BYTES:
        raise DiskFull(
            f"got {free >> 20} MiB free in {folder}, expected {(size + MIN_FREE_BYTES) >> 20} MiB for a backup of the "
            "journal: make room"
        )
