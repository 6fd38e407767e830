"""The limits of the web pages, in one place: phones, connections, requests, and how much they send.

A page of a table is for a room of a pub, that of a hall is tested with 600 phones at 500 tables; `hall.limits` has the
size of a tournament, and the limits of what its tables send.
"""

from __future__ import annotations

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
