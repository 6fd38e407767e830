"""kiebitz salvage: mends a damaged journal."""

from __future__ import annotations

import argparse
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cli.keyboard import is_wanted
from cli.probes import refuse_while_running
from common.errors import CommandError
from common.files.paths import journal_file
from device.storage.daily_backup import backup_folder, backups
from device.storage.journal_content import open_content
from device.storage.journal_format import OTHER_PROGRAM, UNNAMED_EVENING, Row
from device.storage.journal_repair import consecutive_events, exchange_journal, fault_of


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("journal", nargs="?", type=Path, metavar="JOURNAL", help="by default the table's own")
    parser.add_argument("--yes", action="store_true", help="mend it without asking")


def run(arguments: argparse.Namespace) -> int:
    """Returns 1 if there is something to mend and the answer was no.

    :raises CommandError: while Kiebitz runs, for a file without any event, or if nobody can be asked.
    :raises JournalError: if the mended journal cannot be written.
    """
    path = arguments.journal or journal_file()
    refuse_while_running()
    if not path.is_file():
        raise CommandError(f"got no journal at {path}, expected a file that kiebitz run has written")
    with open_content(path) as content:
        is_foreign = content.is_newer or content.fault.startswith(OTHER_PROGRAM)
    if is_foreign:
        raise CommandError(f"got {path} of another program or of a newer Kiebitz, expected a journal: it is left alone")
    found = salvage(path)
    if not found.rows:
        raise CommandError(f"got {path} without any event that can be read, expected some: restore a backup instead")
    if not found.is_needed:
        print(
            f"{path}: nothing is damaged, {_count(found.evenings, 'evening')} with {_count(len(found.rows), 'event')}"
        )
        return 0
    print(f"{path}: {_count(found.evenings, 'evening')} with {_count(len(found.rows), 'event')} can be kept")
    for evening in found.damaged:
        parts = []
        if evening.lost:
            parts.append(f"{evening.lost} events are lost, and with them the deals in which they were")
        if evening.from_backup:
            parts.append(f"{evening.from_backup} events are taken from a backup")
        print(f"  evening {evening.name}: {'; '.join(parts)}")
    if not (arguments.yes or is_wanted("Mend it?", "--yes to mend the journal")):
        print("nothing was changed")
        return 1
    exchange_journal(path, found.rows)
    print(f"{path} is mended; the damaged one is kept beside it as {path.name}.broken-…")
    return 0


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


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
    evenings: int
    """Number of evenings kept, complete or in part."""
    damaged: tuple[DamagedEvening, ...]
    is_needed: bool
    """Whether the journal cannot be read as it is, or lacks something."""


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
        try:
            with open_content(backup) as content:
                copied = _readable(list(content.rows())) if not content.fault else {}
        except OSError:
            continue
        # Not from the backup of another journal, or of this one before it was mended.
        if all(copied[position][:4] == row[:4] for position, row in found.items() if position in copied):
            found = copied | found
    end = max([*found, *(row.position for row in every if row.position < len(every))], default=-1) + 1
    going_on = consecutive_events(found[position] for position in sorted(found))
    present = {position for position, _, _ in going_on}
    rows = tuple(Row.of(place, time, event) for place, (_, event, time) in enumerate(going_on))
    is_needed = not (is_whole and len(every) == len(here) == len(rows) and here == set(range(len(rows))))
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
    return Salvage(rows, len(_evenings(found, present)), tuple(damaged), is_needed)


def _readable(rows: Sequence[Row]) -> dict[int, Row]:
    """Returns the rows that can be read, by position."""
    found: dict[int, Row] = {}
    for row in rows:
        if not fault_of(row):
            found.setdefault(row.position, row)
    return found


def _evenings(found: dict[int, Row], positions: set[int]) -> dict[int, str]:
    """Returns the names of the evenings that begin at these positions."""
    names = {position: found[position].evening_name for position in sorted(positions)}
    return {position: name for position, name in names.items() if name}
