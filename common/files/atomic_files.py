"""Files that are complete or absent on the disk, also on power loss."""

from __future__ import annotations

import itertools
import os
import shutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


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
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def give_to_folder_owner(file: Path) -> None:
    """Gives a file that root has written to the owner of its folder, such as the user of the service.

    :raises OSError: if that is not possible.
    """
    if os.geteuid() == 0:
        owner = file.parent.stat()
        os.chown(file, owner.st_uid, owner.st_gid)


def move_aside(path: Path) -> Path:
    """Renames an unusable file, so that a new one can take its place, and returns the new name.

    :raises OSError: if it cannot be renamed.
    """
    names = (path.with_name(f"{path.name}.broken-{number}") for number in itertools.count(1))
    return path.replace(next(name for name in names if not name.exists()))
