"""Prints what was measured: python -m lab.results [WORD …]

Each line of `figures.jsonl` is a measurement: its topic, what was measured on which data and when, and the figures.
"""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Collection, Iterator
from pathlib import Path

FIGURES = Path(__file__).with_name("figures.jsonl")
COLUMNS = 120


def measurements(words: Collection[str] = ()) -> Iterator[dict[str, str]]:
    """Yields the measurements in whose text every one of *words* occurs, in any case."""
    for line in FIGURES.read_text(encoding="utf-8").splitlines():
        if all(word.casefold() in line.casefold() for word in words):
            yield json.loads(line)


def paragraph(measurement: dict[str, str]) -> str:
    """Returns a measurement in words: what was measured, then each figure on lines of its own."""
    what, figures = measurement["what"], [item for item in measurement.items() if item[0] not in ("topic", "what")]
    lines = [f"{name}: {figure}" if len(figures) > 1 or name != "measured" else figure for name, figure in figures]
    indented = [textwrap.fill(line, COLUMNS, initial_indent="    ", subsequent_indent="    ") for line in lines]
    return "\n".join([textwrap.fill(what, COLUMNS), *indented])


def main() -> int:
    found = [paragraph(each) for each in measurements(sys.argv[1:])]
    if not found:
        print(f"results: got {' '.join(sys.argv[1:])}, expected words of a measurement in {FIGURES}", file=sys.stderr)
        return 2
    print("\n".join(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
