import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from device.storage.journal import BrokenJournal, Journal, JournalError
from device.storage.journal_repair import replace_unreadable
from device.storage.recorded_events import read_journal, write_journal
from engine.cards import Card
from engine.events import Amended, CardLaid, DealStarted, Event, GameStarted, Ruled, TrickGathered
from engine.state.table import Table
from tests.support.examples import examples
from tests.support.journal_files import change_line, write_earlier_journal, write_open_earlier_journal
from tests.support.journals import some_evenings, with_random_events

Damage = Callable[[Path], None]
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


def test_append_returns_after_the_event_is_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, synced = tmp_path / "journal.sqlite", list[bytes]()
    with Journal(path) as journal:
        monkeypatch.setattr(os, "fsync", lambda _: synced.append(path.read_bytes()))
        journal.append(EVENTS[0], 0.0)
        assert synced == [path.read_bytes()]
        journal.append_all([(event, 0.0, "") for event in EVENTS[1:3]])
        assert synced[1:] == [path.read_bytes()], "one wait for all of them"


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
        write_journal(path, events, [0.0] * len(events))
        with Journal(path) as journal:
            read = Table.from_journal(journal.events)
    assert (read.step, read.tallies, read.players) == (whole.step, whole.tallies, whole.players)
    assert read.standing == whole.standing


def no_journal(path: Path) -> None:
    path.write_text("once upon a time " * 100, encoding="utf-8")


def another_program(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("create table songs (title text)")


def line(position: int, change: Callable[[bytes], bytes]) -> Damage:
    return lambda path: change_line(path, position, change)


def head(old: bytes, new: bytes) -> Damage:
    return lambda path: path.write_bytes(path.read_bytes().replace(old, new, 1)) and None


@pytest.mark.parametrize(
    ("damage", "message", "left"),
    [
        pytest.param(no_journal, "it is no journal", 0, id="no journal"),
        pytest.param(another_program, "another program's database", 0, id="another program's"),
        pytest.param(line(1, lambda line: b""), "the events between them are missing", 1, id="a gap"),
        pytest.param(line(2, lambda line: line[:30] + b"\n"), "event 2: ", 2, id="half an event"),
        pytest.param(
            line(2, lambda line: line.replace(b"HK", b"H7")), "event 2: got another checksum", 2, id="another card"
        ),
        pytest.param(line(2, lambda line: bytes(len(line))), "event 2: ", 2, id="zeros"),
        pytest.param(head(b'"kiebitz":3', b'"kiebitz":9'), "version 9, expected at most 3", 5, id="from the future"),
        pytest.param(head(b"kiebitz", b"kiebits"), "its first line is damaged", 5, id="damaged first line"),
    ],
)
def test_broken_journal_is_kept_as_a_copy(tmp_path: Path, damage: Damage, message: str, left: int) -> None:
    path = filled(tmp_path / "journal.sqlite")
    damage(path)
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


def test_missing_journal_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="expected a file that `kiebitz run` has written"):
        read_journal(tmp_path / "gone.sqlite")


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(JournalError, match="expected a writable folder"):
        Journal(tmp_path / "file" / "journal.sqlite")


def half_written(file: int, content: bytes, place: int) -> int:
    return os.write(file, content[:7]) if os.lseek(file, place, os.SEEK_SET) == place else 0


def refuse(number: int) -> Callable[..., int]:
    def refused(*_: object) -> int:
        raise OSError(number, os.strerror(number))

    return refused


@pytest.mark.parametrize(
    ("call", "replaced", "message"),
    [
        pytest.param("pwrite", half_written, r"No space left.*free space", id="a full disk takes a part"),
        pytest.param("pwrite", refuse(28), r"No space left.*free space", id="a full disk takes nothing"),
        pytest.param("pwrite", refuse(30), r"Read-only.*check the disk", id="a disk that is read-only"),
        pytest.param("fsync", refuse(5), r"Input/output error.*check the disk", id="a disk that fails"),
    ],
)
@pytest.mark.parametrize("is_stuck", [False, True])
def test_an_event_that_the_disk_does_not_take_is_lost_whole_and_the_call_may_be_repeated(
    call: str, replaced: object, message: str, is_stuck: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = filled(tmp_path / "journal.sqlite")
    with Journal(path) as journal:
        with monkeypatch.context() as patched:
            patched.setattr(os, call, replaced)
            if is_stuck:  # nor what was written can be cut off
                patched.setattr(os, "ftruncate", refuse(5))
            for _ in range(2):
                with pytest.raises(JournalError, match="Input/output" if is_stuck and _ else message):
                    journal.append_all([(TrickGathered(), 0.0, ""), (TrickGathered(), 0.0, "")])
        assert journal.events == EVENTS
        assert journal.append(DealStarted(0), 0.0) == len(EVENTS)
    assert read_journal(path) == [*EVENTS, DealStarted(0)], "what was acknowledged, and nothing else"


def append_often(journal: Journal) -> None:
    for _ in range(10_000):
        journal.append(TrickGathered(), 0.0)


def test_a_full_disk_loses_nothing_and_the_call_may_be_repeated(tmp_path: Path) -> None:
    path, ballast = tmp_path / "journal.sqlite", tmp_path / "ballast"
    mount = ["mount", "-t", "tmpfs", "-o", "size=512k", "none", str(tmp_path)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("needs the right to mount a disk: run as root")
    try:
        with Journal(filled(path)) as journal:
            ballast.write_bytes(bytes(400 << 10))
            with pytest.raises(JournalError, match=r"No space left.*free space"):
                append_often(journal)
            stored = len(journal)
            assert stored > len(EVENTS)
            ballast.unlink()
            assert journal.append(DealStarted(0), 0.0) == stored
        assert read_journal(path) == [*EVENTS, *[TrickGathered()] * (stored - len(EVENTS)), DealStarted(0)]
    finally:
        subprocess.run(["umount", "-l", str(tmp_path)], check=True)


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


@pytest.mark.slow
def test_a_killed_process_loses_no_acknowledged_event(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    for acknowledged in (1, 40, 7, 130, 3, 77):
        last = killed_writer(path, acknowledged)
        events = read_journal(path)
        assert last < len(events) <= last + 2


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
        assert journal.recorded.marks == {}
        journal.append(EVENTS[1], 2.0, "phone player")
        journal.append(EVENTS[2], 3.0)
    with Journal(path) as journal:
        assert journal.events == list(EVENTS[:3])
        assert journal.recorded.marks == {1: "phone player"}


def test_several_events_are_stored_all_or_none(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    several = [(event, float(place), "hall cup 3 1" if place == 1 else "") for place, event in enumerate(EVENTS)]
    with Journal(path) as journal:
        journal.append(EVENTS[0], 7.0)
        assert journal.append_all(several) == 1
        assert journal.events == [EVENTS[0], *EVENTS]
    with Journal(path, whole=True) as journal:
        assert journal.events == [EVENTS[0], *EVENTS]
        assert journal.recorded.marks == {2: "hall cup 3 1"}
        assert journal.take_warnings() == []


# Journals of earlier versions


@pytest.mark.parametrize("version", [1, 2])
def test_a_journal_of_an_earlier_version_goes_on_and_is_kept(version: int, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    write_earlier_journal(path, EVENTS, (), version)
    before = path.read_bytes()
    assert read_journal(path) == EVENTS
    assert path.read_bytes() == before
    with Journal(path) as journal:
        assert journal.events == EVENTS
        journal.append(TrickGathered(), 9.0)
        assert [warning.kind for warning in journal.take_warnings()] == ["converted"]
    with Journal(path) as journal:
        assert journal.events == [*EVENTS, TrickGathered()]
        assert journal.recorded.times == [1000.0, 1001.0, 1002.0, 1003.0, 1004.0, 9.0]
        assert journal.take_warnings() == [], "it is told once"
    assert path.with_name("journal.sqlite.before-1").read_bytes() == before


def test_an_upgrade_in_the_middle_of_an_evening_loses_nothing(tmp_path: Path) -> None:
    """The events are in the log of the earlier version; until one is stored, that version can go on."""
    path = tmp_path / "journal.sqlite"
    log = write_open_earlier_journal(path, EVENTS)
    left = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    with Journal(path) as journal:
        assert journal.events == EVENTS
        assert journal.id == "4183cbd5"
        assert journal.take_warnings() == []
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.suffix != ".lock"} == left
    with Journal(path) as journal:
        assert journal.append(TrickGathered(), 0.0, "phone player") == len(EVENTS)
        assert journal.append(TrickGathered(), 0.0) == len(EVENTS) + 1
        assert [warning.kind for warning in journal.take_warnings()] == ["converted"]
    with Journal(path) as journal:
        assert (journal.id, journal.events) == ("4183cbd5", [*EVENTS, TrickGathered(), TrickGathered()])
        assert journal.take_warnings() == []
        assert journal.recorded.marks == {len(EVENTS): "phone player"}
    aside = path.with_name("journal.sqlite.before-1")
    assert aside.with_name(f"{aside.name}-wal").read_bytes() == log
    assert read_journal(aside) == EVENTS
    assert sorted(file.name for file in tmp_path.iterdir() if file.name.startswith("journal.sqlite-")) == []


@pytest.mark.parametrize("length", [0, 32, 4152, -8240])
def test_events_that_the_log_of_an_earlier_version_has_lost_are_missing(length: int, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    log = write_open_earlier_journal(path, EVENTS)
    path.with_name("journal.sqlite-wal").write_bytes(log[:length])
    try:
        with Journal(path) as journal:
            assert [warning.kind for warning in journal.take_warnings()][:1] == ["events_missing"]
            assert journal.id != "4183cbd5"
    except BrokenJournal:
        replace_unreadable(path).close()
    assert path.with_name("journal.sqlite.broken-1-wal").read_bytes() == log[:length]


@pytest.mark.parametrize(
    "statement",
    [
        "pragma user_version = 99",
        "alter table events add column note",
        "create view more as select 1",
        "create trigger t after insert on events begin select 1; end",
    ],
)
def test_a_database_that_is_newer_or_runs_code_is_no_journal(statement: str, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    write_earlier_journal(path, EVENTS, (), 2, statement)
    with pytest.raises(JournalError, match="expected the table events"):
        read_journal(path)
