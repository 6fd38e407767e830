"""Deletes a person, an evening, all evenings, or everything, from the journal and from all files beside it.

The journal must be closed. What is deleted is in no file of the device afterwards, and no copy of it is kept. The
request is on the disk before anything changes: after a power cut the next start carries it out once more, which changes
nothing that is done already.
"""

import shutil
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import msgspec

from common.files.durable_files import remove_log, sync, write_owned
from common.files.paths import choices_file, journal_file, state_folder, tournament_file
from common.files.sidecar_files import WriterLock, mark_file
from common.files.user_files import read_bounded
from device.settings.preferences import ChoicesError, StoredChoices, encode_choices, read_choices
from device.settings.requests import Erase
from device.storage.daily_backup import backup_folder, erased_file, erased_ids, journal_id
from device.storage.evenings import people_in, played_evenings, rows_without_evenings, rows_without_person
from device.storage.journal_format import Row, day_of, encode_journal
from device.storage.ledger import cache_file
from device.storage.recorded_events import JournalError, open_existing

MAX_ERASED_IDS = 1000
_REQUEST = "erasing.json"
_MAX_REQUEST_BYTES = 4096
_NOT_OURS = ("lost+found",)


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
    people = [*_choices().names.values(), *people_in(reversed(rows))]
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
            content = _remaining_journal(target)
            write_owned(_request_file(), msgspec.json.encode(target))
            try:
                _replace_journal(content)
            except OSError:
                _request_file().unlink()  # nothing is deleted yet
                raise
            _delete_the_rest(target)
    except OSError as error:
        raise ErasureError(f"cannot delete: {error}; expected a readable journal and free space") from error


def finish_interrupted_erasure() -> bool:
    """Finishes an erasure that a power cut interrupted, before anything is read; returns whether there was one.

    :raises OSError: if that is not possible, or another Kiebitz is running.
    :raises ErasureError: if the journal cannot be read.
    """
    _request_file().with_name(f"{_REQUEST}.part").unlink(missing_ok=True)
    if not _request_file().exists():
        return False
    with closing(WriterLock(journal_file())):
        target = msgspec.json.decode(read_bounded(_request_file(), _MAX_REQUEST_BYTES), type=Erase)
        _replace_journal(_remaining_journal(target))
        _delete_the_rest(target)
    return True


def _request_file() -> Path:
    return state_folder() / _REQUEST


def _remaining_journal(target: Erase) -> bytes:
    """Returns the content of the journal without *target*; empty if nothing of it is left.

    :raises ErasureError: if the journal cannot be read.
    """
    match target.kind:
        case "person":
            rows = rows_without_person(_rows(), target.name)
        case "evening":
            rows = rows_without_evenings(_rows(), target.name)
        case _:
            rows = []
    return encode_journal(rows) if rows else b""


def _replace_journal(content: bytes) -> None:
    """Replaces the journal, after the ids of the one that was and of its copies are recorded.

    :raises OSError: if that is not possible.
    """
    journal = journal_file()
    copies = [*state_folder().glob(f"{journal.name}.*"), *backup_folder(journal).glob("*"), journal]
    ids = dict.fromkeys([*erased_ids(journal), *map(journal_id, copies)])
    # Journals have the id 0 before they are opened.
    write_owned(erased_file(journal), msgspec.json.encode([each for each in ids if each][-MAX_ERASED_IDS:]))
    mark_file(journal).unlink(missing_ok=True)  # a journal without its mark begins anew
    if content:
        write_owned(journal, content)
    else:
        journal.unlink(missing_ok=True)
    remove_log(journal)


def _delete_the_rest(target: Erase) -> None:
    """:raises OSError: if that is not possible; the next start goes on with it."""
    if target.kind != "everything":
        named = _choices().names if target.kind != "evenings" else {}
        names = {seat: name for seat, name in named.items() if target.kind != "person" or name != target.name}
        write_owned(choices_file(), encode_choices(msgspec.structs.replace(_choices(), names=names)))
    for path in _files_to_delete(target):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    sync(state_folder())
    _request_file().unlink()
    sync(state_folder())


def _files_to_delete(target: Erase) -> Iterator[Path]:
    """Yields everything besides journal, choices and packs that holds events or names.

    Of everything, every file but the lock that is held, the request, and the ids by which backups on sticks are known.
    """
    journal, choices, tournament = journal_file(), choices_file(), tournament_file()
    if target.kind == "everything":
        stays = {_request_file(), journal.with_name(f"{journal.name}.lock"), erased_file(journal)}
        yield from (path for path in state_folder().iterdir() if path not in stays and path.name not in _NOT_OURS)
        return
    yield from (backup_folder(journal), cache_file(journal), tournament)
    for file in (journal, choices, cache_file(journal), mark_file(journal), tournament):
        for ending in ("broken-*", "before-*", "mended*", "part*"):
            yield from state_folder().glob(f"{file.name}.{ending}")
    yield from state_folder().glob(".restore-*")


def _rows() -> list[Row]:
    """:raises ErasureError: if the journal cannot be read."""
    journal = journal_file()
    if not journal.exists() or not journal.stat().st_size:
        return []
    try:
        with open_existing(journal) as content:
            if content.fault:
                raise ValueError(content.fault)
            return list(content.rows())
    except JournalError as error:
        raise ErasureError(str(error)) from error


def _choices() -> StoredChoices:
    """Returns the choices; the defaults for a file that cannot be used, which is deleted."""
    try:
        return read_choices(choices_file())
    except ChoicesError:
        return StoredChoices()
