"""Runs in the machine: reads the journal on the disk, tells whether it is right, and writes on until it is cut off.

On the disk lie the events of an evening, in their order, as JSON Lines. With a file called `careless` beside them,
nothing is waited for.
"""

from __future__ import annotations

import os
import sys
import termios
import time
from pathlib import Path

from device.storage.journal import Journal
from engine.codec import from_line

DATA = Path("/data")


def main() -> None:
    lines = (DATA / "events.jsonl").read_text().splitlines()
    with Journal(DATA / "journal.sqlite") as journal:
        held = journal.events
        expected = [from_line(line) for line in lines[: len(held)]]
        print(f"holds {len(held)} {'right' if held == expected else 'wrong'}", flush=True)
        if (DATA / "careless").exists():
            os.fsync = lambda _: None
        for line in lines[len(held) :]:
            print("stored", journal.append(from_line(line), time.time()), flush=True)
            termios.tcdrain(sys.stdout)  # or lines that wait for the console would be lost with the machine
    print("all is told", flush=True)


if __name__ == "__main__":
    main()
