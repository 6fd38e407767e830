"""Recovers rows and events from a damaged journal."""

from __future__ import annotations

import itertools
import sqlite3
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from device.storage.event_rows import COLUMNS, SCHEMA, SELECT, VERSION, Row
from device.storage.integrity.copies import copy_journal
from device.storage.integrity.write_ahead_log import apply_all_frames
from engine.event_positions import map_positions
from engine.events import DealStarted, EveningStarted, GameStarted, PlayersSeated

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.events import Event

MAX_MISSES = 10_000
"""Positions in a row that cannot be read, after which nothing more is to be found."""
_MAX_GAPS_TRIED = 100
"""For a row whose position is damaged; each costs a checksum. One flipped bit leaves one gap."""
_MIN_ROW_BYTES = 16
"""Bytes."""
_UNREADABLE = (OSError, sqlite3.Error, TypeError, UnicodeDecodeError)
"""The exceptions of reading a damaged file; the last one if a message of SQLite quotes a damaged schema."""
_PAGE_COUNT, _FREE_PAGES = slice(28, 32), slice(32, 40)
"""Bytes of the database header with the number of pages, and with the list of free pages."""


def readable_events(path: Path) -> tuple[list[Event], list[float]]:
    """Returns the events that can still be read, and their times, without those that refer to lost events.

    The file is not changed.
    """
    going_on = consecutive_events(readable_rows(recover_rows(path)))
    return [event for _, event, _ in going_on], [time for _, _, time in going_on]


def all_rows(path: Path) -> list[Row]:
    """Returns all rows of a journal that can still be found, by position; a damaged position may come twice."""
    try:
        with _temporary_copy(path) as copy, closing(sqlite3.connect(copy)) as connection:
            connection.text_factory = lambda text: text.decode(errors="replace")
            # Damaged pages may lead to one another in a circle.
            most = copy.stat().st_size // _MIN_ROW_BYTES
            every = SELECT.partition(" where ")[0]
            rows = [Row._make(row) for row in itertools.islice(connection.execute(every), most)]
            if _count_readable(rows):
                return sorted(rows, key=lambda row: row.position)
    except _UNREADABLE:
        pass
    return recover_rows(path)


def rows_by_position(rows: Iterable[Row]) -> tuple[dict[int, Row], list[Row]]:
    """Returns the rows that can be read by their positions, and the others.

    A row whose position is damaged counts at the gap for which its checksum was made.
    """
    found: dict[int, Row] = {}
    damaged = []
    for row in dict.fromkeys(rows):
        if _is_readable(row):
            found[row.position] = row
        else:
            damaged.append(row)
    end = max(found, default=-1) + 1 + len(damaged)
    missing = (position for position in range(end) if position not in found)
    gaps = list(itertools.islice(missing, _MAX_GAPS_TRIED))  # a position may be any number
    for row in list(damaged):
        moved = (row._replace(position=position) for position in gaps if row.checksum is not None)
        at_its_place = next(filter(_is_readable, moved), None)
        if at_its_place is not None:
            found[at_its_place.position] = at_its_place
            damaged.remove(row)
    return found, damaged


def _is_readable(row: Row) -> bool:
    return any(readable_rows([row]))


def recover_rows(path: Path) -> list[Row]:
    """Returns the rows that can still be found on pages that are damaged, in order.

    Besides what SQLite reads, the file without its log and the file with all that is in the log are tried: after a
    torn frame SQLite reads no more of the log, and of a page that is in both, it takes the older one.
    """
    rows: list[Row] = []
    with suppress(*_UNREADABLE), _temporary_copy(path) as copy:
        log = Path(f"{copy}-wal")
        content, pages = (file.read_bytes() if file.exists() else b"" for file in (copy, log))
        rows = _rows_under_either_header(copy)
        if pages:
            for variant in (content, apply_all_frames(content, pages)):
                log.unlink(missing_ok=True)
                copy.write_bytes(variant)
                rows = max(rows, _rows_under_either_header(copy), key=_count_readable)
    return rows


def _rows_under_either_header(copy: Path) -> list[Row]:
    """Returns the rows under the header of the file, or under that of an empty journal, whichever gives more.

    The header holds the schema, and damage to it can garble rows.
    """
    with suppress(*_UNREADABLE):
        rows = _rows_in(copy)
        with suppress(*_UNREADABLE):
            rows = max(rows, _rows_in(_replace_header(copy)), key=_count_readable)
        return rows
    return []


def _count_readable(rows: Sequence[Row]) -> int:
    return sum(1 for _ in readable_rows(rows))


@contextmanager
def _temporary_copy(path: Path) -> Iterator[Path]:
    """Yields a copy of a journal with its write-ahead log, to be read without touching the original."""
    with TemporaryDirectory(prefix="kiebitz-") as folder:
        copy = Path(folder) / "journal.sqlite"
        copy_journal(path, copy)
        yield copy


def is_probably_journal(path: Path) -> bool:
    """Returns whether the database, as far as it can be read, has no views or triggers and no newer version than known
    here.
    """
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            version = connection.execute("pragma user_version").fetchone()[0]
            kinds = {kind for (kind,) in connection.execute("select type from sqlite_master")}
    except (sqlite3.Error, UnicodeDecodeError):
        return True  # its head is damaged, and is replaced before it is read
    return version <= VERSION and not kinds & {"view", "trigger"}


def _rows_in(file: Path) -> list[Row]:
    """Returns the rows on all pages that can be read."""
    rows: list[Row] = []
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.text_factory = lambda text: text.decode(errors="replace")
        try:
            columns = [row[1] for row in connection.execute("pragma table_info(events)")]
        except (sqlite3.Error, UnicodeDecodeError):
            return []
        select = SELECT if columns == COLUMNS else SELECT.replace("checksum", "null")
        position = misses = 0
        while misses < MAX_MISSES:
            try:
                for row in map(Row._make, connection.execute(select, (position,))):
                    # On torn pages there are positions that cannot be, and rows that come again and again.
                    if not position <= row.position < position + MAX_MISSES:
                        misses += 1
                    else:
                        rows.append(row)
                        position, misses = row.position + 1, 0
                    if misses == MAX_MISSES:
                        break
                break
            except TypeError:  # with a damaged schema a position may not be a number
                break
            except sqlite3.Error:
                position, misses = position + 1, misses + 1
    return rows


def _replace_header(file: Path) -> Path:
    """Replaces the first page by that of an empty journal, which is equal in all journals except for its page
    counts.
    """
    empty = file.with_name("empty.sqlite")
    with closing(sqlite3.connect(empty)) as connection:
        connection.execute(SCHEMA)
        connection.execute(f"pragma user_version={VERSION}")
        size = connection.execute("pragma page_size").fetchone()[0]
    head = bytearray(empty.read_bytes()[:size])
    pages = file.read_bytes()
    head[_PAGE_COUNT] = (-(-len(pages) // size)).to_bytes(4, "big")
    head[_FREE_PAGES] = bytes(8)
    file.write_bytes(bytes(head) + pages[size:])
    return file


def readable_rows(rows: Iterable[Row]) -> Iterator[tuple[Row, Event]]:
    """Yields the rows whose checksum is right, with their events."""
    for row in rows:
        with suppress(ValueError, TypeError, AttributeError):
            yield row, row.read()


def consecutive_events(found: Iterable[tuple[Row, Event]]) -> list[tuple[int, Event, float]]:
    """Returns the events that can be replayed in order, each with its original position and its time.

    A deal with a lost event ends before that event, and replay continues with the next deal; or with the next game if
    the deal before is lost too, since it may belong to another game.
    """
    going_on: list[tuple[int, Event, float]] = []
    names: dict[int, int] = {}
    whole, before = True, -1
    for row, event in found:
        follows, before = row.position == before + 1, row.position
        begins = isinstance(event, GameStarted | EveningStarted | PlayersSeated)
        goes_on = follows and bool(going_on) and isinstance(event, DealStarted)
        whole = (whole and follows) or begins or goes_on
        if not whole:
            continue
        try:
            moved = map_positions(event, names.__getitem__)
        except KeyError:
            continue  # it amends a lost event
        names[row.position] = len(going_on)
        going_on.append((row.position, moved, float(row.time)))
    return going_on
