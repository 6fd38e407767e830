"""Returns freed memory to the system, so that the appliance fits a small board for an evening."""

import ctypes
import sys

_MMAP_THRESHOLD, _ARENA_MAX = -3, -8
"""As `malloc.h` of glibc calls the options."""
_LIBRARY = ctypes.CDLL(None) if sys.platform == "linux" else None
LARGE_BLOCK_BYTES = 4 << 20
"""Above the maps of a view that the tracker makes for each frame: taken anew from the system each time, they caused
half of the tracker's page faults. Below a colour picture of 1920×1080 px."""


def return_large_blocks() -> None:
    """Makes glibc return freed pictures to the system immediately.

    By default glibc raises the size from which blocks are returned with each large block that is freed, and so keeps
    more and more memory. It also gives each thread a heap of its own, of which most stays empty; one is enough, as the
    interpreter lock lets hardly two threads allocate at a time. Other C libraries do neither.
    """
    mallopt = getattr(_LIBRARY, "mallopt", None)
    if mallopt is not None:
        mallopt(_MMAP_THRESHOLD, LARGE_BLOCK_BYTES)
        mallopt(_ARENA_MAX, 1)


def trim_heap() -> None:
    """Returns free memory between small blocks to the system: 6 MiB in 1 ms after a scene was read."""
    trim = getattr(_LIBRARY, "malloc_trim", None)
    if trim is not None:
        trim(0)
