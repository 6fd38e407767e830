"""What the appliance asks of the C library, so that it runs for an evening on a small board."""

from __future__ import annotations

import ctypes
import sys

_MMAP_THRESHOLD = -3
"""As `malloc.h` of glibc calls the option."""
LARGE = 256 << 10
"""Bytes."""


def give_pictures_back() -> None:
    """Lets freed pictures go back to the system at once.

    Left alone, glibc holds more and more of them: with each large block that is freed it raises the size from which
    blocks are given back. Other C libraries have no such habit.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if mallopt is not None:
        mallopt(_MMAP_THRESHOLD, LARGE)
