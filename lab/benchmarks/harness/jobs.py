"""Benchmarks over families of decks: arguments, a job for each family, its share of the cores, rows of the table.

The figures do not depend on the number of processes.
"""

from __future__ import annotations

import argparse
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple, TypeVar

import cv2
import numpy as np

from cli.terminal import progress
from lab.benchmarks.datasets.decks import (
    ARTWORK_LEARNED,
    NOT_COUNTED,
    Deck,
    add_deck_arguments,
    load,
    scan_folder,
    select_families,
)
from lab.training.data.options import at_least
from vision.recognition.embedder import Recogniser
from vision.recognition.reader import PackReader

Work = TypeVar("Work")
Done = TypeVar("Done")


class Job(NamedTuple):
    """A family, and the number of views or tables in each light."""

    decks: Path
    family: str
    names: tuple[str, ...]
    views: int
    seed: int
    model: Path | None = None

    def load_decks(self) -> tuple[list[Deck], list[PackReader]]:
        """Returns the decks of the family, and the reader of each."""
        recogniser = Recogniser(self.model)
        decks = [load(self.decks / name, self.family) for name in self.names]
        return decks, [deck.reader(recogniser) for deck in decks]

    def load_one(self, chance: np.random.Generator) -> Deck:
        return load(self.decks / self.names[int(chance.integers(len(self.names)))], self.family)

    def generator(self, *numbers: int) -> np.random.Generator:
        """Returns the random numbers of the family for what *numbers* stand for."""
        return np.random.default_rng([self.seed, *numbers, *self.family.encode()])


def family_parser(about: str | None, views: int, of: str) -> argparse.ArgumentParser:
    """Returns the arguments of such a benchmark; *views* is the default number, *of* names what is counted."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_deck_arguments(parser)
    parser.add_argument("--views", type=at_least(1), default=views, help=f"{of} (%(default)s)")
    parser.add_argument("--seed", type=int, default=2026)
    add_process_argument(parser)
    return parser


def requested_families(arguments: argparse.Namespace) -> dict[str, list[str]]:
    """Returns the decks of each family, and reports the other contents of the folder.

    :raises NoDecks: if there is none.
    """
    families = select_families(arguments.decks, arguments.family)
    found = scan_folder(arguments.decks)
    for names, why in ((found.learned_from, "the network learned from it"), (found.bare, "no picture of a card")):
        if names:
            print(f"left out, {why}: {', '.join(names[:3])}{f' and {len(names) - 3} more' if len(names) > 3 else ''}")
    return families


def split_by_training(families: Iterable[str]) -> tuple[list[str], list[str]]:
    """Returns the families that are counted, and those with the artwork of a training deck."""
    names = list(families)
    learned = [family for family in names if family in ARTWORK_LEARNED]
    return [family for family in names if family not in learned], learned


def jobs_of(arguments: argparse.Namespace, families: dict[str, list[str]], model: Path | None = None) -> list[Job]:
    return [
        Job(arguments.decks, family, tuple(names), arguments.views, arguments.seed, model)
        for family, names in families.items()
    ]


def read_families(
    arguments: argparse.Namespace, work: Callable[[Job], Done], model: Path | None = None
) -> tuple[dict[str, Done], dict[str, Done]]:
    """Returns what *work* returns for each family: of those that are counted, and of those that are not."""
    families = requested_families(arguments)
    done = dict(zip(families, spread(work, jobs_of(arguments, families, model), arguments.processes), strict=True))
    counted, learned = ({family: done[family] for family in names} for names in split_by_training(families))
    return counted, learned


def print_apart(learned: Mapping[str, Done], show: Callable[[list[Done]], object]) -> None:
    """Prints with *show* the families that are not counted, if there are any."""
    if learned:
        print(f"\n{NOT_COUNTED} {', '.join(learned)}")
        show(list(learned.values()))


def print_rows(rows: Mapping[str, str], total: str) -> None:
    """Prints the row of each counted family, their *total*, and separately those that are not counted."""
    counted, learned = split_by_training(rows)
    for family in counted:
        print(f"{family:22s}{rows[family]}")
    print(f"{'all, a family once':22s}{total}")
    if learned:
        print(NOT_COUNTED)
    for family in learned:
        print(f"{family:22s}{rows[family]}  (learned as {ARTWORK_LEARNED[family]})")


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
