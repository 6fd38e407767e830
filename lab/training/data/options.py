"""Options and folders that the commands of the laboratory share."""

from __future__ import annotations

import os
from argparse import ArgumentTypeError
from collections.abc import Callable
from pathlib import Path


def at_least(least: int) -> Callable[[str], int]:
    """Returns a parser of integers for argparse."""

    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise ArgumentTypeError(f"got {text!r}, expected a whole number of {least} or more")
        return int(text)

    return read


def above_zero(text: str) -> float:
    """Parses a number for argparse."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise ArgumentTypeError(f"got {text!r}, expected a number above zero")
    return number


PART = ".part"
"""Suffix of files and folders that are not complete yet."""


def cache_folder() -> Path:
    """Returns the project's folder under XDG_CACHE_HOME."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kiebitz"


def deck_folders() -> list[Path]:
    """Returns the folders of free decks and drawn packs."""
    return [cache_folder() / "decks", cache_folder() / "drawn"]
