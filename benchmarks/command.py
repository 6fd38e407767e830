"""How a benchmark ends: with one line about what it cannot work with."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from device.errors import explained

if TYPE_CHECKING:
    from collections.abc import Callable


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
