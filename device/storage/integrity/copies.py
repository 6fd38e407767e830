"""Copies of a journal with its write-ahead log, kept beside it before it is changed or replaced."""

from __future__ import annotations

import filecmp
import itertools
import shutil
from contextlib import suppress
from pathlib import Path


def keep_aside(path: Path, error: Exception) -> str:
    """Copies a journal that cannot be read, and returns the message about it."""
    aside = _same(path)  # the same damage may have been met before; one copy of it is enough
    try:
        if aside is None:
            aside = _free_name(path)
            copy_journal(path, aside)
    except OSError as failure:
        return f"cannot read journal {path} ({error}) nor copy it ({failure}); it was left as it is: check the disk"
    return f"cannot read journal {path}: {error}; a copy is kept as {aside.name}; move the journal away to begin anew"


def move_aside(path: Path) -> None:
    """Makes room for another journal; what has been copied is taken away, all else is moved beside it.

    :raises OSError: if that is not possible.
    """
    aside = _free_name(path) if _same(path) is None else None
    for ending in ("-shm", "-wal", ""):
        file = path.with_name(path.name + ending)
        if aside is None:
            file.unlink(missing_ok=True)
        elif file.exists():
            file.replace(aside.with_name(aside.name + ending))


def _same(path: Path) -> Path | None:
    """Returns the copy of this very journal, if one is kept."""
    copies = path.parent.glob(f"{path.name}.broken-*[0-9]")
    with suppress(OSError):
        return next((copy for copy in copies if all(_alike(path, copy, ending) for ending in ("", "-wal"))), None)
    return None


def _alike(path: Path, copy: Path, ending: str) -> bool:
    one, other = Path(f"{path}{ending}"), Path(f"{copy}{ending}")
    if one.exists() and other.exists():
        return filecmp.cmp(one, other, shallow=False)
    return not any(file.exists() and file.stat().st_size for file in (one, other))


def _free_name(path: Path) -> Path:
    numbers = itertools.count(1)
    return next(aside for number in numbers if not (aside := path.with_name(f"{path.name}.broken-{number}")).exists())


def copy_journal(path: Path, copy: Path) -> None:
    """Copies a journal and its write-ahead log, which holds the newest events.

    :raises OSError: if it cannot be copied.
    """
    shutil.copyfile(path, copy)
    with suppress(FileNotFoundError):
        shutil.copyfile(f"{path}-wal", f"{copy}-wal")
