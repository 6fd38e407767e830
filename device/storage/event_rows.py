"""The rows of the journal: an event as text, the time, and a checksum, since SQLite has none for its pages."""

from __future__ import annotations

import zlib
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from engine.codec import from_line, to_line

if TYPE_CHECKING:
    from engine.events import Event

VERSION = 2
"""Version 1 had no checksums."""
COLUMNS = ["position", "time", "event", "checksum"]
SCHEMA = """create table if not exists events
(position integer primary key, time real not null, event text not null, checksum integer)"""
INSERT = "insert into events (position, time, event, checksum) values (?, ?, ?, ?)"
SELECT = "select position, time, event, checksum from events where position >= ? order by position"
MARKS_SCHEMA = "create table if not exists marks (position integer primary key, mark text not null)"
"""Events that were entered by phone, and by which role; a table of its own, so that earlier versions read the events.
"""
INSERT_MARK = "insert or replace into marks (position, mark) values (?, ?)"
SELECT_MARKS = "select position, mark from marks where position >= ?"
UNNAMED_EVENING = "without a name"
"""The name of an evening whose name and day are lost."""
_EVENING_PREFIX = '{"event":"evening_started"'
TO_VERSION_2 = "begin immediate; alter table events add column checksum integer; pragma user_version=2; commit"


class Row(NamedTuple):
    """A row as stored: positions are counted from the first event of the journal."""

    position: int
    time: float
    event: str
    checksum: int | None
    """None if the row was written by a version without checksums."""

    @classmethod
    def of(cls, position: int, time: float, event: Event) -> Row:
        text = to_line(event)
        return cls(position, time, text, _checksum(position, time, text))

    @property
    def expected_checksum(self) -> int:
        return _checksum(self.position, self.time, self.event)

    @property
    def begins_evening(self) -> bool:
        """Whether an evening begins with it, as far as its text tells, which may be damaged further on."""
        return isinstance(self.event, str) and self.event.startswith(_EVENING_PREFIX)

    def read(self) -> Event:
        """:raises ValueError: if the checksum is wrong, or the text is no event."""
        if not isinstance(self.time, float) or not isinstance(self.event, str):  # SQLite accepts any type in any column
            raise ValueError(
                f"event {self.position}: got {self.time!r:.40} and {self.event!r:.40}, expected time and text"
            )
        if self.checksum is not None and self.checksum != self.expected_checksum:
            raise ValueError(f"event {self.position}: got another checksum than expected, it is damaged")
        try:
            return from_line(self.event)
        except ValueError as error:
            raise ValueError(f"event {self.position}: {error}") from error


def _checksum(position: int, time: float, text: str) -> int:
    return zlib.crc32(f"{position} {time!r} {text}".encode())


def day_of(time: float) -> str:
    """Returns the local day of a stored time, such as 2026-11-25; empty for a damaged time that is on no day."""
    try:
        return datetime.fromtimestamp(time).date().isoformat()
    except (TypeError, ValueError, OverflowError, OSError):
        return ""
