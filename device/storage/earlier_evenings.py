"""What a table needs of its earlier evenings: who played here, and the matches of a tournament that a hall may lack."""

from __future__ import annotations

import threading
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from device.storage.journal_content import open_content
from engine.events import Amended, Event, PlayersSeated

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from device.storage.journal_format import Row

MAX_NAMES = 24
"""Most names: a list that is still run through with a held button."""
MAX_EVENTS = 200_000
"""Events that are looked through: about 150 evenings."""
MAX_PAUSE_S = 2 * 24 * 3600
"""Seconds between two matches after which they are of two tournaments, such as last year's of the same name."""


@dataclass(frozen=True, slots=True)
class EarlierNames:
    """Names of players, the latest first."""

    names: tuple[str, ...]


class MatchEvent(NamedTuple):
    """An event with its position in the journal; positions that it names are those of the journal, too."""

    position: int
    time: float
    event: Event
    mark: str


def start_reading_names(journal: Path, on_result: Callable[[EarlierNames], None]) -> None:
    """Reads the names in a thread, which passes them to *on_result*: the first screen does not wait for them."""
    threading.Thread(
        target=lambda: on_result(EarlierNames(earlier_names(journal))), name="earlier names", daemon=True
    ).start()


def earlier_names(journal: Path) -> tuple[str, ...]:
    """Returns names of players, the latest first; none if the journal cannot be read."""
    names: dict[str, None] = {}
    try:
        with open_content(journal) as content:
            first = content.count - MAX_EVENTS
            for row in content.rows_backwards(b'"players_seated"'):
                if len(names) >= MAX_NAMES or (row.is_intact and row.position < first):
                    break
                with suppress(ValueError):  # it is damaged
                    names.update(dict.fromkeys(names_in(row.read())))
    except OSError:
        return ()
    return tuple(names)[:MAX_NAMES]


def names_in(event: Event) -> list[str]:
    """Returns the names that an event gives to seats."""
    seating = event.fact if isinstance(event, Amended) else event
    return [name for _, name in seating.players if name] if isinstance(seating, PlayersSeated) else []


def earlier_matches(journal: Path, tournament: str, end: int) -> list[MatchEvent]:
    """Returns the events from the tournament's first match on that lie before position *end*, without a gap.

    Behind a damaged event the rest is returned; what lies before it cannot be counted on.

    :raises OSError: if the journal cannot be read.
    """
    prefix = f"hall {tournament} "
    events: list[MatchEvent] = []
    with open_content(journal) as content:
        pairings = [
            row for row in content.rows_backwards(b',"hall ') if row.position < end and row.mark.startswith(prefix)
        ]
        if not pairings:
            return []
        for row in takewhile(lambda row: row.position < end, content.rows(_begin(pairings))):
            if events and row.position != events[-1].position + 1:
                events = []
            try:
                events.append(MatchEvent(row.position, row.time, row.read(), row.mark))
            except ValueError:
                events = []
    return events if events and events[-1].position == end - 1 else []


def _begin(pairings: Sequence[Row]) -> int:
    """Returns the position of the tournament's first pairing; *pairings* has the last one first.

    An earlier tournament of the same name had a later round, or was played on another day.
    """
    first = pairings[0]
    for row in pairings[1:]:
        if _round(row.mark) > _round(first.mark) or first.time - row.time > MAX_PAUSE_S:
            break
        first = row
    return first.position


def _round(mark: str) -> int:
    """Returns the number of the round in a mark such as `hall cup 3 1`."""
    number = mark.split()[-2]
    return int(number) if number.isdigit() else 0
