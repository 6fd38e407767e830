"""The rows of the journal: an event as text, when it was stored, and a checksum, for SQLite keeps none of a page."""

from __future__ import annotations

import zlib
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from engine.codec import from_line, to_line
from engine.events import Amended, Ruled

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.events import Event

VERSION = 2
"""Version 1 had no checksums."""
COLUMNS = ["position", "time", "event", "checksum"]
SCHEMA = """create table if not exists events
(position integer primary key, time real not null, event text not null, checksum integer)"""
INSERT = "insert into events (position, time, event, checksum) values (?, ?, ?, ?)"
SELECT = "select position, time, event, checksum from events where position >= ? order by position"
TO_VERSION_2 = "begin immediate; alter table events add column checksum integer; pragma user_version=2; commit"


class Row(NamedTuple):
    """As it lies on the disk: positions are counted from the first event of all."""

    position: int
    time: float
    event: str
    checksum: int | None
    """None of an event that a Kiebitz wrote which knew no checksums."""

    @classmethod
    def of(cls, position: int, time: float, event: Event) -> Row:
        text = to_line(event)
        return cls(position, time, text, _checksum(position, time, text))

    @property
    def expected_checksum(self) -> int:
        return _checksum(self.position, self.time, self.event)

    def read(self) -> Event:
        """:raises ValueError: if it is not what was stored, or no event."""
        if not isinstance(self.time, float) or not isinstance(self.event, str):  # SQLite takes anything in any column
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


def renamed(event: Event, name: Callable[[int], int]) -> Event:
    """Returns the event with other names, which are positions, for the events that it names."""
    match event:
        case Amended(position, fact, before):
            moved = renamed(fact, name) if fact is not None else None
            return Amended(name(position), None if isinstance(moved, Amended) else moved, before)
        case Ruled():
            return replace(event, position=name(event.position))
    return event


def shifted(event: Event, by: int) -> Event:
    """Returns the event with the positions that it names moved."""
    return renamed(event, lambda position: position + by)
