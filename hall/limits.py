"""The size of the largest tournament, and the limits that follow from it: of entries, messages and journals.

A hall is tested at 500 tables, 1000 pairs with names of 40 letters, and 600 phones, whose limits are in
`web.kit.limits`.
"""

from __future__ import annotations

# A tournament
MAX_TABLES = 999
"""The number of a match in URLs is the round times 1000, plus the table."""
MAX_ENTRIES = 2 * MAX_TABLES
"""Pairs at that many tables."""
MAX_NUMBER = 9999
"""The highest start number, so that it fits on cards and displays."""
MAX_NAMES = 4
"""People of an entry."""
MAX_TITLE_LENGTH = 80
"""Letters."""
MAX_GAMES, MAX_ROUNDS = 200, 200
"""Games or deals of a match, and matches of a tournament."""
MAX_MINUTES = 24 * 60
"""Of a round."""
MAX_POINTS = 9_999
"""Points of a side in a game, or in the account of a match."""
MAX_POINTS_OF_FORMAT = MAX_POINTS + 1

# Messages
MAX_MESSAGE_BYTES = 64 << 10
"""Bytes of the largest message that the broker takes; it disconnects a client that sends a larger one."""
PART_BYTES = 32 << 10
"""Bytes of the lines in a part of the ranking. That of 1000 entries with two names of 40 letters has 120 000."""
RESUME_PART_BYTES = 6 << 10
"""Bytes of the events of a part: the link hands each part to the referee as one line of 8 KiB at most."""
MAX_EVENT_BYTES = 4 << 10
"""Bytes of an event of a table; most have a few hundred."""
MAX_REPORT_BYTES = 32 << 10
"""Bytes of a report of a table: its match of 64 games, and results of 30 earlier ones."""
MAX_JOURNALS = 256
"""Journals of a table that are stored: one for each device that comes, and another after each repair or deletion. All
are acknowledged in one message, with ids of 64 letters in 21 000 bytes."""
MAX_JOURNAL_LETTERS, MAX_MARK_LETTERS = 64, 120
MAX_WAITING = 20_000
"""Events that wait to be stored; further ones are dropped, and their tables send them again."""

# The broker
MAX_CLIENTS = 2 * MAX_TABLES
"""Connections to the broker: a device that is replaced may be connected still."""
MAX_FILES = MAX_CLIENTS + 256
"""Open files of the hall and of its broker; many systems allow 1024 unless a process asks for more."""
MAX_QUEUED = 4 * MAX_TABLES
"""Messages that the broker queues for a slow reader: the hall gets two retained ones of each table when it connects.
Further events are dropped, and the tables send them again."""
