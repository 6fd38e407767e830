"""Limits of memory, start, presses, gate and page: python -m lab.benchmarks.harness.limits

Runs those benchmarks whose figures hardly depend on the machine, and fails if one is beyond its limit. The limits leave
a margin above the targets: they find what has become worse, on machines that do other things at the same time.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from lab.benchmarks.harness.results import FILE, Result, run_command
from lab.benchmarks.harness.targets import combined_results

COMMANDS = (
    ("lab.benchmarks.appliance.startup", "--runs", "3"),
    ("lab.benchmarks.tracking.vision_cost", "--gate"),
    ("lab.benchmarks.appliance.press_latency", "--presses", "40"),
    ("lab.benchmarks.appliance.page_load", "--presses", "30", "--requests", "2000"),
)


class Limit(NamedTuple):
    """The largest value of a figure of `lab.benchmarks.harness.targets`, in *unit*, and *why* it is this one."""

    target: str
    at_most: float
    unit: str
    why: str


LIMITS = (
    Limit("memory onnxruntime", 140, "MiB", "the target; measured 134 to 136"),
    Limit("memory opencv", 122, "MiB", "target 120; measured 117 to 119"),
    Limit("start ratio", 3.0, "× the import of the libraries", "measured 1.9 to 2.3; both by the clock, in turn"),
    Limit("gate", 3.0, "× a difference with threshold", "target 2; measured 1.6 on busy cores, processor time"),
    Limit("presses lost", 0.0, "of the presses", "no machine is too slow to answer within half a minute"),
    Limit("page memory", 60, "MiB", "the target; measured 47 with 50 phones"),
    Limit("page changed", 0.0, "events", "no load lets anybody do more than the role allows"),
    Limit("page lost", 0.0, "presses, events or phones", "half a minute is enough for each"),
)


def verdicts(results: Iterable[Result]) -> Iterator[tuple[str, bool]]:
    """Yields a line for each limit, and whether it is kept; a figure that is missing is not."""
    values = {result.target: result.value for result in results if result.count}
    for limit in LIMITS:
        value = values.get(limit.target)
        is_met = value is not None and value <= limit.at_most
        shown = "not measured" if value is None else f"{value:.3g}"
        word = "kept" if is_met else "NOT KEPT"
        yield f"{limit.target:20s} {shown:>12s}  at most {limit.at_most:g} {limit.unit}: {word} ({limit.why})", is_met


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "results.jsonl"
        environment = {**os.environ, FILE: str(file), "OMP_NUM_THREADS": "1"}
        runs = [subprocess.run([sys.executable, "-m", *command], env=environment, check=False) for command in COMMANDS]
        checked = list(verdicts(combined_results(file)))
    print("\n== limits", *(line for line, _ in checked), sep="\n")
    return 0 if all(is_met for _, is_met in checked) and not any(run.returncode for run in runs) else 1


if __name__ == "__main__":
    run_command(main)
