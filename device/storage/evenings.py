"""The evenings of a journal, each of which can be judged, replayed and deleted by itself, and who played in them.

A damaged evening, or one of an unknown game, is left out and reported by name, so that the ledger, exports and backups
of the others work.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import islice, tee
from pathlib import Path
from typing import NamedTuple

from device.storage.journal_content import open_content
from device.storage.journal_format import UNNAMED_EVENING, Row, day_of
from device.storage.recorded_events import open_existing, renumber
from engine.amendments import check_amendment, map_positions
from engine.events import (
    ERASED_NAME,
    Amended,
    EveningStarted,
    Event,
    GameStarted,
    PlayersSeated,
    Ruled,
    TrickGathered,
    is_person,
)
from engine.state.match import Match


class ReadableEvent(NamedTuple):
    position: int
    time: float
    event: Event | str
    """Why it cannot be read, if it is a text."""
    is_border: bool = False
    """Whether an evening begins here as far as can still be read."""


@dataclass
class RecordedEvening:
    """The events from the beginning of one evening to the next, and their fault, if any."""

    entries: list[ReadableEvent] = field(default_factory=list)
    fault: str = ""

    @property
    def name(self) -> str:
        """The name that it was given; else the day on which it began."""
        names = (entry.event.name for entry in self.entries if isinstance(entry.event, EveningStarted))
        named = next(filter(None, names), "")
        day = day_of(self.entries[0].time) if self.entries else ""
        return named or (f"of {day}" if day else UNNAMED_EVENING)


def read_intact_evenings(path: Path, warn: Callable[[str], None]) -> tuple[list[Event], list[float]]:
    """Returns the events of all evenings that can be read, and their times; *warn* gets a line about each that is left
    out.

    Events that amend an evening that is left out are left out too.

    :raises JournalError: if there is no journal, or no evening of it can be read.
    """
    with open_existing(path) as content:
        if content.is_foreign:
            raise ValueError(content.fault)
        evenings = list(split_evenings(map(read_entry, content.rows())))
        whole = [evening for evening in evenings if not evening.fault]
        if not whole:
            raise ValueError(evenings[0].fault)
    for evening in evenings:
        if evening.fault:
            warn(f"{path}: left out the evening {evening.name}: {evening.fault}")
    return join_evenings(whole)


def read_entry(row: Row) -> ReadableEvent:
    """Returns the content of a row, or why it cannot be read or followed: an unknown game, or an amendment of what
    comes later."""
    try:
        event = row.read()
    except Exception as error:  # damage can look like anything
        return ReadableEvent(row.position, row.time, str(error) or type(error).__name__, row.begins_evening)
    fact = event.fact if isinstance(event, Amended) else event
    try:
        if isinstance(fact, GameStarted):
            Match.begin(fact)
        if isinstance(event, Amended):
            check_amendment(row.position, event)
    except Exception as error:
        return ReadableEvent(row.position, row.time, f"event {row.position}: {error}")
    return ReadableEvent(row.position, row.time, event)


def split_evenings(entries: Iterable[ReadableEvent], first: int = 0, end: int = 0) -> Iterator[RecordedEvening]:
    """Yields the evenings of what stands from position *first* on, at least one, each when the next one begins.

    The last is damaged if it ends before *end*.
    """
    evening, expected = RecordedEvening(), first
    (source,) = tee(entries, 1)  # its copies look ahead and consume nothing
    for entry in source:
        if entry.position != expected:
            evening.fault = evening.fault or f"events {expected} to {entry.position - 1} are lost"
        if evening.entries and is_start_of_evening(entry, copy(source)):
            yield evening
            evening = RecordedEvening()
        expected = entry.position + 1
        evening.entries.append(entry)
        if isinstance(entry.event, str):
            evening.fault = evening.fault or entry.event
    if expected < end:
        evening.fault = evening.fault or "events at its end are lost"
    yield evening


def is_start_of_evening(first: ReadableEvent, following: Iterable[ReadableEvent]) -> bool:
    """Returns whether an evening begins here with a game of its own, rather than continuing one over midnight.

    If the deciding events are lost, an evening begins, so that the one before stays intact.
    """
    if not isinstance(first.event, EveningStarted):
        return first.is_border
    for position, entry in enumerate(following, start=first.position + 1):
        if entry.position != position or isinstance(entry.event, GameStarted | str):
            return True
        if not isinstance(entry.event, EveningStarted | PlayersSeated | Ruled | Amended):
            return False
    return True


def join_evenings(evenings: Iterable[RecordedEvening]) -> tuple[list[Event], list[float]]:
    """Returns the events of these evenings, which have no fault, numbered anew, and their times."""
    entries = (entry for evening in evenings for entry in evening.entries)
    stays = renumber((each.position, each.event, each.time) for each in entries if not isinstance(each.event, str))
    return [event for _, event, _ in stays], [time for _, _, time in stays]


_READ = tuple(
    f'{{"event":"{name}"' for name in ("evening_started", "game_started", "players_seated", "amended", "ruled")
)
"""Events that begin evenings, or name people or positions; all others need not be decoded."""
_OTHER = TrickGathered()
"""Stands for an event that was not decoded."""


def rows_without_evenings(rows: Sequence[Row], name: str) -> list[Row]:
    """Returns the rows without the evenings of that name, numbered anew.

    Events of other evenings that amend an event of these are left out. Damaged rows of other evenings stay damaged. If
    the last evening is among those left out, the rows end with the beginning of another, so that no game goes on.
    """
    evenings = list(split_evenings(map(_entry, rows)))
    gone = {entry.position for evening in evenings if evening.name == name for entry in evening.entries}
    by_position = {row.position: row for row in rows}
    rest: list[Row] = []
    names: dict[int, int] = {}
    for evening in evenings:
        for entry in evening.entries:
            if entry.position in gone:
                continue
            row = by_position[entry.position]
            if isinstance(entry.event, Amended | Ruled):
                try:
                    moved = Row.of(len(rest), row.time, map_positions(entry.event, names.__getitem__))
                except KeyError:
                    continue  # it amends what is left out
            else:
                moved = row.moved_to(len(rest))
            names[entry.position] = len(rest)
            rest.append(moved)
    if rest and rows[-1].position in gone:
        rest.append(Row.of(len(rest), rest[-1].time, EveningStarted()))
    return rest


def played_evenings(rows: Sequence[Row]) -> list[RecordedEvening]:
    """Returns the evenings of the journal, damaged ones included, without those in which nothing was played."""
    played = []
    for evening in split_evenings(map(_entry, rows)):
        events = (each.event.fact if isinstance(each.event, Amended) else each.event for each in evening.entries)
        if not all(isinstance(event, EveningStarted | PlayersSeated) for event in events):
            played.append(evening)
    return played


def _entry(row: Row) -> ReadableEvent:
    """Returns the content of a row, or its fault; most events are not decoded."""
    if row.checksum is not None and row.is_intact and not row.event.startswith(_READ):
        return ReadableEvent(row.position, row.time, _OTHER)
    return read_entry(row)


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
        for name in () if isinstance(event, str) else player_names(event):
            if name not in names:
                names.add(name)
                yield name


def player_names(event: Event) -> list[str]:
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
