"""A journal is replaced so that a crash at any call leaves the old one or the new one, and a copy of the old one."""

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from device.storage.journal import BrokenJournal, Journal
from device.storage.journal_repair import replace_unreadable, truncate_journal
from engine.events import EveningStarted, Event, TrickGathered
from tests.support.crashes import Crash, crash_at
from tests.support.journal_files import change_time

CALLS = [(Path, "replace"), (Path, "unlink"), (Path, "hardlink_to"), (os, "fsync"), (shutil, "copyfile")]
"""What changes the folder, or makes sure of it."""


def damage(path: Path) -> None:
    change_time(path, 12)


def whole(path: Path) -> list[Event]:
    """Returns all that the appliance goes on with after a crash, with which the lock of the process ends."""
    Path(f"{path}.lock").unlink(missing_ok=True)
    try:
        journal = Journal(path, whole=True)
    except BrokenJournal:
        journal = replace_unreadable(path)
    with journal:
        return journal.events


def mended(path: Path) -> list[Event]:
    with suppress(BrokenJournal):
        Journal(path)
    with replace_unreadable(path) as journal:
        return journal.events


def shortened(path: Path) -> list[Event]:
    with truncate_journal(path, 40) as journal:
        return journal.events


@pytest.mark.parametrize("exchange", [mended, shortened])
def test_a_crash_at_any_call_is_finished_at_the_next_start(
    exchange: Callable[[Path], list[Event]], path: Path, played: list[Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = whole(path)
    if exchange is mended:
        damage(path)
    start = path.with_name("start")
    shutil.copytree(path.parent, start, ignore=shutil.ignore_patterns("start"))
    after = exchange(path)
    for number in range(100):
        shutil.rmtree(path.parent / "again", ignore_errors=True)
        again = Path(shutil.copytree(start, path.parent / "again")) / path.name
        try:
            with crash_at(number, CALLS, monkeypatch) as calls:
                exchange(again)
        except Crash:
            got = whole(again)
            assert got == after or (got == before and exchange is shortened), f"crash after {calls}"
            assert not list(again.parent.glob("*.mended*"))
            if got == after:
                copies = [copy.read_bytes() for copy in again.parent.glob("*.broken-[0-9]")]
                assert (start / path.name).read_bytes() in copies
        else:
            assert number > 10, "calls are counted"
            break
    else:
        pytest.fail("it takes more than a hundred calls")


def test_a_copy_is_whole_or_missing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full card keeps no half copy, which would be taken for one at the next start."""

    def fail(source: Path, target: Path) -> None:
        Path(target).write_bytes(Path(source).read_bytes()[:100])
        raise OSError(28, "No space left on device")

    damage(path)
    with monkeypatch.context() as patched:
        patched.setattr(shutil, "copyfile", fail)
        with pytest.raises(BrokenJournal, match=r"nor copy it .*No space left"):
            Journal(path)
    assert list(path.parent.glob("*.broken*")) == []


def test_the_journal_is_written_whole_before_anything_is_moved(
    path: Path, played: list[Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it runs: only the journal has the old file still open."""
    for number in range(60):
        again = path.parent / str(number) / path.name
        again.parent.mkdir()
        for ending in ("", ".mark"):
            shutil.copyfile(f"{path}{ending}", f"{again}{ending}")
        journal = Journal(again)
        journal.append(EveningStarted("more"), 0.0)
        again.unlink()
        try:
            with crash_at(number, CALLS, monkeypatch) as calls:
                journal.append(TrickGathered(), 0.0)
        except Crash:
            if "replace" not in calls:
                continue  # nothing of the new journal lies there yet, and the old one is still open
            # The last call waits for the event itself, which may be on the disk although nobody was told.
            before = [*played, EveningStarted("more")]
            assert whole(again) in (before, [*before, TrickGathered()]), f"crash after {calls}"
        else:
            assert number > 5
            break
