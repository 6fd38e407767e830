"""Coverage-guided fuzzing: python -m lab.fuzz [TARGET …] [--seconds S] [--keep FOLDER]

Each target starts from its seeds in lab/fuzz/seeds and goes on for so many seconds; as many run at once as there are
cores. What ends one is written to a file whose name is printed; python -m lab.fuzz TARGET --file FILE repeats it.
With --keep, inputs that reach new code are kept, so that the next run goes on with them. Needs the extra `fuzz`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ONCE = "--in-this-process"
TARGETS = ("records", "events", "settings", "packs", "backups")
LONGEST = 1 << 14
"""Bytes of an input."""
LONGEST_S = 20
"""Seconds that one input may take."""


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m lab.fuzz", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"all unless named: {', '.join(TARGETS)}")
    parser.add_argument("--seconds", type=int, default=15, help="for each target (%(default)s)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where inputs that reach new code are kept")
    parser.add_argument("--file", type=Path, help="an input to repeat, with one TARGET")
    parser.add_argument(ONCE, action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if unknown := set(arguments.targets) - set(TARGETS):
        parser.error(f"got {unknown.pop()!r}, expected one of {', '.join(TARGETS)}")
    names = arguments.targets or list(TARGETS)
    if arguments.file is not None:
        from lab.fuzz.targets import TARGETS as TARGET_BY_NAME

        TARGET_BY_NAME[names[0]](arguments.file.read_bytes())
        return 0
    if arguments.in_this_process:
        return _fuzz(names[0], arguments.seconds, arguments.keep)
    with tempfile.TemporaryDirectory() as found, ThreadPoolExecutor(os.cpu_count()) as at_once:
        keep = arguments.keep or Path(found)
        endings = at_once.map(lambda name: _run(name, arguments.seconds, keep), names)
        failed = [name for name, passed in zip(names, endings, strict=True) if not passed]
    print(f"fuzzed {', '.join(names)}: {', '.join(failed) or 'none'} failed")
    return 1 if failed else 0


def _run(name: str, seconds: int, keep: Path) -> bool:
    """Fuzzes one target in a process of its own, which the fuzzer ends; returns whether it passed, and prints why."""
    print(f"{name}, {seconds} s", flush=True)
    command = [sys.executable, "-m", "lab.fuzz", name, "--seconds", str(seconds), "--keep", str(keep), ONCE]
    done = subprocess.run(
        command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    )
    print(f"\n== {name}, {seconds} s\n{done.stdout}", flush=True)
    return done.returncode == 0


def _fuzz(name: str, seconds: int, keep: Path) -> int:
    try:
        import atheris
    except ImportError:
        print("fuzz: atheris is not installed; install the extra: pip install -e '.[fuzz]'", file=sys.stderr)
        return 2
    with atheris.instrument_imports(
        include=["engine", "common", "device", "vision.recognition"], enable_loader_override=False
    ):
        from lab.fuzz.targets import SEEDS
        from lab.fuzz.targets import TARGETS as TARGET_BY_NAME
    folder = keep / name
    folder.mkdir(parents=True, exist_ok=True)
    options = [
        f"-max_total_time={seconds}", f"-max_len={LONGEST}", f"-timeout={LONGEST_S}", "-rss_limit_mb=1500",
        "-verbosity=0", "-print_final_stats=1", f"-artifact_prefix={name}-", f"-dict={SEEDS / 'words.txt'}",
    ]  # fmt: skip
    atheris.Setup([sys.argv[0], *options, str(folder), str(SEEDS / name)], TARGET_BY_NAME[name])
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
