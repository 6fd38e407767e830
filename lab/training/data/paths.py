"""Folders of the training."""

from __future__ import annotations

import os
from pathlib import Path

PART = ".part"
"""Suffix of files and folders that are not complete yet."""


def cache_folder() -> Path:
    """Returns the project's folder under XDG_CACHE_HOME."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kiebitz"


def deck_folders() -> list[Path]:
    """Returns the folders of free decks and drawn packs."""
    return [cache_folder() / "decks", cache_folder() / "drawn"]


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file atomically.

    :raises OSError: with advice, if the disk is full or the permission is missing.
    """
    half = path.with_name(path.name + PART)
    try:
        half.write_bytes(content)
        half.replace(path)
    except OSError as error:
        raise OSError(
            f"got {path}: {error.strerror}, expected to write it; make room, or give another folder"
        ) from error
