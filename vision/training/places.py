"""Where training keeps what it gathers and makes."""

from __future__ import annotations

import os
from pathlib import Path


def cache_folder() -> Path:
    """Returns the project's folder under XDG_CACHE_HOME."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kiebitz"


def deck_folders() -> list[Path]:
    """Returns where the free decks and the drawn packs are."""
    return [cache_folder() / "decks", cache_folder() / "drawn"]
