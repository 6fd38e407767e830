"""Zip files that may come from anywhere: how large they are is looked at before anything of them is read."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_LARGEST_DIRECTORY = 64 << 10
"""Bytes; of some hundred entries."""
_END, _LOCATOR = 22, 20
"""Bytes of the record at the end of a zip without a comment, and of the one before it in a zip of more than 4 GiB."""


def open_zip(path: Path, largest: int) -> zipfile.ZipFile:
    """Opens a zip of at most *largest* bytes, as Kiebitz writes them: without a comment, and with few entries.

    :raises zipfile.BadZipFile: if it is anything else.
    :raises OSError: if it cannot be read.
    """
    size = path.stat().st_size
    if size > largest:
        raise zipfile.BadZipFile(f"it has {size} bytes, expected at most {largest}")
    with path.open("rb") as file:
        file.seek(-min(size, _LOCATOR + _END), 2)
        end = file.read()
    record = end[-_END:]
    large = len(end) > _END and end.startswith(b"PK\x06\x07")
    if len(record) < _END or not record.startswith(b"PK\x05\x06") or large:
        raise zipfile.BadZipFile("it does not end as a zip of Kiebitz does")
    if int.from_bytes(record[12:16], "little") > _LARGEST_DIRECTORY:
        raise zipfile.BadZipFile("it holds too many files")
    return zipfile.ZipFile(path)
