"""Real Chromium looks at the views with pictures of the camera: aiming, a deck that is enrolled, cards of a finding.

`KIEBITZ_PICTURES=FOLDER pytest --slow tests/web/table/test_camera_views.py` keeps the pictures, to be looked at.
"""

import base64
from collections.abc import Iterator
from typing import Any, get_args

import cv2
import msgspec
import numpy as np
import pytest

from common.feed.messages import EnrolledCard, EnrolmentReport, EnrolmentStage, LivePicture
from engine.cards import BAVARIAN_32
from tests.support.browser import IS_COMPLETE, Watched, assert_flawless
from tests.support.fed_table import KEY, FedTable, evening
from tests.support.waiting import wait_until
from tests.web.conftest import LANGUAGES, NAMES, PLAY, RunningPage, running_page
from web.kit.security import new_cookie

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not IS_COMPLETE, reason="needs a browser: run tests/web/browser")]

CARDS = tuple(map(str, BAVARIAN_32.cards))
ENROLMENTS: dict[str, EnrolmentReport] = {
    "card": EnrolmentReport(
        stage="card",
        token="card",
        pack="bavarian32",
        kinds=("bavarian32", "german33"),
        in_use="stammtisch",
        requested=CARDS[10:11],
        missing=CARDS[10:],
        taken=tuple(EnrolledCard(each, number + 1) for number, each in enumerate(CARDS[:10])),
        last=CARDS[9],
        advice=dict.fromkeys(LANGUAGES, "Schon gezeigt: Eichel-Sau"),
        is_refused=True,
        is_doubled=True,
        refused_version=40,
        title="Deutsch (stammtisch)",
        read="EA",
        is_sure=True,
        right=5,
        quizzed=6,
        grade="good",
        again=("L9", "L8"),
    )
}
ENROLMENTS["row"] = msgspec.structs.replace(
    ENROLMENTS["card"], stage="row", requested=CARDS[8:16], missing=CARDS[8:], taken=ENROLMENTS["card"].taken[:8],
    is_refused=False, is_doubled=False, refused_version=0, advice={}, last=CARDS[7],
)  # fmt: skip
ENROLMENTS |= {
    stage: msgspec.structs.replace(ENROLMENTS["row"], stage=stage)
    for stage in get_args(EnrolmentStage)
    if stage not in ENROLMENTS
}


@pytest.fixture(scope="module")
def camera_page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningPage]:
    """A table with a finding whose cards were kept, a deck that is enrolled, and a camera that is aimed."""
    folder = tmp_path_factory.mktemp("camera")
    with FedTable(folder / "table.sock", evening("bohemian-watten", 4, 9, 3, NAMES)) as table:
        table.do(PLAY)
        table.picture = photograph(120, 180)
        frame = LivePicture(7, "aim_askew", base64.b64encode(photograph(800, 450)).decode())
        evidence = {entry.position for each in table.controller.table.findings for entry in each.evidence}
        table.show_pictures(crops=tuple(sorted(evidence)), frame=frame, enrolment=ENROLMENTS["card"])
        with running_page(table) as running:
            yield running


def photograph(width: int, height: int) -> bytes:
    """Returns a JPEG of a white card on a table."""
    picture = np.full((height, width, 3), (60, 90, 140), np.uint8)
    cv2.rectangle(picture, (width // 4, height // 5), (3 * width // 4, 4 * height // 5), (235, 240, 245), -1)
    return bytes(cv2.imencode(".jpg", picture)[1].tobytes())


def landlords_phone(browser: Any, page: RunningPage, language: str) -> Watched:
    """Returns a phone that has the landlord's cookie from the first: a view to join leaves as soon as it may."""
    phone = Watched(browser, page.port, cookie=new_cookie(KEY, "landlord"))
    phone.open(f"/language/{language}")
    return phone


def wait_for_enrolment(page: RunningPage, report: EnrolmentReport) -> None:
    """Waits until the page has the state with *report*, and offers its pictures."""
    wait_until(lambda: page.page.live.state is not None and page.page.live.state.enrolment == report)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_views_with_pictures(browser: Any, camera_page: RunningPage, language: str) -> None:
    """In every size: the live picture, every stage of an enrolment, and the photographs beside a finding."""
    phone = landlords_phone(browser, camera_page, language)
    phone.open("/dispute")
    assert phone.tab.locator("img.crop").count() >= 2
    assert_flawless(phone, f"dispute-crops-{language}")
    phone.open("/aim")
    assert_flawless(phone, f"aim-off-{language}")
    phone.tap(phone.tab.locator("[data-aim=start]:enabled"))
    phone.tab.wait_for_function("() => document.querySelector('canvas').width === 800")
    assert phone.tab.locator(".advice").text_content()
    assert_flawless(phone, f"aim-{language}")
    phone.tap(phone.tab.locator("[data-aim=stop]"))
    phone.tab.locator("[data-aim=start]:visible").wait_for()
    for stage, report in ENROLMENTS.items():
        phone.open("/more")  # a view that still follows might ask for pictures that are no longer offered
        camera_page.table.show_pictures(enrolment=report)
        wait_for_enrolment(camera_page, report)
        phone.open("/deck")
        phone.says(phone.tab.locator("#view h2").first.text_content())
        assert_flawless(phone, f"deck-{stage}-{language}")
    assert phone.faults == []
    assert all(request.startswith(phone.base + "/") for request in phone.requests)
    phone.close()


def test_the_live_picture_ends_at_the_table_and_with_the_phones_sleep(browser: Any, camera_page: RunningPage) -> None:
    table, phone = camera_page.table, landlords_phone(browser, camera_page, "de")
    phone.open("/aim")
    phone.tap(phone.tab.locator("[data-aim=start]:enabled"))
    phone.tab.locator(".advice", has_text="zu schräg").wait_for()
    frame = table.frame
    assert frame is not None
    table.show_pictures(frame=LivePicture(8, "aim_good", frame.jpeg))
    phone.tab.locator(".advice", has_text="passt").wait_for()
    table.show_pictures(frame=None)
    phone.tab.locator("#toast", has_text="Das Bild ist aus").wait_for()
    assert phone.tab.locator("canvas").is_hidden()
    table.show_pictures(frame=frame)
    phone.tap(phone.tab.locator("[data-aim=start]:enabled"))
    phone.tab.wait_for_function("() => document.querySelector('canvas').width === 800")
    phone.tab.evaluate(
        """() => { Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
        document.dispatchEvent(new Event('visibilitychange')) }"""
    )
    phone.tab.locator("[data-aim=start]:visible").wait_for()
    wait_until(lambda: [action.get("what") for action in table.camera_actions][-2:] == ["start", "stop"])
    assert phone.faults == []
    phone.close()


def test_a_deck_is_learned_by_taps(browser: Any, camera_page: RunningPage) -> None:
    """What is missing and what was taken follow the table at once; a tap on a wrong card asks for it again."""
    table, phone = camera_page.table, landlords_phone(browser, camera_page, "de")
    table.show_pictures(enrolment=None)
    phone.open("/deck")
    phone.tap(phone.tab.get_by_role("button", name="Anfangen"))
    table.show_pictures(enrolment=ENROLMENTS["card"])
    phone.tap(phone.tab.get_by_role("button", name="Eichel-Sau noch einmal"))
    phone.tap(phone.tab.get_by_role("button", name="Doch nehmen"))
    wait_until(lambda: [action.get("ask") for action in table.camera_actions][-3:] == ["open", "retake", "insist"])
    assert table.camera_actions[-2]["name"] == "EA"
    table.show_pictures(enrolment=ENROLMENTS["grade"])
    phone.says("Gut")
    assert phone.faults == []
    phone.close()
