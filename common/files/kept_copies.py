"""Copies of a file that are kept beside it before it is changed or replaced; of a database with its log, too."""

import filecmp
import itertools
import os
from contextlib import suppress
from pathlib import Path

from common.files.durable_files import copy_synced, give_to_folder_owner, sync

_SUFFIXES = ("-wal", "")
"""Of the files that are copied: the log of a database has what was stored last."""
LOG_SUFFIXES = ("-wal", "-shm", "-journal")
"""Of the files that SQLite keeps beside a database."""


def keep_copy(path: Path) -> Path:
    """Returns the copy of a file, on the disk; the same damage is copied only once.

    :raises OSError: if it cannot be copied; then nothing of a copy is left.
    """
    aside = _existing_copy(path)
    if aside is not None:
        return aside
    aside = free_name(path, "broken")
    try:
        for file, copy in _files(path, aside):
            copy_synced(file, copy)
            give_to_folder_owner(copy)
    except OSError:
        for suffix in _SUFFIXES:
            with suppress(OSError):
                _with_suffix(aside, suffix).unlink(missing_ok=True)
        raise
    return aside


def keep_under(path: Path, aside: Path) -> None:
    """Gives a file that is replaced next a second name; a file of the first name exists at every moment.

    :raises OSError: if that is not possible.
    """
    for file, name in _files(path, aside):
        try:
            name.hardlink_to(file)  # needs no room on a full disk
        except OSError:  # such as on FAT
            copy_synced(file, name)
    sync(path.parent)


def keep_for_good(path: Path) -> None:
    """Keeps the content of a file that is replaced next, unless there is a copy of it.

    :raises OSError: if that is not possible.
    """
    if _existing_copy(path) is None:
        keep_under(path, free_name(path, "broken"))


def remove_log(path: Path) -> None:
    """Removes what SQLite keeps beside a database: beside another one it would be read as its log.

    :raises OSError: if that is not possible.
    """
    for suffix in LOG_SUFFIXES:
        _with_suffix(path, suffix).unlink(missing_ok=True)


def free_name(path: Path, kind: str) -> Path:
    """Returns the next free name for a copy, such as `journal.sqlite.broken-2`."""
    names = (path.with_name(f"{path.name}.{kind}-{number}") for number in itertools.count(1))
    return next(name for name in names if not any(os.path.lexists(_with_suffix(name, each)) for each in _SUFFIXES))


def _with_suffix(path: Path, suffix: str) -> Path:
    return path.with_name(f"{path.name}{suffix}")


def _files(path: Path, copy: Path) -> list[tuple[Path, Path]]:
    """Returns the file and its log, if they exist, each with its name in a copy."""
    pairs = [(_with_suffix(path, suffix), _with_suffix(copy, suffix)) for suffix in _SUFFIXES]
    return [(file, name) for file, name in pairs if file.exists()]


def _existing_copy(path: Path) -> Path | None:
    """Returns the copy of this very content, if one is kept."""
    copies = path.parent.glob(f"{path.name}.broken-*[0-9]")
    with suppress(OSError):
        return next((copy for copy in copies if all(_is_equal(path, copy, suffix) for suffix in _SUFFIXES)), None)
    return None


def _is_equal(path: Path, copy: Path, suffix: str) -> bool:
    one, other = _with_suffix(path, suffix), _with_suffix(copy, suffix)
    if one.exists() and other.exists():
        return filecmp.cmp(one, other, shallow=False)
    return not any(file.exists() and file.stat().st_size for file in (one, other))
