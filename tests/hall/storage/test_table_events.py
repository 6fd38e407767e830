"""Each event is stored once; only what is on the disk without a gap is acknowledged."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hall.storage.events import SCHEMA, Incoming, TableEvents
from hall.storage.hall_file import HallFile
from link.messages import TableEvent
from tests.support.examples import examples


def event(position: int, journal: str = "aa", first: int = 0, dealer: int = 0, by: str = "") -> TableEvent:
    return TableEvent(journal, position, 1000.0 + position, {"event": "deal_started", "dealer": dealer}, by, first)


@pytest.fixture
def file(tmp_path: Path) -> Iterator[HallFile]:
    with HallFile(tmp_path / "hall.sqlite", SCHEMA) as file:
        yield file


@pytest.fixture
def events(file: HallFile) -> TableEvents:
    return TableEvents(file)


def store(events: TableEvents, table: str, *sent: TableEvent, up: str = "") -> list[str]:
    """Stores events while the journal is at the tables in *up*."""
    return list(events.store([Incoming(table, each) for each in sent], lambda name, _: name in up.split()))


def test_a_gap_is_not_passed_until_it_is_filled(events: TableEvents) -> None:
    assert store(events, "1", event(0), event(1), event(3)) == ["new", "new", "new"]
    assert events.next_positions("1") == {"aa": 2}
    assert [each.position for each in events.of("1", "aa")] == [0, 1]
    store(events, "1", event(2))
    assert events.next_positions("1") == {"aa": 4}


def test_an_event_that_comes_again_changes_nothing(events: TableEvents) -> None:
    store(events, "1", event(0))
    assert store(events, "1", event(0), event(0)) == ["repeated", "repeated"]
    assert len(events.of("1", "aa")) == 1


def test_another_event_in_its_place_is_refused(events: TableEvents) -> None:
    store(events, "1", event(0, dealer=1))
    assert store(events, "1", event(0, dealer=2)) == ["rewritten"]
    assert events.of("1", "aa")[0].event["dealer"] == 1


def test_a_later_evening_of_the_same_journal_leaves_out_what_is_between(events: TableEvents) -> None:
    store(events, "1", event(0), event(1))
    store(events, "1", event(90, first=90))
    assert events.next_positions("1") == {"aa": 91}


def test_another_tables_journal_is_refused_while_that_is_connected(events: TableEvents) -> None:
    store(events, "1", event(0), event(1))
    assert store(events, "2", event(0), event(1), event(2), up="1 2") == ["foreign"] * 3
    assert events.next_positions("2") == {}
    assert events.of("2", "aa") == []


def test_a_device_that_was_carried_to_another_table_goes_on_there(events: TableEvents) -> None:
    store(events, "1", event(0), event(1))
    assert store(events, "2", event(1), event(2), up="2") == ["repeated", "new"]
    assert events.next_positions("2") == {"aa": 3}
    assert [each.position for each in events.of("2", "aa")] == [2]
    assert [each.position for each in events.of("1", "aa")] == [0, 1]


def test_what_is_stored_is_known_after_a_restart(tmp_path: Path) -> None:
    with HallFile(tmp_path / "hall.sqlite", SCHEMA) as file:
        store(TableEvents(file), "1", event(40, first=40), event(41, first=40), event(43, first=40))
        store(TableEvents(file), "2", event(0, "bb", by="hall cup 1 1"))
    with HallFile(tmp_path / "hall.sqlite", SCHEMA) as file:
        again = TableEvents(file)
        assert again.next_positions("1") == {"aa": 42}
        assert again.next_positions("2") == {"bb": 1}
        assert again.journals("1") == ["aa"]
        assert again.journals("2") == ["bb"]
        assert again.has_mark("2", "bb", "hall cup 1 1")
        assert not again.has_mark("1", "aa", "hall cup 1 1")


def test_what_the_disk_did_not_take_is_not_acknowledged(events: TableEvents, file: HallFile) -> None:
    store(events, "1", event(0))
    with file.transaction() as connection:
        connection.execute(
            "create trigger full_disk before insert on table_event begin select raise(abort, 'disk is full'); end"
        )
    with pytest.raises(sqlite3.Error, match="disk is full"):
        store(events, "1", event(1))
    assert events.next_positions("1") == {"aa": 1}
    with file.transaction() as connection:
        connection.execute("drop trigger full_disk")
    assert store(events, "1", event(1)) == ["new"]
    assert events.next_positions("1") == {"aa": 2}


BATCHES = st.lists(st.lists(st.tuples(st.sampled_from("12"), st.integers(0, 12)), max_size=12), max_size=8)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=examples(60))
@given(BATCHES)
def test_any_order_with_repeats_gives_each_event_once(tmp_path: Path, batches: list[list[tuple[str, int]]]) -> None:
    path = tmp_path / "hall.sqlite"
    path.unlink(missing_ok=True)
    sent: dict[str, set[int]] = {"1": set(), "2": set()}
    with HallFile(path, SCHEMA) as file:
        events = TableEvents(file)
        for batch in batches:
            events.store([Incoming(table, event(position, f"journal{table}")) for table, position in batch])
            for table, position in batch:
                sent[table].add(position)
            for table, positions in sent.items():
                run = next(place for place in range(20) if place not in positions)
                assert events.next_positions(table).get(f"journal{table}", 0) == run
                assert [each.position for each in events.of(table, f"journal{table}")] == list(range(run))
        ((count,),) = file.read("select count(*) from table_event")
        assert count == sum(map(len, sent.values()))
