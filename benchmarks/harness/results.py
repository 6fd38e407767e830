"""What a benchmark found out about a target, on its way to the table at the end of `python -m benchmarks`.

Every command prints for people; what counts for a target it also tells here. A command that runs alone tells nobody.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from benchmarks.harness.targets import TARGETS
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


def tell(*results: Result) -> None:
    """Adds *results* to the file that the environment names; without one they are only printed by the command."""
    if file := os.environ.get(FILE):
        with Path(file).open("ab") as lines:
            lines.writelines(msgspec.json.encode(result) + b"\n" for result in results)


def told(file: Path) -> list[Result]:
    """Returns what has been told, one result a target: shares of one target are put together, else the worst counts."""
    found: dict[str, Result] = {}
    for line in file.read_bytes().splitlines() if file.exists() else []:
        result = msgspec.json.decode(line, type=Result)
        before = found.get(result.target)
        found[result.target] = result if before is None else _both(before, result)
    return list(found.values())


def _both(before: Result, result: Result) -> Result:
    if before.hits is None or result.hits is None:
        more_is_better = any(target.at_least is not None for target in TARGETS if target.name == result.target)
        return (min if more_is_better else max)(before, result, key=lambda one: one.value)
    return share(result.target, before.hits + result.hits, before.count + result.count)


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
