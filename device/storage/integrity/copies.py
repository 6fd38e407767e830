"""Copies of a journal with its write-ahead log, kept beside it before it is changed or replaced."""

from __future__ import annotations

import filecmp
import itertools
import os
import shutil
from contextlib import suppress
from pathlib import Path

from common.files.atomic_files import copy_synced, give_to_folder_owner, sync
from device.storage.integrity.high_water_mark import mark_file

FILE_SUFFIXES = ("-wal", "")
"""Suffixes of the files that hold events; the write-ahead log has the newest ones."""


def keep_aside(path: Path, error: Exception) -> str:
    """Copies a journal that cannot be read, and returns the message about it."""
    try:
        aside = keep_copy(path)
    except OSError as failure:
        return f"cannot read journal {path} ({error}) nor copy it ({failure}); it was left as it is: check the disk"
    return f"cannot read journal {path}: {error}; a copy is kept as {aside.name}; move the journal away to begin anew"


def keep_copy(path: Path) -> Path:
    """Returns the copy of a journal and its log, on the disk; the same damage is copied only once.

    :raises OSError: if it cannot be copied; then nothing of a copy is left.
    """
    aside = _existing_copy(path)
    if aside is not None:
        return aside
    aside = _free_name(path)
    try:
        for ending in FILE_SUFFIXES:
            with suppress(FileNotFoundError):
                copy_synced(Path(f"{path}{ending}"), Path(f"{aside}{ending}"))
                give_to_folder_owner(Path(f"{aside}{ending}"))
    except OSError:
        for ending in FILE_SUFFIXES:
            with suppress(OSError):
                Path(f"{aside}{ending}").unlink(missing_ok=True)
        raise
    return aside


def move_aside(path: Path) -> None:
    """Renames a journal, if there is one, so that another can take its place.

    Each file has its new name before the old one is removed, so this can be repeated after a power cut.

    :raises OSError: if that is not possible.
    """
    if any(Path(f"{path}{ending}").exists() for ending in FILE_SUFFIXES) and _existing_copy(path) is None:
        aside = _free_name(path)
        for ending in FILE_SUFFIXES:
            with suppress(FileNotFoundError):
                _link_as(Path(f"{path}{ending}"), Path(f"{aside}{ending}"))
        sync(path.parent)
    remove(path)


def remove(path: Path) -> None:
    """Removes a journal of which a copy is kept, and all that belongs to it.

    :raises OSError: if that is not possible.
    """
    for file in (*(Path(f"{path}{ending}") for ending in ("-shm", *FILE_SUFFIXES)), mark_file(path)):
        file.unlink(missing_ok=True)
    sync(path.parent)


def _link_as(file: Path, name: Path) -> None:
    try:
        name.hardlink_to(file)  # needs no room on a full disk
    except FileNotFoundError:
        raise
    except OSError:  # such as on FAT
        copy_synced(file, name)


def _existing_copy(path: Path) -> Path | None:
    """Returns the copy of this very journal, if one is kept."""
    copies = path.parent.glob(f"{path.name}.broken-*[0-9]")
    with suppress(OSError):
        return next((copy for copy in copies if all(_is_equal(path, copy, ending) for ending in FILE_SUFFIXES)), None)
    return None


def _is_equal(path: Path, copy: Path, ending: str) -> bool:
    one, other = Path(f"{path}{ending}"), Path(f"{copy}{ending}")
    if one.exists() and other.exists():
        return filecmp.cmp(one, other, shallow=False)
    return not any(file.exists() and file.stat().st_size for file in (one, other))


def _free_name(path: Path) -> Path:
    names = (path.with_name(f"{path.name}.broken-{number}") for number in itertools.count(1))
    return next(name for name in names if not any(os.path.lexists(f"{name}{ending}") for ending in FILE_SUFFIXES))


def copy_journal(path: Path, copy: Path) -> None:
    """Copies a journal and its write-ahead log to a place from which they are only read.

    :raises OSError: if it cannot be copied.
    """
    shutil.copyfile(path, copy)
    with suppress(FileNotFoundError):
        shutil.copyfile(f"{path}-wal", f"{copy}-wal")
