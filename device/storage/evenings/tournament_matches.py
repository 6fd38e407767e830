"""The matches of a tournament that a journal has from before the session: the hall may lack them."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, NamedTuple

from device.storage.event_rows import SELECT, SELECT_MARKS, Row
from device.storage.integrity.database import open_to_read

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from engine.events import Event

MAX_PAUSE_S = 2 * 24 * 3600
"""Seconds between two matches after which they are of two tournaments, such as last year's of the same name."""
_MARKS = """select marks.position, marks.mark, events.time from marks join events using (position)
where marks.position < ? and marks.mark glob ? order by marks.position"""


class MatchEvent(NamedTuple):
    """An event with its position in the journal; positions that it names are those of the journal, too."""

    position: int
    time: float
    event: Event
    mark: str


def earlier_matches(journal: Path, tournament: str, end: int) -> list[MatchEvent]:
    """Returns the events from the tournament's first match on that lie before position *end*, without a gap.

    Behind a damaged event the rest is returned; what lies before it cannot be counted on.

    :raises OSError: if the journal cannot be read.
    :raises sqlite3.Error: likewise.
    """
    with open_to_read(journal) as connection:
        try:
            found = connection.execute(_MARKS, (end, f"hall {tournament} *")).fetchall()
        except sqlite3.OperationalError:  # nothing was marked, so there is no such table
            return []
        if not found:
            return []
        start = _begin(found)
        marks = {int(position): str(mark) for position, mark in connection.execute(SELECT_MARKS, (start,))}
        rows = [Row._make(row) for row in connection.execute(SELECT, (start,)) if row[0] < end]
    events: list[MatchEvent] = []
    for row in rows:
        try:
            events.append(MatchEvent(row.position, row.time, row.read(), marks.get(row.position, "")))
        except ValueError:
            events = []
    return events if events and events[-1].position == end - 1 else []


def _begin(marks: Sequence[tuple[int, str, float]]) -> int:
    """Returns the position of the tournament's first mark.

    An earlier tournament of the same name had a later round, or was played on another day.
    """
    start, round_, time = marks[-1][0], _round(marks[-1][1]), marks[-1][2]
    for position, mark, earlier in reversed(marks):
        if _round(mark) > round_ or time - earlier > MAX_PAUSE_S:
            break
        start, round_, time = position, _round(mark), earlier
    return start


def _round(mark: str) -> int:
    """Returns the number of the round in a mark such as `hall cup 3 1`."""
    number = mark.split()[-2]
    return int(number) if number.isdigit() else 0
