"""The matches of a tournament that this table has played before the session: a hall may lack them."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from common.feed.messages import EarlierLine
from common.files.paths import journal_file
from device.storage.journal_content import open_content
from engine.codec import encode

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from device.storage.journal_format import Row
    from engine.events import Event

MAX_PAUSE_S = 2 * 24 * 3600
"""Seconds between two matches after which they are of two tournaments, such as last year's of the same name."""


class MatchEvent(NamedTuple):
    """An event with its position in the journal; positions that it names are those of the journal, too."""

    position: int
    time: float
    event: Event
    mark: str


def earlier_lines(tournament: str, journal: str, first: int) -> list[bytes]:
    """Returns the lines for the link about the matches before position *first*; none without tournament or journal.

    :raises OSError: if the journal cannot be read.
    """
    events = earlier_matches(journal_file(), tournament, first) if tournament and journal and first else []
    return [
        msgspec.json.encode(EarlierLine(position, round(moment, 3), encode(event), mark)) + b"\n"
        for position, moment, event, mark in events
    ]


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
