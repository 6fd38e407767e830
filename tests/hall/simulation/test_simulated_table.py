"""Simulated tables play whole matches as the referee records them, one card at a time."""

import asyncio

import msgspec
import pytest

from engine.codec import decode, encode
from engine.events import CardLaid, DealStarted, Ruled
from engine.state.contest import contest_of
from engine.state.table import Table
from hall.match_record import sides_of
from hall.simulation.simulated_table import SimulatedTable
from link.messages import PairingId, PairingMessage, TableEvent

PAIRS = (("Anna", "Ben"), ("Cilli", "Dori"))
MATCHES = {
    "pairs at Watten": PairingMessage(PairingId("cup", 1), "1", PAIRS, "watten", {"target": 11}, games=2),
    "deals": PairingMessage(PairingId("cup", 1), "1", PAIRS, "watten", games=5, unit="deal"),
    "four single players": PairingMessage(PairingId("cup", 1), "1", (("A",), ("B",), ("C",), ("D",)), "gras"),
    "two players": PairingMessage(PairingId("cup", 1), "1", (("A",), ("B",)), "bohemian-watten"),
}


def give(table: SimulatedTable, pairing: PairingMessage) -> None:
    assert asyncio.run(table.submit({"do": "pairing", "message": msgspec.to_builtins(pairing)})) == ""


@pytest.mark.parametrize("name", MATCHES)
def test_a_match_is_played_to_its_end_without_a_fault(name: str) -> None:
    pairing = MATCHES[name]
    assert pairing.pairing is not None
    table = SimulatedTable("1", 3)
    assert table.is_idle
    assert not table.step()
    give(table, pairing)
    assert table.report().stage == "confirmed"
    while table.step():
        pass
    assert table.is_idle
    report, events = table.report(), [decode(event.event) for event in table.events]
    assert (report.stage, report.pairing, report.count) == ("agreed", pairing.pairing, len(events))
    assert [event.position for event in table.events] == list(range(len(events)))
    assert [event.by for event in table.events[:3]] == [pairing.pairing.mark] * 3
    folded = Table.from_journal(events)
    assert folded.findings == ()
    contest = contest_of(events, sides_of(folded.seats, pairing.sides), pairing.games, pairing.unit)
    assert [game.points for game in contest.games] == [game.points for game in report.games]
    assert len(report.games) == pairing.games


def test_the_same_pairing_again_changes_nothing_and_another_one_begins() -> None:
    table, pairing = SimulatedTable("1", 3), MATCHES["pairs at Watten"]
    give(table, pairing)
    table.step()
    give(table, msgspec.structs.replace(pairing, resume=True))
    assert table.end == 1
    give(table, PairingMessage())
    assert table.report().stage == "none"
    give(table, msgspec.structs.replace(pairing, pairing=PairingId("cup", 2)))
    assert table.report().pairing == PairingId("cup", 2)
    assert table.end == 1, "the journal goes on"


def calling_table(patience: int) -> SimulatedTable:
    """Returns a table at which a revoke was proved, and which calls the referee."""
    for seed in range(20):
        table = SimulatedTable("1", seed, revokes=1.0, patience=patience)
        give(table, PairingMessage())
        table.events.append(TableEvent(table.journal, 0, 0.0, encode(DealStarted(0))))  # of an earlier match
        give(table, MATCHES["pairs at Watten"])
        while table.step():
            if table.report().calls_referee:
                return table
    raise AssertionError("nobody revoked")


def test_a_table_calls_for_a_revoke_and_goes_on_when_that_is_decided() -> None:
    table, pairing = calling_table(1000), MATCHES["pairs at Watten"]
    before = table.end
    assert (table.report().findings, table.report().stage) == (1, "playing")
    for _ in range(5):
        assert table.step()
    assert table.end == before, "it waits"
    give(table, msgspec.structs.replace(pairing, calls_decided=1))
    table.step()
    assert not table.report().calls_referee
    table.step()
    ruled = decode(table.events[before].event)
    assert isinstance(ruled, Ruled)
    revoke = decode(table.events[ruled.position].event)
    assert isinstance(revoke, CardLaid), "the position is that of the journal"


def test_a_match_with_revokes_is_counted_as_its_events_say() -> None:
    table, pairing = calling_table(0), MATCHES["pairs at Watten"]
    while table.step():
        pass
    report, events = table.report(), [decode(event.event) for event in table.events[1:]]
    assert report.stage == "agreed"
    contest = contest_of(events, sides_of((0, 1, 2, 3), pairing.sides), pairing.games, pairing.unit, 1)
    assert [game.points for game in contest.games] == [game.points for game in report.games]
    assert all(max(game.points) >= 11 for game in contest.games)


def test_the_same_seed_plays_the_same() -> None:
    first, second = SimulatedTable("1", 3), SimulatedTable("1", 3)
    for table in (first, second):
        give(table, MATCHES["pairs at Watten"])
        while table.step():
            pass
    assert [event.event for event in first.events] == [event.event for event in second.events]
