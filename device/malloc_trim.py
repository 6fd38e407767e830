"""Returns freed memory to the system, so that the appliance fits a small board for an evening."""

from __future__ import annotations

import ctypes
import sys

_MMAP_THRESHOLD, _ARENA_MAX = -3, -8
"""As `malloc.h` of glibc calls the options."""
_LIBRARY = ctypes.CDLL(None) if sys.platform == "linux" else None
LARGE = 256 << 10
"""Bytes."""


def give_pictures_back() -> None:
    """Makes glibc return freed pictures to the system at once.

    By default glibc raises the size from which blocks are returned with each large block that is freed, and so keeps
    more and more of them. It also gives each thread a heap of its own, of which most stays empty; one is enough, as the
    interpreter lock lets hardly two threads allocate at a time. Other C libraries do neither.
    """
    mallopt = getattr(_LIBRARY, "mallopt", None)
    if mallopt is not None:
        mallopt(_MMAP_THRESHOLD, LARGE)
        mallopt(_ARENA_MAX, 1)


def give_crumbs_back() -> None:
    """Returns freed memory between small blocks in use: 6 MiB in 1 ms after a scene was read."""
    trim = getattr(_LIBRARY, "malloc_trim", None)
    if trim is not None:
        trim(0)
