"""All figures in one run: python -m benchmarks [--decks FOLDER] [--photos FOLDER]

Rules, referee, seeing and start-up need nothing. Recognition and watching need a folder of scanned decks that the
network never learned from, one folder a deck; the photographs need theirs as well. What is not given is left out, and
said so.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--decks", type=Path)
    parser.add_argument("--photos", type=Path)
    arguments = parser.parse_args()
    decks, photos = arguments.decks, arguments.photos
    runs: dict[str, tuple[Path | None, ...]] = {
        "rules": (),
        "referee": (),
        "seeing": (),
        "startup": (),
        "recognition": (decks,),
        "watching": (decks,),
        "photographs": (photos, decks),
    }
    failed = [name for name, folders in runs.items() if not _ran(name, folders)]
    if failed:
        print(f"benchmarks: failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def _ran(name: str, folders: tuple[Path | None, ...]) -> bool:
    print(f"\n== {name}", flush=True)
    if None in folders:
        print("left out: needs --decks" + (" and --photos" if len(folders) > 1 else ""))
        return True
    return subprocess.run([sys.executable, "-m", f"benchmarks.{name}", *map(str, folders)], check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
