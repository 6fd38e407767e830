import os
import subprocess
import sys
from pathlib import Path

import pytest

KEEPS_WHAT_IS_FREED = Path("/proc/self/statm").exists() and "CS_GNU_LIBC_VERSION" in os.confstr_names
SCRIPT = """
import os, sys
import numpy as np
from device.malloc_trim import return_large_blocks

def resident():
    return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20

if sys.argv[1] == "give back":
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
import os, sys
import numpy as np
from device.malloc_trim import trim_heap

def resident():
    return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20

before, corners, stay = resident(), [], []
for _ in range(40):
    corners.append([np.ones(10_000, np.uint8) for _ in range(120)])
    stay.append(np.ones(10_000, np.uint8))  # a smaller one may find room before all of these
full = resident()
corners.clear()
if sys.argv[1] == "give back":
    trim_heap()
print(full - before, resident() - before)
"""


@pytest.mark.slow
@pytest.mark.skipif(not KEEPS_WHAT_IS_FREED, reason="needs glibc on Linux: others do not keep what was freed")
@pytest.mark.parametrize(("asked", "given_back"), [("give back", True), ("leave alone", False)])
def test_freed_pictures_go_back_to_the_system(asked: str, given_back: bool) -> None:
    held, left = _in_its_own_process(SCRIPT, asked)
    assert held > 35  # MiB
    assert (left < 5) == given_back


@pytest.mark.skipif(not KEEPS_WHAT_IS_FREED, reason="needs glibc on Linux: others do not keep what was freed")
@pytest.mark.parametrize(("asked", "given_back"), [("give back", True), ("leave alone", False)])
def test_memory_freed_between_live_blocks_is_returned(asked: str, given_back: bool) -> None:
    held, left = _in_its_own_process(CRUMBS, asked)
    assert held > 35  # MiB
    assert (left < 5) == given_back


def _in_its_own_process(script: str, asked: str) -> tuple[float, float]:
    """Returns the MiB held before and after; in this process what was freed before would be taken again."""
    output = subprocess.run([sys.executable, "-c", script, asked], capture_output=True, text=True, check=True).stdout
    held, left = map(float, output.split())
    return held, left
