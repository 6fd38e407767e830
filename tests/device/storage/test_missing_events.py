"""Missing acknowledged events are always reported, and a copy of the damaged journal is kept."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from common.files.sidecar_files import Mark, mark_file, read_mark
from device.storage.journal import BrokenJournal, Journal, JournalError
from device.storage.journal_content import open_content
from device.storage.journal_repair import replace_unreadable
from device.storage.recorded_events import read_journal, write_journal
from engine.events import EveningStarted, Event, TrickGathered

Damage = Callable[[Path], None]


def opened(path: Path) -> tuple[list[Event], list[str]]:
    """Returns the events that the appliance continues with, and its warnings."""
    try:
        journal, reported = Journal(path), []
    except BrokenJournal:
        journal, reported = replace_unreadable(path), ["broken"]
    with journal:
        return journal.events, reported + [warning.kind for warning in journal.take_warnings()]


def copies(path: Path) -> list[Path]:
    return sorted(path.parent.glob("*.broken-[0-9]"))


def cut(share: float) -> Damage:
    """Only so much of the file is left."""

    def damage(path: Path) -> None:
        content = path.read_bytes()
        path.write_bytes(content[: int(len(content) * share)])

    return damage


def cut_last_line(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-9])


def flip(place: int) -> Damage:
    def damage(path: Path) -> None:
        content = bytearray(path.read_bytes())
        content[place] ^= 1
        path.write_bytes(content)

    return damage


def no_journal(path: Path) -> None:
    path.unlink()


def no_journal_and_broken_mark(path: Path) -> None:
    broken_mark(path)
    path.unlink()


def empty_journal(path: Path) -> None:
    path.write_bytes(b"")


def older_copy(path: Path) -> None:
    """The landlord puts a copy of before in its place."""
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:11]))


def another_journal(path: Path) -> None:
    other = path.with_name("other.sqlite")
    with Journal(other) as journal:
        for _ in range(500):
            journal.append(TrickGathered(), 0.0)
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
        pytest.param(cut(0.4), id="end is missing"),
        pytest.param(cut_last_line, id="last event is torn"),
        pytest.param(no_journal, id="no journal"),
        pytest.param(no_journal_and_broken_mark, id="no journal and a broken mark"),
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
    left = path.read_bytes() if path.exists() else None
    events, warnings = opened(path)
    assert warnings == ["events_missing"]
    assert events == played[: len(events)] or damage is another_journal
    if left is not None:
        assert path.with_name("journal.sqlite.broken-1").read_bytes() == left
    assert opened(path) == (events, []), "once is enough"


@pytest.mark.parametrize("place", [3, 40, 2000, -12])
def test_damaged_lines_are_reported_and_all_others_kept(place: int, path: Path, played: list[Event]) -> None:
    flip(place)(path)
    left = path.read_bytes()
    events, warnings = opened(path)
    assert warnings == ["broken"]
    remaining = iter(played)
    assert all(event in remaining for event in events)
    assert path.with_name("journal.sqlite.broken-1").read_bytes() == left
    assert opened(path) == (events, [])


def test_number_of_missing_events_is_reported(path: Path, played: list[Event]) -> None:
    cut(0.4)(path)
    with Journal(path) as journal:
        (warning,) = journal.take_warnings()
        assert f"it holds {len(journal)} events, expected {len(played)}" in warning.text
        assert "a copy of it is kept as journal.sqlite.broken-1" in warning.text


def nothing(_: Path) -> None: ...


def torn_write(path: Path) -> None:
    """The power went while an event was written that was not acknowledged."""
    path.write_bytes(path.read_bytes() + b'[[115,1000.0,{"eve')


def torn_block(path: Path) -> None:
    """As above, on a file system that leaves zeros in the blocks of a file that it has made longer."""
    path.write_bytes(path.read_bytes() + bytes(512))


def unnoticed_write(path: Path) -> None:
    """The event is on the disk although nobody was told."""
    path.write_bytes(path.read_bytes() + b"garbage with the end of a line\n")


def mark_behind(path: Path) -> None:
    """The mark of the last event did not reach the disk before the power went."""
    mark = read_mark(path)
    assert mark is not None
    with open_content(path) as content:
        row = content.row(mark.acknowledged - 2)
    assert row is not None
    written = mark_file(path).read_bytes()
    behind = Mark(mark.journal, mark.acknowledged - 1, row.expected_checksum)
    slot = mark.acknowledged % 2
    old = behind.encode(slot).ljust(4096, b"\0")
    mark_file(path).write_bytes(written[: slot * 4096] + old + written[(slot + 1) * 4096 :])


def mark_behind_and_torn_write(path: Path) -> None:
    mark_behind(path)
    torn_write(path)


POWER_CUTS = [nothing, torn_write, torn_block, unnoticed_write, mark_behind, mark_behind_and_torn_write]


@pytest.mark.parametrize("what", POWER_CUTS)
def test_power_cut_reports_no_missing_events(what: Damage, path: Path, played: list[Event]) -> None:
    what(path)
    with Journal(path) as journal:
        assert (journal.events, journal.take_warnings()) == (played, [])
        assert journal.append(TrickGathered(), 0.0) == len(played)
    assert copies(path) == []
    assert opened(path) == ([*played, TrickGathered()], [])


def test_a_journal_that_was_written_whole_gets_a_mark(path: Path, played: list[Event]) -> None:
    path.unlink()
    mark_file(path).unlink()
    write_journal(path, played, [0.0] * len(played))
    assert opened(path) == (played, [])
    assert read_mark(path) is not None


# While it runs


def rename(path: Path) -> None:
    path.replace(path.with_name("elsewhere.sqlite"))


def replace_by_another(path: Path) -> None:
    other = path.with_name("other.sqlite")
    write_journal(other, [EveningStarted("other")], [0.0])
    other.replace(path)


def delete_folder(path: Path) -> None:
    shutil.rmtree(path.parent)


@pytest.mark.parametrize("what", [no_journal, rename, replace_by_another, delete_folder])
@pytest.mark.parametrize("then", ["append", "close"])
def test_a_journal_that_is_moved_while_it_runs_is_written_again(
    what: Damage, then: str, path: Path, played: list[Event]
) -> None:
    first = EveningStarted("2026-11-21")
    with Journal(path) as journal:
        journal.append(first, 5000.0)
        before = journal.id
        what(path)
        if then == "append":
            assert journal.append(TrickGathered(), 5001.0) == len(played) + 1
            assert [warning.kind for warning in journal.take_warnings()] == ["written_again"]
            assert before != journal.id != ""
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
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with Journal(path) as journal:
        path.unlink()
        with monkeypatch.context() as patched:
            patched.setattr("device.storage.journal.replace_journal", fail)
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
        (torn_block, True),
        (mark_behind, True),
        (cut(0.4), False),
        (older_copy, False),
        (no_journal, False),
        (flip(-12), False),
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
