"""Counts of readings with confidence intervals, and results for the table of targets of `python -m lab.benchmarks`.

Every command prints its figures, and adds those of targets to the file that the environment names, if any.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

import msgspec

from common.errors import explain_error
from engine.cards import Card

FILE = "KIEBITZ_BENCHMARK_RESULTS"
"""The environment variable with the file of results."""


class Result(msgspec.Struct, frozen=True):
    """`target` is a name in `lab.benchmarks.harness.targets`.

    A share has *hits* of *count*; other figures have a value. A count of 0 means not measured.
    """

    target: str
    value: float
    count: int
    """The number of trials or of measurements."""
    hits: int | None = None


def share(target: str, hits: int, count: int) -> Result:
    return Result(target, hits / count if count else 0.0, count, hits)


def add_results(*results: Result) -> None:
    """Adds *results* to the file that the environment names; does nothing without one."""
    if file := os.environ.get(FILE):
        with Path(file).open("ab") as lines:
            lines.writelines(msgspec.json.encode(result) + b"\n" for result in results)


def run_command(main: Callable[[], int | None]) -> NoReturn:
    """Runs *main*, and ends the process with its exit code."""
    sys.exit(exit_code_of(main))


def exit_code_of(main: Callable[[], int | None]) -> int:
    """Returns the exit code of *main*; unusable input is reported in one line, with code 2."""
    try:
        return main() or 0
    except (ValueError, OSError) as error:
        ours = type(error).__module__.startswith("lab.")
        line = str(error) if ours else explain_error(error)
        if line is None:
            raise
    print(f"{Path(sys.argv[0]).stem}: {line}", file=sys.stderr)
    return 2


@dataclass
class Counts:
    """Counts by words, of which the last is what came of it, and mistakes in words."""

    counts: Counter[tuple[str, ...]] = field(default_factory=Counter)
    mistakes: list[str] = field(default_factory=list)

    def total(self, *words: str) -> int:
        """Returns the sum of the counts that begin with these words."""
        return sum(number for key, number in self.counts.items() if key[: len(words)] == words)


def sum_of(parts: Iterable[Counts]) -> Counts:
    """Returns the sum of the counts, with all mistakes."""
    total = Counts()
    for part in parts:
        total.counts.update(part.counts)
        total.mistakes += part.mistakes
    return total


HEAD = (
    f"{'cards':>6s}{'right':>9s}{'[95 %]':>18s}{'asked':>7s}{'missed':>8s}{'wrong':>7s}{'at most':>9s}{'nearest':>9s}"
)
_MISTAKES_SHOWN = 4


def wilson(hits: int, count: int) -> tuple[float, float]:
    """Returns the 95 % interval of a share (Wilson 1927), from 0 to 1; all of it without trials.

    More hits than trials, such as several wrong names for one card, count as a share of 1.
    """
    if not count:
        return 0.0, 1.0
    z, share = 1.96, min(hits / count, 1.0)
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    reach = z * (share * (1 - share) / count + z * z / (4 * count * count)) ** 0.5 / (1 + z * z / count)
    return max(0.0, middle - reach), min(1.0, middle + reach)


@dataclass
class Tally:
    """`missed` cards were not found; `invented` counts names where there is no card."""

    right: int = 0
    asked: int = 0
    missed: int = 0
    wrong: int = 0
    invented: int = 0
    again: int = 0
    """Wrong names in addition to the counted one of a card."""
    nearest: int = 0
    """Cards whose first candidate is right, whether named or asked about."""
    mistakes: list[str] = field(default_factory=list)

    @property
    def cards(self) -> int:
        return self.right + self.asked + self.missed + self.wrong - self.again

    def count(self, truth: Card, named: Card | None, nearest: Card, where: str = "", again: bool = False) -> None:
        """Counts a card, or with *again* an additional wrong name for it."""
        if again:
            self.again += 1
        else:
            self.nearest += nearest == truth
        if named is None:
            self.asked += 1
        elif named == truth:
            self.right += 1
        else:
            self.wrong += 1
            self.mistakes.append(f"{where}{truth}→{named}")

    def miss(self) -> None:
        self.missed += 1

    def invent(self, what: str) -> None:
        self.invented += 1
        self.mistakes.append(what)

    def row(self) -> str:
        """Returns the cells below `HEAD`, then the first mistakes."""
        if not self.cards:
            return f"{0:6d}  {' '.join(self.mistakes[:_MISTAKES_SHOWN])}".rstrip()
        low, high = wilson(self.right, self.cards)
        interval = f"[{low:.2%}, {high:.2%}]"
        most = wilson(self.wrong, self.cards)[1]
        cells = f"{self.cards:6d}{self.right / self.cards:9.2%}{interval:>18s}{self.asked:7d}{self.missed:8d}"
        found = self.nearest / self.cards
        return f"{cells}{self.wrong:7d}{most:9.2%}{found:9.2%}  {' '.join(self.mistakes[:_MISTAKES_SHOWN])}".rstrip()


def total_of(tallies: Iterable[Tally]) -> Tally:
    """Returns the sum of the counts, with all mistakes."""
    total = Tally()
    for tally in tallies:
        for name, count in vars(tally).items():
            setattr(total, name, getattr(total, name) + count)
    return total
