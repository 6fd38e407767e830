"""The ledger of a journal; the evenings that have not changed since the last call come from a cache."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from device.storage.evenings import (
    is_start_of_evening,
    join_evenings,
    read_entry,
    read_intact_evenings,
    split_evenings,
)
from device.storage.journal_content import JournalContent, open_content
from device.storage.ledger_cache import Unit, read_units, write_units
from device.storage.recorded_events import refers_to_earlier_events
from engine.amendments import map_positions, shift_positions
from engine.state.ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from device.storage.evenings import RecordedEvening


def ledger_of(journal: Path, tell: Callable[[str], None]) -> Ledger:
    """Returns the ledger of all evenings that can be read; *tell* gets a line about each that is left out.

    :raises JournalError: if there is no journal, or no evening of it can be read.
    :raises ValueError: for an invalid amendment.
    """
    try:
        with open_content(journal) as content:
            if not content.fault:
                units = read_units(journal)
                folding = _LedgerUpdate(content, units)
                ledger = Ledger(tuple(evening for unit in folding.units for evening in unit.evenings))
                if folding.units != units:
                    write_units(journal, folding.units)
                if folding.units:
                    for evening in folding.left_out:
                        tell(f"{journal}: left out the evening {evening.name}: {evening.fault}")
                    return ledger
    except (OSError, ValueError):
        pass  # it is damaged: its rows are read below, without the cache
    return Ledger.of(read_intact_evenings(journal, tell)[0])


class _LedgerUpdate:
    """Folds the units of a journal whose rows have changed, and takes the others from the cache."""

    def __init__(self, content: JournalContent, cached: Sequence[Unit]) -> None:
        self._content = content
        self.left_out: list[RecordedEvening] = []
        self._end = content.count
        valid = [
            unit for unit in cached if unit.end <= self._end and content.digest(unit.start, unit.end) == unit.digest
        ]
        if valid and valid[-1].end < self._end:
            valid.pop()  # the last unit may have got more events
        self.units = self._all_units(valid)

    def _all_units(self, valid: list[Unit]) -> list[Unit]:
        while True:
            borders = [0, *(border for unit in valid for border in (unit.start, unit.end)), self._end]
            ranges = [(start, end) for start, end in zip(borders[::2], borders[1::2], strict=True) if start < end]
            evenings = [self._evenings(start, end) for start, end in ranges]
            reaching = [(first, range_[0]) for range_, (first, _) in zip(ranges, evenings, strict=True)]
            reached = [first for first, start in reaching if first < start]
            if not reached:
                break
            # What amends an earlier evening is judged together with it, and with all in between.
            valid = [unit for unit in valid if unit.end <= min(reached)]
        found = [evening for _, found in evenings for evening in found]
        self.left_out = [evening for evening in found if evening.fault]
        new = []
        for evening in found:
            if evening.entries and not evening.fault:
                start, end = evening.entries[0].position, evening.entries[-1].position + 1
                folded = Ledger.of(join_evenings([evening])[0]).evenings
                new.append(Unit.of(start, end, self._content.digest(start, end), folded))
        return sorted([*valid, *new], key=lambda unit: unit.start)

    def _evenings(self, start: int, end: int) -> tuple[int, list[RecordedEvening]]:
        """Returns the evenings of a range, those that amend one another together, and the first position they need."""
        rows = takewhile(lambda row: row.position < end, self._content.rows(start))
        entries = [read_entry(row) for row in rows]
        evenings = split_evenings(entries, start)
        if (entries[-1].position + 1 if entries else start) < end:
            evenings[-1].fault = evenings[-1].fault or "events at its end are lost"
        first = start - 1 if start and entries and not is_start_of_evening(entries, 0) else start
        groups: list[RecordedEvening] = []
        for evening in evenings:
            needed = _first_needed(evening) if evening.entries else start
            while groups and not groups[-1].fault and not evening.fault and needed < evening.entries[0].position:
                evening.entries[:0] = groups.pop().entries
                needed = _first_needed(evening)
            first = min(first, needed)
            groups.append(evening)
        return max(first, 0), groups


def _first_needed(evening: RecordedEvening) -> int:
    """Returns the first position on which the evening rests: its own, or one that is amended in it, or lies before."""
    start = evening.entries[0].position
    if evening.fault:
        return start
    events = [entry.event for entry in evening.entries if not isinstance(entry.event, str)]
    positions = [start]

    def collect(position: int) -> int:
        positions.append(position)
        return position

    for event in events:
        map_positions(event, collect)
    if refers_to_earlier_events([shift_positions(event, -start) for event in events]):
        positions.append(start - 1)
    return min(positions)
