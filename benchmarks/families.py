"""How a benchmark that goes through the families of some decks begins: its arguments, and a job for each family."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import NamedTuple

from benchmarks.decks import NoDecks, add_deck_arguments, chosen_families
from benchmarks.workers import add_process_argument


class Job(NamedTuple):
    """A family, and how many views or tables of it to read in each light."""

    decks: Path
    family: str
    names: tuple[str, ...]
    views: int
    seed: int
    model: Path | None = None


def family_parser(about: str | None, views: int, of: str) -> argparse.ArgumentParser:
    """Returns what every such benchmark takes; *views* of what are usual, in words."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_deck_arguments(parser)
    parser.add_argument("--views", type=int, default=views, help=f"{of} (%(default)s)")
    parser.add_argument("--seed", type=int, default=2026)
    add_process_argument(parser)
    return parser


def families_wanted(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> dict[str, list[str]]:
    """Returns the decks of each family; says in one line why there are none, and leaves."""
    try:
        return chosen_families(arguments.decks, arguments.family)
    except NoDecks as error:
        print(f"{Path(parser.prog).stem}: {error}", file=sys.stderr)
        sys.exit(2)


def jobs_of(arguments: argparse.Namespace, families: dict[str, list[str]], model: Path | None = None) -> list[Job]:
    return [
        Job(arguments.decks, family, tuple(names), arguments.views, arguments.seed, model)
        for family, names in families.items()
    ]
