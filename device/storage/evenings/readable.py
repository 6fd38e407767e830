"""Reads all evenings of a journal that can be read.

A damaged evening, or one of an unknown game, is left out and reported by name, so that the ledger, exports and backups
of the others work.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from device.storage.journal import JournalError
from device.storage.journal_content import open_content
from device.storage.journal_format import UNNAMED_EVENING, Row, day_of
from engine.amendments import check_amendment, map_positions
from engine.events import Amended, EveningStarted, Event, GameStarted, PlayersSeated, Ruled
from engine.state.ledger import Ledger
from engine.state.match import Match

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path


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


def read_intact_evenings(path: Path, tell: Callable[[str], None]) -> tuple[list[Event], list[float]]:
    """Returns the events of all evenings that can be read, and their times; *tell* gets a line about each that is left
    out.

    Events that amend an evening that is left out are left out too.

    :raises JournalError: if there is no journal, or no evening of it can be read.
    """
    if not path.is_file():
        raise JournalError(f"got no journal at {path}, expected a file that `kiebitz run` has written")
    try:
        with open_content(path) as content:
            if content.is_foreign:
                raise ValueError(content.fault)
            entries = [read_entry(row) for row in content.rows()]
    except (OSError, ValueError) as error:
        raise JournalError(f"cannot read journal {path}: {error}; expected one that kiebitz run wrote") from error
    evenings = split_evenings(entries)
    whole = [evening for evening in evenings if not evening.fault]
    if not whole:
        raise JournalError(f"cannot read journal {path}: {evenings[0].fault}; expected one that kiebitz run wrote")
    for evening in evenings:
        if evening.fault:
            tell(f"{path}: left out the evening {evening.name}: {evening.fault}")
    return join_evenings(whole)


def ledger_of(journal: Path, tell: Callable[[str], None]) -> Ledger:
    """Returns the ledger of all evenings that can be read; *tell* gets a line about each that is left out.

    :raises JournalError: if there is no journal, or no evening of it can be read.
    :raises ValueError: for an invalid amendment.
    """
    return Ledger.of(read_intact_evenings(journal, tell)[0])


def read_entry(row: Row) -> ReadableEvent:
    """Returns the content of a row, or its fault."""
    try:
        return ReadableEvent(row.position, row.time, _check_event(row.position, row.read()))
    except Exception as error:  # damage can look like anything
        return ReadableEvent(row.position, row.time, str(error) or type(error).__name__, row.begins_evening)


def _check_event(position: int, event: Event) -> Event | str:
    """Returns the event, or what of it cannot be followed: an unknown game, or an amendment of what comes later."""
    fact = event.fact if isinstance(event, Amended) else event
    try:
        if isinstance(fact, GameStarted):
            Match.begin(fact)
        if isinstance(event, Amended):
            check_amendment(position, event)
    except ValueError as error:
        return f"event {position}: {error}"
    return event


def split_evenings(entries: Sequence[ReadableEvent]) -> list[RecordedEvening]:
    evenings = [RecordedEvening()]
    expected = 0
    for place, entry in enumerate(entries):
        evening = evenings[-1]
        if entry.position != expected:
            evening.fault = evening.fault or f"events {expected} to {entry.position - 1} are lost"
        if evening.entries and _starts_evening(entries, place):
            evening = RecordedEvening()
            evenings.append(evening)
        expected = entry.position + 1
        evening.entries.append(entry)
        if isinstance(entry.event, str):
            evening.fault = evening.fault or entry.event
    return evenings


def _starts_evening(entries: Sequence[ReadableEvent], place: int) -> bool:
    """Returns whether an evening begins here with a game of its own, rather than continuing one over midnight.

    If the deciding events are lost, an evening begins, so that the one before stays intact.
    """
    first = entries[place]
    if not isinstance(first.event, EveningStarted):
        return first.is_border
    for offset, entry in enumerate(entries[place:]):
        if entry.position != first.position + offset or isinstance(entry.event, GameStarted | str):
            return True
        if not isinstance(entry.event, EveningStarted | PlayersSeated | Ruled | Amended):
            return False
    return True


def join_evenings(evenings: Iterable[RecordedEvening]) -> tuple[list[Event], list[float]]:
    """Returns the events of these evenings, numbered anew, and their times."""
    events: list[Event] = []
    times: list[float] = []
    names: dict[int, int] = {}
    for entry in (entry for evening in evenings for entry in evening.entries):
        if isinstance(entry.event, str):
            continue  # there is none in an evening without a fault
        try:
            events.append(map_positions(entry.event, names.__getitem__))
        except KeyError:
            continue  # it amends an event that is left out
        names[entry.position] = len(events) - 1
        times.append(entry.time)
    return events, times
