"""Files from the landlord's phone: parts on the disk, the question on the display, and what comes of PLAY there."""

import base64
import io
import tarfile
import time
import zipfile
from collections import namedtuple
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from common.feed.messages import PART_BYTES, Upload, UploadKind
from common.files.paths import choices_file, journal_file, upload_folder
from device.hardware.board import read_board
from device.hardware.presses import Press
from device.runtime.appliance import Appliance
from device.runtime.appliance_runs import carry_out
from device.runtime.page import files
from device.runtime.page.files import forget_uploads, take_part, upload_file
from device.session.loop import QUESTION_REST_S
from device.settings.preferences import Choices
from device.settings.requests import Restore
from device.settings.settings import Config
from device.storage.backup import create_backup
from device.storage.journal import Journal
from device.storage.recorded_events import read_journal
from engine.events import EveningStarted, GameStarted, PlayersSeated
from tests.device.runtime.page.test_feed import ask, of_role
from tests.support.appliance import run_beside
from tests.support.session_script import GAME

pytestmark = pytest.mark.usefixtures("made_folders")


def a_zip(name: str = "chosen.json", content: bytes = b"{}") -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr(name, content)
    return made.getvalue()


def an_archive() -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        archive.addfile(tarfile.TarInfo("kiebitz"))
    return made.getvalue()


def hand_in(kind: UploadKind, content: bytes, part_bytes: int = 100) -> None:
    for offset in range(0, len(content), part_bytes):
        part = content[offset : offset + part_bytes]
        take_part(Upload("a", kind, offset, part, offset + part_bytes >= len(content)))


@pytest.mark.parametrize(
    ("kind", "content"),
    [("backup", a_zip()), ("archive", an_archive()), ("signature", b"-----BEGIN SSH SIGNATURE---")],
    ids=["backup", "archive", "signature"],
)
def test_parts_become_a_file(kind: UploadKind, content: bytes) -> None:
    hand_in(kind, content)
    assert upload_file(kind).read_bytes() == content
    hand_in(kind, content)
    assert [file.name for file in upload_folder().iterdir()] == [upload_file(kind).name]
    assert upload_folder().stat().st_mode & 0o777 == 0o700
    forget_uploads()
    assert not upload_folder().exists()


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("backup", b"no zip at all"),
        ("backup", a_zip("../journal.sqlite")),
        ("backup", a_zip("etc/passwd")),
        ("backup", a_zip()[:-30]),
        ("archive", a_zip()),
        ("signature", b"x" * 5000),
    ],
    ids=["no zip", "outside the folder", "another file", "cut short", "no archive", "too long"],
)
def test_a_file_that_is_none_is_not_kept(kind: UploadKind, content: bytes) -> None:
    with pytest.raises((ValueError, zipfile.BadZipFile)):
        hand_in(kind, content)
    assert list(upload_folder().iterdir()) == []


@pytest.mark.parametrize("offset", [7, 99, 101, 10_000])
def test_a_part_out_of_turn_ends_the_file(offset: int) -> None:
    take_part(Upload("a", "archive", 0, b"x" * 100))
    with pytest.raises(ValueError, match="the part after the last one"):
        take_part(Upload("a", "archive", offset, b"y"))
    assert list(upload_folder().iterdir()) == []


def test_the_card_is_never_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")  # as shutil's own
    monkeypatch.setattr(files.shutil, "disk_usage", lambda _: usage(1 << 30, 1 << 30, files.SPARE_BYTES))
    with pytest.raises(ValueError, match="no room"):
        hand_in("backup", a_zip())
    assert list(upload_folder().iterdir()) == []


def upload(kind: str, content: bytes) -> str:
    """Hands a file in over the socket, and returns why it was refused."""
    refused = ""
    for offset in range(0, len(content), PART_BYTES):
        part = base64.b64encode(content[offset : offset + PART_BYTES]).decode()
        message: dict[str, Any] = {"type": "upload", "id": "a", "kind": kind, "offset": offset, "content": part}
        refused = ask(message | {"is_last": offset + PART_BYTES >= len(content)})["refused"]
        if refused:
            break
    return refused


def an_evening(name: str) -> None:
    journal_file().unlink(missing_ok=True)
    with Journal(journal_file()) as journal:
        journal.append(EveningStarted("2026-11-25"), 0.0)
        journal.append(PlayersSeated(((0, name), (2, "Toni"))), 0.0)
        journal.append(GameStarted(GAME, (0, 2), 2), 0.0)


def with_page_on(**more: Any) -> Appliance:
    return Appliance(Config(seats=(0, 2), pack=__file__), read_board("default_kit"), **more)


def restored(content: bytes) -> Appliance:
    """Hands a backup in to a running appliance and presses PLAY; returns it, ended."""
    with with_page_on() as running:

        def restore() -> None:
            assert upload("backup", content) == ""
            deadline = time.monotonic() + 30
            while running.landlord.successor is None and time.monotonic() < deadline:
                assert ask(of_role("landlord", do="restore"))["refused"] == ""
                assert running.landlord.successor is None, "only PLAY restores"
                time.sleep(QUESTION_REST_S)
                running.press(Press("play"))
                time.sleep(0.2)

        run_beside(running, restore)
    return running


def test_a_backup_from_a_phone_is_restored_and_the_phones_stay_in(pins: MockFactory) -> None:
    Choices(choices_file()).choose(page_key="0000", language="en")
    an_evening("Resi")
    backup = create_backup()
    an_evening("Sepp")
    Choices(choices_file()).choose(page_key="00ff", language="de", wifi=True, wifi_password="abcdefghjkmn")
    running = restored(backup)
    assert running.landlord.successor == Restore(str(upload_file("backup")))
    notice = carry_out(running.landlord.successor, lambda _: None, lambda: None)
    assert notice.text == "job_restored"
    assert "Resi" in str(read_journal(journal_file()))
    now = Choices(choices_file()).now
    assert (now.language, now.page_key, now.wifi_password) == ("en", "00ff", "abcdefghjkmn")
    with with_page_on(notices=[notice]) as again:
        assert not upload_folder().exists()
        assert again.session.controller.view.appliance.outcome == "job_restored"


def test_a_damaged_backup_changes_nothing(pins: MockFactory) -> None:
    an_evening("Sepp")
    Choices(choices_file()).choose(page_key="00ff", language="de")
    running = restored(a_zip("journal.sqlite", b"no database"))
    before = journal_file().read_bytes()
    assert running.landlord.successor is not None
    assert carry_out(running.landlord.successor, lambda _: None, lambda: None).text == "job_no_backup"
    assert journal_file().read_bytes() == before


def test_backups_hold_nothing_that_phones_join_by() -> None:
    joining = {"page_key": "00ff00ff", "wifi_password": "abcdefghjkmn", "wifi_name": "Kiebitz-7F"}
    Choices(choices_file()).choose(deck="french20", **joining)
    with zipfile.ZipFile(io.BytesIO(create_backup())) as archive:
        chosen = archive.read("chosen.json")
    assert b"french20" in chosen
    for secret in joining.values():
        assert secret.encode() not in chosen


@pytest.mark.parametrize("action", ["restore", "update"])
def test_without_the_files_nothing_is_asked(pins: MockFactory, action: str) -> None:
    an_evening("Sepp")
    Choices(choices_file()).choose(page_key="00ff", language="de")
    with with_page_on() as running:

        def refusals() -> tuple[str, str]:
            assert upload("archive", an_archive()) == ""
            return ask(of_role("landlord", do=action))["refused"], ask(of_role("player", do=action))["refused"]

        assert run_beside(running, refusals) == ("nothing_there", "malformed")


def test_a_long_line_that_is_no_part_of_a_file_ends_the_connection(pins: MockFactory) -> None:
    an_evening("Sepp")
    Choices(choices_file()).choose(page_key="00ff", language="de")
    with with_page_on() as running, pytest.raises(TimeoutError):
        run_beside(running, lambda: ask(of_role("landlord", do="x" * 20_000), seconds=1))
