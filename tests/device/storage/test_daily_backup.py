"""A backup a day, of which the last seven are kept, on the card and on a stick."""

import os
from collections import namedtuple
from datetime import date, timedelta
from pathlib import Path

import pytest

from device.storage.daily_backup import MAX_BACKUPS, DiskFull, back_up, backup_folder, backups
from device.storage.journal import Journal
from device.storage.recorded_events import read_journal
from engine.events import EveningStarted, Event

DAY = date(2026, 11, 22)


def test_the_last_days_are_kept_while_somebody_writes(path: Path, played: list[Event]) -> None:
    with Journal(path) as journal:
        for number in range(MAX_BACKUPS + 3):
            journal.append(EveningStarted(str(number)), 0.0)
            day = DAY + timedelta(number)
            made = backup_folder(path) / f"journal-{day.isoformat()}.sqlite"
            assert back_up(path, day) == [made]
            assert back_up(path, day) == [], "one a day"
            assert read_journal(made) == journal.events
    kept = backups(backup_folder(path), path)
    assert [file.name for file in kept[:1]] == ["journal-2026-12-01.sqlite"]
    assert len(kept) == MAX_BACKUPS
    assert sorted(backup_folder(path).iterdir()) == sorted(kept), "nothing else is left there"
    assert read_journal(kept[-1]) == [*played, *(EveningStarted(str(number)) for number in range(4))]


def test_a_stick_gets_one_as_well(path: Path, played: list[Event], stick: Path) -> None:
    back_up(path, DAY)
    assert read_journal(stick / "journal-2026-11-22.sqlite") == played
    (stick / "journal-2026-11-22.sqlite").unlink()
    assert back_up(path, DAY) == [stick / "journal-2026-11-22.sqlite"], "also one that is plugged in later"
    assert [file.name for file in stick.iterdir()] == ["journal-2026-11-22.sqlite"]


def test_a_folder_where_no_stick_is_mounted_gets_none(path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os.path, "ismount", lambda _: False)
    back_up(path, DAY)
    assert list(stick.iterdir()) == []


def test_a_backup_does_not_fill_the_card(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")(1 << 30, 1 << 30, 10 << 20)
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage)
    with pytest.raises(DiskFull, match=r"got 10 MiB free .* expected 64 MiB .*make room"):
        back_up(path, DAY)
    assert backups(backup_folder(path), path) == []


def test_a_backup_does_not_fill_the_stick(path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    free = {stick: 10 << 20, backup_folder(path): 1 << 30}
    monkeypatch.setattr("shutil.disk_usage", lambda folder: usage(2 << 30, 0, free[folder]))
    with pytest.raises(DiskFull, match=rf"got 10 MiB free in {stick}, .*make room"):
        back_up(path, DAY)
    assert [file.name for file in backups(backup_folder(path), path)] == ["journal-2026-11-22.sqlite"]
    assert list(stick.iterdir()) == []


def test_the_stick_keeps_no_more_days_than_the_card(path: Path, stick: Path) -> None:
    for number in range(MAX_BACKUPS + 2):
        back_up(path, DAY + timedelta(number))
    kept = [file.name for file in backups(stick, path)]
    assert kept == [file.name for file in backups(backup_folder(path), path)]
    assert len(kept) == MAX_BACKUPS


@pytest.mark.parametrize("wrong", [date(1970, 1, 1), date(2038, 1, 19)], ids=["past", "future"])
def test_a_wrong_clock_costs_no_more_than_a_right_one(path: Path, wrong: date, stick: Path) -> None:
    days = [DAY + timedelta(number) for number in range(MAX_BACKUPS)]
    for day in (*days, wrong, days[-1] + timedelta(1)):
        made = back_up(path, day)
        assert [file.exists() for file in made] == [True, True], "on the card and on the stick"
    for folder in (backup_folder(path), stick):
        names = {file.name for file in folder.iterdir()}
        assert {f"journal-{day}.sqlite" for day in days[2:]} < names
        assert len(names) == MAX_BACKUPS
