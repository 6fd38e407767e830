"""Where training keeps what it gathers and makes."""

from __future__ import annotations

import os
from pathlib import Path

PART = ".part"
"""What the name of a file or folder ends in while it is being made."""


def cache_folder() -> Path:
    """Returns the project's folder under XDG_CACHE_HOME."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kiebitz"


def deck_folders() -> list[Path]:
    """Returns where the free decks and the drawn packs are."""
    return [cache_folder() / "decks", cache_folder() / "drawn"]


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file whole or not at all.

    :raises OSError: that says what to do, if there is no room or no right to.
    """
    half = path.with_name(path.name + PART)
    try:
        half.write_bytes(content)
        half.replace(path)
    except OSError as error:
        raise OSError(
            f"got {path}: {error.strerror}, expected to write it; make room, or give another folder"
        ) from error
