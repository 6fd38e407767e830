"""Uploads of files by the landlord's phone, in parts. The thread of the connection writes them, not the loop."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from common.feed.messages import UPLOAD_LIMITS
from common.files.paths import upload_folder

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from common.feed.messages import Upload, UploadKind

NAMES: Mapping[UploadKind, str] = {
    "backup": "phone.zip", "archive": "kiebitz-phone.tar.gz", "signature": "kiebitz-phone.tar.gz.sig",
}  # fmt: skip
"""As `deploy/update` expects them."""
SPARE_BYTES = 64 << 20
"""Bytes that stay free on the card, for the journal."""


def uploaded(kind: UploadKind) -> Path:
    """Returns where a file of this kind lies once it is there."""
    return upload_folder() / NAMES[kind]


def take_part(part: Upload) -> None:
    """Adds a part to its file, which begins anew with the first part and gets its name with the last.

    :raises ValueError: if the part does not follow the one before, or the file is too large or no such file.
    :raises OSError: if it cannot be written.
    """
    file = uploaded(part.kind)
    half = file.with_name(f"{file.name}.part")
    if part.offset == 0:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.unlink(missing_ok=True)
        half.write_bytes(b"")
    end = part.offset + len(part.content)
    if half.stat().st_size != part.offset or end > UPLOAD_LIMITS[part.kind]:
        half.unlink()
        raise ValueError(f"got {part.kind} from byte {part.offset} to {end}, expected the part after the last one")
    if shutil.disk_usage(file.parent).free < len(part.content) + SPARE_BYTES:
        half.unlink()
        raise ValueError("got no room on the card, expected some for the file")
    with half.open("ab") as opened:
        opened.write(part.content)
    if part.is_last:
        try:
            _check(part.kind, half)
        except Exception:  # zip and tar fail in many ways
            half.unlink()
            raise
        half.replace(file)


def forget_uploads() -> None:
    """Deletes the files that phones have uploaded."""
    if upload_folder().exists():
        shutil.rmtree(upload_folder(), ignore_errors=True)


def _check(kind: UploadKind, file: Path) -> None:
    """Looks whether it can be such a file at all; all of it is checked when it is put in place.

    :raises ValueError: if it cannot.
    """
    if kind == "backup":
        from device.storage.backup import check_entries  # loads NumPy and OpenCV

        check_entries(file)
    elif kind == "archive":
        from tarfile import is_tarfile

        if not is_tarfile(file):
            raise ValueError("got an archive that is none, expected kiebitz-VERSION.tar.gz")
