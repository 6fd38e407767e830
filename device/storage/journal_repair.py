"""Finds the damage in a journal, collects what can be recovered from its file and its backups, and replaces it by that.

A copy of a replaced journal is kept. A journal is replaced by one rename of a complete file, so a power cut at any
moment leaves one of them whole.
"""

from __future__ import annotations

from bisect import bisect_left
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.files.writer_lock import WriterLock
from device.storage.daily_backup import backup_folder, backups
from device.storage.journal import Journal, JournalError, replace_journal
from device.storage.journal_content import open_content
from device.storage.journal_format import UNNAMED_EVENING, Row, encode_journal
from device.storage.recorded_events import error_text
from engine.amendments import map_positions
from engine.events import DealStarted, EveningStarted, Event, GameStarted, PlayersSeated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path


def readable_events(path: Path) -> tuple[list[Event], list[float]]:
    """Returns the events that can still be read, and their times, without those that refer to lost events.

    :raises OSError: if the file cannot be read.
    """
    with open_content(path) as content:
        going_on = consecutive_events(content.rows())
    return [event for _, event, _ in going_on], [time for _, _, time in going_on]


def consecutive_events(rows: Iterable[Row]) -> list[tuple[int, Event, float]]:
    """Returns the events that can be replayed in order, each with its original position and its time.

    A deal with a lost event ends before that event, and replay continues with the next deal; or with the next game if
    the deal before is lost too, since it may belong to another game.
    """
    going_on: list[tuple[int, Event, float]] = []
    names: dict[int, int] = {}
    whole, before = True, -1
    for row in rows:
        try:
            event = row.read()
        except ValueError:
            continue
        if row.position <= before:
            continue  # damage has put it there once more
        follows, before = row.position == before + 1, row.position
        begins = isinstance(event, GameStarted | EveningStarted | PlayersSeated)
        goes_on = follows and bool(going_on) and isinstance(event, DealStarted)
        whole = (whole and follows) or begins or goes_on
        if not whole:
            continue
        try:
            moved = map_positions(event, names.__getitem__)
        except KeyError:
            continue  # it amends a lost event
        names[row.position] = len(going_on)
        going_on.append((row.position, moved, row.time))
    return going_on


def replace_unreadable(path: Path, mend: bool = True) -> Journal:
    """Moves an unreadable journal aside, and opens a new one with the events that can still be read; none unless
    *mend*.

    :raises JournalError: if that is not possible either.
    """
    events, times = readable_events(path) if mend else ([], [])
    exchange_journal(
        path, [Row.of(place, time, event) for place, (event, time) in enumerate(zip(events, times, strict=True))]
    )
    return Journal(path)


def truncate_journal(path: Path, position: int) -> Journal:
    """Moves a journal aside, and opens a new one with its rows before *position*.

    :raises JournalError: if that is not possible.
    """
    try:
        with open_content(path) as content:
            rows = [row for row in content.rows() if row.position < position]
    except OSError as error:
        raise JournalError(error_text(f"move journal {path} away", error)) from error
    exchange_journal(path, rows)
    return Journal(path)


def exchange_journal(path: Path, rows: Sequence[Row]) -> None:
    """Replaces a journal by one of these rows, or by none; it is kept beside it.

    :raises JournalError: if that is not possible.
    """
    try:
        with closing(WriterLock(path)):
            replace_journal(path, encode_journal(rows))
    except OSError as error:
        raise JournalError(error_text(f"move journal {path} away", error)) from error


BATCH_ROWS = 200
"""Some milliseconds of work on a Zero 2 W."""


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


def damaged_evenings(journal: Path, rest: Callable[[], None]) -> dict[str, str]:
    """Returns the evenings with a damaged or missing row, by name, each with its fault; *rest* is called after each
    batch.

    The journal may be written meanwhile.

    :raises ValueError: if it cannot be read at all.
    :raises OSError: likewise.
    """
    found: dict[str, str] = {}
    name, expected = "", 0
    with open_content(journal) as content:
        if content.fault:
            raise ValueError(content.fault)
        for number, row in enumerate(content.rows(), 1):
            if row.position > expected:
                found.setdefault(name or UNNAMED_EVENING, f"events {expected} to {row.position - 1} are lost")
            expected = max(expected, row.position + 1)
            name = row.evening_name or name
            fault = _fault(row)
            if fault:
                found.setdefault(name or UNNAMED_EVENING, fault)
            if number % BATCH_ROWS == 0:
                rest()
    return found


def _fault(row: Row) -> str:
    """Returns the fault of a row; only rows of versions without checksums need more than their checksum."""
    if row.checksum is not None and row.is_intact:
        return ""
    try:
        row.read()
    except ValueError as error:
        return str(error)
    return ""


def salvage(journal: Path) -> Salvage:
    """Returns what can be recovered, without writing anything.

    :raises OSError: if the journal cannot be opened.
    """
    with open_content(journal) as content:
        every = list(content.rows())
        is_whole = not content.fault
    found = _readable(every)
    here = set(found)
    for backup in backups(backup_folder(journal), journal):
        _add_missing(found, backup)
    end = max([*found, *(row.position for row in every if row.position < len(every))], default=-1) + 1
    going_on = consecutive_events(found[position] for position in sorted(found))
    present = {position for position, _, _ in going_on}
    rows = tuple(Row.of(place, time, event) for place, (_, event, time) in enumerate(going_on))
    is_needed = not (is_whole and len(every) == len(here) == len(rows) and here == set(range(len(rows))))
    return Salvage(rows, len(_evenings(found, present)), _damaged_evenings(found, here, present, end), is_needed)


def _readable(rows: Sequence[Row]) -> dict[int, Row]:
    """Returns the rows that can be read, by position."""
    found: dict[int, Row] = {}
    for row in rows:
        if not _fault(row):
            found.setdefault(row.position, row)
    return found


def _add_missing(found: dict[int, Row], backup: Path) -> None:
    """Adds the rows that only the backup has, unless it is of another journal, or of this one before it was mended."""
    try:
        with open_content(backup) as content:
            rows = _readable(list(content.rows())) if not content.fault else {}
    except OSError:
        return
    if all(rows[position][:4] == row[:4] for position, row in found.items() if position in rows):
        for position, row in rows.items():
            found.setdefault(position, row)


def _evenings(found: dict[int, Row], positions: set[int]) -> dict[int, str]:
    """Returns the names of the evenings that begin at these positions."""
    names = {position: found[position].evening_name for position in sorted(positions)}
    return {position: name for position, name in names.items() if name}


def _damaged_evenings(found: dict[int, Row], here: set[int], present: set[int], end: int) -> tuple[DamagedEvening, ...]:
    borders = _evenings(found, set(found))
    starts: Sequence[int] = sorted({0, *borders})
    in_order = sorted(present)
    damaged = []
    for start, following in zip(starts, [*starts[1:], max(end, starts[-1])], strict=True):
        inside = in_order[bisect_left(in_order, start) : bisect_left(in_order, following)]
        lost = following - start - len(inside)
        from_backup = sum(1 for position in inside if position not in here)
        if lost or from_backup:
            damaged.append(DamagedEvening(borders.get(start, UNNAMED_EVENING), lost, from_backup))
    return tuple(damaged)
