"""What the appliance asks of the C library, so that it runs for an evening on a small board."""

from __future__ import annotations

import ctypes
import sys

_MMAP_THRESHOLD = -3
"""As `malloc.h` of glibc calls the option."""
_LIBRARY = ctypes.CDLL(None) if sys.platform == "linux" else None
LARGE = 256 << 10
"""Bytes."""


def give_pictures_back() -> None:
    """Lets freed pictures go back to the system at once.

    Left alone, glibc holds more and more of them: with each large block that is freed it raises the size from which
    blocks are given back. Other C libraries have no such habit.
    """
    mallopt = getattr(_LIBRARY, "mallopt", None)
    if mallopt is not None:
        mallopt(_MMAP_THRESHOLD, LARGE)


def give_crumbs_back() -> None:
    """Gives back what was freed between small things that stay; after a look at the table that is 6 MiB, in 1 ms."""
    trim = getattr(_LIBRARY, "malloc_trim", None)
    if trim is not None:
        trim(0)
