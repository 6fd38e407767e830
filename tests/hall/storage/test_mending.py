"""A damaged file of a hall is mended: no event of the tournament is lost, none is changed, and people are told."""

import random
import shutil
import sqlite3
from contextlib import closing
from itertools import product
from pathlib import Path

import pytest

from hall.storage.checked_rows import log_file
from hall.storage.events import SCHEMA, Incoming, TableEvents, TournamentRecord, read_events
from hall.storage.hall_file import HallFile, HallFileError
from hall.tournament.events import Registered
from link.messages import TableEvent
from tests.support.examples import one_in
from tests.support.hall_tournaments import Played

NAME = "hall.sqlite"
ENDINGS = ("", "-wal", ".events", ".mark")
TABLES = ("1", "2", "3")
EVENTS_A_TABLE = 150


def event(table: str, position: int) -> TableEvent:
    return TableEvent(f"a{table}", position, 1000.0 + position, {"event": "deal_started", "dealer": position % 4})


@pytest.fixture(scope="module")
def played() -> Played:
    made = Played("watten-3x3-13").register(24)
    for number in range(2):
        made.play_round(random.Random(number))
    return made


@pytest.fixture(scope="module")
def power_cut(played: Played, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files by their endings, as they lie on the disk when the power goes."""
    path = tmp_path_factory.mktemp("hall") / NAME
    with HallFile(path, SCHEMA) as file:
        TournamentRecord(file).store(played.events)
        events = TableEvents(file)
        for table in TABLES:
            events.store([Incoming(table, event(table, position)) for position in range(EVENTS_A_TABLE)])
            if table == "1":
                file._connection.execute("pragma wal_checkpoint(truncate)")  # the rest stays in the log
        return {ending: path.with_name(f"{NAME}{ending}").read_bytes() for ending in ENDINGS}


def lay_out(files: dict[str, bytes], folder: Path) -> Path:
    for ending, content in files.items():
        (folder / f"{NAME}{ending}").write_bytes(content)
    return folder / NAME


def check_mended(path: Path, played: Played) -> tuple[str, int]:
    """Checks that the tournament is there and no event of a table has changed; returns the notice, and how many of
    these there are."""
    with HallFile(path, SCHEMA) as file:
        record, events = TournamentRecord(file), TableEvents(file)
        assert [stored.event for stored in record.events()] == played.events
        count = 0
        for table in TABLES:
            for found in events.of(table, f"a{table}"):
                assert found == event(table, found.position)
                count += 1
        notice = file.notice
    with HallFile(path, SCHEMA) as again:
        assert again.notice == "", "it is mended once"
    return notice, count


def flip(content: bytes, chance: random.Random) -> bytes:
    """Returns the content with some bytes changed, as a worn card does."""
    changed = bytearray(content)
    for _ in range(chance.choice((1, 3, 40))):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def zero(content: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(0, len(content), 4096)
    return content[:start] + bytes(4096) + content[start + 4096 :]


def cut(content: bytes, chance: random.Random) -> bytes:
    return content[: chance.randrange(len(content))]


@pytest.mark.parametrize(("ending", "damage", "seed"), one_in(3, product(ENDINGS, [flip, zero, cut], range(8))))
def test_damage_of_one_file_loses_nothing_of_the_tournament(
    power_cut: dict[str, bytes], played: Played, tmp_path: Path, ending: str, damage: object, seed: int
) -> None:
    assert callable(damage)
    damaged = damage(power_cut[ending], random.Random(f"{ending} {seed}"))
    path = lay_out(power_cut | {ending: damaged}, tmp_path)
    notice, count = check_mended(path, played)
    if notice:
        assert "is mended: all " in notice
        assert list(tmp_path.glob(f"{NAME}.broken-1*"))
    elif ending != "-wal":  # SQLite reads a torn log up to its tear, and tables send what is missing
        assert count == EVENTS_A_TABLE * len(TABLES)


@pytest.mark.parametrize("place", one_in(3, [0, 16, 18, 19, 21, 28, 36, 40, 44, 47, 52, 56, 60, 68, 96, 100, 105, 150]))
def test_damage_of_the_head_loses_nothing_of_the_tournament(
    power_cut: dict[str, bytes], played: Played, tmp_path: Path, place: int
) -> None:
    head = power_cut[""][:place] + b"\xff\xff\xff\xff" + power_cut[""][place + 4 :]
    check_mended(lay_out(power_cut | {"": head, "-wal": b""}, tmp_path), played)


def test_a_file_of_a_newer_kiebitz_is_left_alone(power_cut: dict[str, bytes], tmp_path: Path) -> None:
    path = lay_out(power_cut, tmp_path)
    with closing(sqlite3.connect(path)) as other:
        other.execute("pragma user_version=3")
    before = path.read_bytes()
    with pytest.raises(HallFileError, match="of a newer Kiebitz"):
        HallFile(path, SCHEMA)
    assert path.read_bytes() == before


def test_a_sound_file_stays_as_it_is(power_cut: dict[str, bytes], played: Played, tmp_path: Path) -> None:
    assert check_mended(lay_out(power_cut, tmp_path), played) == ("", EVENTS_A_TABLE * len(TABLES))
    assert not list(tmp_path.glob("*.broken*"))


@pytest.mark.parametrize("gone", [("", "-wal"), ("",), ("-wal",), (".events",)])
def test_a_file_that_is_gone_comes_back_from_the_other(
    power_cut: dict[str, bytes], played: Played, tmp_path: Path, gone: tuple[str, ...]
) -> None:
    path = lay_out({ending: content for ending, content in power_cut.items() if ending not in gone}, tmp_path)
    check_mended(path, played)
    assert log_file(path).is_file()


def test_an_event_that_was_changed_is_told_and_mended(
    played: Played, power_cut: dict[str, bytes], tmp_path: Path
) -> None:
    """A change that SQLite does not notice: a name, a card, a position."""
    path = lay_out(power_cut, tmp_path)
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("update hall_event set event = replace(event, 'P1', 'X1') where position = 1")
        other.execute("update table_event set time = time + 1 where table_name = '2' and position = 7")
        other.execute("update table_journal set first = 100 where table_name = '3'")
    notice, count = check_mended(path, played)
    assert "has another checksum than expected" in notice
    with HallFile(path, SCHEMA) as file:
        events = TableEvents(file)
        assert events.next_positions("2") == {"a2": 7}, "the table sends it again"
        assert events.store([Incoming("2", event("2", 7)), Incoming("3", event("3", 0))]) == ["new", "repeated"]
        assert events.next_positions("2") == {"a2": EVENTS_A_TABLE}
        assert events.next_positions("3") == {"a3": EVENTS_A_TABLE}
    assert count < EVENTS_A_TABLE * len(TABLES)


def test_what_both_files_have_lost_is_told(power_cut: dict[str, bytes], tmp_path: Path) -> None:
    lines = power_cut[".events"].splitlines(keepends=True)
    path = lay_out(power_cut | {".events": b"".join(lines[:3] + lines[4:])}, tmp_path)
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("delete from hall_event where position in (3, 9)")
    with HallFile(path, SCHEMA) as file:
        assert f"1 of {len(lines)} events of the tournament are lost" in file.notice
        assert len(read_events(file)) == len(lines) - 1
        TournamentRecord(file)


def test_the_end_that_both_files_have_lost_is_told(power_cut: dict[str, bytes], tmp_path: Path) -> None:
    lines = power_cut[".events"].splitlines(keepends=True)
    path = lay_out(power_cut | {".events": b"".join(lines[:-5])}, tmp_path)
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("delete from hall_event where position >= ?", (len(lines) - 3,))
    with HallFile(path, SCHEMA) as file:
        assert f"3 of {len(lines)} events of the tournament are lost" in file.notice
    with HallFile(path, SCHEMA) as again:
        assert again.notice == ""


def test_an_interrupted_mending_is_finished(
    power_cut: dict[str, bytes], played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = lay_out(power_cut | {"": bytes(8192)}, tmp_path)

    def power_goes(*_: Path) -> None:
        raise SystemExit

    with monkeypatch.context() as patched:
        patched.setattr("hall.storage.mending.replace_synced", power_goes)
        with pytest.raises(SystemExit):
            HallFile(path, SCHEMA)
    check_mended(path, played)


def test_one_hall_a_file(tmp_path: Path) -> None:
    with HallFile(tmp_path / NAME), pytest.raises(HallFileError, match=r"another Kiebitz writes to .*hall\.sqlite"):
        HallFile(tmp_path / NAME)
    HallFile(tmp_path / NAME).close()


@pytest.mark.parametrize("gone", [("",), ("-wal",), ("", "-wal", "-shm", ".events"), None])
def test_a_file_that_is_taken_away_meanwhile_is_written_again(
    played: Played, tmp_path: Path, gone: tuple[str, ...] | None
) -> None:
    """None: the whole folder."""
    path = tmp_path / "cup" / NAME
    path.parent.mkdir()
    with HallFile(path, SCHEMA) as file:
        record, events = TournamentRecord(file), TableEvents(file)
        record.store(played.events[:-1])
        events.store([Incoming("1", event("1", 0))])
        if gone is None:
            shutil.rmtree(path.parent)
        for ending in gone or ():
            path.with_name(f"{NAME}{ending}").unlink()
        record.store(played.events[-1:])
        events.store([Incoming("1", event("1", 1))])
    with HallFile(path, SCHEMA) as again:
        assert [stored.event for stored in read_events(again)] == played.events
        assert TableEvents(again).next_positions("1") == {"a1": 2}


VERSION_1 = (
    "create table hall_event (position integer primary key, time real not null, event text not null)",
    "create table table_event (table_name text not null, journal text not null, position integer not null,"
    " time real not null, stored real not null, by_whom text not null, event text not null,"
    " primary key (table_name, journal, position)) without rowid",
    "create table table_journal (table_name text not null, journal text not null, first integer not null,"
    " seen real not null, primary key (table_name, journal)) without rowid",
    "pragma application_id=1263026508",
    "pragma user_version=1",
)


def make_version_1(power_cut: dict[str, bytes], folder: Path) -> Path:
    """A file as the version before wrote it: without checksums, and without a copy of the events beside it."""
    (folder / "new").mkdir()
    source, path = lay_out(power_cut, folder / "new"), folder / NAME
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        for statement in VERSION_1:
            old.execute(statement)
        old.execute("attach ? as new", (str(source),))
        for table, columns in (("hall_event", 3), ("table_event", 7), ("table_journal", 4)):
            names = [row[1] for row in old.execute(f"pragma new.table_info({table})")][:columns]
            old.execute(f"insert into main.{table} select {', '.join(names)} from new.{table}")
    return path


def test_a_file_of_the_version_before_opens(power_cut: dict[str, bytes], played: Played, tmp_path: Path) -> None:
    path = make_version_1(power_cut, tmp_path)
    assert check_mended(path, played) == ("", EVENTS_A_TABLE * len(TABLES))
    with HallFile(path, SCHEMA) as file:
        assert TableEvents(file).store([Incoming("1", event("1", EVENTS_A_TABLE))]) == ["new"]


def test_a_damaged_file_of_the_version_before_keeps_what_can_be_read(
    power_cut: dict[str, bytes], tmp_path: Path
) -> None:
    path = make_version_1(power_cut, tmp_path)
    content = path.read_bytes()
    path.write_bytes(zero(content[:4096], random.Random(0)) + content[4096:])
    with pytest.raises(HallFileError, match="not a database"):
        HallFile(path, SCHEMA)
    path.write_bytes(content[:8192] + bytes(8192) + content[16384:])
    with HallFile(path, SCHEMA) as file:
        assert "is mended" in file.notice
        assert any(isinstance(stored.event, Registered) for stored in read_events(file)) or "are lost" in file.notice


def test_a_full_disk_is_told_and_the_call_can_be_repeated(played: Played, tmp_path: Path) -> None:
    with HallFile(tmp_path / NAME, SCHEMA) as file:
        record = TournamentRecord(file)
        record.store(played.events[:5])
        pages = file._connection.execute("pragma page_count").fetchone()[0]
        file._connection.execute(f"pragma max_page_count={pages}")
        with pytest.raises(HallFileError, match=r"got .*full while writing .*hall\.sqlite, expected room on the disk"):
            record.store(played.events[5:])
        assert record.count == 5
        file._connection.execute("pragma max_page_count=100000")
        record.store(played.events[5:])
    with HallFile(tmp_path / NAME, SCHEMA) as again:
        assert [stored.event for stored in read_events(again)] == played.events
