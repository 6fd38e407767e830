"""All figures in one run, or those named: python -m benchmarks [NAME …] [--decks FOLDER] [--photos FOLDER] [--deals N]

Rules, referee, invariants, seeing and start-up need nothing; rules prints OpenSpiel's figures beside ours if the extra
`benchmark` is installed. Recognition and watching need a folder of scanned decks that the
network never learned from, one folder a deck; the photographs need theirs as well. What is not given is left out, and
said so. Sequences take the drawn packs if no decks are given.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

NAMES = ("rules", "referee", "invariants", "seeing", "startup", "recognition", "watching", "sequences", "photographs")


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"all unless named: {', '.join(NAMES)}")
    parser.add_argument("--deals", type=int, default=10_000, help="of invariants, over all games (%(default)s)")
    parser.add_argument("--decks", type=Path)
    parser.add_argument("--photos", type=Path)
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.names if name not in NAMES]:
        parser.error(f"got {unknown[0]!r}, expected one of {', '.join(NAMES)}")
    decks, photos = arguments.decks, arguments.photos
    needed: dict[str, tuple[Path | None, ...]] = {
        "recognition": (decks,),
        "watching": (decks,),
        "photographs": (photos, decks),
    }
    options: dict[str, tuple[str, ...]] = {
        "invariants": ("--deals", str(arguments.deals)),
        "sequences": () if decks is None else (str(decks),),
    }
    chosen = arguments.names or NAMES
    failed = [name for name in chosen if not _ran(name, needed.get(name, ()), options.get(name, ()))]
    if failed:
        print(f"benchmarks: failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def _ran(name: str, folders: tuple[Path | None, ...], options: tuple[str, ...]) -> bool:
    print(f"\n== {name}", flush=True)
    if None in folders:
        print("left out: needs --decks" + (" and --photos" if len(folders) > 1 else ""))
        return True
    command = [sys.executable, "-m", f"benchmarks.{name}", *map(str, folders), *options]
    return subprocess.run(command, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
