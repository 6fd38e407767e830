"""Mutants that the tests do not notice: python -m lab.mutation --seed N --count K [--rooms ROOM …] [--seconds S]

Each mutant is one small change to a module of the rooms, drawn with the seed; it is put into a copy of the repository,
and the tests that import the module are run there, the nearest first, until one fails. What survives is listed with its
line; whether a user would notice it is for a person to judge. Types and tests marked slow are not checked.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from lab.mutation.mutants import Mutant, Site, mutant_at, sites_of
from lab.mutation.selection import ROOT, module_path, nearest_tests
from tests.support.skips import child_environment

ROOMS = (
    "engine", "device/storage", "device/state", "device/session",
    "vision/detection", "vision/enrolment", "vision/geometry", "vision/recognition", "vision/scene", "vision/tracking",
    "hall/draw", "hall/formats", "hall/storage", "hall/tournament",
)  # fmt: skip
TIME_IS_UP = "time is up"
SHOWN_BEFORE, SHOWN_AFTER = 40, 80
"""Characters of a statement shown before and after the first difference."""
LONGEST_TEST_S = 60
"""Seconds after which a single test that runs on a mutant is ended; the mutant counts as killed."""


def places(rooms: list[str]) -> list[tuple[str, Site]]:
    """Returns every place for a mutant in these rooms, in a fixed order: a module, and where in it."""
    files = sorted(file for room in rooms for file in (ROOT / room).rglob("*.py"))
    return [
        (".".join(file.relative_to(ROOT).with_suffix("").parts), site)
        for file in files
        for site in sites_of(file.read_text(encoding="utf-8"))
    ]


def copied(folder: Path) -> Path:
    """Returns a copy of the repository in *folder*, in which modules may be changed."""
    ignored = shutil.ignore_patterns(".*", "__pycache__")
    return Path(shutil.copytree(ROOT, folder, ignore=ignored, dirs_exist_ok=True))


def killed_by(mutant: Mutant, module: str, copy: Path, seconds: float) -> str | None:
    """Returns the test that fails with a mutant, or what else ended the tests; None if it survives all of them.

    Runs the nearest tests first, and those that try many examples last: most mutants fail before.
    """
    path = module_path(module, copy)
    original = path.read_text(encoding="utf-8")
    path.write_text(mutant.source, encoding="utf-8")
    tests = [test.relative_to(ROOT) for test in nearest_tests(module)]
    end = time.monotonic() + seconds
    parts = [(part, "not hypothesis and not slow") for part in (tests[:4], tests[4:16], tests[16:])]
    try:
        for part, marks in [*parts, (tests, "hypothesis and not slow")]:
            if failure := _failed_of(copy, part, end, "-m", marks, "-o", f"timeout={LONGEST_TEST_S}"):
                return failure
        return None
    finally:
        path.write_text(original, encoding="utf-8")


def _failed_of(copy: Path, tests: list[Path], end: float, *options: str) -> str | None:
    """Returns the first test that fails, or that time was up at *end* (s, monotonic); None if all pass."""
    left = end - time.monotonic()
    if left <= 0:
        return TIME_IS_UP
    if not tests:
        return None
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", "--no-header"]
    environment = child_environment(PYTHONPATH=str(copy), PYTHONDONTWRITEBYTECODE="1")
    try:
        done = subprocess.run(
            [*command, *options, *map(str, tests)],
            cwd=copy, env=environment, capture_output=True, text=True, check=False, timeout=left,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return TIME_IS_UP
    if done.returncode in (0, 5):  # 5: no such tests in these files
        return None
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return failed[0] if failed else f"pytest ended with {done.returncode}"


def shortened(before: str, after: str) -> tuple[str, str]:
    """Returns both statements cut to what is around their first difference, if they are long, as tables are."""
    pairs = enumerate(zip(before, after, strict=False))
    same = next((place for place, (one, other) in pairs if one != other), min(len(before), len(after)))
    start = max(0, same - SHOWN_BEFORE)

    def cut(text: str) -> str:
        return "… " * bool(start) + text[start : same + SHOWN_AFTER] + " …" * (len(text) > same + SHOWN_AFTER)

    return cut(before), cut(after)


def main() -> int:
    made = argparse.ArgumentParser(
        prog="python -m lab.mutation", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("--seed", type=int, required=True, help="which mutants are drawn")
    made.add_argument("--count", type=int, default=50, help="how many (%(default)s)")
    made.add_argument("--rooms", nargs="+", default=list(ROOMS), metavar="ROOM", help="folders; by default %(default)s")
    made.add_argument("--seconds", type=float, default=300, help="of tests a mutant, undecided then (%(default)s)")
    arguments = made.parse_args()
    found = places(arguments.rooms)
    drawn = Random(arguments.seed).sample(found, min(arguments.count, len(found)))
    survivors: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        copy = copied(Path(name))
        for number, (module, site) in enumerate(drawn, start=1):
            mutant = mutant_at(module_path(module, ROOT).read_text(encoding="utf-8"), site)
            began = time.monotonic()
            killer = killed_by(mutant, module, copy, arguments.seconds)
            before, after = shortened(mutant.before, mutant.after)
            description = f"{module}:{mutant.line}\n    - {before}\n    + {after}"
            if killer in (None, TIME_IS_UP):
                survivors.append(f"{killer}: {description}" if killer else description)
            print(f"{number:3d} {killer or 'SURVIVED'}, {time.monotonic() - began:.1f} s: {description}", flush=True)
    print(f"\n{len(drawn)} mutants of {len(found)}, seed {arguments.seed}:", end=" ")
    print(f"{len(survivors)} survived or were not decided")
    print(*survivors, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
