import os
import subprocess
import sys
from pathlib import Path

import pytest

KEEPS_WHAT_IS_FREED = Path("/proc/self/statm").exists() and "CS_GNU_LIBC_VERSION" in os.confstr_names
RESIDENT = """
import os, sys
import numpy as np
from device.malloc_trim import return_large_blocks, trim_heap

def resident():
    return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20

gives_back = sys.argv[1] == "give back"
"""
PICTURES = """
if gives_back:
    return_large_blocks()
np.ones(8 << 20, np.uint8)  # left alone, glibc keeps blocks of up to this size from here on
before, pictures, crumbs = resident(), [], []
for _ in range(40):
    pictures.append(np.ones((1080, 1920, 3), np.uint8))
    crumbs.append(np.ones(1000, np.uint8))
full = resident()
pictures.clear()
print(full - before, resident() - before)
"""
CRUMBS = """
before, corners, stay = resident(), [], []
for _ in range(40):
    corners.append([np.ones(10_000, np.uint8) for _ in range(120)])
    stay.append(np.ones(10_000, np.uint8))  # a smaller one may find room before all of these
full = resident()
corners.clear()
if gives_back:
    trim_heap()
print(full - before, resident() - before)
"""


@pytest.mark.skipif(not KEEPS_WHAT_IS_FREED, reason="needs glibc on Linux: others do not keep what was freed")
@pytest.mark.parametrize(
    "script", [pytest.param(PICTURES, marks=pytest.mark.slow, id="pictures"), pytest.param(CRUMBS, id="crumbs")]
)
@pytest.mark.parametrize(("asked", "given_back"), [("give back", True), ("leave alone", False)])
def test_freed_memory_goes_back_to_the_system(script: str, asked: str, given_back: bool) -> None:
    """In a process of its own, since in this one what was freed before would be taken again."""
    command = [sys.executable, "-c", RESIDENT + script, asked]
    held, left = map(float, subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())
    assert held > 35  # MiB
    assert (left < 5) == given_back
