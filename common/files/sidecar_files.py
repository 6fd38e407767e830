"""Small files beside a journal: the lock of its one writer, and the high-water mark of its acknowledged events.

The lock is advisory, lets one program at a time write a file, and ends with the process. Only something outside the
journal can tell that its end is missing, or that it is an older copy: that is the mark. It is written in place after
each event, and the kernel is asked to begin writing it (`POSIX_FADV_DONTNEED`) without waiting: the flush of the next
event takes it along. So it costs no second flush of the card a press, and after a power cut it lags behind by the last
event or none.
"""

import os
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, Self

from common.files.durable_files import BINARY, give_to_folder_owner, write_at, write_owned
from common.files.user_files import read_bounded

fcntl: Any
try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

UNIT = Path("/etc/systemd/system/kiebitz.service")
LOCKED_BYTE = 1 << 30
"""The place of the byte that is locked on Windows, which lets nobody read what is locked."""


def how_to_stop() -> str:
    """Returns how a person ends a Kiebitz that runs here: the unit of a board, or the program in a terminal."""
    return "systemctl stop kiebitz" if UNIT.exists() else "press Q in its terminal"


class FileInUse(OSError):
    """Raised if another program holds the lock; the message says which."""


class WriterLock:
    """Held from when it is made until it is closed."""

    def __init__(self, guarded: Path) -> None:
        """:raises FileInUse: if another program writes the *guarded* file.
        :raises OSError: if the lock file cannot be made.
        """
        path = guarded.with_name(f"{guarded.name}.lock")
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            give_to_folder_owner(path)
            self._lock()
        except BlockingIOError:
            os.lseek(self._file, 0, os.SEEK_SET)
            holder = os.read(self._file, 32).decode(errors="replace").strip()
            os.close(self._file)
            raise FileInUse(
                f"another Kiebitz writes to {guarded} (process {holder or 'unknown'}), expected to be the only "
                f"one: stop the other one ({how_to_stop()})"
            ) from None
        except OSError:
            os.close(self._file)
            raise
        with suppress(OSError):  # a full disk: the number is only for the message
            write_at(self._file, f"{os.getpid():<20}\n".encode(), 0)

    def _lock(self) -> None:
        """:raises BlockingIOError: if another program holds the lock."""
        if fcntl is not None:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        import msvcrt

        windows: Any = msvcrt
        os.lseek(self._file, LOCKED_BYTE, os.SEEK_SET)
        try:
            windows.locking(self._file, windows.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError from error

    def close(self) -> None:
        os.close(self._file)


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

    @classmethod
    def decode(cls, content: bytes, slot: int) -> Self | None:
        line = content.partition(b"\n")[0]
        try:
            _, _, journal, acknowledged, checksum, _ = line.split(b" ")
            mark = cls(int(journal, 16), int(acknowledged), int(checksum, 16))
        except ValueError:
            return None
        return mark if mark.encode(slot) == line + b"\n" else None


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
    marks = [Mark.decode(content[slot * _SLOT_BYTES :][:_SLOT_BYTES], slot) for slot in (0, 1)]
    readable = [mark for mark in marks if mark is not None]
    return max(readable, key=lambda mark: mark.acknowledged) if len(readable) == len(marks) else None


class MarkWriter:
    """Writes the mark of one journal. Close it."""

    def __init__(self, journal: Path, mark: Mark) -> None:
        """Writes *mark* whole, unless it is there already.

        :raises OSError: if it cannot be written.
        """
        self.journal = mark.journal
        file = mark_file(journal)
        if read_mark(journal) != mark:
            write_owned(file, b"".join(mark.encode(slot).ljust(_SLOT_BYTES, b"\0") for slot in (0, 1)))
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
