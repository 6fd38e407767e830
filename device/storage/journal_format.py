"""The format of a journal's file: its first line, and how a file of an earlier version is told."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from device.storage.event_rows import Row, encode_line

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


VERSION = 3
"""Versions 1 and 2 were databases (`earlier_journal`)."""
JOURNAL_START = b'{"journal":"'
"""The bytes before the eight digits of the id."""
SQLITE_MAGIC = b"SQLite format 3\0"
OTHER_PROGRAM = "it is another program's database"
"""How the fault of a file begins that no Kiebitz has written."""
_ID_BYTES = slice(68, 72)
"""The bytes of a SQLite database with its application id (https://www.sqlite.org/fileformat2.html#application_id)."""


class Header(msgspec.Struct, frozen=True):
    journal: str
    kiebitz: int


def encode_header(journal_id: int) -> bytes:
    return f'{{"journal":"{journal_id:08x}","kiebitz":{VERSION}}}\n'.encode()


def encode_journal(rows: Iterable[Row], journal_id: int = 0) -> bytes:
    """Returns the content of a journal with these rows; one without an id gets it when it is opened."""
    return encode_header(journal_id) + b"".join(encode_line([row]) for row in rows)


def earlier_journal_id(path: Path) -> int | None:
    """Returns the id of a journal that is a database, as they were; None for all other files."""
    with suppress(OSError), path.open("rb") as file:
        head = file.read(_ID_BYTES.stop)
        if head.startswith(SQLITE_MAGIC):
            return int.from_bytes(head[_ID_BYTES], "big")
    return None
