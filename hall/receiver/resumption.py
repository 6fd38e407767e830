"""Collects the events of a match that another device has sent, for the device that takes over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from hall.tables.match_record import match_events
from link.messages import ResumePart

if TYPE_CHECKING:
    from hall.storage.table_events import TableEvents
    from link.messages import PairingId, TableEvent

PART_BYTES = 6 << 10
"""Bytes of the events of a part: the link hands each part to the referee as one line of 8 KiB at most."""


def resume_parts(storage: TableEvents, table: str, pairing: PairingId, own_journal: str) -> list[ResumePart]:
    """Returns the events of the match from the longest journal besides *own_journal*, in parts."""
    found = [
        match_events(storage.of(table, journal), pairing)
        for journal in storage.journals(table)
        if journal != own_journal
    ]
    events = max(found, key=len, default=[])
    groups: list[list[TableEvent]] = []
    room = 0
    for event in events:
        size = len(msgspec.json.encode(event)) + 1
        if size > room:
            groups.append([])
            room = PART_BYTES
        groups[-1].append(event)
        room -= size
    return [ResumePart(pairing, number, len(groups), tuple(group)) for number, group in enumerate(groups, 1)]
