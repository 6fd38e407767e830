"""Changes the files of journals as damage does, and writes journals as earlier versions did."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from common.files.sidecar_files import Mark, MarkWriter
from device.storage.journal_format import Row
from engine.events import Event


def change_line(path: Path, position: int, change: Callable[[bytes], bytes]) -> None:
    """Replaces the line of an event, with its line break, in the same file."""
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(change(line) if line.startswith(b"[[%d," % position) else line for line in lines))


def change_time(path: Path, position: int) -> None:
    """The time of an event becomes another one, its checksum stays."""

    def change(line: bytes) -> bytes:
        number, time, rest = line.split(b",", 2)
        return b",".join((number, b"%r" % (float(time) + 1), rest))

    change_line(path, position, change)


def remove_lines(path: Path, *positions: int) -> None:
    for position in positions:
        change_line(path, position, lambda line: b"")


def write_earlier_journal(
    path: Path, events: Sequence[Event], times: Sequence[float] = (), version: int = 2, *statements: str
) -> None:
    """Writes a journal as versions 1 and 2 did: a database; version 1 had no checksums."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        _write(connection, events, times, version)
        for statement in statements:
            connection.execute(statement)


def write_open_earlier_journal(path: Path, events: Sequence[Event], journal_id: int = 0x4183CBD5) -> bytes:
    """Writes the files of an earlier version as a kill leaves them: all events in the log, and their mark beside it.

    Returns the content of the log.
    """
    work = path.with_name("work.sqlite")
    log = work.with_name("work.sqlite-wal")
    with closing(sqlite3.connect(work, isolation_level=None)) as connection:
        connection.execute("pragma journal_mode=wal")
        connection.execute(f"pragma application_id={journal_id}")
        rows = _write(connection, events, (), 2)
        path.write_bytes(work.read_bytes())
        content = log.read_bytes()
    path.with_name(f"{path.name}-wal").write_bytes(content)
    work.unlink()
    MarkWriter(path, Mark(journal_id, len(rows), rows[-1].expected_checksum)).close()
    return content


def _write(connection: sqlite3.Connection, events: Sequence[Event], times: Sequence[float], version: int) -> list[Row]:
    rows = [Row.of(place, times[place] if times else 1000.0 + place, event) for place, event in enumerate(events)]
    checksum = ", checksum integer" if version > 1 else ""
    columns = f"(position integer primary key, time real not null, event text not null{checksum})"
    connection.execute(f"create table events {columns}")
    places = ", ".join("?" * (2 + version))
    connection.execute("begin")
    connection.executemany(f"insert into events values ({places})", [row[: 2 + version] for row in rows])
    connection.execute("commit")
    connection.execute(f"pragma user_version = {version}")
    return rows
