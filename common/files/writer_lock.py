"""An advisory lock on a file beside another, so that one program at a time writes that; it ends with the process."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from common.files.durable_files import give_to_folder_owner, write_at

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
