"""Deletes a person, an evening, all evenings, or everything, from the journal and from all files beside it.

The journal must be closed. What is deleted is in no file of the device afterwards; a power cut leaves all of it or
nothing (`pending`).
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from common.files.paths import choices_file, journal_file, state_folder
from common.files.writer_lock import WriterLock
from device.settings.preferences import ChoicesError, StoredChoices, encode_choices, read_choices
from device.storage.daily_backup import backup_folder, encode_ids, erased_file, erased_ids, journal_id
from device.storage.erasure.pending import finish_erasure, is_erasure_pending, new_pending_folder, prepare_erasure
from device.storage.erasure.rows import people_in, played_evenings, rows_without_evenings, rows_without_person
from device.storage.journal_content import open_content
from device.storage.journal_format import Row, day_of, encode_journal

if TYPE_CHECKING:
    from pathlib import Path

    from device.settings.requests import Erase
    from device.storage.erasure.pending import Scope


class ErasureError(ValueError):
    """Raised if nothing was deleted, since the journal cannot be read or written; the message says why."""


@dataclass(frozen=True, slots=True)
class StoredEvening:
    name: str
    day: str
    """The local day on which it began, such as 2026-11-25; empty if that is unknown."""

    @property
    def title(self) -> str:
        """Its name for people; the day of an evening without one."""
        return self.day if self.name == f"of {self.day}" else self.name


@dataclass(frozen=True, slots=True)
class Inventory:
    """The stored data that can be deleted: names of people, the latest first, and evenings, the last one first."""

    people: tuple[str, ...] = ()
    evenings: tuple[StoredEvening, ...] = ()


def inventory() -> Inventory:
    """Returns what the journal and the choices hold; another thread may be writing the journal.

    :raises ErasureError: if the journal cannot be read.
    """
    rows = _rows()
    people = [*_choices().names.values(), *people_in(rows)]
    evenings = {
        evening.name: StoredEvening(evening.name, day_of(evening.entries[0].time)) for evening in played_evenings(rows)
    }
    return Inventory(tuple(dict.fromkeys(people)), tuple(reversed(evenings.values())))


def erase(target: Erase) -> None:
    """Deletes *target*; on return it is deleted on the disk.

    :raises ErasureError: if it is not deleted.
    """
    try:
        state_folder().mkdir(parents=True, exist_ok=True)
        with closing(WriterLock(journal_file())):
            prepare_erasure(*_write_new_files(target))
            finish_erasure()
    except OSError as error:
        raise ErasureError(f"cannot delete: {error}; expected a readable journal and free space") from error


def finish_interrupted_erasure() -> bool:
    """Finishes an erasure that a power cut interrupted, before anything is read; returns whether there was one.

    :raises OSError: if that is not possible, or another Kiebitz is running.
    """
    if not is_erasure_pending():
        return False
    with closing(WriterLock(journal_file())):
        return finish_erasure()


def _write_new_files(target: Erase) -> tuple[Path, Scope]:
    """Returns the folder of the files that are to replace those of the device, and what is removed.

    :raises ErasureError: if the journal cannot be read.
    """
    journal, rows = journal_file(), _rows() if target.kind in ("person", "evening") else []
    part = new_pending_folder()
    if target.kind == "person":
        rows = rows_without_person(rows, target.name)
    elif target.kind == "evening":
        rows = rows_without_evenings(rows, target.name)
    if rows:
        (part / journal.name).write_bytes(encode_journal(rows))
    if target.kind != "everything":
        named = _choices().names if target.kind != "evenings" else {}
        names = {seat: name for seat, name in named.items() if target.kind != "person" or name != target.name}
        choices = msgspec.structs.replace(_choices(), names=names)
        (part / choices_file().name).write_bytes(encode_choices(choices))
    # The journal, and its copies and backups that will be deleted.
    copies = [*state_folder().glob(f"{journal.name}.*"), *backup_folder(journal).glob("*"), journal]
    (part / erased_file(journal).name).write_bytes(encode_ids([*erased_ids(journal), *map(journal_id, copies)]))
    if target.kind == "everything":
        return part, "everything"
    return part, "copies" if rows else "journal"


def _rows() -> list[Row]:
    """:raises ErasureError: if the journal cannot be read."""
    journal = journal_file()
    if not journal.exists() or not journal.stat().st_size:
        return []
    try:
        with open_content(journal) as content:
            if content.fault:
                raise ValueError(content.fault)
            return list(content.rows())
    except (OSError, ValueError) as error:
        raise ErasureError(f"cannot read journal {journal}: {error}; expected one that kiebitz run wrote") from error


def _choices() -> StoredChoices:
    """Returns the choices; the defaults for a file that cannot be used, which is deleted."""
    try:
        return read_choices(choices_file())
    except ChoicesError:
        return StoredChoices()
