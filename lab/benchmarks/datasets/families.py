"""Common parts of benchmarks over families of decks: arguments, a job for each family, and rows of the table."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, NamedTuple

from lab.benchmarks.datasets.decks import ARTWORK_LEARNED, NOT_COUNTED, add_deck_arguments, scan_folder, select_families
from lab.benchmarks.harness.workers import add_process_argument
from lab.training.data.options import at_least

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path


class Job(NamedTuple):
    """A family, and the number of views or tables in each light."""

    decks: Path
    family: str
    names: tuple[str, ...]
    views: int
    seed: int
    model: Path | None = None


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


def jobs_of(arguments: argparse.Namespace, families: dict[str, list[str]], model: Path | None = None) -> list[Job]:
    return [
        Job(arguments.decks, family, tuple(names), arguments.views, arguments.seed, model)
        for family, names in families.items()
    ]
