"""Atomic replacement of small files, also on power loss."""

from __future__ import annotations

import itertools
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file so that a reader gets the old or the new content, also after a power cut.

    :raises OSError: if it cannot be written; then the old content is still there.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(f"{path.name}.part")
    with half.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    half.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)  # the new name is on disk only with its folder
    finally:
        os.close(folder)


def put_aside(path: Path) -> Path:
    """Renames an unusable file, so that a new one can take its place, and returns the new name.

    :raises OSError: if it cannot be renamed.
    """
    names = (path.with_name(f"{path.name}.broken-{number}") for number in itertools.count(1))
    return path.replace(next(name for name in names if not name.exists()))
