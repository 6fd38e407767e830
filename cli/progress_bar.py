"""A progress bar on the terminal; silent if the output is no terminal."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_Item = TypeVar("_Item")

WIDTH = 30
REDRAW_SECONDS = 0.1
"""Seconds between two drawings."""


def progress(items: Iterable[_Item], total: int, what: str) -> Iterator[_Item]:
    """Yields *items* and draws on standard error, if it is a terminal, how many of *total* are done."""
    if not sys.stderr.isatty():
        yield from items
        return
    started = last_redraw = time.monotonic()
    try:
        for done, item in enumerate(items):
            now = time.monotonic()
            if now - last_redraw >= REDRAW_SECONDS:
                last_redraw = now
                _draw(_line(what, done, total, now - started))
            yield item
    finally:
        _draw("")


def _line(what: str, done: int, total: int, seconds: float) -> str:
    full = WIDTH * done // max(total, 1)
    left = seconds * (total - done) / done if done else 0
    return f"{what} {'█' * full}{'░' * (WIDTH - full)} {100 * done // max(total, 1):3d} %  {left:.0f} s left"


def _draw(line: str) -> None:
    # Carriage return and "erase to the end of the line": the bar leaves nothing behind.
    sys.stderr.write(f"\r{line}\x1b[K")
    sys.stderr.flush()
