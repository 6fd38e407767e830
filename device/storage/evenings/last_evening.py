"""Finds the first event of the last evening, from which a journal is read when it is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.codec import from_line
from engine.events import Amended, EveningStarted, GameStarted, PlayersSeated, Ruled

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from engine.events import Event

_BETWEEN_DEALS = """select position, event from events where event like '{"event":"game_started"%'
or event like '{"event":"evening_started"%' or event like '{"event":"players_seated"%' order by position desc"""


def start_of_last_evening(connection: sqlite3.Connection) -> int:
    """Returns the position at which the evening of the last game began.

    Without an evening it is the position of the first game whose lasting counts continue in the last one, or of an
    earlier seating that still holds.
    """
    start, last = 0, None
    together, seated = True, False
    for position, text in connection.execute(_BETWEEN_DEALS):
        event = from_line(text)
        if isinstance(event, GameStarted):
            together = together and (last is None or (event.game, event.seats) == (last.game, last.seats))
            if together:
                # Who sat where when a game began was said before it.
                start, last, seated = position, event, False
        elif last is not None and isinstance(event, EveningStarted):
            return int(position)
        elif last is not None and not seated:
            start, seated = position, True
        if seated and not together:
            break
    return start


def refers_to_earlier_events(events: Sequence[Event]) -> bool:
    """Returns whether something amends what lies further back, or what the beginning of the reading rests on."""
    if any(_lowest_position(event) < 0 for event in events):
        return True
    amended = (event.position for event in events if isinstance(event, Amended) and not event.before)
    # What is inserted before the first game still belongs to the game of the evening before.
    first_game = next((place for place, event in enumerate(events) if isinstance(event, GameStarted)), 0)
    inserted = any(isinstance(event, Amended) and event.before and event.position <= first_game for event in events)
    return inserted or any(isinstance(events[place], GameStarted | EveningStarted | PlayersSeated) for place in amended)


def _lowest_position(event: Event) -> int:
    """Returns the lowest position that the event names; 0 if it names none."""
    named = [each.position for each in (event, getattr(event, "fact", None)) if isinstance(each, Amended | Ruled)]
    return min(named, default=0)
