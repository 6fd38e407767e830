"""Guards a journal that is open for writing: against a second writer, missing events, and deleted or replaced files."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from device.storage.event_rows import SELECT, Row
from device.storage.integrity.copies import keep_copy
from device.storage.integrity.database import event_count
from device.storage.integrity.high_water_mark import Mark, MarkWriter, mark_file, read_mark
from device.storage.integrity.replacement import finish_replacement
from device.storage.integrity.write_ahead_log import log_state
from device.storage.integrity.writer_lock import WriterLock

if TYPE_CHECKING:
    import sqlite3

_MAX_UNSURE_COMMITS = 1
"""Transactions at a tear in the log that may be events which were never acknowledged: what a power cut interrupts."""


class Guard:
    """Made before SQLite opens the journal; `examine` and `watch` follow, and `close` ends it."""

    def __init__(self, path: Path) -> None:
        """:raises JournalInUse: if another program writes this journal.
        :raises OSError: if the folder cannot be written.
        """
        self._path, self._log = path, Path(f"{path}-wal")
        self._marks: MarkWriter | None = None
        self._has_lost_events = False
        self._files: dict[Path, tuple[int, int]] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = WriterLock(path)
        try:
            self.has_finished_replacement = finish_replacement(path)
            self._mark, self._log_state = read_mark(path), log_state(self._log)
            self._copy = keep_copy(path) if self._is_gone() else None
        except Exception:
            self._lock.close()
            raise

    def _is_gone(self) -> bool:
        """Returns whether there is no journal, or an empty file, where there was one: SQLite would begin a new one."""
        if self._path.exists() and self._path.stat().st_size:
            return False
        has_log = self._log.exists() and self._log.stat().st_size > 0
        return has_log or (self._mark is not None and self._mark.acknowledged > 0)

    def examine(self, connection: sqlite3.Connection, version: int) -> str:
        """Returns why events must be missing, with the name of the copy that was kept; empty if none are missing.

        SQLite must not have written to the file before.

        :raises OSError: if no copy can be kept.
        """
        fault = self._fault(connection) if version or self._copy is not None else ""
        if not fault:
            return ""
        self._has_lost_events = True
        copy = self._copy if self._copy is not None else keep_copy(self._path)
        return f"events are missing from journal {self._path}: {fault}; a copy of all its files is kept as {copy.name}"

    def _fault(self, connection: sqlite3.Connection) -> str:
        mark = self._mark
        if self._copy is not None:
            return f"it is gone or empty, expected {mark.acknowledged if mark is not None else 'some'} events"
        journal, count = _journal_id(connection), event_count(connection)
        if not journal:  # written by an earlier version, or anew
            return "its write-ahead log is torn" if self._log_state.is_torn else ""
        if mark is None:
            return f"its mark {mark_file(self._path).name} is gone or damaged, so that nobody can tell how many it had"
        if mark.journal != journal:
            return f"its mark {mark_file(self._path).name} belongs to another journal"
        if count < mark.acknowledged:
            return f"it holds {count} events, expected {mark.acknowledged}"
        if mark.acknowledged and _checksum_at(connection, mark.acknowledged - 1) != mark.checksum:
            return f"event {mark.acknowledged - 1} is not the one that was stored last"
        if self._log_state.lost_commits > _MAX_UNSURE_COMMITS:
            return f"its write-ahead log is torn, {self._log_state.lost_commits} events before its end"
        return ""

    def watch(self, connection: sqlite3.Connection) -> None:
        """Starts to write the mark, and to detect files that are deleted or replaced.

        A journal that has lost events gets another id, since later events take their positions.

        :raises OSError: if the mark cannot be written.
        """
        journal, count = 0 if self._has_lost_events else _journal_id(connection), event_count(connection)
        new_id = 0 if journal else int.from_bytes(os.urandom(4), "big") >> 1 | 1 << 30 | 1  # no single bit makes it 0
        checksum = _checksum_at(connection, count - 1) or 0
        if self._marks is not None:
            self._marks.close()
        # The mark comes first: a journal with an id and without a mark has lost it.
        self._marks = MarkWriter(self._path, Mark(journal or new_id, count, checksum))
        if new_id:
            connection.execute(f"pragma application_id={new_id}")
            connection.execute("pragma wal_checkpoint(truncate)")
        self._has_lost_events = False
        self._files = {}
        self._note_files()

    def _note_files(self) -> None:
        for file in (self._path, self._log):
            if file not in self._files:
                with suppress(FileNotFoundError):
                    self._files[file] = _identity(file)

    @property
    def journal(self) -> str:
        """The id of the journal, in hexadecimal digits; a replaced one has another."""
        return f"{self._marks.journal:08x}" if self._marks is not None else ""

    def note(self, count: int, checksum: int) -> None:
        """Records that *count* events are stored."""
        if self._marks is not None:
            self._marks.note(count, checksum)
        if len(self._files) < 2:  # SQLite makes the log when it first writes
            self._note_files()

    @property
    def is_moved(self) -> bool:
        """Whether the files that SQLite has open are no longer those of their names."""
        try:
            return any(_identity(file) != identity for file, identity in self._files.items())
        except OSError:
            return True

    def remove_log(self) -> None:
        """Removes the log that SQLite had open, if it is still there: SQLite leaves it when the file has moved.

        :raises OSError: if that is not possible.
        """
        with suppress(FileNotFoundError):
            if self._files.get(self._log) == _identity(self._log):
                self._log.unlink()

    def close(self) -> None:
        if self._marks is not None:
            self._marks.close()
            self._marks = None
        self._lock.close()


def _identity(file: Path) -> tuple[int, int]:
    status = file.stat()
    return status.st_dev, status.st_ino


def _journal_id(connection: sqlite3.Connection) -> int:
    return int(connection.execute("pragma application_id").fetchone()[0]) & 0xFFFFFFFF


def _checksum_at(connection: sqlite3.Connection, position: int) -> int | None:
    row = connection.execute(f"{SELECT} limit 1", (position,)).fetchone()
    return Row._make(row).expected_checksum if row is not None else None
