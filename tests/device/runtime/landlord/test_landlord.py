"""The landlord at the display: presses that export to a stick, restore from it, and delete for good."""

from __future__ import annotations

import io
import os
import shutil
import threading
import zipfile
from contextlib import closing, nullcontext
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from device.cli import main
from device.files.paths import choices_file, config_file, journal_file, state_folder, upload_folder
from device.hardware.board import CameraChoice
from device.menus.landlord.stick import StickMenu
from device.menus.landlord.task import TaskMenu
from device.runtime import root_unit
from device.runtime.appliance import Appliance
from device.runtime.landlord import restart_requests
from device.runtime.landlord import update as update_module
from device.runtime.landlord.jobs import LandlordJobs
from device.runtime.landlord.outcomes import (
    BUSY,
    DELETED,
    DELETED_BUT_SETTINGS,
    FAILED,
    JOINED,
    NO_BACKUP,
    NOT_INSTALLED,
    NOT_JOINED,
    NOTHING_PLAYED,
    RESTORED,
    RUNS_NOW,
    STICK_FAULTS,
    UPDATE_FAULTS,
    WRITTEN,
)
from device.runtime.landlord.restart_requests import carry_out, notices_of_start, run_appliances
from device.runtime.root_unit import RootUnit
from device.runtime.systemd import Service
from device.screens.base import Notice
from device.session.loop import SessionLoop
from device.settings.requests import ClearStick, Erase, LookUp, Restore, Update, WriteToStick
from device.settings.settings import Config
from device.storage import stick as stick_module
from device.storage.erasure.pending import new_pending_folder, prepare_erasure
from device.storage.integrity import daily_backup
from device.storage.integrity.writer_lock import WriterLock
from device.storage.reading import read_journal
from engine.events import DealStarted, PlayersSeated
from engine.text import Words
from tests.support.appliance import PARTLESS, driven, watched_by
from tests.support.scripted_tracker import ScriptedTracker
from tests.support.session_script import GAME

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.hardware.presses import Button
    from device.settings.requests import StickExport

SETTLED = Config(language="de", game=GAME, preset="standard", seats=(0, 1, 2, 3), pack=__file__)
TO_LANDLORD: tuple[Button, ...] = ("down", "down", "up", "up", "up", "up", "play")
RESI = "Resi"


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "config"))
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    monkeypatch.setattr("device.hardware.gpio._open_device", lambda *_: None)
    watched_by(ScriptedTracker(), monkeypatch)


@pytest.fixture
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    for module in (stick_module, daily_backup):
        monkeypatch.setattr(module, "USB_MOUNT", folder)
    monkeypatch.setattr(os.path, "ismount", lambda path: Path(path) == folder and folder.exists())
    return folder


@pytest.fixture
def no_stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stick_module, "USB_MOUNT", tmp_path / "none")
    monkeypatch.setattr(stick_module, "MOUNTS", tmp_path / "mounts")


def begun() -> Appliance:
    """Returns an appliance before its second deal, at a table with names."""
    appliance = Appliance(SETTLED, PARTLESS, io.StringIO())
    session = appliance.session
    session.start(3)
    session._record(session.controller._session.record(PlayersSeated(((0, RESI), (1, "Toni")))))
    session.refresh()
    return appliance


def texts(appliance: Appliance) -> Callable[[], bool]:
    """Returns what waits until work is done."""

    def is_done() -> bool:
        task = appliance.session.controller.view.task
        return task is not None and task.is_done

    return is_done


def holders(text: str) -> list[str]:
    return [file.name for file in state_folder().rglob("*") if file.is_file() and text.encode() in file.read_bytes()]


def test_a_person_is_deleted_by_presses_and_the_table_goes_on() -> None:
    with begun() as appliance:
        view = appliance.session.controller.view
        listed = lambda: view.inventory is not None  # noqa: E731
        driven(appliance, *TO_LANDLORD, "down", "play", listed, "play", "play", "play", "play")
        assert appliance.landlord.successor == Erase("person", RESI)
    assert "journal.sqlite" in holders(RESI)
    notice = carry_out(appliance.landlord.successor, pytest.fail, lambda: None)
    assert notice == Notice(Words("Löschen", "Delete"), DELETED)
    assert holders(RESI) == []
    with Appliance(SETTLED, PARTLESS, io.StringIO(), notices=[notice]) as again:
        driven(again, lambda: again.session.screen == notice, "play")
        assert again.session.controller.view.names == {1: "Toni"}
        assert again.session.controller.table.game is not None
    assert holders(RESI) == []


@pytest.mark.parametrize(
    ("downs", "what", "name", "holds"),
    [
        (0, "sheet", "{evening}.txt", RESI.encode()),
        (1, "table", "alle-abende.csv", b"evening;number;game"),
        (2, "backup", "kiebitz-*.zip", b"journal.sqlite"),
        (3, "bundle", "help-*.zip", b"checks.jsonl"),
    ],
)
def test_an_export_lies_on_the_stick(downs: int, what: StickExport, name: str, holds: bytes, stick: Path) -> None:
    with begun() as appliance:
        controller, to_export = appliance.session.controller, ["down"] * downs
        is_told, is_back = (lambda kind=kind: isinstance(controller.menu, kind) for kind in (TaskMenu, StickMenu))
        driven(appliance, *TO_LANDLORD, "play", *to_export, "play", texts(appliance), is_told, "play", is_back)
        evening = controller.view.setup.evening
    (written,) = (stick / "kiebitz").glob(name.format(evening=evening))
    if name.endswith(".zip"):
        with zipfile.ZipFile(written) as archive:
            assert holds.decode() in archive.namelist()
    else:
        assert holds in written.read_bytes()
    if what == "bundle":
        with zipfile.ZipFile(written) as archive:
            assert all(RESI.encode() not in archive.read(each) for each in archive.namelist())


def test_an_outcome_is_shown_although_somebody_has_left_the_menu(stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    is_left = threading.Event()

    def write_late(files: dict[str, bytes]) -> list[Path]:
        is_left.wait(5)
        return stick_module.write_to_stick(files)

    monkeypatch.setattr("device.runtime.landlord.jobs.write_to_stick", write_late)
    with begun() as appliance:
        told = WRITTEN.format(name="alle-abende.csv")
        shown = lambda: appliance.session.screen == Notice(Words("Für den Wirt", "For the landlord"), told)  # noqa: E731
        driven(appliance, *TO_LANDLORD, "play", "down", "play", "fold", lambda: is_left.set() is None, shown)


@pytest.mark.usefixtures("no_stick")
def test_no_stick_is_told_at_once() -> None:
    with begun() as appliance:
        driven(appliance, *TO_LANDLORD, "play", "down", "down", "play", texts(appliance))
        task = appliance.session.controller.view.task
        assert task is not None
        assert task.text == STICK_FAULTS["no_stick"]


def test_a_backup_on_the_stick_is_restored_by_presses(stick: Path) -> None:
    with begun() as appliance:
        driven(appliance, *TO_LANDLORD, "play", "down", "down", "play", texts(appliance))
        saved = read_journal(journal_file())
        appliance.session._record(appliance.session.controller._session.record(DealStarted(1)))
    with Appliance(SETTLED, PARTLESS, io.StringIO()) as appliance:
        listed = lambda: appliance.session.controller.view.stick is not None  # noqa: E731
        to_backups: list[Button] = ["down"] * 4
        driven(appliance, *TO_LANDLORD, "play", *to_backups, "play", listed, "play", "play")
        request = appliance.landlord.successor
        assert isinstance(request, Restore)
    told: list[str] = []
    assert carry_out(request, told.append, lambda: None).text == RESTORED
    assert read_journal(journal_file()) == saved
    assert (state_folder() / "journal.sqlite.before-1").exists()


def test_a_table_joins_a_tournament_by_its_file_and_leaves_it(stick: Path) -> None:
    """The password is gone from the device afterwards."""
    file = stick / "table-07.toml"
    file.write_text('host = "hall"\ntournament = "cup"\ntable = "7"\npassword = "hop-vine-9"\n')
    with begun() as appliance:
        view = appliance.session.controller.view
        listed = lambda: view.stick is not None  # noqa: E731
        to_join: list[Button] = ["down"] * 6
        held: list[list[str]] = []

        def joined() -> bool:
            is_on = view.tournament is not None and view.tournament.is_on
            if is_on and not held:
                assert view.task is not None
                assert view.task.text == JOINED
                held.append(holders("hop-vine-9"))
            return is_on

        to_tournament: list[Button] = ["down", "down", *["up"] * 5, "play"]
        driven(
            appliance, *TO_LANDLORD, "play", *to_join, "play", listed, "play", "play", texts(appliance), joined,
            "play", "fold", "fold", "fold", *to_tournament, "up", "play", "play",
        )  # fmt: skip
        assert held == [["link.toml"]]
        assert view.tournament is None
    assert holders("hop-vine-9") == []


def test_a_file_of_no_table_is_told(stick: Path) -> None:
    (stick / "table-07.toml").write_text("colour = 1\n")
    with begun() as appliance:
        view = appliance.session.controller.view
        listed = lambda: view.stick is not None  # noqa: E731
        to_join: list[Button] = ["down"] * 6
        driven(appliance, *TO_LANDLORD, "play", *to_join, "play", listed, "play", "play", texts(appliance))
        assert view.task is not None
        assert view.task.text == NOT_JOINED
        assert view.tournament is None


def test_a_file_that_is_no_backup_changes_nothing(stick: Path) -> None:
    with begun():
        pass
    before = read_journal(journal_file())
    (stick / "holiday.zip").write_bytes(b"no zip")
    told: list[str] = []
    assert carry_out(Restore(str(stick / "holiday.zip")), told.append, lambda: None).text == NO_BACKUP
    assert "holiday.zip" in told[0]
    assert read_journal(journal_file()) == before


@pytest.mark.parametrize(
    ("pulled", "error", "told"),
    [
        ("before", None, STICK_FAULTS["no_stick"]),
        ("meanwhile", OSError(5, "Input/output error"), STICK_FAULTS["gone"]),
        ("never", OSError(28, "No space left on device"), FAILED),
    ],
)
def test_a_stick_that_fails_while_it_is_read_is_told_and_changes_nothing(
    pulled: str, error: OSError | None, told: Words, stick: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(stick_module, "MOUNTS", tmp_path / "mounts")

    def restore(*_: object) -> list[Path]:
        if pulled == "meanwhile":
            stick.rmdir()
        assert error is not None
        raise error

    with begun():
        pass
    before = read_journal(journal_file())
    monkeypatch.setattr("device.storage.backup.restore_backup", restore)
    if pulled == "before":
        stick.rmdir()
    assert carry_out(Restore(str(stick / "table.zip")), lambda _: None, lambda: None).text == told
    assert read_journal(journal_file()) == before


@pytest.mark.usefixtures("no_stick")
def test_a_full_card_is_no_fault_of_a_stick_if_the_backup_was_uploaded(monkeypatch: pytest.MonkeyPatch) -> None:
    def restore(*_: object) -> list[Path]:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("device.storage.backup.restore_backup", restore)
    told: list[str] = []
    assert carry_out(Restore(str(upload_folder() / "table.zip")), told.append, lambda: None).text == FAILED
    assert "No space left" in told[0]


def test_a_backup_can_be_restored_on_a_device_that_knows_nothing(stick: Path) -> None:
    with begun() as appliance:
        driven(appliance, *TO_LANDLORD, "play", "down", "down", "play", texts(appliance))
    shutil.rmtree(state_folder())
    without_camera = msgspec.structs.replace(PARTLESS, camera=CameraChoice(source=""))
    with Appliance(Config(), without_camera, io.StringIO()) as appliance:
        listed = lambda: appliance.session.controller.view.stick is not None  # noqa: E731
        to_backups: list[Button] = ["down"] * 4
        driven(appliance, "play", "up", "play", *to_backups, "play", listed, "play", "play")
        request = appliance.landlord.successor
    assert isinstance(request, Restore)
    assert carry_out(request, lambda _: None, lambda: None).text == RESTORED
    with Appliance(Config(), without_camera, io.StringIO()) as appliance:
        assert appliance.session.controller.view.names == {0: RESI, 1: "Toni"}


def test_a_name_in_the_settings_is_told() -> None:
    config_file().parent.mkdir(parents=True)
    config_file().write_text(f'[names]\n0 = "{RESI}"\n')
    with begun():
        pass
    assert carry_out(Erase("person", RESI), pytest.fail, lambda: None).text == DELETED_BUT_SETTINGS
    assert holders(RESI) == []


def test_deleting_everything_leaves_a_device_as_new() -> None:
    with begun():
        choices_file().write_text('{"language": "bar"}')
    assert carry_out(Erase("everything"), pytest.fail, lambda: None).text == DELETED
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
    monkeypatch.setattr(restart_requests, "remove_erased_backups", fail)
    told: list[str] = []
    assert carry_out(Erase("person", RESI), told.append, lambda: None).text == DELETED
    assert ["cannot remove old backups from the USB stick" in line for line in told] == [True]
    assert holders(RESI) == []


def test_an_erasure_that_cannot_be_finished_is_logged_and_finished_at_the_next_start() -> None:
    with begun():
        pass
    prepare_erasure(new_pending_folder(), "everything")
    told: list[str] = []
    with closing(WriterLock(journal_file())):
        assert notices_of_start(told.append) == []
    assert ["cannot finish what was being deleted" in line for line in told] == [True]
    assert [notice.text for notice in notices_of_start(pytest.fail)] == [DELETED]


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


def test_what_a_power_cut_interrupted_is_finished_and_told_at_the_start() -> None:
    with begun():
        pass
    prepare_erasure(new_pending_folder(), "everything")
    assert [notice.text for notice in notices_of_start(pytest.fail)] == [DELETED]
    assert holders(RESI) == []
    assert notices_of_start(pytest.fail) == []


@pytest.mark.parametrize("reason", ["a backup is being made", "events are not stored"])
def test_nothing_is_deleted_while_somebody_needs_the_journal(reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if reason == "a backup is being made":
        monkeypatch.setattr(LandlordJobs, "wait", lambda *_: False)
    else:
        monkeypatch.setattr(SessionLoop, "fault", property(lambda _: "cannot store an event", lambda *_: None), False)
    with begun() as appliance:
        view = appliance.session.controller.view
        listed = lambda: view.inventory is not None  # noqa: E731
        told = lambda: view.task is not None and view.task.text == BUSY  # noqa: E731
        driven(appliance, *TO_LANDLORD, "down", "play", listed, "play", "play", "play", "play", told)
        assert appliance.landlord.successor is None
    assert "journal.sqlite" in holders(RESI)


@pytest.mark.usefixtures("stick")
def test_a_table_without_a_game_has_nothing_to_export() -> None:
    with Appliance(SETTLED, PARTLESS, io.StringIO()) as appliance:
        appliance.landlord.take(WriteToStick("sheet"), appliance.session, appliance._parts.context(appliance.session))
        driven(appliance, lambda: appliance.session.has_notice)
        assert appliance.session.screen == Notice(Words("Für den Wirt", "For the landlord"), NOTHING_PLAYED)


def test_clearing_and_looking_up(stick: Path) -> None:
    (stick / "kiebitz").mkdir()
    (stick / "kiebitz" / "old.csv").touch()
    for name in ("kiebitz-1.0.tar.gz", "kiebitz-1.0.tar.gz.sig", "kiebitz-0.9.tar.gz", "help-2026-11-25.zip", "my.zip"):
        (stick / name).touch()
    with begun() as appliance:
        view = appliance.session.controller.view
        for request in (LookUp(), ClearStick()):
            appliance.landlord.take(request, appliance.session, appliance._parts.context(appliance.session))
        driven(appliance, lambda: view.stick is not None and appliance.session.has_notice)
        assert view.stick is not None
        assert view.stick.backups == (str(stick / "my.zip"),)
        assert view.stick.updates == (str(stick / "kiebitz-1.0.tar.gz"),)
    assert not (stick / "kiebitz" / "old.csv").exists()


@pytest.mark.parametrize(
    ("result", "told"),
    [(f"kiebitz: got … {part} …", words) for part, words in UPDATE_FAULTS]
    + [("kiebitz: pip could not", FAILED), ("done", RUNS_NOW.format(version=version("kiebitz")))],
)
def test_the_outcome_of_an_update_is_told_in_words(
    result: str, told: Words, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runtime, answer = tmp_path / "runtime", tmp_path / "result"
    runtime.mkdir()
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(runtime))
    monkeypatch.setattr(update_module, "UNIT", RootUnit(tmp_path, "update", answer, 4096))
    monkeypatch.setattr(update_module, "POLL_S", 0.0001)

    original = root_unit.write_atomically
    monkeypatch.setattr(
        root_unit,
        "write_atomically",
        lambda path, content: (original(path, content), answer.write_text(f"{result}\n")),
    )
    with begun() as appliance:
        appliance.landlord.take(
            Update("/media/kiebitz/kiebitz-1.0.tar.gz"), appliance.session, appliance._parts.context(appliance.session)
        )
        driven(appliance, lambda: appliance.session.has_notice)
        assert appliance.session.screen == Notice(Words("Für den Wirt", "For the landlord"), told)
    assert (runtime / "update").read_text() == "kiebitz-1.0.tar.gz\n"


def test_an_update_without_a_unit_that_installs_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    monkeypatch.setattr(update_module, "UNIT", RootUnit(tmp_path / "none", "update", tmp_path / "result", 4096))
    monkeypatch.setattr(update_module, "POLL_S", 10.0)
    monkeypatch.setattr(update_module, "TIMEOUT_S", 0.0)
    with begun() as appliance:
        appliance.landlord.take(
            Update("/media/kiebitz/kiebitz-1.0.tar.gz"), appliance.session, appliance._parts.context(appliance.session)
        )
        driven(appliance, lambda: appliance.session.has_notice)
        assert appliance.session.screen == Notice(Words("Für den Wirt", "For the landlord"), NOT_INSTALLED)


def test_the_version_that_an_update_has_started_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = tmp_path / "result"
    monkeypatch.setattr(restart_requests, "UNIT", RootUnit(tmp_path, "update", result, 4096))
    result.write_text("running\n")
    (notice,) = notices_of_start(pytest.fail)
    assert isinstance(notice.text, Words)
    assert "läuft" in notice.text.german
    result.write_text("done\n")
    assert notices_of_start(pytest.fail) == []


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
    assert Notice(Words("Löschen", "Delete"), DELETED) in runs[1]
    assert holders(RESI) == []


def test_systemd_is_not_told_of_an_end_that_is_a_new_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    service = Service({})
    monkeypatch.setattr(service, "stopping", lambda: told.append("stopping"))
    for successor in (Erase("everything"), None):
        with Appliance(SETTLED, PARTLESS, io.StringIO(), service=service) as appliance:
            appliance.landlord.successor = successor
            appliance.run(keep_on=lambda: False)
        assert told == ([] if successor is not None else ["stopping"])
