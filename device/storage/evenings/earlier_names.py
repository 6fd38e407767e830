"""The names of those who played at this table on earlier evenings, from the journal."""

from __future__ import annotations

import sqlite3
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.storage.integrity.database import open_to_read
from engine.codec import from_line
from engine.events import Amended, PlayersSeated

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from engine.events import Event

MAX_NAMES = 24
"""Most names: a list that is still run through with a held button."""
MAX_EVENTS = 200_000
"""Events that are looked through: about 150 evenings, in a quarter of a second on a Raspberry Pi 4."""
_SEATINGS = f"""select event from events where position > (select max(position) from events) - {MAX_EVENTS}
and event like '%"players_seated"%' order by position desc"""


@dataclass(frozen=True, slots=True)
class EarlierNames:
    """Names of players, the latest first."""

    names: tuple[str, ...]


def start_reading_names(journal: Path, on_result: Callable[[EarlierNames], None]) -> None:
    """Reads the names in a thread, which passes them to *on_result*: the first screen does not wait for them."""
    threading.Thread(
        target=lambda: on_result(EarlierNames(earlier_names(journal))), name="earlier names", daemon=True
    ).start()


def earlier_names(journal: Path) -> tuple[str, ...]:
    """Returns names of players, the latest first; none if the journal cannot be read."""
    names: dict[str, None] = {}
    try:
        with open_to_read(journal) as connection:
            for (text,) in connection.execute(_SEATINGS):
                names.update(dict.fromkeys(_names_in_row(text)))
                if len(names) >= MAX_NAMES:
                    break
    except (OSError, sqlite3.Error):
        return ()
    return tuple(names)[:MAX_NAMES]


def names_in(event: Event) -> list[str]:
    """Returns the names that an event gives to seats."""
    seating = event.fact if isinstance(event, Amended) else event
    return [name for _, name in seating.players if name] if isinstance(seating, PlayersSeated) else []


def _names_in_row(text: object) -> list[str]:
    """Returns the names of a stored seating; none if it is damaged."""
    try:
        return names_in(from_line(str(text)))
    except ValueError:
        return []
