"""The size of the largest tournament, and the limits that follow from it: of messages, connections and journals.

A hall is tested at 500 tables, 1000 pairs with names of 40 letters, and 600 phones.
"""

from __future__ import annotations

MAX_TABLES = 999
"""The number of a match in URLs is the round times 1000, plus the table."""
MAX_ENTRIES = 2 * MAX_TABLES
"""Pairs at that many tables."""
MAX_CLIENTS = 2 * MAX_TABLES
"""Connections to the broker: a device that is replaced may be connected still."""
MAX_FILES = MAX_CLIENTS + 256
"""Open files of the hall and of its broker; many systems allow 1024 unless a process asks for more."""

MAX_MESSAGE_BYTES = 64 << 10
"""Bytes of the largest message that the broker takes; it disconnects a client that sends a larger one."""
PART_BYTES = 32 << 10
"""Bytes of the lines in a part of the ranking. That of 1000 entries with two names of 40 letters has 120 000."""
MAX_EVENT_BYTES = 4 << 10
"""Bytes of an event of a table; most have a few hundred."""
MAX_REPORT_BYTES = 32 << 10
"""Bytes of a report of a table: its match of 64 games, and results of 30 earlier ones."""
MAX_JOURNALS = 256
"""Journals of a table that are stored: one for each device that comes, and another after each repair or deletion. All
are acknowledged in one message, with ids of 64 letters in 21 000 bytes."""
MAX_QUEUED = 4 * MAX_TABLES
"""Messages that the broker queues for a slow reader: the hall gets two retained ones of each table when it connects.
Further events are dropped, and the tables send them again."""
