"""Spreads the work of a benchmark over the processor's cores; figures do not depend on how many there are."""

from __future__ import annotations

import os
import zlib
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TYPE_CHECKING, TypeVar

import cv2

from device.offline.progress_bar import progress
from vision.training.data.options import at_least

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Sequence

Work = TypeVar("Work")
Done = TypeVar("Done")


def add_process_argument(parser: argparse.ArgumentParser) -> None:
    usual = os.cpu_count() or 1
    parser.add_argument("--processes", type=at_least(1), default=usual, help="at the same time (%(default)s)")


def seed_of(name: str, seed: int) -> int:
    """Returns a seed of its own for what has this name, so that decks and families do not share their chances."""
    return zlib.crc32(f"{name} {seed}".encode())


def spread(work: Callable[[Work], Done], jobs: Sequence[Work], processes: int) -> Iterator[Done]:
    """Yields what *work* makes of each of the *jobs*, in their order; each process uses one thread."""
    if processes <= 1 or len(jobs) <= 1:
        one_thread()
        yield from progress(map(work, jobs), len(jobs), "reading")
        return
    # A process that is forked beside the threads of OpenCV may wait for ever.
    with ProcessPoolExecutor(processes, get_context("spawn"), one_thread) as pool:
        yield from progress(pool.map(work, jobs), len(jobs), "reading")


def one_thread() -> None:
    cv2.setNumThreads(1)
