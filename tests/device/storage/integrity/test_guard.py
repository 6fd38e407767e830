"""Missing acknowledged events are always reported, and a copy of the damaged journal is kept."""

from __future__ import annotations

import shutil
import sqlite3
import struct
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from device.storage.integrity.high_water_mark import Mark, mark_file, read_mark
from device.storage.journal import BrokenJournal, Journal, JournalError, replace_unreadable, write_journal
from device.storage.reading import read_journal
from engine.events import EveningStarted, Event, TrickGathered

Damage = Callable[[Path], None]
FRAME = 24 + 4096


def log_of(path: Path) -> Path:
    return Path(f"{path}-wal")


def opened(path: Path) -> tuple[list[Event], list[str]]:
    """Returns the events that the appliance continues with, and its warnings."""
    try:
        journal, told = Journal(path), []
    except BrokenJournal:
        journal, told = replace_unreadable(path), ["broken"]
    with journal:
        return journal.events, told + [warning.kind for warning in journal.take_warnings()]


def copies(path: Path) -> list[Path]:
    return sorted(path.parent.glob("*.broken-[0-9]"))


def cut_log(frames: int) -> Damage:
    """Only so many frames are left, with a commit at their end."""

    def damage(path: Path) -> None:
        content = log_of(path).read_bytes()
        log_of(path).write_bytes(content[: 32 + frames * FRAME])

    return damage


def flip_in_log(place: int) -> Damage:
    def damage(path: Path) -> None:
        content = bytearray(log_of(path).read_bytes())
        content[place] ^= 1
        log_of(path).write_bytes(content)

    return damage


def flip_in_last_frame(path: Path) -> None:
    """The page of the last event is the one that all events since the last checkpoint are on."""
    content = log_of(path).read_bytes()
    frames = range(32, len(content), FRAME)
    last = [first for first in frames if content[first + 8 : first + 16] == content[16:24]][-1]
    flip_in_log(last + 30)(path)


def no_log(path: Path) -> None:
    log_of(path).unlink()


def no_journal(path: Path) -> None:
    path.unlink()


def no_journal_and_log(path: Path) -> None:
    path.unlink()
    log_of(path).unlink()


def empty_journal(path: Path) -> None:
    path.write_bytes(b"")


def older_copy(path: Path) -> None:
    """The landlord puts a copy of before in its place."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("delete from events where position > 9")


def another_journal(path: Path) -> None:
    other = path.with_name("other.sqlite")
    with Journal(other) as journal:
        for _ in range(500):
            journal.append(TrickGathered(), 0.0)
    log_of(path).unlink()
    other.replace(path)
    for file in path.parent.glob("other*"):
        file.unlink()


def no_mark(path: Path) -> None:
    mark_file(path).unlink()


def broken_mark(path: Path) -> None:
    mark_file(path).write_bytes(b"kiebitz-mark 1 x y z 0\n" * 300)


def half_a_mark(path: Path) -> None:
    """Of its two records, the newer one is damaged."""
    content = mark_file(path).read_bytes()
    records = [content[:4096], content[4096:]]
    newer = max(records)
    mark_file(path).write_bytes(content.replace(newer, newer[:20] + bytes(len(newer) - 20)))


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(cut_log(4), id="end of the log is missing"),
        pytest.param(cut_log(0), id="log is empty"),
        pytest.param(no_log, id="no log"),
        pytest.param(no_journal, id="no journal"),
        pytest.param(no_journal_and_log, id="neither journal nor log"),
        pytest.param(empty_journal, id="empty journal"),
        pytest.param(older_copy, id="older copy"),
        pytest.param(another_journal, id="another journal"),
        pytest.param(no_mark, id="no mark"),
        pytest.param(broken_mark, id="broken mark"),
        pytest.param(half_a_mark, id="half a mark"),
    ],
)
def test_missing_events_are_reported_once_and_all_others_kept(damage: Damage, path: Path, played: list[Event]) -> None:
    damage(path)
    left = {ending: Path(f"{path}{ending}").read_bytes() for ending in ("", "-wal") if Path(f"{path}{ending}").exists()}
    events, warnings = opened(path)
    assert warnings == ["events_missing"]
    assert events == played[: len(events)] or damage is another_journal
    aside = path.with_name("journal.sqlite.broken-1")
    for ending, content in left.items():
        assert Path(f"{aside}{ending}").read_bytes() == content
    assert opened(path) == (events, []), "once is enough"


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(flip_in_log(4), id="header"),
        pytest.param(flip_in_log(32 + 9), id="salt in the middle"),
        pytest.param(flip_in_log(32 + 5 * FRAME + 20), id="checksum in the middle"),
        pytest.param(flip_in_log(32 + 5 * FRAME + 200), id="page in the middle"),
        pytest.param(flip_in_last_frame, id="last event"),
    ],
)
def test_rows_behind_a_torn_frame_are_recovered(damage: Damage, path: Path, played: list[Event]) -> None:
    damage(path)
    left = {ending: Path(f"{path}{ending}").read_bytes() for ending in ("", "-wal")}
    assert opened(path) == (played, ["broken"])
    for ending, content in left.items():
        assert Path(f"{path}.broken-1{ending}").read_bytes() == content
    assert opened(path) == (played, [])


def test_number_of_missing_events_is_reported(path: Path, played: list[Event]) -> None:
    cut_log(4)(path)
    with Journal(path) as journal:
        (warning,) = journal.take_warnings()
        assert f"it holds {len(journal)} events, expected {len(played)}" in warning.text
        assert "a copy of all its files is kept as journal.sqlite.broken-1" in warning.text


def nothing(_: Path) -> None: ...


def torn_write(path: Path) -> None:
    """The power went while an event was written that was not acknowledged."""
    content = log_of(path).read_bytes()
    first = content[32 : 32 + FRAME]
    torn = struct.pack(">2I", 2, 0) + content[16:24] + bytes(8) + first[24:]
    log_of(path).write_bytes(content + torn[: FRAME // 2])


def mark_behind(path: Path) -> None:
    """The mark of the last event did not reach the disk before the power went."""
    mark = read_mark(path)
    assert mark is not None
    with closing(sqlite3.connect(path.parent / "copy")) as copy, closing(sqlite3.connect(path)) as connection:
        connection.backup(copy)
        query = "select checksum from events where position = ?"
        checksum = copy.execute(query, (mark.acknowledged - 2,)).fetchone()[0]
    content = mark_file(path).read_bytes()
    behind = Mark(mark.journal, mark.acknowledged - 1, checksum)
    slot = mark.acknowledged % 2
    old = behind.encode(slot).ljust(4096, b"\0")
    mark_file(path).write_bytes(content[: slot * 4096] + old + content[(slot + 1) * 4096 :])


@pytest.mark.parametrize("what", [nothing, torn_write, mark_behind])
def test_power_cut_reports_no_missing_events(what: Damage, path: Path, played: list[Event]) -> None:
    what(path)
    assert opened(path) == (played, [])
    assert copies(path) == []
    assert opened(path) == (played, [])


def test_journal_of_an_earlier_version_has_no_mark(path: Path, played: list[Event]) -> None:
    path.unlink()
    log_of(path).unlink()
    mark_file(path).unlink()
    write_journal(path, played, [0.0] * len(played))
    assert opened(path) == (played, [])
    assert read_mark(path) is not None


# While it runs


def delete(path: Path) -> None:
    path.unlink()


def rename(path: Path) -> None:
    path.replace(path.with_name("elsewhere.sqlite"))


def replace_by_another(path: Path) -> None:
    other = path.with_name("other.sqlite")
    write_journal(other, [EveningStarted("other")], [0.0])
    other.replace(path)


def delete_folder(path: Path) -> None:
    shutil.rmtree(path.parent)


def delete_log(path: Path) -> None:
    log_of(path).unlink()


@pytest.mark.parametrize("what", [delete, rename, replace_by_another, delete_folder, delete_log])
@pytest.mark.parametrize("then", ["append", "close"])
def test_a_journal_that_is_moved_while_it_runs_is_written_again(
    what: Damage, then: str, path: Path, played: list[Event]
) -> None:
    first = EveningStarted("2026-11-21")
    with Journal(path) as journal:
        journal.append(first, 5000.0)
        what(path)
        if then == "append":
            assert journal.append(TrickGathered(), 5001.0) == len(played) + 1
            assert [warning.kind for warning in journal.take_warnings()] == ["written_again"]
            played = [*played, first, TrickGathered()]
        else:
            played = [*played, first]
        assert journal.events == played
    assert read_journal(path) == played
    assert opened(path)[1] == []
    if what is replace_by_another:
        assert read_journal(path.with_name("journal.sqlite.broken-1")) == [EveningStarted("other")]


def test_failed_rewrite_of_the_journal_is_reported_and_repeated(
    path: Path, played: list[Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> Path:
        raise OSError(28, "No space left on device")

    with Journal(path) as journal:
        path.unlink()
        with monkeypatch.context() as patched:
            patched.setattr("device.storage.journal.prepare_replacement", fail)
            with pytest.raises(JournalError, match=r"write journal .* again.*No space left"):
                journal.append(TrickGathered(), 0.0)
        assert journal.append(TrickGathered(), 0.0) == len(played)
    assert read_journal(path) == [*played, TrickGathered()]


# The id of the journal, which names its events for good


def id_of(path: Path) -> str:
    try:
        journal = Journal(path)
    except BrokenJournal:
        journal = replace_unreadable(path)
    with journal:
        return journal.id


@pytest.mark.parametrize(
    ("damage", "stays"),
    [
        (nothing, True),
        (torn_write, True),
        (mark_behind, True),
        (cut_log(4), False),
        (older_copy, False),
        (no_journal, False),
        (flip_in_last_frame, False),
    ],
)
def test_a_journal_that_lost_events_or_was_written_again_has_another_id(
    damage: Damage, stays: bool, path: Path
) -> None:
    """Later events take the positions of those that were lost."""
    before = read_mark(path)
    damage(path)
    after = id_of(path)
    assert before is not None
    assert len(after) == 8
    assert (after == f"{before.journal:08x}") is stays
    assert id_of(path) == after, "from now on it stays"


def test_a_moved_journal_has_another_id(path: Path) -> None:
    with Journal(path) as journal:
        before = journal.id
        delete_log(path)
        journal.append(TrickGathered(), 5001.0)
        assert before != journal.id != ""
