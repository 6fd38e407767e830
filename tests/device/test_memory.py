from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from device.memory import LARGE, give_pictures_back

MEBIBYTE = 1 << 20


def resident() -> int:
    """Returns bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(
    not Path("/proc/self/statm").exists() or "CS_GNU_LIBC_VERSION" not in os.confstr_names,
    reason="only glibc on Linux keeps what was freed",
)
def test_freed_pictures_go_back_to_the_system() -> None:
    give_pictures_back()
    np.ones(8 * MEBIBYTE, np.uint8)  # glibc would keep blocks of up to this size from here on
    before = resident()
    pictures, crumbs = [], []
    for _ in range(40):
        pictures.append(np.ones(4 * LARGE, np.uint8))
        crumbs.append(np.ones(1000, np.uint8))
    assert resident() - before > 30 * MEBIBYTE
    pictures.clear()
    assert resident() - before < 5 * MEBIBYTE, f"{len(crumbs)} crumbs keep them"
