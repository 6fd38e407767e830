"""An advisory lock on a file beside the journal, so that one program at a time writes it; it ends with the process."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from typing import TYPE_CHECKING

from common.files.atomic_files import give_to_folder_owner

if TYPE_CHECKING:
    from pathlib import Path


class JournalInUse(OSError):
    """Raised if another program holds the lock; the message says which."""


class WriterLock:
    """Held from when it is made until it is closed."""

    def __init__(self, journal: Path) -> None:
        """:raises JournalInUse: if another program writes this journal.
        :raises OSError: if the lock file cannot be made.
        """
        path = journal.with_name(f"{journal.name}.lock")
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            give_to_folder_owner(path)
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(self._file, 32, 0).decode(errors="replace").strip()
            os.close(self._file)
            raise JournalInUse(
                f"another Kiebitz writes to {journal} (process {holder or 'unknown'}), expected to be the only "
                "one: stop the other one, such as with systemctl stop kiebitz"
            ) from None
        except OSError:
            os.close(self._file)
            raise
        with suppress(OSError):  # a full disk: the number is only for the message
            os.pwrite(self._file, f"{os.getpid():<20}\n".encode(), 0)

    def close(self) -> None:
        os.close(self._file)
