"""The ledger of a journal; a file beside it keeps the ledger of each evening, so that only new evenings are folded.

Everything in that file follows from the journal, so backups leave it out. It is rebuilt if it cannot be read or the
rules of the program have changed; an evening and all later ones are rebuilt if its rows have changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain, islice, pairwise
from pathlib import Path

import msgspec

import engine
from common.files.durable_files import write_owned
from common.files.user_files import read_bounded
from device.storage.evenings import (
    RecordedEvening,
    is_start_of_evening,
    join_evenings,
    read_entry,
    read_intact_evenings,
    split_evenings,
)
from device.storage.journal_content import JournalContent, open_content
from device.storage.recorded_events import refers_to_earlier_events
from engine.amendments import map_positions, shift_positions
from engine.state.ledger import Evening, Ledger

_MAX_BYTES = 256 << 20
"""Bytes; ten thousand evenings of three deals take some twenty-five million."""


def ledger_of(journal: Path, warn: Callable[[str], None]) -> Ledger:
    """Returns the ledger of all evenings that can be read; *warn* gets a line about each that is left out.

    :raises JournalError: if there is no journal, or no evening of it can be read.
    :raises ValueError: for an invalid amendment.
    """
    try:
        with open_content(journal) as content:
            if not content.fault:
                cached = read_units(journal)
                units = _up_to_date(cached, content)
                ledger = Ledger(tuple(evening for unit in units for evening in unit.evenings))
                for game in ledger.games:
                    _ = game.rules  # raises for a game or rule that the cache names by damage
                if units != cached:
                    with suppress(OSError):  # then the next call folds everything again
                        write_owned(cache_file(journal), msgspec.json.encode(_File(_program(), tuple(units))))
                if not all(unit.fault for unit in units):
                    for unit in units:
                        if unit.fault:
                            warn(f"{journal}: left out the evening {unit.name}: {unit.fault}")
                    return ledger
    except (OSError, ValueError):
        pass  # it is damaged: its rows are read below, without the cache
    return Ledger.of(read_intact_evenings(journal, warn)[0])


def _up_to_date(cached: Sequence[Unit], content: JournalContent) -> list[Unit]:
    """Returns the units of the journal: the cached ones before the first that has changed, and the others anew."""
    units, end = _valid_units(cached, content), content.count
    start = units[-1].end if units else 0
    evenings = split_evenings(map(read_entry, content.rows(start)), start, end) if start < end else ()
    for evening, following in pairwise(chain(evenings, [None])):
        assert evening is not None
        needed = _first_needed(evening, start)
        # What amends an earlier evening is judged together with it, and with all in between.
        while units and not units[-1].fault and needed < start:
            start = units.pop().start
            earlier = islice(content.rows(start), evening.entries[0].position - start)
            evening.entries[:0] = map(read_entry, earlier)
            needed = _first_needed(evening, start)
        stop = following.entries[0].position if following is not None else end
        first, last = content.place_of(start), content.place_of(stop)
        folded = () if evening.fault else Ledger.of(join_evenings([evening])[0]).evenings
        digest, name = content.digest(first, last), evening.name if evening.fault else ""
        units.append(Unit(start, stop, last - first, digest, folded, name, evening.fault))
        start = stop
    return units


def _valid_units(cached: Sequence[Unit], content: JournalContent) -> list[Unit]:
    """Returns the cached units that stand as they are, whatever follows them."""
    units: list[Unit] = []
    place = content.place_of(0)
    for unit in cached:
        if content.digest(place, place + unit.size) != unit.digest:
            break
        units.append(unit)
        place += unit.size
    if units and units[-1].end < content.count:
        units.pop()  # it may have got more events
    while units:
        following = map(read_entry, content.rows(units[-1].end))
        first = next(following, None)
        if first is None or is_start_of_evening(first, following):
            break
        units.pop()  # its evening goes on there
    return units


def _first_needed(evening: RecordedEvening, start: int) -> int:
    """Returns the first position on which the evening from *start* on rests, which may be amended in it."""
    if evening.fault:
        return start
    events = [entry.event for entry in evening.entries if not isinstance(entry.event, str)]
    positions = [start]

    def collect(position: int) -> int:
        positions.append(position)
        return position

    for event in events:
        map_positions(event, collect)
    if refers_to_earlier_events([shift_positions(event, -start) for event in events]):
        positions.append(start - 1)
    return min(positions)


class Unit(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """Rows of the journal that can be judged without any others: an evening, or several that amend one another."""

    start: int
    end: int
    """The position after the last one."""
    size: int
    """Bytes of the rows."""
    digest: str
    """The digest of the rows."""
    evenings: tuple[Evening, ...]
    name: str = ""
    fault: str = ""
    """Why it is."""


class _File(msgspec.Struct, frozen=True):
    program: str
    units: tuple[Unit, ...]


def cache_file(journal: Path) -> Path:
    return journal.with_name(f"{journal.name}.ledger")


def read_units(journal: Path) -> list[Unit]:
    """Returns the cached units of a journal, in order; nothing if this program has written none."""
    with suppress(OSError, ValueError):
        file = msgspec.json.decode(read_bounded(cache_file(journal), _MAX_BYTES), type=_File)
        if file.program == _program():
            return list(file.units)
    return []


@cache
def _program() -> str:
    """Returns a digest of the rules, with which every result may change."""
    from hashlib import blake2b  # loads OpenSSL, 3.5 MiB

    folder = Path(engine.__file__).parent
    files = sorted(file for file in folder.rglob("*") if file.suffix in (".py", ".toml"))
    digest = blake2b(digest_size=16)
    for file in (*files, Path(__file__)):
        digest.update(file.read_bytes())
    return digest.hexdigest()
