"""Finds the damage in a journal, and replaces it by what can still be read.

A copy of a replaced journal is kept. A journal is replaced by one rename of a complete file, so a power cut at any
moment leaves one of them whole.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from pathlib import Path

from common.files.sidecar_files import WriterLock
from device.storage.journal import Journal, JournalError
from device.storage.journal_content import open_content
from device.storage.journal_format import UNNAMED_EVENING, Row, encode_journal
from device.storage.recorded_events import error_text, renumber, replace_journal
from engine.events import DealStarted, EveningStarted, Event, GameStarted, PlayersSeated


def readable_events(path: Path) -> tuple[list[Event], list[float]]:
    """Returns the events that can still be read, and their times, without those that refer to lost events.

    :raises OSError: if the file cannot be read.
    """
    with open_content(path) as content:
        stays = consecutive_events(content.rows())
    return [event for _, event, _ in stays], [time for _, _, time in stays]


def consecutive_events(rows: Iterable[Row]) -> list[tuple[int, Event, float]]:
    """Returns the events that can be replayed in order, each with its original position and its time.

    A deal with a lost event ends before that event, and replay continues with the next deal; or with the next game if
    the deal before is lost too, since it may belong to another game.
    """
    stays: list[tuple[int, Event, float]] = []
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
        goes_on = follows and bool(stays) and isinstance(event, DealStarted)
        whole = (whole and follows) or begins or goes_on
        if whole:
            stays.append((row.position, event, row.time))
    return renumber(stays)


def replace_unreadable(path: Path) -> Journal:
    """Moves an unreadable journal aside, and opens a new one with the events that can still be read.

    :raises JournalError: if that is not possible either.
    """
    events, times = readable_events(path)
    exchange_journal(
        path, [Row.of(place, time, event) for place, (event, time) in enumerate(zip(events, times, strict=True))]
    )
    return Journal(path)


def truncate_journal(path: Path, position: int) -> Journal:
    """Moves a journal aside, and opens a new one with its rows before *position*; for 0 it is not read.

    :raises JournalError: if that is not possible.
    """
    rows: list[Row] = []
    if position:
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
            fault = fault_of(row)
            if fault:
                found.setdefault(name or UNNAMED_EVENING, fault)
            if number % BATCH_ROWS == 0:
                rest()
    return found


def fault_of(row: Row) -> str:
    """Returns the fault of a row; only rows of versions without checksums need more than their checksum."""
    if row.checksum is not None and row.is_intact:
        return ""
    try:
        row.read()
    except ValueError as error:
        return str(error)
    return ""
