"""Waiting until something holds that another thread or process brings about."""

import time
from collections.abc import Callable


def wait_until(holds: Callable[[], object], what: str = "it", seconds: float = 20.0) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, f"{what} does not come true in {seconds:.0f} s"
        time.sleep(0.01)
