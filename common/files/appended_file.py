"""A file to which is only appended: what was appended is on the disk, and a write that failed leaves nothing behind."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class AppendedFile:
    """An existing file, open for writing. Close it."""

    def __init__(self, path: Path, length: int | None = None) -> None:
        """*length* are the bytes that stay, by default all; with the first append, the rest is cut off.

        :raises OSError: if it cannot be opened.
        """
        self._path = path
        self._file = os.open(path, os.O_RDWR)
        status = os.fstat(self._file)
        self._identity = status.st_dev, status.st_ino
        self._length = status.st_size if length is None else length
        self._is_torn = self._length != status.st_size

    def append(self, content: bytes) -> None:
        """Returns when *content* is on the disk.

        :raises OSError: if it cannot be written; then the file ends as before, and the call may be repeated.
        """
        try:
            if self._is_torn:
                os.ftruncate(self._file, self._length)
            self._is_torn = True
            if os.pwrite(self._file, content, self._length) < len(content):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(self._file)
        except OSError:
            with suppress(OSError):  # otherwise with the next append
                os.ftruncate(self._file, self._length)
            raise
        self._length += len(content)
        self._is_torn = False

    def overwrite(self, place: int, content: bytes) -> None:
        """Replaces bytes within one block; on return they are on the disk.

        :raises OSError: if they cannot be written.
        """
        os.pwrite(self._file, content, place)
        os.fsync(self._file)

    @property
    def is_moved(self) -> bool:
        """Whether the file was deleted, renamed or replaced since it was opened."""
        try:
            status = self._path.stat()
        except OSError:
            return True
        return (status.st_dev, status.st_ino) != self._identity

    @property
    def content(self) -> bytes:
        """What the open file holds, also after it was deleted.

        :raises OSError: if it cannot be read.
        """
        with os.fdopen(os.dup(self._file), "rb") as file:
            file.seek(0)
            return file.read(self._length)

    def close(self) -> None:
        os.close(self._file)
