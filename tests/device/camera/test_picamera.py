"""The camera on the ribbon, with a fake Picamera2."""

import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice, pairwise
from queue import SimpleQueue
from typing import Any, cast

import numpy as np
import pytest

from device.camera.base import CameraError
from device.camera.picamera import BUFFER_COUNTS, PiCamera, sensor_size
from device.camera.sources import open_camera
from device.runtime import frame_worker as frame_worker
from device.runtime.event_queue import ConsumerStarted, Unavailable, WorkerEvent
from device.runtime.frame_worker import FrameWorker
from tests.support.cameras import fake_picamera2
from tests.support.cameras.fake_picamera2 import WISHED_GREY, Picamera2
from tests.support.examples import one_in
from vision.types import Frame


@pytest.fixture
def picamera2(monkeypatch: pytest.MonkeyPatch) -> type[Picamera2]:
    return fake_picamera2.install(monkeypatch)


def watched(camera: PiCamera, count: int) -> list[Frame]:
    return list(islice(camera.frames(), count))


def test_picture_and_luminance_come_from_one_request(picamera2: type[Picamera2]) -> None:
    camera = PiCamera()
    (fake,) = picamera2.opened
    assert fake.configuration["main"] == {"size": (1920, 1080), "format": "RGB888"}
    assert fake.configuration["lores"] == {"size": (640, 360), "format": "YUV420"}
    frames = camera.frames()
    frame = next(frames)
    assert frame.luma.shape == (360, 640)
    assert frame.image.shape == (1080, 1920, 3)
    assert frame.luma.mean() == pytest.approx(frame.image.mean(), abs=1)
    assert frame.image is frame.image


def test_unused_picture_is_not_copied(picamera2: type[Picamera2]) -> None:
    camera = PiCamera()
    (fake,) = picamera2.opened
    looked = False
    for frame in islice(camera.frames(), 20):
        (request,) = fake.lent
        assert "main" not in request.copies
        if frame.number == 7:
            assert frame.image.size
            assert fake.lent == [], "its buffer is free as soon as it is copied"
            looked = True
    assert looked
    assert fake.count > BUFFER_COUNTS[0]


def test_picture_is_invalid_after_the_next_frame(picamera2: type[Picamera2]) -> None:
    frames = PiCamera().frames()
    first, second = next(frames), next(frames)
    with pytest.raises(RuntimeError, match="expected one before the next"):
        _ = first.image
    frames.close()  # type: ignore[attr-defined]
    with pytest.raises(RuntimeError, match="expected one before the next"):
        _ = second.image


def test_ten_frames_a_second_by_the_sensors_clock(picamera2: type[Picamera2]) -> None:
    frames = watched(PiCamera(), 30)
    steps = [after.time - before.time for before, after in pairwise(frames)]
    assert steps[5:] == pytest.approx([0.1] * len(steps[5:]), abs=1e-3)
    assert [frame.number for frame in frames] == list(range(30))


def test_first_frame_comes_after_the_controls_are_locked(picamera2: type[Picamera2]) -> None:
    camera = PiCamera()
    (fake,) = picamera2.opened
    frame = next(camera.frames())
    assert fake.settings["AeEnable"] is fake.settings["AwbEnable"] is False
    assert fake.settings["ExposureTime"] % 10_000 == 0
    assert fake.settings["ColourGains"] == pytest.approx((1.8, 2.0), rel=0.01)
    assert (fake.settings["AfMode"], fake.settings["LensPosition"]) == (0, pytest.approx(1.9))
    assert frame.luma.mean() == pytest.approx(WISHED_GREY, rel=0.03), "as bright as the automatics found right"
    assert frame.time < 3


TABLE_WINDOW = [(1152, 648, 2304, 1296)]
"""The middle of the view of Camera Module 3."""


@pytest.mark.parametrize(
    ("height_cm", "whole", "window", "locked"),
    [
        pytest.param(None, 1.9, None, 1.9, id="the table"),
        pytest.param(None, 0.0, 1.8, 1.8, id="infinity, then the table"),
        pytest.param(None, 5.0, 1.7, 1.7, id="20 cm, then the table"),
        pytest.param(None, 100 / 7, 5.0, 1.6, id="7 cm, then a hand"),
        pytest.param(None, None, 2.0, 2.0, id="nothing, then the table"),
        pytest.param(None, None, None, 1.6, id="nothing twice"),
        pytest.param(None, 0.7, 0.5, 1.6, id="the floor twice"),
        pytest.param(75, 100 / 45, 1.4, 1.4, id="a lampshade below a camera at 75 cm"),
        pytest.param(75, 100 / 45, 100 / 45, 100 / 75, id="the lampshade twice"),
        pytest.param(35, 100 / 33, None, 100 / 33, id="a camera on a shelf"),
        pytest.param(35, 100 / 75, 100 / 75, 100 / 35, id="the floor beside the shelf"),
    ],
)
def test_focus_is_locked_only_at_the_height_of_the_camera(
    height_cm: float | None, whole: float | None, window: float | None, locked: float, picamera2: type[Picamera2]
) -> None:
    frames = PiCamera(height_cm=height_cm).frames()
    (fake,) = picamera2.opened
    fake.found = {0: [whole], 1: [window]}
    assert next(frames).time < 6
    assert (fake.settings["AfMode"], fake.settings["LensPosition"]) == (0, pytest.approx(locked))
    windows = [controls["AfWindows"] for controls in fake.set if "AfWindows" in controls]
    assert windows == ([] if whole == locked else [TABLE_WINDOW])


@pytest.mark.parametrize(
    ("card", "found", "tries"),
    one_in(
        3,
        [
            pytest.param(1.9, [], 0, id="sharp"),
            pytest.param(3.0, [3.0], 1, id="soft, then sharp"),
            pytest.param(3.0, [1.0, 3.0], 2, id="sharp with the second try"),
            pytest.param(3.0, [1.0, 1.0, 1.0], 2, id="never"),
            pytest.param(None, [], 0, id="a bare table tells nothing"),
        ],
    ),
)
def test_the_first_card_that_is_not_sharp_leads_to_another_try(
    card: float | None, found: list[float | None], tries: int, picamera2: type[Picamera2]
) -> None:
    frames = PiCamera(size=(1280, 720)).frames()
    (fake,) = picamera2.opened
    for _ in islice(frames, 20):
        assert not any("AfWindows" in controls for controls in fake.set)
    fake.card, fake.found = card, {0: [], 1: list(found)}
    for _ in islice(frames, 120):
        assert fake.settings["AfMode"] == 0, "no frame while the lens moves"
    assert [controls["AfMetering"] for controls in fake.set if "AfTrigger" in controls] == [0] + [1] * tries
    if found and found[tries - 1] == card:
        assert fake.settings["LensPosition"] == card


def test_automatics_that_never_settle_are_locked_after_the_timeout(picamera2: type[Picamera2]) -> None:
    camera = PiCamera()
    (fake,) = picamera2.opened
    fake.hunting = True
    frame = next(camera.frames())
    assert frame.time < 6
    assert fake.settings["ExposureTime"] % 10_000 == 0
    assert fake.settings["LensPosition"] == 1.6


def locks(fake: Picamera2) -> int:
    return sum("ExposureTime" in controls for controls in fake.set)


@pytest.mark.parametrize(
    ("befalls", "times"),
    one_in(
        2,
        [
            pytest.param(lambda fake, number: None, 1, id="nothing"),
            pytest.param(lambda fake, number: setattr(fake, "light", 10.0), 2, id="a lamp is switched on"),
            pytest.param(lambda fake, number: setattr(fake, "light", 2.0), 2, id="a lamp is switched off"),
            pytest.param(lambda fake, number: setattr(fake, "light", 10.0 if number < 15 else 5.0), 1, id="headlights"),
            pytest.param(lambda fake, number: setattr(fake, "covered", 0.45), 1, id="a sleeve that stays"),
        ],
    ),
)
def test_exposure_follows_a_change_of_light_but_not_a_hand(
    befalls: Callable[[Picamera2, int], None], times: int, picamera2: type[Picamera2]
) -> None:
    camera = PiCamera()
    (fake,) = picamera2.opened
    for frame in islice(camera.frames(), 120):
        if frame.number >= 5:
            befalls(fake, frame.number)
    assert locks(fake) == times
    focused = [controls for controls in fake.set if "AfTrigger" in controls]
    assert len(focused) == 1, "the table stays where it is"
    if times == 2:
        assert frame.luma.mean() == pytest.approx(WISHED_GREY, rel=0.05)
        assert fake.settings["AeEnable"] is False


def test_unplugged_ribbon_raises_camera_error(picamera2: type[Picamera2]) -> None:
    camera = PiCamera()
    (fake,) = picamera2.opened
    frames = camera.frames()
    next(frames)
    fake.ribbon = False
    with pytest.raises(CameraError, match="no picture for 3 s: switch the Pi off, push the ribbon home"):
        next(frames)
    assert fake.state == "flushed", "else it could not be closed"
    assert fake.lent == []
    camera.close()
    assert fake.state == "closed"
    assert len(watched(PiCamera(), 3)) == 3, "opened anew"


def end_a_thread(module: str) -> None:
    """Ends a thread within a function of *module* by an exception."""
    code: dict[str, Any] = {"__name__": module}
    exec("def run():\n    raise KeyError('no such stream')", code)
    thread = threading.Thread(target=code["run"])
    thread.start()
    thread.join()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize(
    ("module", "message"),
    [
        (
            "picamera2.previews.null_preview",
            r"Picamera2 has stopped \(KeyError: 'no such stream'\): the camera is opened",
        ),
        ("picamera2_of_others", "push the ribbon home"),
    ],
)
def test_a_thread_of_picamera2_that_ends_is_no_matter_of_the_ribbon(
    module: str, message: str, picamera2: type[Picamera2]
) -> None:
    hook = threading.excepthook
    camera = PiCamera()
    (fake,) = picamera2.opened
    frames = camera.frames()
    next(frames)
    end_a_thread(module)
    fake.ribbon = False
    with pytest.raises(CameraError, match=message):
        next(frames)
    camera.close()
    assert threading.excepthook is hook


@pytest.mark.parametrize("room", [4, 3, 2])
def test_fewer_buffers_where_memory_is_short(room: int, picamera2: type[Picamera2]) -> None:
    picamera2.room = room
    assert len(watched(PiCamera(), 20)) == 20
    *failed, fake = picamera2.opened
    assert fake.configuration["buffer_count"] == room
    assert [camera.state for camera in failed] == ["closed"] * (4 - room)


def test_too_little_memory_is_an_error(picamera2: type[Picamera2]) -> None:
    picamera2.room = 1
    with pytest.raises(CameraError, match="failed to allocate"):
        PiCamera()
    assert {camera.state for camera in picamera2.opened} == {"closed"}


@pytest.mark.parametrize(
    ("source", "attached", "taken", "message"),
    [
        pytest.param("pi", [], False, "no camera on the ribbon", id="none"),
        pytest.param("pi", [{"Id": r"\_SB_.PCI0.RP05-/usb-1:1.0"}], False, "no camera on the ribbon", id="on USB only"),
        pytest.param("pi:1", [{"Id": "/base/i2c@1"}], False, "got camera pi:1, expected pi:0", id="one is there"),
        pytest.param(
            "pi:3", [{"Id": "/base/i2c@1"}] * 2, False, "got camera pi:3, expected pi:0 or pi:1", id="two are"
        ),
        pytest.param("pi", [{"Id": "/base/i2c@1"}], True, "resource busy.*does another program use it", id="taken"),
    ],
)
def test_missing_camera_error_says_what_to_do(
    source: str, attached: list[dict[str, Any]], taken: bool, message: str, picamera2: type[Picamera2]
) -> None:
    picamera2.attached, picamera2.taken = attached, taken
    with pytest.raises(CameraError, match=message):
        open_camera(source)


def test_invalid_size_releases_the_camera(picamera2: type[Picamera2]) -> None:
    with pytest.raises(CameraError, match="cannot give 9000×5000 px: Invalid camera configuration"):
        PiCamera(0, (9000, 5000))
    assert picamera2.opened[0].state == "closed"


def test_missing_picamera2_error_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraError, match="sudo apt install python3-picamera2"):
        open_camera("pi")


def test_a_small_picture_has_a_luminance_no_larger(picamera2: type[Picamera2]) -> None:
    camera = PiCamera(0, (320, 240))
    assert picamera2.opened[0].configuration["lores"]["size"] == (320, 240)
    assert watched(camera, 1)[0].luma.shape == (240, 320)


def test_frames_of_the_source_pi_are_validated(picamera2: type[Picamera2]) -> None:
    camera = open_camera("pi:0", size=(1280, 720))
    (fake,) = picamera2.opened
    frames = camera.frames()
    assert next(frames).image.shape == (720, 1280, 3)
    monkey = cast("Any", fake)
    monkey.configuration["main"]["size"] = (720, 720)
    with pytest.raises(CameraError, match="got 720×720 px of colour and 640×360 of brightness"):
        _ = next(frames).image


@dataclass
class Blinking:
    """Pauses for the duration of a frame, so that the fake camera does not race."""

    moving: bool = False

    def process(self, frame: Frame) -> list[object]:
        assert frame.image.shape[2] == 3
        time.sleep(0.01)
        return []

    def finish(self) -> list[object]:
        return []


def test_frame_worker_reopens_a_reconnected_camera(picamera2: type[Picamera2], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frame_worker, "RETRY_SECONDS", 0.01)
    reported: SimpleQueue[tuple[object, WorkerEvent]] = SimpleQueue()
    worker = FrameWorker(lambda: open_camera("pi", size=(640, 360)), reported.put)
    worker.consume_with(Blinking)
    worker.start()
    try:
        assert isinstance(reported.get(timeout=5)[1], ConsumerStarted)
        (fake,) = picamera2.opened
        picamera2.attached = []
        fake.ribbon = False
        events = [reported.get(timeout=5)[1] for _ in range(2)]
        assert [event.by for event in events if isinstance(event, Unavailable)] == ["camera", "camera"]
        assert "no camera on the ribbon" in events[1].reason  # type: ignore[union-attr]
        picamera2.attached = Picamera2.attached
        while isinstance(event := reported.get(timeout=5)[1], Unavailable):
            pass
        assert isinstance(event, ConsumerStarted)
        assert [fake.state for fake in picamera2.opened] == ["closed", "started"]
    finally:
        worker.close(5)
    assert picamera2.opened[-1].state == "closed"


@pytest.mark.parametrize(
    ("whole", "read"),
    [
        pytest.param((4608, 2592), (2304, 1296), id="Camera Module 3"),
        pytest.param((3280, 2464), (3280, 2464), id="Camera Module 2, whose 1080p is the middle of its view"),
        pytest.param((4056, 3040), (2028, 1520), id="HQ Camera"),
    ],
)
def test_sensor_mode_covers_the_full_field_of_view(whole: tuple[int, int], read: tuple[int, int]) -> None:
    assert sensor_size(whole, (1920, 1080)) == read
    assert np.divide(read[0], read[1]) == pytest.approx(whole[0] / whole[1])
