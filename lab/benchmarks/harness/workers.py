"""Distributes the jobs of a benchmark over the cores; the figures do not depend on their number."""

from __future__ import annotations

import os
import zlib
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TYPE_CHECKING, TypeVar

import cv2

from cli.terminal import progress
from lab.training.data.options import at_least

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Sequence

Work = TypeVar("Work")
Done = TypeVar("Done")


def add_process_argument(parser: argparse.ArgumentParser) -> None:
    usual = os.cpu_count() or 1
    parser.add_argument("--processes", type=at_least(1), default=usual, help="at the same time (%(default)s)")


def seed_of(name: str, seed: int) -> int:
    """Returns a seed for the name, so that decks and families have independent random numbers."""
    return zlib.crc32(f"{name} {seed}".encode())


def spread(work: Callable[[Work], Done], jobs: Sequence[Work], processes: int) -> Iterator[Done]:
    """Yields the result of *work* for each of the *jobs*, in order; each process uses one thread."""
    if processes <= 1 or len(jobs) <= 1:
        one_thread()
        yield from progress(map(work, jobs), len(jobs), "reading")
        return
    # A process that is forked while OpenCV has threads may deadlock.
    with ProcessPoolExecutor(processes, get_context("spawn"), one_thread) as pool:
        yield from progress(pool.map(work, jobs), len(jobs), "reading")


def one_thread() -> None:
    cv2.setNumThreads(1)
