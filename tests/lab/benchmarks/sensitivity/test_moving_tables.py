"""The battery of tracking keeps the frames that the camera delivers, and decodes a picture only if somebody looks."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from lab.benchmarks.sensitivity import moving_tables
from lab.benchmarks.sensitivity.moving_tables import Film
from simulator.stage.stage import FPS

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest

    from lab.benchmarks.flipbook.record import Sequence
    from vision.types import Image

GREYS = (40, 90, 140)


class EvenFrames:
    """A sequence of grey pictures, of which the camera loses the odd ones."""

    def pictures(self) -> Iterator[Image]:
        for grey in GREYS:
            yield np.full((360, 640, 3), grey, np.uint8)

    def arrives(self, number: int) -> bool:
        return number % 2 == 0


def test_a_film_has_the_frames_that_arrive_with_number_time_and_luminance() -> None:
    frames = list(Film.of(cast("Sequence", EvenFrames())).frames())
    assert [(frame.number, frame.time) for frame in frames] == [(0, 0.0), (2, 2 / FPS)]
    for frame, grey in zip(frames, GREYS[::2], strict=True):
        assert abs(float(frame.luma.mean()) - grey) < 2
        assert abs(float(frame.image.mean()) - grey) < 2


def test_a_picture_is_decoded_when_it_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    film, decoded = Film.of(cast("Sequence", EvenFrames())), moving_tables._decode
    count = []
    monkeypatch.setattr(moving_tables, "_decode", lambda jpeg: (count.append(1), decoded(jpeg))[1])
    first, _ = film.frames()
    assert not count
    assert first.image is first.image
    assert len(count) == 1
