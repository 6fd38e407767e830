"""The events of a journal, all or those of the last evening, as they are read and written at once."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from common.files.durable_files import keep_for_good, remove_log, write_owned
from device.storage.journal_content import JournalContent, open_content
from device.storage.journal_format import Row, encode_journal
from engine.amendments import map_positions, shift_positions
from engine.codec import from_line
from engine.events import Amended, EveningStarted, Event, GameStarted, PlayersSeated, Ruled

_BETWEEN_DEALS = (b',{"event":"game_started"', b',{"event":"evening_started"', b',{"event":"players_seated"')
"""How these events begin in a line."""


class JournalError(ValueError):
    """Raised when the journal cannot be opened or an event cannot be stored; nothing that was stored is lost."""


@dataclass(frozen=True, slots=True)
class RecordedEvents:
    """The events of a journal from *start* on; positions are counted from there."""

    start: int
    """The number of events on the disk before these."""
    events: list[Event]
    times: list[float]
    """When each was stored, in seconds since 1970."""
    marks: dict[int, str]
    """By position: which were entered by phone and in which role, or begin a pairing of a tournament.

    A journal that had to be repaired has lost them.
    """


def read_journal(path: Path, whole: bool = True) -> list[Event]:
    """Returns all events of a journal, or the last evening's; it must exist already, and nothing is written beside it.

    :raises JournalError: if there is none, or it cannot be read.
    """
    return read_recorded(path, whole).events


def read_recorded(path: Path, whole: bool = True) -> RecordedEvents:
    """Returns the events of a journal, or the last evening's, with their times; another Kiebitz may be writing it.

    :raises JournalError: if there is none, or it cannot be read.
    """
    with open_existing(path) as content:
        return read_events(content, whole)


@contextmanager
def open_existing(path: Path) -> Iterator[JournalContent]:
    """Opens a journal to read it.

    :raises JournalError: if there is none, or reading it raises `OSError` or `ValueError`.
    """
    if not path.is_file():
        raise JournalError(f"got no journal at {path}, expected a file that `kiebitz run` has written")
    try:
        with open_content(path) as content:
            yield content
    except (OSError, ValueError) as error:
        raise JournalError(f"cannot read journal {path}: {error}; expected one that kiebitz run wrote") from error


def write_journal(path: Path, events: Sequence[Event], times: Sequence[float]) -> None:
    """Writes a new journal with these events.

    :raises JournalError: if it cannot be written.
    """
    rows = [Row.of(place, time, event) for place, (event, time) in enumerate(zip(events, times, strict=True))]
    try:
        write_owned(path, encode_journal(rows))
    except OSError as error:
        raise JournalError(error_text(f"write journal {path}", error)) from error


def replace_journal(path: Path, content: bytes) -> None:
    """Replaces a journal by one of this *content*; a copy of it is kept.

    :raises OSError: if that is not possible.
    """
    keep_for_good(path)
    write_owned(path, content)
    remove_log(path)


def error_text(what: str, error: Exception) -> str:
    return f"cannot {what}: {error}; expected a writable folder with free space: check the disk and its owner"


def read_events(content: JournalContent, whole: bool = True) -> RecordedEvents:
    """Returns the events, all or those of the last evening.

    :raises ValueError: if the journal or one of them is damaged.
    """
    if content.fault:
        raise ValueError(content.fault)
    if content.is_empty:
        return RecordedEvents(0, [], [], {})
    start = 0 if whole else _start_of_last_evening(content)
    if start and _may_begin_evening(content, start - 1):
        raise ValueError(f"event {start - 1} is damaged")
    found = _read(content, start)
    return _read(content, 0) if start and refers_to_earlier_events(found.events) else found


def _read(content: JournalContent, start: int) -> RecordedEvents:
    found = RecordedEvents(start, [], [], {})
    for expected, row in enumerate(content.rows(start), start):
        event = row.read()
        if row.position != expected:
            raise ValueError(f"got event {row.position}, expected {expected}: the events between them are missing")
        found.events.append(shift_positions(event, -start))
        found.times.append(row.time)
        if row.mark:
            found.marks[row.position - start] = row.mark
    return found


def _start_of_last_evening(content: JournalContent) -> int:
    """Returns the position at which the evening of the last game began.

    Without an evening it is the position of the first game whose lasting counts continue in the last one, or of an
    earlier seating that still holds.
    """
    start, last = 0, None
    together, seated = True, False
    for row in content.rows_backwards(*_BETWEEN_DEALS):
        event = row.read()
        if isinstance(event, GameStarted):
            together = together and (last is None or (event.game, event.seats) == (last.game, last.seats))
            if together:
                # Who sat where when a game began was said before it.
                start, last, seated = row.position, event, False
        elif last is not None and isinstance(event, EveningStarted):
            return row.position
        elif last is not None and not seated and isinstance(event, PlayersSeated):
            start, seated = row.position, True
        if seated and not together:
            break
    return start


def _may_begin_evening(content: JournalContent, position: int) -> bool:
    """Returns whether a row is missing, or damaged so much that nobody can tell what it was."""
    row = next(content.rows(position))
    try:
        from_line(row.event)
    except ValueError:
        return not row.is_intact
    return row.position != position


def renumber(entries: Iterable[tuple[int, Event, float]]) -> list[tuple[int, Event, float]]:
    """Returns events, each with its position before and its time, that name one another as one journal of only these.

    What amends an event that is not among them is left out.
    """
    stays: list[tuple[int, Event, float]] = []
    positions: dict[int, int] = {}
    for position, event, time in entries:
        try:
            moved = map_positions(event, positions.__getitem__)
        except KeyError:
            continue
        positions[position] = len(stays)
        stays.append((position, moved, time))
    return stays


def refers_to_earlier_events(events: Sequence[Event]) -> bool:
    """Returns whether something amends what lies further back, or what the beginning of the reading rests on."""
    named = (each for event in events for each in (event, getattr(event, "fact", None)))
    if any(each.position < 0 for each in named if isinstance(each, Amended | Ruled)):
        return True
    amended = (event.position for event in events if isinstance(event, Amended) and not event.before)
    # What is inserted before the first game still belongs to the game of the evening before.
    first_game = next((place for place, event in enumerate(events) if isinstance(event, GameStarted)), 0)
    inserted = any(isinstance(event, Amended) and event.before and event.position <= first_game for event in events)
    return inserted or any(isinstance(events[place], GameStarted | EveningStarted | PlayersSeated) for place in amended)
