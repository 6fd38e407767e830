"""The format of the journal's file: a first line that names it, and rows, each with an event, its time and a checksum.

Files of earlier versions are recognised by their beginning. A line holds what was stored at once, as a JSON array of
rows: `[[17,1795636800.5,{"event":"trick_gathered"},91263]]`, or `[[17,1795636800.5,{…},91263,"phone player"],[18,…]]`.
So a line that is torn off loses all of it or nothing.
"""

import math
import zlib
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, Self

import msgspec

from engine.codec import from_line, to_line
from engine.events import EveningStarted, Event

UNNAMED_EVENING = "without a name"
"""The name of an evening whose name and day are lost."""
_EVENING_PREFIX = '{"event":"evening_started"'
_DAMAGED = -1
"""A checksum that no row has."""


class Row(NamedTuple):
    """A row as stored: positions are counted from the first event of the journal."""

    position: int
    time: float
    event: str
    checksum: int | None
    """None if the row was written by a version without checksums."""
    mark: str = ""
    """Who entered it, if that was a phone, or which pairing of a tournament it begins."""

    @classmethod
    def of(cls, position: int, time: float, event: Event, mark: str = "") -> Self:
        row = cls(position, float(time), to_line(event), None, mark)
        return row._replace(checksum=row.expected_checksum)

    @classmethod
    def damaged(cls, position: int, text: str) -> Self:
        """Returns the row for a line or a value that is none; *text* is what of the event can be read."""
        return cls(position, math.nan, text, _DAMAGED)

    def moved_to(self, position: int) -> Self:
        """Returns the row at another position; a wrong checksum stays wrong."""
        moved = self._replace(position=position)
        if self.checksum is None:
            return moved
        return moved._replace(checksum=moved.expected_checksum ^ int(self.checksum != self.expected_checksum))

    @property
    def expected_checksum(self) -> int:
        text = f"{self.position} {self.time!r} {self.event}{self.mark and f' {self.mark}'}"
        return zlib.crc32(text.encode(errors="replace"))

    @property
    def checksum_of_mark(self) -> int:
        """The checksum for the mark: that of earlier versions, which did not count who entered the event."""
        return self._replace(mark="").expected_checksum

    @property
    def is_intact(self) -> bool:
        """Whether its checksum is right, or it has none."""
        return self.checksum is None or self.checksum == self.expected_checksum

    @property
    def begins_evening(self) -> bool:
        """Whether an evening begins with it, as far as its text shows, which may be damaged further on."""
        return self.event.startswith(_EVENING_PREFIX)

    @property
    def evening_name(self) -> str:
        """The name of the evening that begins with this row, or the day on which it did; empty for other rows."""
        if not self.begins_evening:
            return ""
        try:
            event = from_line(self.event)
        except ValueError:
            return UNNAMED_EVENING
        name = event.name if isinstance(event, EveningStarted) else ""
        return name or day_of(self.time) or UNNAMED_EVENING

    def read(self) -> Event:
        """:raises ValueError: if the checksum is wrong, or the text is no event."""
        if not self.is_intact:
            raise ValueError(f"event {self.position}: got another checksum than expected, it is damaged")
        try:
            return from_line(self.event)
        except ValueError as error:
            raise ValueError(f"event {self.position}: {error}") from error

    def encode(self) -> bytes:
        """Returns the row as it is stored in a line."""
        time = repr(self.time) if math.isfinite(self.time) else "null"
        is_whole = self.checksum == self.expected_checksum  # then Kiebitz itself has written the text
        event = self.event if is_whole else msgspec.json.encode(self.event.encode(errors="replace").decode()).decode()
        checksum = "null" if self.checksum is None else self.checksum
        mark = f",{msgspec.json.encode(self.mark).decode()}" if self.mark else ""
        return f"[{self.position},{time},{event},{checksum}{mark}]".encode()


class _StoredRow(msgspec.Struct, array_like=True):
    position: int
    time: float | None
    event: msgspec.Raw
    """The event, or its text if that is damaged."""
    checksum: int | None
    mark: str = ""

    def restore(self) -> Row:
        text = bytes(self.event).decode()
        if text.startswith('"'):
            text = msgspec.json.decode(text, type=str)
        return Row(self.position, math.nan if self.time is None else self.time, text, self.checksum, self.mark)


_LINE = msgspec.json.Decoder(list[_StoredRow])


def encode_line(rows: Iterable[Row]) -> bytes:
    """Returns the line for rows that are stored at once."""
    return b"[" + b",".join(row.encode() for row in rows) + b"]\n"


def decode_line(line: bytes, position: int) -> list[Row]:
    """Returns the rows of a line, of which the first is expected at *position*; damaged ones have a wrong checksum."""
    try:
        rows = [stored.restore() for stored in _LINE.decode(line)]
    except (msgspec.MsgspecError, UnicodeDecodeError):
        rows = []
    if not rows:
        text = line.decode(errors="replace").partition("{")
        return [Row.damaged(position, "".join(text[1:]))]
    if all(row.is_intact for row in rows):
        return rows
    expected = (row._replace(position=position + place) for place, row in enumerate(rows))
    # A damaged position is mended: the checksum was made for the right one.
    return [row if row.is_intact or not moved.is_intact else moved for row, moved in zip(rows, expected, strict=True)]


def day_of(time: float) -> str:
    """Returns the local day of a stored time, such as 2026-11-25; empty for a damaged time that is on no day."""
    try:
        return datetime.fromtimestamp(time).date().isoformat()
    except (ValueError, OverflowError, OSError):
        return ""


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
