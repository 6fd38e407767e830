"""A match, read from the events of its table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.codec import decode
from engine.event_positions import shift_positions
from engine.events import Amended, GameStarted, PlayersSeated, TrickGathered, printable_name
from engine.state.contest import contest_of
from engine.state.table import Table
from link.messages import GamePoints

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Seat
    from engine.events import Event
    from engine.rules.findings import Finding
    from engine.state.contest import Contest, Sides
    from hall.storage.table_events import TableEvents
    from link.messages import PairingId, PairingMessage, TableEvent


class OtherPlayers(ValueError):
    """Raised if the players in the events are not those of the pairing."""


@dataclass(frozen=True)
class MatchRecord:
    journal: str
    events: tuple[TableEvent, ...]
    contest: Contest | None
    """None until the first game begins."""

    @property
    def games(self) -> tuple[GamePoints, ...]:
        """The finished games."""
        if self.contest is None:
            return ()
        return tuple(GamePoints(game.points, game.gespannt, game.gespannt_to_nil) for game in self.contest.games)

    @property
    def is_finished(self) -> bool:
        return self.contest is not None and self.contest.is_finished


def match_events(events: list[TableEvent], pairing: PairingId) -> list[TableEvent]:
    """Returns the events of a journal from the first with the mark of *pairing* on, until another pairing's mark."""
    start = next((place for place, event in enumerate(events) if event.by == pairing.mark), None)
    if start is None:
        return []
    marks = ((place, event.by) for place, event in enumerate(events[start:], start))
    end = next((place for place, by in marks if by.startswith("hall ") and by != pairing.mark), len(events))
    return events[start:end]


def read_match(storage: TableEvents, table: str, pairing: PairingMessage, journal: str = "") -> MatchRecord:
    """Returns the events of a pairing that *table* has sent, from *journal*, by default the one with the latest event.

    :raises OtherPlayers: if it is of other players.
    :raises ValueError: for an event that the engine does not know.
    """
    if pairing.pairing is None:
        return MatchRecord(journal, (), None)
    journals = [journal] if journal else list(reversed(storage.journals(table)))
    for each in journals:
        sent = match_events(storage.of(table, each), pairing.pairing)
        if sent:
            return MatchRecord(each, tuple(sent), _contest(sent, pairing))
    return MatchRecord(journal, (), None)


def findings_of(record: MatchRecord) -> tuple[Finding, ...]:
    """Returns the findings of the referee in the match, by positions of the journal."""
    if not record.events:
        return ()
    before = record.events[0].position - 1
    table = Table()
    table.observe(TrickGathered())  # a fact without a game stands for all earlier events
    found: list[Finding] = []
    for sent in record.events:
        event = decode(sent.event)
        if not (isinstance(event, Amended) and event.position <= before):
            found += table.observe(shift_positions(event, -before))
        else:
            found += table.observe(Amended(0))
    return tuple(replace(finding, position=finding.position + before) for finding in found)


def sides_of(seats: Sequence[Seat], sides: Sequence[Sequence[str]]) -> Sides:
    """Returns the seats by side: sides alternate around the table."""
    count = len(sides)
    return tuple(
        tuple(seats[number + place * count] for place in range(len(side)) if number + place * count < len(seats))
        for number, side in enumerate(sides)
    )


def _contest(sent: Sequence[TableEvent], pairing: PairingMessage) -> Contest | None:
    events = [decode(event.event) for event in sent]
    game = next((event for event in events if isinstance(event, GameStarted)), None)
    if game is None:
        return None
    sides = sides_of(game.seats, pairing.sides)
    _check_players(events, sides, pairing)
    return contest_of(events, sides, pairing.games, pairing.unit, sent[0].position)


def _check_players(events: Sequence[Event], sides: Sides, pairing: PairingMessage) -> None:
    """:raises OtherPlayers: if the names that were seated first are not those of the pairing."""
    seated = next((dict(event.players) for event in events if isinstance(event, PlayersSeated)), {})
    expected = {
        seat: printable_name(name)
        for seats, names in zip(sides, pairing.sides, strict=True)
        for seat, name in zip(seats, names, strict=False)
    }
    if seated and {seat: seated.get(seat, "") for seat in expected} != expected:
        got = ", ".join(seated.values())
        raise OtherPlayers(f"got a match of {got}, expected {' – '.join('/'.join(side) for side in pairing.sides)}")
