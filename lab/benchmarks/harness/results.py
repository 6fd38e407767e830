"""Results of benchmarks for the table of targets at the end of `python -m lab.benchmarks`.

Every command prints its figures, and adds those of targets to the file that the environment names, if any.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from common.errors import explain_error

if TYPE_CHECKING:
    from collections.abc import Callable

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


def exit_code_of(main: Callable[[], int]) -> int:
    """Returns the exit code of *main*; unusable input is reported in one line, with code 2."""
    try:
        return main()
    except (ValueError, OSError) as error:
        ours = type(error).__module__.startswith("lab.")
        line = str(error) if ours else explain_error(error)
        if line is None:
            raise
    print(f"{Path(sys.argv[0]).stem}: {line}", file=sys.stderr)
    return 2
