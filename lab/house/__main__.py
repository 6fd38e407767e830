"""How large the program is, and how long its ways are: python -m lab.house [CHECKOUT] [--no-calls]

CHECKOUT is a folder with another version, such as one that `git archive` made; this one unless named. Printed are lines
and files of what is installed, of the laboratory and of the tests, as the formatter writes them at 120 columns, and of
what is installed also imports, names, and the Python calls of a press and of a frame. `wanted` is the aim.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from lab.house.counts import Size, formatted, names_of, size_of
from lab.house.thresholds import constants_of, thresholds_of

HERE = Path(__file__).parents[2]
LAB = ("lab", "benchmarks", "docs", "vision/training", "tests/mutation", "tests/fuzz")
"""Where the laboratory is, or was."""
TESTS = ("tests",)
CALLS = Path(__file__).with_name("calls.py")


def rows(root: Path, with_calls: bool) -> Iterator[tuple[str, str, str]]:
    """Yields what is counted, the figure, and what is wanted."""
    packages = packages_of(root)
    product = formatted(root, packages)
    size, names = size_of(product), names_of(product)
    laboratory, tests = size_of(formatted(root, LAB)), size_of(formatted(root, TESTS, LAB))
    yield "product, lines / files", _lines(size), "≤ 60 000 / 420"
    yield "product, without blank lines / empty files", f"{size.full:,} / {size.full_files}", "≤ 48 000 / 400"
    yield "median file of the product, lines", f"{size.median_file:g}", "130 to 200"
    yield "lines of imports", f"{names.import_share:.1%}", "≤ 6 %"
    once = f"{names.once / names.functions:.0%}" if names.functions else "-"
    yield "private functions called once", f"{names.once} of {names.functions}, {once}", "≤ 10 %"
    yield "class names defined twice or more", f"{names.repeated_classes}", "≤ 25"
    yield "longest function, lines", f"{names.longest_function}", "≤ 51"
    yield "one-letter names", f"{names.one_letter}", "as before"
    vision = root / "vision"
    yield "thresholds of vision, and other numbers", f"{len(thresholds_of(vision))}, {constants_of(vision)}", "≤ 150"
    yield "laboratory, lines / files", _lines(laboratory), "≤ 15 000"
    installed = [folder for folder in LAB if folder.partition("/")[0] in packages]
    yield "laboratory within the product", f"{size_of(formatted(root, installed)).lines:,}", "0"
    yield "tests, lines / files", _lines(tests), "≤ 60 000"
    yield "tests to product", f"{tests.lines / size.lines:.2f}", ""
    if with_calls:
        yield "a press, heaviest: Python calls, files", _calls(root, "press"), "≤ 1 000, 20"
        yield "a frame, heaviest: Python calls, files", _calls(root, "frame"), "≤ 10 000, 25"


def packages_of(root: Path) -> list[str]:
    """Returns the folders of a checkout whose code is installed; older ones name them `packages`."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    return wheel.get("packages") or [folder for folder in wheel["only-include"] if folder != "docs"]


def _lines(size: Size) -> str:
    return f"{size.lines:,} / {size.files}"


def _calls(root: Path, what: str) -> str:
    """Returns the calls of the checkout at *root*, counted in a process of its own that imports its modules."""
    command = [sys.executable, str(CALLS), what]
    environment = os.environ | {"PYTHONPATH": str(root)}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        return f"not counted: {done.stderr.strip().splitlines()[-1]}"
    counts = json.loads(done.stdout.splitlines()[-1])
    return f"{counts['calls']:,}, {counts['files']} (median {counts['median']:g} of {counts['of']})"


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m lab.house", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("checkout", nargs="?", type=Path, default=HERE, metavar="CHECKOUT")
    parser.add_argument("--no-calls", action="store_true", help="count lines and names only")
    arguments = parser.parse_args()
    root: Path = arguments.checkout.resolve()
    if not (root / "pyproject.toml").is_file():
        parser.error(f"got {root}, expected a checkout with a pyproject.toml")
    for what, figure, wanted in rows(root, not arguments.no_calls):
        print(f"{what:46s}{figure:>38s}  {wanted}".rstrip())
    return 0


if __name__ == "__main__":
    sys.exit(main())
