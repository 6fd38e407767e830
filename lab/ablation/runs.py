"""Runs of an ablation: what is read while some mechanisms are off, beside the run with all of them.

A picture set in which none of the mechanisms is called reads as with all of them, and is not read again.
"""

from __future__ import annotations

import json
import pickle
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from pathlib import Path
from random import Random
from typing import NamedTuple

from lab.ablation.mechanisms import SWITCHES, noted_calls, switched_off
from lab.ablation.pictures import Outcome, load, read
from lab.benchmarks.harness.jobs import one_thread, spread
from lab.house.thresholds import VISION

RESULTS = Path(__file__).parents[1] / "results" / "ablation.jsonl"

COLUMNS = ("right", "asked", "wrong", "missed", "invented", "seats", "gathered", "takers", "sizes", "lifted")
SHORTFALLS = {"seats": "seated", "gathered": "gathers", "takers": "taken", "sizes": "gathered", "lifted": "lifts"}
"""What is counted as right, and the number that there are."""
FAULTS = ("asked", "wrong", "missed", "invented", "disordered", "unnamed", "gathers +", "lifts +")


class Baseline(NamedTuple):
    """Outcome of each picture set with all mechanisms, and the mechanisms that were called."""

    outcomes: dict[str, Outcome]
    called: dict[str, set[str]]


@dataclass(frozen=True, slots=True)
class Result:
    """The counts of all sets with *off* left out, and their processor time; `error` is an exception."""

    off: tuple[str, ...]
    counts: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    error: str = ""

    @property
    def unjust(self) -> int:
        """Names that are wrong: no other gain outweighs one."""
        return self.counts.get("wrong", 0) + self.counts.get("invented", 0)

    @property
    def faults(self) -> int:
        shortfalls = (self.counts.get(whole, 0) - self.counts.get(part, 0) for part, whole in SHORTFALLS.items())
        return sum(self.counts.get(name, 0) for name in FAULTS) + sum(shortfalls)

    def is_no_worse(self, other: Result) -> bool:
        return not self.error and self.unjust <= other.unjust and self.faults <= other.faults

    def row(self, usual: Result) -> str:
        """Returns the cells of the table; *usual* is the run with all mechanisms."""
        name = " + ".join(self.off) if len(self.off) < 3 else f"{len(self.off)} mechanisms" if self.off else "all on"
        if self.error:
            return f"{name:72s}{self.error}"
        cells = "".join(f"{self.counts.get(column, 0):9d}" for column in COLUMNS)
        more = f"{self.faults - usual.faults:+8d}{self.seconds / max(usual.seconds, 1e-9) - 1:+8.0%}"
        return f"{name:72s}{cells}{more}"


HEAD = f"{'off':72s}" + "".join(f"{column:>9s}" for column in COLUMNS) + f"{'faults':>8s}{'CPU':>8s}"


class Measurement:
    """The runs on picture *sets* of *folder*: each is measured once for the same code of `vision` and switches.

    What was measured is kept in *results*.
    """

    def __init__(self, folder: Path, sets: Sequence[str], processes: int, results: Path = RESULTS) -> None:
        self._folder, self._sets, self._processes, self._results = folder, tuple(sets), processes, results
        code = [*sorted(VISION.rglob("*.py")), Path(__file__).with_name("mechanisms.py")]
        content = b"".join(file.read_bytes() for file in code) + repr(self._sets).encode()
        self._key = f"{zlib.crc32(content):08x}"
        self._known: dict[tuple[str, ...], Result] = {}
        lines = results.read_text(encoding="utf-8").splitlines() if results.exists() else []
        for line in map(json.loads, lines):
            if line["key"] == self._key:
                off = tuple(line["off"])
                self._known[off] = Result(off, line["counts"], line["seconds"], line["error"])

    def all_on(self) -> Result:
        return self.measure([()])[0]

    def measure(self, runs: Iterable[tuple[str, ...]]) -> list[Result]:
        """Returns the results of *runs*, each a tuple of mechanisms to leave out; new ones are added to the file."""
        each = [tuple(sorted(off)) for off in runs]
        new = [off for off in dict.fromkeys(each) if off not in self._known]
        if new:
            work = partial(_run, folder=self._folder, baseline=self._baseline())
            with self._results.open("a", encoding="utf-8") as lines:
                for result in spread(work, new, self._processes):
                    self._known[result.off] = result
                    counts = {name: result.counts[name] for name in sorted(result.counts)}
                    line = {"key": self._key, "sets": len(self._sets), "off": result.off, "counts": counts}
                    lines.write(json.dumps(line | {"seconds": round(result.seconds, 1), "error": result.error}) + "\n")
                    lines.flush()
        return [self._known[off] for off in each]

    def greedy(self, candidates: Sequence[str], off: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Returns the mechanisms that can be left out together, beside those that are *off*, without a fault more.

        All *candidates* are tried at once; a group that costs something is halved.
        """
        if not candidates:
            return off
        if self.measure([(*off, *candidates)])[0].is_no_worse(self.all_on()):
            return (*off, *candidates)
        if len(candidates) == 1:
            return off
        middle = len(candidates) // 2
        return self.greedy(candidates[middle:], self.greedy(candidates[:middle], off))

    def idle(self) -> list[str]:
        """Returns the mechanisms that can be left out alone, those that take most time first."""
        singles = self.measure(singles_of())
        usual = self.all_on()
        same = [result for result in singles if result.is_no_worse(usual)]
        return [result.off[0] for result in sorted(same, key=lambda result: result.seconds)]

    def _baseline(self) -> Baseline:
        file = self._folder / f"baseline {self._key}.pickle"
        if not file.exists():
            file.write_bytes(pickle.dumps(baseline_of(self._folder, self._sets)))
        known: Baseline = pickle.loads(file.read_bytes())
        return known


def singles_of() -> list[tuple[str, ...]]:
    return [(name,) for name in SWITCHES]


def pairs_of() -> list[tuple[str, ...]]:
    """Returns the pairs of mechanisms of one module: these share an input, and may cover for one another."""
    modules = {name: switch.target.partition(":")[0] for name, switch in SWITCHES.items()}
    return [pair for pair in combinations(SWITCHES, 2) if modules[pair[0]] == modules[pair[1]]]


def thirds_of(seed: int, draws: int) -> list[tuple[str, ...]]:
    """Returns random thirds of all mechanisms."""
    chance = Random(seed)
    return [tuple(sorted(chance.sample(list(SWITCHES), len(SWITCHES) // 3))) for _ in range(draws)]


def baseline_of(folder: Path, sets: Iterable[str]) -> Baseline:
    """Reads all sets with all mechanisms; the first reading fills the caches, and notes what is called."""
    one_thread()
    baseline = Baseline({}, {})
    for name in sets:
        with noted_calls(called := set[str]()):
            read(folder, name)
        baseline.called[name], baseline.outcomes[name] = called, read(folder, name)
    return baseline


def _run(off: tuple[str, ...], *, folder: Path, baseline: Baseline) -> Result:
    counts, seconds = Counter[str](), 0.0
    try:
        for name, usual in baseline.outcomes.items():
            outcome = usual
            load(folder, name)  # the pack is enrolled with all mechanisms
            if not baseline.called[name].isdisjoint(off):
                with switched_off(off):
                    outcome = read(folder, name)
            counts.update(outcome.counts)
            seconds += outcome.seconds
    except Exception as error:  # code that cannot do without a mechanism is a result as well
        return Result(off, error=f"raises {type(error).__name__}: {error}")
    return Result(off, dict(counts), seconds)
