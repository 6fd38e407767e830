"""Says to an upgrade whether a deal is in progress: `python -m device.in_play JOURNAL`.

The exit code is 0 if none is, `IN_PLAY` with a line that says since when, or `UNKNOWN` with a line that says why it
is unknown. Python itself ends with 1 where anything else goes wrong, so 1 answers nothing. A deal without an event
for an hour counts as abandoned.
"""

import sys
import time
from collections.abc import Iterable
from pathlib import Path

from device.storage.recorded_events import read_journal
from engine.events import Event
from engine.rules.game import BETWEEN_DEALS
from engine.state.table import Table

NONE, IN_PLAY, UNKNOWN = 0, 3, 4
"""Exit codes."""
ABANDONED_AFTER_SECONDS = 3600


def deal_in_play(events: Iterable[Event]) -> bool:
    return Table.from_journal(events).phase not in BETWEEN_DEALS


def minutes_since(journal: Path) -> int:
    """Returns how many whole minutes ago the last event was written; 0 if the clock was set back since."""
    files = (journal, journal.with_name(journal.name + "-wal"))
    written = max(file.stat().st_mtime for file in files if file.exists())
    return max(0, int(time.time() - written) // 60)


def main(journal: Path) -> int:
    try:
        minutes = minutes_since(journal) if journal.exists() else None
        if (
            minutes is None
            or minutes >= ABANDONED_AFTER_SECONDS // 60
            or not deal_in_play(read_journal(journal, whole=False))
        ):
            return NONE
    except Exception as error:  # a journal that cannot be followed, whatever the fault
        reason = " ".join(str(error).split()) or type(error).__name__
        print(f"got no answer whether a deal is in play ({reason}), expected one: sudo systemctl stop kiebitz")
        return UNKNOWN
    print(f"got a deal in play, {minutes} min ago, expected none: score it first, or sudo systemctl stop kiebitz")
    return IN_PLAY


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
