"""How a benchmark begins and ends: numbers that it can work with, and one line about what it cannot work with."""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from device.errors import explained

if TYPE_CHECKING:
    from collections.abc import Callable


def whole(text: str) -> int:
    """:raises argparse.ArgumentTypeError: unless it is a whole number of 1 or more."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"got {text!r}, expected a whole number of 1 or more")
    return number


def above_zero(text: str) -> float:
    """:raises argparse.ArgumentTypeError: unless it is a number above 0."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < math.inf:  # nan is neither
        raise argparse.ArgumentTypeError(f"got {text!r}, expected a number above 0")
    return number


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
