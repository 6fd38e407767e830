"""The limits in one table: the largest tournament, what its tables send, and phones, connections and requests of pages.

A page of a table is for a room of a pub; a hall is tested at 500 tables, 1000 pairs with names of 40 letters, and 600
phones.
"""

# A tournament
MAX_TABLES = 999
"""The number of a match in URLs is the round times 1000, plus the table."""
MAX_ENTRIES = 2 * MAX_TABLES
"""Pairs at that many tables."""
MAX_ASKED = 200
"""Entries that ask to be registered and wait for the organiser."""
MAX_NUMBER = 9999
"""The highest start number, so that it fits on cards and displays."""
MAX_TITLE_LENGTH = 80
"""Letters."""
MAX_GAMES, MAX_ROUNDS = 200, 200
"""Games or deals of a match, and matches of a tournament."""
MAX_MINUTES = 24 * 60
"""Of a round."""
MAX_POINTS = 9_999
"""Points of a side in a game, or in the account of a match."""
MAX_FEE_CENTS = 999_999
"""Of an entry."""
MAX_POINTS_OF_FORMAT = MAX_POINTS + 1

MAX_EMBLEM_BYTES, MAX_EMBLEM_PX = 96 << 10, 1024
"""Of the PNG of a club's emblem, which is stored with the tournament."""

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

# Views that are followed
MAX_VIEWERS, MAX_PLAYERS, MAX_OF_TABLE = 40, 56, 60
"""Views of a table: for who has no code, for these and players, for these and the landlord."""
MAX_PHONES = 600
"""Views of a hall for who has no code: those of a hall of 64 tables, and some more."""
MAX_ORGANISERS = 32
"""Views that organisers follow besides those."""
MAX_OF_ONE = 8
"""Views that one address follows without a code: a phone has a tab or two."""
MAX_WIFI_PHONES = 8
"""Phones in the table's own Wi-Fi; the radio of a Pi serves about seven to ten."""
MAX_RENDERED = 128
"""Rendered views that are kept for further phones."""
PING_S = 15.0
"""Seconds of silence after which a comment shows whether the phone is still there."""
SEND_TIMEOUT_S = 20.0
"""Seconds after which a phone that reads nothing is disconnected; its browser reconnects."""
FULL_RETRY_MS = 10_000
"""Milliseconds after which a phone asks again that found no room."""

# Connections
MAX_CONNECTIONS = 200
"""Of a table; for one more, that which rests the longest is let go."""
MAX_CONNECTIONS_OF_HALL = 2 * (MAX_PHONES + MAX_ORGANISERS)
"""A browser keeps some besides that of its view."""
MAX_CONNECTIONS_OF_ONE = 24
"""Connections from one address; a browser opens six, and may have several tabs."""
SPARE_FILES = 128
"""Files that the process may open besides its connections."""
KEEP_ALIVE_S = 30
REQUEST_S = 15.0
"""Seconds without a whole request, or in which nothing of a response is read, after which a connection is let go;
phones connect again by themselves."""

# Requests of one phone
TRIES, TRIES_S = 5, 60.0
"""`TRIES` codes may be tried in `TRIES_S` seconds."""
ENLISTS, ENLISTS_S = 6, 600.0
"""Registrations in advance, and tries of the code for them, in `ENLISTS_S` seconds."""
POSTS, POSTS_OF_ORGANISER, POSTS_S = 30, 60, 10.0
"""Requests in `POSTS_S` seconds; at a busy desk somebody types one each second."""
FETCHES, LANDLORD_FETCHES, FETCHES_S = 6, 30, 60.0
"""Documents in `FETCHES_S` seconds, as making one takes time of the referee; the landlord's phone, which PLAY on the
device has confirmed, may fetch more, as each visit of its view is one."""
MAX_PICTURES, PICTURES_S = 150, 10.0
"""`MAX_PICTURES` pictures may be fetched in `PICTURES_S` seconds."""
MAX_ADDRESSES = MAX_PHONES + MAX_ORGANISERS
"""Maximum number of phones that are counted; the least recently active one is dropped."""

# What they send
MAX_BODY_BYTES = 4 << 10
BODY_S = 10.0
"""Seconds that a phone may take to send a body, which is one packet or a few."""
UPLOAD_PAUSE_S = 15.0
"""Seconds without a part of an upload after which it is given up."""
UPLOAD_BYTES_A_S = 16 << 10
"""Slower uploads are given up as well."""
MIN_PACKED_BYTES, PACKING_LEVEL = 500, 6
"""Answers of this size are compressed."""
