"""Backup of a table as one zip: journal, decks, and choices.

The zip may come from an untrusted source. Only names of files that Kiebitz writes are extracted, each file is validated
before anything on the device changes, and the journal is rewritten from its events.
"""

import io
import re
import shutil
import zipfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from common.errors import print_fault
from common.files.durable_files import free_name, give_to_folder_owner, keep_under, remove_log, replace_synced
from common.files.paths import choices_file, journal_file, pack_folder, state_folder
from device.settings.preferences import ChoicesError, StoredChoices, encode_choices, read_choices, with_page_of
from device.storage.evenings import read_intact_evenings
from device.storage.journal_format import UNNAMED_EVENING
from device.storage.pack_paths import SUFFIX
from device.storage.recorded_events import read_recorded, write_journal
from engine.events import EveningStarted, Event
from vision.recognition.pack_file import LARGEST_FILE, checked_pack, open_zip

JOURNAL, CHOSEN, IN_USE, PACKS = "journal.sqlite", "chosen.json", "packs/in-use", "packs/"
_PACK = re.compile(rf"packs/(?!\.)[\w .+-]{{1,80}}{re.escape(SUFFIX)}")
MAX_ENTRIES = 200
MAX_ZIP_BYTES = 256 << 20
MAX_EVENINGS_LEFT_OUT = 20
"""Evenings at the end of a journal that are left out if they are unusable; with more, the backup is refused."""
MAX_UNPACKED_BYTES = 192 << 20
"""Bytes of all files in it together; a journal of many years and a dozen decks have some ten million."""
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_MAX_BYTES = {JOURNAL: 256 << 20, CHOSEN: 64 << 10, IN_USE: 1 << 10}
"""Bytes; of a pack as much as a pack may have."""


class BackupError(ValueError):
    """Raised for a file that is no backup, or a device that cannot restore it."""


def create_backup() -> bytes:
    """Returns journal, decks and choices of this device as a zip.

    :raises BackupError: if the device has none of them.
    :raises JournalError: if the journal cannot be read.
    """
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        with TemporaryDirectory(prefix="kiebitz-") as folder, suppress(FileNotFoundError):
            if journal_file().exists():
                write_journal(Path(folder) / JOURNAL, *read_intact_evenings(journal_file(), print_fault))
                archive.write(Path(folder) / JOURNAL, JOURNAL)
        for file in sorted(pack_folder().glob(f"*{SUFFIX}")):
            archive.write(file, f"{PACKS}{file.name}")
        with suppress(FileNotFoundError):
            archive.write(pack_folder() / "in-use", IN_USE)
        if choices_file().exists():
            with suppress(ChoicesError):  # said when it was read at the start; without it there is still a backup
                archive.writestr(CHOSEN, encode_choices(with_page_of(read_choices(choices_file()), StoredChoices())))
        if not archive.namelist():
            raise BackupError(f"got nothing in {state_folder()}, expected journal, decks or choices of a table")
    return content.getvalue()


def restore_backup(path: Path, replace: bool, follow: Callable[[Sequence[Event]], object]) -> list[Path]:
    """Restores a backup and returns the files written; with *replace*, existing files are kept under other names.

    *follow* is tried with the last evening of the journal before anything on the device changes. If it raises, that
    evening is left out, and the one before is tried.

    :raises BackupError: if the file is no backup, or the device has such files already.
    :raises ValueError: if its content is damaged.
    :raises OSError: if the files cannot be written.
    """
    state_folder().mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".restore-", dir=state_folder()) as folder:
        names = _extract(path, Path(folder))
        _check(Path(folder), names, follow)
        there = [target for name in names if (target := state_folder() / name).exists()]
        if there and not replace:
            raise BackupError(
                f"got a device that has {there[0]} already, expected an empty one; --replace keeps it beside"
            )
        for target in there:
            keep_under(target, free_name(target, "before"))
            if target == journal_file():
                remove_log(target)
        pack_folder().mkdir(exist_ok=True)
        written = [state_folder() / name for name in names]
        for name, target in zip(names, written, strict=True):
            replace_synced(Path(folder) / name, target)
    for file in (pack_folder(), *written):
        give_to_folder_owner(file)
    return written


def _extract(path: Path, folder: Path) -> list[str]:
    try:
        with open_zip(path, MAX_ZIP_BYTES) as archive:
            entries = archive.infolist()
            _check_all(path, entries)
            (folder / PACKS).mkdir()
            for entry in entries:
                with archive.open(entry) as source, (folder / entry.filename).open("xb") as target:
                    shutil.copyfileobj(source, target)
            return [entry.filename for entry in entries]
    except FileExistsError:
        raise BackupError(f"got {path} with a file in it twice, expected one that kiebitz export made") from None
    except BackupError:
        raise
    except Exception as error:  # a damaged zip fails in zipfile or zlib, each in its own way
        if isinstance(error, OSError) and error.errno is not None:
            raise  # the disk
        raise BackupError(f"got {path}, expected a zip that kiebitz export made: {error}") from error


def check_entries(path: Path) -> None:
    """Checks what a backup holds by its table of contents alone; whether that is sound shows when it is restored.

    :raises BackupError: if the file is no backup.
    :raises zipfile.BadZipFile: likewise.
    :raises OSError: if it cannot be read.
    """
    with open_zip(path, MAX_ZIP_BYTES) as archive:
        _check_all(path, archive.infolist())


def _check_all(path: Path, entries: Sequence[zipfile.ZipInfo]) -> None:
    if not entries or len(entries) > MAX_ENTRIES:
        raise BackupError(f"got {path} with {len(entries)} files, expected one that kiebitz export made")
    for entry in entries:
        name, largest = entry.filename, _MAX_BYTES.get(entry.filename)
        if _PACK.fullmatch(name):
            largest = LARGEST_FILE
        if largest is None:
            raise BackupError(f"got {path} holding {name[:60]!r}, expected only journal, packs and choices")
        if entry.compress_type not in _METHODS:
            raise BackupError(f"got {path} with {name} packed by method {entry.compress_type}, expected 0 or 8")
        if entry.file_size > largest:
            raise BackupError(f"got {path} holding {name} of {entry.file_size} bytes, expected at most {largest}")
    total = sum(entry.file_size for entry in entries)
    if total > MAX_UNPACKED_BYTES:
        raise BackupError(f"got {path} that unpacks to {total} bytes, expected at most {MAX_UNPACKED_BYTES}")


def _check(folder: Path, names: list[str], follow: Callable[[Sequence[Event]], object]) -> None:
    for name in names:
        if name == JOURNAL:
            recorded = read_recorded(folder / name)
            (folder / name).unlink()  # a file from elsewhere may hold anything besides its events
            write_journal(folder / name, recorded.events, recorded.times)
            _drop_unusable_evenings(folder / name, follow)
        elif name == CHOSEN:
            restored, now = read_choices(folder / name), StoredChoices()
            with suppress(ChoicesError):
                now = read_choices(choices_file())
            # The codes of phones stay as they are on this device, so that the phones at the table stay in.
            (folder / name).write_bytes(encode_choices(with_page_of(restored, now)))
        elif name != IN_USE:
            checked_pack(folder / name)


def _drop_unusable_evenings(path: Path, follow: Callable[[Sequence[Event]], object]) -> None:
    """Leaves out the last evenings for which *follow* raises, and reports each.

    :raises BackupError: if no evening is left.
    """
    for _ in range(MAX_EVENINGS_LEFT_OUT + 1):
        recorded = read_recorded(path, whole=False)
        last, start = recorded.events, recorded.start
        try:
            follow(last)
            return
        except Exception as error:  # an unknown game, but also what no screen can show
            reason = error
        if not start:
            break
        names = (event.name for event in last if isinstance(event, EveningStarted) and event.name)
        print_fault(f"left out the evening {next(names, UNNAMED_EVENING)}, which cannot be followed: {reason!r}")
        whole = read_recorded(path)
        write_journal(path, whole.events[:start], whole.times[:start])
    raise BackupError(
        f"got a journal whose last evening cannot be followed ({reason!r}), expected one of this Kiebitz: update it"
    ) from reason
