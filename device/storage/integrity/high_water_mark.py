"""The high-water mark: a small file beside the journal that says how many events were acknowledged.

Damage to the write-ahead log looks to SQLite like a log that ends earlier; only something outside the database can
tell that events are missing.

The mark is written in place after each event, and the kernel is asked to begin writing it (`POSIX_FADV_DONTNEED`)
without waiting: the flush of the next event takes it along. So it costs no second flush of the card a press, and after
a power cut it lags behind by the last event or none.
"""

from __future__ import annotations

import os
import zlib
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from device.files.atomic_files import hand_over, write_whole
from device.files.bounded_read import read_small

if TYPE_CHECKING:
    from pathlib import Path

_SLOT = 4096
"""Bytes from one record to the other; they are written in turn, so that a torn one leaves the one before."""
_LARGEST = 4 * _SLOT


class Mark(NamedTuple):
    journal: int
    """The id of the journal that it belongs to; a journal written anew has another one."""
    acknowledged: int
    """How many events were acknowledged."""
    checksum: int
    """Of the row of the last of them."""

    def encode(self) -> bytes:
        text = f"kiebitz-mark 1 {self.journal:08x} {self.acknowledged:010d} {self.checksum:08x}".encode()
        return text + f" {zlib.crc32(text):08x}\n".encode()


def mark_file(journal: Path) -> Path:
    return journal.with_name(f"{journal.name}.mark")


def read_mark(journal: Path) -> Mark | None:
    """Returns the newest mark of a journal that can be read; None if there is none.

    :raises OSError: if the file is there and cannot be read.
    """
    try:
        content = read_small(mark_file(journal), _LARGEST)
    except (FileNotFoundError, ValueError):
        return None
    marks = [_decoded(content[first : first + _SLOT]) for first in (0, _SLOT)]
    return max((mark for mark in marks if mark is not None), key=lambda mark: mark.acknowledged, default=None)


def _decoded(slot: bytes) -> Mark | None:
    line = slot.partition(b"\n")[0]
    try:
        _, _, journal, count, checksum, _ = line.split(b" ")
        mark = Mark(int(journal, 16), int(count), int(checksum, 16))
    except ValueError:
        return None
    return mark if mark.encode() == line + b"\n" else None


class MarkWriter:
    """Writes the mark of one journal. Close it."""

    def __init__(self, journal: Path, mark: Mark) -> None:
        """Writes *mark* whole, unless it is there already.

        :raises OSError: if it cannot be written.
        """
        self._journal = mark.journal
        file = mark_file(journal)
        if read_mark(journal) != mark:
            record = mark.encode().ljust(_SLOT, b"\0")
            write_whole(file, record + record)
            hand_over(file)
        self._file = os.open(file, os.O_WRONLY)

    def note(self, count: int, checksum: int) -> None:
        """Says that the event is stored which makes them *count*; what cannot be written is left to the next time."""
        record, place = Mark(self._journal, count, checksum).encode(), count % 2 * _SLOT
        with suppress(OSError):
            os.pwrite(self._file, record, place)
            if hasattr(os, "posix_fadvise"):
                os.posix_fadvise(self._file, place, len(record), os.POSIX_FADV_DONTNEED)

    def close(self) -> None:
        os.close(self._file)
