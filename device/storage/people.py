"""Who has played, as the rows of a journal show, and the rows without a person."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from device.storage.evenings import read_entry
from device.storage.journal_content import open_content
from device.storage.journal_format import Row
from engine.events import ERASED_NAME, Amended, Event, PlayersSeated, is_person

_SEATED = "players_seated"
"""The text that every event with names has."""
MAX_NAMES = 24
"""Most names: a list that is still run through with a held button."""
MAX_EVENTS = 200_000
"""Events that are looked through: about 150 evenings."""


def earlier_names(journal: Path) -> tuple[str, ...]:
    """Returns names of players, the latest first; none if the journal cannot be read."""
    try:
        with open_content(journal) as content:
            first = content.count - MAX_EVENTS
            return tuple(islice(people_in(content.rows_backwards(_SEATED.encode()), first), MAX_NAMES))
    except OSError:
        return ()


def people_in(rows_backwards: Iterable[Row], first: int = 0) -> Iterator[str]:
    """Yields the names of everybody from position *first* on, the latest first and each once."""
    names: set[str] = set()
    for row in rows_backwards:
        if row.is_intact and row.position < first:
            return
        event = read_entry(row).event if _SEATED in row.event else ""
        for name in () if isinstance(event, str) else names_in(event):
            if name not in names:
                names.add(name)
                yield name


def names_in(event: Event) -> list[str]:
    """Returns the names that an event gives to seats."""
    seating = event.fact if isinstance(event, Amended) else event
    return [name for _, name in seating.players if is_person(name)] if isinstance(seating, PlayersSeated) else []


def rows_without_person(rows: Sequence[Row], name: str) -> list[Row]:
    """Returns the rows with `ERASED_NAME` in the place of *name*; positions stay.

    A damaged row that may hold the name loses its text, and stays damaged.
    """
    return [_without_person(row, name) for row in rows]


def _without_person(row: Row, name: str) -> Row:
    text = str(row.event)
    if _SEATED not in text and name not in text and json.dumps(name, ensure_ascii=False)[1:-1] not in text:
        return row
    event = read_entry(row).event
    if isinstance(event, str):
        return Row(row.position, row.time, "", None)
    seated = event.fact if isinstance(event, Amended) else event
    if isinstance(seated, PlayersSeated):
        players = tuple((seat, ERASED_NAME if named == name else named) for seat, named in seated.players)
        without = PlayersSeated(players)
        event = replace(event, fact=without) if isinstance(event, Amended) else without
    return Row.of(row.position, row.time, event)
