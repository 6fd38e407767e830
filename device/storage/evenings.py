"""Cuts a journal into its evenings, each of which can be judged and replayed by itself.

A damaged evening, or one of an unknown game, is left out and reported by name, so that the ledger, exports and backups
of the others work.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from device.storage.journal import JournalError
from device.storage.journal_content import open_content
from device.storage.journal_format import UNNAMED_EVENING, Row, day_of
from engine.amendments import BadAmendment, check_amendment, effective_facts, map_positions, shift_positions
from engine.events import Amended, EveningStarted, Event, Fact, GameStarted, PlayersSeated, Ruled
from engine.state.match import Match

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
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


def split_evenings(entries: Sequence[ReadableEvent], first: int = 0) -> list[RecordedEvening]:
    """Returns the evenings of what stands from position *first* on."""
    evenings = [RecordedEvening()]
    expected = first
    for place, entry in enumerate(entries):
        evening = evenings[-1]
        if entry.position != expected:
            evening.fault = evening.fault or f"events {expected} to {entry.position - 1} are lost"
        if evening.entries and is_start_of_evening(entries, place):
            evening = RecordedEvening()
            evenings.append(evening)
        expected = entry.position + 1
        evening.entries.append(entry)
        if isinstance(entry.event, str):
            evening.fault = evening.fault or entry.event
    return evenings


def is_start_of_evening(entries: Sequence[ReadableEvent], place: int) -> bool:
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


LAST_EVENING = "last"
Moment: TypeAlias = float | None
"""Seconds since 1970; None if it was not recorded."""


class UnknownEvening(ValueError):
    """Raised for an evening that is not in the journal; the message lists those that are."""


@dataclass(frozen=True, slots=True)
class Evening:
    """The events of one evening, with positions from 0; events before the first evening have no name."""

    names: tuple[str, ...]
    events: tuple[Event, ...]
    times: tuple[Moment, ...]


def split_into_evenings(events: Sequence[Event], times: Sequence[Moment]) -> list[Evening]:
    """Returns the evenings in order; a game over midnight belongs to the evening on which it began.

    An evening keeps its amendments, unless they amend another evening: then only their result is kept. An evening of
    which nothing is left is none.

    :raises BadAmendment: for an amendment of a later event.
    """
    facts = effective_facts(events)
    borders = [place for place in range(len(facts)) if place == 0 or _starts_own_game(facts, place)] + [len(facts)]
    cut = []
    for start, end in pairwise(borders):
        first = facts[start][0] if start else 0
        last = facts[end][0] if end < len(facts) else len(events)
        cut.append(_evening(facts[start:end], events[first:last], times, first))
    return [evening for evening in cut if evening.events]


def find_evening(wanted: str, events: Sequence[Event], times: Sequence[Moment]) -> Evening:
    """Returns the evening of that name, or the last one with a game; evenings of the same name are joined.

    :raises UnknownEvening: if there is none.
    """
    all_evenings = split_into_evenings(events, times)
    if wanted == LAST_EVENING:
        chosen = [
            evening for evening in all_evenings if any(isinstance(event, GameStarted) for event in evening.events)
        ][-1:]
    else:
        chosen = [evening for evening in all_evenings if wanted in evening.names]
    if not chosen:
        known_names = dict.fromkeys(name for evening in all_evenings for name in evening.names if name)
        raise UnknownEvening(
            f"got evening {wanted!r}, expected {LAST_EVENING} or one of: {', '.join(known_names) or 'none has a name'}"
        )
    together: list[Event] = []
    for evening in chosen:
        by = len(together)
        together += [shift_positions(event, by) for event in evening.events]
    names = tuple(dict.fromkeys(name for evening in chosen for name in evening.names))
    return Evening(names, tuple(together), tuple(moment for evening in chosen for moment in evening.times))


def _starts_own_game(facts: Sequence[tuple[int, Fact]], place: int) -> bool:
    """Whether the evening starts a game of its own, and does not continue one."""
    if not isinstance(facts[place][1], EveningStarted):
        return False
    played = (fact for _, fact in facts[place:] if not isinstance(fact, EveningStarted | PlayersSeated | Ruled))
    return isinstance(next(played, None), GameStarted | None)


def _evening(
    facts: Sequence[tuple[int, Fact]], events: Sequence[Event], times: Sequence[Moment], first: int
) -> Evening:
    names = tuple(dict.fromkeys(fact.name for _, fact in facts if isinstance(fact, EveningStarted))) or ("",)
    trail = tuple(shift_positions(event, -first) for event in events)
    if _stands_alone(trail, facts, first):
        return Evening(names, trail, tuple(times[first : first + len(trail)]))
    held = tuple(_renumber(facts))
    return Evening(names, tuple(fact for _, fact in held), tuple(times[position] for position, _ in held))


def _stands_alone(trail: Sequence[Event], facts: Sequence[tuple[int, Fact]], first: int) -> bool:
    """Tells whether these events have the same effective facts without earlier ones, and rule on none of those."""
    if any(isinstance(fact, Ruled) and fact.position < first for _, fact in facts):
        return False
    try:
        alone = effective_facts(trail)
    except BadAmendment:
        return False
    return [(position + first, shift_positions(fact, first)) for position, fact in alone] == list(facts)


def _renumber(facts: Sequence[tuple[int, Fact]]) -> Iterator[tuple[int, Fact]]:
    """Yields each fact with its old position; a ruling refers to the new positions, or is left out with its play."""
    places: dict[int, int] = {}
    for position, fact in facts:
        if isinstance(fact, Ruled):
            if fact.position not in places:
                continue
            fact = replace(fact, position=places[fact.position])
        places[position] = len(places)
        yield position, fact
