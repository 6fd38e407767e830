"""Coverage-guided fuzzing: python -m lab.fuzz [TARGET …] [--seconds S] [--keep FOLDER]

Each target starts from its seeds in lab/fuzz/seeds and goes on for so many seconds; as many run at once as there are
cores. What ends one is written to a file whose name is printed; python -m lab.fuzz TARGET --file FILE repeats it.
With --keep, inputs that reach new code are kept, so that the next run goes on with them. Needs the extra `fuzz`.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

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
    arguments = parser.parse_args()
    if unknown := set(arguments.targets) - set(TARGETS):
        parser.error(f"got {unknown.pop()!r}, expected one of {', '.join(TARGETS)}")
    names = arguments.targets or list(TARGETS)
    if arguments.file is not None:
        from lab.fuzz.targets import TARGETS as TARGET_BY_NAME

        TARGET_BY_NAME[names[0]](arguments.file.read_bytes())
        return 0
    try:
        targets = _instrumented()
    except ImportError:
        print("fuzz: atheris is not installed; install the extra: pip install -e '.[fuzz]'", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as found:
        failed = _fuzz_all(targets, names, arguments.seconds, arguments.keep or Path(found), Path(found))
    print(f"fuzzed {', '.join(names)}: {', '.join(failed) or 'none'} failed")
    return 1 if failed else 0


def _instrumented() -> dict[str, Callable[[bytes], None]]:
    """Returns the targets, after instrumenting, once for all, the modules whose branches guide the fuzzer."""
    import atheris

    with atheris.instrument_imports(
        include=["engine", "common", "device", "vision.recognition"], enable_loader_override=False
    ):
        from lab.fuzz.targets import TARGETS as TARGET_BY_NAME
    return TARGET_BY_NAME


def _fuzz_all(
    targets: dict[str, Callable[[bytes], None]], names: Sequence[str], seconds: int, keep: Path, logs: Path
) -> list[str]:
    """Fuzzes each target in a process of its own, which the fuzzer ends; returns those that failed, prints why."""
    waiting, running, failed = list(names), dict[int, str](), []
    while waiting or running:
        while waiting and len(running) < (os.cpu_count() or 1):
            name = waiting.pop(0)
            print(f"{name}, {seconds} s", flush=True)
            process = os.fork()
            if not process:
                _fuzz(name, targets[name], seconds, keep / name, logs / f"{name}.log")
            running[process] = name
        process, status = os.wait()
        name = running.pop(process)
        print(f"\n== {name}, {seconds} s\n{(logs / f'{name}.log').read_text(errors='replace')}", flush=True)
        if status:
            failed.append(name)
    return failed


def _fuzz(name: str, target: Callable[[bytes], None], seconds: int, folder: Path, log: Path) -> NoReturn:
    import atheris

    from lab.fuzz.targets import SEEDS

    with log.open("wb") as output:
        os.dup2(output.fileno(), sys.stdout.fileno())
        os.dup2(output.fileno(), sys.stderr.fileno())
    folder.mkdir(parents=True, exist_ok=True)
    options = [
        f"-max_total_time={seconds}", f"-max_len={LONGEST}", f"-timeout={LONGEST_S}", "-rss_limit_mb=1500",
        "-verbosity=0", "-print_final_stats=1", f"-artifact_prefix={name}-", f"-dict={SEEDS / 'words.txt'}",
    ]  # fmt: skip
    atheris.Setup([sys.argv[0], *options, str(folder), str(SEEDS / name)], target)
    atheris.Fuzz()
    sys.exit("the fuzzer came back, expected it to end the process")


if __name__ == "__main__":
    sys.exit(main())
