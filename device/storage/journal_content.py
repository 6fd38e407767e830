"""Reads the file of a journal, which another program may be writing: nothing is written, and nobody waits.

The file begins with a line that names the format, its version and the id of the journal; each further line is of
`journal_format`. A line at the end that has no line break yet is being written, or was torn off by a power cut.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import msgspec

from common.files.sidecar_files import Mark
from device.storage.journal_format import SQLITE_MAGIC, VERSION, Header, Row, decode_line, encode_header

_MAX_LINE_BYTES = 1 << 20
"""Bytes of a line; one takes some hundred."""
_BLOCK_BYTES = 1 << 16
_NEAR_BYTES = 1 << 10
"""Bytes, some lines, that are read one after the other to find a position."""


@contextmanager
def open_content(path: Path) -> Iterator[JournalContent]:
    """Opens a journal to read it as it is now; a missing file is an empty one.

    :raises OSError: if it cannot be read.
    """
    try:
        file = path.open("rb")
    except FileNotFoundError:
        yield JournalContent(io.BytesIO())
        return
    with file:
        if file.read(len(SQLITE_MAGIC)) != SQLITE_MAGIC:
            yield JournalContent(file)
            return
    from device.storage.earlier_journal import read_earlier_journal

    content, fault = read_earlier_journal(path)
    yield JournalContent(io.BytesIO(content), fault, is_earlier=True)


class JournalContent:
    """The content of a journal at the moment when this was made."""

    def __init__(self, file: BinaryIO, fault: str = "", is_earlier: bool = False) -> None:
        self._file = file
        self.is_earlier = is_earlier
        """Whether the file is of an earlier version, and was converted in memory."""
        self.end = file.seek(0, os.SEEK_END)
        """The bytes up to the last row; what lies behind was never acknowledged."""
        self.is_newer = False
        """Whether a newer Kiebitz has written it."""
        head_fault, self.id, self._first = self._read_header() if self.end else ("", 0, 0)
        self.fault = fault or head_fault
        """Why the file is no journal of this program, or a damaged one; empty if it is one."""
        place, tail = next(self._lines_backwards(), (0, b""))
        self.lacks_line_break = bool(tail)
        if tail and not _are_intact(decode_line(tail, 0)):
            self.end, self.lacks_line_break = place, False

    def _read_header(self) -> tuple[str, int, int]:
        """Returns the fault of the first line, the id, and where the rows begin."""
        self._file.seek(0)
        line = self._file.readline(_MAX_LINE_BYTES)
        try:
            header = msgspec.json.decode(line, type=Header)
            journal_id = int(header.journal, 16)
        except ValueError:
            is_row = line.startswith(b"[[")
            return "its first line is damaged, or it is no journal", 0, 0 if is_row else len(line)
        if header.kiebitz > VERSION:
            self.is_newer = True
            fault = f"it has version {header.kiebitz}, expected at most {VERSION}: update Kiebitz to read it"
            return fault, 0, len(line)
        is_ours = line == encode_header(journal_id)
        return "" if is_ours else "its first line is damaged", journal_id, len(line)

    @property
    def is_empty(self) -> bool:
        return not self.end

    @property
    def is_foreign(self) -> bool:
        """Whether it has a fault and no row that can be read, or is of a newer version."""
        return self.is_newer or (bool(self.fault) and not any(row.is_intact for row in self.rows()))

    def missing_events(self, mark: Mark | None, mark_file: Path) -> str:
        """Returns why events must be missing, by the journal's mark in its file; empty if none are."""
        if self.is_empty and not self.fault:
            if mark is None:
                return "it is gone or empty, and its mark is damaged" if mark_file.exists() else ""
            return f"it is gone or empty, expected {mark.acknowledged} events" if mark.acknowledged else ""
        if not self.id:  # written anew, or a head that cannot be read
            return ""
        if mark is None:
            return f"its mark {mark_file.name} is gone or damaged, so that nobody can tell how many it had"
        if mark.journal != self.id:
            return f"its mark {mark_file.name} belongs to another journal"
        count, acknowledged = self.count, mark.acknowledged
        if count < acknowledged:
            return f"it holds {count} events, expected {acknowledged}"
        last = self.row(acknowledged - 1) if acknowledged else None
        if acknowledged and (last is None or last.checksum_of_mark != mark.checksum):
            return f"event {acknowledged - 1} is not the one that was stored last"
        return ""

    @property
    def count(self) -> int:
        """The number of events, including damaged ones at the end."""
        damaged = 0
        for row in self.rows_backwards():
            if row.is_intact:
                return row.position + 1 + damaged
            damaged += 1
        return damaged

    def drop_unacknowledged(self, acknowledged: int) -> None:
        """Leaves out a damaged line at the end if it lies behind so many events: a power cut tore it."""
        lines = (found for found in self._lines_backwards() if found[1])
        place, last = next(lines, (0, b""))
        if last and not _are_intact(decode_line(last, 0)):
            end, self.end = self.end, place
            before = next(self.rows_backwards(), None)
            if before is None or not before.is_intact or before.position + 1 < acknowledged:
                self.end = end

    def rows(self, start: int = 0) -> Iterator[Row]:
        """Yields the rows from position *start* on, damaged ones too."""
        place, position = self._find_place(start)
        self._file.seek(place)
        while place < self.end:
            line = self._file.readline(min(_MAX_LINE_BYTES, self.end - place))
            place += len(line)
            for row in decode_line(line, position):
                position = (row.position if row.position == position or row.is_intact else position) + 1
                if position > start:
                    yield row
            self._file.seek(place)

    def row(self, position: int) -> Row | None:
        """Returns the row at a position, if there is one that is intact."""
        return next((row for row in self.rows(position) if row.position == position and row.is_intact), None)

    def rows_backwards(self, *needles: bytes) -> Iterator[Row]:
        """Yields the rows from the last to the first; with *needles*, only those of lines that contain one of them."""
        for _, line in self._lines_backwards():
            if line and (not needles or any(needle in line for needle in needles)):
                yield from reversed(decode_line(line, 0))

    def digest(self, start: int, end: int) -> str:
        """Returns a digest of the bytes from *start* up to *end*."""
        self._file.seek(start)
        from hashlib import blake2b  # loads OpenSSL, 3.5 MiB

        return blake2b(self._file.read(max(0, min(end, self.end) - start)), digest_size=16).hexdigest()

    def place_of(self, position: int) -> int:
        """Returns the byte after the last intact line before *position*."""
        return self._find_place(position)[0]

    def _find_place(self, position: int) -> tuple[int, int]:
        """Returns the end of the last intact line before *position*, and the position that is expected there."""
        low, high = self._first, self.end
        while high - low > _NEAR_BYTES:
            middle = (low + high) // 2
            self._file.seek(middle)
            self._file.readline(_MAX_LINE_BYTES)  # to the beginning of a line
            place, found = self._next_intact(high)
            if found is None or found.position >= position:
                high = middle
            else:
                low = place
        self._file.seek(low)
        place, expected = low, 0
        while True:
            _, found = self._next_intact(self.end)
            if found is None or found.position >= position:
                return place, expected
            place, expected = self._file.tell(), found.position + 1

    def _next_intact(self, high: int) -> tuple[int, Row | None]:
        """Returns the next line before *high* whose rows are intact: where it begins, and its last row."""
        while (place := self._file.tell()) < high:
            rows = decode_line(self._file.readline(min(_MAX_LINE_BYTES, self.end - place)), 0)
            if _are_intact(rows):
                return place, rows[-1]
        return self.end, None

    def _lines_backwards(self) -> Iterator[tuple[int, bytes]]:
        """Yields the lines with their places from the last to the first, first what follows the last line break."""
        place, rest = self.end, b""
        while place > self._first:
            begin = max(self._first, place - _BLOCK_BYTES)
            self._file.seek(begin)
            lines = (self._file.read(place - begin) + rest).split(b"\n")
            at = begin + sum(map(len, lines)) + len(lines)
            for line in reversed(lines[1:]):
                at -= len(line) + 1
                yield at, line
            place, rest = begin, lines[0]
            if len(rest) > _MAX_LINE_BYTES:
                yield begin, rest
                rest = b""
        if rest:
            yield self._first, rest


def _are_intact(rows: Sequence[Row]) -> bool:
    return all(row.is_intact for row in rows)
