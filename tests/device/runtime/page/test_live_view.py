"""The live picture for a phone: small, a few a second, and only while somebody looks."""

from __future__ import annotations

import base64

import cv2
import msgspec
import numpy as np
import pytest

from common.feed.messages import LivePicture
from device.runtime.page import live_view
from device.runtime.page.live_view import INTERVAL_S, MAX_BYTES, NO_CAMERA, PATIENCE_S, WIDTH_PX, LiveView
from tests.support.clock import Clock
from vision.enrolment.aim_check import Advice, Aim
from vision.types import Frame, Image

CARD = np.array([[400, 200], [500, 200], [500, 360], [400, 360]], np.float32)


@pytest.fixture
def clock() -> Clock:
    return Clock(100.0)


@pytest.fixture
def view(clock: Clock) -> LiveView:
    begun = LiveView(clock)
    begun.begin()
    return begun


def frame(image: Image | None = None) -> Frame:
    picture = np.full((720, 1280, 3), 90, np.uint8) if image is None else image
    return Frame(0, 0.0, picture, cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))


def taken(view: LiveView, after: int = 0) -> LivePicture:
    return msgspec.json.decode(view.after(after), type=LivePicture)


def decoded(picture: LivePicture) -> Image:
    data = np.frombuffer(base64.b64decode(picture.jpeg), np.uint8)
    return cv2.imdecode(data, cv2.IMREAD_COLOR).astype(np.uint8)


def test_a_frame_is_small_and_says_what_the_display_says(view: LiveView) -> None:
    view.put(frame(), None, 0, "aim_dark")
    picture = taken(view)
    assert (picture.number, picture.advice) == (1, "aim_dark")
    assert decoded(picture).shape == (450, WIDTH_PX, 3)


@pytest.mark.parametrize("level", [0, 1])
def test_even_noise_stays_within_the_bytes(view: LiveView, level: int) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (720, 1280, 3)).astype(np.uint8)
    blurred = cv2.GaussianBlur(noise, (0, 0), 1.0).astype(np.uint8)
    view.put(frame((noise, blurred)[level]), None, 0, "aim_good")
    content = view.after(0)
    assert not content or len(base64.b64decode(taken(view, 9).jpeg)) <= MAX_BYTES


def test_a_picture_that_cannot_be_small_enough_is_left_out() -> None:
    assert live_view.encode_jpeg(np.zeros((100, 100, 3), np.uint8), max_bytes=10) == b""


def test_only_some_frames_a_second_are_encoded(view: LiveView, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    encoded: list[float] = []
    monkeypatch.setattr(live_view, "encode_jpeg", lambda *_: encoded.append(clock.now) or b"a")
    for _ in range(40):
        clock.now += 0.05
        view.put(frame(), None, 0, "aim_good")
        view.after(0)
    assert len(encoded) == pytest.approx(40 * 0.05 / INTERVAL_S, abs=1)


def test_nothing_is_encoded_for_nobody(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_view, "encode_jpeg", lambda *_: pytest.fail("somebody looks"))
    view = LiveView(clock)
    view.put(frame(), None, 0, "aim_good")
    view.begin()
    clock.now += PATIENCE_S
    view.put(frame(), None, 0, "aim_good")


def test_a_phone_that_asks_no_more_ends_it_and_cannot_go_on(view: LiveView, clock: Clock) -> None:
    view.put(frame(), None, 0, "aim_good")
    for _ in range(3):
        clock.now += PATIENCE_S - 0.1
        assert view.after(0)
    clock.now += PATIENCE_S
    assert not view.is_watched
    with pytest.raises(ValueError, match="aimed with a phone"):
        view.after(0)
    assert not view.is_watched, "a question alone begins nothing"
    view.begin()
    assert view.after(0) == "", "the last picture is forgotten"


def test_what_a_phone_has_is_not_sent_again(view: LiveView, clock: Clock) -> None:
    view.put(frame(), None, 0, "aim_good")
    number = taken(view).number
    assert view.after(number) == ""
    clock.now += INTERVAL_S
    view.put(frame(), None, 0, "aim_card")
    assert taken(view, number).number == number + 1


@pytest.mark.parametrize("quarters", range(4))
def test_found_cards_are_outlined_and_all_is_turned(view: LiveView, quarters: int) -> None:
    view.put(frame(), Aim(Advice.GOOD, cards=(CARD,)), quarters, "aim_good")
    shown = np.rot90(decoded(taken(view)), quarters)
    assert shown.shape == (450, WIDTH_PX, 3)
    bright = (shown.max(axis=2) > 200).nonzero()
    scale = WIDTH_PX / 1280
    for edges, found in ((CARD[:, 1] * scale, bright[0]), (CARD[:, 0] * scale, bright[1])):
        assert (found.min(), found.max()) == pytest.approx((edges.min(), edges.max()), abs=4)


def test_the_original_frame_stays_as_it_is(view: LiveView) -> None:
    image = np.full((360, 640, 3), 90, np.uint8)
    view.put(frame(image), Aim(Advice.GLARE, (0.5, 0.5), (CARD,)), 0, "aim_glare")
    assert (image == 90).all()


def test_a_missing_camera_is_said_once(view: LiveView) -> None:
    for _ in range(2):
        view.tell_missing_camera()
    picture = taken(view)
    assert (picture.number, picture.advice, picture.jpeg) == (1, NO_CAMERA, "")
