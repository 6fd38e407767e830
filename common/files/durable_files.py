"""Files whose content survives a power cut: replaced as a whole, or only appended to; and copies kept beside them.

A copy is kept before a file is changed or replaced; of a database with its log, too.
"""

import errno
import filecmp
import itertools
import os
import shutil
from contextlib import suppress
from pathlib import Path

IS_WINDOWS = not hasattr(os, "pwrite")
BINARY: int = getattr(os, "O_BINARY", 0)
"""The flag without which Windows changes the ends of lines."""


def write_atomically(path: Path, content: bytes, mode: int | None = None) -> None:
    """Writes a file so that a reader gets the old or the new content, also after a power cut.

    *mode* are its permissions, by default the usual ones.

    :raises OSError: if it cannot be written; then the old content is still there.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(f"{path.name}.part")
    if mode is not None:
        half.unlink(missing_ok=True)
        half.touch(mode)
    half.write_bytes(content)
    replace_synced(half, path)


def replace_synced(file: Path, path: Path) -> None:
    """Renames *file* to *path*, both on one file system; on return content and name are on the disk.

    :raises OSError: if that is not possible.
    """
    sync(file)
    file.replace(path)
    sync(path.parent)


def copy_synced(file: Path, copy: Path) -> None:
    """Copies a file; on return the copy and its name are on the disk.

    :raises OSError: if it cannot be copied.
    """
    shutil.copyfile(file, copy)
    sync(copy)
    sync(copy.parent)


def sync(path: Path) -> None:
    """Returns when the content of a file, or the names in a folder, are on the disk.

    :raises OSError: if that is not possible.
    """
    if IS_WINDOWS and path.is_dir():  # which opens no folder, and writes names to the disk with the file
        return
    descriptor = os.open(path, os.O_RDWR if IS_WINDOWS else os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def give_to_folder_owner(file: Path) -> None:
    """Gives a file that root has written to the owner of its folder, such as the user of the service.

    :raises OSError: if that is not possible.
    """
    if not IS_WINDOWS and os.geteuid() == 0:
        owner = file.parent.stat()
        os.chown(file, owner.st_uid, owner.st_gid)


def write_owned(path: Path, content: bytes, mode: int | None = None) -> None:
    """Writes a file as `write_atomically` does, and gives it to the owner of its folder.

    :raises OSError: if that is not possible.
    """
    write_atomically(path, content, mode)
    give_to_folder_owner(path)


def write_at(file: int, content: bytes, place: int) -> int:
    """Writes to an open file from *place* on, and returns how many bytes.

    :raises OSError: if it cannot be written.
    """
    if not IS_WINDOWS:
        return os.pwrite(file, content, place)
    os.lseek(file, place, os.SEEK_SET)
    return os.write(file, content)


def move_aside(path: Path) -> Path:
    """Renames an unusable file, so that a new one can take its place, and returns the new name.

    :raises OSError: if it cannot be renamed.
    """
    names = (path.with_name(f"{path.name}.broken-{number}") for number in itertools.count(1))
    return path.replace(next(name for name in names if not name.exists()))


class AppendedFile:
    """An existing file, open for writing. Close it."""

    def __init__(self, path: Path, length: int | None = None) -> None:
        """*length* are the bytes that stay, by default all; with the first append, the rest is cut off.

        :raises OSError: if it cannot be opened.
        """
        self._path = path
        self._file = os.open(path, os.O_RDWR | BINARY)
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
            if write_at(self._file, content, self._length) < len(content):
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
        write_at(self._file, content, place)
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


_SUFFIXES = ("-wal", "")
"""Of the files that are copied: the log of a database has what was stored last."""
LOG_SUFFIXES = ("-wal", "-shm", "-journal")
"""Of the files that SQLite keeps beside a database."""


def keep_copy(path: Path) -> Path:
    """Returns the copy of a file, on the disk; the same damage is copied only once.

    :raises OSError: if it cannot be copied; then nothing of a copy is left.
    """
    aside = _existing_copy(path)
    if aside is not None:
        return aside
    aside = free_name(path, "broken")
    try:
        for file, copy in _files(path, aside):
            copy_synced(file, copy)
            give_to_folder_owner(copy)
    except OSError:
        for suffix in _SUFFIXES:
            with suppress(OSError):
                _with_suffix(aside, suffix).unlink(missing_ok=True)
        raise
    return aside


def keep_under(path: Path, aside: Path) -> None:
    """Gives a file that is replaced next a second name; a file of the first name exists at every moment.

    :raises OSError: if that is not possible.
    """
    for file, name in _files(path, aside):
        try:
            name.hardlink_to(file)  # needs no room on a full disk
        except OSError:  # such as on FAT
            copy_synced(file, name)
    sync(path.parent)


def keep_for_good(path: Path) -> None:
    """Keeps the content of a file that is replaced next, unless there is a copy of it.

    :raises OSError: if that is not possible.
    """
    if _existing_copy(path) is None:
        keep_under(path, free_name(path, "broken"))


def remove_log(path: Path) -> None:
    """Removes what SQLite keeps beside a database: beside another one it would be read as its log.

    :raises OSError: if that is not possible.
    """
    for suffix in LOG_SUFFIXES:
        _with_suffix(path, suffix).unlink(missing_ok=True)


def free_name(path: Path, kind: str) -> Path:
    """Returns the next free name for a copy, such as `journal.sqlite.broken-2`."""
    names = (path.with_name(f"{path.name}.{kind}-{number}") for number in itertools.count(1))
    return next(name for name in names if not any(os.path.lexists(_with_suffix(name, each)) for each in _SUFFIXES))


def _with_suffix(path: Path, suffix: str) -> Path:
    return path.with_name(f"{path.name}{suffix}")


def _files(path: Path, copy: Path) -> list[tuple[Path, Path]]:
    """Returns the file and its log, if they exist, each with its name in a copy."""
    pairs = [(_with_suffix(path, suffix), _with_suffix(copy, suffix)) for suffix in _SUFFIXES]
    return [(file, name) for file, name in pairs if file.exists()]


def _existing_copy(path: Path) -> Path | None:
    """Returns the copy of this very content, if one is kept."""
    copies = path.parent.glob(f"{path.name}.broken-*[0-9]")
    with suppress(OSError):
        return next((copy for copy in copies if all(_is_equal(path, copy, suffix) for suffix in _SUFFIXES)), None)
    return None


def _is_equal(path: Path, copy: Path, suffix: str) -> bool:
    one, other = _with_suffix(path, suffix), _with_suffix(copy, suffix)
    if one.exists() and other.exists():
        return filecmp.cmp(one, other, shallow=False)
    return not any(file.exists() and file.stat().st_size for file in (one, other))
