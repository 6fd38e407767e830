"""The SQLite file of a hall. A transaction is on the disk when it returns."""

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Self

from common.files.sidecar_files import FileInUse, Mark, MarkWriter, WriterLock
from hall.storage.checked_rows import HALL_EVENTS, EventLog, Row, add_checksums
from hall.storage.mending import APPLICATION_ID, VERSION, HallFileError, check_kind, mend, replace_file

__all__ = ["HallFile", "HallFileError"]


class HallFile:
    """An open file, for several threads. Use it as a context manager, or close it.

    It has what guards a table's journal: a lock for one writer, checksums, and a copy of the tournament's events by
    which it is mended when it is opened. It is written again if it was moved or deleted meanwhile.
    """

    def __init__(self, path: Path, schema: tuple[str, ...] = ()) -> None:
        """Opens the file, or begins a new one. *schema* are further statements that make tables.

        :raises HallFileError: if it is no file of a hall, comes from a newer Kiebitz, or cannot be used.
        """
        self.path = path
        self._lock = threading.RLock()
        self._schema = HALL_EVENTS.schema, *schema
        with self._errors_as(
            "got {path}: {error}, expected the file of a hall or a folder for a new one, check the path"
        ):
            self._writer = WriterLock(path)
            try:
                self.notice = mend(path)
                """What was mended when it was opened; empty if nothing was."""
                self._open()
            except BaseException:
                self._writer.close()
                raise

    def _open(self) -> None:
        self._connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        try:
            version = check_kind(self._connection, self.path)
            self._connection.execute("pragma journal_mode=wal")
            self._connection.execute("pragma synchronous=full")
            self._connection.execute("pragma foreign_keys=on")
            self._connection.execute("begin immediate")
            self._connection.execute(f"pragma application_id={APPLICATION_ID}")
            self._connection.execute(f"pragma user_version={VERSION}")
            for statement in self._schema:
                self._connection.execute(statement)
            if version == 1:
                add_checksums(self._connection)
            self._connection.execute("commit")
            rows = self.read("select * from hall_event order by position")
            self._log = EventLog(self.path, rows)
            self._mark = MarkWriter(self.path, Mark(APPLICATION_ID, len(rows), 0))
        except BaseException:
            self._connection.close()
            raise
        self._identities = self._find_identities()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Commits all statements inside it, or none if an error is raised. Threads wait for each other.

        :raises HallFileError: if the disk does not take them.
        """
        with (
            self._lock,
            self._errors_as("got {error} while writing {path}, expected room on the disk, repeat what was done"),
        ):
            if self._find_identities() != self._identities:
                # The file was deleted or replaced; what replaces it is kept aside.
                self.path.parent.mkdir(parents=True, exist_ok=True)
                replace_file(self.path, self._copy_to)
                self._end()
                self._writer.close()
                self._writer = WriterLock(self.path)
                self._open()
            self._connection.execute("begin immediate")
            try:
                yield self._connection
                self._connection.execute("commit")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("rollback")
                raise

    def read(self, query: str, *values: object) -> list[Row]:
        """Returns the rows of a query.

        :raises HallFileError: if the file cannot be read.
        """
        with (
            self._lock,
            self._errors_as("got {error} while reading {path}, expected a sound disk: start the hall again"),
        ):
            return self._connection.execute(query, values).fetchall()

    def copy_events(self, rows: Sequence[Row]) -> None:
        """Writes events of the tournament, which are committed, to their copy too, and their number to the mark."""
        with self._lock, suppress(OSError):  # they are written with the next ones
            self._mark.note(int(str(rows[-1][0])) + 1, 0)
            self._log.add(rows)

    def back_up(self, copy: Path) -> None:
        """Writes a consistent copy of the file, also while tables send events.

        :raises HallFileError: if that is not possible.
        """
        text = "got {error} while copying {path}, expected room on the disk"
        address = f"{self.path.absolute().as_uri()}?mode=ro"
        with (
            self._errors_as(text),
            closing(sqlite3.connect(address, uri=True)) as own,
            closing(sqlite3.connect(copy)) as target,
        ):
            own.backup(target)

    def close(self) -> None:
        with self._lock:
            self._end()
            self._writer.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _end(self) -> None:
        self._connection.close()
        self._log.close()
        self._mark.close()

    def _copy_to(self, copy: Path) -> None:
        with closing(sqlite3.connect(copy)) as target:
            self._connection.backup(target)
            target.execute("pragma journal_mode=delete")  # one file, without a log

    def _find_identities(self) -> list[tuple[int, int]]:
        """Returns what shows whether the files that SQLite has open are those of their names; empty if one is gone."""
        try:
            status = [file.stat() for file in (self.path, self.path.with_name(f"{self.path.name}-wal"))]
        except OSError:
            return []
        return [(each.st_dev, each.st_ino) for each in status]

    @contextmanager
    def _errors_as(self, text: str) -> Iterator[None]:
        try:
            yield
        except sqlite3.IntegrityError:
            raise  # a row that is there already
        except FileInUse as error:
            raise HallFileError(str(error)) from error
        except (sqlite3.Error, OSError) as error:
            raise HallFileError(text.format(error=error, path=self.path)) from error
