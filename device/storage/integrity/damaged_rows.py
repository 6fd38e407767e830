"""Looks for damage in all evenings of a journal, a few rows at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.storage.event_rows import SELECT, UNNAMED_EVENING, Row, day_of
from device.storage.integrity.database import check_database, open_to_read
from engine.codec import from_line
from engine.events import EveningStarted

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

BATCH_ROWS = 200
"""Some milliseconds of work on a Zero 2 W."""


def damaged_evenings(journal: Path, rest: Callable[[], None]) -> dict[str, str]:
    """Returns the evenings with a damaged row, by name, each with its fault; *rest* is called after each batch.

    The journal may be written meanwhile by another connection.

    :raises ValueError: if it cannot be read at all.
    :raises OSError: likewise.
    :raises sqlite3.Error: likewise.
    """
    found: dict[str, str] = {}
    name = ""
    with open_to_read(journal) as connection:
        if check_database(connection) < 2:
            return {}  # without checksums
        position = 0
        while rows := connection.execute(f"{SELECT} limit {BATCH_ROWS}", (position,)).fetchall():
            for row in map(Row._make, rows):
                name = name_of_evening(row) or name
                fault = _fault(row)
                if fault:
                    found.setdefault(name or UNNAMED_EVENING, fault)
            position = rows[-1][0] + 1
            rest()
    return found


def _fault(row: Row) -> str:
    """Returns the fault of a row; only rows of versions without checksums need more than their checksum."""
    if row.checksum is not None and row.checksum == row.expected_checksum:
        return ""
    try:
        row.read()
    except ValueError as error:
        return str(error)
    return ""


def name_of_evening(row: Row) -> str:
    """Returns the name of the evening that begins with this row, or the day on which it did; empty for other rows."""
    if not row.begins_evening:
        return ""
    try:
        event = from_line(row.event)
    except (ValueError, TypeError):
        return UNNAMED_EVENING
    name = event.name if isinstance(event, EveningStarted) else ""
    return name or day_of(row.time) or UNNAMED_EVENING
