"""The comparison of the load test finds each fault that it is there for."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from hall.simulation.comparison import Comparison, compare, percentile
from hall.simulation.load import Load, LoadResult, report_lines
from hall.simulation.simulated_table import SimulatedTable
from hall.simulation.table_process import write_journals
from hall.storage.events import SCHEMA, Incoming, TableEvents
from hall.storage.hall_file import HallFile
from link.messages import PairingId, PairingMessage

PAIRING = PairingMessage(PairingId("cup", 1), "1", (("Anna", "Ben"), ("Cilli", "Dori")), "watten", games=1)


def played(name: str, seed: int) -> SimulatedTable:
    table = SimulatedTable(name, seed)
    asyncio.run(table.submit({"do": "pairing", "message": msgspec.to_builtins(PAIRING)}))
    while table.step():
        pass
    return table


@pytest.fixture(scope="module")
def two_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two tables whose journals are in the hall, each event 0.5 s after it was laid."""
    folder = tmp_path_factory.mktemp("tables")
    tables = [played("1", 1), played("2", 2)]
    write_journals(tables, folder / "journals.jsonl")
    with HallFile(folder / "hall.sqlite", SCHEMA) as file:
        for table in tables:
            TableEvents(file).store([Incoming(table.name, event) for event in table.events])
        with file.transaction() as connection:
            connection.execute("update table_event set stored = time + 0.5")
    return folder


@pytest.fixture
def folder(two_tables: Path, tmp_path: Path) -> Path:
    return shutil.copytree(two_tables, tmp_path / "tables")


def compared(folder: Path, change: str = "") -> Comparison:
    with closing(sqlite3.connect(folder / "hall.sqlite", isolation_level=None)) as connection:
        if change:
            connection.execute(change)
    return compare(folder / "hall.sqlite", folder / "journals.jsonl")


def test_equal_journals_are_exact(folder: Path) -> None:
    found = compared(folder)
    assert found.is_exact
    assert (found.lost, found.doubled, found.different) == (0, 0, 0)
    assert (found.tables, found.equal_ledgers, found.games) == (2, 2, 2)
    assert found.played == len(found.all_s) > 100
    assert percentile(found.all_s, 0.99) == pytest.approx(0.5, abs=1e-3)


FAULTS = {
    "lost": ("delete from table_event where table_name = '1' and position = 10", "lost", 1),
    "changed": ("update table_event set event = replace(event, 'Anna', 'Anne') where table_name = '2'", "different", 1),
    "unmarked": ("update table_event set by_whom = '' where table_name = '1' and position = 0", "different", 1),
    "never played": ("insert into table_event select table_name, journal, 9999, time, stored, by_whom, event, null"
                     " from table_event where table_name = '1' and position = 5", "different", 1),
    "of no table": ("insert into table_event select '3', journal, position, time, stored, by_whom, event, null"
                    " from table_event where table_name = '1' and position = 5", "different", 1),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_is_counted(folder: Path, name: str) -> None:
    change, kind, count = FAULTS[name]
    found = compared(folder, change)
    assert getattr(found, kind) == count
    assert not found.is_exact


def test_a_row_for_an_event_that_is_there_is_counted_as_doubled(folder: Path) -> None:
    """The key of the table forbids it, so the table is made anew without."""
    with closing(sqlite3.connect(folder / "hall.sqlite", isolation_level=None)) as connection:
        connection.execute("create table copy as select * from table_event")
        connection.execute("drop table table_event")
        connection.execute("alter table copy rename to table_event")
        connection.execute("insert into table_event select * from table_event where table_name = '1' and position = 3")
    found = compare(folder / "hall.sqlite", folder / "journals.jsonl")
    assert (found.doubled, found.is_exact) == (1, False)


def test_another_ledger_is_counted(folder: Path) -> None:
    found = compared(folder, "delete from table_event where table_name = '1' and event like '%deal_started%'")
    assert (found.tables, found.equal_ledgers) == (2, 1)


def test_events_near_a_kill_are_told_apart(folder: Path) -> None:
    found = compare(folder / "hall.sqlite", folder / "journals.jsonl", [(0.0, 1e12)])
    assert found.all_s
    assert found.calm_s == []


def test_the_report_says_what_was_found(folder: Path) -> None:
    found = compared(folder, FAULTS["lost"][0])
    result = LoadResult(Load(2, 60, 1), found, {"broker": 1, "hall": 0, "tables": 0}, 9.5, 31.2, 1.0)
    lines = "\n".join(report_lines(result))
    assert "2 tables, 60 s, a card each 2 s; kills: broker 1" in lines
    assert f"events: {found.played} played, 1 lost, 0 doubled, 0 different" in lines
    assert "p50 500 ms, p99 500 ms" in lines
    assert "mosquitto 9.5 MiB, hall 31.2 MiB" in lines
