"""What a benchmark found out about a target, on its way to the table at the end of `python -m benchmarks`.

Every command prints for people; what counts for a target it also tells here. A command that runs alone tells nobody.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from device.errors import explained

if TYPE_CHECKING:
    from collections.abc import Callable

FILE = "KIEBITZ_BENCHMARK_RESULTS"
"""The variable that names the file that results are added to."""


class Result(msgspec.Struct, frozen=True):
    """`target` is the name of one in `benchmarks.harness.targets`. A share has *hits*, anything else is measured once.

    What was measured 0 times says nothing, and the table calls it not measured.
    """

    target: str
    value: float
    count: int
    """Of how many, or how often it was measured."""
    hits: int | None = None


def share(target: str, hits: int, count: int) -> Result:
    return Result(target, hits / count if count else 0.0, count, hits)


def add_results(*results: Result) -> None:
    """Adds *results* to the file that the environment names; without one they are only printed by the command."""
    if file := os.environ.get(FILE):
        with Path(file).open("ab") as lines:
            lines.writelines(msgspec.json.encode(result) + b"\n" for result in results)


def ended(main: Callable[[], int]) -> int:
    """Returns the exit code of *main*; what was given and cannot be worked with is told in one line, with 2."""
    try:
        return main()
    except (ValueError, OSError) as error:
        ours = type(error).__module__.startswith("benchmarks.")
        line = str(error) if ours else explained(error)
        if line is None:
            raise
    print(f"{Path(sys.argv[0]).stem}: {line}", file=sys.stderr)
    return 2
