"""All figures, or those named: python -m lab.benchmarks [NAME …] [--decks FOLDER] [--photos FOLDER] [--views N]

Decks are scans, one folder a deck, one picture a card named in card notation. Decks that the network was trained on are
left out; decks with artwork from a training deck are printed but not counted. Photos are labelled photographs. The
benchmarks of rules, sequences and time need neither. Benchmarks without their input are left out, with a message. The
run ends with the table of targets: limit, measured value, interval, and whether it is met. lab/README.md describes
what each command prints.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from lab.benchmarks.harness.results import FILE, run_command
from lab.benchmarks.harness.targets import combined_results, table_of
from lab.training.data.options import at_least


class Command(NamedTuple):
    """*needs* are the folders that it requires, in the order of its arguments; *may* are optional folders."""

    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    """The options below that it accepts."""
    by_name: bool = False
    """Whether it runs only if it is named, since it takes longer than all others."""


WITHOUT_DECKS = ("idle", "startup", "press_latency", "page_load", "taps", "kills", "evening", "tricks")
COMMANDS = {
    "throughput": Command(),
    "referee": Command(),
    "invariants": Command(options=("deals",)),
    "vision_cost": Command(),
    "still_cost": Command((), ("decks",)),
    **dict.fromkeys(WITHOUT_DECKS, Command()),
    "recognition": Command(("decks",), options=("views",)),
    "scenes": Command(("decks",)),
    "stacks": Command(("decks",)),
    "prints": Command(("decks",), ("photos",)),
    "missing_cards": Command(("decks",)),
    "name_probability": Command(("decks",), by_name=True),
    "enrolment": Command(("decks",)),
    "negatives": Command(("decks",), ("photos",)),
    "photographs": Command(("photos", "decks")),
    "rendered_deals": Command(("decks",)),
    "sequences": Command((), ("decks",)),
    "quick_deals": Command((), ("decks",)),
    "imperfect_sightings": Command(),
}


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m lab.benchmarks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    usual = [name for name, command in COMMANDS.items() if not command.by_name]
    others = f"{', '.join(usual)}: all unless named; name_probability"
    parser.add_argument("names", nargs="*", metavar="NAME", help=others)
    parser.add_argument("--deals", type=at_least(1), default=10_000, help="of invariants, over all games (%(default)s)")
    parser.add_argument("--views", type=at_least(1), help="of recognition, a family and light")
    parser.add_argument("--decks", type=Path)
    parser.add_argument("--photos", type=Path)
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.names if name not in COMMANDS]:
        parser.error(f"got {unknown[0]!r}, expected one of {', '.join(COMMANDS)}")
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        # The file of results is opened before the measurements, to fail early.
        file = os.environ.get(FILE)
        results_file = stack.enter_context(Path(file).open("ab")) if file else None
        results = Path(folder) / "results.jsonl"
        failed = [name for name in arguments.names or usual if not _ran(name, arguments, results)]
        print("\n== targets\n", *table_of(combined_results(results)), sep="\n")
        if results_file is not None and results.exists():
            results_file.write(results.read_bytes())
    if failed:
        print(f"benchmarks: failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def module_of(name: str) -> str:
    """Returns the module of a command, whatever its folder."""
    folder = Path(__file__).parent
    modules = sorted(folder.glob(f"*/{name}.py"))
    if len(modules) != 1:
        raise ValueError(f"got {len(modules)} modules for {name}, expected one")
    return f"lab.benchmarks.{modules[0].parent.name}.{name}"


def _ran(name: str, arguments: argparse.Namespace, results: Path) -> bool:
    print(f"\n== {name}", flush=True)
    command, folders = COMMANDS[name], {"decks": arguments.decks, "photos": arguments.photos}
    if missing := [f"--{need}" for need in command.needs if folders[need] is None]:
        print(f"left out: needs {' and '.join(missing)}")
        return True
    given = [str(folders[place]) for place in (*command.needs, *command.may) if folders[place] is not None]
    values = {option: getattr(arguments, option) for option in command.options}
    options = [part for option, value in values.items() if value is not None for part in (f"--{option}", str(value))]
    run = [sys.executable, "-m", module_of(name), *given, *options]
    began = time.monotonic()
    # Each runs in its own process, so that a failure or its memory does not affect the others.
    done = subprocess.run(run, check=False, env={**os.environ, FILE: str(results), "OMP_NUM_THREADS": "1"})
    print(f"({time.monotonic() - began:.0f} s)", flush=True)
    return done.returncode == 0


if __name__ == "__main__":
    run_command(main)
