"""Checks and backups of the journal in a thread of their own while the appliance runs."""

import io
import os
import threading
from collections.abc import Iterator
from datetime import date
from functools import partial
from pathlib import Path

import pytest

from common.files.paths import journal_file
from device.runtime import appliance as appliance_module
from device.runtime.appliance import Appliance
from device.runtime.journal_opening import WARNINGS
from device.settings.settings import Config
from device.storage.daily_backup import Upkeep, backup_folder, backups
from device.storage.journal import Journal
from device.storage.recorded_events import read_journal
from engine.events import EveningStarted, Event, GameStarted
from tests.support.appliance import PARTLESS
from tests.support.journal_files import change_time

SEATS = (0, 1, 2)
EVENTS: list[Event] = [
    EveningStarted("Friday"),
    GameStarted("gras", SEATS, 0),
    EveningStarted("Saturday"),
    GameStarted("gras", SEATS, 0),
]
PATIENCE_S = 20.0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "journal.sqlite"
    with Journal(path) as journal:
        for event in EVENTS:
            journal.append(event, 0.0)
    return path


def damage(path: Path) -> None:
    change_time(path, 1)


def looked_after(path: Path, day: date) -> list[str]:
    """Returns what it warned of until that day had come twice, as it is asked."""
    over = threading.Event()

    def today() -> Iterator[date]:
        yield from (day, day)
        over.set()
        while True:
            yield day

    return warnings_until(over, path, today())


def warnings_until(over: threading.Event, path: Path, today: Iterator[date]) -> list[str]:
    upkeep = Upkeep(path, delay=0.0, today=partial(next, today), every=0.0)
    upkeep.start()
    assert over.wait(PATIENCE_S)
    upkeep.close()
    return [warning.kind for warning in upkeep.take_warnings()]


def test_a_stick_that_is_plugged_in_later_gets_the_backup_of_the_day(path: Path, stick: Path) -> None:
    day = date(2026, 11, 22)
    stick.rmdir()

    def today() -> Iterator[date]:
        yield from (day, day)
        stick.mkdir()
        while not (stick / "journal-2026-11-22.sqlite").exists():
            yield day
        over.set()
        while True:
            yield day

    over = threading.Event()
    assert warnings_until(over, path, today()) == []
    assert read_journal(stick / "journal-2026-11-22.sqlite") == EVENTS


def test_a_stick_that_cannot_be_written_is_logged(path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    day = date(2026, 11, 22)
    stick.rmdir()
    monkeypatch.setattr(os.path, "ismount", lambda mount: mount == stick)
    assert set(looked_after(path, day)) == {"not_backed_up"}
    assert read_journal(backup_folder(path) / "journal-2026-11-22.sqlite") == EVENTS


def test_damaged_journal_is_reported_and_not_backed_up(path: Path) -> None:
    damage(path)
    assert looked_after(path, date(2026, 11, 22)) == ["evening_damaged"]
    assert backups(backup_folder(path), path) == []


def test_failed_backup_is_logged(path: Path) -> None:
    backup_folder(path).write_text("in the way")
    assert looked_after(path, date(2026, 11, 22)) == ["not_backed_up"]


def test_close_stops_a_running_check(path: Path) -> None:
    upkeep = Upkeep(path, delay=0.0)
    upkeep.start()
    upkeep.close()
    assert not upkeep._thread.is_alive()


@pytest.mark.usefixtures("pins", "own_folders")
def test_damaged_evening_is_shown_on_the_display(monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(journal_file()) as journal:
        for event in EVENTS:
            journal.append(event, 0.0)
    damage(journal_file())
    monkeypatch.setattr(appliance_module, "Upkeep", partial(Upkeep, delay=0.0))
    log = io.StringIO()
    notice = WARNINGS["evening_damaged"]
    with Appliance(Config(seats=SEATS), PARTLESS, log) as appliance:
        turns = iter(range(200))
        appliance.run(keep_on=lambda: notice not in appliance.session._notices and next(turns, None) is not None)
        assert notice in appliance.session._notices
    assert "evening Friday of journal" in log.getvalue()
    assert "kiebitz salvage" in log.getvalue()
