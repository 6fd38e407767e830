"""The landlord's phone hands in a backup or a new version: in parts, with checks, and only PLAY puts it in place."""

import http.client
import io
import random
import tarfile
import time
from contextlib import closing, suppress

import pytest

from common.feed.messages import UPLOAD_LIMITS
from common.files.paths import upload_folder
from device.runtime.page.files import upload_file
from device.settings.requests import Restore, Update
from tests.device.runtime.page.test_files import a_zip, an_archive
from tests.support.phones import Answer, Phone
from tests.web.conftest import RunningPage
from web.table.app import UPLOADS

pytestmark = pytest.mark.usefixtures("own_folders")

BYTES = "application/octet-stream"


def hand_in(phone: Phone, kind: str, content: bytes, **headers: str) -> Answer:
    return phone.post(f"/landlord/upload/{kind}", content, **{"content_type": BYTES} | headers)


def test_only_play_restores(page: RunningPage) -> None:
    phone, table = page.landlord(), page.table
    for presses, done in (("FOLD", []), ("PLAY", [Restore(str(upload_file("backup")))])):
        assert hand_in(phone, "backup", a_zip()).json == {"ok": True, "text": "Übertragen"}
        answer = phone.act(do="restore")
        assert answer.json == {"ok": True, "text": "Der Kiebitz fragt jetzt: dort PLAY drücken."}
        assert "Sicherung vom Handy" in str(table.controller.screen)
        assert table.put_in_place == []
        table.do(presses)
        assert table.put_in_place == done


def test_a_new_version_needs_its_signature(page: RunningPage) -> None:
    phone = page.landlord()
    assert hand_in(phone, "archive", an_archive()).status == 200
    assert phone.act(do="update").status == 409
    assert hand_in(phone, "signature", b"-----BEGIN SSH SIGNATURE-----").status == 200
    assert phone.act(do="update").status == 200
    page.play("PLAY")
    assert page.table.put_in_place == [Update(str(upload_file("archive")))]


def test_a_large_file_arrives_whole(page: RunningPage) -> None:
    made = io.BytesIO()
    content = random.Random(0).randbytes(3_000_001)
    with tarfile.open(fileobj=made, mode="w") as archive:
        entry = tarfile.TarInfo("kiebitz")
        entry.size = len(content)
        archive.addfile(entry, io.BytesIO(content))
    assert hand_in(page.landlord(), "archive", made.getvalue()).status == 200
    assert upload_file("archive").read_bytes() == made.getvalue()


def test_other_roles_and_other_pages_hand_in_nothing(page: RunningPage) -> None:
    for phone in (page.phone(), page.phone(joined=False)):
        assert {hand_in(phone, kind, a_zip()).status for kind in UPLOAD_LIMITS} == {403}
        assert {phone.act(do=do).status for do in ("restore", "update")} == {403}
    phone = page.landlord()
    assert hand_in(phone, "backup", a_zip(), origin="http://evil.example").status == 403
    assert hand_in(phone, "backup", a_zip(), content_type="application/json").status == 415
    assert hand_in(phone, "backup", a_zip(), content_type="text/plain").status == 415
    assert phone.post("/action", a_zip(), content_type=BYTES).status == 415
    assert hand_in(phone, "journal", a_zip()).status in (404, 415)
    assert not upload_folder().exists()


@pytest.mark.parametrize("kind", UPLOAD_LIMITS)
def test_more_than_the_limit_is_refused_unread(page: RunningPage, kind: str) -> None:
    for length in (UPLOAD_LIMITS[kind] + 1, 10**12, -1):  # type: ignore[index]
        connection = http.client.HTTPConnection("127.0.0.1", page.port, timeout=20)
        phone = page.landlord()
        headers = {"origin": f"http://{phone.host}", "content-type": BYTES, "cookie": phone._cookie}
        connection.request("POST", f"/landlord/upload/{kind}", headers=headers | {"content-length": str(length)})
        assert connection.getresponse().status in (400, 413)
        connection.close()
    assert not upload_folder().exists()


@pytest.mark.parametrize("content", [b"", b"no zip", a_zip("../../etc/passwd")])
def test_what_is_no_backup_is_said_at_once(page: RunningPage, content: bytes) -> None:
    answer = hand_in(page.landlord(), "backup", content)
    assert answer.status == 409
    assert "beschädigt" in answer.text
    assert list(upload_folder().iterdir()) == []


def test_a_phone_that_goes_away_leaves_no_file(page: RunningPage) -> None:
    phone = page.landlord()
    connection = http.client.HTTPConnection("127.0.0.1", page.port, timeout=20)
    headers = {"origin": f"http://{phone.host}", "content-type": BYTES, "cookie": phone._cookie}
    connection.putrequest("POST", "/landlord/upload/archive")
    for name, value in (headers | {"content-length": "1000000"}).items():
        connection.putheader(name, value)
    connection.endheaders(b"x" * 600_000)
    connection.close()
    assert hand_in(phone, "archive", an_archive()).status in (200, 409)
    assert phone.act(do="update").status == 409, "there is no signature, and no whole archive by the first phone"


@pytest.mark.parametrize("is_dripping", [False, True])
def test_an_upload_that_stalls_is_given_up_and_delays_no_other_file(
    page: RunningPage, monkeypatch: pytest.MonkeyPatch, is_dripping: bool
) -> None:
    """Or one that comes so slowly that it would never end."""
    monkeypatch.setattr("web.kit.requests.UPLOAD_PAUSE_S", 0.6)
    phone = page.landlord()
    headers = {"origin": f"http://{phone.host}", "content-type": BYTES, "cookie": phone._cookie}
    connection = http.client.HTTPConnection("127.0.0.1", page.port, timeout=20)
    connection.putrequest("POST", "/landlord/upload/archive")
    for name, value in (headers | {"content-length": "200000"}).items():
        connection.putheader(name, value)
    connection.endheaders(b"x" * 1000)
    assert phone.get("/landlord/bundle").status == 200
    deadline = time.monotonic() + 10
    while hand_in(phone, "backup", a_zip()).status != 200:
        assert time.monotonic() < deadline, "the stalled upload is never given up"
        with suppress(OSError):
            connection.sock.sendall(b"x" * is_dripping)
        time.sleep(0.2)
    with closing(connection), connection.getresponse() as answer:
        assert answer.status == 400


def test_nothing_is_put_in_place_during_a_deal(page: RunningPage) -> None:
    phone = page.landlord()
    assert hand_in(phone, "backup", a_zip()).status == 200
    page.play("PLAY E9 PLAY PLAY PLAY L7>3")
    answer = phone.act(do="restore")
    assert answer.status == 409
    assert "zwischen zwei Spielen" in answer.text


def test_the_outcome_is_told_to_the_landlord(page: RunningPage) -> None:
    def show() -> None:
        page.table.controller.view.appliance.outcome = "job_restored"
        page.table._show()

    with page.landlord().follow("landlord") as stream:
        stream.next()
        page.table.call(show)
        assert "Die Sicherung ist da." in stream.until("Die Sicherung")["html"]
    assert "Die Sicherung ist da." not in page.phone().get("/landlord").text


def test_every_kind_has_its_address() -> None:
    assert set(UPLOADS.values()) == set(UPLOAD_LIMITS)
