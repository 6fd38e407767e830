"""The high-water mark: a small file beside a journal that says how many events were acknowledged.

Only something outside the journal can tell that its end is missing, or that it is an older copy.

The mark is written in place after each event, and the kernel is asked to begin writing it (`POSIX_FADV_DONTNEED`)
without waiting: the flush of the next event takes it along. So it costs no second flush of the card a press, and after
a power cut it lags behind by the last event or none.
"""

from __future__ import annotations

import os
import zlib
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from common.files.bounded_read import read_bounded
from common.files.durable_files import BINARY, give_to_folder_owner, write_at, write_atomically

_SLOT_BYTES = 4096
"""Bytes of each of the two records. They are written in turn, as two blocks of the card, so that the event before the
last is known even if a write is torn."""
_MAX_BYTES = 4 * _SLOT_BYTES


class Mark(NamedTuple):
    journal: int
    """The id of the journal that it belongs to; a journal written anew has another one."""
    acknowledged: int
    """The number of acknowledged events."""
    checksum: int
    """The checksum of the row of the last acknowledged event."""

    def encode(self, slot: int) -> bytes:
        text = f"kiebitz-mark {slot} {self.journal:08x} {self.acknowledged:010d} {self.checksum:08x}".encode()
        return text + f" {zlib.crc32(text):08x}\n".encode()


def mark_file(journal: Path) -> Path:
    return journal.with_name(f"{journal.name}.mark")


def read_mark(journal: Path) -> Mark | None:
    """Returns the mark of a journal; None if there is none, or one of its records is damaged: it may be the newer one.

    :raises OSError: if the file is there and cannot be read.
    """
    try:
        content = read_bounded(mark_file(journal), _MAX_BYTES)
    except (FileNotFoundError, ValueError):
        return None
    marks = [_decode(content[slot * _SLOT_BYTES :][:_SLOT_BYTES], slot) for slot in (0, 1)]
    readable = [mark for mark in marks if mark is not None]
    return max(readable, key=lambda mark: mark.acknowledged) if len(readable) == len(marks) else None


def _decode(content: bytes, slot: int) -> Mark | None:
    line = content.partition(b"\n")[0]
    try:
        _, _, journal, acknowledged, checksum, _ = line.split(b" ")
        mark = Mark(int(journal, 16), int(acknowledged), int(checksum, 16))
    except ValueError:
        return None
    return mark if mark.encode(slot) == line + b"\n" else None


class MarkWriter:
    """Writes the mark of one journal. Close it."""

    def __init__(self, journal: Path, mark: Mark) -> None:
        """Writes *mark* whole, unless it is there already.

        :raises OSError: if it cannot be written.
        """
        self.journal = mark.journal
        file = mark_file(journal)
        if read_mark(journal) != mark:
            write_atomically(file, b"".join(mark.encode(slot).ljust(_SLOT_BYTES, b"\0") for slot in (0, 1)))
            give_to_folder_owner(file)
        self._file = os.open(file, os.O_WRONLY | BINARY)

    def note(self, count: int, checksum: int) -> None:
        """Records that *count* events are stored; a mark that cannot be written now is written with the next event."""
        slot = count % 2
        record, place = Mark(self.journal, count, checksum).encode(slot), slot * _SLOT_BYTES
        with suppress(OSError):
            write_at(self._file, record, place)
            if hasattr(os, "posix_fadvise"):
                os.posix_fadvise(self._file, place, len(record), os.POSIX_FADV_DONTNEED)

    def close(self) -> None:
        os.close(self._file)
