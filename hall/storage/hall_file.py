"""The SQLite file of a hall. A transaction is on the disk when it returns."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

APPLICATION_ID = 0x4B48414C
"""Marks the file as that of a hall, so that no other database is written to: the letters KHAL."""
VERSION = 1
HALL_EVENT_SCHEMA = (
    "create table if not exists hall_event (position integer primary key, time real not null, event text not null)"
)
SCHEMA: list[str] = [HALL_EVENT_SCHEMA]
"""The statements that create the tables of the file; they may be repeated."""


class HallFileError(ValueError):
    """Raised if the file cannot be used: got what, expected what."""


class HallFile:
    """An open file, for several threads. Use it as a context manager, or close it."""

    def __init__(self, path: Path, schema: tuple[str, ...] = ()) -> None:
        """Opens the file, or begins a new one. *schema* are further statements that make tables.

        :raises HallFileError: if it is no file of a hall, comes from a newer Kiebitz, or cannot be used.
        """
        self.path = path
        self._lock = threading.RLock()
        try:
            self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            try:
                self._prepare((*SCHEMA, *schema))
            except BaseException:
                self._connection.close()
                raise
        except sqlite3.Error as error:
            raise HallFileError(
                f"got {path}: {error}, expected the file of a hall or a folder for a new one, check the path"
            ) from error

    def _prepare(self, schema: tuple[str, ...]) -> None:
        found = self._connection.execute("pragma application_id").fetchone()[0]
        tables = self._connection.execute("select count(*) from sqlite_master").fetchone()[0]
        if found != APPLICATION_ID and (found or tables):
            raise HallFileError(f"got {self.path}, which is another database, expected the file of a hall")
        version = self._connection.execute("pragma user_version").fetchone()[0]
        if version > VERSION:
            raise HallFileError(
                f"got {self.path} of a newer Kiebitz (version {version}), expected {VERSION}, update Kiebitz"
            )
        self._connection.execute("pragma journal_mode=wal")
        self._connection.execute("pragma synchronous=full")
        self._connection.execute("pragma foreign_keys=on")
        with self.transaction() as connection:
            connection.execute(f"pragma application_id={APPLICATION_ID}")
            connection.execute(f"pragma user_version={VERSION}")
            for statement in schema:
                connection.execute(statement)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Commits all statements inside it, or none if an error is raised. Threads wait for each other."""
        with self._lock:
            self._connection.execute("begin immediate")
            try:
                yield self._connection
            except BaseException:
                self._connection.execute("rollback")
                raise
            self._connection.execute("commit")

    def read(self, query: str, *values: object) -> list[tuple[object, ...]]:
        """Returns the rows of a query."""
        with self._lock:
            return self._connection.execute(query, values).fetchall()

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    def __enter__(self) -> HallFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
