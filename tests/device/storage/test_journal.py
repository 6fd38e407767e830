from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import textwrap
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from device.storage.event_rows import INSERT, Row
from device.storage.journal import BrokenJournal, Journal, JournalError, replace_unreadable
from device.storage.reading import read_journal
from engine.cards import Card
from engine.events import (
    Amended,
    CardLaid,
    DealStarted,
    EveningStarted,
    Event,
    GameStarted,
    PlayersSeated,
    Ruled,
    TrickGathered,
)
from engine.state.table import Table
from tests.support.examples import examples
from tests.support.journals import some_evenings, with_random_events

EVENTS: list[Event] = [
    GameStarted("bohemian-watten", (0, 1, 2, 3), 3, (("schleck", "none"),)),
    DealStarted(3),
    CardLaid(0, Card("H", "K"), (Card("H", "O"),)),
    TrickGathered(),
    Amended(2, CardLaid(0, Card("H", "O"))),
]


def filled(path: Path) -> Path:
    with Journal(path) as journal:
        for index, event in enumerate(EVENTS):
            assert journal.append(event, 1000.0 + index) == index
    return path


def test_events_come_back_in_their_order(tmp_path: Path) -> None:
    path = filled(tmp_path / "new folder" / "journal.sqlite")
    with Journal(path) as journal:
        assert journal.events == EVENTS
        assert journal.times == [1000.0, 1001.0, 1002.0, 1003.0, 1004.0]
        assert journal.append(TrickGathered(), 1005.0) == len(EVENTS)
    assert read_journal(path) == [*EVENTS, TrickGathered()]


def test_append_returns_after_the_event_is_on_the_disk(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.sqlite") as journal, closing(sqlite3.connect(tmp_path / "j.sqlite")) as other:
        journal.append(EVENTS[0], 0.0)
        assert other.execute("pragma journal_mode").fetchone() == ("wal",)
        assert other.execute("select count(*) from events").fetchone() == (1,)
        assert other.execute("pragma user_version").fetchone() == (2,)


def test_only_the_last_game_is_read_and_positions_count_from_it(tmp_path: Path) -> None:
    path = filled(tmp_path / "journal.sqlite")
    second: list[Event] = [
        GameStarted("bohemian-watten", (0, 2), 0),
        DealStarted(0),
        CardLaid(2, Card("L", "9")),
        Amended(2, CardLaid(2, Card("L", "7"))),
        Ruled(2, "stands"),
        Amended(4, Ruled(2, "counted")),
    ]
    with Journal(path) as journal:
        for event in second:
            journal.append(event, 0.0)
        assert journal.events == [*EVENTS, *second]
    # What was written on one evening under one count is read on the next under another.
    whole = read_journal(path)
    assert whole == [*EVENTS, *second]
    with Journal(path) as journal:
        assert len(journal) == len(whole), "these amend the first game, so it is read as well"

    other = tmp_path / "other.sqlite"
    with Journal(filled(other)) as journal:
        journal.append(second[0], 0.0)
    with Journal(other) as journal:
        assert journal.events == second[:1]
        for position, event in enumerate(second[1:], start=1):
            assert journal.append(event, 0.0) == position
        assert journal.events == second
    with Journal(other) as journal:
        assert journal.events == second
    start = len(EVENTS)
    assert read_journal(other) == [
        *EVENTS,
        *second[:3],
        Amended(start + 2, CardLaid(2, Card("L", "7"))),
        Ruled(start + 2, "stands"),
        Amended(start + 4, Ruled(start + 2, "counted")),
    ]


@settings(max_examples=examples(40), phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(st.integers(0, 10**6), st.booleans())
def test_partial_read_equals_the_end_of_the_whole_journal(seed: int, amended: bool) -> None:
    """Tallies, names and what lasts from game to game are those of the whole journal."""
    random = Random(seed)
    events = some_evenings(random, "gras")
    events = with_random_events(events, random) if amended else events
    whole = Table.from_journal(events)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite"
        Journal(path).close()
        with closing(sqlite3.connect(path)) as at_once, at_once:
            at_once.executemany(INSERT, [Row.of(position, 0.0, event) for position, event in enumerate(events)])
        with Journal(path) as journal:
            read = Table.from_journal(journal.events)
    assert (read.step, read.tallies, read.players) == (whole.step, whole.tallies, whole.players)
    assert read.standing == whole.standing


def test_only_the_last_evening_is_read(tmp_path: Path) -> None:
    game = GameStarted("gras", (0, 1, 2), 0)
    seated = PlayersSeated(((0, "Anna"),))
    first: list[Event] = [EveningStarted("Friday"), seated, game, DealStarted(0)]
    second: list[Event] = [EveningStarted("Saturday"), game, DealStarted(0), seated, game, DealStarted(0)]
    path = tmp_path / "journal.sqlite"
    with Journal(path) as journal:
        for event in [*first, *second]:
            journal.append(event, 0.0)
    with Journal(path) as journal:
        assert journal.events == second
        journal.append(EveningStarted("Sunday"), 0.0)
    with Journal(path) as journal:
        assert journal.events == [*second, EveningStarted("Sunday")], "the game of Saturday is still the last"
        journal.append(Amended(0), 0.0)
    with Journal(path) as journal:
        assert len(journal) == len([*first, *second]) + 2, "without that evening the one before goes on"


def half_of_the_file(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("pragma wal_checkpoint(truncate)")
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])


def no_database(path: Path) -> None:
    path.write_text("once upon a time " * 100, encoding="utf-8")


def statement(text: str) -> object:
    def run(path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(text)
            connection.commit()

    return run


def another_program(path: Path) -> None:
    path.unlink()
    statement("create table songs (title text)")(path)  # type: ignore[operator]


@pytest.mark.parametrize(
    ("damage", "message", "left"),
    [
        pytest.param(half_of_the_file, "malformed|damaged", 0, id="half of the file"),
        pytest.param(no_database, "not a database", 0, id="no database"),
        pytest.param(another_program, "another program's database", 0, id="another program's"),
        pytest.param(
            statement("delete from events where position = 1"),
            "expected those from 0 to 4 without a gap",
            1,
            id="a gap",
        ),
        pytest.param(statement("update events set event = '{' where position = 2"), "event 2: ", 2, id="half an event"),
        pytest.param(
            statement("update events set event = replace(event, 'HK', 'H7') where position = 2"),
            "event 2: got another checksum",
            2,
            id="another card",
        ),
        pytest.param(statement("pragma user_version = 9"), "version 9, expected at most 2", 5, id="from the future"),
        pytest.param(statement("alter table events add column note"), "expected the table", 5, id="other columns"),
    ],
)
def test_broken_journal_is_kept_as_a_copy(tmp_path: Path, damage: object, message: str, left: int) -> None:
    path = filled(tmp_path / "journal.sqlite")
    damage(path)  # type: ignore[operator]
    content = path.read_bytes()

    with pytest.raises(BrokenJournal, match=message) as caught:
        Journal(path)
    assert "journal.sqlite.broken-1" in str(caught.value)
    assert path.read_bytes() == content, "the journal itself is not touched"
    with pytest.raises(BrokenJournal):
        Journal(path)
    assert len(list(tmp_path.glob("*.broken-*[0-9]"))) == 1, "the same damage is not copied again and again"

    with replace_unreadable(path) as journal:
        assert journal.events == EVENTS[:left], "what can be read goes on"
        journal.append(TrickGathered(), 0.0)
    assert read_journal(path) == [*EVENTS[:left], TrickGathered()]
    assert [copy.read_bytes() for copy in tmp_path.glob("*.broken-*[0-9]")] == [content]


def test_journal_of_an_earlier_version_gets_checksums(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with closing(sqlite3.connect(path)) as old, old:
        old.execute("create table events (position integer primary key, time real not null, event text not null)")
        old.execute("pragma user_version = 1")
        old.executemany("insert into events values (?, ?, ?)", [Row.of(*each)[:3] for each in numbered(EVENTS)])
    with Journal(path) as journal:
        assert journal.events == EVENTS
        journal.append(TrickGathered(), 9.0)
    assert read_journal(path) == [*EVENTS, TrickGathered()]
    with closing(sqlite3.connect(path)) as rows:
        assert [row[0] is None for row in rows.execute("select checksum from events")] == [True] * 5 + [False]


def numbered(events: list[Event]) -> list[tuple[int, float, Event]]:
    return [(position, 1000.0 + position, event) for position, event in enumerate(events)]


def test_missing_journal_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="expected a file that `kiebitz run` has written"):
        read_journal(tmp_path / "gone.sqlite")


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(JournalError, match="expected a writable folder"):
        Journal(tmp_path / "file" / "journal.sqlite")


def append_often(journal: Journal) -> None:
    for _ in range(1000):
        journal.append(EVENTS[0], 0.0)


def test_a_full_disk_loses_nothing_and_the_call_may_be_repeated(tmp_path: Path) -> None:
    path = filled(tmp_path / "journal.sqlite")
    with Journal(path) as journal:
        connection = journal._connection
        pages = connection.execute("pragma page_count").fetchone()[0]
        connection.execute(f"pragma max_page_count={pages}")
        with pytest.raises(JournalError, match=r"full.*free space"):
            append_often(journal)
        stored = len(journal)
        assert stored > len(EVENTS)
        connection.execute("pragma max_page_count=100000")
        assert journal.append(TrickGathered(), 0.0) == stored
    assert len(read_journal(path)) == stored + 1, "what was acknowledged, and nothing else"


def test_read_only_disk_is_reported(tmp_path: Path) -> None:
    path = filled(tmp_path / "journal.sqlite")
    with Journal(path) as journal:
        journal._connection.execute("pragma query_only=on")
        with pytest.raises(JournalError, match=r"readonly.*check the disk"):
            journal.append(TrickGathered(), 0.0)
    assert read_journal(path) == EVENTS


def test_second_writer_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with Journal(path) as first:
        first.append(EVENTS[0], 0.0)
        with pytest.raises(JournalError, match=rf"another Kiebitz writes .*process {os.getpid()}.*stop the other one"):
            Journal(path)
        with pytest.raises(JournalError, match="another Kiebitz writes"):
            replace_unreadable(path)
        first.append(EVENTS[1], 0.0)
    assert read_journal(path) == EVENTS[:2]
    with Journal(path) as second:
        second.append(EVENTS[2], 0.0)
    assert read_journal(path) == EVENTS[:3]


WRITER = textwrap.dedent(
    """
    import sys
    from pathlib import Path
    from device.storage.journal import Journal
    from engine.cards import Card
    from engine.events import CardLaid

    with Journal(Path(sys.argv[1])) as journal:
        while True:
            position = journal.append(CardLaid(len(journal) % 4, Card("H", "K")), 0.0)
            print(position, flush=True)
    """
)


def killed_writer(path: Path, acknowledged: int) -> int:
    """Runs a writer until it has acknowledged so many events, kills it, and returns the last one acknowledged."""
    root = Path(__file__).parents[3]
    command = [sys.executable, "-c", WRITER, str(path)]
    last = -1
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root) as writer:
        assert writer.stdout is not None
        for _ in range(acknowledged):
            last = int(writer.stdout.readline())
        writer.send_signal(signal.SIGKILL)
        rest = writer.stdout.read().split("\n")
    # A line that the kill cut short was not acknowledged.
    return max([last, *(int(line) for line in rest[:-1])])


def test_a_killed_process_loses_no_acknowledged_event(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    for acknowledged in (1, 40, 7, 130, 3, 77):
        last = killed_writer(path, acknowledged)
        events = read_journal(path)
        assert last < len(events) <= last + 2
        # What a power cut leaves behind is the file and its log as they are.
        copy = tmp_path / "copy.sqlite"
        shutil.copyfile(path, copy)
        shutil.copyfile(f"{path}-wal", f"{copy}-wal")
        assert read_journal(copy) == events


def test_reading_changes_no_file(tmp_path: Path) -> None:
    path = filled(tmp_path / "journal.sqlite")
    broken = tmp_path / "broken.sqlite"
    broken.write_bytes(b"SQLite format 3\x00 and so on")
    contents = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert read_journal(path) == EVENTS
    with pytest.raises(JournalError, match=r"cannot read journal .*broken.sqlite: "):
        read_journal(broken)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == contents


def test_events_entered_by_phone_are_marked(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with Journal(path) as journal:
        journal.append(EVENTS[0], 1.0)
        assert journal.marks == {}
        journal.append(EVENTS[1], 2.0, "phone player")
        journal.append(EVENTS[2], 3.0)
    with Journal(path) as journal:
        assert journal.events == list(EVENTS[:3])
        assert journal.marks == {1: "phone player"}


def test_several_events_are_stored_all_or_none(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    several = [(event, float(place), "hall cup 3 1" if place == 1 else "") for place, event in enumerate(EVENTS)]
    with Journal(path) as journal:
        journal.append(EVENTS[0], 7.0)
        with closing(sqlite3.connect(path)) as other:  # a row is in the way of the last one
            other.execute("insert into events values (?, 0.0, '', 0)", (len(EVENTS),))
            other.commit()
            with pytest.raises(JournalError):
                journal.append_all(several)
            assert other.execute("select count(*) from events").fetchone() == (2,)
            other.execute("delete from events where position = ?", (len(EVENTS),))
            other.commit()
        assert len(journal) == 1
        assert journal.append_all(several) == 1
        assert journal.events == [EVENTS[0], *EVENTS]
    with Journal(path, whole=True) as journal:
        assert journal.events == [EVENTS[0], *EVENTS]
        assert journal.marks == {2: "hall cup 3 1"}
        assert journal.take_warnings() == []
