"""Deleting people, evenings or everything by presses, and what goes wrong then."""

import io
from collections.abc import Callable
from contextlib import closing, nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cli.main import main
from common.files.paths import choices_file, config_file, journal_file, state_folder
from common.files.sidecar_files import WriterLock
from device.runtime import appliance_runs
from device.runtime.appliance import Appliance
from device.runtime.appliance_runs import carry_out, notices_of_start, run_appliances
from device.runtime.landlord_jobs import LandlordJobs
from device.runtime.systemd import Service
from device.screens.base import Notice
from device.session.loop import SessionLoop
from device.settings.requests import Erase
from device.storage import daily_backup
from tests.device.runtime.landlord.conftest import RESI, TO_LANDLORD, begun, holders
from tests.support.appliance import PARTLESS, SETTLED, driven


def test_a_person_is_deleted_by_presses_and_the_table_goes_on() -> None:
    with begun() as appliance:
        view = appliance.session.controller.view
        listed = lambda: view.appliance.inventory is not None  # noqa: E731
        driven(appliance, *TO_LANDLORD, "down", "play", listed, "play", "play", "play", "play")
        assert appliance.landlord.successor == Erase("person", RESI)
    assert "journal.sqlite" in holders(RESI)
    notice = carry_out(appliance.landlord.successor, pytest.fail, lambda: None)
    assert notice == Notice("erasing", "job_deleted")
    assert holders(RESI) == []
    with Appliance(SETTLED, PARTLESS, io.StringIO(), notices=[notice]) as again:
        driven(again, lambda: again.session.screen == notice, "play")
        assert again.session.controller.view.names == {1: "Toni"}
        assert again.session.controller.table.game is not None
    assert holders(RESI) == []


def test_a_name_in_the_settings_is_told() -> None:
    config_file().parent.mkdir(parents=True)
    config_file().write_text(f'[names]\n0 = "{RESI}"\n')
    with begun():
        pass
    assert carry_out(Erase("person", RESI), pytest.fail, lambda: None).text == "job_deleted_but_settings"
    assert holders(RESI) == []


def test_deleting_everything_leaves_a_device_as_new() -> None:
    with begun():
        choices_file().write_text('{"language": "bar"}')
    assert carry_out(Erase("everything"), pytest.fail, lambda: None).text == "job_deleted"
    assert sorted(file.name for file in state_folder().iterdir()) == ["journal.sqlite.erased", "journal.sqlite.lock"]


def test_backups_on_the_stick_that_is_plugged_in_go_with_it(stick: Path) -> None:
    from datetime import date

    with begun():
        daily_backup.back_up(journal_file(), date(2026, 11, 25))
    assert [file.name for file in stick.iterdir()] == ["journal-2026-11-25.sqlite"]
    carry_out(Erase("person", RESI), pytest.fail, lambda: None)
    assert list(stick.iterdir()) == []


def test_old_backups_that_stay_on_the_stick_are_logged(stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> list[Path]:
        raise OSError(30, "Read-only file system")

    with begun():
        pass
    monkeypatch.setattr(appliance_runs, "remove_erased_backups", fail)
    messages: list[str] = []
    assert carry_out(Erase("person", RESI), messages.append, lambda: None).text == "job_deleted"
    assert ["cannot remove old backups from the USB stick" in line for line in messages] == [True]
    assert holders(RESI) == []


def test_what_a_power_cut_interrupted_is_logged_if_it_cannot_be_finished_and_finished_at_the_next_start() -> None:
    with begun():
        pass
    (state_folder() / "erasing.json").write_text('{"kind": "everything"}')
    messages: list[str] = []
    with closing(WriterLock(journal_file())):
        assert notices_of_start(messages.append) == []
    assert ["cannot finish what was being deleted" in line for line in messages] == [True]
    assert [notice.text for notice in notices_of_start(pytest.fail)] == ["job_deleted"]
    assert holders(RESI) == []
    assert notices_of_start(pytest.fail) == []


@pytest.mark.parametrize(
    ("is_stopped", "is_abandoned"),
    [pytest.param(True, False, id="stopped"), pytest.param(False, True, id="a thread hangs in the camera")],
)
def test_no_appliance_begins_after_a_deletion_if_the_process_must_end(is_stopped: bool, is_abandoned: bool) -> None:
    with begun():
        pass
    ended: Any = SimpleNamespace(
        run=lambda keep_on: None,
        landlord=SimpleNamespace(successor=Erase("person", RESI)),
        has_abandoned_worker=is_abandoned,
    )
    begins = iter([nullcontext(ended)])
    last = run_appliances(lambda *_: next(begins), lambda _: True, lambda: is_stopped, pytest.fail, lambda: None)
    assert last is ended
    assert holders(RESI) == []


@pytest.mark.parametrize("reason", ["a backup is being made", "events are not stored"])
def test_nothing_is_deleted_while_somebody_needs_the_journal(reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if reason == "a backup is being made":
        monkeypatch.setattr(LandlordJobs, "wait", lambda *_: False)
    else:
        monkeypatch.setattr(SessionLoop, "fault", property(lambda _: "cannot store an event", lambda *_: None), False)
    with begun() as appliance:
        view = appliance.session.controller.view
        listed = lambda: view.appliance.inventory is not None  # noqa: E731
        reported = lambda: view.appliance.task is not None and view.appliance.task.text == "job_busy"  # noqa: E731
        driven(appliance, *TO_LANDLORD, "down", "play", listed, "play", "play", "play", "play", reported)
        assert appliance.landlord.successor is None
    assert "journal.sqlite" in holders(RESI)


@pytest.mark.usefixtures("_signals")
def test_the_command_begins_anew_after_a_deletion_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the same process, without telling systemd that it stops."""
    with begun():
        pass
    runs: list[list[Notice]] = []

    def run(appliance: Appliance, keep_on: Callable[[], bool]) -> None:
        runs.append(list(appliance._notices))
        if len(runs) == 1:
            appliance.landlord.successor = Erase("person", RESI)

    monkeypatch.setattr(Appliance, "run", run)
    assert main(["run", "--camera", "/dev/video99"]) == 0
    assert len(runs) == 2
    assert Notice("erasing", "job_deleted") in runs[1]
    assert holders(RESI) == []


def test_systemd_is_not_told_of_an_end_that_is_a_new_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    messages: list[str] = []
    service = Service({})
    monkeypatch.setattr(service, "stopping", lambda: messages.append("stopping"))
    for successor in (Erase("everything"), None):
        with Appliance(SETTLED, PARTLESS, io.StringIO(), service=service) as appliance:
            appliance.landlord.successor = successor
            appliance.run(keep_on=lambda: False)
        assert messages == ([] if successor is not None else ["stopping"])
