"""Replaces a journal by a rewritten one, so that a power cut at any moment leaves one of them intact.

The new journal is written completely to `journal.sqlite.mended` and synced. From then on it takes precedence: a
replacement that a power cut interrupts is finished at the next start.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from common.files.atomic_files import give_to_folder_owner, replace_synced
from device.storage.event_rows import INSERT, SCHEMA, VERSION
from device.storage.integrity.copies import move_aside

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from device.storage.event_rows import Row


def replace_journal(path: Path, rows: Iterable[Row]) -> None:
    """Replaces a journal by one of these rows; a copy of it is kept.

    :raises OSError: if that is not possible.
    :raises sqlite3.Error: likewise.
    """
    prepare_replacement(path, lambda part: write_rows(part, rows))
    finish_replacement(path)


def prepare_replacement(path: Path, write: Callable[[Path], None]) -> None:
    """Writes the replacement of a journal, or of another database; on return it is on the disk.

    :raises OSError: if that is not possible.
    :raises sqlite3.Error: likewise.
    """
    part = path.with_name(f"{path.name}.part")
    _remove_database(part)
    write(part)
    replace_synced(part, _replacement_path(path))


def finish_replacement(path: Path, table: str = "events") -> bool:
    """Moves a prepared replacement to the place of the journal, and keeps a copy of that; returns whether there was
    one.

    :raises OSError: if that is not possible.
    """
    mended = _replacement_path(path)
    if not mended.exists():
        return False
    if not _holds_rows(mended, table):  # earlier versions wrote it under this name from the beginning
        _remove_database(mended)
        return False
    move_aside(path)
    replace_synced(mended, path)
    return True


def write_rows(path: Path, rows: Iterable[Row]) -> None:
    """Writes a journal of these rows; an existing file is overwritten.

    :raises OSError: if it cannot be written.
    :raises sqlite3.Error: likewise.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    _remove_database(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(SCHEMA)
        with connection:
            connection.executemany(INSERT, rows)
        connection.execute(f"pragma user_version={VERSION}")
    give_to_folder_owner(path)


def _replacement_path(path: Path) -> Path:
    return path.with_name(f"{path.name}.mended")


def _remove_database(path: Path) -> None:
    for ending in ("-wal", "-shm", "-journal", ""):
        Path(f"{path}{ending}").unlink(missing_ok=True)


def _holds_rows(file: Path, table: str) -> bool:
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            return bool(connection.execute(f"select exists (select 1 from {table})").fetchone()[0])
    except (sqlite3.Error, UnicodeDecodeError):
        return False
