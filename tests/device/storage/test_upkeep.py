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
from device.hardware.board import Board, CameraChoice, DisplayWiring
from device.runtime import appliance as appliance_module
from device.runtime.appliance import Appliance
from device.runtime.journal_opening import WARNINGS
from device.settings.settings import Config
from device.storage import daily_backup
from device.storage.daily_backup import Upkeep, backup_folder, backups
from device.storage.journal import Journal
from device.storage.recorded_events import read_journal
from engine.events import EveningStarted, Event, GameStarted
from tests.support.journal_files import change_time

SEATS = (0, 1, 2)
EVENTS: list[Event] = [
    EveningStarted("Friday"),
    GameStarted("gras", SEATS, 0),
    EveningStarted("Saturday"),
    GameStarted("gras", SEATS, 0),
]
PARTLESS = Board(display=DisplayWiring(controller="none"), camera=CameraChoice(source="/dev/video99"))
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


def days(*days: date) -> tuple[Iterator[date], threading.Event]:
    """Yields each day twice, as it is asked, and says when they are at their end."""
    over = threading.Event()

    def reported() -> Iterator[date]:
        for day in days:
            yield from (day, day)
        over.set()
        while True:
            yield days[-1]

    return reported(), over


def looked_after(path: Path, *on: date) -> list[str]:
    """Returns what it warned of until these days had come."""
    today, over = days(*on)
    upkeep = Upkeep(path, delay=0.0, today=partial(next, today), every=0.0)
    upkeep.start()
    assert over.wait(PATIENCE_S)
    upkeep.close()
    return [warning.kind for warning in upkeep.take_warnings()]


def test_a_stick_that_is_plugged_in_later_gets_the_backup_of_the_day(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick, day = tmp_path / "stick", date(2026, 11, 22)
    monkeypatch.setattr(daily_backup, "USB_MOUNT", stick)
    monkeypatch.setattr(os.path, "ismount", lambda mount: mount == stick and stick.exists())

    def today() -> Iterator[date]:
        yield from (day, day)
        stick.mkdir()
        while not (stick / "journal-2026-11-22.sqlite").exists():
            yield day
        over.set()
        while True:
            yield day

    over = threading.Event()
    upkeep = Upkeep(path, delay=0.0, today=partial(next, today()), every=0.0)
    upkeep.start()
    assert over.wait(PATIENCE_S)
    upkeep.close()
    assert upkeep.take_warnings() == []
    assert read_journal(stick / "journal-2026-11-22.sqlite") == EVENTS


def test_a_stick_that_cannot_be_written_is_logged(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stick, day = tmp_path / "stick", date(2026, 11, 22)
    monkeypatch.setattr(daily_backup, "USB_MOUNT", stick)  # which is gone
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


@pytest.mark.usefixtures("pins")
def test_damaged_evening_is_shown_on_the_display(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path))
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
