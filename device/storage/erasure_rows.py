"""The rows of a journal without a person or without an evening."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from device.storage.earlier_evenings import names_in
from device.storage.evenings import ReadableEvent, RecordedEvening, read_entry, split_evenings
from device.storage.journal_format import Row
from engine.amendments import map_positions
from engine.events import Amended, EveningStarted, Event, PlayersSeated, Ruled, TrickGathered

if TYPE_CHECKING:
    from collections.abc import Sequence


_SEATED = "players_seated"
"""The text that every event with names has."""
_READ = tuple(f'{{"event":"{name}"' for name in ("evening_started", "game_started", _SEATED, "amended", "ruled"))
"""Events that begin evenings, or name people or positions; all others need not be decoded."""
_OTHER = TrickGathered()
"""Stands for an event that was not decoded."""


def rows_without_person(rows: Sequence[Row], name: str) -> list[Row]:
    """Returns the rows with the seats of *name* unnamed; positions stay.

    A damaged row that may hold the name loses its text, and stays damaged.
    """
    return [_row_without_person(row, name) for row in rows]


def rows_without_evenings(rows: Sequence[Row], name: str) -> list[Row]:
    """Returns the rows without the evenings of that name, numbered anew.

    Events of other evenings that amend an event of these are left out. Damaged rows of other evenings stay damaged. If
    the last evening is among those left out, the rows end with the beginning of another, so that no game goes on.
    """
    evenings = split_evenings([_entry(row) for row in rows])
    gone = {entry.position for evening in evenings if evening.name == name for entry in evening.entries}
    by_position = {row.position: row for row in rows}
    rest: list[Row] = []
    names: dict[int, int] = {}
    for evening in evenings:
        for entry in evening.entries:
            row = by_position[entry.position]
            moved = None if entry.position in gone else _move_row(row, entry.event, len(rest), names)
            if moved is not None:
                names[entry.position] = len(rest)
                rest.append(moved)
    if rest and rows[-1].position in gone:
        rest.append(Row.of(len(rest), rest[-1].time, EveningStarted()))
    return rest


def played_evenings(rows: Sequence[Row]) -> list[RecordedEvening]:
    """Returns the evenings of the journal, damaged ones included, without those in which nothing was played."""
    evenings = split_evenings([_entry(row) for row in rows])

    def is_played(event: Event | str) -> bool:
        fact = event.fact if isinstance(event, Amended) else event
        return not isinstance(fact, EveningStarted | PlayersSeated)

    return [evening for evening in evenings if any(is_played(entry.event) for entry in evening.entries)]


def people_in(rows: Sequence[Row]) -> list[str]:
    """Returns the names of everybody in the journal, the latest first."""
    names: dict[str, None] = {}
    for row in reversed(rows):
        event = read_entry(row).event if _SEATED in str(row.event) else ""
        if not isinstance(event, str):
            names.update(dict.fromkeys(names_in(event)))
    return list(names)


def _entry(row: Row) -> ReadableEvent:
    """Returns the content of a row, or its fault; most events are not decoded."""
    if row.checksum is not None and row.is_intact and not row.event.startswith(_READ):
        return ReadableEvent(row.position, row.time, _OTHER)
    return read_entry(row)


def _row_without_person(row: Row, name: str) -> Row:
    text = str(row.event)
    if _SEATED not in text and name not in text and json.dumps(name, ensure_ascii=False)[1:-1] not in text:
        return row
    event = read_entry(row).event
    if isinstance(event, str):
        return Row(row.position, row.time, "", None)
    match event:
        case PlayersSeated():
            event = _without_person(event, name)
        case Amended(_, PlayersSeated() as seated):
            event = replace(event, fact=_without_person(seated, name))
    return Row.of(row.position, row.time, event)


def _without_person(seated: PlayersSeated, name: str) -> PlayersSeated:
    return PlayersSeated(tuple((seat, named) for seat, named in seated.players if named != name))


def _move_row(row: Row, event: Event | str, position: int, names: dict[int, int]) -> Row | None:
    """Returns the row at its new position; None if it amends what is left out. A wrong checksum stays wrong."""
    if isinstance(event, Amended | Ruled):
        try:
            return Row.of(position, row.time, map_positions(event, names.__getitem__))
        except KeyError:
            return None
    moved = row._replace(position=position)
    if row.checksum is None:
        return moved
    return moved._replace(checksum=moved.expected_checksum ^ int(row.checksum != row.expected_checksum))
