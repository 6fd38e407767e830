"""Events of matches from before this session, which a hall may lack, and from another device, all followed first."""

from collections.abc import Sequence
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any

import msgspec

from common.feed.pairing import PairingId
from device.runtime.journal_opening import start_and_draw
from device.session.controller import SessionController
from device.settings.tournament import Pairing, StoredTournament
from device.state.table_view import View
from device.state.tournament import Tournament
from device.storage.journal_content import open_content
from device.storage.journal_format import Row
from engine.amendments import map_positions
from engine.codec import decode
from engine.events import EveningStarted, Event
from engine.state.contest import Contest
from engine.state.table import Table

MAX_PAUSE_S = 2 * 24 * 3600
"""Seconds between two matches after which they are of two tournaments, such as last year's of the same name."""


def earlier_matches(journal: Path, tournament: str, end: int) -> list[Row]:
    """Returns the rows from the tournament's first match on that lie before position *end*, without a gap.

    Behind a damaged event the rest is returned; what lies before it cannot be counted on.

    :raises OSError: if the journal cannot be read.
    """
    prefix = f"hall {tournament} "
    found: list[Row] = []
    with open_content(journal) as content:
        rows = content.rows_backwards(b',"hall ')
        pairings = [row for row in rows if row.position < end and row.mark.startswith(prefix)]
        if not pairings:
            return []
        first = pairings[0]  # the last one; of the tournament's pairings they go back to the first
        for row in pairings[1:]:
            # An earlier tournament of the same name had a later round, or was played on another day.
            if _round(row.mark) > _round(first.mark) or first.time - row.time > MAX_PAUSE_S:
                break
            first = row
        for row in takewhile(lambda row: row.position < end, content.rows(first.position)):
            if found and row.position != found[-1].position + 1:
                found = []
            try:
                row.read()
            except ValueError:
                found = []
            else:
                found.append(row)
    return found if found and found[-1].position == end - 1 else []


def _round(mark: str) -> int:
    """Returns the number of the round in a mark such as `hall cup 3 1`."""
    number = mark.split()[-2]
    return int(number) if number.isdigit() else 0


MAX_PARTS, MAX_EVENTS = 4096, 20_000


class ResumedEvent(msgspec.Struct, frozen=True):
    """An event as the other table has sent it."""

    event: dict[str, Any]
    by: str = ""
    time: float = 0.0
    position: int | None = None
    """In the journal of that table; amendments name such positions. Without it they count from the first event."""


class ResumePart(msgspec.Struct, frozen=True, tag_field="do", tag="resume"):
    """A part of the events of a match, in the order of the journal; parts are numbered from 0 or from 1."""

    pairing: PairingId
    part: int
    parts: int
    events: tuple[ResumedEvent, ...]


class Resumption:
    """Collects the parts; they may come in any order, and more than once."""

    def __init__(self) -> None:
        self._parts: dict[int, ResumePart] = {}
        self.match: Contest | None = None
        """The match of the other device, once all its events have come and can be followed."""
        self.has_failed = False

    def clear(self, has_failed: bool = False) -> None:
        self._parts, self.match, self.has_failed = {}, None, has_failed

    def take(self, part: ResumePart, pairing: Pairing | None, view: View) -> None:
        """Adds a part; once all are there they are followed, and the table confirms the score before they are stored.

        One of another pairing, or with another number of parts, discards the earlier ones. Any exception of foreign
        events that cannot be followed is passed on.

        :raises ValueError: for an impossible number of the part or of parts.
        """
        if not 0 < part.parts <= MAX_PARTS or not 0 <= part.part <= part.parts:
            raise ValueError(f"got part {part.part} of {part.parts}, expected at most {MAX_PARTS}")
        if any((each.pairing, each.parts) != (part.pairing, part.parts) for each in self._parts.values()):
            self._parts = {}
        self._parts[part.part] = part
        if sorted(self._parts) not in (list(range(part.parts)), list(range(1, part.parts + 1))):
            return
        events = self.events(part.pairing, len(view.table.journal))
        match = Tournament(StoredTournament(pairing=pairing)).contest(follow(view, [event for event, _, _ in events]))
        if match is None:
            raise ValueError("got no game of the pairing, expected one")
        self.match, self.has_failed = match, False

    def events(self, pairing: PairingId, count: int) -> list[tuple[Event, float, str]]:
        """Returns the events as those after the *count* events of this session, with their times and marks.

        :raises ValueError: if they are not those of the pairing from its beginning on, without a gap.
        """
        resumed = [event for _, part in sorted(self._parts.items()) for event in part.events]
        if not 0 < len(resumed) <= MAX_EVENTS:
            raise ValueError(f"got {len(resumed)} events, expected 1 to {MAX_EVENTS}")
        first = resumed[0].position or 0
        if any(each.position not in (None, first + place) for place, each in enumerate(resumed)):
            raise ValueError("got events with a gap, expected all of the match")

        def renumbered(named: int) -> int:
            if named < first:
                raise ValueError(f"got an event about position {named}, expected {first} or later")
            return named - first + count

        facts = [map_positions(decode(each.event), renumbered) for each in resumed]
        begun = facts[0]
        if resumed[0].by != pairing.mark or not isinstance(begun, EveningStarted) or begun.name != pairing.evening:
            raise ValueError(f"got events that begin with {resumed[0].event}, expected the evening of {pairing.mark}")
        return [(event, each.time, each.by) for event, each in zip(facts, resumed, strict=True)]


def follow(view: View, events: Sequence[Event]) -> Table:
    """Returns the table after the session's events and *events*, which were drawn; nothing is changed.

    Any exception of folding or drawing is passed on.
    """
    begin = partial(SessionController, view.setup, view.words)
    return start_and_draw(begin, [*view.table.journal, *events]).table
