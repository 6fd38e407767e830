"""What devices say and what is stored of them, as views need it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.codec import encode
from engine.rules.findings import Kind
from hall.broker.folder import BrokerFolder
from hall.draw.field import Pairing
from hall.formats.format import Format, Text
from hall.live_hall import LiveHall
from hall.receiver import TableStatus
from hall.service.table_devices import LinkedTables, StoredTables
from hall.storage.events import SCHEMA, Incoming, TableEvents, TournamentRecord
from hall.storage.hall_file import HallFile
from hall.tournament.events import Created, Drawn, HallEvent, Registered, RoundStarted
from link.messages import GamePoints, PairingId, PairingMessage, TableEvent, TableReport
from tests.support.fed_table import FedTable, evening

PLAY = "PLAY E9 PLAY PLAY PLAY L7>3 S9>0 L10>1 LA>2 clear LK>2 L9>3 L8>0"
"""Toni revokes, which his eight of leaves proves."""
NAMES = ("Toni", "Vroni", "Sepp", "Kathi")
ID = PairingId("cup", 1)
PAIRING = PairingMessage(ID, "2", tuple((name,) for name in NAMES), "bohemian-watten")
BEGIN = 1764086400.0
EARLIER = 5
"""Events of the journal before the match."""


FORMAT = Format("four", Text("Vier", "Four"), "single", "bohemian-watten")
TOURNAMENT: tuple[HallEvent, ...] = (
    Created("cup", "Cup", FORMAT, 1),
    *(Registered(number, (name,), present=True) for number, name in enumerate(NAMES, 1)),
    Drawn(1, 1, 1, (Pairing(2, ((1,), (2,), (3,), (4,))),)),
    RoundStarted(1),
)


class Tables:
    """A receiver of which only the status of tables is asked."""

    def __init__(self) -> None:
        self.tables = {"1": TableStatus(), "2": TableStatus(True, 1.0, BEGIN, pairing=PAIRING)}


@pytest.fixture
def linked(tmp_path: Path) -> Iterator[tuple[LinkedTables, Tables]]:
    """Two tables, of which the second has played a revoke."""
    with FedTable(tmp_path / "table.sock", evening("bohemian-watten", 4, 1, 3, NAMES)) as fed:
        fed.do(PLAY)
        events = list(fed.stored.events)
    with HallFile(tmp_path / "hall.sqlite", SCHEMA) as file:
        storage, receiver = TableEvents(file), Tables()
        stored = [
            TableEvent("j", EARLIER + place, BEGIN + place, encode(event), ID.mark if not place else "", EARLIER)
            for place, event in enumerate(events)
        ]
        storage.store([Incoming("2", event) for event in stored])
        record = TournamentRecord(file)
        record.store(TOURNAMENT)
        folder = BrokerFolder(tmp_path / "broker", "cup")
        folder.tables.mkdir(parents=True)
        (folder.tables / "table-02.toml").write_text("password = 'x'")
        anything: Any = receiver
        yield LinkedTables(LiveHall(record), storage, anything, folder), receiver


def test_a_revoke_is_found_with_its_proof_and_the_times_of_both(linked: tuple[LinkedTables, Tables]) -> None:
    noticed = linked[0].findings(1, 1, 2)
    assert noticed is not None
    [revoke] = [finding for finding in noticed.findings if finding.kind is Kind.REVOKE]
    assert noticed.game.name == "bohemian-watten"
    assert noticed.names[0] == "Toni"
    play, proof = sorted(revoke.evidence, key=lambda entry: entry.position != revoke.position)
    assert (str(play.card), str(proof.card)) == ("S9", "L8")
    assert play.position == revoke.position
    assert noticed.times[proof.position] > noticed.times[play.position] >= BEGIN
    assert noticed.times[1] == BEGIN, "the first event of the match is its position 1"
    assert linked[0].findings(1, 1, 2) is noticed, "it is kept while no card has come"
    without = StoredTables(linked[0]._hall, linked[0]._storage)
    assert without.findings(1, 1, 2) == noticed, "also without any device"


@pytest.mark.parametrize(("round_number", "attempt", "table"), [(2, 1, 2), (1, 2, 2), (1, 1, 1), (1, 1, 9)])
def test_nothing_is_noticed_elsewhere(
    linked: tuple[LinkedTables, Tables], round_number: int, attempt: int, table: int
) -> None:
    assert linked[0].findings(round_number, attempt, table) is None


def test_a_report_counts_for_its_own_pairing(linked: tuple[LinkedTables, Tables]) -> None:
    tables, receiver = linked
    assert tables.match(1, 1, 1) is None, "nobody has come"
    receiver.tables["2"].report = TableReport("playing", ID, games=(GamePoints((1, 2)),), score=(3, 4), findings=1)
    live = tables.match(1, 1, 2)
    assert live is not None
    assert (live.stage, live.score, live.findings, live.moved) == ("playing", (3, 4), 1, BEGIN)
    other = tables.match(2, 1, 2)
    assert other is not None
    assert (other.is_up, other.stage, other.games) == (True, "none", ())


def test_devices_and_the_files_by_which_they_join(linked: tuple[LinkedTables, Tables]) -> None:
    tables = linked[0]
    assert [(one.table, one.is_known, one.is_up) for one in tables.devices()] == [(1, False, False), (2, True, True)]
    assert tables.joining_file(2) == ("table-02.toml", b"password = 'x'")
    assert tables.joining_file(1) is None
    assert tables.joining_file(77) is None
