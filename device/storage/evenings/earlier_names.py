"""The names of those who played at this table on earlier evenings, from the journal."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from device.storage.integrity.database import open_to_read
from engine.codec import from_line
from engine.events import Amended, PlayersSeated

if TYPE_CHECKING:
    from pathlib import Path

MAX_NAMES = 24
"""Most names: a list that is still run through with a held button."""
MAX_EVENTS = 200_000
"""Events that are looked through: about 150 evenings, in a quarter of a second on a Raspberry Pi 4."""
_SEATINGS = f"""select event from events where position > (select max(position) from events) - {MAX_EVENTS}
and event like '%"players_seated"%' order by position desc"""


def earlier_names(journal: Path) -> tuple[str, ...]:
    """Returns names of players, the latest first; none if the journal cannot be read."""
    names: dict[str, None] = {}
    try:
        with open_to_read(journal) as connection:
            for (text,) in connection.execute(_SEATINGS):
                names.update(dict.fromkeys(_names_in(text)))
                if len(names) >= MAX_NAMES:
                    break
    except (OSError, sqlite3.Error):
        return ()
    return tuple(names)[:MAX_NAMES]


def _names_in(text: object) -> list[str]:
    """Returns the names of a stored seating; none if it is damaged."""
    try:
        event = from_line(str(text))
    except ValueError:
        return []
    seating = event.fact if isinstance(event, Amended) else event
    return [name for _, name in seating.players if name] if isinstance(seating, PlayersSeated) else []
