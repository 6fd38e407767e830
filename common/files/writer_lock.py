"""An advisory lock on a file beside another, so that one program at a time writes that; it ends with the process."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from typing import TYPE_CHECKING

from common.files.durable_files import give_to_folder_owner

if TYPE_CHECKING:
    from pathlib import Path


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
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(self._file, 32, 0).decode(errors="replace").strip()
            os.close(self._file)
            raise FileInUse(
                f"another Kiebitz writes to {guarded} (process {holder or 'unknown'}), expected to be the only "
                "one: stop the other one, such as with systemctl stop kiebitz"
            ) from None
        except OSError:
            os.close(self._file)
            raise
        with suppress(OSError):  # a full disk: the number is only for the message
            os.pwrite(self._file, f"{os.getpid():<20}\n".encode(), 0)

    def close(self) -> None:
        os.close(self._file)
