"""Validation of the frames of a live camera."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from device.camera.base import CameraError, LensCovered
from device.camera.validated import BLACK_SECONDS, CheckedCamera
from vision.types import Frame, Luma


@dataclass
class Given:
    """A camera that gives these frames."""

    given: Iterable[Frame]
    closed: bool = False

    def frames(self) -> Iterator[Frame]:
        yield from self.given

    def close(self) -> None:
        self.closed = True


def noisy(grey: float, seed: int = 0, size: tuple[int, int] = (90, 160), noise: float = 3.0) -> Luma:
    return np.random.default_rng(seed).normal(grey, noise, size).clip(0, 255).astype(np.uint8)


def frame(number: int, luma: Any = None, time: float | None = None, image: Any = None) -> Frame:
    luma = noisy(100, number) if luma is None else luma
    image = np.zeros((180, 320, 3), np.uint8) if image is None else image
    return Frame(number, number / 10 if time is None else time, image, luma)


def passed(*frames: Frame) -> list[int]:
    return [frame.number for frame in CheckedCamera(Given(frames)).frames()]


def test_valid_frames_pass_unchanged() -> None:
    frames = [frame(number) for number in range(100)]
    camera = Given(frames)
    checked = CheckedCamera(camera)
    for before, after in zip(frames, checked.frames(), strict=True):
        assert (after.number, after.time) == (before.number, before.time)
        assert after.luma is before.luma
        assert after.image is before.image
    checked.close()
    assert camera.closed


@pytest.mark.parametrize(
    ("luma", "message"),
    [
        pytest.param(np.zeros((90, 160, 3), np.uint8), "got 90×160×3 values of uint8", id="colours"),
        pytest.param(np.zeros((90, 160), np.float32), "got 90×160 values of float32", id="no bytes"),
        pytest.param(None, "got a NoneType", id="nothing"),
        pytest.param(np.zeros((90, 8), np.uint8), "got a picture of 8×90 px", id="a strip"),
    ],
)
def test_no_luminance_is_an_error(luma: Any, message: str) -> None:
    broken = frame(0)
    broken.luma = luma
    with pytest.raises(CameraError, match=message):
        passed(broken)


@pytest.mark.parametrize(
    ("image", "message"),
    [
        pytest.param(np.zeros((180, 320), np.uint8), "got 180×320 values of uint8", id="grey"),
        pytest.param(np.zeros((180, 320, 4), np.uint8), "got 180×320×4 values", id="four channels"),
        pytest.param(np.zeros((180, 320, 3), np.uint16), "values of uint16", id="sixteen bits"),
        pytest.param(np.zeros((270, 320, 3), np.uint8), "got 320×270 px of colour and 160×90", id="YUV as it comes"),
        pytest.param(np.zeros((9, 16, 3), np.uint8), "got 16×9 px", id="tiny"),
        pytest.param("nothing", "got a str", id="nothing"),
    ],
)
def test_invalid_picture_raises_on_access(image: Any, message: str) -> None:
    (checked,) = CheckedCamera(Given([frame(0, image=lambda: image)])).frames()
    with pytest.raises(CameraError, match=message):
        _ = checked.image


@pytest.mark.parametrize("time", [float("nan"), float("inf")])
def test_invalid_time_is_an_error(time: float) -> None:
    with pytest.raises(CameraError, match="expected a time"):
        passed(frame(0, time=time))


def test_another_size_is_an_error() -> None:
    with pytest.raises(CameraError, match="changed from 160×90 to 320×180"):
        passed(frame(0), frame(1, noisy(100, size=(180, 320))))


def test_frames_older_than_the_previous_one_are_dropped() -> None:
    times = [0.0, 0.1, 0.05, 0.1, 0.2]
    assert passed(*(frame(number, time=time) for number, time in enumerate(times))) == [0, 1, 4]
    with pytest.raises(CameraError, match="only frames of the past"):
        passed(*(frame(number, time=-number) for number in range(60)))


def test_identical_frames_are_an_error() -> None:
    hung = noisy(100)
    with pytest.raises(CameraError, match="given one picture for 4 s: unplug it"):
        passed(*(frame(number, hung) for number in range(50)))
    assert len(passed(*(frame(number, hung) for number in range(40)), frame(40))) == 41
    nearly = hung.copy()
    nearly[5, 5] += 1
    assert len(passed(*(frame(number, nearly if number % 30 == 0 else hung) for number in range(90)))) == 90


def test_briefly_covered_lens_lifts_no_card() -> None:
    seconds = BLACK_SECONDS - 0.1
    until = 10 + int(seconds * 10)
    frames = [frame(number, noisy(2, number) if 10 <= number < until else None) for number in range(100)]
    assert passed(*frames) == [*range(10), *range(until, 100)]


def test_lasting_black_frames_raise_lens_covered() -> None:
    frames = CheckedCamera(
        Given([frame(0), *(frame(number, np.zeros((90, 160), np.uint8)) for number in range(1, 90))])
    )
    seen = iter(frames.frames())
    assert next(seen).number == 0
    with pytest.raises(LensCovered, match="is the lens covered, or the light out"):
        next(seen)


def test_intermittent_black_frames_raise_nothing() -> None:
    lumas = [noisy(100 if number % 40 == 0 else 2, number) for number in range(400)]
    assert passed(*(frame(number, luma) for number, luma in enumerate(lumas))) == list(range(0, 400, 40))
