"""Exposure, white balance and focus: settling, locking, and settling again."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.camera.exposure_lock import (
    FRAME_US,
    LAMP_PERIOD_US,
    STEADY_FRAMES,
    ExposureLock,
    LightChangeDetector,
    SettlingDetector,
    flicker_free,
)
from tests.support.cameras.fake_picamera2 import FIXED_FOCUS, MODULE_3

GAINS = (1.0, 16.0)


@pytest.mark.parametrize(
    ("exposure", "gain", "locked"),
    [
        pytest.param(10_000, 2.0, (10_000, 2.0), id="as it is"),
        pytest.param(33_000, 1.0, (30_000, 1.1), id="the nearest; gain makes up for it"),
        pytest.param(18_000, 1.0, (10_000, 1.8), id="gain can only add light"),
        pytest.param(18_000, 1.5, (20_000, 1.35), id="up, where gain can give way"),
        pytest.param(4_000, 5.0, (10_000, 2.0), id="longer than it was"),
        pytest.param(6_000, 1.0, (6_000, 1.0), id="sunlight does not flicker"),
        pytest.param(30_000, 20.0, (40_000, 15.0), id="the highest gain is not enough"),
        pytest.param(66_000, 40.0, (100_000, 16.0), id="never longer than a frame"),
    ],
)
def test_exposure_time_is_a_multiple_of_the_lamp_period(
    exposure: float, gain: float, locked: tuple[int, float]
) -> None:
    assert flicker_free(exposure, gain, GAINS) == (locked[0], pytest.approx(locked[1]))


@given(exposure=st.floats(20, 66_666), gain=st.floats(1, 30))
def test_locked_exposure_keeps_the_brightness_within_sensor_limits(exposure: float, gain: float) -> None:
    time, locked = flicker_free(exposure, gain, GAINS)
    assert GAINS[0] <= locked <= GAINS[1]
    assert time <= FRAME_US
    assert time % LAMP_PERIOD_US == 0 or (locked == GAINS[0] and time <= LAMP_PERIOD_US)
    if exposure * gain <= FRAME_US * GAINS[1]:
        assert time * locked == pytest.approx(exposure * gain, rel=0.03)


def metadata(exposure: int = 20_000, red: float = 1.8, **more: Any) -> dict[str, Any]:
    return {"ExposureTime": exposure, "AnalogueGain": 2.0, "ColourGains": (red, 2.1), "AeState": 2} | more


@pytest.mark.parametrize(
    ("frames", "rests"),
    [
        pytest.param([metadata()] * STEADY_FRAMES, True, id="still"),
        pytest.param([metadata()] * (STEADY_FRAMES - 1), False, id="not long enough"),
        pytest.param([metadata(AeState=1)] * STEADY_FRAMES, False, id="it says that it searches"),
        pytest.param([metadata(AeState=3)] * STEADY_FRAMES, True, id="converged, as libcamera said before 0.5"),
        pytest.param([metadata(20_000 + 200 * n) for n in range(STEADY_FRAMES)], False, id="exposure grows"),
        pytest.param([metadata(red=1.8 - 0.01 * n) for n in range(STEADY_FRAMES)], False, id="the white drifts"),
        pytest.param([metadata(DigitalGain=1 + n % 2 / 8) for n in range(STEADY_FRAMES)], False, id="digital gain"),
        pytest.param([{}] * STEADY_FRAMES, True, id="nothing is told"),
        pytest.param([{"AeLocked": False}] * STEADY_FRAMES, False, id="not yet, in the words of libcamera 0.4"),
    ],
)
def test_settling_ends_after_frames_without_change(frames: list[dict[str, Any]], rests: bool) -> None:
    settling = SettlingDetector()
    assert [settling.update(frame) for frame in frames] == [False] * (len(frames) - 1) + [rests]


def view(grey: float, sleeve: float = 0.0) -> np.ndarray[Any, np.dtype[np.uint8]]:
    picture = np.full((90, 160), grey, np.uint8)
    picture[:, : int(160 * sleeve)] = 20
    return picture


@pytest.mark.parametrize(
    ("views", "changed"),
    [
        pytest.param([view(100)] * 50, False, id="nothing"),
        pytest.param([view(100)] + [view(130)] * 50, True, id="brighter"),
        pytest.param([view(100)] + [view(75)] * 50, True, id="darker"),
        pytest.param([view(100)] + [view(115)] * 50, False, id="a little"),
        pytest.param([view(100)] + [view(130)] * 25 + [view(100)] * 5 + [view(130)] * 25, False, id="headlights twice"),
        pytest.param([view(100)] + [view(100, sleeve=0.45)] * 50, False, id="an arm that rests"),
        pytest.param([view(100)] + [view(2)] * 50, False, id="the lens is covered"),
        pytest.param([view(2)] + [view(100)] * 50, True, id="it was covered at first"),
        pytest.param([view(100 + n) for n in range(70)], True, id="dawn"),
    ],
)
def test_only_a_lasting_change_of_light_is_detected(
    views: list[np.ndarray[Any, np.dtype[np.uint8]]], changed: bool
) -> None:
    brightness = LightChangeDetector()
    assert any(brightness.has_changed(luma, number / 10) for number, luma in enumerate(views)) is changed


def stages(locking: ExposureLock, frames: list[dict[str, Any]], grey: float = 100) -> list[str]:
    messages = []
    for number, frame in enumerate(frames):
        locking.update(frame, view(grey), number / 30)
        messages.append(locking.stage)
    return messages


def test_focus_follows_exposure_before_the_first_frame() -> None:
    locking = ExposureLock(MODULE_3)
    frames = [metadata()] * STEADY_FRAMES + [metadata(AfState=1)] * 5 + [metadata(AfState=2, LensPosition=1.5)]
    reported = stages(locking, frames)
    assert reported == ["settling"] * (STEADY_FRAMES - 1) + ["focusing"] * 6 + ["taking"]
    assert not locking.ready
    assert stages(locking, [metadata(31_000), metadata(19_900, AeState=0)]) == ["taking", "locked"]
    assert locking.ready


def test_locked_values_are_those_of_the_automatics() -> None:
    locking = ExposureLock(FIXED_FOCUS)
    for number in range(STEADY_FRAMES):
        controls = locking.update(metadata(DigitalGain=1.1), view(100), number / 30)
    assert controls == {
        "AeEnable": False,
        "AwbEnable": False,
        "ExposureTime": 20_000,
        "AnalogueGain": pytest.approx(2.2),
        "ColourGains": (1.8, 2.1),
        "FrameDurationLimits": (FRAME_US, FRAME_US),
    }
