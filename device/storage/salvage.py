"""Collects everything that can be recovered of a damaged journal: from its file, its log, and its backups."""

from __future__ import annotations

import sqlite3
from bisect import bisect_left
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.storage.event_rows import SELECT, UNNAMED_EVENING, Row
from device.storage.integrity.daily_backup import backup_folder, backups
from device.storage.integrity.damaged_rows import name_of_evening
from device.storage.integrity.database import check_database, open_to_check
from device.storage.journal import JournalError
from device.storage.reading import journal_copy
from device.storage.row_recovery import all_rows, consecutive_events, readable_rows, recover_rows, rows_by_position

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class DamagedEvening:
    name: str
    lost: int
    """Number of events that cannot be recovered, and of those that refer to them."""
    from_backup: int
    """Number of events that only a backup has."""


@dataclass(frozen=True, slots=True)
class Salvage:
    rows: tuple[Row, ...]
    """The rows of the mended journal."""
    evenings: int
    """Number of evenings kept, complete or in part."""
    damaged: tuple[DamagedEvening, ...]
    is_needed: bool
    """Whether the journal cannot be read as it is, or lacks something."""


def salvage(journal: Path) -> Salvage:
    """Returns what can be recovered, without writing anything.

    :raises OSError: if the journal cannot be opened.
    """
    found, damaged = rows_by_position([*all_rows(journal), *recover_rows(journal)])
    here = set(found)
    for backup in backups(backup_folder(journal), journal):
        _add_missing(found, _rows_of(backup))
    end = max([*found, *(row.position for row in damaged if isinstance(row.position, int))], default=-1) + 1
    going_on = consecutive_events(readable_rows(found[position] for position in sorted(found)))
    kept = {position for position, _, _ in going_on}
    rows = tuple(Row.of(place, time, event) for place, (_, event, time) in enumerate(going_on))
    end = min(end, len(found) + len(damaged))  # a damaged position may be any number
    is_needed = not _has_events(journal, len(rows))
    return Salvage(rows, len(_evenings(found, kept)), _damaged_evenings(found, here, kept, end), is_needed)


def _has_events(journal: Path, count: int) -> bool:
    """Returns whether the journal can be read as it is and has so many events."""
    try:
        with journal_copy(journal) as copy:
            return len(copy) == count
    except JournalError:
        return False


def _rows_of(backup: Path) -> dict[int, Row]:
    """Returns the rows of a backup that can be read; none if it is damaged as a whole."""
    try:
        with closing(open_to_check(backup)) as connection:
            if check_database(connection) < 2:
                return {}
            rows = map(Row._make, connection.execute(SELECT, (0,)))
            return {row.position: row for row, _ in readable_rows(rows)}
    except (ValueError, sqlite3.Error):
        return {}


def _add_missing(found: dict[int, Row], backup: dict[int, Row]) -> None:
    """Adds the rows that only the backup has, unless it is of another journal, or of this one before it was mended."""
    if all(backup[position] == row for position, row in found.items() if position in backup):
        for position, row in backup.items():
            found.setdefault(position, row)


def _evenings(found: dict[int, Row], positions: set[int]) -> dict[int, str]:
    """Returns the names of the evenings that begin at these positions."""
    names = {position: name_of_evening(found[position]) for position in sorted(positions)}
    return {position: name for position, name in names.items() if name}


def _damaged_evenings(found: dict[int, Row], here: set[int], kept: set[int], end: int) -> tuple[DamagedEvening, ...]:
    borders = _evenings(found, set(found))
    starts: Sequence[int] = sorted({0, *borders})
    in_order = sorted(kept)
    damaged = []
    for start, following in zip(starts, [*starts[1:], max(end, starts[-1])], strict=True):
        inside = in_order[bisect_left(in_order, start) : bisect_left(in_order, following)]
        lost = following - start - len(inside)
        from_backup = sum(1 for position in inside if position not in here)
        if lost or from_backup:
            damaged.append(DamagedEvening(borders.get(start, UNNAMED_EVENING), lost, from_backup))
    return tuple(damaged)
