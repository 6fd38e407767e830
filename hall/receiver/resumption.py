"""Collects the events of a match that another device has sent, for the device that takes over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hall.limits import RESUME_PART_BYTES
from hall.receiver.parts import in_parts
from hall.tables.match_record import match_events
from link.messages import ResumePart

if TYPE_CHECKING:
    from hall.storage.table_events import TableEvents
    from link.messages import PairingId


def resume_parts(storage: TableEvents, table: str, pairing: PairingId, own_journal: str) -> list[ResumePart]:
    """Returns the events of the match from the longest journal besides *own_journal*, in parts."""
    found = [
        match_events(storage.of(table, journal), pairing)
        for journal in storage.journals(table)
        if journal != own_journal
    ]
    events = max(found, key=len, default=[])
    parts = in_parts(events, RESUME_PART_BYTES)
    return [ResumePart(pairing, number, len(parts), part) for number, part in enumerate(parts, 1)]
