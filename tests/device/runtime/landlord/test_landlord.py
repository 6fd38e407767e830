"""The landlord at the display: presses that export to a stick, restore from it, and join a tournament."""

import io
import shutil
import threading
import zipfile
from pathlib import Path

import msgspec
import pytest

from common.files.paths import journal_file, state_folder, upload_folder
from common.texts.keys import FilledPhrase, PhraseKey
from device.hardware.board import CameraChoice
from device.hardware.presses import Button
from device.menus.landlord import StickMenu, TaskMenu
from device.runtime import appliance_runs
from device.runtime.appliance import Appliance
from device.runtime.appliance_runs import carry_out
from device.runtime.landlord_jobs import STICK_FAULTS
from device.screens.base import Notice
from device.settings.requests import ClearStick, Erase, LookUp, Restore, StickExport, WriteToStick
from device.settings.settings import Config
from device.storage import stick as stick_module
from device.storage.recorded_events import read_journal
from engine.events import DealStarted
from tests.device.runtime.landlord.conftest import RESI, TO_LANDLORD, begun, holders, texts
from tests.support.appliance import PARTLESS, SETTLED, driven


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

    monkeypatch.setattr("device.runtime.landlord_jobs.write_to_stick", write_late)
    with begun() as appliance:
        reported = FilledPhrase("job_written", {"name": "alle-abende.csv"})
        shown = lambda: appliance.session.screen == Notice("landlord", reported)  # noqa: E731
        driven(appliance, *TO_LANDLORD, "play", "down", "play", "fold", lambda: is_left.set() is None, shown)


@pytest.mark.usefixtures("no_stick")
def test_no_stick_is_told_at_once() -> None:
    with begun() as appliance:
        driven(appliance, *TO_LANDLORD, "play", "down", "down", "play", texts(appliance))
        task = appliance.session.controller.view.appliance.task
        assert task is not None
        assert task.text == STICK_FAULTS["no_stick"]


def test_a_backup_on_the_stick_is_restored_by_presses(stick: Path) -> None:
    with begun() as appliance:
        driven(appliance, *TO_LANDLORD, "play", "down", "down", "play", texts(appliance))
        saved = read_journal(journal_file())
        appliance.session._record(appliance.session.controller.record(DealStarted(1)))
    with Appliance(SETTLED, PARTLESS, io.StringIO()) as appliance:
        listed = lambda: appliance.session.controller.view.appliance.stick is not None  # noqa: E731
        to_backups: list[Button] = ["down"] * 4
        driven(appliance, *TO_LANDLORD, "play", *to_backups, "play", listed, "play", "play")
        request = appliance.landlord.successor
        assert isinstance(request, Restore)
    messages: list[str] = []
    assert carry_out(request, messages.append, lambda: None).text == "job_restored"
    assert read_journal(journal_file()) == saved
    assert (state_folder() / "journal.sqlite.before-1").exists()


def test_a_table_joins_a_tournament_by_its_file_and_leaves_it(stick: Path) -> None:
    """The password is gone from the device afterwards."""
    file = stick / "table-07.toml"
    file.write_text('host = "hall"\ntournament = "cup"\ntable = "7"\npassword = "hop-vine-9"\n')
    with begun() as appliance:
        view = appliance.session.controller.view
        listed = lambda: view.appliance.stick is not None  # noqa: E731
        to_join: list[Button] = ["down"] * 6
        held: list[list[str]] = []

        def joined() -> bool:
            is_on = view.tournament is not None and view.tournament.stored.on
            if is_on and not held:
                assert view.appliance.task is not None
                assert view.appliance.task.text == "job_joined"
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
        listed = lambda: view.appliance.stick is not None  # noqa: E731
        to_join: list[Button] = ["down"] * 6
        driven(appliance, *TO_LANDLORD, "play", *to_join, "play", listed, "play", "play", texts(appliance))
        assert view.appliance.task is not None
        assert view.appliance.task.text == "job_not_joined"
        assert view.tournament is None


def test_a_file_that_is_no_backup_changes_nothing(stick: Path) -> None:
    with begun():
        pass
    before = read_journal(journal_file())
    (stick / "holiday.zip").write_bytes(b"no zip")
    messages: list[str] = []
    assert carry_out(Restore(str(stick / "holiday.zip")), messages.append, lambda: None).text == "job_no_backup"
    assert "holiday.zip" in messages[0]
    assert read_journal(journal_file()) == before


@pytest.mark.parametrize(
    ("is_uploaded", "pulled", "error", "reported"),
    [
        (False, "before", None, STICK_FAULTS["no_stick"]),
        (False, "meanwhile", OSError(5, "Input/output error"), STICK_FAULTS["gone"]),
        (False, "never", OSError(28, "No space left on device"), "job_failed"),
        (True, "before", OSError(28, "No space left on device"), "job_failed"),
    ],
    ids=["no stick", "pulled out", "a full card", "a full card, uploaded"],
)
def test_a_failing_stick_or_card_is_told_and_changes_nothing(
    is_uploaded: bool, pulled: str, error: OSError | None, reported: PhraseKey, stick: Path, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(stick_module, "MOUNTS", tmp_path / "mounts")

    def restore(*_: object) -> list[Path]:
        if pulled == "meanwhile":
            stick.rmdir()
        assert error is not None
        raise error

    with begun():
        pass
    before, messages = read_journal(journal_file()), list[str]()
    monkeypatch.setattr("device.storage.backup.restore_backup", restore)
    if pulled == "before":
        stick.rmdir()
    file = (upload_folder() if is_uploaded else stick) / "table.zip"
    assert carry_out(Restore(str(file)), messages.append, lambda: None).text == reported
    assert error is None or error.strerror in messages[0]
    assert read_journal(journal_file()) == before


def test_a_backup_can_be_restored_on_a_device_that_knows_nothing(stick: Path) -> None:
    with begun() as appliance:
        driven(appliance, *TO_LANDLORD, "play", "down", "down", "play", texts(appliance))
    shutil.rmtree(state_folder())
    without_camera = msgspec.structs.replace(PARTLESS, camera=CameraChoice(source=""))
    with Appliance(Config(), without_camera, io.StringIO()) as appliance:
        listed = lambda: appliance.session.controller.view.appliance.stick is not None  # noqa: E731
        to_backups: list[Button] = ["down"] * 4
        driven(appliance, "play", "up", "play", *to_backups, "play", listed, "play", "play")
        request = appliance.landlord.successor
    assert isinstance(request, Restore)
    assert carry_out(request, lambda _: None, lambda: None).text == "job_restored"
    with Appliance(Config(), without_camera, io.StringIO()) as appliance:
        assert appliance.session.controller.view.names == {0: RESI, 1: "Toni"}


@pytest.mark.usefixtures("stick")
def test_a_table_without_a_game_has_nothing_to_export() -> None:
    with Appliance(SETTLED, PARTLESS, io.StringIO()) as appliance:
        appliance.landlord.take(WriteToStick("sheet"), appliance.session, appliance._parts.context(appliance.session))
        driven(appliance, lambda: appliance.session.has_notice)
        assert appliance.session.screen == Notice("landlord", "job_nothing_played")


def test_clearing_and_looking_up(stick: Path) -> None:
    (stick / "kiebitz").mkdir()
    (stick / "kiebitz" / "old.csv").touch()
    for name in ("kiebitz-1.0.tar.gz", "kiebitz-1.0.tar.gz.sig", "kiebitz-0.9.tar.gz", "help-2026-11-25.zip", "my.zip"):
        (stick / name).touch()
    with begun() as appliance:
        view = appliance.session.controller.view
        for request in (LookUp(), ClearStick()):
            appliance.landlord.take(request, appliance.session, appliance._parts.context(appliance.session))
        driven(appliance, lambda: view.appliance.stick is not None and appliance.session.has_notice)
        assert view.appliance.stick is not None
        assert view.appliance.stick.backups == (str(stick / "my.zip"),)
        assert view.appliance.stick.updates == (str(stick / "kiebitz-1.0.tar.gz"),)
    assert not (stick / "kiebitz" / "old.csv").exists()


def fault(*_: object) -> None:
    raise RuntimeError("nobody expected this")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize(
    ("request_", "work", "reported"),
    [
        pytest.param(Restore("backup.zip"), "_restore", Notice("restoring", "job_failed"), id="restore"),
        pytest.param(Erase("all"), "_erase", Notice("erasing", "job_not_deleted"), id="erase"),
    ],
)
def test_an_unexpected_exception_is_told_as_a_failure_of_that_request(
    monkeypatch: pytest.MonkeyPatch, request_: Erase | Restore, work: str, reported: Notice
) -> None:
    monkeypatch.setattr(appliance_runs, work, fault)
    assert carry_out(request_, pytest.fail, lambda: None) == reported
