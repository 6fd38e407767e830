"""The file of a hall: what was stored is there again, and nothing else is taken for it."""

import random
import sqlite3
import threading
from pathlib import Path

import pytest

from common.errors import explain_error
from hall.formats.load import preset
from hall.storage.events import TournamentRecord, read_events
from hall.storage.hall_file import HallFile, HallFileError
from hall.tournament.commands.course import HallRefusal, create
from hall.tournament.commands.entries import register
from hall.tournament.fold import fold
from hall.tournament.state import Tournament
from tests.support.hall_tournaments import Played


def played() -> Played:
    made = Played("watten-3x3-13").register(8)
    for seed in range(2):
        made.play_round(random.Random(seed))
    return made


def test_a_tournament_is_replayed_from_its_file_alone(tmp_path: Path) -> None:
    made, clock = played(), iter(range(1, 1000))
    with HallFile(tmp_path / "hall.db") as file:
        record = TournamentRecord(file, lambda: float(next(clock)))
        for event in made.events:
            record.store([event])
        assert record.count == len(made.events)
    with HallFile(tmp_path / "hall.db") as file:
        record = TournamentRecord(file)
        assert record.tournament == made.now
        assert record.count == len(made.events)
        stored = read_events(file)
        assert [each.event for each in stored] == made.events
        assert [each.position for each in stored] == list(range(len(made.events)))
        assert fold((each.event, each.time) for each in stored) == made.now


def test_a_command_that_is_refused_stores_nothing(tmp_path: Path) -> None:
    with HallFile(tmp_path / "hall.db") as file:
        record = TournamentRecord(file)
        with pytest.raises(HallRefusal):
            record.do(lambda now: register(now, ["A", "B"]))
        record.do(lambda now: create(now, "a", "A", preset("watten-3x3-13")))
        assert record.do(lambda now: register(now, ["A", "B"])).entries[1].name == "A/B"
        with pytest.raises(HallRefusal):
            record.do(lambda now: register(now, ["A", "B"]))
        assert len(read_events(file)) == record.count == 2


def test_a_command_that_fails_to_be_stored_changes_nothing(tmp_path: Path) -> None:
    with HallFile(tmp_path / "hall.db") as file:
        record = TournamentRecord(file)
        record.do(lambda now: create(now, "a", "A", preset("watten-3x3-13")))
        before = record.tournament
        with sqlite3.connect(tmp_path / "hall.db") as other:  # somebody else has written the next position
            other.execute("insert into hall_event values (1, 0.0, 'x', null)")
        other.close()
        with pytest.raises(HallFileError, match="2 processes"):
            record.do(lambda now: register(now, ["A", "B"]))
        assert record.tournament == before
        assert record.count == 1


def test_commands_of_many_threads_come_one_after_the_other(tmp_path: Path) -> None:
    with HallFile(tmp_path / "hall.db") as file:
        record = TournamentRecord(file)
        record.do(lambda now: create(now, "a", "A", preset("watten-singles")))

        def add(thread: int) -> None:
            for i in range(10):
                record.do(lambda now, i=i: register(now, [f"P {thread} {i}"]))

        threads = [threading.Thread(target=add, args=(thread,)) for thread in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(record.tournament.entries) == list(range(1, 41))
        assert fold((each.event, each.time) for each in read_events(file)) == record.tournament


def test_further_tables_are_made_and_kept(tmp_path: Path) -> None:
    schema = ("create table if not exists table_event (position integer primary key)",)
    for count in range(2):
        with HallFile(tmp_path / "hall.db", schema) as file:
            with file.transaction() as connection:
                connection.execute("insert into table_event values (?)", (count,))
            assert file.read("select count(*) from table_event") == [(count + 1,)]


def make_other_database(path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute("create table journal (position integer)")
    other.close()


def make_newer(path: Path) -> None:
    HallFile(path).close()
    with sqlite3.connect(path) as other:
        other.execute("pragma user_version=99")
    other.close()


def make_no_database(path: Path) -> None:
    path.write_text("Huber/Maier 3\n" * 400, encoding="utf-8")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (make_other_database, "which is another database, expected the file of a hall"),
        (make_newer, "of a newer Kiebitz"),
        (make_no_database, "file is not a database, expected the file of a hall"),
        (Path.mkdir, "unable to open database file"),
    ],
)
def test_other_files_are_refused_and_left_alone(tmp_path: Path, make: object, message: str) -> None:
    path = tmp_path / "hall.db"
    make(path)  # type: ignore[operator]
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(HallFileError, match=message):
        HallFile(path)
    assert (path.read_bytes() if path.is_file() else b"") == before


def test_an_event_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with HallFile(tmp_path / "hall.db") as file:
        with file.transaction() as connection:
            connection.execute("""insert into hall_event values (0, 0.0, '{"kind":"moved"}', null)""")
        with pytest.raises(HallFileError, match=r"event 0 of the hall: got .*moved"):
            TournamentRecord(file)


def test_the_ranking_is_counted_once_a_state(tmp_path: Path) -> None:
    made = played()
    with HallFile(tmp_path / "hall.db") as file:
        record = TournamentRecord(file)
        record.store(made.events[:-1])
        before: Tournament = record.tournament
        first = record.standings
        assert record.standings is first
        record.store(made.events[-1:])
        assert record.tournament != before
        assert record.standings is not first


def test_a_wrong_file_is_told_in_one_line_at_the_command_line(tmp_path: Path) -> None:
    make_other_database(tmp_path / "hall.db")
    with pytest.raises(HallFileError) as caught:
        HallFile(tmp_path / "hall.db")
    said = explain_error(caught.value)
    assert said is not None
    assert said.startswith("got ")
