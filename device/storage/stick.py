"""A USB stick that is plugged in: where it is mounted, what is on it, and files written so that it can be removed.

Kiebitz mounts nothing itself. On the appliance `deploy/stick` mounts a stick at `USB_MOUNT`; on a desktop the system
mounts it under `/media` or `/run/media`.
"""

import errno
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Literal

from common.files.durable_files import replace_synced, sync
from common.files.user_files import read_bounded

USB_MOUNT = Path("/media/kiebitz")
"""The mount point of the stick on the appliance (deploy/README.md)."""
MOUNTS = Path("/proc/self/mounts")
FOLDER = "kiebitz"
"""The folder on the stick in which everything lies that Kiebitz writes, but for the daily backups."""
MAX_LISTED = 20
"""Most files of one kind that are listed."""
MIN_FREE_BYTES = 1 << 20
"""Bytes that stay free on the stick."""
_DESKTOP_MOUNT = re.compile(r"/(run/)?media/[^/]+/[^/]+")
_DAILY_BACKUPS = "journal-????-??-??.sqlite*"
StickFault = Literal["no_stick", "read_only", "full", "gone"]
_FAULTS: Mapping[int, StickFault] = {
    errno.EROFS: "read_only", errno.EACCES: "read_only", errno.EPERM: "read_only", errno.ENOSPC: "full",
    errno.EDQUOT: "full", errno.EFBIG: "full",
}  # fmt: skip


class StickError(OSError):
    """Raised if a stick cannot be used; `fault` is its kind."""

    def __init__(self, fault: StickFault, reason: str) -> None:
        super().__init__(reason)
        self.fault = fault


def find_stick() -> Path | None:
    """Returns the folder at which a stick is mounted; None if there is none."""
    if os.path.ismount(USB_MOUNT):
        return USB_MOUNT
    with suppress(OSError):
        lines = MOUNTS.read_text(encoding="utf-8", errors="replace").splitlines()
        points = (line.split(" ")[1].replace("\\040", " ") for line in lines if line.count(" ") > 1)
        return next((Path(point) for point in points if _DESKTOP_MOUNT.fullmatch(point)), None)
    return None


def need_stick() -> Path:
    """Returns the folder at which a stick is mounted.

    :raises StickError: if there is none.
    """
    stick = find_stick()
    if stick is None:
        raise StickError("no_stick", f"got no USB stick at {USB_MOUNT}, expected one that is plugged in")
    return stick


def write_to_stick(files: Mapping[str, bytes]) -> list[Path]:
    """Writes files into the folder of Kiebitz on the stick, under new names if there are such files already.

    On return they are on the stick, were read back, and the stick may be removed.

    :raises StickError: if that is not possible; files that were complete before stay.
    """
    stick = need_stick()
    folder, written = stick / FOLDER, list[Path]()
    part = folder / "unfinished.part"
    try:
        folder.mkdir(exist_ok=True)
        sync(stick)
        for name, content in files.items():
            _check_room(stick, len(content))
            part.write_bytes(content)
            # A name that FAT allows, and that is free.
            stem, dot, ending = re.sub(r'[^\w .+-]|[<>:"/\\|?*]', "-", name).rpartition(".")
            paths = (folder / f"{stem}{f'-{number}' if number > 1 else ''}{dot}{ending}" for number in range(1, 1000))
            written.append(next((path for path in paths if not path.exists()), folder / name))
            replace_synced(part, written[-1])
            _check_content(written[-1], content)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise _explain(error, stick) from error
    if find_stick() != stick:
        raise StickError("gone", f"the USB stick at {stick} was removed while it was written")
    return written


def files_on_stick(pattern: str) -> list[Path]:
    """Returns files on the stick that match a glob pattern, at its top or in the folder of Kiebitz, the newest first.

    :raises StickError: if there is no stick, or it cannot be read.
    """
    stick = need_stick()
    try:
        found = [file for folder in (stick, stick / FOLDER) for file in folder.glob(pattern)]
        plain = [file for file in found if file.is_file() and not file.is_symlink()]
        return sorted(plain, key=lambda file: (file.stat().st_mtime, file.name), reverse=True)[:MAX_LISTED]
    except OSError as error:
        raise _explain(error, stick) from error


def read_from_stick(file: Path, largest: int) -> bytes:
    """Returns the content of a file on the stick.

    :raises StickError: if it cannot be read.
    :raises FileTooLarge: if it has more than *largest* bytes.
    """
    try:
        return read_bounded(file, largest)
    except OSError as error:
        raise _explain(error, need_stick()) from error


def clear_stick() -> int:
    """Deletes everything on the stick that Kiebitz has written, and returns the number of files.

    :raises StickError: if that is not possible.
    """
    stick = need_stick()
    try:
        files = [*(stick / FOLDER).glob("*"), *stick.glob(_DAILY_BACKUPS)]
        plain = [file for file in files if file.is_file() or file.is_symlink()]
        for file in plain:
            file.unlink()
        for folder in (stick / FOLDER, stick):
            if folder.is_dir():
                sync(folder)
    except OSError as error:
        raise _explain(error, stick) from error
    return len(plain)


def _check_room(stick: Path, size: int) -> None:
    statistics = os.statvfs(stick)
    if statistics.f_flag & os.ST_RDONLY:
        raise StickError("read_only", f"the USB stick at {stick} is mounted read-only")
    if statistics.f_bavail * statistics.f_frsize < size + MIN_FREE_BYTES:
        raise StickError("full", f"the USB stick at {stick} has no room for {size} bytes")


def _check_content(file: Path, content: bytes) -> None:
    """Reads a file back from the stick rather than from memory.

    :raises StickError: if it differs.
    """
    with file.open("rb") as opened:
        if hasattr(os, "posix_fadvise"):
            os.posix_fadvise(opened.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        if opened.read(len(content) + 1) != content:
            raise StickError("gone", f"the USB stick returned other bytes of {file.name} than were written")


def _explain(error: OSError, stick: Path) -> StickError:
    if isinstance(error, StickError):
        return error
    fault = _FAULTS.get(error.errno or 0, "gone")
    if find_stick() != stick:
        fault = "gone"
    return StickError(fault, f"cannot use the USB stick at {stick}: {error}")
